//! Purses: tokens, pots and stakes, none of which is ever made or lost.

use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// What each seat has, and a pot in the middle. Tokens only move, so [`total`](Self::total) never changes.
///
/// The seats of a [`Purse::even`] cannot pay more than they have; stakes that may fall below zero are [`Stakes`].
///
/// ```
/// use parlour_sdk::{Purse, Seat};
/// let mut purse = Purse::even(4, 4); // four seats with four tokens each
/// assert_eq!(purse.pay(Seat(2), 1), 1);
/// assert_eq!(purse.pay(Seat(2), 9), 3, "it pays what it has");
/// assert_eq!(purse.take(Seat(0), 5), 4, "and the pot gives what it holds");
/// assert_eq!((purse.of(Seat(0)), purse.of(Seat(2)), purse.pot(), purse.total()), (8, 0, 0, 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Purse {
    seats: [u16; MAX_SEATS],
    pot: u16,
}

impl Purse {
    /// Seats 0 to `seats` - 1 have `each`, the pot nothing.
    pub fn even(seats: u8, each: u16) -> Self {
        let mut purse = Self::default();
        purse.seats[..usize::from(seats)].fill(each);
        purse
    }
    /// What a seat has.
    #[inline(always)]
    pub fn of(&self, seat: Seat) -> u16 {
        self.seats[seat.index()]
    }
    /// What lies in the pot.
    #[inline(always)]
    pub fn pot(&self) -> u16 {
        self.pot
    }
    /// Moves at most `owed` from the seat to the pot; returns how much that was.
    pub fn pay(&mut self, seat: Seat, owed: u16) -> u16 {
        let paid = owed.min(self.of(seat));
        self.seats[seat.index()] -= paid;
        self.pot += paid;
        paid
    }
    /// Moves at most `due` from the pot to the seat; returns how much that was.
    pub fn take(&mut self, seat: Seat, due: u16) -> u16 {
        let taken = due.min(self.pot);
        self.pot -= taken;
        self.seats[seat.index()] += taken;
        taken
    }
    /// Divides the pot among `winners`, as [`share`] does. Without a winner it stays.
    pub fn divide(&mut self, winners: SeatSet, dealer: Seat, seats: u8) {
        for (seat, part) in share(i32::from(self.pot), winners, dealer, seats).into_iter().enumerate() {
            self.take(Seat(seat as u8), part as u16);
        }
    }
    /// The seats that have something.
    pub fn solvent(&self) -> SeatSet {
        Seat::all(MAX_SEATS as u8).filter(|&seat| self.of(seat) > 0).collect()
    }
    /// All tokens, the pot's among them.
    pub fn total(&self) -> u32 {
        self.seats.iter().map(|&tokens| u32::from(tokens)).sum::<u32>() + u32::from(self.pot)
    }
}

/// Stakes that seats win from each other; they always add up to zero.
///
/// ```
/// use parlour_sdk::{Seat, SeatSet, Stakes};
/// let mut stakes = Stakes::default();
/// stakes.pay(Seat(2), Seat(0), 10);
/// stakes.pay(Seat(3), Seat(0), 3);
/// assert_eq!(stakes.0[..4], [13, 0, -10, -3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stakes(pub [i32; MAX_SEATS]);

impl Stakes {
    /// Moves `amount` from one seat to another.
    #[inline]
    pub fn pay(&mut self, from: Seat, to: Seat, amount: i32) {
        self.0[from.index()] -= amount;
        self.0[to.index()] += amount;
    }
    /// Every seat pays what it owes, and the winners divide it as [`share`] does. Nobody pays if there is no winner.
    ///
    /// ```
    /// use parlour_sdk::{Seat, SeatSet, Stakes};
    /// let winners = SeatSet::from_iter([Seat(0), Seat(1)]);
    /// let mut stakes = Stakes::default();
    /// stakes.collect(&[0, 0, 25, 12], winners, Seat(0), 4);
    /// assert_eq!(stakes.0[..4], [18, 19, -25, -12]); // the odd stake goes to the dealer's left
    /// ```
    pub fn collect(&mut self, owed: &[i32], winners: SeatSet, dealer: Seat, seats: u8) {
        if winners.is_empty() {
            return;
        }
        for (stake, owed) in self.0.iter_mut().zip(owed) {
            *stake -= owed;
        }
        for (stake, part) in self.0.iter_mut().zip(share(owed.iter().sum(), winners, dealer, seats)) {
            *stake += part;
        }
    }
    /// The sum over all seats: zero, unless the field was written to.
    pub fn total(&self) -> i32 {
        self.0.iter().sum()
    }
}

/// Divides `amount` equally among `winners`; the odd stakes go one each to winners in seat order from the dealer's
/// left (Knock Rummy, R3). Without a winner all parts are 0.
///
/// ```
/// use parlour_sdk::{Seat, SeatSet, purse};
/// let winners = SeatSet::from_iter([Seat(0), Seat(2), Seat(3)]);
/// assert_eq!(purse::share(11, winners, Seat(2), 4)[..4], [4, 0, 3, 4]);
/// ```
pub fn share(amount: i32, winners: SeatSet, dealer: Seat, seats: u8) -> [i32; MAX_SEATS] {
    let mut parts = [0; MAX_SEATS];
    let count = winners.len() as i32;
    if count > 0 {
        let (each, odd) = (amount.div_euclid(count), amount.rem_euclid(count));
        for (place, seat) in dealer.around(seats).filter(|&seat| winners.has(seat)).enumerate() {
            parts[seat.index()] = each + i32::from((place as i32) < odd);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draw, Rng};

    #[test]
    fn tokens_only_move() {
        let mut rng = Rng::new(11);
        let mut purse = Purse::even(5, 6);
        for _ in 0..2000 {
            let (before, seat, amount) = (purse, Seat(rng.below(5) as u8), rng.below(4) as u16);
            match rng.below(3) {
                0 => assert_eq!(purse.pay(seat, amount), before.of(seat).min(amount)),
                1 => assert_eq!(purse.take(seat, amount), before.pot().min(amount)),
                _ => {
                    let winners = SeatSet(rng.below(32) as u8);
                    purse.divide(winners, seat, 5);
                    assert_eq!(purse.pot(), if winners.is_empty() { before.pot() } else { 0 });
                }
            }
            assert_eq!(purse.total(), 30);
            assert!(Seat::all(5).all(|seat| purse.solvent().has(seat) == (purse.of(seat) > 0)));
        }
    }

    #[test]
    fn shares_add_up_and_differ_by_one_at_most() {
        for winners in 1..32 {
            let winners = SeatSet(winners);
            for amount in -7..40 {
                for dealer in Seat::all(5) {
                    let parts = share(amount, winners, dealer, 5);
                    assert_eq!(parts.iter().sum::<i32>(), amount);
                    let order: Vec<i32> =
                        dealer.around(5).filter(|&seat| winners.has(seat)).map(|seat| parts[seat.index()]).collect();
                    assert!(order.is_sorted_by(|a, b| a >= b), "the odd ones come first from the dealer's left");
                    assert!(order[0] - order[order.len() - 1] <= 1);
                    assert!(Seat::all(5).all(|seat| winners.has(seat) || parts[seat.index()] == 0));
                }
            }
        }
        assert_eq!(share(9, SeatSet::EMPTY, Seat(0), 4), [0; MAX_SEATS]);
    }

    #[test]
    fn stakes_add_up_to_zero() {
        let mut rng = Rng::new(3);
        let mut stakes = Stakes::default();
        for _ in 0..500 {
            stakes.pay(Seat(rng.below(5) as u8), Seat(rng.below(5) as u8), rng.below(50) as i32);
            let owed: [i32; 5] = std::array::from_fn(|_| rng.below(40) as i32);
            stakes.collect(&owed, SeatSet(rng.below(32) as u8), Seat(rng.below(5) as u8), 5);
            assert_eq!(stakes.total(), 0);
        }
    }
}
