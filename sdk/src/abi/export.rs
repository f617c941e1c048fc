//! The function table of a game, and the macro that exports it.

use std::ffi::{CStr, c_char, c_void};

use super::play::{advance, candidates, check, commit, legal, play, settle, turn};
use super::rollout::rollout;
use super::setup::{create, describe, destroy, hook_value, message, pack, sizes};
use super::state::{
    arranged, clone_into, clone_state, deal, drop_knowledge, drop_state, imagine, know, redeal, start, written,
};
use super::words::{choices, concealed, flags, notation, parse, show, standing, summary, tell};
use super::{Entry, Functions, MAGIC, MAJOR, ROLLOUT};
use crate::game::Game;

/// The function table of a game.
pub const fn functions<G: Game>() -> Functions {
    Functions {
        size: size_of::<Functions>(),
        message,
        describe: describe::<G>,
        hook_value: hook_value::<G>,
        create: create::<G>,
        destroy: destroy::<G>,
        sizes: sizes::<G>,
        pack: pack::<G>,
        start: start::<G>,
        clone_state: clone_state::<G>,
        clone_into: clone_into::<G>,
        drop_state: drop_state::<G>,
        deal: deal::<G>,
        redeal: redeal::<G>,
        written: written::<G>,
        arranged: arranged::<G>,
        turn: turn::<G>,
        legal: legal::<G>,
        candidates: candidates::<G>,
        check: check::<G>,
        play: play::<G>,
        advance: advance::<G>,
        notation: notation::<G>,
        concealed: concealed::<G>,
        parse: parse::<G>,
        flags: flags::<G>,
        settle: settle::<G>,
        commit: commit::<G>,
        standing: standing::<G>,
        summary: summary::<G>,
        show: show::<G>,
        choices: choices::<G>,
        tell: tell::<G>,
        know: know::<G>,
        drop_knowledge: drop_knowledge::<G>,
        imagine: imagine::<G>,
    }
}

/// The entry of a game's plugin.
#[doc(hidden)]
pub const fn entry<G: Game>() -> Entry {
    Entry {
        magic: MAGIC,
        major: MAJOR,
        size: size_of::<Entry>() as u32,
        id: const { &zero_terminated(G::META.id) }.as_ptr().cast(),
        version: const { &zero_terminated(G::META.version) }.as_ptr().cast(),
        functions: const { &functions::<G>() },
        extension: extension::<G>,
    }
}

/// The text with a terminating zero; an id or a version has at most 63 bytes.
const fn zero_terminated(text: &str) -> [u8; 64] {
    assert!(text.len() < 64, "an id and a version have at most 63 bytes");
    let mut bytes = [0; 64];
    let mut at = 0;
    while at < text.len() {
        bytes[at] = text.as_bytes()[at];
        at += 1;
    }
    bytes
}

unsafe extern "C" fn extension<G: Game>(name: *const c_char) -> *const c_void {
    if name.is_null() {
        return std::ptr::null();
    }
    // SAFETY: the caller gives a zero-terminated name.
    let name = unsafe { CStr::from_ptr(name) };
    let table: &'static super::Rollout = const { &rollout::<G>() };
    if name.to_bytes() == ROLLOUT.as_bytes() { std::ptr::from_ref(table).cast() } else { std::ptr::null() }
}

/// Exports a game as a plugin: the one symbol of the C border.
///
/// Written once, at the top of a `cdylib` crate, with the type that implements [`Game`]. The crate must be built with
/// `panic = "unwind"`, so that a panic stays inside the plugin.
#[macro_export]
macro_rules! export_game {
    ($game:ty) => {
        #[cfg(panic = "abort")]
        compile_error!("a plugin is built with panic = \"unwind\", so that a panic does not end the host");

        /// The one symbol of a plugin.
        #[unsafe(no_mangle)]
        pub extern "C" fn parlour_entry() -> *const $crate::abi::Entry {
            static ENTRY: $crate::abi::Entry = $crate::abi::entry::<$game>();
            $crate::abi::quiet_panics();
            &ENTRY
        }
    };
}
