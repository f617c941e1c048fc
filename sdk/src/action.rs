//! Actions: what a seat decides, as a code, as text, and why one may be refused.

use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use crate::hand::{Bits as _, Hand};
use crate::piece::Piece;

/// One atomic decision of a seat: a small plain value with a code and a notation.
///
/// The code is what crosses the C border and what searches store; the notation (`Display`, `FromStr`) is what people,
/// records and house rules read. Both name the action wholly, without the state, and both are parsed back exactly.
pub trait Action: Copy + Eq + Debug + Display + FromStr<Err = ParseActionError> + 'static {
    /// The code.
    fn code(self) -> u64;
    /// The action of a code; `None` if no action has it.
    fn from_code(code: u64) -> Option<Self>;
    /// What the other seats see of it, where that is not the notation: `discard ?`.
    fn concealed(self) -> Option<&'static str> {
        None
    }
    /// Whether the acting seat may learn something new by it (a drawn card): then it cannot be undone.
    fn reveals(self) -> bool {
        false
    }
}

/// A text that is no action of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no action: expected {expected}")]
pub struct ParseActionError {
    /// What was given.
    pub text: String,
    /// The notations that the game has.
    pub expected: String,
}

impl ParseActionError {
    /// The error for `text` where one of the notations `expected` should be.
    pub fn new(text: &str, expected: &str) -> Self {
        Self { text: text.to_owned(), expected: expected.to_owned() }
    }
}

/// Why an action is not allowed now. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} ({rule})")]
pub struct Refusal {
    /// The rule, as the game's rule book numbers it: `4`, `R2`.
    pub rule: String,
    /// The reason in a sentence without a full stop.
    pub text: String,
}

impl Refusal {
    /// The refusal by a rule, for a reason.
    pub fn new(rule: impl Into<String>, text: impl Into<String>) -> Self {
        Self { rule: rule.into(), text: text.into() }
    }
}

/// The legal actions of a moment, written into a buffer that the caller owns.
///
/// A game pushes every action once; what does not fit is counted, so that the caller can come back with room for it.
pub struct Legal<'a, A> {
    codes: &'a mut [u64],
    count: usize,
    action: PhantomData<A>,
}

impl<'a, A: Action> Legal<'a, A> {
    /// An empty list in this buffer.
    #[inline(always)]
    pub fn new(codes: &'a mut [u64]) -> Self {
        Self { codes, count: 0, action: PhantomData }
    }
    /// Adds an action.
    #[inline(always)]
    pub fn push(&mut self, action: A) {
        if let Some(slot) = self.codes.get_mut(self.count) {
            *slot = action.code();
        }
        self.count += 1;
    }
    /// Room for the codes of `N` actions more, which the caller writes there in place of pushing them; they count as
    /// pushed. `None`, and nothing is counted, if there is no room for all of them: then they are pushed one by one.
    ///
    /// A long list of which the length is known is written faster so than by pushing.
    #[inline(always)]
    pub fn room<const N: usize>(&mut self) -> Option<&mut [u64; N]> {
        let slots = self.codes.get_mut(self.count..)?.first_chunk_mut::<N>()?;
        self.count += N;
        Some(slots)
    }
    /// Adds an action for each piece of a hand, in the order of the pieces' codes: the actions with the codes `base`
    /// plus the code of the piece. Faster than one after the other, as it does not branch for each piece.
    #[inline(always)]
    pub fn push_hand<P: Piece>(&mut self, base: u64, hand: Hand<P>) {
        const AT_ONCE: usize = 8;
        let (mut bits, mut at, end) = (hand.bits().widen(), self.count, self.count + hand.len());
        while at < end {
            match self.codes.get_mut(at..at + AT_ONCE) {
                Some(slots) => slots.iter_mut().for_each(|slot| {
                    *slot = base + u64::from(bits.trailing_zeros());
                    bits &= bits.wrapping_sub(1);
                }),
                None => self.codes.iter_mut().take(end).skip(at).for_each(|slot| {
                    *slot = base + u64::from(bits.trailing_zeros());
                    bits &= bits.wrapping_sub(1);
                }),
            }
            at += AT_ONCE;
        }
        self.count = end;
    }
    /// How many actions were pushed, those included that did not fit.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }
    /// Whether every action fitted.
    #[inline(always)]
    pub fn fits(&self) -> bool {
        self.count <= self.codes.len()
    }
    /// The codes that fitted.
    pub fn codes(&self) -> &[u64] {
        &self.codes[..self.count.min(self.codes.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Card;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Play(Card);
    impl Action for Play {
        fn code(self) -> u64 {
            256 + u64::from(self.0.code())
        }
        fn from_code(code: u64) -> Option<Self> {
            Card::from_code(u8::try_from(code.checked_sub(256)?).ok()?).map(Self)
        }
    }
    impl Display for Play {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "play {}", self.0)
        }
    }
    impl FromStr for Play {
        type Err = ParseActionError;
        fn from_str(text: &str) -> Result<Self, ParseActionError> {
            Err(ParseActionError::new(text, "nothing"))
        }
    }

    #[test]
    fn a_hand_is_pushed_as_its_pieces_are() {
        for size in 0..=20 {
            let hand: Hand<Card> = Card::pack().step_by(2).take(size).collect();
            for room in 0..40 {
                let (mut one, mut other) = (vec![u64::MAX; room], vec![u64::MAX; room]);
                let (mut by_piece, mut at_once) = (Legal::new(&mut one), Legal::new(&mut other));
                for out in [&mut by_piece, &mut at_once] {
                    out.push(Play(Card::new(0, crate::Suit::Clubs)));
                }
                hand.for_each(|card| by_piece.push(Play(card)));
                at_once.push_hand(256, hand);
                assert_eq!(at_once.codes(), by_piece.codes());
                assert_eq!((at_once.count(), at_once.fits()), (size + 1, by_piece.fits()));
            }
        }
    }
}
