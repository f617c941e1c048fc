//! Seats and sides: who sits where, who is next, who belongs together.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats that a table has.
pub const MAX_SEATS: usize = 8;

/// A place at the table, 0 to n-1 clockwise. Shown to people from 1.
///
/// ```
/// use parlour_sdk::Seat;
/// assert_eq!(Seat(3).left(4), Seat(0));
/// assert_eq!(Seat(0).right(4), Seat(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The place in a list of seats.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// The next seat clockwise at a table of `seats`.
    #[inline(always)]
    pub const fn left(self, seats: u8) -> Self {
        self.ahead(1, seats)
    }
    /// The next seat counter-clockwise at a table of `seats`.
    #[inline(always)]
    pub const fn right(self, seats: u8) -> Self {
        Self(if self.0 == 0 { seats - 1 } else { self.0 - 1 })
    }
    /// The seat `steps` clockwise, `steps` at most `seats`.
    #[inline(always)]
    pub const fn ahead(self, steps: u8, seats: u8) -> Self {
        let next = self.0 + steps;
        Self(if next >= seats { next - seats } else { next })
    }
    /// All seats of a table of `seats`, from 0.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats).map(Self)
    }
    /// All seats of a table of `seats` clockwise, from the one at this seat's left to this seat itself.
    pub fn around(self, seats: u8) -> impl Iterator<Item = Self> + Clone {
        (1..=seats).map(move |step| self.ahead(step, seats))
    }
}

impl fmt::Display for Seat {
    /// The seat as people count: from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of seats, or of sides: those still in, those that won.
///
/// ```
/// use parlour_sdk::{Seat, SeatSet};
/// let mut in_play = SeatSet::all(4);
/// in_play.remove(Seat(1));
/// assert_eq!(in_play.left_of(Seat(0), 4), Some(Seat(2)));
/// assert_eq!(in_play.right_of(Seat(2), 4), Some(Seat(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// The set without a seat.
    pub const EMPTY: Self = Self(0);
    /// All seats of a table of `seats`.
    pub const fn all(seats: u8) -> Self {
        Self(((1u16 << seats) - 1) as u8)
    }
    /// The set of one seat.
    #[inline(always)]
    pub const fn of(seat: Seat) -> Self {
        Self(1 << seat.0)
    }
    /// Whether the seat is in the set.
    #[inline(always)]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }
    /// Puts the seat in.
    #[inline(always)]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }
    /// Takes the seat out, if it is there.
    #[inline(always)]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }
    /// How many seats are in the set.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Whether no seat is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The seats, from 0.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS as u8).filter(move |&seat| self.has(seat))
    }
    /// The next seat of the set clockwise from `seat`, which comes last itself.
    pub fn left_of(self, seat: Seat, seats: u8) -> Option<Seat> {
        seat.around(seats).find(|&next| self.has(next))
    }
    /// The next seat of the set counter-clockwise from `seat`, which comes last itself.
    #[inline]
    pub fn right_of(self, seat: Seat, seats: u8) -> Option<Seat> {
        let set = self.0 & Self::all(seats).0;
        let below = set & ((1 << seat.0) - 1);
        (if below != 0 { below } else { set }).checked_ilog2().map(|next| Seat(next as u8))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// Which seats score together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Every seat for itself: side s is seat s.
    #[default]
    Each,
    /// Two sides at a table of four: seats 0 and 2, seats 1 and 3.
    Partners,
}

impl Sides {
    /// How many sides a table of `seats` has.
    pub const fn count(self, seats: u8) -> u8 {
        match self {
            Self::Each => seats,
            Self::Partners => 2,
        }
    }
    /// The side of a seat.
    #[inline(always)]
    pub const fn of(self, seat: Seat) -> u8 {
        match self {
            Self::Each => seat.0,
            Self::Partners => seat.0 & 1,
        }
    }
    /// The seats of each side, by side.
    pub fn lists(self, seats: u8) -> Vec<Vec<Seat>> {
        let side_seats = |side| Seat::all(seats).filter(|&seat| self.of(seat) == side).collect();
        (0..self.count(seats)).map(side_seats).collect()
    }
    /// The seats of a set of sides.
    pub fn seats_of(self, sides: SeatSet, seats: u8) -> SeatSet {
        Seat::all(seats).filter(|&seat| sides.has(Seat(self.of(seat)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_a_set_are_the_first_met_on_the_way_round() {
        for (seats, set) in (1..=8).flat_map(|seats| (0..=SeatSet::all(seats).0).map(move |set| (seats, SeatSet(set))))
        {
            for seat in Seat::all(seats) {
                let right = (1..=seats).map(|step| seat.ahead(seats - step, seats)).find(|&next| set.has(next));
                assert_eq!(set.right_of(seat, seats), right);
                let left = (1..=seats).map(|step| seat.ahead(step, seats)).find(|&next| set.has(next));
                assert_eq!(set.left_of(seat, seats), left);
            }
        }
    }
}
