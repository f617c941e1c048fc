//! The quick player of playouts: it lays what it can and keeps what goes together.

use parlour_sdk::meld::End;
use parlour_sdk::{Card, Draw as _, Hand, Piece as _, Rng, Suit};

use crate::Loba;
use crate::action::Action;
use crate::legal::{ACES, NATURALS, Window, piernas, windows};
use crate::meld::Shape;
use crate::state::{Phase, State};

/// One of the set bits, by chance but not each as likely.
#[inline(always)]
fn some_bit(set: u64, rng: &mut Rng) -> Option<u32> {
    let turn = rng.below(64);
    (set != 0).then(|| (set.rotate_right(turn).trailing_zeros() + turn) & 63)
}

/// The naturals that go with no other: no neighbour within two places of the suit, and none of the rank.
#[inline(always)]
fn loose(naturals: u64) -> u64 {
    let places = naturals | (naturals & ACES) << 13;
    let near = places << 1 | places >> 1 | places << 2 | places >> 2;
    let near = near | near >> 13 & ACES;
    let paired = naturals.rotate_left(16) | naturals.rotate_left(32) | naturals.rotate_left(48);
    naturals & !near & !paired
}

impl Loba {
    /// Draws or takes as it comes. Lays natural melds, adds what it can, then spends wild cards, and at last discards
    /// a card that goes with no other.
    pub(crate) fn glance(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        if state.phase != Phase::Meld {
            return None;
        }
        let meld = self
            .natural_meld(state, rng)
            .or_else(|| self.natural_addition(state))
            .or_else(|| self.wild_meld(state, rng))
            .or_else(|| self.wild_addition(state));
        meld.filter(|&action| self.allows(state, action)).or_else(|| self.loose_discard(state, rng))
    }
    /// Whether a meld that the cards allow is legal. Only with few cards left does the barred one matter.
    #[inline]
    fn allows(&self, state: &State, action: Action) -> bool {
        let tight = state.hand().len() <= 4 && state.kept().is_some();
        (!tight || self.leaves_a_discard(state, action)) && (!self.may_meld_asked || self.may_meld(state, action))
    }

    #[inline]
    fn natural_meld(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        if state.hand().len() <= 3 {
            return None;
        }
        let faces = state.hand().faces().bits();
        let without = piernas(faces);
        let ranks = without[0] | without[1] | without[2] | without[3];
        let [low, middle, high] = windows(faces);
        let runs = low & middle & high;
        if ranks == 0 && runs == 0 {
            return None;
        }
        if ranks != 0 && (runs == 0 || rng.below(2) == 0) {
            let rank = some_bit(ranks, rng)?;
            let suit = without.iter().position(|ranks| ranks >> rank & 1 != 0)?;
            return Some(Action::Pierna { rank: rank as u8, without: Suit::ALL[suit] });
        }
        some_bit(runs, rng).map(|window| Window::new(window).escalera([None; 3]))
    }
    /// The first natural card that goes onto one of the seat's melds.
    #[inline]
    fn natural_addition(&self, state: &State) -> Option<Action> {
        if state.hand().len() <= 1 {
            return None;
        }
        let faces = state.hand().faces();
        (0..).zip(state.melds.of(state.seat)).find_map(|(meld, lies)| match lies.shape() {
            Shape::Pierna(pierna) => {
                let of_rank = Hand::<Card>::from_bits(faces.bits() & ACES << pierna.rank);
                let card = of_rank.into_iter().find(|&card| pierna.room(card) > 0)?;
                Some(Action::Add { card, meld, end: None })
            }
            Shape::Escalera(run) => [End::Low, End::High].into_iter().find_map(|end| {
                let card = run.stands_for(run.beyond(end)?);
                faces.has(card).then_some(Action::Add { card, meld, end: Some(end) })
            }),
        })
    }
    /// An escalera with one wild card.
    #[inline]
    fn wild_meld(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        let (faces, most) = (state.hand().faces(), self.params.max_wilds_per_escalera);
        let wilds = self.wilds & faces;
        if wilds.is_empty() || most == 0 || state.hand().len() <= 3 {
            return None;
        }
        let twins = state.hand().at_least(2);
        // Jokers, whose codes are the highest, go first: a two may yet be natural.
        let best = |fit: Hand<Card>| fit.into_iter().last();
        let windows = windows(faces.bits());
        for wild in 0..3 {
            let natural = windows[(wild + 1) % 3] & windows[(wild + 2) % 3];
            let Some(window) = some_bit(natural, rng).map(Window::new) else { continue };
            if let Some(card) = best(wilds - window.unfit(wild, None, twins)) {
                let mut cards = [None; 3];
                cards[wild] = Some(card);
                return Some(window.escalera(cards));
            }
        }
        None
    }
    /// The first place beyond a run of the seat's that takes a wild card.
    #[inline]
    fn wild_addition(&self, state: &State) -> Option<Action> {
        if state.hand().len() <= 1 {
            return None;
        }
        let card = (self.wilds & state.hand().faces()).into_iter().last()?;
        (0..).zip(state.melds.of(state.seat)).find_map(|(meld, lies)| match lies.shape() {
            Shape::Escalera(run) if run.wilds() < self.params.max_wilds_per_escalera => {
                let end = [End::High, End::Low].into_iter().find(|&end| run.beyond(end).is_some())?;
                Some(Action::Add { card, meld, end: Some(end) })
            }
            _ => None,
        })
    }
    #[inline]
    fn loose_discard(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        let kept = state.kept().map_or(Hand::empty(), Hand::of);
        let may = state.hand().faces() - kept;
        let plain = may - self.wilds;
        let loose = loose(plain.bits() & NATURALS);
        let among = [loose, plain.bits(), may.bits()].into_iter().find(|&among| among != 0)?;
        some_bit(among, rng).and_then(|code| Card::from_code(code as u8)).map(Action::Discard)
    }
}
