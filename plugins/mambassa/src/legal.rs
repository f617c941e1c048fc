//! What the seat to act may do.

use parlour_sdk::Legal;

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
        push_all(&own.one, &monte.one, out);
        push_all(&own.two, &monte.two, out);
        push_all(&own.three, &monte.three, out);
        if self.may_knock(state) {
            push_all(&own.four, &monte.four, out);
        }
    }
}

/// Each list given for each list taken.
#[inline(always)]
fn push_all<const N: usize>(gives: &[u64; N], takes: &[u64; N], out: &mut Legal<'_, Action>) {
    for &give in gives {
        for &take in takes {
            out.push(Action::Exchange(Exchange::of_lists(give, take)));
        }
    }
}
