//! Least deadwood: worked examples, and an independent search over all melds of the pack.

use std::sync::LazyLock;

use parlour_sdk::{Card, Deadwood, Draw, Hand, Meld, MeldKind, Piece, Rng, Suit};

fn hand(faces: &str) -> Hand<Card> {
    faces.split_whitespace().filter(|&face| face != "-").map(|face| face.parse().unwrap()).collect()
}

#[test]
fn worked_examples() {
    let [low, high] = [false, true].map(|ace_high| Deadwood::new(Deadwood::pip_points(), ace_high));
    let mut examples = 0;
    for line in include_str!("data/deadwood.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (kind, rest) = line.split_once(char::is_whitespace).unwrap();
        let (points, faces) = rest.trim_start().split_once(char::is_whitespace).unwrap();
        let hand = hand(faces);
        let found = match kind {
            "least" => low.least(hand),
            "discard" => low.least_after_discard(hand),
            "high" => high.least(hand),
            _ => panic!("`{line}`: expected least, discard or high"),
        };
        assert_eq!(found.to_string(), points, "{line}");
        examples += 1;
    }
    assert!(examples > 25);
}

/// All melds of a pack, straight from what a set and a run are.
fn all_melds(ace_high: bool) -> Vec<Meld> {
    let mut melds = Vec::new();
    for rank in 0..13 {
        for chosen in 0..16u32 {
            if chosen.count_ones() >= 3 {
                let suits = Suit::ALL.into_iter().filter(|suit| chosen >> suit.index() & 1 == 1);
                melds.push(Meld { kind: MeldKind::Set, cards: suits.map(|suit| Card::new(rank, suit)).collect() });
            }
        }
    }
    for suit in Suit::ALL {
        let places: Vec<u8> = if ace_high { (0..13).chain([0]).collect() } else { (0..13).collect() };
        for length in 3..=13 {
            for run in places.windows(length) {
                melds
                    .push(Meld { kind: MeldKind::Run, cards: run.iter().map(|&rank| Card::new(rank, suit)).collect() });
            }
        }
    }
    melds
}

/// [`all_melds`] without and with the high ace.
static MELDS: LazyLock<[Vec<Meld>; 2]> = LazyLock::new(|| [all_melds(false), all_melds(true)]);

/// The least deadwood: the first card is dead, or in one of the melds.
fn brute(hand: Hand<Card>, melds: &[Hand<Card>], points: &[u8; 64]) -> u32 {
    let Some(first) = hand.first() else { return 0 };
    let dead = u32::from(points[first.code() as usize]) + brute(hand - Hand::of(first), melds, points);
    let melded = melds.iter().filter(|&&meld| meld.has(first) && (meld - hand).is_empty());
    melded.map(|&meld| brute(hand - meld, melds, points)).fold(dead, u32::min)
}

/// A hand of `size` cards that `keep` accepts.
fn deal(rng: &mut Rng, size: u32, keep: impl Fn(Card) -> bool) -> Hand<Card> {
    let mut pack: Vec<Card> = Card::pack().filter(|&card| keep(card)).collect();
    (0..size.min(pack.len() as u32)).map(|_| pack.swap_remove(rng.below(pack.len() as u32) as usize)).collect()
}

/// Random hands of up to 13 cards, all sorts of them full of melds that compete.
fn random_hand(rng: &mut Rng) -> Hand<Card> {
    let size = if rng.below(4) == 0 { rng.below(14) } else { 11 };
    let from = rng.below(10) as u8;
    match rng.below(5) {
        0 => deal(rng, size, |_| true),
        1 => deal(rng, size, |card| (from..from + 5).contains(&card.rank())),
        2 => deal(rng, size, |card| card.code() < 32),
        3 => deal(rng, size, |card| [0, 1, 2, 3, 10, 11, 12].contains(&card.rank())),
        _ => deal(rng, size, |card| (from..from + 4).contains(&card.rank()) || card.code() < 16),
    }
}

/// Points of the cards: usual, none, few values, or anything.
fn random_points(rng: &mut Rng) -> [u8; 64] {
    match rng.below(4) {
        0 => Deadwood::pip_points(),
        1 => [0, 1, 50][rng.below(3) as usize..][..1].repeat(64).try_into().unwrap(),
        2 => std::array::from_fn(|_| [0, 1, 100][rng.below(3) as usize]),
        _ => std::array::from_fn(|_| rng.below(101) as u8),
    }
}

#[test]
fn agrees_with_the_search_over_all_melds() {
    let mut rng = Rng::new(1);
    let mut melded = [0u32; 2];
    for _ in 0..2_000 {
        let ace_high = rng.below(2) == 1;
        let points = random_points(&mut rng);
        let deadwood = Deadwood::new(points, ace_high);
        for _ in 0..50 {
            let hand = random_hand(&mut rng);
            let within = |hand: Hand<Card>| {
                MELDS[usize::from(ace_high)].iter().map(|meld| meld.cards).filter(move |&meld| (meld - hand).is_empty())
            };
            let melds: Vec<_> = within(hand).collect();
            assert_eq!(deadwood.least(hand), brute(hand, &melds, &points), "{hand:?} high: {ace_high} {points:?}");
            melded[usize::from(ace_high)] += u32::from(melds.len() > 4);
        }
    }
    assert!(melded.iter().all(|&rich| rich > 8_000), "{melded:?} hands had more than four melds to choose from");
}

#[test]
fn discards_are_those_of_the_hands_without_the_card() {
    let mut rng = Rng::new(2);
    let mut some = 0;
    for _ in 0..20_000 {
        let points = random_points(&mut rng);
        let deadwood = Deadwood::new(points, rng.below(2) == 1);
        let hand = random_hand(&mut rng);
        let left: Vec<(Card, u32)> = hand.map(|card| (card, deadwood.least(hand - Hand::of(card)))).collect();
        let least = left.iter().map(|&(_, points)| points).min().unwrap_or(0);
        assert_eq!(deadwood.least_after_discard(hand), least, "{hand:?} {points:?}");
        for limit in [0, least.saturating_sub(1), least, least + 1 + rng.below(20)] {
            let within: Hand<Card> =
                left.iter().filter(|&&(_, points)| points <= limit).map(|&(card, _)| card).collect();
            assert_eq!(deadwood.discards_within(hand, limit), within, "{hand:?} {limit} {points:?}");
            some += u32::from(!within.is_empty() && within != hand);
        }
    }
    assert!(some > 10_000, "{some}");
}

#[test]
fn an_arrangement_is_made_of_melds_and_counts_the_least() {
    let mut rng = Rng::new(3);
    for _ in 0..20_000 {
        let ace_high = rng.below(2) == 1;
        let deadwood = Deadwood::new(random_points(&mut rng), ace_high);
        let hand = random_hand(&mut rng);
        let arrangement = deadwood.arrange(hand);
        assert_eq!(arrangement.points, deadwood.least(hand), "{hand:?}");
        assert_eq!(deadwood.points(arrangement.deadwood), arrangement.points);
        let mut left = hand;
        for &meld in &arrangement.melds {
            assert!(MELDS[usize::from(ace_high)].contains(&meld), "{meld:?}");
            assert!((meld.cards - left).is_empty(), "{arrangement:?}");
            left -= meld.cards;
            let order: Vec<u8> = meld.in_order().map(Card::rank).collect();
            assert_eq!(order.len(), meld.cards.len());
            match meld.kind {
                MeldKind::Set => assert!(order.windows(2).all(|pair| pair[0] == pair[1])),
                MeldKind::Run => assert!(order.windows(2).all(|pair| (pair[0] + 1) % 13 == pair[1]), "{order:?}"),
            }
        }
        assert_eq!(left, arrangement.deadwood);
    }
}

#[test]
fn a_joker_is_deadwood() {
    let mut points = Deadwood::pip_points();
    points[Card::JOKER.code() as usize] = 15;
    for ace_high in [false, true] {
        let deadwood = Deadwood::new(points, ace_high);
        assert_eq!(deadwood.least(hand("JS QS KS *")), 15);
        assert_eq!(deadwood.least(hand("QS KS *")), 35);
        assert_eq!(deadwood.arrange(hand("JS QS KS *")).deadwood, hand("*"));
        assert_eq!(deadwood.least_after_discard(hand("JS QS KS *")), 0);
    }
}
