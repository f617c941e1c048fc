//! Parlour's host: everything that is the same for every game.

pub mod bot;
pub mod cli;
pub mod house;
pub mod journal;
pub mod plugin;
pub mod settings;
pub mod setup;
pub mod shell;
pub mod sim;
pub mod table;
