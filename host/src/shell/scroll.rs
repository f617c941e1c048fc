//! Scrolling: a window on more lines than fit.

use std::cell::Cell;

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::canvas::Canvas;
use super::screen::Event;

/// Where a window is on its lines. How many lines there are, and fit, is known only when they are drawn.
#[derive(Clone, Debug, Default)]
pub struct Scroll {
    first: Cell<usize>,
    page: Cell<usize>,
    last: Cell<usize>,
}

impl Scroll {
    /// At the end of what there is.
    pub fn at_end() -> Self {
        let scroll = Self::default();
        scroll.first.set(usize::MAX);
        scroll
    }
    /// At this line.
    pub fn at(line: usize) -> Self {
        let scroll = Self::default();
        scroll.first.set(line);
        scroll
    }
    /// Moves to this line.
    pub fn go(&self, line: usize) {
        self.first.set(line);
    }
    /// The first line shown.
    pub fn first(&self) -> usize {
        self.first.get()
    }
    /// Moves as little as shows this line.
    pub fn show(&self, line: usize, page: usize) {
        let page = page.max(1);
        let first = self.first.get().min(line);
        self.first.set(first.max((line + 1).saturating_sub(page)));
    }
    /// Draws the lines that show, and how much is above and below.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, lines: Vec<Line<'static>>) {
        let page = usize::from(area.height);
        let last = lines.len().saturating_sub(page);
        self.page.set(page);
        self.last.set(last);
        let first = self.first.get().min(last);
        self.first.set(first);
        let below = lines.len() - (first + page).min(lines.len());
        for (row, line) in lines.into_iter().skip(first).take(page).enumerate() {
            canvas.print(area, row as u16, line);
        }
        let style = canvas.look.dim();
        if first > 0 {
            canvas.print_right(area, 0, Span::styled(format!(" ↑{first}"), style));
        }
        if below > 0 && page > 1 {
            canvas.print_right(area, area.height - 1, Span::styled(format!(" ↓{below}"), style));
        }
    }
    /// Handles the keys and the wheel that scroll.
    pub fn handle(&self, event: &Event) -> bool {
        let page = self.page.get().saturating_sub(1).max(1);
        let (first, last) = (self.first.get(), self.last.get());
        let next = match *event {
            Event::Wheel { up: true, .. } => first.saturating_sub(3),
            Event::Wheel { up: false, .. } => first.saturating_add(3),
            _ => match event.key() {
                Some(KeyCode::Up | KeyCode::Char('k')) => first.saturating_sub(1),
                Some(KeyCode::Down | KeyCode::Char('j')) => first.saturating_add(1),
                Some(KeyCode::PageUp) => first.saturating_sub(page),
                Some(KeyCode::PageDown | KeyCode::Char(' ')) => first.saturating_add(page),
                Some(KeyCode::Home) => 0,
                Some(KeyCode::End) => last,
                _ => return false,
            },
        };
        self.first.set(next.min(last));
        true
    }
}
