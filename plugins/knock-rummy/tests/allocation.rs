//! Playing takes no memory from the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use knock_rummy::KnockRummy;
use parlour_sdk::param::{Value, Values};
use parlour_sdk::playout::Playout;
use parlour_sdk::{Draw, Engine, Game, House, Legal, Rng, Seat, Turn};

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
fn legal_play_know_and_imagine_do_not_allocate() {
    assert_eq!(taken(|| drop(std::hint::black_box(Box::new(1)))), 1);
    for (seats, limit) in [(2, 10), (2, -1), (5, 20)] {
        let values = Values::from([("knock_limit".to_owned(), Value::Int(limit))]);
        let engine = Engine::<KnockRummy>::new(seats, &values, House::none()).unwrap();
        let game = engine.game();
        let (mut playout, mut rng, mut codes, mut actions) = (Playout::new(&engine), Rng::new(1), [0; 64], 0);
        let count = taken(|| {
            for _ in 0..200 {
                let mut state = game.start(Seat(0));
                playout.deal(&engine, &mut state, &mut rng);
                while let Turn::Seat(seat) = game.turn(&state) {
                    let mut out = Legal::new(&mut codes);
                    game.legal(&state, &mut out);
                    let pick = rng.below(out.count() as u32) as usize;
                    let action = parlour_sdk::Action::from_code(codes[pick]).unwrap();
                    let knowledge = game.know(&state, seat);
                    game.play(&mut state, action);
                    std::hint::black_box(game.imagine(&knowledge, &mut rng));
                    actions += 1;
                }
                std::hint::black_box(game.settle(&state));
            }
        });
        assert_eq!(count, 0, "allocations in {actions} actions with {seats} seats");
        assert!(actions > 500);
    }
}
