//! What an observer sees, how actions are offered, and what the log says.

use parlour_sdk::{Hand, Line, Observer, Offer, Seat, Shown, View, Zone, ZoneKind};

use crate::Pedro;
use crate::action::PedroAction;
use crate::state::{Gone, PedroState, Phase, SEATS};

const TRICK: &str = "trick";
const KITTY: &str = "kitty";
const DISCARDS: &str = "discards";

impl Pedro {
    pub(crate) fn view(&self, state: &PedroState, observer: Observer) -> View {
        let mut view = View::default();
        for seat in Seat::all(SEATS) {
            view.zones.push(Zone::hand(seat, state.hands[seat.index()], observer));
        }
        view.zones.push(Zone::new(TRICK, ZoneKind::Trick).holding(self.on_table(state)));
        let referee = observer == Observer::Referee;
        let face = |open: bool| move |card| if open { Shown::face(card) } else { Shown::back() };
        let kitty = state.kitty();
        if !kitty.is_empty() {
            view.zones.push(Zone::new(KITTY, ZoneKind::Stack).holding(kitty.iter().map(face(referee))));
        }
        for seat in Seat::all(SEATS) {
            let cards = state.gone.of(Gone::By(seat));
            if !cards.is_empty() {
                let name =
                    if observer == Observer::Seat(seat) { DISCARDS.to_owned() } else { format!("{DISCARDS} {seat}") };
                let shown = cards.map(face(observer.sees(seat)));
                view.zones.push(Zone::new(name, ZoneKind::Row).owned(seat).holding(shown));
            }
        }
        let undealt = state.gone.of(Gone::Undealt);
        if !undealt.is_empty() {
            view.zones.push(Zone::new("undealt", ZoneKind::Row).holding(undealt.map(face(referee))));
        }
        if state.round > 0 {
            // Everybody has seen them, though nobody may look through them.
            view.zones.push(Zone::new("taken", ZoneKind::Stack).faces(state.gone.of(Gone::Taken)));
        }
        self.show_facts(state, &mut view);
        if let Some(seat) = self.acting(state).filter(|&seat| observer.sees(seat)) {
            (view.prompt, view.rule) = self.prompt(state, seat);
        }
        view
    }

    /// The trick, from its leader on, with the card marked that would take it.
    fn on_table(&self, state: &PedroState) -> impl Iterator<Item = Shown> {
        let (leader, winner, contract) = (state.trick.leader(), state.trick.winner(), self.contract(state.trump));
        let best = state.table(winner).max_by_key(|&card| contract.strength(card));
        let seats = (0..SEATS).map(move |place| leader.ahead(place, SEATS));
        seats.flat_map(move |seat| {
            state.table(seat).map(move |card| Shown { by: Some(seat), marked: Some(card) == best, ..Shown::face(card) })
        })
    }

    fn show_facts(&self, state: &PedroState, view: &mut View) {
        let named = !matches!(state.phase, Phase::Auction | Phase::Name) && state.bidder().is_some();
        if named {
            view.fact("trumps", state.trump);
        }
        if let Some(bidder) = state.bidder() {
            view.fact_of(bidder, "bid", state.auction.high());
        }
        if state.phase == Phase::Auction {
            for seat in state.auction.passed().iter() {
                view.fact_of(seat, "bid", "pass");
            }
        }
        if named {
            view.fact("points", format!("{} : {}", state.points[0], state.points[1]));
            for seat in Seat::all(SEATS).filter(|&seat| !state.playing.has(seat)) {
                view.fact_of(seat, "out", "yes");
            }
        }
        view.fact_of(state.dealer, "dealer", "yes");
    }

    fn prompt(&self, state: &PedroState, seat: Seat) -> (String, String) {
        let (text, rule) = match state.phase {
            Phase::Auction if self.is_forced(state) => ("Everybody passed: you must bid.".to_owned(), "R2"),
            Phase::Auction if state.auction.high() > 0 => {
                (format!("Bid above {}, or pass.", state.auction.high()), "3")
            }
            Phase::Auction => ("Bid the points that your side will take, or pass.".to_owned(), "3"),
            Phase::Name => ("Name trumps; then you take the kitty.".to_owned(), "4"),
            Phase::Discard => (self.discard_prompt(state, seat), "5"),
            Phase::Play => (self.play_prompt(state), if self.left_to_play(state) > 1 { "7" } else { "6" }),
            Phase::Deal | Phase::Settle | Phase::Over => (String::new(), ""),
        };
        (text, rule.to_owned())
    }
    fn discard_prompt(&self, state: &PedroState, seat: Seat) -> String {
        let hand = state.hands[seat.index()];
        let above = hand.len().saturating_sub(usize::from(self.params.keep));
        match (hand - self.contract(state.trump).trumps).is_empty() {
            true => format!("All trumps, {above} more than {}: discard some, or keep them.", self.params.keep),
            false => format!("Discard {above} more; cards that are no trumps go first."),
        }
    }
    fn play_prompt(&self, state: &PedroState) -> String {
        let cards = self.left_to_play(state);
        if cards > 1 {
            return format!("Play {cards} cards to this first trick.");
        }
        let contract = self.contract(state.trump);
        match state.trick.led() {
            None => "Lead a card.".to_owned(),
            Some(led) if contract.trumps.has(led) => "You must play a trump.".to_owned(),
            Some(_) => "Play any card.".to_owned(),
        }
    }

    pub(crate) fn offered(&self, action: PedroAction, view: &View) -> Offer {
        let hand = |card| view.find("hand", card);
        match action {
            PedroAction::Pass => Offer::new("pass"),
            PedroAction::Bid(_) => Offer::new("bid"),
            PedroAction::Trump(_) => Offer::new("trump"),
            PedroAction::Keep => Offer::new("keep"),
            PedroAction::Discard(card) => Offer::new("discard").pick(hand(card)),
            PedroAction::Play(card) => Offer::new("play").pick(hand(card)).onto(view.zone(TRICK)),
        }
    }

    pub(crate) fn told(
        &self,
        before: &PedroState,
        action: PedroAction,
        after: &PedroState,
        observer: Observer,
    ) -> Vec<Line> {
        let seat = before.to_act;
        let deed = match action {
            PedroAction::Pass => "say(s) pass".to_owned(),
            PedroAction::Bid(number) => format!("bid(s) {number}"),
            PedroAction::Trump(trump) => format!("name(s) {trump} trumps"),
            PedroAction::Keep => "keep(s) the trumps".to_owned(),
            PedroAction::Discard(card) if observer.sees(seat) => format!("discard(s) {card}"),
            PedroAction::Discard(_) => "discard(s) a card".to_owned(),
            PedroAction::Play(card) if before.trick.led().is_none() => format!("lead(s) {card}"),
            PedroAction::Play(card) => format!("play(s) {card}"),
        };
        let mut lines = vec![Line::of(seat, deed)];
        match (before.phase, after.phase) {
            (Phase::Auction, Phase::Settle) => lines.push(Line::table("Nobody bids: the cards are thrown in")),
            (Phase::Name, _) => lines.push(self.kitty_told(before, seat, observer)),
            (Phase::Play, _) if after.gone.of(Gone::Taken) != before.gone.of(Gone::Taken) => {
                // The winner may have thrown in and passed the lead on, so the trick is taken once more to see whose it is.
                let mut trick = before.trick;
                if let PedroAction::Play(card) = action {
                    trick.play(seat, card, self.contract(before.trump).strength(card));
                }
                lines.push(Line::of(trick.winner(), "take(s) the trick"));
            }
            _ => {}
        }
        let out = Seat::all(SEATS).filter(|&seat| before.playing.has(seat) && !after.playing.has(seat));
        lines.extend(out.map(|seat| Line::of(seat, "throw(s) in, without a trump")));
        lines
    }
    fn kitty_told(&self, before: &PedroState, bidder: Seat, observer: Observer) -> Line {
        let taken: Hand<_> = before.kitty().iter().take(usize::from(self.params.kitty_to_bidder)).collect();
        match (taken.len(), observer.sees(bidder)) {
            (0, _) => Line::table("The kitty stays where it is"),
            (_, true) => Line::of(bidder, format!("take(s) {taken} from the kitty")),
            (1, false) => Line::of(bidder, "take(s) 1 card from the kitty"),
            (count, false) => Line::of(bidder, format!("take(s) {count} cards from the kitty")),
        }
    }

    /// The seat to act.
    pub(crate) fn acting(&self, state: &PedroState) -> Option<Seat> {
        (!matches!(state.phase, Phase::Deal | Phase::Settle | Phase::Over)).then_some(state.to_act)
    }
}
