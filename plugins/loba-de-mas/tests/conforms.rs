//! The promises that every game makes. Random players rarely come near 150, so most games end by `max_rounds` here.

use loba_de_mas::Loba;
use parlour_sdk::testkit::{self, Plan};

#[test]
fn short_games_conform() {
    let report = testkit::conforms::<Loba>(Plan::of(60).set("max_rounds", 2));
    assert!(report.twins > 100, "{report:?}");
}
#[test]
fn whole_games_conform() {
    testkit::conforms::<Loba>(Plan::of(2).set("target", 60));
}
#[test]
fn games_with_all_parameters_conform() {
    testkit::varied::<Loba>(Plan::of(2).set("max_rounds", 2).set("target", 20).seats(3).exams(12));
}
