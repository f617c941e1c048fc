//! The log: what happened at the table, in words.

use ratatui::text::{Line, Span};

use super::canvas::{Canvas, Hits, bottom, padded, top};
use super::face::prose;
use super::play::key_line;
use super::scene::Scene;
use super::screen::{Answer, Event, News, Requests, Screen};
use super::scroll::Scroll;
use super::text::wrap;
use super::theme::Look;

/// The log of a scene, broken into lines of at most `columns`. What is said several times in a row stands once.
pub fn log_lines(scene: &Scene, columns: usize, look: Look) -> Vec<Line<'static>> {
    // A screen never shows more than its last few hundred lines at once, but the log of a long game is longer.
    let lines = scene.log.chunk_by(|a, b| a == b).flat_map(|same| {
        let line = &same[0];
        let round = line.seat.is_none() && line.text.starts_with("Round ");
        let own = line.seat.is_some() && line.seat == scene.seat;
        let style = match line.seat {
            None if round => look.accent(),
            None => look.fresh(),
            Some(_) if own => look.strong(),
            Some(_) => look.text(),
        };
        let text = match same.len() {
            1 => scene.say(line),
            times => format!("{} ×{times}", scene.say(line)),
        };
        let spans = prose(scene.party.pieces, &text, &[], style, look);
        wrap(&spans, columns, 2)
    });
    lines.collect()
}

/// The whole log.
pub struct LogScreen {
    scene: Scene,
    scroll: Scroll,
}

impl LogScreen {
    /// The log of this scene.
    pub fn new(scene: Scene) -> Self {
        Self { scene, scroll: Scroll::at_end() }
    }
}

impl Screen for LogScreen {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let (title, area) = top(canvas.area(), 1);
        let (area, keys) = bottom(area, 1);
        canvas.print(padded(title, 1), 0, Span::styled(format!("{} · log", self.scene.party.game), look.accent()));
        let inside = canvas.framed(area, "");
        let inside = padded(inside, 1);
        let lines = log_lines(&self.scene, inside.width.into(), look);
        self.scroll.draw(canvas, inside, lines);
        key_line(canvas, keys, &[("↑↓", "scroll"), ("Esc", "back")], look);
    }
    fn handle(&mut self, event: &Event, _: &Hits, _: &mut Requests) -> Answer {
        if self.scroll.handle(event) {
            return Answer::Done;
        }
        match event.key() {
            Some(_) => Answer::Pop,
            None => Answer::Left,
        }
    }
    fn hear(&mut self, news: &News) {
        if let News::Scene(scene) = news {
            self.scene = (**scene).clone();
        }
    }
}
