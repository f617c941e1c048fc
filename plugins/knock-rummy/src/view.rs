//! What an observer sees and reads.

use parlour_sdk::view::Pick;
use parlour_sdk::{Hand, Line, Observer, Offer, Seat, Shown, View, Zone, ZoneKind};

use crate::KnockRummy;
use crate::action::Action;
use crate::state::{NO_CARD, PACK, Phase, State};

impl KnockRummy {
    pub(crate) fn look(&self, state: &State, observer: Observer) -> View {
        let mut view = View::default();
        for seat in Seat::all(self.seats) {
            view.zones.push(self.hand_zone(state, seat, observer));
        }
        let stock = state.stock();
        view.zones.push(match observer {
            Observer::Referee => Zone::new("stock", ZoneKind::Stack).faces(stock),
            _ => Zone::backs("stock", stock.len()),
        });
        let knocked = (state.knocked != NO_CARD).then(|| match state.knocker {
            Some(knocker) if observer.sees(knocker) => Shown::face(state.knocked),
            _ => Shown::back(),
        });
        let open = state.discards().iter().rev().map(Shown::face);
        view.zones.push(Zone::new("discard", ZoneKind::Stack).holding(knocked.into_iter().chain(open)));
        self.facts(state, &mut view);
        if observer.sees(state.seat) {
            self.ask(state, &mut view);
        }
        view
    }

    fn hand_zone(&self, state: &State, seat: Seat, observer: Observer) -> Zone {
        let hand = state.hand(seat);
        let mut zone = Zone::hand(seat, hand, observer);
        if observer.sees(seat) || state.is_shown() {
            zone = zone.faces(hand);
            // In its turn a seat counts what the best discard will leave.
            let least = match hand.len() > usize::from(self.hand_size) {
                true => self.deadwood.least_after_discard(hand),
                false => self.deadwood.least(hand),
            };
            if state.round > 0 {
                zone = zone.noted(format!("{least} deadwood"));
            }
        } else {
            let known = hand & state.open;
            if !known.is_empty() {
                zone = zone.noted(format!("took {known}"));
            }
        }
        zone
    }

    fn facts(&self, state: &State, view: &mut View) {
        if state.round == 0 {
            return;
        }
        view.fact("upcard", state.upcard);
        if self.params.rounds > 1 {
            view.fact("round", format!("{} of {}", state.round, self.params.rounds));
        }
        if self.params.knock_limit >= 0 {
            view.fact("knock", format!("at most {}", self.params.knock_limit));
        }
        if !state.is_shown() {
            view.fact("turn", self.turn_number(state));
            if state.takes > 1 {
                view.fact("taken in a row", format!("{} of {}", state.takes, self.params.stall_limit));
            }
        }
        if let Some(knocker) = state.knocker {
            view.fact_of(knocker, "knocked", self.deadwood.least(state.hand(knocker)));
        }
    }

    /// What the seat to act is asked.
    fn ask(&self, state: &State, view: &mut View) {
        let (rule, prompt) = match state.phase {
            Phase::Draw if usize::from(state.next) == PACK => {
                ("6", "The stock is empty: take the top discard, or decline and end the round.".to_owned())
            }
            Phase::Draw => ("3", "Draw from the stock, or take the top discard.".to_owned()),
            Phase::Discard => {
                let what = if self.knocks(state).is_empty() { "Discard a card" } else { "Discard a card, or knock" };
                match state.taken {
                    NO_CARD => ("3", format!("{what}.")),
                    taken => ("4", format!("{what}. {taken} was taken and stays.")),
                }
            }
            Phase::Deal | Phase::Settle | Phase::Over => return,
        };
        view.rule = rule.to_owned();
        view.prompt = prompt;
    }

    pub(crate) fn put(&self, state: &State, action: Action, view: &View) -> Offer {
        let top = |zone: &str| view.zone(zone).map(|zone| Pick { zone, piece: 0 });
        let hand = || match view.zone("hand") {
            Some(_) => "hand".to_owned(),
            None => format!("hand {}", state.seat),
        };
        match action {
            Action::Draw => Offer::new("draw").pick(top("stock")),
            Action::Take => Offer::new("take").pick(top("discard")),
            Action::Decline => Offer::new("decline"),
            Action::Discard(card) => Offer::new("discard").pick(view.find(&hand(), card)).onto(view.zone("discard")),
            Action::Knock(card) => Offer::new("knock").pick(view.find(&hand(), card)).onto(view.zone("discard")),
        }
    }

    pub(crate) fn log(&self, before: &State, action: Action, after: &State, observer: Observer) -> Vec<Line> {
        let seat = before.seat;
        let sees = observer.sees(seat);
        let deed = match action {
            Action::Draw => match (after.hand(seat) - before.hand(seat)).first() {
                Some(card) if sees => format!("draw(s) {card}"),
                _ => "draw(s)".to_owned(),
            },
            Action::Take => match before.discards().last() {
                Some(card) => format!("take(s) {card}"),
                None => "take(s)".to_owned(),
            },
            Action::Decline => "decline(s)".to_owned(),
            Action::Discard(card) => format!("discard(s) {card}"),
            Action::Knock(card) if sees => format!("knock(s) with {card} face down"),
            Action::Knock(_) => "knock(s)".to_owned(),
        };
        let mut lines = vec![Line::of(seat, deed)];
        if after.phase == Phase::Settle {
            lines.push(Line::table(self.ending(after)));
            for shown in Seat::all(self.seats) {
                let hand: Hand<_> = after.hand(shown);
                lines.push(Line::of(shown, format!("show(s) {hand}: {} deadwood", self.deadwood.least(hand))));
            }
        }
        lines
    }
}
