//! The table screen: the board, one's hand, what can be done.

mod picture;

use std::sync::Arc;

use parlour_sdk::view::{Choice, Pick, View};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::ask::Leave;
use super::canvas::{Canvas, Hits, Target, padded};
use super::choice::{Chooser, Focus, Outcome};
use super::help::Help;
use super::log::LogScreen;
use super::scene::Scene;
use super::screen::{Advice, Answer, Event, News, Request, Requests, Screen};
use super::strip::{Bit, draw, flow_within};
use super::text::width;

/// The table, for the person who looks.
pub struct Play {
    scene: Scene,
    chooser: Chooser,
    /// What came to light since the observer last looked.
    fresh: Vec<Pick>,
    advice: Option<Advice>,
    notice: String,
}

impl Play {
    /// The screen of this scene.
    pub fn new(scene: Scene) -> Self {
        let chooser = Chooser::new(&scene.view, scene.choices.clone(), None);
        let notice = scene.notice.clone();
        Self { scene, chooser, fresh: Vec::new(), advice: None, notice }
    }
    /// The scene that is shown.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
    fn show(&mut self, scene: Scene) {
        if scene.seat == self.scene.seat {
            let fresh = fresh(&self.scene.view, &scene.view);
            // Actions of one's own turn follow one another: each may only add to what is marked.
            if !fresh.is_empty() || scene.choices.is_empty() {
                self.fresh = fresh;
            }
        } else {
            self.fresh.clear();
        }
        self.chooser = Chooser::new(&scene.view, scene.choices.clone(), self.chooser.focus());
        self.notice.clone_from(&scene.notice);
        self.advice = None;
        self.scene = scene;
    }

    fn advised(&self) -> Option<&Choice> {
        let code = self.advice.as_ref()?.code;
        self.scene.choices.iter().find(|choice| choice.code == code)
    }
    fn own_zone(&self) -> Option<usize> {
        self.scene.seat.and(self.scene.view.zone("hand"))
    }

    fn outcome(&mut self, outcome: Outcome, requests: &mut Requests) {
        match outcome {
            Outcome::Shown => self.notice.clear(),
            Outcome::Act(code) => requests.push_back(Request::Act(code)),
            Outcome::Not => {
                let view = &self.scene.view;
                let rule = if view.rule.is_empty() { String::new() } else { format!(" (rule {})", view.rule) };
                let why = if view.prompt.is_empty() { "no action does that" } else { &view.prompt };
                self.notice = format!("Not now: {why}{rule}");
            }
        }
    }
    /// Moves the cursor along the pieces and the chips.
    fn step(&mut self, forward: bool) {
        let next = match self.chooser.focus() {
            Some(Focus::Chip(place)) => {
                let count = self.chooser.chips().len().max(1);
                Focus::Chip(if forward { (place + 1) % count } else { (place + count - 1) % count })
            }
            Some(Focus::Piece(pick)) => {
                let places = self.chooser.walkable().into_iter().filter(|other| other.zone == pick.zone);
                let places: Vec<Pick> = places.filter(|&other| other != pick).collect();
                // The first place behind the cursor, and around the end.
                let behind = places.iter().filter(|other| other.piece > pick.piece).count();
                let ahead = places.len() - behind;
                let next = if forward { ahead } else { ahead + places.len().max(1) - 1 };
                Focus::Piece(places.get(next % places.len().max(1)).copied().unwrap_or(pick))
            }
            None => return,
        };
        self.chooser.point(next);
    }
    /// Moves the cursor to what was drawn nearest above or below.
    fn climb(&mut self, up: bool, hits: &Hits) {
        let target = match self.chooser.focus() {
            Some(Focus::Piece(pick)) => Target::Piece(pick),
            Some(Focus::Chip(place)) => Target::Chip(place),
            None => return,
        };
        let Some(from) = hits.place(target) else { return };
        let middle = |area: Rect| i32::from(area.x) + i32::from(area.width / 2);
        let mut best: Option<((i32, i32), Focus)> = None;
        for (area, target) in hits.iter() {
            let focus = match target {
                Target::Piece(pick) if self.chooser.can_point(pick) => Focus::Piece(pick),
                Target::Chip(place) => Focus::Chip(place),
                _ => continue,
            };
            let down = i32::from(area.y) - i32::from(from.y);
            if (up && down >= 0) || (!up && down <= 0) {
                continue;
            }
            let distance = (down.abs(), (middle(area) - middle(from)).abs());
            if best.is_none_or(|(other, _)| distance < other) {
                best = Some((distance, focus));
            }
        }
        if let Some((_, focus)) = best {
            self.chooser.point(focus);
        }
    }
    /// Moves the cursor between the pieces and the chips.
    fn switch(&mut self) {
        let zone = match self.chooser.focus() {
            Some(Focus::Piece(pick)) => Some(pick.zone),
            _ => None,
        };
        let mut pieces = self.chooser.pointable();
        let next = match zone {
            None => pieces.next(),
            Some(zone) => pieces.find(|pick| pick.zone > zone),
        };
        let next = next.map_or(Focus::Chip(0), Focus::Piece);
        drop(pieces);
        self.chooser.point(next);
    }
    fn click(&mut self, target: Target, requests: &mut Requests) {
        match target {
            Target::Piece(pick) => {
                let again = self.chooser.picked().contains(&pick);
                self.chooser.point(Focus::Piece(pick));
                let outcome = if again { self.chooser.enter() } else { self.chooser.toggle(pick) };
                // A second click on a piece puts it back where Enter would only lead to the list.
                let outcome = match outcome {
                    Outcome::Shown if again => {
                        self.chooser.point(Focus::Piece(pick));
                        self.chooser.toggle(pick)
                    }
                    other => other,
                };
                self.outcome(outcome, requests);
            }
            Target::Chip(place) => {
                self.chooser.point(Focus::Chip(place));
                let outcome = self.chooser.take(place);
                self.outcome(outcome, requests);
            }
            Target::Row(_) | Target::Button(_) => {}
        }
    }
    fn pressed(&mut self, key: KeyCode, hits: &Hits, requests: &mut Requests) -> Answer {
        match key {
            KeyCode::Char('?') => {
                return Answer::Push(Box::new(Help::at(Arc::clone(&self.scene.party), &self.scene.view.rule)));
            }
            KeyCode::Char('l') => return Answer::Push(Box::new(LogScreen::new(self.scene.clone()))),
            KeyCode::Char('q') => return Answer::Push(Box::new(Leave::default())),
            KeyCode::Char('h') if self.chooser.is_open() => requests.push_back(Request::Hint),
            KeyCode::Char('u') if self.scene.can_undo => requests.push_back(Request::Undo),
            KeyCode::Char('u') => "Nothing of this turn can be taken back.".clone_into(&mut self.notice),
            KeyCode::Enter | KeyCode::Char(' ') if self.scene.thinking => requests.push_back(Request::Hurry),
            _ if !self.chooser.is_open() => return Answer::Left,
            KeyCode::Left => self.step(false),
            KeyCode::Right => self.step(true),
            KeyCode::Up => self.climb(true, hits),
            KeyCode::Down => self.climb(false, hits),
            KeyCode::Tab => self.switch(),
            KeyCode::Esc | KeyCode::Backspace => {
                self.chooser.back();
                self.notice.clear();
            }
            KeyCode::Enter => {
                let outcome = self.chooser.enter();
                self.outcome(outcome, requests);
            }
            KeyCode::Char(' ') => {
                let outcome = match self.chooser.focus() {
                    Some(Focus::Piece(pick)) => self.chooser.toggle(pick),
                    _ => self.chooser.enter(),
                };
                self.outcome(outcome, requests);
            }
            KeyCode::Char(letter) if letter.is_ascii_lowercase() => match self.chooser.press(letter) {
                Some(outcome) => self.outcome(outcome, requests),
                None => return Answer::Left,
            },
            KeyCode::Char(symbol) if self.chooser.jump(symbol, &self.scene.view) => {}
            _ => return Answer::Left,
        }
        Answer::Done
    }
}

impl Screen for Play {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.picture(canvas);
    }

    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer {
        match *event {
            Event::Click(x, y) if self.chooser.is_open() => match hits.at(x, y) {
                Some(target) => {
                    self.click(target, requests);
                    Answer::Done
                }
                None => Answer::Left,
            },
            Event::Wheel { up, .. } if self.chooser.is_open() => {
                self.step(!up);
                Answer::Done
            }
            _ => match event.key() {
                Some(key) => self.pressed(key, hits, requests),
                None => Answer::Left,
            },
        }
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Scene(scene) => self.show((**scene).clone()),
            News::Recap(recap) => self.show(recap.scene.clone()),
            News::Curtain(_, scene) | News::Over { scene, .. } => self.show((**scene).clone()),
            News::Hint(advice) => {
                self.advice = Some(advice.clone());
                self.chooser.propose(advice.code);
            }
            News::Failed(_) | News::Saved(_) => {}
        }
    }
}

/// What lies open in a view that did not in the one before.
fn fresh(before: &View, now: &View) -> Vec<Pick> {
    let mut picks = Vec::new();
    for (index, zone) in now.zones.iter().enumerate() {
        let old = before.zones.iter().find(|old| old.name == zone.name);
        let mut old: Vec<_> = old.map_or(Vec::new(), |old| old.pieces.iter().map(|piece| &piece.face).collect());
        for (piece, shown) in zone.pieces.iter().enumerate() {
            match old.iter().position(|face| **face == shown.face) {
                Some(place) => drop(old.swap_remove(place)),
                None if shown.face.is_some() => picks.push(Pick { zone: index, piece }),
                None => {}
            }
        }
        // A deal makes everything new, which then says nothing.
        if !zone.pieces.is_empty() && picks.iter().filter(|pick| pick.zone == index).count() == zone.pieces.len() {
            let single = zone.pieces.len() == 1 || zone.kind == parlour_sdk::ZoneKind::Meld;
            if !single {
                picks.retain(|pick| pick.zone != index);
            }
        }
    }
    picks
}

/// The keys that are told wherever there is room for any: help, and the way out.
const ALWAYS: [&str; 2] = ["?", "q"];

/// A row of keys and what they do; where there is no room for all, the last ones but help and the way out are left out.
pub fn key_line(canvas: &mut Canvas<'_>, area: Rect, keys: &[(&str, &str)], look: super::theme::Look) {
    let inside = padded(area, 1);
    let mut told = keys.to_vec();
    let columns = |told: &[(&str, &str)]| told.iter().map(|(key, does)| width(key) + width(does) + 3).sum::<usize>();
    while columns(&told) > usize::from(inside.width) + 2
        && let Some(last) = told.iter().rposition(|(key, _)| !ALWAYS.contains(key))
    {
        told.remove(last);
    }
    let bit = |(key, does): (&str, &str)| {
        Bit::new(vec![Span::styled(key.to_owned(), look.accent()), Span::styled(format!(" {does}"), look.dim())])
            .after(2)
    };
    let rows = flow_within(told.into_iter().map(bit).collect(), inside.width, 1, look.dim());
    rows.first().into_iter().for_each(|row| draw(canvas, inside, 0, 0, row));
}

/// A number with a minus sign that is one.
pub fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// The columns that a number of the totals takes.
pub fn columns_of(numbers: &[i32]) -> usize {
    numbers.iter().map(|&number| width(&signed(number))).max().unwrap_or(1)
}
