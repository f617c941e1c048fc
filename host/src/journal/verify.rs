//! Verifying: a record is played again, and each line held against what the table says.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::path::PathBuf;
use std::rc::Rc;

use parlour_sdk::param::Values;
use parlour_sdk::{Seat, SetupError, Turn};
use serde_json::Value as Json;

use super::line::{ActionLine, DealLine, FORMAT, Header, HouseLine, Line};
use super::reader::Written;
use crate::house::{House, HouseError, Source, Subject, Wanted};
use crate::plugin::{Catalogue, Plugin, SessionError, UnknownGame};
use crate::setup::{Setup, defaults};
use crate::table::{Seating, SeatingError, Table, TableError};

/// Why a record cannot be played again, or where it goes another way.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The line cannot be read.
    #[error("is no line of a record: {0}")]
    Shape(#[from] serde_json::Error),
    /// The first line is of another type.
    #[error("expected a line of type `game`")]
    NoHeader,
    /// The game is not there.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The set-up is refused.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game refuses the set-up.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The players cannot be seated.
    #[error(transparent)]
    Seating(#[from] SeatingError),
    /// A house rule of the record is not to be had.
    #[error(transparent)]
    House(HouseError),
    /// The record is of something else than what is installed.
    #[error("{0}")]
    Other(Mismatch),
    /// What the header says cannot be.
    #[error("{name} = {found}: expected {expected}")]
    Header {
        /// The field.
        name: &'static str,
        /// What it says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The table cannot do what the line says.
    #[error("{what}: {error}")]
    Refused {
        /// The line in short.
        what: String,
        /// Why not.
        error: TableError,
    },
    /// The line says one thing, the table another.
    #[error("{what}: the record says {found}, the game {expected}")]
    Differs {
        /// What differs.
        what: String,
        /// What the record says.
        found: String,
        /// What is right.
        expected: String,
    },
    /// The record stops too early.
    #[error("the record ends where {0}")]
    Unfinished(String),
}

/// What is installed is not what the record is of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another version of the plugin.
    #[error("the record is of version {found} of {game}, version {installed} is installed")]
    Version {
        /// The game.
        game: String,
        /// The record's.
        found: String,
        /// The installed one.
        installed: String,
    },
    /// Another file of a house rule.
    #[error(
        "the record was played with another text of the house rule {name} (SHA-256 {found}), {file} has {installed}"
    )]
    House {
        /// The rule.
        name: String,
        /// The digest in the record.
        found: String,
        /// The file that was found.
        file: PathBuf,
        /// Its digest.
        installed: String,
    },
    /// A parameter that the game does not have (any more).
    #[error("the record sets {name} = {value}, and version {installed} of {game} has no such parameter")]
    Gone {
        /// The parameter.
        name: String,
        /// Its value in the record.
        value: String,
        /// The game.
        game: String,
        /// The installed version.
        installed: String,
    },
}

/// A game that is played again.
pub struct Replay {
    setup: Setup,
    table: Table,
    kept: Rc<RefCell<VecDeque<Line>>>,
    /// The deals are taken as they are written.
    arranged: bool,
    dealt: bool,
}

impl Replay {
    /// The table of a header, before its first deal, with these players. With `force` a difference between what the
    /// record is of and what is installed is passed over.
    ///
    /// # Errors
    /// If there is no such table, or what is installed is something else.
    pub fn new(header: &Header, seating: Seating, catalogue: &Catalogue, force: bool) -> Result<Self, ReplayError> {
        let setup = setup(header, catalogue, force)?;
        let session = setup.session()?;
        let sides = setup.header(&seating, 0).sides;
        if !header.sides.is_empty() && header.sides != sides {
            return Err(differs("sides", shown(&header.sides), shown(&sides)));
        }
        let seed = match &header.seed {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| ReplayError::Header {
                name: "seed",
                found: text.clone(),
                expected: format!("a whole number from 0 to {}, in quotes", u64::MAX),
            })?),
        };
        let kept: Rc<RefCell<VecDeque<Line>>> = Rc::default();
        let lines = Rc::clone(&kept);
        let keeper = move |line: &Line| {
            lines.borrow_mut().push_back(line.clone());
            Ok(())
        };
        let table = Table::new(session, seating, seed.unwrap_or(0)).map_err(refused("the table"))?;
        let table = table.kept(Box::new(keeper), false);
        Ok(Self { setup, table, kept, arranged: seed.is_none(), dealt: false })
    }
    /// The replay with a log for each seat, to go on from in a shell.
    #[must_use]
    pub fn logged(mut self) -> Self {
        self.table = self.table.logged();
        self
    }
    /// Plays what a line says, and holds the line against what the table says.
    ///
    /// # Errors
    /// If the table cannot do so, or says something else.
    pub fn line(&mut self, line: &Line) -> Result<(), ReplayError> {
        match line {
            Line::House { off, .. } => return self.switch_off(off),
            // The header was read with the rule as it was mended last.
            Line::Mended { .. } => return Ok(()),
            _ => {}
        }
        if self.kept.borrow().is_empty() {
            self.play(line)?;
        }
        let expected = self.kept.borrow_mut().pop_front();
        match expected {
            Some(expected) => compare(line, &expected),
            None => Err(differs("this line", name(line), self.due()?)),
        }
    }
    fn play(&mut self, line: &Line) -> Result<(), ReplayError> {
        match line {
            Line::Deal(deal) => self.deal(deal),
            Line::Action(action) => self.action(action),
            Line::Round { round, .. } => {
                self.table.settle().map(drop).map_err(refused(format!("the settlement of round {round}")))
            }
            Line::Undo { seat } => {
                self.turn_of(*seat)?;
                self.table.undo().map_err(refused("undo"))
            }
            Line::Game(_) | Line::House { .. } | Line::Mended { .. } | Line::End { .. } => Ok(()),
        }
    }
    /// Goes on without a house rule, as the table did that was recorded.
    fn switch_off(&mut self, rule: &str) -> Result<(), ReplayError> {
        if !self.setup.house.rules().any(|known| known.source.id == rule) {
            return Err(differs("the house rule switched off", rule, "one that is in force"));
        }
        self.setup.house = self.setup.house.without(rule);
        self.table.change_house(self.setup.session()?);
        Ok(())
    }
    fn deal(&mut self, line: &DealLine) -> Result<(), ReplayError> {
        let what = format!("the deal of round {}", line.round);
        if !self.arranged {
            return self.table.deal().map_err(refused(what));
        }
        if !std::mem::replace(&mut self.dealt, true) {
            self.table.let_deal(Seat(line.dealer)).map_err(refused(&what))?;
        }
        self.table.deal_arranged(&line.deal).map_err(refused(what))
    }
    fn action(&mut self, line: &ActionLine) -> Result<(), ReplayError> {
        self.turn_of(line.seat)?;
        if let Some(legal) = &line.legal {
            compare_legal(legal, &self.table.legal_texts().map_err(refused("the legal list"))?)?;
        }
        let code = self.table.session().plugin().parse(&line.action);
        let acted = code.map_err(TableError::from).and_then(|code| self.table.act(code));
        acted.map_err(refused(format!("`{}`", line.action)))
    }
    fn turn_of(&self, seat: u8) -> Result<(), ReplayError> {
        match self.table.turn().map_err(refused("the turn"))? {
            Turn::Seat(turn) if turn.0 == seat => Ok(()),
            Turn::Seat(turn) => Err(differs("the seat to act", seat, turn.0)),
            _ => Err(differs("this line", format!("an action of seat {seat}"), self.due()?)),
        }
    }
    /// What the table waits for, in words.
    fn due(&self) -> Result<String, ReplayError> {
        Ok(match self.table.turn().map_err(refused("the turn"))? {
            Turn::Seat(seat) => format!("an action of seat {}", seat.0),
            Turn::Settle => "the settlement of the round".to_owned(),
            Turn::Deal => "a deal".to_owned(),
            Turn::Over => "that it is over".to_owned(),
        })
    }
    /// Checks that the game was played to its end.
    ///
    /// # Errors
    /// If it was not: what comes next.
    pub fn finished(&self) -> Result<(), ReplayError> {
        match self.kept.borrow().front() {
            Some(line) => Err(ReplayError::Unfinished(format!("{} is due", name(line)))),
            None if self.table.turn().map_err(refused("the turn"))? == Turn::Over => Ok(()),
            None => Err(ReplayError::Unfinished(format!("{} is due", self.due()?))),
        }
    }
    /// How many actions were played.
    pub fn actions(&self) -> u64 {
        self.table.actions()
    }
    /// The table as far as the lines have led.
    pub fn table(&self) -> &Table {
        &self.table
    }
    /// The table where the lines have led, and the lines that it has said since the last one that was compared.
    pub fn into_table(self) -> (Table, Vec<Line>) {
        let rest = self.kept.borrow_mut().drain(..).collect();
        (self.table, rest)
    }
    /// What the table is set up with, without the house rules that were switched off.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}

/// Where a record first goes another way.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct Difference {
    /// The number of the line in its stream, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: ReplayError,
}

/// A record that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Its actions.
    pub actions: u64,
    /// Whether it goes to the end of the game.
    pub finished: bool,
}

/// Plays the lines of one game again. A record that stops before the end of the game holds only if `unfinished`.
///
/// # Errors
/// Where the record first differs from what the game says.
pub fn verify(lines: &[Written], catalogue: &Catalogue, force: bool, unfinished: bool) -> Result<Verified, Difference> {
    let number = |written: Option<&Written>| written.map_or(1, |written| written.number);
    let at = |line: usize| move |error: ReplayError| Difference { line, error };
    let first = lines.first();
    let header = header(lines).map_err(at(number(first)))?;
    let mut replay = Seating::new(header.seats, &[], &[])
        .map_err(ReplayError::from)
        .and_then(|seating| Replay::new(&header, seating, catalogue, force))
        .map_err(at(number(first)))?;
    for written in &lines[1..] {
        let line = written.read().map_err(ReplayError::from);
        line.and_then(|line| replay.line(&line)).map_err(at(written.number))?;
    }
    match replay.finished() {
        Err(ReplayError::Unfinished(_)) if unfinished => Ok(Verified { actions: replay.actions(), finished: false }),
        Err(error) => Err(at(number(lines.last()))(error)),
        Ok(()) => Ok(Verified { actions: replay.actions(), finished: true }),
    }
}

/// The header that the first line of a game is, with the digests of the house rules as they were mended last.
///
/// # Errors
/// If it is none, or of another version of the format.
pub fn header(lines: &[Written]) -> Result<Header, ReplayError> {
    let (first, rest) = lines.split_first().ok_or(ReplayError::NoHeader)?;
    let Line::Game(mut header) = first.read()? else { return Err(ReplayError::NoHeader) };
    if header.format != FORMAT {
        let (found, expected) = (header.format.to_string(), format!("{FORMAT}, which this program reads"));
        return Err(ReplayError::Header { name: "format", found, expected });
    }
    if header.house.is_empty() {
        return Ok(header);
    }
    for line in rest {
        if let Ok(Line::Mended { name, sha256, .. }) = line.read()
            && let Some(rule) = header.house.iter_mut().find(|rule| rule.name == name)
        {
            rule.sha256 = sha256;
        }
    }
    Ok(header)
}

/// The set-up that a header names.
fn setup(header: &Header, catalogue: &Catalogue, force: bool) -> Result<Setup, ReplayError> {
    let plugin = catalogue.load(&header.game)?;
    let description = plugin.description();
    let (game, installed) = (description.id.clone(), description.version.clone());
    if let Some(found) = header.version.as_ref().filter(|&found| !force && *found != installed) {
        return Err(ReplayError::Other(Mismatch::Version { game, found: found.clone(), installed }));
    }
    let known = defaults(description);
    let house = house(header, plugin, catalogue, force)?;
    let mut given: Values = house.params();
    for (name, value) in &header.rules {
        if known.contains_key(name) {
            given.insert(name.clone(), value.clone());
        } else if !force {
            let (name, value) = (name.clone(), value.to_string());
            return Err(ReplayError::Other(Mismatch::Gone { name, value, game, installed }));
        }
    }
    Ok(Setup::new(plugin, Some(header.seats), &given)?.with_house(house))
}

/// The house rules that a header names, as they are found here.
fn house(header: &Header, plugin: &'static Plugin, catalogue: &Catalogue, force: bool) -> Result<House, ReplayError> {
    let find = |line: &HouseLine| -> Result<Wanted, ReplayError> {
        // What a record names is a name and no path: a record may come from anywhere.
        let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        if line.name.is_empty() || !line.name.chars().all(plain) {
            let expected = "the name of a house rule: letters, digits and hyphens".to_owned();
            return Err(ReplayError::Header { name: "house", found: line.name.clone(), expected });
        }
        let there = line.file.as_deref().and_then(|file| Source::read(file).ok());
        let there = there.filter(|source| source.id == line.name);
        let source = match there {
            Some(source) if source.sha256 == line.sha256 => source,
            // Another text is played only if nothing is found by the name, and insisted on.
            there => match (catalogue.houses.find(&header.game, &line.name), there) {
                (Ok(file), _) => Source::read(&file).map_err(ReplayError::House)?,
                (Err(_), Some(source)) => source,
                (Err(error), None) => return Err(ReplayError::House(error)),
            },
        };
        if !force && source.sha256 != line.sha256 {
            let (name, found, Source { file, sha256: installed, .. }) =
                (line.name.clone(), line.sha256.clone(), source);
            return Err(ReplayError::Other(Mismatch::House { name, found, file, installed }));
        }
        let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let options = line.options.iter().map(|(name, value)| (name.clone(), text(value))).collect();
        Ok(Wanted { source, options })
    };
    let wanted = header.house.iter().map(find).collect::<Result<_, _>>()?;
    House::new(Subject::from(plugin), wanted).map_err(ReplayError::House)
}

fn compare(found: &Line, expected: &Line) -> Result<(), ReplayError> {
    if found == expected {
        return Ok(());
    }
    match (found, expected) {
        (Line::Deal(found), Line::Deal(expected)) => compare_deal(found, expected),
        // Seat and legal list were compared before the action was played.
        (Line::Action(found), Line::Action(expected)) => same("the action", &found.action, &expected.action),
        (
            Line::Round { round, points, totals },
            Line::Round { round: right_round, points: right_points, totals: right_totals },
        ) => {
            same("round", round, right_round)?;
            same(&format!("points of round {round}"), points, right_points)?;
            same(&format!("totals after round {round}"), totals, right_totals)
        }
        (
            Line::End { winners, totals, payout },
            Line::End { winners: right_winners, totals: right_totals, payout: right_payout },
        ) => {
            let sorted = |seats: &[u8]| {
                let mut seats = seats.to_vec();
                seats.sort_unstable();
                seats
            };
            same("winners", &sorted(winners), &sorted(right_winners))?;
            same("totals at the end", totals, right_totals)?;
            same("payout", payout, right_payout)
        }
        _ => Err(differs("this line", name(found), name(expected))),
    }
}

fn compare_deal(found: &DealLine, expected: &DealLine) -> Result<(), ReplayError> {
    same("round", &found.round, &expected.round)?;
    same("dealer", &found.dealer, &expected.dealer)?;
    same("the number of hands", &found.deal.hands.len(), &expected.deal.hands.len())?;
    for (seat, (found, expected)) in found.deal.hands.iter().zip(&expected.deal.hands).enumerate() {
        same(&format!("the hand of seat {seat}"), found, expected)?;
    }
    let (found_piles, expected_piles) = (&found.deal.piles, &expected.deal.piles);
    for pile in found_piles.keys().chain(expected_piles.keys()) {
        let pieces = |deal: &DealLine| deal.deal.piles.get(pile).cloned().unwrap_or_default();
        same(&format!("the pile `{pile}`"), &pieces(found), &pieces(expected))?;
    }
    let who = |turn: Option<u8>| turn.map_or_else(|| "nobody".to_owned(), |seat| format!("seat {seat}"));
    if found.turn == expected.turn {
        return Ok(());
    }
    Err(differs("turn", who(found.turn), who(expected.turn)))
}

/// Holds a legal list against the right one, both sorted.
fn compare_legal(found: &[String], expected: &[String]) -> Result<(), ReplayError> {
    if found == expected {
        return Ok(());
    }
    let lacks = |list: &[String], text: &String| !list.contains(text);
    if let Some(missing) = expected.iter().find(|text| lacks(found, text)) {
        return Err(differs("legal", format!("that `{missing}` is not legal"), "that it is"));
    }
    if let Some(extra) = found.iter().find(|text| lacks(expected, text)) {
        return Err(differs("legal", format!("that `{extra}` is legal"), "that it is not"));
    }
    Err(differs("legal", shown(&found), format!("{} (sorted, each once)", shown(&expected))))
}

fn same<T: PartialEq + Debug>(what: &str, found: &T, expected: &T) -> Result<(), ReplayError> {
    if found == expected { Ok(()) } else { Err(differs(what, shown(found), shown(expected))) }
}

fn differs(what: impl Into<String>, found: impl ToString, expected: impl ToString) -> ReplayError {
    ReplayError::Differs { what: what.into(), found: found.to_string(), expected: expected.to_string() }
}

fn refused(what: impl ToString) -> impl FnOnce(TableError) -> ReplayError {
    move |error| ReplayError::Refused { what: what.to_string(), error }
}

/// A value in a message.
fn shown(value: &impl Debug) -> String {
    format!("{value:?}").replace('"', "")
}

/// A line in a message.
fn name(line: &Line) -> String {
    match line {
        Line::Game(_) => "the start of a game".to_owned(),
        Line::Deal(deal) => format!("the deal of round {}", deal.round),
        Line::Action(action) => format!("`{}` by seat {}", action.action, action.seat),
        Line::House { off, .. } => format!("that the house rule {off} is switched off"),
        Line::Mended { name, .. } => format!("that the house rule {name} was mended"),
        Line::Undo { seat } => format!("that seat {seat} takes an action back"),
        Line::Round { round, .. } => format!("the settlement of round {round}"),
        Line::End { .. } => "the end of the game".to_owned(),
    }
}
