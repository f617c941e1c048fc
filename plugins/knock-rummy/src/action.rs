//! What a seat does.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::{Card, ParseActionError, Piece};

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Draw the top of the stock.
    Draw,
    /// Take the top of the discard pile.
    Take,
    /// Let the round end: the stock is empty and the top discard not wanted.
    Decline,
    /// Put a card face up on the discard pile.
    Discard(Card),
    /// Put a card face down on the discard pile and end the round.
    Knock(Card),
}

/// A code is its kind, and the card's code in the byte below.
const KIND: u64 = 1 << 8;

impl parlour_sdk::Action for Action {
    #[inline(always)]
    fn code(self) -> u64 {
        match self {
            Self::Draw => 0,
            Self::Take => KIND,
            Self::Decline => 2 * KIND,
            Self::Discard(card) => 3 * KIND + u64::from(card.code()),
            Self::Knock(card) => 4 * KIND + u64::from(card.code()),
        }
    }
    #[inline(always)]
    fn from_code(code: u64) -> Option<Self> {
        let card = || Card::from_code(code as u8).filter(|card| !card.is_joker());
        match code / KIND {
            0..=2 => [Self::Draw, Self::Take, Self::Decline].into_iter().find(|action| action.code() == code),
            3 => card().map(Self::Discard),
            4 => card().map(Self::Knock),
            _ => None,
        }
    }
    fn concealed(self) -> Option<&'static str> {
        matches!(self, Self::Knock(_)).then_some("knock ?")
    }
    /// A drawn card is new to the seat; what ends the round shows all hands.
    fn reveals(self) -> bool {
        matches!(self, Self::Draw | Self::Decline | Self::Knock(_))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Take => f.write_str("take"),
            Self::Decline => f.write_str("decline"),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::Knock(card) => write!(f, "knock {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let card = |face: &str| face.parse().ok().filter(|card: &Card| !card.is_joker());
        match text.split_once(' ') {
            None if text == "draw" => Some(Self::Draw),
            None if text == "take" => Some(Self::Take),
            None if text == "decline" => Some(Self::Decline),
            Some(("discard", face)) => card(face).map(Self::Discard),
            Some(("knock", face)) => card(face).map(Self::Knock),
            _ => None,
        }
        .ok_or_else(|| ParseActionError::new(text, "draw, take, decline, discard 4H or knock 4H"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_sdk::Action as _;

    #[test]
    fn codes_and_notations_are_unique_and_round_trip() {
        let with_cards = Card::pack().flat_map(|card| [Action::Discard(card), Action::Knock(card)]);
        let all: Vec<Action> = [Action::Draw, Action::Take, Action::Decline].into_iter().chain(with_cards).collect();
        assert_eq!((0..100_000).filter(|&code| Action::from_code(code).is_some()).count(), all.len());
        for action in all {
            assert_eq!(Action::from_code(action.code()), Some(action));
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    }

    #[test]
    fn what_is_no_action_says_what_is() {
        for text in ["", "Draw", "draw ", "take 4H", "discard", "discard *", "knock 4h", "knock  4H", "knock ?"] {
            let error = text.parse::<Action>().unwrap_err().to_string();
            assert_eq!(error, format!("`{text}` is no action: expected draw, take, decline, discard 4H or knock 4H"));
        }
    }

    #[test]
    fn a_knock_is_concealed_and_what_shows_cards_reveals() {
        let card = Card::from_code(0).unwrap();
        let actions = [Action::Draw, Action::Take, Action::Decline, Action::Discard(card), Action::Knock(card)];
        assert_eq!(actions.map(|action| action.concealed()), [None, None, None, None, Some("knock ?")]);
        assert_eq!(actions.map(|action| action.reveals()), [true, false, true, false, true]);
    }
}
