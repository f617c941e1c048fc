//! Random playouts, an item an action, linked statically and through the loaded library; and the parts of them.
//!
//! The argument of a benchmark is the number of seats.

use std::ffi::c_void;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use loba_de_mas::{Loba, Phase, State};
use parlour_sdk::abi::{self, Entry, EntryFn, Functions, GameHandle, ROLLOUT, Rollout, RoundEnd, Text};
use parlour_sdk::param::Values;
use parlour_sdk::playout::{Played, Playout};
use parlour_sdk::{Card, Draw as _, Engine, Game as _, House, Legal, Rng, Seat, Turn};

const LIBRARY: &str = "loba_de_mas";
const ROUNDS: usize = 64;
const GAMES: u64 = 4;
const SEATS: [u8; 4] = [2, 3, 4, 5];

fn main() {
    divan::main();
}

fn engine(seats: u8) -> Engine<Loba> {
    Engine::new(seats, &Values::new(), House::none()).expect("the defaults can be played")
}

/// Rounds just dealt.
fn dealt(engine: &Engine<Loba>) -> Vec<State> {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(3));
    let deal = |_| {
        let mut state = engine.game().start(Seat(0));
        playout.deal(engine, &mut state, &mut rng);
        state
    };
    (0..ROUNDS).map(deal).collect()
}
/// Moments of random rounds at which a seat may lay or discard: few enough to stay in the cache.
fn melds(engine: &Engine<Loba>) -> Vec<State> {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(5));
    let mut found = Vec::new();
    for mut state in dealt(engine) {
        while let Some(action) = playout.any(engine, &state, &mut rng) {
            engine.game().play(&mut state, action);
            if state.phase == Phase::Meld {
                found.push(state);
            }
        }
    }
    let step = found.len().div_ceil(256);
    found.into_iter().step_by(step).collect()
}
/// A moment at which the seat to act holds 40 cards, every wild one among them.
fn forty() -> State {
    let mut state = State::new(Seat(1));
    let wild = |card: &Card| card.is_joker() || card.rank() == Card::TWO;
    let mut pack = engine(2).game().pack();
    pack.sort_by_key(|card| !wild(card));
    engine(2).game().deal(&mut state, &pack);
    state.hands[0] = pack[..40].iter().copied().collect();
    (state.phase, state.seat) = (Phase::Meld, Seat(0));
    state
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
    fn round(&self, mut state: State, seed: u64) -> u64 {
        let mut end = RoundEnd::default();
        // SAFETY: as in `new`; the state is one of this game, made by the same code.
        let status = unsafe { (self.rollout.round)(self.game, (&raw mut state).cast(), seed, 1, &raw mut end) };
        assert_eq!(status, abi::OK);
        u64::from(end.actions)
    }
    /// Plays the round an action at a time: `legal`, the draw, `advance`.
    fn round_by_action(&self, mut state: State, codes: &mut Vec<u64>, rng: &mut Rng) -> u64 {
        let (at, mut actions) = ((&raw mut state).cast::<c_void>(), 0);
        loop {
            // SAFETY: as in `round`.
            let count = unsafe { (self.functions.legal)(self.game, at, codes.as_mut_ptr(), codes.len()) };
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
        let mut actions = 0;
        for (seed, &dealt) in (0..).zip(&states) {
            let (mut state, mut rng) = (dealt, Rng::new(seed));
            while let Turn::Seat(_) = engine.game().turn(&state) {
                let Some(action) = playout.any(&engine, &state, &mut rng) else { break };
                engine.game().play(&mut state, action);
                actions += 1;
            }
            black_box(engine.settle(&state));
        }
        actions
    });
}

#[divan::bench(args = SEATS)]
fn play_only_loaded(bencher: Bencher, seats: u8) {
    let loaded = Loaded::new(seats);
    let states = dealt(&engine(seats));
    counted(bencher, || (0..).zip(&states).map(|(seed, &state)| loaded.round(state, seed)).sum());
}

#[divan::bench(args = SEATS)]
fn play_only_loaded_by_action(bencher: Bencher, seats: u8) {
    let loaded = Loaded::new(seats);
    let states = dealt(&engine(seats));
    let mut codes = vec![0; 1024];
    counted(bencher, || {
        let mut rng = Rng::new(7);
        states.iter().map(|&state| loaded.round_by_action(state, &mut codes, &mut rng)).sum()
    });
}

#[divan::bench(args = SEATS)]
fn legal(bencher: Bencher, seats: u8) {
    let engine = engine(seats);
    let states = melds(&engine);
    let mut codes = [0; 4096];
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            let mut out = Legal::new(&mut codes);
            engine.legal(black_box(state), &mut out);
            black_box(out.count());
        }
    });
}

#[divan::bench]
fn legal_of_forty_cards_with_every_wild(bencher: Bencher) {
    let (engine, state) = (engine(2), forty());
    let mut codes = vec![0; 8192];
    bencher.bench_local(|| {
        let mut out = Legal::new(&mut codes);
        engine.legal(black_box(&state), &mut out);
        assert!(out.fits());
        black_box(out.count())
    });
}

#[divan::bench]
fn clone(bencher: Bencher) {
    let from = dealt(&engine(5));
    let mut to = from.clone();
    bencher.counter(ItemsCount::new(from.len())).bench_local(|| {
        for (to, from) in to.iter_mut().zip(&from) {
            black_box(to).clone_from(black_box(from));
        }
    });
}

#[divan::bench(args = SEATS)]
fn know_and_imagine(bencher: Bencher, seats: u8) {
    let engine = engine(seats);
    let states = melds(&engine);
    let mut rng = Rng::new(5);
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            let known = engine.game().know(black_box(state), Seat(0));
            black_box(engine.game().imagine(&known, &mut rng));
        }
    });
}
