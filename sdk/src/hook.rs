//! Hooks: the points at which a game lets a house rule answer.
//!
//! A hook is declared once, with [`hooks!`](crate::hooks): its name, its typed parameters, its result and a sentence.
//! A call hands over plain values and gives a plain value; where no house rule answers, or the one that should has
//! failed, it gives `base`, the answer of the rules below. A hook declared `tabulated` depends on its arguments alone,
//! which are from small sets: the game asks it for every combination when it is made and plays with the answers.

use std::cell::Cell;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::card::{ItalianSuit, Suit};
use crate::piece::{Piece, PieceKind};
use crate::seat::Seat;

/// The code of `nil`: of an [`Option`] that is `None`.
pub const NIL: i64 = i64::MIN;

/// The hooks that every game has, applied by the SDK. Their numbers follow those of a game's own hooks, of which there
/// are at most 32.
pub mod generic {
    /// `legal(base, view)`: which of the legal actions stay.
    pub const LEGAL: u32 = 60;
    /// `redeal(base, deal)`: whether the deal is thrown in.
    pub const REDEAL: u32 = 61;
    /// `score_round(base, settlement)`: the points of a round.
    pub const SCORE_ROUND: u32 = 62;
    /// `game_over(base, standing)`: who has won, or `false`.
    pub const GAME_OVER: u32 = 63;
}

/// A value on its way to a hook: a code, or a structure as JSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arg<'a> {
    /// A [`HookValue`] as its code.
    Code(i64),
    /// A structure, or a list.
    Json(&'a str),
}

/// What a hook answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A [`HookValue`] as its code.
    Code(i64),
    /// A structure, or a list.
    Json(String),
}

type Ask = dyn Fn(u32, Arg<'_>, &[Arg<'_>]) -> Result<Answer, String>;

/// The house rules in force, as a game sees them: which hooks they answer, and a way to ask.
pub struct House {
    live: u64,
    ask: Box<Ask>,
    failure: Cell<Option<String>>,
}

impl House {
    /// No house rules: every hook gives its base.
    pub fn none() -> Rc<Self> {
        Self::answering(0, |_, _, _| Err("no house rule answers".to_owned()))
    }
    /// A house whose hooks with a bit in `live` are answered by `ask`, which is given the hook's number, the base and
    /// the arguments. An `Err` is a failure of the house rule, with its message.
    pub fn answering(
        live: u64,
        ask: impl Fn(u32, Arg<'_>, &[Arg<'_>]) -> Result<Answer, String> + 'static,
    ) -> Rc<Self> {
        Rc::new(Self { live, ask: Box::new(ask), failure: Cell::new(None) })
    }
    /// Whether a house rule answers the hook.
    #[inline(always)]
    pub fn has(&self, hook: u32) -> bool {
        self.live >> hook & 1 != 0
    }
    /// Whether any hook is answered.
    #[inline(always)]
    pub fn is_live(&self) -> bool {
        self.live != 0
    }
    /// Asks a hook with values. Without an answer in its place, or where that is no `T`, this is `base`.
    pub fn value<T: HookValue>(&self, hook: u32, base: T, args: &[Arg<'_>]) -> T {
        if !self.has(hook) {
            return base;
        }
        match (self.ask)(hook, Arg::Code(base.to_code()), args) {
            Ok(Answer::Code(code)) => T::from_code(code).unwrap_or_else(|| {
                self.fail(format!("the hook answered {code}, which is no {}", T::declared().lua));
                base
            }),
            Ok(Answer::Json(json)) => {
                self.fail(format!("the hook answered {json}, expected {}", T::declared().lua));
                base
            }
            Err(message) => {
                self.fail(message);
                base
            }
        }
    }
    /// Asks a hook with structures. `None` if there is no answer: then the base stands.
    pub fn structure(&self, hook: u32, base: &Json, arg: &Json) -> Option<Json> {
        if !self.has(hook) {
            return None;
        }
        let (base, arg) = (base.to_string(), arg.to_string());
        let answer = (self.ask)(hook, Arg::Json(&base), &[Arg::Json(&arg)]);
        let json = answer.and_then(|answer| match answer {
            Answer::Json(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
            Answer::Code(code) => Err(format!("the hook answered {code}, expected a structure")),
        });
        json.map_err(|message| self.fail(message)).ok()
    }
    /// Marks the house as failed. The first failure is kept.
    pub fn fail(&self, message: String) {
        let first = self.failure.take();
        self.failure.set(first.or(Some(message)));
    }
    /// Takes the failure, if there was one since the last time.
    pub fn take_failure(&self) -> Option<String> {
        self.failure.take()
    }
}

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

/// A declared parameter of a hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookParam {
    /// Its name.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub hook_type: HookType,
}

/// The declaration of a hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// Its number: the bit in the set of live hooks.
    pub number: u32,
    /// A sentence about it.
    pub about: String,
    /// Its parameters, after `base`.
    pub params: Vec<HookParam>,
    /// What it gives; `base` is the same.
    pub result: HookType,
    /// Whether it is asked for all arguments when the game is made.
    #[serde(default)]
    pub tabulated: bool,
}

/// A game's hooks: made by [`hooks!`](crate::hooks).
pub trait Hooks: 'static {
    /// The hooks asked of this house.
    fn new(house: Rc<House>) -> Self;
    /// The house.
    fn house(&self) -> &House;
    /// The declarations, in the order of their numbers.
    fn declared() -> Vec<Hook>;
    /// What Lua sees for a code of the type called `lua`, if one of the hooks has it.
    fn describe(lua: &str, code: i64) -> Option<Json>;
}

/// Declares a game's hooks. Each becomes a method that takes `base` and then the parameters.
///
/// ```
/// use parlour_sdk::{Card, Seat, hook::{Answer, Arg, Hooks as _, House}};
/// parlour_sdk::hooks! {
///     /// The hooks of the example.
///     pub struct Hooks {
///         /// What a card counts.
///         tabulated card_points(card: Card) -> i32, [0..=100];
///         /// Whether the seat may knock.
///         may_knock(seat: Seat, deadwood: i32) -> bool;
///     }
/// }
/// let hooks = Hooks::new(House::none());
/// assert_eq!(hooks.card_points(10, Card::JOKER), 10);
/// let strict = House::answering(0b10, |_, _, args| Ok(Answer::Code((args[1] == Arg::Code(0)) as i64)));
/// assert!(!Hooks::new(strict).may_knock(true, Seat(0), 7));
/// ```
#[macro_export]
macro_rules! hooks {
    (@tabulated tabulated) => { true };
    (@tabulated) => { false };
    (@within $type:ty, $range:expr) => {
        <$type as $crate::hook::HookValue>::declared()
            .within(i64::from(*$range.start()), i64::from(*$range.end()))
    };
    (@within $type:ty) => { <$type as $crate::hook::HookValue>::declared() };
    ($(#[$doc:meta])* $vis:vis struct $name:ident { $($body:tt)* }) => {
        $crate::hooks!(@parse [$(#[$doc])* $vis struct $name] [] $($body)*);
    };
    (@parse [$($head:tt)*] [$($done:tt)*]
        $(#[doc = $about:literal])+ tabulated $hook:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $(, [$range:expr])?; $($rest:tt)*) => {
        $crate::hooks!(@parse [$($head)*]
            [$($done)* { [$($about)+] [tabulated] $hook [$($arg: $type),*] $result [$($range)?] }] $($rest)*);
    };
    (@parse [$($head:tt)*] [$($done:tt)*]
        $(#[doc = $about:literal])+ $hook:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $(, [$range:expr])?; $($rest:tt)*) => {
        $crate::hooks!(@parse [$($head)*]
            [$($done)* { [$($about)+] [] $hook [$($arg: $type),*] $result [$($range)?] }] $($rest)*);
    };
    (@parse [$(#[$doc:meta])* $vis:vis struct $name:ident]
        [$({ [$($about:literal)+] [$($tab:ident)?] $hook:ident [$($arg:ident: $type:ty),*] $result:ty [$($range:expr)?] })*]) => {
        $(#[$doc])*
        $vis struct $name(std::rc::Rc<$crate::hook::House>);
        const _: () = {
            #[allow(non_camel_case_types, dead_code)]
            enum Number { $($hook),* }
            impl $name {
                $(
                    $(#[doc = $about])+
                    #[inline]
                    pub fn $hook(&self, base: $result, $($arg: $type),*) -> $result {
                        self.0.value(
                            Number::$hook as u32,
                            base,
                            &[$($crate::hook::Arg::Code($crate::hook::HookValue::to_code($arg))),*],
                        )
                    }
                )*
            }
        };
        impl $crate::hook::Hooks for $name {
            fn new(house: std::rc::Rc<$crate::hook::House>) -> Self {
                Self(house)
            }
            fn house(&self) -> &$crate::hook::House {
                &self.0
            }
            fn declared() -> Vec<$crate::hook::Hook> {
                #[allow(unused_mut)]
                let mut hooks: Vec<$crate::hook::Hook> = vec![$($crate::hook::Hook {
                    name: stringify!($hook).to_owned(),
                    number: 0,
                    about: concat!($($about),+).trim().to_owned(),
                    params: vec![$($crate::hook::HookParam {
                        name: stringify!($arg).to_owned(),
                        hook_type: <$type as $crate::hook::HookValue>::declared(),
                    }),*],
                    result: $crate::hooks!(@within $result $(, $range)?),
                    tabulated: $crate::hooks!(@tabulated $($tab)?),
                }),*];
                for (number, hook) in hooks.iter_mut().enumerate() {
                    hook.number = number as u32;
                }
                hooks
            }
            fn describe(lua: &str, code: i64) -> Option<$crate::serde_json::Value> {
                let _ = (lua, code);
                $($(
                    if <$type as $crate::hook::HookValue>::declared().lua == lua {
                        return <$type as $crate::hook::HookValue>::describe(code);
                    }
                )*)*
                None
            }
        }
    };
}
