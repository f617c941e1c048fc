//! A moment of a table.

use parlour_sdk::{Card, Hand, Seat, SeatSet};

/// The most seats.
pub const SEATS: usize = 5;
/// The cards of the pack.
pub const PACK: usize = 52;
/// What stands where there is no card, or where a card is not known: the pack has no joker.
pub const NO_CARD: Card = Card::JOKER;

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A deal.
    Deal,
    /// The seat's draw.
    Draw,
    /// The seat's discard or knock.
    Discard,
    /// The settling of the round.
    Settle,
    /// Nothing: the game is over.
    Over,
}

/// A moment of a table: plain data.
///
/// The cards that are in no hand lie in one array: the discard pile from its start, the stock from `next` to its end,
/// and between them as many free places as there are cards in hands and put down in a knock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// `..discards`: the discard pile, its top last; `next..`: the stock, its top first.
    pub cards: [Card; PACK],
    /// What each seat holds.
    pub hands: [Hand<Card>; SEATS],
    /// Cards that everybody knows to be in the hand that took them, or that a knocker put down out of it.
    pub open: Hand<Card>,
    /// The stakes won and lost in the rounds before.
    pub totals: [i32; SEATS],
    /// The rounds dealt.
    pub round: u32,
    /// The turns of this round that are complete.
    pub turns: u16,
    /// How many cards lie on the discard pile.
    pub discards: u8,
    /// Where the stock begins.
    pub next: u8,
    /// How many turns in a row, up to this one, took the top discard.
    pub takes: u8,
    /// What the table waits for.
    pub phase: Phase,
    /// The seat to act; in a round that is over, the last that did.
    pub seat: Seat,
    /// Who deals.
    pub dealer: Seat,
    /// Who knocked, if anybody did.
    pub knocker: Option<Seat>,
    /// The card put face down in the knock.
    pub knocked: Card,
    /// The card taken from the discard pile in this turn.
    pub taken: Card,
    /// The card turned up at the deal.
    pub upcard: Card,
    /// The seats that have won the game.
    pub winners: SeatSet,
}

impl State {
    /// A table before its first deal.
    pub fn new(dealer: Seat) -> Self {
        Self {
            cards: [NO_CARD; PACK],
            hands: [Hand::empty(); SEATS],
            open: Hand::empty(),
            totals: [0; SEATS],
            round: 0,
            turns: 0,
            discards: 0,
            next: PACK as u8,
            takes: 0,
            phase: Phase::Deal,
            seat: dealer,
            dealer,
            knocker: None,
            knocked: NO_CARD,
            taken: NO_CARD,
            upcard: NO_CARD,
            winners: SeatSet::EMPTY,
        }
    }
    /// The stock, its top first.
    #[inline(always)]
    pub fn stock(&self) -> &[Card] {
        self.cards.get(usize::from(self.next)..).unwrap_or_default()
    }
    /// The open part of the discard pile, its top last.
    #[inline(always)]
    pub fn discards(&self) -> &[Card] {
        self.cards.get(..usize::from(self.discards)).unwrap_or_default()
    }
    /// What a seat holds.
    #[inline(always)]
    pub fn hand(&self, seat: Seat) -> Hand<Card> {
        self.hands[seat.index() % SEATS]
    }
    /// Whether the hands lie open: the round is over.
    #[inline]
    pub fn is_shown(&self) -> bool {
        !matches!(self.phase, Phase::Draw | Phase::Discard)
    }
}
