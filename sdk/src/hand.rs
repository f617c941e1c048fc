//! Hands: sets of distinct pieces as bits.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use crate::piece::Piece;
use crate::rng::Draw;

/// The integer behind a [`Hand`]: `u32` for 28 tiles, `u64` for cards.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + std::hash::Hash
    + fmt::Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The integer with the one bit `code`.
    fn bit(code: u8) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The place of the lowest set bit; of an empty set the number of bits.
    fn lowest(self) -> u8;
    /// The integer without its lowest set bit.
    fn rest(self) -> Self;
    /// The same bits in 64.
    fn widen(self) -> u64;
    /// The low bits of 64.
    fn narrow(wide: u64) -> Self;
}

macro_rules! bits {
    ($($int:ty)*) => {$(
        impl Bits for $int {
            #[inline(always)]
            fn bit(code: u8) -> Self { (1 as $int) << code }
            #[inline(always)]
            fn count(self) -> u32 { self.count_ones() }
            #[inline(always)]
            fn lowest(self) -> u8 { self.trailing_zeros() as u8 }
            #[inline(always)]
            fn rest(self) -> Self { self & self.wrapping_sub(1) }
            #[inline(always)]
            fn widen(self) -> u64 { u64::from(self) }
            #[inline(always)]
            fn narrow(wide: u64) -> Self { wide as $int }
        }
    )*};
}
bits!(u32 u64);

/// A set of distinct pieces, one bit a piece: what a seat holds in a game with one pack.
///
/// ```
/// use parlour_sdk::{Card, Hand};
/// let mut hand: Hand<Card> = "4S 2S KC".split(' ').map(|face| face.parse().unwrap()).collect();
/// hand.remove("4S".parse().unwrap());
/// assert_eq!(hand.to_string(), "2S KC");
/// assert_eq!(hand.len(), 2);
/// ```
pub struct Hand<P: Piece> {
    bits: P::Bits,
    piece: PhantomData<P>,
}

impl<P: Piece> Hand<P> {
    /// The hand of these bits; every one of them must be the code of a piece.
    #[inline(always)]
    pub const fn from_bits(bits: P::Bits) -> Self {
        Self { bits, piece: PhantomData }
    }
    /// The hand without a piece.
    #[inline(always)]
    pub fn empty() -> Self {
        Self::from_bits(P::Bits::default())
    }
    /// The hand of one piece.
    #[inline(always)]
    pub fn of(piece: P) -> Self {
        Self::from_bits(P::Bits::bit(piece.code()))
    }
    /// The bits: bit `c` is set if the piece of code `c` is in the hand.
    #[inline(always)]
    pub fn bits(self) -> P::Bits {
        self.bits
    }
    /// How many pieces are in the hand.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.bits.count() as usize
    }
    /// Whether no piece is in the hand.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.bits == P::Bits::default()
    }
    /// Whether the piece is in the hand.
    #[inline(always)]
    pub fn has(self, piece: P) -> bool {
        !(self & Self::of(piece)).is_empty()
    }
    /// Puts the piece in.
    #[inline(always)]
    pub fn insert(&mut self, piece: P) {
        *self |= Self::of(piece);
    }
    /// Takes the piece out, if it is there.
    #[inline(always)]
    pub fn remove(&mut self, piece: P) {
        *self -= Self::of(piece);
    }
    /// The piece of the lowest code.
    #[inline]
    pub fn first(self) -> Option<P> {
        P::from_code(self.bits.lowest())
    }
    /// The `index`-th piece in the order of codes.
    #[inline(always)]
    pub fn nth(self, index: usize) -> Option<P> {
        const AT_ONCE: usize = 6;
        let (mut bits, mut index) = (self.bits, index);
        while index > AT_ONCE {
            bits = bits.rest();
            index -= 1;
        }
        // A loop that ends at another place each time costs more than one that drops nothing now and then.
        for dropped in 0..AT_ONCE {
            bits = std::hint::select_unpredictable(index > dropped, bits.rest(), bits);
        }
        Self::from_bits(bits).first()
    }
    /// One of the pieces, each as likely; `None` if there is none.
    #[inline(always)]
    pub fn random(self, rng: &mut impl Draw) -> Option<P> {
        match self.len() {
            0 => None,
            len => self.nth(rng.below(len as u32) as usize),
        }
    }
}

impl<P: Piece> Iterator for Hand<P> {
    type Item = P;
    #[inline]
    fn next(&mut self) -> Option<P> {
        let first = self.first();
        self.bits = self.bits.rest();
        first
    }
}

impl<P: Piece> Clone for Hand<P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: Piece> Copy for Hand<P> {}
impl<P: Piece> PartialEq for Hand<P> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}
impl<P: Piece> Eq for Hand<P> {}
impl<P: Piece> std::hash::Hash for Hand<P> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}
impl<P: Piece> Default for Hand<P> {
    fn default() -> Self {
        Self::empty()
    }
}
impl<P: Piece> BitOr for Hand<P> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }
}
impl<P: Piece> BitAnd for Hand<P> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }
}
impl<P: Piece> Sub for Hand<P> {
    type Output = Self;
    /// The pieces of this hand that are not in the other.
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }
}
impl<P: Piece> BitOrAssign for Hand<P> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
impl<P: Piece> BitAndAssign for Hand<P> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}
impl<P: Piece> SubAssign for Hand<P> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
impl<P: Piece> FromIterator<P> for Hand<P> {
    fn from_iter<I: IntoIterator<Item = P>>(pieces: I) -> Self {
        pieces.into_iter().fold(Self::empty(), |hand, piece| hand | Self::of(piece))
    }
}
impl<P: Piece> fmt::Display for Hand<P> {
    /// The faces in the order of codes, with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, piece) in self.enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{piece}")?;
        }
        Ok(())
    }
}
impl<P: Piece> fmt::Debug for Hand<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Rng, Tile};

    #[test]
    fn the_nth_piece_is_the_nth_that_comes() {
        let mut rng = Rng::new(12);
        for _ in 0..300 {
            let hand: Hand<Card> = Card::pack().filter(|_| rng.below(3) == 0).collect();
            for index in 0..=hand.len() {
                assert_eq!(hand.nth(index), { hand }.skip(index).take(1).last());
            }
        }
    }

    #[test]
    fn each_piece_is_as_likely() {
        let mut rng = Rng::new(5);
        let hand = Tile::with(3) | Tile::with(5);
        let mut seen = [0; 28];
        (0..13_000).for_each(|_| seen[usize::from(hand.random(&mut rng).unwrap().code())] += 1);
        assert!(Tile::pack().all(|tile| if hand.has(tile) {
            seen[usize::from(tile.code())] > 850
        } else {
            seen[usize::from(tile.code())] == 0
        }));
        assert_eq!(Hand::<Tile>::empty().random(&mut rng), None);
    }
}
