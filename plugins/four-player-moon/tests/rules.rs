//! What examples cannot show: seats turned, long games, hooks, views, knowledge, set-ups.

#[path = "../../../sdk/tests/shared/arranged.rs"]
mod arranged;

use std::rc::Rc;

use arranged::{house, play};
use four_player_moon::{Moon, MoonAction, MoonState};
use parlour_sdk::param::{Value, Values};
use parlour_sdk::playout::Playout;
use parlour_sdk::{Action as _, Engine, Game as _, House, Observer, Piece as _, Rng, Seat, Tile, Turn};

fn engine(rules: &[(&str, i64)], house: Rc<House>) -> Engine<Moon> {
    arranged::engine(rules, house)
}
/// A deal in which the seats from the first bidder on hold these tiles first, and then the rest of the set.
fn dealt(engine: &Engine<Moon>, first: Seat, hands: [&str; 4], middle: &str) -> MoonState {
    arranged::dealt(engine, first, first, hands, middle)
}

#[test]
fn a_state_is_at_most_64_bytes() {
    assert!(size_of::<MoonState>() <= 64, "{}", size_of::<MoonState>());
}

#[test]
fn a_set_up_without_a_bid_is_refused() {
    let values = Values::from([("min_bid".to_owned(), Value::Int(5)), ("hand_size".to_owned(), Value::Int(4))]);
    let error = Engine::<Moon>::new(4, &values, House::none()).err().unwrap().to_string();
    assert_eq!(error, "min_bid = 5: expected at most hand_size, which is 4: nobody could bid a number of tricks");
}

#[test]
fn trumps_that_the_table_does_not_allow_are_refused_in_plain_words() {
    let values = ["doubles_trump", "no_trump"].map(|name| (name.to_owned(), Value::Flag(false)));
    let engine = Engine::<Moon>::new(4, &Values::from(values), House::none()).unwrap();
    let mut state = dealt(&engine, Seat(0), [""; 4], "");
    play(&engine, &mut state, "bid 21");
    let reason = |action: &str| engine.check(&state, action.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(reason("trump none"), "this table always plays with trumps (3)");
    assert_eq!(reason("trump doubles"), "this table is played without doubles as trumps (3)");
}

#[test]
fn the_winner_turns_with_the_seats() {
    let engine = engine(&[], House::none());
    for first in Seat::all(4) {
        let mut state = dealt(&engine, first, ["64 61 63 65", "66", "60", "62"], "");
        play(&engine, &mut state, "bid 4, pass, pass, pass, trump 2, play 64, play 66, play 60, play 62");
        assert_eq!(engine.game().turn(&state), Turn::Seat(first.right(4)));
    }
}

#[test]
fn a_hundred_deals_without_a_bid() {
    arranged::a_hundred_deals_pass(&engine(&[], House::none()));
}

#[test]
fn tile_rank_can_make_a_double_the_lowest_of_its_suit() {
    let double = |code: i64| Tile::from_code(code as u8).unwrap().is_double();
    let low = house::<Moon>(move |_, base, args| if double(args[0]) && base == 70 { -1 } else { base }, &["tile_rank"]);
    for (house, winner) in [(House::none(), 1), (low, 0)] {
        let engine = engine(&[], house);
        let mut state = dealt(&engine, Seat(0), ["60", "66", "10", "11"], "");
        play(&engine, &mut state, "bid 4, pass, pass, pass, trump none, play 60, play 66");
        while engine.game().turn(&state) != Turn::Seat(Seat(0)) && engine.game().turn(&state) != Turn::Seat(Seat(1)) {
            let off = engine.actions(&state).into_iter().find(|action| !action.to_string().contains('6'));
            let action = off.or(engine.actions(&state).first().copied()).unwrap();
            engine.game().play(&mut state, action);
        }
        assert_eq!(engine.game().turn(&state), Turn::Seat(Seat(winner)));
    }
}

#[test]
fn may_play_can_let_anything_be_played_and_then_no_void_is_shown() {
    let free = house::<Moon>(|_, _, _| 1, &["may_play"]);
    for (house, legal, inferred) in [(House::none(), 3, true), (free, 7, false)] {
        let engine = engine(&[], house);
        let mut state =
            dealt(&engine, Seat(0), ["66 61 62 63", "60 64 65 00", "10 11 21 31 41 22 20", "50 51 52 53 54 55 43"], "");
        play(&engine, &mut state, "bid 4, pass, pass, pass, trump none, play 66");
        assert_eq!(engine.actions(&state).len(), legal);
        play(&engine, &mut state, "play 60, play 10");
        let knowledge = engine.game().know(&state, Seat(3));
        let mut rng = Rng::new(1);
        let sixes = (0..400).filter(|_| {
            let imagined = engine.game().imagine(&knowledge, &mut rng);
            let view = engine.game().show(&imagined, Observer::Referee);
            let hand = &view.zones[view.zone("hand 3").unwrap()];
            hand.pieces.iter().any(|shown| shown.face.as_deref().is_some_and(|face| face.starts_with('6')))
        });
        assert_eq!(sixes.count() == 0, inferred);
    }
}

#[test]
fn only_the_bidder_knows_what_lies_buried() {
    let engine = engine(&[("hand_size", 6)], House::none());
    let mut state = dealt(&engine, Seat(0), ["00 11 22 33 44 55", "", "", ""], "66 65");
    play(&engine, &mut state, "bid 4, pass, pass, pass, bury 22");
    let top = |observer| {
        let view = engine.game().show(&state, observer);
        view.zones[view.zone("middle").unwrap()].pieces[0].face.clone()
    };
    assert_eq!(top(Observer::Seat(Seat(0))).as_deref(), Some("22"));
    assert_eq!(top(Observer::Referee).as_deref(), Some("22"));
    for observer in [Observer::Public, Observer::Seat(Seat(1)), Observer::Seat(Seat(2))] {
        assert_eq!(top(observer), None);
    }
    let mut rng = Rng::new(2);
    let mut buried = |seat| -> std::collections::BTreeSet<String> {
        let knowledge = engine.game().know(&state, seat);
        (0..200)
            .map(|_| {
                let view = engine.game().show(&engine.game().imagine(&knowledge, &mut rng), Observer::Referee);
                view.zones[view.zone("middle").unwrap()].pieces[0].face.clone().unwrap()
            })
            .collect()
    };
    assert_eq!(buried(Seat(0)).len(), 1);
    assert!(buried(Seat(1)).len() > 15);
}

#[test]
fn the_log_tells_each_observer_what_it_may_know() {
    let engine = engine(&[("hand_size", 6)], House::none());
    let before = {
        let mut state = dealt(&engine, Seat(0), ["00 11 22 33 44 55", "", "", ""], "66");
        play(&engine, &mut state, "bid 4, pass, pass");
        state
    };
    let told = |before: &MoonState, action: &str, observer| {
        let (action, mut after) = (action.parse::<MoonAction>().unwrap(), *before);
        engine.game().play(&mut after, action);
        let lines = engine.game().tell(before, action, &after, observer);
        (lines.into_iter().map(|line| line.text).collect::<Vec<_>>(), after)
    };
    let (own, after) = told(&before, "pass", Observer::Seat(Seat(0)));
    assert_eq!(own, ["say(s) pass", "take(s) 66 from the middle"]);
    assert_eq!(told(&before, "pass", Observer::Public).0, ["say(s) pass", "take(s) a tile from the middle"]);
    assert_eq!(told(&after, "bury 66", Observer::Seat(Seat(0))).0, ["put(s) 66 back in the middle"]);
    assert_eq!(told(&after, "bury 66", Observer::Seat(Seat(2))).0, ["put(s) a tile back in the middle"]);
    assert_eq!("bury 66".parse::<MoonAction>().unwrap().concealed(), Some("bury ?"));
}

#[test]
fn the_view_shows_trick_trumps_and_bid() {
    let engine = engine(&[], House::none());
    let mut state = dealt(&engine, Seat(0), ["64 61 63 65", "66", "60", "62"], "");
    play(&engine, &mut state, "bid 4, pass, bid 6, pass, trump 2, play 60, play 62");
    let view = engine.game().show(&state, Observer::Seat(Seat(0)));
    let fact =
        |name: &str| view.facts.iter().find(|fact| fact.name == name).map(|fact| (fact.value.as_str(), fact.seat));
    assert_eq!(fact("trumps"), Some(("2", None)));
    assert_eq!(fact("bid"), Some(("6", Some(Seat(2)))));
    let trick = &view.zones[view.zone("trick").unwrap()];
    let shown: Vec<_> = trick.pieces.iter().map(|shown| (shown.face.as_deref(), shown.by, shown.marked)).collect();
    assert_eq!(shown, [(Some("60"), Some(Seat(2)), false), (Some("62"), Some(Seat(3)), true)]);
    assert_eq!((view.prompt.as_str(), view.rule.as_str()), ("You must play a tile of suit 6.", "4"));
    let other = engine.game().show(&state, Observer::Seat(Seat(1)));
    assert_eq!(other.prompt, "", "what a seat is asked says what it holds");
}

/// The arithmetic of the summary adds up, in every round of a game.
#[test]
fn the_summary_can_be_checked() {
    let engine = engine(&[("max_rounds", 60)], House::none());
    let (mut playout, mut rng) = (Playout::new(&engine), Rng::new(9));
    let mut state = engine.game().start(Seat(0));
    let (mut made, mut failed) = (0, 0);
    while engine.game().turn(&state) != Turn::Over {
        playout.deal(&engine, &mut state, &mut rng);
        playout.round(&engine, &mut state, &mut rng, true);
        let points = engine.settle(&state);
        let summary = engine.game().summary(&state, &points);
        let before = engine.game().standing(&state).totals;
        if summary.title.contains("made") {
            made += 1
        } else {
            failed += 1
        }
        engine.commit(&mut state, &points);
        let after = engine.game().standing(&state).totals;
        arranged::adds_up(&summary, &points, &before, &after);
        assert_eq!(summary.facts["bid"].as_i64().is_some(), summary.facts.contains_key("bidder"));
    }
    assert!(made > 0 && failed > 0);
}

/// What a playout draws at once is one of the legal actions, and each of them is as likely.
#[test]
fn any_action_is_a_legal_one_and_each_as_likely() {
    arranged::any_is_fair(&engine(&[("hand_size", 6), ("max_rounds", 1)], House::none()));
}
