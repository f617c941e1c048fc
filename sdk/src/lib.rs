//! The Parlour SDK.
#![warn(missing_docs)]

pub mod card;
pub mod hand;
pub mod piece;
pub mod rng;
pub mod seat;

pub use card::{Card, ItalianCard, ItalianSuit, Suit};
pub use hand::Hand;
pub use piece::{ParsePieceError, Piece, PieceKind};
pub use rng::{DealRng, Draw, Rng};
pub use seat::{MAX_SEATS, Seat, SeatSet, Sides};
