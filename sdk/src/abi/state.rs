//! Thunks over whole states: start, copy, deal, imagine.

use std::ffi::c_void;

use super::guard::guarded;
use super::thunk::{Loaded, buffer, fail, finish, loaded, run, text, write_json};
use super::{FAILED_ARGUMENT, GameHandle, OK, Sink, Text};
use crate::engine::Engine;
use crate::game::{Deal, Game, Turn};
use crate::piece::Piece;
use crate::rng::Rng;
use crate::seat::Seat;

pub(super) unsafe extern "C" fn start<G: Game>(game: *const GameHandle, dealer: u8, state: *mut c_void) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread.
        let game = unsafe { loaded::<G>(game) }.engine.game();
        if dealer >= game.seats() {
            return Err(fail(FAILED_ARGUMENT, format!("dealer {dealer}: expected a seat below {}", game.seats())));
        }
        // SAFETY: the caller gives an uninitialised buffer of a state's size and alignment.
        unsafe { state.cast::<G::State>().write(game.start(Seat(dealer))) };
        Ok(OK)
    })
}

pub(super) unsafe extern "C" fn clone_state<G: Game>(to: *mut c_void, from: *const c_void) -> i32 {
    guarded(|| {
        // SAFETY: the caller gives a state and an uninitialised buffer for one.
        unsafe { to.cast::<G::State>().write((*from.cast::<G::State>()).clone()) };
        OK
    })
}

pub(super) unsafe extern "C" fn clone_into<G: Game>(to: *mut c_void, from: *const c_void) -> i32 {
    guarded(|| {
        // SAFETY: the caller gives two states.
        unsafe { (*to.cast::<G::State>()).clone_from(&*from.cast::<G::State>()) };
        OK
    })
}

pub(super) unsafe extern "C" fn drop_state<G: Game>(state: *mut c_void) {
    guarded(|| {
        // SAFETY: the caller gives up a state.
        unsafe { state.cast::<G::State>().drop_in_place() };
        OK
    });
}

/// The pieces of these codes, if they are the pack in some order.
pub(super) fn pieces_of<G: Game>(engine: &Engine<G>, codes: &[u8]) -> Result<Vec<G::Piece>, i32> {
    let (mut given, mut pack): (Vec<u8>, Vec<u8>) =
        (codes.to_vec(), engine.game().pack().iter().map(|piece| piece.code()).collect());
    given.sort_unstable();
    pack.sort_unstable();
    if given != pack {
        return Err(fail(FAILED_ARGUMENT, "a deal needs the pieces of one whole pack"));
    }
    Ok(codes.iter().filter_map(|&code| <G::Piece as Piece>::from_code(code)).collect())
}

/// That a deal is due.
pub(super) fn deal_due<G: Game>(engine: &Engine<G>, state: &G::State) -> Result<(), i32> {
    let due = engine.game().turn(state) == Turn::Deal;
    if due { Ok(()) } else { Err(fail(FAILED_ARGUMENT, "no deal is due")) }
}

pub(super) unsafe extern "C" fn deal<G: Game>(
    game: *const GameHandle,
    state: *mut c_void,
    pieces: *const u8,
    count: usize,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of it, and `count` codes.
        let (Loaded { engine, .. }, state, codes) =
            unsafe { (loaded::<G>(game), &mut *state.cast::<G::State>(), buffer(pieces.cast_mut(), count)) };
        let pieces = pieces_of(engine, codes)?;
        deal_due(engine, state)?;
        engine.game().deal(state, &pieces);
        Ok(OK)
    })
}

pub(super) unsafe extern "C" fn redeal<G: Game>(
    game: *const GameHandle,
    before: *const c_void,
    pieces: *const u8,
    count: usize,
    after: *const c_void,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread, two states of it, and `count` codes.
        let (Loaded { engine, .. }, before, after, codes) = unsafe {
            let (before, after) = (&*before.cast::<G::State>(), &*after.cast::<G::State>());
            (loaded::<G>(game), before, after, buffer(pieces.cast_mut(), count))
        };
        let again = engine.redeal(before, &pieces_of(engine, codes)?, after);
        Ok(match finish(engine) {
            OK => i32::from(again),
            failure => failure,
        })
    })
}

pub(super) unsafe extern "C" fn written<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    pieces: *const u8,
    count: usize,
    sink: Sink,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of it, and `count` codes.
        let (Loaded { engine, .. }, state, codes) =
            unsafe { (loaded::<G>(game), &*state.cast::<G::State>(), buffer(pieces.cast_mut(), count)) };
        let pieces = pieces_of(engine, codes)?;
        deal_due(engine, state)?;
        Ok(write_json(sink, &engine.written(state, &pieces)))
    })
}

pub(super) unsafe extern "C" fn arranged<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    deal: Text,
    out: *mut u8,
    room: usize,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread, a state of it, a text, and a buffer of `room` bytes.
        let (Loaded { engine, .. }, state, deal, out) =
            unsafe { (loaded::<G>(game), &*state.cast::<G::State>(), text(deal)?, buffer(out, room)) };
        let deal: Deal = serde_json::from_str(deal)
            .map_err(|error| fail(FAILED_ARGUMENT, format!("the deal cannot be read: {error}")))?;
        deal_due(engine, state)?;
        let pieces = engine.arranged(state, &deal).map_err(|error| fail(FAILED_ARGUMENT, error))?;
        if pieces.len() > room {
            return Err(fail(
                FAILED_ARGUMENT,
                format!("the pack has {} pieces, there is room for {room}", pieces.len()),
            ));
        }
        out.iter_mut().zip(&pieces).for_each(|(slot, piece)| *slot = piece.code());
        Ok(OK)
    })
}

pub(super) unsafe extern "C" fn know<G: Game>(
    game: *const GameHandle,
    state: *const c_void,
    seat: u8,
    knowledge: *mut c_void,
) -> i32 {
    run(|| {
        // SAFETY: the caller gives a live handle in its thread and a state of it.
        let (game, state) = unsafe { (loaded::<G>(game), &*state.cast::<G::State>()) };
        let game = game.engine.game();
        if seat >= game.seats() {
            return Err(fail(FAILED_ARGUMENT, format!("seat {seat}: expected a seat below {}", game.seats())));
        }
        // SAFETY: the caller gives an uninitialised buffer for knowledge.
        unsafe { knowledge.cast::<G::Knowledge>().write(game.know(state, Seat(seat))) };
        Ok(OK)
    })
}

pub(super) unsafe extern "C" fn drop_knowledge<G: Game>(knowledge: *mut c_void) {
    guarded(|| {
        // SAFETY: the caller gives up knowledge that `know` made.
        unsafe { knowledge.cast::<G::Knowledge>().drop_in_place() };
        OK
    });
}

pub(super) unsafe extern "C" fn imagine<G: Game>(
    game: *const GameHandle,
    knowledge: *const c_void,
    seed: u64,
    state: *mut c_void,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller gives a live handle in its thread, knowledge of it, and a state to put the new one over.
        let (game, knowledge, state) =
            unsafe { (loaded::<G>(game), &*knowledge.cast::<G::Knowledge>(), &mut *state.cast::<G::State>()) };
        *state = game.engine.game().imagine(knowledge, &mut Rng::new(seed));
        finish(&game.engine)
    })
}
