//! Parlour's host: everything that is the same for every game.

pub mod bot;
pub mod journal;
pub mod plugin;
pub mod sim;
pub mod table;
