//! The kitty, discarding, and throwing in.

use parlour_sdk::{Card, Draw as _, Hand, Legal, Rng, Seat, Trick};

use crate::Pedro;
use crate::action::PedroAction;
use crate::state::{Centre, Gone, PedroState, Phase, SEATS};

impl Pedro {
    /// The bidder takes its part of the kitty, and whoever has no trump throws its hand in.
    pub(crate) fn take_kitty(&self, state: &mut PedroState, bidder: Seat) {
        for (place, card) in state.kitty().iter().enumerate() {
            if place < usize::from(self.params.kitty_to_bidder) {
                state.hands[bidder.index()].insert(card);
            } else {
                state.gone.put(Gone::Undealt, Hand::of(card));
            }
        }
        state.centre = Centre::Table([Hand::empty(); 4]);
        self.throw_in(state);
        state.phase = Phase::Discard;
        self.ask_to_discard(state, bidder, bidder);
    }

    /// A seat that has no trump throws its other cards in and takes no further part.
    #[inline]
    pub(crate) fn throw_in(&self, state: &mut PedroState) {
        let trumps = self.contract(state.trump).trumps;
        for seat in Seat::all(SEATS) {
            let hand = state.hands[seat.index()];
            if (hand & trumps).is_empty() && state.playing.has(seat) {
                state.gone.put(Gone::By(seat), hand);
                state.hands[seat.index()] = Hand::empty();
                state.playing.remove(seat);
            }
        }
    }

    /// Whether a seat has more cards than are kept, and one among them that it may put away.
    fn must_discard(&self, state: &PedroState, seat: Seat) -> bool {
        let hand = state.hands[seat.index()];
        hand.len() > usize::from(self.params.keep) && !(hand - self.contract(state.trump).scoring).is_empty()
    }

    /// Asks the first seat from `next` on that must discard; when it would be the bidder's turn again, the play begins.
    fn ask_to_discard(&self, state: &mut PedroState, next: Seat, bidder: Seat) {
        let mut seat = next;
        loop {
            if self.must_discard(state, seat) {
                state.to_act = seat;
                return;
            }
            seat = seat.left(SEATS);
            if seat == bidder {
                return lead(state, bidder);
            }
        }
    }
    /// The seat that was asked is done; the next one is asked.
    fn pass_discard_on(&self, state: &mut PedroState) {
        let bidder = state.bidder().unwrap_or(state.to_act);
        let next = state.to_act.left(SEATS);
        if next == bidder { lead(state, bidder) } else { self.ask_to_discard(state, next, bidder) }
    }

    pub(crate) fn list_discards(&self, state: &PedroState, out: &mut Legal<'_, PedroAction>) {
        let (hand, contract) = (state.hands[state.to_act.index()], self.contract(state.trump));
        let others = hand - contract.trumps;
        if others.is_empty() {
            out.push(PedroAction::Keep);
            out.push_hand(PedroAction::DISCARD, hand - contract.scoring);
        } else {
            out.push_hand(PedroAction::DISCARD, others);
        }
    }
    /// One of these actions, each as likely.
    #[inline(always)]
    pub(crate) fn draw_discard(&self, state: &PedroState, rng: &mut Rng) -> Option<PedroAction> {
        let (hand, contract) = (state.hands[state.to_act.index()], self.contract(state.trump));
        let others = hand - contract.trumps;
        if !others.is_empty() {
            return others.random(rng).map(PedroAction::Discard);
        }
        let low = hand - contract.scoring;
        let drawn = rng.below(low.len() as u32 + 1) as usize;
        Some(low.nth(drawn).map_or(PedroAction::Keep, PedroAction::Discard))
    }
    pub(crate) fn discard(&self, state: &mut PedroState, card: Card) {
        let seat = state.to_act;
        state.hands[seat.index()].remove(card);
        state.gone.put(Gone::By(seat), Hand::of(card));
        if !self.must_discard(state, seat) {
            self.pass_discard_on(state);
        }
    }
    pub(crate) fn keep(&self, state: &mut PedroState) {
        self.pass_discard_on(state);
    }
}

/// The lead goes to `seat`, or if it has thrown in, to the next seat that has not; without any the round is over.
#[inline]
pub(crate) fn lead(state: &mut PedroState, seat: Seat) {
    let next = if state.playing.has(seat) { Some(seat) } else { state.playing.left_of(seat, SEATS) };
    let Some(leader) = next else {
        state.phase = Phase::Settle;
        return;
    };
    state.to_act = leader;
    state.trick = Trick::new(leader);
    state.phase = Phase::Play;
}
