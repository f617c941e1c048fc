//! The conformance kit: the tutorial game passes it, and each way to break it is found.

#[path = "testkit/broken.rs"]
mod broken;
#[path = "../examples/high_card.rs"]
mod high_card;

use broken::{Broken, flaw};
use high_card::HighCard;
use parlour_sdk::testkit::{self, Failure, Fault, Plan};

#[test]
fn the_tutorial_game_conforms() {
    let report = testkit::conforms::<HighCard>(Plan::default());
    assert_eq!(report.games, 50_000);
    assert!(report.exams > 1_500 && report.twins > 3_000, "{report:?}");
}

#[test]
fn the_tutorial_game_conforms_with_all_parameters() {
    let report = testkit::varied::<HighCard>(Plan::of(50));
    // Two ends of `target` and the other `ace_low`, at five seat counts.
    assert_eq!(report.games, 3 * 5 * 50);
}

#[test]
fn a_run_repeats() {
    let run = || testkit::examine::<HighCard>(&Plan::of(50));
    assert_eq!(run(), run());
}

fn failure<const STAKES: bool>(flaw: u32) -> Option<Failure> {
    let plan = Plan { bound: 20_000, ..Plan::of(100).seats(3).exams(300) };
    testkit::examine::<Broken<STAKES>>(&plan.set("flaw", i64::from(flaw))).err()
}

/// Each flaw is found, as the fault that it is.
macro_rules! caught {
    ($($test:ident: $($flaw:ident => $fault:ident),+;)+) => {$(
        #[test]
        fn $test() {
            $(
                let found = failure::<false>(flaw::$flaw);
                let fault = found.as_ref().map(|failure| failure.fault);
                assert_eq!(fault, Some(Fault::$fault), "{}: {found:?}", stringify!($flaw));
            )+
        }
    )+};
}

caught! {
    what_is_hidden_stays_hidden:
        STOCK_SHOWN => Leak, HAND_SHOWN => Leak, ASIDE_SHOWN => Leak, BACKS_IN_ORDER => Leak,
        SWAP_TOLD => Leak, DRAW_TOLD => Leak, LIST_LEAKS => Leak;
    pieces_are_conserved: CARD_LOST => Pieces, CARD_TWICE => Pieces, IMAGINES_LOSS => Pieces;
    legal_lists_are_whole_and_stable:
        LISTED_TWICE => Legal, LIST_EMPTY => Legal, LIST_TURNS => Order,
        CANDIDATE_ILLEGAL => Candidate, POLICY_ILLEGAL => Candidate;
    actions_are_read_back: NOTATION_UNREAD => Notation, NOTATION_SHARED => Notation, CODE_ALIAS => Code;
    rules_are_named: RULE_UNKNOWN => Rule, VIEW_RULE => Rule;
    views_are_well_formed:
        ZONE_TWICE => View, SUMMARY_SHORT => View, PICK_ASTRAY => Choice, PICK_OTHER => Choice;
    points_add_up:
        SETTLES_ANEW => Points, TOTALS_OFF => Totals, PAYOUT_OFF => Payout,
        WINNERS_NONE => Winners, WINNERS_OTHER => Winners;
    seats_know_what_they_saw: KNOWS_STOCK => Knowledge, REVEALS_NOT => Reveals;
    imagined_states_agree_with_what_is_known:
        KNOWS_UNFOUNDED => Imagine, IMAGINES_OWN => Imagine;
    imagined_states_are_as_likely_as_each_other: IMAGINES_IN_ORDER => Bias, IMAGINES_LEANING => Bias;
    games_take_their_course:
        PLAY_VARIES => Replay, STATE_SHARED => Changed, ROUND_STALE => Turn, NEVER_ENDS => Endless,
        STOCK_TURNED => Deal, HAND_ASTRAY => Deal, PANICS => Panic;
}

#[test]
fn without_a_flaw_nothing_is_found() {
    assert_eq!(failure::<false>(flaw::NONE), None);
}

#[test]
fn stakes_add_up_to_0() {
    let failure = failure::<true>(flaw::NONE).expect("High Card's points are no stakes");
    assert_eq!(failure.fault, Fault::Points);
}

#[test]
fn a_failure_says_where_and_what_was_expected() {
    let plan = Plan::of(10).seats(2).set("flaw", i64::from(flaw::PANICS));
    let failure = testkit::examine::<Broken<false>>(&plan).expect_err("the ace is played in ten games");
    let place = format!("Panic at high-card, 2 seats, seed {}, round {}, ", failure.at.seed, failure.at.round);
    let text = failure.to_string();
    let rest = format!(", flaw = {}: no panic; the ace!", flaw::PANICS);
    assert!(text.starts_with(&place) && text.ends_with(&rest), "{text}");
}

#[test]
fn a_plan_that_cannot_be_set_up_is_a_failure() {
    let failure = testkit::examine::<HighCard>(&Plan::of(1).set("target", 1_000)).expect_err("the target is too high");
    assert_eq!(failure.fault, Fault::Setup);
    assert!(failure.expected.ends_with("target = 1000: expected a whole number from 1 to 100"), "{failure}");
}
