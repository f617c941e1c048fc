//! Saved games: the journals in the user's data directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::AppStrategy;

use super::line::{Header, Line};
use super::reader::{Games, ReadError, Written};
use super::verify::{Replay, ReplayError, header};
use super::writer::{EXTENSION, Journal, JournalError};
use crate::bot::UnknownBot;
use crate::house::HouseError;
use crate::plugin::Catalogue;
use crate::plugin::path::user_dirs;
use crate::setup::Setup;
use crate::table::{Player, Seating, Table, TableError};

/// Where games are saved: `saves` in the user's data directory.
///
/// # Errors
/// If the system does not tell where that is.
pub fn saves() -> Result<PathBuf, JournalError> {
    user_dirs().map(|dirs| dirs.data_dir().join("saves")).ok_or(JournalError::NoDirectory)
}

/// Why a table cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The game refuses it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It cannot be saved.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// A table with a log and a journal of its own in this directory; and where the journal is.
///
/// # Errors
/// If the game refuses it, or it cannot be saved.
pub fn start(setup: &Setup, seating: Seating, seed: u64, dir: &Path) -> Result<(Table, PathBuf), StartError> {
    let mut header = setup.header(&seating, seed);
    for (line, rule) in header.house.iter_mut().zip(setup.house.rules()) {
        line.file = std::path::absolute(&rule.source.file).ok();
    }
    let table = setup.table(seating, seed)?.logged();
    let journal = Journal::create(dir, &header)?;
    let path = journal.path().to_owned();
    Ok((table.kept(Box::new(journal), false), path))
}

/// Why a saved game cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// It cannot be opened.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It is no saved game.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ReadError,
    },
    /// A line cannot be played again.
    #[error("{path}: line {line}: {error}{}", hint(error))]
    Replay {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
        /// What is wrong.
        error: Box<ReplayError>,
    },
    /// It cannot be gone on with, for this reason.
    #[error("{path}: {reason}")]
    Unfit {
        /// The file.
        path: PathBuf,
        /// The reason, and what was expected.
        reason: String,
    },
    /// There is no saved game that is unfinished.
    #[error("{path}: no unfinished game is saved there{skipped}")]
    Nothing {
        /// The directory.
        path: PathBuf,
        /// What was skipped, with the reasons.
        skipped: String,
    },
}

fn hint(error: &ReplayError) -> &'static str {
    match error {
        ReplayError::Other(_) => "; --force goes on all the same",
        ReplayError::House(HouseError::NotFound { .. }) => "; --house FILE says where it is",
        _ => "",
    }
}

/// A saved game that goes on.
pub struct Resumed {
    /// The table, with a log, and kept in its journal.
    pub table: Table,
    /// The first line.
    pub header: Header,
    /// The set-up, without the house rules that were switched off.
    pub setup: Setup,
    /// The journal.
    pub path: PathBuf,
    /// The number of a torn last line that was dropped.
    pub dropped: Option<usize>,
}

/// Goes on with a saved game: plays its lines again, and keeps the journal from there. The file is as it was if that
/// fails. With `force` a difference between what was saved and what is installed is passed over.
///
/// # Errors
/// If it is no saved game, is over, is being played, or is of something else than what is installed.
pub fn resume(path: &Path, catalogue: &Catalogue, force: bool) -> Result<Resumed, ResumeError> {
    let (mut journal, bytes) = Journal::open(path)?;
    let read_error = |error| ResumeError::Read { path: path.to_owned(), error };
    let unfit = |reason: String| ResumeError::Unfit { path: path.to_owned(), reason };
    let mut games = Games::of(bytes.as_slice());
    let written = games.next().unwrap_or(Err(ReadError::Empty)).map_err(read_error)?;
    if games.next().is_some() {
        return Err(unfit("holds several games: expected one".to_owned()));
    }
    let at = |line: usize| move |error| ResumeError::Replay { path: path.to_owned(), line, error: Box::new(error) };
    let (header, lines, dropped) = parse(&written).map_err(|(line, error)| at(line)(error))?;
    if header.seed.is_none() {
        return Err(unfit("has arranged deals: expected a seed for those to come".to_owned()));
    }
    if lines.iter().any(|(line, _)| matches!(line, Line::End { .. })) {
        return Err(unfit("the game is over: expected an unfinished one".to_owned()));
    }
    let players = header.players.iter().map(|player| player.parse()).collect::<Result<Vec<Player>, UnknownBot>>();
    let players = players.map_err(|error| unfit(error.to_string()))?;
    if players.len() != usize::from(header.seats) {
        return Err(unfit(format!("names {} players: expected {}, one a seat", players.len(), header.seats)));
    }
    let replay = Replay::new(&header, Seating::of(players), catalogue, force);
    let mut replay = replay.map_err(at(1))?.logged();
    for (line, number) in &lines {
        replay.line(line).map_err(at(*number))?;
    }
    let setup = replay.setup().clone();
    let (table, due) = replay.into_table();
    let last = &written[lines.len()];
    let keep = |journal: &mut Journal| {
        journal.cut(last.end, last.is_whole())?;
        due.iter().try_for_each(|line| crate::table::Keeper::keep(journal, line))
    };
    keep(&mut journal).map_err(JournalError::of(path))?;
    Ok(Resumed { table: table.kept(Box::new(journal), false), header, setup, path: path.to_owned(), dropped })
}

type Parsed = (Header, Vec<(Line, usize)>, Option<usize>);

/// The lines of a journal with their numbers; the last one may be torn.
fn parse(written: &[Written]) -> Result<Parsed, (usize, ReplayError)> {
    let header = header(written).map_err(|error| (written[0].number, error))?;
    let mut lines = Vec::new();
    for (index, line) in written.iter().enumerate().skip(1) {
        match line.read() {
            Ok(read) => lines.push((read, line.number)),
            Err(_) if index + 1 == written.len() => return Ok((header, lines, Some(line.number))),
            Err(error) => return Err((line.number, error.into())),
        }
    }
    Ok((header, lines, None))
}

/// A saved game as a list shows it.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The journal.
    pub path: PathBuf,
    /// When it was last played.
    pub changed: SystemTime,
    /// The set-up.
    pub header: Header,
    /// The round in progress, from 1; 0 before the first deal.
    pub round: u32,
    /// Whether the game is over.
    pub finished: bool,
}

/// A file among the saved games that is none, or is damaged.
#[derive(Debug)]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// The saved games in a directory, the one played last first, and the files that are none.
pub fn list(dir: &Path) -> (Vec<Saved>, Vec<Skipped>) {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|it| it == EXTENSION)).collect();
    paths.sort();
    let (mut saved, mut skipped) = (Vec::new(), Vec::new());
    for path in paths {
        match look(&path) {
            Ok(game) => saved.push(game),
            Err(reason) => skipped.push(Skipped { path, reason }),
        }
    }
    // Those of one instant by their names, the later number first.
    saved.sort_by(|a, b| (b.changed, &b.path).cmp(&(a.changed, &a.path)));
    (saved, skipped)
}

fn look(path: &Path) -> Result<Saved, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let changed = fs::metadata(path).and_then(|file| file.modified()).map_err(|error| error.to_string())?;
    let written = Games::of(bytes.as_slice()).next().unwrap_or(Err(ReadError::Empty));
    let written = written.map_err(|error| error.to_string())?;
    let (header, lines, _) = parse(&written).map_err(|(line, error)| format!("line {line}: {error}"))?;
    let round = lines.iter().rev().find_map(|(line, _)| match line {
        Line::Deal(deal) => Some(deal.round),
        _ => None,
    });
    let finished = lines.iter().any(|(line, _)| matches!(line, Line::End { .. }));
    Ok(Saved { path: path.to_owned(), changed, header, round: round.unwrap_or(0), finished })
}

/// The unfinished game in a directory that was played last and that no other process plays; and what was skipped
/// on the way.
///
/// # Errors
/// If there is none.
pub fn newest(dir: &Path) -> Result<(PathBuf, Vec<Skipped>), ResumeError> {
    let (saved, mut skipped) = list(dir);
    for game in saved.into_iter().filter(|game| !game.finished) {
        match Journal::open(&game.path) {
            Ok(_) => return Ok((game.path, skipped)),
            Err(JournalError::Io { error, .. }) => skipped.push(Skipped { path: game.path, reason: error.to_string() }),
            Err(_) => skipped.push(Skipped { path: game.path, reason: "is being played by another process".into() }),
        }
    }
    let told = skipped.iter().map(|file| format!("; skipped {}: {}", file.path.display(), file.reason)).collect();
    Err(ResumeError::Nothing { path: dir.to_owned(), skipped: told })
}
