//! The worked examples, rulings and parameters of the specification.

use four_player_moon::Moon;
use parlour_sdk::example;

#[test]
fn examples_hold() {
    let count = example::run::<Moon>(include_str!("data/examples.txt")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(count, 47);
}
