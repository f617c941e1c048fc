//! What a round is worth.

use parlour_sdk::hook::face;
use parlour_sdk::serde_json::{Map, Value, json};
use parlour_sdk::view::Group;
use parlour_sdk::{Line, MeldKind, Points, Seat, SeatSet, Stakes, Summary};

use crate::KnockRummy;
use crate::state::{SEATS, State};

/// How the stakes of a round come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The least deadwood of each seat.
    pub deadwood: [i32; SEATS],
    /// The least of all; 0 for a knocker without deadwood.
    pub least: i32,
    /// Who shares what is paid.
    pub winners: SeatSet,
    /// What each seat pays on top of the difference.
    pub extra: [i32; SEATS],
    /// What each seat pays in all.
    pub owed: [i32; SEATS],
    /// What each seat wins, or loses.
    pub stakes: Stakes,
}

impl KnockRummy {
    /// The score of a round in which the seats have this deadwood.
    pub fn score(&self, deadwood: [i32; SEATS], knocker: Option<Seat>, dealer: Seat) -> Score {
        let seats = || Seat::all(self.seats);
        let of = |seat: Seat| deadwood[seat.index()];
        let mut score = Score {
            deadwood,
            least: seats().map(of).min().unwrap_or(0),
            winners: SeatSet::EMPTY,
            extra: [0; SEATS],
            owed: [0; SEATS],
            stakes: Stakes::default(),
        };
        score.winners = seats().filter(|&seat| of(seat) == score.least).collect();
        if let Some(knocker) = knocker {
            if of(knocker) == 0 {
                score.winners = SeatSet::of(knocker);
                seats()
                    .filter(|&seat| seat != knocker)
                    .for_each(|seat| score.extra[seat.index()] = self.params.rummy_bonus);
            } else if of(knocker) > score.least {
                score.extra[knocker.index()] = self.params.undercut_penalty;
            } else if score.winners.len() > 1 {
                score.winners.remove(knocker);
            }
        }
        for seat in seats().filter(|&seat| !score.winners.has(seat)) {
            score.owed[seat.index()] = of(seat) - score.least + score.extra[seat.index()];
        }
        score.stakes.collect(&score.owed, score.winners, dealer, self.seats);
        score
    }

    /// The score of the round that is over.
    pub(crate) fn score_of(&self, state: &State) -> Score {
        self.score(state.hands.map(|hand| self.deadwood.least(hand) as i32), state.knocker, state.dealer)
    }

    pub(crate) fn sum_up(&self, state: &State, points: &Points) -> Summary {
        let score = self.score_of(state);
        let mut lines: Vec<Line> =
            Seat::all(self.seats).map(|seat| Line::of(seat, self.arithmetic(&score, seat))).collect();
        for (seat, (&given, own)) in Seat::all(self.seats).zip(points.iter().zip(score.stakes.0)) {
            if given != own {
                lines.push(Line::of(seat, format!("get(s) {} by a house rule", signed(given))));
            }
        }
        let mut facts = Map::new();
        facts.insert("knocker".into(), state.knocker.map_or(Value::Null, |seat| json!(seat.0 + 1)));
        facts.insert("deadwood".into(), json!(&score.deadwood[..usize::from(self.seats)]));
        facts.insert("upcard".into(), face(state.upcard));
        Summary {
            title: self.ending(state),
            hands: Seat::all(self.seats).map(|seat| self.groups(state, seat)).collect(),
            lines,
            facts,
        }
    }

    /// How the round ended.
    pub(crate) fn ending(&self, state: &State) -> String {
        match state.knocker {
            Some(seat) => match self.deadwood.least(state.hand(seat)) {
                0 => "A knock without deadwood.".to_owned(),
                deadwood => format!("A knock with {deadwood} deadwood."),
            },
            None if state.takes >= self.params.stall_limit => {
                format!("{} turns in a row took the top discard: nobody knocked.", state.takes)
            }
            None => "The stock is empty and the top discard declined: nobody knocked.".to_owned(),
        }
    }

    /// A hand as it is laid out: each meld, then the deadwood.
    fn groups(&self, state: &State, seat: Seat) -> Vec<Group> {
        let arrangement = self.deadwood.arrange(state.hand(seat));
        let melds = arrangement.melds.iter().map(|meld| Group {
            name: if meld.kind == MeldKind::Set { "set" } else { "run" }.to_owned(),
            faces: meld.in_order().map(|card| card.to_string()).collect(),
            note: String::new(),
        });
        let deadwood = Group {
            name: "deadwood".to_owned(),
            faces: arrangement.deadwood.map(|card| card.to_string()).collect(),
            note: arrangement.points.to_string(),
        };
        melds.chain([deadwood]).collect()
    }

    /// What a seat wins or pays, so that a person can check it.
    fn arithmetic(&self, score: &Score, seat: Seat) -> String {
        let (own, least, owed) = (score.deadwood[seat.index()], score.least, score.owed[seat.index()]);
        if !score.winners.has(seat) {
            let extra = if score.extra[seat.index()] == 0 {
                String::new()
            } else {
                format!(" + {}", score.extra[seat.index()])
            };
            let mut winners = score.winners.iter();
            let to = match (winners.next(), winners.next()) {
                (Some(winner), None) => format!(" to {{{}}}", winner.0),
                _ => String::new(),
            };
            return match owed {
                0 => format!("tie(s) at {own} and pay(s) nothing"),
                _ => format!("pay(s) {own} − {least}{extra} = {owed}{to}"),
            };
        }
        let paid: Vec<i32> = score.owed.into_iter().filter(|&owed| owed > 0).collect();
        let sum: i32 = paid.iter().sum();
        let mut total = paid.iter().map(i32::to_string).collect::<Vec<_>>().join(" + ");
        if paid.len() > 1 {
            total = format!("{total} = {sum}");
        }
        let (among, won) = (score.winners.len() as i32, score.stakes.0[seat.index()]);
        match (sum, among) {
            (0, _) => format!("hold(s) the least, {own}: nobody pays"),
            (_, 1) => format!("win(s) with {own}: {total}"),
            _ => {
                let odd = if won > sum / among { " + 1 odd stake" } else { "" };
                format!("share(s) with {own}: {total}, {sum} ÷ {among} = {}{odd}", sum / among)
            }
        }
    }
}

/// A number of stakes with its sign.
fn signed(stakes: i32) -> String {
    if stakes < 0 { format!("−{}", stakes.unsigned_abs()) } else { format!("+{stakes}") }
}
