//! Random playouts for two and the parts of them, with a knock limit and without one (-1, the default).

#[path = "../../../sdk/benches/shared/playout.rs"]
mod playout;

use divan::Bencher;
use knock_rummy::{KnockRummy as Table, Phase, State};
use parlour_sdk::Engine;
use playout::{Case, dealt as from};

const CASES: [Case; 2] = [limit(10), limit(-1)];
const GAMES: u64 = 64;

const fn limit(limit: i64) -> Case {
    Case { seats: 2, param: Some(("knock_limit", limit)) }
}

/// A seat is to discard or knock.
fn moments(engine: &Engine<Table>) -> Vec<State> {
    playout::found(engine, |state| state.phase == Phase::Discard)
}

fn main() {
    divan::main();
}

/// What a copy of so much memory takes at least.
#[divan::bench]
fn copy_of_64_bytes(bencher: Bencher) {
    playout::copies(bencher, &[[1u64; 8]; 64]);
}
