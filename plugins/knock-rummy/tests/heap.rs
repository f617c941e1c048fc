//! Nothing that runs in every simulated action touches the heap.

#[path = "../../../sdk/tests/shared/heap.rs"]
mod heap;

use knock_rummy::KnockRummy;
use parlour_sdk::param::{Value, Values};
use parlour_sdk::{Engine, House};

#[test]
fn a_table_is_played_and_imagined_without_heap() {
    for (seats, limit) in [(2, 10), (2, -1), (5, 20)] {
        let values = Values::from([("knock_limit".to_owned(), Value::Int(limit))]);
        let engine = Engine::<KnockRummy>::new(seats, &values, House::none()).unwrap();
        assert!(heap::played_without(&engine, 200) > 500);
    }
}
