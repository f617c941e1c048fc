//! What the seat to act may do.

use parlour_sdk::{Action as _, Legal};

use crate::Mambassa;
use crate::action::{Action, Exchange, Lists};
use crate::cards::card;
use crate::state::{Phase, State};

impl Mambassa {
    #[inline]
    pub(crate) fn list(&self, state: &State, out: &mut Legal<'_, Action>) {
        match state.phase {
            Phase::Exchange => self.list_exchanges(state, out),
            Phase::Stayed | Phase::Exchanged => {
                for place in state.hands[state.seat.index()].0 {
                    if let Some(card) = card(place) {
                        out.push(Action::Draw(card));
                    }
                }
                if state.phase == Phase::Exchanged || self.may_knock(state) {
                    out.push(Action::Done);
                }
            }
            Phase::Peek => {
                if self.may_knock(state) {
                    out.push(Action::Keep);
                }
                out.push(Action::Leave);
            }
            Phase::Deal | Phase::Settle | Phase::Over => {}
        }
    }

    #[inline]
    fn list_exchanges(&self, state: &State, out: &mut Legal<'_, Action>) {
        let (own, monte) = (Lists::of(state.hands[state.seat.index()].0), Lists::of(state.monte.0));
        out.push(Action::Stay);
        match out.room() {
            Some(codes) => lay_out(&own, &monte, codes),
            None => {
                let mut codes = [0; EXCHANGES];
                lay_out(&own, &monte, &mut codes);
                codes.into_iter().filter_map(Action::from_code).for_each(|exchange| out.push(exchange));
            }
        }
        if self.may_knock(state) {
            out.push(Action::Exchange(Exchange::of_lists(own.four, monte.four)));
        }
    }
}

/// Exchanges of one, two and three cards.
const EXCHANGES: usize = 4 * 4 + 6 * 6 + 4 * 4;

/// Each list of the hand against each list of the monte that is as long.
#[inline(always)]
fn lay_out(own: &Lists, monte: &Lists, codes: &mut [u64; EXCHANGES]) {
    let (one, rest) = codes.split_at_mut(4 * 4);
    let (two, three) = rest.split_at_mut(6 * 6);
    against(&own.one, &monte.one, one);
    against(&own.two, &monte.two, two);
    against(&own.three, &monte.three, three);
}

#[inline(always)]
fn against<const N: usize>(gives: &[u64; N], takes: &[u64; N], codes: &mut [u64]) {
    for (codes, &give) in codes.as_chunks_mut::<N>().0.iter_mut().zip(gives) {
        *codes = takes.map(|take| Action::Exchange(Exchange::of_lists(give, take)).code());
    }
}
