//! A moment of a table.

use parlour_sdk::{Card, MultiHand, Pile, Seat, SeatSet};

use crate::meld::Meld;

/// Two packs and four jokers.
pub const PACK: usize = 108;
/// The most seats.
pub const SEATS: usize = 5;
/// The most melds: every meld has three cards or more.
const MELDS: usize = PACK / 3;

/// A hand: jokers are the face that is there most often, four times.
pub type Cards = MultiHand<Card, 4>;

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A deal.
    Deal,
    /// The seat to draw.
    Draw,
    /// The seat to lay melds or discard.
    Meld,
    /// The round to be settled.
    Settle(Ending),
    /// Nothing.
    Over,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The seat that discarded last went out.
    Out {
        /// Whether it had laid nothing before that turn.
        one_turn: bool,
    },
    /// The last stock card was drawn.
    Stock,
    /// The discard pile was taken too many times in a row.
    Stall,
}

/// A moment of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// What each seat holds.
    pub hands: [Cards; SEATS],
    /// What each seat was seen taking from the discard pile and holds still.
    pub known: [Cards; SEATS],
    /// The melds on the table.
    pub melds: Melds,
    /// The stock.
    pub stock: Pile<Card, PACK>,
    /// The discard pile.
    pub discard: Pile<Card, PACK>,
    /// The totals.
    pub totals: [i32; SEATS],
    /// The round, from 1.
    pub round: u32,
    /// Who deals.
    pub dealer: Seat,
    /// Who acts.
    pub seat: Seat,
    /// What the table waits for.
    pub phase: Phase,
    /// The face of which one card may not be discarded in this turn.
    pub barred: Option<Card>,
    /// Whether the seat to act had laid nothing when its turn began.
    pub fresh: bool,
    /// How many turns in a row took the discard pile.
    pub takes: u8,
    /// Who has won.
    pub winners: SeatSet,
}

impl State {
    /// A table before its first deal.
    pub fn new(dealer: Seat) -> Self {
        Self {
            hands: [Cards::empty(); SEATS],
            known: [Cards::empty(); SEATS],
            melds: Melds::default(),
            stock: Pile::new(),
            discard: Pile::new(),
            totals: [0; SEATS],
            round: 0,
            dealer,
            seat: dealer,
            phase: Phase::Deal,
            barred: None,
            fresh: false,
            takes: 0,
            winners: SeatSet::EMPTY,
        }
    }
    /// The hand of the seat to act.
    #[inline(always)]
    pub fn hand(&self) -> &Cards {
        &self.hands[self.seat.index()]
    }
    /// The face that the seat to act may not discard now: the barred one, while it holds one card of it alone.
    #[inline(always)]
    pub fn kept(&self) -> Option<Card> {
        self.barred.filter(|&card| !self.hand().at_least(2).has(card))
    }
    /// How the round ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.phase {
            Phase::Settle(ending) => Some(ending),
            _ => None,
        }
    }
}

/// The melds of all seats, those of seat 0 first, each seat's in the order they were laid.
#[derive(Clone, Copy, Debug)]
pub struct Melds {
    melds: [Meld; MELDS],
    /// Where the melds of each seat end.
    ends: [u8; SEATS],
}

impl Melds {
    #[inline(always)]
    fn range(&self, seat: Seat) -> std::ops::Range<usize> {
        let start = if seat.0 == 0 { 0 } else { self.ends[seat.index() - 1] };
        usize::from(start)..usize::from(self.ends[seat.index()])
    }
    /// The melds of a seat.
    #[inline(always)]
    pub fn of(&self, seat: Seat) -> &[Meld] {
        &self.melds[self.range(seat)]
    }
    /// The melds of a seat, to be changed.
    #[inline(always)]
    pub fn of_mut(&mut self, seat: Seat) -> &mut [Meld] {
        let range = self.range(seat);
        &mut self.melds[range]
    }
    /// All melds.
    pub fn iter(&self) -> impl Iterator<Item = Meld> {
        self.melds[..usize::from(self.ends[SEATS - 1])].iter().copied()
    }
    /// Lays a meld of a seat. There is room for as many as the pack can make.
    #[inline]
    pub fn lay(&mut self, seat: Seat, meld: Meld) {
        let (place, all) = (self.range(seat).end, usize::from(self.ends[SEATS - 1]));
        self.melds.copy_within(place..all, place + 1);
        self.melds[place] = meld;
        self.ends[seat.index()..].iter_mut().for_each(|end| *end += 1);
    }
}

impl Default for Melds {
    fn default() -> Self {
        Self { melds: [Meld::default(); MELDS], ends: [0; SEATS] }
    }
}
impl PartialEq for Melds {
    fn eq(&self, other: &Self) -> bool {
        self.ends == other.ends && self.iter().eq(other.iter())
    }
}
impl Eq for Melds {}

const _: () = assert!(size_of::<State>() <= 1024);
