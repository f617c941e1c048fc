//! Views: what an observer may see of a table, for any shell to draw.
//!
//! A view is built afresh from the state for one observer and names nothing that this observer may not know. It has
//! no layout: a shell places the zones by their kind and owner.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// The player in a seat.
    Seat(Seat),
    /// Somebody who sees only what lies open.
    Public,
    /// The referee, who sees everything.
    Referee,
}

impl Observer {
    /// Whether the observer sees what is for this seat's eyes.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Public => false,
            Self::Referee => true,
        }
    }
}

/// What an observer sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct View {
    /// The places with pieces.
    pub zones: Vec<Zone>,
    /// What holds for the table or a seat: trumps, the bid, the pool.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// What the seat to act is asked, in a sentence: "You must play a trump."
    #[serde(default)]
    pub prompt: String,
    /// The section of the rule book that the moment is about (`4`, `R2`); empty if none.
    #[serde(default)]
    pub rule: String,
}

/// How the pieces of a zone lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneKind {
    /// A seat's hand: each piece can be picked.
    Hand,
    /// One upon another, the top first: a stock, a discard pile. Only the top shows, with the count.
    Stack,
    /// Open side by side, in no seat's hand: the monte.
    #[default]
    Fan,
    /// One after another, in the order they came.
    Row,
    /// Laid down together as a combination.
    Meld,
    /// The trick in progress: each piece carries its seat.
    Trick,
    /// A kind from a later SDK; drawn as a row.
    #[serde(other)]
    Other,
}

/// A place with pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Zone {
    /// Its name, unique in the view: `hand`, `hand 2`, `stock`, `meld 1`. The observer's own hand is `hand`.
    pub name: String,
    /// How the pieces lie.
    pub kind: ZoneKind,
    /// Whose it is; none for what lies in the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// The pieces; of a stack the top first.
    #[serde(default)]
    pub pieces: Vec<Shown>,
    /// A few words beside it: `8 points`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A piece as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Shown {
    /// The face; `None` for a back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<String>,
    /// Who put it there, in a trick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// The face that it stands for, of a wild piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<String>,
    /// Whether it is what the table turns on just now: the winning card of a trick.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

impl Shown {
    /// An open piece.
    pub fn face(face: impl ToString) -> Self {
        Self { face: Some(face.to_string()), ..Self::default() }
    }
    /// A piece seen from behind.
    pub fn back() -> Self {
        Self::default()
    }
}

impl Zone {
    /// An empty zone.
    pub fn new(name: impl Into<String>, kind: ZoneKind) -> Self {
        Self { name: name.into(), kind, ..Self::default() }
    }
    /// A seat's hand, open if the observer may see it, else backs. The observer's own hand is named `hand`, that of
    /// another seat `hand 3` (the third seat).
    ///
    /// ```
    /// use parlour_sdk::{Card, Hand, Seat, view::{Observer, Zone}};
    /// let hand: Hand<Card> = [Card::new(0, parlour_sdk::Suit::Hearts)].into_iter().collect();
    /// let own = Zone::hand(Seat(1), hand, Observer::Seat(Seat(1)));
    /// assert_eq!((own.name.as_str(), own.pieces[0].face.as_deref()), ("hand", Some("AH")));
    /// let other = Zone::hand(Seat(1), hand, Observer::Public);
    /// assert_eq!((other.name.as_str(), other.pieces[0].face.as_deref()), ("hand 2", None));
    /// ```
    pub fn hand<P: ToString>(seat: Seat, pieces: impl IntoIterator<Item = P>, observer: Observer) -> Self {
        let name = if observer == Observer::Seat(seat) { "hand".to_owned() } else { format!("hand {seat}") };
        let shown = |piece: P| if observer.sees(seat) { Shown::face(piece) } else { Shown::back() };
        Self::new(name, ZoneKind::Hand).owned(seat).holding(pieces.into_iter().map(shown))
    }
    /// A pile of `count` backs.
    pub fn backs(name: impl Into<String>, count: usize) -> Self {
        Self::new(name, ZoneKind::Stack).holding(std::iter::repeat_n(Shown::back(), count))
    }
    /// The zone with an owner.
    #[must_use]
    pub fn owned(mut self, seat: Seat) -> Self {
        self.owner = Some(seat);
        self
    }
    /// The zone with these pieces.
    #[must_use]
    pub fn holding(mut self, pieces: impl IntoIterator<Item = Shown>) -> Self {
        self.pieces = pieces.into_iter().collect();
        self
    }
    /// The zone with open pieces of these faces.
    #[must_use]
    pub fn faces<P: ToString>(self, pieces: impl IntoIterator<Item = P>) -> Self {
        self.holding(pieces.into_iter().map(Shown::face))
    }
    /// The zone with a few words beside it.
    #[must_use]
    pub fn noted(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }
}

/// Something that holds: of the table, or of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Fact {
    /// Its name: `trumps`, `bid`, `tokens`.
    pub name: String,
    /// Its value in words, faces and suits as their texts.
    pub value: String,
    /// The seat that it is about; none for the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

impl View {
    /// Adds a fact about the table.
    pub fn fact(&mut self, name: impl Into<String>, value: impl ToString) {
        self.facts.push(Fact { name: name.into(), value: value.to_string(), seat: None });
    }
    /// Adds a fact about a seat.
    pub fn fact_of(&mut self, seat: Seat, name: impl Into<String>, value: impl ToString) {
        self.facts.push(Fact { name: name.into(), value: value.to_string(), seat: Some(seat) });
    }
    /// The index of the zone of this name.
    pub fn zone(&self, name: &str) -> Option<usize> {
        self.zones.iter().position(|zone| zone.name == name)
    }
    /// Where a piece of this face lies in the zone of this name: `(zone, place)`.
    pub fn find(&self, zone: &str, face: impl ToString) -> Option<Pick> {
        let zone = self.zone(zone)?;
        let face = face.to_string();
        let piece = self.zones[zone].pieces.iter().position(|shown| shown.face.as_ref() == Some(&face))?;
        Some(Pick { zone, piece })
    }
}

/// A piece in a view: the zone's index and the place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pick {
    /// The index of the zone.
    pub zone: usize,
    /// The place in the zone.
    pub piece: usize,
}

/// A legal action with the pieces that it touches: a person who picks some of them narrows the actions to those that
/// touch them all. Twins (pieces of one face in one zone) stand for each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The action's code.
    pub code: u64,
    /// The action's notation.
    pub text: String,
    /// What is done, in a word or two: `discard`, `add to 2 high`. Actions of the same verb share a key.
    pub verb: String,
    /// The pieces, in the order that they are named.
    #[serde(default)]
    pub picks: Vec<Pick>,
    /// The index of the zone that it is done to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<usize>,
}

/// A line of the log: what a seat did, or what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Whose doing it is; the shell puts the name (or "You") before the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The text, `(s)` standing for the ending of a verb that goes with a name: `take(s) the pile`, read as "You take
    /// the pile" and "Ana takes the pile". Faces are written as their texts.
    pub text: String,
}

impl Line {
    /// What a seat did.
    pub fn of(seat: Seat, text: impl Into<String>) -> Self {
        Self { seat: Some(seat), text: text.into() }
    }
    /// What happened at the table.
    pub fn table(text: impl Into<String>) -> Self {
        Self { seat: None, text: text.into() }
    }
}

/// What a finished round shows: every hand, and how its points came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Summary {
    /// How the round ended, in a sentence.
    pub title: String,
    /// What each seat had, in groups (each meld, then the deadwood), by seat.
    #[serde(default)]
    pub hands: Vec<Vec<Group>>,
    /// The arithmetic, a line each, that a person can check: `20 − 6 = 14 to {0}`, where `{0}` is seat 0: the shell puts the name in.
    #[serde(default)]
    pub lines: Vec<Line>,
    /// What else the game says of the round, for house rules: name to value. Cards, tiles and melds are written by
    /// [`face`](crate::hook::face).
    #[serde(default)]
    pub facts: serde_json::Map<String, serde_json::Value>,
}

/// Pieces that belong together in a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Group {
    /// What they are: `run`, `deadwood`, `taken`.
    pub name: String,
    /// Their faces.
    pub faces: Vec<String>,
    /// A few words beside them: `18`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}
