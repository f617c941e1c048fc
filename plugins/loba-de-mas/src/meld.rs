//! Melds: piernas and escaleras, as they lie on the table.

use std::fmt;

use parlour_sdk::meld::End;
use parlour_sdk::{Card, Suit, WildRun};

/// Three to six cards of one rank in exactly three suits, at most two of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pierna {
    /// The rank, 0 (ace) to 12 (king).
    pub rank: u8,
    /// How many cards of each suit.
    pub counts: [u8; 4],
}

impl Pierna {
    /// The pierna of three cards of this rank, in the suits but one.
    pub fn new(rank: u8, without: Suit) -> Self {
        let mut counts = [1; 4];
        counts[without.index()] = 0;
        Self { rank, counts }
    }
    /// The cards in the order of suits.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Suit::ALL.into_iter().flat_map(move |suit| {
            std::iter::repeat_n(Card::new(self.rank, suit), usize::from(self.counts[suit.index()]))
        })
    }
    /// How many more cards of this face may join: none of the suit that is missing, else up to two in all.
    #[inline]
    pub fn room(self, card: Card) -> u8 {
        match self.counts[usize::from(card.lane())] {
            count @ 1..=2 if card.rank() == self.rank => 2 - count,
            _ => 0,
        }
    }
}

/// A meld on the table, packed: [`shape`](Self::shape) unpacks it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Meld(u64);

/// A meld, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A set.
    Pierna(Pierna),
    /// A run.
    Escalera(WildRun),
}

/// The bits of a meld that a [`WildRun`] fills; a pierna has its counts there, and its rank above them.
const WIDTH: u32 = 44;
/// Where a pierna has its rank.
const RANK: u32 = 8;
/// The bit of a pierna, beside the code.
const PIERNA: u64 = 1 << WIDTH;

impl Meld {
    /// What lies there.
    #[inline(always)]
    pub fn shape(self) -> Shape {
        if self.0 & PIERNA == 0 {
            return Shape::Escalera(WildRun::from_code(self.0));
        }
        let counts = std::array::from_fn(|suit| (self.0 >> (2 * suit) & 3) as u8);
        Shape::Pierna(Pierna { rank: (self.0 >> RANK & 15) as u8, counts })
    }
    /// The cards as they are laid out.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let (pierna, run) = match self.shape() {
            Shape::Pierna(pierna) => (Some(pierna), None),
            Shape::Escalera(run) => (None, Some(run)),
        };
        let in_run = run.into_iter().flat_map(|run| run.cards().map(|(_, card)| card));
        pierna.into_iter().flat_map(Pierna::cards).chain(in_run)
    }
    /// The meld with a card more, at an end if it is an escalera; `None` if it cannot join there.
    #[inline]
    pub fn with(self, card: Card, end: Option<End>) -> Option<Self> {
        match (self.shape(), end) {
            (Shape::Pierna(pierna), None) if pierna.room(card) > 0 => Some(Self(self.0 + (1 << (2 * card.lane())))),
            (Shape::Escalera(run), Some(end)) => run.extended(end, card).map(Self::from),
            _ => None,
        }
    }
    /// The meld with the wild card of an end moved to the other, and the natural one in its place.
    #[inline]
    pub fn moved(self, end: End) -> Option<Self> {
        match self.shape() {
            Shape::Escalera(run) => run.moved(end).map(Self::from),
            Shape::Pierna(_) => None,
        }
    }
    /// The integer, below 2^45.
    #[inline]
    pub const fn code(self) -> u64 {
        self.0
    }
    /// The meld of an integer, from wherever it comes; `None` if [`code`](Self::code) never gives it.
    pub fn checked(code: u64) -> Option<Self> {
        match Self(code).shape() {
            Shape::Escalera(_) => WildRun::checked(code).map(Self::from),
            Shape::Pierna(pierna) => {
                let sound = pierna.rank < 13
                    && pierna.counts.iter().all(|&count| count <= 2)
                    && pierna.counts.iter().filter(|&&count| count > 0).count() == 3;
                sound.then(|| Self::from(pierna)).filter(|meld| meld.0 == code)
            }
        }
    }
}

impl From<Pierna> for Meld {
    #[inline]
    fn from(pierna: Pierna) -> Self {
        let counts = pierna.counts.iter().enumerate().map(|(suit, &count)| u64::from(count) << (2 * suit));
        Self(PIERNA | u64::from(pierna.rank) << RANK | counts.sum::<u64>())
    }
}
impl From<WildRun> for Meld {
    #[inline]
    fn from(run: WildRun) -> Self {
        Self(run.code())
    }
}
impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&spaced(self.cards()))
    }
}
impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape().fmt(f)
    }
}

/// Faces with spaces between.
pub fn spaced(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}
