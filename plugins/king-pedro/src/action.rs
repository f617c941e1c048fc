//! The actions and their notation.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::{Action, Card, ParseActionError, Piece, Suit};

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PedroAction {
    /// Bids no more.
    Pass,
    /// Bids a number of points.
    Bid(u16),
    /// Names trumps and takes the kitty.
    Trump(Suit),
    /// Puts a card away, face down.
    Discard(Card),
    /// Keeps all trumps in hand.
    Keep,
    /// Plays a card to the trick.
    Play(Card),
}

const EXPECTED: &str = "pass, bid 35, trump H, discard 4C, keep or play 5D";

impl PedroAction {
    /// The code of playing the card of code 0; the others follow.
    pub(crate) const PLAY: u64 = 0;
    /// The code of discarding the card of code 0; the others follow.
    pub(crate) const DISCARD: u64 = 1 << 16;
    const PASS: u64 = 2 << 16;
    const BID: u64 = 3 << 16;
    const TRUMP: u64 = 4 << 16;
    const KEEP: u64 = 5 << 16;
}

/// A card that is no joker.
fn card_of(code: u64) -> Option<Card> {
    Card::from_code(u8::try_from(code).ok()?).filter(|card| !card.is_joker())
}

impl Action for PedroAction {
    #[inline(always)]
    fn code(self) -> u64 {
        match self {
            Self::Play(card) => Self::PLAY + u64::from(card.code()),
            Self::Discard(card) => Self::DISCARD + u64::from(card.code()),
            Self::Pass => Self::PASS,
            Self::Bid(number) => Self::BID + u64::from(number),
            Self::Trump(suit) => Self::TRUMP + suit.index() as u64,
            Self::Keep => Self::KEEP,
        }
    }
    #[inline(always)]
    fn from_code(code: u64) -> Option<Self> {
        let value = code & 0xFFFF;
        match code - value {
            Self::PLAY => card_of(value).map(Self::Play),
            Self::DISCARD => card_of(value).map(Self::Discard),
            Self::PASS => (value == 0).then_some(Self::Pass),
            Self::BID => (value > 0).then_some(Self::Bid(value as u16)),
            Self::TRUMP => Suit::from_index(value as usize).map(Self::Trump),
            Self::KEEP => (value == 0).then_some(Self::Keep),
            _ => None,
        }
    }
    fn concealed(self) -> Option<&'static str> {
        matches!(self, Self::Discard(_)).then_some("discard ?")
    }
    fn reveals(self) -> bool {
        // Whoever names trumps sees the kitty, and after a trick all see who throws in.
        matches!(self, Self::Trump(_) | Self::Play(_))
    }
}

impl fmt::Display for PedroAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Bid(number) => write!(f, "bid {number}"),
            Self::Trump(suit) => write!(f, "trump {suit}"),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::Keep => f.write_str("keep"),
            Self::Play(card) => write!(f, "play {card}"),
        }
    }
}

impl FromStr for PedroAction {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let card = |face: &str| face.parse().ok().filter(|card: &Card| !card.is_joker());
        let read = || match text.split_once(' ') {
            None if text == "pass" => Some(Self::Pass),
            None if text == "keep" => Some(Self::Keep),
            None => None,
            Some(("bid", number)) => {
                number.parse().ok().filter(|&bid: &u16| bid > 0 && bid.to_string() == number).map(Self::Bid)
            }
            Some(("trump", name)) => Suit::ALL.into_iter().find(|suit| suit.to_string() == name).map(Self::Trump),
            Some(("discard", face)) => card(face).map(Self::Discard),
            Some(("play", face)) => card(face).map(Self::Play),
            Some(_) => None,
        };
        read().ok_or_else(|| ParseActionError::new(text, EXPECTED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_notation_round_trip() {
        let actions: Vec<PedroAction> = (0..7 << 16).filter_map(PedroAction::from_code).collect();
        assert_eq!(actions.len(), 52 + 52 + 1 + 65535 + 4 + 1);
        for action in actions.into_iter().filter(|action| !matches!(action, PedroAction::Bid(201..))) {
            assert_eq!(PedroAction::from_code(action.code()), Some(action));
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    }

    #[test]
    fn what_is_no_action_says_so() {
        for text in
            ["", "Pass", "pass 1", "bid", "bid 0", "bid 030", "bid 65536", "trump X", "trump", "play *", "play 1H"]
        {
            let error = text.parse::<PedroAction>().unwrap_err().to_string();
            assert_eq!(error, format!("`{text}` is no action: expected {EXPECTED}"));
        }
    }
}
