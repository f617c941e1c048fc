//! What searches are given: fewer actions, and a quick player who is better than none.

mod table;

use loba_de_mas::{Action, Phase};
use parlour_sdk::{Card, Draw as _, Game as _, Legal, Rng, Seat};

#[test]
fn of_wild_escaleras_one_of_a_kind_is_worth_it() {
    let engine = table::engine(2, "");
    let mut state = table::with_hand(&engine, &engine.game().pack(), 0);
    let candidates = |state: &loba_de_mas::State| {
        let mut codes = [0; 256];
        let mut out = Legal::new(&mut codes);
        engine.game().candidates(state, &mut out);
        let text = |&code: &u64| <Action as parlour_sdk::Action>::from_code(code).unwrap().to_string();
        out.codes().iter().map(text).collect::<Vec<String>>()
    };
    state.hands[0] = "5S 6S * 2H 9D".split(' ').map(|face| face.parse::<Card>().unwrap()).collect();
    let list = candidates(&state);
    for worth in ["escalera 5S: 5S 6S *", "escalera 4S: * 5S 6S", "escalera 9D: 9D * 2H", "discard 9D"] {
        assert!(list.contains(&worth.to_owned()), "{worth} is missing in {list:?}");
    }
    for idle in ["escalera 5S: 5S 6S 2H", "escalera 5S: 5S * 2H", "escalera 9D: 9D 2H *", "discard *", "discard 2H"] {
        assert!(!list.contains(&idle.to_owned()), "{idle} is in {list:?}");
        assert!(table::actions(&engine, &state).contains(&idle.parse().unwrap()));
    }
    state.hands[0] = "* 2H".split(' ').map(|face| face.parse::<Card>().unwrap()).collect();
    assert_eq!(candidates(&state), ["discard *", "discard 2H"]);
}

/// The quick player against one who plays anything, 200 rounds with the seats changed.
#[test]
fn the_quick_player_beats_a_random_one() {
    let engine = table::engine(2, "");
    let mut rng = Rng::new(21);
    let mut won = 0;
    for round in 0..200 {
        let quick = Seat(round & 1);
        let mut state = engine.game().start(Seat(0));
        table::deal(&engine, &mut state, &mut rng);
        while state.ending().is_none() {
            let policy = if state.seat == quick { engine.game().policy(&state, &mut rng) } else { None };
            let action = policy.unwrap_or_else(|| {
                assert!(state.seat != quick || state.phase == Phase::Draw);
                let list = table::actions(&engine, &state);
                list[rng.below(list.len() as u32) as usize]
            });
            assert!(table::actions(&engine, &state).contains(&action));
            engine.game().play(&mut state, action);
        }
        let points = engine.settle(&state);
        won += u32::from(points[quick.index()] > points[1 - quick.index()]);
    }
    assert!(won > 160, "{won} of 200");
}
