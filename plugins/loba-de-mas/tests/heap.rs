//! Nothing that runs in every simulated action touches the heap.

#[path = "../../../sdk/tests/shared/heap.rs"]
mod heap;

mod table;

#[test]
fn a_table_is_played_and_imagined_without_heap() {
    for seats in 2..=5 {
        assert!(heap::played_without(&table::engine(seats, ""), 20) > 1000);
    }
}
