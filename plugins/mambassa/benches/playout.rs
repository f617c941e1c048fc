//! Random playouts, an item an action: linked statically, and through the loaded library.
//!
//! The argument of a benchmark is the number of seats.

use std::ffi::c_void;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use mambassa::{Mambassa, State};
use parlour_sdk::abi::{self, Entry, EntryFn, Functions, GameHandle, ROLLOUT, Rollout, RoundEnd, Text};
use parlour_sdk::param::Values;
use parlour_sdk::playout::{Played, Playout};
use parlour_sdk::{Draw, Engine, Game, House, Legal, Rng, Seat, Turn};

const LIBRARY: &str = "mambassa";
const GAMES: u64 = 64;
const SEATS: [u8; 3] = [3, 4, 8];

fn main() {
    divan::main();
}

fn engine(seats: u8) -> Engine<Mambassa> {
    Engine::new(seats, &Values::new(), House::none()).expect("the defaults can be played")
}

/// Rounds just dealt.
fn dealt(engine: &Engine<Mambassa>) -> Vec<State> {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(3));
    let deal = |_| {
        let mut state = engine.game().start(Seat(0));
        playout.deal(engine, &mut state, &mut rng);
        state
    };
    (0..GAMES).map(deal).collect()
}

/// Moments at which a seat has this many actions: 70 for an exchange, 5 for a draw.
fn moments(engine: &Engine<Mambassa>, actions: usize) -> Vec<State> {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(5));
    let mut found = Vec::new();
    for mut state in dealt(engine) {
        while let Some(action) = playout.any(engine, &state, &mut rng) {
            engine.game().play(&mut state, action);
            if matches!(engine.game().turn(&state), Turn::Seat(_)) && engine.actions(&state).len() == actions {
                found.push(state);
            }
        }
    }
    found
}

/// The game in its shared library, which lies beside this program.
struct Loaded {
    functions: &'static Functions,
    rollout: &'static Rollout,
    game: *mut GameHandle,
}

impl Loaded {
    fn new(seats: u8) -> Self {
        let program = std::env::current_exe().expect("this program has a path");
        let path = program.with_file_name(libloading::library_filename(LIBRARY));
        // SAFETY: the library was built from this workspace; it stays loaded, and its functions are called as the
        // contract of the border asks: with a live handle, in this thread.
        unsafe {
            let library = libloading::Library::new(&path).expect("the library was built");
            let entry: &'static Entry = &*library.get::<EntryFn>(abi::SYMBOL.as_bytes()).expect("the symbol")();
            std::mem::forget(library);
            let functions = &*entry.functions;
            let name = std::ffi::CString::new(ROLLOUT).expect("no zero in it");
            let rollout = &*(entry.extension)(name.as_ptr()).cast::<Rollout>();
            let setup = format!("{{\"seats\":{seats}}}");
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
    /// Plays the round an action at a time: `legal`, the draw, `advance`.
    fn round_by_action(&self, mut state: State, rng: &mut Rng) -> u64 {
        let (mut codes, mut actions) = ([0u64; 128], 0);
        let at = (&raw mut state).cast::<c_void>();
        loop {
            // SAFETY: as in `new`; the state is one of this game, made by the same code.
            let count = unsafe { (self.functions.legal)(self.game, at, codes.as_mut_ptr(), codes.len()) };
            if count < 0 {
                return actions;
            }
            let pick = codes[rng.below(count as u32) as usize];
            // SAFETY: as above.
            unsafe { (self.functions.advance)(self.game, at, pick) };
            actions += 1;
        }
    }
    fn round(&self, mut state: State, seed: u64) -> u64 {
        let mut end = RoundEnd::default();
        // SAFETY: as in `new`; the state is one of this game, made by the same code.
        let status = unsafe { (self.rollout.round)(self.game, (&raw mut state).cast(), seed, 1, &raw mut end) };
        assert_eq!(i64::from(status), i64::from(abi::OK));
        u64::from(end.actions)
    }
}

fn counted(bencher: Bencher, mut run: impl FnMut() -> u64) {
    let actions = run();
    bencher.counter(ItemsCount::new(actions)).bench_local(run);
}

#[divan::bench(args = SEATS)]
fn whole_static(bencher: Bencher, seats: u8) {
    let engine = engine(seats);
    let mut playout = Playout::new(&engine);
    counted(bencher, || {
        let (mut played, mut rng) = (Played::default(), Rng::new(7));
        for _ in 0..GAMES {
            black_box(playout.game(&engine, &mut rng, &mut played));
        }
        played.actions
    });
}

#[divan::bench(args = SEATS)]
fn whole_loaded(bencher: Bencher, seats: u8) {
    let loaded = Loaded::new(seats);
    counted(bencher, || loaded.games());
}

#[divan::bench(args = SEATS)]
fn play_only_static(bencher: Bencher, seats: u8) {
    let engine = engine(seats);
    let (states, mut playout) = (dealt(&engine), Playout::new(&engine));
    counted(bencher, || {
        let mut play = |(seed, mut state): (usize, State)| {
            let actions = playout.round(&engine, &mut state, &mut Rng::new(seed as u64), true);
            black_box(engine.settle(&state));
            actions
        };
        states.iter().copied().enumerate().map(&mut play).sum()
    });
}

#[divan::bench(args = SEATS)]
fn play_only_loaded(bencher: Bencher, seats: u8) {
    let loaded = Loaded::new(seats);
    let states = dealt(&engine(seats));
    counted(bencher, || states.iter().enumerate().map(|(seed, &state)| loaded.round(state, seed as u64)).sum());
}

#[divan::bench(args = SEATS)]
fn play_only_loaded_by_action(bencher: Bencher, seats: u8) {
    let loaded = Loaded::new(seats);
    let states = dealt(&engine(seats));
    counted(bencher, || {
        let mut rng = Rng::new(7);
        states.iter().map(|&state| loaded.round_by_action(state, &mut rng)).sum()
    });
}

#[divan::bench(args = [70, 5])]
fn legal(bencher: Bencher, actions: usize) {
    let engine = engine(4);
    let states = moments(&engine, actions);
    let mut codes = [0; 128];
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            let mut out = Legal::new(&mut codes);
            engine.legal(black_box(state), &mut out);
            black_box(out.count());
        }
    });
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let from = dealt(&engine(4));
    let mut to = from.clone();
    bencher.counter(ItemsCount::new(from.len())).bench_local(|| {
        for (to, from) in to.iter_mut().zip(&from) {
            black_box(to).clone_from(black_box(from));
        }
    });
}

#[divan::bench]
fn know(bencher: Bencher) {
    let engine = engine(4);
    let states = moments(&engine, 70);
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            black_box(engine.game().know(black_box(state), Seat(1)));
        }
    });
}

#[divan::bench]
fn imagine(bencher: Bencher) {
    let engine = engine(4);
    let known: Vec<_> = moments(&engine, 70).iter().map(|state| engine.game().know(state, Seat(1))).collect();
    let mut rng = Rng::new(5);
    bencher.counter(ItemsCount::new(known.len())).bench_local(|| {
        for knowledge in &known {
            black_box(engine.game().imagine(black_box(knowledge), &mut rng));
        }
    });
}
