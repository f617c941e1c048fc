//! What every game promises, and that the legal list is exactly the rule book's.

use std::collections::BTreeSet;

use knock_rummy::{Action, KnockRummy, Phase, State};
use parlour_sdk::param::{Value, Values};
use parlour_sdk::playout::Playout;
use parlour_sdk::testkit::{self, Plan};
use parlour_sdk::{Card, Deadwood, Draw, Engine, Game, Hand, House, Rng, Seat, SeatSet};

#[test]
fn conforms() {
    let report = testkit::conforms::<KnockRummy>(Plan::default());
    assert_eq!(report.games, 4 * 10_000);
}

#[test]
fn conforms_with_a_knock_limit() {
    testkit::conforms::<KnockRummy>(Plan::of(500).set("knock_limit", 10).set("rounds", 3));
}

#[test]
fn conforms_with_every_parameter_at_either_end() {
    testkit::varied::<KnockRummy>(Plan::of(20));
}

#[test]
fn a_state_is_small_plain_data() {
    fn plain<T: Copy + Send>() {}
    plain::<State>();
    assert!(size_of::<State>() <= 256, "{} bytes", size_of::<State>());
}

/// The rule book's list for this moment, worked out card by card.
fn expected(state: &State, values: &Values, seats: u8, deadwood: &Deadwood) -> BTreeSet<String> {
    let int = |name: &str| match values[name] {
        Value::Int(int) => int,
        _ => unreachable!("{name} is a number"),
    };
    let mut list = BTreeSet::new();
    match state.phase {
        Phase::Draw => {
            list.insert("take".to_owned());
            list.insert(if state.stock().is_empty() { "decline" } else { "draw" }.to_owned());
        }
        Phase::Discard => {
            let hand = state.hand(state.seat);
            for card in hand.filter(|&card| card != state.taken) {
                list.insert(format!("discard {card}"));
                let left = i64::from(deadwood.least(hand - Hand::of(card)));
                let turn = i64::from(state.turns / u16::from(seats)) + 1;
                if turn >= int("knock_from_turn") && (int("knock_limit") < 0 || left <= int("knock_limit")) {
                    list.insert(format!("knock {card}"));
                }
            }
        }
        Phase::Deal | Phase::Settle | Phase::Over => {}
    }
    list
}

#[test]
fn the_legal_list_is_the_rule_books() {
    let mut rng = Rng::new(9);
    let mut limited = 0;
    for round in 0..1_500u32 {
        let seats = 2 + (round % 4) as u8;
        let high = rng.below(2) == 1;
        let values = Values::from([
            ("knock_limit".to_owned(), Value::Int(i64::from(rng.below(40)) - 1)),
            ("knock_from_turn".to_owned(), Value::Int(i64::from(rng.below(4)) + 1)),
            ("hand_size_two".to_owned(), Value::Int(i64::from(rng.below(10)) + 3)),
            ("hand_size_many".to_owned(), Value::Int(i64::from(rng.below(7)) + 3)),
            ("ace_high_runs".to_owned(), Value::Flag(high)),
        ]);
        let engine = Engine::<KnockRummy>::new(seats, &values, House::none()).unwrap();
        let deadwood = Deadwood::new(Deadwood::pip_points(), high);
        let mut playout = Playout::new(&engine);
        let mut state = engine.game().start(Seat(0));
        playout.deal(&engine, &mut state, &mut rng);
        loop {
            let list: Vec<String> = engine.actions(&state).iter().map(Action::to_string).collect();
            let set: BTreeSet<String> = list.iter().cloned().collect();
            assert_eq!(set.len(), list.len(), "{list:?}");
            assert_eq!(set, expected(&state, &values, seats, &deadwood), "{state:?} {values:?}");
            let knocks = list.iter().filter(|action| action.starts_with("knock")).count();
            limited += u32::from(knocks > 0 && knocks < list.len() / 2);
            let Some(action) = playout.any(&engine, &state, &mut rng) else { break };
            engine.game().play(&mut state, action);
        }
    }
    assert!(limited > 500, "{limited} lists had some of the knocks");
}

/// Plays these actions from a deal of three cards for each of two seats.
fn played(actions: &[&str]) -> (Engine<KnockRummy>, State) {
    let values = Values::from([("hand_size_two".to_owned(), Value::Int(3))]);
    let engine = Engine::<KnockRummy>::new(2, &values, House::none()).unwrap();
    let mut state = engine.game().start(Seat(0));
    let dealt = "KS AH KH 2H KD 3H 9C 4S".split(' ').map(|face| face.parse().unwrap());
    let mut pieces: Vec<Card> = dealt.collect();
    pieces.extend(Card::pack().filter(|card| !pieces.contains(card)).collect::<Vec<_>>());
    engine.game().deal(&mut state, &pieces);
    for action in actions {
        let action = action.parse().unwrap();
        engine.check(&state, action).unwrap();
        engine.game().play(&mut state, action);
    }
    (engine, state)
}

#[test]
fn a_card_taken_is_known_until_it_is_discarded() {
    let nine: Card = "9C".parse().unwrap();
    let (engine, state) = played(&["take", "discard KS"]);
    let known = engine.game().know(&state, Seat(0));
    assert_eq!((known.known(Seat(1)), known.hidden(Seat(1))), (Hand::of(nine), 2));
    for seed in 0..50 {
        assert!(engine.game().imagine(&known, &mut Rng::new(seed)).hand(Seat(1)).has(nine));
    }
    let (engine, state) = played(&["take", "discard KS", "draw", "discard 4S", "draw", "discard 9C"]);
    let known = engine.game().know(&state, Seat(0));
    assert_eq!((known.known(Seat(1)), known.hidden(Seat(1))), (Hand::empty(), 3));
}

#[test]
fn the_card_of_a_knock_stays_hidden_unless_it_was_known() {
    let (engine, state) = played(&["draw", "knock 4S"]);
    let known = engine.game().know(&state, Seat(0));
    let imagined: SeatSet = (0..200)
        .map(|seed| engine.game().imagine(&known, &mut Rng::new(seed)).knocked.suit().unwrap())
        .map(|suit| Seat(suit as u8))
        .collect();
    assert_eq!(imagined.len(), 4, "the knocked card is of any suit");
    let own = engine.game().know(&state, Seat(1));
    assert!((0..50).all(|seed| engine.game().imagine(&own, &mut Rng::new(seed)).knocked == state.knocked));

    // Seat 1 took the nine, which everybody saw: it is gone from the hand that is shown, so it was put down.
    let (engine, state) = played(&["take", "discard KS", "draw", "discard 4S", "draw", "knock 9C"]);
    let known = engine.game().know(&state, Seat(0));
    assert!((0..50).all(|seed| engine.game().imagine(&known, &mut Rng::new(seed)).knocked == state.knocked));
}
