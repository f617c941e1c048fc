//! The search: it sees no hidden piece, gives the same move every time, and keeps within its memory.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use parlour::bot::{Budget, Search};
use parlour::plugin::{Moment, Session};
use parlour_sdk::{Seat, Turn, deck};

/// Counts what is allocated at a time, and the most of it.
struct Counting;
static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, data: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(data, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn session(game: &str) -> Session {
    let plugin = common::loaded(game);
    Session::new(plugin, plugin.description().usual_seats, &BTreeMap::new(), None).expect("the game opens")
}

/// A moment in the first round at which `actions` were played, and whose turn it is.
fn moment_after(session: &Session, seed: u64, actions: usize) -> Option<(Moment, Seat)> {
    let mut moment = session.start(deck::first_dealer(seed, session.seats())).expect("a table starts");
    let mut pieces = session.pack().to_vec();
    deck::order(&mut pieces, seed, 1, 0);
    session.deal(&mut moment, &pieces).expect("the pack is dealt");
    let mut codes = Vec::new();
    for action in 0..actions {
        if session.legal(&moment, &mut codes).expect("there is a list").is_some() {
            return None;
        }
        let code = codes[(seed as usize + action * 7) % codes.len()];
        session.play(&mut moment, code).expect("it is legal");
    }
    match session.turn(&moment).expect("the game goes on") {
        Turn::Seat(seat) => Some((moment, seat)),
        _ => None,
    }
}

fn advice(session: &Session, moment: &Moment, seat: Seat, simulations: u32, seed: u64) -> Option<(u64, u64)> {
    let mut codes = Vec::new();
    session.legal(moment, &mut codes).expect("there is a list");
    let knowledge = session.know(moment, seat).expect("the seat knows");
    let asked = (seat, &knowledge);
    let advice = Search::default().advise(session, asked, &codes, Budget::Simulations(simulations), seed);
    let advice = advice.expect("the search ends")?;
    assert!(codes.contains(&advice.code), "a legal action");
    Some((advice.code, advice.gain.to_bits()))
}

#[test]
fn the_move_depends_on_what_the_seat_knows_alone() {
    for game in common::games() {
        let session = session(&game);
        let mut compared = 0;
        for (seed, actions) in (0..5).flat_map(|seed| [0, 3, 9].map(|actions| (seed, actions))) {
            let Some((moment, seat)) = moment_after(&session, seed, actions) else { continue };
            let own = advice(&session, &moment, seat, 30, seed);
            assert_eq!(own, advice(&session, &moment, seat, 30, seed), "{game}: the same move every time");
            let knowledge = session.know(&moment, seat).expect("the seat knows");
            let mut other = session.copy(&moment).unwrap();
            session.imagine(&knowledge, seed + 1, &mut other).expect("it imagines");
            assert_eq!(own, advice(&session, &other, seat, 30, seed), "{game}: seed {seed} after {actions} actions");
            compared += 1;
        }
        assert!(compared > 5, "{game}: {compared} decisions");
    }
}

#[test]
fn a_search_of_2000_simulations_keeps_within_8_megabytes() {
    for game in common::games() {
        let session = session(&game);
        let (moment, seat) = moment_after(&session, 5, 0).expect("somebody acts first");
        let before = NOW.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        advice(&session, &moment, seat, 2000, 1);
        let most = MOST.load(Ordering::Relaxed) - before;
        assert!(most < 8 << 20, "{game}: {most} bytes");
    }
}
