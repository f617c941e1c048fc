//! Auctions: seats bid upward or pass, clockwise, for the right to name trumps.

use crate::seat::{Seat, SeatSet};

/// How long a seat may take part in an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speaks {
    /// Each seat speaks once (Four-Player Moon).
    Once,
    /// Until it passes; the auction ends when all seats but the bidder have passed (King Pedro).
    UntilPass,
}

/// An auction in progress or over: the highest bid, whose it is, and who speaks.
///
/// Which numbers may be bid is the game's to say; an auction only asks that each is above the last.
///
/// ```
/// use parlour_sdk::{Auction, Seat, Speaks};
/// let mut auction = Auction::new(Speaks::UntilPass, Seat(3), 4);
/// auction.bid(30); // seat 3
/// auction.pass(); // seat 0
/// auction.bid(32); // seat 1
/// auction.pass(); // seat 2
/// assert_eq!(auction.turn(), Some(Seat(3)));
/// auction.pass();
/// assert_eq!((auction.turn(), auction.bidder(), auction.high()), (None, Some(Seat(1)), 32));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Auction {
    high: u16,
    bidder: Seat,
    turn: Seat,
    passed: SeatSet,
    seats: u8,
    /// How often it is somebody's turn yet at most, in [`Speaks::Once`]; in [`Speaks::UntilPass`] how many have not
    /// passed. 0 when the auction was ended by a last bid.
    left: u8,
    speaks: Speaks,
}

impl Auction {
    /// The auction that `first` opens at a table of `seats`.
    #[inline]
    pub const fn new(speaks: Speaks, first: Seat, seats: u8) -> Self {
        Self { high: 0, bidder: first, turn: first, passed: SeatSet::EMPTY, seats, left: seats, speaks }
    }
    /// Who speaks; `None` if the auction is over.
    #[inline(always)]
    pub const fn turn(&self) -> Option<Seat> {
        let alone = matches!(self.speaks, Speaks::UntilPass) && self.left == 1 && self.high > 0;
        if self.left == 0 || alone { None } else { Some(self.turn) }
    }
    /// The highest bid so far; 0 before the first.
    #[inline(always)]
    pub const fn high(&self) -> u16 {
        self.high
    }
    /// Whose bid is the highest; `None` before the first, and when all have passed.
    #[inline(always)]
    pub fn bidder(&self) -> Option<Seat> {
        (self.high > 0).then_some(self.bidder)
    }
    /// The seats that have passed.
    #[inline(always)]
    pub const fn passed(&self) -> SeatSet {
        self.passed
    }
    /// Whether all others have passed, so that a pass would leave the auction without a bid.
    #[inline(always)]
    pub const fn is_last_hope(&self) -> bool {
        self.high == 0 && self.left == 1
    }
    /// The seat whose turn it is passes.
    #[inline]
    pub fn pass(&mut self) {
        self.passed.insert(self.turn);
        self.left -= 1;
        self.advance();
    }
    /// The seat whose turn it is bids `number`, which is above the highest bid.
    #[inline]
    pub fn bid(&mut self, number: u16) {
        debug_assert!(number > self.high, "a bid is above the last");
        (self.high, self.bidder) = (number, self.turn);
        if self.speaks == Speaks::Once {
            self.left -= 1;
        }
        self.advance();
    }
    /// The seat whose turn it is bids `number`, and nobody else may speak.
    #[inline]
    pub fn last_bid(&mut self, number: u16) {
        (self.high, self.bidder, self.left) = (number, self.turn, 0);
    }

    fn advance(&mut self) {
        self.turn = self.turn.left(self.seats);
        while self.passed.has(self.turn) && self.left > 0 {
            self.turn = self.turn.left(self.seats);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays calls (0 passes) and returns who spoke.
    fn run(auction: &mut Auction, calls: &[u16]) -> Vec<u8> {
        let speak = |&call: &u16| {
            let seat = auction.turn().expect("somebody speaks");
            if call == 0 {
                auction.pass()
            } else {
                auction.bid(call)
            }
            seat.0
        };
        calls.iter().map(speak).collect()
    }

    #[test]
    fn each_speaks_once() {
        let mut auction = Auction::new(Speaks::Once, Seat(2), 4);
        assert_eq!(run(&mut auction, &[4, 0, 6, 0]), [2, 3, 0, 1]);
        assert_eq!((auction.turn(), auction.bidder(), auction.high()), (None, Some(Seat(0)), 6));
        assert_eq!(auction.passed(), SeatSet::from_iter([Seat(3), Seat(1)]));
    }

    #[test]
    fn nobody_bids() {
        for speaks in [Speaks::Once, Speaks::UntilPass] {
            let mut auction = Auction::new(speaks, Seat(1), 4);
            assert_eq!(run(&mut auction, &[0, 0, 0]), [1, 2, 3]);
            assert!(auction.is_last_hope());
            assert_eq!(run(&mut auction, &[0]), [0]);
            assert_eq!((auction.turn(), auction.bidder()), (None, None));
        }
    }

    #[test]
    fn the_last_hope_may_bid_and_has_it() {
        for speaks in [Speaks::Once, Speaks::UntilPass] {
            let mut auction = Auction::new(speaks, Seat(1), 4);
            run(&mut auction, &[0, 0, 0, 30]);
            assert_eq!((auction.turn(), auction.bidder()), (None, Some(Seat(0))));
        }
    }

    #[test]
    fn a_last_bid_ends_it_at_once() {
        let mut auction = Auction::new(Speaks::Once, Seat(0), 4);
        run(&mut auction, &[4]);
        auction.last_bid(21);
        assert_eq!((auction.turn(), auction.bidder(), auction.high()), (None, Some(Seat(1)), 21));
    }

    #[test]
    fn a_seat_that_passed_stays_out() {
        let mut auction = Auction::new(Speaks::UntilPass, Seat(0), 4);
        assert_eq!(run(&mut auction, &[30, 0, 31, 0, 32, 33, 34, 0]), [0, 1, 2, 3, 0, 2, 0, 2]);
        assert_eq!((auction.turn(), auction.bidder(), auction.high()), (None, Some(Seat(0)), 34));
        assert!(!auction.is_last_hope());
    }

    /// Every sequence of calls: a seat speaks after it passed in none of them, and each ends with three passes.
    #[test]
    fn every_auction_until_pass_ends_right() {
        fn walk(auction: Auction, silent: SeatSet, ended: &mut u32) {
            let Some(seat) = auction.turn() else {
                *ended += 1;
                let out = silent.len();
                assert!(if auction.bidder().is_some() { out == 3 } else { out == 4 });
                assert!(auction.bidder().is_none_or(|bidder| !silent.has(bidder)));
                return;
            };
            assert!(!silent.has(seat));
            let (mut passed, mut out) = (auction, silent);
            passed.pass();
            out.insert(seat);
            walk(passed, out, ended);
            for number in auction.high() + 1..=8 {
                let mut raised = auction;
                raised.bid(number);
                walk(raised, silent, ended);
            }
        }
        let mut ended = 0;
        walk(Auction::new(Speaks::UntilPass, Seat(2), 4), SeatSet::EMPTY, &mut ended);
        assert!(ended > 500, "{ended}");
    }
}
