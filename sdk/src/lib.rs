//! The Parlour SDK.
#![warn(missing_docs)]

pub mod abi;
pub mod action;
pub mod card;
pub mod deck;
pub mod engine;
pub mod game;
pub mod hand;
pub mod hook;
pub mod meld;
pub mod param;
pub mod piece;
pub mod playout;
pub mod rng;
pub mod seat;
pub mod view;

pub use action::{Action, Legal, ParseActionError, Refusal};
pub use card::{Card, ItalianCard, ItalianSuit, Suit};
pub use engine::Engine;
pub use game::{Game, Meta, Offer, Place, Points, Standing, Turn};
pub use hand::Hand;
pub use hook::{Hooks, House};
pub use meld::{Arrangement, Deadwood, Meld, MeldKind};
pub use param::{Params, SetupError};
pub use piece::{ParsePieceError, Piece, PieceKind};
pub use rng::{DealRng, Draw, Rng};
pub use seat::{MAX_SEATS, Seat, SeatSet, Sides};
pub use view::{Line, Observer, Shown, Summary, View, Zone, ZoneKind};

#[doc(hidden)]
pub use serde_json;
