//! The worked examples, rulings and parameters of the specification.

use king_pedro::Pedro;
use parlour_sdk::example;

#[test]
fn examples_hold() {
    let count = example::run::<Pedro>(include_str!("data/examples.txt")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(count, 44);
}
