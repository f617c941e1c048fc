//! Piles: ordered pieces, such as a stock or a discard pile.

use std::fmt;
use std::marker::PhantomData;

use crate::piece::Piece;

/// Ordered pieces, at most `N` of them (and at most 255), as plain data: copied in one move, never on the heap.
///
/// The top is where pieces are pushed and popped; `N` is usually the size of the whole pack, so that a pile never
/// runs over.
///
/// ```
/// use parlour_sdk::{Card, Pile};
/// let mut stock: Pile<Card, 52> = Card::pack().collect();
/// assert_eq!(stock.len(), 52);
/// assert_eq!(stock.pop().unwrap().to_string(), "KC");
/// stock.bury("KC".parse().unwrap());
/// assert_eq!(stock.iter().next_back(), "KC".parse().ok());
/// assert_eq!(stock.top().unwrap().to_string(), "QC");
/// ```
#[derive(Clone, Copy)]
pub struct Pile<P, const N: usize> {
    codes: [u8; N],
    len: u8,
    piece: PhantomData<P>,
}

impl<P: Piece, const N: usize> Pile<P, N> {
    /// The pile without a piece.
    #[inline(always)]
    pub const fn new() -> Self {
        assert!(N <= u8::MAX as usize, "a pile holds at most 255 pieces");
        Self { codes: [0; N], len: 0, piece: PhantomData }
    }
    /// How many pieces lie on the pile.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len as usize
    }
    /// Whether no piece lies on the pile.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// Puts a piece on top.
    ///
    /// # Panics
    /// If there are `N` pieces already.
    #[inline(always)]
    pub fn push(&mut self, piece: P) {
        self.codes[self.len()] = piece.code();
        self.len += 1;
    }
    /// Takes the top piece; `None` if the pile is empty.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<P> {
        let top = self.top()?;
        self.len -= 1;
        Some(top)
    }
    /// The top piece; `None` if the pile is empty.
    #[inline(always)]
    pub fn top(&self) -> Option<P> {
        self.get(0)
    }
    /// The piece `depth` below the top, which is at 0.
    #[inline(always)]
    pub fn get(&self, depth: usize) -> Option<P> {
        let place = self.len().checked_sub(depth + 1)?;
        P::from_code(self.codes[place])
    }
    /// Puts a piece under all others.
    ///
    /// # Panics
    /// If there are `N` pieces already.
    pub fn bury(&mut self, piece: P) {
        let len = self.len();
        self.codes.copy_within(..len, 1);
        self.codes[0] = piece.code();
        self.len += 1;
    }
    /// Takes every piece away.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }
    /// The pieces from the top down.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = P> + ExactSizeIterator + Clone {
        let piece = |&code: &u8| P::from_code(code).expect("only pieces are put on a pile");
        self.codes[..self.len()].iter().rev().map(piece)
    }
    /// How many pieces of this face lie on the pile.
    pub fn count(&self, piece: P) -> usize {
        self.codes[..self.len()].iter().filter(|&&code| code == piece.code()).count()
    }
}

impl<P: Piece, const N: usize> Default for Pile<P, N> {
    fn default() -> Self {
        Self::new()
    }
}
impl<P: Piece, const N: usize> PartialEq for Pile<P, N> {
    fn eq(&self, other: &Self) -> bool {
        self.codes[..self.len()] == other.codes[..other.len()]
    }
}
impl<P: Piece, const N: usize> Eq for Pile<P, N> {}
impl<P: Piece, const N: usize> Extend<P> for Pile<P, N> {
    /// Puts the pieces on top, one after the other.
    fn extend<I: IntoIterator<Item = P>>(&mut self, pieces: I) {
        pieces.into_iter().for_each(|piece| self.push(piece));
    }
}
impl<P: Piece, const N: usize> FromIterator<P> for Pile<P, N> {
    /// The pile of these pieces, the last of them on top.
    fn from_iter<I: IntoIterator<Item = P>>(pieces: I) -> Self {
        let mut pile = Self::new();
        pile.extend(pieces);
        pile
    }
}
impl<P: Piece, const N: usize> fmt::Debug for Pile<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Card, Tile};

    #[test]
    fn a_pile_behaves_like_a_list() {
        let mut rng = crate::Rng::new(7);
        let (mut pile, mut list) = (Pile::<Card, 40>::new(), std::collections::VecDeque::new());
        for _ in 0..5000 {
            use crate::Draw;
            let card = Card::pack().nth(rng.below(52) as usize).unwrap();
            match rng.below(6) {
                0..=1 if list.len() < 40 => {
                    pile.push(card);
                    list.push_front(card);
                }
                2 if list.len() < 40 => {
                    pile.bury(card);
                    list.push_back(card);
                }
                3..=4 => assert_eq!(pile.pop(), list.pop_front()),
                5 if rng.below(100) == 0 => {
                    pile.clear();
                    list.clear();
                }
                _ => {}
            }
            assert!(pile.iter().eq(list.iter().copied()));
            assert_eq!((pile.len(), pile.is_empty(), pile.top()), (list.len(), list.is_empty(), list.front().copied()));
            assert_eq!(pile.get(3), list.get(3).copied());
            assert_eq!(pile.count(card), list.iter().filter(|&&other| other == card).count());
        }
    }

    #[test]
    fn what_was_taken_away_does_not_count() {
        let mut pile: Pile<Tile, 28> = Tile::pack().collect();
        let three: Pile<Tile, 28> = Tile::pack().take(3).collect();
        while pile.len() > 3 {
            pile.pop();
        }
        assert_eq!(pile, three);
        assert_eq!(format!("{pile:?}"), "[11, 10, 00]");
    }

    #[test]
    #[should_panic]
    fn a_full_pile_takes_no_more() {
        let _: Pile<Tile, 27> = Tile::pack().collect();
    }

    #[test]
    fn a_pile_is_as_small_as_its_codes() {
        assert_eq!(size_of::<Pile<Card, 52>>(), 53);
    }
}
