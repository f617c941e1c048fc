//! The deck: a stable shuffle.

use crate::rng::{DealRng, Draw};
use crate::seat::Seat;

/// Shuffles by Fisher and Yates, from the last place down: place i changes with one of the places 0 to i. The order
/// depends only on what the generator gives, in this version and in every later one.
#[inline]
pub fn shuffle<T>(pieces: &mut [T], rng: &mut impl Draw) {
    for place in (1..pieces.len()).rev() {
        pieces.swap(place, rng.below(place as u32 + 1) as usize);
    }
}

/// Who deals first at a table with this seed.
pub fn first_dealer(seed: u64, seats: u8) -> Seat {
    Seat(DealRng::new(seed, 0).below(u32::from(seats)) as u8)
}

/// Puts a pack in the order in which it is dealt in a round of a table with this seed. `attempt` is 0, and one more
/// for each deal of the round that was thrown in by a house rule.
///
/// ```
/// use parlour_sdk::{Card, deck};
/// let mut pack: Vec<Card> = Card::pack().collect();
/// deck::order(&mut pack, 7, 1, 0);
/// let mut again: Vec<Card> = Card::pack().collect();
/// deck::order(&mut again, 7, 1, 0);
/// assert_eq!(pack, again);
/// ```
pub fn order<T>(pack: &mut [T], seed: u64, round: u32, attempt: u32) {
    let mut rng = DealRng::new(seed, u64::from(round) | u64::from(attempt) << 32);
    shuffle(pack, &mut rng);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Rng};

    #[test]
    fn each_piece_is_as_likely_in_each_place() {
        let mut rng = Rng::new(1);
        let (size, rounds) = (12, 60_000);
        let mut seen = vec![vec![0u32; size]; size];
        for _ in 0..rounds {
            let mut pieces: Vec<usize> = (0..size).collect();
            shuffle(&mut pieces, &mut rng);
            for (place, piece) in pieces.into_iter().enumerate() {
                seen[place][piece] += 1;
            }
        }
        let expected = f64::from(rounds) / size as f64;
        let distance = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
        let chi_square: f64 = seen.iter().flatten().map(distance).sum();
        // 121 degrees of freedom: above 180 one time in 2,000.
        assert!(chi_square < 180.0, "chi-square {chi_square}");
    }

    #[test]
    fn rounds_and_attempts_are_dealt_apart() {
        let dealt = |seed, round, attempt| {
            let mut pack: Vec<Card> = Card::pack().collect();
            order(&mut pack, seed, round, attempt);
            pack
        };
        let all = [dealt(1, 1, 0), dealt(1, 2, 0), dealt(1, 1, 1), dealt(2, 1, 0)];
        for (i, one) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other != one));
        }
    }
}
