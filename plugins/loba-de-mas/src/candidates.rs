//! What is worth thinking about.
//!
//! A hand with wild cards has hundreds of escaleras that differ only in which wild card stands where. Of those a search
//! needs one: no wild card where the natural one is in the hand, jokers before twos, which may still be natural.

use parlour_sdk::action::Legal;
use parlour_sdk::{Card, Hand, WildRun};

use crate::Loba;
use crate::action::Action;
use crate::meld::Shape;
use crate::state::State;

/// The wild cards in the order they are used, and what else decides what is worth it.
struct Hold {
    faces: Hand<Card>,
    wilds: Hand<Card>,
    first: Option<Card>,
    second: Option<Card>,
}

impl Hold {
    fn new(game: &Loba, state: &State) -> Self {
        let hand = state.hand();
        let wilds = hand.faces() & game.wilds;
        let (jokers, twos) = (wilds & Hand::of(Card::JOKER), wilds - Hand::of(Card::JOKER));
        let again = (hand.at_least(2) & jokers).chain(twos).chain(hand.at_least(2) & twos);
        let mut order = jokers.chain(again);
        let (first, second) = (order.next(), order.next());
        Self { faces: hand.faces(), wilds, first, second }
    }
    /// Whether a card on a place of a run is natural, or the wild card that is next, which then is used up.
    fn fits(&self, run: WildRun, place: u8, card: Card, next: &mut [Option<Card>]) -> bool {
        let natural = run.stands_for(place);
        if card == natural {
            return true;
        }
        let wild = next[0] == Some(card) && !self.faces.has(natural);
        next.rotate_left(1);
        wild
    }
    fn worth(&self, state: &State, action: Action) -> bool {
        match action {
            Action::Escalera { suit, low, cards } => WildRun::new(suit, low, cards).is_some_and(|run| {
                let mut next = [self.first, self.second, None];
                run.cards().all(|(place, card)| self.fits(run, place, card, &mut next))
            }),
            Action::Add { card, meld, end: Some(end) } => match state.melds.of(state.seat)[usize::from(meld)].shape() {
                Shape::Escalera(run) => {
                    run.beyond(end).is_some_and(|place| self.fits(run, place, card, &mut [self.first]))
                }
                Shape::Pierna(_) => false,
            },
            Action::Discard(card) => {
                let kept = state.kept().map_or(Hand::empty(), Hand::of);
                !self.wilds.has(card) || (self.faces - self.wilds - kept).is_empty()
            }
            Action::Draw
            | Action::Take
            | Action::Pierna { .. }
            | Action::Add { end: None, .. }
            | Action::Move { .. } => true,
        }
    }
}

impl Loba {
    /// Pushes the candidates.
    pub(crate) fn list_candidates(&self, state: &State, out: &mut Legal<'_, Action>) {
        let hold = Hold::new(self, state);
        self.list(state, &mut |action| {
            if hold.worth(state, action) {
                out.push(action);
            }
        });
    }
}
