//! Records and journals: finished lines, and a live one.

pub mod line;
pub mod reader;
pub mod saved;
pub mod verify;
pub mod writer;

pub use line::{ActionLine, DealLine, FORMAT, Header, HouseLine, Line};
pub use reader::{Games, ReadError, Written};
pub use saved::{ResumeError, Resumed, Saved, Skipped, StartError};
pub use verify::{Difference, Replay, ReplayError, Verified, verify};
pub use writer::{Journal, JournalError};
