//! The worked examples, the rulings and the parameters, as text.

use std::collections::BTreeSet;

use mambassa::cards::Cards;
use mambassa::rank::{Rank, Worth};
use mambassa::{Action, Mambassa, State};
use parlour_sdk::game::Deal;
use parlour_sdk::param::{Domain, Params as _, Value, Values};
use parlour_sdk::{Engine, Game, House, ItalianCard, Line, Observer, Place, Points, Seat, Standing, Turn};

fn cards(faces: &str) -> Cards {
    let cards: Cards = faces.split(' ').map(|face| face.parse().unwrap_or_else(|error| panic!("{error}"))).collect();
    assert_eq!(cards.len(), 4, "{faces}");
    cards
}

#[test]
fn hands() {
    let mut examples = 0;
    for line in include_str!("data/hands.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (low, text) = line.strip_prefix("low ").map_or((false, line), |rest| (true, rest));
        let (hand, rest) = text.split_at("AD AS AC AB".len());
        let (sign, other) = rest.trim_start().split_once(' ').unwrap();
        let rank = |faces| Rank::of(cards(faces), low);
        match sign {
            "=" => assert_eq!(Worth::of(cards(hand), low).to_string(), other, "{line}"),
            ">" => assert!(rank(hand) > rank(other), "{line}"),
            "~" => assert_eq!(rank(hand), rank(other), "{line}"),
            _ => panic!("`{line}`: =, > or ~"),
        }
        examples += 1;
    }
    assert_eq!(examples, 54);
}

/// A table on which a paragraph of `rounds.txt` is played.
#[derive(Default)]
struct Table {
    seats: Option<u8>,
    dealer: Seat,
    values: Values,
    deal: Deal,
    played: Option<(Engine<Mambassa>, State)>,
    /// The last action, with the state before it.
    last: Option<(State, Action)>,
}

fn seat(text: &str) -> Seat {
    Seat(text.parse().unwrap_or_else(|_| panic!("`{text}` is no seat")))
}
fn seats(text: &str) -> Vec<Seat> {
    text.split(' ').map(seat).collect()
}
fn numbers(text: &str) -> Vec<i32> {
    text.split(' ').map(|number| number.parse().unwrap_or_else(|_| panic!("`{text}`: numbers"))).collect()
}
fn faces(text: &str) -> Vec<String> {
    text.split(' ').filter(|face| !face.is_empty()).map(str::to_owned).collect()
}
fn log(lines: &[Line]) -> String {
    let line = |line: &Line| match line.seat {
        Some(seat) => format!("{{{}}} {}", seat.0, line.text),
        None => line.text.clone(),
    };
    lines.iter().map(line).collect::<Vec<_>>().join(" / ")
}

impl Table {
    fn table(&mut self) -> (&Engine<Mambassa>, &mut State) {
        if self.played.is_none() {
            let engine = Engine::<Mambassa>::new(self.seats.unwrap_or(3), &self.values, House::none()).unwrap();
            let state = engine.game().start(self.dealer);
            self.played = Some((engine, state));
        }
        let (engine, state) = self.played.as_mut().unwrap();
        (engine, state)
    }
    fn set(&mut self, text: &str) {
        for pair in text.split(' ') {
            let (name, value) = pair.split_once('=').unwrap_or_else(|| panic!("`{pair}`: name=value"));
            let declared = <Mambassa as Game>::Params::declared();
            let param = declared.iter().find(|param| param.name == name).unwrap_or_else(|| panic!("no `{name}`"));
            let value = param.domain.parse(value).unwrap();
            assert_ne!(value, param.default, "{pair} is the default");
            self.values.insert(name.to_owned(), value);
        }
    }
    /// Deals what is written, and for the rest the pack in order.
    fn deal(&mut self) {
        let written = self.deal.clone();
        let named: BTreeSet<&String> = written.hands.iter().chain(written.piles.values()).flatten().collect();
        let mut rest = ItalianCard::pack().map(|card| card.to_string()).filter(|face| !named.contains(face));
        let (engine, state) = self.table();
        assert_eq!(engine.game().turn(state), Turn::Deal);
        let layout = engine.game().layout(state);
        let mut deal = Deal { hands: vec![Vec::new(); usize::from(engine.game().seats())], ..Deal::default() };
        for place in layout {
            let (written, pile) = match place {
                Place::Hand(seat) => (written.hands.get(seat.index()), &mut deal.hands[seat.index()]),
                Place::Pile(name) => (written.piles.get(name), deal.piles.entry(name.to_owned()).or_default()),
            };
            let face = written.and_then(|faces| faces.get(pile.len()).cloned());
            pile.push(face.unwrap_or_else(|| rest.next().expect("a pack of 40")));
        }
        let pieces = engine.arranged(state, &deal).unwrap();
        assert_eq!(engine.written(state, &pieces), deal);
        engine.game().deal(state, &pieces);
    }
    fn play(&mut self, by: Seat, text: &str) {
        let (engine, state) = self.table();
        assert_eq!(engine.game().turn(state), Turn::Seat(by), "whose turn it is");
        let action: Action = text.parse().unwrap();
        engine.check(state, action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        let before = *state;
        engine.game().play(state, action);
        self.last = Some((before, action));
    }
    /// Every seat stays and draws, until the round is over.
    fn laps(&mut self, laps: usize) {
        let (engine, state) = self.table();
        let mut turns = 0;
        while engine.game().turn(state) != Turn::Settle {
            engine.game().play(state, Action::Stay);
            let draw = engine.actions(state)[0];
            engine.game().play(state, draw);
            turns += 1;
        }
        assert_eq!(turns, laps * usize::from(engine.game().seats()));
    }
    fn legal(&mut self) -> Vec<String> {
        let (engine, state) = self.table();
        engine.actions(state).iter().map(Action::to_string).collect()
    }
    fn zone(&mut self, observer: Observer, name: &str) -> Vec<String> {
        let (engine, state) = self.table();
        let view = engine.game().show(state, observer);
        let zone = &view.zones[view.zone(name).expect("the zone is in the view")];
        zone.pieces.iter().map(|shown| shown.face.clone().unwrap_or("??".to_owned())).collect()
    }
    fn points(&mut self) -> Points {
        let (engine, state) = self.table();
        assert_eq!(engine.game().turn(state), Turn::Settle, "the round is over");
        engine.settle(state)
    }
    fn summary(&mut self) -> parlour_sdk::Summary {
        let points = self.points();
        let (engine, state) = self.table();
        engine.game().summary(state, &points)
    }
    fn close(&mut self) -> (Turn, Standing) {
        let points = self.points();
        let (engine, state) = self.table();
        engine.commit(state, &points);
        (engine.game().turn(state), engine.game().standing(state))
    }
    fn says(&mut self, to: Seat) -> String {
        let (before, action) = self.last.expect("an action was played");
        let (engine, state) = self.table();
        log(&engine.game().tell(&before, action, state, Observer::Seat(to)))
    }
    fn line(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (first, after) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "seats" => self.seats = rest.parse().ok(),
            "dealer" => self.dealer = seat(rest),
            "set" => self.set(rest),
            "hand" => {
                let of = seat(first).index();
                self.deal.hands.resize(self.deal.hands.len().max(of + 1), Vec::new());
                self.deal.hands[of] = faces(after);
            }
            "stock" => drop(self.deal.piles.insert("stock".to_owned(), faces(rest))),
            "deal" => self.deal(),
            "done" => {
                for by in seats(rest) {
                    self.play(by, "stay");
                    self.play(by, "done");
                }
            }
            "laps" => self.laps(rest.parse().unwrap()),
            "legal" => assert_eq!(self.legal(), rest.split(", ").collect::<Vec<_>>()),
            "count" => assert_eq!(self.legal().len().to_string(), rest),
            "refused" => {
                let (engine, state) = self.table();
                let refusal = engine.check(state, after.parse().unwrap()).expect_err("it is refused");
                assert_eq!(refusal.rule, first, "{refusal}");
            }
            "monte" => assert_eq!(self.zone(Observer::Public, "monte"), faces(rest)),
            "sees" => assert_eq!(self.zone(Observer::Seat(seat(first)), "hand"), faces(after)),
            "top" => assert_eq!(self.zone(Observer::Seat(seat(first)), "top four"), faces(after)),
            "pool" => {
                let (engine, state) = self.table();
                let view = engine.game().show(state, Observer::Public);
                assert!(view.facts.iter().any(|fact| fact.name == "pool" && fact.value == rest), "{:?}", view.facts);
            }
            "says" => assert_eq!(self.says(seat(first)), after),
            "title" => assert_eq!(self.summary().title, rest),
            "sum" => {
                let lines = self.summary().lines;
                assert!(lines.contains(&Line::table(rest)), "{lines:?}");
            }
            "settle" => assert_eq!(self.points().to_vec(), numbers(rest)),
            "next" => {
                let (turn, standing) = self.close();
                assert_eq!(turn, Turn::Deal);
                assert_eq!((standing.dealer, standing.totals), (seat(first), numbers(after)));
                assert!(standing.winners.is_empty() && standing.payout.is_empty());
                self.deal = Deal::default();
            }
            "over" => {
                let (turn, standing) = self.close();
                assert_eq!(turn, Turn::Over);
                let [winners, totals, payout] = rest.split(" | ").collect::<Vec<_>>()[..] else {
                    panic!("three lists")
                };
                assert_eq!(standing.winners, seats(winners));
                assert_eq!((standing.totals, standing.payout), (numbers(totals), numbers(payout)));
            }
            by => self.play(seat(by), rest),
        }
    }
}

#[test]
fn rounds() {
    let mut set = BTreeSet::new();
    for paragraph in include_str!("data/rounds.txt").split("\n\n") {
        let mut table = Table::default();
        for line in paragraph.lines().filter(|line| !line.starts_with('#')) {
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| table.line(line)));
            assert!(played.is_ok(), "at `{line}` of\n{paragraph}");
        }
        set.extend(table.values.into_keys());
    }
    let all: BTreeSet<String> = <Mambassa as Game>::Params::declared().into_iter().map(|param| param.name).collect();
    assert_eq!(set, all, "each parameter is in an example");
}

#[test]
fn parameters_are_the_specifications() {
    let int = |default, min, max| (Value::Int(default), Domain::Int { min, max });
    let flag = |default| (Value::Flag(default), Domain::Flag);
    let expected = [
        ("tokens", int(4, 1, 20)),
        ("ante", int(1, 0, 5)),
        ("max_turns", int(20, 2, 100)),
        ("ace_low_sequences", flag(false)),
        ("dealer_peek", flag(true)),
        ("mambassa_pays", int(1, 0, 5)),
        ("max_rounds", int(500, 1, 10_000)),
    ];
    let declared = <Mambassa as Game>::Params::declared();
    assert_eq!(declared.len(), expected.len());
    for (param, (name, (default, domain))) in declared.into_iter().zip(expected) {
        assert_eq!((param.name.as_str(), param.default, param.domain), (name, default, domain));
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let refused = |seats, values: &[(&str, i64)]| {
        let values = values.iter().map(|&(name, value)| (name.to_owned(), Value::Int(value))).collect();
        Engine::<Mambassa>::new(seats, &values, House::none()).err().map(|error| error.to_string())
    };
    let message = |text: &str| Some(text.to_owned());
    assert_eq!(refused(2, &[]), message("2 seats: expected from 3 to 8"));
    assert_eq!(refused(9, &[]), message("9 seats: expected from 3 to 8"));
    assert_eq!(refused(4, &[("tokens", 0)]), message("tokens = 0: expected a whole number from 1 to 20"));
    assert_eq!(
        refused(4, &[("tokens", 1)]),
        message("ante = 1: expected less than tokens = 1, so that every seat can play")
    );
    assert_eq!(
        refused(4, &[("ante", 5), ("tokens", 5)]),
        message("ante = 5: expected less than tokens = 5, so that every seat can play")
    );
    assert_eq!(refused(4, &[("ante", 0), ("tokens", 1)]), None);
    assert_eq!(refused(8, &[("ante", 5), ("tokens", 6)]), None);
}
