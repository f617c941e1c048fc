//! Dominoes: the 28 tiles of a double-six set.
//!
//! A tile's code is `high * (high + 1) / 2 + low`, so that codes grow with the higher number and then with the lower
//! one: `00 10 11 20 21 22 30` and so on up to `66`.

use std::fmt;
use std::str::FromStr;

use crate::hand::Hand;
use crate::piece::{ParsePieceError, Piece, PieceKind};

/// How many tiles a double-six set has.
pub const TILES: usize = 28;

/// The two numbers of each code, the higher one first.
const NUMBERS: [(u8, u8); TILES] = {
    let mut numbers = [(0, 0); TILES];
    let (mut high, mut low, mut code) = (0, 0, 0);
    while code < TILES {
        numbers[code] = (high, low);
        (high, low) = if low == high { (high + 1, 0) } else { (high, low + 1) };
        code += 1;
    }
    numbers
};

/// A domino of a double-six set, written with its higher number first.
///
/// ```
/// use parlour_sdk::Tile;
/// let tile: Tile = "25".parse().unwrap();
/// assert_eq!((tile.high(), tile.low(), tile.is_double()), (5, 2, false));
/// assert_eq!(tile, Tile::new(2, 5));
/// assert_eq!(tile.to_string(), "52");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The highest number on a tile.
    pub const SIX: u8 = 6;

    /// The tile of two numbers, 0 to 6, in either order.
    ///
    /// # Panics
    /// If a number is above 6.
    #[inline(always)]
    pub const fn new(one: u8, other: u8) -> Self {
        let (high, low) = if one < other { (other, one) } else { (one, other) };
        assert!(high <= Self::SIX, "a number is 0 to 6");
        Self(high * (high + 1) / 2 + low)
    }
    /// The higher number; of a double, its number.
    #[inline(always)]
    pub const fn high(self) -> u8 {
        NUMBERS[self.0 as usize].0
    }
    /// The lower number; of a double, its number.
    #[inline(always)]
    pub const fn low(self) -> u8 {
        NUMBERS[self.0 as usize].1
    }
    /// Whether both numbers are the same.
    #[inline(always)]
    pub const fn is_double(self) -> bool {
        self.high() == self.low()
    }
    /// Whether the number is on the tile.
    #[inline(always)]
    pub const fn has(self, number: u8) -> bool {
        self.high() == number || self.low() == number
    }
    /// The number beside `number`; of a double, the same number. `None` if `number` is not on the tile.
    ///
    /// ```
    /// use parlour_sdk::Tile;
    /// assert_eq!(Tile::new(6, 2).other(2), Some(6));
    /// assert_eq!(Tile::new(6, 2).other(3), None);
    /// ```
    pub const fn other(self, number: u8) -> Option<u8> {
        if self.high() == number {
            Some(self.low())
        } else if self.low() == number {
            Some(self.high())
        } else {
            None
        }
    }
    /// The 28 tiles, from `00` to `66`.
    pub fn pack() -> impl Iterator<Item = Self> {
        (0..TILES as u8).map(Self)
    }
    /// The seven tiles with a number.
    ///
    /// ```
    /// use parlour_sdk::Tile;
    /// assert_eq!(Tile::with(2).to_string(), "20 21 22 32 42 52 62");
    /// ```
    pub fn with(number: u8) -> Hand<Self> {
        Self::pack().filter(|tile| tile.has(number)).collect()
    }
    /// The seven doubles.
    pub fn doubles() -> Hand<Self> {
        Self::pack().filter(|tile| tile.is_double()).collect()
    }
}

impl Piece for Tile {
    const KIND: PieceKind = PieceKind::Dominoes;
    type Bits = u32;
    #[inline(always)]
    fn code(self) -> u8 {
        self.0
    }
    #[inline(always)]
    fn from_code(code: u8) -> Option<Self> {
        (code < TILES as u8).then_some(Self(code))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high(), self.low())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Tile {
    type Err = ParsePieceError;
    /// Reads a face with its numbers in either order.
    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        match text.as_bytes() {
            &[one @ b'0'..=b'6', other @ b'0'..=b'6'] => Ok(Self::new(one - b'0', other - b'0')),
            _ => Err(ParsePieceError::new(text, "domino (such as 63 or 00)")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn faces_and_codes_round_trip() {
        let faces: BTreeSet<String> = Tile::pack().map(|tile| tile.to_string()).collect();
        assert_eq!(faces.len(), TILES);
        assert_eq!((0..=255).filter(|&code| Tile::from_code(code).is_some()).count(), TILES);
        for tile in Tile::pack() {
            assert_eq!(Tile::from_code(tile.code()), Some(tile));
            assert_eq!(tile.to_string().parse(), Ok(tile));
            assert_eq!(tile.code(), tile.high() * (tile.high() + 1) / 2 + tile.low());
            assert_eq!(Tile::new(tile.low(), tile.high()), tile);
        }
    }

    #[test]
    fn either_order_is_the_same_tile() {
        assert_eq!("25".parse::<Tile>(), "52".parse::<Tile>());
        assert_eq!("25".parse::<Tile>().map(|tile| tile.to_string()), Ok("52".to_owned()));
    }

    #[test]
    fn every_number_is_on_seven_tiles() {
        assert_eq!(Tile::doubles().to_string(), "00 11 22 33 44 55 66");
        for number in 0..=Tile::SIX {
            assert_eq!(Tile::with(number).len(), 7);
            assert!(Tile::with(number).all(|tile| tile.other(number).is_some()));
        }
    }

    #[test]
    fn what_is_no_tile_says_so() {
        for text in ["", "6", "67", "77", "630", "6-3", "٣٣", "a0"] {
            let error = text.parse::<Tile>().unwrap_err().to_string();
            assert_eq!(error, format!("`{text}` is no domino (such as 63 or 00)"));
        }
    }
}
