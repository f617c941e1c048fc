//! The lines of a record: JSON Lines, one object a line.

use std::collections::BTreeMap;
use std::path::PathBuf;

use parlour_sdk::game::Deal;
use parlour_sdk::param::Values;
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// A line of a record or a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    /// What is played, by whom.
    Game(Header),
    /// The pieces are dealt.
    Deal(DealLine),
    /// A seat acts.
    Action(ActionLine),
    /// A failed house rule is switched off here (journals only).
    House {
        /// The round.
        round: u32,
        /// The rule's name.
        off: String,
        /// Why.
        reason: String,
    },
    /// A house rule was mended here: what was played before holds by its new text too (journals only).
    Mended {
        /// The round.
        round: u32,
        /// The rule's name.
        name: String,
        /// The new file's digest, in hexadecimal.
        sha256: String,
    },
    /// A seat takes its last action back (journals only).
    Undo {
        /// The seat.
        seat: u8,
    },
    /// The round is settled.
    Round {
        /// Which, from 1.
        round: u32,
        /// Its points, by side.
        points: Vec<i32>,
        /// The totals after it, by side.
        totals: Vec<i32>,
    },
    /// The game is over.
    End {
        /// The seats that won.
        winners: Vec<u8>,
        /// The totals, by side.
        totals: Vec<i32>,
        /// What each seat gains over the whole game.
        payout: Vec<i32>,
    },
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The plugin's version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The version of the format: [`FORMAT`].
    pub format: u32,
    /// How many seats.
    pub seats: u8,
    /// The seats that score together.
    #[serde(default)]
    pub sides: Vec<Vec<u8>>,
    /// The seed, in decimal; null if the deals are taken as they are written.
    #[serde(default)]
    pub seed: Option<String>,
    /// The parameters; all of them where Parlour writes.
    #[serde(default)]
    pub rules: Values,
    /// The house rules.
    #[serde(default)]
    pub house: Vec<HouseLine>,
    /// The version of the SDK.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sdk: Option<String>,
    /// Who sat there, by seat.
    #[serde(default)]
    pub players: Vec<String>,
}

/// A house rule in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseLine {
    /// Its id: the file's name without `.lua`.
    pub name: String,
    /// The file's digest, in hexadecimal.
    pub sha256: String,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, serde_json::Value>,
    /// Where the file was (journals only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
}

/// A deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealLine {
    /// The round, from 1.
    pub round: u32,
    /// Who deals.
    pub dealer: u8,
    /// Who acts; null if the round is over at the deal.
    pub turn: Option<u8>,
    /// The faces by seat and by pile.
    #[serde(flatten)]
    pub deal: Deal,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionLine {
    /// Who acts.
    pub seat: u8,
    /// The notation.
    pub action: String,
    /// The whole legal list before it, sorted by text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
}
