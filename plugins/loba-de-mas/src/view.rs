//! What an observer sees, how choices are put, what the log says.

use parlour_sdk::meld::End;
use parlour_sdk::view::Pick;
use parlour_sdk::{Card, Line, Observer, Offer, Seat, Shown, View, Zone, ZoneKind};

use crate::Loba;
use crate::action::Action;
use crate::meld::{Meld, Shape, spaced};
use crate::score::{kind, signed};
use crate::state::{Ending, Phase, State};

/// The name of a seat's meld, counting from 0: the observer's own by its number alone, as the notation has it.
fn meld_name(seat: Seat, number: usize, observer: Observer) -> String {
    match observer {
        Observer::Seat(own) if own == seat => format!("meld {}", number + 1),
        _ => format!("meld {} of {seat}", number + 1),
    }
}

fn points(count: i32) -> String {
    if count == 1 { "1 point".to_owned() } else { format!("{} points", signed(count)) }
}

impl Loba {
    pub(crate) fn seen(&self, state: &State, observer: Observer) -> View {
        let mut view = View::default();
        for seat in Seat::all(self.seats) {
            view.zones.push(Zone::hand(seat, state.hands[seat.index()].iter(), observer));
        }
        view.zones.push(match observer {
            Observer::Referee => Zone::new("stock", ZoneKind::Stack).faces(state.stock.iter()),
            Observer::Seat(_) | Observer::Public => Zone::backs("stock", state.stock.len()),
        });
        view.zones.push(if self.params.open_discard {
            Zone::new("discard", ZoneKind::Row).faces(state.discard.iter().rev())
        } else {
            Zone::new("discard", ZoneKind::Stack).faces(state.discard.iter())
        });
        for seat in Seat::all(self.seats) {
            for (number, &meld) in state.melds.of(seat).iter().enumerate() {
                let zone = Zone::new(meld_name(seat, number, observer), ZoneKind::Meld).owned(seat);
                view.zones.push(zone.holding(shown(meld)).noted(signed(self.points.meld(meld))));
            }
            view.fact_of(seat, "melds", signed(self.melds_count(state, seat)));
            if observer.sees(seat) {
                view.fact_of(seat, "hand", signed(-self.hand_cost(state, seat)));
            }
        }
        if state.takes > 1 {
            view.fact("pile taken in a row", format!("{} of {}", state.takes, self.params.stall_limit));
        }
        // Whether another card of the face is held is for the seat's eyes alone.
        if let Some(barred) = state.kept().filter(|_| observer.sees(state.seat)) {
            view.fact("not to be discarded", barred);
        }
        (view.prompt, view.rule) = self.prompt(state);
        view
    }
    fn prompt(&self, state: &State) -> (String, String) {
        let (prompt, rule) = match state.phase {
            Phase::Draw if state.discard.is_empty() => ("Draw a card.", "3"),
            Phase::Draw if self.params.open_discard => ("Draw a card, or take the discard pile.", "3"),
            Phase::Draw => ("Draw a card, or take the top of the discard pile.", "3"),
            Phase::Meld => ("Lay melds or add to yours; a discard ends your turn.", "4"),
            Phase::Settle(_) => ("The round is over.", "6"),
            Phase::Deal | Phase::Over => ("", ""),
        };
        (prompt.to_owned(), rule.to_owned())
    }

    pub(crate) fn offered(&self, state: &State, action: Action, view: &View) -> Offer {
        let observer = Observer::Seat(state.seat);
        let meld = |meld: u8| view.zone(&meld_name(state.seat, usize::from(meld), observer));
        let offer = |verb: &str| picked(view, action, Offer::new(verb));
        match action {
            Action::Draw => offer("draw").pick(first(view, "stock")),
            Action::Take => {
                let pile = view.zone("discard");
                let count = pile.map_or(0, |zone| view.zones[zone].pieces.len());
                let taken = if self.params.open_discard { count } else { count.min(1) };
                let verb = if self.params.open_discard { "take the pile" } else { "take the top" };
                (0..taken).fold(offer(verb), |offer, piece| offer.pick(pile.map(|zone| Pick { zone, piece })))
            }
            Action::Pierna { .. } => offer("lay a pierna"),
            Action::Escalera { .. } => offer("lay an escalera"),
            Action::Add { meld: number, end: None, .. } => offer("add").onto(meld(number)),
            Action::Add { meld: number, end: Some(end), .. } => offer(&format!("add {end}")).onto(meld(number)),
            Action::Move { meld: number, end, .. } => {
                let zone = meld(number);
                let last = |zone: usize| match end {
                    End::Low => 0,
                    End::High => view.zones[zone].pieces.len().saturating_sub(1),
                };
                let wild = zone.map(|zone| Pick { zone, piece: last(zone) });
                offer("move a wild").pick(wild).onto(zone)
            }
            Action::Discard(_) => offer("discard").onto(view.zone("discard")),
        }
    }

    pub(crate) fn told(&self, before: &State, action: Action, after: &State, observer: Observer) -> Vec<Line> {
        let seat = before.seat;
        let after_it = Self::melded(before, action).map(|(meld, _)| meld);
        let counts = after_it.map_or(String::new(), |meld| points(self.points.meld(meld)));
        let laid = after_it.map_or(String::new(), |meld| meld.to_string());
        let deed = match action {
            Action::Draw => match before.stock.top() {
                Some(card) if observer.sees(seat) => format!("draw(s) {card}"),
                _ => "draw(s)".to_owned(),
            },
            Action::Take if self.params.open_discard => {
                format!("take(s) the pile: {}", spaced(before.discard.iter().rev()))
            }
            Action::Take => format!("take(s) the top of the pile: {}", spaced(before.discard.top())),
            Action::Pierna { .. } | Action::Escalera { .. } => {
                let word = after_it.map_or("meld", |meld| kind(meld).word());
                format!("lay(s) the {word} {laid} ({counts})")
            }
            Action::Add { card, .. } => format!("add(s) {card}: {laid} ({counts})"),
            Action::Move { card, .. } => format!("put(s) {card} for a wild, which moves: {laid} ({counts})"),
            Action::Discard(card) => format!("discard(s) {card}"),
        };
        let came = after.ending().filter(|_| before.ending().is_none()).map(|ending| match ending {
            Ending::Out { one_turn: false } => Line::of(seat, "end(s) the round: no card left"),
            Ending::Out { one_turn: true } => Line::of(seat, "end(s) the round in a single turn: no card left"),
            Ending::Stock => Line::table("The round is over: the last card of the stock was drawn."),
            Ending::Stall => {
                Line::table(format!("The round is over: the pile was taken {} times in a row.", after.takes))
            }
        });
        [Line::of(seat, deed)].into_iter().chain(came).collect()
    }
}

/// The first piece of a zone.
fn first(view: &View, zone: &str) -> Option<Pick> {
    let zone = view.zone(zone)?;
    (!view.zones[zone].pieces.is_empty()).then_some(Pick { zone, piece: 0 })
}

/// The offer with the cards of the hand that the action spends, twins apart.
fn picked(view: &View, action: Action, offer: Offer) -> Offer {
    let spent = action.spent();
    spent.iter().enumerate().fold(offer, |offer, (place, card)| {
        let before = spent[..place].iter().filter(|other| *other == card).count();
        offer.pick(view.find("hand", card).map(|first| Pick { piece: first.piece + before, ..first }))
    })
}

/// The cards of a meld, the wild ones with what they stand for.
fn shown(meld: Meld) -> Vec<Shown> {
    match meld.shape() {
        Shape::Pierna(pierna) => pierna.cards().map(Shown::face).collect(),
        Shape::Escalera(run) => {
            let shown = |(place, card): (u8, Card)| Shown {
                stands_for: run.is_wild(place).then(|| run.stands_for(place).to_string()),
                ..Shown::face(card)
            };
            run.cards().map(shown).collect()
        }
    }
}
