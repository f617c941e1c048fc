//! Plugins: finding libraries, trying them, loading them, and talking to them.

mod bridge;
pub mod catalogue;
mod failure;
pub mod library;
pub mod moment;
mod notation;
pub mod path;
pub mod probe;
pub mod session;

pub use bridge::Answers;
pub use catalogue::{Catalogue, Found, UnknownGame, Unusable};
pub use failure::SessionError;
pub use library::{LoadError, Plugin};
pub use moment::{Knowledge, Moment};
pub use session::Session;
