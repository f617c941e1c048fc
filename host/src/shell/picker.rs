//! The picker: which game to play, or which saved table to go on with.

use parlour_sdk::PieceKind;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::canvas::{Canvas, Hits, Target, bottom, padded, top};
use super::help::Help;
use super::play::key_line;
use super::screen::{Answer, Event, News, Request, Requests, Screen};
use super::scroll::Scroll;
use super::text::{cut, fill, width, wrap};

/// A game as the picker shows it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// How many play: `2-5`, `4 (2)`.
    pub seats: String,
    /// What family it belongs to.
    pub family: String,
    /// A line about it.
    pub about: String,
    /// What it is played with.
    pub pieces: PieceKind,
    /// The rule book.
    pub book: String,
}

/// A saved table as the picker shows it.
#[derive(Clone, Debug)]
pub struct Saved {
    /// A line about it: the game, its seats, the round, how long ago it was played.
    pub about: String,
}

/// The picker.
pub struct Picker {
    games: Vec<Entry>,
    saved: Vec<Saved>,
    /// What cannot be played, a line each.
    unusable: Vec<String>,
    current: usize,
    scroll: Scroll,
    notice: String,
}

impl Picker {
    /// The picker of these games, saved tables, and libraries that cannot be used.
    pub fn new(games: Vec<Entry>, saved: Vec<Saved>, unusable: Vec<String>) -> Self {
        Self { games, saved, unusable, current: 0, scroll: Scroll::default(), notice: String::new() }
    }
    /// The picker with something to say.
    #[must_use]
    pub fn noting(mut self, notice: impl Into<String>) -> Self {
        self.notice = notice.into();
        self
    }
    /// The picker with the cursor on a game.
    #[must_use]
    pub fn on(mut self, id: &str) -> Self {
        self.current = self.games.iter().position(|game| game.id == id).unwrap_or(0);
        self
    }
    fn rows(&self) -> usize {
        self.games.len() + self.saved.len().min(MOST_SAVED)
    }
    fn enter(&mut self, row: usize, requests: &mut Requests) {
        if let Some(game) = self.games.get(row) {
            requests.push_back(Request::Choose(game.id.clone()));
        } else if row < self.rows() {
            requests.push_back(Request::Resume(row - self.games.len()));
        }
    }
    fn draw_games(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let look = canvas.look;
        let longest = |part: fn(&Entry) -> &str| self.games.iter().map(|game| width(part(game))).max().unwrap_or(0);
        let name_width = longest(|game| &game.name).min(usize::from(area.width) / 2);
        let (seats_width, family_width) = (longest(|game| &game.seats), longest(|game| &game.family));
        let page = usize::from(area.height);
        self.scroll.show(self.current.min(self.games.len().saturating_sub(1)), page);
        for (index, game) in self.games.iter().enumerate().skip(self.scroll.first()).take(page) {
            let at = index == self.current;
            let row = (index - self.scroll.first()) as u16;
            let base = if at { look.cursor() } else { look.text() };
            let mut text = vec![
                Span::styled(if at { "▸ " } else { "  " }, look.accent()),
                Span::styled(fill(&game.name, name_width), look.strong().patch(base)),
                Span::styled(format!("  {}", fill(&game.seats, seats_width)), base),
            ];
            let used = 2 + name_width + 2 + seats_width;
            let room = usize::from(area.width).saturating_sub(used);
            if room > family_width + 4 {
                text.push(Span::styled(format!("  {}", fill(&game.family, family_width)), look.accent().patch(base)));
                let rest = room - family_width - 4;
                text.push(Span::styled(format!("  {}", cut(&game.about, rest)), base));
            }
            canvas.print(area, row, text);
            canvas.hit(Rect { y: area.y + row, height: 1, ..area }, Target::Row(index));
        }
    }
}

/// How many saved tables are listed.
const MOST_SAVED: usize = 3;

impl Screen for Picker {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let (title, area) = top(canvas.area(), 1);
        let (area, keys) = bottom(area, 1);
        canvas.print(padded(title, 1), 0, Span::styled("Parlour", look.accent()));
        let count = match self.games.len() {
            1 => "one game".to_owned(),
            count => format!("{count} games"),
        };
        canvas.print_right(padded(title, 1), 0, Span::styled(count, look.dim()));
        let inside = padded(canvas.framed(area, ""), 1);

        let saved = self.saved.iter().take(MOST_SAVED).enumerate();
        let saved: Vec<(usize, &Saved)> = saved.map(|(index, saved)| (self.games.len() + index, saved)).collect();
        let mut notes = Vec::new();
        if !self.notice.is_empty() {
            notes.extend(wrap(&[Span::styled(self.notice.clone(), look.warning())], inside.width.into(), 2));
        }
        for line in &self.unusable {
            let spans = [Span::styled(format!("not usable: {line}"), look.dim())];
            notes.extend(wrap(&spans, inside.width.into(), 2));
        }
        let room = usize::from(inside.height).saturating_sub(saved.len() + 4);
        notes.truncate(room.saturating_sub(self.games.len().min(5)).max(1));
        let below = saved.len() + usize::from(!saved.is_empty()) + notes.len() + usize::from(!notes.is_empty());
        let (games, rest) = bottom(inside, below as u16);
        if self.games.is_empty() {
            let hint = "No game was found. `parlour game install PATH` adds one; --plugin-dir says where to look.";
            let lines = wrap(&[Span::styled(hint, look.warning())], games.width.into(), 0);
            lines.into_iter().enumerate().for_each(|(row, line)| {
                canvas.print(games, row as u16, line);
            });
        }
        self.draw_games(canvas, games);
        let mut row = 0;
        if !notes.is_empty() {
            canvas.rule(rest, row, "─", look.dim());
            row += 1;
            for line in notes {
                canvas.print(rest, row, line);
                row += 1;
            }
        }
        if !saved.is_empty() {
            canvas.rule(rest, row, "─", look.dim());
            row += 1;
            for (index, saved) in saved {
                let at = index == self.current;
                let base = if at { look.cursor() } else { look.text() };
                let text = cut(&saved.about, usize::from(rest.width).saturating_sub(10));
                let spans = vec![
                    Span::styled(if at { "▸ " } else { "  " }, look.accent()),
                    Span::styled("resume: ", look.fresh().patch(base)),
                    Span::styled(text, base),
                ];
                canvas.print(rest, row, spans);
                canvas.hit(Rect { y: rest.y + row.min(rest.height), height: 1, ..rest }, Target::Row(index));
                row += 1;
            }
        }
        let mut shown = vec![("↑↓", "choose"), ("Enter", "play")];
        if !self.saved.is_empty() {
            shown.push(("r", "resume"));
        }
        shown.extend([("?", "rules"), ("q", "quit")]);
        key_line(canvas, keys, &shown, look);
    }

    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer {
        self.notice.clear();
        let rows = self.rows().max(1);
        match *event {
            Event::Click(x, y) => {
                if let Some(Target::Row(row)) = hits.at(x, y) {
                    if row == self.current {
                        self.enter(row, requests);
                    }
                    self.current = row;
                }
                return Answer::Done;
            }
            Event::Wheel { up, .. } => {
                let next = if up { self.current.saturating_sub(1) } else { self.current + 1 };
                self.current = next.min(rows - 1);
                return Answer::Done;
            }
            Event::Key(..) => {}
        }
        match event.key() {
            Some(KeyCode::Up | KeyCode::Char('k')) => self.current = (self.current + rows - 1) % rows,
            Some(KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab) => self.current = (self.current + 1) % rows,
            Some(KeyCode::Home) => self.current = 0,
            Some(KeyCode::End) => self.current = rows - 1,
            Some(KeyCode::Enter | KeyCode::Char(' ' | 'o')) => self.enter(self.current, requests),
            Some(KeyCode::Char('r')) if !self.saved.is_empty() => requests.push_back(Request::Resume(0)),
            Some(KeyCode::Char('?')) => {
                if let Some(game) = self.games.get(self.current) {
                    return Answer::Push(Box::new(Help::of(&game.name, &game.book, game.pieces)));
                }
            }
            Some(KeyCode::Char('q') | KeyCode::Esc) => requests.push_back(Request::Quit),
            _ => return Answer::Left,
        }
        Answer::Done
    }
    fn hear(&mut self, news: &News) {
        if let News::Saved(saved) = news {
            self.saved.clone_from(saved);
            self.current = self.current.min(self.rows().saturating_sub(1));
        }
    }
    fn trouble(&mut self, message: &str) {
        message.clone_into(&mut self.notice);
    }
    fn is_of_table(&self) -> bool {
        false
    }
}
