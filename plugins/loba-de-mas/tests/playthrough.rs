//! A round of three as it was played, word for word: deal, choices, log, views and summary. A change that is meant is
//! written down by `BLESS=1 cargo test -p loba-de-mas --test playthrough`.

mod table;

use std::fmt::Write as _;
use std::path::Path;

use parlour_sdk::{Draw as _, Game as _, Observer, Rng, Seat, Turn, View, deck};

fn shown(view: &View) -> String {
    let mut text = String::new();
    for zone in &view.zones {
        let faces = zone.pieces.iter().map(|piece| match (&piece.face, &piece.stands_for) {
            (Some(face), Some(stands_for)) => format!("{face}({stands_for})"),
            (Some(face), None) => face.clone(),
            (None, _) => "?".to_owned(),
        });
        let faces: Vec<String> = faces.collect();
        let backs = faces.iter().all(|face| face == "?") && !faces.is_empty();
        let faces = if backs { format!("{} backs", faces.len()) } else { faces.join(" ") };
        let note = if zone.note.is_empty() { String::new() } else { format!(" ({})", zone.note) };
        writeln!(text, "    {}: {faces}{note}", zone.name).expect("text grows");
    }
    for fact in &view.facts {
        let whose = fact.seat.map_or(String::new(), |seat| format!(" of {seat}"));
        writeln!(text, "    {}{whose} = {}", fact.name, fact.value).expect("text grows");
    }
    writeln!(text, "    {} [{}]", view.prompt, view.rule).expect("text grows");
    text
}

fn played() -> String {
    let engine = table::engine(3, "");
    let mut pack = engine.game().pack();
    deck::order(&mut pack, 7, 1, 0);
    let dealer = deck::first_dealer(7, 3);
    let mut state = engine.game().start(dealer);
    let deal = engine.written(&state, &pack);
    engine.game().deal(&mut state, &pack);
    let mut text = format!("dealer {}\n", dealer.0);
    for (seat, hand) in deal.hands.iter().enumerate() {
        writeln!(text, "hand {seat}: {}", hand.join(" ")).expect("text grows");
    }
    for (name, pile) in &deal.piles {
        writeln!(text, "{name}: {}", pile.join(" ")).expect("text grows");
    }
    let mut rng = Rng::new(7);
    for number in 1.. {
        let Turn::Seat(seat) = engine.game().turn(&state) else { break };
        let choices = engine.choices(&state);
        if number % 80 == 0 {
            write!(text, "  seat {} sees\n{}", seat.0, shown(&engine.game().show(&state, Observer::Seat(seat))))
                .expect("text grows");
            for choice in &choices {
                let picks: Vec<String> =
                    choice.picks.iter().map(|pick| format!("{}.{}", pick.zone, pick.piece)).collect();
                let target = choice.target.map_or(String::new(), |zone| format!(" onto {zone}"));
                writeln!(text, "    {}: {} [{}]{target}", choice.text, choice.verb, picks.join(" "))
                    .expect("text grows");
            }
        }
        let choice = &choices[rng.below(choices.len() as u32) as usize];
        let action = choice.text.parse().expect("the notation of an action");
        let before = state;
        engine.game().play(&mut state, action);
        writeln!(text, "{number}. {} {action}, of {}", seat.0, choices.len()).expect("text grows");
        let told = |observer| engine.game().tell(&before, action, &state, observer);
        let (own, others) = (told(Observer::Seat(seat)), told(Observer::Public));
        for (whose, line) in own.iter().map(|line| ("", line)).chain(others.iter().map(|line| ("others: ", line))) {
            if whose.is_empty() || !own.contains(line) {
                let seat = line.seat.map_or(String::new(), |seat| format!("{{{}}} ", seat.0));
                writeln!(text, "    {whose}{seat}{}", line.text).expect("text grows");
            }
        }
    }
    let summary = engine.game().summary(&state, &engine.settle(&state));
    writeln!(text, "{}", summary.title).expect("text grows");
    for (seat, groups) in Seat::all(3).zip(&summary.hands) {
        for group in groups {
            writeln!(text, "    {} {}: {} ({})", seat.0, group.name, group.faces.join(" "), group.note)
                .expect("text grows");
        }
    }
    for line in &summary.lines {
        writeln!(text, "    {}", line.text).expect("text grows");
    }
    text
}

#[test]
fn a_round_is_played_as_it_was() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/playthrough.txt");
    let played = played();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &played).expect("the data file can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the data file can be read");
    for (number, (now, then)) in played.lines().zip(written.lines()).enumerate() {
        assert_eq!(now, then, "line {}", number + 1);
    }
    assert_eq!(played.lines().count(), written.lines().count());
}
