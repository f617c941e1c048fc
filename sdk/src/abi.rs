//! The C border between a host and a plugin: the types, and the contract of each function.
//!
//! A plugin is a shared library that exports one symbol, [`SYMBOL`], a function without arguments that returns a
//! pointer to a static [`Entry`]. The author of a Rust plugin writes [`export_game!`](crate::export_game) and never
//! sees this module; `include/parlour.h` says the same in C.
//!
//! # What holds for every function
//! * **Threads.** A [`GameHandle`] and what is called with it belong to the thread that created it. States and
//!   knowledge are plain data: they may be moved to another thread between calls, and used there with a game that was
//!   created there by an equal set-up. Functions without a handle may be called from any thread.
//! * **Ownership.** Nothing is freed across the border. The caller owns every buffer. What a plugin has to say at
//!   length it writes to a [`Sink`], whose pieces of text are valid only during the call of `write`. A [`Text`] given
//!   to a function need not outlive the call.
//! * **Failure.** A function returns a status: [`OK`], [`REFUSED`], or a negative number ([`FAILED_PANIC`] to
//!   [`FAILED_HOUSE`]). After any other than `OK`, `message` tells the calling thread why, until its next call into
//!   the plugin. A function never unwinds.
//! * **After a failure** a state is as it was before the call, but for `FAILED_PANIC`: then it may be cloned over or
//!   dropped, and is good for nothing else. A host that means to go on keeps a clone.
//! * **Text** is UTF-8 without a terminating zero. JSON has the shapes of the serde types that each function names;
//!   readers leave unknown fields and kinds aside.
//! * **Growth.** A function table never shrinks or changes: what comes later is an extension, asked for by a name with
//!   a version, or another [`MAJOR`].

use std::ffi::{c_char, c_void};

use serde::{Deserialize, Serialize};

use crate::hook::Hook;
use crate::param::Param;
use crate::piece::PieceKind;
use crate::playout::Played;
use crate::seat::{MAX_SEATS, Sides};

mod export;
mod guard;
mod play;
mod rollout;
mod setup;
mod state;
mod thunk;
mod words;

#[doc(hidden)]
pub use export::entry;
#[doc(hidden)]
pub use guard::quiet_panics;

/// The exported symbol: a function of type [`EntryFn`].
pub const SYMBOL: &str = "parlour_entry";
/// The first eight bytes of an [`Entry`].
pub const MAGIC: u64 = u64::from_le_bytes(*b"parlour\0");
/// The version of the border. Another one is another language.
pub const MAJOR: u32 = 1;
/// The name of the extension with a [`Rollout`] table.
pub const ROLLOUT: &str = "parlour.rollout/1";

/// All is well.
pub const OK: i32 = 0;
/// The action is not legal now; nothing has changed.
pub const REFUSED: i32 = 1;
/// The plugin panicked.
pub const FAILED_PANIC: i32 = -16;
/// An argument makes no sense: a text that cannot be read, a code that no action has, a buffer too small.
pub const FAILED_ARGUMENT: i32 = -17;
/// A house rule failed; the message is the house's own.
pub const FAILED_HOUSE: i32 = -18;

/// From `turn` and `legal`: the round is to be settled.
pub const TURN_SETTLE: i32 = -1;
/// From `turn` and `legal`: a deal is due.
pub const TURN_DEAL: i32 = -2;
/// From `turn` and `legal`: the game is over.
pub const TURN_OVER: i32 = -3;

/// As an observer: who sees only what lies open. A seat's number is the observer in that seat.
pub const OBSERVER_PUBLIC: i32 = -1;
/// As an observer: the referee.
pub const OBSERVER_REFEREE: i32 = -2;

/// From `flags`: others see the action only as `concealed` writes it.
pub const ACTION_CONCEALED: u32 = 1;
/// From `flags`: the seat may learn something by the action; it cannot be undone.
pub const ACTION_REVEALS: u32 = 2;

/// The type of the exported function. Any thread, any number of times; the entry is static.
pub type EntryFn = unsafe extern "C" fn() -> *const Entry;

/// A stretch of UTF-8 that its giver owns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Text {
    /// The first byte; may be null where `len` is 0.
    pub data: *const u8,
    /// The number of bytes.
    pub len: usize,
}

/// Where a plugin writes text: `write` may be called any number of times during the call that was given the sink, and
/// the pieces are one text together.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Sink {
    /// Whatever the owner of the sink needs.
    pub ctx: *mut c_void,
    /// Takes a piece of text.
    pub write: unsafe extern "C" fn(ctx: *mut c_void, text: Text),
}

/// A game at one table: its parameters, its house, its tables.
#[repr(C)]
pub struct GameHandle {
    opaque: [u8; 0],
}

/// How large the buffers are that a host gives for a state and for knowledge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Sizes {
    /// Bytes of a state.
    pub state_size: usize,
    /// Its alignment.
    pub state_align: usize,
    /// Bytes of a seat's knowledge.
    pub knowledge_size: usize,
    /// Its alignment.
    pub knowledge_align: usize,
}

/// Points by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct PointList {
    /// The points; those after `sides` mean nothing.
    pub values: [i32; MAX_SEATS],
    /// How many there are.
    pub sides: u32,
}

/// As [`HookArgument::kind`]: the code is the value.
pub const ARGUMENT_CODE: u32 = 0;
/// As [`HookArgument::kind`]: the text is the value, as JSON.
pub const ARGUMENT_JSON: u32 = 1;

/// A value on its way to a hook or back.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HookArgument {
    /// [`ARGUMENT_CODE`] or [`ARGUMENT_JSON`].
    pub kind: u32,
    /// The code.
    pub code: i64,
    /// The JSON.
    pub json: Text,
}

/// The house rules in force, given by the host; must outlive the game created with it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HouseTable {
    /// Whatever the host needs.
    pub ctx: *mut c_void,
    /// Bit n is set if hook n is answered.
    pub live: u64,
    /// Asks hook `hook`: `base` and `args` (`count` of them) are the plugin's and valid during the call; what `answer`
    /// points to afterwards is the host's and valid until the next `ask`. Called in the game's thread, only during a
    /// call into the plugin. Gives [`OK`], or [`FAILED_HOUSE`] with the message written as JSON text into `answer`:
    /// then `base` stands and the call in progress will end in `FAILED_HOUSE`. Never unwinds, never calls the plugin.
    pub ask: unsafe extern "C" fn(
        ctx: *mut c_void,
        hook: u32,
        base: HookArgument,
        args: *const HookArgument,
        count: usize,
        answer: *mut HookArgument,
    ) -> i32,
}

/// What a plugin is: static, as long as the library is loaded, which is as long as the program runs.
#[repr(C)]
pub struct Entry {
    /// [`MAGIC`].
    pub magic: u64,
    /// [`MAJOR`].
    pub major: u32,
    /// The size of this struct in bytes; at least that of this version.
    pub size: u32,
    /// The game's id, zero-terminated.
    pub id: *const c_char,
    /// The plugin's version, zero-terminated.
    pub version: *const c_char,
    /// The functions.
    pub functions: *const Functions,
    /// The table of an extension by its name, zero-terminated (such as `parlour.rollout/1`); null if the plugin does
    /// not have it. Any thread.
    pub extension: unsafe extern "C" fn(name: *const c_char) -> *const c_void,
}

// SAFETY: an entry is immutable and points only to other statics.
unsafe impl Sync for Entry {}

/// The functions of a plugin. `game` is always a handle from `create` that was not destroyed, in its thread; `state`
/// points to a state made by `start`, `clone_state` with this game or one of an equal set-up; buffers for states and
/// knowledge have the size and alignment of `sizes`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Functions {
    /// The size of this struct in bytes.
    pub size: usize,
    /// Writes the message of the last failure or refusal in this thread. Any thread.
    pub message: unsafe extern "C" fn(sink: Sink) -> i32,
    /// Writes a [`Description`] as JSON. Any thread.
    pub describe: unsafe extern "C" fn(sink: Sink) -> i32,
    /// Writes, as JSON, what Lua sees for a code of the hook type called `lua`. `FAILED_ARGUMENT` if there is no such
    /// type or code. Any thread, also while a hook is asked.
    pub hook_value: unsafe extern "C" fn(lua: Text, code: i64, sink: Sink) -> i32,

    /// Makes a game. `setup` is JSON: `{"seats": 4, "rules": {"target": 21}}`. `house` may be null; otherwise it is
    /// copied and its `ctx` must outlive the game. On `OK` `out` holds the handle, which the caller hands to `destroy`
    /// once; on failure it is null. `FAILED_ARGUMENT`: seats or parameters that the game is not played with.
    pub create: unsafe extern "C" fn(setup: Text, house: *const HouseTable, out: *mut *mut GameHandle) -> i32,
    /// Ends a game. Its states and knowledge live on.
    pub destroy: unsafe extern "C" fn(game: *mut GameHandle),
    /// The sizes of the buffers: always the same. Any thread.
    pub sizes: unsafe extern "C" fn() -> Sizes,
    /// Writes the codes of the pack into `out`, which has room for `room`: gives how many there are. If that is more
    /// than `room`, the first `room` are written.
    pub pack: unsafe extern "C" fn(game: *const GameHandle, out: *mut u8, room: usize) -> i64,

    /// Makes the state of a table before its first deal in the uninitialised buffer `state`.
    pub start: unsafe extern "C" fn(game: *const GameHandle, dealer: u8, state: *mut c_void) -> i32,
    /// Copies a state into an uninitialised buffer. Any thread.
    pub clone_state: unsafe extern "C" fn(to: *mut c_void, from: *const c_void) -> i32,
    /// Copies a state over another one. Any thread.
    pub clone_into: unsafe extern "C" fn(to: *mut c_void, from: *const c_void) -> i32,
    /// Ends a state; the buffer is uninitialised after. Any thread.
    pub drop_state: unsafe extern "C" fn(state: *mut c_void),

    /// Deals the pack in this order; a deal must be due. `FAILED_ARGUMENT` if these are not the pieces of the pack.
    pub deal: unsafe extern "C" fn(game: *const GameHandle, state: *mut c_void, pieces: *const u8, count: usize) -> i32,
    /// Whether a house rule throws in the deal of `pieces` that led from `before` to `after`: 1 or 0, or a failure.
    pub redeal: unsafe extern "C" fn(
        game: *const GameHandle,
        before: *const c_void,
        pieces: *const u8,
        count: usize,
        after: *const c_void,
    ) -> i32,
    /// Writes the [`Deal`](crate::game::Deal) of these pieces, for the deal that is due in `state`, as JSON.
    pub written: unsafe extern "C" fn(
        game: *const GameHandle,
        state: *const c_void,
        pieces: *const u8,
        count: usize,
        sink: Sink,
    ) -> i32,
    /// The order of the pack that deals this [`Deal`](crate::game::Deal) (JSON), into `out`, which has room for the
    /// pack. `FAILED_ARGUMENT`: a deal that does not fit the game.
    pub arranged: unsafe extern "C" fn(
        game: *const GameHandle,
        state: *const c_void,
        deal: Text,
        out: *mut u8,
        room: usize,
    ) -> i32,

    /// The seat to act, or `TURN_SETTLE`, `TURN_DEAL`, `TURN_OVER`.
    pub turn: unsafe extern "C" fn(game: *const GameHandle, state: *const c_void) -> i32,
    /// The legal actions of the seat to act into `out`, which has room for `room` codes: gives how many there are. If
    /// that is more than `room`, the list is not whole: call again with more room. Where no seat acts, gives
    /// `TURN_SETTLE`, `TURN_DEAL` or `TURN_OVER`.
    pub legal: unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, out: *mut u64, room: usize) -> i64,
    /// A part of the legal actions that is worth searching; as `legal`.
    pub candidates:
        unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, out: *mut u64, room: usize) -> i64,
    /// Whether the action is legal: `OK`, or `REFUSED` with the rule in the message.
    pub check: unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, code: u64) -> i32,
    /// Plays an action after checking it; `REFUSED` with the rule in the message, and nothing changed, if it is not
    /// legal.
    pub play: unsafe extern "C" fn(game: *const GameHandle, state: *mut c_void, code: u64) -> i32,
    /// Plays an action out of the list that `legal` gave for this state. It is not checked again: with any other code
    /// the state is good for nothing but to be cloned over or dropped.
    pub advance: unsafe extern "C" fn(game: *const GameHandle, state: *mut c_void, code: u64) -> i32,

    /// Writes the notation of an action. Any thread.
    pub notation: unsafe extern "C" fn(code: u64, sink: Sink) -> i32,
    /// Writes what others see of an action: the notation, or for a concealed one something like `discard ?`. Any
    /// thread.
    pub concealed: unsafe extern "C" fn(code: u64, sink: Sink) -> i32,
    /// The code of a notation. `FAILED_ARGUMENT` if it is none, with what was expected. Any thread.
    pub parse: unsafe extern "C" fn(notation: Text, code: *mut u64) -> i32,
    /// `ACTION_CONCEALED` and `ACTION_REVEALS` of an action, in one number; 0 for a code that is none. Any thread.
    pub flags: unsafe extern "C" fn(code: u64) -> u32,

    /// The points of the round that is to be settled.
    pub settle: unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, points: *mut PointList) -> i32,
    /// Adds points up, and ends the game or passes the deal on.
    pub commit: unsafe extern "C" fn(game: *const GameHandle, state: *mut c_void, points: *const PointList) -> i32,
    /// Writes the [`Standing`](crate::game::Standing) as JSON.
    pub standing: unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, sink: Sink) -> i32,
    /// Writes the [`Summary`](crate::view::Summary) of the round that is to be settled as JSON.
    pub summary: unsafe extern "C" fn(
        game: *const GameHandle,
        state: *const c_void,
        points: *const PointList,
        sink: Sink,
    ) -> i32,
    /// Writes the [`View`](crate::view::View) of an observer as JSON.
    pub show: unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, observer: i32, sink: Sink) -> i32,
    /// Writes the [`Choice`](crate::view::Choice)s of the seat to act as JSON; they refer to its own view.
    pub choices: unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, sink: Sink) -> i32,
    /// Writes the log [`Line`](crate::view::Line)s of an action for an observer as JSON.
    pub tell: unsafe extern "C" fn(
        game: *const GameHandle,
        before: *const c_void,
        code: u64,
        after: *const c_void,
        observer: i32,
        sink: Sink,
    ) -> i32,

    /// Makes what a seat knows in the uninitialised buffer `knowledge`.
    pub know:
        unsafe extern "C" fn(game: *const GameHandle, state: *const c_void, seat: u8, knowledge: *mut c_void) -> i32,
    /// Ends knowledge; the buffer is uninitialised after. Any thread.
    pub drop_knowledge: unsafe extern "C" fn(knowledge: *mut c_void),
    /// Puts a state that agrees with the knowledge, drawn by `seed`, over the state in `state`.
    pub imagine:
        unsafe extern "C" fn(game: *const GameHandle, knowledge: *const c_void, seed: u64, state: *mut c_void) -> i32,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RoundEnd {
    /// Its points, as `settle` gives them.
    pub points: PointList,
    /// The seats that have won the game by it, bit n for seat n; 0 if the game goes on.
    pub winners: u32,
    /// The actions that were played.
    pub actions: u32,
}

/// The table of the extension [`ROLLOUT`]: playouts without a call across the border for each action.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Rollout {
    /// Plays the round in progress to its end by the game's playout policy (`careless` 0) or at random (1), settles it
    /// and adds it up: the state is then at a deal or at the end of the game. A round that is over already is settled.
    pub round: unsafe extern "C" fn(
        game: *const GameHandle,
        state: *mut c_void,
        seed: u64,
        careless: u32,
        end: *mut RoundEnd,
    ) -> i32,
    /// Plays `games` whole tables at random, deals included, and adds to `played`.
    pub games: unsafe extern "C" fn(game: *const GameHandle, seed: u64, games: u64, played: *mut Played) -> i32,
}

/// What `describe` writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The plugin's version.
    pub version: String,
    /// The version of the SDK that it was built with.
    #[serde(default)]
    pub sdk: String,
    /// The family, in a word.
    #[serde(default)]
    pub family: String,
    /// A line about it.
    #[serde(default)]
    pub about: String,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The seats when nobody says how many.
    pub usual_seats: u8,
    /// Which seats score together.
    pub sides: Sides,
    /// Whether points are stakes.
    #[serde(default)]
    pub stakes: bool,
    /// What it is played with.
    pub pieces: PieceKind,
    /// The parameters.
    #[serde(default)]
    pub params: Vec<Param>,
    /// The hooks, those of every game included.
    #[serde(default)]
    pub hooks: Vec<Hook>,
    /// The types that hooks are given, by their names in Lua, with the pieces' own first.
    #[serde(default)]
    pub faces: Vec<crate::hook::HookType>,
    /// The rule book, in Markdown.
    #[serde(default)]
    pub rules: String,
}
