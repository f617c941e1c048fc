//! The actions and their notation.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::{Action, ParseActionError, Piece, Tile};

use crate::hooks::Trump;

/// What a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoonAction {
    /// Bids nothing.
    Pass,
    /// Bids a number of tricks, or the number that stands for all of them.
    Bid(u8),
    /// Names trumps.
    Trump(Trump),
    /// Puts a tile of the hand back in the middle, face down.
    Bury(Tile),
    /// Plays a tile to the trick.
    Play(Tile),
}

const EXPECTED: &str = "pass, bid 5, trump 3, trump doubles, trump none, bury 61 or play 64";

impl MoonAction {
    /// The code of playing the tile of code 0; the others follow.
    pub(crate) const PLAY: u64 = 0;
    /// The code of burying the tile of code 0; the others follow.
    pub(crate) const BURY: u64 = 4 << 8;
}

impl Action for MoonAction {
    #[inline(always)]
    fn code(self) -> u64 {
        match self {
            Self::Play(tile) => Self::PLAY + u64::from(tile.code()),
            Self::Pass => 1 << 8,
            Self::Bid(number) => 2 << 8 | u64::from(number),
            Self::Trump(trump) => 3 << 8 | u64::from(trump.index()),
            Self::Bury(tile) => Self::BURY + u64::from(tile.code()),
        }
    }
    #[inline(always)]
    fn from_code(code: u64) -> Option<Self> {
        let value = code as u8;
        match code >> 8 {
            0 => Tile::from_code(value).map(Self::Play),
            1 => (value == 0).then_some(Self::Pass),
            2 => (value > 0).then_some(Self::Bid(value)),
            3 => Trump::from_index(value).map(Self::Trump),
            4 => Tile::from_code(value).map(Self::Bury),
            _ => None,
        }
    }
    fn concealed(self) -> Option<&'static str> {
        matches!(self, Self::Bury(_)).then_some("bury ?")
    }
    fn reveals(self) -> bool {
        // The bid that ends the auction brings the bidder the top tile of the middle.
        matches!(self, Self::Bid(_))
    }
}

impl fmt::Display for MoonAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Bid(number) => write!(f, "bid {number}"),
            Self::Trump(trump) => write!(f, "trump {trump}"),
            Self::Bury(tile) => write!(f, "bury {tile}"),
            Self::Play(tile) => write!(f, "play {tile}"),
        }
    }
}

impl FromStr for MoonAction {
    type Err = ParseActionError;
    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let read = || match text.split_once(' ') {
            None => (text == "pass").then_some(Self::Pass),
            Some(("bid", number)) => {
                number.parse().ok().filter(|&bid: &u8| bid > 0 && bid.to_string() == number).map(Self::Bid)
            }
            Some(("trump", name)) => Trump::all().find(|trump| trump.to_string() == name).map(Self::Trump),
            Some(("bury", face)) => face.parse().ok().map(Self::Bury),
            Some(("play", face)) => face.parse().ok().map(Self::Play),
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
        let actions: Vec<MoonAction> = (0..0x600).filter_map(MoonAction::from_code).collect();
        assert_eq!(actions.len(), 1 + 255 + 9 + 28 + 28);
        for action in actions {
            assert_eq!(MoonAction::from_code(action.code()), Some(action));
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    }

    #[test]
    fn what_is_no_action_says_so() {
        for text in ["", "Pass", "pass ", "bid", "bid 0", "bid 05", "bid +5", "bid 256", "trump 7", "trump", "play 77"]
        {
            let error = text.parse::<MoonAction>().unwrap_err().to_string();
            assert_eq!(error, format!("`{text}` is no action: expected {EXPECTED}"));
        }
    }
}
