//! The run of the shell: events, requests and news in one queue, and drawing whenever one has changed something.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::croupier::{Croupier, Order};
use super::lobby::{Again, Lobby, Opening, saved_tables};
use super::options::Options;
use super::reel::Reel;
use super::screen::{Event, News, Request, Requests};
use super::stack::Stack;
use super::terminal::{Input, Taken, listen};
use crate::journal::saved;

/// What the shell begins with.
pub enum Start {
    /// The picker.
    Picker,
    /// A new table.
    Table(Box<Again>),
    /// A saved table: its file, and whether differences of versions are passed over.
    Saved(PathBuf, bool),
    /// A record to be stepped through.
    Reel(Box<Reel>),
}

/// How the shell ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The signal that ended it; 0 if a person did.
    pub signal: i32,
    /// Whether a table was left that can be resumed.
    pub resumable: bool,
}

/// Why the shell cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ShellError {
    /// The terminal cannot be used.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
    /// The table cannot be opened.
    #[error("{0}")]
    Table(String),
}

enum Message {
    Input(Input),
    /// News of the n-th table.
    News(u64, News),
    Saved(Vec<PathBuf>, Vec<super::picker::Saved>),
}

struct Shell {
    lobby: Lobby,
    stack: Stack,
    messages: Sender<Message>,
    table: Option<Croupier>,
    /// The number of the table: news of those before it is old.
    number: u64,
    again: Option<Again>,
    saved: Vec<PathBuf>,
    /// Whether the shell goes back to the picker when a table is left.
    has_picker: bool,
    over: bool,
    end: Option<End>,
}

/// Runs the shell until it is left.
///
/// # Errors
/// If the table to begin with cannot be opened, or the terminal cannot be used.
pub fn run(lobby: Lobby, start: Start) -> Result<End, ShellError> {
    let (messages, taken) = channel();
    let look = lobby.settings.look;
    let mut shell = Shell {
        lobby,
        stack: Stack::default(),
        messages: messages.clone(),
        table: None,
        number: 0,
        again: None,
        saved: Vec::new(),
        has_picker: false,
        over: false,
        end: None,
    };
    match start {
        Start::Picker => shell.open_picker(),
        Start::Table(again) => shell.open(again.opening()).map_err(ShellError::Table)?,
        Start::Reel(reel) => shell.stack.push(reel),
        Start::Saved(path, force) => {
            let opening = shell.lobby.resume(path, force);
            shell.open(opening).map_err(ShellError::Table)?;
        }
    }
    let mut screen = Taken::take()?;
    listen(move |input| messages.send(Message::Input(input)).is_ok())?;
    let mut changed = true;
    let end = loop {
        if changed {
            screen.terminal.draw(|frame| shell.stack.draw(frame.buffer_mut(), look))?;
        }
        // Everything that is there is taken before anything is drawn again.
        let Ok(first) = taken.recv() else { break End { signal: 0, resumable: false } };
        changed = shell.take(first);
        while let Ok(next) = taken.try_recv() {
            changed |= shell.take(next);
        }
        if let Some(end) = shell.end {
            break end;
        }
    };
    if let Some(table) = shell.table.take() {
        table.leave();
    }
    drop(screen);
    Ok(end)
}

impl Shell {
    /// Takes a message; whether it may have changed what is shown.
    fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Input(Input::End(signal)) => self.quit(signal),
            Message::Input(Input::Resized) => {}
            Message::Input(Input::Event(Event::Key(KeyCode::Char('c'), held)))
                if held.contains(KeyModifiers::CONTROL) =>
            {
                self.quit(0);
            }
            Message::Input(Input::Event(event)) => {
                let mut requests = Requests::new();
                self.stack.handle(&event, &mut requests);
                requests.into_iter().for_each(|request| self.meet(request));
            }
            Message::News(number, news) if number == self.number => {
                self.over |= matches!(news, News::Over { .. });
                self.stack.hear(&news);
            }
            Message::News(..) => return false,
            Message::Saved(paths, saved) => {
                self.saved = paths;
                self.stack.hear(&News::Saved(saved));
            }
        }
        true
    }
    fn quit(&mut self, signal: i32) {
        let resumable = self.table.is_some() && !self.over;
        self.end = Some(End { signal, resumable });
    }

    fn meet(&mut self, request: Request) {
        let order = match request {
            Request::Act(code) => Order::Act(code),
            Request::Undo => Order::Undo,
            Request::Hint => Order::Hint,
            Request::Next => Order::Next,
            Request::Retry => Order::Retry,
            Request::Without => Order::Without,
            Request::Hurry => Order::Hurry,
            Request::Choose(id) => return self.choose(&id),
            Request::Start(setup) => {
                let opened = self.lobby.wanted(&setup).and_then(|again| self.open(again.opening()));
                return self.told(opened);
            }
            Request::Resume(index) => {
                let Some(path) = self.saved.get(index).cloned() else { return };
                let opening = self.lobby.resume(path, false);
                let opened = self.open(opening);
                return self.told(opened);
            }
            Request::Again { same } => {
                let Some(again) = self.again.clone() else { return };
                let again = if same { again } else { again.with_fresh_seed() };
                let opened = self.open(again.opening());
                return self.told(opened);
            }
            Request::Leave if self.has_picker => return self.leave_table(),
            Request::Leave | Request::Quit => return self.quit(0),
        };
        if let Some(table) = &self.table {
            table.order(order);
        }
    }
    fn told(&mut self, opened: Result<(), String>) {
        if let Err(message) = opened {
            self.stack.trouble(&message);
        }
    }
    fn choose(&mut self, id: &str) {
        match self.lobby.form(id) {
            Ok(form) => self.stack.push(Box::new(Options::new(form))),
            Err(message) => self.stack.trouble(&message),
        }
    }
    fn open_picker(&mut self) {
        self.has_picker = true;
        self.stack.clear();
        let on = self.again.as_ref().map(|again| again.setup.plugin.description().id.clone());
        let picker = self.lobby.picker(Vec::new());
        self.lobby.trouble.clear();
        self.stack.push(Box::new(match on {
            Some(id) => picker.on(&id),
            None => picker,
        }));
        self.find_saved();
    }
    /// Looks for saved tables in a thread of its own: there may be many.
    fn find_saved(&self) {
        let Ok(dir) = saved::saves() else { return };
        let (messages, names) = (self.messages.clone(), self.lobby.names());
        let find = move || {
            let (paths, saved) = saved_tables(&dir, &names);
            // A shell that has ended needs no list.
            let _ = messages.send(Message::Saved(paths, saved));
        };
        // Without a thread there is no list, and nothing else is amiss.
        let _ = thread::Builder::new().name("saved".to_owned()).spawn(find);
    }
    /// Opens a table and leaves the one before it.
    fn open(&mut self, opening: Opening) -> Result<(), String> {
        let number = self.number + 1;
        let messages = self.messages.clone();
        // News to a shell that has ended is no loss.
        let tell = move |news| drop(messages.send(Message::News(number, news)));
        let (table, again) = Croupier::start(opening, self.lobby.settings.pause, tell)?;
        if let Some(before) = self.table.replace(table) {
            before.leave();
        }
        self.stack.leave_table();
        (self.number, self.again, self.over) = (number, Some(again), false);
        Ok(())
    }
    fn leave_table(&mut self) {
        if let Some(table) = self.table.take() {
            table.leave();
        }
        self.number += 1;
        self.open_picker();
    }
}
