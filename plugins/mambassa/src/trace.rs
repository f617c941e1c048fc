//! Where cards went that somebody saw.
//!
//! Everybody sees which cards a seat takes from the monte, and a seat knows which card it put under the stock, and so
//! who has it once it is drawn. Such a card is *traced* to its holder. When the holder puts a card under the stock it
//! may be the traced one; from then on it is in the holder's hand or among the cards that it has put under the stock
//! since. When somebody else draws one of these, the trace is lost: it may be anywhere.
//!
//! Whether a trace lasts depends only on what everybody sees. Nothing is stored that does not: not who of several may
//! have it, but since when it is traced.

use parlour_sdk::{MAX_SEATS, Seat};

use crate::cards::{BLANK, Cards, PACK};

/// Places in the stock: as many cards as it holds at a table of two.
pub const STOCK: usize = 28;
/// Puts are counted up to this, and then again from 0; a trace never lasts longer than the stock is deep.
const TURNOVER: u8 = 32;

/// The stock: a ring, in which the card that is put under takes the place of the one that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stock {
    cards: [u8; STOCK],
    /// Where the top is.
    top: u8,
    size: u8,
}

impl Stock {
    /// No cards.
    pub const NONE: Self = Self { cards: [BLANK; STOCK], top: 0, size: 0 };

    /// A stock of these places, the top first; at most [`STOCK`] of them.
    pub fn of(places: impl Iterator<Item = u8>) -> Self {
        let mut stock = Self::NONE;
        for place in places.take(STOCK) {
            stock.cards[usize::from(stock.size)] = place;
            stock.size += 1;
        }
        stock
    }
    /// Puts a card under, draws the top; returns it, and the slot where it was and the other now is.
    #[inline(always)]
    pub fn turn(&mut self, put: u8) -> (u8, u8) {
        let slot = self.top;
        let drawn = std::mem::replace(&mut self.cards[usize::from(slot) % STOCK], put);
        self.top = if slot + 1 >= self.size { 0 } else { slot + 1 };
        (drawn, slot)
    }
    /// The slots from the top down.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (self.top..self.size).chain(0..self.top)
    }
    /// What lies in a slot.
    #[inline(always)]
    pub fn at(&self, slot: u8) -> u8 {
        self.cards[usize::from(slot) % STOCK]
    }
    /// Lays a card into a slot.
    pub fn lay(&mut self, slot: u8, place: u8) {
        self.cards[usize::from(slot) % STOCK] = place;
    }
    /// The cards in these slots.
    pub fn cards(&self, mut slots: u32) -> Cards {
        let mut cards = Cards::default();
        while slots != 0 {
            cards = cards | Cards::at(self.at(slots.trailing_zeros() as u8));
            slots &= slots - 1;
        }
        cards
    }
}

/// The traces of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace {
    /// Cards that everybody traces.
    pub open: Cards,
    /// Cards that one seat traces: the one that put them under the stock, before another drew them.
    pub told: Cards,
    /// Of each traced card, how many cards its holder had put under the stock when it came (modulo [`TURNOVER`]) and,
    /// if it is `told`, which seat knows, in the three highest bits.
    notes: [u8; PACK as usize],
    /// The slots of the stock into which each seat has put the card that lies there.
    pub by: [u32; MAX_SEATS],
    /// How many cards each seat has put under the stock, modulo [`TURNOVER`].
    puts: [u8; MAX_SEATS],
}

impl Trace {
    /// Nothing was seen yet.
    pub const NONE: Self =
        Self { open: Cards(0), told: Cards(0), notes: [0; PACK as usize], by: [0; MAX_SEATS], puts: [0; MAX_SEATS] };

    /// A seat gives cards to the monte and takes others, before all eyes.
    #[inline(always)]
    pub fn exchange(&mut self, seat: Seat, give: Cards, take: Cards) {
        self.open = (self.open - give) | take;
        self.told = self.told - give;
        let note = self.puts[seat.index()];
        take.places().for_each(|place| self.notes[usize::from(place)] = note);
    }
    /// A seat has drawn a card from a slot of the stock, where another now lies. `hand` is what the seat holds that
    /// had put the drawn card there, if one had.
    #[inline(always)]
    pub fn draw(&mut self, seat: Seat, drawn: u8, slot: u8, stock: &Stock, hand: impl Fn(Seat) -> Cards) {
        let bit = 1 << (slot & 31);
        let by = (0..MAX_SEATS as u8).map(Seat).find(|by| self.by[by.index()] & bit != 0);
        if let Some(by) = by {
            // The slot has changed hands already; the drawn card is no longer there.
            let lain = stock.cards(self.by[by.index()] & !bit) | Cards::at(drawn);
            self.lift(by, by == seat, (self.open | self.told) & (hand(by) | lain));
            self.by[by.index()] &= !bit;
        }
        self.by[seat.index()] |= bit;
        self.puts[seat.index()] = (self.puts[seat.index()] + 1) % TURNOVER;
        if let Some(by) = by.filter(|&by| by != seat) {
            self.told = self.told | Cards::at(drawn);
            self.notes[usize::from(drawn) % PACK as usize] = by.0 << 5 | self.puts[seat.index()];
        }
    }
    /// The oldest of the cards that a seat has put under the stock is drawn, by itself or by another; `traced` are
    /// the cards traced to the seat.
    fn lift(&mut self, by: Seat, itself: bool, traced: Cards) {
        let lying = self.by[by.index()].count_ones() as u8;
        for place in traced.places() {
            if self.puts_since(by, place) < lying {
                continue;
            }
            if itself {
                let note = &mut self.notes[usize::from(place)];
                *note = *note & 0xE0 | ((self.puts[by.index()] + TURNOVER + 1 - lying) % TURNOVER);
            } else {
                self.open = self.open - Cards::at(place);
                self.told = self.told - Cards::at(place);
            }
        }
    }
    /// How many cards its holder has put under the stock since the traced card came.
    #[inline(always)]
    pub fn puts_since(&self, holder: Seat, place: u8) -> u8 {
        (self.puts[holder.index()] + TURNOVER - self.notes[usize::from(place)] % TURNOVER) % TURNOVER
    }
    /// Which seat traces a card that is told.
    pub fn told_to(&self, place: u8) -> Seat {
        Seat(self.notes[usize::from(place)] >> 5)
    }
    /// The cards that a seat traces.
    pub fn of(&self, seat: Seat) -> Cards {
        let mut told = Cards::default();
        self.told
            .places()
            .filter(|&place| self.told_to(place) == seat)
            .for_each(|place| told = told | Cards::at(place));
        self.open | told
    }
    /// What one seat knows of the traces: those of others are wiped.
    #[must_use]
    pub fn known_to(&self, seat: Seat) -> Self {
        let known = self.of(seat);
        let mut trace = Self { told: self.told & known, notes: [0; PACK as usize], ..*self };
        known.places().for_each(|place| trace.notes[usize::from(place)] = self.notes[usize::from(place)]);
        trace
    }
}
