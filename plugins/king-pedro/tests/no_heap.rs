//! Nothing that runs in every simulated action touches the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use king_pedro::{Pedro, PedroAction};
use parlour_sdk::param::Values;
use parlour_sdk::{Action as _, Draw as _, Engine, Game as _, House, Legal, Rng, Seat, Turn, deck};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_game_is_played_and_imagined_without_heap() {
    let engine = Engine::<Pedro>::new(4, &Values::new(), House::none()).unwrap();
    let game = engine.game();
    let (mut pack, mut codes, mut rng) = (game.pack(), [0; 64], Rng::new(4));
    let mut state = game.start(Seat(0));
    let before = ALLOCATIONS.with(Cell::get);
    let mut actions = 0;
    for _ in 0..20 {
        deck::shuffle(&mut pack, &mut rng);
        game.deal(&mut state, &pack);
        while let Turn::Seat(seat) = game.turn(&state) {
            state = game.imagine(&game.know(&state, seat), &mut rng);
            let mut out = Legal::new(&mut codes);
            game.legal(&state, &mut out);
            let count = out.count() as u32;
            let action = PedroAction::from_code(codes[rng.below(count) as usize]).unwrap();
            game.play(&mut state, action);
            actions += 1;
        }
        let points = game.settle(&state);
        game.commit(&mut state, &points);
        game.close(&mut state, None);
    }
    assert_eq!(ALLOCATIONS.with(Cell::get), before, "{actions} actions");
    assert!(actions > 500);
}
