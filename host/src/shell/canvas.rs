//! What screens draw on: a buffer that nothing can be drawn outside of, and a note of what can be clicked where.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::theme::Look;
use parlour_sdk::view::Pick;

/// Something on the screen that a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A piece of the view.
    Piece(Pick),
    /// The n-th entry of a list of what can be done.
    Chip(usize),
    /// The n-th row of a list or a form.
    Row(usize),
    /// The n-th button of a row of buttons.
    Button(usize),
}

/// Where things were drawn: later ones lie on top.
#[derive(Clone, Debug, Default)]
pub struct Hits(Vec<(Rect, Target)>);

impl Hits {
    /// Forgets everything, for the next drawing.
    pub fn clear(&mut self) {
        self.0.clear();
    }
    /// What lies at a position of the screen.
    pub fn at(&self, x: u16, y: u16) -> Option<Target> {
        let position = Position { x, y };
        self.0.iter().rev().find(|(area, _)| area.contains(position)).map(|&(_, target)| target)
    }
    /// Where something was drawn.
    pub fn place(&self, target: Target) -> Option<Rect> {
        self.0.iter().find(|(_, other)| *other == target).map(|&(area, _)| area)
    }
    /// Everything with its place.
    pub fn iter(&self) -> impl Iterator<Item = (Rect, Target)> {
        self.0.iter().copied()
    }
}

/// A buffer to draw on. What does not fit is cut off.
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    hits: &'a mut Hits,
    /// How things look.
    pub look: Look,
}

impl<'a> Canvas<'a> {
    /// A canvas on this buffer.
    pub fn new(buffer: &'a mut Buffer, hits: &'a mut Hits, look: Look) -> Self {
        Self { buffer, hits, look }
    }
    /// The whole of it.
    pub fn area(&self) -> Rect {
        self.buffer.area
    }
    /// Writes a line into the row `row` of `area`, cut off at its right edge, and gives the column after it.
    pub fn print<'t>(&mut self, area: Rect, row: u16, line: impl Into<Line<'t>>) -> u16 {
        self.print_at(area, 0, row, line)
    }
    /// Writes a line into `area` from the column `column` of the row `row` on.
    pub fn print_at<'t>(&mut self, area: Rect, column: u16, row: u16, line: impl Into<Line<'t>>) -> u16 {
        let area = area.intersection(self.buffer.area);
        if row >= area.height || column >= area.width {
            return area.right();
        }
        self.buffer.set_line(area.x + column, area.y + row, &line.into(), area.width - column).0
    }
    /// Writes a line at the right edge of a row.
    pub fn print_right<'t>(&mut self, area: Rect, row: u16, line: impl Into<Line<'t>>) {
        let line = line.into();
        let column = area.width.saturating_sub(line.width() as u16);
        self.print_at(area, column, row, line);
    }
    /// Writes a line in the middle of a row.
    pub fn print_centred<'t>(&mut self, area: Rect, row: u16, line: impl Into<Line<'t>>) {
        let line = line.into();
        let column = area.width.saturating_sub(line.width() as u16) / 2;
        self.print_at(area, column, row, line);
    }
    /// Fills a row with a character.
    pub fn rule(&mut self, area: Rect, row: u16, symbol: &str, style: Style) {
        self.print(area, row, Span::styled(symbol.repeat(area.width.into()), style));
    }
    /// Empties an area.
    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for position in area.positions() {
            self.buffer[position].reset();
        }
    }
    /// Changes the style of an area.
    pub fn restyle(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.buffer.area), style);
    }
    /// Draws a frame with a title around an area and gives the inside.
    pub fn framed(&mut self, area: Rect, title: &str) -> Rect {
        if area.width < 2 || area.height < 2 {
            return area;
        }
        let style = self.look.dim();
        let bar = "─".repeat(usize::from(area.width) - 2);
        self.print(area, 0, Span::styled(format!("┌{bar}┐"), style));
        self.print(area, area.height - 1, Span::styled(format!("└{bar}┘"), style));
        for row in 1..area.height - 1 {
            self.print(area, row, Span::styled("│", style));
            self.print_at(area, area.width - 1, row, Span::styled("│", style));
        }
        let room = usize::from(area.width).saturating_sub(6);
        if !title.is_empty() && room > 0 {
            let title = super::text::cut(title, room);
            self.print_at(area, 2, 0, Span::styled(format!(" {title} "), self.look.strong()));
        }
        Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 }
    }
    /// Draws a framed box of this size over the middle of the screen and gives its inside.
    pub fn dialog(&mut self, width: u16, height: u16, title: &str) -> Rect {
        let area = self.area();
        let (width, height) = (width.min(area.width), height.min(area.height));
        let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
        let area = Rect { x, y, width, height };
        self.clear(area);
        let inside = self.framed(area, title);
        let pad = u16::from(inside.width > 2);
        Rect { x: inside.x + pad, width: inside.width - 2 * pad, ..inside }
    }
    /// Remembers that a click into `area` means `target`.
    pub fn hit(&mut self, area: Rect, target: Target) {
        let area = area.intersection(self.buffer.area);
        if !area.is_empty() {
            self.hits.0.push((area, target));
        }
    }
}

/// Cuts `rows` rows off the top of an area: these, and the rest.
pub fn top(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    (Rect { height: rows, ..area }, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

/// Cuts `rows` rows off the bottom of an area: the rest, and these.
pub fn bottom(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    top(area, area.height - rows)
}

/// Cuts `columns` columns off the right of an area: the rest, and these.
pub fn right(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let rest = area.width - columns;
    (Rect { width: rest, ..area }, Rect { x: area.x + rest, width: columns, ..area })
}

/// An area with its first and last columns left free.
pub fn padded(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width / 2);
    Rect { x: area.x + columns, width: area.width - 2 * columns, ..area }
}
