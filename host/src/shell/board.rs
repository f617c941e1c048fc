//! The board: the zones and facts of a view, laid out from the view alone.
//!
//! Small tables whose other seats have nothing but a hand are drawn around the middle; all others as a list of seats.
//! What has no room is drawn closer, then folded, then cut; the frame never breaks.

use parlour_sdk::view::{Fact, Zone, ZoneKind};
use parlour_sdk::{PieceKind, Seat};
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::canvas::Canvas;
use super::face::prose;
use super::scene::Scene;
use super::strip::{Bit, draw, draw_tall, flow, flow_within, folded, row_width};
use super::text::fill;
use super::zone::{Density, Painter};

/// The rows of a part of the board.
type Rows = Vec<Vec<Bit>>;

/// How close each part of the board is drawn, from the most pleasant to the closest.
const DENSITIES: [[Density; 3]; 7] = {
    use Density::{Close, Counted, Grouped, Wide};
    [
        [Wide, Wide, Wide],
        [Close, Wide, Wide],
        [Close, Wide, Close],
        [Grouped, Close, Close],
        [Counted, Close, Close],
        [Counted, Grouped, Grouped],
        [Counted, Counted, Counted],
    ]
};

/// A board in the making.
pub struct Board<'a> {
    /// What is drawn.
    pub scene: &'a Scene,
    /// How pieces are drawn.
    pub painter: Painter<'a>,
}

impl Board<'_> {
    /// Draws everything but the observer's own hand.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if area.is_empty() {
            return;
        }
        let others = self.scene.others();
        let hidden = |zone: &Zone| zone.pieces.iter().all(|piece| piece.face.is_none());
        let bare = |seat: &Seat| self.zones_of(*seat).all(|(_, zone)| zone.kind == ZoneKind::Hand || hidden(zone));
        let centre = |zone: &Zone| matches!(zone.kind, ZoneKind::Trick | ZoneKind::Fan);
        let around = self.scene.seat.is_some() && others.len() <= 3 && others.iter().all(bare);
        let around = around && (self.scene.view.zones.iter().any(centre) || others.len() == 1);
        if around && area.width >= 46 && area.height >= 8 {
            self.draw_around(canvas, area, &others);
        } else {
            self.draw_list(canvas, area, &others);
        }
    }

    /// The zones of a seat, but not the observer's own hand, which has a place of its own.
    fn zones_of(&self, seat: Seat) -> impl Iterator<Item = (usize, &Zone)> {
        let own = self.scene.seat == Some(seat);
        let zones = self.scene.view.zones.iter().enumerate();
        zones.filter(move |(_, zone)| zone.owner == Some(seat) && !(own && zone.kind == ZoneKind::Hand))
    }
    fn middle_zones(&self) -> impl Iterator<Item = (usize, &Zone)> {
        self.scene.view.zones.iter().enumerate().filter(|(_, zone)| zone.owner.is_none())
    }
    fn trick(&self) -> Option<(usize, &Zone)> {
        self.middle_zones().find(|(_, zone)| zone.kind == ZoneKind::Trick)
    }
    fn facts_of(&self, seat: Seat) -> impl Iterator<Item = &Fact> {
        self.scene.view.facts.iter().filter(move |fact| fact.seat == Some(seat))
    }

    /// A fact in words: its name, then its value.
    pub fn fact(&self, fact: &Fact) -> Bit {
        let look = self.painter.look;
        let mut spans = vec![Span::styled(fact.name.clone(), look.dim())];
        if fact.value != "yes" {
            spans.push(Span::raw(" "));
            spans.extend(prose(self.painter.pieces, &fact.value, &[], look.text(), look));
        }
        Bit::new(spans).after(2)
    }
    /// A seat's name, marked if it is to act or deals.
    fn name(&self, seat: Seat, columns: usize) -> Bit {
        let look = self.painter.look;
        let acts = self.scene.turn == Some(seat);
        let (marker, style) = if acts { ("▸", look.accent()) } else { (" ", look.strong()) };
        let name = self.scene.name(seat);
        let name = if columns > 0 { fill(name, columns) } else { name.to_owned() };
        Bit::new(vec![Span::styled(marker, look.accent()), Span::styled(name, style)])
    }

    /// The rows of a seat in the list: its name, hand and facts, then its other zones.
    fn seat_rows(&self, seat: Seat, density: Density, width: u16) -> Rows {
        let longest = self.scene.others().iter().map(|&seat| super::text::width(self.scene.name(seat))).max();
        let mut bits = vec![self.name(seat, longest.unwrap_or(0).clamp(3, 12)).glued()];
        let (hands, rest): (Vec<_>, Vec<_>) = self.zones_of(seat).partition(|(_, zone)| zone.kind == ZoneKind::Hand);
        bits.extend(hands.into_iter().flat_map(|(index, zone)| self.painter.zone(index, zone, density)));
        bits.extend(self.facts_of(seat).map(|fact| self.fact(fact)));
        let melds = rest.len();
        if density == Density::Counted && melds > 2 {
            let pieces = rest.iter().map(|(_, zone)| zone.pieces.len()).sum();
            bits.push(Bit::text(format!("{melds} laid"), self.painter.look.text()).after(2).of_pieces(pieces));
        } else {
            bits.extend(rest.into_iter().flat_map(|(index, zone)| self.painter.zone(index, zone, density)));
        }
        set_in(flow(bits, width.saturating_sub(3)))
    }
    /// The rows of what lies in the middle.
    fn middle_rows(&self, density: Density, width: u16, with_trick: bool) -> Rows {
        let zones = self.middle_zones().filter(|(_, zone)| with_trick || zone.kind != ZoneKind::Trick);
        let bits = zones.flat_map(|(index, zone)| match zone.kind {
            ZoneKind::Trick => self.trick_row(index, zone, density),
            _ => self.painter.zone(index, zone, density),
        });
        let style = self.painter.look.dim();
        flow_within(bits.collect(), width, if density == Density::Wide { 4 } else { 2 }, style)
    }
    /// A trick in one row: each piece after the name of its seat.
    fn trick_row(&self, index: usize, zone: &Zone, density: Density) -> Vec<Bit> {
        let mut bits = vec![Bit::text("trick", self.painter.look.dim()).after(3)];
        let mut last = None;
        for (piece, bit) in self.painter.pieces(index, zone, density.min(Density::Close)).into_iter().enumerate() {
            let by = zone.pieces.get(piece).and_then(|shown| shown.by);
            if let Some(seat) = by
                && by != last
            {
                bits.push(Bit::text(self.scene.name(seat), self.painter.look.text()).after(2).glued());
            }
            last = by;
            bits.push(bit);
        }
        bits
    }
    /// The rows of one's own zones and facts, but the hand.
    fn own_rows(&self, density: Density, width: u16) -> Rows {
        let Some(seat) = self.scene.seat else { return Vec::new() };
        let mut bits: Vec<Bit> = self.facts_of(seat).map(|fact| self.fact(fact)).collect();
        let zones = self.zones_of(seat).flat_map(|(index, zone)| self.painter.zone(index, zone, density));
        bits.extend(zones);
        if bits.is_empty() && self.scene.turn != Some(seat) {
            return Vec::new();
        }
        bits.insert(0, self.name(seat, 0));
        set_in(flow(bits, width.saturating_sub(3)))
    }

    /// The board as a list: the other seats, the middle, one's own.
    fn draw_list(&self, canvas: &mut Canvas<'_>, area: Rect, others: &[Seat]) {
        let width = area.width;
        let laid = |[theirs, middle, own]: [Density; 3]| {
            let seats: Rows = others.iter().flat_map(|&seat| self.seat_rows(seat, theirs, width)).collect();
            [seats, self.middle_rows(middle, width.saturating_sub(2), true), self.own_rows(own, width)]
        };
        let height = |parts: &[Rows; 3]| parts.iter().map(Vec::len).sum::<usize>();
        let room = usize::from(area.height);
        let mut densities = DENSITIES.iter().map(|&densities| laid(densities));
        let Some(mut parts) = densities.clone().find(|parts| height(parts) <= room).or_else(|| densities.next_back())
        else {
            return;
        };
        if height(&parts) > room {
            let single = |&seat: &Seat| self.seat_rows(seat, Density::Counted, u16::MAX).concat();
            parts[0] = others.iter().map(single).collect();
        }
        self.cut(&mut parts, room);
        let spare = room.saturating_sub(height(&parts));
        let gap = u16::from(spare >= 2) + u16::from(spare >= 8);
        let mut row = 0;
        for (part, rows) in parts.iter().enumerate() {
            let first_of_own = part == 2 && !rows.is_empty();
            if part > 0 && !rows.is_empty() {
                row += gap;
            }
            if first_of_own && spare >= 2 {
                row = row.max(area.height.saturating_sub(rows.len() as u16));
            }
            let tall = part == 1 && rows.len() == 1 && spare >= 5;
            for bits in rows {
                let column = u16::from(part == 1);
                let bits = folded(bits.clone(), width.saturating_sub(column), canvas.look.dim());
                if tall {
                    draw_tall(canvas, area, column, row, &bits);
                } else {
                    draw(canvas, area, column, row, &bits);
                }
                row += if tall { 3 } else { 1 };
            }
        }
    }
    /// Cuts the rows of the other seats, then of one's own, to the room there is.
    fn cut(&self, parts: &mut [Rows; 3], room: usize) {
        let style = self.painter.look.dim();
        for part in [0, 2, 1] {
            let over = parts.iter().map(Vec::len).sum::<usize>().saturating_sub(room);
            let keep = parts[part].len().saturating_sub(over);
            if over > 0 && keep < parts[part].len() {
                let cut: usize = parts[part].drain(keep.max(1).min(parts[part].len()) - 1..).map(|row| row.len()).sum();
                if keep > 0 && cut > 0 {
                    parts[part].push(vec![Bit::text("…", style)]);
                }
            }
        }
    }

    /// The board as a table: the other seats around, tricks and piles in the middle, one's own below.
    fn draw_around(&self, canvas: &mut Canvas<'_>, area: Rect, others: &[Seat]) {
        let own = flow_within(self.own_rows(Density::Wide, area.width).concat(), area.width, 2, canvas.look.dim());
        let own_height = own.len() as u16;
        for (row, bits) in own.iter().enumerate() {
            draw(canvas, area, 0, area.height - own_height + row as u16, bits);
        }
        let rest = Rect { height: area.height - own_height, ..area };
        let (left, top, right) = match *others {
            [] => (None, None, None),
            [top] => (None, Some(top), None),
            [left, right] => (Some(left), None, Some(right)),
            [left, top, right, ..] => (Some(left), Some(top), Some(right)),
        };
        let mut inner = rest;
        if let Some(seat) = top {
            let mut bits = vec![self.name(seat, 0)];
            let zones = self.zones_of(seat).filter(|(_, zone)| zone.kind == ZoneKind::Hand || !zone.pieces.is_empty());
            bits.extend(zones.flat_map(|(index, zone)| {
                if zone.kind != ZoneKind::Hand {
                    return self.painter.zone(index, zone, Density::Grouped);
                }
                let density = if zone.pieces.len() > 12 { Density::Grouped } else { Density::Wide };
                self.painter.pieces_or_backs(index, zone, density)
            }));
            bits.extend(self.facts_of(seat).map(|fact| self.fact(fact)));
            let rows = flow_within(bits, area.width, 2, canvas.look.dim());
            for (row, bits) in rows.iter().enumerate() {
                let column = area.width.saturating_sub(row_width(bits)) / 2;
                draw(canvas, area, column, row as u16, bits);
            }
            inner =
                Rect { y: rest.y + rows.len() as u16, height: rest.height.saturating_sub(rows.len() as u16), ..rest };
        }
        let mut pad = 0;
        for (seat, at_right) in [(left, false), (right, true)] {
            let Some(seat) = seat else { continue };
            let rows = self.side_rows(seat, area.width * 3 / 10, usize::from(inner.height));
            let first = if others.len() == 2 { 0 } else { inner.height.saturating_sub(rows.len() as u16) / 2 };
            for (row, bits) in rows.iter().enumerate() {
                pad = pad.max(row_width(bits) + 1);
                let column = if at_right { area.width.saturating_sub(row_width(bits)) } else { 0 };
                draw(canvas, inner, column, first + row as u16, bits);
            }
        }
        let middle = Rect { x: inner.x + pad, width: inner.width.saturating_sub(2 * pad), ..inner };
        self.draw_middle(canvas, middle, area);
    }
    fn side_rows(&self, seat: Seat, width: u16, limit: usize) -> Rows {
        let mut rows = vec![vec![self.name(seat, 0)]];
        let zones = self.zones_of(seat).filter(|(_, zone)| zone.kind == ZoneKind::Hand || !zone.pieces.is_empty());
        for (index, zone) in zones {
            if zone.kind != ZoneKind::Hand {
                rows.push(self.painter.zone(index, zone, Density::Grouped));
                continue;
            }
            let wide = self.painter.pieces_or_backs(index, zone, Density::Wide);
            let fits = row_width(&wide) <= width && zone.pieces.len() <= 5;
            rows.push(if fits { wide } else { self.painter.pieces_or_backs(index, zone, Density::Grouped) });
        }
        rows.extend(self.facts_of(seat).map(|fact| vec![self.fact(fact)]));
        rows.truncate(limit);
        rows.into_iter().map(|row| folded(row, width, self.painter.look.dim())).collect()
    }
    /// The middle of the table: the trick by the seats that played to it, the piles below.
    fn draw_middle(&self, canvas: &mut Canvas<'_>, area: Rect, whole: Rect) {
        let trick = self.trick().filter(|_| area.height >= 3 && area.width >= 16);
        let piles = self.middle_rows(Density::Wide, area.width.saturating_sub(2), trick.is_none());
        let count = piles.len() as u16;
        let cross = |rows: u16| if trick.is_some() { 3 * rows } else { 0 };
        let tall_trick = trick.is_some() && area.height >= cross(3) + count;
        let trick_rows = if tall_trick { 3 } else { 1 };
        let rest = area.height.saturating_sub(cross(trick_rows));
        let tall_piles = count > 0 && rest >= 3 * count + 2 * count.min(1);
        let pile_rows = if tall_piles { 3 } else { 1 };
        let used = cross(trick_rows) + count * pile_rows;
        let gap = u16::from(count > 0 && trick.is_some() && used < area.height);
        let mut row = area.height.saturating_sub(used + gap) / 2;
        if let Some((index, zone)) = trick {
            let (_, place) = super::canvas::top(area, row);
            self.draw_cross(canvas, place, index, zone, trick_rows);
            row += cross(trick_rows) + gap;
        }
        for bits in &piles {
            let column = (whole.width.saturating_sub(row_width(bits)) / 2).saturating_sub(area.x - whole.x);
            if tall_piles {
                draw_tall(canvas, area, column, row, bits);
            } else {
                draw(canvas, area, column, row, bits);
            }
            row += pile_rows;
        }
    }
    /// A trick as a cross: each seat's pieces on its side, each piece `rows` rows high.
    fn draw_cross(&self, canvas: &mut Canvas<'_>, area: Rect, index: usize, zone: &Zone, rows: u16) {
        let bits = self.painter.pieces(index, zone, Density::Wide);
        let others = self.scene.others();
        let place = |seat: Seat| match (others.iter().position(|&other| other == seat), others.len()) {
            (None, _) => 3,
            (Some(0), 2 | 3) => 0,
            (Some(1), 3) | (Some(0), 1) => 1,
            _ => 2,
        };
        let mut parts: [Vec<Bit>; 4] = Default::default();
        for (piece, bit) in bits.into_iter().enumerate() {
            let by = zone.pieces.get(piece).and_then(|shown| shown.by);
            parts[by.map_or(3, place)].push(bit);
        }
        let centre = area.width / 2;
        let empty = |part: usize| others.len() == 3 || part == 3 || others.len() == 2 && part != 1;
        let blank = if self.painter.pieces == PieceKind::Dominoes { "  ·  " } else { " ·  " };
        for (part, bits) in parts.iter().enumerate() {
            let blank = [Bit::text(blank, canvas.look.dim())];
            let bits = if bits.is_empty() && empty(part) { &blank[..] } else { bits };
            let width = row_width(bits);
            let (line, column) = match part {
                0 => (1, centre.saturating_sub(3 + width)),
                1 => (0, centre.saturating_sub(width / 2)),
                2 => (1, centre + 3),
                _ => (2, centre.saturating_sub(width / 2)),
            };
            let bits = folded(bits.to_vec(), area.width - column.min(area.width), canvas.look.dim());
            if rows == 3 {
                draw_tall(canvas, area, column, line * rows, &bits);
            } else {
                draw(canvas, area, column, line * rows, &bits);
            }
        }
    }
}

/// Rows of which all but the first are set in.
fn set_in(mut rows: Rows) -> Rows {
    for row in rows.iter_mut().skip(1) {
        row.insert(0, Bit::text(" ", ratatui::style::Style::new()));
    }
    rows
}
