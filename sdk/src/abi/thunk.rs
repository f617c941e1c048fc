//! What every thunk is made of: the game behind a handle, texts and buffers of the caller, statuses.

use std::cell::RefCell;

use super::guard::{guarded, keep};
use super::{FAILED_ARGUMENT, FAILED_HOUSE, GameHandle, OK, PointList, Sink, Text};
use crate::action::Action;
use crate::engine::Engine;
use crate::game::{Game, Points};
use crate::hook::House;
use crate::playout::Playout;

/// What a handle points to.
pub(super) struct Loaded<G: Game> {
    pub(super) engine: Engine<G>,
    pub(super) playout: RefCell<Playout<G>>,
}

/// The game behind a handle.
///
/// # Safety
/// The handle is from `create` of this `G`, not destroyed, and used in its thread.
#[inline(always)]
pub(super) unsafe fn loaded<'a, G: Game>(game: *const GameHandle) -> &'a Loaded<G> {
    // SAFETY: `create` made the handle from a `Box<Loaded<G>>`, and the caller keeps it alive.
    unsafe { &*game.cast::<Loaded<G>>() }
}

/// The status of a call in which the house may have failed.
#[inline(always)]
pub(super) fn finish<G: Game>(engine: &Engine<G>) -> i32 {
    if engine.house().is_live() { house_status(engine.house()) } else { OK }
}

#[cold]
pub(super) fn house_status(house: &House) -> i32 {
    match house.take_failure() {
        None => OK,
        Some(message) => fail(FAILED_HOUSE, message),
    }
}

pub(super) fn fail(status: i32, message: impl ToString) -> i32 {
    keep(message.to_string());
    status
}

/// The points as the border has them.
pub(super) fn point_list(points: &Points) -> PointList {
    let mut list = PointList { sides: points.len() as u32, ..PointList::default() };
    list.values[..points.len()].copy_from_slice(points);
    list
}

pub(super) fn points_of(list: &PointList) -> Points {
    list.values.iter().copied().take(list.sides as usize).collect()
}

/// The text behind a [`Text`], for the time of the call.
///
/// # Safety
/// `data` points to `len` bytes, or `len` is 0.
pub(super) unsafe fn text<'a>(text: Text) -> Result<&'a str, i32> {
    if text.len == 0 {
        return Ok("");
    }
    // SAFETY: as the caller promises.
    let bytes = unsafe { std::slice::from_raw_parts(text.data, text.len) };
    std::str::from_utf8(bytes).map_err(|_| fail(FAILED_ARGUMENT, "the text is not UTF-8"))
}

/// A caller's buffer.
///
/// # Safety
/// `data` points to `len` values that nothing else uses during the call, or `len` is 0.
#[inline(always)]
pub(super) unsafe fn buffer<'a, T>(data: *mut T, len: usize) -> &'a mut [T] {
    if len == 0 {
        return &mut [];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts_mut(data, len) }
}

pub(super) fn write(sink: Sink, text: &str) -> i32 {
    // SAFETY: the caller gives a sink whose `write` takes any text during the call.
    unsafe { (sink.write)(sink.ctx, Text { data: text.as_ptr(), len: text.len() }) };
    OK
}

pub(super) fn write_json(sink: Sink, value: &impl serde::Serialize) -> i32 {
    match serde_json::to_string(value) {
        Ok(json) => write(sink, &json),
        Err(error) => fail(FAILED_ARGUMENT, error),
    }
}

pub(super) fn action<G: Game>(code: u64) -> Result<G::Action, i32> {
    G::Action::from_code(code).ok_or_else(|| fail(FAILED_ARGUMENT, format!("{code} is the code of no action")))
}

/// Runs a thunk's inside under the guard; an early `Err` is its status.
#[inline(always)]
pub(super) fn run(inside: impl FnOnce() -> Result<i32, i32>) -> i32 {
    guarded(|| inside().unwrap_or_else(|status| status))
}
