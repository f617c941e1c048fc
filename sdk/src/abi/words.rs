//! Thunks that put a moment into words: notation, views, choices, the log.

use std::ffi::c_void;

use super::guard::guarded;
use super::play::settle_due;
use super::thunk::{Loaded, action, fail, finish, loaded, points_of, run, text, write, write_json};
use super::{
    ACTION_CONCEALED, ACTION_REVEALS, FAILED_ARGUMENT, GameHandle, OBSERVER_PUBLIC, OBSERVER_REFEREE, OK, PointList,
    Sink, Text,
};
use crate::action::Action;
use crate::game::Game;
use crate::seat::{MAX_SEATS, Seat};
use crate::view::Observer;

pub(super) unsafe extern "C" fn notation<G: Game>(code: u64, sink: Sink) -> i32 {
    run(|| Ok(write(sink, &action::<G>(code)?.to_string())))
}

pub(super) unsafe extern "C" fn concealed<G: Game>(code: u64, sink: Sink) -> i32 {
    run(|| {
        let action = action::<G>(code)?;
        Ok(match action.concealed() {
            Some(text) => write(sink, text),
            None => write(sink, &action.to_string()),
        })
    })
}

pub(super) unsafe extern "C" fn parse<G: Game>(notation: Text, code: *mut u64) -> i32 {
    run(|| {
        // SAFETY: the caller gives a text that lives during the call.
        let notation = unsafe { text(notation) }?;
        let action: G::Action = notation.parse().map_err(|error| fail(FAILED_ARGUMENT, error))?;
        // SAFETY: the caller gives room for one code.
        unsafe { *code = action.code() };
        Ok(OK)
    })
}

pub(super) unsafe extern "C" fn flags<G: Game>(code: u64) -> u32 {
    let flags = guarded(|| {
        G::Action::from_code(code).map_or(0, |action| {
            let concealed = if action.concealed().is_some() { ACTION_CONCEALED } else { 0 };
            let reveals = if action.reveals() { ACTION_REVEALS } else { 0 };
            (concealed | reveals) as i32
        })
    });
    u32::try_from(flags).unwrap_or_default()
}

pub(super) unsafe extern "C" fn standing<G: Game>(game: *const GameHandle, state: *const c_void, sink: Sink) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &*state.cast::<G::State>()) };
        Ok(write_json(sink, &game.engine.game().standing(state)))
    })
}

pub(super) unsafe extern "C" fn summary<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    points: *const PointList,
    sink: Sink,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of it, and points.
        let (Loaded { engine, .. }, state, points) =
            unsafe { (loaded::<G>(game), &*state.cast::<G::State>(), points_of(&*points)) };
        settle_due(engine, state)?;
        Ok(write_json(sink, &engine.game().summary(state, &points)))
    })
}

pub(super) fn observer(number: i32) -> Observer {
    match number {
        OBSERVER_PUBLIC => Observer::Public,
        OBSERVER_REFEREE => Observer::Referee,
        seat => Observer::Seat(Seat(seat as u8)),
    }
}

/// The observer of a number, at a table of `seats`.
pub(super) fn seated(seats: u8, number: i32) -> Result<Observer, i32> {
    if number >= i32::from(seats.min(MAX_SEATS as u8)) || number < OBSERVER_REFEREE {
        return Err(fail(FAILED_ARGUMENT, format!("observer {number}: expected a seat below {seats}, -1 or -2")));
    }
    Ok(observer(number))
}

pub(super) unsafe extern "C" fn show<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    number: i32,
    sink: Sink,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &*state.cast::<G::State>()) };
        let game = game.engine.game();
        let observer = seated(game.seats(), number)?;
        Ok(write_json(sink, &game.show(state, observer)))
    })
}

pub(super) unsafe extern "C" fn choices<G: Game>(game: *const GameHandle, state: *const c_void, sink: Sink) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &*state.cast::<G::State>()) };
        let choices = game.engine.choices(state);
        Ok(match finish(&game.engine) {
            OK => write_json(sink, &choices),
            failure => failure,
        })
    })
}

pub(super) unsafe extern "C" fn tell<G: Game>(
    game: *const GameHandle,
    before: *const c_void,
    code: u64,
    after: *const c_void,
    number: i32,
    sink: Sink,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and two states of it.
        let (game, before, after) =
            unsafe { (loaded::<G>(game), &*before.cast::<G::State>(), &*after.cast::<G::State>()) };
        let game = game.engine.game();
        let observer = seated(game.seats(), number)?;
        Ok(write_json(sink, &game.tell(before, action::<G>(code)?, after, observer)))
    })
}
