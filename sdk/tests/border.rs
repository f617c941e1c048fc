//! The C border, from the host's side: a plugin in C and one in Rust are played to the end through their function
//! tables, with calls in between that a careless host might make.

#[path = "../examples/high_card.rs"]
mod high_card;

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{CStr, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::{null, null_mut};

use parlour_sdk::abi::{
    Description, Entry, EntryFn, FAILED_ARGUMENT, Functions, GameHandle, MAGIC, MAJOR, OBSERVER_PUBLIC,
    OBSERVER_REFEREE, OK, PointList, REFUSED, SYMBOL, Sink, TURN_DEAL, TURN_OVER, TURN_SETTLE, Text,
};
use parlour_sdk::game::Deal;
use parlour_sdk::view::{Choice, Line};
use parlour_sdk::{Draw, Rng, Standing, Summary, View, deck};
use serde::de::DeserializeOwned;

/// The library of the plugin in C.
fn built_from_c() -> PathBuf {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(std::env::consts::DLL_PREFIX.to_owned() + "high_card_c.so");
    let compiled = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-shared", "-fPIC", "-I"])
        .arg(sdk.join("include"))
        .arg(sdk.join("tests/c/high_card.c"))
        .arg("-o")
        .arg(&library)
        .status();
    assert!(compiled.expect("a C compiler called cc").success(), "the plugin in C compiles");
    library
}

#[test]
fn a_plugin_in_c_is_played() {
    // SAFETY: the library was built from a source beside this file; it is kept loaded.
    let library = Box::leak(Box::new(unsafe { libloading::Library::new(built_from_c()) }.expect("it loads")));
    // SAFETY: the symbol of a plugin is a function of this type.
    let entry = unsafe { library.get::<EntryFn>(SYMBOL).expect("the symbol")() };
    // SAFETY: the entry is static.
    play_to_the_end(unsafe { &*entry }, "high-card-c");
}

#[test]
fn a_plugin_in_rust_is_played() {
    // SAFETY: the entry is static.
    play_to_the_end(unsafe { &*high_card::parlour_entry() }, "high-card");
}

/// A function table and a game made with it.
struct Table {
    functions: Functions,
    game: *mut GameHandle,
}

/// A buffer for a state or for knowledge.
struct Buffer(*mut u8, Layout);

impl Buffer {
    fn new(size: usize, align: usize) -> Self {
        let layout = Layout::from_size_align(size.max(1), align).expect("a size and an alignment");
        // SAFETY: the layout has a size.
        Self(unsafe { alloc(layout) }, layout)
    }
    fn at(&self) -> *mut c_void {
        self.0.cast()
    }
}
impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout; what lay in it was ended before.
        unsafe { dealloc(self.0, self.1) };
    }
}

fn text(text: &str) -> Text {
    Text { data: text.as_ptr(), len: text.len() }
}

/// What a function writes, and its status.
fn written(write: impl Fn(Sink) -> i32) -> (i32, String) {
    unsafe extern "C" fn push(ctx: *mut c_void, text: Text) {
        // SAFETY: the context is the list below, the text is valid during the call.
        let (all, piece) = unsafe { (&mut *ctx.cast::<Vec<u8>>(), std::slice::from_raw_parts(text.data, text.len)) };
        all.extend_from_slice(piece);
    }
    let mut all = Vec::new();
    let status = write(Sink { ctx: (&raw mut all).cast(), write: push });
    (status, String::from_utf8(all).expect("UTF-8"))
}

fn json<T: DeserializeOwned>(write: impl Fn(Sink) -> i32) -> T {
    let (status, text) = written(write);
    assert_eq!(status, OK);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

// SAFETY (of all calls below): the functions are called as their contract says: with the handle from `create`, in its
// thread, and with states and knowledge in buffers of the sizes that the plugin gave.
impl Table {
    fn message(&self) -> String {
        // SAFETY: see above.
        written(|sink| unsafe { (self.functions.message)(sink) }).1
    }
    fn create(&self, setup: &str) -> (i32, *mut GameHandle) {
        let mut game = null_mut();
        // SAFETY: see above.
        let status = unsafe { (self.functions.create)(text(setup), null(), &raw mut game) };
        (status, game)
    }
    fn turn(&self, state: &Buffer) -> i32 {
        // SAFETY: see above.
        unsafe { (self.functions.turn)(self.game, state.at()) }
    }
    fn legal(&self, state: &Buffer, room: usize) -> (i64, Vec<u64>) {
        let mut codes = vec![u64::MAX; room];
        let out = if room == 0 { null_mut() } else { codes.as_mut_ptr() };
        // SAFETY: see above.
        let count = unsafe { (self.functions.legal)(self.game, state.at(), out, room) };
        // SAFETY: see above.
        let candidates = unsafe { (self.functions.candidates)(self.game, state.at(), null_mut(), 0) };
        assert!(candidates <= count.max(candidates.min(0)));
        (count, codes)
    }
    fn view(&self, state: &Buffer, observer: i32) -> View {
        // SAFETY: see above.
        json(|sink| unsafe { (self.functions.show)(self.game, state.at(), observer, sink) })
    }
    fn standing(&self, state: &Buffer) -> Standing {
        // SAFETY: see above.
        json(|sink| unsafe { (self.functions.standing)(self.game, state.at(), sink) })
    }
    /// All that shows whether a state has changed.
    fn print(&self, state: &Buffer) -> (i32, View, Standing) {
        (self.turn(state), self.view(state, OBSERVER_REFEREE), self.standing(state))
    }
    fn state(&self) -> Buffer {
        // SAFETY: see above.
        let sizes = unsafe { (self.functions.sizes)() };
        Buffer::new(sizes.state_size, sizes.state_align)
    }
}

fn play_to_the_end(entry: &Entry, id: &str) {
    assert_eq!((entry.magic, entry.major, entry.size as usize), (MAGIC, MAJOR, size_of::<Entry>()));
    // SAFETY: the entry's texts and table are static.
    let (named, functions) = unsafe { (CStr::from_ptr(entry.id), *entry.functions) };
    assert_eq!(named.to_str(), Ok(id));
    assert_eq!(functions.size, size_of::<Functions>());
    // SAFETY: a zero-terminated name.
    assert!(unsafe { (entry.extension)(c"parlour.nonsense/1".as_ptr()) }.is_null());

    let mut table = Table { functions, game: null_mut() };
    // SAFETY: `describe` may be called at any time.
    let description: Description = json(|sink| unsafe { (functions.describe)(sink) });
    assert_eq!((description.id.as_str(), description.seats), (id, (2, 6)));
    set_ups_are_refused(&table);
    notations_are_read_back(&table);
    for seats in 2..=6 {
        let (status, game) = table.create(&format!(r#"{{"seats":{seats},"rules":{{"target":5}},"later":1}}"#));
        assert_eq!(status, OK, "{}", table.message());
        table.game = game;
        for seed in 0..10 {
            play_a_table(&table, seats, seed);
        }
        // SAFETY: the handle is given up.
        unsafe { (functions.destroy)(game) };
    }
    // SAFETY: null is left alone.
    unsafe { (functions.destroy)(null_mut()) };
}

fn set_ups_are_refused(table: &Table) {
    for (setup, expected) in [
        ("", "the set-up cannot be read"),
        (r#"{"seats":"#, "the set-up cannot be read"),
        (r#"{"seats":1}"#, "1 seats: expected from 2 to 6"),
        (r#"{"seats":7,"rules":{}}"#, "7 seats: expected from 2 to 6"),
        (r#"{"seats":2,"rules":{"target":101}}"#, "target = 101: expected a whole number from 1 to 100"),
        (r#"{"seats":2,"rules":{"goal":5}}"#, "no such parameter; this game has target"),
    ] {
        let (status, game) = table.create(setup);
        assert!(status == FAILED_ARGUMENT && game.is_null(), "{setup}: {status}");
        let message = table.message();
        assert!(message.contains(expected), "{setup}: {message}");
    }
}

fn notations_are_read_back(table: &Table) {
    let Functions { notation, parse, flags, concealed, hook_value, .. } = table.functions;
    for code in (0..512).chain([u64::MAX, 1 << 32]) {
        // SAFETY: these take any code and any text.
        let (status, words) = written(|sink| unsafe { notation(code, sink) });
        if status != OK {
            assert_eq!((status, words.as_str()), (FAILED_ARGUMENT, ""));
            // SAFETY: as above.
            assert_eq!(unsafe { flags(code) }, 0);
            continue;
        }
        let mut back = 0;
        // SAFETY: as above.
        assert_eq!((unsafe { parse(text(&words), &raw mut back) }, back), (OK, code), "{words}");
        // SAFETY: as above.
        assert_eq!(written(|sink| unsafe { concealed(code, sink) }).0, OK);
    }
    for nonsense in ["", "play", "play KX", "play KH ", "knock"] {
        // SAFETY: as above.
        assert_eq!(unsafe { parse(text(nonsense), &mut 0) }, FAILED_ARGUMENT, "{nonsense}");
        assert!(table.message().contains("is no action: expected `play KH`"), "{}", table.message());
    }
    // SAFETY: as above.
    assert_eq!(written(|sink| unsafe { hook_value(text("Nothing"), 1, sink) }).0, FAILED_ARGUMENT);
}

fn play_a_table(table: &Table, seats: u8, seed: u64) {
    let Table { functions, game } = *table;
    let mut rng = Rng::new(seed);
    let (state, before, scratch) = (table.state(), table.state(), table.state());
    let dealer = deck::first_dealer(seed, seats).0;
    // SAFETY: see `Table`.
    unsafe {
        assert_eq!((functions.start)(game, seats, state.at()), FAILED_ARGUMENT);
        assert_eq!((functions.start)(game, dealer, state.at()), OK);
        assert_eq!((functions.start)(game, dealer, before.at()), OK);
        assert_eq!((functions.clone_state)(scratch.at(), state.at()), OK);
        assert_eq!((functions.pack)(game, null_mut(), 0), 52);
    }
    let mut pack = vec![0; 52];
    // SAFETY: see `Table`.
    assert_eq!(unsafe { (functions.pack)(game, pack.as_mut_ptr(), pack.len()) }, 52);
    let mut round = 0;
    loop {
        match table.turn(&state) {
            TURN_DEAL => {
                round += 1;
                let mut pieces = pack.clone();
                deck::order(&mut pieces, seed, round, 0);
                deal(table, &state, &before, &pieces);
            }
            TURN_SETTLE => settle(table, &state, seats),
            TURN_OVER => break,
            seat => act(table, [&state, &before, &scratch], seat, &mut rng),
        }
    }
    let standing = table.standing(&state);
    assert_eq!(standing.round, round);
    let most = standing.totals.iter().copied().max();
    assert!(most >= Some(5) && standing.winners.iter().all(|seat| Some(standing.totals[seat.index()]) == most));
    assert!(!standing.winners.is_empty());
    assert_eq!(standing.payout, vec![0; usize::from(seats)]);
    assert_eq!(table.legal(&state, 8).0, i64::from(TURN_OVER));
    // SAFETY: see `Table`.
    assert_eq!(unsafe { (functions.play)(game, state.at(), 0) }, REFUSED);
    for state in [state, before, scratch] {
        // SAFETY: the state is given up.
        unsafe { (functions.drop_state)(state.at()) };
    }
}

fn deal(table: &Table, state: &Buffer, due: &Buffer, pieces: &[u8]) {
    let Table { functions, game } = *table;
    // SAFETY: see `Table`.
    assert_eq!(unsafe { (functions.clone_into)(due.at(), state.at()) }, OK);
    let print = table.print(state);
    let mut twice = pieces.to_vec();
    twice[1] = twice[0];
    for wrong in [&pieces[..51], &[], &twice, &[255; 52]] {
        // SAFETY: see `Table`.
        assert_eq!(unsafe { (functions.deal)(game, state.at(), wrong.as_ptr(), wrong.len()) }, FAILED_ARGUMENT);
    }
    let write = |sink| {
        // SAFETY: see `Table`.
        unsafe { (functions.written)(game, state.at(), pieces.as_ptr(), pieces.len(), sink) }
    };
    let (_, words) = written(write);
    let deal: Deal = json(write);
    let mut order = [0; 52];
    // SAFETY: see `Table`.
    let arranged = |words: &str, order: &mut [u8]| unsafe {
        (functions.arranged)(game, state.at(), text(words), order.as_mut_ptr(), order.len())
    };
    assert_eq!(arranged(&words, &mut order), OK, "{}", table.message());
    assert_eq!(order, pieces);
    let hand = &deal.hands[0];
    for wrong in ["", r#"{"hands":[]}"#, &words.replace(&hand[0], &hand[1]), &words.replace(&hand[0], "XX")] {
        assert_eq!(arranged(wrong, &mut [0; 52]), FAILED_ARGUMENT, "{wrong}");
    }
    assert_eq!(arranged(&words, &mut order[..51]), FAILED_ARGUMENT);
    assert_eq!(table.print(state), print, "a deal that is not made changes nothing");

    // SAFETY: see `Table`.
    let deal_now = || unsafe { (functions.deal)(game, state.at(), pieces.as_ptr(), pieces.len()) };
    assert_eq!((deal_now(), deal_now()), (OK, FAILED_ARGUMENT));
    assert!(table.message().contains("no deal is due"));
    // SAFETY: see `Table`; without a house no deal is thrown in.
    let again = unsafe { (functions.redeal)(game, due.at(), pieces.as_ptr(), pieces.len(), state.at()) };
    assert_eq!(again, 0);
    let view = table.view(state, OBSERVER_REFEREE);
    let stock = &view.zones[view.zone("stock").expect("a stock")];
    assert!(stock.pieces.iter().filter_map(|shown| shown.face.as_ref()).eq(&deal.piles["stock"]));
}

fn settle(table: &Table, state: &Buffer, seats: u8) {
    let Table { functions, game } = *table;
    let mut points = PointList::default();
    // SAFETY: see `Table`.
    unsafe {
        assert_eq!((functions.settle)(game, state.at(), &raw mut points), OK);
        let wrong = PointList { sides: u32::from(seats) + 1, ..points };
        assert_eq!((functions.commit)(game, state.at(), &raw const wrong), FAILED_ARGUMENT);
        let summary: Summary = json(|sink| (functions.summary)(game, state.at(), &raw const points, sink));
        assert_eq!(summary.lines.len(), usize::from(seats));
        assert_eq!(points.values.iter().sum::<i32>(), 3);
        assert_eq!((functions.commit)(game, state.at(), &raw const points), OK);
        assert_eq!((functions.commit)(game, state.at(), &raw const points), FAILED_ARGUMENT);
        assert_eq!((functions.settle)(game, state.at(), &raw mut points), FAILED_ARGUMENT);
    }
    assert!(table.message().contains("the round is not over"));
}

fn act(table: &Table, [state, before, scratch]: [&Buffer; 3], seat: i32, rng: &mut Rng) {
    let Table { functions, game } = *table;
    let print = table.print(state);
    let (count, _) = table.legal(state, 0);
    let room = usize::try_from(count).expect("a seat is to act");
    let (_, codes) = table.legal(state, room);
    let (again, first) = table.legal(state, room - 1);
    assert_eq!((again, &first[..]), (count, &codes[..room - 1]));
    for code in (0..64).map(|bit| 1 << bit).chain([0, 13, 64, 255, 511, u64::MAX]).chain((0..64).step_by(5)) {
        if codes.contains(&code) {
            continue;
        }
        // SAFETY: see `Table`; any number may be given as a code.
        let (checked, played) =
            unsafe { ((functions.check)(game, state.at(), code), (functions.play)(game, state.at(), code)) };
        assert_eq!((checked, played), (REFUSED, REFUSED), "{code}");
        assert!(table.message().ends_with(')'), "the refusal names a rule: {}", table.message());
    }
    for observer in [-3, 6, i32::MIN, i32::MAX] {
        // SAFETY: see `Table`.
        let show = |sink| unsafe { (functions.show)(game, state.at(), observer, sink) };
        assert_eq!(written(show), (FAILED_ARGUMENT, String::new()));
    }
    // SAFETY: see `Table`.
    let choices: Vec<Choice> = json(|sink| unsafe { (functions.choices)(game, state.at(), sink) });
    assert!(choices.iter().map(|choice| choice.code).eq(codes.iter().copied()));
    let view = table.view(state, seat);
    for choice in &choices {
        let face = view.zones[choice.picks[0].zone].pieces[choice.picks[0].piece].face.as_deref();
        assert_eq!(choice.text.split(' ').nth(1), face);
    }
    imagine(table, state, scratch, seat, rng);

    // SAFETY: see `Table`.
    assert_eq!(unsafe { (functions.clone_into)(before.at(), state.at()) }, OK);
    assert_eq!(table.print(state), print, "whatever was asked and refused changed nothing");
    let code = codes[rng.below(room as u32) as usize];
    // SAFETY: see `Table`.
    unsafe {
        assert_eq!((functions.clone_into)(scratch.at(), state.at()), OK);
        assert_eq!((functions.advance)(game, scratch.at(), code), OK);
        assert_eq!((functions.play)(game, state.at(), code), OK);
    }
    assert_eq!(table.print(state), table.print(scratch), "what is checked is played as what is not");
    // SAFETY: see `Table`.
    let tell = |sink| unsafe { (functions.tell)(game, before.at(), code, state.at(), OBSERVER_PUBLIC, sink) };
    let lines: Vec<Line> = json(tell);
    assert_eq!(lines[0].seat.map(|seat| i32::from(seat.0)), Some(seat));
}

/// What the seat imagines looks to it like the table.
fn imagine(table: &Table, state: &Buffer, scratch: &Buffer, seat: i32, rng: &mut Rng) {
    let Table { functions, game } = *table;
    // SAFETY: see `Table`.
    let sizes = unsafe { (functions.sizes)() };
    let knowledge = Buffer::new(sizes.knowledge_size, sizes.knowledge_align);
    // SAFETY: see `Table`; the knowledge is made before it is used, and ended once.
    unsafe {
        assert_eq!((functions.know)(game, state.at(), 6, knowledge.at()), FAILED_ARGUMENT);
        assert_eq!((functions.know)(game, state.at(), seat as u8, knowledge.at()), OK);
        assert_eq!((functions.imagine)(game, knowledge.at(), rng.wide(), scratch.at()), OK);
        (functions.drop_knowledge)(knowledge.at());
    }
    assert_eq!(table.view(state, seat), table.view(scratch, seat));
    assert_eq!(table.legal(state, 8), table.legal(scratch, 8));
    let faces = |state: &Buffer| {
        let view = table.view(state, OBSERVER_REFEREE);
        let mut faces: Vec<_> = view.zones.into_iter().flat_map(|zone| zone.pieces).map(|shown| shown.face).collect();
        faces.sort_unstable();
        faces
    };
    assert_eq!(faces(state), faces(scratch));
}
