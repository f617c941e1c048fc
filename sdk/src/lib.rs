//! The Parlour SDK.
#![warn(missing_docs)]

pub mod abi;
pub mod action;
pub mod auction;
pub mod card;
pub mod deck;
pub mod engine;
pub mod example;
pub mod game;
pub mod guess;
pub mod hand;
pub mod hook;
pub mod meld;
pub mod multi;
pub mod param;
pub mod piece;
pub mod pile;
pub mod playout;
pub mod purse;
pub mod rng;
pub mod seat;
pub mod testkit;
pub mod tile;
pub mod trick;
pub mod view;

pub use action::{Action, Legal, ParseActionError, Refusal};
pub use auction::{Auction, Speaks};
pub use card::{Card, ItalianCard, ItalianSuit, Suit};
pub use engine::Engine;
pub use game::{Game, Meta, Offer, Place, Points, Standing, Turn};
pub use guess::Plan;
pub use hand::Hand;
pub use hook::{Hooks, House};
pub use meld::{Arrangement, Deadwood, Meld, MeldKind, WildRun};
pub use multi::MultiHand;
pub use param::{Params, SetupError};
pub use piece::{ParsePieceError, Piece, PieceKind};
pub use pile::Pile;
pub use purse::{Purse, Stakes};
pub use rng::{DealRng, Draw, Rng};
pub use seat::{MAX_SEATS, Seat, SeatSet, Sides};
pub use tile::Tile;
pub use trick::{Ranks, Trick};
pub use view::{Line, Observer, Shown, Summary, View, Zone, ZoneKind};

#[doc(hidden)]
pub use serde_json;
