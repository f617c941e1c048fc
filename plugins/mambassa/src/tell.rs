//! What the log says, and what a finished round shows.

use parlour_sdk::hook::Few;
use parlour_sdk::serde_json::{Map, Value, json};
use parlour_sdk::view::{Group, Line, Observer, Summary};
use parlour_sdk::{MAX_SEATS, Points, Seat};

use crate::Mambassa;
use crate::action::Action;
use crate::rank::{Kind, Worth};
use crate::state::{Phase, State};

impl Mambassa {
    pub(crate) fn log(&self, before: &State, action: Action, after: &State, observer: Observer) -> Vec<Line> {
        let seat = before.seat;
        let deed = match action {
            Action::Keep if observer.sees(seat) => format!("keep(s) {}", after.hand(seat)),
            Action::Keep => "keep(s) the top four cards".to_owned(),
            Action::Leave => "leave(s) the top four cards".to_owned(),
            Action::Stay => "stay(s)".to_owned(),
            Action::Exchange(exchange) => format!("exchange(s) {} for {}", exchange.give(), exchange.take()),
            Action::Draw(card) if observer.sees(seat) => {
                format!("put(s) {card} under the stock and draw(s) {}", after.hand(seat) - before.hand(seat))
            }
            Action::Draw(_) => "put(s) a card under the stock and draw(s)".to_owned(),
            Action::Done => "draw(s) no card".to_owned(),
        };
        let mut lines = vec![Line::of(seat, deed)];
        if before.phase == Phase::Peek {
            lines.push(Line::table(format!("The monte is {}", after.monte.cards())));
        }
        if before.knocked != after.knocked {
            let by_rule = match action {
                Action::Keep => false,
                Action::Exchange(exchange) => !exchange.is_whole(),
                Action::Done => before.phase != Phase::Stayed,
                _ => true,
            };
            let reason = if by_rule { format!(": turn {} counts as one", before.turn) } else { String::new() };
            lines.push(Line::of(seat, format!("knock(s){reason}")));
        }
        if after.phase == Phase::Settle {
            lines.push(match after.declared() {
                Some((declarer, _)) => {
                    let hand = after.hand(declarer);
                    Line::of(declarer, format!("declare(s) a {}: {hand}", kind_of(self.worth(after, declarer))))
                }
                None => Line::table("All hands are shown"),
            });
        }
        lines
    }

    pub(crate) fn worth(&self, state: &State, seat: Seat) -> Worth {
        Worth::of(state.hand(seat), self.params.ace_low_sequences)
    }

    pub(crate) fn sum_up(&self, state: &State, points: &Points) -> Summary {
        let mut hands = vec![Vec::new(); usize::from(self.seats)];
        let mut ranked: Vec<(i32, Seat)> = Vec::with_capacity(MAX_SEATS);
        for seat in state.playing.iter() {
            let (hand, worth) = (state.hand(seat), self.worth(state, seat));
            let faces = |cards: crate::cards::Cards| cards.iter().map(|card| card.to_string()).collect();
            let group = |name: String, cards| Group { name, faces: faces(cards), ..Group::default() };
            let beside = hand - worth.counts;
            hands[seat.index()].push(group(worth.to_string(), worth.counts));
            if !beside.is_empty() {
                hands[seat.index()].push(group("beside it".to_owned(), beside));
            }
            ranked.push((self.hooks.rank_hand(worth.rank.number(), Few::new(hand.iter())), seat));
        }
        let declared = state.declared();
        let declarer = declared.map(|(seat, _)| seat);
        ranked.sort_by_key(|&(rank, seat)| (Some(seat) != declarer, std::cmp::Reverse(rank)));

        let mut lines: Vec<Line> = Vec::with_capacity(MAX_SEATS + 1);
        for (_, seat) in ranked {
            let change = points.get(seat.index()).copied().unwrap_or_default();
            let tokens = i32::from(state.purse.of(seat));
            let out = if tokens + change == 0 { ", out" } else { "" };
            let sum = match change {
                0 => count_of(tokens),
                _ => format!("{tokens} {} = {}", signed(change), count_of(tokens + change)),
            };
            lines.push(Line::table(format!("{{{}}}: {}; {sum}{out}", seat.0, self.worth(state, seat))));
        }
        let pool = i32::from(state.purse.pot());
        let paid: i32 = points.iter().filter(|&&change| change < 0).map(|change| -change).sum();
        let taken: i32 = points.iter().filter(|&&change| change > 0).sum();
        let mut sum = format!("pool: {pool} {}", signed(paid));
        if taken > 0 {
            sum += &format!(" {}", signed(-taken));
        }
        lines.push(Line::table(format!("{sum} = {}", pool + paid - taken)));

        Summary { title: self.title(state, points), hands, lines, facts: facts(state) }
    }

    fn title(&self, state: &State, points: &Points) -> String {
        let payers = points.iter().filter(|&&change| change < 0).count();
        let lowest = if payers == 1 { "the lowest hand pays" } else { "the lowest hands pay" };
        match state.declared() {
            Some((_, rank)) if rank.kind() == Kind::Mambassa => "A Mambassa: every other seat pays".to_owned(),
            Some(_) => format!("A Quarantuna: {lowest}, who declared takes from the pool"),
            None => format!("Showdown: {lowest}"),
        }
    }
}

/// The name of a kind that is declared.
fn kind_of(worth: Worth) -> &'static str {
    if worth.rank.kind() == Kind::Mambassa { "Mambassa" } else { "Quarantuna" }
}

fn count_of(tokens: i32) -> String {
    format!("{tokens} token{}", if tokens == 1 { "" } else { "s" })
}

fn signed(number: i32) -> String {
    format!("{} {}", if number < 0 { '−' } else { '+' }, number.abs())
}

/// What house rules read of the round; seats count from 1.
fn facts(state: &State) -> Map<String, Value> {
    let mut facts = Map::new();
    if let Some(knocker) = state.knocked.iter().next() {
        facts.insert("knocker".to_owned(), json!(knocker.0 + 1));
    }
    if let Some((declarer, rank)) = state.declared() {
        let kind = if rank.kind() == Kind::Mambassa { "mambassa" } else { "quarantuna" };
        facts.insert("declared".to_owned(), json!(kind));
        facts.insert("declarer".to_owned(), json!(declarer.0 + 1));
    }
    facts.insert("pool".to_owned(), json!(state.purse.pot()));
    facts
}
