//! What an author writes: the rules as a [`Game`], the moment as its state.

use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};

use crate::action::{Action, Legal, Refusal};
use crate::hook::Hooks;
use crate::param::{Params, SetupError};
use crate::piece::Piece;
use crate::rng::Rng;
use crate::seat::{MAX_SEATS, Seat, SeatSet, Sides};
use crate::view::{Choice, Line, Observer, Pick, Summary, View};

/// What is the same for every table of a game.
#[derive(Clone, Debug)]
pub struct Meta {
    /// The id: lower case with hyphens, `knock-rummy`.
    pub id: &'static str,
    /// The name: `Knock Rummy`.
    pub name: &'static str,
    /// The plugin's version: `env!("CARGO_PKG_VERSION")`.
    pub version: &'static str,
    /// What family it belongs to, in a word: `rummy`, `tricks`, `exchange`, `dominoes`.
    pub family: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The seats at a table when nobody says how many.
    pub usual_seats: u8,
    /// Which seats score together.
    pub sides: Sides,
    /// Whether the points of a round are stakes: they add up to 0.
    pub stakes: bool,
    /// The rule book, in Markdown: `include_str!("../rules.md")`.
    pub rules: &'static str,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat acts.
    Seat(Seat),
    /// The round is over and is to be settled.
    Settle,
    /// A deal is due.
    Deal,
    /// The game is over.
    Over,
}

/// Points, one number for each side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Points {
    values: [i32; MAX_SEATS],
    sides: u8,
}

impl Points {
    /// No points for each of `sides`, at most [`MAX_SEATS`].
    #[inline]
    pub const fn zero(sides: u8) -> Self {
        Self { values: [0; MAX_SEATS], sides }
    }
}

impl Deref for Points {
    type Target = [i32];
    #[inline]
    fn deref(&self) -> &[i32] {
        &self.values[..usize::from(self.sides).min(MAX_SEATS)]
    }
}
impl DerefMut for Points {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i32] {
        &mut self.values[..usize::from(self.sides).min(MAX_SEATS)]
    }
}
impl Debug for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.deref().fmt(f)
    }
}
impl FromIterator<i32> for Points {
    /// The points in the order of the sides; what comes after the eighth is left out.
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Self {
        let mut points = Self::zero(0);
        for value in values.into_iter().take(MAX_SEATS) {
            points.values[usize::from(points.sides)] = value;
            points.sides += 1;
        }
        points
    }
}

/// Where the game stands between two actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The round, from 1; 0 before the first deal.
    pub round: u32,
    /// Who deals this round, or the next one where a deal is due. (In Moon: who bids first.)
    pub dealer: Seat,
    /// The totals by side, the round in progress not counted.
    pub totals: Vec<i32>,
    /// The seats that have won; empty while the game runs.
    pub winners: Vec<Seat>,
    /// What each seat gains over the whole game, adding up to 0; empty while the game runs.
    pub payout: Vec<i32>,
}

/// Where a piece of the pack goes in the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Into a seat's hand.
    Hand(Seat),
    /// Onto the pile of this name, under what already lies there: the first is the top.
    Pile(&'static str),
}

/// The pieces of a deal by place, as records write them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Deal {
    /// The faces that each seat was dealt.
    pub hands: Vec<Vec<String>>,
    /// The piles, the top first.
    #[serde(default)]
    pub piles: std::collections::BTreeMap<String, Vec<String>>,
}

/// How a choice is put to a person: the parts of a [`Choice`] that the game knows.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// What is done, in a word or two.
    pub verb: String,
    /// The pieces it touches.
    pub picks: Vec<Pick>,
    /// The zone it is done to.
    pub target: Option<usize>,
}

impl Offer {
    /// The offer to do this, with no piece.
    pub fn new(verb: impl Into<String>) -> Self {
        Self { verb: verb.into(), ..Self::default() }
    }
    /// The offer with a piece more, if it is in the view.
    #[must_use]
    pub fn pick(mut self, pick: Option<Pick>) -> Self {
        self.picks.extend(pick);
        self
    }
    /// The offer with a target.
    #[must_use]
    pub fn onto(mut self, zone: Option<usize>) -> Self {
        self.target = zone;
        self
    }
    pub(crate) fn choice<A: Action>(self, action: A) -> Choice {
        let Self { verb, picks, target } = self;
        Choice { code: action.code(), text: action.to_string(), verb, picks, target }
    }
}

/// The rules of a game at one table: immutable once made, at home in one thread.
///
/// The state is apart: plain data that moves between threads and is copied thousands of times a second, so it is small
/// and, where it can be, without heap. The life of a state:
///
/// ```text
/// start ─► Deal ─deal─► Seat ─play─► ... ─► Settle ─settle, commit, winners, close─► Deal or Over
/// ```
///
/// The SDK shuffles, asks the house rules that every game can have, and guards the C border; a game only plays.
pub trait Game: Sized + 'static {
    /// What it is played with.
    type Piece: Piece;
    /// What a seat does.
    type Action: Action;
    /// Its parameters.
    type Params: Params;
    /// Its hooks.
    type Hooks: Hooks;
    /// A moment of a table.
    type State: Clone + Send + 'static;
    /// What one seat can infer from: counts, faces seen, voids shown; never a hidden face.
    type Knowledge: Clone + PartialEq + Debug + Send + 'static;

    /// What is the same for every table.
    const META: Meta;

    /// The game for `seats` (already checked against [`Meta::seats`]) with these parameters, each within its range.
    /// Tables are made here, with the tabulated hooks asked.
    ///
    /// # Errors
    /// If the parameters cannot be dealt or played together; the message names one and the reason.
    fn new(seats: u8, params: Self::Params, hooks: Self::Hooks) -> Result<Self, SetupError>;

    /// The seats at the table.
    fn seats(&self) -> u8;
    /// The parameters in force.
    fn params(&self) -> &Self::Params;
    /// The pack, in a fixed order, before any shuffle.
    fn pack(&self) -> Vec<Self::Piece>;
    /// The place of a piece in the game's own rank order, higher is higher; house rules read it as `order`.
    fn order(piece: Self::Piece) -> i32 {
        i32::from(piece.code() & 15)
    }

    /// A table before its first deal; `dealer` deals (or leads) the first round.
    fn start(&self, dealer: Seat) -> Self::State;
    /// Where each piece of the pack goes in the deal that is due, for the pack in its dealt order.
    fn layout(&self, state: &Self::State) -> Vec<Place>;
    /// Deals: `pieces` is the whole pack, the first dealt first.
    fn deal(&self, state: &mut Self::State, pieces: &[Self::Piece]);

    /// Who acts, or what the table waits for.
    fn turn(&self, state: &Self::State) -> Turn;
    /// All legal actions of the seat to act, each once, in an order that depends only on what that seat sees.
    /// Nothing where no seat acts.
    fn legal(&self, state: &Self::State, out: &mut Legal<'_, Self::Action>);
    /// Plays an action that is legal. An action that is not may leave the state senseless; it never does worse.
    fn play(&self, state: &mut Self::State, action: Self::Action);
    /// Why an action that is not in the legal list is not allowed.
    fn refuse(&self, state: &Self::State, action: Self::Action) -> Refusal;

    /// The points of the round that is over, one for each side.
    fn settle(&self, state: &Self::State) -> Points;
    /// Why a house rule may not give these points for the round; by default, that stakes add up to 0.
    ///
    /// # Errors
    /// What was expected, in words.
    fn accept(&self, state: &Self::State, points: &Points) -> Result<(), String> {
        let _ = state;
        match points.iter().map(|&points| i64::from(points)).sum::<i64>() {
            sum if Self::META.stakes && sum != 0 => Err(format!("stakes that add up to 0, these add up to {sum}")),
            _ => Ok(()),
        }
    }
    /// Adds a round's points to the totals.
    fn commit(&self, state: &mut Self::State, points: &Points);
    /// The sides that have won after the last commit; `None` if another round is played.
    fn winners(&self, state: &Self::State) -> Option<SeatSet>;
    /// Ends the game with these winning sides, or passes the deal on for the next round.
    fn close(&self, state: &mut Self::State, winners: Option<SeatSet>);
    /// Round, dealer, totals; winners and payout once the game is over.
    fn standing(&self, state: &Self::State) -> Standing;
    /// What the round's summary shows; `points` are those in force (a house rule may have changed them).
    fn summary(&self, state: &Self::State, points: &Points) -> Summary;

    /// What the observer sees. The referee sees every piece of the pack, face up, in exactly one zone, at every moment
    /// of a round and at its end: what a game throws away or keeps out of play lies in a zone too. A seat sees its own
    /// hand in a zone called `hand`.
    fn show(&self, state: &Self::State, observer: Observer) -> View;
    /// How a legal action is put to a person who has this view.
    fn offer(&self, state: &Self::State, action: Self::Action, view: &View) -> Offer;
    /// What the log says of an action to an observer: the deed first, then what came of it (a trick taken, the round
    /// over). `before` and `after` are the states around it.
    fn tell(&self, before: &Self::State, action: Self::Action, after: &Self::State, observer: Observer) -> Vec<Line>;

    /// What a seat knows; the only door to a bot.
    fn know(&self, state: &Self::State, seat: Seat) -> Self::Knowledge;
    /// A full state that agrees with the knowledge, each such arrangement as likely as any other. `know` of it gives
    /// the same knowledge.
    fn imagine(&self, knowledge: &Self::Knowledge, rng: &mut Rng) -> Self::State;

    /// A part of the legal list worth searching; by default the whole.
    fn candidates(&self, state: &Self::State, out: &mut Legal<'_, Self::Action>) {
        self.legal(state, out);
    }
    /// One of the legal actions, each as likely, where that is quicker than to list them all; `None`: the SDK lists
    /// them and draws one.
    #[inline(always)]
    fn any(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Action> {
        let _ = (state, rng);
        None
    }
    /// What a quick, careless player does in the playouts of a search: a legal action; `None`: any, each as likely.
    fn policy(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Action> {
        let _ = (state, rng);
        None
    }
}
