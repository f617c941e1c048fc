//! What a seat can infer from: all that lies open, its own hand, and how many cards lie hidden where.

use parlour_sdk::{Card, Hand, Rng, Seat, deck};

use crate::KnockRummy;
use crate::state::{NO_CARD, PACK, State};

/// What a seat knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Knowledge {
    /// Whose knowledge it is.
    seat: Seat,
    /// The table with every hidden card left out: the stock is of no cards, the other hands are of cards that were
    /// taken from the discard pile.
    seen: State,
    /// How many cards each seat holds that are not known.
    hidden: [u8; crate::state::SEATS],
}

impl Knowledge {
    /// What is known of a seat's hand.
    pub fn known(&self, seat: Seat) -> Hand<Card> {
        self.seen.hand(seat)
    }
    /// How many cards more that seat holds.
    pub fn hidden(&self, seat: Seat) -> usize {
        self.hidden.get(seat.index()).copied().unwrap_or(0).into()
    }
}

impl KnockRummy {
    pub(crate) fn knowledge(&self, state: &State, seat: Seat) -> Knowledge {
        let mut seen = *state;
        seen.cards[usize::from(state.discards).min(PACK)..].fill(NO_CARD);
        for other in Seat::all(self.seats).filter(|&other| other != seat) {
            seen.hands[other.index()] &= state.open;
        }
        // A knocker who puts down a card that was open in the hand shows which it was: it is no longer there.
        if state.knocker != Some(seat) && !state.open.has(state.knocked) {
            seen.knocked = NO_CARD;
        }
        let hidden = std::array::from_fn(|seat| (state.hands[seat].len() - seen.hands[seat].len()) as u8);
        Knowledge { seat, seen, hidden }
    }

    /// Every arrangement of the hidden cards over the hidden places agrees with the knowledge, so a shuffle makes each
    /// as likely. Nothing is inferred from what others did.
    pub(crate) fn arrangement(&self, knowledge: &Knowledge, rng: &mut Rng) -> State {
        let mut state = knowledge.seen;
        if state.round == 0 {
            return state;
        }
        let known = state.hands.iter().fold(Hand::of(state.knocked), |known, &hand| known | hand);
        let known = state.discards().iter().fold(known, |known, &card| known | Hand::of(card));
        let mut buffer = [NO_CARD; PACK];
        let mut count = 0;
        for card in Card::pack().filter(|&card| !known.has(card)) {
            buffer[count] = card;
            count += 1;
        }
        deck::shuffle(&mut buffer[..count], rng);
        let mut cards = buffer[..count].iter().copied();
        for (hand, &hidden) in state.hands.iter_mut().zip(&knowledge.hidden) {
            cards.by_ref().take(hidden.into()).for_each(|card| hand.insert(card));
        }
        if state.knocker.is_some() && state.knocked == NO_CARD {
            state.knocked = cards.next().unwrap_or(NO_CARD);
        }
        for (place, card) in state.cards.iter_mut().skip(state.next.into()).zip(cards) {
            *place = card;
        }
        state
    }
}
