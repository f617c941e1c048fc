//! The worked examples, rulings and parameters of the specification.

use four_player_moon::Moon;
use parlour_sdk::example;

#[test]
fn examples_hold() {
    let count = example::run::<Moon>(include_str!("data/examples.txt")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(count, 47);
}

/// An example that does not hold says where and why.
#[test]
fn what_does_not_hold_is_reported() {
    let fails = |lines: &str| example::run::<Moon>(&format!("# A title\n{lines}")).unwrap_err().to_string();
    assert_eq!(fails("deal\nturn 1"), "line 3: turn 1: expected 1, found 0");
    assert_eq!(
        fails("deal\nlegal pass"),
        "line 3: legal pass: expected pass, found bid 21, bid 4, bid 5, bid 6, bid 7, pass"
    );
    assert_eq!(fails("deal\nrefused 2: pass"), "line 3: refused 2: pass: it is allowed");
    assert_eq!(
        fails("deal\nrefused 2: bid 3").split(" (").next(),
        Some("line 3: refused 2: bid 3: expected 2, found R2")
    );
    assert_eq!(fails("deal\ndo bid 3").split(": bids").next(), Some("line 3: do bid 3: bid 3: 3 cannot be bid"));
    assert_eq!(fails("deal\nscore 0 0 = 0 0"), "line 3: score 0 0 = 0 0: the round is not over");
    let passes = "deal\ndo pass, pass, pass, pass\n";
    assert_eq!(fails(&format!("{passes}score 1 0 = 0 0")), "line 4: score 1 0 = 0 0: expected [1, 0], found [0, 0]");
    assert_eq!(fails(&format!("{passes}score 0 0 = 0 1")), "line 4: score 0 0 = 0 1: expected [0, 1], found [0, 0]");
    assert_eq!(fails("deal\nwinners 0"), "line 3: winners 0: expected [0], found []");
    assert_eq!(fails("deal 0: 66 66"), "line 2: deal 0: 66 66: 66 is not there again");
    assert_eq!(fails("deal middle: 66"), "line 2: deal middle: 66: `middle` takes fewer pieces");
    assert_eq!(fails("rules min_bid=8"), "line 2: rules min_bid=8: a whole number from 1 to 7");
    assert_eq!(fails("shuffle"), "line 2: shuffle: no such line");
}
