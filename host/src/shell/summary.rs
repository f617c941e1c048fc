//! After a round: every hand, the arithmetic, the totals on their way to the target. After the game: who won.

use std::sync::Arc;

use parlour_sdk::Seat;
use parlour_sdk::view::{Group, Line as LogLine};
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use super::ask::Leave;
use super::canvas::{Canvas, Hits, Target, bottom, padded, top};
use super::face::{face, prose};
use super::help::Help;
use super::log::LogScreen;
use super::play::{columns_of, key_line, signed};
use super::scene::{Recap, Scene};
use super::screen::{Answer, Event, Request, Requests, Screen};
use super::scroll::Scroll;
use super::strip::{Bit, draw, flow};
use super::text::{fill, width, wrap};
use super::theme::Look;

/// The summary of a round.
pub struct RoundSummary {
    recap: Recap,
    scroll: Scroll,
}

impl RoundSummary {
    /// The summary of this round.
    pub fn new(recap: Recap) -> Self {
        Self { recap, scroll: Scroll::default() }
    }
    fn lines(&self, columns: usize, look: Look) -> Vec<Line<'static>> {
        let Recap { scene, summary, points, after } = &self.recap;
        let pieces = scene.party.pieces;
        let mut lines = Vec::new();
        let title = scene.spoken(&summary.title, None);
        lines.extend(wrap(&prose(pieces, &title, &[], look.strong(), look), columns, 0));
        lines.push(Line::default());
        let name_width = scene.party.names.iter().map(|name| width(name)).max().unwrap_or(0).clamp(3, 12);
        let seats = scene.seat.into_iter().chain(scene.others());
        for seat in seats {
            let groups = summary.hands.get(seat.index()).filter(|groups| !groups.is_empty());
            let Some(groups) = groups else { continue };
            lines.extend(hand_lines(scene, seat, groups, name_width, columns, look));
        }
        if summary.hands.iter().any(|groups| !groups.is_empty()) {
            lines.push(Line::default());
        }
        for line in &summary.lines {
            lines.extend(said(scene, line, columns, look));
        }
        if !summary.lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(totals(scene, Some(points), columns, look));
        lines.push(Line::default());
        let next = match after.winners.as_slice() {
            [] => format!("Next dealer: {}", scene.name(after.dealer)),
            _ => "This was the last round.".to_owned(),
        };
        lines.push(Line::from(Span::styled(next, look.dim())));
        lines
    }
}

/// A seat's groups: each with its name, faces and note.
fn hand_lines(
    scene: &Scene,
    seat: Seat,
    groups: &[Group],
    name_width: usize,
    columns: usize,
    look: Look,
) -> Vec<Line<'static>> {
    let pieces = scene.party.pieces;
    let mut spans = vec![Span::styled(fill(scene.name(seat), name_width), look.strong())];
    for (index, group) in groups.iter().enumerate() {
        spans.push(Span::raw(if index == 0 { " " } else { "  · " }));
        if !group.name.is_empty() {
            spans.push(Span::styled(format!("{} ", group.name), look.dim()));
        }
        for (place, text) in group.faces.iter().enumerate() {
            let face = face(pieces, text);
            let gap = if place > 0 { " " } else { "" };
            spans.push(Span::raw(gap));
            spans.push(Span::styled(face.text, look.tint(face.tint)));
        }
        if group.faces.is_empty() && group.note.is_empty() {
            spans.push(Span::styled("–", look.dim()));
        }
        if !group.note.is_empty() {
            let gap = if group.faces.is_empty() { "" } else { " " };
            spans.push(Span::styled(format!("{gap}({})", group.note), look.dim()));
        }
    }
    wrap(&spans, columns, name_width + 1)
}

fn said(scene: &Scene, line: &LogLine, columns: usize, look: Look) -> Vec<Line<'static>> {
    let text = scene.say(line);
    wrap(&prose(scene.party.pieces, &text, &[], look.text(), look), columns, 2)
}

/// The totals by side: before, what the round adds, after, and a bar on the way to the target.
fn totals(scene: &Scene, points: Option<&Vec<i32>>, columns: usize, look: Look) -> Vec<Line<'static>> {
    let before = &scene.standing.totals;
    let added = |side: usize| points.and_then(|points| points.get(side)).copied().unwrap_or(0);
    let after: Vec<i32> = before.iter().enumerate().map(|(side, total)| total.saturating_add(added(side))).collect();
    let names: Vec<String> = (0..before.len()).map(|side| scene.side_name(side)).collect();
    let name_width = names.iter().map(|name| width(name)).max().unwrap_or(0).min(columns / 3);
    let (before_width, after_width) = (columns_of(before), columns_of(&after));
    let added_width = points.map_or(0, |points| columns_of(points) + 1);
    let leading = after.iter().max().copied();
    let target = scene.party.target();
    let line = |side: usize| {
        let style = if Some(after[side]) == leading { look.strong() } else { look.text() };
        let mut spans = vec![Span::styled(fill(&names[side], name_width), style)];
        if points.is_some() {
            let plus = added(side);
            let sign = if plus < 0 { "−" } else { "+" };
            spans.push(Span::styled(format!("  {:>before_width$}", signed(before[side])), look.dim()));
            let change = format!(" {sign} {:<added_width$}", plus.unsigned_abs());
            spans.push(Span::raw(change));
            spans.push(Span::styled("= ", look.dim()));
        } else {
            spans.push(Span::raw("  "));
        }
        spans.push(Span::styled(format!("{:>after_width$}", signed(after[side])), style));
        let used: usize = spans.iter().map(Span::width).sum();
        if let Some(target) = target
            && columns > used + 18
        {
            let room = (columns - used - 4).min(30);
            let share = f64::from(after[side].clamp(0, target)) / f64::from(target);
            let full = (share * room as f64).round() as usize;
            spans.push(Span::raw("  "));
            spans.push(Span::styled("█".repeat(full), look.accent()));
            spans.push(Span::styled("░".repeat(room - full), look.dim()));
        }
        Line::from(spans)
    };
    let mut lines: Vec<Line<'static>> =
        scene.sides().into_iter().filter(|&side| side < before.len()).map(line).collect();
    if let Some(target) = target {
        lines.push(Line::from(Span::styled(format!("The game is played to {target}."), look.dim())));
    }
    lines
}

impl Screen for RoundSummary {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let (title, area) = top(canvas.area(), 1);
        let (area, keys) = bottom(area, 1);
        let scene = &self.recap.scene;
        let round = format!("{} · round {} is over", scene.party.game, scene.standing.round);
        canvas.print(padded(title, 1), 0, Span::styled(round, look.accent()));
        let inside = padded(canvas.framed(area, ""), 1);
        let lines = self.lines(inside.width.into(), look);
        let spare = usize::from(inside.height).saturating_sub(lines.len());
        let (_, inside) = top(inside, (spare / 3).min(2) as u16);
        self.scroll.draw(canvas, inside, lines);
        key_line(
            canvas,
            keys,
            &[("Enter", "go on"), ("↑↓", "scroll"), ("l", "log"), ("?", "rules"), ("q", "leave")],
            look,
        );
    }
    fn handle(&mut self, event: &Event, _: &Hits, requests: &mut Requests) -> Answer {
        match event.key() {
            Some(KeyCode::Enter) => {
                requests.push_back(Request::Next);
                return Answer::Pop;
            }
            Some(KeyCode::Char('l')) => return Answer::Push(Box::new(LogScreen::new(self.recap.scene.clone()))),
            Some(KeyCode::Char('?')) => {
                let party = Arc::clone(&self.recap.scene.party);
                return Answer::Push(Box::new(Help::at(party, &self.recap.scene.view.rule)));
            }
            Some(KeyCode::Char('q')) => return Answer::Push(Box::new(Leave::default())),
            _ => {}
        }
        if self.scroll.handle(event) { Answer::Done } else { Answer::Left }
    }
}

/// The result of the game.
pub struct GameResult {
    scene: Scene,
    seed: u64,
    current: usize,
}

const AFTER: [(&str, &str); 3] =
    [("n", "new game, other deals"), ("s", "the same deals again"), ("p", "choose another game")];

impl GameResult {
    /// The result of the game that ended so.
    pub fn new(scene: Scene, seed: u64) -> Self {
        Self { scene, seed, current: 0 }
    }
    fn winners(&self) -> String {
        let winners = &self.scene.standing.winners;
        let names: Vec<&str> = winners.iter().map(|&seat| self.scene.name(seat)).collect();
        let verb = if names.len() == 1 && names != ["You"] { "wins" } else { "win" };
        match names.as_slice() {
            [] => "Nobody wins.".to_owned(),
            [only] => format!("{only} {verb}!"),
            [rest @ .., last] => format!("{} and {last} {verb}!", rest.join(", ")),
        }
    }
    fn choose(index: usize, requests: &mut Requests) {
        requests.push_back(match index {
            0 => Request::Again { same: false },
            1 => Request::Again { same: true },
            _ => Request::Leave,
        });
    }
}

impl Screen for GameResult {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let scene = &self.scene;
        let (title, area) = top(canvas.area(), 1);
        let (area, keys) = bottom(area, 1);
        canvas.print(padded(title, 1), 0, Span::styled(format!("{} · result", scene.party.game), look.accent()));
        let inside = padded(canvas.framed(area, ""), 2);
        let columns = usize::from(inside.width);
        let mut lines = wrap(&[Span::styled(self.winners(), look.fresh())], columns, 0);
        lines.push(Line::default());
        lines.extend(totals(scene, None, columns, look));
        let payout = &scene.standing.payout;
        if payout.iter().any(|&stakes| stakes != 0) && *payout != scene.standing.totals {
            let paid = payout.iter().enumerate().map(|(seat, &stakes)| {
                let sign = if stakes > 0 { "+" } else { "" };
                format!("{} {sign}{}", scene.name(Seat(seat as u8)), signed(stakes))
            });
            let paid = format!("Stakes: {}", paid.collect::<Vec<_>>().join(", "));
            lines.push(Line::default());
            lines.extend(wrap(&[Span::raw(paid)], columns, 2));
        }
        lines.push(Line::default());
        let rounds = match scene.standing.round {
            1 => "one round".to_owned(),
            rounds => format!("{rounds} rounds"),
        };
        lines.push(Line::from(Span::styled(format!("{rounds}, seed {}", self.seed), look.dim())));
        let (inside, choices) = bottom(inside, 4);
        let first = usize::from(inside.height).saturating_sub(lines.len()) / 3;
        for (row, line) in lines.into_iter().take(inside.height.into()).enumerate() {
            canvas.print(inside, (first + row) as u16, line);
        }
        for (index, (key, does)) in AFTER.iter().enumerate() {
            let style = if index == self.current { look.cursor() } else { look.text() };
            let spans = vec![
                Span::styled(format!(" {key} "), look.accent().patch(style)),
                Span::styled(format!("{does} "), style),
            ];
            let bit = Bit::new(spans).hitting(Target::Button(index));
            flow(vec![bit], choices.width).iter().for_each(|row| draw(canvas, choices, 0, index as u16, row));
        }
        key_line(canvas, keys, &[("↑↓", "choose"), ("Enter", "go"), ("l", "log"), ("q", "leave")], look);
    }
    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer {
        if let Event::Click(x, y) = *event {
            if let Some(Target::Button(index)) = hits.at(x, y) {
                Self::choose(index, requests);
            }
            return Answer::Done;
        }
        match event.key() {
            Some(KeyCode::Up | KeyCode::Left) => self.current = (self.current + AFTER.len() - 1) % AFTER.len(),
            Some(KeyCode::Down | KeyCode::Right | KeyCode::Tab) => self.current = (self.current + 1) % AFTER.len(),
            Some(KeyCode::Enter | KeyCode::Char(' ')) => Self::choose(self.current, requests),
            Some(KeyCode::Char('n')) => Self::choose(0, requests),
            Some(KeyCode::Char('s')) => Self::choose(1, requests),
            Some(KeyCode::Char('p')) => Self::choose(2, requests),
            Some(KeyCode::Char('q') | KeyCode::Esc) => requests.push_back(Request::Leave),
            Some(KeyCode::Char('l')) => return Answer::Push(Box::new(LogScreen::new(self.scene.clone()))),
            _ => return Answer::Left,
        }
        Answer::Done
    }
}
