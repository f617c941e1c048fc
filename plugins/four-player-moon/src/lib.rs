//! Four-Player Moon: bid tricks with dominoes, name trumps, first side to 21.

mod action;
mod hooks;
mod knowledge;
mod params;
mod play;
mod score;
mod sense;
mod state;
mod view;

pub use action::MoonAction;
pub use hooks::{MoonHooks, Suit, Trump};
pub use knowledge::MoonKnowledge;
pub use params::{AllPass, MoonParams};
pub use state::MoonState;

use parlour_sdk::hook::generic;
use parlour_sdk::{
    Game, Hooks as _, Legal, Line, Meta, Observer, Offer, Piece as _, Place, Points, Refusal, Rng, Seat, SeatSet,
    SetupError, Sides, Standing, Summary, Tile, Turn, View,
};

use play::Contract;
use state::{Phase, SEATS};

/// The game at one table.
pub struct Moon {
    params: MoonParams,
    /// The tables for each choice of trumps.
    contracts: [Contract; Trump::COUNT],
    /// The trumps that may be named.
    names: Vec<Trump>,
    /// Whether no house rule could make a void that was shown untrue.
    infers: bool,
}

impl Game for Moon {
    type Piece = Tile;
    type Action = MoonAction;
    type Params = MoonParams;
    type Hooks = MoonHooks;
    type State = MoonState;
    type Knowledge = MoonKnowledge;

    const META: Meta = Meta {
        id: "four-player-moon",
        name: "Four-Player Moon",
        version: env!("CARGO_PKG_VERSION"),
        family: "dominoes",
        about: "bid tricks, name trumps, first to 21",
        seats: (SEATS, SEATS),
        usual_seats: SEATS,
        sides: Sides::Partners,
        stakes: false,
        rules: include_str!("../rules.md"),
    };

    fn new(_seats: u8, params: MoonParams, hooks: MoonHooks) -> Result<Self, SetupError> {
        params.check()?;
        let mut trumps = Trump::all();
        let contracts = std::array::from_fn(|_| Contract::new(trumps.next().unwrap_or(Trump::NONE), &hooks));
        let may_play = MoonHooks::declared().iter().find(|hook| hook.name == "may_play").map(|hook| hook.number);
        let falsified = |hook| hooks.house().has(hook);
        let infers = !falsified(generic::LEGAL) && !may_play.is_some_and(falsified);
        let names = Trump::all().filter(|&trump| params.may_name(trump)).collect();
        Ok(Self { params, contracts, names, infers })
    }

    fn seats(&self) -> u8 {
        SEATS
    }
    fn params(&self) -> &MoonParams {
        &self.params
    }
    fn pack(&self) -> Vec<Tile> {
        Tile::pack().collect()
    }
    fn order(piece: Tile) -> i32 {
        i32::from(piece.code())
    }

    fn start(&self, dealer: Seat) -> MoonState {
        MoonState::start(dealer)
    }
    fn layout(&self, state: &MoonState) -> Vec<Place> {
        let size = usize::from(self.params.hand_size);
        let place = |at: usize| match at / size {
            hand @ 0..4 => Place::Hand(state.first.ahead(hand as u8, SEATS)),
            _ => Place::Pile("middle"),
        };
        (0..Tile::pack().count()).map(place).collect()
    }
    #[inline]
    fn deal(&self, state: &mut MoonState, pieces: &[Tile]) {
        state.deal(pieces, self.params.hand_size);
    }

    #[inline(always)]
    fn turn(&self, state: &MoonState) -> Turn {
        if state.phase == Phase::Play {
            return Turn::Seat(state.to_act);
        }
        match state.phase {
            Phase::Auction | Phase::Bury | Phase::Name | Phase::Play => Turn::Seat(state.to_act),
            Phase::Settle => Turn::Settle,
            Phase::Deal => Turn::Deal,
            Phase::Over => Turn::Over,
        }
    }
    #[inline]
    fn legal(&self, state: &MoonState, out: &mut Legal<'_, MoonAction>) {
        self.list(state, out);
    }
    #[inline]
    fn play(&self, state: &mut MoonState, action: MoonAction) {
        self.act(state, action);
    }
    #[inline(always)]
    fn any(&self, state: &MoonState, rng: &mut Rng) -> Option<MoonAction> {
        self.draw(state, rng)
    }
    fn refuse(&self, state: &MoonState, action: MoonAction) -> Refusal {
        self.refusal(state, action)
    }

    #[inline]
    fn settle(&self, state: &MoonState) -> Points {
        self.points(state)
    }
    #[inline]
    fn commit(&self, state: &mut MoonState, points: &Points) {
        for (total, points) in state.totals.iter_mut().zip(points.iter()) {
            *total = total.saturating_add(*points);
        }
    }
    #[inline]
    fn winners(&self, state: &MoonState) -> Option<SeatSet> {
        self.ended(state)
    }
    #[inline]
    fn close(&self, state: &mut MoonState, winners: Option<SeatSet>) {
        match winners {
            Some(sides) => (state.winners, state.phase) = (sides, Phase::Over),
            None => (state.first, state.phase) = (state.first.left(SEATS), Phase::Deal),
        }
    }
    fn standing(&self, state: &MoonState) -> Standing {
        self.stands(state)
    }
    fn summary(&self, state: &MoonState, points: &Points) -> Summary {
        self.summarise(state, points)
    }

    fn show(&self, state: &MoonState, observer: Observer) -> View {
        self.view(state, observer)
    }
    fn offer(&self, _state: &MoonState, action: MoonAction, view: &View) -> Offer {
        self.offered(action, view)
    }
    fn tell(&self, before: &MoonState, action: MoonAction, after: &MoonState, observer: Observer) -> Vec<Line> {
        self.told(before, action, after, observer)
    }

    fn know(&self, state: &MoonState, seat: Seat) -> MoonKnowledge {
        self.knowledge(state, seat)
    }
    fn imagine(&self, knowledge: &MoonKnowledge, rng: &mut Rng) -> MoonState {
        self.imagined(knowledge, rng)
    }

    #[inline]
    fn policy(&self, state: &MoonState, rng: &mut Rng) -> Option<MoonAction> {
        let _ = rng;
        self.quick(state)
    }
}

parlour_sdk::export_game!(Moon);
