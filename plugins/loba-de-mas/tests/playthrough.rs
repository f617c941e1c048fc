//! A game from a seed, in this version and in every later one.

#[path = "../../../sdk/tests/shared/playthrough.rs"]
mod playthrough;

mod table;

use playthrough::Plan;

#[test]
fn a_round_is_played_as_it_was() {
    let engine = table::engine(3, "");
    let plan = Plan { seed: 7, luck: 7, rounds: 1..=1, looks: (80, 79), choices: 1 };
    playthrough::reads_as_it_did(&engine, &plan, concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/playthrough.txt"));
}
