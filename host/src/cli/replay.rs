//! `parlour replay FILE...`: records are verified by being played again.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::play::watched;
use super::{CliError, Plugins, print, say};
use crate::journal::{Difference, Games, ReadError, Verified, Written, verify};
use crate::plugin::Catalogue;
use crate::shell::Start;
use crate::shell::reel::{self, Reel};

/// How many bytes of records are read before they are verified on all cores.
const WAVE: usize = 8 << 20;

/// Verify records by playing them again
#[derive(Debug, Args)]
pub struct Replay {
    /// The records; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where a house rule of the game is, if it is not found by its name (can be repeated)
    #[arg(long, value_name = "FILE")]
    house: Vec<PathBuf>,
    /// Pass over another version of the game and parameters that it does not have
    #[arg(long)]
    force: bool,
    /// Accept records that stop before the end of the game
    #[arg(long)]
    unfinished: bool,
    /// Step through the first game of the first file
    #[arg(long)]
    show: bool,
}

/// What was found in a stream.
#[derive(Default)]
struct Tally {
    games: usize,
    actions: u64,
    unfinished: usize,
    different: usize,
}

impl Replay {
    pub(super) fn run(&self, plugins: &Plugins, ascii: bool) -> Result<(), CliError> {
        let mut catalogue = plugins.catalogue();
        catalogue.houses.files = self.house.clone();
        if self.show {
            return self.show(catalogue, ascii);
        }
        let (mut games, mut different, mut unread) = (0, 0, false);
        for path in &self.files {
            let (tally, end) = match open(path) {
                Ok(source) => self.file(path, source, &catalogue)?,
                Err(error) => (Tally::default(), Err(error.into())),
            };
            games += tally.games;
            different += tally.different;
            if let Err(error) = end {
                say(&format!("{}: {error}", name(path)));
                unread = true;
            }
        }
        match different {
            0 if unread => Err(CliError::Told),
            0 => Ok(()),
            _ => Err(CliError::run(format!(
                "{different} of {games} games differ{}",
                if different == 1 { "s" } else { "" }
            ))),
        }
    }
    /// Lets a person step through a game.
    fn show(&self, catalogue: Catalogue, ascii: bool) -> Result<(), CliError> {
        let Some(path) = self.files.first() else { return Ok(()) };
        let failed = |what: &dyn std::fmt::Display| CliError::run(format!("{}: {what}", name(path)));
        let source = open(path).map_err(|error| failed(&error))?;
        let lines = Games::of(source).next().unwrap_or(Err(ReadError::Empty)).map_err(|error| failed(&error))?;
        let scenes = reel::scenes(&lines, &catalogue, self.force).map_err(|error| failed(&error))?;
        match Reel::new(scenes) {
            Some(reel) => watched(catalogue, ascii, Start::Reel(Box::new(reel))),
            None => Ok(()),
        }
    }
    /// Verifies the games of a stream up to its end, or to where it cannot be read.
    fn file(
        &self,
        path: &Path,
        source: Box<dyn BufRead>,
        catalogue: &Catalogue,
    ) -> Result<(Tally, Result<(), ReadError>), CliError> {
        let mut tally = Tally::default();
        let mut games = Games::of(source);
        let end = loop {
            let (wave, end) = wave(&mut games);
            let verified: Vec<Result<Verified, Difference>> =
                wave.par_iter().map(|lines| verify(lines, catalogue, self.force, self.unfinished)).collect();
            for verified in verified {
                tally.games += 1;
                match verified {
                    Ok(Verified { actions, finished }) => {
                        tally.actions += actions;
                        tally.unfinished += usize::from(!finished);
                    }
                    Err(difference) => {
                        tally.different += 1;
                        print(&format!("{}: game {}: {difference}\n", name(path), tally.games))?;
                    }
                }
            }
            if let Some(end) = end {
                break end;
            }
        };
        if tally.different == 0 && end.is_ok() {
            let Tally { games, actions, unfinished, .. } = tally;
            let stopped = if unfinished == 0 { String::new() } else { format!(", {unfinished} unfinished") };
            print(&format!("{}: right; games: {games}, actions: {actions}{stopped}\n", name(path)))?;
        }
        Ok((tally, end))
    }
}

/// The next games of a stream, and how it ended if it did.
fn wave(games: &mut Games<Box<dyn BufRead>>) -> (Vec<Vec<Written>>, Option<Result<(), ReadError>>) {
    let mut wave = Vec::new();
    let mut size = 0;
    while size < WAVE {
        match games.next() {
            None => return (wave, Some(Ok(()))),
            Some(Err(error)) => return (wave, Some(Err(error))),
            Some(Ok(lines)) => {
                size += lines.iter().map(|line| line.bytes.len()).sum::<usize>();
                wave.push(lines);
            }
        }
    }
    (wave, None)
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    Ok(Box::new(BufReader::new(File::open(path)?)))
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
