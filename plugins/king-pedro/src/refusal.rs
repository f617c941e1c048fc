//! Why an action is not allowed.

use parlour_sdk::{Card, Refusal};

use crate::Pedro;
use crate::action::PedroAction;
use crate::state::{PedroState, Phase};

impl Pedro {
    pub(crate) fn refusal(&self, state: &PedroState, action: PedroAction) -> Refusal {
        let own = |card: Card| state.hands[state.to_act.index()].has(card);
        match (state.phase, action) {
            (Phase::Auction, PedroAction::Pass | PedroAction::Bid(_)) if self.is_forced(state) => {
                let bid = self.params.min_bid;
                Refusal::new("R2", format!("all others have passed, so the dealer must bid {bid}"))
            }
            (Phase::Auction, PedroAction::Bid(number)) => self.refused_bid(state, number),
            (Phase::Auction, _) => Refusal::new("3", "the auction is on: pass or bid"),
            (Phase::Name, _) => Refusal::new("4", "the highest bidder must name trumps first"),
            (Phase::Discard, PedroAction::Discard(card)) if !own(card) => not_held(card, "5"),
            (Phase::Discard, PedroAction::Discard(card)) => self.refused_discard(state, card),
            (Phase::Discard, PedroAction::Keep) => {
                Refusal::new("5", "only a hand of trumps alone may be kept above the limit: discard the others first")
            }
            (Phase::Discard, _) => Refusal::new("5", "the hands are being reduced: discard a card"),
            (_, PedroAction::Play(card)) if !own(card) => not_held(card, "6"),
            (_, PedroAction::Play(card)) => self.refused_card(state, card),
            _ => Refusal::new("6", "the tricks are being played: play a card"),
        }
    }
    fn refused_bid(&self, state: &PedroState, number: u16) -> Refusal {
        let (least, most, high) = (self.params.min_bid, self.highest, state.auction.high());
        if (least..=most).contains(&number) {
            return Refusal::new("3", format!("{number} is not above the last bid, {high}"));
        }
        Refusal::new("R1", format!("{number} cannot be bid: bids run from {least} to {most}"))
    }
    fn refused_discard(&self, state: &PedroState, card: Card) -> Refusal {
        let contract = self.contract(state.trump);
        let others = state.hands[state.to_act.index()] - contract.trumps;
        match others.is_empty() {
            true => Refusal::new("5", format!("{card} is a scoring card, which is never discarded")),
            false => Refusal::new("5", format!("{card} is a trump: the cards that are none go first")),
        }
    }
    fn refused_card(&self, state: &PedroState, card: Card) -> Refusal {
        let (contract, extra) = (self.contract(state.trump), self.extra(state));
        match state.trick.led() {
            Some(led) if contract.trumps.has(led) && !contract.trumps.has(card) => {
                Refusal::new("6", format!("{led} was led, a trump: a trump must be played"))
            }
            _ if contract.scoring.has(card) && extra.scoring == 0 => {
                Refusal::new("R5", format!("{card} would be one scoring card too many in the first trick"))
            }
            _ if contract.scoring.has(card) && extra.two => {
                let two = Card::new(Card::TWO, state.trump);
                Refusal::new("R5", format!("{card} would leave no room for {two}, which must be in the first trick"))
            }
            _ => Refusal::new("6", format!("{card} may not be played now")),
        }
    }
}

fn not_held(card: Card, rule: &str) -> Refusal {
    Refusal::new(rule, format!("{card} is not in this hand"))
}
