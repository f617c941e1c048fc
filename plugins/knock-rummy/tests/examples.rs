//! The worked examples, the rulings and the parameters, as text.

use std::collections::BTreeSet;

use knock_rummy::{Action, KnockRummy, State};
use parlour_sdk::game::Deal;
use parlour_sdk::hook::{Answer, Arg, HookValue, NIL};
use parlour_sdk::param::{Domain, Params as _, Value, Values};
use parlour_sdk::{Card, Engine, Game, House, Line, Points, Seat, SetupError, Turn};

fn seat(text: &str) -> Seat {
    Seat(text.parse().unwrap_or_else(|_| panic!("`{text}` is no seat")))
}

fn numbers(text: &str) -> Vec<i32> {
    text.split_whitespace().map(|number| number.parse().unwrap_or_else(|_| panic!("`{text}`: numbers"))).collect()
}

fn table(seats: u8, values: &Values) -> Engine<KnockRummy> {
    Engine::new(seats, values, House::none()).unwrap()
}

#[test]
fn scores() {
    let mut examples = 0;
    for line in include_str!("data/scores.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [dealer, knocker, deadwood, stakes] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("`{line}`: dealer | knocker | deadwood | stakes")
        };
        let deadwood = numbers(deadwood);
        let engine = table(deadwood.len() as u8, &Values::new());
        let mut all = [0; 5];
        all[..deadwood.len()].copy_from_slice(&deadwood);
        let knocker = (knocker != "-").then(|| seat(knocker));
        let score = engine.game().score(all, knocker, seat(dealer));
        assert_eq!(score.stakes.0[..deadwood.len()], numbers(stakes), "{line}");
        assert_eq!(score.stakes.total(), 0, "{line}");
        examples += 1;
    }
    assert_eq!(examples, 20);
}

/// A table on which a paragraph of `rounds.txt` is played.
#[derive(Default)]
struct Round {
    seats: Option<u8>,
    dealer: Seat,
    values: Values,
    deal: Deal,
    stock: Vec<String>,
    up: String,
    played: Option<(Engine<KnockRummy>, State)>,
}

impl Round {
    fn set(&mut self, text: &str) {
        for pair in text.split_whitespace() {
            let (name, value) = pair.split_once('=').unwrap_or_else(|| panic!("`{pair}`: name=value"));
            let declared = <KnockRummy as Game>::Params::declared();
            let param = declared.iter().find(|param| param.name == name).unwrap_or_else(|| panic!("no `{name}`"));
            self.values.insert(name.to_owned(), param.domain.parse(value).unwrap());
        }
    }
    /// The table, dealt when it is first asked for.
    fn table(&mut self) -> &mut (Engine<KnockRummy>, State) {
        if self.played.is_none() {
            let engine = table(self.seats.unwrap_or(2), &self.values);
            let state = engine.game().start(self.dealer);
            self.played = Some((engine, state));
            self.deal();
        }
        self.played.as_mut().unwrap()
    }
    fn deal(&mut self) {
        let (engine, state) = self.played.as_mut().unwrap();
        let mut deal = self.deal.clone();
        let named = deal.hands.iter().flatten().chain([&self.up]).chain(&self.stock).cloned().collect::<BTreeSet<_>>();
        let mut stock = self.stock.clone();
        stock.extend(Card::pack().map(|card| card.to_string()).filter(|face| !named.contains(face)));
        deal.piles.insert("discard".to_owned(), vec![self.up.clone()]);
        deal.piles.insert("stock".to_owned(), stock);
        let pieces = engine.arranged(state, &deal).unwrap();
        engine.game().deal(state, &pieces);
        assert_eq!(engine.written(&engine.game().start(state.dealer), &pieces), deal);
    }
    fn play(&mut self, by: Seat, action: &str) {
        assert_eq!(self.turn(), Turn::Seat(by), "whose turn it is");
        let (engine, state) = self.table();
        let action: Action = action.parse().unwrap();
        engine.check(state, action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        engine.game().play(state, action);
    }
    fn drain(&mut self) {
        let (engine, state) = self.table();
        while let Some(&top) = state.stock().first() {
            engine.game().play(state, Action::Draw);
            engine.game().play(state, Action::Discard(top));
        }
    }
    fn legal(&mut self) -> BTreeSet<String> {
        let (engine, state) = self.table();
        engine.actions(state).iter().map(Action::to_string).collect()
    }
    fn points(&mut self) -> Points {
        assert_eq!(self.turn(), Turn::Settle, "the round is over");
        let (engine, state) = self.table();
        engine.settle(state)
    }
    fn standing(&mut self) -> parlour_sdk::Standing {
        let (engine, state) = self.table();
        engine.game().standing(state)
    }
    fn turn(&mut self) -> Turn {
        let (engine, state) = self.table();
        engine.game().turn(state)
    }
    fn commit(&mut self) -> Turn {
        let points = self.points();
        let (engine, state) = self.table();
        engine.commit(state, &points);
        self.turn()
    }
    fn line(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "seats" => self.seats = rest.parse().ok(),
            "dealer" => self.dealer = seat(rest),
            "set" => self.set(rest),
            "hand" => {
                let (of, cards) = rest.split_once(' ').unwrap();
                let of = seat(of).index();
                self.deal.hands.resize(self.deal.hands.len().max(of + 1), Vec::new());
                self.deal.hands[of] = cards.split(' ').map(str::to_owned).collect();
            }
            "up" => self.up = rest.to_owned(),
            "stock" => self.stock = rest.split(' ').map(str::to_owned).collect(),
            "drain" => self.drain(),
            "legal" => assert_eq!(self.legal(), rest.split(", ").map(str::to_owned).collect()),
            "refused" => {
                let (rule, action) = rest.split_once(' ').unwrap();
                let (engine, state) = self.table();
                let refusal = engine.check(state, action.parse().unwrap()).expect_err("it is refused");
                assert_eq!(refusal.rule, rule, "{refusal}");
            }
            "settle" => assert_eq!(self.points().to_vec(), numbers(rest)),
            "title" => assert_eq!(self.summary().title, rest),
            "says" => {
                let (of, text) = rest.split_once(' ').unwrap();
                let lines = self.summary().lines;
                assert!(lines.contains(&Line::of(seat(of), text)), "{lines:?}");
            }
            "deal" => {
                assert_eq!(self.commit(), Turn::Deal);
                let (dealer, totals) = rest.split_once(' ').unwrap();
                let standing = self.standing();
                assert_eq!((standing.dealer, standing.totals), (seat(dealer), numbers(totals)));
                self.deal();
            }
            "over" => {
                assert_eq!(self.commit(), Turn::Over);
                let (winners, totals) = rest.split_once(" | ").unwrap();
                let standing = self.standing();
                assert_eq!(standing.winners, winners.split(' ').map(seat).collect::<Vec<_>>());
                assert_eq!((&standing.totals, &standing.payout), (&numbers(totals), &numbers(totals)));
            }
            by => self.play(seat(by), rest),
        }
    }
    fn summary(&mut self) -> parlour_sdk::Summary {
        let points = self.points();
        let (engine, state) = self.table();
        engine.game().summary(state, &points)
    }
}

#[test]
fn rounds() {
    let mut set = BTreeSet::new();
    for paragraph in include_str!("data/rounds.txt").split("\n\n") {
        let mut round = Round::default();
        for line in paragraph.lines().filter(|line| !line.starts_with('#')) {
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| round.line(line)));
            assert!(played.is_ok(), "at `{line}` of\n{paragraph}");
        }
        set.extend(round.values.into_keys());
    }
    let all: BTreeSet<String> = <KnockRummy as Game>::Params::declared().into_iter().map(|param| param.name).collect();
    assert_eq!(set, all, "each parameter is in an example");
}

#[test]
fn parameters_are_the_specifications() {
    let int = |default, min, max| (Value::Int(default), Domain::Int { min, max });
    let expected = [
        ("rounds", int(1, 1, 100)),
        ("hand_size_two", int(10, 3, 12)),
        ("hand_size_many", int(7, 3, 9)),
        ("knock_limit", int(-1, -1, 100)),
        ("knock_from_turn", int(1, 1, 10)),
        ("undercut_penalty", int(10, 0, 100)),
        ("rummy_bonus", int(25, 0, 100)),
        ("ace_high_runs", (Value::Flag(false), Domain::Flag)),
        ("stall_limit", int(12, 2, 200)),
    ];
    let declared = <KnockRummy as Game>::Params::declared();
    assert_eq!(declared.len(), expected.len());
    for (param, (name, (default, domain))) in declared.into_iter().zip(expected) {
        assert_eq!((param.name.as_str(), param.default, param.domain), (name, default, domain));
        assert!(!param.about.is_empty());
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refused = |seats, name: &str, value| {
        let values = Values::from([(name.to_owned(), value)]);
        Engine::<KnockRummy>::new(seats, &values, House::none()).err().map(|error: SetupError| error.to_string())
    };
    let message = |text: &str| Some(text.to_owned());
    assert_eq!(refused(1, "rounds", Value::Int(1)), message("1 seats: expected from 2 to 5"));
    assert_eq!(refused(6, "rounds", Value::Int(1)), message("6 seats: expected from 2 to 5"));
    assert_eq!(
        refused(2, "knock_limit", Value::Int(101)),
        message("knock_limit = 101: expected a whole number from -1 to 100")
    );
    assert_eq!(refused(2, "ace_high_runs", Value::Int(1)), message("ace_high_runs = 1: expected true or false"));
    assert_eq!(refused(5, "hand_size_many", Value::Int(9)), None);
}

/// A table for two whose three cards each, and the upcard 9C, are dealt as in `tests/data/rounds.txt`.
fn housed(
    live: u64,
    ask: impl Fn(u32, Arg<'_>, &[Arg<'_>]) -> Result<Answer, String> + 'static,
) -> (Engine<KnockRummy>, State) {
    let values = Values::from([("hand_size_two".to_owned(), Value::Int(3))]);
    let engine = Engine::<KnockRummy>::new(2, &values, House::answering(live, ask)).unwrap();
    let mut pieces: Vec<Card> = "AH KS 2H KH JC KD 9C QS".split(' ').map(|face| face.parse().unwrap()).collect();
    pieces.extend(Card::pack().filter(|card| !pieces.contains(card)).collect::<Vec<_>>());
    let mut state = engine.game().start(Seat(0));
    engine.game().deal(&mut state, &pieces);
    engine.game().play(&mut state, Action::Draw);
    (engine, state)
}

fn knocks(engine: &Engine<KnockRummy>, state: &State) -> Vec<String> {
    let actions = engine.actions(state).into_iter().filter(|action| matches!(action, Action::Knock(_)));
    actions.map(|action| action.to_string()).collect()
}

#[test]
fn a_house_rule_says_who_may_knock() {
    // The hand is AH 2H JC QS: without the ace 22 are left, without the two 21, without the others 13.
    let (engine, mut state) = housed(1 << 1, |hook, base, args| {
        assert_eq!((hook, base), (1, Arg::Code(1)));
        let [Arg::Code(seat), Arg::Code(deadwood), Arg::Code(turn), Arg::Code(upcard)] = *args else {
            return Err("four codes".to_owned());
        };
        assert_eq!((seat, upcard), (2, "9C".parse::<Card>().unwrap().to_code()));
        Ok(Answer::Code(i64::from(turn == 1 && deadwood <= 21)))
    });
    assert_eq!(knocks(&engine, &state), ["knock QS", "knock 2H", "knock JC"]);
    let refusal = engine.check(&state, "knock AH".parse().unwrap()).unwrap_err();
    assert_eq!(refusal.to_string(), "a house rule does not let this seat knock with 22 deadwood (5)");
    for action in ["discard QS", "draw", "discard KS", "draw"] {
        engine.game().play(&mut state, action.parse().unwrap());
    }
    assert_eq!(knocks(&engine, &state), [""; 0]);
}

#[test]
fn a_house_rule_says_what_cards_count() {
    let ace = "AH".parse::<Card>().unwrap().to_code();
    let (engine, mut state) = housed(1, move |hook, base, args| {
        assert_eq!((hook, args.len()), (0, 1));
        let (Arg::Code(base), Arg::Code(card)) = (base, args[0]) else { return Err("codes".to_owned()) };
        Ok(Answer::Code(if card == ace { 50 } else { base }))
    });
    engine.game().play(&mut state, "knock QS".parse().unwrap());
    // 50 for the ace, 2 and 10 for the others; the other hand is a set.
    assert_eq!(engine.settle(&state).to_vec(), [72, -72]);
}

#[test]
fn a_house_rule_that_fails_leaves_the_rule_as_it_is() {
    let (engine, state) = housed(1 << 1, |_, _, _| Ok(Answer::Code(NIL)));
    assert_eq!(knocks(&engine, &state).len(), 4);
    assert!(engine.house().take_failure().is_some());
}

#[test]
fn a_settlement_tells_house_rules_who_knocked() {
    let (engine, mut state) = housed(0, |_, _, _| Err(String::new()));
    engine.game().play(&mut state, "knock QS".parse().unwrap());
    let settlement = engine.settlement(&state, &engine.settle(&state));
    assert_eq!(settlement["knocker"], 2);
    assert_eq!(settlement["deadwood"], parlour_sdk::serde_json::json!([0, 13]));
    assert_eq!(settlement["upcard"], parlour_sdk::hook::face("9C".parse::<Card>().unwrap()));
    assert_eq!(settlement["hands"][1].as_array().map(Vec::len), Some(3));
}
