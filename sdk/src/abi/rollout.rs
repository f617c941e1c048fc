//! The extension that plays whole rounds inside the plugin.

use std::ffi::c_void;

use super::guard::guarded;
use super::thunk::{Loaded, finish, loaded, point_list};
use super::{GameHandle, Rollout, RoundEnd};
use crate::engine::Engine;
use crate::game::{Game, Turn};
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
    end: *mut RoundEnd,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of this game, and room for the end.
        let (Loaded { engine, playout, .. }, state, end) =
            unsafe { (loaded::<G>(game), &mut *state.cast::<G::State>(), &mut *end) };
        let mut rng = Rng::new(seed);
        end.actions = playout.borrow_mut().round(engine, state, &mut rng, careless != 0) as u32;
        let points = engine.settle(state);
        engine.commit(state, &points);
        end.points = point_list(&points);
        end.winners = if engine.game().turn(state) == Turn::Over { winners(engine, state) } else { 0 };
        finish(engine)
    })
}

#[cold]
fn winners<G: Game>(engine: &Engine<G>, state: &G::State) -> u32 {
    engine.game().standing(state).winners.iter().fold(0, |winners, seat| winners | 1 << seat.0)
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
