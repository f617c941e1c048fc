//! All 91,390 hands, ranked a second way: by faces and lists, as the rule book says it.

use mambassa::cards::Cards;
use mambassa::rank::Rank;
use parlour_sdk::ItalianCard;

const RANKS: &str = "AKHJ765432";
const SUITS: &str = "DSCB";

/// A card as the rule book reads it: the places of rank and suit, from the highest.
#[derive(Clone, Copy, PartialEq)]
struct Face {
    rank: usize,
    suit: usize,
    value: u32,
}

impl Face {
    fn of(card: ItalianCard) -> Self {
        let text = card.to_string();
        let rank = RANKS.find(&text[..1]).unwrap();
        let value = match &text[..1] {
            "A" => 11,
            "K" | "H" | "J" => 10,
            number => number.parse().unwrap(),
        };
        Self { rank, suit: SUITS.find(&text[1..]).unwrap(), value }
    }
}

/// Each kind with what decides between two of it; a later kind is higher, and so is a greater entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hand {
    Points(u32),
    Short { top: usize, suit: usize },
    Tris(usize),
    Long { top: usize, suit: usize },
    Quartina(usize),
    Quarantuna { suit: usize },
    Mambassa,
}

impl Hand {
    fn number(self) -> usize {
        match self {
            Self::Points(_) => 0,
            Self::Short { .. } => 1,
            Self::Tris(_) => 2,
            Self::Long { .. } => 3,
            Self::Quartina(_) => 4,
            Self::Quarantuna { .. } => 5,
            Self::Mambassa => 6,
        }
    }
}

/// What these cards are if they are a sequence: the place of the top card counted from the lowest, and so of the suit.
fn sequence(cards: &[Face], ace_low: bool) -> Option<(usize, usize)> {
    let suit = cards[0].suit;
    if cards.iter().any(|card| card.suit != suit) {
        return None;
    }
    let run = |mut ranks: Vec<usize>| {
        ranks.sort_unstable();
        ranks.windows(2).all(|pair| pair[0] + 1 == pair[1]).then_some(ranks[0])
    };
    let high = run(cards.iter().map(|card| card.rank).collect());
    // A low ace comes after the two.
    let low = || run(cards.iter().map(|card| if card.rank == 0 { 10 } else { card.rank }).collect());
    let top = if ace_low { high.or_else(low) } else { high };
    top.map(|top| (9 - top, 3 - suit))
}

fn best(cards: [Face; 4], ace_low: bool) -> Hand {
    let threes: Vec<Vec<Face>> =
        (0..4).map(|out| (0..4).filter(|&place| place != out).map(|place| cards[place]).collect()).collect();
    let of_a_rank = |cards: &[Face]| cards.iter().all(|card| card.rank == cards[0].rank).then_some(cards[0].rank);
    // The place in 2 3 4 5 6 7 J H K (A): the lower the rank, the better.
    let mut all = Vec::new();
    if let Some(rank) = of_a_rank(&cards) {
        all.push(if rank == 0 { Hand::Mambassa } else { Hand::Quartina(rank) });
    }
    if let Some((top, suit)) = sequence(&cards, ace_low) {
        let is_quarantuna = top == 9;
        all.push(if is_quarantuna { Hand::Quarantuna { suit } } else { Hand::Long { top, suit } });
    }
    all.extend(threes.iter().filter_map(|three| of_a_rank(three)).map(Hand::Tris));
    all.extend(threes.iter().filter_map(|three| sequence(three, ace_low)).map(|(top, suit)| Hand::Short { top, suit }));
    let total = |suit| cards.iter().filter(|card| card.suit == suit).map(|card| card.value).sum();
    all.extend((0..4).map(|suit| Hand::Points(total(suit))));
    all.into_iter().max().unwrap()
}

#[test]
fn every_hand_ranks_as_the_rule_book_says() {
    let pack: Vec<(ItalianCard, Face)> = ItalianCard::pack().map(|card| (card, Face::of(card))).collect();
    for ace_low in [false, true] {
        let mut ranked: Vec<(i32, Hand)> = Vec::with_capacity(91_390);
        for a in 0..40 {
            for b in a + 1..40 {
                for c in b + 1..40 {
                    for d in c + 1..40 {
                        let four = [pack[a], pack[b], pack[c], pack[d]];
                        let hand: Cards = four.into_iter().map(|(card, _)| card).collect();
                        let number = Rank::of(hand, ace_low).number();
                        ranked.push((number, best(four.map(|(_, face)| face), ace_low)));
                    }
                }
            }
        }
        assert_eq!(ranked.len(), 91_390);
        ranked.sort_unstable();
        for pair in ranked.windows(2) {
            let ((number, hand), (next, better)) = (pair[0], pair[1]);
            assert_eq!(number.cmp(&next), hand.cmp(&better), "{hand:?} is {number}, {better:?} is {next}");
        }
        for (number, hand) in &ranked {
            assert_eq!(*number as usize / 10_000, hand.number(), "{hand:?}");
            if let Hand::Points(total) = hand {
                assert_eq!(*number as u32, *total);
            }
        }
        let count = |kind| ranked.iter().filter(|(_, hand)| hand.number() == kind).count();
        // 36 fourth cards for each of 40 tris; 10 - 4 long sequences in a suit, and one more with a low ace.
        assert_eq!([6, 5, 4, 3, 2].map(count), [1, 4, 9, if ace_low { 28 } else { 24 }, 1440]);
        assert_eq!(ranked.iter().map(|(number, _)| *number).filter(|number| *number < 10_000).max(), Some(38));
    }
}
