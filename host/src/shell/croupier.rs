//! The croupier: a thread that runs a table for the shell.
//!
//! It alone holds the table, asks the bots, and waits out their pauses, so that the screen never freezes. The shell
//! gives it orders and is told news; without news there is nothing to draw, and without orders nothing to do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour_sdk::{Observer, Seat, Turn};

use super::lobby::{Again, Opening};
use super::scene::{Party, Recap, Scene};
use super::screen::{Advice, Failure, News};
use crate::bot::search::{Budget, Search};
use crate::journal::{HouseLine, Line};
use crate::plugin::{Session, SessionError};
use crate::table::{Player, Table, TableError};

/// The name of the croupier's thread: its panics are told on a screen, not printed over it.
pub const THREAD: &str = "croupier";

/// How much a hint may spend.
const HINT: Budget = Budget::Simulations(2000);

/// What the shell wants of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// To play an action of the seat to act.
    Act(u64),
    /// To take the last one back.
    Undo,
    /// To be advised.
    Hint,
    /// To go on: the summary was read, the curtain lifted.
    Next,
    /// To try again what failed.
    Retry,
    /// To go on without the house rule that failed.
    Without,
    /// To let the bots play on without a pause until a person is to act.
    Hurry,
}

/// What to do about house rules that fail at a table.
pub trait Mending {
    /// The rule that is to blame for a failure, and what is to be told about it.
    fn blame(&self, message: &str) -> Option<(String, String)>;
    /// The game with the rules read again, after their author mended them, and those whose text is another now.
    ///
    /// # Errors
    /// What is still wrong.
    fn again(&mut self) -> Result<(Session, Vec<HouseLine>), String>;
    /// The game without one rule.
    ///
    /// # Errors
    /// What is wrong without it.
    fn without(&mut self, rule: &str) -> Result<Session, String>;
    /// The rules in force, a line each.
    fn lines(&self) -> Vec<String>;
}

/// A table ready to be played.
pub struct Opened {
    /// The table, with a log.
    pub table: Table,
    /// What the shell shows of it all the time.
    pub party: Party,
    /// Its house rules, if there are any.
    pub mending: Option<Box<dyn Mending>>,
}

/// A croupier at work. It leaves the table when this is dropped.
pub struct Croupier {
    orders: Sender<Order>,
    /// Disconnected as soon as the thread has let the table go.
    left: Receiver<()>,
}

impl Croupier {
    /// Opens a table in a thread of its own and runs it. Bots take at least `pause` for an action.
    ///
    /// # Errors
    /// Why the table cannot be opened.
    pub fn start(
        open: Opening,
        pause: Duration,
        tell: impl Fn(News) + Send + 'static,
    ) -> Result<(Self, Again), String> {
        let (orders, taken) = channel();
        let (ready, opened) = channel();
        let (leaving, left) = channel();
        let run = move || {
            let _leaving: Sender<()> = leaving;
            let (opened, again) = match open() {
                Ok(opened) => opened,
                Err(message) => return drop(ready.send(Err(message))),
            };
            if ready.send(Ok(again)).is_err() {
                return;
            }
            let mut game = Running::new(opened, taken, pause, tell);
            while catch_unwind(AssertUnwindSafe(|| game.run())).is_err() {
                // What panicked is ours: the table is between two actions, and the journal holds all of them.
                let message = "the program itself failed here; the saved game is whole".to_owned();
                (game.tell)(News::Failed(Failure { message, rule: None }));
                if !matches!(game.orders.recv(), Ok(Order::Retry)) {
                    return;
                }
            }
        };
        let spawned = thread::Builder::new().name(THREAD.to_owned()).spawn(run);
        spawned.map_err(|error| format!("no thread can be started: {error}"))?;
        let died = || Err("the table could not be opened: the program itself failed".to_owned());
        let again = opened.recv().unwrap_or_else(|_| died())?;
        Ok((Self { orders, left }, again))
    }
    /// Gives an order.
    pub fn order(&self, order: Order) {
        // A croupier that has left takes no orders.
        let _ = self.orders.send(order);
    }
    /// Leaves the table and waits a moment until it is let go.
    pub fn leave(self) {
        drop(self.orders);
        let _ = self.left.recv_timeout(Duration::from_secs(2));
    }
}

/// Why the croupier stops before the end: the shell has left.
struct Left;

/// What stopped the table.
enum Halt {
    Left,
    Failed(String),
}

impl From<Left> for Halt {
    fn from(Left: Left) -> Self {
        Self::Left
    }
}
impl From<TableError> for Halt {
    fn from(error: TableError) -> Self {
        Self::Failed(error.to_string())
    }
}

struct Running<T> {
    table: Table,
    party: Arc<Party>,
    mending: Option<Box<dyn Mending>>,
    orders: Receiver<Order>,
    pause: Duration,
    tell: T,
    people: Vec<Seat>,
    /// The person who looks at the screen.
    viewer: Option<Seat>,
    hurried: bool,
    /// The seat that acted last: further actions of its turn follow faster.
    last: Option<Seat>,
    search: Search,
    notice: String,
}

/// How many times faster a bot goes on in its turn than it begins it.
const GOING_ON: u32 = 4;

impl<T: Fn(News)> Running<T> {
    fn new(opened: Opened, orders: Receiver<Order>, pause: Duration, tell: T) -> Self {
        let Opened { table, party, mending } = opened;
        let people: Vec<Seat> = table.seating().people().collect();
        let viewer = if people.len() == 1 { people.first().copied() } else { None };
        let search = Search::default();
        let (party, notice) = (Arc::new(party), String::new());
        Self { table, party, mending, orders, pause, tell, people, viewer, hurried: false, last: None, search, notice }
    }

    fn run(&mut self) {
        loop {
            match self.step() {
                Ok(true) => {}
                Ok(false) | Err(Halt::Left) => return,
                Err(Halt::Failed(message)) => {
                    if self.failed(&message).is_err() {
                        return;
                    }
                }
            }
        }
    }
    /// Does the next thing; false once the game is over.
    fn step(&mut self) -> Result<bool, Halt> {
        match self.table.turn()? {
            Turn::Deal => {
                self.table.deal()?;
                self.hurried = false;
            }
            Turn::Settle => {
                let (points, summary) = self.table.summary()?;
                if self.people.len() > 1 {
                    self.viewer = None;
                }
                let scene = self.scene(None, false)?;
                let after = self.table.settle()?.standing;
                (self.tell)(News::Recap(Box::new(Recap { scene, summary, points: points.to_vec(), after })));
                while self.wait()? != Order::Next {}
            }
            Turn::Over => {
                let (scene, seed) = (Box::new(self.scene(None, false)?), self.table.seed());
                (self.tell)(News::Over { scene, seed });
                return Ok(false);
            }
            Turn::Seat(seat) if matches!(self.table.seating().player(seat), Player::Person(_)) => self.person(seat)?,
            Turn::Seat(seat) => self.bot(seat)?,
        }
        Ok(true)
    }

    /// Lets a person act once.
    fn person(&mut self, seat: Seat) -> Result<(), Halt> {
        self.hurried = false;
        self.last = Some(seat);
        if self.viewer != Some(seat) {
            self.viewer = None;
            let scene = self.scene(Some(seat), false)?;
            (self.tell)(News::Curtain(seat, Box::new(scene)));
            while self.wait()? != Order::Next {}
            self.viewer = Some(seat);
        }
        let mut scene = self.scene(Some(seat), false)?;
        scene.choices = self.table.choices()?;
        scene.can_undo = self.table.can_undo();
        scene.notice = std::mem::take(&mut self.notice);
        (self.tell)(News::Scene(Box::new(scene)));
        loop {
            match self.wait()? {
                Order::Act(code) => match self.table.act(code) {
                    Err(TableError::Session(SessionError::Refused(why))) => {
                        self.notice = why;
                        return Ok(());
                    }
                    acted => return Ok(acted?),
                },
                Order::Undo => {
                    if let Err(error) = self.table.undo() {
                        self.notice = error.to_string();
                    }
                    return Ok(());
                }
                Order::Hint => self.hint(seat)?,
                Order::Next | Order::Retry | Order::Without | Order::Hurry => {}
            }
        }
    }
    fn hint(&mut self, seat: Seat) -> Result<(), Halt> {
        let knowledge = self.table.know(seat)?;
        let seed = self.table.decision_seed(seat);
        let legal = self.table.legal()?.to_vec();
        let advice = self.search.advise(self.table.session(), (seat, &knowledge), &legal, HINT, seed);
        if let Some(advice) = advice.map_err(TableError::from)? {
            let note = match advice.simulations {
                0 => "the only action".to_owned(),
                _ => format!("{:+.1} points against the others this round", advice.gain).replace('-', "−"),
            };
            (self.tell)(News::Hint(Advice { code: advice.code, note }));
        }
        Ok(())
    }
    /// Lets a bot act once.
    fn bot(&mut self, seat: Seat) -> Result<(), Halt> {
        if self.people.len() > 1 {
            self.viewer = None;
        }
        let begun = Instant::now();
        let pause = if self.last.replace(seat) == Some(seat) { self.pause / GOING_ON } else { self.pause };
        let scene = self.scene(Some(seat), true)?;
        (self.tell)(News::Scene(Box::new(scene)));
        let code = self.table.bot_action()?;
        let code = code.ok_or_else(|| Halt::Failed("the game offers no legal action".to_owned()))?;
        while !self.hurried {
            let rest = pause.saturating_sub(begun.elapsed());
            match self.orders.recv_timeout(rest) {
                Ok(Order::Hurry) => self.hurried = true,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(Halt::Left),
            }
        }
        Ok(self.table.act(code)?)
    }

    fn wait(&self) -> Result<Order, Left> {
        self.orders.recv().map_err(|_| Left)
    }
    fn scene(&self, turn: Option<Seat>, thinking: bool) -> Result<Scene, TableError> {
        let observer = self.viewer.map_or(Observer::Public, Observer::Seat);
        Ok(Scene {
            party: Arc::clone(&self.party),
            seat: self.viewer,
            view: self.table.view(observer)?,
            choices: Vec::new(),
            turn,
            standing: self.table.standing()?,
            log: Arc::new(self.table.log(observer).to_vec()),
            can_undo: false,
            thinking,
            notice: String::new(),
        })
    }

    /// Tells of a failure and waits for what is to be done about it.
    fn failed(&mut self, message: &str) -> Result<(), Left> {
        let blamed = self.mending.as_ref().and_then(|mending| mending.blame(message));
        let (rule, mut told) = match blamed {
            Some((rule, told)) => (Some(rule), told),
            None => (None, message.to_owned()),
        };
        loop {
            (self.tell)(News::Failed(Failure { message: told.clone(), rule: rule.clone() }));
            let mended = loop {
                match (self.wait()?, &mut self.mending, &rule) {
                    (Order::Retry, Some(mending), Some(_)) => {
                        break mending.again().and_then(|(session, rules)| self.mended(rules).map(|()| session));
                    }
                    (Order::Retry, ..) => return Ok(()),
                    (Order::Without, Some(mending), Some(rule)) => {
                        let off = (rule.clone(), message.to_owned());
                        break mending.without(rule).and_then(|session| self.switch_off(off).map(|()| session));
                    }
                    _ => {}
                }
            };
            match mended {
                Ok(session) => {
                    self.table.change_house(session);
                    let house = self.mending.as_ref().map_or(Vec::new(), |mending| mending.lines());
                    self.party = Arc::new(Party { house, ..(*self.party).clone() });
                    return Ok(());
                }
                Err(still) => told = still,
            }
        }
    }
    fn switch_off(&mut self, (off, reason): (String, String)) -> Result<(), String> {
        let round = self.round()?;
        self.table.keep(&Line::House { round, off, reason }).map_err(|error| error.to_string())
    }
    fn mended(&mut self, rules: Vec<HouseLine>) -> Result<(), String> {
        let round = self.round()?;
        rules.into_iter().try_for_each(|HouseLine { name, sha256, .. }| {
            self.table.keep(&Line::Mended { round, name, sha256 }).map_err(|error| error.to_string())
        })
    }
    fn round(&self) -> Result<u32, String> {
        Ok(self.table.standing().map_err(|error| error.to_string())?.round)
    }
}
