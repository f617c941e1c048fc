//! Parameters: a game's named values, declared once.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A flag.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// One of a list of words.
    Word(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Int(int) => write!(f, "{int}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// The values of a game's parameters by name.
pub type Values = BTreeMap<String, Value>;

/// What values a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Domain {
    /// `true` or `false`.
    Flag,
    /// A whole number from `min` to `max`.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<String>,
    },
}

impl Domain {
    /// The value that a text stands for.
    ///
    /// ```
    /// use parlour_sdk::param::{Domain, Value};
    /// let target = Domain::Int { min: 7, max: 500 };
    /// assert_eq!(target.parse("21"), Ok(Value::Int(21)));
    /// assert_eq!(target.parse("501"), Err("a whole number from 7 to 500".to_owned()));
    /// ```
    ///
    /// # Errors
    /// What was expected, in words.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let value = match self {
            Self::Flag => text.parse().ok().map(Value::Flag),
            Self::Int { .. } => text.parse().ok().map(Value::Int),
            Self::Choice { .. } => Some(Value::Word(text.to_owned())),
        };
        value.filter(|value| self.holds(value)).ok_or_else(|| self.expected())
    }
    /// Whether the value is one of these.
    pub fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Flag, Value::Flag(_)) => true,
            (Self::Int { min, max }, Value::Int(int)) => (min..=max).contains(&int),
            (Self::Choice { words }, Value::Word(word)) => words.contains(word),
            _ => false,
        }
    }
    /// What is expected, in words: `a whole number from 7 to 500`.
    pub fn expected(&self) -> String {
        match self {
            Self::Flag => "true or false".to_owned(),
            Self::Int { min, max } => format!("a whole number from {min} to {max}"),
            Self::Choice { words } => match words.as_slice() {
                [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                words => words.concat(),
            },
        }
    }
}

/// The declaration of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Param {
    /// Its name: `min_bid`.
    pub name: String,
    /// A sentence about it.
    pub about: String,
    /// What values it takes.
    #[serde(flatten)]
    pub domain: Domain,
    /// The value where nobody says otherwise.
    pub default: Value,
}

/// Why a table cannot be set up. Each message says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The game has no such parameter.
    #[error("{name}: no such parameter; this game has {known}")]
    Unknown {
        /// What was given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The value is not one that the parameter takes.
    #[error("{name} = {value}: expected {expected}")]
    Value {
        /// The parameter.
        name: String,
        /// What was given.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// The game is not played by so many.
    #[error("{given} seats: expected {expected}")]
    Seats {
        /// What was given.
        given: u64,
        /// What was expected.
        expected: String,
    },
    /// The set-up is no JSON of the right shape.
    #[error("the set-up cannot be read: {0}")]
    Shape(String),
}

/// A game's parameters: made by [`params!`](crate::params).
pub trait Params: Clone + Default + Send + 'static {
    /// The declarations, in order.
    fn declared() -> Vec<Param>;
    /// Sets one parameter.
    ///
    /// # Errors
    /// If there is no such parameter or it does not take the value.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), SetupError>;
    /// All values by name.
    fn values(&self) -> Values;
    /// The defaults with these values set.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    fn with(values: &Values) -> Result<Self, SetupError> {
        let mut params = Self::default();
        values.iter().try_for_each(|(name, value)| params.set(name, value))?;
        Ok(params)
    }
}

/// The type of a parameter: a whole number, a flag, or a choice made by [`choice!`](crate::choice).
pub trait ParamType: Copy + Send + 'static {
    /// What the bracket of the declaration holds: a range for numbers, nothing for the others.
    type Range;
    /// What values the parameter takes.
    fn domain(range: Self::Range) -> Domain;
    /// As a value.
    fn value(self) -> Value;
    /// From a value of the domain.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! whole {
    ($($int:ty)*) => {$(
        impl ParamType for $int {
            type Range = RangeInclusive<$int>;
            fn domain(range: Self::Range) -> Domain {
                Domain::Int { min: i64::from(*range.start()), max: i64::from(*range.end()) }
            }
            fn value(self) -> Value {
                Value::Int(i64::from(self))
            }
            fn from_value(value: &Value) -> Option<Self> {
                if let Value::Int(int) = value { (*int).try_into().ok() } else { None }
            }
        }
    )*};
}
whole!(u8 u16 i16 i32 u32);

impl ParamType for bool {
    type Range = ();
    fn domain((): ()) -> Domain {
        Domain::Flag
    }
    fn value(self) -> Value {
        Value::Flag(self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Flag(flag) = value { Some(*flag) } else { None }
    }
}

/// Declares a choice: an enum whose variants have words.
///
/// ```
/// parlour_sdk::choice! {
///     /// When nobody bids.
///     pub enum AllPass { NextDealer = "next_dealer", SameDealer = "same_dealer" }
/// }
/// use parlour_sdk::param::{Domain, ParamType};
/// assert_eq!(AllPass::domain(()).expected(), "next_dealer or same_dealer");
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $(#[doc = concat!("`", $word, "`")] $(#[$vdoc])* $variant),+ }
        impl $crate::param::ParamType for $name {
            type Range = ();
            fn domain((): ()) -> $crate::param::Domain {
                $crate::param::Domain::Choice { words: vec![$($word.to_owned()),+] }
            }
            fn value(self) -> $crate::param::Value {
                $crate::param::Value::Word(match self { $(Self::$variant => $word),+ }.to_owned())
            }
            fn from_value(value: &$crate::param::Value) -> Option<Self> {
                match value {
                    $($crate::param::Value::Word(word) if word == $word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

/// Declares a game's parameters: name, type, default, and for numbers the range. The doc comment of each is what
/// players read.
///
/// ```
/// use parlour_sdk::param::{Params as _, Value};
/// parlour_sdk::params! {
///     /// The parameters of the example.
///     pub struct Params {
///         /// Points that end the game.
///         target: i32 = 21, [7..=500];
///         /// Whether nobody trumps.
///         no_trump: bool = true;
///     }
/// }
/// let mut params = Params::default();
/// assert_eq!((params.target, params.no_trump), (21, true));
/// let error = params.set("target", &Value::Int(501)).unwrap_err();
/// assert_eq!(error.to_string(), "target = 501: expected a whole number from 7 to 500");
/// ```
#[macro_export]
macro_rules! params {
    ($(#[$doc:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $about:literal])+ $param:ident: $type:ty = $default:expr $(, [$range:expr])?;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name { $($(#[doc = $about])+ pub $param: $type),* }
        impl Default for $name {
            fn default() -> Self {
                Self { $($param: $default),* }
            }
        }
        impl $crate::param::Params for $name {
            fn declared() -> Vec<$crate::param::Param> {
                let default = Self::default();
                let _ = &default;
                vec![$($crate::param::Param {
                    name: stringify!($param).to_owned(),
                    about: concat!($($about),+).trim().to_owned(),
                    domain: <$type as $crate::param::ParamType>::domain(($($range)?)),
                    default: $crate::param::ParamType::value(default.$param),
                }),*]
            }
            fn set(
                &mut self,
                name: &str,
                value: &$crate::param::Value,
            ) -> Result<(), $crate::param::SetupError> {
                match name {
                    $(stringify!($param) => {
                        let domain = <$type as $crate::param::ParamType>::domain(($($range)?));
                        let read = <$type as $crate::param::ParamType>::from_value(value);
                        self.$param = read.filter(|_| domain.holds(value)).ok_or_else(|| {
                            $crate::param::SetupError::Value {
                                name: name.to_owned(),
                                value: value.to_string(),
                                expected: domain.expected(),
                            }
                        })?;
                        Ok(())
                    })*
                    _ => Err($crate::param::SetupError::Unknown {
                        name: name.to_owned(),
                        known: [$(stringify!($param)),*].join(", "),
                    }),
                }
            }
            fn values(&self) -> $crate::param::Values {
                [$((stringify!($param).to_owned(), $crate::param::ParamType::value(self.$param))),*]
                    .into_iter()
                    .collect()
            }
        }
    };
}
