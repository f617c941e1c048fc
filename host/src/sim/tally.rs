//! Tallies: what was counted, in whole numbers, so that parts add up exactly in any order.

use serde::{Deserialize, Serialize};

/// Games won, in 840ths: a win shared by up to eight is still a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wins(pub u64);

impl Wins {
    /// No win.
    pub const NONE: Self = Self(0);
    /// A win by one alone.
    const WHOLE: u64 = 840;

    /// The share of one of `winners`, from 1 to 8.
    pub fn shared_by(winners: u64) -> Self {
        Self(Self::WHOLE / winners.max(1))
    }
    /// As a number of games.
    pub fn games(self) -> f64 {
        self.0 as f64 / Self::WHOLE as f64
    }
}

/// The counts of one bot, or one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Places held: a bot that plays for two sides of a game counts it twice.
    pub games: u64,
    /// Games won.
    pub wins: Wins,
    /// The sum of the final totals.
    pub points: i64,
}

impl Count {
    /// Adds another count.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.wins.0 += other.wins.0;
        self.points += other.points;
    }
}

/// What came of a number of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games played to their end.
    pub games: u64,
    /// Games that ended in a failure.
    pub failed: u64,
    /// The failure of the first such game, by number.
    pub first_failure: Option<(u64, String)>,
    /// Rounds of the games played to their end.
    pub rounds: u64,
    /// Actions of the games played to their end.
    pub actions: u64,
    /// By place in the study's list of bots.
    pub bots: Vec<Count>,
    /// By side.
    pub sides: Vec<Count>,
}

impl Tally {
    /// Nothing counted, for so many bots and sides.
    pub fn new(bots: usize, sides: usize) -> Self {
        let none = |len| vec![Count::default(); len];
        Self { games: 0, failed: 0, first_failure: None, rounds: 0, actions: 0, bots: none(bots), sides: none(sides) }
    }
    /// Counts a game played to its end.
    pub fn count(&mut self, rounds: u64, actions: u64) {
        self.games += 1;
        self.rounds += rounds;
        self.actions += actions;
    }
    /// Counts what a side got in a game, and its bot.
    pub fn place(&mut self, bot: usize, side: usize, wins: Wins, points: i32) {
        let count = Count { games: 1, wins, points: i64::from(points) };
        self.bots[bot].add(&count);
        self.sides[side].add(&count);
    }
    /// Counts a game that failed.
    pub fn fail(&mut self, game: u64, reason: String) {
        self.failed += 1;
        if self.first_failure.as_ref().is_none_or(|(first, _)| game < *first) {
            self.first_failure = Some((game, reason));
        }
    }
    /// Adds another tally of the same study.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.failed += other.failed;
        self.rounds += other.rounds;
        self.actions += other.actions;
        let counts = self.bots.iter_mut().chain(&mut self.sides).zip(other.bots.iter().chain(&other.sides));
        counts.for_each(|(count, other)| count.add(other));
        let failures = self.first_failure.take().into_iter().chain(other.first_failure.clone());
        self.first_failure = failures.min_by_key(|(game, _)| *game);
    }
}
