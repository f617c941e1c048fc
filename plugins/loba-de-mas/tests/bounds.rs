//! The farthest that a round can go: nothing overflows, and every round ends.

mod table;

use loba_de_mas::{Action, Loba, Phase, State};
use parlour_sdk::{Draw as _, Engine, Game as _, Rng, Seat};

/// What a round came to at its most.
#[derive(Debug, Default)]
struct Most {
    actions: usize,
    list: usize,
    hand: usize,
    pile: usize,
    melds: usize,
    meld: usize,
}

/// A round in which each seat does what `wants` likes most, at random among equals.
fn round(engine: &Engine<Loba>, rng: &mut Rng, most: &mut Most, wants: impl Fn(&Action) -> u8) -> State {
    let mut state = engine.game().start(Seat(0));
    table::deal(engine, &mut state, rng);
    let mut actions = 0;
    while state.ending().is_none() {
        let mut list = table::actions(engine, &state);
        most.list = most.list.max(list.len());
        let best = list.iter().map(&wants).max().expect("there is always an action");
        list.retain(|action| wants(action) == best);
        engine.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
        actions += 1;
        let cards: usize = state.hands.iter().map(|hand| hand.len()).sum();
        let laid: usize = state.melds.iter().map(|meld| meld.cards().count()).sum();
        assert_eq!(cards + laid + state.discard.len() + state.stock.len(), 108);
    }
    most.actions = most.actions.max(actions);
    most.pile = most.pile.max(state.discard.len());
    for seat in Seat::all(engine.game().seats()) {
        most.hand = most.hand.max(state.hands[seat.index()].len());
        most.melds = most.melds.max(state.melds.of(seat).len());
        let longest = state.melds.of(seat).iter().map(|meld| meld.cards().count()).max();
        most.meld = most.meld.max(longest.unwrap_or_default());
    }
    state
}

#[test]
fn every_way_to_play_ends() {
    let mut rng = Rng::new(12);
    for seats in 2..=5 {
        let engine = table::engine(seats, "stall_limit=200");
        let mut most = Most::default();
        for _ in 0..20 {
            // Anything; hoarding the pile; laying whatever can be laid; never taking the pile and never laying.
            round(&engine, &mut rng, &mut most, |_| 0);
            round(&engine, &mut rng, &mut most, |action| match action {
                Action::Take => 2,
                Action::Draw | Action::Discard(_) => 1,
                _ => 0,
            });
            round(&engine, &mut rng, &mut most, |action| match action {
                Action::Take | Action::Pierna { .. } | Action::Escalera { .. } => 2,
                Action::Discard(_) => 0,
                _ => 1,
            });
            round(&engine, &mut rng, &mut most, |action| match action {
                Action::Draw | Action::Discard(_) => 1,
                _ => 0,
            });
        }
        // Who never takes the pile lets the whole stock through it.
        assert_eq!(most.pile, 108 - 11 * usize::from(seats));
        assert!(most.meld >= 6 && most.list > 100, "{most:?}");
    }
}

/// One seat holds all cards but one, and lays as many melds as there can be.
#[test]
fn a_seat_may_lay_the_whole_pack() {
    let engine = table::engine(2, "");
    let mut rng = Rng::new(13);
    let (mut most, mut longest) = (0, 0);
    for _ in 0..20 {
        let mut pack = engine.game().pack();
        parlour_sdk::deck::shuffle(&mut pack, &mut rng);
        for new_first in [true, false] {
            let mut state = table::with_hand(&engine, &pack, 107);
            while state.phase == Phase::Meld {
                let mut list = table::actions(&engine, &state);
                let kind = |action: &Action| match action {
                    Action::Pierna { .. } | Action::Escalera { .. } => 1 + u8::from(new_first),
                    Action::Discard(_) => 0,
                    _ => 2 - u8::from(new_first),
                };
                let best = list.iter().map(kind).max().unwrap();
                list.retain(|action| kind(action) == best);
                engine.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
            }
            most = most.max(state.melds.of(Seat(0)).len());
            longest = longest.max(state.melds.iter().map(|meld| meld.cards().count()).max().unwrap());
        }
    }
    assert!(most >= 28 && longest == 13, "{most} melds, the longest of {longest} cards");
}

/// A raw code that is not legal may make nonsense, but no panic and no lost card.
#[test]
fn actions_that_are_not_legal_lose_no_card() {
    let engine = table::engine(3, "");
    let mut rng = Rng::new(14);
    let actions: Vec<Action> = table::every_action(40).collect();
    let mut state = engine.game().start(Seat(0));
    table::deal(&engine, &mut state, &mut rng);
    for _ in 0..200_000 {
        engine.game().play(&mut state, actions[rng.below(actions.len() as u32) as usize]);
        if state.phase != Phase::Meld && rng.below(2) == 0 {
            state.phase = Phase::Meld;
        }
    }
    let cards: usize = state.hands.iter().map(|hand| hand.len()).sum();
    let laid: usize = state.melds.iter().map(|meld| meld.cards().count()).sum();
    assert_eq!(cards + laid + state.discard.len() + state.stock.len(), 108);
}
