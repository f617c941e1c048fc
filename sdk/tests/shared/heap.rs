//! An allocator that counts, thread by thread, and play that must not make it count.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use parlour_sdk::playout::Playout;
use parlour_sdk::{Action, Draw, Engine, Game, Legal, Rng, Seat, Turn};

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.with(|taken| taken.set(taken.get() + 1));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often a run took memory from the heap.
fn taken(run: impl FnOnce()) -> u64 {
    let before = TAKEN.get();
    run();
    TAKEN.get() - before
}

/// Plays so many rounds at random, one table after the other, and gives the number of actions.
///
/// # Panics
/// If anything that runs in every simulated action, or the settling of a round, touches the heap.
pub fn played_without<G: Game>(engine: &Engine<G>, rounds: u32) -> u32 {
    assert_eq!(taken(|| drop(black_box(Box::new(1)))), 1, "the count counts");
    let game = engine.game();
    let (mut playout, mut rng, mut codes, mut actions) = (Playout::new(engine), Rng::new(1), vec![0; 16384], 0);
    let count = taken(|| {
        let mut state = game.start(Seat(0));
        for _ in 0..rounds {
            if game.turn(&state) == Turn::Over {
                state = game.start(Seat(0));
            }
            playout.deal(engine, &mut state, &mut rng);
            while let Turn::Seat(seat) = game.turn(&state) {
                let imagined = game.imagine(&game.know(&state, seat), &mut rng);
                let mut out = Legal::new(&mut codes);
                game.candidates(&imagined, &mut out);
                assert!(out.fits());
                black_box((game.policy(&imagined, &mut rng), game.any(&imagined, &mut rng)));
                let mut out = Legal::new(&mut codes);
                game.legal(&imagined.clone(), &mut out);
                assert!(out.fits());
                let count = out.count() as u32;
                let action = G::Action::from_code(codes[rng.below(count) as usize]).expect("a legal code");
                let mut copy = imagined.clone();
                game.play(&mut copy, action);
                black_box(&copy);
                game.play(&mut state, action);
                actions += 1;
            }
            let points = game.settle(&state);
            engine.commit(&mut state, &points);
        }
    });
    assert_eq!(count, 0, "allocations in {actions} actions with {} seats", game.seats());
    actions
}
