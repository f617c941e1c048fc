//! The extension that plays whole rounds inside the plugin.

use std::ffi::c_void;

use super::guard::guarded;
use super::thunk::{Loaded, finish, loaded, point_list};
use super::{GameHandle, Rollout, RoundEnd};
use crate::game::Game;
use crate::playout::Played;
use crate::rng::Rng;
use crate::seat::SeatSet;

/// The table for a game.
pub const fn rollout<G: Game>() -> Rollout {
    Rollout { round: round::<G>, games: games::<G> }
}

unsafe extern "C" fn round<G: Game>(
    game: *const GameHandle,
    state: *mut c_void,
    seed: u64,
    careless: u32,
    end: *mut RoundEnd,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of this game, and room for the end.
        let (Loaded { engine, playout, .. }, state, end) =
            unsafe { (loaded::<G>(game), &mut *state.cast::<G::State>(), &mut *end) };
        let mut rng = Rng::new(seed);
        end.actions = playout.borrow_mut().round(engine, state, &mut rng, careless != 0) as u32;
        let points = engine.settle(state);
        let sides = engine.commit(state, &points).unwrap_or(SeatSet::EMPTY);
        end.points = point_list(&points);
        end.winners = u32::from(G::META.sides.seats_of(sides, engine.game().seats()).0);
        finish(engine)
    })
}

unsafe extern "C" fn games<G: Game>(game: *const GameHandle, seed: u64, games: u64, played: *mut Played) -> i32 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread, and a tally to add to.
        let (Loaded { engine, playout, .. }, played) = unsafe { (loaded::<G>(game), &mut *played) };
        let (mut rng, mut playout) = (Rng::new(seed), playout.borrow_mut());
        for _ in 0..games {
            playout.game(engine, &mut rng, played);
        }
        finish(engine)
    })
}
