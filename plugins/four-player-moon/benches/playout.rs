//! Random playouts, an item an action: linked statically, and through the loaded library.

use std::ffi::c_void;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use four_player_moon::Moon;
use parlour_sdk::abi::{self, Entry, EntryFn, Functions, GameHandle, Rollout, RoundEnd, Text};
use parlour_sdk::param::Values;
use parlour_sdk::playout::{Played, Playout};
use parlour_sdk::{Engine, Game, House, Legal, Rng, Seat, Turn};

type Table = Moon;
const LIBRARY: &str = "four_player_moon";
const GAMES: u64 = 2;
const ROUNDS: u64 = 256;

fn main() {
    divan::main();
}

fn engine() -> Engine<Table> {
    Engine::new(Table::META.usual_seats, &Values::new(), House::none()).expect("the defaults can be played")
}

/// A state after a random auction and naming of trumps, where the first trick is led.
fn first_lead(engine: &Engine<Table>, seed: u64) -> <Table as Game>::State {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(seed));
    loop {
        let mut state = engine.game().start(Seat(0));
        playout.deal(engine, &mut state, &mut rng);
        while let Turn::Seat(_) = engine.game().turn(&state) {
            if engine.actions(&state).iter().all(|action| action.to_string().starts_with("play")) {
                return state;
            }
            let action = playout.any(engine, &state, &mut rng).expect("a seat can act");
            engine.game().play(&mut state, action);
        }
    }
}

/// The game in its shared library, which lies beside this program.
struct Loaded {
    functions: &'static Functions,
    rollout: &'static Rollout,
    game: *mut GameHandle,
}

impl Loaded {
    fn new() -> Self {
        let program = std::env::current_exe().expect("this program has a path");
        let path = program.with_file_name(libloading::library_filename(LIBRARY));
        // SAFETY: the library was built from this workspace; it stays loaded, and its functions are called as the
        // contract of the border asks: with a live handle, in this thread.
        unsafe {
            let library = libloading::Library::new(&path).expect("the library was built");
            let entry: &'static Entry = &*library.get::<EntryFn>(abi::SYMBOL.as_bytes()).expect("the symbol")();
            std::mem::forget(library);
            let functions = &*entry.functions;
            let rollout = &*(entry.extension)(c"parlour.rollout/1".as_ptr()).cast::<Rollout>();
            let setup = format!("{{\"seats\":{},\"rules\":{{}}}}", Table::META.usual_seats);
            let text = Text { data: setup.as_ptr(), len: setup.len() };
            let mut game = std::ptr::null_mut();
            assert_eq!((functions.create)(text, std::ptr::null(), &raw mut game), abi::OK);
            Self { functions, rollout, game }
        }
    }
    fn games(&self, seed: u64) -> Played {
        let mut played = Played::default();
        // SAFETY: as in `new`.
        let status = unsafe { (self.rollout.games)(self.game, seed, GAMES, &raw mut played) };
        assert_eq!(status, abi::OK);
        played
    }
}

#[divan::bench]
fn whole_static(bencher: Bencher) {
    let engine = engine();
    let mut playout = Playout::new(&engine);
    let mut run = || {
        let (mut played, mut rng) = (Played::default(), Rng::new(7));
        for _ in 0..GAMES {
            black_box(playout.game(&engine, &mut rng, &mut played));
        }
        played
    };
    let actions = run().actions;
    bencher.counter(ItemsCount::new(actions)).bench_local(run);
}

#[divan::bench]
fn whole_loaded(bencher: Bencher) {
    let loaded = Loaded::new();
    let actions = loaded.games(7).actions;
    bencher.counter(ItemsCount::new(actions)).bench_local(|| loaded.games(7));
}

/// The first leads of so many rounds.
fn first_leads(engine: &Engine<Table>) -> Vec<<Table as Game>::State> {
    (0..ROUNDS).map(|seed| first_lead(engine, seed)).collect()
}

/// An action through the border at a time: `legal`, the draw, `advance`.
#[divan::bench]
fn play_only_loaded_by_action(bencher: Bencher) {
    let (engine, loaded) = (engine(), Loaded::new());
    let from = first_leads(&engine);
    let run = || {
        let (mut rng, mut codes, mut actions) = (Rng::new(7), [0u64; 64], 0u64);
        for mut state in from.iter().copied() {
            let at = (&raw mut state).cast::<c_void>();
            loop {
                // SAFETY: as in `Loaded::new`; the state is one of this game, made by the same code.
                let count = unsafe { (loaded.functions.legal)(loaded.game, at, codes.as_mut_ptr(), codes.len()) };
                if count < 0 {
                    break;
                }
                let pick = codes[parlour_sdk::Draw::below(&mut rng, count as u32) as usize];
                // SAFETY: as above.
                unsafe { (loaded.functions.advance)(loaded.game, at, pick) };
                actions += 1;
            }
        }
        actions
    };
    let actions = run();
    bencher.counter(ItemsCount::new(actions)).bench_local(run);
}

#[divan::bench]
fn play_only_loaded(bencher: Bencher) {
    let (engine, loaded) = (engine(), Loaded::new());
    let from = first_leads(&engine);
    let run = || {
        let (mut end, mut actions) = (RoundEnd::default(), 0);
        for (seed, mut state) in from.iter().copied().enumerate() {
            let at = (&raw mut state).cast();
            // SAFETY: as in `Loaded::new`; the state is one of this game, made by the same code.
            let status = unsafe { (loaded.rollout.round)(loaded.game, at, seed as u64, 1, &raw mut end) };
            assert_eq!(status, abi::OK);
            actions += u64::from(end.actions);
        }
        actions
    };
    let actions = run();
    bencher.counter(ItemsCount::new(actions)).bench_local(run);
}

#[divan::bench]
fn play_only_static(bencher: Bencher) {
    let engine = engine();
    let (from, mut playout) = (first_leads(&engine), Playout::new(&engine));
    let mut run = || {
        let mut actions = 0;
        for (seed, mut state) in from.iter().copied().enumerate() {
            actions += playout.round(&engine, &mut state, &mut Rng::new(seed as u64), true);
            let points = engine.settle(&state);
            engine.commit(&mut state, &points);
            black_box(&state);
        }
        actions
    };
    let actions = run();
    bencher.counter(ItemsCount::new(actions)).bench_local(run);
}

#[divan::bench]
fn clone_static(bencher: Bencher) {
    let from = first_lead(&engine(), 3);
    bencher.bench_local(|| *black_box(&from));
}

#[divan::bench]
fn clone_loaded(bencher: Bencher) {
    let (from, loaded) = (first_lead(&engine(), 3), Loaded::new());
    let mut to = from;
    bencher.bench_local(|| {
        let (to, from) = ((&raw mut to).cast(), (&raw const from).cast());
        // SAFETY: as in `Loaded::new`; both states are of this game, made by the same code.
        unsafe { (loaded.functions.clone_into)(black_box(to), black_box(from)) }
    });
}

#[divan::bench]
fn legal_static(bencher: Bencher) {
    let engine = engine();
    let state = first_lead(&engine, 3);
    let mut codes = [0; 64];
    bencher.bench_local(|| {
        let mut out = Legal::new(&mut codes);
        engine.legal(black_box(&state), &mut out);
        out.count()
    });
}

#[divan::bench]
fn legal_loaded(bencher: Bencher) {
    let (state, loaded) = (first_lead(&engine(), 3), Loaded::new());
    let mut codes = [0u64; 64];
    bencher.bench_local(|| {
        let at = (&raw const state).cast();
        // SAFETY: as in `Loaded::new`; the state is one of this game, made by the same code.
        unsafe { (loaded.functions.legal)(loaded.game, black_box(at), codes.as_mut_ptr(), codes.len()) }
    });
}

#[divan::bench]
fn know(bencher: Bencher) {
    let engine = engine();
    let state = first_lead(&engine, 3);
    bencher.bench_local(|| engine.game().know(black_box(&state), Seat(1)));
}

#[divan::bench]
fn imagine(bencher: Bencher) {
    let engine = engine();
    let knowledge = engine.game().know(&first_lead(&engine, 3), Seat(1));
    let mut rng = Rng::new(5);
    bencher.bench_local(|| engine.game().imagine(&knowledge, &mut rng));
}
