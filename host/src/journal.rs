//! Records and journals: finished lines, and a live one.

pub mod line;

pub use line::{ActionLine, DealLine, Header, HouseLine, Line};
