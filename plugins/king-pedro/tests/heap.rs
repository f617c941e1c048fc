//! Nothing that runs in every simulated action touches the heap.

#[path = "../../../sdk/tests/shared/heap.rs"]
mod heap;

use king_pedro::Pedro;
use parlour_sdk::param::Values;
use parlour_sdk::{Engine, House};

#[test]
fn a_game_is_played_and_imagined_without_heap() {
    let engine = Engine::<Pedro>::new(4, &Values::new(), House::none()).unwrap();
    assert!(heap::played_without(&engine, 20) > 500);
}
