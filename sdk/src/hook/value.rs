//! Values on their way to and from hooks: what they are called in Lua, and their codes.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::NIL;
use crate::card::{ItalianSuit, Suit};
use crate::piece::{Piece, PieceKind};
use crate::seat::Seat;

/// What a value on its way to or from a hook is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookType {
    /// The name of its type in Lua: `integer`, `boolean`, `Card`.
    pub lua: String,
    /// How its code is read.
    pub kind: HookKind,
    /// Whether it may be `nil`.
    #[serde(default)]
    pub optional: bool,
    /// The least and the greatest, of a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
    /// The fields that its structure has in Lua: name, type, a few words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<(String, String, String)>,
}

/// How a code is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookKind {
    /// The code is the number.
    Int,
    /// The code is 0 or 1.
    Flag,
    /// The code names something that the game describes; it is the same Lua value each time.
    Face,
    /// A structure as JSON, made afresh.
    Structure,
    /// A kind from a later SDK.
    #[serde(other)]
    Other,
}

impl HookType {
    /// The type without fields, range or `nil`.
    pub fn plain(lua: &str, kind: HookKind) -> Self {
        Self { lua: lua.to_owned(), kind, optional: false, range: None, fields: Vec::new() }
    }
    /// The type with these fields: name, Lua type, a few words.
    #[must_use]
    pub fn with_fields(mut self, fields: &[(&str, &str, &str)]) -> Self {
        let owned = |&(name, lua, about): &(&str, &str, &str)| (name.to_owned(), lua.to_owned(), about.to_owned());
        self.fields = fields.iter().map(owned).collect();
        self
    }
    /// The type with a range for results.
    #[must_use]
    pub fn within(mut self, min: i64, max: i64) -> Self {
        self.range = Some((min, max));
        self
    }
}

/// A value that hooks are given or give: it has a code, and a description for Lua where the code alone does not do.
pub trait HookValue: Copy {
    /// What it is.
    fn declared() -> HookType;
    /// Its code; [`NIL`] stands for `nil` alone.
    fn to_code(self) -> i64;
    /// The value of a code.
    fn from_code(code: i64) -> Option<Self>;
    /// What Lua sees for a code of kind [`HookKind::Face`]: a text, a number or a structure, in which a piece stands
    /// as [`face`] writes it. Pieces themselves are described by the SDK.
    fn describe(code: i64) -> Option<Json> {
        let _ = code;
        None
    }
}

macro_rules! whole {
    ($($int:ty)*) => {$(
        impl HookValue for $int {
            fn declared() -> HookType {
                HookType::plain("integer", HookKind::Int).within(i64::from(<$int>::MIN), i64::from(<$int>::MAX))
            }
            #[inline(always)]
            fn to_code(self) -> i64 {
                i64::from(self)
            }
            fn from_code(code: i64) -> Option<Self> {
                code.try_into().ok()
            }
        }
    )*};
}
whole!(u8 u16 i16 i32 u32);

impl HookValue for bool {
    fn declared() -> HookType {
        HookType::plain("boolean", HookKind::Flag)
    }
    #[inline(always)]
    fn to_code(self) -> i64 {
        i64::from(self)
    }
    fn from_code(code: i64) -> Option<Self> {
        matches!(code, 0 | 1).then_some(code == 1)
    }
}

impl HookValue for Seat {
    /// Seats count from 1 in Lua.
    fn declared() -> HookType {
        HookType::plain("integer", HookKind::Int).within(1, crate::MAX_SEATS as i64)
    }
    #[inline(always)]
    fn to_code(self) -> i64 {
        i64::from(self.0) + 1
    }
    fn from_code(code: i64) -> Option<Self> {
        let seat = u8::try_from(code - 1).ok()?;
        (usize::from(seat) < crate::MAX_SEATS).then_some(Self(seat))
    }
}

impl<T: HookValue> HookValue for Option<T> {
    fn declared() -> HookType {
        HookType { optional: true, ..T::declared() }
    }
    #[inline(always)]
    fn to_code(self) -> i64 {
        self.map_or(NIL, T::to_code)
    }
    fn from_code(code: i64) -> Option<Self> {
        if code == NIL { Some(None) } else { T::from_code(code).map(Some) }
    }
    fn describe(code: i64) -> Option<Json> {
        T::describe(code)
    }
}

impl<P: Piece> HookValue for P {
    fn declared() -> HookType {
        match P::KIND {
            PieceKind::French => HookType::plain("Card", HookKind::Face).with_fields(&[
                ("face", "string", "as it is written: `KH`, `*` for a joker"),
                ("rank", "string", "`A`, `2` to `9`, `T`, `J`, `Q`, `K`"),
                ("suit", "string", "`S`, `H`, `D` or `C`"),
                ("order", "integer", "its place in the game's rank order, higher is higher"),
                ("color", "string", "`red` or `black`"),
                ("joker", "boolean?", "true for a joker"),
            ]),
            PieceKind::Italian => HookType::plain("Card", HookKind::Face).with_fields(&[
                ("face", "string", "as it is written: `KD`"),
                ("rank", "string", "`A`, `K`, `H`, `J`, `7` to `2`"),
                ("suit", "string", "`D`, `S`, `C` or `B`"),
                ("order", "integer", "its place in the game's rank order, higher is higher"),
            ]),
            PieceKind::Dominoes => HookType::plain("Tile", HookKind::Face).with_fields(&[
                ("face", "string", "as it is written: `63`"),
                ("high", "integer", "the higher number of pips"),
                ("low", "integer", "the lower number of pips"),
                ("double", "boolean", "whether both are the same"),
            ]),
        }
    }
    #[inline(always)]
    fn to_code(self) -> i64 {
        i64::from(self.code())
    }
    fn from_code(code: i64) -> Option<Self> {
        P::from_code(u8::try_from(code).ok()?)
    }
}

/// What Lua sees of a piece, `order` being its place in the game's rank order.
pub fn describe_piece<P: Piece>(piece: P, order: i32) -> Json {
    let face = piece.to_string();
    let letters: Vec<String> = face.chars().map(String::from).collect();
    match (P::KIND, letters.as_slice()) {
        (PieceKind::Dominoes, [high, low]) => json!({
            "face": face, "double": high == low,
            "high": high.parse::<u8>().unwrap_or_default(), "low": low.parse::<u8>().unwrap_or_default(),
        }),
        (PieceKind::French, [rank, suit]) => json!({
            "face": face, "rank": rank, "suit": suit, "order": order,
            "color": if suit == "H" || suit == "D" { "red" } else { "black" },
        }),
        (_, [rank, suit]) => json!({ "face": face, "rank": rank, "suit": suit, "order": order }),
        _ => json!({ "face": face, "joker": true, "order": order }),
    }
}

macro_rules! suit_values {
    ($($name:ty)*) => {$(
        impl HookValue for $name {
            fn declared() -> HookType {
                HookType::plain("Suit", HookKind::Face)
            }
            #[inline(always)]
            fn to_code(self) -> i64 {
                self as i64
            }
            fn from_code(code: i64) -> Option<Self> {
                Self::from_index(usize::try_from(code).ok()?)
            }
            fn describe(code: i64) -> Option<Json> {
                <Self as HookValue>::from_code(code).map(|suit| json!(suit.to_string()))
            }
        }
    )*};
}
suit_values!(Suit ItalianSuit);

/// Up to seven pieces in the order given, as one hook value: a list in Lua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few<P>(i64, std::marker::PhantomData<P>);

impl<P: Piece> Few<P> {
    /// These pieces; what comes after the seventh is left out.
    pub fn new(pieces: impl IntoIterator<Item = P>) -> Self {
        let pack = |list: i64, (place, piece): (usize, P)| list | (i64::from(piece.code()) + 1) << (8 * place);
        Self(pieces.into_iter().take(7).enumerate().fold(0, pack), std::marker::PhantomData)
    }
    /// The pieces.
    pub fn iter(self) -> impl Iterator<Item = P> {
        (0..7).filter_map(move |place| P::from_code((self.0 >> (8 * place) & 255).checked_sub(1)? as u8))
    }
}

impl<P: Piece> HookValue for Few<P> {
    fn declared() -> HookType {
        HookType::plain(&format!("{}[]", P::declared().lua), HookKind::Face)
    }
    fn to_code(self) -> i64 {
        self.0
    }
    fn from_code(code: i64) -> Option<Self> {
        Some(Self(code, std::marker::PhantomData))
    }
    fn describe(code: i64) -> Option<Json> {
        Some(Self(code, std::marker::PhantomData).iter().map(face).collect())
    }
}

/// A piece inside a structure for a hook: the host puts the piece's one Lua value in its place.
pub fn face<P: Piece>(piece: P) -> Json {
    json!({ "$": [P::declared().lua, piece.code()] })
}
