//! Nothing that runs in every simulated action touches the heap.

#[path = "../../../sdk/tests/shared/heap.rs"]
mod heap;

use mambassa::{Mambassa, State};
use parlour_sdk::param::Values;
use parlour_sdk::{Engine, House};

#[test]
fn tables_are_played_and_imagined_without_heap() {
    for seats in [3, 5, 8] {
        let engine = Engine::<Mambassa>::new(seats, &Values::new(), House::none()).unwrap();
        let actions = heap::played_without(&engine, 1000);
        assert!(actions > 2000, "{actions}");
    }
}

#[test]
fn a_state_is_small_plain_data() {
    fn plain<T: Copy + Send>() {}
    plain::<State>();
    assert!(size_of::<State>() <= 192, "{} bytes", size_of::<State>());
}
