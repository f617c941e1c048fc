//! Scoring a round and ending the game.

use parlour_sdk::hook::HookValue as _;
use parlour_sdk::serde_json::{Map, Value as Json, json};
use parlour_sdk::{Line, Points, Seat, SeatSet, Sides, Standing, Summary};

use crate::Moon;
use crate::hooks::Trump;
use crate::play::name;
use crate::state::{MoonState, Phase, SEATS};

impl Moon {
    /// Whether the bidding side took the tricks that it bid (R2: all of them for the moon).
    fn made(&self, state: &MoonState, bidder: Seat) -> bool {
        let (taken, bid) = (state.tricks[MoonState::side(bidder)], state.auction.high());
        let needed = if bid == u16::from(self.params.moon_bid) { u16::from(self.params.hand_size) } else { bid };
        u16::from(taken) >= needed
    }

    pub(crate) fn points(&self, state: &MoonState) -> Points {
        let mut points = Points::zero(2);
        let Some(bidder) = state.bidder() else { return points };
        let (side, bid) = (MoonState::side(bidder), state.auction.high());
        points[side] = match self.made(state, bidder) {
            true if bid == u16::from(self.params.moon_bid) => i32::from(bid),
            true => i32::from(state.tricks[side]),
            false => -i32::from(bid),
        };
        if self.params.opponents_score {
            points[1 - side] = i32::from(state.tricks[1 - side]);
        }
        points
    }

    pub(crate) fn ended(&self, state: &MoonState) -> Option<SeatSet> {
        let [one, other] = state.totals;
        let target = self.params.target;
        let made = state.bidder().filter(|&bidder| self.params.bidder_goes_out && self.made(state, bidder));
        let ahead = match one.cmp(&other) {
            std::cmp::Ordering::Greater => Some(SeatSet::of(Seat(0))),
            std::cmp::Ordering::Less => Some(SeatSet::of(Seat(1))),
            std::cmp::Ordering::Equal => None,
        };
        let own_end = match (one >= target, other >= target, made) {
            (true, true, Some(bidder)) => Some(SeatSet::of(Seat(MoonState::side(bidder) as u8))),
            (false, false, _) => None,
            _ => ahead,
        };
        let last_round = state.round >= self.params.max_rounds;
        own_end.or_else(|| last_round.then(|| ahead.unwrap_or(SeatSet::all(2))))
    }

    pub(crate) fn stands(&self, state: &MoonState) -> Standing {
        let over = state.phase == Phase::Over;
        let winners = Sides::Partners.seats_of(state.winners, SEATS);
        Standing {
            round: state.round.into(),
            dealer: state.first,
            totals: state.totals.to_vec(),
            winners: if over { winners.iter().collect() } else { Vec::new() },
            payout: if over { vec![0; usize::from(SEATS)] } else { Vec::new() },
        }
    }

    pub(crate) fn summarise(&self, state: &MoonState, points: &Points) -> Summary {
        let hands = vec![Vec::new(); usize::from(SEATS)];
        let Some(bidder) = state.bidder() else {
            let title = "Nobody bid; the tiles are dealt again.".to_owned();
            return Summary { title, hands, facts: facts(state, None), ..Summary::default() };
        };
        let (side, bid, made) = (MoonState::side(bidder), state.auction.high(), self.made(state, bidder));
        let moon = bid == u16::from(self.params.moon_bid);
        let asked = if moon { format!("all {} tricks", self.params.hand_size) } else { tricks(bid as u8) };
        let outcome = if made { "was made" } else { "failed" };
        let own = self.points(state);
        let value = |side: usize| match own[side] == points[side] {
            true => signed(points[side]),
            false => format!("{}, by a house rule {}", signed(own[side]), signed(points[side])),
        };
        let reason = match (made, moon) {
            (true, false) => "a point for each trick".to_owned(),
            (true, true) => "the bid is won".to_owned(),
            (false, _) => "the bid is lost".to_owned(),
        };
        let others = if self.params.opponents_score { "a point for each trick" } else { "nothing for the other side" };
        let pair = |side: usize| format!("{{{}}} and {{{}}}", side, side + 2);
        let line = |side: usize, reason: &str| {
            let (before, after) = (state.totals[side], state.totals[side].saturating_add(points[side]));
            let taken = tricks(state.tricks[side]);
            let sum = format!("{before} {} = {after}", added(points[side]));
            Line::table(format!("{} took {taken}: {reason}, {}; {sum}", pair(side), value(side)))
        };
        Summary {
            title: format!("The bid of {bid} with {} {outcome}.", name(state.trump)),
            hands,
            lines: vec![
                Line::table(format!("{{{}}} bid {bid}: {} needed {asked}", bidder.0, pair(side))),
                line(side, &reason),
                line(1 - side, others),
            ],
            facts: facts(state, Some(bidder)),
        }
    }
}

/// What house rules read of a round besides its points.
fn facts(state: &MoonState, bidder: Option<Seat>) -> Map<String, Json> {
    let mut facts = Map::new();
    facts.insert("tricks".into(), json!(state.tricks));
    if let Some(bidder) = bidder {
        facts.insert("bidder".into(), json!(bidder.0));
        facts.insert("bid".into(), json!(state.auction.high()));
        facts.insert("trump".into(), Trump::describe(state.trump.to_code()).unwrap_or_default());
    }
    facts
}

fn tricks(count: u8) -> String {
    if count == 1 { "1 trick".to_owned() } else { format!("{count} tricks") }
}
fn signed(points: i32) -> String {
    if points < 0 { format!("−{}", points.unsigned_abs()) } else { format!("+{points}") }
}
fn added(points: i32) -> String {
    if points < 0 { format!("− {}", points.unsigned_abs()) } else { format!("+ {points}") }
}
