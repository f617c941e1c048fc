//! Bots: players that are programs.
//!
//! A bot is given what its seat knows and the legal actions, and nothing else.

pub mod search;
mod tree;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use parlour_sdk::{Draw, Rng, Seat};

use crate::plugin::{Knowledge, Session, SessionError};
pub use search::{Advice, Budget, Search};

/// Which bot sits in a seat, as it is written in records and on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotSpec {
    /// `random`: each legal action is as likely.
    Random,
    /// `search:2000`, `search:200ms`: a search with this budget.
    Search(Budget),
}

/// The levels that people choose from: a word, and what it stands for.
pub const LEVELS: [(&str, BotSpec); 3] = [
    ("easy", BotSpec::Search(Budget::Simulations(30))),
    ("normal", BotSpec::Search(Budget::Simulations(400))),
    ("hard", BotSpec::Search(Budget::Simulations(4000))),
];

/// The most that a budget may be: simulations, or milliseconds.
const MOST: u32 = 10_000_000;

/// A text that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownBot {
    /// The word is none of a bot.
    #[error("`{0}` is no bot: expected random, easy, normal, hard, search:2000 (simulations) or search:200ms (time)")]
    Name(String),
    /// The budget is no number, or out of range.
    #[error("`{0}`: expected a budget from 1 to {MOST}, as in search:2000 or search:200ms")]
    Budget(String),
}

impl BotSpec {
    /// Whether the bot makes the same move every time: no budget in time.
    pub fn is_reproducible(self) -> bool {
        !matches!(self, Self::Search(Budget::Time(_)))
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Search(Budget::Simulations(count)) => write!(f, "search:{count}"),
            Self::Search(Budget::Time(time)) => write!(f, "search:{}ms", time.as_millis()),
        }
    }
}

impl FromStr for BotSpec {
    type Err = UnknownBot;
    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        if text == "random" {
            return Ok(Self::Random);
        }
        if let Some((_, spec)) = LEVELS.iter().find(|(level, _)| *level == text) {
            return Ok(*spec);
        }
        let budget = text.strip_prefix("search:").ok_or_else(|| UnknownBot::Name(text.to_owned()))?;
        let number = |digits: &str| {
            let number: Option<u32> = digits.parse().ok();
            let number = number.filter(|number| (1..=MOST).contains(number));
            number.ok_or_else(|| UnknownBot::Budget(text.to_owned()))
        };
        Ok(Self::Search(match budget.strip_suffix("ms") {
            Some(digits) => Budget::Time(Duration::from_millis(u64::from(number(digits)?))),
            None => Budget::Simulations(number(budget)?),
        }))
    }
}

/// The bots of a table, with what they keep from decision to decision.
#[derive(Default)]
pub struct Bots {
    search: Search,
}

impl Bots {
    /// The action that a bot chooses in `seat`, among the `legal` ones. `know` gives what the seat knows; it is called
    /// only by bots that think. `None` if there is no legal action.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn choose(
        &mut self,
        bot: BotSpec,
        session: &Session,
        seat: Seat,
        know: impl FnOnce() -> Result<Knowledge, SessionError>,
        legal: &[u64],
        seed: u64,
    ) -> Result<Option<u64>, SessionError> {
        match bot {
            BotSpec::Random => Ok(random(legal, seed)),
            BotSpec::Search(_) if legal.len() < 2 => Ok(legal.first().copied()),
            BotSpec::Search(budget) => {
                let advice = self.search.advise(session, (seat, &know()?), legal, budget, seed)?;
                Ok(advice.map(|advice| advice.code))
            }
        }
    }
}

/// The seed of a bot's decision: the same table, seat and moment give the same one.
pub fn decision_seed(table: u64, seat: Seat, actions: u64) -> u64 {
    let mix = |number: u64| Rng::new(number).wide();
    mix(mix(table ^ u64::from(seat.0) << 56) ^ actions)
}

/// One of the legal actions, each as likely.
fn random(legal: &[u64], seed: u64) -> Option<u64> {
    let count = u32::try_from(legal.len()).ok().filter(|&count| count > 0)?;
    legal.get(Rng::new(seed).below(count) as usize).copied()
}
