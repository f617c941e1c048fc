//! `parlour record GAME`: games of bots, as records.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;
use std::sync::mpsc::sync_channel;
use std::thread;

use clap::Args;
use rayon::prelude::*;

use super::{CliError, Plugins, TableArgs};
use crate::journal::Line;
use crate::setup::Setup;
use crate::table::{Seating, Table, TableError};

/// How many games one thread plays before its output is put in order with the others'.
const BATCH: u64 = 32;
/// How many batches each thread is given before what they played is written.
const BATCHES_A_THREAD: u64 = 4;

/// Let bots play, and print the records of their games
#[derive(Debug, Args)]
pub struct Record {
    #[command(flatten)]
    table: TableArgs,
    /// How many games; game i has the seed S + i - 1
    #[arg(long, value_name = "K", default_value_t = 1)]
    games: u64,
    /// Write the legal actions before each action
    #[arg(long)]
    legal: bool,
    /// How many threads play; the records are the same for any number
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

/// A game that could not be played to its end.
#[derive(Debug, thiserror::Error)]
#[error("the game with seed {seed}: {error}")]
struct Broken {
    seed: u64,
    error: TableError,
}

/// What a batch wrote, and how it ended.
type Played = (Vec<u8>, Result<(), Broken>);

impl Record {
    pub(super) fn run(&self, plugins: &Plugins) -> Result<(), CliError> {
        let catalogue = plugins.catalogue();
        let setup = self.table.setup(&catalogue)?;
        let seating = Seating::new(setup.seats, &[], &self.table.bots).map_err(CliError::usage)?;
        if let Some(bot) = self.table.bots.iter().find(|bot| !bot.is_reproducible()) {
            return Err(CliError::usage(format!(
                "{bot}: expected a budget in simulations, as in search:2000, so that the record can be had again"
            )));
        }
        let first = self.table.seed();
        let most = u64::MAX - first;
        if self.games == 0 || self.games - 1 > most {
            let least = format!("{} games: expected at least 1, and no seed above {}", self.games, u64::MAX);
            return Err(CliError::usage(least));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        let pool = pool.map_err(CliError::run)?;
        let wave = BATCH * BATCHES_A_THREAD * pool.current_num_threads() as u64;
        // One wave is written while the next is played.
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel::<Vec<Played>>(1);
            let writer = scope.spawn(move || write_all(receiver.into_iter().flatten()));
            for start in (0..self.games).step_by(wave as usize) {
                let batches: Vec<Range<u64>> = (start..self.games.min(start.saturating_add(wave)))
                    .step_by(BATCH as usize)
                    .map(|from| from..self.games.min(from.saturating_add(BATCH)))
                    .collect();
                let batch = |games: Range<u64>| play(&setup, &seating, first, games, self.legal);
                let played = pool.install(|| batches.into_par_iter().map(batch).collect());
                // The writer stops at an error, which it gives below.
                if sender.send(played).is_err() {
                    break;
                }
            }
            drop(sender);
            writer.join().unwrap_or_else(|_| Err(CliError::run("writing stopped")))
        })
    }
}

/// Writes what was played, in order, up to the first game that broke.
fn write_all(played: impl Iterator<Item = Played>) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    for (text, end) in played {
        out.write_all(&text)?;
        end.map_err(CliError::run)?;
    }
    Ok(out.flush()?)
}

/// The records of some games, by their numbers from 0.
fn play(setup: &Setup, seating: &Seating, first: u64, games: Range<u64>, with_legal: bool) -> Played {
    let text: Rc<RefCell<Vec<u8>>> = Rc::default();
    let mut session = None;
    for seed in games.map(|game| first + game) {
        let begun = text.borrow().len();
        let lines = Rc::clone(&text);
        let keeper = move |line: &Line| write_line(&mut lines.borrow_mut(), line);
        let played = || -> Result<_, TableError> {
            let session = match session.take() {
                Some(session) => session,
                None => setup.session()?,
            };
            let table = Table::new(session, seating.clone(), seed)?;
            let mut table = table.kept(Box::new(keeper), with_legal);
            table.keep(&Line::Game(setup.header(seating, seed)))?;
            while table.go_on()? {}
            Ok(table.into_session())
        };
        match played() {
            Ok(used) => session = Some(used),
            Err(error) => {
                // Of a game that broke no half is written.
                let mut text = text.take();
                text.truncate(begun);
                return (text, Err(Broken { seed, error }));
            }
        }
    }
    (text.take(), Ok(()))
}

fn write_line(text: &mut Vec<u8>, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *text, line)?;
    text.push(b'\n');
    Ok(())
}
