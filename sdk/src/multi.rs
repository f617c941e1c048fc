//! Hands of several packs: how often each face is held.

use std::fmt;

use crate::hand::Hand;
use crate::piece::Piece;

/// What a seat holds in a game with several packs: up to `N` copies of each face, as `N` sets of bits.
///
/// The first set has the faces held at least once, the second those held at least twice, and so on. So a question
/// about faces ("of which do I hold two?") is one look, whatever the size of the hand. Copies of a face are alike.
///
/// ```
/// use parlour_sdk::{Card, MultiHand};
/// let mut hand: MultiHand<Card, 4> = "KH 7S KH * * *".split(' ').map(|face| face.parse().unwrap()).collect();
/// assert_eq!((hand.len(), hand.count("KH".parse().unwrap()), hand.count(Card::JOKER)), (6, 2, 3));
/// assert_eq!(hand.at_least(2).to_string(), "* KH");
/// assert!(hand.remove("KH".parse().unwrap()));
/// assert_eq!(hand.to_string(), "7S * * * KH");
/// ```
#[derive(Clone, Copy)]
pub struct MultiHand<P: Piece, const N: usize> {
    copies: [Hand<P>; N],
}

impl<P: Piece, const N: usize> MultiHand<P, N> {
    /// The hand without a piece.
    #[inline(always)]
    pub fn empty() -> Self {
        Self { copies: [Hand::empty(); N] }
    }
    /// Puts a piece in.
    ///
    /// # Panics
    /// In debug builds, if `N` of its face are there already; else that piece is lost.
    #[inline(always)]
    pub fn insert(&mut self, piece: P) {
        let mut carried = Hand::of(piece);
        for faces in &mut self.copies {
            let there = *faces & carried;
            *faces |= carried;
            carried = there;
        }
        debug_assert!(carried.is_empty(), "{N} of {piece} are held already");
    }
    /// Takes a piece out; `false` if there is none of its face.
    #[inline(always)]
    pub fn remove(&mut self, piece: P) -> bool {
        let mut wanted = Hand::of(piece);
        for faces in self.copies.iter_mut().rev() {
            let there = *faces & wanted;
            *faces -= there;
            wanted -= there;
        }
        wanted.is_empty()
    }
    /// How many pieces of this face are held.
    #[inline(always)]
    pub fn count(&self, piece: P) -> usize {
        self.copies.iter().map(|faces| usize::from(faces.has(piece))).sum()
    }
    /// Whether a piece of this face is held.
    #[inline(always)]
    pub fn has(&self, piece: P) -> bool {
        self.faces().has(piece)
    }
    /// How many pieces are held.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.copies.iter().map(|faces| faces.len()).sum()
    }
    /// Whether no piece is held.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.faces().is_empty()
    }
    /// The faces that are held, each once.
    #[inline(always)]
    pub fn faces(&self) -> Hand<P> {
        self.at_least(1)
    }
    /// The faces of which at least `copies` are held: all pieces' faces for 1, none for more than `N`.
    ///
    /// # Panics
    /// If `copies` is 0.
    #[inline(always)]
    pub fn at_least(&self, copies: usize) -> Hand<P> {
        self.copies.get(copies - 1).copied().unwrap_or_default()
    }
    /// The pieces in the order of their codes, those of one face together.
    pub fn iter(&self) -> impl Iterator<Item = P> + use<'_, P, N> {
        self.faces().flat_map(|piece| std::iter::repeat_n(piece, self.count(piece)))
    }
}

impl<P: Piece, const N: usize> Default for MultiHand<P, N> {
    fn default() -> Self {
        Self::empty()
    }
}
impl<P: Piece, const N: usize> PartialEq for MultiHand<P, N> {
    fn eq(&self, other: &Self) -> bool {
        self.copies == other.copies
    }
}
impl<P: Piece, const N: usize> Eq for MultiHand<P, N> {}
impl<P: Piece, const N: usize> Extend<P> for MultiHand<P, N> {
    fn extend<I: IntoIterator<Item = P>>(&mut self, pieces: I) {
        pieces.into_iter().for_each(|piece| self.insert(piece));
    }
}
impl<P: Piece, const N: usize> FromIterator<P> for MultiHand<P, N> {
    fn from_iter<I: IntoIterator<Item = P>>(pieces: I) -> Self {
        let mut hand = Self::empty();
        hand.extend(pieces);
        hand
    }
}
impl<P: Piece, const N: usize> fmt::Display for MultiHand<P, N> {
    /// The faces in the order of codes, with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, piece) in self.iter().enumerate() {
            write!(f, "{}{piece}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}
impl<P: Piece, const N: usize> fmt::Debug for MultiHand<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Draw, Rng};

    #[test]
    fn a_hand_behaves_like_a_sorted_list() {
        let mut rng = Rng::new(5);
        let faces: Vec<Card> = Card::pack().take(6).chain([Card::JOKER]).collect();
        let (mut hand, mut list) = (MultiHand::<Card, 3>::empty(), Vec::new());
        for _ in 0..5000 {
            let card = faces[rng.below(7) as usize];
            let held = list.iter().filter(|&&other| other == card).count();
            if rng.below(2) == 0 && held < 3 {
                hand.insert(card);
                list.push(card);
                list.sort();
            } else {
                assert_eq!(hand.remove(card), held > 0);
                list.iter().position(|&other| other == card).map(|place| list.remove(place));
            }
            assert!(hand.iter().eq(list.iter().copied()));
            assert_eq!((hand.len(), hand.is_empty()), (list.len(), list.is_empty()));
            assert_eq!(hand, list.iter().copied().collect());
            for &face in &faces {
                let held = list.iter().filter(|&&other| other == face).count();
                assert_eq!((hand.count(face), hand.has(face)), (held, held > 0));
                for copies in 1..=4 {
                    assert_eq!(hand.at_least(copies).has(face), held >= copies);
                }
            }
        }
    }

    #[test]
    fn a_hand_is_as_small_as_its_bits() {
        assert_eq!(size_of::<MultiHand<Card, 4>>(), 32);
    }
}
