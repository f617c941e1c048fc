//! Following and taking, held against the rule book read a second way.

use super::*;
use parlour_sdk::Hooks as _;
use parlour_sdk::House;

/// The suits as the rule book lists them, from high to low, with every double highest.
const SUITS: [&str; 7] = [
    "00 60 50 40 30 20 10",
    "11 61 51 41 31 21 10",
    "22 62 52 42 32 21 20",
    "33 63 53 43 32 31 30",
    "44 64 54 43 42 41 40",
    "55 65 54 53 52 51 50",
    "66 65 64 63 62 61 60",
];
const DOUBLES: &str = "66 55 44 33 22 11 00";

fn list(suit: &str) -> Vec<Tile> {
    suit.split(' ').map(|face| face.parse().unwrap()).collect()
}
fn trumps(trump: Trump) -> Vec<Tile> {
    match trump.index() {
        7 => list(DOUBLES),
        8 => vec![],
        number => list(SUITS[usize::from(number)]),
    }
}
/// The tiles of the suit that is led, from high to low.
fn suit_led(led: Tile, trump: Trump) -> Vec<Tile> {
    let trumps = trumps(trump);
    if trumps.contains(&led) {
        return trumps;
    }
    let mut suit = list(SUITS[usize::from(led.to_string().as_bytes()[0] - b'0')]);
    suit.retain(|tile| !trumps.contains(tile));
    suit
}
fn contract(trump: Trump) -> Contract {
    Contract::new(trump, &MoonHooks::new(House::none()))
}

#[test]
fn following_is_right_for_every_trump_lead_and_hand() {
    for trump in Trump::all() {
        let contract = contract(trump);
        for led in Tile::pack() {
            let suit = suit_led(led, trump);
            let follow = contract.follow(Some(led));
            let others: Vec<Tile> = Tile::pack().filter(|&tile| tile != led && !suit.contains(&tile)).collect();
            let followers: Vec<Tile> = suit.iter().copied().filter(|&tile| tile != led).collect();
            // Every hand is some of the tiles that follow and some of the others; of the latter each one, none and all.
            for some in 0..1u32 << followers.len() {
                let follows: Hand<Tile> =
                    (0..followers.len()).filter(|at| some >> at & 1 != 0).map(|at| followers[at]).collect();
                let with = |rest: Hand<Tile>| {
                    let hand = follows | rest;
                    let expected = if follows.is_empty() { hand } else { follows };
                    assert_eq!(trick::follow(hand, follow), expected, "trumps {trump}, led {led}, hand {hand}");
                };
                with(Hand::empty());
                with(others.iter().copied().collect());
                others.iter().for_each(|&other| with(Hand::of(other)));
            }
        }
    }
}

#[test]
fn every_trick_is_taken_by_the_right_seat() {
    for trump in Trump::all() {
        let (contract, trumps) = (contract(trump), trumps(trump));
        for led in Tile::pack() {
            let suit = suit_led(led, trump);
            let place = |tile: Tile, list: &[Tile]| list.iter().position(|&other| other == tile);
            // Better is lower: trumps from high to low, then the suit led, then the rest, of which none wins.
            let worth = |tile| place(tile, &trumps).or(place(tile, &suit).map(|at| 10 + at)).unwrap_or(99);
            let worths: Vec<usize> = Tile::pack().map(worth).collect();
            let strengths: Vec<u8> = Tile::pack().map(|tile| contract.strength(tile, led)).collect();
            for (one, other) in Tile::pack().flat_map(|one| Tile::pack().map(move |other| (one, other))) {
                let [a, b] = [one, other].map(|tile| usize::from(tile.code()));
                if worths[a] < 99 || worths[b] < 99 {
                    assert_eq!(
                        worths[a].cmp(&worths[b]),
                        strengths[b].cmp(&strengths[a]),
                        "{trump} {led} {one} {other}"
                    );
                } else {
                    assert_eq!((strengths[a], strengths[b]), (0, 0), "{trump} {led} {one} {other}");
                }
            }
        }
    }
}

#[test]
fn with_no_trumps_every_suit_has_seven_tiles() {
    assert!(Suit::all().take(7).all(|suit| suit.tiles(Trump::NONE).len() == 7));
    assert!(Suit::all().take(7).all(|suit| suit.tiles(Trump::DOUBLES).len() == 6));
    for number in Trump::all().take(7) {
        let sizes: usize = Suit::all().map(|suit| suit.tiles(number).len()).sum();
        assert_eq!(sizes, 7 + 6 * 6, "a tile with trumps on it belongs to no other suit");
    }
}
