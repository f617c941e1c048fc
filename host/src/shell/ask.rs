//! Dialogs: a question, a curtain between two people, a failure and what to do about it.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::canvas::{Canvas, Hits, Target};
use super::screen::{Answer, Event, Failure, News, Request, Requests, Screen};
use super::text::{width, wrap_plain};

/// A dialog's buttons: a letter, what it does.
fn buttons(canvas: &mut Canvas<'_>, area: Rect, row: u16, entries: &[(char, &str)], current: usize) {
    let look = canvas.look;
    let wide: usize = entries.iter().map(|(_, does)| width(does) + 4).sum::<usize>() + 2 * (entries.len().max(1) - 1);
    let across = wide <= usize::from(area.width);
    let mut column = if across { (usize::from(area.width) - wide) as u16 / 2 } else { 0 };
    for (index, (letter, does)) in entries.iter().enumerate() {
        let style = if index == current { look.cursor() } else { look.text() };
        let spans = vec![
            Span::styled(" ", style),
            Span::styled(format!("{letter} "), look.accent().patch(style)),
            Span::styled(format!("{does} "), style),
        ];
        let line = Line::from(spans);
        let columns = line.width() as u16;
        let (x, y) = if across { (column, row) } else { (0, row + index as u16) };
        canvas.print_at(area, x, y, line);
        if y < area.height {
            canvas.hit(Rect { x: area.x + x, y: area.y + y, width: columns, height: 1 }, Target::Button(index));
        }
        column += columns + 2;
    }
}

/// Which button an event presses: by its letter, by Enter, by a click; arrows move `current`.
fn pressed(event: &Event, hits: &Hits, letters: &[char], current: &mut usize) -> Option<usize> {
    if let Event::Click(x, y) = *event {
        return match hits.at(x, y) {
            Some(Target::Button(index)) if index < letters.len() => Some(index),
            _ => None,
        };
    }
    match event.key()? {
        KeyCode::Enter | KeyCode::Char(' ') => return Some(*current),
        KeyCode::Left | KeyCode::Up | KeyCode::BackTab => *current = (*current + letters.len() - 1) % letters.len(),
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => *current = (*current + 1) % letters.len(),
        KeyCode::Char(letter) => return letters.iter().position(|own| own.eq_ignore_ascii_case(&letter)),
        _ => {}
    }
    None
}

/// Whether to leave the table.
#[derive(Default)]
pub struct Leave {
    current: usize,
}

const LEAVE: [(char, &str); 2] = [('y', "leave"), ('n', "stay")];

impl Screen for Leave {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let inside = canvas.dialog(38, 6, "Leave the table?");
        canvas.print_centred(inside, 0, "The game is saved; you can");
        canvas.print_centred(inside, 1, "resume it at any time.");
        buttons(canvas, inside, 3, &LEAVE, self.current);
    }
    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer {
        match pressed(event, hits, &['y', 'n'], &mut self.current) {
            Some(0) => {
                requests.push_back(Request::Leave);
                Answer::Pop
            }
            Some(_) => Answer::Pop,
            None if event.key() == Some(KeyCode::Esc) => Answer::Pop,
            None if event.key() == Some(KeyCode::Char('q')) => {
                requests.push_back(Request::Leave);
                Answer::Pop
            }
            None => Answer::Done,
        }
    }
    fn is_dialog(&self) -> bool {
        true
    }
}

/// A curtain: the next person takes the seat before anything shows.
pub struct Curtain {
    name: String,
}

impl Curtain {
    /// The curtain before this person's turn.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

impl Screen for Curtain {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let area = canvas.area();
        for row in 0..area.height {
            canvas.rule(area, row, "░", look.dim());
        }
        let inside = canvas.dialog(40, 6, "");
        let name = super::text::cut(&self.name, usize::from(inside.width).saturating_sub(12));
        canvas.print_centred(inside, 1, Span::styled(format!("{name} is to play."), look.strong()));
        let go = Line::from(vec![Span::styled("Enter", look.accent()), Span::raw(" when the others look away")]);
        canvas.print_centred(inside, 2, go);
    }
    fn handle(&mut self, event: &Event, _: &Hits, requests: &mut Requests) -> Answer {
        match event.key() {
            Some(KeyCode::Enter) => {
                requests.push_back(Request::Next);
                Answer::Pop
            }
            Some(KeyCode::Char('q')) => Answer::Push(Box::new(Leave::default())),
            _ => Answer::Done,
        }
    }
}

/// What broke, and what to do about it.
pub struct Failed {
    failure: Failure,
    current: usize,
    scrolled: usize,
}

impl Failed {
    /// The dialog about this failure.
    pub fn new(failure: Failure) -> Self {
        Self { failure, current: 0, scrolled: 0 }
    }
    fn entries(&self) -> Vec<(char, &'static str, Request)> {
        let mut entries = vec![('r', "retry", Request::Retry)];
        if self.failure.rule.is_some() {
            entries.push(('g', "go on without the rule", Request::Without));
        }
        entries.push(('s', "save and leave", Request::Leave));
        entries
    }
}

impl Screen for Failed {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let screen = canvas.area();
        let wide = screen.width.saturating_sub(4).min(76);
        let text = wrap_plain(&self.failure.message, usize::from(wide).saturating_sub(4));
        let entries = self.entries();
        let extra = 6 + entries.len() as u16;
        let rows = (text.len() as u16).min(screen.height.saturating_sub(extra + 2)).max(1);
        let title = if self.failure.rule.is_some() { "A house rule failed" } else { "The game cannot go on" };
        let inside = canvas.dialog(wide, rows + extra, title);
        for (row, line) in text.iter().skip(self.scrolled).take(rows.into()).enumerate() {
            canvas.print(inside, row as u16, Span::styled(line.clone(), look.warning()));
        }
        let saved = "Nothing is lost: the game is saved up to here.";
        canvas.print(inside, rows + 1, Span::styled(saved, look.text()));
        let shown: Vec<(char, &str)> = entries.iter().map(|(letter, does, _)| (*letter, *does)).collect();
        buttons(canvas, inside, rows + 3, &shown, self.current);
    }
    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer {
        let entries = self.entries();
        let letters: Vec<char> = entries.iter().map(|&(letter, ..)| letter).collect();
        if let Event::Wheel { up, .. } = *event {
            self.scrolled = if up { self.scrolled.saturating_sub(1) } else { self.scrolled + 1 };
            return Answer::Done;
        }
        match pressed(event, hits, &letters, &mut self.current) {
            Some(index) => {
                requests.push_back(entries[index].2.clone());
                Answer::Pop
            }
            None => Answer::Done,
        }
    }
    fn is_dialog(&self) -> bool {
        true
    }
    fn hear(&mut self, news: &News) {
        if let News::Failed(failure) = news {
            self.failure = failure.clone();
        }
    }
}
