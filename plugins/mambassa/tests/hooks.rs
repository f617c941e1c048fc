//! What house rules may say, and what they are told.

use mambassa::{Action, Mambassa, State};
use parlour_sdk::hook::{Answer, Arg, Few, HookValue, NIL, generic};
use parlour_sdk::param::{Value, Values};
use parlour_sdk::playout::Playout;
use parlour_sdk::serde_json::{Value as Json, json};
use parlour_sdk::{Action as GameAction, Engine, Game, House, ItalianCard, Legal, Rng, Seat, Turn};

const RANK_HAND: u32 = 0;
const MAY_KNOCK: u32 = 1;

type Asked<'a> = (u32, Arg<'a>, &'a [Arg<'a>]);

/// A table of three where the hands of seats 0, 1, 2 are dealt, then the stock; seat 0 deals.
fn table(
    live: &[u32],
    values: &[(&str, Value)],
    dealt: &str,
    answer: impl Fn(Asked<'_>) -> Result<Answer, String> + 'static,
) -> (Engine<Mambassa>, State) {
    let values: Values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let bits = live.iter().fold(0, |bits, hook| bits | 1 << hook);
    let house = House::answering(bits, move |hook, base, args| answer((hook, base, args)));
    let engine = Engine::<Mambassa>::new(3, &values, house).unwrap();
    let mut state = engine.game().start(Seat(0));
    deal(&engine, &mut state, dealt);
    (engine, state)
}

fn deal(engine: &Engine<Mambassa>, state: &mut State, dealt: &str) {
    let named: Vec<ItalianCard> = dealt.split(' ').map(|face| face.parse().unwrap()).collect();
    let rest = ItalianCard::pack().filter(|card| !named.contains(card));
    // The deal goes to the right: seats 2, 1, 0.
    let hands = [2, 1, 0].into_iter().flat_map(|seat| named[4 * seat..4 * seat + 4].to_vec());
    let pieces: Vec<ItalianCard> = hands.chain(named[12..].iter().copied()).chain(rest).collect();
    engine.game().deal(state, &pieces);
}

fn play(engine: &Engine<Mambassa>, state: &mut State, actions: &str) {
    for text in actions.split(", ") {
        let action: Action = text.parse().unwrap();
        engine.check(state, action).unwrap_or_else(|refusal| panic!("{refusal}"));
        engine.game().play(state, action);
    }
}

fn lists(engine: &Engine<Mambassa>, state: &State, text: &str) -> bool {
    engine.actions(state).contains(&text.parse().unwrap())
}

const THREE: &str = "AC JC 7C 2C 7D JD AD 2S AS KS 7S 6D 3S 4S 5C 6C";
const WHOLE: &str = "exchange AS KS 7S 6D for 6C 5C 4S 3S";

fn code(number: i64) -> Result<Answer, String> {
    Ok(Answer::Code(number))
}

#[test]
fn the_lowest_by_rank_hand_pays() {
    // The house ranks hands the other way round; it is given the cards from high to low, and the rule's own number.
    let (engine, mut state) = table(&[RANK_HAND], &[], THREE, |(hook, base, args)| {
        let ([Arg::Code(cards)], Arg::Code(base)) = (args, base) else { return Err("two codes".to_owned()) };
        assert_eq!(hook, RANK_HAND);
        let cards: Vec<String> =
            Few::<ItalianCard>::from_code(*cards).unwrap().iter().map(|card| card.to_string()).collect();
        let expected = [("AC JC 7C 2C", 30), ("AD JD 7D 2S", 28), ("AS KS 7S 6D", 28)];
        assert!(expected.contains(&(cards.join(" ").as_str(), base)), "{cards:?} {base}");
        code(-base)
    });
    play(&engine, &mut state, "leave, stay, done, stay, done, stay, done");
    assert_eq!(engine.settle(&state).to_vec(), [-1, 0, 0]);
    let lines = engine.game().summary(&state, &engine.settle(&state)).lines;
    assert_eq!(lines[2].text, "{0}: 30 in cups; 3 − 1 = 2 tokens", "the lowest comes last");
}

#[test]
fn declarations_do_not_ask_rank_hand() {
    let low = "AC KC HC JC 7D JD AD 2S AS KS 7S 6D 3S 4S 5C 6C";
    let (engine, mut state) = table(&[RANK_HAND], &[], low, |(_, _, args)| {
        // Every hand but 28 in coins is worth nothing: so the one with the Quarantuna would be lowest, with seat 2.
        let coins = Few::new("AD JD 7D 2S".split(' ').map(|face| face.parse::<ItalianCard>().unwrap()));
        code(i64::from(args[0] == Arg::Code(coins.to_code())))
    });
    play(&engine, &mut state, "leave");
    assert_eq!(engine.game().turn(&state), Turn::Settle);
    assert_eq!(engine.settle(&state).to_vec(), [1, 0, -1], "the declarer is left out");
}

#[test]
fn a_seat_knocks_where_may_knock_lets_it() {
    // No knock in the first turn, and none for the dealer's seat 1.
    let (engine, mut state) = table(&[MAY_KNOCK], &[], THREE, |(hook, base, args)| {
        assert_eq!((hook, base), (MAY_KNOCK, Arg::Code(1)));
        let [Arg::Code(seat), Arg::Code(turn)] = *args else { return Err("two codes".to_owned()) };
        code(i64::from(turn >= 2 && seat != 1))
    });
    assert!(!lists(&engine, &state, "keep"));
    let refusal = |state: &State, text: &str| engine.check(state, text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(refusal(&state, "keep"), "a house rule does not let this seat knock now (3)");
    play(&engine, &mut state, "leave");
    assert_eq!(engine.actions(&state).len(), 69);
    assert!(!lists(&engine, &state, WHOLE));
    assert_eq!(refusal(&state, WHOLE), "a house rule does not let this seat knock now (3)");
    play(&engine, &mut state, "stay");
    assert_eq!(engine.actions(&state).len(), 4);
    assert_eq!(refusal(&state, "done"), "a house rule does not let this seat knock now (3)");
    play(&engine, &mut state, "draw 6D, exchange 2S for 3S, done, exchange 2C for 4S, done");
    // The second turn of seat 2.
    assert_eq!(engine.actions(&state).len(), 70);
    play(&engine, &mut state, "stay");
    assert!(lists(&engine, &state, "done"));
    play(&engine, &mut state, "done");
    // After a knock nobody is asked: seat 0 (seat 1 of a house rule) may do as it likes.
    play(&engine, &mut state, "stay, done");
    assert_eq!(engine.game().turn(&state), Turn::Seat(Seat(0)));
    assert_eq!(engine.actions(&state).len(), 70);
    play(&engine, &mut state, "stay, done");
    assert_eq!(engine.game().turn(&state), Turn::Settle);
}

#[test]
fn may_knock_is_told_the_turn_and_not_asked_in_the_last() {
    let (engine, mut state) = table(&[MAY_KNOCK], &[("max_turns", Value::Int(2))], THREE, |(_, _, args)| {
        assert!(
            [[1, 0], [3, 1], [2, 1], [1, 1]]
                .map(|[seat, turn]| [Arg::Code(seat), Arg::Code(turn)])
                .contains(&<[Arg<'_>; 2]>::try_from(args).unwrap())
        );
        code(0)
    });
    assert!(!lists(&engine, &state, "keep"));
    play(&engine, &mut state, "leave, stay, draw 6D, stay, draw 2S, stay, draw 2C");
    assert_eq!(engine.actions(&state).len(), 70, "turn 2 of 2");
    play(&engine, &mut state, "stay");
    assert!(lists(&engine, &state, "done"));
}

#[test]
fn a_hook_that_fails_leaves_the_rule_as_it_is() {
    let (engine, mut state) = table(&[MAY_KNOCK, RANK_HAND], &[], THREE, |_| code(NIL));
    assert!(lists(&engine, &state, "keep"));
    assert!(engine.house().take_failure().is_some());
    play(&engine, &mut state, "leave, stay, done, stay, done, stay, done");
    assert_eq!(engine.settle(&state).to_vec(), [0, -1, -1]);
    assert!(engine.house().take_failure().is_some());
}

/// The round of `THREE` played to the showdown, where the house gives these tokens.
fn scored(tokens: Json) -> (Engine<Mambassa>, State) {
    let (engine, mut state) = table(&[generic::SCORE_ROUND], &[], THREE, move |(_, _, args)| {
        let Arg::Json(settlement) = args[0] else { return Err("a settlement".to_owned()) };
        let settlement: Json = parlour_sdk::serde_json::from_str(settlement).unwrap();
        assert_eq!((&settlement["knocker"], &settlement["pool"]), (&json!(3), &json!(3)));
        assert!(settlement.get("declared").is_none() && settlement.get("declarer").is_none());
        let hand = &settlement["hands"][1];
        let faces: Vec<Json> = "AD JD 7D 2S"
            .split(' ')
            .map(|face| parlour_sdk::hook::face(face.parse::<ItalianCard>().unwrap()))
            .collect();
        assert_eq!(hand, &json!(faces));
        assert_eq!(settlement["totals"], json!([3, 3, 3]));
        Ok(Answer::Json(tokens.to_string()))
    });
    play(&engine, &mut state, "leave, stay, done, stay, done, stay, done");
    (engine, state)
}

#[test]
fn a_house_rule_moves_tokens_that_there_are() {
    let (engine, mut state) = scored(json!([2, 1, -3]));
    let points = engine.settle(&state);
    assert_eq!((points.to_vec(), engine.house().take_failure()), (vec![2, 1, -3], None));
    engine.commit(&mut state, &points);
    assert_eq!(engine.game().standing(&state).totals, [5, 4, 0]);
    let (engine, state) = scored(json!([3, 0, 0]));
    assert_eq!(engine.settle(&state).to_vec(), [3, 0, 0], "the whole pool");

    for (tokens, expected) in [
        (json!([4, 0, -4]), "expected at least -3 for seat 3, which has 3 tokens"),
        (json!([4, 0, 0]), "expected seats that gain no more than they pay and the pool's 3"),
        (json!([1, 1]), "expected a list of 3 whole numbers"),
    ] {
        let (engine, state) = scored(tokens);
        assert_eq!(engine.settle(&state).to_vec(), [0, -1, -1], "the rule's own tokens");
        let failure = engine.house().take_failure().unwrap();
        assert!(failure.contains(expected), "{failure}");
    }
}

#[test]
fn a_declaration_is_in_the_settlement() {
    for (hands, declared) in
        [("AC KC HC JC 7D JD AD 2S AS KS 7S 6D", "quarantuna"), ("AC AD AB AS 7D JD KD 2S HS KS 7S 6D", "mambassa")]
    {
        let (engine, mut state) = table(&[], &[], hands, |_| Err(String::new()));
        play(&engine, &mut state, "leave");
        let settlement = engine.settlement(&state, &engine.settle(&state));
        assert_eq!((&settlement["declared"], &settlement["declarer"]), (&json!(declared), &json!(1)));
        assert!(settlement.get("knocker").is_none());
    }
}

#[test]
fn a_seat_that_is_out_stays_out() {
    let (engine, mut state) = table(&[generic::SCORE_ROUND], &[], THREE, |(_, _, args)| {
        let Arg::Json(settlement) = args[0] else { return Err("a settlement".to_owned()) };
        let first = settlement.contains("\"round\":1");
        Ok(Answer::Json(if first { "[0,0,-3]" } else { "[0,0,1]" }.to_owned()))
    });
    play(&engine, &mut state, "leave, stay, done, stay, done, stay, done");
    let points = engine.settle(&state);
    engine.commit(&mut state, &points);
    assert_eq!(engine.game().layout(&state).len(), 40);
    let mut pieces = engine.game().pack();
    pieces.reverse();
    engine.game().deal(&mut state, &pieces);
    // The first hand of the pack turned round is a Quarantuna.
    play(&engine, &mut state, "leave");
    engine.settle(&state);
    let failure = engine.house().take_failure().unwrap();
    assert!(failure.contains("expected 0 for seat 3, which is out"), "{failure}");
}

#[test]
fn a_round_needs_two_seats_whatever_a_house_rule_says() {
    let two_tokens = [("tokens", Value::Int(2))];
    let (engine, mut state) =
        table(&[generic::GAME_OVER], &two_tokens, THREE, |_| Ok(Answer::Json("false".to_owned())));
    play(&engine, &mut state, "leave, stay, done, stay, done, stay, done");
    let points = engine.settle(&state);
    assert_eq!(points.to_vec(), [0, -1, -1]);
    engine.commit(&mut state, &points);
    let standing = engine.game().standing(&state);
    assert_eq!((standing.winners, standing.totals), (vec![Seat(0)], vec![6, 0, 0]));
}

#[test]
fn a_house_rule_ends_the_game_and_the_pool_is_shared() {
    let (engine, mut state) = table(&[generic::GAME_OVER], &[], THREE, |_| Ok(Answer::Json("[1,2]".to_owned())));
    play(&engine, &mut state, "leave, stay, done, stay, done, stay, done");
    let points = engine.settle(&state);
    engine.commit(&mut state, &points);
    // Five tokens for two: the odd one to the dealer's left, seat 1.
    let standing = engine.game().standing(&state);
    assert_eq!((standing.winners, standing.totals), (vec![Seat(0), Seat(1)], vec![5, 5, 2]));
    assert_eq!(standing.payout, [1, 1, -2]);
}

#[test]
fn what_is_worth_trying_is_allowed() {
    let mut rng = Rng::new(21);
    let mut withheld = 0;
    for round in 0..250 {
        let (engine, _) = table(&[MAY_KNOCK], &[], THREE, |_| code(0));
        let mut state = engine.game().start(Seat(round % 3));
        Playout::new(&engine).deal(&engine, &mut state, &mut rng);
        while let Turn::Seat(_) = engine.game().turn(&state) {
            let legal = engine.actions(&state);
            let mut codes = [0; 70];
            let mut out = Legal::new(&mut codes);
            engine.candidates(&state, &mut out);
            let tried: Vec<Action> = out.codes().iter().filter_map(|&code| GameAction::from_code(code)).collect();
            assert!(!tried.is_empty() && tried.iter().all(|action| legal.contains(action)), "{tried:?}");
            let policy = engine.game().policy(&state, &mut rng).unwrap();
            assert!(legal.contains(&policy), "{policy}");
            withheld += u32::from(!legal.contains(&Action::Done) && policy != Action::Leave);
            engine.game().play(&mut state, policy);
        }
    }
    assert!(withheld > 1000, "{withheld}");
}
