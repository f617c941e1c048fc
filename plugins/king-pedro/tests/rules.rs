//! What examples cannot show: seats turned, long games, hooks, views, knowledge, set-ups.

#[path = "../../../sdk/tests/shared/arranged.rs"]
mod arranged;

use std::collections::BTreeSet;
use std::rc::Rc;

use arranged::{house, play};
use king_pedro::{Pedro, PedroAction, PedroState};
use parlour_sdk::hook::NIL;
use parlour_sdk::playout::Playout;
use parlour_sdk::{Action as _, Card, Engine, Game as _, House, Observer, Piece as _, Rng, Seat, Turn};

fn engine(rules: &[(&str, i64)], house: Rc<House>) -> Engine<Pedro> {
    arranged::engine(rules, house)
}
fn refused(rules: &[(&str, i64)], house: Rc<House>) -> String {
    Engine::<Pedro>::new(4, &arranged::values(rules), house).err().unwrap().to_string()
}
/// A deal in which the seats from the dealer's left on hold these cards first, and then the rest of the pack.
fn dealt(engine: &Engine<Pedro>, dealer: Seat, hands: [&str; 4], kitty: &str) -> PedroState {
    arranged::dealt(engine, dealer, dealer.left(4), hands, kitty)
}
fn faces(engine: &Engine<Pedro>, state: &PedroState, zone: &str, observer: Observer) -> Vec<Option<String>> {
    let view = engine.game().show(state, observer);
    view.zones.into_iter().filter(|z| z.name == zone).flat_map(|z| z.pieces).map(|shown| shown.face).collect()
}

#[test]
fn a_state_is_at_most_128_bytes() {
    assert!(size_of::<PedroState>() <= 128, "{}", size_of::<PedroState>());
}

#[test]
fn set_ups_that_cannot_be_played_are_refused() {
    assert_eq!(
        refused(&[("king_points", 0)], House::none()),
        "min_bid = 30: expected at most 14, the points in play: nobody could bid"
    );
    assert_eq!(
        refused(&[("min_bid", 45)], House::none()),
        "min_bid = 45: expected at most 44, the points in play: nobody could bid"
    );
    assert_eq!(
        refused(&[("kitty_to_bidder", 5)], House::none()),
        "kitty_to_bidder = 5: expected at most 4, what four hands of 12 leave"
    );
    engine(&[("kitty_to_bidder", 8), ("hand_size", 11)], House::none());
}

#[test]
fn a_card_too_many_in_the_first_trick_is_refused_for_the_right_reason() {
    let engine = engine(&[("hand_size", 10), ("kitty_to_bidder", 0)], House::none());
    let reason = |hand: &str, kitty: &str, actions: &str, refused: &str| {
        let mut state = dealt(&engine, Seat(3), [hand, "", "", ""], kitty);
        play(&engine, &mut state, "bid 30, pass, pass, pass, trump H, discard 2S, discard 3S, discard 4S");
        play(&engine, &mut state, actions);
        engine.check(&state, refused.parse().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(
        reason("AH KH JH TH 5H 5D 2H 2S 3S 4S", "QH 9H 8H 7H 6H 4H 3H", "play KH", "play AH"),
        "AH would leave no room for 2H, which must be in the first trick (R5)"
    );
    assert_eq!(
        reason("AH KH QH 9H 8H 7H 6H 2S 3S 4S", "JH TH 5H 5D 4H 3H 2H", "keep, play AH", "play KH"),
        "KH would be one scoring card too many in the first trick (R5)"
    );
}

#[test]
fn the_winner_turns_with_the_seats() {
    let engine = engine(&[("keep", 12), ("kitty_to_bidder", 0)], House::none());
    for dealer in Seat::all(4) {
        let hands = ["4H 3H", "5D JH 2D 3D 4D", "2H TH", "AH 5H 6H 7H 8H 9H QH KH"];
        let mut state = dealt(&engine, dealer, hands, "");
        play(&engine, &mut state, "bid 30, pass, pass, pass, trump H, play 4H, play 5D, play 2H, play 6H");
        assert_eq!(engine.game().turn(&state), Turn::Seat(dealer));
    }
}

#[test]
fn a_hundred_deals_without_a_bid() {
    arranged::a_hundred_deals_pass(&engine(&[], House::none()));
}

fn card(code: i64) -> Card {
    Card::from_code(code as u8).unwrap()
}

#[test]
fn card_points_change_what_is_in_play() {
    // The nine of trumps is worth 9, the ten 10.
    let dear = |_: &str, base: i64, args: &[i64]| match card(args[0]).rank() {
        8 => 9,
        9 => 10,
        _ => base,
    };
    let engine = engine(&[], house::<Pedro>(dear, &["card_points"]));
    let mut state = dealt(&engine, Seat(3), ["AH KH QH JH TH 9H 8H 7H 6H 5H 5D 4H", "", "", ""], "3H 2H");
    let bids = engine.actions(&state).len() - 1;
    assert_eq!(bids, 62 - 30 + 1);
    play(&engine, &mut state, "bid 62, pass, pass, pass, trump H");
    let mut playout = Playout::new(&engine);
    playout.round(&engine, &mut state, &mut Rng::new(1), true);
    assert_eq!(engine.settle(&state).to_vec(), [62, 0]);
}

#[test]
fn trump_rank_can_make_more_trumps_and_fewer() {
    // The other king of the colour is a trump above all, and the two is none.
    let rank = |_: &str, base: i64, args: &[i64]| {
        let (card, trump) = (card(args[0]), parlour_sdk::Suit::ALL[args[1] as usize]);
        match card.rank() {
            Card::KING if card.suit() == Some(trump.twin()) => 200,
            Card::TWO => NIL,
            _ => base,
        }
    };
    let engine = engine(&[("keep", 12), ("kitty_to_bidder", 0)], house::<Pedro>(rank, &["trump_rank"]));
    let mut state = dealt(&engine, Seat(3), ["AH 2H 9H", "KD 8H", "3H 4H", "6H 7H"], "");
    // The king of diamonds is worth nothing of itself, and the two of trumps takes its 1 away.
    assert_eq!(engine.actions(&state).len() - 1, 43 - 30 + 1);
    play(&engine, &mut state, "bid 30, pass, pass, pass, trump H, play AH");
    assert!(engine.check(&state, "play KD".parse().unwrap()).is_ok());
    play(&engine, &mut state, "play KD, play 3H, play 6H");
    assert_eq!(engine.game().turn(&state), Turn::Seat(Seat(1)));
}

#[test]
fn may_play_can_ask_for_the_suit_that_was_led() {
    let follow = |_: &str, base: i64, args: &[i64]| {
        if args[1] == NIL { base } else { i64::from(base == 1 && card(args[0]).suit() == card(args[1]).suit()) }
    };
    let hands = ["AS 9H", "KS 8H", "3H 4H", "6H 7H"];
    for (house, spades_alone) in [(House::none(), false), (house::<Pedro>(follow, &["may_play"]), true)] {
        let engine = engine(&[("keep", 12), ("kitty_to_bidder", 0)], house);
        let mut state = dealt(&engine, Seat(3), hands, "QS JS TS");
        play(&engine, &mut state, "bid 30, pass, pass, pass, trump H, play AS");
        let actions = engine.actions(&state);
        let is_spade = |action: &PedroAction| action.to_string().ends_with('S');
        assert_eq!((actions.iter().all(is_spade), actions.len() == 12), (spades_alone, !spades_alone));
    }
}

/// A bidder has seen the kitty and knows what it put away; nobody else does.
#[test]
fn what_is_put_away_is_known_to_its_seat_alone() {
    let engine = engine(&[], House::none());
    let hands = ["AH KH 2C 3C 4C 5C 6C 7C 8C 9C TC JC", "5H 5D", "", "2H 3H 4H 6H 7H 8H 9H TH JH QC KC AC"];
    let mut state = dealt(&engine, Seat(3), hands, "QH 2D 3D 4D");
    play(&engine, &mut state, "bid 30, pass, pass, pass");
    assert_eq!(faces(&engine, &state, "kitty", Observer::Seat(Seat(0))), [None, None, None, None]);
    assert_eq!(faces(&engine, &state, "kitty", Observer::Referee)[0].as_deref(), Some("QH"));
    play(&engine, &mut state, "trump H, discard 2D, discard 3D");
    assert_eq!(
        faces(&engine, &state, "discards", Observer::Seat(Seat(0))),
        [Some("2D".to_owned()), Some("3D".to_owned())]
    );
    for other in [Observer::Seat(Seat(2)), Observer::Public] {
        assert_eq!(faces(&engine, &state, "discards 1", other), [None, None]);
    }
    let mut rng = Rng::new(3);
    let mut imagined = |seat| -> BTreeSet<Vec<Option<String>>> {
        let knowledge = engine.game().know(&state, seat);
        let name = if seat == Seat(0) { "discards" } else { "discards 1" };
        let view = |state: &PedroState| {
            faces(&engine, state, name, if seat == Seat(0) { Observer::Seat(seat) } else { Observer::Referee })
        };
        (0..100).map(|_| view(&engine.game().imagine(&knowledge, &mut rng))).collect()
    };
    assert_eq!(imagined(Seat(0)).len(), 1);
    assert!(imagined(Seat(1)).len() > 50);
}

/// A table where seat 2 has thrown in, seat 3 has kept nine trumps, and all others have six cards.
fn after_discards(house: Rc<House>) -> (Engine<Pedro>, PedroState) {
    let engine = engine(&[], house);
    let hands = [
        "AH KH 2C 3C 4C 5C 6C 7C 8C 9C TC JC",
        "5H 5D AS 2S 3S 4S 5S 6S 7S 8S 9S TS",
        "",
        "2H 3H 4H 6H 7H 8H 9H TH JH QC KC AC",
    ];
    let mut state = dealt(&engine, Seat(3), hands, "QH 2D 3D 4D");
    play(&engine, &mut state, "bid 30, pass, pass, pass, trump H");
    play(&engine, &mut state, "discard 2C, discard 3C, discard 4C, discard 5C, discard 6C, discard 7C, discard 8C");
    play(&engine, &mut state, "discard 9C, discard TC, discard JC");
    play(&engine, &mut state, "discard AS, discard 2S, discard 3S, discard 4S, discard 5S, discard 6S");
    play(&engine, &mut state, "discard QC, discard KC, discard AC, keep");
    (engine, state)
}
fn is_trump(face: &Option<String>) -> bool {
    face.as_deref().is_some_and(|face| face.ends_with('H') || face == "5D")
}

/// In imagined deals no trump lies among what was put away or thrown in, who is still in has a trump, and a hand of more
/// than six after discarding has nothing else.
#[test]
fn imagined_deals_keep_what_the_play_has_shown() {
    let (engine, state) = after_discards(House::none());
    let knowledge = engine.game().know(&state, Seat(0));
    let (mut rng, mut held) = (Rng::new(6), BTreeSet::new());
    for _ in 0..300 {
        let imagined = engine.game().imagine(&knowledge, &mut rng);
        let zone = |name: &str| faces(&engine, &imagined, name, Observer::Referee);
        assert!(!zone("discards 3").iter().any(is_trump), "it threw in without a trump");
        assert!(!zone("discards 2").iter().any(is_trump), "six are left of whatever it had");
        assert!(zone("hand 4").iter().all(is_trump) && zone("hand 4").len() == 9);
        assert!(zone("hand 2").iter().any(is_trump), "it is still in");
        held.insert(zone("hand 2"));
    }
    assert!(held.len() > 50);
}

/// Where a house rule says what a trump is, or what may be played, nothing of this is inferred.
#[test]
fn a_hook_that_could_falsify_an_inference_stops_it() {
    for hook in [&["trump_rank"], &["may_play"]] {
        let (engine, state) = after_discards(house::<Pedro>(|_, base, _| base, hook));
        let knowledge = engine.game().know(&state, Seat(0));
        let mut rng = Rng::new(6);
        let trumps_away = (0..100).filter(|_| {
            let imagined = engine.game().imagine(&knowledge, &mut rng);
            faces(&engine, &imagined, "discards 3", Observer::Referee).iter().any(is_trump)
        });
        assert!(trumps_away.count() > 50);
    }
}

#[test]
fn the_log_tells_each_observer_what_it_may_know() {
    let engine = engine(&[], House::none());
    let hands = ["AH KH 2C 3C 4C 5C 6C 7C 8C 9C TC JC", "5H 5D", "", "2H 3H 4H 6H 7H 8H 9H TH JH QC KC AC"];
    let mut state = dealt(&engine, Seat(3), hands, "QH 2D 3D 4D");
    play(&engine, &mut state, "bid 30, pass, pass, pass");
    let told = |before: &PedroState, action: &str, observer| {
        let (action, mut after) = (action.parse::<PedroAction>().unwrap(), *before);
        engine.game().play(&mut after, action);
        let lines = engine.game().tell(before, action, &after, observer);
        (lines.into_iter().map(|line| line.text).collect::<Vec<_>>(), after)
    };
    let out = "throw(s) in, without a trump";
    let (own, after) = told(&state, "trump H", Observer::Seat(Seat(0)));
    assert_eq!(own, ["name(s) H trumps", "take(s) QH 2D 3D 4D from the kitty", out]);
    assert_eq!(
        told(&state, "trump H", Observer::Public).0,
        ["name(s) H trumps", "take(s) 4 cards from the kitty", out]
    );
    assert_eq!(told(&after, "discard 2D", Observer::Seat(Seat(0))).0, ["discard(s) 2D"]);
    assert_eq!(told(&after, "discard 2D", Observer::Seat(Seat(1))).0, ["discard(s) a card"]);
    assert_eq!("discard 2D".parse::<PedroAction>().unwrap().concealed(), Some("discard ?"));
}

#[test]
fn the_view_shows_trick_trumps_bid_and_points() {
    let engine = engine(&[("keep", 12), ("kitty_to_bidder", 0)], House::none());
    let mut state = dealt(&engine, Seat(3), ["4H 3H", "5D JH 2D 3D 4D", "2H TH", "AH 5H 6H 7H 8H 9H QH KH"], "");
    play(&engine, &mut state, "bid 30, pass, pass, pass, trump H, play 4H, play 5D, play 2H");
    let view = engine.game().show(&state, Observer::Seat(Seat(3)));
    let fact =
        |name: &str| view.facts.iter().find(|fact| fact.name == name).map(|fact| (fact.value.as_str(), fact.seat));
    assert_eq!(fact("trumps"), Some(("H", None)));
    assert_eq!(fact("bid"), Some(("30", Some(Seat(0)))));
    assert_eq!(fact("points"), Some(("1 : 0", None)), "the two counts as it is played");
    let trick = &view.zones[view.zone("trick").unwrap()];
    let shown: Vec<_> =
        trick.pieces.iter().map(|shown| (shown.face.as_deref().unwrap(), shown.by, shown.marked)).collect();
    let by = |seat| Some(Seat(seat));
    assert_eq!(shown, [("4H", by(0), false), ("5D", by(1), true), ("2H", by(2), false)]);
    assert_eq!((view.prompt.as_str(), view.rule.as_str()), ("You must play a trump.", "6"));
    assert_eq!(engine.game().show(&state, Observer::Seat(Seat(1))).prompt, "");
}

/// In random games: the points add up (R6), no scoring card is put away, and the summary's arithmetic is right.
#[test]
fn points_and_summaries_add_up() {
    let engine = engine(&[("max_rounds", 300), ("lose_at", 0), ("target", 1000)], House::none());
    let (mut playout, mut rng) = (Playout::new(&engine), Rng::new(9));
    let mut state = engine.game().start(Seat(0));
    let (mut made, mut failed) = (0, 0);
    while engine.game().turn(&state) != Turn::Over {
        playout.deal(&engine, &mut state, &mut rng);
        playout.round(&engine, &mut state, &mut rng, true);
        let points = engine.settle(&state);
        let summary = engine.game().summary(&state, &points);
        let before = engine.game().standing(&state).totals;
        if let Some(trump) = summary.facts.get("trump").and_then(|trump| trump.as_str()) {
            let taken: Vec<i64> =
                summary.facts["taken"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
            assert_eq!(taken.iter().sum::<i64>(), 44);
            if summary.title.contains("made") {
                made += 1
            } else {
                failed += 1
            }
            let away = (1..=4).flat_map(|seat| faces(&engine, &state, &format!("discards {seat}"), Observer::Referee));
            let scores = |face: &str| face.ends_with(trump) && "AKJT52".contains(&face[..1]);
            assert!(!away.flatten().any(|face| scores(&face)));
        }
        engine.commit(&mut state, &points);
        let after = engine.game().standing(&state).totals;
        arranged::adds_up(&summary, &points, &before, &after);
    }
    assert!(made > 5 && failed > 5, "{made} {failed}");
}

/// What a playout draws at once is one of the legal actions, and each of them is as likely.
#[test]
fn any_action_is_a_legal_one_and_each_as_likely() {
    arranged::any_is_fair(&engine(&[("hand_size", 6), ("max_rounds", 1)], House::none()));
}
