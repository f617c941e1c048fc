//! A game from a seed, in this version and in every later one.

#[path = "../../../sdk/tests/shared/playthrough.rs"]
mod playthrough;

use knock_rummy::KnockRummy;
use parlour_sdk::param::{Value, Values};
use parlour_sdk::{Engine, House};
use playthrough::Plan;

#[test]
fn a_whole_game_reads_as_it_did() {
    let values = Values::from([("knock_limit".into(), Value::Int(20)), ("rounds".into(), Value::Int(2))]);
    let engine = Engine::<KnockRummy>::new(3, &values, House::none()).unwrap();
    let plan = Plan { seed: 5, luck: 5, rounds: 1..=u32::MAX, looks: (12, 3), choices: 1 };
    playthrough::reads_as_it_did(&engine, &plan, concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/playthrough.txt"));
}
