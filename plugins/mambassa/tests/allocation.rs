//! Playing takes no memory from the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use mambassa::{Mambassa, State};
use parlour_sdk::param::Values;
use parlour_sdk::playout::Playout;
use parlour_sdk::{Action, Draw, Engine, Game, House, Legal, Rng, Seat, Turn};

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

fn taken(run: impl FnOnce()) -> u64 {
    let before = TAKEN.get();
    run();
    TAKEN.get() - before
}

#[test]
fn a_table_is_played_imagined_and_settled_without_the_heap() {
    assert_eq!(taken(|| drop(std::hint::black_box(Box::new(1)))), 1, "the count counts");
    for seats in [3, 5, 8] {
        let engine = Engine::<Mambassa>::new(seats, &Values::new(), House::none()).unwrap();
        let game = engine.game();
        let (mut playout, mut rng, mut codes, mut actions) = (Playout::new(&engine), Rng::new(1), [0; 70], 0);
        let count = taken(|| {
            for _ in 0..20 {
                let mut state = game.start(Seat(0));
                while game.turn(&state) != Turn::Over {
                    playout.deal(&engine, &mut state, &mut rng);
                    while let Turn::Seat(seat) = game.turn(&state) {
                        let mut out = Legal::new(&mut codes);
                        game.legal(&state, &mut out);
                        let pick = rng.below(out.count() as u32) as usize;
                        let action = Action::from_code(codes[pick]).unwrap();
                        let knowledge = game.know(&state, seat);
                        let mut out = Legal::new(&mut codes);
                        game.candidates(&state, &mut out);
                        std::hint::black_box(game.policy(&state, &mut rng));
                        game.play(&mut state, action);
                        std::hint::black_box(game.imagine(&knowledge, &mut rng));
                        actions += 1;
                    }
                    let points = game.settle(&state);
                    engine.commit(&mut state, &points);
                }
            }
        });
        assert_eq!(count, 0, "allocations in {actions} actions with {seats} seats");
        assert!(actions > 2000, "{actions}");
    }
}

#[test]
fn a_state_is_small_plain_data() {
    fn plain<T: Copy + Send>() {}
    plain::<State>();
    assert!(size_of::<State>() <= 192, "{} bytes", size_of::<State>());
}
