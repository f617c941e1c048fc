//! Simulation: many tables of bots on all cores, with the same result for any number of threads.

mod range;
mod report;
mod tally;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use parlour_sdk::Seat;
use parlour_sdk::abi::Description;
use parlour_sdk::param::Values;

use crate::bot::BotSpec;
use crate::journal::HouseLine;
use crate::plugin::{Session, SessionError};
use crate::table::{Player, Seating, Table, TableError};

pub use range::{RangeError, Shard};
pub use report::{BotReport, MergeError, Report};
pub use tally::{Tally, Wins};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Study {
    /// The game, as its plugin describes it.
    pub description: Description,
    /// The seats at each table.
    pub seats: u8,
    /// All parameters.
    pub rules: Values,
    /// The house rules, in order.
    pub house: Vec<HouseLine>,
    /// The bots: one a side where there are two sides, else one a seat; the last fills the rest.
    pub bots: Vec<BotSpec>,
    /// How many games; game i (from 0) has the seed `seed + i`.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    /// The part of the games to play here.
    pub shard: Shard,
}

/// Why a study cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// More bots than sides or seats.
    #[error("{given} bots: expected at most {most}, one for each {what}")]
    Bots {
        /// How many.
        given: usize,
        /// The most.
        most: usize,
        /// `side` or `seat`.
        what: &'static str,
    },
    /// A bot with a budget in time.
    #[error("{0}: expected a budget in simulations, as in search:2000, so that the result can be had again")]
    Time(BotSpec),
    /// The table cannot be set up.
    #[error(transparent)]
    Session(#[from] SessionError),
}

impl Study {
    /// How many bots a table has: one a side where there are two sides, else one a seat.
    fn places(&self) -> usize {
        usize::from(self.description.sides.count(self.seats))
    }
    /// Checks the bots, and fills up with the last.
    ///
    /// # Errors
    /// If there are too many, or one has a budget in time.
    pub fn check(&mut self) -> Result<(), SimError> {
        let most = self.places();
        let what = if most == usize::from(self.seats) { "seat" } else { "side" };
        if self.bots.len() > most {
            return Err(SimError::Bots { given: self.bots.len(), most, what });
        }
        if let Some(bot) = self.bots.iter().find(|bot| !bot.is_reproducible()) {
            return Err(SimError::Time(*bot));
        }
        let last = self.bots.last().copied().unwrap_or(BotSpec::Random);
        self.bots.resize(most, last);
        Ok(())
    }
    /// The place in `bots` of the bot that plays for a side in a game: the bots move on by one from game to game.
    fn bot_of(&self, game: u64, side: u8) -> usize {
        let places = self.places() as u64;
        ((u64::from(side) + game) % places) as usize
    }
    fn seating(&self, game: u64) -> Seating {
        let sides = self.description.sides;
        let player = |seat| Player::Bot(self.bots[self.bot_of(game, sides.of(seat))]);
        Seating::of(Seat::all(self.seats).map(player).collect())
    }

    /// Plays the study on `threads` threads, each with a session by `open`; `progress` is told of each game.
    ///
    /// # Errors
    /// If a session cannot be opened. A game that fails is counted, and the others go on.
    pub fn run(
        &self,
        threads: usize,
        open: impl Fn() -> Result<Session, SimError> + Sync,
        progress: impl Fn(u64) + Sync,
    ) -> Result<Report, SimError> {
        let started = Instant::now();
        let games = self.shard.of(self.games);
        let next = AtomicU64::new(games.start);
        let total = Mutex::new(Ok(Tally::new(self.places(), usize::from(self.seats))));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    let part = self.work(&next, games.end, &open, &progress);
                    let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    match (&mut *total, part) {
                        (Ok(total), Ok(part)) => total.add(&part),
                        (total @ Ok(_), Err(error)) => *total = Err(error),
                        (Err(_), _) => {}
                    }
                });
            }
        });
        let tally = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)?;
        Ok(Report::new(self, &tally, started.elapsed().as_secs_f64(), threads))
    }
    /// Plays games until none is left.
    fn work(
        &self,
        next: &AtomicU64,
        end: u64,
        open: &impl Fn() -> Result<Session, SimError>,
        progress: &impl Fn(u64),
    ) -> Result<Tally, SimError> {
        let mut tally = Tally::new(self.places(), usize::from(self.seats));
        let mut kept = None;
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= end {
                return Ok(tally);
            }
            let session = match kept.take() {
                Some(session) => session,
                None => open()?,
            };
            // A session whose plugin has failed is not used again.
            match self.play(session, game, &mut tally) {
                Ok(session) => kept = Some(session),
                Err(error) => tally.fail(game, error.to_string()),
            }
            progress(1);
        }
    }
    /// Plays a game to its end and counts it.
    fn play(&self, session: Session, game: u64, tally: &mut Tally) -> Result<Session, TableError> {
        let seed = self.seed.wrapping_add(game);
        let mut table = Table::new(session, self.seating(game), seed)?;
        while table.go_on()? {}
        let standing = table.standing()?;
        tally.count(u64::from(standing.round), table.actions());
        let sides = self.description.sides;
        let won = |side: u8| standing.winners.iter().any(|&seat| sides.of(seat) == side);
        let winners = (0..sides.count(self.seats)).filter(|&side| won(side)).count() as u64;
        for (side, &points) in standing.totals.iter().enumerate() {
            let wins = if won(side as u8) { Wins::shared_by(winners) } else { Wins::NONE };
            tally.place(self.bot_of(game, side as u8), side, wins, points);
        }
        Ok(table.into_session())
    }
}
