//! Melds: sets and runs of French cards.
//!
//! A *set* is three or four cards of one rank; a *run* is three or more neighbours of one suit, the ace below the two.
//! Where a game lets the ace be high as well, a run may also end in `Q K A`; no run goes round the corner (`K A 2`).
//! [`Deadwood`] finds the best melds of a hand of one pack; a [`WildRun`] lies on the table and may have wild cards.

mod deadwood;
mod wild;

use arrayvec::ArrayVec;

pub use deadwood::{Arrangement, Deadwood};
pub use wild::{End, WildRun};

use crate::card::Card;
use crate::hand::Hand;

/// The first bit of each suit's lane: the aces.
pub(crate) const ACES: u64 = 0x0001_0001_0001_0001;
/// The bits of the 52 cards.
pub(crate) const PACK: u64 = 0x1FFF_1FFF_1FFF_1FFF;
/// One bit for each of the 13 ranks.
const RANKS: u64 = 0x1FFF;
/// How far an ace is moved to stand above the king of its suit.
const ABOVE_KING: u32 = 13;

/// What the cards of a meld have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeldKind {
    /// Cards of one rank.
    Set,
    /// Neighbours of one suit.
    Run,
}

/// A meld of distinct cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meld {
    /// A set or a run.
    pub kind: MeldKind,
    /// Its cards.
    pub cards: Hand<Card>,
}

impl Meld {
    /// The cards as they are laid out: a set by suit, a run from low to high.
    ///
    /// ```
    /// use parlour_sdk::{Card, Hand, Meld, MeldKind};
    /// let cards: Hand<Card> = "AS QS KS".split(' ').map(|face| face.parse().unwrap()).collect();
    /// let run = Meld { kind: MeldKind::Run, cards };
    /// assert_eq!(run.in_order().map(|card| card.to_string()).collect::<Vec<_>>(), ["QS", "KS", "AS"]);
    /// ```
    pub fn in_order(self) -> impl Iterator<Item = Card> {
        let bits = self.cards.bits();
        let ace = bits & ACES;
        let high = self.kind == MeldKind::Run && bits & ace << Card::KING != 0 && bits & ace << Card::TWO == 0;
        let last = Hand::<Card>::from_bits(if high { ace } else { 0 });
        (self.cards - last).chain(last)
    }
}

/// The cards of the pack that are in some set of at least three, of those [`RANKS`] that are `open`.
#[inline(always)]
fn in_sets(cards: u64, open: u64) -> u64 {
    let (s, h, d, c) = (cards, cards >> 16, cards >> 32, cards >> 48);
    let ranks = (s & h & (d | c)) | (d & c & (s | h));
    cards & (ranks & open).wrapping_mul(ACES)
}

/// Runs among the cards of one pack, with a place above each king for the ace that is high.
#[derive(Clone, Copy)]
struct Runs {
    places: u64,
}

impl Runs {
    /// All runs of `cards`; `high` has the aces that may stand above the king.
    #[inline(always)]
    fn of(cards: u64, high: u64) -> Self {
        let places = cards | (cards & high) << ABOVE_KING;
        let starts = places & places >> 1 & places >> 2;
        Self { places: starts | starts << 1 | starts << 2 }
    }
    /// The cards in them.
    #[inline(always)]
    fn cards(self) -> u64 {
        self.places & PACK | self.places >> ABOVE_KING & ACES
    }
    /// The aces that two runs need at once: `A 2 3` and `Q K A` of one suit without a four and without a jack.
    #[inline(always)]
    fn torn_aces(self) -> u64 {
        let both = self.places & self.places >> ABOVE_KING & ACES;
        both & !(self.places >> 3) & !(self.places >> Card::JACK)
    }
}

/// The sets and runs that `sets` and `runs` fall into: sets from the lowest rank, then runs from the first suit.
fn split(sets: u64, runs: u64) -> ArrayVec<Meld, 17> {
    let mut melds = ArrayVec::new();
    let mut left = sets;
    while left != 0 {
        let lowest = (0..13).find(|rank| left & ACES << rank != 0).unwrap_or(0);
        let cards = left & ACES << lowest;
        left &= !cards;
        melds.push(Meld { kind: MeldKind::Set, cards: Hand::from_bits(cards) });
    }
    for lane in (0..64).step_by(16) {
        let mut suit = runs >> lane & 0x1FFF;
        // The ace stands above the king where it is needed there, and where it is of no use below the two.
        let ace_high = suit & 1 != 0 && suit >> 11 == 0b11 && (suit & 0b111 != 0b111 || suit >> 10 & 1 == 0);
        if ace_high && suit != 0x1FFF {
            suit = suit & !1 | 1 << ABOVE_KING;
        }
        while suit != 0 {
            let low = suit.trailing_zeros();
            let length = (suit >> low).trailing_ones();
            let places = ((1 << length) - 1) << low;
            suit &= !places;
            let cards = (places | places >> ABOVE_KING) & 0x1FFF;
            melds.push(Meld { kind: MeldKind::Run, cards: Hand::from_bits(cards << lane) });
        }
    }
    melds
}
