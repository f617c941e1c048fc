//! King Pedro: bid, name trumps, hunt the king.

mod action;
mod discard;
mod hooks;
mod knowledge;
mod params;
mod play;
mod refusal;
mod score;
mod sense;
mod state;
mod view;

pub use action::PedroAction;
pub use hooks::PedroHooks;
pub use knowledge::PedroKnowledge;
pub use params::{AllPass, PedroParams};
pub use state::PedroState;

use parlour_sdk::hook::generic;
use parlour_sdk::{
    Card, Game, Hooks as _, Legal, Line, Meta, Observer, Offer, Place, Points, Refusal, Rng, Seat, SeatSet, SetupError,
    Sides, Standing, Suit, Summary, Turn, View,
};

use hooks::Contract;
use state::{PACKET, Phase, SEATS};

/// The game at one table.
pub struct Pedro {
    params: PedroParams,
    /// What each suit as trumps makes of the cards.
    contracts: [Contract; 4],
    /// The highest bid: the greatest total of points over the four suits (R1).
    highest: u16,
    /// Whether no house rule could make untrue what is inferred from who plays, discards and throws in.
    infers: bool,
}

impl Game for Pedro {
    type Piece = Card;
    type Action = PedroAction;
    type Params = PedroParams;
    type Hooks = PedroHooks;
    type State = PedroState;
    type Knowledge = PedroKnowledge;

    const META: Meta = Meta {
        id: "king-pedro",
        name: "King Pedro",
        version: env!("CARGO_PKG_VERSION"),
        family: "tricks",
        about: "bid, name trumps, hunt the king",
        seats: (SEATS, SEATS),
        usual_seats: SEATS,
        sides: Sides::Partners,
        stakes: false,
        rules: include_str!("../rules.md"),
    };

    fn new(_seats: u8, params: PedroParams, hooks: PedroHooks) -> Result<Self, SetupError> {
        let contracts = Suit::ALL.map(|trump| Contract::new(trump, params.king_points, &hooks));
        let highest = contracts.iter().map(Contract::total).max().unwrap_or(0);
        params.check(highest)?;
        let falsifying = |name: &str| ["may_play", "trump_rank"].contains(&name);
        let infers = !hooks.house().has(generic::LEGAL)
            && !PedroHooks::declared().iter().any(|hook| falsifying(&hook.name) && hooks.house().has(hook.number));
        Ok(Self { params, contracts, highest, infers })
    }

    fn seats(&self) -> u8 {
        SEATS
    }
    fn params(&self) -> &PedroParams {
        &self.params
    }
    fn pack(&self) -> Vec<Card> {
        Card::pack().collect()
    }
    fn order(piece: Card) -> i32 {
        if piece.rank() == Card::ACE { 14 } else { i32::from(piece.rank()) + 1 }
    }

    fn start(&self, dealer: Seat) -> PedroState {
        PedroState::start(dealer)
    }
    fn layout(&self, state: &PedroState) -> Vec<Place> {
        let size = usize::from(self.params.hand_size);
        let mut places = Vec::with_capacity(52);
        for start in (0..size).step_by(PACKET) {
            for seat in state.dealer.around(SEATS) {
                places.extend(std::iter::repeat_n(Place::Hand(seat), PACKET.min(size - start)));
            }
        }
        places.resize(52, Place::Pile("kitty"));
        places
    }
    #[inline]
    fn deal(&self, state: &mut PedroState, pieces: &[Card]) {
        state.deal(pieces, self.params.hand_size);
    }

    #[inline(always)]
    fn turn(&self, state: &PedroState) -> Turn {
        if state.phase == Phase::Play {
            return Turn::Seat(state.to_act);
        }
        match state.phase {
            Phase::Auction | Phase::Name | Phase::Discard | Phase::Play => Turn::Seat(state.to_act),
            Phase::Settle => Turn::Settle,
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }
    #[inline]
    fn legal(&self, state: &PedroState, out: &mut Legal<'_, PedroAction>) {
        self.list(state, out);
    }
    #[inline]
    fn play(&self, state: &mut PedroState, action: PedroAction) {
        self.act(state, action);
    }
    #[inline(always)]
    fn any(&self, state: &PedroState, rng: &mut Rng) -> Option<PedroAction> {
        self.draw(state, rng)
    }
    fn refuse(&self, state: &PedroState, action: PedroAction) -> Refusal {
        self.refusal(state, action)
    }

    #[inline]
    fn settle(&self, state: &PedroState) -> Points {
        self.settled(state)
    }
    #[inline]
    fn commit(&self, state: &mut PedroState, points: &Points) {
        for (total, points) in state.totals.iter_mut().zip(points.iter()) {
            *total = total.saturating_add(*points);
        }
    }
    #[inline]
    fn winners(&self, state: &PedroState) -> Option<SeatSet> {
        self.ended(state)
    }
    #[inline]
    fn close(&self, state: &mut PedroState, winners: Option<SeatSet>) {
        if let Some(sides) = winners {
            (state.winners, state.phase) = (sides, Phase::Over);
            return;
        }
        let again = state.bidder().is_none() && self.params.all_pass == AllPass::SameDealer;
        if !again {
            state.dealer = state.dealer.left(SEATS);
        }
        state.phase = Phase::Deal;
    }
    fn standing(&self, state: &PedroState) -> Standing {
        self.stands(state)
    }
    fn summary(&self, state: &PedroState, points: &Points) -> Summary {
        self.summarise(state, points)
    }

    fn show(&self, state: &PedroState, observer: Observer) -> View {
        self.view(state, observer)
    }
    fn offer(&self, _state: &PedroState, action: PedroAction, view: &View) -> Offer {
        self.offered(action, view)
    }
    fn tell(&self, before: &PedroState, action: PedroAction, after: &PedroState, observer: Observer) -> Vec<Line> {
        self.told(before, action, after, observer)
    }

    fn know(&self, state: &PedroState, seat: Seat) -> PedroKnowledge {
        self.knowledge(state, seat)
    }
    fn imagine(&self, knowledge: &PedroKnowledge, rng: &mut Rng) -> PedroState {
        self.imagined(knowledge, rng)
    }

    fn candidates(&self, state: &PedroState, out: &mut Legal<'_, PedroAction>) {
        self.worth_searching(state, out);
    }
    #[inline]
    fn policy(&self, state: &PedroState, rng: &mut Rng) -> Option<PedroAction> {
        let _ = rng;
        self.quick(state)
    }
}

parlour_sdk::export_game!(Pedro);
