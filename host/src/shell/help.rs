//! Help: the rule book of the game in force, open at the section that the moment is about.

use std::cell::Cell;
use std::fmt::Write;
use std::sync::Arc;

use parlour_sdk::PieceKind;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Span;

use super::canvas::{Canvas, Hits, bottom, padded, top};
use super::markdown::{Book, set};
use super::play::key_line;
use super::scene::Party;
use super::screen::{Answer, Event, Requests, Screen};
use super::scroll::Scroll;

const KEYS: &str = "
# Keys

- `←` `→` `↑` `↓` choose a piece or an action, `Tab` goes to the next place.
- `Space` picks a piece or puts it back; only what can be done with all picked pieces stays offered.
- `Enter` does the highlighted or only action.
- A letter before an action does it; before several, it lists them.
- A rank (`A` `K` `7`) goes to the next such piece; a number to the bid of that number.
- `Esc` goes a step back. `h` gives a hint, `u` takes back what revealed nothing in this turn.
- The mouse picks pieces and actions; a second click on a piece plays it where that is all it can do.
";

/// The rule book.
pub struct Help {
    party: Arc<Party>,
    text: String,
    scroll: Scroll,
    /// The section to open at, until the book is drawn.
    rule: Cell<Option<String>>,
    headings: Cell<Vec<usize>>,
}

impl Help {
    /// The book of a table, open at a section.
    pub fn at(party: Arc<Party>, rule: &str) -> Self {
        let mut text = String::new();
        if !party.house.is_empty() {
            text.push_str("# House rules in force\n\n");
            party.house.iter().for_each(|rule| {
                let _ = writeln!(text, "- {rule}");
            });
            text.push('\n');
        }
        text.push_str(&party.book);
        if !party.rules.is_empty() {
            text.push_str("\n\n## At this table\n\n");
            party.rules.iter().for_each(|(name, value)| {
                let _ = writeln!(text, "- `{name}` {value}");
            });
        }
        if party.pieces == PieceKind::Italian {
            text.push_str("\n\n## Suits\n\n● coins, † swords, ∪ cups, ╱ batons; H is the horse.\n");
        }
        text.push_str("\n\n");
        text.push_str(KEYS);
        let rule = Cell::new(Some(rule.to_owned()).filter(|rule| !rule.is_empty()));
        Self { party, text, scroll: Scroll::default(), rule, headings: Cell::default() }
    }
    /// The book of a game that no table is of yet.
    pub fn of(game: &str, book: &str, pieces: PieceKind) -> Self {
        let party = Party { game: game.to_owned(), book: book.to_owned(), pieces, ..Party::default() };
        Self::at(Arc::new(party), "")
    }
    fn set(&self, columns: u16, canvas: &Canvas<'_>) -> Book {
        set(&self.text, self.party.pieces, columns.into(), canvas.look)
    }
}

impl Screen for Help {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let (title, area) = top(canvas.area(), 1);
        let (area, keys) = bottom(area, 1);
        canvas.print(padded(title, 1), 0, Span::styled(format!("{} · rules", self.party.game), look.accent()));
        let inside = canvas.framed(area, "");
        let mut inside = padded(inside, 1);
        if inside.width > 90 {
            inside = padded(inside, (inside.width - 90) / 2);
        }
        let book = self.set(inside.width.saturating_sub(4), canvas);
        if let Some(rule) = self.rule.take() {
            let line = book.find(&rule).unwrap_or(0);
            self.scroll.go(line);
        }
        self.headings.set(book.headings.iter().map(|&(_, line)| line).collect());
        self.scroll.draw(canvas, inside, book.lines);
        key_line(canvas, keys, &[("↑↓", "scroll"), ("←→", "section"), ("Esc", "back")], look);
    }
    fn handle(&mut self, event: &Event, _: &Hits, _: &mut Requests) -> Answer {
        if self.scroll.handle(event) {
            return Answer::Done;
        }
        let first = self.scroll.first();
        let headings = self.headings.take();
        let next = match event.key() {
            Some(KeyCode::Right | KeyCode::Tab) => headings.iter().copied().find(|&line| line > first),
            Some(KeyCode::Left | KeyCode::BackTab) => headings.iter().copied().rev().find(|&line| line < first),
            Some(_) => return Answer::Pop,
            None => return Answer::Left,
        };
        if let Some(line) = next {
            self.scroll.go(line);
        }
        self.headings.set(headings);
        Answer::Done
    }
    fn is_of_table(&self) -> bool {
        !self.party.names.is_empty()
    }
}
