//! Parlour's host: everything that is the same for every game.

pub mod plugin;
