use super::*;
use crate::Card;
use std::collections::BTreeMap;

type Deal = Vec<u64>;

/// All arrangements, the plain way: each piece in each place that may hold it.
fn arrangements(hidden: u64, places: &[(u8, u64)]) -> Vec<Deal> {
    fn walk(hidden: u64, places: &[(u8, u64)], deal: &mut Deal, all: &mut Vec<Deal>) {
        let Some(code) = codes(hidden).next() else {
            all.push(deal.clone());
            return;
        };
        for (at, &(size, allowed)) in places.iter().enumerate() {
            if allowed >> code & 1 != 0 && deal[at].count_ones() < u32::from(size) {
                deal[at] |= 1 << code;
                walk(hidden & !(1 << code), places, deal, all);
                deal[at] &= !(1 << code);
            }
        }
    }
    let mut all = vec![];
    if places.iter().map(|place| u32::from(place.0)).sum::<u32>() == hidden.count_ones() {
        walk(hidden, places, &mut vec![0; places.len()], &mut all);
    }
    all
}

fn plan(hidden: u64, places: &[(u8, u64)], try_from: f64) -> Option<Plan<Card, 600>> {
    let places: Vec<Place<Card>> =
        places.iter().map(|&(size, allowed)| Place::new(size.into(), Hand::from_bits(allowed))).collect();
    Plan::with_limit(Hand::from_bits(hidden), &places, try_from)
}

fn draw(plan: &Plan<Card, 600>, places: usize, rng: &mut Rng) -> Deal {
    plan.draw(rng)[..places].iter().map(|hand| hand.bits()).collect()
}

/// Draws 60 times for each arrangement, and holds how often each came up against what is expected.
fn is_uniform(hidden: u64, places: &[(u8, u64)], try_from: f64) {
    let all = arrangements(hidden, places);
    let plan = plan(hidden, places, try_from).expect("there is an arrangement");
    let (mut rng, each) = (Rng::new(all.len() as u64), 60);
    let mut seen: BTreeMap<Deal, i32> = all.iter().map(|deal| (deal.clone(), 0)).collect();
    for _ in 0..all.len() * each {
        *seen.get_mut(&draw(&plan, places.len(), &mut rng)).expect("a deal that agrees with the places") += 1;
    }
    let expected = each as f64;
    let chi: f64 = seen.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = all.len() as f64 - 1.0;
    let limit = freedom + 4.0 * (2.0 * freedom).sqrt() + 4.0;
    assert!(chi < limit, "{} arrangements of {places:?}: chi-square {chi:.1}, at most {limit:.1}", all.len());
    if freedom > 50.0 {
        assert!(chi > freedom - 5.0 * (2.0 * freedom).sqrt(), "too even: {chi:.1}");
    }
}

/// Small plans of each form: free, one void, voids that overlap, a place that is all but empty, forced pieces.
fn cases() -> Vec<(u64, Vec<(u8, u64)>)> {
    let any = 0xFF;
    vec![
        (0xFF, vec![(3, any), (3, any), (2, any)]),
        (0xFF, vec![(3, 0x3F), (3, any), (2, any)]),
        (0xFF, vec![(3, 0x1F), (3, 0xF8), (2, any)]),
        (0xFF, vec![(2, 0x0F), (2, 0x3C), (2, 0xF3), (2, any)]),
        (0xFF, vec![(2, 0x0F), (3, 0x3C), (3, 0xF3)]),
        (0x1FF, vec![(2, 0x07), (2, 0x1C), (2, 0x70), (3, 0x1FF)]),
        (0x1FF, vec![(1, 0x03), (4, 0x1FC), (4, 0x1FF)]),
        (0x3FF, vec![(5, 0x01F), (5, 0x3FF)]),
        (0x3FF, vec![(1, 0x003), (1, 0x006), (1, 0x00C), (7, 0x3FF)]),
        (0xF0F, vec![(2, 0xF01), (0, 0), (3, 0xF0F), (3, 0x30F)]),
    ]
}

#[test]
fn every_arrangement_is_equally_likely() {
    for (hidden, places) in cases() {
        // By counting alone, by trying wherever it can succeed, and as the plan chooses.
        for try_from in [f64::INFINITY, 0.0, TRY_FROM] {
            is_uniform(hidden, &places, try_from);
        }
    }
}

#[test]
fn random_plans_are_uniform_and_what_cannot_be_dealt_is_none() {
    let mut rng = Rng::new(2);
    let (mut none, mut some) = (0, 0);
    for _ in 0..600 {
        let hidden = (1u64 << rng.below(9)) - 1;
        let mut left = hidden.count_ones();
        let mut places = vec![];
        for _ in 0..1 + rng.below(4) {
            let size = rng.below(left + 1);
            left -= size;
            places.push((size as u8, rng.wide() | if rng.below(2) == 0 { rng.wide() } else { 0 }));
        }
        places.push((left as u8, rng.wide() | rng.wide()));
        let count = arrangements(hidden, &places).len();
        match count {
            0 => assert_eq!(plan(hidden, &places, TRY_FROM), None, "{hidden:x} {places:?}"),
            1..=150 => is_uniform(hidden, &places, TRY_FROM),
            _ => assert!(plan(hidden, &places, TRY_FROM).is_some()),
        }
        if count == 0 { none += 1 } else { some += 1 }
    }
    assert!(none > 50 && some > 50, "{none} {some}");
}

/// Three hearts, three spades and six clubs are hidden; one seat has no spade, the next no heart. The more hearts the first
/// one has, the more ways there are for the second, so that it has more of them than if it were served first.
#[test]
fn who_is_constrained_is_not_served_first() {
    let (hidden, hearts, spades) = (0xFFF, 0x007, 0x038);
    let places = [(4, hidden & !spades), (4, hidden & !hearts), (4, hidden)];
    let all = arrangements(hidden, &places);
    let mean = |deals: &[Deal]| {
        deals.iter().map(|deal| f64::from((deal[0] & hearts).count_ones())).sum::<f64>() / deals.len() as f64
    };
    let served_first = 4.0 * 3.0 / 9.0;
    assert!(mean(&all) > served_first + 0.1, "{}", mean(&all));
    for try_from in [f64::INFINITY, 0.0] {
        let (plan, mut rng) = (plan(hidden, &places, try_from).unwrap(), Rng::new(4));
        let drawn: Vec<Deal> = (0..40_000).map(|_| draw(&plan, 3, &mut rng)).collect();
        assert!((mean(&drawn) - mean(&all)).abs() < 0.02, "{} {}", mean(&drawn), mean(&all));
    }
}

#[test]
fn a_whole_pack_with_voids_keeps_what_is_allowed() {
    let pack: Hand<Card> = Card::pack().collect();
    let suit = |at: u32| Hand::<Card>::from_bits(0x1FFF << (16 * at));
    let hidden = pack - (0..13).map(|rank| Card::new(rank, crate::Suit::ALL[usize::from(rank % 4)])).collect();
    let places = [
        Place::new(13, hidden - suit(0)),
        Place::new(13, hidden - suit(1) - suit(2)),
        Place::new(13, hidden - suit(3)),
    ];
    assert_eq!(Plan::<Card, 0>::new(hidden, &places), None, "too few cells");
    let plan = Plan::<Card, 800>::new(hidden, &places).unwrap();
    let mut rng = Rng::new(8);
    for _ in 0..500 {
        let hands = plan.draw(&mut rng);
        assert_eq!(hands[0] | hands[1] | hands[2], hidden);
        for (hand, place) in hands.iter().zip(&places) {
            assert!(hand.len() == 13 && (*hand - place.allowed).is_empty());
        }
    }
}

#[test]
fn sizes_must_add_up() {
    assert_eq!(plan(0xF, &[(2, 0xF), (1, 0xF)], TRY_FROM), None);
    assert_eq!(plan(0xF, &[(2, 0xF), (3, 0xF)], TRY_FROM), None);
    assert!(plan(0, &[(0, 0)], TRY_FROM).is_some());
}
