//! Rule books: a little Markdown, drawn as lines of text.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::face::prose;
use super::text::{fill, width, wrap};
use super::theme::Look;
use parlour_sdk::PieceKind;

/// A rule book as it is drawn.
pub struct Book {
    /// Its lines.
    pub lines: Vec<Line<'static>>,
    /// The headings and numbered rules: what they begin with, and the line they are on.
    pub anchors: Vec<(String, usize)>,
    /// The line of each heading of the first two levels, with its text.
    pub headings: Vec<(String, usize)>,
}

impl Book {
    /// The line of the section that begins with `rule`: `R2`, `4`, a heading.
    pub fn find(&self, rule: &str) -> Option<usize> {
        let same = |anchor: &&(String, usize)| anchor.0.eq_ignore_ascii_case(rule);
        self.anchors.iter().find(same).map(|&(_, line)| line)
    }
}

/// Sets a text in lines of at most `columns`.
pub fn set(text: &str, kind: PieceKind, columns: usize, look: Look) -> Book {
    let mut book = Book { lines: Vec::new(), anchors: Vec::new(), headings: Vec::new() };
    let mut block: Vec<&str> = Vec::new();
    let mut fenced = false;
    for line in text.lines().chain([""]) {
        let trimmed = line.trim_end();
        if trimmed.trim_start().starts_with("```") {
            book.flush(&mut block, kind, columns, look);
            fenced = !fenced;
        } else if fenced {
            book.lines.push(Line::from(Span::styled(super::text::cut(trimmed, columns), look.fresh())));
        } else {
            let goes_on = block.first().is_some_and(|first| takes_more(first, trimmed));
            if !goes_on {
                book.flush(&mut block, kind, columns, look);
            }
            block.push(trimmed);
        }
    }
    book.flush(&mut block, kind, columns, look);
    while book.lines.last().is_some_and(|line| line.width() == 0) {
        book.lines.pop();
    }
    book
}

/// Whether a line goes on with the block that began with `first`.
fn takes_more(first: &str, line: &str) -> bool {
    let closed = first.trim().is_empty() || first.trim_start().starts_with('#') || is_rule(first.trim());
    !closed && !starts_block(line) && first.starts_with('|') == line.starts_with('|')
}

/// Whether a line begins something of its own: a heading, a list entry, a gap.
fn starts_block(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with('#') || marker(text).is_some() || text.starts_with("> ") || is_rule(text)
}

fn is_rule(text: &str) -> bool {
    text.len() >= 3 && (text.chars().all(|symbol| symbol == '-') || text.chars().all(|symbol| symbol == '*'))
}

/// The marker of a list entry and what follows it: `- `, `12. `.
fn marker(text: &str) -> Option<(String, &str)> {
    for bullet in ["- ", "* ", "+ "] {
        if let Some(rest) = text.strip_prefix(bullet) {
            return Some(("•".to_owned(), rest));
        }
    }
    let digits = text.len() - text.trim_start_matches(|symbol: char| symbol.is_ascii_digit()).len();
    let rest = text[digits..].strip_prefix(". ").or_else(|| text[digits..].strip_prefix(") "))?;
    (1..=3).contains(&digits).then(|| (format!("{}.", &text[..digits]), rest))
}

/// What a rule is referred to by, at the start of its text: `R2`, `R2a`.
fn rule_number(text: &str) -> Option<String> {
    let word: String = text.trim_start_matches('*').chars().take_while(|symbol| symbol.is_alphanumeric()).collect();
    let digits = word.strip_prefix('R')?;
    digits.starts_with(|symbol: char| symbol.is_ascii_digit()).then_some(word)
}

impl Book {
    fn flush(&mut self, block: &mut Vec<&str>, kind: PieceKind, columns: usize, look: Look) {
        let Some(&first) = block.first() else { return };
        if first.starts_with('|') {
            self.table(block, kind, columns, look);
        } else if first.trim().is_empty() {
            if self.lines.last().is_some_and(|line| line.width() > 0) {
                self.lines.push(Line::default());
            }
        } else if is_rule(first.trim()) {
            self.lines.push(Line::from(Span::styled("─".repeat(columns), look.dim())));
        } else {
            self.paragraph(&block.join(" "), kind, columns, look);
        }
        block.clear();
    }
    fn paragraph(&mut self, text: &str, kind: PieceKind, columns: usize, look: Look) {
        let depth = (text.len() - text.trim_start().len()) / 2;
        let text = text.trim_start();
        let here = self.lines.len();
        if text.starts_with('#') {
            let level = text.len() - text.trim_start_matches('#').len();
            let title = text.trim_start_matches('#').trim();
            if self.lines.last().is_some_and(|line| line.width() > 0) {
                self.lines.push(Line::default());
            }
            let here = self.lines.len();
            self.anchors.push((title.to_owned(), here));
            if let Some(number) = title.split([' ', '.', ':']).next()
                && number != title
            {
                self.anchors.push((number.to_owned(), here));
            }
            self.headings.push((title.to_owned(), here));
            let style = if level <= 2 { look.accent() } else { look.strong() };
            self.lines.extend(wrap(&inline(title, kind, style, look), columns, 0));
            if level == 1 {
                self.lines.push(Line::from(Span::styled("─".repeat(width(title).min(columns)), look.dim())));
            }
            return;
        }
        let (mark, rest) = marker(text).unwrap_or_else(|| (String::new(), text.strip_prefix("> ").unwrap_or(text)));
        if let Some(number) = mark.strip_suffix('.') {
            self.anchors.push((number.to_owned(), here));
        }
        self.anchors.extend(rule_number(rest).map(|rule| (rule, here)));
        let indent = (depth * 2 + width(&mark) + usize::from(!mark.is_empty())).min(columns / 2);
        let mut spans = Vec::new();
        if !mark.is_empty() {
            spans.push(Span::styled(format!("{mark} "), look.accent()));
        }
        spans.extend(inline(rest, kind, look.text(), look));
        let lead = Span::raw(" ".repeat((depth * 2).min(columns / 2)));
        let mut lines = wrap(&spans, columns.saturating_sub(lead.width()).max(1), indent - lead.width().min(indent));
        lines.iter_mut().for_each(|line| line.spans.insert(0, lead.clone()));
        self.lines.extend(lines);
    }
    /// A table with columns as wide as what is in them, the last one cut.
    fn table(&mut self, rows: &[&str], kind: PieceKind, columns: usize, look: Look) {
        let cells = |row: &str| -> Vec<String> {
            row.trim().trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect()
        };
        let is_ruler = |row: &&&str| row.chars().all(|symbol| matches!(symbol, '|' | '-' | ':' | ' '));
        let rows: Vec<Vec<String>> = rows.iter().filter(|row| !is_ruler(row)).map(|row| cells(row)).collect();
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max();
        let mut widths: Vec<usize> = (0..count).map(|column| widest(column).unwrap_or(0)).collect();
        while widths.iter().sum::<usize>() + 2 * count.saturating_sub(1) > columns {
            let Some(most) = widths.iter_mut().max() else { break };
            if *most <= 4 {
                break;
            }
            *most -= 1;
        }
        for (index, row) in rows.iter().enumerate() {
            let style = if index == 0 { look.strong() } else { look.text() };
            let mut wrapped: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, &wide)| super::text::wrap_plain(cell, wide)).collect();
            wrapped.resize(count, Vec::new());
            for line in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
                let part =
                    |(cell, &wide): (&Vec<String>, &usize)| fill(cell.get(line).map_or("", String::as_str), wide);
                let text = wrapped.iter().zip(&widths).map(part).collect::<Vec<_>>().join("  ");
                self.lines.push(Line::from(prose(kind, text.trim_end(), &[], style, look)));
            }
        }
    }
}

/// A text without the marks of emphasis and code.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

/// Emphasis, code and links within a paragraph.
fn inline(text: &str, kind: PieceKind, base: Style, look: Look) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let next = rest.find(['`', '*', '[']).unwrap_or(rest.len());
        spans.extend(prose(kind, &rest[..next], &[], base, look));
        rest = &rest[next..];
        let marked = |mark: &str| {
            let inside = rest.strip_prefix(mark)?;
            let end = inside.find(mark).filter(|&end| end > 0)?;
            (!inside.starts_with(' ')).then(|| (&inside[..end], &inside[end + mark.len()..]))
        };
        if let Some((inside, after)) = marked("`") {
            spans.extend(prose(kind, inside, &[inside], base.patch(look.strong()), look));
            rest = after;
        } else if let Some((inside, after)) = marked("**") {
            spans.extend(inline(inside, kind, base.patch(look.strong()), look));
            rest = after;
        } else if let Some((inside, after)) = marked("*") {
            spans.extend(inline(inside, kind, base.add_modifier(ratatui::style::Modifier::ITALIC), look));
            rest = after;
        } else if let Some((words, after)) = link(rest) {
            spans.extend(prose(kind, words, &[], base, look));
            rest = after;
        } else if let Some(symbol) = rest.chars().next() {
            spans.push(Span::styled(symbol.to_string(), base));
            rest = &rest[symbol.len_utf8()..];
        }
    }
    spans
}

fn link(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?;
    let (words, after) = inside.split_once("](")?;
    let (_, after) = after.split_once(')')?;
    (!words.contains(['[', ']'])).then_some((words, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "# Game\n\nA **short** game; see [the table](x.md) or `KH`.\n\n## Round\n1. Deal\n   seven.\n2. Play.\n\n\
        ## Rulings\n- R1 No corner.\n- R12 A *tie* is shared.\n\n| card | points |\n|---|---|\n| `KH` | 30 |\n";

    #[test]
    fn sections_are_found() {
        let book = set(BOOK, PieceKind::French, 40, Look::default());
        let text: Vec<String> = book.lines.iter().map(ToString::to_string).collect();
        let line = |rule: &str| book.find(rule).map(|line| text[line].as_str());
        assert_eq!(line("R12"), Some("• R12 A tie is shared."));
        assert_eq!(line("1"), Some("1. Deal seven."));
        assert_eq!(line("Round"), Some("Round"));
        assert_eq!(line("R2"), None);
        assert!(text.contains(&"A short game; see the table or K♥.".to_owned()), "{text:#?}");
        assert_eq!(text.last().map(String::as_str), Some("K♥    30"));
    }

    #[test]
    fn no_line_is_too_wide() {
        for columns in 1..50 {
            let book = set(BOOK, PieceKind::French, columns, Look::default());
            let table = |line: &Line<'_>| line.to_string().contains("  ");
            assert!(book.lines.iter().all(|line| line.width() <= columns || table(line)), "{columns}");
        }
    }
}
