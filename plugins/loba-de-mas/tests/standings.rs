//! Who wins, who is paid, and how many rounds are played (R3).

mod table;

use loba_de_mas::{Loba, Params, State};
use parlour_sdk::param::{Domain, Params as _};
use parlour_sdk::{Engine, Game as _, Points, Seat, Turn};

/// The table after rounds with these points.
fn after(engine: &Engine<Loba>, rounds: &[&[i32]]) -> State {
    let mut state = engine.game().start(Seat(0));
    for points in rounds {
        assert_eq!(engine.game().turn(&state), Turn::Deal);
        engine.game().deal(&mut state, &engine.game().pack());
        engine.commit(&mut state, &points.iter().copied().collect::<Points>());
    }
    state
}

#[test]
fn the_highest_at_the_target_wins_the_pot() {
    let engine = table::engine(3, "");
    let state = after(&engine, &[&[100, 90, 20], &[50, 65, -30]]);
    let standing = engine.game().standing(&state);
    assert_eq!(engine.game().turn(&state), Turn::Over);
    assert_eq!(
        (standing.totals, standing.winners, standing.payout),
        (vec![150, 155, -10], vec![Seat(1)], vec![-1, 2, -1])
    );
}

#[test]
fn nobody_wins_below_the_target() {
    let engine = table::engine(2, "");
    let state = after(&engine, &[&[149, 0]]);
    let standing = engine.game().standing(&state);
    assert_eq!(engine.game().turn(&state), Turn::Deal);
    assert_eq!((standing.winners, standing.payout), (vec![], vec![]));
}

#[test]
fn a_tie_at_the_target_is_played_on() {
    let engine = table::engine(3, "");
    let tied: [&[i32]; 1] = [&[150, 150, 149]];
    assert_eq!(engine.game().turn(&after(&engine, &tied)), Turn::Deal);
    // Nobody is at the target after the next round: the game goes on as usual.
    let rounds: [&[i32]; 2] = [&[150, 150, 149], &[-5, -6, 0]];
    assert_eq!(engine.game().turn(&after(&engine, &rounds)), Turn::Deal);
    let rounds: [&[i32]; 3] = [&[150, 150, 149], &[-5, -6, 0], &[10, 10, 10]];
    assert_eq!(engine.game().standing(&after(&engine, &rounds)).winners, [Seat(2)]);
    // A tie below the highest does not matter.
    let rounds: [&[i32]; 1] = [&[160, 155, 155]];
    assert_eq!(engine.game().standing(&after(&engine, &rounds)).winners, [Seat(0)]);
}

#[test]
fn the_last_round_ends_the_game_and_the_highest_share() {
    let engine = table::engine(5, "max_rounds=2 stake=3");
    let state = after(&engine, &[&[1, 5, 5, 0, -7], &[4, 0, 0, 3, 0]]);
    let standing = engine.game().standing(&state);
    // The second dealer is seat 1; of 15 stakes each of the three gets 5.
    assert_eq!((standing.round, standing.dealer), (2, Seat(1)));
    assert_eq!(standing.winners, [Seat(0), Seat(1), Seat(2)]);
    assert_eq!(standing.payout, [2, 2, 2, -3, -3]);
    // Odd stakes go one each from the dealer's left: 5 for two winners, the dealer one of them.
    let engine = table::engine(5, "max_rounds=1");
    let state = after(&engine, &[&[9, 0, 0, 9, 0]]);
    assert_eq!(engine.game().standing(&state).payout, [1, -1, -1, 2, -1]);
    // The own end of the game decides where it holds after the last round.
    let engine = table::engine(2, "max_rounds=1");
    assert_eq!(engine.game().standing(&after(&engine, &[&[200, 150]])).winners, [Seat(0)]);
}

#[test]
fn five_hundred_rounds_are_the_most() {
    let engine = table::engine(2, "");
    let rounds: Vec<&[i32]> = vec![&[0, 0]; 499];
    let state = after(&engine, &rounds);
    assert_eq!(engine.game().turn(&state), Turn::Deal);
    let rounds: Vec<&[i32]> = vec![&[0, 0]; 500];
    let standing = engine.game().standing(&after(&engine, &rounds));
    assert_eq!((standing.winners, standing.payout), (vec![Seat(0), Seat(1)], vec![0, 0]));
}

#[test]
fn the_deal_passes_to_the_left() {
    let engine = table::engine(3, "");
    let rounds: Vec<&[i32]> = vec![&[0, 0, 0]; 4];
    for (played, dealer) in [0, 1, 2, 0, 1].into_iter().enumerate() {
        let standing = engine.game().standing(&after(&engine, &rounds[..played]));
        assert_eq!((standing.round as usize, standing.dealer), (played, Seat(dealer)));
    }
}

#[test]
fn the_parameters_are_those_of_the_specification() {
    let declared: Vec<String> = Params::declared()
        .into_iter()
        .map(|param| match param.domain {
            Domain::Int { min, max } => format!("{} = {} [{min}..{max}]", param.name, param.default),
            _ => format!("{} = {}", param.name, param.default),
        })
        .collect();
    let expected = "target = 150 [20..1000] · hand_size = 11 [5..15] · jokers = 4 [0..4] · twos_wild = true · \
        going_out_bonus = 5 [0..100] · one_turn_bonus = 5 [0..100] · max_wilds_per_escalera = 13 [0..13] · \
        open_discard = true · stake = 1 [0..1000] · stall_limit = 12 [2..200] · max_rounds = 500 [1..10000]";
    assert_eq!(declared.join(" · "), expected);
}
