//! Tables arranged for a test: set up, dealt, played, with a house that answers; and what holds of every game's rounds.

use std::rc::Rc;

use parlour_sdk::hook::{Answer, Arg};
use parlour_sdk::param::{Value, Values};
use parlour_sdk::playout::Playout;
use parlour_sdk::{Engine, Game, Hooks, House, Place, Points, Rng, Seat, Summary, Turn};

pub fn values(rules: &[(&str, i64)]) -> Values {
    rules.iter().map(|&(name, value)| (name.to_owned(), Value::Int(value))).collect()
}
pub fn engine<G: Game>(rules: &[(&str, i64)], house: Rc<House>) -> Engine<G> {
    Engine::new(G::META.usual_seats, &values(rules), house).unwrap()
}
/// A deal in which the seats from `first` on hold these pieces first, the pile has these on top, and then comes the rest
/// of the pack.
pub fn dealt<G: Game>(engine: &Engine<G>, dealer: Seat, first: Seat, hands: [&str; 4], pile: &str) -> G::State {
    let parse = |text: &str| text.split_whitespace().map(|face| face.parse().unwrap()).collect::<Vec<G::Piece>>();
    let mut named: Vec<Vec<G::Piece>> = hands.iter().chain([&pile]).map(|text| parse(text)).collect();
    let mut rest = engine.game().pack();
    rest.retain(|piece| !named.iter().flatten().any(|other| other == piece));
    let mut state = engine.game().start(dealer);
    let places = engine.game().layout(&state).into_iter();
    let pieces = places.map(|place| {
        let at = if let Place::Hand(seat) = place { usize::from((seat.0 + 4 - first.0) % 4) } else { 4 };
        if named[at].is_empty() { rest.remove(0) } else { named[at].remove(0) }
    });
    let pieces: Vec<G::Piece> = pieces.collect();
    engine.game().deal(&mut state, &pieces);
    state
}
/// Plays actions, parted by commas, each of which must be legal.
pub fn play<G: Game>(engine: &Engine<G>, state: &mut G::State, actions: &str) {
    for text in actions.split(", ") {
        let action: G::Action = text.parse().unwrap();
        engine.check(state, action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        engine.game().play(state, action);
    }
}
/// Answers hooks by name with codes.
pub fn house<G: Game>(
    answer: impl Fn(&str, i64, &[i64]) -> i64 + 'static,
    names: &'static [&'static str],
) -> Rc<House> {
    let hooks = G::Hooks::declared();
    let live = hooks.iter().filter(|hook| names.contains(&hook.name.as_str()));
    let live = live.fold(0, |live, hook| live | 1 << hook.number);
    let code = |arg: &Arg<'_>| if let Arg::Code(code) = arg { *code } else { 0 };
    House::answering(live, move |number, base, args| {
        let args: Vec<i64> = args.iter().map(code).collect();
        Ok(Answer::Code(answer(&hooks[number as usize].name, code(&base), &args)))
    })
}

/// A hundred rounds that all pass are played and change nothing but the dealer.
pub fn a_hundred_deals_pass<G: Game>(engine: &Engine<G>) {
    let mut state = engine.game().start(Seat(1));
    for round in 1..=100 {
        let pack = engine.game().pack();
        engine.game().deal(&mut state, &pack);
        assert_eq!(engine.game().standing(&state).dealer, Seat((round % 4) as u8));
        play(engine, &mut state, "pass, pass, pass, pass");
        assert_eq!(engine.game().turn(&state), Turn::Settle);
        let points = engine.settle(&state);
        engine.commit(&mut state, &points);
        let standing = engine.game().standing(&state);
        assert_eq!((standing.round, standing.totals.as_slice()), (round, [0, 0].as_slice()));
    }
    assert_eq!(engine.game().turn(&state), Turn::Deal);
}

/// The lines of a summary that work out a side's total are right; `{0}` or `{1}` is the first seat of each of two sides.
pub fn adds_up(summary: &Summary, points: &Points, before: &[i32], after: &[i32]) {
    for line in summary.lines.iter().filter(|line| line.text.contains(" = ")) {
        let side = usize::from(line.text.as_bytes()[1] - b'0');
        let sign = if points[side] < 0 { '−' } else { '+' };
        let sum = format!("; {} {sign} {} = {}", before[side], points[side].abs(), after[side]);
        assert!(line.text.ends_with(&sum), "{}: {sum}", line.text);
    }
}

/// What a playout draws at once is one of the legal actions, and each of them is as likely.
pub fn any_is_fair<G: Game>(engine: &Engine<G>) {
    let (mut playout, mut rng) = (Playout::new(engine), Rng::new(21));
    let (mut sum, mut freedom) = (0.0, 0.0);
    for _ in 0..40 {
        let mut state = engine.game().start(Seat(0));
        playout.deal(engine, &mut state, &mut rng);
        while let Turn::Seat(_) = engine.game().turn(&state) {
            let legal = engine.actions(&state);
            let mut seen = vec![0; legal.len()];
            let mut last = None;
            for _ in 0..20 * legal.len() {
                let drawn = engine.game().any(&state, &mut rng).unwrap();
                seen[legal.iter().position(|&action| action == drawn).expect("a legal action")] += 1;
                last = Some(drawn);
            }
            sum += seen.iter().map(|&count| f64::from(count - 20).powi(2) / 20.0).sum::<f64>();
            freedom += legal.len() as f64 - 1.0;
            engine.game().play(&mut state, last.unwrap());
        }
    }
    // Chi-square with so many degrees of freedom is all but normal.
    let off: f64 = (sum - freedom) / (2.0 * freedom).sqrt();
    assert!(off.abs() < 4.5, "{sum} of {freedom}");
}
