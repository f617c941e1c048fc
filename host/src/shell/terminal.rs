//! The terminal: taken at the start, given back as it was on every way out.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

use super::croupier::THREAD;
use super::screen::Event;

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours. Dropping this gives it back.
pub struct Taken {
    /// What is drawn on.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Taken {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If it is none, or cannot be used.
    pub fn take() -> io::Result<Self> {
        give_back_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let taken = (|| {
            enable_raw_mode()?;
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        })();
        match taken {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, if it is ours. Where it is gone there is nobody to tell.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = io::stdout().flush();
        let _ = disable_raw_mode();
    }
}

/// Lets a panic give the terminal back before it is told. The croupier's are told on a screen instead.
fn give_back_on_panic() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().name() == Some(THREAD) && TAKEN.load(Ordering::SeqCst) {
                return;
            }
            give_back();
            told(panic);
        }));
    });
}

/// What an event of the terminal means; `None` if nothing.
pub fn event(event: &event::Event) -> Option<Input> {
    match event {
        event::Event::Resize(..) => Some(Input::Resized),
        event::Event::Key(key) if key.kind != KeyEventKind::Release => {
            Some(Input::Event(Event::Key(key.code, key.modifiers)))
        }
        event::Event::Mouse(mouse) => {
            let (x, y) = (mouse.column, mouse.row);
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Input::Event(Event::Click(x, y))),
                MouseEventKind::ScrollUp => Some(Input::Event(Event::Wheel { x, y, up: true })),
                MouseEventKind::ScrollDown => Some(Input::Event(Event::Wheel { x, y, up: false })),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Something that comes from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A person did something.
    Event(Event),
    /// The window has another size.
    Resized,
    /// The program is to end: a signal of this number, or 0 where the terminal is gone.
    End(i32),
}

/// Reads the terminal in a thread of its own and hands on what it says, for as long as the program runs.
///
/// # Errors
/// If no thread can be started.
pub fn listen(hand_on: impl Fn(Input) -> bool + Clone + Send + 'static) -> io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT])?;
        let hand_on = hand_on.clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                if !hand_on(Input::End(signal)) {
                    return;
                }
            }
        })?;
    }
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let input = match event::read() {
                Ok(read) => event(&read),
                Err(_) => Some(Input::End(0)),
            };
            let ended = input == Some(Input::End(0));
            if input.is_some_and(|input| !hand_on(input)) || ended {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};

    #[test]
    fn press_and_release_are_one_action() {
        let key = |kind| event::Event::Key(KeyEvent::new_with_kind(KeyCode::Char('d'), KeyModifiers::NONE, kind));
        let pressed = Some(Input::Event(Event::Key(KeyCode::Char('d'), KeyModifiers::NONE)));
        assert_eq!(event(&key(KeyEventKind::Press)), pressed);
        assert_eq!(event(&key(KeyEventKind::Repeat)), pressed);
        assert_eq!(event(&key(KeyEventKind::Release)), None);
    }

    #[test]
    fn moving_the_mouse_is_nothing() {
        let mouse = |kind| event::Event::Mouse(MouseEvent { kind, column: 3, row: 4, modifiers: KeyModifiers::NONE });
        assert_eq!(event(&mouse(MouseEventKind::Moved)), None);
        assert_eq!(event(&mouse(MouseEventKind::Up(MouseButton::Left))), None);
        assert_eq!(event(&mouse(MouseEventKind::Down(MouseButton::Left))), Some(Input::Event(Event::Click(3, 4))));
    }
}
