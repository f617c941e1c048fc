//! The conformance kit.

use king_pedro::Pedro;
use parlour_sdk::testkit::{self, Plan};

#[test]
fn conforms() {
    testkit::conforms::<Pedro>(Plan::default().set("max_rounds", 3));
}

#[test]
fn whole_games_conform() {
    testkit::conforms::<Pedro>(Plan::of(60));
}

#[test]
fn conforms_at_the_ends_of_each_parameter() {
    testkit::varied::<Pedro>(Plan::of(40).set("max_rounds", 10));
}

/// With long hands, of which some trumps may be put away, and a kitty that is not taken whole.
#[test]
fn conforms_with_other_hands() {
    for (hand_size, kitty, keep) in [(12, 4, 4), (11, 8, 4), (10, 3, 5), (8, 16, 4), (6, 16, 12)] {
        let plan = Plan::of(200).set("hand_size", hand_size).set("kitty_to_bidder", kitty).set("keep", keep);
        testkit::conforms::<Pedro>(plan.set("max_rounds", 10));
    }
}
