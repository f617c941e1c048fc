//! What a seat can infer from, and full states that agree with it.
//!
//! Everybody saw every card go onto the discard pile and every card taken from it. So a card that a seat took and has
//! not played since is known to be in its hand; of two cards of a face the one that was seen counts as played first.
//! All else, in other hands and in the stock, may lie in any order.

use parlour_sdk::deck::shuffle;
use parlour_sdk::{Card, Pile, Rng, Seat};

use crate::Loba;
use crate::state::{Cards, PACK, SEATS, State};

/// What a seat knows: the table with only the known cards in the other hands and no order in the stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    seat: Seat,
    seen: State,
    /// How many cards each seat holds.
    held: [u8; SEATS],
    /// How many cards the stock has.
    stock: u8,
}

impl Loba {
    pub(crate) fn known_to(&self, state: &State, seat: Seat) -> Knowledge {
        let mut seen = *state;
        for other in (0..SEATS).filter(|&other| other != seat.index()) {
            seen.hands[other] = seen.known[other];
        }
        seen.stock = Pile::new();
        let held = std::array::from_fn(|seat| state.hands[seat].len() as u8);
        Knowledge { seat, seen, held, stock: state.stock.len() as u8 }
    }
    pub(crate) fn imagined(&self, knowledge: &Knowledge, rng: &mut Rng) -> State {
        let mut state = knowledge.seen;
        let mut pieces = [Card::JOKER; PACK];
        let mut count = 0;
        for (place, card) in pieces.iter_mut().zip(self.unseen(&state).iter()) {
            *place = card;
            count += 1;
        }
        shuffle(&mut pieces[..count], rng);
        let mut unseen = pieces[..count].iter().copied();
        for (hand, &held) in state.hands.iter_mut().zip(&knowledge.held) {
            hand.extend(unseen.by_ref().take(usize::from(held).saturating_sub(hand.len())));
        }
        state.stock = unseen.take(usize::from(knowledge.stock)).collect();
        state
    }
    /// The cards of the pack that lie nowhere in this state.
    fn unseen(&self, state: &State) -> Cards {
        let mut unseen = self.whole;
        let in_hands = state.hands.iter().flat_map(|hand| hand.iter());
        let in_melds = state.melds.iter().flat_map(|meld| meld.cards());
        in_hands.chain(in_melds).chain(state.discard.iter()).for_each(|card| {
            unseen.remove(card);
        });
        unseen
    }
}
