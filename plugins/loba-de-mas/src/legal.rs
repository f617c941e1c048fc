//! The legal list.
//!
//! Everything is asked of faces, one bit each: suits have lanes of 16 bits, so that "the next card of the same suit" is
//! a shift and all windows of three neighbours in all four suits are found at once.

use parlour_sdk::meld::End;
use parlour_sdk::{Card, Hand, Piece as _, Suit};

use crate::Loba;
use crate::action::Action;
use crate::meld::{Meld, Shape};
use crate::state::{Cards, Phase, State};

/// The first bit of each suit's lane: the aces.
pub const ACES: u64 = 0x0001_0001_0001_0001;
/// The bits of the 52 natural cards.
pub const NATURALS: u64 = 0x1FFF * ACES;
/// The low places of the windows of three: ace low to queen.
const LOWS: u64 = 0x0FFF * ACES;
/// The low places of the windows in which a two may be natural.
const WITH_TWO: u64 = 0x0003 * ACES;
/// The twos.
pub const TWOS: u64 = 0x0002 * ACES;

/// The set bits of an integer, from the lowest.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The ranks, as bits, of the piernas among these faces, by the suit that each is without.
#[inline(always)]
pub fn piernas(faces: u64) -> [u64; 4] {
    let lane = |suit: Suit| faces >> (16 * suit as u32) & 0x1FFF;
    let [spades, hearts, diamonds, clubs] = Suit::ALL.map(lane);
    let (black, red) = (spades & clubs, hearts & diamonds);
    [red & clubs, spades & diamonds & clubs, black & hearts, red & spades]
}

/// The low places of the windows of three, as bits of their lanes, whose first, second and third place has its natural
/// card among these faces.
#[inline(always)]
pub fn windows(faces: u64) -> [u64; 3] {
    let naturals = faces & NATURALS;
    let places = naturals | (naturals & ACES) << 13;
    [places & LOWS, places >> 1 & LOWS, places >> 2 & LOWS]
}

impl Loba {
    /// Hands the legal actions on, the melds before the discards.
    #[inline(always)]
    pub(crate) fn list(&self, state: &State, push: &mut impl FnMut(Action)) {
        match state.phase {
            Phase::Draw => {
                push(Action::Draw);
                if !state.discard.is_empty() {
                    push(Action::Take);
                }
            }
            Phase::Meld => self.list_melds_and_discards(state, push),
            Phase::Deal | Phase::Settle(_) | Phase::Over => {}
        }
    }
    #[inline]
    fn list_melds_and_discards(&self, state: &State, push: &mut impl FnMut(Action)) {
        let (hand, held, kept) = (state.hand(), state.hand().len(), state.kept());
        // With more than a card left after it, no meld leaves but the barred card.
        let tight = kept.is_some() && held <= 4;
        if tight || self.may_meld_asked {
            self.list_melds(state, held, &mut |action| {
                if (!tight || self.leaves_a_discard(state, action)) && self.may_meld(state, action) {
                    push(action);
                }
            });
        } else {
            self.list_melds(state, held, push);
        }
        let kept = kept.map_or(Hand::empty(), Hand::of);
        for card in hand.faces() - kept {
            push(Action::Discard(card));
        }
    }
    #[inline(always)]
    fn list_melds(&self, state: &State, held: usize, push: &mut impl FnMut(Action)) {
        if held > 3 {
            self.new_melds(state.hand(), push);
        }
        if held > 1 {
            for (number, &meld) in (0..).zip(state.melds.of(state.seat)) {
                self.additions(state.hand(), number, meld, push);
            }
        }
    }

    /// Whether a card may be discarded after this meld (R1).
    #[cold]
    pub(crate) fn leaves_a_discard(&self, state: &State, action: Action) -> bool {
        let mut left = *state.hand();
        action.spent().iter().for_each(|&card| {
            left.remove(card);
        });
        let barred = state.barred.filter(|barred| !action.spent().contains(barred));
        left.len() > 1 || (!left.is_empty() && !barred.is_some_and(|barred| left.has(barred)))
    }
    /// Whether the house lets the seat have what the action makes.
    #[cold]
    pub(crate) fn may_meld(&self, state: &State, action: Action) -> bool {
        Self::melded(state, action)
            .is_none_or(|(meld, _)| !self.may_meld_asked || self.hooks.may_meld(true, state.seat, self.laid(meld)))
    }

    #[inline(always)]
    fn new_melds(&self, hand: &Cards, push: &mut impl FnMut(Action)) {
        let faces = hand.faces().bits();
        for (without, ranks) in Suit::ALL.into_iter().zip(piernas(faces)) {
            for rank in bits(ranks) {
                push(Action::Pierna { rank: rank as u8, without });
            }
        }
        let windows = windows(faces);
        for window in bits(windows[0] & windows[1] & windows[2]) {
            push(Window::new(window).escalera([None; 3]));
        }
        let wilds = self.wilds.bits() & faces;
        if wilds != 0 && self.params.max_wilds_per_escalera > 0 {
            self.new_wild_escaleras(hand, windows, Hand::from_bits(wilds), push);
        }
    }

    /// Pushes the escaleras with one wild card or two.
    #[inline]
    fn new_wild_escaleras(&self, hand: &Cards, windows: [u64; 3], wilds: Hand<Card>, push: &mut impl FnMut(Action)) {
        let twins = hand.at_least(2);
        for wild in 0..3 {
            let natural = windows[(wild + 1) % 3] & windows[(wild + 2) % 3];
            for window in bits(natural).map(Window::new) {
                for card in wilds - window.unfit(wild, None, twins) {
                    let mut cards = [None; 3];
                    cards[wild] = Some(card);
                    push(window.escalera(cards));
                }
            }
        }
        if self.params.max_wilds_per_escalera < 2 {
            return;
        }
        for (natural, [low, high]) in [[1, 2], [0, 2], [0, 1]].into_iter().enumerate() {
            for window in bits(windows[natural]).map(Window::new) {
                let (unfit_low, unfit_high) =
                    (window.unfit(low, Some(high), twins), window.unfit(high, Some(low), twins));
                // Beside the natural two of the suit there is only one more.
                let single = if window.two_at() == Some(natural) { window.two() } else { Hand::empty() };
                for first in wilds - unfit_low {
                    let spent = Hand::of(first) - (twins - single);
                    for second in wilds - unfit_high - spent {
                        let mut cards = [None; 3];
                        (cards[low], cards[high]) = (Some(first), Some(second));
                        push(window.escalera(cards));
                    }
                }
            }
        }
    }

    /// Pushes what may be added to a meld, and its moves.
    #[inline(always)]
    fn additions(&self, hand: &Cards, meld: u8, lies: Meld, push: &mut impl FnMut(Action)) {
        match lies.shape() {
            Shape::Pierna(pierna) => {
                let of_rank = hand.faces().bits() & ACES << pierna.rank;
                for card in Hand::from_bits(of_rank) {
                    if pierna.room(card) > 0 {
                        push(Action::Add { card, meld, end: None });
                    }
                }
            }
            Shape::Escalera(run) => {
                let more = run.wilds() < self.params.max_wilds_per_escalera;
                for end in [End::Low, End::High] {
                    if let Some(place) = run.beyond(end) {
                        let natural = Hand::of(run.stands_for(place));
                        let wild = if more { self.wilds } else { Hand::empty() };
                        for card in hand.faces() & (natural | wild) {
                            push(Action::Add { card, meld, end: Some(end) });
                        }
                        let other = run.at(end.other());
                        let natural = run.stands_for(other);
                        if run.is_wild(other) && hand.has(natural) {
                            push(Action::Move { card: natural, meld, end: end.other() });
                        }
                    }
                }
            }
        }
    }
}

/// Three neighbouring places of a suit.
#[derive(Clone, Copy)]
pub struct Window {
    /// The bit of the low place: 16 times the suit, plus the place less 1.
    low: u32,
}

impl Window {
    #[inline(always)]
    pub fn new(low: u32) -> Self {
        Self { low }
    }
    #[inline(always)]
    fn suit(self) -> Suit {
        Suit::ALL[(self.low >> 4) as usize & 3]
    }
    #[inline(always)]
    fn low(self) -> u8 {
        (self.low & 15) as u8 + 1
    }
    /// The two of the suit.
    #[inline(always)]
    fn two(self) -> Hand<Card> {
        Hand::from_bits(2 << (self.low & 48))
    }
    /// Which of the three places is that of the two.
    #[inline(always)]
    fn two_at(self) -> Option<usize> {
        if 1 << self.low & WITH_TWO != 0 { Some(2 - usize::from(self.low())) } else { None }
    }
    /// The two of the suit, if it cannot lie wild on the place of this index while another wild card may lie on that
    /// of `other`: because it is natural there, or because there is no second one beside the natural.
    #[inline(always)]
    pub fn unfit(self, index: usize, other: Option<usize>, twins: Hand<Card>) -> Hand<Card> {
        match self.two_at() {
            Some(at) if at == index => self.two(),
            Some(at) if Some(at) != other => self.two() - twins,
            _ => Hand::empty(),
        }
    }
    /// The escalera with these wild cards, and the natural ones elsewhere.
    #[inline(always)]
    pub fn escalera(self, wilds: [Option<Card>; 3]) -> Action {
        let natural = |index: u32| {
            let at = self.low + index;
            let code = if at & 15 == 13 { at - 13 } else { at };
            Card::from_code(code as u8).unwrap_or(Card::JOKER)
        };
        let card = |index: usize| wilds[index].unwrap_or_else(|| natural(index as u32));
        Action::Escalera { suit: self.suit(), low: self.low(), cards: [card(0), card(1), card(2)] }
    }
}
