//! A moment of a table.

use parlour_sdk::{MAX_SEATS, Purse, Seat, SeatSet};

use crate::cards::{Cards, Four};
use crate::rank::Rank;
use crate::trace::{Stock, Trace};

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A deal.
    Deal,
    /// The dealer, to keep or leave the top four cards.
    Peek,
    /// A seat, to stay or exchange.
    Exchange,
    /// A seat that has stayed, to draw or knock.
    Stayed,
    /// A seat that has exchanged one to three cards, to draw or not.
    Exchanged,
    /// The round is over.
    Settle,
    /// The game is over.
    Over,
}

/// A table: plain data, no heap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    pub(crate) hands: [Four; MAX_SEATS],
    /// The monte; while the dealer peeks, the top four cards of the stock.
    pub(crate) monte: Four,
    pub(crate) stock: Stock,
    pub(crate) trace: Trace,
    /// The tokens of the seats, and the pool.
    pub(crate) purse: Purse,
    /// The round, from 1; 0 before the first deal.
    pub(crate) round: u32,
    /// Who deals this round, or the next one where a deal is due.
    pub(crate) dealer: Seat,
    /// The seats that play this round.
    pub(crate) playing: SeatSet,
    /// The seat to act.
    pub(crate) seat: Seat,
    pub(crate) phase: Phase,
    /// The number of the seat's turn in the round, from 1.
    pub(crate) turn: u8,
    /// How many seats still have a turn after a knock; 0 before one.
    pub(crate) left: u8,
    /// The seat that has knocked, if one has.
    pub(crate) knocked: SeatSet,
    /// Who has won, once the game is over.
    pub(crate) winners: SeatSet,
}

const _: () = assert!(size_of::<State>() <= 192);

impl State {
    /// A table before its first deal, at which each seat has paid its ante.
    pub(crate) fn new(seats: u8, tokens: u8, ante: u8, dealer: Seat) -> Self {
        let mut purse = Purse::even(seats, tokens.into());
        for seat in Seat::all(seats) {
            purse.pay(seat, ante.into());
        }
        Self {
            hands: [Four::NONE; MAX_SEATS],
            monte: Four::NONE,
            stock: Stock::NONE,
            trace: Trace::NONE,
            purse,
            round: 0,
            dealer,
            playing: SeatSet::EMPTY,
            seat: dealer,
            phase: Phase::Deal,
            turn: 0,
            left: 0,
            knocked: SeatSet::EMPTY,
            winners: SeatSet::EMPTY,
        }
    }
    #[inline(always)]
    pub(crate) fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index() % MAX_SEATS].cards()
    }
    /// The next seat to the right that plays this round.
    #[inline(always)]
    pub(crate) fn right_of(&self, seat: Seat) -> Seat {
        self.playing.right_of(seat, MAX_SEATS as u8).unwrap_or(seat)
    }
    /// Whether a seat is in its turn, or the dealer at the choice.
    #[inline(always)]
    pub(crate) fn is_played(&self) -> bool {
        matches!(self.phase, Phase::Peek | Phase::Exchange | Phase::Stayed | Phase::Exchanged)
    }
    /// Who has declared, and what: of several, the highest hand (R2). Nobody can hold such a hand undeclared once the
    /// monte has been formed.
    pub(crate) fn declared(&self) -> Option<(Seat, Rank)> {
        let declared = |seat| Rank::declared(self.hand(seat)).map(|rank| (seat, rank));
        self.playing.iter().filter_map(declared).max_by_key(|&(_, rank)| rank)
    }
}
