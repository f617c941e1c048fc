//! What an observer sees, how actions are offered, and what the log says.

use parlour_sdk::{Line, Observer, Offer, Seat, Shown, View, Zone, ZoneKind};

use crate::Moon;
use crate::action::MoonAction;
use crate::play::{name, of_suit};
use crate::state::{MoonState, Phase, SEATS};

const TRICK: &str = "trick";
const MIDDLE: &str = "middle";

impl Moon {
    pub(crate) fn view(&self, state: &MoonState, observer: Observer) -> View {
        let mut view = View::default();
        for seat in Seat::all(SEATS) {
            view.zones.push(Zone::hand(seat, state.hands[seat.index()], observer));
        }
        let winner = state.trick.winner();
        let shown =
            state.on_table().map(|(seat, tile)| Shown { by: Some(seat), marked: seat == winner, ..Shown::face(tile) });
        view.zones.push(Zone::new(TRICK, ZoneKind::Trick).holding(shown));
        self.show_middle(state, observer, &mut view);
        if state.round > 0 {
            // Everybody has seen them, though nobody may look through them.
            view.zones.push(Zone::new("taken", ZoneKind::Stack).faces(state.taken()));
        }
        self.show_facts(state, &mut view);
        if let Some(seat) = self.acting(state).filter(|&seat| observer.sees(seat)) {
            (view.prompt, view.rule) = self.prompt(state, seat);
        }
        view
    }

    /// The middle, where tiles were left over: its top is open only to who buried it.
    fn show_middle(&self, state: &MoonState, observer: Observer, view: &mut View) {
        if self.params.hand_size == 7 {
            return;
        }
        let buried_it = state.is_buried() && state.bidder().is_some_and(|seat| observer.sees(seat));
        let shown = |(depth, tile)| match observer == Observer::Referee || (buried_it && depth == 0) {
            true => Shown::face(tile),
            false => Shown::back(),
        };
        view.zones.push(Zone::new(MIDDLE, ZoneKind::Stack).holding(state.middle.iter().enumerate().map(shown)));
    }

    fn show_facts(&self, state: &MoonState, view: &mut View) {
        let named = matches!(state.phase, Phase::Play | Phase::Settle | Phase::Over) && state.bidder().is_some();
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
            view.fact("tricks", format!("{} : {}", state.tricks[0], state.tricks[1]));
        }
        if state.phase != Phase::Deal {
            view.fact_of(state.first, "first bidder", "yes");
        }
    }

    fn prompt(&self, state: &MoonState, seat: Seat) -> (String, String) {
        let (text, rule) = match state.phase {
            Phase::Auction if state.auction.high() > 0 => {
                (format!("Bid above {}, or pass.", state.auction.high()), "2")
            }
            Phase::Auction => ("Bid the tricks that your side will take, or pass.".to_owned(), "2"),
            Phase::Bury => ("Put one tile back in the middle, face down.".to_owned(), "3"),
            Phase::Name => ("Name trumps.".to_owned(), "3"),
            Phase::Play => (self.play_prompt(state, seat), "4"),
            Phase::Deal | Phase::Settle | Phase::Over => (String::new(), ""),
        };
        (text, rule.to_owned())
    }
    fn play_prompt(&self, state: &MoonState, seat: Seat) -> String {
        let contract = self.contract(state.trump);
        match state.trick.led() {
            None => "Lead a tile.".to_owned(),
            Some(led) if (contract.follow(Some(led)) & state.hands[seat.index()]).is_empty() => {
                "You cannot follow: play any tile.".to_owned()
            }
            Some(led) => format!("You must play {}.", of_suit(contract.led(led), state.trump)),
        }
    }

    pub(crate) fn offered(&self, action: MoonAction, view: &View) -> Offer {
        match action {
            MoonAction::Pass => Offer::new("pass"),
            MoonAction::Bid(_) => Offer::new("bid"),
            MoonAction::Trump(_) => Offer::new("trump"),
            MoonAction::Bury(tile) => Offer::new("bury").pick(view.find("hand", tile)).onto(view.zone(MIDDLE)),
            MoonAction::Play(tile) => Offer::new("play").pick(view.find("hand", tile)).onto(view.zone(TRICK)),
        }
    }

    pub(crate) fn told(
        &self,
        before: &MoonState,
        action: MoonAction,
        after: &MoonState,
        observer: Observer,
    ) -> Vec<Line> {
        let seat = before.to_act;
        let deed = match action {
            MoonAction::Pass => "say(s) pass".to_owned(),
            MoonAction::Bid(number) => format!("bid(s) {number}"),
            MoonAction::Trump(trump) => format!("play(s) with {}", name(trump)),
            MoonAction::Bury(tile) if observer.sees(seat) => format!("put(s) {tile} back in the middle"),
            MoonAction::Bury(_) => "put(s) a tile back in the middle".to_owned(),
            MoonAction::Play(tile) if before.trick.led().is_none() => format!("lead(s) {tile}"),
            MoonAction::Play(tile) => format!("play(s) {tile}"),
        };
        let mut lines = vec![Line::of(seat, deed)];
        match (before.phase, after.phase, after.bidder()) {
            (Phase::Auction, Phase::Settle, _) => lines.push(Line::table("Nobody bids: the tiles are dealt again")),
            (Phase::Auction, Phase::Bury, Some(bidder)) => lines.push(match before.middle.top() {
                Some(tile) if observer.sees(bidder) => Line::of(bidder, format!("take(s) {tile} from the middle")),
                _ => Line::of(bidder, "take(s) a tile from the middle"),
            }),
            (Phase::Play, ..) if after.table.is_empty() => {
                lines.push(Line::of(after.to_act, "take(s) the trick"));
            }
            _ => {}
        }
        lines
    }

    /// The seat to act.
    pub(crate) fn acting(&self, state: &MoonState) -> Option<Seat> {
        (!matches!(state.phase, Phase::Deal | Phase::Settle | Phase::Over)).then_some(state.to_act)
    }
}
