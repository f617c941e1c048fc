//! A game from a seed, in this version and in every later one.

#[path = "../../../sdk/tests/shared/playthrough.rs"]
mod playthrough;

use four_player_moon::Moon;
use parlour_sdk::param::Values;
use parlour_sdk::{Engine, House};
use playthrough::Plan;

/// Of the 500 rounds, the last two are written.
#[test]
fn a_seed_gives_the_same_game_for_ever() {
    let engine = Engine::<Moon>::new(4, &Values::new(), House::none()).unwrap();
    let plan = Plan { seed: 2026, luck: 11, rounds: 499..=500, looks: (12, 3), choices: 1 };
    playthrough::reads_as_it_did(&engine, &plan, concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/playthrough.txt"));
}
