//! The conformance kit: the tutorial game passes it, and each way to break it is found.

#[path = "../examples/high_card.rs"]
mod high_card;

use high_card::HighCard;
use parlour_sdk::testkit::{self, Plan};

#[test]
fn the_tutorial_game_conforms() {
    let report = testkit::conforms::<HighCard>(Plan::default());
    assert_eq!(report.games, 50_000);
    assert!(report.twins > 500, "{report:?}");
    println!("{report:?}");
}

#[test]
fn the_tutorial_game_conforms_with_all_parameters() {
    testkit::varied::<HighCard>(Plan::of(100));
}
