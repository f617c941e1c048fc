//! What a hand is worth.

use std::fmt;

use parlour_sdk::{ItalianCard, ItalianSuit};

use crate::cards::{Cards, card};

/// The kinds of hands, from low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The best total of the cards of one suit.
    Points,
    /// Three neighbouring ranks of one suit.
    ShortSequence,
    /// Three of one rank.
    Tris,
    /// Four neighbouring ranks of one suit.
    LongSequence,
    /// Four of one rank, aces excepted.
    Quartina,
    /// A K H J of one suit.
    Quarantuna,
    /// Four aces.
    Mambassa,
}

/// What a card counts, by rank from the ace down.
const VALUES: [u32; 10] = [11, 10, 10, 10, 7, 6, 5, 4, 3, 2];
/// A K H J of coins; a suit's is this, shifted by the suit.
const QUARANTUNA: u64 = 0x1111;
/// A rank of this kind: the kinds are so far apart.
const KIND: i32 = 10_000;

/// A hand's rank: the higher is better, equal ones tie. Ten thousand times the kind, plus the order inside the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank(i32);

impl Rank {
    const fn new(kind: Kind, order: u32) -> Self {
        Self(kind as i32 * KIND + order as i32)
    }
    /// The rank of four cards.
    ///
    /// ```
    /// use mambassa::rank::{Kind, Rank};
    /// let rank = |faces: &str| Rank::of(faces.split(' ').map(|face| face.parse().unwrap()).collect(), false);
    /// assert_eq!(rank("3D 3S 3C AD").kind(), Kind::Tris);
    /// assert!(rank("KB HB JB 7B") > rank("7D 6D 5D 4D"));
    /// assert_eq!(rank("AS KS 7S 6D"), rank("7D JD AD 2S"));
    /// ```
    pub fn of(hand: Cards, ace_low: bool) -> Self {
        if let Some(declared) = Self::declared(hand) {
            return declared;
        }
        let Cards(bits) = hand;
        let all_of_rank = bits & bits >> 1 & bits >> 2 & bits >> 3 & FIRST_SUIT;
        if all_of_rank != 0 {
            return Self::new(Kind::Quartina, all_of_rank.trailing_zeros() / 4);
        }
        let (three, four) = sequences(bits, ace_low);
        // The place of the top card is lower, the higher the card.
        let by_top = |tops: u64| 39 - tops.trailing_zeros();
        if four != 0 {
            return Self::new(Kind::LongSequence, by_top(four));
        }
        if let Some(rank) = tris(bits) {
            return Self::new(Kind::Tris, rank);
        }
        if three != 0 {
            return Self::new(Kind::ShortSequence, by_top(three));
        }
        Self::new(Kind::Points, points(hand).0)
    }
    /// The rank of a hand that is declared, a Mambassa or a Quarantuna; `None` of any other.
    #[inline(always)]
    pub fn declared(hand: Cards) -> Option<Self> {
        if hand.0 >> 16 != 0 {
            return None;
        }
        Self::declared_of_high(hand)
    }
    #[cold]
    fn declared_of_high(hand: Cards) -> Option<Self> {
        let suit = (0..4).find(|suit| hand.0 == QUARANTUNA << suit);
        match suit {
            Some(suit) => Some(Self::new(Kind::Quarantuna, 3 - suit)),
            None => (hand == Cards::ACES).then_some(Self::new(Kind::Mambassa, 0)),
        }
    }
    /// The kind of hand.
    pub const fn kind(self) -> Kind {
        match self.0 / KIND {
            0 => Kind::Points,
            1 => Kind::ShortSequence,
            2 => Kind::Tris,
            3 => Kind::LongSequence,
            4 => Kind::Quartina,
            5 => Kind::Quarantuna,
            _ => Kind::Mambassa,
        }
    }
    /// The rank as a number, for house rules.
    #[inline(always)]
    pub const fn number(self) -> i32 {
        self.0
    }
}

/// The bit of the first suit in each rank.
const FIRST_SUIT: u64 = 0x11_1111_1111;

/// The top cards of the sequences of three and of four.
fn sequences(bits: u64, ace_low: bool) -> (u64, u64) {
    let below_twos = if ace_low { (bits & Cards::ACES.0) << 40 } else { 0 };
    let bits = bits | below_twos;
    let three = bits & bits >> 4 & bits >> 8;
    (three, three & bits >> 12)
}

/// The rank, counted from the ace, of which there are three or more.
fn tris(bits: u64) -> Option<u32> {
    let (one, two, three, four) = (bits, bits >> 1, bits >> 2, bits >> 3);
    let ranks = ((one & two & (three | four)) | (three & four & (one | two))) & FIRST_SUIT;
    (ranks != 0).then(|| ranks.trailing_zeros() / 4)
}

/// Hands for what these cards, however many, have to offer: the cards of each suit, each three or four of a rank, each
/// sequence of three or four; every one from the highest card, of which four at most are wanted.
pub(crate) fn families(cards: Cards, ace_low: bool, mut each: impl FnMut(Cards)) {
    for suit in ItalianSuit::ALL {
        each(cards & Cards::of_suit(suit));
    }
    for rank in 0..10 {
        let of_rank = cards & Cards(0xF << (4 * rank));
        if of_rank.len() >= 3 {
            each(of_rank);
        }
    }
    let (three, four) = sequences(cards.0, ace_low);
    Cards(three).places().for_each(|top| each(run(3, top)));
    Cards(four).places().for_each(|top| each(run(4, top)));
}

/// A sequence of this length from its top card down; after the 2 comes the ace.
fn run(length: u32, top: u8) -> Cards {
    let run = (0x1111 & ((1 << (4 * length)) - 1)) << top;
    Cards((run | run >> 40) & Cards::ALL.0)
}

/// The best total of one suit, and the suit (of several, the higher).
fn points(hand: Cards) -> (u32, ItalianSuit) {
    let mut totals = [0; 4];
    hand.places().for_each(|place| totals[usize::from(place & 3)] += VALUES[usize::from(place / 4) % 10]);
    ItalianSuit::ALL
        .into_iter()
        .map(|suit| (totals[suit.index()], suit))
        .fold((0, ItalianSuit::Coins), |best, next| if next.0 > best.0 { next } else { best })
}

/// A hand with what it is: the cards that count, and a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The rank.
    pub rank: Rank,
    /// The cards that make it what it is.
    pub counts: Cards,
}

impl Worth {
    /// What four cards are worth.
    pub fn of(hand: Cards, ace_low: bool) -> Self {
        let rank = Rank::of(hand, ace_low);
        let counts = match rank.kind() {
            Kind::Points => hand & Cards::of_suit(points(hand).1),
            Kind::Tris => tris(hand.0).map_or(hand, |rank| hand & Cards(0xF << (4 * rank))),
            Kind::ShortSequence => {
                let top = sequences(hand.0, ace_low).0.trailing_zeros();
                run(3, top as u8)
            }
            _ => hand,
        };
        Self { rank, counts }
    }
    /// The highest card that counts, in a sequence with a low ace the 3 or 4.
    fn top(self) -> Option<ItalianCard> {
        match self.rank.kind() {
            Kind::ShortSequence | Kind::LongSequence => card((39 - self.rank.number() % KIND) as u8),
            _ => self.counts.iter().next(),
        }
    }
}

impl fmt::Display for Worth {
    /// What it is, in a few words: `28 in coins`, `tris of threes`, `short sequence from KD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(top) = self.top() else { return Ok(()) };
        let suit = match top.suit() {
            ItalianSuit::Coins => "coins",
            ItalianSuit::Swords => "swords",
            ItalianSuit::Cups => "cups",
            ItalianSuit::Batons => "batons",
        };
        let ranks = ["twos", "threes", "fours", "fives", "sixes", "sevens", "jacks", "horses", "kings", "aces"];
        let of_rank = ranks[usize::from(top.rank())];
        match self.rank.kind() {
            Kind::Points => write!(f, "{} in {suit}", self.rank.number()),
            Kind::ShortSequence => write!(f, "short sequence from {top}"),
            Kind::Tris => write!(f, "tris of {of_rank}"),
            Kind::LongSequence => write!(f, "long sequence from {top}"),
            Kind::Quartina => write!(f, "quartina of {of_rank}"),
            Kind::Quarantuna => write!(f, "Quarantuna of {suit}"),
            Kind::Mambassa => f.write_str("Mambassa"),
        }
    }
}
