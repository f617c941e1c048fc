//! What a round counts, and who wins.

use parlour_sdk::hook::HookValue as _;
use parlour_sdk::serde_json::{Map, Value as Json, json};
use parlour_sdk::view::Group;
use parlour_sdk::{Card, Line, Points, Seat, SeatSet, Standing, Summary, purse};

use crate::Loba;
use crate::hooks::{Kind, LaidMeld};
use crate::meld::{Meld, Shape};
use crate::state::{Ending, Phase, State};

/// What a round counts for a seat, by its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    melds: i32,
    out: i32,
    one_turn: i32,
    hand: i32,
}

impl Score {
    fn total(self) -> i32 {
        self.melds + self.out + self.one_turn - self.hand
    }
}

impl Loba {
    /// The meld with its points, for `may_meld`.
    pub(crate) fn laid(&self, meld: Meld) -> LaidMeld {
        LaidMeld { meld, points: self.points.meld(meld) }
    }
    /// What the cards in a seat's hand cost.
    pub(crate) fn hand_cost(&self, state: &State, seat: Seat) -> i32 {
        state.hands[seat.index()].iter().map(|card| self.points.hand(card)).sum()
    }
    /// What a seat's melds count.
    pub(crate) fn melds_count(&self, state: &State, seat: Seat) -> i32 {
        state.melds.of(seat).iter().map(|&meld| self.points.meld(meld)).sum()
    }
    fn score(&self, state: &State, seat: Seat) -> Score {
        let mut score =
            Score { melds: self.melds_count(state, seat), hand: self.hand_cost(state, seat), ..Score::default() };
        if let Some(Ending::Out { one_turn }) = state.ending()
            && seat == state.seat
        {
            score.out = self.params.going_out_bonus;
            score.one_turn = if one_turn { self.params.one_turn_bonus * i32::from(self.seats - 1) } else { 0 };
        }
        score
    }
    pub(crate) fn round_points(&self, state: &State) -> Points {
        Seat::all(self.seats).map(|seat| self.score(state, seat).total()).collect()
    }

    /// Who has won: the one seat that is highest at the target; all that are highest once the last round is played.
    pub(crate) fn won(&self, state: &State) -> Option<SeatSet> {
        let totals = &state.totals[..usize::from(self.seats)];
        let highest = totals.iter().copied().max().unwrap_or_default();
        let seats: SeatSet = Seat::all(self.seats).filter(|seat| totals[seat.index()] == highest).collect();
        let decided = highest >= self.params.target && seats.len() == 1;
        (decided || state.round >= self.params.max_rounds).then_some(seats)
    }
    pub(crate) fn stands(&self, state: &State) -> Standing {
        let over = state.phase == Phase::Over;
        let pot = self.params.stake * i32::from(self.seats);
        let parts = purse::share(pot, state.winners, state.dealer, self.seats);
        let payout = parts[..usize::from(self.seats)].iter().map(|part| part - self.params.stake);
        Standing {
            round: state.round,
            dealer: state.dealer,
            totals: state.totals[..usize::from(self.seats)].to_vec(),
            winners: state.winners.iter().collect(),
            payout: if over { payout.collect() } else { Vec::new() },
        }
    }

    pub(crate) fn summed_up(&self, state: &State, points: &Points) -> Summary {
        let title = match state.ending() {
            Some(Ending::Out { one_turn: false }) => format!("{{{}}} went out.", state.seat.0),
            Some(Ending::Out { one_turn: true }) => format!("{{{}}} went out in a single turn.", state.seat.0),
            Some(Ending::Stock) => "The last card of the stock was drawn.".to_owned(),
            Some(Ending::Stall) => format!("The discard pile was taken {} times in a row.", state.takes),
            None => String::new(),
        };
        let lines = Seat::all(self.seats).map(|seat| self.arithmetic(state, seat, points));
        Summary {
            title,
            hands: Seat::all(self.seats).map(|seat| self.groups(state, seat)).collect(),
            lines: lines.collect(),
            facts: self.facts(state),
        }
    }
    /// A seat's points as a sum that a person can check.
    fn arithmetic(&self, state: &State, seat: Seat, points: &Points) -> Line {
        let score = self.score(state, seat);
        let mut text = format!("{{{}}}: melds {}", seat.0, signed(score.melds));
        let added = [("+", "going out", score.out), ("+", "in a single turn", score.one_turn)];
        for (sign, name, part) in added.into_iter().chain([("−", "hand", score.hand)]) {
            if part != 0 {
                text += &format!(" {sign} {name} {}", signed(part));
            }
        }
        text += &format!(" = {}", signed(score.total()));
        match points.get(seat.index()) {
            Some(&house) if house != score.total() => text += &format!("; by the house rules {}", signed(house)),
            _ => {}
        }
        Line::table(text)
    }
    fn groups(&self, state: &State, seat: Seat) -> Vec<Group> {
        let faces = |cards: &mut dyn Iterator<Item = Card>| cards.map(|card| card.to_string()).collect();
        let melds = state.melds.of(seat).iter().map(|&meld| Group {
            name: kind(meld).word().to_owned(),
            faces: faces(&mut meld.cards()),
            note: signed(self.points.meld(meld)),
        });
        let cards = &state.hands[seat.index()];
        let hand = (!cards.is_empty()).then(|| Group {
            name: "hand".to_owned(),
            faces: faces(&mut cards.iter()),
            note: signed(-self.hand_cost(state, seat)),
        });
        melds.chain(hand).collect()
    }
    /// What house rules read of the round: `melds`, `out` (only if a seat went out), `one_turn`.
    fn facts(&self, state: &State) -> Map<String, Json> {
        let described = |&meld: &Meld| LaidMeld::describe(self.laid(meld).to_code());
        let melds: Vec<Vec<Json>> =
            Seat::all(self.seats).map(|seat| state.melds.of(seat).iter().filter_map(described).collect()).collect();
        let mut facts = Map::new();
        facts.insert("melds".into(), json!(melds));
        let out = matches!(state.ending(), Some(Ending::Out { .. }));
        if out {
            facts.insert("out".into(), json!(state.seat.0 + 1));
        }
        facts.insert("one_turn".into(), json!(state.ending() == Some(Ending::Out { one_turn: true })));
        facts
    }
}

/// A number with a true minus sign.
pub fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// What kind of meld it is.
pub fn kind(meld: Meld) -> Kind {
    match meld.shape() {
        Shape::Pierna(_) => Kind::Pierna,
        Shape::Escalera(_) => Kind::Escalera,
    }
}
