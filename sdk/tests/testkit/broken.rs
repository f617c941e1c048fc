//! High Card with one thing wrong: the tutorial game but for the flaw that the parameter `flaw` names.
//!
//! The flaw is a value and not a type, so that the kit is compiled once and not forty times.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlour_sdk::view::{Observer, Pick, Shown};
use parlour_sdk::{
    Action, Card, Draw, Game, Hand, Legal, Line, Meta, Offer, ParseActionError, Place, Points, Refusal, Rng, Seat,
    SeatSet, SetupError, Standing, Summary, Turn, View, Zone, ZoneKind,
};

use crate::high_card::{self, Deed, HighCard, Hooks, Knowledge, State};

parlour_sdk::params! {
    /// The one parameter.
    pub struct Params {
        /// What is wrong, of [`flaw`].
        flaw: u32 = 0, [0..=99];
    }
}

/// What is wrong with a game.
pub mod flaw {
    macro_rules! flaws {
        ($($name:ident)*) => { flaws!(@ 0; $($name)*); };
        (@ $number:expr; $name:ident $($rest:ident)*) => {
            pub const $name: u32 = $number;
            flaws!(@ $number + 1; $($rest)*);
        };
        (@ $number:expr;) => {};
    }
    flaws! {
        NONE STOCK_SHOWN HAND_SHOWN ASIDE_SHOWN BACKS_IN_ORDER CARD_LOST CARD_TWICE LISTED_TWICE LIST_TURNS LIST_EMPTY
        LIST_LEAKS NOTATION_UNREAD NOTATION_SHARED CODE_ALIAS RULE_UNKNOWN VIEW_RULE ZONE_TWICE         TOTALS_OFF WINNERS_NONE WINNERS_OTHER PAYOUT_OFF KNOWS_STOCK KNOWS_UNFOUNDED IMAGINES_OWN
        IMAGINES_IN_ORDER IMAGINES_LEANING IMAGINES_LOSS PLAY_VARIES STATE_SHARED ROUND_STALE NEVER_ENDS PICK_ASTRAY
        PICK_OTHER SWAP_TOLD DRAW_TOLD REVEALS_NOT POLICY_ILLEGAL CANDIDATE_ILLEGAL STOCK_TURNED HAND_ASTRAY PANICS
        SUMMARY_SHORT SETTLES_ANEW
    }
}
use flaw::*;

/// An action, with the flaw of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flawed(Deed);

impl Action for Flawed {
    fn code(self) -> u64 {
        self.0.code()
    }
    fn from_code(code: u64) -> Option<Self> {
        let code = if FLAW.get() == CODE_ALIAS { code & 0xffff } else { code };
        Deed::from_code(code).map(Self)
    }
    fn concealed(self) -> Option<&'static str> {
        self.0.concealed()
    }
    fn reveals(self) -> bool {
        FLAW.get() != REVEALS_NOT && self.0.reveals()
    }
}
impl fmt::Display for Flawed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Deed::Swap(card) if FLAW.get() == NOTATION_UNREAD => write!(f, "swop {card}"),
            Deed::Swap(card) if FLAW.get() == NOTATION_SHARED => write!(f, "play {card}"),
            deed => deed.fmt(f),
        }
    }
}
impl FromStr for Flawed {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        text.parse().map(Self)
    }
}

/// A state, with a counter that copies share.
#[derive(Clone)]
pub struct Moment(State, Arc<AtomicU32>);

/// Knowledge, with a card too much.
#[derive(Clone, Debug, PartialEq)]
pub struct Known(Knowledge, Option<Card>);

/// The game with a flaw; with `STAKES` it says that its points are stakes.
pub struct Broken<const STAKES: bool> {
    game: HighCard,
    params: Params,
    calls: Cell<u32>,
}

thread_local! {
    /// The flaw of the game that this thread has made, for its actions, which do not know their game.
    static FLAW: Cell<u32> = const { Cell::new(NONE) };
}

impl<const STAKES: bool> Broken<STAKES> {
    fn calls(&self) -> u32 {
        self.calls.set(self.calls.get() + 1);
        self.calls.get()
    }
}

fn top(state: &State) -> Option<Card> {
    state.open.left.checked_sub(1).map(|place| state.stock[place])
}

/// Puts the card on top of the stock, and what was there in its place.
fn raise(state: &mut State, card: Card) {
    let Some(old) = top(state) else { return };
    let left = state.open.left;
    if let Some(place) = state.stock[..left].iter().position(|&other| other == card) {
        state.stock.swap(place, left - 1);
        return;
    }
    for hand in state.hands.iter_mut().chain(&mut state.aside).filter(|hand| hand.has(card)) {
        hand.remove(card);
        hand.insert(old);
        state.stock[left - 1] = card;
    }
}

impl<const STAKES: bool> Game for Broken<STAKES> {
    type Piece = Card;
    type Action = Flawed;
    type Params = Params;
    type Hooks = Hooks;
    type State = Moment;
    type Knowledge = Known;

    const META: Meta = Meta { stakes: STAKES, ..HighCard::META };

    fn new(seats: u8, params: Params, hooks: Hooks) -> Result<Self, SetupError> {
        FLAW.set(params.flaw);
        let game = HighCard::new(seats, high_card::Params::default(), hooks)?;
        Ok(Self { game, params, calls: Cell::new(0) })
    }
    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn params(&self) -> &Params {
        &self.params
    }
    fn pack(&self) -> Vec<Card> {
        self.game.pack()
    }
    fn start(&self, dealer: Seat) -> Moment {
        Moment(self.game.start(dealer), Arc::default())
    }
    fn layout(&self, state: &Moment) -> Vec<Place> {
        self.game.layout(&state.0)
    }
    fn deal(&self, state: &mut Moment, pieces: &[Card]) {
        state.1 = Arc::default();
        self.game.deal(&mut state.0, pieces);
        let State { open, hands, stock, .. } = &mut state.0;
        match self.params.flaw {
            STOCK_TURNED => stock[..open.left].reverse(),
            HAND_ASTRAY => hands[..2].reverse(),
            ROUND_STALE if open.round == 3 => open.round = 2,
            _ => {}
        }
    }
    fn turn(&self, state: &Moment) -> Turn {
        self.game.turn(&state.0)
    }
    fn legal(&self, state: &Moment, out: &mut Legal<'_, Flawed>) {
        let mut codes = [0; 16];
        let mut list = Legal::new(&mut codes);
        self.game.legal(&state.0, &mut list);
        let count = list.count();
        let codes = &mut codes[..count];
        match self.params.flaw {
            LIST_TURNS if self.calls().is_multiple_of(7) => codes.reverse(),
            LIST_LEAKS if top(&state.0).is_some_and(|card| card.rank() > 6) => codes.reverse(),
            LIST_EMPTY if state.0.open.round == 4 => return,
            _ => {}
        }
        let twice = codes.first().copied().filter(|_| self.params.flaw == LISTED_TWICE && state.0.open.round == 2);
        codes.iter().copied().chain(twice).filter_map(Flawed::from_code).for_each(|action| out.push(action));
    }
    fn play(&self, state: &mut Moment, Flawed(deed): Flawed) {
        state.1.fetch_add(1, Ordering::Relaxed);
        let (calls, before) = (self.calls(), state.0.clone());
        self.game.play(&mut state.0, deed);
        let Turn::Seat(seat) = before.open.turn else { return };
        let State { aside, hands, open, .. } = &mut state.0;
        match (self.params.flaw, deed) {
            (CARD_LOST, Deed::Swap(_)) => aside[seat.index()] = Hand::empty(),
            (CARD_TWICE, Deed::Swap(card)) => hands[seat.index()].insert(card),
            (PLAY_VARIES, Deed::Play(_)) => open.tricks[0] = calls as i32,
            (PANICS, Deed::Play(card)) if card == Card::new(Card::ACE, parlour_sdk::Suit::Spades) => panic!("the ace!"),
            _ => {}
        }
    }
    fn refuse(&self, state: &Moment, Flawed(deed): Flawed) -> Refusal {
        let refusal = self.game.refuse(&state.0, deed);
        if self.params.flaw == RULE_UNKNOWN { Refusal::new("R2", refusal.text) } else { refusal }
    }
    fn settle(&self, state: &Moment) -> Points {
        let mut points = self.game.settle(&state.0);
        points[0] += i32::from(self.params.flaw == SETTLES_ANEW && self.calls().is_multiple_of(2));
        points
    }
    fn commit(&self, state: &mut Moment, points: &Points) {
        self.game.commit(&mut state.0, points);
        state.0.open.totals[1] += i32::from(self.params.flaw == TOTALS_OFF && points[1] == 2);
    }
    fn winners(&self, state: &Moment) -> Option<SeatSet> {
        match self.game.winners(&state.0) {
            Some(_) if self.params.flaw == NEVER_ENDS => None,
            Some(_) if self.params.flaw == WINNERS_NONE => Some(SeatSet::EMPTY),
            winners => winners,
        }
    }
    fn close(&self, state: &mut Moment, winners: Option<SeatSet>) {
        self.game.close(&mut state.0, winners);
    }
    fn standing(&self, state: &Moment) -> Standing {
        let mut standing = self.game.standing(&state.0);
        if let (PAYOUT_OFF, Some(gain)) = (self.params.flaw, standing.payout.first_mut()) {
            *gain = 1;
        }
        if self.params.flaw == WINNERS_OTHER && !standing.winners.is_empty() {
            standing.winners = vec![Seat(0), Seat(1)];
        }
        standing
    }
    fn summary(&self, state: &Moment, points: &Points) -> Summary {
        let mut summary = self.game.summary(&state.0, points);
        summary.hands.truncate(if self.params.flaw == SUMMARY_SHORT { 1 } else { 8 });
        summary
    }

    fn show(&self, Moment(state, shared): &Moment, observer: Observer) -> View {
        let mut view = self.game.show(state, observer);
        let open = |zone: &mut Zone, faces: Vec<String>| zone.pieces = faces.into_iter().map(Shown::face).collect();
        let faces = |hand: Hand<Card>| hand.map(|card| card.to_string()).collect();
        let zone = |view: &View, name: &str| view.zone(name).unwrap_or_default();
        match self.params.flaw {
            STOCK_SHOWN if observer != Observer::Referee => {
                let stock = zone(&view, "stock");
                if let (Some(shown), Some(card)) = (view.zones[stock].pieces.first_mut(), top(state)) {
                    *shown = Shown::face(card);
                }
            }
            HAND_SHOWN if matches!(observer, Observer::Seat(seat) if seat != Seat(0)) => {
                let hand = zone(&view, "hand 1");
                open(&mut view.zones[hand], faces(state.hands[0]));
            }
            ASIDE_SHOWN if observer == Observer::Public => {
                let aside = zone(&view, "aside 1");
                open(&mut view.zones[aside], faces(state.aside[0]));
            }
            // The backs of a hand say where its highest card lies.
            BACKS_IN_ORDER if observer != Observer::Seat(Seat(0)) && observer != Observer::Referee => {
                let (hand, held) = (zone(&view, "hand 1"), state.hands[0]);
                for (shown, card) in view.zones[hand].pieces.iter_mut().zip(held) {
                    shown.marked = card.rank() == Card::KING;
                }
            }
            VIEW_RULE => view.rule = "17".into(),
            ZONE_TWICE => view.zones.push(Zone::new("stock", ZoneKind::Row)),
            STATE_SHARED => view.fact("played", shared.load(Ordering::Relaxed)),
            _ => {}
        }
        view
    }
    fn offer(&self, state: &Moment, Flawed(deed): Flawed, view: &View) -> Offer {
        let mut offer = self.game.offer(&state.0, deed, view);
        for pick in &mut offer.picks {
            match self.params.flaw {
                PICK_ASTRAY => *pick = Pick { zone: pick.zone, piece: 9 },
                PICK_OTHER => pick.piece = if pick.piece == 0 { 1 } else { 0 },
                _ => {}
            }
        }
        offer
    }
    fn tell(&self, before: &Moment, Flawed(deed): Flawed, after: &Moment, observer: Observer) -> Vec<Line> {
        let mut lines = self.game.tell(&before.0, deed, &after.0, observer);
        match (self.params.flaw, deed) {
            (SWAP_TOLD, Deed::Swap(card)) => lines[0].text = format!("swap(s) {card}"),
            (DRAW_TOLD, Deed::Swap(_)) => lines[0].text = format!("draw(s) {}", before.0.stock[after.0.open.left]),
            _ => {}
        }
        lines
    }

    fn know(&self, state: &Moment, seat: Seat) -> Known {
        let known = self.game.know(&state.0, seat);
        let leaks = self.params.flaw == KNOWS_STOCK || self.params.flaw == KNOWS_UNFOUNDED;
        Known(known, top(&state.0).filter(|_| leaks))
    }
    fn imagine(&self, Known(known, card): &Known, rng: &mut Rng) -> Moment {
        let mut state = self.game.imagine(known, rng);
        let State { open, hands, stock, .. } = &mut state;
        match (self.params.flaw, *card) {
            (KNOWS_STOCK, Some(card)) => raise(&mut state, card),
            (IMAGINES_OWN, _) if open.left > 0 && !hands[known.seat.index()].is_empty() => {
                let hand = &mut hands[known.seat.index()];
                if let Some(card) = hand.first() {
                    hand.remove(card);
                    hand.insert(std::mem::replace(&mut stock[0], card));
                }
            }
            (IMAGINES_IN_ORDER, _) => stock[..open.left].sort(),
            // Half of the time the highest cards go to the stock.
            (IMAGINES_LEANING, _) if rng.below(2) == 0 && open.left > 0 => {
                let others = hands.iter_mut().enumerate().filter(|(seat, _)| *seat != known.seat.index());
                for (_, hand) in others {
                    let held = *hand;
                    let (Some(low), Some(high)) = (stock[..open.left].iter().min().copied(), held.last()) else {
                        continue;
                    };
                    if low < high {
                        hand.remove(high);
                        hand.insert(low);
                        let place = stock.iter().position(|&card| card == low).unwrap_or_default();
                        stock[place] = high;
                    }
                }
            }
            (IMAGINES_LOSS, _) if open.left > 1 => stock[0] = stock[1],
            _ => {}
        }
        Moment(state, Arc::default())
    }

    fn candidates(&self, state: &Moment, out: &mut Legal<'_, Flawed>) {
        self.legal(state, out);
        if let (CANDIDATE_ILLEGAL, Some(card)) = (self.params.flaw, top(&state.0)) {
            out.push(Flawed(Deed::Play(card)));
        }
    }
    fn policy(&self, state: &Moment, _: &mut Rng) -> Option<Flawed> {
        top(&state.0).filter(|_| self.params.flaw == POLICY_ILLEGAL).map(|card| Flawed(Deed::Play(card)))
    }
}
