//! The worked examples, rulings and parameters: `data/*.txt`, one runner. How the files are written is in
//! `data/README.md`.

mod table;

use std::fs;
use std::path::Path;

use loba_de_mas::{Action, Ending, Loba, Phase, State};
use parlour_sdk::{Card, Engine, Game as _, Seat, Turn};

/// A case on its way.
struct Case {
    seats: u8,
    rules: String,
    dealer: Option<Seat>,
    hands: Vec<(usize, Vec<Card>)>,
    top: Vec<Card>,
    bottom: Vec<Card>,
    table: Option<(Engine<Loba>, State)>,
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|face| face.parse().unwrap_or_else(|error| panic!("{error}"))).collect()
}
fn spaced<T: ToString>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

impl Case {
    fn new() -> Self {
        let (hands, top, bottom) = (Vec::new(), Vec::new(), Vec::new());
        Self { seats: 2, rules: String::new(), dealer: None, hands, top, bottom, table: None }
    }
    /// The table, dealt as far as the case says, the rest from the cards that are left in the order of the pack.
    fn table(&mut self) -> &mut (Engine<Loba>, State) {
        if self.table.is_none() {
            let engine = table::engine(self.seats, &self.rules);
            let mut state = engine.game().start(self.dealer.unwrap_or(Seat(self.seats - 1)));
            let pack = self.pack(&engine, &state);
            engine.game().deal(&mut state, &pack);
            self.table = Some((engine, state));
        }
        self.table.as_mut().expect("it was just set up")
    }
    fn pack(&self, engine: &Engine<Loba>, state: &State) -> Vec<Card> {
        let mut rest = engine.game().pack();
        let named = self.hands.iter().flat_map(|(_, hand)| hand).chain(&self.top).chain(&self.bottom);
        for card in named {
            rest.remove(rest.iter().position(|other| other == card).unwrap_or_else(|| panic!("no {card} is left")));
        }
        let mut hands: Vec<Vec<Card>> = vec![Vec::new(); usize::from(self.seats)];
        self.hands.iter().for_each(|(seat, hand)| hands[*seat] = hand.clone());
        for hand in &mut hands {
            let missing = usize::from(engine.game().params().hand_size).checked_sub(hand.len());
            hand.extend(rest.drain(..missing.expect("the hand is not too large")));
        }
        let stock = [&self.top[..], &rest, &self.bottom].concat();
        let faces = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
        let deal = parlour_sdk::game::Deal {
            hands: hands.iter().map(|hand| faces(hand)).collect(),
            piles: [("stock".to_owned(), faces(&stock))].into(),
        };
        engine.arranged(state, &deal).unwrap_or_else(|error| panic!("{error}"))
    }

    fn play(&mut self, text: &str) {
        let (engine, state) = self.table();
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        engine.check(state, action).unwrap_or_else(|refusal| panic!("`{text}`: {refusal}"));
        engine.game().play(state, action);
    }
    /// Turns in which a card is drawn and put down again.
    fn idle(&mut self, turns: usize) {
        for _ in 0..turns {
            let drawn = self.table().1.stock.top().expect("the stock has a card");
            self.play("draw");
            self.play(&format!("discard {drawn}"));
        }
    }
    /// Turns in which the pile is taken and another card put down.
    fn takes(&mut self, turns: usize) {
        for _ in 0..turns {
            self.play("take");
            let (engine, state) = self.table();
            let list = table::actions(engine, state);
            let discard = list.into_iter().find(|action| matches!(action, Action::Discard(_)));
            self.play(&discard.expect("there is a discard").to_string());
        }
    }

    /// What holds now, as the data files write it.
    fn reads(&mut self, what: &str) -> String {
        let (engine, state) = self.table();
        let (engine, state) = (&*engine, &*state);
        let seats = || Seat::all(engine.game().seats());
        match what.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["meld", number] => {
                let (seat, number) = number.split_once('.').expect("seat.number");
                let (seat, number): (u8, usize) = (seat.parse().expect("a seat"), number.parse().expect("a number"));
                let meld = state.melds.of(Seat(seat))[number - 1];
                format!("{meld} = {}", engine.game().meld_points(meld))
            }
            ["list"] => {
                let mut list: Vec<String> = table::actions(engine, state).iter().map(Action::to_string).collect();
                list.sort();
                list.join("; ")
            }
            ["holds", seat] => state.hands[seat.parse::<usize>().expect("a seat")].to_string(),
            ["held"] => spaced(seats().map(|seat| state.hands[seat.index()].len())),
            ["pile"] => spaced(state.discard.iter()),
            ["left"] => state.stock.len().to_string(),
            ["points"] => spaced(engine.settle(state).iter()),
            ["totals"] => spaced(&engine.game().standing(state).totals),
            ["winners"] => spaced(engine.game().standing(state).winners.iter().map(|seat| seat.0)),
            ["payout"] => spaced(&engine.game().standing(state).payout),
            ["turn"] => match engine.game().turn(state) {
                Turn::Seat(seat) => seat.0.to_string(),
                Turn::Settle => "settle".into(),
                Turn::Deal => "deal".into(),
                Turn::Over => "over".into(),
            },
            ["end"] => match state.phase {
                Phase::Settle(Ending::Out { one_turn: false }) => "out".into(),
                Phase::Settle(Ending::Out { one_turn: true }) => "out in one turn".into(),
                Phase::Settle(Ending::Stock) => "stock".into(),
                Phase::Settle(Ending::Stall) => "stall".into(),
                _ => "none".into(),
            },
            _ => panic!("`{what}` is no line of a case"),
        }
    }

    fn line(&mut self, line: &str) {
        let (what, rest) = line.split_once(':').map_or((line, ""), |(what, rest)| (what.trim(), rest.trim()));
        match what.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["seats"] => self.seats = rest.parse().expect("a number"),
            ["rules"] => self.rules = rest.into(),
            ["dealer"] => self.dealer = Some(Seat(rest.parse().expect("a seat"))),
            ["hand", seat] => self.hands.push((seat.parse().expect("a seat"), cards(rest))),
            ["stock"] => self.top = cards(rest),
            ["bottom"] => self.bottom = cards(rest),
            ["play"] => rest.split("; ").for_each(|action| self.play(action)),
            ["idle"] => self.idle(rest.parse().expect("a number")),
            ["takes"] => self.takes(rest.parse().expect("a number")),
            ["settle"] => {
                let (engine, state) = self.table();
                let points = engine.settle(state);
                engine.commit(state, &points);
            }
            ["legal"] => {
                let (engine, state) = self.table();
                for text in rest.split("; ") {
                    let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
                    assert!(table::actions(engine, state).contains(&action), "`{text}` is not legal");
                }
            }
            ["refused"] => {
                let (text, reason) = rest.split_once(" | ").expect("action | rule: reason");
                let (engine, state) = self.table();
                let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
                let before = *state;
                let refusal = engine.check(state, action).expect_err(text);
                assert_eq!(format!("{}: {}", refusal.rule, refusal.text), reason);
                assert_eq!(*state, before);
            }
            ["unset"] => {
                let (rules, reason) = rest.split_once("| ").expect("rules | reason");
                let error = table::set_up(self.seats, rules).err().expect("the set-up is refused");
                assert_eq!(error.to_string(), reason);
            }
            _ => assert_eq!(self.reads(what), rest),
        }
    }
}

fn run(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = fs::read_to_string(&path).expect("the data file can be read");
    let mut case = Case::new();
    let mut cases = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with("== ") {
            case = Case::new();
            cases += 1;
            continue;
        }
        let attempt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case.line(line)));
        assert!(attempt.is_ok(), "{file}, line {}: {line}", number + 1);
    }
    assert!(cases > 0, "{file} has no case");
}

#[test]
fn melds() {
    run("melds.txt");
}
#[test]
fn turns() {
    run("turns.txt");
}
#[test]
fn rounds() {
    run("rounds.txt");
}
#[test]
fn parameters() {
    run("parameters.txt");
}
