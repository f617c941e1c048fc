//! Bots: players that are programs.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::{Draw, Rng};

/// Which bot sits in a seat, as it is written in records and on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotSpec {
    /// Each legal action is as likely.
    Random,
}

/// A text that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no bot: expected random")]
pub struct UnknownBot {
    /// What was given.
    pub text: String,
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
        }
    }
}

impl FromStr for BotSpec {
    type Err = UnknownBot;
    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        match text {
            "random" => Ok(Self::Random),
            _ => Err(UnknownBot { text: text.to_owned() }),
        }
    }
}

/// The seed of a bot's decision: the same table, seat and moment give the same one.
pub fn decision_seed(table: u64, seat: u8, actions: u64) -> u64 {
    let mix = |number: u64| Rng::new(number).wide();
    mix(mix(table ^ u64::from(seat) << 56) ^ actions)
}

/// One of the legal actions, each as likely.
pub fn random(legal: &[u64], seed: u64) -> Option<u64> {
    let count = u32::try_from(legal.len()).ok().filter(|&count| count > 0)?;
    legal.get(Rng::new(seed).below(count) as usize).copied()
}
