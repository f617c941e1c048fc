//! The Lua state in which house rules run: what they can reach, and how much of it.
//!
//! A rule is a stranger's file. It gets a small library in a fixed order, no clock, no chance and no files, 16 MiB, and
//! a number of steps for each call. Steps are counted at calls and loops, so that a rule that runs too long stops at
//! the same place on every machine; a clock stands behind them for the little that runs long without a step.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value, VmState};

use super::failure::{Fault, HouseError, said};

/// The memory of a Lua state, in bytes.
const MEMORY: usize = 16 << 20;
/// The steps of a call.
const STEPS: u32 = 200_000;
/// The time of a call, where the steps have not ended it.
const TIME: Duration = Duration::from_secs(2);
/// The steps between two looks at the clock.
const STEPS_A_LOOK: u32 = 1024;

/// A limit that a house rule has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Limit {
    #[error("it ran for more than {STEPS} steps: is there a loop without an end?")]
    Steps,
    #[error("it ran for more than {} seconds", TIME.as_secs())]
    Time,
}

/// What is left of a call.
#[derive(Default)]
struct Budget {
    spent: Cell<u32>,
    look: Cell<u32>,
    since: Cell<Option<Instant>>,
    passed: Cell<Option<Limit>>,
    /// Whether the line is kept at each step: after a call has run out of memory, which leaves no trace.
    watched: Cell<bool>,
    line: Cell<Option<u32>>,
}

impl Budget {
    fn begin(&self) {
        self.spent.set(0);
        self.look.set(STEPS_A_LOOK);
        self.since.set(None);
        self.passed.set(None);
        self.watched.set(false);
        self.line.set(None);
    }
    #[inline]
    fn spend(&self, steps: u32) -> Result<(), Limit> {
        let spent = self.spent.get().saturating_add(steps);
        self.spent.set(spent);
        if spent < self.look.get() { Ok(()) } else { self.look_up(spent) }
    }
    #[cold]
    fn look_up(&self, spent: u32) -> Result<(), Limit> {
        self.look.set(spent.saturating_add(STEPS_A_LOOK).min(STEPS + 1));
        let late = match self.since.get() {
            None => {
                self.since.set(Some(Instant::now()));
                false
            }
            Some(since) => since.elapsed() > TIME,
        };
        let passed = if spent > STEPS { Some(Limit::Steps) } else { late.then_some(Limit::Time) };
        match self.passed.get().or(passed) {
            None => Ok(()),
            Some(limit) => {
                self.passed.set(Some(limit));
                self.look.set(0);
                Err(limit)
            }
        }
    }
    /// A step of the state, or several in one.
    #[inline]
    fn step(&self, lua: &Lua, steps: u32) -> mlua::Result<()> {
        let spent = self.spend(steps);
        if spent.is_err() || self.watched.get() {
            self.line.set(line_of(lua).or(self.line.get()));
        }
        spent.map_err(mlua::Error::external)
    }
}

/// The name under which the prelude runs.
const LIBRARY: &str = "library";

/// The line of the house rule that is running.
fn line_of(lua: &Lua) -> Option<u32> {
    let frame = |level| {
        lua.inspect_stack(level, |frame| {
            let own = frame.source().short_src.is_some_and(|name| name != LIBRARY && name != "[C]");
            frame.current_line().filter(|_| own).and_then(|line| u32::try_from(line).ok())
        })
    };
    (0..64).map_while(frame).flatten().next()
}

/// A Lua state with the library of house rules.
pub(super) struct Sandbox {
    lua: Lua,
    budget: Rc<Budget>,
    fresh: Function,
    seal: Function,
}

impl Sandbox {
    /// A new state.
    pub fn new() -> Result<Self, HouseError> {
        Self::made().map_err(|error| HouseError::Engine(said(&error)))
    }
    fn made() -> mlua::Result<Self> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::BIT | StdLib::UTF8 | StdLib::MATH;
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(true))?;
        let budget = Rc::new(Budget::default());
        budget.begin();
        let (counted, watched, charged) = (Rc::clone(&budget), Rc::clone(&budget), Rc::clone(&budget));
        lua.set_interrupt(move |lua| counted.step(lua, 1).map(|()| VmState::Continue));
        // The cast saturates: a cost that is no number is nothing, one too large ends the call.
        let charge = lua.create_function(move |lua, steps: f64| charged.step(lua, steps as u32))?;
        let spent = lua.create_function(move |_, ()| Ok(watched.passed.get().is_some()))?;
        let explain = lua.create_function(|_, value: Value| match value {
            Value::Error(error) => Ok(said(&error)),
            other => Ok(other.type_name().to_owned()),
        })?;
        let prelude = lua.load(include_str!("prelude.lua")).set_name(format!("={LIBRARY}")).set_mode(ChunkMode::Text);
        let (fresh, seal) = prelude.call((charge, spent, explain))?;
        lua.set_memory_limit(MEMORY)?;
        Ok(Self { lua, budget, fresh, seal })
    }
    /// The state.
    pub fn lua(&self) -> &Lua {
        &self.lua
    }
    /// Runs `call` within the limits. What failed is read as an error of the chunk called `chunk`.
    pub fn run<T>(&self, chunk: &str, call: impl Fn() -> mlua::Result<T>) -> Result<T, Fault> {
        self.budget.begin();
        let outcome = call().or_else(|error| {
            if !out_of_memory(&error) {
                return Err(error);
            }
            // What earlier calls left behind counts against nobody: the same call again, in an empty house.
            self.lua.gc_collect()?;
            self.budget.begin();
            self.budget.watched.set(true);
            call()
        });
        outcome.map_err(|error| {
            let mut fault = Fault::read(&error, chunk);
            fault.line = fault.line.or(self.budget.line.get());
            // The way out of a full state must not be shut by what filled it.
            let _ = self.lua.gc_collect();
            match self.budget.passed.get() {
                Some(limit) => Fault { reason: limit.to_string(), ..fault },
                None if out_of_memory(&error) => {
                    Fault { reason: format!("it used more than {} MiB of memory", MEMORY >> 20), ..fault }
                }
                None => fault,
            }
        })
    }
    /// Runs a file in an environment of its own and gives what it returns. `parlour` is what it sees by that name.
    pub fn load(&self, chunk: &str, text: &str, parlour: &Table) -> Result<Value, Fault> {
        self.run(chunk, || {
            let environment: Table = self.fresh.call(parlour)?;
            let file = self.lua.load(text).set_name(format!("={chunk}")).set_mode(ChunkMode::Text);
            let value = file.set_environment(environment.clone()).call(())?;
            self.seal.call::<()>(environment)?;
            Ok(value)
        })
    }
}

/// Whether the memory limit ended it.
fn out_of_memory(error: &mlua::Error) -> bool {
    match error {
        mlua::Error::MemoryError(_) => true,
        mlua::Error::RuntimeError(text) => text.starts_with("not enough memory"),
        mlua::Error::CallbackError { cause, .. } => out_of_memory(cause),
        _ => false,
    }
}
