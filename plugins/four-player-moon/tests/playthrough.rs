//! A whole game from a seed, in this version and in every later one.

use four_player_moon::Moon;
use parlour_sdk::param::Values;
use parlour_sdk::{Draw as _, Engine, Game as _, House, Observer, Rng, Seat, Turn, deck};

#[test]
fn a_seed_gives_the_same_game_for_ever() {
    let engine = Engine::<Moon>::new(4, &Values::new(), House::none()).unwrap();
    let (game, seed, mut rng) = (engine.game(), 2026, Rng::new(11));
    let mut state = game.start(deck::first_dealer(seed, 4));
    let (mut actions, mut log) = (0, Vec::new());
    while game.turn(&state) != Turn::Over {
        let mut pack = game.pack();
        deck::order(&mut pack, seed, game.standing(&state).round + 1, 0);
        game.deal(&mut state, &pack);
        while let Turn::Seat(_) = game.turn(&state) {
            let legal = engine.actions(&state);
            let action = legal[rng.below(legal.len() as u32) as usize];
            let before = state;
            game.play(&mut state, action);
            actions += 1;
            let lines = game.tell(&before, action, &state, Observer::Seat(Seat(0)));
            log = lines.into_iter().map(|line| line.text).collect();
        }
        let points = engine.settle(&state);
        engine.commit(&mut state, &points);
    }
    let standing = game.standing(&state);
    let found = (standing.round, actions, standing.totals, standing.winners, log);
    let expected = "(500, 15947, [-3308, -3037], [Seat(1), Seat(3)], [\"play(s) 11\", \"take(s) the trick\"])";
    assert_eq!(format!("{found:?}"), expected);
}
