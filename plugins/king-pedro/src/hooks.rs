//! The hooks, and what each suit as trumps makes of the cards.

use parlour_sdk::{Card, Hand, Piece as _, Ranks, Suit};

parlour_sdk::hooks! {
    /// The hooks of King Pedro.
    pub struct PedroHooks {
        /// What a trump is worth; a trump worth more than 0 is a scoring card.
        tabulated card_points(card: Card, trump: Suit) -> i32, [0..=100];
        /// The rank of a trump, higher beats lower; nil for a card that is no trump. 10 for the 2, 20 for the 3 and so on
        /// to 140 for the ace, with 40 for the left pedro and 50 for the right one.
        tabulated trump_rank(card: Card, trump: Suit) -> Option<i32>, [-1_000_000..=1_000_000];
        /// Whether a card may be played when this one was led (nil: it leads). A seat that has such cards must play one
        /// of them.
        tabulated may_play(card: Card, led: Option<Card>, trump: Suit) -> bool;
    }
}

/// The rank of a five.
const FIVE: u8 = 4;
/// The rank of a ten.
const TEN: u8 = 9;

/// The rank of a card with these trumps, before any house rule.
pub(crate) fn base_rank(card: Card, trump: Suit) -> Option<i32> {
    let place = match card.rank() {
        Card::ACE => 14,
        rank @ 0..=3 => i32::from(rank),
        // The fives of both suits of the colour are trumps, so every rank above moves up by one.
        FIVE if card.suit() == Some(trump.twin()) => 4,
        rank => i32::from(rank) + 1,
    };
    let is_left_pedro = card.rank() == FIVE && card.suit() == Some(trump.twin());
    (card.suit() == Some(trump) || is_left_pedro).then_some(10 * place)
}

/// What a card is worth with these trumps, before any house rule.
pub(crate) fn base_points(card: Card, trump: Suit, king: i32) -> i32 {
    match card.rank() {
        _ if base_rank(card, trump).is_none() => 0,
        Card::KING => king,
        FIVE => 5,
        Card::ACE | Card::JACK | Card::TWO | TEN => 1,
        _ => 0,
    }
}

/// What one suit as trumps makes of the cards.
pub(crate) struct Contract {
    pub(crate) trumps: Hand<Card>,
    /// The trumps that are worth more than 0.
    pub(crate) scoring: Hand<Card>,
    /// The 2 of trumps, which scores for the side that plays it.
    pub(crate) two: Hand<Card>,
    points: [u16; 64],
    ranks: Ranks<Card>,
    /// What may be played to each card that is led; the last entry is for the leader.
    follow: [Hand<Card>; 65],
}

impl Contract {
    /// Asks the hooks for all cards.
    pub(crate) fn new(trump: Suit, king: i32, hooks: &PedroHooks) -> Self {
        let ranked: Vec<(Card, i64)> = Card::pack()
            .filter_map(|card| Some((card, hooks.trump_rank(base_rank(card, trump), card, trump)?.into())))
            .collect();
        let trumps: Hand<Card> = ranked.iter().map(|&(card, _)| card).collect();
        let mut points = [0; 64];
        for card in trumps {
            points[usize::from(card.code())] =
                hooks.card_points(base_points(card, trump, king), card, trump).max(0) as u16;
        }
        let base = |card: Card, led: Option<Card>| !led.is_some_and(|led| trumps.has(led)) || trumps.has(card);
        let follow = std::array::from_fn(|code| {
            let led = Card::from_code(code as u8).filter(|led| !led.is_joker());
            Card::pack().filter(|&card| hooks.may_play(base(card, led), card, led, trump)).collect()
        });
        Self {
            scoring: trumps.filter(|card| points[usize::from(card.code())] > 0).collect(),
            two: trumps & Hand::of(Card::new(Card::TWO, trump)),
            ranks: Ranks::new(&[&ranked]),
            trumps,
            points,
            follow,
        }
    }
    /// What a card is worth.
    #[inline(always)]
    pub(crate) fn worth(&self, card: Card) -> u16 {
        self.points[usize::from(card.code() & 63)]
    }
    /// What all trumps are worth together.
    pub(crate) fn total(&self) -> u16 {
        self.scoring.map(|card| self.worth(card)).sum()
    }
    /// How strong a card is in a trick; 0 for what is no trump.
    #[inline(always)]
    pub(crate) fn strength(&self, card: Card) -> u8 {
        self.ranks.of(card)
    }
    /// What may be played to the card led, or be led.
    #[inline(always)]
    pub(crate) fn follow(&self, led: Option<Card>) -> Hand<Card> {
        self.follow[led.map_or(64, |card| usize::from(card.code() & 63))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_sdk::{Hooks as _, House};

    /// The trumps as the rule book lists them, from high to low; `t` stands for the suit, `l` for its twin.
    const ORDER: &str = "At Kt Qt Jt Tt 9t 8t 7t 6t 5t 5l 4t 3t 2t";

    #[test]
    fn trumps_rank_and_count_as_the_rule_book_says_in_every_suit() {
        for (trump, twin) in [("S", "C"), ("H", "D"), ("D", "H"), ("C", "S")] {
            let suit = Suit::from_letter(trump.chars().next().unwrap()).unwrap();
            let contract = Contract::new(suit, 30, &PedroHooks::new(House::none()));
            let order: Vec<Card> =
                ORDER.replace('t', trump).replace('l', twin).split(' ').map(|face| face.parse().unwrap()).collect();
            assert_eq!(contract.trumps, order.iter().copied().collect());
            assert!(order.is_sorted_by(|one, other| contract.strength(*one) > contract.strength(*other)));
            assert!(Card::pack().all(|card| contract.trumps.has(card) || contract.strength(card) == 0));
            let worth: Vec<u16> = order.iter().map(|&card| contract.worth(card)).collect();
            assert_eq!(worth, [1, 30, 0, 1, 1, 0, 0, 0, 0, 5, 5, 0, 0, 1]);
            assert_eq!((contract.total(), contract.scoring.len()), (44, 7));
            assert_eq!(contract.two, Hand::of(order[13]));
            let numbers: Vec<i32> = order.iter().filter_map(|&card| base_rank(card, suit)).collect();
            assert_eq!(numbers, [140, 130, 120, 110, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
        }
    }

    /// Every hand of up to three cards, under every lead and every suit: a trump led asks for trumps, the left pedro
    /// among them, and nothing else asks for anything.
    #[test]
    fn following_is_right_for_every_trump_lead_and_hand() {
        for trump in Suit::ALL {
            let contract = Contract::new(trump, 30, &PedroHooks::new(House::none()));
            let left = Card::new(FIVE, trump.twin());
            let is_trump = |card: Card| card.suit() == Some(trump) || card == left;
            let cards: Vec<Card> = Card::pack().collect();
            for &led in &cards {
                let follow = contract.follow(Some(led));
                for (at, &one) in cards.iter().enumerate() {
                    for (next, &two) in cards.iter().enumerate().skip(at) {
                        for &three in &cards[next..] {
                            let hand: Hand<Card> = [one, two, three].into_iter().collect();
                            let must = |card: &Card| is_trump(led) && is_trump(*card);
                            let expected: Hand<Card> =
                                if { hand }.any(|card| must(&card)) { hand.filter(must).collect() } else { hand };
                            assert_eq!(parlour_sdk::trick::follow(hand, follow), expected, "{trump} {led} {hand}");
                        }
                    }
                }
            }
            assert_eq!(contract.follow(None), Card::pack().collect());
        }
    }
}
