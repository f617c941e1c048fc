//! The hot paths never touch the heap.

mod table;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use parlour_sdk::{Action as _, Draw as _, Game as _, Legal, Rng, Seat, Turn};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
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

fn allocations(run: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    run();
    ALLOCATIONS.get() - before
}

#[test]
fn play_does_not_allocate() {
    let mut rng = Rng::new(6);
    let mut codes = vec![0; 16384];
    for seats in 2..=5 {
        let engine = table::engine(seats, "");
        let game = engine.game();
        let mut state = game.start(Seat(0));
        let packs: Vec<_> = (0..20)
            .map(|_| {
                let mut pack = game.pack();
                parlour_sdk::deck::shuffle(&mut pack, &mut rng);
                pack
            })
            .collect();
        let mut actions = 0;
        let count = allocations(|| {
            for pack in &packs {
                game.deal(&mut state, pack);
                while let Turn::Seat(seat) = game.turn(&state) {
                    let imagined = game.imagine(&game.know(&state, seat), &mut rng);
                    let mut out = Legal::new(&mut codes);
                    game.legal(&imagined.clone(), &mut out);
                    let (fits, listed) = (out.fits(), out.count());
                    assert!(fits);
                    let action = codes[rng.below(listed as u32) as usize];
                    game.play(&mut state, loba_de_mas::Action::from_code(action).expect("a legal code"));
                    actions += 1;
                }
                let points = game.settle(&state);
                game.commit(&mut state, &points);
                game.close(&mut state, None);
            }
        });
        assert_eq!(count, 0, "{seats} seats");
        assert!(actions > 1000);
    }
    assert!(allocations(|| drop(std::hint::black_box(vec![1u8]))) > 0, "the count counts");
}
