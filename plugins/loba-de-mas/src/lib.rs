//! Loba de Más: a rummy with two packs, four jokers and melds on the table.
//!
//! The rules are those of `rules.md`, which numbers them; comments name them by these numbers.

mod action;
mod candidates;
mod glance;
mod hooks;
mod knowledge;
mod legal;
mod meld;
mod params;
mod play;
mod refuse;
mod score;
mod state;
mod view;

use parlour_sdk::action::Legal;
use parlour_sdk::{
    Card, Game, Hand, Hooks as _, House, Line, Meta, Observer, Offer, Place, Refusal, Rng, Seat, SeatSet, SetupError,
    Sides, Standing, Summary, Turn, View,
};

pub use action::Action;
pub use hooks::{Hooks, Kind, LaidMeld};
pub use knowledge::Knowledge;
pub use meld::{Meld, Pierna, Shape};
pub use params::Params;
pub use state::{Cards, Ending, Melds, Phase, State};

/// The rules at one table.
pub struct Loba {
    seats: u8,
    params: Params,
    hooks: Hooks,
    points: hooks::Points,
    /// The faces that may stand for others in an escalera.
    wilds: Hand<Card>,
    /// The whole pack.
    whole: Cards,
    may_meld_asked: bool,
}

impl Loba {
    /// What a meld counts.
    pub fn meld_points(&self, meld: Meld) -> i32 {
        self.points.meld(meld)
    }
}

impl Game for Loba {
    type Piece = Card;
    type Action = Action;
    type Params = Params;
    type Hooks = Hooks;
    type State = State;
    type Knowledge = Knowledge;

    const META: Meta = Meta {
        id: "loba-de-mas",
        name: "Loba de Más",
        version: env!("CARGO_PKG_VERSION"),
        family: "rummy",
        about: "lay melds for points, first to 150",
        seats: (2, 5),
        usual_seats: 3,
        sides: Sides::Each,
        stakes: false,
        rules: include_str!("../rules.md"),
    };

    fn new(seats: u8, params: Params, hooks: Hooks) -> Result<Self, SetupError> {
        let points = hooks::Points::new(&hooks);
        let twos = if params.twos_wild { Hand::from_bits(legal::TWOS) } else { Hand::empty() };
        let may_meld_asked = House::has(hooks.house(), hooks::MAY_MELD);
        let mut game = Self {
            seats,
            params,
            hooks,
            points,
            wilds: twos | Hand::of(Card::JOKER),
            whole: Cards::empty(),
            may_meld_asked,
        };
        game.whole = game.pack().into_iter().collect();
        Ok(game)
    }

    fn seats(&self) -> u8 {
        self.seats
    }
    fn params(&self) -> &Params {
        &self.params
    }
    fn pack(&self) -> Vec<Card> {
        let jokers = std::iter::repeat_n(Card::JOKER, usize::from(self.params.jokers));
        Card::pack().chain(Card::pack()).chain(jokers).collect()
    }
    fn order(piece: Card) -> i32 {
        // The two is the lowest but for the ace, which is high where it can be; a joker is above all.
        match piece.rank() {
            Card::ACE => 14,
            _ if piece.is_joker() => 15,
            rank => i32::from(rank) + 1,
        }
    }

    fn start(&self, dealer: Seat) -> State {
        State::new(dealer)
    }
    fn layout(&self, state: &State) -> Vec<Place> {
        let round = state.dealer.around(self.seats).map(Place::Hand);
        let hands = std::iter::repeat_n(round, usize::from(self.params.hand_size)).flatten();
        let dealt = usize::from(self.seats) * usize::from(self.params.hand_size);
        hands.chain(std::iter::repeat_n(Place::Pile("stock"), self.whole.len() - dealt)).collect()
    }
    fn deal(&self, state: &mut State, pieces: &[Card]) {
        self.deal_round(state, pieces);
    }

    #[inline(always)]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Draw | Phase::Meld => Turn::Seat(state.seat),
            Phase::Settle(_) => Turn::Settle,
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }
    #[inline]
    fn legal(&self, state: &State, out: &mut Legal<'_, Action>) {
        self.list(state, &mut |action| out.push(action));
    }
    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        self.act(state, action);
    }
    fn refuse(&self, state: &State, action: Action) -> Refusal {
        let reason = || Refusal::new("4", format!("{action} is not among the legal actions"));
        self.judge(state, action).err().unwrap_or_else(reason)
    }

    fn settle(&self, state: &State) -> parlour_sdk::Points {
        self.round_points(state)
    }
    fn commit(&self, state: &mut State, points: &parlour_sdk::Points) {
        for (total, points) in state.totals.iter_mut().zip(points.iter()) {
            *total = total.saturating_add(*points);
        }
    }
    fn winners(&self, state: &State) -> Option<SeatSet> {
        self.won(state)
    }
    fn close(&self, state: &mut State, winners: Option<SeatSet>) {
        match winners {
            Some(winners) => {
                state.winners = winners;
                state.phase = Phase::Over;
            }
            None => {
                state.dealer = state.dealer.left(self.seats);
                state.phase = Phase::Deal;
            }
        }
    }
    fn standing(&self, state: &State) -> Standing {
        self.stands(state)
    }
    fn summary(&self, state: &State, points: &parlour_sdk::Points) -> Summary {
        self.summed_up(state, points)
    }

    fn show(&self, state: &State, observer: Observer) -> View {
        self.seen(state, observer)
    }
    fn offer(&self, state: &State, action: Action, view: &View) -> Offer {
        self.offered(state, action, view)
    }
    fn tell(&self, before: &State, action: Action, after: &State, observer: Observer) -> Vec<Line> {
        self.told(before, action, after, observer)
    }

    fn know(&self, state: &State, seat: Seat) -> Knowledge {
        self.known_to(state, seat)
    }
    fn imagine(&self, knowledge: &Knowledge, rng: &mut Rng) -> State {
        self.imagined(knowledge, rng)
    }

    fn candidates(&self, state: &State, out: &mut Legal<'_, Action>) {
        self.list_candidates(state, out);
    }
    fn policy(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        self.glance(state, rng)
    }
}

parlour_sdk::export_game!(Loba);
