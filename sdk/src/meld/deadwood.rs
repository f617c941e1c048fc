//! Least deadwood: what a hand of one pack is worth at best.

use arrayvec::ArrayVec;

use super::{ACES, Meld, PACK, RANKS, Runs, in_sets, split};
use crate::card::Card;
use crate::hand::Hand;
use crate::piece::Piece;

/// Finds the melds of a hand that leave the least deadwood, for any points of the cards.
///
/// Built once from the points, because it keeps sums of them. The answer is exact: for each way to choose the sets, the
/// best runs are simply all that the other cards form, and only those choices of sets are tried that take a card from a
/// run. A joker is never in a meld.
///
/// ```
/// use parlour_sdk::{Card, Deadwood, Hand};
/// let deadwood = Deadwood::new(Deadwood::pip_points(), false);
/// let hand: Hand<Card> = "AS 2S 3S 4S 4H 4D KC".split(' ').map(|face| face.parse().unwrap()).collect();
/// assert_eq!(deadwood.least(hand), 10);
/// let arrangement = deadwood.arrange(hand);
/// assert_eq!(arrangement.melds.len(), 2);
/// assert_eq!(arrangement.deadwood.to_string(), "KC");
/// ```
#[derive(Clone)]
pub struct Deadwood {
    /// For each byte of a hand's bits, the points of the cards in it.
    sums: [[u16; 256]; 8],
    /// For each byte of a hand's bits, the points of its dearest card.
    tops: [[u8; 256]; 8],
    /// The aces that may stand above the king: all or none.
    high: u64,
}

/// A hand laid out: melds together, deadwood apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The melds: sets from the lowest rank, then runs by suit. They share no card.
    pub melds: ArrayVec<Meld, 17>,
    /// The cards in no meld.
    pub deadwood: Hand<Card>,
    /// What the deadwood counts.
    pub points: u32,
}

/// One way to choose the melds.
#[derive(Clone, Copy)]
struct Choice {
    /// The cards in sets.
    sets: u64,
    /// The cards in no meld. The others are in runs.
    dead: u64,
}

impl Deadwood {
    /// The finder for the points of each card, by code (0 to 255; other places than cards' are ignored), and whether the
    /// ace may also be high in a run (`Q K A`).
    pub fn new(points: [u8; 64], ace_high: bool) -> Self {
        let mut finder = Self { sums: [[0; 256]; 8], tops: [[0; 256]; 8], high: if ace_high { ACES } else { 0 } };
        for lane in 0..8 {
            for byte in 1..256usize {
                let rest = byte & (byte - 1);
                let card = points[lane * 8 + byte.trailing_zeros() as usize];
                finder.sums[lane][byte] = finder.sums[lane][rest] + u16::from(card);
                finder.tops[lane][byte] = finder.tops[lane][rest].max(card);
            }
        }
        finder
    }

    /// The usual points by code: 1 for an ace, the pips of 2 to 10, 10 for jack, queen and king; none for a joker.
    pub fn pip_points() -> [u8; 64] {
        let mut points = [0; 64];
        Card::pack().for_each(|card| points[card.code() as usize] = (card.rank() + 1).min(10));
        points
    }

    /// The points of all cards of a hand.
    #[inline(always)]
    pub fn points(&self, hand: Hand<Card>) -> u32 {
        let bytes = hand.bits().to_le_bytes();
        (0..8).map(|lane| u32::from(self.sums[lane][bytes[lane] as usize])).sum()
    }

    /// The points of the dearest card of a hand; 0 of none.
    #[inline(always)]
    fn top(&self, cards: u64) -> u32 {
        let bytes = cards.to_le_bytes();
        (0..8).fold(0, |top, lane| top.max(u32::from(self.tops[lane][bytes[lane] as usize])))
    }

    /// The least deadwood of a hand.
    #[inline]
    pub fn least(&self, hand: Hand<Card>) -> u32 {
        self.best(hand, |choice| self.points(Hand::from_bits(choice.dead)))
    }

    /// The least deadwood that discarding one card leaves; 0 for an empty hand.
    ///
    /// ```
    /// use parlour_sdk::{Card, Deadwood, Hand};
    /// let deadwood = Deadwood::new(Deadwood::pip_points(), false);
    /// let faces = "4S 4C 4D 4H 5S 5C 5D 6S 2C 3S 3C".split(' ');
    /// assert_eq!(deadwood.least_after_discard(faces.map(|face| face.parse().unwrap()).collect()), 3);
    /// ```
    #[inline]
    pub fn least_after_discard(&self, hand: Hand<Card>) -> u32 {
        let least = self.discard_bound(hand);
        if least != 0 || hand.is_empty() {
            return least;
        }
        // Where all is melded, the discard comes out of a meld, which it may break.
        hand.map(|card| self.least(hand - Hand::of(card))).min().unwrap_or(0)
    }

    /// The cards whose discard leaves at most `limit` deadwood.
    #[inline]
    pub fn discards_within(&self, hand: Hand<Card>, limit: u32) -> Hand<Card> {
        if self.discard_bound(hand) > limit {
            return Hand::empty();
        }
        hand.filter(|&card| self.least(hand - Hand::of(card)) <= limit).collect()
    }

    /// The least deadwood after a discard where a choice of melds that matters leaves a card to discard, else 0.
    ///
    /// The discard is then the dearest card of the deadwood: a card that the melds could take only makes more of it.
    #[inline]
    fn discard_bound(&self, hand: Hand<Card>) -> u32 {
        self.best(hand, |choice| self.points(Hand::from_bits(choice.dead)) - self.top(choice.dead))
    }

    /// The hand laid out with the least deadwood; of several such ways always the same.
    pub fn arrange(&self, hand: Hand<Card>) -> Arrangement {
        let mut found = Choice { sets: 0, dead: hand.bits() };
        let mut points = u32::MAX;
        self.visit(hand.bits(), &mut |choice| {
            let left = self.points(Hand::from_bits(choice.dead));
            if left < points {
                (found, points) = (choice, left);
            }
        });
        let runs = hand.bits() & !found.sets & !found.dead;
        Arrangement { melds: split(found.sets, runs), deadwood: Hand::from_bits(found.dead), points }
    }

    /// The least of a measure over the choices that matter.
    #[inline(always)]
    fn best(&self, hand: Hand<Card>, measure: impl Fn(Choice) -> u32) -> u32 {
        let mut best = u32::MAX;
        self.visit(hand.bits(), &mut |choice| best = best.min(measure(choice)));
        best
    }

    /// Shows `see` ways to meld a hand, among them the best for any points.
    #[inline(always)]
    fn visit(&self, hand: u64, see: &mut impl FnMut(Choice)) {
        let cards = hand & PACK;
        let (sets, runs) = (in_sets(cards, RANKS), Runs::of(cards, self.high));
        if sets & runs.cards() == 0 && runs.torn_aces() == 0 {
            see(Choice { sets, dead: hand & !(sets | runs.cards()) });
        } else {
            self.branch(cards, RANKS, Choice { sets: 0, dead: hand & !PACK }, see);
        }
    }

    /// Goes on from a choice already made: `rest` are the cards not in its sets, `open` the ranks that may still be.
    fn branch(&self, rest: u64, open: u64, made: Choice, see: &mut impl FnMut(Choice)) {
        let (sets, runs) = (in_sets(rest, open), Runs::of(rest, self.high));
        let contested = sets & runs.cards();
        if contested == 0 {
            let sets_made = made.sets | sets;
            return self.tear(rest & !sets, Choice { sets: sets_made, ..made }, runs, see);
        }
        let low = contested.trailing_zeros() & 15;
        let rank = ACES << low;
        let set = sets & rank;
        let without = Runs::of(rest & !set, self.high);
        self.branch(rest & !set, open, Choice { sets: made.sets | set, ..made }, see);
        let costless = without.cards() == runs.cards() & !set && without.torn_aces() == 0;
        if costless && contested & !rank == 0 {
            return;
        }
        let of_four = set.count_ones() == 4;
        let mut lent = contested & rank;
        let lone = lent & (lent - 1) == 0;
        if of_four {
            while lent != 0 {
                let three = set & !(lent & lent.wrapping_neg());
                lent &= lent - 1;
                self.branch(rest & !three, open, Choice { sets: made.sets | three, ..made }, see);
            }
        }
        if !(of_four && lone) {
            self.branch(rest, open & !(1 << low), made, see);
        }
    }

    /// Ends a choice: what is left forms runs, and an ace that two of them need goes to either.
    fn tear(&self, rest: u64, made: Choice, runs: Runs, see: &mut impl FnMut(Choice)) {
        let torn = runs.torn_aces();
        if torn == 0 {
            return see(Choice { dead: made.dead | (rest & !runs.cards()), ..made });
        }
        let ace = torn & torn.wrapping_neg();
        for lost in [ace << Card::TWO | ace << (Card::TWO + 1), ace << Card::QUEEN | ace << Card::KING] {
            let rest = rest & !lost;
            self.tear(rest, Choice { dead: made.dead | lost, ..made }, Runs::of(rest, self.high), see);
        }
    }
}
