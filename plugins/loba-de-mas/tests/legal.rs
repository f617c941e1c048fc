//! The legal list against a plain restatement of the rules, on lists of cards.

mod table;

use std::collections::BTreeSet;

use loba_de_mas::{Action, Loba, Params, Phase, Shape, State};
use parlour_sdk::{Card, Draw as _, Engine, Game as _, Rng, Suit, deck};
use table::{actions, engine};

/// A meld as a list: a pierna, or an escalera of a suit from a place up.
#[derive(Clone, Debug)]
enum Listed {
    Pierna(Vec<Card>),
    Escalera(Suit, i32, Vec<Card>),
}

fn is_natural(card: Card, suit: Suit, place: i32) -> bool {
    card.suit() == Some(suit) && i32::from(card.rank()) == (place - 1) % 13
}

impl Listed {
    /// Whether it is a meld by the section "Pieces" of the rules.
    fn is_meld(&self, params: &Params) -> bool {
        match self {
            Self::Pierna(cards) => {
                let of_suit = |suit: Suit| cards.iter().filter(|card| card.suit() == Some(suit)).count();
                let suits = Suit::ALL.into_iter().filter(|&suit| of_suit(suit) > 0).count();
                (3..=6).contains(&cards.len())
                    && cards.iter().all(|card| !card.is_joker() && card.rank() == cards[0].rank())
                    && suits == 3
                    && Suit::ALL.into_iter().all(|suit| of_suit(suit) <= 2)
            }
            Self::Escalera(suit, low, cards) => {
                let placed: Vec<(i32, Card)> = (*low..).zip(cards.iter().copied()).collect();
                let natural = placed.iter().filter(|&&(place, card)| is_natural(card, *suit, place)).count();
                let wild = |card: Card| card.is_joker() || (params.twos_wild && card.rank() == Card::TWO);
                (3..=13).contains(&cards.len())
                    && *low >= 1
                    && placed.iter().all(|&(place, card)| place <= 14 && (is_natural(card, *suit, place) || wild(card)))
                    && natural >= 1
                    && cards.len() - natural <= usize::from(params.max_wilds_per_escalera)
            }
        }
    }
}

/// The legal list of the seat that is to lay or discard, found by trying everything.
fn tried(params: &Params, state: &State) -> BTreeSet<String> {
    let hand: Vec<Card> = state.hand().iter().collect();
    let faces: BTreeSet<Card> = hand.iter().copied().collect();
    let without = |cards: &[Card]| {
        let mut left = hand.clone();
        for card in cards {
            left.remove(left.iter().position(|other| other == card)?);
        }
        Some(left)
    };
    let may_discard = |hand: &[Card], barred: Option<Card>, card: Card| {
        Some(card) != barred || hand.iter().filter(|&&other| other == card).count() > 1
    };
    let mut list = BTreeSet::new();
    let mut try_meld = |meld: &Listed, cards: &[Card], text: String| {
        if !meld.is_meld(params) {
            return;
        }
        let Some(left) = without(cards) else { return };
        let barred = state.barred.filter(|barred| !cards.contains(barred));
        if left.iter().any(|&card| may_discard(&left, barred, card)) {
            assert!(list.insert(text));
        }
    };
    let text = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ");

    for &first in &faces {
        for &second in &faces {
            for &third in &faces {
                let cards = [first, second, third];
                if first.suit() < second.suit() && second.suit() < third.suit() {
                    try_meld(&Listed::Pierna(cards.to_vec()), &cards, format!("pierna {}", text(&cards)));
                }
            }
        }
    }
    for suit in Suit::ALL {
        for low in 1..=12 {
            let fits = |place: i32| {
                let wild = |card: &&Card| card.is_joker() || card.rank() == Card::TWO;
                faces.iter().filter(move |card| is_natural(**card, suit, place) || wild(card))
            };
            for &first in fits(low) {
                for &second in fits(low + 1) {
                    for &third in fits(low + 2) {
                        let cards = [first, second, third];
                        let place = Card::new(((low - 1) % 13) as u8, suit);
                        let text = format!("escalera {place}: {}", text(&cards));
                        try_meld(&Listed::Escalera(suit, low, cards.to_vec()), &cards, text);
                    }
                }
            }
        }
    }
    for (number, meld) in state.melds.of(state.seat).iter().enumerate() {
        let number = number + 1;
        match meld.shape() {
            Shape::Pierna(pierna) => {
                for &card in &faces {
                    let cards = pierna.cards().chain([card]).collect();
                    try_meld(&Listed::Pierna(cards), &[card], format!("add {card} {number}"));
                }
            }
            Shape::Escalera(run) => {
                let (suit, low) = (run.suit(), i32::from(run.low()));
                let cards: Vec<Card> = run.cards().map(|(_, card)| card).collect();
                let high = low + cards.len() as i32 - 1;
                for &card in &faces {
                    let before = [&[card], &cards[..]].concat();
                    let after = [&cards[..], &[card]].concat();
                    try_meld(&Listed::Escalera(suit, low - 1, before), &[card], format!("add {card} {number} low"));
                    try_meld(&Listed::Escalera(suit, low, after), &[card], format!("add {card} {number} high"));

                    let (inner, last) = (&cards[1..], cards[cards.len() - 1]);
                    if is_natural(card, suit, low) && cards[0] != card {
                        let moved = [&[card], inner, &[cards[0]]].concat();
                        try_meld(&Listed::Escalera(suit, low, moved), &[card], format!("move {card} {number} low"));
                    }
                    if is_natural(card, suit, high) && last != card {
                        let moved = [&[last], &cards[..cards.len() - 1], &[card]].concat();
                        let meld = Listed::Escalera(suit, low - 1, moved);
                        try_meld(&meld, &[card], format!("move {card} {number} high"));
                    }
                }
            }
        }
    }
    for &card in &faces {
        if may_discard(&hand, state.barred, card) {
            list.insert(format!("discard {card}"));
        }
    }
    list
}

/// Checks the list of a moment; how long it is.
fn agrees(engine: &Engine<Loba>, state: &State) -> usize {
    let listed: Vec<String> = actions(engine, state).iter().map(Action::to_string).collect();
    let set: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(set.len(), listed.len(), "an action is listed twice in {listed:?}");
    let expected = match state.phase {
        Phase::Meld => tried(engine.game().params(), state),
        Phase::Draw if state.discard.is_empty() => BTreeSet::from(["draw".into()]),
        Phase::Draw => BTreeSet::from(["draw".into(), "take".into()]),
        _ => BTreeSet::new(),
    };
    assert_eq!(set, expected, "{state:?}");
    listed.len()
}

const SETTINGS: [&str; 6] = [
    "",
    "twos_wild=false",
    "max_wilds_per_escalera=1",
    "max_wilds_per_escalera=0 jokers=2",
    "open_discard=false hand_size=5",
    "max_wilds_per_escalera=2 hand_size=15",
];

/// Every moment of random games.
#[test]
fn random_games_list_what_trying_everything_finds() {
    let mut rng = Rng::new(1);
    for settings in SETTINGS {
        for seats in 2..=5 {
            let engine = engine(seats, settings);
            let mut state = engine.game().start(table::seat(rng.below(u32::from(seats))));
            table::deal(&engine, &mut state, &mut rng);
            for _ in 0..150 {
                if state.ending().is_some() {
                    break;
                }
                agrees(&engine, &state);
                let list = actions(&engine, &state);
                engine.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
            }
        }
    }
}

/// Hands of every size, rich in wild cards and in few suits, with melds that grow as far as they can.
#[test]
fn rich_hands_list_what_trying_everything_finds() {
    let mut rng = Rng::new(2);
    let mut longest = 0;
    for round in 0..60 {
        let engine = engine(2, SETTINGS[round % SETTINGS.len()]);
        let mut pack = engine.game().pack();
        deck::shuffle(&mut pack, &mut rng);
        let suits = rng.below(3);
        let wanted = |card: &Card| card.rank() == Card::TWO || card.suit().is_none_or(|suit| suit as u32 <= suits);
        pack.sort_by_cached_key(|card| !wanted(card) && rng.below(3) > 0);
        let mut state = table::with_hand(&engine, &pack, 2 + rng.below(39) as usize);
        let hand: Vec<Card> = state.hand().iter().collect();
        state.barred = hand.get(rng.below(2) as usize).copied().filter(|_| rng.below(2) == 0);
        while state.phase == Phase::Meld {
            longest = longest.max(agrees(&engine, &state));
            let mut list = actions(&engine, &state);
            if list.iter().any(|action| !matches!(action, Action::Discard(_))) {
                list.retain(|action| !matches!(action, Action::Discard(_)));
            }
            if list.iter().any(|action| matches!(action, Action::Add { .. } | Action::Move { .. })) && rng.below(4) > 0
            {
                list.retain(|action| matches!(action, Action::Add { .. } | Action::Move { .. }));
            }
            engine.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
        }
    }
    assert!(longest > 1000, "the longest list has {longest} actions");
}

/// Small hands, where a meld may leave nothing to discard.
#[test]
fn small_hands_list_what_trying_everything_finds() {
    let mut rng = Rng::new(3);
    let engine = engine(2, "");
    let faces: Vec<Card> = "AS 2S 3S 4S 2H * 3H 3D".split(' ').map(|face| face.parse().unwrap()).collect();
    for _ in 0..3000 {
        let mut pack = engine.game().pack();
        deck::shuffle(&mut pack, &mut rng);
        pack.sort_by_key(|card| !faces.contains(card));
        let mut state = table::with_hand(&engine, &pack, 2 + rng.below(7) as usize);
        let hand: Vec<Card> = state.hand().iter().collect();
        state.barred = hand.get(rng.below(3) as usize).copied().filter(|_| rng.below(4) > 0);
        while state.phase == Phase::Meld {
            agrees(&engine, &state);
            let list = actions(&engine, &state);
            engine.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
        }
    }
}

/// What the list has is what is not refused, among all actions of all kinds.
#[test]
fn what_is_not_listed_is_refused_by_a_rule() {
    let mut rng = Rng::new(4);
    let mut rules = BTreeSet::new();
    for round in 0..40 {
        let engine = engine(2, SETTINGS[round % SETTINGS.len()]);
        let mut state = engine.game().start(table::seat(0));
        table::deal(&engine, &mut state, &mut rng);
        for _ in 0..rng.below(60) {
            if state.ending().is_none() {
                let list = actions(&engine, &state);
                engine.game().play(&mut state, list[rng.below(list.len() as u32) as usize]);
            }
        }
        if state.ending().is_some() {
            continue;
        }
        let listed = actions(&engine, &state);
        for action in table::every_action(4) {
            match engine.check(&state, action) {
                Ok(()) => assert!(listed.contains(&action)),
                Err(refusal) => {
                    assert!(!listed.contains(&action));
                    assert!(!refusal.text.contains("not among the legal actions"), "{action}: {refusal}");
                    rules.insert(refusal.rule);
                }
            }
        }
    }
    let expected = ["2", "3", "4", "R2", "R4"];
    assert!(expected.iter().all(|rule| rules.contains(*rule)), "{rules:?}");
}
