//! What the benchmarks of every game measure: random playouts, an item an action, linked statically and through the
//! loaded library, and the parts of them.
//!
//! A game's own `benches/playout.rs` includes this file as a module and declares beside it what it plays: the game
//! `Table`, the tables `CASES`, how many `GAMES` are played whole, the states that rounds are played `from`, and the
//! `moments` at which a single call is measured.

#![allow(clippy::clone_on_copy, reason = "the state of a game need not be `Copy`")]

use std::ffi::{CString, c_void};
use std::fmt;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use parlour_sdk::abi::{self, Entry, EntryFn, Functions, GameHandle, ROLLOUT, Rollout, RoundEnd, Text};
use parlour_sdk::param::{Value, Values};
use parlour_sdk::playout::{Played, Playout};
use parlour_sdk::{Action, Draw, Engine, Game, House, Legal, Rng, Seat};

use super::{CASES, GAMES, Table, from, moments};

type State = <Table as Game>::State;

/// A table to measure at: the seats, and the parameter that is not at its default.
#[derive(Clone, Copy)]
pub struct Case {
    pub seats: u8,
    pub param: Option<(&'static str, i64)>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seats", self.seats)?;
        self.param.map_or(Ok(()), |(name, value)| write!(f, ", {name} {value}"))
    }
}

impl Case {
    /// So many seats, by the usual rules.
    #[allow(dead_code, reason = "not every game needs it")]
    pub const fn seats(seats: u8) -> Self {
        Self { seats, param: None }
    }
    pub fn engine(self) -> Engine<Table> {
        let values: Values = self.param.into_iter().map(|(name, value)| (name.to_owned(), Value::Int(value))).collect();
        Engine::new(self.seats, &values, House::none()).expect("the parameters can be played")
    }
}

/// So many rounds, dealt and played at random until they are as wanted; a round that never is, is dealt anew.
pub fn reached(engine: &Engine<Table>, rounds: usize, wanted: impl Fn(&State) -> bool) -> Vec<State> {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(3));
    let mut found = Vec::new();
    while found.len() < rounds {
        let mut state = engine.game().start(Seat(0));
        playout.deal(engine, &mut state, &mut rng);
        while !wanted(&state)
            && let Some(action) = playout.any(engine, &state, &mut rng)
        {
            engine.game().play(&mut state, action);
        }
        found.extend(wanted(&state).then_some(state));
    }
    found
}

/// Rounds just dealt.
#[allow(dead_code, reason = "some games are measured from a later moment")]
pub fn dealt(engine: &Engine<Table>) -> Vec<State> {
    reached(engine, 64, |_| true)
}

/// Rounds whose auction is over and whose first trick is led.
#[allow(dead_code, reason = "some games have no tricks")]
pub fn first_leads(engine: &Engine<Table>) -> Vec<State> {
    let plays = |state: &State| {
        let actions = engine.actions(state);
        !actions.is_empty() && actions.iter().all(|action| action.to_string().starts_with("play"))
    };
    reached(engine, 256, plays)
}

/// The moments of random rounds that are as wanted: few enough to stay in the cache.
#[allow(dead_code, reason = "some games are measured at the first lead")]
pub fn found(engine: &Engine<Table>, wanted: impl Fn(&State) -> bool) -> Vec<State> {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(5));
    let mut found = Vec::new();
    for mut state in dealt(engine) {
        while let Some(action) = playout.any(engine, &state, &mut rng) {
            engine.game().play(&mut state, action);
            if wanted(&state) {
                found.push(state.clone());
            }
        }
    }
    let step = found.len().div_ceil(256);
    found.into_iter().step_by(step).collect()
}

/// The game in its shared library, which lies beside this program.
struct Loaded {
    functions: &'static Functions,
    rollout: &'static Rollout,
    game: *mut GameHandle,
}

impl Loaded {
    fn new(case: Case) -> Self {
        let program = std::env::current_exe().expect("this program has a path");
        let name = libloading::library_filename(Table::META.id.replace('-', "_"));
        let rules = case.param.map_or(String::new(), |(name, value)| format!("\"{name}\":{value}"));
        let setup = format!("{{\"seats\":{},\"rules\":{{{rules}}}}}", case.seats);
        let extension = CString::new(ROLLOUT).expect("no zero in it");
        // SAFETY: the library was built from this workspace; it stays loaded, and its functions are called as the
        // contract of the border asks: with a live handle, in this thread.
        unsafe {
            let library = libloading::Library::new(program.with_file_name(name)).expect("the library was built");
            let entry: &'static Entry = &*library.get::<EntryFn>(abi::SYMBOL.as_bytes()).expect("the symbol")();
            std::mem::forget(library);
            let functions = &*entry.functions;
            let rollout = &*(entry.extension)(extension.as_ptr()).cast::<Rollout>();
            let text = Text { data: setup.as_ptr(), len: setup.len() };
            let mut game = std::ptr::null_mut();
            assert_eq!((functions.create)(text, std::ptr::null(), &raw mut game), abi::OK);
            Self { functions, rollout, game }
        }
    }
    fn games(&self) -> u64 {
        let mut played = Played::default();
        // SAFETY: as in `new`.
        let status = unsafe { (self.rollout.games)(self.game, 7, GAMES, &raw mut played) };
        assert_eq!(status, abi::OK);
        played.actions
    }
    /// Plays the round, settles it and adds it up, by the extension.
    fn round(&self, mut state: State, seed: u64) -> u64 {
        let mut end = RoundEnd::default();
        // SAFETY: as in `new`; the state is one of this game, made by the same code.
        let status = unsafe { (self.rollout.round)(self.game, (&raw mut state).cast(), seed, 1, &raw mut end) };
        assert_eq!(status, abi::OK);
        u64::from(end.actions)
    }
    /// How many actions are legal, a negative number where no seat acts; more than there is room for are not listed.
    fn legal(&self, state: *const c_void, codes: &mut [u64]) -> i64 {
        // SAFETY: as in `round`.
        unsafe { (self.functions.legal)(self.game, state, codes.as_mut_ptr(), codes.len()) }
    }
    /// Plays the round an action at a time: `legal`, the draw, `advance`.
    fn round_by_action(&self, mut state: State, codes: &mut Vec<u64>, rng: &mut Rng) -> u64 {
        let (at, mut actions) = ((&raw mut state).cast::<c_void>(), 0);
        loop {
            let count = self.legal(at, codes);
            if count < 0 {
                return actions;
            }
            if count as usize > codes.len() {
                codes.resize(count as usize, 0);
                continue;
            }
            let pick = codes[rng.below(count as u32) as usize];
            // SAFETY: as in `round`.
            unsafe { (self.functions.advance)(self.game, at, pick) };
            actions += 1;
        }
    }
}

/// Measures a run that gives the number of its actions, the same each time.
fn counted(bencher: Bencher, mut run: impl FnMut() -> u64) {
    let actions = run();
    bencher.counter(ItemsCount::new(actions)).bench_local(run);
}

/// Measures a call on each of the states.
pub fn each<T, R>(bencher: Bencher, states: &[T], mut call: impl FnMut(&T) -> R) {
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in states {
            black_box(call(black_box(state)));
        }
    });
}

/// Measures `legal` in each of the states.
pub fn legal(bencher: Bencher, engine: &Engine<Table>, states: &[State]) {
    let mut codes = vec![0; 8192];
    each(bencher, states, |state| {
        let mut out = Legal::new(&mut codes);
        engine.legal(state, &mut out);
        assert!(out.fits());
        out.count()
    });
}

/// Measures what it takes to copy each of these over another one.
pub fn copies<T: Clone>(bencher: Bencher, from: &[T]) {
    let mut to = from.to_vec();
    bencher.counter(ItemsCount::new(from.len())).bench_local(|| {
        for (to, from) in to.iter_mut().zip(from) {
            black_box(to).clone_from(black_box(from));
        }
    });
}

#[divan::bench(args = CASES)]
fn whole_static(bencher: Bencher, case: Case) {
    let engine = case.engine();
    let mut playout = Playout::new(&engine);
    counted(bencher, || {
        let (mut played, mut rng) = (Played::default(), Rng::new(7));
        for _ in 0..GAMES {
            black_box(playout.game(&engine, &mut rng, &mut played));
        }
        played.actions
    });
}

#[divan::bench(args = CASES)]
fn whole_loaded(bencher: Bencher, case: Case) {
    let loaded = Loaded::new(case);
    counted(bencher, || loaded.games());
}

#[divan::bench(args = CASES)]
fn play_only_static(bencher: Bencher, case: Case) {
    let engine = case.engine();
    let (states, mut playout) = (from(&engine), Playout::new(&engine));
    counted(bencher, || {
        let mut play = |(seed, state): (u64, &State)| {
            let mut state = state.clone();
            let actions = playout.round(&engine, &mut state, &mut Rng::new(seed), true);
            let points = engine.settle(&state);
            engine.commit(&mut state, &points);
            black_box(&state);
            actions
        };
        (0..).zip(&states).map(&mut play).sum()
    });
}

#[divan::bench(args = CASES)]
fn play_only_loaded(bencher: Bencher, case: Case) {
    let (states, loaded) = (from(&case.engine()), Loaded::new(case));
    counted(bencher, || (0..).zip(&states).map(|(seed, state)| loaded.round(state.clone(), seed)).sum());
}

/// An action at a time, as over the border: `legal`, the draw, `play`.
#[divan::bench(args = CASES)]
fn play_only_static_by_action(bencher: Bencher, case: Case) {
    let engine = case.engine();
    let (states, mut codes) = (from(&engine), vec![0; 8192]);
    counted(bencher, || {
        let mut rng = Rng::new(7);
        let mut play = |state: &State| {
            let (mut state, mut actions) = (state.clone(), 0);
            loop {
                let mut out = Legal::new(&mut codes);
                engine.legal(&state, &mut out);
                assert!(out.fits());
                let count = out.count();
                if count == 0 {
                    return actions;
                }
                let code = codes[rng.below(count as u32) as usize];
                engine.game().play(&mut state, Action::from_code(code).expect("a legal code"));
                actions += 1;
            }
        };
        states.iter().map(&mut play).sum()
    });
}

#[divan::bench(args = CASES)]
fn play_only_loaded_by_action(bencher: Bencher, case: Case) {
    let (states, loaded, mut codes) = (from(&case.engine()), Loaded::new(case), vec![0; 1024]);
    counted(bencher, || {
        let mut rng = Rng::new(7);
        states.iter().map(|state| loaded.round_by_action(state.clone(), &mut codes, &mut rng)).sum()
    });
}

#[divan::bench(args = CASES)]
fn legal_static(bencher: Bencher, case: Case) {
    let engine = case.engine();
    legal(bencher, &engine, &moments(&engine));
}

#[divan::bench(args = CASES)]
fn legal_loaded(bencher: Bencher, case: Case) {
    let (states, loaded, mut codes) = (moments(&case.engine()), Loaded::new(case), vec![0; 8192]);
    each(bencher, &states, |state| loaded.legal((&raw const *state).cast(), &mut codes));
}

#[divan::bench]
fn clone_static(bencher: Bencher) {
    copies(bencher, &from(&CASES[0].engine()));
}

#[divan::bench]
fn clone_loaded(bencher: Bencher) {
    let (from, loaded) = (from(&CASES[0].engine()), Loaded::new(CASES[0]));
    let mut to = from.clone();
    bencher.counter(ItemsCount::new(to.len())).bench_local(|| {
        for (to, from) in to.iter_mut().zip(&from) {
            let (to, from) = ((&raw mut *to).cast(), (&raw const *from).cast());
            // SAFETY: as in `Loaded::round`, for both states.
            let status = unsafe { (loaded.functions.clone_into)(black_box(to), black_box(from)) };
            assert_eq!(status, abi::OK);
        }
    });
}

#[divan::bench(args = CASES)]
fn know(bencher: Bencher, case: Case) {
    let engine = case.engine();
    each(bencher, &moments(&engine), |state| engine.game().know(state, Seat(1)));
}

#[divan::bench(args = CASES)]
fn imagine(bencher: Bencher, case: Case) {
    let (engine, mut rng) = (case.engine(), Rng::new(5));
    let known: Vec<_> = moments(&engine).iter().map(|state| engine.game().know(state, Seat(1))).collect();
    each(bencher, &known, |knowledge| engine.game().imagine(knowledge, &mut rng));
}
