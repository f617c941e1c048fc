//! `parlour sim GAME`: many games of bots, counted.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{CliError, Plugins, TableArgs, print};
use crate::sim::{Report, Shard, Study};

/// Let bots play many games, and count who wins
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Sim {
    #[command(flatten)]
    table: Option<TableArgs>,
    /// How many games; game i has the seed S + i - 1, and the bots move on by a seat from game to game
    #[arg(long, value_name = "N", required_unless_present = "merge", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many threads play; the result is the same for any number
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Play only part I of N, in order: a part of a study whose parts are added up by --merge
    #[arg(long, value_name = "I/N", requires = "seed")]
    shard: Option<Shard>,
    /// Write the result as JSON
    #[arg(long)]
    json: bool,
    /// Add up the parts of a study, from files written with --json
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "games", "shard", "threads"])]
    merge: Vec<PathBuf>,
}

impl Sim {
    pub(super) fn run(&self, plugins: &Plugins) -> Result<(), CliError> {
        let report = match &self.table {
            Some(table) if self.merge.is_empty() => self.play(table, plugins)?,
            _ => merge(&self.merge)?,
        };
        if self.json {
            let json = serde_json::to_string(&report).map_err(CliError::run)?;
            print(&format!("{json}\n"))?;
        } else {
            print(&report.to_string())?;
        }
        // The report says which game failed and why; the exit code lets a script notice.
        if report.failed > 0 { Err(CliError::Told) } else { Ok(()) }
    }
    fn play(&self, table: &TableArgs, plugins: &Plugins) -> Result<Report, CliError> {
        let setup = table.setup(&plugins.catalogue())?;
        let games = self.games.unwrap_or(1);
        let seed = table.seed();
        if seed.checked_add(games - 1).is_none() {
            return Err(CliError::usage(format!(
                "{games} games from seed {seed}: expected no seed above {}",
                u64::MAX
            )));
        }
        let mut study = Study {
            description: setup.plugin.description().clone(),
            seats: setup.seats,
            rules: setup.rules.clone(),
            house: setup.house.lines(),
            bots: table.bots.clone(),
            games,
            seed,
            shard: self.shard.unwrap_or(Shard::WHOLE),
        };
        study.check().map_err(CliError::usage)?;
        let threads = self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
        let here = study.shard.of(games);
        let bar = progress(here.end - here.start);
        let report = study.run(threads, || Ok(setup.session()?), |games| bar.inc(games)).map_err(CliError::run)?;
        bar.finish_and_clear();
        Ok(report)
    }
}

/// A bar on standard error, if somebody sees it.
fn progress(games: u64) -> ProgressBar {
    let seen = std::io::stderr().is_terminal();
    let target = if seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {per_sec}, {eta} to go");
    let bar = ProgressBar::with_draw_target(Some(games), target);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Adds the reports in these files up.
fn merge(files: &[PathBuf]) -> Result<Report, CliError> {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| CliError::run(format!("{name}: {error}")))?;
        let report = serde_json::from_str(&text).map_err(|error| {
            CliError::run(format!("{name}: expected a result written by `parlour sim --json`: {error}"))
        })?;
        Ok((name, report))
    };
    let parts = files.iter().map(read).collect::<Result<Vec<_>, CliError>>()?;
    Report::merge(parts).map_err(CliError::run)
}
