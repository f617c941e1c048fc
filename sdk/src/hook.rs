//! Hooks: the points at which a game lets a house rule answer.
//!
//! A hook is declared once, with [`hooks!`](crate::hooks): its name, its typed parameters, its result and a sentence.
//! A call hands over plain values and gives a plain value; where no house rule answers, or the one that should has
//! failed, it gives `base`, the answer of the rules below. A hook declared `tabulated` depends on its arguments alone,
//! which are from small sets: the game asks it for every combination when it is made and plays with the answers.

mod value;

use std::cell::Cell;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use value::{Few, HookKind, HookType, HookValue, describe_piece, face};

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
