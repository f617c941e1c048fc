//! Tables for the tests: set up, dealt, played.
#![allow(dead_code)]

use std::rc::Rc;

use loba_de_mas::{Action, Loba, Phase, State};
use parlour_sdk::meld::End;
use parlour_sdk::param::{Param, Params as _, SetupError, Value, Values};
use parlour_sdk::{Card, Engine, Game as _, House, Rng, Seat, Suit, deck};

pub fn seat(seat: u32) -> Seat {
    Seat(seat as u8)
}

/// The values of settings such as `target=100 open_discard=false`.
pub fn values(settings: &str) -> Values {
    let value = |name: &str, text: &str| {
        let declared: Vec<Param> = loba_de_mas::Params::declared();
        let domain = declared.into_iter().find(|param| param.name == name).map(|param| param.domain);
        domain.and_then(|domain| domain.parse(text).ok()).unwrap_or_else(|| Value::Word(text.to_owned()))
    };
    let pair = |setting: &str| {
        let (name, text) = setting.split_once('=').expect("name=value");
        (name.to_owned(), value(name, text))
    };
    settings.split_whitespace().map(pair).collect()
}
pub fn set_up(seats: u8, settings: &str) -> Result<Engine<Loba>, SetupError> {
    Engine::new(seats, &values(settings), House::none())
}
pub fn engine(seats: u8, settings: &str) -> Engine<Loba> {
    set_up(seats, settings).unwrap()
}
pub fn housed(seats: u8, house: Rc<House>) -> Engine<Loba> {
    Engine::new(seats, &Values::new(), house).unwrap()
}

pub fn actions(engine: &Engine<Loba>, state: &State) -> Vec<Action> {
    engine.actions(state)
}
/// Deals the round that is due at random.
pub fn deal(engine: &Engine<Loba>, state: &mut State, rng: &mut Rng) {
    let mut pack = engine.game().pack();
    deck::shuffle(&mut pack, rng);
    engine.game().deal(state, &pack);
}
/// A moment in which seat 0 of two holds the first `held` cards of the pack, seat 1 the next, and the rest is stock.
pub fn with_hand(engine: &Engine<Loba>, pack: &[Card], held: usize) -> State {
    let mut state = State::new(Seat(1));
    engine.game().deal(&mut state, pack);
    state.hands[0] = pack[..held].iter().copied().collect();
    state.hands[1] = pack[held..=held].iter().copied().collect();
    state.stock = pack[held + 1..].iter().copied().collect();
    state.phase = Phase::Meld;
    state.seat = Seat(0);
    state
}

/// Every action there is, with melds up to a number.
pub fn every_action(melds: u8) -> impl Iterator<Item = Action> {
    let cards = || Card::pack().chain([Card::JOKER]);
    let piernas = (0..13).flat_map(|rank| Suit::ALL.into_iter().map(move |without| Action::Pierna { rank, without }));
    let windows = Suit::ALL.into_iter().flat_map(|suit| (1..=12).map(move |low| (suit, low)));
    let escaleras = windows.flat_map(move |(suit, low)| {
        // Natural cards, jokers, twos, and one card that fits nowhere.
        let fits = move |place: u8| {
            let natural = Card::new((place - 1) % 13, suit);
            let others = [Card::JOKER, natural, Card::new((place + 2) % 13, suit)];
            others.into_iter().chain(Suit::ALL.map(|suit| Card::new(1, suit)))
        };
        fits(low).flat_map(move |first| {
            fits(low + 1).flat_map(move |second| {
                fits(low + 2).map(move |third| Action::Escalera { suit, low, cards: [first, second, third] })
            })
        })
    });
    let on_melds = cards().flat_map(move |card| {
        (0..melds).flat_map(move |meld| {
            let adds = [None, Some(End::Low), Some(End::High)].map(|end| Action::Add { card, meld, end });
            let moves = [End::Low, End::High].map(|end| Action::Move { card, meld, end });
            adds.into_iter().chain(moves)
        })
    });
    let discards = cards().map(Action::Discard);
    [Action::Draw, Action::Take].into_iter().chain(piernas).chain(escaleras).chain(on_melds).chain(discards)
}
