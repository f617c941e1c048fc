//! What is worth searching, and what a quick player does in the playouts of a search.

use parlour_sdk::{Card, Hand, Legal, Seat, Suit};

use crate::Pedro;
use crate::action::PedroAction;
use crate::state::{PedroState, Phase};

impl Pedro {
    /// The legal actions, but only the first of the cards that are no trumps, which all do the same, and of the bids the
    /// lowest and two jumps.
    pub(crate) fn worth_searching(&self, state: &PedroState, out: &mut Legal<'_, PedroAction>) {
        match state.phase {
            Phase::Play if self.infers => out.push_hand(PedroAction::PLAY, self.one_plain(state, self.playable(state))),
            Phase::Discard if self.infers => {
                let hand = state.hands[state.to_act.index()];
                match (hand - self.contract(state.trump).trumps).first() {
                    Some(plain) => out.push(PedroAction::Discard(plain)),
                    None => self.list_discards(state, out),
                }
            }
            Phase::Auction if !self.is_forced(state) => {
                out.push(PedroAction::Pass);
                let least = self.params.min_bid.max(state.auction.high() + 1);
                let bids = [least, least + 3, least + 6];
                bids.into_iter().filter(|&bid| bid <= self.highest).for_each(|bid| out.push(PedroAction::Bid(bid)));
            }
            _ => self.list(state, out),
        }
    }
    /// The trumps of some cards, and one of the others.
    fn one_plain(&self, state: &PedroState, cards: Hand<Card>) -> Hand<Card> {
        let trumps = self.contract(state.trump).trumps;
        let plain = (cards - trumps).first().map_or(Hand::empty(), Hand::of);
        (cards & trumps) | plain
    }

    /// What a quick player bids and names: no more than the hand seems to be worth. It plays anything.
    pub(crate) fn quick(&self, state: &PedroState) -> Option<PedroAction> {
        match state.phase {
            Phase::Auction if self.is_forced(state) => Some(PedroAction::Bid(self.params.min_bid)),
            Phase::Auction => {
                let least = self.params.min_bid.max(state.auction.high() + 1);
                let (_, worth) = self.best_suit(state, state.to_act);
                Some(if least <= worth.min(self.highest) { PedroAction::Bid(least) } else { PedroAction::Pass })
            }
            Phase::Name => Some(PedroAction::Trump(self.best_suit(state, state.to_act).0)),
            _ => None,
        }
    }
    /// The suit in which a hand is worth most, and how much: what it holds, and of the other points a part that grows
    /// with the number of trumps.
    fn best_suit(&self, state: &PedroState, seat: Seat) -> (Suit, u16) {
        let hand = state.hands[seat.index()];
        let mut best = (Suit::Spades, 0);
        for suit in Suit::ALL {
            let contract = self.contract(suit);
            let held: u16 = (hand & contract.scoring).map(|card| contract.worth(card)).sum();
            let (own, all) = ((hand & contract.trumps).len() as u16, contract.trumps.len().max(1) as u16);
            let worth = held + (contract.total() - held) * (13 * own).min(10 * all) / (10 * all);
            if worth > best.1 {
                best = (suit, worth);
            }
        }
        best
    }
}
