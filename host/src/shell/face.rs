//! Faces: how cards and tiles are written on the screen, alone and in a sentence.

use parlour_sdk::{PieceKind, view::Shown};
use ratatui::style::Style;
use ratatui::text::Span;

use super::theme::{Look, Tint};

/// A face ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// What is written: `K♥`, `6|3`.
    pub text: String,
    /// Its colour.
    pub tint: Tint,
}

/// The face of a text of this kind of piece. A text that is no face is shown as it is.
///
/// ```
/// use parlour::shell::face::face;
/// use parlour_sdk::PieceKind;
/// assert_eq!(face(PieceKind::French, "KH").text, "K♥");
/// assert_eq!(face(PieceKind::Italian, "HD").text, "H●");
/// assert_eq!(face(PieceKind::Dominoes, "63").text, "6|3");
/// ```
pub fn face(kind: PieceKind, text: &str) -> Face {
    known(kind, text).unwrap_or_else(|| Face { text: text.to_owned(), tint: Tint::Plain })
}

fn known(kind: PieceKind, text: &str) -> Option<Face> {
    let mut symbols = text.chars();
    let (first, second, end) = (symbols.next()?, symbols.next(), symbols.next());
    if end.is_some() {
        return None;
    }
    let Some(second) = second else {
        return (first == '*').then(|| Face { text: "*".to_owned(), tint: Tint::Gold });
    };
    if kind == PieceKind::Dominoes {
        let pips = first.is_ascii_digit() && second.is_ascii_digit();
        return pips.then(|| Face { text: format!("{first}|{second}"), tint: Tint::Plain });
    }
    let ranks = if kind == PieceKind::Italian { "AKHJ765432" } else { "AKQJT98765432" };
    let (glyph, tint) = suit(kind, second)?;
    ranks.contains(first).then(|| Face { text: format!("{first}{glyph}"), tint })
}

/// The glyph and the colour of a suit's letter.
pub fn suit(kind: PieceKind, letter: char) -> Option<(char, Tint)> {
    Some(match (kind, letter) {
        (PieceKind::French, 'S') => ('♠', Tint::Spades),
        (PieceKind::French, 'H') => ('♥', Tint::Hearts),
        (PieceKind::French, 'D') => ('♦', Tint::Diamonds),
        (PieceKind::French, 'C') => ('♣', Tint::Clubs),
        (PieceKind::Italian, 'D') => ('●', Tint::Gold),
        (PieceKind::Italian, 'S') => ('†', Tint::Diamonds),
        (PieceKind::Italian, 'C') => ('∪', Tint::Hearts),
        (PieceKind::Italian, 'B') => ('╱', Tint::Clubs),
        _ => return None,
    })
}

/// What a piece shows, without brackets: its face, `*(9♠)` for a wild piece with a place, or a back.
pub fn shown(kind: PieceKind, piece: &Shown) -> Face {
    match (&piece.face, &piece.stands_for) {
        (None, _) => Face { text: back(kind).to_owned(), tint: Tint::Plain },
        (Some(own), None) => face(kind, own),
        (Some(own), Some(place)) => {
            let (own, place) = (face(kind, own), face(kind, place));
            Face { text: format!("{}({})", own.text, place.text), tint: Tint::Gold }
        }
    }
}

/// A back, as wide as a face.
pub fn back(kind: PieceKind) -> &'static str {
    if kind == PieceKind::Dominoes { "▒▒▒" } else { "▒▒" }
}

/// A sentence with the faces and suits in it drawn as such. The pips of dominoes are also numbers: of these only
/// `named` ones are drawn as tiles.
pub fn prose(kind: PieceKind, text: &str, named: &[&str], style: Style, look: Look) -> Vec<Span<'static>> {
    let mut spans: Vec<Span<'static>> = Vec::new();
    let mut plain = String::new();
    let word_symbol = |symbol: char| symbol.is_alphanumeric() || symbol == '*';
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        let end = rest.find(|symbol| !word_symbol(symbol)).unwrap_or(rest.len());
        if end == 0 {
            plain.push(symbol);
            rest = &rest[symbol.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        match word_face(kind, word, named) {
            Some(Face { text, tint }) => {
                spans.push(Span::styled(std::mem::take(&mut plain), style));
                spans.push(Span::styled(text, style.patch(look.tint(tint))));
            }
            None => plain.push_str(word),
        }
        rest = after;
    }
    spans.push(Span::styled(plain, style));
    spans.retain(|span| !span.content.is_empty());
    spans
}

fn word_face(kind: PieceKind, word: &str, named: &[&str]) -> Option<Face> {
    if kind == PieceKind::Dominoes {
        return if named.contains(&word) { known(kind, word) } else { None };
    }
    let mut symbols = word.chars();
    match (symbols.next(), symbols.next()) {
        (Some(letter), None) if letter != '*' => {
            suit(kind, letter).map(|(glyph, tint)| Face { text: glyph.to_string(), tint })
        }
        _ => known(kind, word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(kind: PieceKind, text: &str, named: &[&str]) -> String {
        let spans = prose(kind, text, named, Style::new(), Look::default());
        spans.iter().map(|span| span.content.as_ref()).collect()
    }

    #[test]
    fn sentences_show_faces() {
        let french = PieceKind::French;
        assert_eq!(flat(french, "Ana lays 7S 7H, TD; names H.", &[]), "Ana lays 7♠ 7♥, T♦; names ♥.");
        assert_eq!(flat(french, "escalera 5S: 5S 6S *", &[]), "escalera 5♠: 5♠ 6♠ *");
        assert_eq!(flat(french, "20 − 6 = 14 to ASH", &[]), "20 − 6 = 14 to ASH");
        assert_eq!(flat(PieceKind::Italian, "exchange 4C 2S for KD 7B", &[]), "exchange 4∪ 2† for K● 7╱");
        assert_eq!(flat(PieceKind::Dominoes, "play 63, bid 21", &["63"]), "play 6|3, bid 21");
    }
}
