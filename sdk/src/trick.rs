//! Tricks: what may be played to one, and who takes it.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use crate::hand::Hand;
use crate::piece::Piece;
use crate::seat::Seat;

/// What a seat may play that must follow with one of `suit` if it can: those, or else the whole hand.
///
/// ```
/// use parlour_sdk::{Hand, Tile, trick};
/// let hand: Hand<Tile> = "66 61 43".split(' ').map(|face| face.parse().unwrap()).collect();
/// let sixes = Tile::with(6) - Tile::doubles(); // doubles are trumps
/// assert_eq!(trick::follow(hand, sixes).to_string(), "61");
/// assert_eq!(trick::follow(hand, Tile::with(5)), hand);
/// ```
#[inline(always)]
pub fn follow<P: Piece>(hand: Hand<P>, suit: Hand<P>) -> Hand<P> {
    let fits = hand & suit;
    select_unpredictable(fits.is_empty(), hand, fits)
}

/// How strong each piece is in a trick: 0 cannot take it from the leader, more beats less.
///
/// Strengths come from numbers of any size, as a house rule may give them; equal numbers are equally strong.
///
/// ```
/// use parlour_sdk::{Card, Ranks};
/// let card = |face: &str| face.parse::<Card>().unwrap();
/// let (spades, trumps) = ([(card("KS"), 120), (card("2S"), 10)], [(card("2H"), 10)]);
/// let ranks = Ranks::new(&[&spades, &trumps]);
/// assert!(ranks.of(card("2H")) > ranks.of(card("KS")));
/// assert!(ranks.of(card("KS")) > ranks.of(card("2S")));
/// assert_eq!(ranks.of(card("AD")), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Ranks<P> {
    strength: [u8; 64],
    piece: PhantomData<P>,
}

impl<P: Piece> Ranks<P> {
    /// The strengths of suits, from the weakest to the strongest, each a list of pieces with their numbers. Every
    /// piece of a suit beats every piece of those before; a piece in no suit has strength 0.
    pub fn new(suits: &[&[(P, i64)]]) -> Self {
        let (mut strength, mut floor) = ([0; 64], 0);
        for suit in suits {
            let mut numbers: Vec<i64> = suit.iter().map(|&(_, number)| number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            for &(piece, number) in *suit {
                strength[usize::from(piece.code())] = floor + 1 + numbers.partition_point(|&n| n < number) as u8;
            }
            floor += numbers.len() as u8;
        }
        Self { strength, piece: PhantomData }
    }
    /// The strength of a piece.
    #[inline(always)]
    pub fn of(&self, piece: P) -> u8 {
        self.strength[usize::from(piece.code() & 63)]
    }
}

/// A trick in progress: who leads, what was led, and who would take it now. What lies on the table is the game's to keep.
///
/// Of two equally strong pieces the one played first takes the trick.
///
/// ```
/// use parlour_sdk::{Seat, Tile, Trick};
/// let mut trick = Trick::new(Seat(3));
/// trick.play(Seat(3), Tile::new(6, 4), 5);
/// trick.play(Seat(0), Tile::new(6, 6), 8);
/// trick.play(Seat(1), Tile::new(5, 0), 0);
/// assert_eq!((trick.led(), trick.winner()), (Some(Tile::new(6, 4)), Seat(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trick<P> {
    leader: Seat,
    winner: Seat,
    strength: u8,
    led: u8,
    piece: PhantomData<P>,
}

/// No piece has this code.
const NOTHING: u8 = u8::MAX;

impl<P: Piece> Trick<P> {
    /// The trick that `leader` leads to, before it has.
    #[inline(always)]
    pub const fn new(leader: Seat) -> Self {
        Self { leader, winner: leader, strength: 0, led: NOTHING, piece: PhantomData }
    }
    /// A seat plays a piece; the first one is led.
    #[inline(always)]
    pub fn play(&mut self, seat: Seat, piece: P, strength: u8) {
        if self.led == NOTHING {
            self.led = piece.code();
        }
        self.winner = select_unpredictable(strength > self.strength, seat, self.winner);
        self.strength = self.strength.max(strength);
    }
    /// Who leads to the trick.
    #[inline(always)]
    pub const fn leader(&self) -> Seat {
        self.leader
    }
    /// Who would take the trick now; the leader, as long as nothing of a strength above 0 was played.
    #[inline(always)]
    pub const fn winner(&self) -> Seat {
        self.winner
    }
    /// The first piece; `None` before it.
    #[inline(always)]
    pub fn led(&self) -> Option<P> {
        P::from_code(self.led)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Draw, Rng, Tile};

    #[test]
    fn the_winner_turns_with_the_seats() {
        let mut rng = Rng::new(5);
        for _ in 0..500 {
            let tiles: [Tile; 4] =
                std::array::from_fn(|i| Tile::from_code((rng.below(7) * 4) as u8 + i as u8).unwrap());
            let strengths: [u8; 4] = std::array::from_fn(|_| rng.below(5) as u8);
            let winners: Vec<Seat> = Seat::all(4)
                .map(|leader| {
                    let mut trick = Trick::new(leader);
                    for i in 0..4 {
                        trick.play(leader.ahead(i, 4), tiles[usize::from(i)], strengths[usize::from(i)]);
                    }
                    assert_eq!(trick.led(), Some(tiles[0]));
                    trick.winner()
                })
                .collect();
            let best = *strengths.iter().max().unwrap();
            let first = strengths.iter().position(|&strength| strength == best).unwrap() as u8;
            for leader in Seat::all(4) {
                assert_eq!(winners[leader.index()], leader.ahead(first, 4));
            }
        }
    }

    #[test]
    fn ranks_keep_the_order_of_any_numbers() {
        let mut rng = Rng::new(9);
        for _ in 0..200 {
            let numbers: Vec<(Tile, i64)> =
                Tile::pack().map(|tile| (tile, (rng.wide() as i64) >> rng.below(62))).collect();
            let (weak, strong) = numbers.split_at(rng.below(28) as usize);
            let ranks = Ranks::new(&[weak, strong]);
            for (suit, others) in [(weak, weak), (strong, strong)] {
                for &(one, a) in suit {
                    assert!(others.iter().all(|&(two, b)| ranks.of(one).cmp(&ranks.of(two)) == a.cmp(&b)));
                }
            }
            assert!(
                weak.iter()
                    .all(|&(one, _)| strong.iter().all(|&(two, _)| 0 < ranks.of(one) && ranks.of(one) < ranks.of(two)))
            );
        }
    }

    #[test]
    fn without_strength_the_leader_takes_it() {
        let mut trick = Trick::new(Seat(2));
        assert_eq!((trick.leader(), trick.led()), (Seat(2), None));
        trick.play(Seat(2), Tile::new(1, 0), 0);
        trick.play(Seat(3), Tile::new(6, 6), 0);
        assert_eq!((trick.winner(), trick.led()), (Seat(2), Some(Tile::new(1, 0))));
    }
}
