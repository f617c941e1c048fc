//! The conformance kit: one call in a game's tests that plays thousands of random games and checks what every game
//! promises.
//!
//! A game's `tests/conforms.rs` calls [`conforms`] with [`Plan::default`], and [`varied`] with fewer games for the
//! parameters; the example at the [crate's root](crate) ends with such a call. A game whose random players need long
//! to come to an end is played with a parameter that ends it sooner: `Plan::default().set("max_rounds", 2)`.
//!
//! What is cheap is checked at every action; the rest (views, choices, imagined states) in *exams*, which are drawn
//! from all actions so that their number depends on the plan and not on how long the games are. Everything follows
//! from [`Plan::seed`]: a run that fails, fails again, at the same place.
//!
//! The strongest checks need nothing from the author:
//!
//! - **Imagined states.** Whatever `know` gives a seat, each state that `imagine` makes of it looks the same to that
//!   seat: the same view, the same knowledge, and where the seat acts, the same legal list and choices. So a face in a
//!   view that the seat cannot know shows up as a view that changes.
//! - **Twin rounds.** The round is dealt again with two pieces changed that a seat has not seen, and the same actions
//!   are played. Where all that the seat has seen and been told is the same, its knowledge must be the same too, or
//!   `know` reads what is hidden. And since neither of the two deals is likelier than the other, `imagine` must come
//!   up with the one as often as with the other.

mod knowledge;
mod legal;
mod playout;
mod stakes;
mod twins;

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::action::Action;
use crate::engine::Engine;
use crate::game::Game;
use crate::hook::House;
use crate::param::{Domain, Params as _, Value, Values};
use crate::rng::{Draw, Rng};

/// Returns a [`Failure`] of this fault unless the condition holds.
macro_rules! ensure {
    ($case:expr, $holds:expr, $fault:ident, $($expected:tt)+) => {
        if !$holds {
            return Err($case.failure($crate::testkit::Fault::$fault, format!($($expected)+)));
        }
    };
}
use ensure;

/// How much is played and how closely it is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Games for each seat count.
    pub games: u32,
    /// The seat count; `None` for each that the game has.
    pub seats: Option<u8>,
    /// Parameters that are not at their defaults.
    pub params: Values,
    /// The seed of the first game; each later one has the next.
    pub seed: u64,
    /// About how many actions are examined for each seat count.
    pub exams: u32,
    /// The states imagined for each seat in an exam.
    pub imagined: u32,
    /// The most actions of a game before it counts as endless.
    pub bound: u32,
}

impl Default for Plan {
    /// 10,000 games for each seat count with the default parameters.
    fn default() -> Self {
        Self { games: 10_000, seats: None, params: Values::new(), seed: 1, exams: 400, imagined: 3, bound: 1_000_000 }
    }
}

impl Plan {
    /// The default plan with so many games, and as many exams, from 20 to 400.
    pub fn of(games: u32) -> Self {
        Self { games, exams: games.clamp(20, 400), ..Self::default() }
    }
    /// The plan for one seat count.
    #[must_use]
    pub fn seats(mut self, seats: u8) -> Self {
        self.seats = Some(seats);
        self
    }
    /// The plan with a whole number as a parameter.
    #[must_use]
    pub fn set(self, name: &str, value: i64) -> Self {
        self.with(name, Value::Int(value))
    }
    /// The plan with a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.params.insert(name.to_owned(), value);
        self
    }
    /// The plan with about so many exams for each seat count.
    #[must_use]
    pub fn exams(mut self, exams: u32) -> Self {
        self.exams = exams;
        self
    }
}

/// What a game does not keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// The game cannot be made with the plan's parameters.
    Setup,
    /// The game panicked.
    Panic,
    /// A piece is missing or in two places: the referee's view does not show the pack.
    Pieces,
    /// `layout`, `deal` and the view of what was dealt disagree.
    Deal,
    /// The table waits for the wrong thing.
    Turn,
    /// A code does not lead back to its action, or another code leads there too.
    Code,
    /// A notation does not lead back to its action, or two actions share it.
    Notation,
    /// The legal list is empty, or holds an action twice.
    Legal,
    /// The legal list changes from one call to the next, or with the buffer.
    Order,
    /// A candidate, or what the policy plays, is not legal.
    Candidate,
    /// An action is allowed that is not in the legal list, or the other way round.
    Check,
    /// A rule that a refusal or a view names is not in the rule book.
    Rule,
    /// Asking changed the state, or playing changed the state it was copied from.
    Changed,
    /// The same deal and the same actions led to another state.
    Replay,
    /// A game or round does not end.
    Endless,
    /// A round's points are not one for each side, or stakes that do not add up to 0.
    Points,
    /// The totals are not what the rounds add up to.
    Totals,
    /// The game ends without a winner, or names others than it said.
    Winners,
    /// The payout is not one for each seat, or does not add up to 0.
    Payout,
    /// A view or a log line is not well formed.
    View,
    /// A choice does not fit the view or the action.
    Choice,
    /// An observer is shown or told what it cannot know.
    Leak,
    /// `know` depends on what the seat has not seen.
    Knowledge,
    /// An imagined state contradicts the knowledge it was made of.
    Imagine,
    /// `imagine` prefers some arrangements to others that are as likely.
    Bias,
    /// An action that claims to reveal nothing tells the acting seat something new.
    Reveals,
}

/// Where a game failed, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault:?} at {at}: {expected}")]
pub struct Failure {
    /// The kind.
    pub fault: Fault,
    /// The place.
    pub at: At,
    /// What was expected, and what was there.
    pub expected: String,
}

/// A place in a run.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct At {
    /// The game's id.
    pub game: &'static str,
    /// The seats at the table.
    pub seats: u8,
    /// The seed of the table.
    pub seed: u64,
    /// The round, from 1.
    pub round: u32,
    /// The actions played in the round.
    pub action: u32,
    /// The parameters that are not at their defaults.
    pub params: String,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, seats, seed, round, action, params } = self;
        write!(f, "{game}, {seats} seats, seed {seed}, round {round}, action {action}{params}")
    }
}

/// What was played and examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// Games.
    pub games: u64,
    /// Rounds.
    pub rounds: u64,
    /// Actions.
    pub actions: u64,
    /// Actions that were examined closely.
    pub exams: u64,
    /// Twin rounds: another deal that a seat could not tell from the real one.
    pub twins: u64,
    /// Imagined states that were counted to see whether `imagine` is fair.
    pub samples: u64,
}

impl std::ops::AddAssign for Report {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.rounds += other.rounds;
        self.actions += other.actions;
        self.exams += other.exams;
        self.twins += other.twins;
        self.samples += other.samples;
    }
}

/// Plays by the plan and panics at the first fault.
///
/// # Panics
/// If the game does not keep to what a game promises; the message is that of the [`Failure`].
pub fn conforms<G: Game>(plan: Plan) -> Report {
    examine::<G>(&plan).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Plays by the plan once for each parameter at each end of its range (or each other word), the rest at the plan's
/// values. What the game refuses at set-up is left out.
///
/// # Panics
/// As [`conforms`].
pub fn varied<G: Game>(plan: Plan) -> Report {
    let mut report = Report::default();
    for param in G::Params::declared() {
        let values = match &param.domain {
            Domain::Flag => vec![Value::Flag(false), Value::Flag(true)],
            Domain::Int { min, max } => vec![Value::Int(*min), Value::Int(*max)],
            Domain::Choice { words } => words.iter().cloned().map(Value::Word).collect(),
        };
        for value in values.into_iter().filter(|value| *value != param.default) {
            let (min, max) = G::META.seats;
            for seats in plan.seats.map_or(min..=max, |seats| seats..=seats) {
                let plan = plan.clone().with(&param.name, value.clone()).seats(seats);
                if Engine::<G>::new(seats, &plan.params, House::none()).is_ok() {
                    report += conforms::<G>(plan);
                }
            }
        }
    }
    report
}

/// Plays by the plan, the seat counts side by side.
///
/// # Errors
/// The first fault, that of the fewest seats.
pub fn examine<G: Game>(plan: &Plan) -> Result<Report, Failure> {
    let (min, max) = G::META.seats;
    let seat_counts = plan.seats.map_or(min..=max, |seats| seats..=seats);
    let reports: Vec<Result<Report, Failure>> = std::thread::scope(|scope| {
        let runs: Vec<_> = seat_counts.map(|seats| scope.spawn(move || Case::<G>::run(plan, seats))).collect();
        runs.into_iter().map(|run| run.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    reports.into_iter().try_fold(Report::default(), |mut sum, report| {
        sum += report?;
        Ok(sum)
    })
}

type Check = Result<(), Failure>;

/// A run at one seat count.
struct Case<'p, G: Game> {
    plan: &'p Plan,
    engine: Engine<G>,
    rng: Rng,
    at: At,
    report: Report,
    /// The actions of the game so far.
    spent: u32,
    /// The game is one of those whose pieces are counted after every action.
    counted: bool,
    /// The legal codes of the moment.
    codes: Vec<u64>,
    /// The same, sorted.
    sorted: Vec<u64>,
    /// How often each kind of action, by the first word of its notation, was seen.
    kinds: BTreeMap<String, u32>,
    /// Codes of actions that were legal at some time: likely to be illegal now.
    strangers: Vec<u64>,
    /// How many pieces of each code the pack has.
    pack: [u16; 256],
    fairness: twins::Fairness,
}

impl<'p, G: Game> Case<'p, G> {
    fn run(plan: &'p Plan, seats: u8) -> Result<Report, Failure> {
        let param = |(name, value): (&String, &Value)| format!(", {name} = {value}");
        let params = plan.params.iter().map(param).collect();
        let at = At { game: G::META.id, seats, params, ..At::default() };
        let setup = |expected: String| Failure { fault: Fault::Setup, at: at.clone(), expected };
        let made = catch_unwind(|| Engine::<G>::new(seats, &plan.params, House::none()))
            .map_err(|_| setup("`new` to give a game or an error, it panicked".to_owned()))?;
        let engine = made.map_err(|error| setup(format!("a game with these parameters; {error}")))?;
        let mut case = Self {
            plan,
            engine,
            rng: Rng::new(plan.seed ^ u64::from(seats) << 56),
            at,
            report: Report::default(),
            spent: 0,
            counted: false,
            codes: vec![0; 64],
            sorted: Vec::new(),
            kinds: BTreeMap::new(),
            strangers: Vec::new(),
            pack: [0; 256],
            fairness: twins::Fairness::default(),
        };
        case.pack_is_fixed()?;
        for number in 0..plan.games {
            case.at.seed = plan.seed.wrapping_add(u64::from(number));
            case.counted = number % 50 == 0;
            catch_unwind(AssertUnwindSafe(|| case.game())).unwrap_or_else(|panic| Err(case.panicked(&*panic)))?;
            case.report.games += 1;
        }
        case.fair()?;
        Ok(case.report)
    }
    fn panicked(&self, payload: &(dyn std::any::Any + Send)) -> Failure {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        self.failure(Fault::Panic, format!("no panic; {text}"))
    }
    fn failure(&self, fault: Fault, expected: String) -> Failure {
        Failure { fault, at: self.at.clone(), expected }
    }
    /// Whether the action about to be played is examined: always while its kind is new, later one in so many that the
    /// exams of the plan are spread over all its games.
    fn due(&mut self, notation: &str) -> bool {
        const NEW: u32 = 8;
        self.report.actions += 1;
        if self.plan.exams == 0 {
            return false;
        }
        let kind = notation.split(' ').next().unwrap_or_default();
        match self.kinds.get_mut(kind) {
            Some(seen) => {
                *seen += 1;
                if *seen <= NEW {
                    return true;
                }
            }
            None => {
                self.kinds.insert(kind.to_owned(), 1);
                return true;
            }
        }
        let expected = self.report.actions * u64::from(self.plan.games) / (self.report.games + 1);
        let gap = expected / u64::from(self.plan.exams);
        self.rng.below(u32::try_from(gap).unwrap_or(u32::MAX).max(1)) == 0
    }
    fn any<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.rng.below(list.len() as u32) as usize) }
    }
    fn game_of(&self) -> &G {
        self.engine.game()
    }
}

/// Whether the rule book has this rule: a heading, a numbered line or a bold word at the start of a line.
fn has_rule(book: &str, rule: &str) -> bool {
    !rule.is_empty()
        && book.lines().any(|line| {
            let text = line.trim_start_matches(|sign: char| !sign.is_alphanumeric());
            text.strip_prefix(rule).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
}

/// The action of a code, if the code is in the list.
fn action_of<A: Action>(code: u64) -> Option<A> {
    A::from_code(code).filter(|action| action.code() == code)
}
