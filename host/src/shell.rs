//! The shell: what people see and press.
//!
//! It draws any [`View`](parlour_sdk::View) and knows no game. [`scene`] is what it shows, as plain data; [`screen`] how
//! its parts are put together; [`choice`] the one way in which every game is played.

pub mod ask;
pub mod board;
pub mod canvas;
pub mod choice;
pub mod croupier;
pub mod face;
pub mod help;
pub mod lobby;
pub mod log;
pub mod markdown;
pub mod options;
pub mod picker;
pub mod play;
pub mod reel;
pub mod run;
pub mod scene;
pub mod screen;
pub mod scroll;
pub mod stack;
pub mod strip;
pub mod summary;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod zone;

pub use lobby::{Again, Lobby};
pub use run::{End, ShellError, Start, run};
