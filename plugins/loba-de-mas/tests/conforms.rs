//! The promises that every game makes, and those of this one beyond.

mod table;

use loba_de_mas::Loba;
use parlour_sdk::testkit::{self, Plan};

#[test]
fn conforms() {
    let report = testkit::conforms::<Loba>(Plan::of(60));
    println!("{report:?}");
}
#[test]
fn conforms_with_all_parameters() {
    testkit::varied::<Loba>(Plan::of(4).exams(20));
}
