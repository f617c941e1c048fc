//! Ranges of games: a study in parts that are played apart.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The part I of N of a study's games, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The part, from 1.
    pub part: u64,
    /// How many parts there are.
    pub of: u64,
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shard {0}: expected I/N with I from 1 to N, as in 1/4")]
pub struct RangeError(String);

impl Shard {
    /// All games.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// The games of this part, from 0: the parts follow each other, and their lengths differ by at most one.
    pub fn of(self, games: u64) -> Range<u64> {
        let edge = |part: u64| (u128::from(games) * u128::from(part) / u128::from(self.of)) as u64;
        edge(self.part - 1)..edge(self.part)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = RangeError;
    fn from_str(text: &str) -> Result<Self, RangeError> {
        let shard =
            text.split_once('/').and_then(|(part, of)| Some(Self { part: part.parse().ok()?, of: of.parse().ok()? }));
        shard.filter(|shard| (1..=shard.of).contains(&shard.part)).ok_or_else(|| RangeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_every_game_once() {
        for games in [0, 1, 7, 100, 1001] {
            for of in [1, 2, 3, 8] {
                let parts = (1..=of).flat_map(|part| Shard { part, of }.of(games));
                assert!(parts.eq(0..games), "{games} games in {of} parts");
            }
        }
    }

    #[test]
    fn what_is_no_part_says_so() {
        for text in ["0/4", "5/4", "1", "a/b", "1/0", "-1/2", ""] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert_eq!(error, format!("shard {text}: expected I/N with I from 1 to N, as in 1/4"));
        }
    }
}
