//! Random playouts at tables of three, four and eight, and the parts of them.

#[path = "../../../sdk/benches/shared/playout.rs"]
mod playout;

use divan::Bencher;
use mambassa::{Mambassa as Table, State};
use parlour_sdk::Engine;
use playout::{Case, dealt as from};

const CASES: [Case; 3] = [Case::seats(3), Case::seats(4), Case::seats(8)];
const GAMES: u64 = 64;

/// A seat may exchange: 70 actions.
fn moments(engine: &Engine<Table>) -> Vec<State> {
    playout::found(engine, |state| engine.actions(state).len() == 70)
}

fn main() {
    divan::main();
}

/// A seat may draw: 5 actions.
#[divan::bench]
fn legal_of_a_draw(bencher: Bencher) {
    let engine = CASES[1].engine();
    playout::legal(bencher, &engine, &playout::found(&engine, |state| engine.actions(state).len() == 5));
}
