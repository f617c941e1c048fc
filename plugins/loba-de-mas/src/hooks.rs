//! The hooks, and the tables made of those that are asked beforehand.

use parlour_sdk::hook::{HookKind, HookType, HookValue, face};
use parlour_sdk::serde_json::{Value as Json, json};
use parlour_sdk::{Card, Piece, Seat, WildRun};

use crate::meld::{Meld, Shape};

/// The most that a card counts, for or against.
const MOST: i32 = 1000;

parlour_sdk::hooks! {
    /// The hooks of Loba de Más.
    pub struct Hooks {
        /// What a card counts in a meld; `place` is what it stands for in an escalera, from 1 (ace low) to 14 (ace
        /// high), and 0 in a pierna.
        tabulated meld_points(card: Card, kind: Kind, place: u8) -> i32, [-MOST..=MOST];
        /// What a card left in the hand costs at the end of the round.
        tabulated hand_points(card: Card) -> i32, [-MOST..=MOST];
        /// Whether the seat may have this meld: asked for the meld as it would be after a new meld, an `add` or a
        /// `move`.
        may_meld(seat: Seat, meld: LaidMeld) -> bool;
    }
}

/// The number of `may_meld`.
pub const MAY_MELD: u32 = 2;

/// What kind of meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A set.
    Pierna,
    /// A run.
    Escalera,
}

impl Kind {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pierna => "pierna",
            Self::Escalera => "escalera",
        }
    }
}

impl HookValue for Kind {
    fn declared() -> HookType {
        HookType::plain("MeldKind", HookKind::Face)
    }
    fn to_code(self) -> i64 {
        self as i64
    }
    fn from_code(code: i64) -> Option<Self> {
        [Self::Pierna, Self::Escalera].into_iter().find(|&kind| kind as i64 == code)
    }
    fn describe(code: i64) -> Option<Json> {
        <Self as HookValue>::from_code(code).map(|kind| json!(kind.word()))
    }
}

/// A meld with what it counts, packed into one value: the meld below, the points above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidMeld {
    /// The meld.
    pub meld: Meld,
    /// What it counts.
    pub points: i32,
}

/// Where the points are in the code, and what is added so that they are not negative.
const POINTS: u32 = 45;
const POINTS_ZERO: i64 = 1 << 17;
const _: () = assert!((MOST as i64) * (WildRun::LONGEST as i64) < POINTS_ZERO);

impl HookValue for LaidMeld {
    fn declared() -> HookType {
        HookType::plain("Meld", HookKind::Face).with_fields(&[
            ("kind", "MeldKind", "`pierna` or `escalera`"),
            ("cards", "Card[]", "the cards as they lie, those of an escalera from low to high"),
            ("wilds", "integer", "how many of the cards are wild"),
            ("low", "integer", "the lowest place of an escalera, 1 = ace low to 14 = ace high; 0 for a pierna"),
            ("high", "integer", "the highest place of an escalera; 0 for a pierna"),
            ("points", "integer", "what it counts"),
        ])
    }
    fn to_code(self) -> i64 {
        self.meld.code() as i64 | (i64::from(self.points) + POINTS_ZERO) << POINTS
    }
    fn from_code(code: i64) -> Option<Self> {
        let points = i32::try_from((code >> POINTS) - POINTS_ZERO).ok()?;
        Some(Self { meld: Meld::checked(code as u64 & ((1 << POINTS) - 1))?, points })
    }
    fn describe(code: i64) -> Option<Json> {
        let Self { meld, points } = <Self as HookValue>::from_code(code)?;
        let cards: Vec<Json> = meld.cards().map(face).collect();
        let (kind, wilds, low, high) = match meld.shape() {
            Shape::Pierna(_) => (Kind::Pierna, 0, 0, 0),
            Shape::Escalera(run) => (Kind::Escalera, run.wilds(), run.low(), run.high()),
        };
        Some(json!({
            "kind": kind.word(), "cards": cards, "wilds": wilds, "low": low, "high": high, "points": points,
        }))
    }
}

/// The places of an escalera and, at 0, a pierna.
const PLACES: usize = WildRun::TOP as usize + 1;

/// What each card counts where.
pub struct Points {
    meld: [[i32; PLACES]; 64],
    hand: [i32; 64],
}

impl Points {
    /// The points with the house rules in force.
    pub fn new(hooks: &Hooks) -> Self {
        let mut points = Self { meld: [[0; PLACES]; 64], hand: [0; 64] };
        for card in Card::pack().chain([Card::JOKER]) {
            let of_card = &mut points.meld[usize::from(card.code())];
            for (place, counts) in (0..).zip(of_card) {
                if may_lie(card, place) {
                    let kind = if place == 0 { Kind::Pierna } else { Kind::Escalera };
                    let answer = hooks.meld_points(meld_base(card, place), card, kind, place);
                    *counts = answer.clamp(-MOST, MOST);
                }
            }
            points.hand[usize::from(card.code())] = hooks.hand_points(hand_base(card), card).clamp(-MOST, MOST);
        }
        points
    }
    /// What a card in the hand costs.
    #[inline(always)]
    pub fn hand(&self, card: Card) -> i32 {
        self.hand[usize::from(card.code() & 63)]
    }
    /// What a card counts on a place of an escalera, or in a pierna (0).
    #[inline(always)]
    pub fn card(&self, card: Card, place: u8) -> i32 {
        self.meld[usize::from(card.code() & 63)][usize::from(place & 15) % PLACES]
    }
    /// What a meld counts.
    pub fn meld(&self, meld: Meld) -> i32 {
        match meld.shape() {
            Shape::Pierna(pierna) => pierna.cards().map(|card| self.card(card, 0)).sum(),
            Shape::Escalera(run) => run.cards().map(|(place, card)| self.card(card, place)).sum(),
        }
    }
}

/// Whether a card can lie on the place of some escalera, or in a pierna (0).
fn may_lie(card: Card, place: u8) -> bool {
    let wild = card.is_joker() || card.rank() == Card::TWO;
    match place {
        0 => !card.is_joker(),
        WildRun::TOP => wild || card.rank() == Card::ACE,
        _ => wild || card.rank() == place - 1,
    }
}

/// What a card counts in a meld: in an escalera the middle and high places more than the low, a wild card 3 where it
/// stands for an 8 or more.
fn meld_base(card: Card, place: u8) -> i32 {
    let wild = card.is_joker() || card.rank() == Card::TWO;
    match (card.rank(), place) {
        (Card::TWO, 0) => 1,
        (Card::ACE, 0 | WildRun::TOP) => 3,
        (Card::ACE, _) => 1,
        (rank, 0) => natural(rank),
        (_, place) if wild => {
            if place >= 8 {
                3
            } else {
                1
            }
        }
        (rank, _) => natural(rank),
    }
}

/// What a card in the hand costs.
fn hand_base(card: Card) -> i32 {
    match card.rank() {
        Card::ACE | Card::TWO => 3,
        _ if card.is_joker() => 3,
        rank => natural(rank),
    }
}

/// What a three (rank 2) to a king counts everywhere.
fn natural(rank: u8) -> i32 {
    if rank >= 7 { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_sdk::Hooks as _;

    #[test]
    fn the_number_of_may_meld_is_its_place() {
        assert_eq!(Hooks::declared()[MAY_MELD as usize].name, "may_meld");
    }

    #[test]
    fn a_code_of_no_meld_is_not_described() {
        use parlour_sdk::{Draw as _, Rng};
        let mut rng = Rng::new(31);
        for _ in 0..100_000 {
            let code = (rng.wide() >> rng.below(64)) as i64;
            let laid = <LaidMeld as HookValue>::from_code(code);
            assert!(laid.is_none_or(|laid| laid.to_code() == code));
            assert_eq!(LaidMeld::describe(code).is_some(), laid.is_some());
        }
    }

    #[test]
    fn a_laid_meld_is_described() {
        let cards = |text: &str| text.split(' ').map(|face| face.parse().unwrap()).collect::<Vec<Card>>();
        let run = WildRun::new(parlour_sdk::Suit::Clubs, 9, cards("9C * JC 2C")).unwrap();
        for points in [-13_000, -1, 0, 9, 13_000] {
            let laid = LaidMeld { meld: run.into(), points };
            assert!(laid.to_code() > 0);
            assert_eq!(<LaidMeld as HookValue>::from_code(laid.to_code()), Some(laid));
            let cards: Vec<Json> = cards("9C * JC 2C").into_iter().map(face).collect();
            let expected = json!({
                "kind": "escalera", "cards": cards, "wilds": 2, "low": 9, "high": 12, "points": points,
            });
            assert_eq!(LaidMeld::describe(laid.to_code()), Some(expected));
        }
    }
}
