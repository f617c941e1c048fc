//! The hooks, and the values that they are given.

use parlour_sdk::hook::{HookKind, HookType, HookValue};
use parlour_sdk::serde_json::{Value as Json, json};
use parlour_sdk::{Hand, Tile};

parlour_sdk::hooks! {
    /// The hooks of Four-Player Moon.
    pub struct MoonHooks {
        /// The order inside a suit, asked for each tile of the suit: higher beats lower. 70 for the double, else ten times the other number; among doubles ten times the number.
        tabulated tile_rank(tile: Tile, suit: Suit, trump: Trump) -> i32, [-1_000_000..=1_000_000];
        /// Whether a tile follows the one that was led (nil: it leads). A seat that has such tiles must play one of them.
        tabulated may_play(tile: Tile, led: Option<Tile>, trump: Trump) -> bool;
    }
}

/// What is trumps: a number, the doubles, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trump(u8);

impl Trump {
    /// How many there are to choose from.
    pub const COUNT: usize = 9;
    /// The seven doubles.
    pub const DOUBLES: Self = Self(7);
    /// No trumps.
    pub const NONE: Self = Self(8);

    /// The trumps of an index: 0 to 6 the numbers, then doubles, then none.
    pub fn from_index(index: u8) -> Option<Self> {
        (usize::from(index) < Self::COUNT).then_some(Self(index))
    }
    /// The index.
    pub const fn index(self) -> u8 {
        self.0
    }
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }
    /// The suit that is trumps; none without trumps.
    pub fn suit(self) -> Option<Suit> {
        (self != Self::NONE).then_some(Suit(self.0))
    }
    /// Which tiles are trumps.
    pub fn tiles(self) -> Hand<Tile> {
        match self {
            Self::NONE => Hand::empty(),
            Self::DOUBLES => Tile::doubles(),
            Self(number) => Tile::with(number),
        }
    }
}

impl std::fmt::Display for Trump {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::DOUBLES => f.write_str("doubles"),
            Self::NONE => f.write_str("none"),
            Self(number) => write!(f, "{number}"),
        }
    }
}

/// A suit: a number, or the doubles where they are trumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suit(u8);

impl Suit {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// The doubles.
    pub const DOUBLES: Self = Self(7);

    /// The index: the number, or 7 for the doubles.
    pub const fn index(self) -> u8 {
        self.0
    }
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }
    /// The suit that a tile leads (R3: a double leads its own, or trumps).
    pub fn led(tile: Tile, trump: Trump) -> Self {
        match trump.suit() {
            Some(suit) if trump.tiles().has(tile) => suit,
            _ => Self(tile.high()),
        }
    }
    /// The tiles of the suit; trumps belong to no other one.
    pub fn tiles(self, trump: Trump) -> Hand<Tile> {
        match self {
            suit if trump.suit() == Some(suit) => trump.tiles(),
            Self::DOUBLES => Hand::empty(),
            Self(number) => Tile::with(number) - trump.tiles(),
        }
    }
    /// The order inside the suit, before any house rule.
    pub fn rank(self, tile: Tile) -> i32 {
        match tile.other(self.0) {
            Some(_) if tile.is_double() => 70,
            Some(other) => 10 * i32::from(other),
            None => 10 * i32::from(tile.high()),
        }
    }
}

impl std::fmt::Display for Suit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == Self::DOUBLES { f.write_str("doubles") } else { write!(f, "{}", self.0) }
    }
}

impl HookValue for Trump {
    fn declared() -> HookType {
        HookType::plain("Trump", HookKind::Face)
    }
    fn to_code(self) -> i64 {
        i64::from(self.0)
    }
    fn from_code(code: i64) -> Option<Self> {
        Self::from_index(u8::try_from(code).ok()?)
    }
    fn describe(code: i64) -> Option<Json> {
        <Self as HookValue>::from_code(code).map(|trump| json!(trump.to_string()))
    }
}

impl HookValue for Suit {
    fn declared() -> HookType {
        HookType::plain("Suit", HookKind::Face)
    }
    fn to_code(self) -> i64 {
        i64::from(self.0)
    }
    fn from_code(code: i64) -> Option<Self> {
        let index = u8::try_from(code).ok()?;
        (usize::from(index) < Self::COUNT).then_some(Self(index))
    }
    fn describe(code: i64) -> Option<Json> {
        let suit = <Self as HookValue>::from_code(code)?;
        Some(if suit == Self::DOUBLES { json!("doubles") } else { json!(suit.0) })
    }
}
