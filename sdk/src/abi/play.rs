//! Thunks of play: whose turn it is, what is legal, what comes of it.

use std::ffi::c_void;

use super::guard::guarded;
use super::thunk::{Loaded, action, buffer, fail, finish, loaded, point_list, points_of, run};
use super::{FAILED_ARGUMENT, GameHandle, OK, PointList, REFUSED, TURN_DEAL, TURN_OVER, TURN_SETTLE};
use crate::action::{Action, Legal};
use crate::engine::Engine;
use crate::game::{Game, Turn};

pub(super) fn turn_number(turn: Turn) -> i32 {
    match turn {
        Turn::Seat(seat) => i32::from(seat.0),
        Turn::Settle => TURN_SETTLE,
        Turn::Deal => TURN_DEAL,
        Turn::Over => TURN_OVER,
    }
}

pub(super) unsafe extern "C" fn turn<G: Game>(game: *const GameHandle, state: *const c_void) -> i32 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &*state.cast::<G::State>()) };
        turn_number(game.engine.game().turn(state))
    })
}

/// `legal` and `candidates`: what `list` pushes, or the turn where no seat acts.
#[inline(always)]
pub(super) unsafe fn listed<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    out: *mut u64,
    room: usize,
    list: impl Fn(&Engine<G>, &G::State, &mut Legal<'_, G::Action>),
) -> i64 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of it, and a buffer of `room` codes.
        let (Loaded { engine, .. }, state, out) =
            unsafe { (loaded::<G>(game), &*state.cast::<G::State>(), buffer(out, room)) };
        let turn = engine.game().turn(state);
        if !matches!(turn, Turn::Seat(_)) {
            return i64::from(turn_number(turn));
        }
        let mut out = Legal::new(out);
        list(engine, state, &mut out);
        match finish(engine) {
            OK => out.count() as i64,
            failure => i64::from(failure),
        }
    })
}

pub(super) unsafe extern "C" fn legal<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    out: *mut u64,
    room: usize,
) -> i64 {
    // SAFETY: as `listed`, which the caller's promises are handed on to.
    unsafe { listed::<G>(game, state, out, room, Engine::legal) }
}

pub(super) unsafe extern "C" fn candidates<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    out: *mut u64,
    room: usize,
) -> i64 {
    // SAFETY: as `listed`, which the caller's promises are handed on to.
    unsafe { listed::<G>(game, state, out, room, Engine::candidates) }
}

/// The action of a code, if it is legal.
pub(super) fn checked<G: Game>(engine: &Engine<G>, state: &G::State, code: u64) -> Result<G::Action, i32> {
    let Some(action) = G::Action::from_code(code) else {
        return Err(fail(REFUSED, format!("{code} is the code of no action of this game (notation)")));
    };
    let checked = engine.check(state, action);
    match finish(engine) {
        OK => checked.map(|()| action).map_err(|refusal| fail(REFUSED, refusal)),
        failure => Err(failure),
    }
}

pub(super) unsafe extern "C" fn check<G: Game>(game: *const GameHandle, state: *const c_void, code: u64) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &*state.cast::<G::State>()) };
        checked(&game.engine, state, code).map(|_| OK)
    })
}

/// Plays, and takes the action back if a house rule failed over it.
#[inline(always)]
pub(super) fn played<G: Game>(engine: &Engine<G>, state: &mut G::State, action: G::Action) -> i32 {
    if !engine.house().is_live() {
        engine.game().play(state, action);
        return OK;
    }
    let before = state.clone();
    engine.game().play(state, action);
    let status = finish(engine);
    if status != OK {
        *state = before;
    }
    status
}

pub(super) unsafe extern "C" fn play<G: Game>(game: *const GameHandle, state: *mut c_void, code: u64) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &mut *state.cast::<G::State>()) };
        let action = checked(&game.engine, state, code)?;
        Ok(played(&game.engine, state, action))
    })
}

pub(super) unsafe extern "C" fn advance<G: Game>(game: *const GameHandle, state: *mut c_void, code: u64) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &mut *state.cast::<G::State>()) };
        Ok(played(&game.engine, state, action::<G>(code)?))
    })
}

pub(super) unsafe extern "C" fn settle<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    points: *mut PointList,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of it, and room for the points.
        let (Loaded { engine, .. }, state, out) =
            unsafe { (loaded::<G>(game), &*state.cast::<G::State>(), &mut *points) };
        settle_due(engine, state)?;
        *out = point_list(&engine.settle(state));
        Ok(finish(engine))
    })
}

/// That the round is to be settled.
pub(super) fn settle_due<G: Game>(engine: &Engine<G>, state: &G::State) -> Result<(), i32> {
    let due = engine.game().turn(state) == Turn::Settle;
    if due { Ok(()) } else { Err(fail(FAILED_ARGUMENT, "the round is not over")) }
}

pub(super) unsafe extern "C" fn commit<G: Game>(
    game: *const GameHandle,
    state: *mut c_void,
    points: *const PointList,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of it, and points.
        let (Loaded { engine, .. }, state, points) =
            unsafe { (loaded::<G>(game), &mut *state.cast::<G::State>(), points_of(&*points)) };
        settle_due(engine, state)?;
        let sides = G::META.sides.count(engine.game().seats());
        if points.len() != usize::from(sides) {
            return Err(fail(
                FAILED_ARGUMENT,
                format!("{} points: expected one for each of {sides} sides", points.len()),
            ));
        }
        let before = state.clone();
        engine.commit(state, &points);
        let status = finish(engine);
        if status != OK {
            *state = before;
        }
        Ok(status)
    })
}
