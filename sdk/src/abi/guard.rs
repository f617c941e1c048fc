//! What keeps a panic inside the plugin, and the message of the last failure in each thread.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use super::FAILED_PANIC;

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps a message for `message`.
pub(super) fn keep(message: impl Into<String>) {
    let message = message.into();
    // A thread that is ending has no place for a message, and nobody to read it.
    let _ = MESSAGE.try_with(|kept| kept.replace(message));
}

/// The message that was kept.
pub(super) fn kept() -> String {
    MESSAGE.try_with(|kept| kept.borrow().clone()).unwrap_or_default()
}

/// Runs `inside`; if it panics, gives [`FAILED_PANIC`] and keeps the message.
#[inline(always)]
pub(super) fn guarded<T: From<i32>>(inside: impl FnOnce() -> T) -> T {
    match catch_unwind(AssertUnwindSafe(inside)) {
        Ok(value) => value,
        Err(payload) => {
            // The payload is a stranger's value whose drop may panic in turn.
            std::mem::forget(payload);
            T::from(FAILED_PANIC)
        }
    }
}

/// Has panics of this library keep their message instead of printing it: a plugin has a standard library of its own,
/// whose hook would write over the host's screen.
pub fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.payload_as_str().unwrap_or("a panic without a message");
            let place = panic.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
            keep(format!("{text}{place}"));
        }));
    });
}
