//! The hooks: each changes what it is asked about, and nothing else.

mod table;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use loba_de_mas::{Action, Kind, LaidMeld, Loba, Shape};
use parlour_sdk::hook::{Answer, Arg, HookValue};
use parlour_sdk::serde_json::json;
use parlour_sdk::{Card, Draw as _, Engine, Game as _, Hooks as _, House, Piece, Rng};

const MELD_POINTS: u32 = 0;
const HAND_POINTS: u32 = 1;
const MAY_MELD: u32 = 2;

fn code(arg: Arg<'_>) -> i64 {
    match arg {
        Arg::Code(code) => code,
        Arg::Json(json) => panic!("{json} instead of a code"),
    }
}
fn read<T: HookValue>(arg: Arg<'_>) -> T {
    T::from_code(code(arg)).expect("a code of this type")
}

#[test]
fn what_is_tabulated_is_asked_once_beforehand() {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&asked);
    let house = House::answering(1 << MELD_POINTS | 1 << HAND_POINTS, move |hook, base, args| {
        let kind = args.get(1).map(|&kind| read::<Kind>(kind));
        log.borrow_mut().push((hook, read::<Card>(args[0]), kind, args.get(2).map(|&place| code(place))));
        Ok(Answer::Code(code(base)))
    });
    let engine = table::housed(3, house);
    let questions = asked.borrow().clone();
    let once: BTreeSet<String> = questions.iter().map(|question| format!("{question:?}")).collect();
    assert_eq!(once.len(), questions.len(), "nothing is asked twice");
    // 53 faces in the hand; 52 in a pierna; 14 places for 4 twos and the joker, 2 for 4 aces, 1 for the other 44.
    assert_eq!(questions.len(), 53 + 52 + 5 * 14 + 4 * 2 + 44);

    let plain = table::engine(3, "");
    let mut rng = Rng::new(1);
    let mut state = plain.game().start(table::seat(0));
    table::deal(&plain, &mut state, &mut rng);
    while state.ending().is_none() {
        let list = table::actions(&plain, &state);
        assert_eq!(table::actions(&engine, &state), list);
        plain.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
    }
    assert_eq!(engine.settle(&state), plain.settle(&state));
    assert_eq!(asked.borrow().len(), questions.len(), "nothing is asked in play");
}

#[test]
fn points_are_those_of_the_house() {
    // A joker is worth 10 as an ace or a king, a king in a pierna 20, and a red card in the hand nothing.
    let house = House::answering(1 << MELD_POINTS | 1 << HAND_POINTS, |hook, base, args| {
        let card: Card = read(args[0]);
        let red = card.suit().is_some_and(parlour_sdk::Suit::is_red);
        Ok(Answer::Code(match hook {
            HAND_POINTS if red => 0,
            MELD_POINTS if card.is_joker() && code(args[2]) >= 13 => 10,
            MELD_POINTS if card.rank() == Card::KING && read::<Kind>(args[1]) == Kind::Pierna => 20,
            _ => code(base),
        }))
    });
    let engine = table::housed(2, house);
    let cards = |text: &str| text.split(' ').map(|face| face.parse().unwrap()).collect::<Vec<Card>>();
    let mut pack = engine.game().pack();
    let hands = cards("KS KH KD QS * * QD 3H 3D AS AH");
    pack.sort_by_key(|card| !hands.contains(card));
    let mut state = table::with_hand(&engine, &pack, 0);
    state.hands[0] = hands.iter().copied().collect();
    state.hands[1] = cards("AH AS").into_iter().collect();
    for action in ["pierna KS KH KD", "escalera QS: QS * *", "discard 3H"] {
        engine.game().play(&mut state, action.parse().unwrap());
    }
    state.phase = loba_de_mas::Phase::Settle(loba_de_mas::Ending::Stock);
    // 3 x 20, then 2 + 10 + 10, less the AS; the other seat has an AS too.
    assert_eq!(engine.settle(&state)[..], [60 + 22 - 3, -3]);
    let lines: Vec<String> =
        engine.game().summary(&state, &engine.settle(&state)).lines.into_iter().map(|line| line.text).collect();
    assert_eq!(lines, ["{0}: melds 82 − hand 3 = 79", "{1}: melds 0 − hand 3 = −3"]);
}

fn wilds(meld: LaidMeld) -> u8 {
    match meld.meld.shape() {
        Shape::Pierna(_) => 0,
        Shape::Escalera(run) => run.wilds(),
    }
}

/// At most one wild card, once as a house rule and once as a parameter: the lists are the same.
#[test]
fn may_meld_is_asked_for_the_meld_as_it_would_be() {
    let house = House::answering(1 << MAY_MELD, |_, base, args| {
        assert_eq!(code(base), 1);
        Ok(Answer::Code(i64::from(wilds(read(args[1])) <= 1)))
    });
    let (housed, limited) = (table::housed(3, house), table::engine(3, "max_wilds_per_escalera=1"));
    let mut rng = Rng::new(8);
    let mut refused = 0;
    for _ in 0..20 {
        let mut state = limited.game().start(table::seat(0));
        table::deal(&limited, &mut state, &mut rng);
        while state.ending().is_none() {
            let list = table::actions(&limited, &state);
            assert_eq!(table::actions(&housed, &state), list);
            let two_wilds = |action: &Action| matches!(action, Action::Escalera { cards, .. } if cards.iter().filter(|card| card.is_joker()).count() == 2);
            for action in table::actions(&table::engine(3, ""), &state).into_iter().filter(two_wilds) {
                let refusal = housed.check(&state, action).unwrap_err();
                assert_eq!(refusal.to_string(), "a house rule does not allow this meld (house rule)");
                refused += 1;
            }
            limited.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
        }
        assert_eq!(housed.house().take_failure(), None);
    }
    assert!(refused > 0);
}

#[test]
fn may_meld_is_given_seat_kind_cards_and_points() {
    let seen = Rc::new(RefCell::new(BTreeSet::new()));
    let log = Rc::clone(&seen);
    let house = House::answering(1 << MAY_MELD, move |_, _, args| {
        let described = Engine::<Loba>::describe("Meld", code(args[1])).expect("a meld is described");
        let cards: Vec<Card> = described["cards"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|card| <Card as Piece>::from_code(card["$"][1].as_u64()? as u8))
            .collect();
        let text: Vec<String> = cards.iter().map(Card::to_string).collect();
        let place = |name: &str| described[name].as_i64().unwrap();
        log.borrow_mut().insert(format!(
            "seat {}: {} {} wilds {} from {} to {} points {}",
            code(args[0]),
            described["kind"].as_str().unwrap(),
            text.join(" "),
            place("wilds"),
            place("low"),
            place("high"),
            place("points"),
        ));
        Ok(Answer::Code(1))
    });
    let engine = table::housed(2, house);
    let mut state = table::with_hand(&engine, &engine.game().pack(), 0);
    state.hands[0] = "9C TC JC * 7S 7H 7D 7D QC".split(' ').map(|face| face.parse().unwrap()).collect();
    for action in ["pierna 7S 7H 7D", "escalera 9C: 9C TC JC", "add * 2 high"] {
        let action: Action = action.parse().unwrap();
        assert!(table::actions(&engine, &state).contains(&action));
        engine.game().play(&mut state, action);
    }
    table::actions(&engine, &state);
    let seen = seen.borrow();
    for expected in [
        "seat 1: pierna 7S 7H 7D wilds 0 from 0 to 0 points 3",
        "seat 1: pierna 7S 7H 7D 7D wilds 0 from 0 to 0 points 4",
        "seat 1: escalera 9C TC JC wilds 0 from 9 to 11 points 6",
        "seat 1: escalera 9C TC JC * wilds 1 from 9 to 12 points 9",
        "seat 1: escalera * 9C TC JC QC wilds 1 from 8 to 12 points 11",
        "seat 1: escalera TC JC * wilds 1 from 10 to 12 points 7",
    ] {
        assert!(seen.contains(expected), "{expected} is missing in {seen:#?}");
    }
}

#[test]
fn a_settlement_has_melds_out_and_one_turn() {
    let engine = table::engine(2, "");
    let mut state = table::with_hand(&engine, &engine.game().pack(), 0);
    state.hands[0] = "QC KC AC 5S".split(' ').map(|face| face.parse().unwrap()).collect();
    state.fresh = true;
    engine.game().play(&mut state, "escalera QC: QC KC AC".parse().unwrap());
    let card = |face: &str| json!({ "$": ["Card", face.parse::<Card>().unwrap().code()] });
    let melds = json!([[{
        "kind": "escalera", "cards": [card("QC"), card("KC"), card("AC")],
        "wilds": 0, "low": 12, "high": 14, "points": 7,
    }], []]);
    engine.game().play(&mut state, "discard 5S".parse().unwrap());
    let settlement = engine.settlement(&state, &engine.settle(&state));
    assert_eq!(settlement["melds"], melds);
    assert_eq!((&settlement["out"], &settlement["one_turn"]), (&json!(1), &json!(true)));

    state.phase = loba_de_mas::Phase::Settle(loba_de_mas::Ending::Stock);
    let settlement = engine.settlement(&state, &engine.settle(&state));
    assert_eq!((settlement.get("out"), &settlement["one_turn"]), (None, &json!(false)));
}

#[test]
fn the_declarations_are_those_of_the_specification() {
    let declared: Vec<String> = loba_de_mas::Hooks::declared()
        .into_iter()
        .map(|hook| {
            let params: Vec<String> =
                hook.params.iter().map(|param| format!("{}: {}", param.name, param.hook_type.lua)).collect();
            let tabulated = if hook.tabulated { "tabulated " } else { "" };
            format!("{tabulated}{}({}) -> {}", hook.name, params.join(", "), hook.result.lua)
        })
        .collect();
    assert_eq!(
        declared,
        [
            "tabulated meld_points(card: Card, kind: MeldKind, place: integer) -> integer",
            "tabulated hand_points(card: Card) -> integer",
            "may_meld(seat: integer, meld: Meld) -> boolean",
        ]
    );
}
