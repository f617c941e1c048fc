//! Strips: small pieces of drawing that follow one another, break into rows and fold where room ends.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::canvas::{Canvas, Target};

/// A few columns that are drawn together: a card, a label, something to choose.
#[derive(Clone, Debug, Default)]
pub struct Bit {
    spans: Vec<Span<'static>>,
    width: u16,
    gap: u16,
    /// How many pieces it stands for.
    pub pieces: usize,
    target: Option<Target>,
    glued: bool,
    edge: Option<(Edge, Style)>,
}

/// The edge of a piece that is drawn three rows high. Its first and last columns are the edge's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A frame around it.
    Framed,
    /// A heavy frame, and it stands a row higher.
    Raised,
    /// None: it cannot be picked.
    Bare,
}

impl Bit {
    /// A bit of these spans, a column apart from the one before it.
    pub fn new(spans: Vec<Span<'static>>) -> Self {
        let width = spans.iter().map(Span::width).sum::<usize>() as u16;
        Self { spans, width, gap: 1, ..Self::default() }
    }
    /// A bit of text.
    pub fn text(text: impl Into<String>, style: Style) -> Self {
        Self::new(vec![Span::styled(text.into(), style)])
    }
    /// The bit with so many columns before it, unless it starts a row.
    #[must_use]
    pub fn after(mut self, gap: u16) -> Self {
        self.gap = gap;
        self
    }
    /// The bit standing for pieces.
    #[must_use]
    pub fn of_pieces(mut self, pieces: usize) -> Self {
        self.pieces = pieces;
        self
    }
    /// The bit with what a click into it means.
    #[must_use]
    pub fn hitting(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }
    /// The bit on one row with the one after it.
    #[must_use]
    pub fn glued(mut self) -> Self {
        self.glued = true;
        self
    }
    /// The bit with an edge for when it is drawn three rows high.
    #[must_use]
    pub fn edged(mut self, edge: Edge, style: Style) -> Self {
        self.edge = Some((edge, style));
        self
    }
    /// Whether it can be drawn three rows high.
    pub fn is_edged(&self) -> bool {
        self.edge.is_some()
    }
    /// What a click into it means.
    pub fn target(&self) -> Option<Target> {
        self.target
    }
}

/// The columns of bits in one row.
pub fn row_width(row: &[Bit]) -> u16 {
    let gaps = row.iter().skip(1).map(|bit| bit.gap).sum::<u16>();
    row.iter().map(|bit| bit.width).fold(gaps, u16::saturating_add)
}

/// Breaks bits into rows of at most `width` columns.
pub fn flow(bits: Vec<Bit>, width: u16) -> Vec<Vec<Bit>> {
    let mut rows: Vec<Vec<Bit>> = Vec::new();
    let mut row: Vec<Bit> = Vec::new();
    let mut bits = bits.into_iter().peekable();
    while let Some(bit) = bits.next() {
        let mut group = vec![bit];
        while group.last().is_some_and(|bit| bit.glued)
            && let Some(next) = bits.next()
        {
            group.push(next);
        }
        let together = row_width(&row).saturating_add(row_width(&group)).saturating_add(group[0].gap);
        if !row.is_empty() && together > width {
            rows.push(std::mem::take(&mut row));
        }
        // What has no room on a row of its own is broken where it must be.
        for bit in group {
            if !row.is_empty() && row_width(&row).saturating_add(bit.gap + bit.width) > width {
                rows.push(std::mem::take(&mut row));
            }
            row.push(bit);
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

/// Breaks bits into at most `limit` rows; what has no room folds into `…+12` at the end.
pub fn flow_within(bits: Vec<Bit>, width: u16, limit: usize, style: Style) -> Vec<Vec<Bit>> {
    let mut rows = flow(bits, width);
    if rows.len() > limit {
        let rest: Vec<Bit> = rows.drain(limit.max(1) - 1..).flatten().collect();
        if limit > 0 {
            rows.push(folded(rest, width, style));
        }
    }
    if let Some(last) = rows.last_mut()
        && row_width(last) > width
    {
        *last = folded(std::mem::take(last), width, style);
    }
    rows
}

/// One row of at most `width` columns; what has no room folds into `…+12` at its end.
pub fn folded(mut row: Vec<Bit>, width: u16, style: Style) -> Vec<Bit> {
    let mut left_out = 0;
    while row_width(&row) > width {
        let Some(last) = row.pop() else { break };
        left_out += last.pieces;
        let note = Bit::text(if left_out > 0 { format!("…+{left_out}") } else { "…".to_owned() }, style);
        while !row.is_empty() && row_width(&row) + 1 + note.width > width {
            left_out += row.pop().map_or(0, |bit| bit.pieces);
        }
        row.push(if left_out > 0 { Bit::text(format!("…+{left_out}"), style) } else { note });
        if row.len() == 1 {
            break;
        }
    }
    row
}

/// Draws bits into the row `row` of `area`, from `column` on, and notes where what can be clicked lies.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, column: u16, row: u16, bits: &[Bit]) {
    let mut x = column;
    for (index, bit) in bits.iter().enumerate() {
        if index > 0 {
            x += bit.gap;
        }
        if x >= area.width || row >= area.height {
            return;
        }
        canvas.print_at(area, x, row, Line::from(bit.spans.clone()));
        if let Some(target) = bit.target {
            let width = bit.width.min(area.width - x);
            canvas.hit(Rect { x: area.x + x, y: area.y + row, width, height: 1 }, target);
        }
        x = x.saturating_add(bit.width);
    }
}

/// Draws bits three rows high, from the row `row` of `area` on; a raised one begins a row higher. What has no edge is
/// drawn in the middle row.
pub fn draw_tall(canvas: &mut Canvas<'_>, area: Rect, column: u16, row: u16, bits: &[Bit]) {
    let mut x = column;
    for (index, bit) in bits.iter().enumerate() {
        if index > 0 {
            x = x.saturating_add(bit.gap);
        }
        if x >= area.width {
            return;
        }
        match bit.edge {
            Some((edge @ (Edge::Framed | Edge::Raised), style)) => {
                let first = if edge == Edge::Raised { row.saturating_sub(1) } else { row };
                bit.draw_card(canvas, area, (x, first), edge, style);
            }
            _ => draw(canvas, area, x, row + 1, std::slice::from_ref(bit)),
        }
        x = x.saturating_add(bit.width);
    }
}

impl Bit {
    fn draw_card(&self, canvas: &mut Canvas<'_>, area: Rect, (x, y): (u16, u16), edge: Edge, style: Style) {
        let [left, over, right, side, low_left, low_right] = match edge {
            Edge::Raised => ["┏", "━", "┓", "┃", "┗", "┛"],
            _ => ["╭", "─", "╮", "│", "╰", "╯"],
        };
        let bar = over.repeat(usize::from(self.width.saturating_sub(2)));
        canvas.print_at(area, x, y, Span::styled(format!("{left}{bar}{right}"), style));
        let mut middle = self.spans.clone();
        for end in [0, middle.len().saturating_sub(1)] {
            if let Some(span) = middle.get_mut(end) {
                span.content = side.into();
            }
        }
        canvas.print_at(area, x, y + 1, Line::from(middle));
        canvas.print_at(area, x, y + 2, Span::styled(format!("{low_left}{bar}{low_right}"), style));
        if let Some(target) = self.target
            && y < area.height
        {
            let (width, height) = (self.width.min(area.width - x), 3.min(area.height - y));
            canvas.hit(Rect { x: area.x + x, y: area.y + y, width, height }, target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(count: usize) -> Vec<Bit> {
        (0..count).map(|number| Bit::text(format!("[{number:02}]"), Style::new()).of_pieces(1)).collect()
    }
    fn text(row: &[Bit]) -> String {
        let mut text = String::new();
        for (index, bit) in row.iter().enumerate() {
            text += &" ".repeat(if index > 0 { bit.gap.into() } else { 0 });
            bit.spans.iter().for_each(|span| text += &span.content);
        }
        text
    }

    #[test]
    fn rows_fold_and_never_overflow() {
        for count in 0..30 {
            for width in 4..60 {
                for limit in 1..4 {
                    let rows = flow_within(bits(count), width, limit, Style::new());
                    assert!(rows.len() <= limit);
                    assert!(rows.iter().all(|row| row_width(row) <= width), "{count} {width} {limit}");
                    let shown: usize = rows.iter().flatten().map(|bit| bit.pieces).sum();
                    let note = rows.last().map_or(String::new(), |row| text(row));
                    let folded = note.rsplit("…+").next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
                    assert!(shown == count || shown + folded == count, "{count} {width} {limit}: {note}");
                }
            }
        }
        assert_eq!(text(&folded(bits(9), 20, Style::new())), "[00] [01] [02] …+6");
    }

    #[test]
    fn labels_stay_with_what_they_name() {
        let mut row = bits(3);
        row.insert(2, Bit::text("monte", Style::new()).glued());
        let rows: Vec<String> = flow(row, 17).iter().map(|row| text(row)).collect();
        assert_eq!(rows, ["[00] [01]", "monte [02]"]);
    }
}
