//! A game from a seed, in this version and in every later one.

#[path = "../../../sdk/tests/shared/playthrough.rs"]
mod playthrough;

use mambassa::Mambassa;
use parlour_sdk::param::{Value, Values};
use parlour_sdk::{Engine, House};
use playthrough::Plan;

#[test]
fn a_whole_game_reads_as_it_did() {
    let values = Values::from([("tokens".into(), Value::Int(3)), ("max_turns".into(), Value::Int(3))]);
    let engine = Engine::<Mambassa>::new(3, &values, House::none()).unwrap();
    let plan = Plan { seed: 11, luck: 11, rounds: 1..=u32::MAX, looks: (9, 0), choices: 7 };
    playthrough::reads_as_it_did(&engine, &plan, concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/playthrough.txt"));
}
