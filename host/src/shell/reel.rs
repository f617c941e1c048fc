//! The reel: a record that is stepped through, everything open.

use std::sync::Arc;

use parlour_sdk::{Observer, Turn};
use ratatui::crossterm::event::KeyCode;

use super::canvas::{Canvas, Hits, bottom};
use super::lobby::{Again, party};
use super::play::{Play, key_line};
use super::scene::Scene;
use super::screen::{Answer, Event, Request, Requests, Screen};
use crate::journal::verify::header;
use crate::journal::{Line, Replay, Written};
use crate::plugin::Catalogue;
use crate::table::{Player, Seating, Table, TableError};

/// How many lines of the log a scene keeps.
const LOG: usize = 60;

/// The scenes of a record: one after each deal, action and settlement. Where the record goes wrong the last one says so.
///
/// # Errors
/// If it does not begin as a record of an installed game.
pub fn scenes(lines: &[Written], catalogue: &Catalogue, force: bool) -> Result<Vec<Scene>, String> {
    let header = header(lines).map_err(|error| error.to_string())?;
    let named: Vec<Player> = header.players.iter().filter_map(|player| player.parse().ok()).collect();
    let seating = match named.len() == usize::from(header.seats) {
        true => Seating::of(named),
        false => Seating::new(header.seats, &[], &[]).map_err(|error| error.to_string())?,
    };
    let seed = header.seed.as_ref().and_then(|seed| seed.parse().ok()).unwrap_or_default();
    let replay = Replay::new(&header, seating.clone(), catalogue, force);
    let mut replay = replay.map_err(|error| error.to_string())?.logged();
    let again = Again { setup: replay.setup().clone(), seating, seed };
    let party = Arc::new(super::scene::Party { people: 0, ..party(&again) });
    let mut scenes: Vec<Scene> = Vec::new();
    for written in &lines[1..] {
        let line = written.read().map_err(|error| error.to_string());
        let played = line.and_then(|line| {
            replay.line(&line).map_err(|error| error.to_string())?;
            Ok(matches!(line, Line::Deal(_) | Line::Action(_) | Line::Round { .. }))
        });
        match played {
            Ok(false) => {}
            Ok(true) => scenes.push(scene(replay.table(), &party).map_err(|error| error.to_string())?),
            Err(error) => {
                let told = format!("line {}: {error}", written.number);
                let Some(last) = scenes.last_mut() else { return Err(told) };
                last.notice = told;
                break;
            }
        }
    }
    if scenes.is_empty() { Err("a record without a deal".to_owned()) } else { Ok(scenes) }
}

fn scene(table: &Table, party: &Arc<super::scene::Party>) -> Result<Scene, TableError> {
    let log = table.log(Observer::Public);
    let log = log[log.len().saturating_sub(LOG)..].to_vec();
    let turn = match table.turn()? {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    };
    Ok(Scene {
        party: Arc::clone(party),
        seat: None,
        view: table.view(Observer::Referee)?,
        choices: Vec::new(),
        turn,
        standing: table.standing()?,
        log: Arc::new(log),
        can_undo: false,
        thinking: false,
        notice: String::new(),
    })
}

/// A record being stepped through.
pub struct Reel {
    scenes: Vec<Scene>,
    at: usize,
    shown: Play,
}

impl Reel {
    /// The reel of these scenes, at the first; `None` if there are none.
    pub fn new(scenes: Vec<Scene>) -> Option<Self> {
        let shown = Play::new(scenes.first()?.clone());
        Some(Self { scenes, at: 0, shown })
    }
    fn go(&mut self, at: usize) {
        self.at = at.min(self.scenes.len() - 1);
        self.shown = Play::new(self.scenes[self.at].clone());
    }
    /// The first scene of the round after this one, or of the one before.
    fn round(&self, forward: bool) -> usize {
        let round = |scene: &Scene| scene.standing.round;
        let here = round(&self.scenes[self.at]);
        let first = |wanted: u32| self.scenes.iter().position(|scene| round(scene) == wanted);
        let next = if forward { first(here + 1) } else { first(here.saturating_sub(1)) };
        next.unwrap_or(if forward { self.scenes.len() - 1 } else { 0 })
    }
}

impl Screen for Reel {
    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.shown.draw(canvas);
        let (_, keys) = bottom(canvas.area(), 1);
        canvas.clear(keys);
        let place = format!("{}/{}", self.at + 1, self.scenes.len());
        let shown = [("←→", "step"), ("PgUp PgDn", "round"), ("?", "rules"), ("l", "log"), ("q", "quit"), (&place, "")];
        let look = canvas.look;
        key_line(canvas, keys, &shown, look);
    }
    fn handle(&mut self, event: &Event, hits: &Hits, requests: &mut Requests) -> Answer {
        match (event, event.key()) {
            (Event::Wheel { up: true, .. }, _) | (_, Some(KeyCode::Left | KeyCode::Up)) => {
                self.go(self.at.saturating_sub(1));
            }
            (Event::Wheel { up: false, .. }, _)
            | (_, Some(KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' '))) => self.go(self.at + 1),
            (_, Some(KeyCode::PageUp)) => self.go(self.round(false)),
            (_, Some(KeyCode::PageDown)) => self.go(self.round(true)),
            (_, Some(KeyCode::Home)) => self.go(0),
            (_, Some(KeyCode::End)) => self.go(usize::MAX),
            (_, Some(KeyCode::Char('q') | KeyCode::Esc)) => requests.push_back(Request::Quit),
            _ => return self.shown.handle(event, hits, requests),
        }
        Answer::Done
    }
}
