//! The table: one playing of a game, from the first deal to the winner.
//!
//! Shell, bots, simulations, records and replays all drive the same table. It checks actions, deals by its seed, keeps
//! what each seat has been told, and hands every line of its record to a keeper as soon as it is true.

mod seating;
mod turn;
mod undo;

use parlour_sdk::game::Deal;
use parlour_sdk::view::{Choice, Line as LogLine};
use parlour_sdk::{Observer, Points, Seat, Standing, Summary, Turn, View, deck};

use crate::bot::{self, Bots};
use crate::journal::{ActionLine, DealLine, Line};
use crate::plugin::{Knowledge, Moment, Session, SessionError};

pub use seating::{Player, Seating, SeatingError};
use undo::Undo;

/// The most deals of one round that house rules may throw in; the next one stands.
const MOST_THROWN_IN: u32 = 100;

/// Why the table cannot go on as asked. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The game refused or failed.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The record could not be kept.
    #[error("the game cannot be saved: {0}")]
    Keep(#[from] std::io::Error),
    /// Nothing can be taken back.
    #[error("nothing can be taken back: only an action of this turn that revealed nothing")]
    NothingToUndo,
    /// It is not the time for that.
    #[error("{expected} is due")]
    NotNow {
        /// What the table waits for.
        expected: &'static str,
    },
}

/// Where a table's lines go: a journal, a record, nowhere.
pub trait Keeper {
    /// Takes the next line.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn keep(&mut self, line: &Line) -> std::io::Result<()>;
}

impl<F: FnMut(&Line) -> std::io::Result<()>> Keeper for F {
    fn keep(&mut self, line: &Line) -> std::io::Result<()> {
        self(line)
    }
}

/// One playing of a game.
pub struct Table {
    session: Session,
    moment: Moment,
    seating: Seating,
    seed: u64,
    actions: u64,
    undo: Undo,
    log: Option<Log>,
    keeper: Option<Box<dyn Keeper>>,
    with_legal: bool,
    codes: Vec<u64>,
    bots: Bots,
}

/// What each seat, and the public, has been told.
#[derive(Default)]
struct Log {
    seats: Vec<Vec<LogLine>>,
    public: Vec<LogLine>,
}

/// A round that was settled.
#[derive(Clone, Debug)]
pub struct Settled {
    /// Its points, by side.
    pub points: Points,
    /// The standing after it.
    pub standing: Standing,
}

impl Table {
    /// A table before its first deal. The first dealer is drawn by the seed.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn new(session: Session, seating: Seating, seed: u64) -> Result<Self, TableError> {
        let dealer = deck::first_dealer(seed, session.seats());
        Self::with_dealer(session, seating, seed, dealer)
    }
    /// A table before its first deal, by this dealer.
    ///
    /// # Errors
    /// If there is no such seat, or the plugin failed.
    pub fn with_dealer(session: Session, seating: Seating, seed: u64, dealer: Seat) -> Result<Self, TableError> {
        let moment = session.start(dealer)?;
        Ok(Self {
            session,
            moment,
            seating,
            seed,
            actions: 0,
            undo: Undo::default(),
            log: None,
            keeper: None,
            with_legal: false,
            codes: Vec::new(),
            bots: Bots::default(),
        })
    }
    /// The table with a log for each seat, for a shell.
    #[must_use]
    pub fn logged(mut self) -> Self {
        let seats = vec![Vec::new(); usize::from(self.session.seats())];
        self.log = Some(Log { seats, public: Vec::new() });
        self
    }
    /// The table with a keeper of its lines, and with the legal lists in them if asked for.
    #[must_use]
    pub fn kept(mut self, keeper: Box<dyn Keeper>, with_legal: bool) -> Self {
        self.keeper = Some(keeper);
        self.with_legal = with_legal;
        self
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
    }
    /// Who sits where.
    pub fn seating(&self) -> &Seating {
        &self.seating
    }
    /// The seed: not for the players' eyes before the game is over.
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// How many actions were played.
    pub fn actions(&self) -> u64 {
        self.actions
    }
    /// What the table waits for.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn turn(&self) -> Result<Turn, TableError> {
        Ok(self.session.turn(&self.moment)?)
    }
    /// What an observer sees.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn view(&self, observer: Observer) -> Result<View, TableError> {
        Ok(self.session.show(&self.moment, observer)?)
    }
    /// The legal actions as they are put to the seat to act.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn choices(&self) -> Result<Vec<Choice>, TableError> {
        Ok(self.session.choices(&self.moment)?)
    }
    /// The codes of the legal actions.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn legal(&mut self) -> Result<&[u64], TableError> {
        self.session.legal(&self.moment, &mut self.codes)?;
        Ok(&self.codes)
    }
    /// Round, dealer, totals, winners.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn standing(&self) -> Result<Standing, TableError> {
        Ok(self.session.standing(&self.moment)?)
    }
    /// What a seat knows, for a bot or a hint.
    ///
    /// # Errors
    /// If the plugin failed.
    pub fn know(&self, seat: Seat) -> Result<Knowledge, TableError> {
        Ok(self.session.know(&self.moment, seat)?)
    }
    /// What this observer has been told so far; nothing at a table without a log.
    pub fn log(&self, observer: Observer) -> &[LogLine] {
        match (&self.log, observer) {
            (Some(log), Observer::Seat(seat)) => log.seats.get(seat.index()).map_or(&[], Vec::as_slice),
            (Some(log), _) => &log.public,
            (None, _) => &[],
        }
    }

    /// Deals the round that is due, by the seed.
    ///
    /// # Errors
    /// If no deal is due, or a house rule failed over it.
    pub fn deal(&mut self) -> Result<(), TableError> {
        self.expect(Turn::Deal)?;
        let round = self.standing()?.round + 1;
        let mut attempt = 0;
        loop {
            let mut pieces = self.session.pack().to_vec();
            deck::order(&mut pieces, self.seed, round, attempt);
            let mut dealt = self.session.copy(&self.moment)?;
            self.session.deal(&mut dealt, &pieces)?;
            if attempt == MOST_THROWN_IN || !self.session.redeal(&self.moment, &pieces, &dealt)? {
                return self.dealt(&pieces, dealt);
            }
            attempt += 1;
        }
    }
    /// Deals the round that is due as it is arranged.
    ///
    /// # Errors
    /// If no deal is due, or this one does not fit the game.
    pub fn deal_arranged(&mut self, deal: &Deal) -> Result<(), TableError> {
        self.expect(Turn::Deal)?;
        let pieces = self.session.arranged(&self.moment, deal)?;
        let mut dealt = self.session.copy(&self.moment)?;
        self.session.deal(&mut dealt, &pieces)?;
        self.dealt(&pieces, dealt)
    }
    fn dealt(&mut self, pieces: &[u8], dealt: Moment) -> Result<(), TableError> {
        if self.keeper.is_some() {
            let deal = self.session.written(&self.moment, pieces)?;
            let Standing { round, dealer, .. } = self.session.standing(&dealt)?;
            let turn = match self.session.turn(&dealt)? {
                Turn::Seat(seat) => Some(seat.0),
                _ => None,
            };
            self.keep(&Line::Deal(DealLine { round, dealer: dealer.0, turn, deal }))?;
        }
        self.moment = dealt;
        self.undo.clear();
        if let Some(log) = &mut self.log {
            let round = self.session.standing(&self.moment)?.round;
            let line = LogLine::table(format!("Round {round}"));
            log.seats.iter_mut().chain([&mut log.public]).for_each(|lines| lines.push(line.clone()));
        }
        Ok(())
    }

    /// Plays an action of the seat to act.
    ///
    /// # Errors
    /// If it is not legal, with the rule; if the plugin or a house rule failed.
    pub fn act(&mut self, code: u64) -> Result<(), TableError> {
        let Turn::Seat(seat) = self.turn()? else { return Err(self.not_now()) };
        let mut after = self.session.copy(&self.moment)?;
        self.session.play(&mut after, code)?;
        let told = match &self.log {
            None => None,
            Some(_) => Some(self.tell(code, &after)?),
        };
        if self.keeper.is_some() {
            let action = self.session.plugin().notation(code)?;
            let legal = if self.with_legal { Some(self.legal_texts()?) } else { None };
            self.keep(&Line::Action(ActionLine { seat: seat.0, action, legal }))?;
        }
        let same_turn = self.session.turn(&after)? == Turn::Seat(seat);
        let before = std::mem::replace(&mut self.moment, after);
        self.actions += 1;
        if same_turn && !self.session.plugin().reveals(code) {
            let told = told.iter().flatten().map(Vec::len).collect();
            self.undo.push(before, told);
        } else {
            self.undo.clear();
        }
        if let (Some(log), Some(told)) = (&mut self.log, told) {
            for (lines, told) in log.seats.iter_mut().chain([&mut log.public]).zip(told) {
                lines.extend(told);
            }
        }
        Ok(())
    }
    /// What the log says of an action to each seat, and last to the public.
    fn tell(&self, code: u64, after: &Moment) -> Result<Vec<Vec<LogLine>>, TableError> {
        let observers = Seat::all(self.session.seats()).map(Observer::Seat).chain([Observer::Public]);
        let told = observers.map(|observer| self.session.tell(&self.moment, code, after, observer));
        Ok(told.collect::<Result<_, _>>()?)
    }
    /// The legal actions as texts, sorted by bytes.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn legal_texts(&mut self) -> Result<Vec<String>, TableError> {
        self.session.legal(&self.moment, &mut self.codes)?;
        let plugin = self.session.plugin();
        let mut texts = self.codes.iter().map(|&code| plugin.notation(code)).collect::<Result<Vec<_>, _>>()?;
        texts.sort_unstable();
        Ok(texts)
    }
    /// The action that the bot in the seat to act chooses; `None` where a person sits or no seat acts.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn bot_action(&mut self) -> Result<Option<u64>, TableError> {
        let Turn::Seat(seat) = self.turn()? else { return Ok(None) };
        let Player::Bot(bot) = *self.seating.player(seat) else { return Ok(None) };
        self.session.legal(&self.moment, &mut self.codes)?;
        let seed = self.decision_seed(seat);
        let know = || self.session.know(&self.moment, seat);
        Ok(self.bots.choose(bot, &self.session, seat, know, &self.codes, seed)?)
    }
    /// The seed of the decision that `seat` has to make now, for a bot that thinks elsewhere.
    pub fn decision_seed(&self, seat: Seat) -> u64 {
        bot::decision_seed(self.seed, seat, self.actions)
    }
    /// Whether the seat to act can take its last action back.
    pub fn can_undo(&self) -> bool {
        self.undo.is_possible()
    }
    /// Takes the last action of the seat to act back.
    ///
    /// # Errors
    /// If it was not in this turn or revealed something.
    pub fn undo(&mut self) -> Result<(), TableError> {
        let Turn::Seat(seat) = self.turn()? else { return Err(TableError::NothingToUndo) };
        let step = self.undo.pop().ok_or(TableError::NothingToUndo)?;
        self.keep(&Line::Undo { seat: seat.0 })?;
        self.moment = step.before;
        self.actions -= 1;
        if let Some(log) = &mut self.log {
            for (lines, told) in log.seats.iter_mut().chain([&mut log.public]).zip(step.told) {
                lines.truncate(lines.len().saturating_sub(told));
            }
        }
        Ok(())
    }

    /// The points of the round that is over, and what its summary shows.
    ///
    /// # Errors
    /// If the round is not over, or a house rule failed.
    pub fn summary(&self) -> Result<(Points, Summary), TableError> {
        self.expect(Turn::Settle)?;
        let points = self.session.settle(&self.moment)?;
        let summary = self.session.summary(&self.moment, &points)?;
        Ok((points, summary))
    }
    /// Adds the round that is over up, and ends the game or passes the deal on.
    ///
    /// # Errors
    /// If the round is not over, or a house rule failed.
    pub fn settle(&mut self) -> Result<Settled, TableError> {
        self.expect(Turn::Settle)?;
        let points = self.session.settle(&self.moment)?;
        let Standing { round, totals, .. } = self.standing()?;
        let mut after = self.session.copy(&self.moment)?;
        self.session.commit(&mut after, &points)?;
        let standing = self.session.standing(&after)?;
        let totals = totals.iter().zip(points.iter()).map(|(total, points)| total + points).collect();
        self.keep(&Line::Round { round, points: points.to_vec(), totals })?;
        if self.session.turn(&after)? == Turn::Over {
            let Standing { winners, totals, payout, .. } = standing.clone();
            self.keep(&Line::End { winners: winners.iter().map(|seat| seat.0).collect(), totals, payout })?;
        }
        self.moment = after;
        self.undo.clear();
        Ok(Settled { points, standing })
    }
    /// Goes on with other house rules: the session is of the same game, seats and parameters.
    pub fn change_house(&mut self, session: Session) {
        self.session = session;
    }
    /// The game, for another table.
    pub fn into_session(self) -> Session {
        self.session
    }
    /// Keeps a line that is not of the table's own making.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn keep(&mut self, line: &Line) -> Result<(), TableError> {
        match &mut self.keeper {
            Some(keeper) => Ok(keeper.keep(line)?),
            None => Ok(()),
        }
    }

    fn expect(&self, turn: Turn) -> Result<(), TableError> {
        if self.turn()? == turn { Ok(()) } else { Err(self.not_now()) }
    }
    fn not_now(&self) -> TableError {
        match self.turn() {
            Ok(Turn::Seat(_)) => TableError::NotNow { expected: "an action" },
            Ok(Turn::Settle) => TableError::NotNow { expected: "the settlement of the round" },
            Ok(Turn::Deal) => TableError::NotNow { expected: "a deal" },
            Ok(Turn::Over) => TableError::NotNow { expected: "nothing more: the game is over, so nothing" },
            Err(error) => error,
        }
    }
}
