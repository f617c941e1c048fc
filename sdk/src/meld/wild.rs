//! Runs with wild cards: melds on the table in which jokers and twos stand for other cards.

use std::fmt;

use crate::card::{Card, Suit};

/// An end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where the lowest card lies.
    Low,
    /// Where the highest card lies.
    High,
}

impl End {
    /// The end opposite.
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::Low => Self::High,
            Self::High => Self::Low,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Low => "low",
            Self::High => "high",
        })
    }
}

/// Neighbours of one suit, some of them replaced by jokers or twos, as one integer.
///
/// A suit has 14 places: 1 is the ace below the two, 2 to 13 are the two to the king, 14 is the ace above the king. A
/// run covers neighbouring places, 13 at most, so that its ace is never high and low at once. A two of the run's own
/// suit on place 2 is natural; everywhere else a two is wild, as a joker always is (Loba de Más, R4).
///
/// The run says what lies where; how short it may be and how many wild cards it may have is for the game to say.
///
/// ```
/// use parlour_sdk::{Card, Suit, WildRun, meld::End};
/// let cards = "5S 6S 7S 8S *".split(' ').map(|face| face.parse().unwrap());
/// let run = WildRun::new(Suit::Spades, 5, cards).unwrap();
/// assert_eq!((run.low(), run.high(), run.wilds()), (5, 9, 1));
/// assert_eq!(run.stands_for(9).to_string(), "9S");
/// // The 9S is put in place of the joker, which moves to the low end.
/// assert_eq!(run.moved(End::High).unwrap().to_string(), "* 5S 6S 7S 8S 9S");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WildRun(u64);

/// The bits of a place: empty, its natural card, a joker, or 3 more than the suit of a wild two.
const SLOT: u32 = 3;
const NATURAL: u64 = 1;
const JOKER: u64 = 2;
const TWOS: u64 = 3;
/// The lowest bit of each of the 14 places.
const EACH: u64 = 0o11_1111_1111_1111;
/// Where the suit is.
const SUIT: u32 = 42;

impl WildRun {
    /// The highest place: the ace above the king.
    pub const TOP: u8 = 14;
    /// The most cards in a run.
    pub const LONGEST: u8 = 13;

    /// The run of these cards from the place `low` up; `None` if a card is neither the natural one of its place nor
    /// wild, if there are more than 13 or none, or if they do not end by place 14.
    pub fn new(suit: Suit, low: u8, cards: impl IntoIterator<Item = Card>) -> Option<Self> {
        let mut run = Self((suit as u64) << SUIT);
        let mut place = low;
        for card in cards {
            if !(1..=Self::TOP).contains(&place) || place - low == Self::LONGEST {
                return None;
            }
            run.0 |= run.slot(place, card)? << shift(place);
            place += 1;
        }
        (place > low).then_some(run)
    }
    /// What lies on a place, as its bits; `None` if the card can be neither natural nor wild there.
    #[inline(always)]
    fn slot(self, place: u8, card: Card) -> Option<u64> {
        if card == self.stands_for(place) {
            Some(NATURAL)
        } else if card.is_joker() {
            Some(JOKER)
        } else if card.rank() == Card::TWO {
            Some(TWOS + u64::from(card.lane()))
        } else {
            None
        }
    }
    #[inline(always)]
    fn slots(self) -> u64 {
        self.0 & ((1 << SUIT) - 1)
    }
    #[inline(always)]
    fn bits(self, place: u8) -> u64 {
        self.0 >> shift(place) & ((1 << SLOT) - 1)
    }

    /// The suit.
    #[inline(always)]
    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> SUIT & 3) as usize]
    }
    /// The lowest place.
    #[inline(always)]
    pub fn low(self) -> u8 {
        (self.slots().trailing_zeros() / SLOT) as u8 + 1
    }
    /// The highest place.
    #[inline(always)]
    pub fn high(self) -> u8 {
        ((63 - self.slots().leading_zeros()) / SLOT) as u8 + 1
    }
    /// The place at an end.
    #[inline(always)]
    pub fn at(self, end: End) -> u8 {
        match end {
            End::Low => self.low(),
            End::High => self.high(),
        }
    }
    /// The place beyond an end; `None` if the suit or the run has no more room.
    #[inline(always)]
    pub fn beyond(self, end: End) -> Option<u8> {
        let (low, high) = (self.low(), self.high());
        let place = match end {
            End::Low => low - 1,
            End::High => high + 1,
        };
        ((1..=Self::TOP).contains(&place) && high - low + 1 < Self::LONGEST).then_some(place)
    }
    /// The natural card of a place, 1 to 14.
    #[inline(always)]
    pub fn stands_for(self, place: u8) -> Card {
        Card::new(if place == Self::TOP { Card::ACE } else { place.wrapping_sub(1) % 13 }, self.suit())
    }
    /// The card that lies on a place; `None` if none does.
    #[inline]
    pub fn card(self, place: u8) -> Option<Card> {
        match self.bits(place) {
            0 => None,
            NATURAL => Some(self.stands_for(place)),
            JOKER => Some(Card::JOKER),
            two => Some(Card::new(Card::TWO, Suit::from_index((two - TWOS) as usize)?)),
        }
    }
    /// Whether a wild card lies on the place.
    #[inline(always)]
    pub fn is_wild(self, place: u8) -> bool {
        self.bits(place) > NATURAL
    }
    /// How many of the cards are wild.
    #[inline(always)]
    pub fn wilds(self) -> u8 {
        let slots = self.slots();
        ((slots >> 1 | slots >> 2) & EACH).count_ones() as u8
    }
    /// Whether all cards are wild: then nothing says what they stand for.
    #[inline(always)]
    pub fn is_all_wild(self) -> bool {
        let slots = self.slots();
        slots & !(slots >> 1) & !(slots >> 2) & EACH == 0
    }
    /// The cards with their places, from low to high.
    pub fn cards(self) -> impl DoubleEndedIterator<Item = (u8, Card)> + Clone {
        (self.low()..=self.high()).filter_map(move |place| Some((place, self.card(place)?)))
    }
    /// The run with a card more at an end; `None` if it can lie there neither as the natural card nor wild.
    #[inline]
    pub fn extended(self, end: End, card: Card) -> Option<Self> {
        let place = self.beyond(end)?;
        Some(Self(self.0 | self.slot(place, card)? << shift(place)))
    }
    /// The run with the natural card of an end in place of the wild one there, which moves beyond the other end; `None`
    /// if the card at the end is not wild or has nowhere to go. A two that comes to its own place is natural there.
    #[inline]
    pub fn moved(self, end: End) -> Option<Self> {
        let place = self.at(end);
        let wild = self.card(place).filter(|_| self.is_wild(place))?;
        let natural = self.0 & !(7 << shift(place)) | NATURAL << shift(place);
        Self(natural).extended(end.other(), wild)
    }
    /// The integer, below 2^44.
    #[inline(always)]
    pub const fn code(self) -> u64 {
        self.0
    }
    /// The run of an integer, from wherever it comes; `None` if [`code`](Self::code) never gives it.
    pub fn checked(code: u64) -> Option<Self> {
        let run = Self(code);
        if run.slots() == 0 {
            return None;
        }
        let cards = run.cards().map(|(_, card)| card);
        Self::new(run.suit(), run.low(), cards).filter(|&sound| sound == run)
    }
    /// The run of an integer that [`code`](Self::code) gave. Another one makes a run that makes no sense.
    #[inline(always)]
    pub const fn from_code(code: u64) -> Self {
        Self(code)
    }
}

/// How far the bits of a place are from the lowest.
#[inline(always)]
const fn shift(place: u8) -> u32 {
    SLOT * (place as u32).wrapping_sub(1) % SUIT
}

impl fmt::Display for WildRun {
    /// The faces from low to high with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.cards() {
            write!(f, "{}{card}", if place > self.low() { " " } else { "" })?;
        }
        Ok(())
    }
}
impl fmt::Debug for WildRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}: {self}]", self.stands_for(self.low()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draw, Rng};

    /// A run the long way round: its suit, its lowest place, its cards.
    #[derive(Clone, Debug, PartialEq)]
    struct Listed(Suit, usize, Vec<Card>);

    impl Listed {
        fn natural(&self, place: usize) -> Card {
            Card::new(((place - 1) % 13) as u8, self.0)
        }
        fn wild(&self, index: usize) -> bool {
            self.2[index] != self.natural(self.1 + index)
        }
        fn run(&self) -> WildRun {
            WildRun::new(self.0, self.1 as u8, self.2.iter().copied()).unwrap()
        }
        fn extended(&self, end: End, card: Card) -> Option<Self> {
            let (low, len) = (self.1, self.2.len());
            let place = if end == End::Low { low - 1 } else { low + len };
            let fits = place > 0 && place < 15 && (card.is_joker() || card.rank() == 1 || card == self.natural(place));
            let mut cards = self.2.clone();
            cards.insert(if end == End::Low { 0 } else { len }, card);
            (fits && len < 13).then(|| Self(self.0, low.min(place), cards))
        }
        fn moved(&self, end: End) -> Option<Self> {
            let index = if end == End::Low { 0 } else { self.2.len() - 1 };
            let mut filled = self.clone();
            filled.2[index] = self.natural(self.1 + index);
            self.wild(index).then(|| filled.extended(end.other(), self.2[index]))?
        }
    }

    #[test]
    fn a_run_behaves_like_its_list() {
        let mut rng = Rng::new(9);
        let mut longest = 0;
        for _ in 0..4000 {
            let (suit, low) = (Suit::ALL[rng.below(4) as usize], 1 + rng.below(14) as usize);
            let natural = Card::new(((low - 1) % 13) as u8, suit);
            let mut listed = Listed(suit, low, vec![natural]);
            for _ in 0..16 {
                let run = listed.run();
                assert!(run.cards().map(|(_, card)| card).eq(listed.2.iter().copied()));
                assert!(run.cards().map(|(place, _)| usize::from(place)).eq(listed.1..listed.1 + listed.2.len()));
                let wilds = (0..listed.2.len()).filter(|&index| listed.wild(index)).count();
                assert_eq!((usize::from(run.wilds()), run.is_all_wild()), (wilds, wilds == listed.2.len()));
                assert_eq!((run.suit(), WildRun::from_code(run.code())), (suit, run));
                assert_eq!(WildRun::checked(run.code()), Some(run));
                longest = longest.max(listed.2.len());
                for end in [End::Low, End::High] {
                    for card in Card::pack().chain([Card::JOKER]) {
                        let expected = listed.extended(end, card).map(|listed| listed.run());
                        assert_eq!(run.extended(end, card), expected);
                    }
                    assert_eq!(run.moved(end), listed.moved(end).map(|listed| listed.run()));
                }
                let end = if rng.below(2) == 0 { End::Low } else { End::High };
                let place = run.beyond(end).map_or(Card::JOKER, |place| run.stands_for(place));
                let card = [place, Card::JOKER, Card::new(1, Suit::ALL[rng.below(4) as usize])][rng.below(3) as usize];
                let next = if rng.below(4) == 0 { listed.moved(end) } else { listed.extended(end, card) };
                listed = next.unwrap_or(listed);
            }
        }
        assert_eq!(longest, 13);
    }

    #[test]
    fn what_is_no_run_is_none() {
        let run = |low, text: &str| WildRun::new(Suit::Spades, low, text.split(' ').map(|face| face.parse().unwrap()));
        for (low, text) in [(13, "KS AS 2S"), (5, "5S 6S 8S"), (5, "5S 6H 7S"), (0, "* AS 2S"), (14, "AS 2S")] {
            assert_eq!(run(low, text), None, "{text}");
        }
        let all = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS";
        assert_eq!((run(1, all), WildRun::new(Suit::Spades, 1, [])), (None, None));
        assert!(run(1, "* 2H 2S").unwrap().is_all_wild());
        assert_eq!(run(1, "* 2S 2S").unwrap().wilds(), 2);
        assert_eq!(format!("{:?}", run(12, "QS * AS").unwrap()), "[QS: QS * AS]");
        // Nothing, a gap, a slot of no card, a two that is wild at home, bits beyond the suit, fourteen places.
        for code in [0, 0o101, 0o7, 0o30, 1 << 44 | 1, EACH] {
            assert_eq!(WildRun::checked(code), None, "{code:o}");
        }
    }
}
