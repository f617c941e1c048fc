//! Least deadwood of hands of 11 cards: random ones, and ones of five ranks, in which sets and runs compete.

use divan::{Bencher, black_box, counter::ItemsCount};
use parlour_sdk::{Card, Deadwood, Draw, Hand, Rng};

const HANDS: usize = 4096;

fn main() {
    divan::main();
}

/// Hands of 11 cards out of the lowest `ranks` ranks.
fn hands(ranks: u8) -> Vec<Hand<Card>> {
    let mut rng = Rng::new(7);
    let pack: Vec<Card> = Card::pack().filter(|card| card.rank() < ranks).collect();
    let deal = |_| {
        let mut hand = Hand::empty();
        while hand.len() < 11 {
            hand.insert(pack[rng.below(pack.len() as u32) as usize]);
        }
        hand
    };
    (0..HANDS).map(deal).collect()
}

fn run(bencher: Bencher, ranks: u8, measure: impl Fn(&Deadwood, Hand<Card>) -> u32 + Sync) {
    let (hands, deadwood) = (hands(ranks), Deadwood::new(Deadwood::pip_points(), false));
    bencher.counter(ItemsCount::new(HANDS)).bench(|| {
        for &hand in &hands {
            black_box(measure(&deadwood, black_box(hand)));
        }
    });
}

#[divan::bench(args = [13, 5])]
fn least(bencher: Bencher, ranks: u8) {
    run(bencher, ranks, Deadwood::least);
}

#[divan::bench(args = [13, 5])]
fn least_after_discard(bencher: Bencher, ranks: u8) {
    run(bencher, ranks, Deadwood::least_after_discard);
}

#[divan::bench(args = [13, 5])]
fn discards_within_ten(bencher: Bencher, ranks: u8) {
    run(bencher, ranks, |deadwood, hand| deadwood.discards_within(hand, 10).len() as u32);
}
