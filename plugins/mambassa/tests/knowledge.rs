//! What a seat knows in arranged moments, read off the tables that it imagines.

use std::collections::BTreeMap;

use mambassa::{Action, Mambassa, State};
use parlour_sdk::param::Values;
use parlour_sdk::{Engine, Game, House, ItalianCard, Observer, Rng, Seat};

const TABLES: u64 = 4_000;

/// Plays these actions on a table where the hands of seats n-1 down to 0 are dealt, then the stock; seat 0 deals.
fn played(seats: u8, dealt: &str, actions: &str) -> (Engine<Mambassa>, State) {
    let engine = Engine::<Mambassa>::new(seats, &Values::new(), House::none()).unwrap();
    let mut pieces: Vec<ItalianCard> = dealt.split(' ').map(|face| face.parse().unwrap()).collect();
    pieces.extend(ItalianCard::pack().filter(|card| !pieces.contains(card)).collect::<Vec<_>>());
    let mut state = engine.game().start(Seat(0));
    engine.game().deal(&mut state, &pieces);
    for text in actions.split(", ").filter(|text| !text.is_empty()) {
        let action: Action = text.parse().unwrap();
        engine.check(&state, action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        engine.game().play(&mut state, action);
    }
    (engine, state)
}

/// Where a card lies: `hand 2`, or `stock 0` for the top.
fn lies(engine: &Engine<Mambassa>, state: &State, face: &str) -> String {
    let view = engine.game().show(state, Observer::Referee);
    let place = |zone: &parlour_sdk::Zone| zone.pieces.iter().position(|shown| shown.face.as_deref() == Some(face));
    let (zone, place) = view.zones.iter().find_map(|zone| place(zone).map(|place| (zone, place))).unwrap();
    if zone.name == "stock" { format!("stock {place}") } else { zone.name.clone() }
}

/// How often the cards lie where, in what a seat imagines.
fn imagined(engine: &Engine<Mambassa>, state: &State, seat: u8, faces: &[&str]) -> BTreeMap<Vec<String>, u64> {
    tables(TABLES, engine, state, seat, faces)
}
fn tables(
    count: u64,
    engine: &Engine<Mambassa>,
    state: &State,
    seat: u8,
    faces: &[&str],
) -> BTreeMap<Vec<String>, u64> {
    let knowledge = engine.game().know(state, Seat(seat));
    let mut rng = Rng::new(17);
    let mut places = BTreeMap::new();
    for _ in 0..count {
        let table = engine.game().imagine(&knowledge, &mut rng);
        *places.entry(faces.iter().map(|face| lies(engine, &table, face)).collect()).or_default() += 1;
    }
    places
}

/// Asserts that the places are these, as often as the weights say, within five standard deviations.
fn expect(found: &BTreeMap<Vec<String>, u64>, expected: &[(&[&str], u64)]) {
    let total: u64 = expected.iter().map(|(_, weight)| weight).sum();
    let places: Vec<Vec<String>> =
        expected.iter().map(|(places, _)| places.iter().map(|&p| p.to_owned()).collect()).collect();
    assert_eq!(found.keys().collect::<Vec<_>>(), {
        let mut sorted: Vec<_> = places.iter().collect();
        sorted.sort();
        sorted
    });
    for (places, (_, weight)) in places.iter().zip(expected) {
        let share = *weight as f64 / total as f64;
        let (mean, spread) = (TABLES as f64 * share, (TABLES as f64 * share * (1.0 - share)).sqrt());
        let count = found[places] as f64;
        assert!((count - mean).abs() <= 5.0 * spread, "{places:?}: {count} times, expected about {mean}");
    }
}

/// Where one card lies for sure.
fn surely(engine: &Engine<Mambassa>, state: &State, seat: u8, face: &str, place: &str) {
    let found = tables(200, engine, state, seat, &[face]);
    assert_eq!(found.keys().collect::<Vec<_>>(), [&[place.to_owned()]], "{face} for seat {seat}");
}

/// The hands of seats 2, 1, 0, the top four cards 6C 5C 4S 3S, and after them 7B HB KC 2B.
const DEALT: &str = "AS KS 7S 6D 7D JD AD 2S AC JC 7C 2C 3S 4S 5C 6C 7B HB KC 2B";

#[test]
fn the_dealer_knows_the_top_four_and_nobody_else_does() {
    let (engine, state) = played(3, DEALT, "");
    for face in ["3S", "4S", "5C", "6C"] {
        surely(&engine, &state, 0, face, "top four");
        assert!(tables(200, &engine, &state, 1, &[face]).len() > 10);
    }
    // The dealer does not know the own hand: 4 of 36 cards that it does not see are in it.
    let found = imagined(&engine, &state, 0, &["AC"]);
    let mean = TABLES as f64 / 9.0;
    assert!((found[&vec!["hand 1".to_owned()]] as f64 - mean).abs() < 5.0 * mean.sqrt(), "{found:?}");
    // Kept, they are the dealer's secret; the hand dealt is the monte.
    let (engine, state) = played(3, DEALT, "keep");
    surely(&engine, &state, 0, "6C", "hand 1");
    surely(&engine, &state, 1, "AC", "monte");
    assert!(tables(200, &engine, &state, 1, &["6C"]).len() > 10);
}

#[test]
fn what_is_exchanged_lies_open_for_all() {
    let (engine, state) = played(3, DEALT, "leave, exchange 7S 6D for 6C 4S, done");
    for seat in 0..2 {
        surely(&engine, &state, seat, "6C", "hand 3");
        surely(&engine, &state, seat, "4S", "hand 3");
        surely(&engine, &state, seat, "6D", "monte");
        assert!(tables(200, &engine, &state, seat, &["AS"]).len() > 10);
    }
    let view = engine.game().show(&state, Observer::Public);
    assert!(view.facts.iter().any(|fact| fact.seat == Some(Seat(2)) && fact.name == "seen" && fact.value == "6C 4S"));
}

#[test]
fn a_card_that_was_taken_may_be_the_one_put_under() {
    let (engine, state) = played(3, DEALT, "leave, exchange 6D for 6C, draw 7S");
    // Each of the five places that it can be in is as likely.
    for seat in 0..2 {
        expect(&imagined(&engine, &state, seat, &["6C"]), &[(&["hand 3"], 4), (&["stock 23"], 1)]);
    }
    // Who put it there knows.
    surely(&engine, &state, 2, "7S", "stock 23");
    surely(&engine, &state, 2, "6C", "hand 3");
    let view = engine.game().show(&state, Observer::Seat(Seat(2)));
    let stock = &view.zones[view.zone("stock").unwrap()].pieces;
    assert_eq!(stock.iter().filter_map(|shown| shown.face.clone()).collect::<Vec<_>>(), ["7S"]);
    assert_eq!(stock[23].face.as_deref(), Some("7S"));
}

#[test]
fn two_cards_that_came_at_different_times_are_placed_fairly() {
    let first = "leave, exchange 6D for 6C, draw 7S, exchange 2S for 3S, done, exchange 2C for 2S, done";
    let (engine, state) = played(3, DEALT, &format!("{first}, exchange KS for 4S, draw AS"));
    // 6C: the hand, or either card put under. 4S: the hand, or the second. Of the 25 ways to lay them down, in the
    // four places of the hand and the two of the stock, each is as likely.
    let expected: &[(&[&str], u64)] = &[
        (&["hand 3", "hand 3"], 12),
        (&["hand 3", "stock 23"], 4),
        (&["stock 22", "hand 3"], 4),
        (&["stock 22", "stock 23"], 1),
        (&["stock 23", "hand 3"], 4),
    ];
    for seat in 0..2 {
        expect(&imagined(&engine, &state, seat, &["6C", "4S"]), expected);
    }
    // A card of seat 2 that nobody has seen is as likely here as there: in one of its 2 other places or one of the
    // 22 others of the stock or three of seat 1, if seat 0 asks.
    let found = imagined(&engine, &state, 0, &["HB"]);
    assert_eq!(found.len(), 2 + 24, "seats 1 and 2 and the whole stock: {found:?}");
}

#[test]
fn who_draws_a_card_that_a_seat_put_under_is_known_to_that_seat() {
    // At a table of eight the stock has four cards: what seat 7 puts under, seat 3 draws.
    let dealt = "AS KS 7S 6D 7D JD AD 2S AC JC 7C 2C 3B 4B 5B HB";
    let to_seat_4 = "leave, stay, draw KS, stay, draw 2S, stay, draw 2C, stay, draw 3B";
    let (engine, state) = played(8, dealt, to_seat_4);
    surely(&engine, &state, 7, "KS", "stock 0");
    let next: Vec<String> = engine.actions(&state).iter().map(ToString::to_string).collect();
    assert_eq!(next[0], "stay");
    let hand = engine.game().show(&state, Observer::Seat(Seat(3)));
    let put = hand.zones[hand.zone("hand").unwrap()].pieces[0].face.clone().unwrap();
    let (engine, state) = played(8, dealt, &format!("{to_seat_4}, stay, draw {put}"));
    surely(&engine, &state, 7, "KS", "hand 4");
    for seat in [0, 1, 2, 4, 5, 6] {
        assert!(tables(200, &engine, &state, seat, &["KS"]).len() > 5, "seat {seat} never saw it");
    }
    let view = engine.game().show(&state, Observer::Seat(Seat(7)));
    assert!(view.facts.iter().any(|fact| fact.seat == Some(Seat(3)) && fact.name == "seen" && fact.value == "KS"));
}

#[test]
fn at_the_end_of_the_round_every_hand_is_known() {
    let (engine, state) = played(3, DEALT, "leave, stay, done, exchange 2S for 6C, draw 7D, stay, done");
    for (face, place) in [("AS", "hand 3"), ("AD", "hand 2"), ("7B", "hand 2"), ("AC", "hand 1")] {
        for seat in 0..3 {
            surely(&engine, &state, seat, face, place);
        }
    }
    surely(&engine, &state, 1, "7D", "stock 23");
    assert!(tables(200, &engine, &state, 0, &["7D"]).len() > 10);
}
