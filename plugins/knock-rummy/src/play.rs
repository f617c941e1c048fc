//! The course of a round: deal, draw, discard, knock.

use parlour_sdk::{Card, Hand, Legal, Place, Refusal, Seat};

use crate::KnockRummy;
use crate::action::Action;
use crate::state::{NO_CARD, PACK, Phase, SEATS, State};

impl KnockRummy {
    /// The seat and the place of each card of the pack: one at a time from the dealer's left, then the upcard, then the
    /// stock.
    pub(crate) fn places(&self, dealer: Seat) -> Vec<Place> {
        let hands = (0..self.hand_size).flat_map(|_| dealer.around(self.seats)).map(Place::Hand);
        let stock = std::iter::repeat(Place::Pile("stock"));
        hands.chain([Place::Pile("discard")]).chain(stock).take(PACK).collect()
    }

    pub(crate) fn deal_round(&self, state: &mut State, pieces: &[Card]) {
        let seats = usize::from(self.seats);
        let (dealt, rest) = pieces.split_at((seats * usize::from(self.hand_size)).min(pieces.len()));
        let mut hands = [Hand::empty(); SEATS];
        let mut seat = state.dealer;
        for &card in dealt {
            seat = seat.left(self.seats);
            hands[seat.index()].insert(card);
        }
        let upcard = rest.first().copied().unwrap_or(NO_CARD);
        let next = PACK.saturating_sub(rest.len()) + 1;
        state.cards = [NO_CARD; PACK];
        state.cards[0] = upcard;
        for (place, &card) in state.cards.iter_mut().skip(next).zip(rest.iter().skip(1)) {
            *place = card;
        }
        *state = State {
            cards: state.cards,
            hands,
            totals: state.totals,
            round: state.round + 1,
            discards: 1,
            next: next as u8,
            phase: Phase::Draw,
            seat: state.dealer.left(self.seats),
            upcard,
            ..State::new(state.dealer)
        };
    }

    #[inline]
    pub(crate) fn list(&self, state: &State, out: &mut Legal<'_, Action>) {
        match state.phase {
            Phase::Draw => {
                if usize::from(state.next) < PACK {
                    out.push(Action::Draw);
                    out.push(Action::Take);
                } else {
                    out.push(Action::Take);
                    out.push(Action::Decline);
                }
            }
            Phase::Discard => {
                let free = state.hand(state.seat) - Hand::of(state.taken);
                free.for_each(|card| out.push(Action::Discard(card)));
                self.knocks(state).for_each(|card| out.push(Action::Knock(card)));
            }
            Phase::Deal | Phase::Settle | Phase::Over => {}
        }
    }

    /// The cards that the seat may put down in a knock.
    #[inline]
    pub(crate) fn knocks(&self, state: &State) -> Hand<Card> {
        let hand = state.hand(state.seat);
        let free = hand - Hand::of(state.taken);
        if self.asks_knock {
            return self.asked_knocks(state, free);
        }
        if self.turn_number(state) < self.params.knock_from_turn {
            return Hand::empty();
        }
        match u32::try_from(self.params.knock_limit) {
            Ok(limit) => self.deadwood.discards_within(hand, limit) & free,
            Err(_) => free,
        }
    }

    /// The same, each knock put to the house. Cards that leave the same deadwood are asked for once.
    #[cold]
    fn asked_knocks(&self, state: &State, free: Hand<Card>) -> Hand<Card> {
        let hand = state.hand(state.seat);
        let turn = self.turn_number(state);
        let mut asked = [(0, false); PACK];
        let mut count = 0;
        let mut may_knock = |card| {
            let deadwood = self.deadwood.least(hand - Hand::of(card)) as i32;
            if let Some(&(_, answer)) = asked[..count].iter().find(|&&(left, _)| left == deadwood) {
                return answer;
            }
            let base = turn >= self.params.knock_from_turn && self.is_within_limit(deadwood);
            let answer = self.hooks.may_knock(base, state.seat, deadwood, i32::from(turn), state.upcard);
            asked[count] = (deadwood, answer);
            count += 1;
            answer
        };
        free.filter(|&card| may_knock(card)).collect()
    }

    fn is_within_limit(&self, deadwood: i32) -> bool {
        self.params.knock_limit < 0 || deadwood <= self.params.knock_limit
    }

    /// Which turn of the seat to act this is in the round, from 1.
    #[inline]
    pub(crate) fn turn_number(&self, state: &State) -> u16 {
        state.turns / u16::from(self.seats) + 1
    }

    #[inline]
    pub(crate) fn act(&self, state: &mut State, action: Action) {
        let seat = state.seat.index() % SEATS;
        match action {
            Action::Draw => {
                let Some(&card) = state.stock().first() else { return };
                state.next += 1;
                state.hands[seat].insert(card);
                state.takes = 0;
                state.phase = Phase::Discard;
            }
            Action::Take => {
                let Some(&card) = state.discards().last() else { return };
                state.discards -= 1;
                state.hands[seat].insert(card);
                state.open.insert(card);
                state.taken = card;
                state.takes = state.takes.saturating_add(1);
                state.phase = Phase::Discard;
            }
            Action::Decline => self.end(state),
            Action::Discard(card) => {
                let Some(place) = state.cards.get_mut(usize::from(state.discards)) else { return };
                *place = card;
                state.discards += 1;
                state.hands[seat].remove(card);
                state.open.remove(card);
                if state.takes >= self.params.stall_limit {
                    return self.end(state);
                }
                state.taken = NO_CARD;
                state.turns = state.turns.saturating_add(1);
                state.seat = state.seat.left(self.seats);
                state.phase = Phase::Draw;
            }
            Action::Knock(card) => {
                state.hands[seat].remove(card);
                state.knocked = card;
                state.knocker = Some(state.seat);
                self.end(state);
            }
        }
    }

    /// Ends the round: all show their hands. A card put down in the knock stays open only if it was before.
    fn end(&self, state: &mut State) {
        state.open = state.hands.iter().fold(state.open, |open, &hand| open | hand);
        state.taken = NO_CARD;
        state.phase = Phase::Settle;
    }

    pub(crate) fn reason(&self, state: &State, action: Action) -> Refusal {
        let hand = state.hand(state.seat);
        match (state.phase, action) {
            (Phase::Draw, Action::Discard(_) | Action::Knock(_)) => {
                Refusal::new("3", "draw a card or take the top discard first")
            }
            (Phase::Draw, Action::Draw) => Refusal::new("6", "the stock is empty: take the top discard or decline"),
            (Phase::Draw, _) => Refusal::new("6", "only when the stock is empty may a seat decline"),
            (Phase::Discard, Action::Draw | Action::Take | Action::Decline) => {
                Refusal::new("3", "a card was drawn in this turn: discard or knock")
            }
            (Phase::Discard, Action::Discard(card) | Action::Knock(card)) if !hand.has(card) => {
                Refusal::new("3", format!("{card} is not in the hand"))
            }
            (Phase::Discard, Action::Discard(card) | Action::Knock(card)) if card == state.taken => {
                Refusal::new("4", format!("{card} was taken from the discard pile in this turn and stays in the hand"))
            }
            (Phase::Discard, Action::Knock(card)) => {
                let (turn, first) = (self.turn_number(state), self.params.knock_from_turn);
                let deadwood = self.deadwood.least(hand - Hand::of(card)) as i32;
                if turn < first {
                    Refusal::new("5", format!("a seat may knock from its turn {first} on, this is its turn {turn}"))
                } else if !self.is_within_limit(deadwood) {
                    let limit = self.params.knock_limit;
                    Refusal::new("5", format!("that leaves {deadwood} deadwood, to knock it may be {limit} at most"))
                } else {
                    Refusal::new("5", format!("a house rule does not let this seat knock with {deadwood} deadwood"))
                }
            }
            (Phase::Discard, Action::Discard(_)) => Refusal::new("3", "the card cannot be discarded now"),
            (Phase::Deal | Phase::Settle | Phase::Over, _) => Refusal::new("3", "no seat is to act now"),
        }
    }
}
