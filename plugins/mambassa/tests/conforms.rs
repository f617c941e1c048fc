//! What every game promises, and that the legal list is exactly the rule book's.

use std::collections::BTreeSet;

use mambassa::{Action, Mambassa, State};
use parlour_sdk::param::{Value, Values};
use parlour_sdk::playout::Playout;
use parlour_sdk::testkit::{self, Plan};
use parlour_sdk::{Draw, Engine, Game, House, Observer, Rng, Seat, Turn};

#[test]
fn conforms() {
    let report = testkit::conforms::<Mambassa>(Plan::of(300).exams(200));
    assert_eq!(report.games, 6 * 300);
}

#[test]
fn conforms_with_every_parameter_at_either_end() {
    testkit::varied::<Mambassa>(Plan::of(6).exams(20).seats(4));
}

/// The faces that a seat sees in a zone.
fn faces(engine: &Engine<Mambassa>, state: &State, seat: Seat, zone: &str) -> Vec<String> {
    let view = engine.game().show(state, Observer::Seat(seat));
    let pieces = &view.zones[view.zone(zone).unwrap()].pieces;
    pieces.iter().map(|shown| shown.face.clone().unwrap()).collect()
}

/// All choices of these faces, in the order of ranks and then suits, as texts by their size.
fn subsets(mut faces: Vec<String>) -> Vec<(usize, String)> {
    let order = |face: &String| ("AKHJ765432".find(&face[..1]), "DSCB".find(&face[1..]));
    faces.sort_by_key(order);
    let chosen = |set: u32| faces.iter().enumerate().filter(move |(place, _)| set >> place & 1 != 0);
    (1..1 << faces.len())
        .map(|set: u32| {
            (set.count_ones() as usize, chosen(set).map(|(_, face)| face.as_str()).collect::<Vec<_>>().join(" "))
        })
        .collect()
}

/// What of a turn was done already.
#[derive(Clone, Copy, PartialEq)]
enum Done {
    Nothing,
    Stayed,
    Exchanged,
}

#[test]
fn the_legal_list_is_the_rule_books() {
    let mut rng = Rng::new(9);
    let mut whole = 0;
    for round in 0..300u32 {
        let seats = 3 + (round % 6) as u8;
        let max_turns = 2 + i64::from(rng.below(6));
        let values = Values::from([
            ("max_turns".to_owned(), Value::Int(max_turns)),
            ("dealer_peek".to_owned(), Value::Flag(round % 2 == 0)),
        ]);
        let engine = Engine::<Mambassa>::new(seats, &values, House::none()).unwrap();
        let game = engine.game();
        let mut playout = Playout::new(&engine);
        let dealer = Seat(rng.below(u32::from(seats)) as u8);
        let mut state = game.start(dealer);
        playout.deal(&engine, &mut state, &mut rng);
        // Whose turn it is, by the rule book alone: to the right from the dealer, and once each after a knock.
        let (mut next, mut turns, mut left, mut done) = (dealer.right(seats), 0, None, Done::Nothing);
        let mut peek = round % 2 == 0;
        while game.turn(&state) != Turn::Settle {
            let seat = if peek { dealer } else { next };
            assert_eq!(game.turn(&state), Turn::Seat(seat));
            let expected: BTreeSet<String> = if peek {
                ["keep", "leave"].map(str::to_owned).into()
            } else if done == Done::Nothing {
                let (own, monte) = (faces(&engine, &state, seat, "hand"), faces(&engine, &state, seat, "monte"));
                let pairs = subsets(own)
                    .into_iter()
                    .flat_map(|give| subsets(monte.clone()).into_iter().map(move |take| (give.clone(), take)));
                let exchanges = pairs
                    .filter(|(give, take)| give.0 == take.0)
                    .map(|(give, take)| format!("exchange {} for {}", give.1, take.1));
                exchanges.chain(["stay".to_owned()]).collect()
            } else {
                let draws = faces(&engine, &state, seat, "hand").into_iter().map(|face| format!("draw {face}"));
                draws.chain(["done".to_owned()]).collect()
            };
            let list: Vec<String> = engine.actions(&state).iter().map(Action::to_string).collect();
            assert_eq!(list.iter().cloned().collect::<BTreeSet<_>>(), expected);
            assert_eq!(list.len(), expected.len());

            let action = playout.any(&engine, &state, &mut rng).unwrap();
            game.play(&mut state, action);
            let mut knocks = false;
            let mut over = true;
            match action {
                Action::Keep => {
                    left = Some(seats - 1);
                    over = false;
                }
                Action::Leave => over = false,
                Action::Stay => (done, over) = (Done::Stayed, false),
                Action::Exchange(exchange) if exchange.is_whole() => {
                    whole += 1;
                    knocks = true;
                }
                Action::Exchange(_) => (done, over) = (Done::Exchanged, false),
                Action::Draw(_) => {}
                Action::Done => knocks = done == Done::Stayed,
            }
            peek = false;
            if over {
                turns += 1;
                let turn = (turns - 1) / i64::from(seats) + 1;
                left = match left {
                    Some(left) => Some(left - 1),
                    None if knocks || turn == max_turns => Some(seats - 1),
                    None => None,
                };
                let declared = game
                    .show(&state, Observer::Referee)
                    .zones
                    .iter()
                    .any(|zone| zone.note.contains("Quarantuna") || zone.note == "Mambassa");
                assert_eq!(game.turn(&state) == Turn::Settle, left == Some(0) || declared);
                (next, done) = (next.right(seats), Done::Nothing);
            }
        }
    }
    assert!(whole > 20, "{whole}");
}
