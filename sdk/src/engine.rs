//! The engine: a game together with the house rules that every game can have.
//!
//! Whoever plays a game, through the C border or in the same program, drives it by an engine. It writes deals down,
//! checks actions, and asks the four hooks that the SDK answers for every game: `legal`, `redeal`, `score_round` and
//! `game_over`.

use std::rc::Rc;

use serde_json::{Map, Value as Json, json};

use crate::action::{Action, Legal, Refusal};
use crate::game::{Deal, Game, Place, Points, Turn};
use crate::hook::{Hooks, House, describe_piece, face, generic};
use crate::param::{Params, SetupError, Values};
use crate::piece::Piece;
use crate::seat::{Seat, SeatSet};
use crate::view::{Choice, Observer, View, ZoneKind};

/// A game with its house.
pub struct Engine<G: Game> {
    game: G,
    house: Rc<House>,
    legal_asked: bool,
}

/// A deal that cannot be laid out, of a record from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// A text is no piece of the game.
    #[error("{place}: {text} is no piece of this game")]
    Face {
        /// Where it is written.
        place: String,
        /// What was given.
        text: String,
    },
    /// A place has too few or too many pieces.
    #[error("{place}: expected {expected} pieces, found {found}")]
    Count {
        /// The hand or pile.
        place: String,
        /// How many go there.
        expected: usize,
        /// How many are written.
        found: usize,
    },
    /// The pieces are not those of the pack.
    #[error("the deal is not made of one whole pack: {face} occurs {found} times, expected {expected}")]
    Pack {
        /// A face that is there too often or not often enough.
        face: String,
        /// How often it is in the pack.
        expected: usize,
        /// How often it is written.
        found: usize,
    },
}

impl<G: Game> Engine<G> {
    /// The game for `seats` with these parameters (defaults for the rest) and this house.
    ///
    /// # Errors
    /// If the seats or a parameter are not the game's, or cannot be played together.
    pub fn new(seats: u8, values: &Values, house: Rc<House>) -> Result<Self, SetupError> {
        let (min, max) = G::META.seats;
        if !(min..=max).contains(&seats) {
            let expected = if min == max { format!("{min}") } else { format!("from {min} to {max}") };
            return Err(SetupError::Seats { given: u64::from(seats), expected });
        }
        let params = G::Params::with(values)?;
        let game = G::new(seats, params, G::Hooks::new(Rc::clone(&house)))?;
        let legal_asked = house.has(generic::LEGAL);
        Ok(Self { game, house, legal_asked })
    }
    /// The game.
    #[inline(always)]
    pub fn game(&self) -> &G {
        &self.game
    }
    /// The house.
    #[inline(always)]
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The legal actions, those left that a house rule lets stand. A house rule that leaves none, or adds one, has
    /// failed, and the list stays as it was.
    #[inline]
    pub fn legal(&self, state: &G::State, out: &mut Legal<'_, G::Action>) {
        if self.legal_asked {
            self.asked_legal(state, out);
        } else {
            self.game.legal(state, out);
        }
    }
    /// The candidates for a search: those of the game, or the legal list where a house rule filters it.
    #[inline]
    pub fn candidates(&self, state: &G::State, out: &mut Legal<'_, G::Action>) {
        if self.legal_asked {
            self.asked_legal(state, out);
        } else {
            self.game.candidates(state, out);
        }
    }
    /// The legal actions as a list.
    pub fn actions(&self, state: &G::State) -> Vec<G::Action> {
        all_actions(|out| self.legal(state, out))
    }
    #[cold]
    fn asked_legal(&self, state: &G::State, out: &mut Legal<'_, G::Action>) {
        let base: Vec<G::Action> = all_actions(|out| self.game.legal(state, out));
        let Turn::Seat(seat) = self.game.turn(state) else { return };
        let texts: Vec<String> = base.iter().map(G::Action::to_string).collect();
        let view = self.view_for_house(state, seat);
        let stays = match self.house.structure(generic::LEGAL, &json!(texts), &view) {
            None => vec![true; base.len()],
            Some(answer) => self.filter(&texts, &answer).unwrap_or_else(|message| {
                self.house.fail(message);
                vec![true; base.len()]
            }),
        };
        for (action, _) in base.into_iter().zip(stays).filter(|&(_, stays)| stays) {
            out.push(action);
        }
    }
    fn filter(&self, base: &[String], answer: &Json) -> Result<Vec<bool>, String> {
        let expected = "expected a list of actions out of base";
        let list = list_of(answer).ok_or_else(|| format!("legal answered {answer}: {expected}"))?;
        let mut stays = vec![false; base.len()];
        for text in list {
            let place = text.as_str().and_then(|text| base.iter().position(|action| action == text));
            *stays
                .get_mut(place.unwrap_or(base.len()))
                .ok_or_else(|| format!("legal answered {text}: {expected}"))? = true;
        }
        if stays.contains(&true) { Ok(stays) } else { Err("legal left no action: a seat must be able to act".into()) }
    }

    /// Whether the action is legal.
    ///
    /// # Errors
    /// The refusal, with the rule.
    pub fn check(&self, state: &G::State, action: G::Action) -> Result<(), Refusal> {
        if self.actions(state).contains(&action) {
            return Ok(());
        }
        let in_game = self.legal_asked && all_actions(|out| self.game.legal(state, out)).contains(&action);
        Err(match self.game.turn(state) {
            Turn::Seat(_) if in_game => Refusal::new("house rule", format!("a house rule does not allow {action}")),
            Turn::Seat(_) => self.game.refuse(state, action),
            Turn::Settle | Turn::Deal => Refusal::new("turn", "no seat is to act between rounds"),
            Turn::Over => Refusal::new("turn", "the game is over"),
        })
    }
    /// The legal actions as they are put to the seat to act.
    pub fn choices(&self, state: &G::State) -> Vec<Choice> {
        let Turn::Seat(seat) = self.game.turn(state) else { return Vec::new() };
        let view = self.game.show(state, Observer::Seat(seat));
        let choice = |action| self.game.offer(state, action, &view).choice(action);
        self.actions(state).into_iter().map(choice).collect()
    }

    /// Whether a house rule throws the deal in that was just made of `pieces` from `before`.
    pub fn redeal(&self, before: &G::State, pieces: &[G::Piece], after: &G::State) -> bool {
        if !self.house.has(generic::REDEAL) {
            return false;
        }
        let standing = self.game.standing(after);
        let mut hands = vec![Vec::new(); usize::from(self.game.seats())];
        let mut piles: std::collections::BTreeMap<&str, Vec<Json>> = std::collections::BTreeMap::new();
        for (place, &piece) in self.game.layout(before).into_iter().zip(pieces) {
            match place {
                Place::Hand(seat) => hands[seat.index()].push(face(piece)),
                Place::Pile(name) => piles.entry(name).or_default().push(face(piece)),
            }
        }
        let deal = json!({ "round": standing.round, "dealer": standing.dealer.0 + 1, "hands": hands, "piles": piles });
        match self.house.structure(generic::REDEAL, &json!(false), &deal) {
            None => false,
            Some(Json::Bool(again)) => again,
            Some(answer) => {
                self.house.fail(format!("redeal answered {answer}: expected true or false"));
                false
            }
        }
    }
    /// The points of the round that is over, as the house has them.
    #[inline]
    pub fn settle(&self, state: &G::State) -> Points {
        let points = self.game.settle(state);
        if self.house.has(generic::SCORE_ROUND) { self.asked_points(state, points) } else { points }
    }
    #[cold]
    fn asked_points(&self, state: &G::State, base: Points) -> Points {
        let settlement = self.settlement(state, &base);
        let Some(answer) = self.house.structure(generic::SCORE_ROUND, &json!(base.to_vec()), &settlement) else {
            return base;
        };
        self.read_points(state, &base, &answer).unwrap_or_else(|message| {
            self.house.fail(format!("score_round answered {answer}: expected {message}"));
            base
        })
    }
    fn read_points(&self, state: &G::State, base: &Points, answer: &Json) -> Result<Points, String> {
        let whole = |number: &Json| number.as_i64().and_then(|points| i32::try_from(points).ok());
        let within = |points: &i32| points.abs() <= 1_000_000;
        let points: Option<Points> =
            list_of(answer).and_then(|list| list.iter().map(|n| whole(n).filter(within)).collect());
        let points = points
            .filter(|points| points.len() == base.len())
            .ok_or_else(|| format!("a list of {} whole numbers from -1000000 to 1000000", base.len()))?;
        self.game.accept(state, &points)?;
        Ok(points)
    }
    /// Adds the points up, and ends the game or passes the deal on. Gives the sides that have won the game, if it is
    /// over.
    #[inline]
    pub fn commit(&self, state: &mut G::State, points: &Points) -> Option<SeatSet> {
        self.game.commit(state, points);
        let winners = self.game.winners(state);
        let winners = if self.house.has(generic::GAME_OVER) { self.asked_winners(state, winners) } else { winners };
        self.game.close(state, winners);
        winners
    }
    #[cold]
    fn asked_winners(&self, state: &G::State, base: Option<SeatSet>) -> Option<SeatSet> {
        let sides = G::META.sides.count(self.game.seats());
        let standing = self.game.standing(state);
        let as_list = |set: SeatSet| set.iter().map(|side| side.0 + 1).collect::<Vec<u8>>();
        let base_json = base.map_or(json!(false), |set| json!(as_list(set)));
        let asked = json!({ "round": standing.round, "totals": standing.totals });
        let Some(answer) = self.house.structure(generic::GAME_OVER, &base_json, &asked) else { return base };
        let side = |number: &Json| number.as_u64().filter(|side| (1..=u64::from(sides)).contains(side));
        let set: Option<SeatSet> =
            list_of(&answer).and_then(|list| list.iter().map(|n| side(n).map(|side| Seat(side as u8 - 1))).collect());
        match (answer, set.filter(|set| !set.is_empty())) {
            (Json::Bool(false), _) => None,
            (_, Some(set)) => Some(set),
            (answer, None) => {
                let expected = format!("false, or a list of winning sides from 1 to {sides}");
                self.house.fail(format!("game_over answered {answer}: expected {expected}"));
                base
            }
        }
    }

    /// The deal of these pieces by place, for the deal that is due in `state`.
    pub fn written(&self, state: &G::State, pieces: &[G::Piece]) -> Deal {
        let mut deal = Deal { hands: vec![Vec::new(); usize::from(self.game.seats())], ..Deal::default() };
        for (place, piece) in self.game.layout(state).into_iter().zip(pieces) {
            match place {
                Place::Hand(seat) => deal.hands[seat.index()].push(piece.to_string()),
                Place::Pile(name) => deal.piles.entry(name.to_owned()).or_default().push(piece.to_string()),
            }
        }
        deal
    }
    /// The order of the pack that deals this deal: the inverse of [`written`](Self::written). Hands may be written in
    /// any order.
    ///
    /// # Errors
    /// If the deal does not fit the game: what was expected where.
    pub fn arranged(&self, state: &G::State, deal: &Deal) -> Result<Vec<G::Piece>, DealError> {
        let layout = self.game.layout(state);
        let nothing = Vec::new();
        let faces = |place: &Place| match place {
            Place::Hand(seat) => deal.hands.get(seat.index()).unwrap_or(&nothing),
            Place::Pile(name) => deal.piles.get(*name).unwrap_or(&nothing),
        };
        let name = |place: &Place| match place {
            Place::Hand(seat) => format!("hand {}", seat.0),
            Place::Pile(name) => (*name).to_owned(),
        };
        let known = |place: &str| layout.iter().any(|of| name(of) == place);
        let written = deal.hands.iter().enumerate().map(|(seat, hand)| (format!("hand {seat}"), hand.len()));
        for (place, found) in written.chain(deal.piles.iter().map(|(name, pile)| (name.clone(), pile.len()))) {
            if found > 0 && !known(&place) {
                return Err(DealError::Count { place, expected: 0, found });
            }
        }
        let mut pieces = Vec::with_capacity(layout.len());
        for (position, place) in layout.iter().enumerate() {
            let before = layout[..position].iter().filter(|of| *of == place).count();
            let expected = layout.iter().filter(|of| *of == place).count();
            let found = faces(place).len();
            if found != expected {
                return Err(DealError::Count { place: name(place), expected, found });
            }
            let text = &faces(place)[before];
            let piece = text.parse().map_err(|_| DealError::Face { place: name(place), text: text.clone() })?;
            pieces.push(piece);
        }
        let pack = self.game.pack();
        let count = |list: &[G::Piece], piece: G::Piece| list.iter().filter(|&&other| other == piece).count();
        for &piece in pack.iter().chain(&pieces) {
            let (expected, found) = (count(&pack, piece), count(&pieces, piece));
            if expected != found {
                return Err(DealError::Pack { face: piece.to_string(), expected, found });
            }
        }
        Ok(pieces)
    }

    /// What a house rule's `score_round` reads.
    pub fn settlement(&self, state: &G::State, points: &Points) -> Json {
        let standing = self.game.standing(state);
        let view = self.game.show(state, Observer::Referee);
        let hands: Vec<Json> = Seat::all(self.game.seats())
            .map(|seat| {
                let own = view.zones.iter().filter(|zone| zone.kind == ZoneKind::Hand && zone.owner == Some(seat));
                own.flat_map(|zone| &zone.pieces).filter_map(|shown| tagged::<G>(shown.face.as_deref()?)).collect()
            })
            .collect();
        let mut json = Map::new();
        json.insert("round".into(), json!(standing.round));
        json.insert("dealer".into(), json!(standing.dealer.0 + 1));
        json.insert("points".into(), json!(points.to_vec()));
        json.insert("totals".into(), json!(standing.totals));
        json.insert("hands".into(), json!(hands));
        json.extend(self.game.summary(state, points).facts);
        Json::Object(json)
    }
    /// What a house rule reads of a seat's view.
    fn view_for_house(&self, state: &G::State, seat: Seat) -> Json {
        let View { zones, facts, .. } = self.game.show(state, Observer::Seat(seat));
        let pieces = |zone: &crate::view::Zone| -> Json {
            zone.pieces.iter().filter_map(|shown| tagged::<G>(shown.face.as_deref()?)).collect()
        };
        let hand = zones.iter().find(|zone| zone.name == "hand").map_or(json!([]), pieces);
        let zones: Map<String, Json> = zones.iter().map(|zone| (zone.name.clone(), pieces(zone))).collect();
        let key = |fact: &crate::view::Fact| match fact.seat {
            Some(seat) => format!("{} {seat}", fact.name),
            None => fact.name.clone(),
        };
        let facts: Map<String, Json> = facts.iter().map(|fact| (key(fact), json!(fact.value))).collect();
        json!({ "seat": seat.0 + 1, "hand": hand, "facts": facts, "zones": zones })
    }
    /// What Lua sees for a code of the type called `lua`.
    pub fn describe(lua: &str, code: i64) -> Option<Json> {
        if lua == <G::Piece as crate::hook::HookValue>::declared().lua {
            let piece = G::Piece::from_code(u8::try_from(code).ok()?)?;
            return Some(describe_piece(piece, G::order(piece)));
        }
        G::Hooks::describe(lua, code)
    }
}

/// All actions that `list` pushes, however many.
pub(crate) fn all_actions<A: Action>(list: impl Fn(&mut Legal<'_, A>)) -> Vec<A> {
    let mut codes = vec![0; 64];
    loop {
        let mut out = Legal::new(&mut codes);
        list(&mut out);
        if out.fits() {
            return out.codes().iter().filter_map(|&code| A::from_code(code)).collect();
        }
        let count = out.count();
        codes.resize(count, 0);
    }
}

/// A list that may have come as an empty object: Lua does not tell the two apart.
fn list_of(json: &Json) -> Option<&[Json]> {
    match json {
        Json::Array(list) => Some(list),
        Json::Object(fields) if fields.is_empty() => Some(&[]),
        _ => None,
    }
}

/// A face of a view as house rules are given pieces.
fn tagged<G: Game>(text: &str) -> Option<Json> {
    text.parse::<G::Piece>().ok().map(face)
}
