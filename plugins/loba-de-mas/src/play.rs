//! What an action does.

use parlour_sdk::{Card, Seat, WildRun};

use crate::Loba;
use crate::action::Action;
use crate::meld::{Meld, Pierna};
use crate::state::{Cards, Ending, Melds, PACK, Phase, State};

impl Loba {
    /// Deals the pack: the hands one card at a time from the dealer's left, the rest as the stock, the next card on top.
    pub(crate) fn deal_round(&self, state: &mut State, pieces: &[Card]) {
        state.hands = Default::default();
        state.known = Default::default();
        state.melds = Melds::default();
        state.discard.clear();
        let pieces = &pieces[..pieces.len().min(PACK)];
        let dealt = usize::from(self.seats) * usize::from(self.params.hand_size);
        let (hands, stock) = pieces.split_at(dealt.min(pieces.len()));
        for cards in hands.chunks(usize::from(self.seats)) {
            for (&card, seat) in cards.iter().zip(state.dealer.around(self.seats)) {
                state.hands[seat.index()].insert(card);
            }
        }
        state.stock = stock.iter().rev().copied().collect();
        state.round += 1;
        state.seat = state.dealer.left(self.seats);
        state.phase = Phase::Draw;
        state.barred = None;
        state.takes = 0;
    }

    /// What becomes of the melds of the seat to act: the meld that the action makes or changes, and its number if it is
    /// on the table already. `None` if the action makes none.
    #[inline(always)]
    pub(crate) fn melded(state: &State, action: Action) -> Option<(Meld, Option<usize>)> {
        let own = |meld: u8| state.melds.of(state.seat).get(usize::from(meld)).copied();
        match action {
            Action::Pierna { rank, without } => Some((Pierna::new(rank, without).into(), None)),
            Action::Escalera { suit, low, cards } => Some((WildRun::new(suit, low, cards)?.into(), None)),
            Action::Add { card, meld, end } => Some((own(meld)?.with(card, end)?, Some(usize::from(meld)))),
            Action::Move { meld, end, .. } => Some((own(meld)?.moved(end)?, Some(usize::from(meld)))),
            Action::Draw | Action::Take | Action::Discard(_) => None,
        }
    }

    #[inline(always)]
    pub(crate) fn act(&self, state: &mut State, action: Action) {
        match action {
            Action::Draw => self.draw(state),
            Action::Take => self.take(state),
            Action::Discard(card) => self.discard(state, card),
            Action::Pierna { .. } | Action::Escalera { .. } | Action::Add { .. } | Action::Move { .. } => {
                if let Some((meld, number)) = Self::melded(state, action) {
                    self.meld(state, action, meld, number);
                }
            }
        }
    }

    fn draw(&self, state: &mut State) {
        if let Some(card) = state.stock.pop() {
            state.hands[state.seat.index()].insert(card);
            state.takes = 0;
            Self::drawn(state, None);
        }
    }
    fn take(&self, state: &mut State) {
        let Some(top) = state.discard.top() else { return };
        let seat = state.seat.index();
        let single = state.discard.len() == 1 || !self.params.open_discard;
        while let Some(card) = state.discard.pop() {
            state.hands[seat].insert(card);
            state.known[seat].insert(card);
            if single {
                break;
            }
        }
        state.takes = state.takes.saturating_add(1);
        Self::drawn(state, single.then_some(top));
    }
    fn drawn(state: &mut State, barred: Option<Card>) {
        state.barred = barred;
        state.fresh = state.melds.of(state.seat).is_empty();
        state.phase = Phase::Meld;
    }

    fn meld(&self, state: &mut State, action: Action, meld: Meld, number: Option<usize>) {
        let seat = state.seat;
        if !Self::spend(state, seat, &action.spent()) {
            return;
        }
        match number {
            Some(number) => state.melds.of_mut(seat)[number] = meld,
            None => state.melds.lay(seat, meld),
        }
        // The barred copy counts as melded first (R2).
        if state.barred.is_some_and(|barred| action.spent().contains(&barred)) {
            state.barred = None;
        }
    }
    /// Takes the cards from the hand, all or none. Whoever saw a card taken knows of one less where that face is played.
    #[inline(always)]
    fn spend(state: &mut State, seat: Seat, cards: &[Card]) -> bool {
        let mut hand: Cards = state.hands[seat.index()];
        let held = cards.iter().fold(true, |held, &card| hand.remove(card) & held);
        if held {
            state.hands[seat.index()] = hand;
            for &card in cards {
                state.known[seat.index()].remove(card);
            }
        }
        held
    }

    fn discard(&self, state: &mut State, card: Card) {
        let seat = state.seat;
        if !Self::spend(state, seat, &[card]) {
            return;
        }
        state.discard.push(card);
        state.barred = None;
        state.phase = if state.hand().is_empty() {
            Phase::Settle(Ending::Out { one_turn: state.fresh })
        } else if state.stock.is_empty() {
            Phase::Settle(Ending::Stock)
        } else if state.takes >= self.params.stall_limit {
            Phase::Settle(Ending::Stall)
        } else {
            state.seat = seat.left(self.seats);
            Phase::Draw
        };
    }
}
