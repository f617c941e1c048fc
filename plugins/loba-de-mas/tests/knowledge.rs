//! What a seat knows of the others, and what it imagines.

mod table;

use loba_de_mas::{Loba, State};
use parlour_sdk::{Card, Engine, Game as _, Observer, Rng, Seat};

fn play(engine: &Engine<Loba>, state: &mut State, actions: &str) {
    for text in actions.split("; ") {
        let action = text.parse().unwrap();
        engine.check(state, action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        engine.game().play(state, action);
    }
}
/// A table of three at which seat 0 begins, the hands beginning with these cards.
fn dealt(hands: [&str; 3]) -> (Engine<Loba>, State) {
    let engine = table::engine(3, "");
    let mut rest = engine.game().pack();
    let mut hands = hands.map(|hand| hand.split_whitespace().map(|face| face.parse().unwrap()).collect::<Vec<Card>>());
    for card in hands.iter().flatten() {
        rest.remove(rest.iter().position(|other| other == card).unwrap());
    }
    for hand in &mut hands {
        let missing = 11 - hand.len();
        hand.extend(rest.drain(rest.len() - missing..));
    }
    let order = (0..11).flat_map(|place| (0..3).map(move |seat| (seat, place)));
    let pack: Vec<Card> = order.map(|(seat, place)| hands[seat][place]).chain(rest).collect();
    let mut state = engine.game().start(Seat(2));
    engine.game().deal(&mut state, &pack);
    (engine, state)
}
/// In how many of 200 states that seat 0 imagines, seat 1 holds at least so many of the face.
fn imagined(engine: &Engine<Loba>, state: &State, face: &str, copies: usize) -> usize {
    let knowledge = engine.game().know(state, Seat(0));
    let mut rng = Rng::new(11);
    let holds = |_: &u32| {
        let imagined = engine.game().imagine(&knowledge, &mut rng);
        imagined.hands[1].count(face.parse().unwrap()) >= copies
    };
    (0..200).filter(holds).count()
}

#[test]
fn cards_seen_taken_are_known_until_they_are_played() {
    let (engine, mut state) = dealt(["9C", "8D 3H", "7D"]);
    play(&engine, &mut state, "draw; discard 9C; draw; discard 8D; draw; discard 7D");
    assert!(imagined(&engine, &state, "9C", 1) < 100, "nothing is known yet");
    play(&engine, &mut state, "draw; discard AS; take");
    for face in ["9C", "8D", "7D", "AS"] {
        assert_eq!(imagined(&engine, &state, face, 1), 200, "{face}");
    }
    play(&engine, &mut state, "discard 9C");
    assert!(imagined(&engine, &state, "9C", 1) < 100);
    assert_eq!(imagined(&engine, &state, "8D", 1), 200);
}

#[test]
fn of_twins_the_one_that_was_seen_is_played_first() {
    let (engine, mut state) = dealt(["9C", "9C 3H", "7D"]);
    play(&engine, &mut state, "draw; discard 9C; take");
    assert_eq!(imagined(&engine, &state, "9C", 1), 200);
    assert!(imagined(&engine, &state, "9C", 2) < 100, "the other may be anywhere");
    play(&engine, &mut state, "discard 9C");
    assert!(imagined(&engine, &state, "9C", 1) < 100);
}

#[test]
fn cards_seen_taken_are_known_until_they_are_melded() {
    let (engine, mut state) = dealt(["9C", "TC JC 3H", "7D"]);
    play(&engine, &mut state, "draw; discard 9C; take");
    assert_eq!(imagined(&engine, &state, "9C", 1), 200);
    play(&engine, &mut state, "escalera 9C: 9C TC JC");
    assert!(imagined(&engine, &state, "9C", 1) < 100);
    assert_eq!(imagined(&engine, &state, "9C", 2), 0, "one lies on the table");
}

#[test]
fn the_drawn_card_is_shown_to_its_seat_alone() {
    let (engine, before) = dealt(["9C", "8D", "7D"]);
    let mut after = before;
    let drawn = before.stock.top().unwrap();
    play(&engine, &mut after, "draw");
    let told = |observer| engine.game().tell(&before, "draw".parse().unwrap(), &after, observer)[0].text.clone();
    assert_eq!(told(Observer::Seat(Seat(0))), format!("draw(s) {drawn}"));
    assert_eq!(told(Observer::Seat(Seat(1))), "draw(s)");
    assert_eq!(told(Observer::Public), "draw(s)");
}

#[test]
fn the_whole_pile_lies_open_in_its_order() {
    let (engine, mut state) = dealt(["9C", "8D", "7D"]);
    play(&engine, &mut state, "draw; discard 9C; draw; discard 8D; draw; discard 7D");
    for observer in [Observer::Public, Observer::Seat(Seat(1))] {
        let view = engine.game().show(&state, observer);
        let pile = &view.zones[view.zone("discard").unwrap()];
        let faces: Vec<&str> = pile.pieces.iter().filter_map(|piece| piece.face.as_deref()).collect();
        assert_eq!(faces, ["9C", "8D", "7D"]);
    }
}

#[test]
fn melds_show_points_and_what_wilds_stand_for() {
    let (engine, mut state) = dealt(["5S 6S * 9S 9H 9D", "8D", "7D"]);
    play(&engine, &mut state, "draw; escalera 5S: 5S 6S *; pierna 9S 9H 9D");
    for (observer, name) in [(Observer::Seat(Seat(0)), "meld 1"), (Observer::Public, "meld 1 of 1")] {
        let view = engine.game().show(&state, observer);
        let zone = &view.zones[view.zone(name).unwrap()];
        let stands_for: Vec<Option<&str>> = zone.pieces.iter().map(|piece| piece.stands_for.as_deref()).collect();
        assert_eq!(stands_for, [None, None, Some("7S")]);
        assert_eq!((zone.owner, zone.note.as_str()), (Some(Seat(0)), "3"));
        assert_eq!(view.zones.iter().filter(|zone| zone.kind == parlour_sdk::ZoneKind::Meld).count(), 2);
    }
}
