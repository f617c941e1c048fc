//! What is worth trying, and what a careless player does.

use parlour_sdk::Legal;

use crate::Mambassa;
use crate::action::{Action, Exchange};
use crate::cards::{Cards, card};
use crate::rank::{Rank, Worth, families};
use crate::state::{Phase, State};

/// A careless player is content with a hand from here on: 25 points of a suit.
const CONTENT: i32 = 25;
/// The most hands that are compared.
const HANDS: usize = 16;

/// Hands that can be had from eight cards, each once, the own first.
struct Hands {
    list: [Cards; HANDS],
    count: usize,
}

impl Hands {
    /// The own hand, and for each suit, rank and sequence that the eight cards have to offer the hand that makes the
    /// most of it with the fewest cards of the monte.
    fn of(own: Cards, monte: Cards, ace_low: bool) -> Self {
        let mut hands = Self { list: [own; HANDS], count: 1 };
        families(own | monte, ace_low, |family| {
            let mut hand = Cards::default();
            for place in family.places().take(4) {
                hand = hand | Cards::at(place);
            }
            for place in (own - hand).places().take(4 - hand.len()) {
                hand = hand | Cards::at(place);
            }
            hands.add(hand);
        });
        hands
    }
    fn add(&mut self, hand: Cards) {
        if self.count < HANDS && !self.iter().any(|other| other == hand) {
            self.list[self.count] = hand;
            self.count += 1;
        }
    }
    fn iter(&self) -> impl Iterator<Item = Cards> {
        self.list.into_iter().take(self.count)
    }
}

impl Mambassa {
    /// The exchanges that make something of a suit, a rank or a sequence; of other choices all.
    pub(crate) fn list_promising(&self, state: &State, out: &mut Legal<'_, Action>) {
        if state.phase != Phase::Exchange {
            self.list(state, out);
            return;
        }
        out.push(Action::Stay);
        let (own, knocks) = (state.hand(state.seat), self.may_knock(state));
        for hand in Hands::of(own, state.monte.cards(), self.params.ace_low_sequences).iter().skip(1) {
            if let Some(exchange) =
                Exchange::new(own - hand, hand - own).filter(|exchange| knocks || !exchange.is_whole())
            {
                out.push(Action::Exchange(exchange));
            }
        }
    }

    /// Takes the best hand in reach, and what is content knocks; what is not draws for a card that does not count.
    pub(crate) fn careless(&self, state: &State) -> Option<Action> {
        let ace_low = self.params.ace_low_sequences;
        let own = state.hand(state.seat);
        match state.phase {
            Phase::Peek => {
                let keeps = Rank::of(state.monte.cards(), ace_low).number() >= CONTENT && self.may_knock(state);
                Some(if keeps { Action::Keep } else { Action::Leave })
            }
            Phase::Exchange => {
                let hands = Hands::of(own, state.monte.cards(), ace_low);
                let best = hands.iter().max_by_key(|&hand| (Rank::of(hand, ace_low), hand == own))?;
                match Exchange::new(own - best, best - own) {
                    Some(exchange) if !exchange.is_whole() || self.may_knock(state) => Some(Action::Exchange(exchange)),
                    _ => Some(Action::Stay),
                }
            }
            Phase::Stayed | Phase::Exchanged => {
                let worth = Worth::of(own, ace_low);
                let content = worth.rank.number() >= CONTENT;
                let ends = state.phase == Phase::Exchanged || self.may_knock(state);
                let beside = (own - worth.counts).places().last().and_then(card);
                match beside {
                    _ if content && state.phase == Phase::Stayed && ends => Some(Action::Done),
                    Some(card) => Some(Action::Draw(card)),
                    None if ends => Some(Action::Done),
                    None => card(own.places().last()?).map(Action::Draw),
                }
            }
            Phase::Deal | Phase::Settle | Phase::Over => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use parlour_sdk::deck::shuffle;
    use parlour_sdk::{Draw, Rng};

    use super::*;
    use crate::cards::PACK;

    #[test]
    fn the_best_hand_within_reach_is_among_those_compared() {
        let mut rng = Rng::new(3);
        let mut places: Vec<u8> = (0..PACK).collect();
        let set = |places: &[u8]| places.iter().fold(Cards::default(), |cards, &place| cards | Cards::at(place));
        let mut kinds = std::collections::BTreeSet::new();
        for round in 0..20_000 {
            // Every second time from the cards of two suits only, where sequences and tris are frequent.
            shuffle(&mut places, &mut rng);
            if round % 2 == 0 {
                places.sort_by_key(|place| place % 4 > 1);
                let close = rng.below(13) as usize;
                places[..20].rotate_left(close);
            }
            let ace_low = rng.below(2) == 0;
            let eight = &places[..8];
            let (own, monte) = (set(&eight[..4]), set(&eight[4..]));
            let fours = (0u32..256).filter(|four| four.count_ones() == 4);
            let all = fours.map(|four| {
                let chosen: Vec<u8> = (0..8).filter(|bit| four >> bit & 1 != 0).map(|bit| eight[bit]).collect();
                Rank::of(set(&chosen), ace_low)
            });
            let hands = Hands::of(own, monte, ace_low);
            let best = hands.iter().map(|hand| Rank::of(hand, ace_low)).max().unwrap();
            assert_eq!(all.max(), Some(best), "{own} with {monte}");
            assert!(hands.iter().all(|hand| hand.len() == 4 && hand.within(own | monte)));
            kinds.insert(best.kind());
        }
        assert!(kinds.len() >= 5, "{kinds:?}");
    }
}
