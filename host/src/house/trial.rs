//! House rules on trial: games played at random with a rule in force, checked as they go, played again to see whether
//! the rule keeps something from one call to the next, and set against the same games without it.

use std::hash::Hasher;
use std::time::{Duration, Instant};

use parlour_sdk::param::Values;
use parlour_sdk::{Draw, Rng, Seat, Standing, Turn};
use rayon::prelude::*;

use super::chain::House;
use super::failure::HouseError;
use crate::plugin::{Plugin, Session, SessionError};
use crate::table::{Seating, SeatingError, Table, TableError};

/// A game with more actions than this has no end.
const LONGEST: u64 = 2_000_000;
/// How many decisions lie between two that are looked at closely.
const CLOSELY: u64 = 24;
/// How many games the search for kept state plays, and how many actions of each.
const TWICE: u64 = 24;
const FIRST_ACTIONS: u64 = 400;
/// How many games are played at a time: of those that fail the first is told, and no more are begun.
const WAVE: u64 = 16;
/// How many actions of a game are played in a check that is not to see its end.
const CHECKED_ACTIONS: u64 = 1_000;

/// What a trial found.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// A house rule does not load.
    #[error(transparent)]
    House(#[from] HouseError),
    /// The game cannot be set up so.
    #[error("{0}")]
    Setup(SessionError),
    /// A rule or the game failed in play.
    #[error("{error} (game {seed}, {seats} seats)")]
    Play {
        /// The seed of the game.
        seed: u64,
        /// Its seats.
        seats: u8,
        /// How it failed.
        error: TableError,
    },
    /// The game does not hold what every game must.
    #[error("{rule}: {broken} (game {seed}, {seats} seats)")]
    Broken {
        /// The rules.
        rule: String,
        /// The seed of the game.
        seed: u64,
        /// Its seats.
        seats: u8,
        /// What was found and what was expected.
        broken: String,
    },
    /// The same game went another way.
    #[error(
        "{rule}: game {seed}, played again, went another way: a hook must depend on its arguments alone, so keep nothing between two calls and visit no table in the order of its keys without pairs"
    )]
    Kept {
        /// The rule, as far as it could be told.
        rule: String,
        /// The seed of the game.
        seed: u64,
    },
}

/// A game with house rules, to be tried.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The game.
    pub plugin: &'static Plugin,
    /// The house rules.
    pub house: House,
    /// The parameters.
    pub rules: Values,
}

/// What was played in a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The actions.
    pub actions: u64,
    /// The games that were played to their ends.
    pub ended: u64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// A digest of every legal list, action, settlement and result.
    pub digest: u64,
    /// The rounds.
    pub rounds: u32,
    /// The actions.
    pub actions: u64,
    /// The points of all rounds without their signs, added up.
    pub points: i64,
    /// The totals at the end, by side.
    pub totals: Vec<i32>,
    /// The seats that won.
    pub winners: Vec<Seat>,
}

impl Trial {
    /// The numbers of seats that the game is played with and can be set up for.
    ///
    /// # Errors
    /// If it can be set up for none; the error is that of the usual number.
    pub fn seats(&self) -> Result<Vec<u8>, TrialError> {
        let (min, max) = self.plugin.description().seats;
        let possible: Vec<u8> = (min..=max).filter(|&seats| self.session(seats).is_ok()).collect();
        if possible.is_empty() {
            self.session(self.plugin.description().usual_seats)?;
        }
        Ok(possible)
    }
    fn session(&self, seats: u8) -> Result<Session, TrialError> {
        let answers = self.house.answers()?;
        Session::new(self.plugin, seats, &self.rules, answers).map_err(TrialError::Setup)
    }
    /// A game that breaks off after `most` actions.
    fn run(&self, seats: u8, seed: u64, most: u64, closely: bool) -> Result<Run, TrialError> {
        let session = self.session(seats)?;
        let failed = |error| TrialError::Play { seed, seats, error };
        let rule = self.names();
        let broken =
            |error: SeatingError| TrialError::Broken { rule: rule.clone(), seed, seats, broken: error.to_string() };
        let seating = Seating::new(seats, &[], &[]).map_err(broken)?;
        let table = Table::new(session, seating, seed).map_err(failed)?;
        Ok(Run {
            table,
            rule,
            seed,
            seats,
            most,
            closely,
            rng: Rng::new(seed),
            digest: Fnv::default(),
            rounds: 0,
            points: 0,
            last: None,
            outcome: None,
        })
    }
    /// Plays one game to its end.
    ///
    /// # Errors
    /// If a rule fails.
    pub fn play(&self, seats: u8, seed: u64) -> Result<Outcome, TrialError> {
        self.run(seats, seed, LONGEST, false)?.end()
    }
    /// Plays `games` games with the checks that every game must pass, over all numbers of seats: the first `whole` to
    /// their ends, of the others the beginning, if they are long.
    ///
    /// # Errors
    /// The first thing that is wrong; no further games are begun.
    pub fn check(&self, games: u64, whole: u64) -> Result<Checked, TrialError> {
        let seats = self.seats()?;
        let play = |seed: u64| {
            let most = if seed <= whole { LONGEST } else { CHECKED_ACTIONS };
            self.run(seats[seed as usize % seats.len()], seed, most, true)?.end()
        };
        let mut checked = Checked::default();
        for first in (1..=games).step_by(WAVE as usize) {
            let wave = first..=games.min(first + WAVE - 1);
            let played: Vec<_> = wave.into_par_iter().map(play).collect();
            for outcome in played {
                let outcome = outcome?;
                checked.actions += outcome.actions;
                checked.ended += u64::from(!outcome.winners.is_empty());
            }
        }
        Ok(checked)
    }
    /// The digests of a few games, for another process to compare with.
    ///
    /// # Errors
    /// If a rule fails.
    pub fn digests(&self) -> Result<Vec<u64>, TrialError> {
        let seats = self.seats()?;
        let again = Self { house: self.house.again(), ..self.clone() };
        let play = |seed: u64| again.run(seats[seed as usize % seats.len()], seed, FIRST_ACTIONS, false)?.end();
        (1..=TWICE).map(|seed| Ok(play(seed)?.digest)).collect()
    }
    /// Looks for a rule that keeps something: the same games once one after another, once two at a time, action by
    /// action, in one Lua state.
    ///
    /// # Errors
    /// [`TrialError::Kept`] if one went another way.
    pub fn twice(&self) -> Result<Vec<u64>, TrialError> {
        let digests = self.digests()?;
        let Some(seed) = self.differs(&digests)? else { return Ok(digests) };
        Err(TrialError::Kept { rule: self.blame(|alone| Ok(alone.differs(&alone.digests()?)?.is_some())), seed })
    }
    /// The first game that goes another way than it did.
    fn differs(&self, digests: &[u64]) -> Result<Option<u64>, TrialError> {
        let seats = self.seats()?;
        let again = Self { house: self.house.again(), ..self.clone() };
        for pair in (1..=TWICE).collect::<Vec<_>>().chunks(2) {
            let run = |&seed: &u64| again.run(seats[seed as usize % seats.len()], seed, FIRST_ACTIONS, false);
            let mut runs = pair.iter().map(run).collect::<Result<Vec<_>, _>>()?;
            while runs.iter().any(|run| run.outcome.is_none()) {
                for run in &mut runs {
                    run.step()?;
                }
            }
            for run in runs {
                if run.outcome.is_some_and(|outcome| Some(&outcome.digest) != digests.get(run.seed as usize - 1)) {
                    return Ok(Some(run.seed));
                }
            }
        }
        Ok(None)
    }
    /// The first rule that by itself is so, or all.
    pub fn blame(&self, is_so: impl Fn(&Self) -> Result<bool, TrialError>) -> String {
        let guilty = self.house.rules().find(|rule| {
            let alone = Self { house: self.house.only(&rule.source.id), ..self.clone() };
            is_so(&alone).unwrap_or(false)
        });
        guilty.map_or_else(|| self.names(), |rule| rule.source.file.display().to_string())
    }
    /// The files of the rules.
    fn names(&self) -> String {
        let names: Vec<String> = self.house.rules().map(|rule| rule.source.file.display().to_string()).collect();
        if names.is_empty() { self.plugin.description().name.clone() } else { names.join(" with ") }
    }
    /// How much longer an action takes with the hooks than without: 1.0 is no longer. `None` if no hook is answered.
    ///
    /// # Errors
    /// If a rule fails.
    pub fn cost(&self) -> Result<Option<f64>, TrialError> {
        if self.house.chain()?.is_none() {
            return Ok(None);
        }
        let without = Self { house: self.house.only(""), ..self.clone() };
        let mut best = [f64::INFINITY; 2];
        for seed in 1..=3 {
            for (best, trial) in best.iter_mut().zip([&without, self]) {
                *best = best.min(trial.pace(seed)?);
            }
        }
        Ok(Some(best[1] / best[0]))
    }
    /// Seconds an action takes.
    fn pace(&self, seed: u64) -> Result<f64, TrialError> {
        let seats = self.plugin.description().usual_seats;
        let session = self.session(seats)?;
        let (since, mut actions, mut seed) = (Instant::now(), 0, seed * 1000);
        while since.elapsed() < Duration::from_millis(60) {
            actions += match session.games(seed, 1) {
                Some(played) => {
                    let failed = |error| TrialError::Play { seed, seats, error: TableError::Session(error) };
                    played.map_err(failed)?.actions
                }
                None => self.play(seats, seed)?.actions,
            };
            seed += 1;
        }
        Ok(since.elapsed().as_secs_f64() / actions.max(1) as f64)
    }
}

/// A game that is being played.
struct Run {
    table: Table,
    rule: String,
    seed: u64,
    seats: u8,
    most: u64,
    closely: bool,
    rng: Rng,
    digest: Fnv,
    rounds: u32,
    points: i64,
    last: Option<u64>,
    outcome: Option<Outcome>,
}

impl Run {
    fn end(mut self) -> Result<Outcome, TrialError> {
        loop {
            if let Some(outcome) = self.outcome.take() {
                return Ok(outcome);
            }
            self.step()?;
        }
    }
    /// Goes on by an action, a deal or a settlement; does nothing once the game is over.
    fn step(&mut self) -> Result<(), TrialError> {
        let (seed, seats) = (self.seed, self.seats);
        self.try_step().map_err(|error| match error {
            Wrong::Table(error) => TrialError::Play { seed, seats, error },
            Wrong::Broken(broken) => TrialError::Broken { rule: self.rule.clone(), seed, seats, broken },
        })
    }
    fn try_step(&mut self) -> Result<(), Wrong> {
        if self.outcome.is_some() {
            return Ok(());
        }
        match self.table.turn()? {
            Turn::Deal => self.table.deal()?,
            Turn::Seat(_) if self.table.actions() >= self.most => self.broken_off()?,
            Turn::Seat(seat) => self.act(seat)?,
            Turn::Settle => {
                let settled = self.table.settle()?;
                self.rounds += 1;
                let sum: i64 = settled.points.iter().map(|&points| i64::from(points)).sum();
                let stakes = self.table.session().description().stakes;
                expect(!stakes || sum == 0, || format!("the stakes of a round add up to {sum}, expected 0"))?;
                for &points in settled.points.iter() {
                    self.points += i64::from(points).abs();
                    self.digest.write_i32(points);
                }
            }
            Turn::Over => self.over()?,
        }
        Ok(())
    }
    fn over(&mut self) -> Result<(), Wrong> {
        let standing = self.table.standing()?;
        let sum: i64 = standing.payout.iter().map(|&payout| i64::from(payout)).sum();
        expect(sum == 0, || format!("what the seats gain adds up to {sum}, expected 0"))?;
        expect(!standing.winners.is_empty(), || "the game is over and nobody has won".to_owned())?;
        self.close(standing);
        Ok(())
    }
    fn broken_off(&mut self) -> Result<(), Wrong> {
        expect(self.most < LONGEST, || format!("the game does not end within {LONGEST} actions"))?;
        let standing = self.table.standing()?;
        self.close(standing);
        Ok(())
    }
    fn close(&mut self, standing: Standing) {
        standing.totals.iter().for_each(|&total| self.digest.write_i32(total));
        standing.winners.iter().for_each(|seat| self.digest.write_u8(seat.0));
        self.outcome = Some(Outcome {
            digest: self.digest.finish(),
            rounds: self.rounds,
            actions: self.table.actions(),
            points: self.points,
            totals: standing.totals,
            winners: standing.winners,
        });
    }
    fn act(&mut self, seat: Seat) -> Result<(), Wrong> {
        let codes = self.table.legal()?.to_vec();
        expect(!codes.is_empty(), || format!("seat {} has no legal action", seat.0 + 1))?;
        codes.iter().for_each(|&code| self.digest.write_u64(code));
        if self.closely && self.table.actions().is_multiple_of(CLOSELY) {
            self.look(seat, &codes)?;
        }
        let code = codes[self.rng.below(codes.len() as u32) as usize];
        self.digest.write_u64(code);
        self.last = Some(code);
        match self.table.act(code) {
            Err(TableError::Session(SessionError::Refused(reason))) => Err(Wrong::Broken(format!(
                "a legal action was refused ({reason}): a hook says one thing and then another, so it keeps something"
            ))),
            acted => Ok(acted?),
        }
    }
    /// What must hold at every decision.
    fn look(&mut self, seat: Seat, codes: &[u64]) -> Result<(), Wrong> {
        let plugin = self.table.session().plugin();
        let mut sorted = codes.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        expect(sorted.len() == codes.len(), || "an action is twice in the legal list".to_owned())?;
        for &code in codes {
            let text = plugin.notation(code)?;
            let back = plugin.parse(&text)?;
            expect(back == code, || format!("`{text}` is read back as another action"))?;
        }
        if let Some(last) = self.last.filter(|last| !codes.contains(last)) {
            match self.table.act(last) {
                Err(TableError::Session(SessionError::Refused(_))) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Err(Wrong::Broken("an action that is not legal was played".to_owned())),
            }
            expect(self.table.legal()? == codes, || "a refused action changed the legal list".to_owned())?;
        }
        // A seat's legal actions hang on what it knows alone, and every deal that it can imagine can be played out.
        let knowledge = self.table.know(seat)?;
        let session = self.table.session();
        let mut imagined = session.start(Seat(0))?;
        session.imagine(&knowledge, self.rng.wide(), &mut imagined)?;
        let mut again = Vec::new();
        session.legal(&imagined, &mut again)?;
        expect(again == codes, || {
            format!("seat {} has other legal actions in a deal that it cannot tell from this one", seat.0 + 1)
        })?;
        session.rollout(&mut imagined, self.rng.wide(), true)?;
        Ok(())
    }
}

/// What is wrong in a run.
enum Wrong {
    Table(TableError),
    Broken(String),
}

impl<E: Into<TableError>> From<E> for Wrong {
    fn from(error: E) -> Self {
        Self::Table(error.into())
    }
}

fn expect(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(Wrong::Broken(otherwise())) }
}

/// The 64-bit FNV-1a hash: the same in every process.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}
impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }
    fn write_i32(&mut self, number: i32) {
        self.write(&number.to_le_bytes());
    }
}
