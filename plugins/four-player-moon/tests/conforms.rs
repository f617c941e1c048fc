//! The conformance kit.

use four_player_moon::Moon;
use parlour_sdk::testkit::{self, Plan};

#[test]
fn conforms() {
    testkit::conforms::<Moon>(Plan::default().set("max_rounds", 4));
}

#[test]
fn whole_games_conform() {
    testkit::conforms::<Moon>(Plan::of(6));
}

#[test]
fn conforms_at_the_ends_of_each_parameter() {
    testkit::varied::<Moon>(Plan::of(5));
}

/// With tiles in the middle, one of which the bidder has seen.
#[test]
fn conforms_with_a_middle() {
    for size in 4..=6 {
        testkit::conforms::<Moon>(Plan::of(300).set("hand_size", size).set("max_rounds", 10));
    }
}
