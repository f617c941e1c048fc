//! A game from a seed, word for word: deals, choices, log, views and summaries, against a golden text.
//!
//! A change that is meant is written down by `BLESS=1 cargo test -p GAME --test playthrough`.

use std::fmt::Write as _;

use parlour_sdk::view::{Choice, Group, Shown};
use parlour_sdk::{Action, Draw, Engine, Game, Line, Observer, Rng, Seat, Turn, View, deck};

/// What is played, and what of it is written.
pub struct Plan {
    /// The seed of the deals.
    pub seed: u64,
    /// The seed of the players' luck.
    pub luck: u64,
    /// The rounds that are written.
    pub rounds: std::ops::RangeInclusive<u32>,
    /// Before one of so many actions, the one of this number, the seat to act and the next one look at the table.
    pub looks: (u32, u32),
    /// One of so many choices is written where a table is shown.
    pub choices: usize,
}

/// Plays until the last of the rounds or until the game is over, and compares with the golden text of this path.
///
/// # Panics
/// At the first line that differs.
pub fn reads_as_it_did<G: Game>(engine: &Engine<G>, plan: &Plan, path: &str) {
    let played = played(engine, plan);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &played).expect("the golden text can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden text can be read");
    for (number, (line, was)) in played.lines().zip(golden.lines()).enumerate() {
        assert_eq!(line, was, "line {}", number + 1);
    }
    assert_eq!(played.lines().count(), golden.lines().count());
}

fn played<G: Game>(engine: &Engine<G>, plan: &Plan) -> String {
    let (game, seats) = (engine.game(), engine.game().seats());
    let mut state = game.start(deck::first_dealer(plan.seed, seats));
    let (mut rng, mut out, mut actions) = (Rng::new(plan.luck), String::new(), 0);
    for round in 1..=*plan.rounds.end() {
        if game.turn(&state) == Turn::Over {
            break;
        }
        let mut text = String::new();
        deal(engine, plan, &mut state, &mut text);
        while let Turn::Seat(seat) = game.turn(&state) {
            let legal = engine.actions(&state);
            let action = legal[rng.below(legal.len() as u32) as usize];
            if actions % plan.looks.0 == plan.looks.1 {
                look(engine, plan, &state, seat, &mut text);
            }
            let before = state.clone();
            game.play(&mut state, action);
            actions += 1;
            let told = |observer| log(&game.tell(&before, action, &state, observer));
            let public = action.concealed().map_or_else(|| action.to_string(), str::to_owned);
            writeln!(text, "  {}: {action} of {} [{public}]", seat.0, legal.len()).unwrap();
            writeln!(text, "    {}", told(Observer::Seat(seat))).unwrap();
            let public = told(Observer::Public);
            assert_eq!(public, told(Observer::Seat(seat.left(seats))));
            if public != told(Observer::Seat(seat)) {
                writeln!(text, "    {public}").unwrap();
            }
        }
        settle(engine, &mut state, &mut text);
        if plan.rounds.contains(&round) {
            out += &text;
        }
    }
    let standing = game.standing(&state);
    let winners: Vec<u8> = standing.winners.iter().map(|&Seat(seat)| seat).collect();
    writeln!(out, "winners {winners:?}, payout {:?}, after {actions} actions", standing.payout).unwrap();
    out
}

fn deal<G: Game>(engine: &Engine<G>, plan: &Plan, state: &mut G::State, out: &mut String) {
    let (mut pieces, standing) = (engine.game().pack(), engine.game().standing(state));
    deck::order(&mut pieces, plan.seed, standing.round + 1, 0);
    let deal = engine.written(state, &pieces);
    engine.game().deal(state, &pieces);
    writeln!(out, "round {}, seat {} deals", standing.round + 1, standing.dealer.0).unwrap();
    deal.hands.iter().for_each(|hand| writeln!(out, "  {}", hand.join(" ")).unwrap());
    deal.piles.iter().for_each(|(name, pile)| writeln!(out, "  {name}: {}", pile.join(" ")).unwrap());
}

fn look<G: Game>(engine: &Engine<G>, plan: &Plan, state: &G::State, seat: Seat, out: &mut String) {
    let choice = |choice: &Choice| {
        let picks: Vec<_> = choice.picks.iter().map(|pick| format!("{}.{}", pick.zone, pick.piece)).collect();
        format!("{} ({} {} {:?})", choice.text, choice.verb, picks.join(" "), choice.target)
    };
    writeln!(out, "  seat {} looks", seat.0).unwrap();
    draw(&engine.game().show(state, Observer::Seat(seat)), out);
    let choices: Vec<String> = engine.choices(state).iter().step_by(plan.choices).map(choice).collect();
    writeln!(out, "    {}", choices.join(", ")).unwrap();
    let other = seat.left(engine.game().seats());
    writeln!(out, "  seat {} looks", other.0).unwrap();
    draw(&engine.game().show(state, Observer::Seat(other)), out);
}

fn settle<G: Game>(engine: &Engine<G>, state: &mut G::State, out: &mut String) {
    let points = engine.settle(state);
    writeln!(out, "  the public looks").unwrap();
    draw(&engine.game().show(state, Observer::Public), out);
    let summary = engine.game().summary(state, &points);
    writeln!(out, "  {}", summary.title).unwrap();
    let group = |group: &Group| format!("{} [{}] {}", group.name, group.faces.join(" "), group.note);
    for (seat, groups) in summary.hands.iter().enumerate() {
        writeln!(out, "  {seat}: {}", groups.iter().map(group).collect::<Vec<_>>().join("; ")).unwrap();
    }
    summary.lines.iter().for_each(|line| writeln!(out, "  {}", log(std::slice::from_ref(line))).unwrap());
    engine.commit(state, &points);
    writeln!(out, "  {points:?}, in all {:?}", engine.game().standing(state).totals).unwrap();
}

fn draw(view: &View, out: &mut String) {
    let face = |shown: &Shown| match (&shown.face, &shown.stands_for) {
        (Some(face), Some(stands_for)) => format!("{face}({stands_for})"),
        (Some(face), None) => face.clone(),
        (None, _) => "??".to_owned(),
    };
    for zone in &view.zones {
        let faces: Vec<String> = zone.pieces.iter().map(face).collect();
        writeln!(out, "    {} ({}) {}", zone.name, faces.len(), faces.join(" ")).unwrap();
        if !zone.note.is_empty() {
            writeln!(out, "      {}", zone.note).unwrap();
        }
    }
    for fact in &view.facts {
        let whose = fact.seat.map_or(String::new(), |seat| format!(" {seat}"));
        writeln!(out, "    {}{whose}: {}", fact.name, fact.value).unwrap();
    }
    writeln!(out, "    [{}] {}", view.rule, view.prompt).unwrap();
}

fn log(lines: &[Line]) -> String {
    let line = |line: &Line| match line.seat {
        Some(seat) => format!("{{{}}} {}", seat.0, line.text),
        None => line.text.clone(),
    };
    lines.iter().map(line).collect::<Vec<_>>().join(" / ")
}
