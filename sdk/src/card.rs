//! Playing cards: the French pack, with jokers, and the Italian pack of 40.
//!
//! A card's code is its suit times 16 plus its place in the suit. So each suit has a lane of 16 bits in a
//! [`Hand`](crate::Hand), a shift moves every card to its neighbour, and the free bits at the end of a lane keep one
//! suit from running into the next.

use std::fmt;
use std::str::FromStr;

use crate::piece::{ParsePieceError, Piece, PieceKind};

macro_rules! suits {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $letter:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),* }
        impl $name {
            /// The four suits in the order of their codes.
            pub const ALL: [Self; 4] = [$(Self::$variant),*];
            /// The suit's letter.
            pub const fn letter(self) -> char {
                match self { $(Self::$variant => $letter),* }
            }
            /// The suit of a letter.
            pub const fn from_letter(letter: char) -> Option<Self> {
                match letter { $($letter => Some(Self::$variant),)* _ => None }
            }
            /// The suit of an index, 0 to 3.
            pub fn from_index(index: usize) -> Option<Self> {
                Self::ALL.get(index).copied()
            }
            /// The place in [`ALL`](Self::ALL).
            pub const fn index(self) -> usize {
                self as usize
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.letter())
            }
        }
    };
}

suits! {
    /// A suit of the French pack.
    Suit {
        /// Spades.
        Spades = 'S',
        /// Hearts.
        Hearts = 'H',
        /// Diamonds.
        Diamonds = 'D',
        /// Clubs.
        Clubs = 'C',
    }
}
suits! {
    /// A suit of the Italian pack, from high to low.
    ItalianSuit {
        /// Denari.
        Coins = 'D',
        /// Spade.
        Swords = 'S',
        /// Coppe.
        Cups = 'C',
        /// Bastoni.
        Batons = 'B',
    }
}

impl Suit {
    /// Whether the suit is red.
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Hearts | Self::Diamonds)
    }
    /// The other suit of the same colour.
    ///
    /// ```
    /// use parlour_sdk::Suit;
    /// assert_eq!(Suit::Hearts.twin(), Suit::Diamonds);
    /// assert_eq!(Suit::Spades.twin(), Suit::Clubs);
    /// ```
    pub const fn twin(self) -> Self {
        match self {
            Self::Spades => Self::Clubs,
            Self::Hearts => Self::Diamonds,
            Self::Diamonds => Self::Hearts,
            Self::Clubs => Self::Spades,
        }
    }
}

/// The letters of the French ranks, from the ace, which is rank 0, to the king, which is rank 12.
const FRENCH_RANKS: &[u8; 13] = b"A23456789TJQK";
/// The letters of the Italian ranks from low (0) to high (9).
const ITALIAN_RANKS: &[u8; 10] = b"234567JHKA";

/// A card of the French pack, or a joker.
///
/// ```
/// use parlour_sdk::{Card, Suit};
/// let card: Card = "TH".parse().unwrap();
/// assert_eq!((card.rank(), card.suit()), (9, Some(Suit::Hearts)));
/// assert_eq!(card.to_string(), "TH");
/// assert_eq!(Card::JOKER.to_string(), "*");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// A joker; all jokers are alike.
    pub const JOKER: Self = Self(13);
    /// The rank of an ace.
    pub const ACE: u8 = 0;
    /// The rank of a two.
    pub const TWO: u8 = 1;
    /// The rank of a jack.
    pub const JACK: u8 = 10;
    /// The rank of a queen.
    pub const QUEEN: u8 = 11;
    /// The rank of a king.
    pub const KING: u8 = 12;

    /// The card of a rank, 0 (ace) to 12 (king), and a suit.
    ///
    /// # Panics
    /// If the rank is above 12.
    #[inline(always)]
    pub const fn new(rank: u8, suit: Suit) -> Self {
        assert!(rank < 13, "a rank is 0 to 12");
        Self((suit as u8) << 4 | rank)
    }
    /// The rank: 0 for the ace, 1 to 9 for 2 to T, 10, 11, 12 for J, Q, K; 13 for a joker.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }
    /// The suit; `None` for a joker.
    #[inline(always)]
    pub fn suit(self) -> Option<Suit> {
        if self.is_joker() { None } else { Some(Suit::ALL[(self.0 >> 4) as usize]) }
    }
    /// The index of the suit, 0 to 3 for S H D C; 0 for a joker.
    #[inline(always)]
    pub const fn lane(self) -> u8 {
        self.0 >> 4
    }
    /// Whether this is a joker.
    #[inline(always)]
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }
    /// The letter of the rank; `*` for a joker.
    pub fn letter(self) -> char {
        FRENCH_RANKS.get(self.rank() as usize).map_or('*', |&b| b as char)
    }
    /// The 52 cards, by suit (S H D C) and from ace to king.
    pub fn pack() -> impl Iterator<Item = Self> {
        Suit::ALL.into_iter().flat_map(|suit| (0..13).map(move |rank| Self::new(rank, suit)))
    }
}

impl Piece for Card {
    const KIND: PieceKind = PieceKind::French;
    type Bits = u64;
    #[inline(always)]
    fn code(self) -> u8 {
        self.0
    }
    #[inline(always)]
    fn from_code(code: u8) -> Option<Self> {
        ((code < 64 && code & 15 < 13) || code == Self::JOKER.0).then_some(Self(code))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit() {
            Some(suit) => write!(f, "{}{suit}", self.letter()),
            None => f.write_str("*"),
        }
    }
}

impl FromStr for Card {
    type Err = ParsePieceError;
    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let face = || {
            let mut chars = text.chars();
            let (rank, suit, end) = (chars.next()?, chars.next()?, chars.next());
            let rank = FRENCH_RANKS.iter().position(|&b| b as char == rank)?;
            Some(Self::new(rank as u8, end.is_none().then(|| Suit::from_letter(suit))??))
        };
        if text == "*" { Some(Self::JOKER) } else { face() }
            .ok_or_else(|| ParsePieceError::new(text, "card (such as KH, TD or *)"))
    }
}

/// A card of the Italian pack of 40.
///
/// ```
/// use parlour_sdk::{ItalianCard, ItalianSuit};
/// let horse: ItalianCard = "HD".parse().unwrap();
/// assert_eq!((horse.rank(), horse.suit()), (7, ItalianSuit::Coins));
/// assert!("8D".parse::<ItalianCard>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItalianCard(u8);

impl ItalianCard {
    /// The rank of an ace, the highest.
    pub const ACE: u8 = 9;

    /// The card of a rank, 0 (the 2) to 9 (the ace), and a suit.
    ///
    /// # Panics
    /// If the rank is above 9.
    #[inline(always)]
    pub const fn new(rank: u8, suit: ItalianSuit) -> Self {
        assert!(rank < 10, "a rank is 0 to 9");
        Self((suit as u8) << 4 | rank)
    }
    /// The rank: 0 to 5 for 2 to 7, then J 6, H 7, K 8, A 9.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }
    /// The suit.
    #[inline(always)]
    pub const fn suit(self) -> ItalianSuit {
        ItalianSuit::ALL[(self.0 >> 4) as usize]
    }
    /// The letter of the rank.
    pub const fn letter(self) -> char {
        ITALIAN_RANKS[self.rank() as usize] as char
    }
    /// The 40 cards, by suit (D S C B) and from 2 to ace.
    pub fn pack() -> impl Iterator<Item = Self> {
        ItalianSuit::ALL.into_iter().flat_map(|suit| (0..10).map(move |rank| Self::new(rank, suit)))
    }
}

impl Piece for ItalianCard {
    const KIND: PieceKind = PieceKind::Italian;
    type Bits = u64;
    #[inline(always)]
    fn code(self) -> u8 {
        self.0
    }
    #[inline(always)]
    fn from_code(code: u8) -> Option<Self> {
        (code < 64 && code & 15 < 10).then_some(Self(code))
    }
}

impl fmt::Display for ItalianCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.suit())
    }
}

impl FromStr for ItalianCard {
    type Err = ParsePieceError;
    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        let face = || {
            let mut chars = text.chars();
            let (rank, suit, end) = (chars.next()?, chars.next()?, chars.next());
            let rank = ITALIAN_RANKS.iter().position(|&b| b as char == rank)?;
            Some(Self::new(rank as u8, end.is_none().then(|| ItalianSuit::from_letter(suit))??))
        };
        face().ok_or_else(|| ParsePieceError::new(text, "Italian card (such as KD, HB or 7S)"))
    }
}

/// Cards print as their faces in assertions too.
macro_rules! debug_as_face {
    ($($name:ty)*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}
debug_as_face!(Card ItalianCard);

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trips<P: Piece>(pack: Vec<P>, size: usize) {
        let codes: std::collections::BTreeSet<u8> = pack.iter().map(|piece| piece.code()).collect();
        assert_eq!(codes.len(), size);
        assert_eq!((0..=255).filter(|&code| P::from_code(code).is_some()).count(), size);
        for piece in pack {
            assert_eq!(P::from_code(piece.code()), Some(piece));
            assert_eq!(piece.to_string().parse(), Ok(piece));
        }
    }

    #[test]
    fn faces_and_codes_round_trip() {
        round_trips(Card::pack().chain([Card::JOKER]).collect(), 53);
        round_trips(ItalianCard::pack().collect(), 40);
    }

    #[test]
    fn what_is_no_card_says_so() {
        for text in ["", "1S", "AX", "10S", "as", "ASS", "**", "♠A"] {
            let error = text.parse::<Card>().unwrap_err().to_string();
            assert_eq!(error, format!("`{text}` is no card (such as KH, TD or *)"));
        }
    }
}
