//! What an observer sees, and how a choice is put to a person.

use parlour_sdk::view::{Observer, Shown, View, Zone, ZoneKind};
use parlour_sdk::{Offer, Seat};

use crate::Mambassa;
use crate::action::Action;
use crate::cards::{Cards, card};
use crate::state::{Phase, State};

impl Mambassa {
    pub(crate) fn view(&self, state: &State, observer: Observer) -> View {
        let mut view = View::default();
        if state.round > 0 {
            view.zones.push(match state.phase {
                Phase::Peek => top_four(state, observer),
                _ => Zone::new("monte", ZoneKind::Fan).faces(state.monte.cards().iter()),
            });
            view.zones.push(stock(state, observer));
            view.zones.extend(state.playing.iter().map(|seat| self.hand_of(state, seat, observer)));
        }
        view.fact("pool", state.purse.pot());
        for seat in Seat::all(self.seats) {
            view.fact_of(seat, "tokens", state.purse.of(seat));
        }
        if state.is_played() {
            view.fact("turn", format!("{} of {}", state.turn, self.params.max_turns));
            for seat in state.playing.iter() {
                let seen = seen_of(state, seat, observer);
                if !seen.is_empty() {
                    view.fact_of(seat, "seen", seen);
                }
            }
            view.rule = match state.phase {
                Phase::Peek => "1",
                _ if state.left > 0 => "3",
                _ => "2",
            }
            .to_owned();
            if observer.sees(state.seat) {
                view.prompt = self.prompt(state);
            }
        } else if state.phase == Phase::Settle {
            view.rule = if state.declared().is_some() { "4" } else { "5" }.to_owned();
        }
        for knocker in state.knocked.iter() {
            view.fact_of(knocker, "knocked", "yes");
        }
        view
    }

    fn prompt(&self, state: &State) -> String {
        let last = if state.left > 0 { " This is your last turn." } else { "" };
        let ask = match state.phase {
            Phase::Peek => "Keep these four cards, which knocks, or leave them for the hand that you were dealt.",
            Phase::Exchange => "Exchange cards with the monte, as many for as many, or stay.",
            Phase::Stayed if state.left == 0 && self.may_knock(state) => {
                "Put a card under the stock and draw, or knock."
            }
            Phase::Stayed if state.left == 0 => "Put a card under the stock and draw.",
            _ => "Put a card under the stock and draw, or be done.",
        };
        format!("{ask}{last}")
    }

    fn hand_of(&self, state: &State, seat: Seat, observer: Observer) -> Zone {
        let unseen = state.phase == Phase::Peek && seat == state.dealer && observer != Observer::Referee;
        let open = !state.is_played() || (observer.sees(seat) && !unseen);
        let mut zone = Zone::hand(seat, state.hand(seat).iter(), observer);
        if open {
            zone = zone.faces(state.hand(seat).iter()).noted(self.worth(state, seat).to_string());
        } else {
            zone.pieces.fill(Shown::back());
        }
        zone
    }

    pub(crate) fn put(&self, state: &State, action: Action, view: &View) -> Offer {
        let pick = |offer: Offer, zone: &str, cards: Cards| {
            cards.iter().fold(offer, |offer, card| offer.pick(view.find(zone, card)))
        };
        match action {
            Action::Keep => pick(Offer::new("keep"), "top four", state.monte.cards()),
            Action::Leave => Offer::new("leave"),
            Action::Stay => Offer::new("stay"),
            Action::Exchange(exchange) => {
                let offer = pick(Offer::new("exchange"), "hand", exchange.give());
                pick(offer, "monte", exchange.take()).onto(view.zone("monte"))
            }
            Action::Draw(card) => Offer::new("draw").pick(view.find("hand", card)).onto(view.zone("stock")),
            Action::Done if state.phase == Phase::Stayed && state.left == 0 => Offer::new("knock"),
            Action::Done => Offer::new("done"),
        }
    }
}

/// The four cards that the dealer looks at.
fn top_four(state: &State, observer: Observer) -> Zone {
    let zone = Zone::new("top four", ZoneKind::Fan).owned(state.dealer);
    if observer.sees(state.dealer) {
        zone.faces(state.monte.cards().iter())
    } else {
        zone.holding([(); 4].map(|()| Shown::back()))
    }
}

/// The stock; a seat sees where the cards lie that it has put there.
fn stock(state: &State, observer: Observer) -> Zone {
    let own = match observer {
        Observer::Seat(seat) => state.trace.by[seat.index()],
        Observer::Public => 0,
        Observer::Referee => u32::MAX,
    };
    let shown = |slot: u8| match card(state.stock.at(slot)) {
        Some(card) if own >> slot & 1 != 0 => Shown::face(card),
        _ => Shown::back(),
    };
    Zone::new("stock", ZoneKind::Stack).holding(state.stock.slots().map(shown))
}

/// The cards that the observer has seen go to a seat, which holds them or has put them under the stock since.
fn seen_of(state: &State, seat: Seat, observer: Observer) -> Cards {
    let traced = match observer {
        Observer::Seat(own) if own != seat => state.trace.of(own),
        _ => state.trace.open,
    };
    traced & (state.hand(seat) | state.stock.cards(state.trace.by[seat.index()]))
}
