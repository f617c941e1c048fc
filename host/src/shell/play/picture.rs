//! The picture of the table screen.

use parlour_sdk::view::{Choice, Pick};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Play, key_line, signed};
use crate::shell::board::Board;
use crate::shell::canvas::{Canvas, Target, bottom, padded, right, top};
use crate::shell::choice::{Chip, Focus};
use crate::shell::face::{face, prose};
use crate::shell::log::log_lines;
use crate::shell::scene::Scene;
use crate::shell::strip::{Bit, draw, draw_tall, flow, folded, row_width};
use crate::shell::text::{cut, wrap};
use crate::shell::zone::{Density, Mark, Painter};

impl Play {
    /// Draws the table.
    pub(super) fn picture(&self, canvas: &mut Canvas<'_>) {
        let look = canvas.look;
        let mark = self.mark();
        let pieces = self.scene.party.pieces;
        let board = Board { scene: &self.scene, painter: Painter { look, pieces, mark: &mark } };
        let painter = &board.painter;
        let area = canvas.area();
        let (title, _) = top(area, 2);
        let rows = self.title(canvas, title, &board);
        let (_, area) = top(area, rows);
        let (area, keys) = bottom(area, 1);
        self.keys(canvas, keys);

        let height = usize::from(area.height);
        let columns = area.width.saturating_sub(2);
        let hand = self.hand_rows(painter, columns.saturating_sub(1), (height / 6).clamp(1, 4));
        // Cards are three rows high, and one higher when picked, where the table keeps enough room.
        let wide = hand.iter().flatten().all(Bit::is_edged) && !hand.is_empty();
        let tall = wide && (3 * hand.len() + 1) * 5 <= height * 2 && height >= 18;
        let hand_height = match (tall, height) {
            (true, _) => 3 * hand.len() + 1,
            (false, 18..) => hand.len() + 1,
            (false, _) => hand.len(),
        };
        let chips = self.chip_rows(painter, columns, (height / 6).clamp(2, 6));
        let (area, chip_area) = bottom(area, chips.len().max(1) as u16);
        let (area, hand_area) = bottom(area, hand_height as u16);
        let prompt = self.prompt_lines(painter, columns.into(), 2);
        let (mut area, prompt_area) = bottom(area, prompt.len().max(1) as u16);
        let place = padded(prompt_area, 1);
        for (row, line) in prompt.into_iter().enumerate() {
            canvas.print(place, row as u16, line);
        }
        canvas.print_right(place, 0, Line::from(self.picked_line(painter)));
        for (row, bits) in hand.iter().enumerate() {
            let place = padded(hand_area, 1);
            if tall {
                draw_tall(canvas, place, 1, 1 + 3 * row as u16, bits);
            } else {
                draw(canvas, place, 1, row as u16, bits);
            }
        }
        for (row, bits) in chips.iter().enumerate() {
            draw(canvas, padded(chip_area, 1), 0, row as u16, bits);
        }

        let log_width = if area.width >= 76 { (area.width * 3 / 10).clamp(23, 46) } else { 0 };
        if log_width > 0 {
            let (rest, log) = right(area, log_width);
            area = rest;
            draw_log(canvas, log, &self.scene);
        } else if area.height >= 7 {
            let (rest, strip) = bottom(area, if area.height >= 12 { 3 } else { 1 });
            area = rest;
            let lines = log_lines(&self.scene, usize::from(strip.width) - 2, look);
            let first = lines.len().saturating_sub(strip.height.into());
            for (row, line) in lines.into_iter().skip(first).enumerate() {
                canvas.print(padded(strip, 1), row as u16, line);
            }
        }
        board.draw(canvas, padded(area, 1));
    }

    /// What is to be seen about each piece just now.
    fn mark(&self) -> impl Fn(Pick) -> Mark {
        let open = self.chooser.is_open();
        let addable = self.chooser.addable();
        let touched: &[Pick] = match self.chooser.current() {
            Some(Chip::Act(index)) => &self.chooser.choice(index).picks,
            _ => &[],
        };
        let advised = self.advised().map_or(&[][..], |choice| &choice.picks);
        let dims: Vec<bool> =
            (0..self.scene.view.zones.len()).map(|zone| open && self.chooser.touches_zone(zone)).collect();
        let own = self.own_zone();
        move |pick| {
            let picked = self.chooser.picked().contains(&pick);
            let free = picked || addable(pick) || touched.contains(&pick);
            Mark {
                dim: !free && dims[pick.zone] && (Some(pick.zone) == own || self.chooser.can_point(pick)),
                picked,
                cursor: self.chooser.focus() == Some(Focus::Piece(pick)),
                lit: touched.contains(&pick) || advised.contains(&pick) || self.fresh.contains(&pick),
            }
        }
    }
    /// The rows of one's own hand.
    fn hand_rows(&self, painter: &Painter<'_>, columns: u16, limit: usize) -> Vec<Vec<Bit>> {
        let Some((index, zone)) = self.own_zone().map(|index| (index, &self.scene.view.zones[index])) else {
            return Vec::new();
        };
        for density in [Density::Wide, Density::Close, Density::Grouped] {
            let rows = flow(painter.pieces(index, zone, density), columns);
            if rows.len() <= limit {
                return rows;
            }
        }
        let rows = flow(painter.pieces(index, zone, Density::Close), columns.saturating_sub(5));
        let here = match self.chooser.focus() {
            Some(Focus::Piece(pick)) if pick.zone == index => {
                rows.iter().position(|row| row.iter().any(|bit| bit.target() == Some(Target::Piece(pick))))
            }
            _ => None,
        };
        windowed(rows, here.unwrap_or(0), limit, painter)
    }
    /// The chips: what can be done.
    fn chip_bits(&self, painter: &Painter<'_>) -> Vec<Bit> {
        let look = painter.look;
        let mut last_verb = None;
        let chips = self.chooser.chips().into_iter().enumerate();
        let bits = chips.map(|(place, chip)| {
            let verb = self.chooser.chip_verb(chip);
            let at = self.chooser.focus() == Some(Focus::Chip(place));
            let base = if at { look.cursor() } else { look.text() };
            let mut spans = Vec::new();
            if last_verb != Some(verb)
                && let Some(letter) = self.chooser.letter(verb)
            {
                spans.push(Span::styled(format!("{letter} "), look.accent()));
            }
            last_verb = Some(verb);
            match chip {
                Chip::Act(index) => spans.extend(self.worded(self.chooser.choice(index), painter, base)),
                Chip::Open(_, count) => {
                    spans.push(Span::styled(format!("{}…", self.chooser.verb(verb)), base));
                    spans.push(Span::styled(format!(" {count}"), look.dim()));
                }
            }
            let advised = matches!((chip, self.advised()), (Chip::Act(index), Some(choice)) if self.chooser.choice(index).code == choice.code);
            if advised {
                spans.push(Span::styled(" ◂", look.fresh()));
            }
            Bit::new(spans).after(3).of_pieces(1).hitting(Target::Chip(place))
        });
        bits.collect()
    }
    /// An action in words, its pieces as faces.
    fn worded(&self, choice: &Choice, painter: &Painter<'_>, style: Style) -> Vec<Span<'static>> {
        let shown = |pick: &Pick| self.scene.view.zones.get(pick.zone)?.pieces.get(pick.piece)?.face.as_deref();
        let named: Vec<&str> = choice.picks.iter().filter_map(shown).collect();
        prose(painter.pieces, &choice.text, &named, style, painter.look)
    }
    fn chip_rows(&self, painter: &Painter<'_>, columns: u16, limit: usize) -> Vec<Vec<Bit>> {
        let bits = self.chip_bits(painter);
        let rows = flow(bits.clone(), columns);
        if rows.len() <= limit {
            return rows;
        }
        let rows = flow(bits, columns.saturating_sub(8));
        let here = match self.chooser.focus() {
            Some(Focus::Chip(place)) => {
                rows.iter().position(|row| row.iter().any(|bit| bit.target() == Some(Target::Chip(place))))
            }
            _ => None,
        };
        windowed(rows, here.unwrap_or(0), limit, painter)
    }

    /// The title: the game, the scores, what holds for the table. Gives how many rows it takes.
    fn title(&self, canvas: &mut Canvas<'_>, area: Rect, board: &Board<'_>) -> u16 {
        let look = canvas.look;
        let scene = &self.scene;
        let mut scores: Vec<Bit> = Vec::new();
        let sides = scene.sides();
        let leading = scene.standing.totals.iter().max();
        for &side in &sides {
            let total = scene.standing.totals.get(side);
            let name = if area.width < 64 { cut(&scene.side_name(side), 6) } else { scene.side_name(side) };
            let style = if total == leading { look.strong() } else { look.text() };
            let total = total.map_or(String::new(), |total| signed(*total));
            scores.push(
                Bit::new(vec![Span::styled(format!("{name} "), look.dim()), Span::styled(total, style)]).after(2),
            );
        }
        let mut bits = vec![Bit::text(scene.party.game.clone(), look.accent())];
        let dot = || Bit::text("·", look.dim());
        let round = if scene.standing.round > 0 { format!("round {}", scene.standing.round) } else { String::new() };
        let target = scene.party.target().map_or(String::new(), |target| format!("to {target}"));
        for part in [round, target].into_iter().filter(|part| !part.is_empty()) {
            bits.extend([dot().glued(), Bit::text(part, look.text())]);
        }
        for rule in &scene.party.house {
            let rule = rule.split(':').next().unwrap_or(rule).to_owned();
            bits.extend([dot().glued(), Bit::text(rule, look.fresh())]);
        }
        let inside = padded(area, 1);
        let scores = folded(scores, (inside.width * 3 / 5).max(10), look.dim());
        let used = row_width(&scores).min(inside.width);
        let room = inside.width.saturating_sub(used + 2);
        draw(canvas, inside, inside.width - used, 0, &scores);
        let facts = scene.view.facts.iter().filter(|fact| fact.seat.is_none() && fact.name != "round");
        let facts: Vec<Bit> = facts.map(|fact| board.fact(fact).after(1)).collect();
        let dotted = |bits: &mut Vec<Bit>, fact: &Bit| bits.extend([dot().glued(), fact.clone()]);
        let mut whole = bits.clone();
        facts.iter().for_each(|fact| dotted(&mut whole, fact));
        if row_width(&whole) <= room || facts.is_empty() {
            draw(canvas, Rect { width: room, ..inside }, 0, 0, &folded(whole, room, look.dim()));
            return 1;
        }
        draw(canvas, Rect { width: room, ..inside }, 0, 0, &folded(bits, room, look.dim()));
        let mut row = Vec::new();
        facts.iter().for_each(|fact| dotted(&mut row, fact));
        row.remove(0);
        draw(canvas, inside, 0, 1, &folded(row, inside.width, look.dim()));
        2
    }
    /// What is asked, or why something was refused, in at most `limit` lines, with room for what is picked.
    fn prompt_lines(&self, painter: &Painter<'_>, columns: usize, limit: usize) -> Vec<Line<'static>> {
        let look = painter.look;
        let scene = &self.scene;
        let picked: usize = self.picked_line(painter).iter().map(Span::width).sum();
        let room = columns.saturating_sub(if picked > 0 { picked + 2 } else { 0 });
        let (text, style) = match (&self.advice, scene.turn) {
            _ if !self.notice.is_empty() => (self.notice.clone(), look.warning()),
            (Some(advice), _) => {
                let text = self.advised().map_or("", |choice| &choice.text);
                let note = if advice.note.is_empty() { String::new() } else { format!(" ({})", advice.note) };
                (format!("Hint: {text}{note}"), look.fresh())
            }
            (None, Some(seat)) if scene.seat != Some(seat) => {
                let doing = if scene.thinking { "is thinking…" } else { "is to play." };
                (format!("{} {doing}", scene.party.name(seat)), look.dim())
            }
            (None, _) => (scene.view.prompt.clone(), look.strong()),
        };
        let spans = prose(painter.pieces, &text, &self.advised_faces(), style, look);
        let mut lines = wrap(&spans, room, 0);
        if lines.len() > limit {
            lines.truncate(limit);
            if let Some(last) = lines.last_mut() {
                last.spans.push(Span::styled("…", style));
            }
        }
        lines
    }
    fn advised_faces(&self) -> Vec<&str> {
        let shown = |pick: &Pick| self.scene.view.zones.get(pick.zone)?.pieces.get(pick.piece)?.face.as_deref();
        self.advised().map_or(Vec::new(), |choice| choice.picks.iter().filter_map(shown).collect())
    }
    fn picked_line(&self, painter: &Painter<'_>) -> Vec<Span<'static>> {
        let look = painter.look;
        let mut spans = Vec::new();
        if let Some(verb) = self.chooser.narrowed() {
            spans.push(Span::styled(format!("{}:", self.chooser.verb(verb)), look.accent()));
        } else if !self.chooser.picked().is_empty() {
            spans.push(Span::styled("picked:", look.dim()));
        }
        for pick in self.chooser.picked() {
            let zone = self.scene.view.zones.get(pick.zone);
            let Some(shown) = zone.and_then(|zone| zone.pieces.get(pick.piece)) else { continue };
            let face = shown.face.as_deref().map(|text| face(painter.pieces, text));
            let (text, style) = face.map_or(("back".to_owned(), look.back()), |face| (face.text, look.tint(face.tint)));
            spans.push(Span::styled(format!(" {text}"), style));
        }
        spans
    }
    fn keys(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let look = canvas.look;
        let mut keys: Vec<(&str, &str)> = Vec::new();
        if self.chooser.is_open() {
            keys.push(("←→", "choose"));
            let mut zones = self.chooser.pointable().map(|pick| pick.zone);
            let first = zones.next();
            if zones.any(|zone| Some(zone) != first) {
                keys.push(("↑↓", "move"));
            }
            // On the list of what can be done the space bar does it.
            if let Some(Focus::Piece(_)) = self.chooser.focus() {
                keys.push(("Space", "pick"));
            }
            keys.push(("Enter", "play"));
            if self.chooser.narrowed().is_some() || !self.chooser.picked().is_empty() {
                keys.push(("Esc", "back"));
            }
            keys.push(("h", "hint"));
        }
        if self.scene.can_undo {
            keys.push(("u", "undo"));
        }
        if self.scene.thinking {
            keys.push(("Enter", "hurry"));
        }
        keys.extend([("?", "rules"), ("l", "log"), ("q", "leave")]);
        key_line(canvas, area, &keys, look);
    }
}

/// The rows around `here`, with a note of what is above and below.
fn windowed(rows: Vec<Vec<Bit>>, here: usize, limit: usize, painter: &Painter<'_>) -> Vec<Vec<Bit>> {
    let first = (here + 1).saturating_sub(limit);
    let last = (first + limit).min(rows.len());
    let count = |rows: &[Vec<Bit>]| rows.iter().flatten().map(|bit| bit.pieces).sum::<usize>();
    let (above, below) = (count(&rows[..first]), count(&rows[last..]));
    let mut shown = rows[first..last].to_vec();
    let note = |arrow: &str, count: usize| Bit::text(format!("{arrow}+{count}"), painter.look.dim()).after(2);
    if above > 0
        && let Some(row) = shown.first_mut()
    {
        row.push(note("↑", above));
    }
    if below > 0
        && let Some(row) = shown.last_mut()
    {
        row.push(note("↓", below));
    }
    shown
}

/// The log at the right of the board, the newest line last.
fn draw_log(canvas: &mut Canvas<'_>, area: Rect, scene: &Scene) {
    let look = canvas.look;
    for row in 0..area.height {
        canvas.print(area, row, Span::styled("│", look.dim()));
    }
    let inside = Rect { x: area.x + 2.min(area.width), width: area.width.saturating_sub(3), ..area };
    let lines = log_lines(scene, inside.width.into(), look);
    let first = lines.len().saturating_sub(inside.height.into());
    for (row, line) in lines.into_iter().skip(first).enumerate() {
        canvas.print(inside, row as u16, line);
    }
}
