//! Reports: a study's result for people and for programs, and the sum of its parts.

use std::fmt;

use parlour_sdk::param::Values;
use serde::{Deserialize, Serialize};

use super::Study;
use super::range::Shard;
use super::tally::{Count, Tally, Wins};
use crate::journal::HouseLine;

/// The result of a study or of a part of it. All but `seconds` and `threads` is the same on every machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// The plugin's version.
    pub version: String,
    /// The seed of the first game of the whole study.
    pub seed: u64,
    /// Which part this is, `1/4`; null if it is the whole.
    pub shard: Option<String>,
    /// How many games the whole study has.
    pub study: u64,
    /// The seats at a table.
    pub seats: u8,
    /// All parameters.
    pub rules: Values,
    /// The house rules, in order.
    pub house: Vec<HouseLine>,
    /// Games played to their end.
    pub games: u64,
    /// Games that ended in a failure.
    pub failed: u64,
    /// The first failure, by the game's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<(u64, String)>,
    /// Rounds played.
    pub rounds: u64,
    /// Actions played.
    pub actions: u64,
    /// How long it took.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// By bot, in the order they were named.
    pub bots: Vec<BotReport>,
    /// By side (by seat, where each is a side).
    pub sides: Vec<BotReport>,
}

/// What a bot, or a side, came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotReport {
    /// The bot; of a side its number from 1.
    pub bot: String,
    /// Places held in games.
    pub games: u64,
    /// Games won, a shared win as its fraction.
    pub wins: f64,
    /// The same in 840ths, exactly.
    pub wins_840: Wins,
    /// Wins a place.
    pub share: f64,
    /// The 95 % interval of the share, by Wilson.
    pub ci95: (f64, f64),
    /// The sum of the final totals.
    pub points_sum: i64,
    /// Their mean.
    pub mean_points: f64,
}

/// Why reports are not parts of one study.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// Nothing to add up.
    #[error("nothing to merge: expected files written by `parlour sim --json`")]
    Nothing,
    /// Of another study.
    #[error("{file}: {field} is {found}, expected {expected} as in {first}: these are not parts of one study")]
    Other {
        /// The file that differs.
        file: String,
        /// In what.
        field: &'static str,
        /// What it has.
        found: String,
        /// What the first has.
        expected: String,
        /// The first file.
        first: String,
    },
    /// The same part twice.
    #[error("{file}: part {part} is there twice (also in {first})")]
    Twice {
        /// The second file.
        file: String,
        /// The part.
        part: String,
        /// The first file.
        first: String,
    },
    /// A part is missing.
    #[error("part {0} is missing")]
    Missing(Shard),
}

impl BotReport {
    fn new(bot: String, count: &Count) -> Self {
        let games = count.games as f64;
        let share = if count.games == 0 { 0.0 } else { count.wins.games() / games };
        Self {
            bot,
            games: count.games,
            wins: count.wins.games(),
            wins_840: count.wins,
            share,
            ci95: wilson(share, games),
            points_sum: count.points,
            mean_points: if count.games == 0 { 0.0 } else { count.points as f64 / games },
        }
    }
    fn count(&self) -> Count {
        Count { games: self.games, wins: self.wins_840, points: self.points_sum }
    }
}

/// The 95 % interval of a share of `games`.
pub fn wilson(share: f64, games: f64) -> (f64, f64) {
    if games == 0.0 {
        return (0.0, 1.0);
    }
    let z = 1.959_964;
    let middle = share + z * z / (2.0 * games);
    let half = z * ((share * (1.0 - share) + z * z / (4.0 * games)) / games).max(0.0).sqrt();
    let whole = 1.0 + z * z / games;
    (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
}

impl Report {
    /// The report of a tally.
    pub fn new(study: &Study, tally: &Tally, seconds: f64, threads: usize) -> Self {
        let mut bots: Vec<(String, Count)> = Vec::new();
        for (bot, count) in study.bots.iter().zip(&tally.bots) {
            let name = bot.to_string();
            match bots.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => known.add(count),
                None => bots.push((name, count.clone())),
            }
        }
        let sides = usize::from(study.description.sides.count(study.seats));
        let sides = tally.sides.iter().take(sides).enumerate();
        Self {
            game: study.description.id.clone(),
            version: study.description.version.clone(),
            seed: study.seed,
            shard: (study.shard != Shard::WHOLE).then(|| study.shard.to_string()),
            study: study.games,
            seats: study.seats,
            rules: study.rules.clone(),
            house: study.house.clone(),
            games: tally.games,
            failed: tally.failed,
            failure: tally.first_failure.clone(),
            rounds: tally.rounds,
            actions: tally.actions,
            seconds,
            threads,
            bots: bots.iter().map(|(name, count)| BotReport::new(name.clone(), count)).collect(),
            sides: sides.map(|(side, count)| BotReport::new((side + 1).to_string(), count)).collect(),
        }
    }
    /// Adds the parts of a study up; each comes with the name of its file.
    ///
    /// # Errors
    /// If they are not all the parts of one study, each once.
    pub fn merge(parts: Vec<(String, Self)>) -> Result<Self, MergeError> {
        let mut parts = parts.into_iter();
        let (first, mut sum) = parts.next().ok_or(MergeError::Nothing)?;
        let mut seen = vec![(shard_of(&sum), first.clone())];
        for (file, part) in parts {
            let differs = |field, found: String, expected: String| {
                if found == expected {
                    return Ok(());
                }
                Err(MergeError::Other { file: file.clone(), field, found, expected, first: first.clone() })
            };
            let names = |report: &Self| report.bots.iter().map(|bot| bot.bot.clone()).collect::<Vec<_>>().join(", ");
            differs("the game", part.game.clone(), sum.game.clone())?;
            differs("the version", part.version.clone(), sum.version.clone())?;
            differs("the seed", part.seed.to_string(), sum.seed.to_string())?;
            differs("the number of games of the study", part.study.to_string(), sum.study.to_string())?;
            differs("the number of seats", part.seats.to_string(), sum.seats.to_string())?;
            differs("the set of rules", format!("{:?}", part.rules), format!("{:?}", sum.rules))?;
            differs("the list of house rules", format!("{:?}", part.house), format!("{:?}", sum.house))?;
            differs("the list of bots", names(&part), names(&sum))?;
            let shard = shard_of(&part);
            differs("the number of parts", shard.of.to_string(), seen[0].0.of.to_string())?;
            if let Some((_, first)) = seen.iter().find(|(known, _)| *known == shard) {
                return Err(MergeError::Twice { file, part: shard.to_string(), first: first.clone() });
            }
            seen.push((shard, file));
            sum.add(&part);
        }
        let of = seen[0].0.of;
        let missing = (1..=of).map(|part| Shard { part, of }).find(|shard| !seen.iter().any(|(seen, _)| seen == shard));
        if let Some(shard) = missing {
            return Err(MergeError::Missing(shard));
        }
        sum.shard = None;
        Ok(sum)
    }
    fn add(&mut self, part: &Self) {
        self.games += part.games;
        self.failed += part.failed;
        self.rounds += part.rounds;
        self.actions += part.actions;
        self.seconds += part.seconds;
        self.threads = self.threads.max(part.threads);
        let failures = self.failure.take().into_iter().chain(part.failure.clone());
        self.failure = failures.min_by_key(|(game, _)| *game);
        let counts = self.bots.iter_mut().chain(&mut self.sides).zip(part.bots.iter().chain(&part.sides));
        for (report, part) in counts {
            let mut count = report.count();
            count.add(&part.count());
            *report = BotReport::new(std::mem::take(&mut report.bot), &count);
        }
    }
}

fn shard_of(report: &Report) -> Shard {
    report.shard.as_deref().and_then(|text| text.parse().ok()).unwrap_or(Shard::WHOLE)
}

impl fmt::Display for Report {
    /// A table for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} {}, {} seats, {} games from seed {}",
            self.game, self.version, self.seats, self.games, self.seed
        )?;
        if !self.house.is_empty() {
            let names: Vec<&str> = self.house.iter().map(|rule| rule.name.as_str()).collect();
            writeln!(f, "house rules: {}", names.join(", "))?;
        }
        let row = |f: &mut fmt::Formatter<'_>, what: &str, report: &BotReport| {
            let BotReport { bot, games, wins, share, ci95: (low, high), mean_points, .. } = report;
            let percent = |part: f64| part * 100.0;
            writeln!(
                f,
                "{:<16} {games:>8} {wins:>11.2} {:>6.1} % [{:>5.1}, {:>5.1}] {mean_points:>10.2}",
                format!("{what}{bot}"),
                percent(*share),
                percent(*low),
                percent(*high)
            )
        };
        writeln!(f, "{:<16} {:>8} {:>11} {:>8} {:>14} {:>10}", "", "games", "wins", "share", "95 %", "points")?;
        self.bots.iter().try_for_each(|report| row(f, "", report))?;
        let what = if self.sides.len() == usize::from(self.seats) { "seat " } else { "side " };
        self.sides.iter().try_for_each(|report| row(f, what, report))?;
        let games = (self.games.max(1)) as f64;
        let rate = if self.seconds > 0.0 { self.actions as f64 / self.seconds } else { 0.0 };
        let (rounds, actions) = (self.rounds as f64 / games, self.actions as f64 / games);
        writeln!(f, "{rounds:.2} rounds and {actions:.1} actions a game, {rate:.0} actions a second")?;
        if let Some((game, reason)) = &self.failure {
            writeln!(f, "{} games failed, first game {}: {reason}", self.failed, game + 1)?;
        }
        Ok(())
    }
}
