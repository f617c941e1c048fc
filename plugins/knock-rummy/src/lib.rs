//! Knock Rummy: lowest deadwood takes the stakes.

mod action;
mod hooks;
mod knowledge;
mod params;
mod play;
mod score;
mod state;
mod view;

use parlour_sdk::{
    Card, Deadwood, Game, Hooks as _, Legal, Line, Meta, Observer, Offer, Piece, Place, Points, Refusal, Rng, Seat,
    SeatSet, SetupError, Sides, Standing, Summary, Turn, View,
};

pub use action::Action;
pub use hooks::Hooks;
pub use knowledge::Knowledge;
pub use params::Params;
pub use score::Score;
pub use state::{Phase, State};

/// The rules of Knock Rummy at one table.
pub struct KnockRummy {
    seats: u8,
    hand_size: u8,
    params: Params,
    hooks: Hooks,
    deadwood: Deadwood,
    /// Whether a house rule answers `may_knock`.
    asks_knock: bool,
}

impl Game for KnockRummy {
    type Piece = Card;
    type Action = Action;
    type Params = Params;
    type Hooks = Hooks;
    type State = State;
    type Knowledge = Knowledge;

    const META: Meta = Meta {
        id: "knock-rummy",
        name: "Knock Rummy",
        version: env!("CARGO_PKG_VERSION"),
        family: "rummy",
        about: "lowest deadwood takes the stakes",
        seats: (2, 5),
        usual_seats: 2,
        sides: Sides::Each,
        stakes: true,
        rules: include_str!("../rules.md"),
    };

    fn new(seats: u8, params: Params, hooks: Hooks) -> Result<Self, SetupError> {
        let mut points = Deadwood::pip_points();
        for card in Card::pack() {
            let own = &mut points[usize::from(card.code())];
            *own = hooks.card_points(i32::from(*own), card).clamp(0, 100) as u8;
        }
        Ok(Self {
            seats,
            hand_size: if seats == 2 { params.hand_size_two } else { params.hand_size_many },
            deadwood: Deadwood::new(points, params.ace_high_runs),
            asks_knock: hooks.house().has(hooks::MAY_KNOCK),
            params,
            hooks,
        })
    }

    fn seats(&self) -> u8 {
        self.seats
    }
    fn params(&self) -> &Params {
        &self.params
    }
    fn pack(&self) -> Vec<Card> {
        Card::pack().collect()
    }

    fn start(&self, dealer: Seat) -> State {
        State::new(dealer)
    }
    fn layout(&self, state: &State) -> Vec<Place> {
        self.places(state.dealer)
    }
    #[inline]
    fn deal(&self, state: &mut State, pieces: &[Card]) {
        self.deal_round(state, pieces);
    }

    #[inline(always)]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Draw | Phase::Discard => Turn::Seat(state.seat),
            Phase::Settle => Turn::Settle,
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
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

    #[inline]
    fn settle(&self, state: &State) -> Points {
        self.score_of(state).stakes.0.into_iter().take(usize::from(self.seats)).collect()
    }
    fn commit(&self, state: &mut State, points: &Points) {
        for (total, won) in state.totals.iter_mut().zip(points.iter()) {
            *total = total.saturating_add(*won);
        }
    }
    fn winners(&self, state: &State) -> Option<SeatSet> {
        let totals = &state.totals[..usize::from(self.seats)];
        let most = totals.iter().max();
        let won = |seat: &Seat| totals.get(seat.index()) == most;
        (state.round >= self.params.rounds).then(|| Seat::all(self.seats).filter(won).collect())
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
        let totals = state.totals[..usize::from(self.seats)].to_vec();
        let over = state.phase == Phase::Over;
        Standing {
            round: state.round,
            dealer: state.dealer,
            payout: if over { totals.clone() } else { Vec::new() },
            totals,
            winners: state.winners.iter().collect(),
        }
    }
    fn summary(&self, state: &State, points: &Points) -> Summary {
        self.sum_up(state, points)
    }

    fn show(&self, state: &State, observer: Observer) -> View {
        self.look(state, observer)
    }
    fn offer(&self, state: &State, action: Action, view: &View) -> Offer {
        self.put(state, action, view)
    }
    fn tell(&self, before: &State, action: Action, after: &State, observer: Observer) -> Vec<Line> {
        self.log(before, action, after, observer)
    }

    fn know(&self, state: &State, seat: Seat) -> Knowledge {
        self.knowledge(state, seat)
    }
    fn imagine(&self, knowledge: &Knowledge, rng: &mut Rng) -> State {
        self.arrangement(knowledge, rng)
    }
}

parlour_sdk::export_game!(KnockRummy);
