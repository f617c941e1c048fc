//! Random playouts at tables of each size, and the parts of them.

#[path = "../../../sdk/benches/shared/playout.rs"]
mod playout;

use divan::Bencher;
use loba_de_mas::{Loba as Table, Phase, State};
use parlour_sdk::{Card, Engine, Game as _, Seat};
use playout::{Case, dealt as from};

const CASES: [Case; 4] = [Case::seats(2), Case::seats(3), Case::seats(4), Case::seats(5)];
const GAMES: u64 = 4;

/// A seat may lay or discard.
fn moments(engine: &Engine<Table>) -> Vec<State> {
    playout::found(engine, |state| state.phase == Phase::Meld)
}

/// A moment at which the seat to act holds 40 cards, every wild one among them.
fn forty(engine: &Engine<Table>) -> State {
    let mut state = State::new(Seat(1));
    let wild = |card: &Card| card.is_joker() || card.rank() == Card::TWO;
    let mut pack = engine.game().pack();
    pack.sort_by_key(|card| !wild(card));
    engine.game().deal(&mut state, &pack);
    state.hands[0] = pack[..40].iter().copied().collect();
    (state.phase, state.seat) = (Phase::Meld, Seat(0));
    state
}

fn main() {
    divan::main();
}

#[divan::bench]
fn legal_of_forty_cards_with_every_wild(bencher: Bencher) {
    let engine = CASES[0].engine();
    playout::legal(bencher, &engine, &[forty(&engine)]);
}
