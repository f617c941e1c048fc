//! Mambassa: exchange cards with the monte, and do not hold the worst hand.

mod action;
pub mod cards;
mod hooks;
mod knowledge;
mod legal;
mod params;
mod play;
mod policy;
pub mod rank;
mod score;
mod state;
mod tell;
mod trace;
mod view;

use parlour_sdk::game::Place;
use parlour_sdk::param::SetupError;
use parlour_sdk::view::{Line, Observer, Summary, View};
use parlour_sdk::{Game, ItalianCard, Legal, Meta, Offer, Points, Refusal, Rng, Seat, SeatSet, Sides, Standing, Turn};

pub use action::{Action, Exchange};
pub use hooks::Hooks;
pub use knowledge::Knowledge;
pub use params::Params;
pub use state::{Phase, State};

parlour_sdk::export_game!(Mambassa);

/// The game at one table.
pub struct Mambassa {
    seats: u8,
    params: Params,
    hooks: Hooks,
}

impl Game for Mambassa {
    type Piece = ItalianCard;
    type Action = Action;
    type Params = Params;
    type Hooks = Hooks;
    type State = State;
    type Knowledge = Knowledge;

    const META: Meta = Meta {
        id: "mambassa",
        name: "Mambassa",
        version: env!("CARGO_PKG_VERSION"),
        family: "exchange",
        about: "exchange cards; don't hold the worst hand",
        seats: (3, 8),
        usual_seats: 4,
        sides: Sides::Each,
        stakes: false,
        rules: include_str!("../rules.md"),
    };

    fn new(seats: u8, params: Params, hooks: Hooks) -> Result<Self, SetupError> {
        if params.ante >= params.tokens {
            return Err(SetupError::Value {
                name: "ante".to_owned(),
                value: params.ante.to_string(),
                expected: format!("less than tokens = {}, so that every seat can play", params.tokens),
            });
        }
        Ok(Self { seats, params, hooks })
    }
    fn seats(&self) -> u8 {
        self.seats
    }
    fn params(&self) -> &Params {
        &self.params
    }
    fn pack(&self) -> Vec<ItalianCard> {
        ItalianCard::pack().collect()
    }

    fn start(&self, dealer: Seat) -> State {
        State::new(self.seats, self.params.tokens, self.params.ante, dealer)
    }
    fn layout(&self, state: &State) -> Vec<Place> {
        self.places(state)
    }
    fn deal(&self, state: &mut State, pieces: &[ItalianCard]) {
        self.deal_out(state, pieces);
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Deal => Turn::Deal,
            Phase::Settle => Turn::Settle,
            Phase::Over => Turn::Over,
            _ => Turn::Seat(state.seat),
        }
    }
    #[inline]
    fn legal(&self, state: &State, out: &mut Legal<'_, Action>) {
        self.list(state, out);
    }
    #[inline]
    fn play(&self, state: &mut State, action: Action) {
        self.act(state, action);
    }
    fn refuse(&self, state: &State, action: Action) -> Refusal {
        self.reason(state, action)
    }

    fn settle(&self, state: &State) -> Points {
        self.tokens(state)
    }
    fn accept(&self, state: &State, points: &Points) -> Result<(), String> {
        self.unpayable(state, points).map_or(Ok(()), Err)
    }
    fn commit(&self, state: &mut State, points: &Points) {
        self.move_tokens(state, points);
    }
    fn winners(&self, state: &State) -> Option<SeatSet> {
        self.won(state)
    }
    fn close(&self, state: &mut State, winners: Option<SeatSet>) {
        self.end_round(state, winners);
    }
    fn standing(&self, state: &State) -> Standing {
        self.stand(state)
    }
    fn summary(&self, state: &State, points: &Points) -> Summary {
        self.sum_up(state, points)
    }

    fn show(&self, state: &State, observer: Observer) -> View {
        self.view(state, observer)
    }
    fn offer(&self, state: &State, action: Action, view: &View) -> Offer {
        self.put(state, action, view)
    }
    fn tell(&self, before: &State, action: Action, after: &State, observer: Observer) -> Vec<Line> {
        self.log(before, action, after, observer)
    }

    fn know(&self, state: &State, seat: Seat) -> Knowledge {
        Knowledge::of(state, seat)
    }
    fn imagine(&self, knowledge: &Knowledge, rng: &mut Rng) -> State {
        knowledge.imagine(rng)
    }

    fn candidates(&self, state: &State, out: &mut Legal<'_, Action>) {
        self.list_promising(state, out);
    }
    fn policy(&self, state: &State, _: &mut Rng) -> Option<Action> {
        self.careless(state)
    }
}
