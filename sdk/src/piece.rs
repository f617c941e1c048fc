//! Pieces: what a game is played with, whatever it is.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::hand::Bits;

/// What kind of pieces a game is played with; the shell draws their faces by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    /// The French pack: `AS` to `KC`, jokers `*`.
    #[default]
    French,
    /// The Italian pack of 40: `AD` to `2B`.
    Italian,
    /// Dominoes: `66` to `00`.
    Dominoes,
}

/// A card or a tile: a face with a small code, unique within its kind, and a text that is parsed back exactly.
pub trait Piece: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParsePieceError> + Send + 'static {
    /// The kind of piece, told to whoever draws it.
    const KIND: PieceKind;
    /// The bits of a [`Hand`](crate::Hand) of these; every code is below the number of bits.
    type Bits: Bits;
    /// The code, 0 to 63.
    fn code(self) -> u8;
    /// The piece of a code; `None` if no piece has it.
    fn from_code(code: u8) -> Option<Self>;
}

/// A text that names no piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {expected}")]
pub struct ParsePieceError {
    /// What was given.
    pub text: String,
    /// What was expected, with an example.
    pub expected: &'static str,
}

impl ParsePieceError {
    /// The error for `text` where `expected` should be.
    pub fn new(text: &str, expected: &'static str) -> Self {
        Self { text: text.to_owned(), expected }
    }
}
