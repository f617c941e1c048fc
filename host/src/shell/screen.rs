//! Screens: components that handle an event or leave it, answer whether they go or another comes on top, and draw
//! from what they hold. What they want of the rest of the program goes upward in a queue of requests; what happens
//! there comes down as news.

use std::collections::VecDeque;

use parlour_sdk::Seat;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::canvas::{Canvas, Hits};
use super::options::Setup;
use super::picker::Saved;
use super::scene::{Recap, Scene};

/// Something that a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed.
    Key(KeyCode, KeyModifiers),
    /// The mouse was clicked at this position of the screen.
    Click(u16, u16),
    /// The wheel was turned at this position: up, or down.
    Wheel {
        /// The column.
        x: u16,
        /// The row.
        y: u16,
        /// Upwards.
        up: bool,
    },
}

impl Event {
    /// The key pressed, if any, without control keys held.
    pub fn key(&self) -> Option<KeyCode> {
        match *self {
            Self::Key(code, held) if !held.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Some(code),
            _ => None,
        }
    }
}

/// What a screen answers to an event.
pub enum Answer {
    /// It was not for this screen.
    Left,
    /// It was handled.
    Done,
    /// This screen comes on top.
    Push(Box<dyn Screen>),
    /// This screen goes.
    Pop,
}

/// What a screen wants of the rest of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// To set up a table of the game with this id.
    Choose(String),
    /// To start a table.
    Start(Box<Setup>),
    /// To go on with the saved table of this index.
    Resume(usize),
    /// To play an action.
    Act(u64),
    /// To take the last action back.
    Undo,
    /// To be told what a good player would do.
    Hint,
    /// To go on: the summary was read, the curtain may be lifted.
    Next,
    /// To try again what failed.
    Retry,
    /// To go on without the house rule that failed.
    Without,
    /// To let the computer players play on without a pause.
    Hurry,
    /// To play again: the same deals, or new ones.
    Again {
        /// Whether the deals are the same.
        same: bool,
    },
    /// To leave the table, which is saved.
    Leave,
    /// To end the program.
    Quit,
}

/// The requests of one event, in order.
pub type Requests = VecDeque<Request>;

/// Advice for the seat to act.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The action.
    pub code: u64,
    /// What speaks for it, in a few words; may be empty.
    pub note: String,
}

/// Something that broke in the middle of a game; nothing was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What happened, with file, line, hook and reason where there are any.
    pub message: String,
    /// The house rule that can be left out, if one is to blame.
    pub rule: Option<String>,
}

/// What happens at the table.
#[derive(Clone, Debug)]
pub enum News {
    /// The table changed.
    Scene(Box<Scene>),
    /// A round is over; the table waits for [`Request::Next`].
    Recap(Box<Recap>),
    /// Another person is to act, who must not see what the last one saw; the table waits for [`Request::Next`].
    Curtain(Seat, Box<Scene>),
    /// The game is over.
    Over {
        /// The table at the end.
        scene: Box<Scene>,
        /// The seed, which may be told now.
        seed: u64,
    },
    /// An answer to [`Request::Hint`].
    Hint(Advice),
    /// The saved tables that can be gone on with.
    Saved(Vec<Saved>),
    /// Something broke; the table waits for [`Request::Retry`], [`Request::Without`] or [`Request::Leave`].
    Failed(Failure),
}

/// A screen.
pub trait Screen {
    /// Draws the screen.
    fn draw(&self, canvas: &mut Canvas<'_>);
    /// Handles an event; `hits` says where things were drawn last.
    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer;
    /// Takes note of news.
    fn hear(&mut self, news: &News) {
        let _ = news;
    }
    /// Takes note that its last request could not be met.
    fn trouble(&mut self, message: &str) {
        let _ = message;
    }
    /// Whether the screen below shows around this one.
    fn is_dialog(&self) -> bool {
        false
    }
    /// Whether the screen goes when its table does.
    fn is_of_table(&self) -> bool {
        true
    }
}
