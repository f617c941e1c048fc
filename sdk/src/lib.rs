//! The Parlour SDK: what a game for Parlour is written with.
//!
//! A game is a plugin, a shared library that knows its rules and nothing else. The host deals with people, bots,
//! records, house rules and the screen, for every game in the same way; it learns all it needs through [`Game`]. An
//! author writes that one trait, and gets the rest.
//!
//! # The way to a game
//!
//! 1. **Pieces.** [`Card`], [`ItalianCard`] and [`Tile`] have faces, codes and texts. [`Hand`] is a set of them,
//!    [`Pile`] keeps an order.
//! 2. **Parameters and hooks.** [`params!`] declares what players may set, [`hooks!`] where house rules may answer. A
//!    doc comment on each is what they read. The hooks `legal`, `redeal`, `score_round` and `game_over` every game has
//!    without a line.
//! 3. **Actions.** A small `Copy` type with a code and a notation ([`Action`]), both read back exactly. One that others
//!    may not see says so by `concealed`, one that shows the seat something new by `reveals`.
//! 4. **State.** Plain data, small, cloned thousands of times a second. Keep what lies open apart from what is hidden:
//!    then it is plain what a seat may know.
//! 5. **Rules.** [`Game`], whose functions stand in the order in which a table calls them. A game neither shuffles nor
//!    checks: the SDK does both, and calls `play` with legal actions alone. A view ([`View`]) says what lies where, not
//!    how it is drawn.
//! 6. **Knowledge.** `know` gives what a seat can infer from, `imagine` a whole state that agrees with it, each as
//!    likely as any other. By these two alone the bots play; [`guess`] deals hidden pieces under constraints.
//! 7. **Conformance.** One test, [`testkit::conforms`], plays 10,000 random games at each seat count and says where the
//!    game breaks a promise, and which.
//! 8. **Export.** `parlour_sdk::export_game!(MyGame);` in a crate of type `cdylib`. What crosses the border is C
//!    ([`abi`], `include/parlour.h`); an author need not look at it.
//!
//! What two games share is here once: [`trick`], [`auction`], [`meld`], [`purse`], [`guess`], seats and sides ([`seat`]),
//! the stable shuffle ([`deck`]).
//!
//! # A whole game
//!
//! Two players, two hearts each; each plays one, and the higher wins. `examples/high_card.rs` is the same with more
//! seats, a concealed action, parameters, a hook and comments on every step.
//!
//! ```
//! use std::fmt;
//! use std::str::FromStr;
//! use parlour_sdk::testkit::{self, Plan};
//! use parlour_sdk::*;
//!
//! parlour_sdk::params! {
//!     /// The parameters of Two Hearts.
//!     pub struct Params {
//!         /// Whether the lower heart wins.
//!         low: bool = false;
//!     }
//! }
//! parlour_sdk::hooks! {
//!     /// No hooks of its own.
//!     pub struct NoHooks {}
//! }
//!
//! /// Plays a heart.
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! struct Play(Card);
//! impl Action for Play {
//!     fn code(self) -> u64 { self.0.code().into() }
//!     fn from_code(code: u64) -> Option<Self> {
//!         Card::from_code(code.try_into().ok()?).filter(|card| card.suit() == Some(Suit::Hearts)).map(Self)
//!     }
//! }
//! impl fmt::Display for Play {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "play {}", self.0) }
//! }
//! impl FromStr for Play {
//!     type Err = ParseActionError;
//!     fn from_str(text: &str) -> Result<Self, ParseActionError> {
//!         let card = text.strip_prefix("play ").and_then(|face| face.parse().ok());
//!         let action = card.and_then(|card: Card| Self::from_code(card.code().into()));
//!         action.ok_or_else(|| ParseActionError::new(text, "`play KH`"))
//!     }
//! }
//!
//! /// What lies open.
//! #[derive(Clone, Debug, PartialEq)]
//! struct Open { turn: Turn, round: u32, dealer: Seat, played: [Option<Card>; 2], totals: Points, winners: SeatSet }
//! #[derive(Clone)]
//! struct State { open: Open, hands: [Hand<Card>; 2], rest: Hand<Card> }
//! #[derive(Clone, Debug, PartialEq)]
//! struct Knowledge { open: Open, seat: Seat, hand: Hand<Card> }
//!
//! struct TwoHearts { params: Params }
//!
//! impl Game for TwoHearts {
//!     type Piece = Card;
//!     type Action = Play;
//!     type Params = Params;
//!     type Hooks = NoHooks;
//!     type State = State;
//!     type Knowledge = Knowledge;
//!     const META: Meta = Meta {
//!         id: "two-hearts", name: "Two Hearts", version: "1.0.0", family: "tricks", about: "The higher heart wins.",
//!         seats: (2, 2), usual_seats: 2, sides: Sides::Each, stakes: false,
//!         rules: "# Two Hearts\n\n1. Each player has two hearts.\n2. Each plays one of them; the higher wins.",
//!     };
//!     fn new(_: u8, params: Params, _: NoHooks) -> Result<Self, SetupError> { Ok(Self { params }) }
//!     fn seats(&self) -> u8 { 2 }
//!     fn params(&self) -> &Params { &self.params }
//!     fn pack(&self) -> Vec<Card> { (0..13).map(|rank| Card::new(rank, Suit::Hearts)).collect() }
//!
//!     fn start(&self, dealer: Seat) -> State {
//!         let (totals, winners) = (Points::zero(2), SeatSet::EMPTY);
//!         let open = Open { turn: Turn::Deal, round: 0, dealer, played: [None; 2], totals, winners };
//!         State { open, hands: [Hand::empty(); 2], rest: Hand::empty() }
//!     }
//!     fn layout(&self, _: &State) -> Vec<Place> {
//!         let hands = [0, 1, 0, 1].map(|seat| Place::Hand(Seat(seat)));
//!         hands.into_iter().chain([Place::Pile("rest"); 9]).collect()
//!     }
//!     fn deal(&self, state: &mut State, pieces: &[Card]) {
//!         state.open.round += 1;
//!         state.open.turn = Turn::Seat(state.open.dealer.left(2));
//!         for (place, &card) in self.layout(state).into_iter().zip(pieces) {
//!             match place {
//!                 Place::Hand(seat) => state.hands[seat.index()].insert(card),
//!                 Place::Pile(_) => state.rest.insert(card),
//!             }
//!         }
//!     }
//!     fn turn(&self, state: &State) -> Turn { state.open.turn }
//!     fn legal(&self, state: &State, out: &mut Legal<'_, Play>) {
//!         let Turn::Seat(seat) = state.open.turn else { return };
//!         state.hands[seat.index()].for_each(|card| out.push(Play(card)));
//!     }
//!     fn play(&self, state: &mut State, Play(card): Play) {
//!         let Turn::Seat(seat) = state.open.turn else { return };
//!         state.hands[seat.index()].remove(card);
//!         state.open.played[seat.index()] = Some(card);
//!         let both = state.open.played.iter().all(Option::is_some);
//!         state.open.turn = if both { Turn::Settle } else { Turn::Seat(seat.left(2)) };
//!     }
//!     fn refuse(&self, _: &State, Play(card): Play) -> Refusal {
//!         Refusal::new("2", format!("{card} is not in your hand"))
//!     }
//!     fn settle(&self, state: &State) -> Points {
//!         let [one, other] = state.open.played;
//!         let first = (one > other) != self.params.low;
//!         [i32::from(first), i32::from(!first)].into_iter().collect()
//!     }
//!     fn commit(&self, state: &mut State, points: &Points) { state.open.totals = *points; }
//!     fn winners(&self, state: &State) -> Option<SeatSet> {
//!         Some(Seat::all(2).filter(|seat| state.open.totals[seat.index()] > 0).collect())
//!     }
//!     fn close(&self, state: &mut State, winners: Option<SeatSet>) {
//!         (state.open.turn, state.open.winners) = (Turn::Over, winners.unwrap_or_default());
//!     }
//!     fn standing(&self, state: &State) -> Standing {
//!         let Open { turn, round, dealer, ref totals, winners, .. } = state.open;
//!         let payout = if turn == Turn::Over { vec![0; 2] } else { Vec::new() };
//!         Standing { round, dealer, totals: totals.to_vec(), winners: winners.iter().collect(), payout }
//!     }
//!     fn summary(&self, _: &State, points: &Points) -> Summary {
//!         let winner = usize::from(points[1] > 0);
//!         Summary { title: format!("{{{winner}}} wins."), ..Summary::default() }
//!     }
//!
//!     fn show(&self, state: &State, observer: Observer) -> View {
//!         let mut view = View::default();
//!         for seat in Seat::all(2) {
//!             view.zones.push(Zone::hand(seat, state.hands[seat.index()], observer));
//!             let played = state.open.played[seat.index()];
//!             view.zones.push(Zone::new(format!("played {seat}"), ZoneKind::Fan).owned(seat).faces(played));
//!         }
//!         let rest = Zone::new("rest", ZoneKind::Fan);
//!         view.zones.push(match observer {
//!             Observer::Referee => rest.faces(state.rest),
//!             _ => rest.holding(vec![Shown::back(); state.rest.len()]),
//!         });
//!         view
//!     }
//!     fn offer(&self, _: &State, Play(card): Play, view: &View) -> Offer {
//!         Offer::new("play").pick(view.find("hand", card))
//!     }
//!     fn tell(&self, before: &State, action: Play, _: &State, _: Observer) -> Vec<Line> {
//!         let Turn::Seat(seat) = before.open.turn else { return Vec::new() };
//!         vec![Line::of(seat, format!("play(s) {}", action.0))]
//!     }
//!
//!     fn know(&self, state: &State, seat: Seat) -> Knowledge {
//!         Knowledge { open: state.open.clone(), seat, hand: state.hands[seat.index()] }
//!     }
//!     fn imagine(&self, Knowledge { open, seat, hand }: &Knowledge, rng: &mut Rng) -> State {
//!         let other = seat.left(2);
//!         let seen: Hand<Card> = open.played.iter().flatten().copied().collect::<Hand<Card>>() | *hand;
//!         let mut unseen: Vec<Card> = self.pack().into_iter().filter(|&card| !seen.has(card)).collect();
//!         deck::shuffle(&mut unseen, rng);
//!         let held = 2 - usize::from(open.played[other.index()].is_some());
//!         let mut state = State { open: open.clone(), ..self.start(open.dealer) };
//!         state.hands[seat.index()] = *hand;
//!         state.hands[other.index()] = unseen.drain(..held).collect();
//!         state.rest = unseen.into_iter().collect();
//!         state
//!     }
//! }
//!
//! testkit::conforms::<TwoHearts>(Plan::of(1_000));
//!
//! // A table, played by hand: whoever drives a game does it through an `Engine`.
//! let engine = Engine::<TwoHearts>::new(2, &Default::default(), House::none())?;
//! let game = engine.game();
//! let mut state = game.start(Seat(0));
//! game.deal(&mut state, &game.pack());
//! let texts: Vec<String> = engine.actions(&state).iter().map(Play::to_string).collect();
//! assert_eq!(texts, ["play 2H", "play 4H"]);
//! let refusal = engine.check(&state, "play KH".parse()?).unwrap_err();
//! assert_eq!(refusal.to_string(), "KH is not in your hand (2)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
