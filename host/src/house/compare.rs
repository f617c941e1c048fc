//! What house rules change: the same games without and with them, and how far apart they are.

use rayon::prelude::*;

use super::trial::{Outcome, Trial, TrialError};

/// A mean with the half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The true mean lies within this of it, 19 times in 20.
    pub spread: f64,
}

impl Mean {
    /// Of these numbers.
    pub fn of(numbers: &[f64]) -> Self {
        let count = numbers.len().max(1) as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let variance = squares / (count - 1.0).max(1.0);
        Self { mean, spread: 1.96 * (variance / count).sqrt() }
    }
}

/// One thing that was measured in the same games with and without the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What.
    pub name: String,
    /// Without the rules.
    pub base: Mean,
    /// With them.
    pub ruled: Mean,
    /// The difference, game by game.
    pub change: Mean,
}

impl Figure {
    /// Whether the difference is larger than chance makes it.
    pub fn is_real(&self) -> bool {
        self.change.mean.abs() > self.change.spread
    }
}

/// What rules change.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// How many of the games went another way at all.
    pub different: u64,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// Plays the same games without and with the rules.
///
/// # Errors
/// If a rule fails.
pub fn compare(base: &Trial, ruled: &Trial, seats: u8, seed: u64, games: u64) -> Result<Comparison, TrialError> {
    let play = |game: u64| {
        let seed = seed.wrapping_add(game);
        Ok((base.play(seats, seed)?, ruled.play(seats, seed)?))
    };
    let pairs: Vec<Result<_, TrialError>> = (0..games).into_par_iter().map(play).collect();
    let pairs = pairs.into_iter().collect::<Result<Vec<(Outcome, Outcome)>, _>>()?;
    let different = pairs.iter().filter(|(base, ruled)| base.digest != ruled.digest).count() as u64;
    let sides = base.plugin.description().sides.lists(seats);
    let mut figures = vec![
        figure("rounds a game", &pairs, |game| f64::from(game.rounds)),
        figure("actions a game", &pairs, |game| game.actions as f64),
        figure("actions a round", &pairs, |game| game.actions as f64 / f64::from(game.rounds.max(1))),
        figure("points a round and side, without sign", &pairs, |game| {
            game.points as f64 / f64::from(game.rounds.max(1)) / game.totals.len().max(1) as f64
        }),
        figure("highest total", &pairs, |game| f64::from(game.totals.iter().copied().max().unwrap_or_default())),
        figure("lowest total", &pairs, |game| f64::from(game.totals.iter().copied().min().unwrap_or_default())),
    ];
    for (place, side) in sides.iter().enumerate() {
        let names: Vec<String> = side.iter().map(|seat| (seat.0 + 1).to_string()).collect();
        let name = format!("wins of seat {}, %", names.join(" and "));
        let won = |game: &Outcome| game.winners.iter().any(|seat| sides[place].contains(seat));
        figures.push(figure(&name, &pairs, |game| if won(game) { 100.0 } else { 0.0 }));
    }
    Ok(Comparison { different, figures })
}

fn figure(name: &str, pairs: &[(Outcome, Outcome)], of: impl Fn(&Outcome) -> f64) -> Figure {
    let list = |numbers: Vec<f64>| Mean::of(&numbers);
    Figure {
        name: name.to_owned(),
        base: list(pairs.iter().map(|(base, _)| of(base)).collect()),
        ruled: list(pairs.iter().map(|(_, ruled)| of(ruled)).collect()),
        change: list(pairs.iter().map(|(base, ruled)| of(ruled) - of(base)).collect()),
    }
}
