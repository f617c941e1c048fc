//! Sets of cards in the order in which hands are ranked and written.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use parlour_sdk::{ItalianCard, ItalianSuit, Piece};

/// How many cards the pack has.
pub const PACK: u8 = 40;
/// No card.
pub const BLANK: u8 = 63;

/// The place of a card in the order of ranks, then suits: 0 is `AD`, 1 `AS`, 4 `KD`, 39 `2B`.
///
/// So each rank has four bits of a [`Cards`] next to each other, a shift by four moves a card down its suit, and bits
/// from low to high are cards in the order of the notation.
#[inline(always)]
pub fn place(card: ItalianCard) -> u8 {
    let code = card.code();
    (ItalianCard::ACE - (code & 15)) * 4 + (code >> 4)
}

/// The cards by place; what follows the pack is never looked up.
const CARDS: [ItalianCard; 64] = {
    let mut cards = [ItalianCard::new(0, ItalianSuit::Coins); 64];
    let suits = [ItalianSuit::Coins, ItalianSuit::Swords, ItalianSuit::Cups, ItalianSuit::Batons];
    let mut place = 0;
    while place < PACK {
        cards[place as usize] = ItalianCard::new(ItalianCard::ACE - place / 4, suits[place as usize % 4]);
        place += 1;
    }
    cards
};

/// The card of a place; `None` from 40.
#[inline(always)]
pub fn card(place: u8) -> Option<ItalianCard> {
    (place < PACK).then(|| CARDS[usize::from(place & 63)])
}

/// A set of cards by their [`place`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cards(pub u64);

impl Cards {
    /// The whole pack.
    pub const ALL: Self = Self((1 << PACK) - 1);
    /// The four aces.
    pub const ACES: Self = Self(0xF);

    /// The card at a place.
    #[inline(always)]
    pub const fn at(place: u8) -> Self {
        Self(1 << (place & 63) & Self::ALL.0)
    }
    /// The cards of a suit.
    pub fn of_suit(suit: ItalianSuit) -> Self {
        Self(0x11_1111_1111 << suit.index())
    }
    /// How many cards there are.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Whether every one of these cards is in `other`.
    #[inline(always)]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
    /// The places, in order.
    #[inline(always)]
    pub fn places(self) -> impl Iterator<Item = u8> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let place = bits.trailing_zeros() as u8;
            bits &= bits.wrapping_sub(1);
            (place < 64).then_some(place)
        })
    }
    /// The cards, in order.
    pub fn iter(self) -> impl Iterator<Item = ItalianCard> {
        self.places().filter_map(card)
    }
}

impl BitOr for Cards {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
impl BitAnd for Cards {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
impl Sub for Cards {
    type Output = Self;
    /// The cards of this set that are not in the other.
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
impl FromIterator<ItalianCard> for Cards {
    fn from_iter<I: IntoIterator<Item = ItalianCard>>(cards: I) -> Self {
        cards.into_iter().fold(Self::default(), |set, card| set | Self::at(place(card)))
    }
}
impl fmt::Display for Cards {
    /// The faces in order, with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// Four cards in order, or none: a hand, or the monte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Four(pub [u8; 4]);

impl Four {
    /// No cards.
    pub const NONE: Self = Self([BLANK; 4]);

    /// Four cards as a hand.
    #[inline(always)]
    pub fn of(cards: Cards) -> Self {
        debug_assert_eq!(cards.len(), 4, "a hand of {cards}");
        let mut bits = cards.0;
        Self(std::array::from_fn(|_| {
            let place = bits.trailing_zeros() as u8;
            bits &= bits.wrapping_sub(1);
            place
        }))
    }
    /// The cards as a set.
    #[inline(always)]
    pub fn cards(self) -> Cards {
        let [a, b, c, d] = self.0;
        Cards::at(a) | Cards::at(b) | Cards::at(c) | Cards::at(d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_order_of_the_notation() {
        let faces: Vec<String> = Cards::ALL.iter().map(|card| card.to_string()).collect();
        let expected: Vec<String> =
            "AKHJ765432".chars().flat_map(|rank| "DSCB".chars().map(move |suit| format!("{rank}{suit}"))).collect();
        assert_eq!(faces, expected);
        assert!(ItalianCard::pack().all(|of| card(place(of)) == Some(of)));
        assert!((PACK..=255).all(|place| card(place).is_none()));
    }

    #[test]
    fn four_cards_are_kept_in_order() {
        for cards in [0xF, 0x1111, 0xF0_0000_0000, 0x80_0000_1001 | 1 << 20] {
            assert_eq!(Four::of(Cards(cards)).cards(), Cards(cards));
            assert!(Four::of(Cards(cards)).0.is_sorted());
        }
        assert!(Four::NONE.cards().is_empty());
    }
}
