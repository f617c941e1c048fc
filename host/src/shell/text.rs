//! Text in columns: widths, cutting, wrapping.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// The text, cut to so many columns; what is cut off shows as `…`.
///
/// ```
/// use parlour::shell::text::cut;
/// assert_eq!(cut("four-player", 6), "four-…");
/// assert_eq!(cut("four", 6), "four");
/// assert_eq!(cut("四人四人", 6), "四人…");
/// ```
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut taken = String::new();
    let mut used = 0;
    for symbol in text.chars() {
        let wide = width(symbol.encode_utf8(&mut [0; 4]));
        if used + wide + 1 > columns {
            break;
        }
        used += wide;
        taken.push(symbol);
    }
    if columns > 0 {
        taken.push('…');
    }
    taken
}

/// The text with spaces after it up to so many columns, cut if it is longer.
pub fn fill(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    let space = columns - width(&text).min(columns);
    text + &" ".repeat(space)
}

/// Breaks styled text into lines of at most `columns`, between words where it can; lines after the first are set in by
/// `indent`.
pub fn wrap(spans: &[Span<'_>], columns: usize, indent: usize) -> Vec<Line<'static>> {
    let columns = columns.max(1);
    let indent = if indent < columns { indent } else { 0 };
    let mut lines = vec![Vec::new()];
    let (mut used, mut fresh) = (0, true);
    for (word, style, glued) in words(spans) {
        let wide = width(&word);
        let gap = usize::from(!fresh && !glued);
        if !fresh && used + gap + wide > columns {
            lines.push(vec![Span::raw(" ".repeat(indent))]);
            used = indent;
        } else if gap > 0 {
            push(&mut lines, " ", style);
            used += 1;
        }
        let mut rest = word.as_str();
        while used + width(rest) > columns {
            let mut end = 0;
            let mut room = columns - used;
            for symbol in rest.chars() {
                let wide = width(symbol.encode_utf8(&mut [0; 4]));
                if wide > room {
                    break;
                }
                room -= wide;
                end += symbol.len_utf8();
            }
            if end == 0 && used <= indent {
                break;
            }
            push(&mut lines, &rest[..end], style);
            rest = &rest[end..];
            lines.push(vec![Span::raw(" ".repeat(indent))]);
            used = indent;
        }
        push(&mut lines, rest, style);
        used += width(rest);
        fresh = false;
    }
    lines.into_iter().map(Line::from).collect()
}

fn push(lines: &mut [Vec<Span<'static>>], text: &str, style: Style) {
    if let Some(line) = lines.last_mut() {
        line.push(Span::styled(text.to_owned(), style));
    }
}

/// The words of styled text, each with its style and whether it follows the one before it without a space.
fn words(spans: &[Span<'_>]) -> Vec<(String, Style, bool)> {
    let mut words: Vec<(String, Style, bool)> = Vec::new();
    let mut space = true;
    for span in spans {
        let content = span.content.as_ref();
        for (index, word) in content.split([' ', '\n', '\t']).enumerate() {
            space |= index > 0;
            if !word.is_empty() {
                words.push((word.to_owned(), span.style, !space));
                space = false;
            }
        }
    }
    words
}

/// Breaks plain text into lines of at most `columns`.
pub fn wrap_plain(text: &str, columns: usize) -> Vec<String> {
    let flat = |line: Line<'_>| line.spans.iter().map(|span| span.content.as_ref()).collect();
    wrap(&[Span::raw(text)], columns, 0).into_iter().map(flat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_asked() {
        let text = "A rule book has longwordswithoutanyspace, 漢字も長い言葉もある, and   gaps.";
        for columns in 2..60 {
            for line in wrap_plain(text, columns) {
                assert!(width(&line) <= columns, "{columns}: {line}");
            }
        }
        let joined = wrap_plain(text, 20).join("").replace(' ', "");
        assert_eq!(joined, text.replace(' ', ""));
        assert_eq!(wrap_plain("", 5), [""]);
    }

    #[test]
    fn styles_join_without_a_space() {
        let bold = Style::new().add_modifier(ratatui::style::Modifier::BOLD);
        let lines = wrap(&[Span::raw("the "), Span::styled("king", bold), Span::raw(", or")], 9, 2);
        let flat: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(flat, ["the king,", "  or"]);
    }
}
