//! Zones: the pieces of a view as strips.

use parlour_sdk::view::{Pick, Shown, Zone, ZoneKind};
use parlour_sdk::{PieceKind, Seat};
use ratatui::style::Style;
use ratatui::text::Span;

use super::canvas::Target;
use super::face::{back, shown};
use super::strip::{Bit, Edge};
use super::theme::Look;

/// How much room pieces are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Density {
    /// Each in brackets: `[K♥]`.
    Wide,
    /// Each with a space between: `K♥ Q♥`.
    Close,
    /// Those of one face once: `2♠×3`.
    Grouped,
    /// Only how many there are.
    Counted,
}

/// The most backs of a zone that are drawn one by one.
const MOST_BACKS: usize = 4;

/// What is to be seen about a piece besides its face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// It cannot be picked, while others can.
    pub dim: bool,
    /// It is picked.
    pub picked: bool,
    /// The cursor is on it.
    pub cursor: bool,
    /// It came just now, or what is highlighted touches it.
    pub lit: bool,
}

/// How pieces are to be drawn.
pub struct Painter<'a> {
    /// The colours.
    pub look: Look,
    /// What the game is played with.
    pub pieces: PieceKind,
    /// What is to be seen about each piece.
    pub mark: &'a dyn Fn(Pick) -> Mark,
}

impl Painter<'_> {
    /// The pieces of a zone at a density, without a label.
    pub fn pieces(&self, index: usize, zone: &Zone, density: Density) -> Vec<Bit> {
        let pieces = || zone.pieces.iter().enumerate().map(|(piece, shown)| (Pick { zone: index, piece }, shown));
        match density {
            Density::Wide if self.is_pile_of_backs(index, zone) => {
                let count = zone.pieces.len();
                let one = pieces().take(1).map(|(pick, shown)| self.wide(pick, shown).of_pieces(count).glued());
                one.chain([Bit::text(format!("×{count}"), self.look.dim())]).collect()
            }
            Density::Wide => pieces().map(|(pick, shown)| self.wide(pick, shown)).collect(),
            Density::Close => pieces().map(|(pick, shown)| self.close(pick, shown, 1)).collect(),
            Density::Grouped => {
                let mut groups: Vec<(Pick, &Shown, usize)> = Vec::new();
                for (pick, shown) in pieces() {
                    let mark = (self.mark)(pick);
                    let alike = |(first, other, _): &&mut (Pick, &Shown, usize)| {
                        (&other.face, &other.stands_for) == (&shown.face, &shown.stands_for)
                            && (self.mark)(*first) == mark
                    };
                    match groups.iter_mut().find(alike) {
                        Some((_, _, count)) => *count += 1,
                        None => groups.push((pick, shown, 1)),
                    }
                }
                groups.into_iter().map(|(pick, shown, count)| self.close(pick, shown, count)).collect()
            }
            Density::Counted if zone.pieces.is_empty() => Vec::new(),
            Density::Counted => {
                vec![Bit::text(format!("({})", zone.pieces.len()), self.look.dim()).of_pieces(zone.pieces.len())]
            }
        }
    }

    /// Whether these are so many backs that one and their number say as much.
    fn is_pile_of_backs(&self, index: usize, zone: &Zone) -> bool {
        let plain = |(piece, shown): (usize, &Shown)| {
            shown.face.is_none() && (self.mark)(Pick { zone: index, piece }) == Mark::default()
        };
        zone.pieces.len() > MOST_BACKS && zone.pieces.iter().enumerate().all(plain)
    }

    /// A piece in brackets; picked `▐K♥▌`, without brackets where it cannot be picked.
    fn wide(&self, pick: Pick, piece: &Shown) -> Bit {
        let mark = (self.mark)(pick);
        let (left, right) = match mark {
            Mark { picked: true, .. } => ("▐", "▌"),
            Mark { dim: true, .. } => (" ", " "),
            _ => ("[", "]"),
        };
        let plain = if mark.picked || mark.lit || piece.marked { self.look.fresh() } else { self.look.dim() };
        let edge = self.dressed(mark, plain);
        let shape = match mark {
            Mark { picked: true, .. } => Edge::Raised,
            Mark { dim: true, .. } => Edge::Bare,
            _ => Edge::Framed,
        };
        let (text, style) = self.inner(mark, piece);
        let text = if text.chars().count() == 1 { format!(" {text}") } else { text };
        let spans = vec![Span::styled(left, edge), Span::styled(text, style), Span::styled(right, edge)];
        Bit::new(spans).of_pieces(1).hitting(Target::Piece(pick)).edged(shape, edge)
    }

    /// A piece with a space before it, which holds a mark where it is picked.
    fn close(&self, pick: Pick, piece: &Shown, count: usize) -> Bit {
        let mark = (self.mark)(pick);
        let (text, style) = self.inner(mark, piece);
        let mut spans = Vec::new();
        if mark.picked {
            spans.push(Span::styled("▐", self.dressed(mark, self.look.fresh())));
        }
        spans.push(Span::styled(text, style));
        if count > 1 {
            spans.push(Span::styled(format!("×{count}"), self.look.dim()));
        }
        let gap = u16::from(!mark.picked);
        Bit::new(spans).after(gap).of_pieces(count).hitting(Target::Piece(pick))
    }

    fn inner(&self, mark: Mark, piece: &Shown) -> (String, Style) {
        let face = shown(self.pieces, piece);
        let style = match piece.face {
            _ if mark.dim => self.look.dim(),
            None => self.look.back(),
            Some(_) => self.look.tint(face.tint),
        };
        let style = if mark.lit || piece.marked { style.add_modifier(self.underlined()) } else { style };
        (face.text, self.dressed(mark, style))
    }
    fn underlined(&self) -> ratatui::style::Modifier {
        ratatui::style::Modifier::UNDERLINED
    }
    fn dressed(&self, mark: Mark, style: Style) -> Style {
        if mark.cursor { style.patch(self.look.cursor()) } else { style }
    }

    /// A zone with its label and note, of which the first bit starts the zone.
    pub fn zone(&self, index: usize, zone: &Zone, density: Density) -> Vec<Bit> {
        let mut bits = Vec::new();
        let name = label(zone);
        if !name.is_empty() {
            bits.push(Bit::text(name, self.look.dim()).after(2).glued());
        }
        match zone.kind {
            ZoneKind::Stack => bits.extend(self.stack(index, zone, density)),
            ZoneKind::Hand if zone.pieces.iter().all(|piece| piece.face.is_none()) => {
                bits.extend(self.backs(index, zone, density));
            }
            ZoneKind::Meld if density == Density::Wide => bits.extend(self.pieces(index, zone, Density::Close)),
            _ => bits.extend(self.pieces(index, zone, density)),
        }
        if zone.pieces.is_empty() {
            bits.push(Bit::text("–", self.look.dim()));
        }
        if !zone.note.is_empty() && density < Density::Counted {
            bits.push(Bit::text(format!("·{}", zone.note), self.look.dim()));
        }
        if let Some(first) = bits.first_mut() {
            *first = std::mem::take(first).after(3);
        }
        // A zone stays on one row where it can.
        let last = bits.pop();
        bits.into_iter().map(Bit::glued).chain(last).collect()
    }

    /// A pile: its top, how many there are, and what lies open below.
    fn stack(&self, index: usize, zone: &Zone, density: Density) -> Vec<Bit> {
        let Some(top) = zone.pieces.first() else { return Vec::new() };
        let pick = Pick { zone: index, piece: 0 };
        let first = if density == Density::Wide { self.wide(pick, top) } else { self.close(pick, top, 1) };
        let count = zone.pieces.len();
        let below = zone.pieces.iter().enumerate().skip(1).filter(|(_, piece)| piece.face.is_some());
        let below = below.map(|(piece, shown)| self.close(Pick { zone: index, piece }, shown, 1));
        let below: Vec<Bit> = if density <= Density::Close { below.collect() } else { Vec::new() };
        let count = if below.is_empty() { count.to_string() } else { format!("{count}:") };
        let first = [first.of_pieces(0), Bit::text(count, self.look.strong())];
        first.into_iter().chain(below).collect()
    }

    /// The pieces of a zone without its label; a hand from behind folds into one back where it is long.
    pub fn pieces_or_backs(&self, index: usize, zone: &Zone, density: Density) -> Vec<Bit> {
        if zone.kind == ZoneKind::Hand && zone.pieces.iter().all(|piece| piece.face.is_none()) {
            self.backs(index, zone, density)
        } else {
            self.pieces(index, zone, density)
        }
    }
    /// A hand from behind: every back, or one and how many there are.
    fn backs(&self, index: usize, zone: &Zone, density: Density) -> Vec<Bit> {
        let count = zone.pieces.len();
        if density == Density::Wide && count <= 12 {
            return self.pieces(index, zone, Density::Close);
        }
        if count == 0 {
            return Vec::new();
        }
        let spans = vec![
            Span::styled(back(self.pieces), self.look.back()),
            Span::styled(format!("×{count}"), self.look.text()),
        ];
        vec![Bit::new(spans).of_pieces(count)]
    }
}

/// What a zone is called beside its pieces: its name, without the owner's number, which stands elsewhere; a hand has
/// none.
pub fn label(zone: &Zone) -> String {
    if zone.kind == ZoneKind::Hand {
        return String::new();
    }
    let owned = |seat: Seat| {
        let number = (seat.0 + 1).to_string();
        let words: Vec<&str> = zone.name.split(' ').collect();
        match words.as_slice() {
            ["meld", meld] | ["meld", meld, "of", _] => (*meld).to_owned(),
            [rest @ .., "of", owner] | [rest @ .., owner] if *owner == number && !rest.is_empty() => rest.join(" "),
            _ => zone.name.clone(),
        }
    };
    zone.owner.map_or_else(|| zone.name.clone(), owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_leave_out_what_stands_elsewhere() {
        let named = |name: &str, kind, seat| label(&Zone::new(name, kind).owned(Seat(seat)));
        assert_eq!(named("hand 2", ZoneKind::Hand, 1), "");
        assert_eq!(named("meld 3 of 2", ZoneKind::Meld, 1), "3");
        assert_eq!(named("meld 4", ZoneKind::Meld, 0), "4");
        assert_eq!(named("taken 2", ZoneKind::Stack, 1), "taken");
        assert_eq!(label(&Zone::new("stock", ZoneKind::Stack)), "stock");
    }
}
