//! The stack of screens: who gets an event, what is drawn, and what little is the same on all of them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::ask::{Curtain, Failed};
use super::canvas::{Canvas, Hits};
use super::play::Play;
use super::screen::{Answer, Event, News, Requests, Screen};
use super::summary::{GameResult, RoundSummary};
use super::text::wrap_plain;
use super::theme::Look;

/// The fewest columns and rows that are drawn on.
pub const LEAST: (u16, u16) = (40, 15);

/// The screens, the topmost last.
#[derive(Default)]
pub struct Stack {
    screens: Vec<Box<dyn Screen>>,
    hits: Hits,
    /// Whether the window is too small to show them.
    hidden: bool,
}

impl Stack {
    /// Puts a screen on top.
    pub fn push(&mut self, screen: Box<dyn Screen>) {
        self.screens.push(screen);
    }
    /// Whether there is no screen.
    pub fn is_empty(&self) -> bool {
        self.screens.is_empty()
    }
    /// Takes away every screen.
    pub fn clear(&mut self) {
        self.screens.clear();
    }
    /// Takes away the screens of a table.
    pub fn leave_table(&mut self) {
        self.screens.retain(|screen| !screen.is_of_table());
    }
    /// Tells the topmost screen that its request could not be met.
    pub fn trouble(&mut self, message: &str) {
        if let Some(screen) = self.screens.last_mut() {
            screen.trouble(message);
        }
    }

    /// Hands an event to the topmost screen. What cannot be seen cannot be answered: nothing is done in a window that
    /// is too small.
    pub fn handle(&mut self, event: &Event, requests: &mut Requests) {
        if self.hidden {
            return;
        }
        let Some(top) = self.screens.last_mut() else { return };
        match top.handle(event, &self.hits, requests) {
            Answer::Left | Answer::Done => {}
            Answer::Push(screen) => self.screens.push(screen),
            Answer::Pop => drop(self.screens.pop()),
        }
    }
    /// Tells all screens what happens at the table, and puts up what it calls for.
    pub fn hear(&mut self, news: &News) {
        self.screens.iter_mut().for_each(|screen| screen.hear(news));
        let playing = self.screens.iter().any(|screen| screen.is_of_table());
        match news {
            News::Scene(scene) if !playing => self.push(Box::new(Play::new((**scene).clone()))),
            News::Scene(_) | News::Hint(_) | News::Saved(_) => {}
            News::Recap(recap) => self.push(Box::new(RoundSummary::new((**recap).clone()))),
            News::Curtain(seat, scene) => {
                if !playing {
                    self.push(Box::new(Play::new((**scene).clone())));
                }
                self.push(Box::new(Curtain::new(scene.party.name(*seat))));
            }
            News::Over { scene, seed } => {
                self.leave_table();
                self.push(Box::new(GameResult::new((**scene).clone(), *seed)));
            }
            News::Failed(failure) => self.push(Box::new(Failed::new(failure.clone()))),
        }
    }

    /// Draws the topmost screen, and below a dialog the one that it asks about.
    pub fn draw(&mut self, buffer: &mut Buffer, look: Look) {
        self.hits.clear();
        let area = buffer.area;
        self.hidden = area.width < LEAST.0 || area.height < LEAST.1;
        if self.hidden {
            let mut canvas = Canvas::new(buffer, &mut self.hits, look);
            too_small(&mut canvas, area);
        } else {
            let first = self.screens.iter().rposition(|screen| !screen.is_dialog()).unwrap_or(0);
            for (index, screen) in self.screens.iter().enumerate().skip(first) {
                // What lies under a dialog cannot be clicked.
                if index > first {
                    self.hits.clear();
                }
                screen.draw(&mut Canvas::new(buffer, &mut self.hits, look));
            }
        }
        look.finish(buffer);
    }
}

fn too_small(canvas: &mut Canvas<'_>, area: Rect) {
    let (columns, rows) = LEAST;
    let text = format!(
        "Parlour needs {columns} x {rows}. This window is {} x {}: please enlarge it.",
        area.width, area.height
    );
    let lines = wrap_plain(&text, area.width.into());
    let first = usize::from(area.height).saturating_sub(lines.len()) / 2;
    for (row, line) in lines.into_iter().enumerate() {
        canvas.print_centred(area, (first + row) as u16, Span::raw(line));
    }
}
