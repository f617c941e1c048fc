//! The extension that plays whole rounds inside the plugin.

use std::ffi::c_void;

use super::guard::guarded;
use super::thunk::{Loaded, finish, loaded, point_list};
use super::{GameHandle, PointList, Rollout};
use crate::game::Game;
use crate::playout::Played;
use crate::rng::Rng;

/// The table for a game.
pub const fn rollout<G: Game>() -> Rollout {
    Rollout { round: round::<G>, games: games::<G> }
}

unsafe extern "C" fn round<G: Game>(
    game: *const GameHandle,
    state: *mut c_void,
    seed: u64,
    careless: u32,
    points: *mut PointList,
) -> i64 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of this game, and room for the points.
        let (Loaded { engine, playout, .. }, state, out) =
            unsafe { (loaded::<G>(game), &mut *state.cast::<G::State>(), &mut *points) };
        let mut rng = Rng::new(seed);
        let actions = playout.borrow_mut().round(engine, state, &mut rng, careless != 0);
        *out = point_list(&engine.settle(state));
        match finish(engine) {
            super::OK => actions as i64,
            failure => i64::from(failure),
        }
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
