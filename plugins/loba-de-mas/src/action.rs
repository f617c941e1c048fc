//! The actions and their notation.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::Action as _;
use parlour_sdk::action::ParseActionError;
use parlour_sdk::meld::End;
use parlour_sdk::{Card, Piece as _, Suit};

use crate::meld::spaced;

/// What a seat does. Melds are numbered from 0 here, from 1 in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Draws the top of the stock.
    Draw,
    /// Takes the discard pile.
    Take,
    /// Lays three cards of a rank, one of each suit but one.
    Pierna {
        /// The rank, 0 (ace) to 12 (king).
        rank: u8,
        /// The suit that is missing.
        without: Suit,
    },
    /// Lays three neighbours of a suit.
    Escalera {
        /// The suit.
        suit: Suit,
        /// The place of the low end: 1 (ace low) to 12 (queen).
        low: u8,
        /// The cards from the low end up.
        cards: [Card; 3],
    },
    /// Adds a card to a meld of the seat.
    Add {
        /// The card.
        card: Card,
        /// The meld.
        meld: u8,
        /// The end, of an escalera.
        end: Option<End>,
    },
    /// Puts the natural card in place of the wild one at an end, which moves to the other.
    Move {
        /// The natural card.
        card: Card,
        /// The meld.
        meld: u8,
        /// The end where the natural card is put.
        end: End,
    },
    /// Discards a card, which ends the turn.
    Discard(Card),
}

/// The codes: the kind in the lowest three bits, then the fields from low to high.
const KIND: u32 = 3;
const CARD: u64 = 63;

impl parlour_sdk::Action for Action {
    #[inline(always)]
    fn code(self) -> u64 {
        let card = |card: Card| u64::from(card.code());
        let end = |end| match end {
            None => 0,
            Some(End::Low) => 1,
            Some(End::High) => 2,
        };
        let (kind, fields) = match self {
            Self::Draw => (0, 0),
            Self::Take => (1, 0),
            Self::Discard(discarded) => (2, card(discarded)),
            Self::Pierna { rank, without } => (3, u64::from(rank) | (without as u64) << 4),
            Self::Escalera { suit, low, cards: [first, second, third] } => {
                let cards = card(first) | card(second) << 6 | card(third) << 12;
                (4, suit as u64 | u64::from(low) << 2 | cards << 6)
            }
            Self::Add { card: added, meld, end: at } => (5, card(added) | u64::from(meld) << 6 | end(at) << 12),
            Self::Move { card: natural, meld, end: at } => {
                (6, card(natural) | u64::from(meld) << 6 | end(Some(at)) << 12)
            }
        };
        kind | fields << KIND
    }
    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let fields = code >> KIND;
        let card = |shift: u32| Card::from_code((fields >> shift & CARD) as u8);
        let suit = |bits: u64| Suit::ALL[(bits & 3) as usize];
        let meld = (fields >> 6 & 63) as u8;
        let end = match fields >> 12 {
            0 => None,
            1 => Some(End::Low),
            _ => Some(End::High),
        };
        let action = match code & 7 {
            0 => Self::Draw,
            1 => Self::Take,
            2 => Self::Discard(card(0)?),
            3 => Self::Pierna { rank: (fields & 15) as u8, without: suit(fields >> 4) },
            4 => {
                let low = (fields >> 2 & 15) as u8;
                Self::Escalera { suit: suit(fields), low, cards: [card(6)?, card(12)?, card(18)?] }
            }
            5 => Self::Add { card: card(0)?, meld, end },
            6 => Self::Move { card: card(0)?, meld, end: end? },
            _ => return None,
        };
        let sound = match action {
            Self::Pierna { rank, .. } => rank < 13,
            Self::Escalera { low, .. } => (1..=12).contains(&low),
            _ => true,
        };
        (sound && action.code() == code).then_some(action)
    }
    fn reveals(self) -> bool {
        self == Self::Draw
    }
}

impl Action {
    /// The cards that leave the hand, each with its own place in a list of at most three.
    #[inline(always)]
    pub fn spent(self) -> Spent {
        match self {
            Self::Draw | Self::Take => Spent { cards: [Card::JOKER; 3], len: 0 },
            Self::Pierna { rank, without } => {
                let mut cards = [Card::JOKER; 3];
                let suits = Suit::ALL.into_iter().filter(|&suit| suit != without);
                cards.iter_mut().zip(suits).for_each(|(card, suit)| *card = Card::new(rank, suit));
                Spent { cards, len: 3 }
            }
            Self::Escalera { cards, .. } => Spent { cards, len: 3 },
            Self::Add { card, .. } | Self::Move { card, .. } | Self::Discard(card) => {
                Spent { cards: [card; 3], len: 1 }
            }
        }
    }
}

/// The cards that an action takes from the hand.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    cards: [Card; 3],
    len: u8,
}

impl std::ops::Deref for Spent {
    type Target = [Card];
    #[inline(always)]
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draw => f.write_str("draw"),
            Self::Take => f.write_str("take"),
            Self::Pierna { .. } => write!(f, "pierna {}", spaced(self.spent().iter().copied())),
            Self::Escalera { suit, low, cards } => {
                write!(f, "escalera {}: {}", Card::new(low.wrapping_sub(1) % 13, suit), spaced(cards))
            }
            Self::Add { card, meld, end: None } => write!(f, "add {card} {}", meld + 1),
            Self::Add { card, meld, end: Some(end) } => write!(f, "add {card} {} {end}", meld + 1),
            Self::Move { card, meld, end } => write!(f, "move {card} {} {end}", meld + 1),
            Self::Discard(card) => write!(f, "discard {card}"),
        }
    }
}

const NOTATIONS: &str = "draw, take, pierna 7S 7H 7D, escalera 5S: 5S 6S *, add 8S 2, add 8S 2 low, move 9S 2 high or \
    discard 9C";

impl FromStr for Action {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        parse(text).filter(|action| action.to_string() == text).ok_or_else(|| ParseActionError::new(text, NOTATIONS))
    }
}

fn parse(text: &str) -> Option<Action> {
    let card = |text: &str| text.parse::<Card>().ok();
    let meld = |text: &str| text.parse::<u8>().ok()?.checked_sub(1).filter(|&meld| meld < 64);
    let end = |text: &str| match text {
        "low" => Some(End::Low),
        "high" => Some(End::High),
        _ => None,
    };
    let words: Vec<&str> = text.split(' ').collect();
    Some(match *words.as_slice() {
        ["draw"] => Action::Draw,
        ["take"] => Action::Take,
        ["discard", discarded] => Action::Discard(card(discarded)?),
        ["pierna", first, second, third] => {
            let cards = [card(first)?, card(second)?, card(third)?];
            let missing = |suit: &Suit| cards.iter().all(|card| card.suit() != Some(*suit));
            Action::Pierna {
                rank: cards[0].suit().map(|_| cards[0].rank())?,
                without: Suit::ALL.into_iter().find(missing)?,
            }
        }
        ["escalera", place, first, second, third] => {
            let low = card(place.strip_suffix(':')?)?;
            let cards = [card(first)?, card(second)?, card(third)?];
            Action::Escalera { suit: low.suit()?, low: (low.rank() + 1).min(13), cards }
        }
        ["add", added, to] => Action::Add { card: card(added)?, meld: meld(to)?, end: None },
        ["add", added, to, at] => Action::Add { card: card(added)?, meld: meld(to)?, end: Some(end(at)?) },
        ["move", natural, to, at] => Action::Move { card: card(natural)?, meld: meld(to)?, end: end(at)? },
        _ => return None,
    })
    .filter(|&action| Action::from_code(action.code()) == Some(action))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_round_trip() {
        let texts = "draw|take|pierna 7S 7H 7D|pierna 2H 2D 2C|escalera 5S: 5S 6S *|escalera 5S: 5S 2D 7S|\
            escalera AS: AS 2S 3S|escalera QS: QS KS AS|escalera 2C: 2C * *|add 8S 2|add 8S 2 low|add * 35 high|\
            move 9S 2 high|move AC 1 low|discard 9C|discard *";
        for text in texts.split('|') {
            let action: Action = text.parse().unwrap();
            assert_eq!(action.to_string(), text);
            assert_eq!(Action::from_code(action.code()), Some(action));
        }
    }

    #[test]
    fn what_is_no_action_says_what_is() {
        let texts = "|Draw|draw |pierna 7S 7D 7H|pierna 7S 7H 8D|pierna 7S 7S 7H|pierna * * *|pierna 7S 7H|\
            escalera KS: KS AS 2S|escalera 5S 5S 6S *|escalera *: * 5S 6S|escalera 5S: 5S 6S|add 8S 0|add 8S 02|\
            add 8S 65|add 8S 2 up|move 9S 2|discard|discard 1S|discard 9C now|escalera 5S:  5S 6S *";
        for text in texts.split('|') {
            let error = text.parse::<Action>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is no action: expected draw, take, pierna 7S 7H 7D")));
        }
    }

    #[test]
    fn no_two_codes_are_one_action() {
        // Every code below 2^17: all kinds, of the escaleras those with a second card up to 4S and an AS as the third.
        let low = (0..1u64 << 17).filter_map(|code| Some((code, Action::from_code(code)?)));
        let texts: std::collections::BTreeSet<String> = low
            .inspect(|(code, action)| assert_eq!(action.code(), *code))
            .map(|(_, action)| action.to_string())
            .collect();
        let (escaleras, adds, moves) = (4 * 12 * 53 * 4, 53 * 64 * 3, 53 * 64 * 2);
        assert_eq!(texts.len(), 2 + 53 + 13 * 4 + escaleras + adds + moves);
        for stray in [1 << 40, 1 << 63, 7, 3 << 15 | 5] {
            assert_eq!(Action::from_code(stray), None);
        }
    }
}
