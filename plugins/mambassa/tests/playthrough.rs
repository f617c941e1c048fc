//! A whole game, as every observer reads it, against a golden text.
//!
//! `BLESS=1 cargo test -p mambassa --test playthrough` writes the text anew.

use std::fmt::Write as _;

use mambassa::Mambassa;
use parlour_sdk::param::{Value, Values};
use parlour_sdk::{Action, Draw, Engine, Game, House, Line, Observer, Rng, Seat, Turn, View, deck};

const SEED: u64 = 11;

fn log(lines: &[Line]) -> String {
    let line = |line: &Line| match line.seat {
        Some(seat) => format!("{{{}}} {}", seat.0, line.text),
        None => line.text.clone(),
    };
    lines.iter().map(line).collect::<Vec<_>>().join(" / ")
}

fn draw(view: &View, out: &mut String) {
    for zone in &view.zones {
        let faces: Vec<&str> = zone.pieces.iter().map(|shown| shown.face.as_deref().unwrap_or("??")).collect();
        writeln!(out, "    {} ({}) {}", zone.name, faces.len(), faces.join(" ")).unwrap();
        if !zone.note.is_empty() {
            writeln!(out, "      {}", zone.note).unwrap();
        }
    }
    for fact in &view.facts {
        writeln!(
            out,
            "    {}{}: {}",
            fact.name,
            fact.seat.map_or(String::new(), |seat| format!(" {seat}")),
            fact.value
        )
        .unwrap();
    }
    writeln!(out, "    [{}] {}", view.rule, view.prompt).unwrap();
}

fn playthrough() -> String {
    let values = Values::from([("tokens".into(), Value::Int(3)), ("max_turns".into(), Value::Int(3))]);
    let engine = Engine::<Mambassa>::new(3, &values, House::none()).unwrap();
    let game = engine.game();
    let mut state = game.start(deck::first_dealer(SEED, 3));
    let (mut rng, mut out, mut actions) = (Rng::new(SEED), String::new(), 0);
    while game.turn(&state) != Turn::Over {
        let mut pieces = game.pack();
        let standing = game.standing(&state);
        deck::order(&mut pieces, SEED, standing.round + 1, 0);
        let deal = engine.written(&state, &pieces);
        game.deal(&mut state, &pieces);
        writeln!(out, "round {}, seat {} deals", standing.round + 1, standing.dealer.0).unwrap();
        deal.hands.iter().for_each(|hand| writeln!(out, "  {}", hand.join(" ")).unwrap());
        deal.piles.iter().for_each(|(name, pile)| writeln!(out, "  {name}: {}", pile.join(" ")).unwrap());
        while let Turn::Seat(seat) = game.turn(&state) {
            let legal = engine.actions(&state);
            let action = legal[rng.below(legal.len() as u32) as usize];
            if actions % 9 == 0 {
                writeln!(out, "  seat {} looks", seat.0).unwrap();
                draw(&game.show(&state, Observer::Seat(seat)), &mut out);
                let choices = engine.choices(&state);
                let choices: Vec<String> = choices
                    .iter()
                    .step_by(7)
                    .map(|choice| {
                        let picks: Vec<_> =
                            choice.picks.iter().map(|pick| format!("{}.{}", pick.zone, pick.piece)).collect();
                        format!("{} ({} {} {:?})", choice.text, choice.verb, picks.join(" "), choice.target)
                    })
                    .collect();
                writeln!(out, "    {}", choices.join(", ")).unwrap();
                let other = seat.left(3);
                writeln!(out, "  seat {} looks", other.0).unwrap();
                draw(&game.show(&state, Observer::Seat(other)), &mut out);
            }
            let before = state;
            game.play(&mut state, action);
            let told = |observer| log(&game.tell(&before, action, &state, observer));
            let public = action.concealed().map_or_else(|| action.to_string(), str::to_owned);
            writeln!(out, "  {}: {action} of {} [{public}]", seat.0, legal.len()).unwrap();
            writeln!(out, "    {}", told(Observer::Seat(seat))).unwrap();
            let public = told(Observer::Public);
            assert_eq!(public, told(Observer::Seat(seat.left(3))));
            if public != told(Observer::Seat(seat)) {
                writeln!(out, "    {public}").unwrap();
            }
            actions += 1;
        }
        let points = engine.settle(&state);
        writeln!(out, "  the public looks").unwrap();
        draw(&game.show(&state, Observer::Public), &mut out);
        let summary = game.summary(&state, &points);
        writeln!(out, "  {}", summary.title).unwrap();
        for (seat, groups) in summary.hands.iter().enumerate() {
            let group =
                |group: &parlour_sdk::view::Group| format!("{} [{}] {}", group.name, group.faces.join(" "), group.note);
            writeln!(out, "  {seat}: {}", groups.iter().map(group).collect::<Vec<_>>().join("; ")).unwrap();
        }
        summary.lines.iter().for_each(|line| writeln!(out, "  {}", log(std::slice::from_ref(line))).unwrap());
        engine.commit(&mut state, &points);
        writeln!(out, "  {points:?}, in all {:?}", game.standing(&state).totals).unwrap();
    }
    let standing = game.standing(&state);
    let winners: Vec<u8> = standing.winners.iter().map(|&Seat(seat)| seat).collect();
    writeln!(out, "winners {winners:?}, payout {:?}", standing.payout).unwrap();
    out
}

#[test]
fn a_whole_game_reads_as_it_did() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/playthrough.txt");
    let played = playthrough();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &played).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    for (number, (line, was)) in played.lines().zip(golden.lines()).enumerate() {
        assert_eq!(line, was, "line {}", number + 1);
    }
    assert_eq!(played.lines().count(), golden.lines().count());
}
