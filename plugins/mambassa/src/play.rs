//! The deal, the turns, the knock.

use parlour_sdk::game::Place;
use parlour_sdk::{ItalianCard, MAX_SEATS, Refusal, SeatSet};

use crate::Mambassa;
use crate::action::{Action, Exchange};
use crate::cards::{Cards, Four, place};
use crate::rank::Rank;
use crate::state::{Phase, State};
use crate::trace::{Stock, Trace};

impl Mambassa {
    /// Four cards to each seat still in, the dealer last; the rest is the stock.
    pub(crate) fn places(&self, state: &State) -> Vec<Place> {
        let playing = state.purse.solvent();
        let seats = std::iter::successors(playing.right_of(state.dealer, self.seats), |&seat| {
            playing.right_of(seat, self.seats)
        });
        let hands = seats.take(playing.len()).flat_map(|seat| [Place::Hand(seat); 4]);
        hands.chain(std::iter::repeat(Place::Pile("stock"))).take(Cards::ALL.len()).collect()
    }

    pub(crate) fn deal_out(&self, state: &mut State, pieces: &[ItalianCard]) {
        let playing = state.purse.solvent();
        state.playing = playing;
        state.round += 1;
        state.hands = [Four::NONE; MAX_SEATS];
        let (fours, _) = pieces.as_chunks::<4>();
        let mut fours = fours.iter().map(|four| Four::of(four.iter().copied().collect()));
        let mut seat = state.dealer;
        for four in fours.by_ref().take(playing.len()) {
            seat = state.right_of(seat);
            state.hands[seat.index()] = four;
        }
        state.monte = fours.next().unwrap_or(Four::NONE);
        state.stock = Stock::of(pieces.iter().skip(4 * playing.len() + 4).map(|&card| place(card)));
        state.trace = Trace::NONE;
        (state.turn, state.left, state.knocked) = (1, 0, SeatSet::EMPTY);
        (state.phase, state.seat) = (Phase::Peek, state.dealer);
        if !self.params.dealer_peek {
            self.form_monte(state);
        }
    }

    /// The monte lies open: hands are declared (R2), or the seat at the dealer's right begins.
    fn form_monte(&self, state: &mut State) {
        state.seat = state.right_of(state.dealer);
        state.phase = if state.declared().is_some() { Phase::Settle } else { Phase::Exchange };
    }

    /// Plays an action; one that the moment does not allow changes nothing.
    #[inline]
    pub(crate) fn act(&self, state: &mut State, action: Action) {
        match (action, state.phase) {
            (Action::Exchange(exchange), Phase::Exchange) => self.exchange(state, exchange),
            (Action::Draw(card), Phase::Stayed | Phase::Exchanged) => self.draw(state, place(card)),
            (Action::Done, Phase::Stayed) => self.end_turn(state, true),
            (Action::Done, Phase::Exchanged) => self.end_turn(state, false),
            (Action::Stay, Phase::Exchange) => state.phase = Phase::Stayed,
            (Action::Keep, Phase::Peek) => {
                std::mem::swap(&mut state.hands[state.dealer.index()], &mut state.monte);
                state.knocked = SeatSet::of(state.dealer);
                state.left = state.playing.len() as u8 - 1;
                self.form_monte(state);
            }
            (Action::Leave, Phase::Peek) => self.form_monte(state),
            _ => {}
        }
    }

    #[inline]
    fn exchange(&self, state: &mut State, exchange: Exchange) {
        let (seat, give, take) = (state.seat, exchange.give(), exchange.take());
        let (hand, monte) = (state.hand(seat), state.monte.cards());
        if !give.within(hand) || !take.within(monte) {
            return;
        }
        let hand = (hand - give) | take;
        state.hands[seat.index()] = Four::of(hand);
        state.monte = Four::of((monte - take) | give);
        state.trace.exchange(seat, give, take);
        if Rank::declared(hand).is_some() {
            state.phase = Phase::Settle;
        } else if exchange.is_whole() {
            self.end_turn(state, true);
        } else {
            state.phase = Phase::Exchanged;
        }
    }

    #[inline]
    fn draw(&self, state: &mut State, put: u8) {
        let seat = state.seat;
        let hand = state.hand(seat);
        if !Cards::at(put).within(hand) {
            return;
        }
        let (drawn, slot) = state.stock.turn(put);
        state.trace.draw(seat, drawn, slot, &state.stock, |of| state.hands[of.index()].cards());
        let hand = (hand - Cards::at(put)) | Cards::at(drawn);
        state.hands[seat.index()] = Four::of(hand);
        if Rank::declared(hand).is_some() {
            state.phase = Phase::Settle;
        } else {
            self.end_turn(state, false);
        }
    }

    #[inline]
    fn end_turn(&self, state: &mut State, knocks: bool) {
        if state.left > 0 {
            state.left -= 1;
            if state.left == 0 {
                state.phase = Phase::Settle;
                return;
            }
        } else if knocks || state.turn >= self.params.max_turns {
            state.knocked = SeatSet::of(state.seat);
            state.left = state.playing.len() as u8 - 1;
        }
        // The dealer is the last in each lap.
        state.turn += u8::from(state.seat == state.dealer);
        state.seat = state.right_of(state.seat);
        state.phase = Phase::Exchange;
    }

    /// Whether the seat to act may knock just now.
    #[inline]
    pub(crate) fn may_knock(&self, state: &State) -> bool {
        match state.phase {
            Phase::Peek => self.hooks.may_knock(true, state.seat, 0),
            _ if state.left > 0 || state.turn >= self.params.max_turns => true,
            _ => self.hooks.may_knock(true, state.seat, state.turn),
        }
    }

    pub(crate) fn reason(&self, state: &State, action: Action) -> Refusal {
        let no_knock = || Refusal::new("3", "a house rule does not let this seat knock now");
        match (state.phase, action) {
            (Phase::Peek, Action::Keep) => no_knock(),
            (Phase::Peek, _) => Refusal::new("1", "the dealer first keeps or leaves the top four cards"),
            (_, Action::Keep | Action::Leave) => {
                Refusal::new("1", "only the dealer keeps or leaves, before the first turn")
            }
            (Phase::Exchange, Action::Exchange(exchange)) => {
                let (missing, absent) =
                    (exchange.give() - state.hand(state.seat), exchange.take() - state.monte.cards());
                if !missing.is_empty() {
                    Refusal::new("2", format!("{missing} is not in the hand"))
                } else if !absent.is_empty() {
                    Refusal::new("2", format!("{absent} is not in the monte"))
                } else {
                    no_knock()
                }
            }
            (Phase::Exchange, _) => Refusal::new("2", "a turn begins with an exchange or with `stay`"),
            (_, Action::Stay | Action::Exchange(_)) => {
                Refusal::new("2", "the exchange of this turn is made: `draw` a card or be `done`")
            }
            (_, Action::Draw(card)) => Refusal::new("2", format!("{card} is not in the hand")),
            (_, Action::Done) => no_knock(),
        }
    }
}
