//! Scoring a round and ending the game.

use std::cmp::Ordering;

use parlour_sdk::hook::HookValue as _;
use parlour_sdk::serde_json::{Map, Value as Json, json};
use parlour_sdk::view::Group;
use parlour_sdk::{Line, Points, Seat, SeatSet, Sides, Standing, Summary};

use crate::Pedro;
use crate::state::{Gone, PedroState, Phase, SEATS};

impl Pedro {
    /// Whether the bidding side took the points that it bid.
    fn made(state: &PedroState, bidder: Seat) -> bool {
        state.points[PedroState::side(bidder)] >= state.auction.high()
    }

    pub(crate) fn settled(&self, state: &PedroState) -> Points {
        let mut points = Points::zero(2);
        let Some(bidder) = state.bidder() else { return points };
        for side in 0..2 {
            points[side] = i32::from(state.points[side]);
        }
        if !Self::made(state, bidder) {
            points[PedroState::side(bidder)] = -i32::from(state.auction.high());
        }
        points
    }

    pub(crate) fn ended(&self, state: &PedroState) -> Option<SeatSet> {
        let [one, other] = state.totals;
        let side = |side: usize| SeatSet::of(Seat(side as u8));
        let ahead = match one.cmp(&other) {
            Ordering::Greater => side(0),
            Ordering::Less => side(1),
            Ordering::Equal => SeatSet::all(2),
        };
        let lost = state.totals.map(|total| self.params.lose_at < 0 && total <= self.params.lose_at);
        let there = state.totals.map(|total| total >= self.params.target);
        let bidding = state.bidder().map(PedroState::side);
        let on_bid = state.bidder().filter(|&bidder| Self::made(state, bidder)).map(PedroState::side);
        let own_end = match lost {
            [true, true] => Some(ahead),
            [true, false] => Some(side(1)),
            [false, true] => Some(side(0)),
            [false, false] if self.params.must_win_on_bid => on_bid.filter(|&side| there[side]).map(side),
            [false, false] if there == [false, false] => None,
            [false, false] if one == other => bidding.map(side),
            [false, false] => Some(ahead),
        };
        own_end.or_else(|| (state.round >= self.params.max_rounds).then_some(ahead))
    }

    pub(crate) fn stands(&self, state: &PedroState) -> Standing {
        let over = state.phase == Phase::Over;
        let winners = Sides::Partners.seats_of(state.winners, SEATS);
        Standing {
            round: state.round.into(),
            dealer: state.dealer,
            totals: state.totals.to_vec(),
            winners: if over { winners.iter().collect() } else { Vec::new() },
            payout: if over { vec![0; usize::from(SEATS)] } else { Vec::new() },
        }
    }

    pub(crate) fn summarise(&self, state: &PedroState, points: &Points) -> Summary {
        let hands = vec![Vec::<Group>::new(); usize::from(SEATS)];
        let Some(bidder) = state.bidder() else {
            let title = "Nobody bid; the cards are thrown in.".to_owned();
            return Summary { title, hands, facts: facts(state, None), ..Summary::default() };
        };
        let (bidding, bid, made) = (PedroState::side(bidder), state.auction.high(), Self::made(state, bidder));
        let own = self.settled(state);
        let pair = |side: usize| format!("{{{}}} and {{{}}}", side, side + 2);
        let scoring = self.contract(state.trump).scoring & state.gone.of(Gone::Taken);
        let line = |side: usize| {
            let taken = state.points[side];
            let reason = match (side == bidding, made) {
                (true, true) => format!("at least {bid}, so they score {taken}"),
                (true, false) => format!("less than {bid}, so they lose {bid}"),
                (false, _) => format!("they score {taken}"),
            };
            let house = if own[side] == points[side] { String::new() } else { ", a house rule apart".to_owned() };
            let (before, change) = (state.totals[side], points[side]);
            let sign = if change < 0 { '−' } else { '+' };
            let after = before.saturating_add(change);
            let sum = format!("{before} {sign} {} = {after}", change.unsigned_abs());
            Line::table(format!("{} took {taken}: {reason}{house}; {sum}", pair(side)))
        };
        let outcome = if made { "was made" } else { "failed" };
        Summary {
            title: format!("The bid of {bid} with {} as trumps {outcome}.", state.trump),
            hands,
            lines: vec![
                Line::table(format!("{{{}}} bid {bid}; taken were {scoring}", bidder.0)),
                line(bidding),
                line(1 - bidding),
            ],
            facts: facts(state, Some(bidder)),
        }
    }
}

/// What house rules read of a round besides its points.
fn facts(state: &PedroState, bidder: Option<Seat>) -> Map<String, Json> {
    let mut facts = Map::new();
    facts.insert("taken".into(), json!(state.points));
    if let Some(bidder) = bidder {
        facts.insert("bidder".into(), json!(bidder.0));
        facts.insert("bid".into(), json!(state.auction.high()));
        facts.insert("trump".into(), parlour_sdk::Suit::describe(state.trump.to_code()).unwrap_or_default());
    }
    facts
}
