//! What each observer sees, is told and knows; imagined states.

use std::collections::BTreeSet;

use super::{Case, Check, ensure, has_rule};
use crate::action::Action;
use crate::engine::all_actions;
use crate::game::{Game, Turn};
use crate::rng::Rng;
use crate::seat::Seat;
use crate::view::{Observer, View, ZoneKind};

impl<G: Game> Case<'_, G> {
    /// The views of all observers are well formed.
    pub(super) fn seen(&self, state: &G::State) -> Check {
        let seats = Seat::all(self.at.seats).map(Observer::Seat);
        for observer in seats.chain([Observer::Public, Observer::Referee]) {
            let view = self.game_of().show(state, observer);
            self.well_formed(&view, observer)?;
            let again = self.game_of().show(state, observer);
            ensure!(self, view == again, View, "{observer:?} to see the same twice; {}", difference(&view, &again));
        }
        Ok(())
    }
    fn well_formed(&self, view: &View, observer: Observer) -> Check {
        let mut names = BTreeSet::new();
        let at_table = |seat: Option<Seat>| seat.is_none_or(|seat| seat.0 < self.at.seats);
        for zone in &view.zones {
            let name = &zone.name;
            ensure!(self, !name.is_empty(), View, "a name for each zone that {observer:?} sees");
            ensure!(self, names.insert(name), View, "one zone called `{name}` in the view of {observer:?}");
            ensure!(self, at_table(zone.owner), View, "an owner at the table for `{name}`");
            for shown in &zone.pieces {
                for face in shown.face.iter().chain(&shown.stands_for) {
                    ensure!(self, face.parse::<G::Piece>().is_ok(), View, "faces in `{name}`, `{face}` is none");
                }
                ensure!(self, at_table(shown.by), View, "pieces in `{name}` put there by seats of the table");
            }
        }
        if let Observer::Seat(seat) = observer {
            let own = |zone: &&crate::view::Zone| zone.kind == ZoneKind::Hand && zone.owner == Some(seat);
            let mut hands = view.zones.iter().filter(own).peekable();
            let called = hands.peek().is_none() || hands.any(|zone| zone.name == "hand");
            ensure!(self, called, View, "the own hand of seat {} to be called `hand`", seat.0);
        }
        for fact in &view.facts {
            ensure!(
                self,
                !fact.name.is_empty() && at_table(fact.seat),
                View,
                "facts with a name, about the table's seats"
            );
        }
        let known = view.rule.is_empty() || has_rule(G::META.rules, &view.rule);
        ensure!(self, known, Rule, "a rule of the rule book in the view, which has no `{}`", view.rule);
        Ok(())
    }

    /// What others see and are told of a concealed action does not say which of them it was.
    pub(super) fn concealed(&self, state: &G::State, seat: Seat, action: G::Action) -> Check {
        let game = self.game_of();
        let play = |action| {
            let mut after = state.clone();
            game.play(&mut after, action);
            after
        };
        let after = play(action);
        let others = Seat::all(self.at.seats).filter(|&other| other != seat).map(Observer::Seat);
        for observer in others.clone().chain([Observer::Public, Observer::Referee, Observer::Seat(seat)]) {
            let lines = game.tell(state, action, &after, observer);
            ensure!(self, !lines.is_empty(), View, "a line of the log for `{action}` to {observer:?}");
            let at_table = lines.iter().filter_map(|line| line.seat).all(|seat| seat.0 < self.at.seats);
            ensure!(self, at_table, View, "lines about seats of the table for `{action}`");
        }
        let Some(cover) = action.concealed() else { return Ok(()) };
        let legal = self.codes.iter().filter_map(|&code| G::Action::from_code(code));
        for other in legal.filter(|other| *other != action && other.concealed() == Some(cover)).take(5) {
            let after_other = play(other);
            for observer in others.clone().chain([Observer::Public]) {
                let told = game.tell(state, action, &after, observer);
                let told_other = game.tell(state, other, &after_other, observer);
                let same = told.first() == told_other.first();
                ensure!(self, same, Leak, "`{action}` and `{other}` told alike to {observer:?}, both are `{cover}`");
                let Observer::Seat(watcher) = observer else { continue };
                if self.alike(&after, &after_other, watcher) {
                    ensure!(self, told == told_other, Leak, "`{action}` and `{other}` told alike to {observer:?}");
                    self.same_view(&after, &after_other, observer)?;
                }
            }
        }
        Ok(())
    }
    /// Whether a seat knows the same in both states, in the middle of a round.
    fn alike(&self, one: &G::State, other: &G::State, seat: Seat) -> bool {
        let (game, turn) = (self.game_of(), self.game_of().turn(one));
        matches!(turn, Turn::Seat(_)) && turn == game.turn(other) && game.know(one, seat) == game.know(other, seat)
    }
    fn same_view(&self, one: &G::State, other: &G::State, observer: Observer) -> Check {
        let (one, other) = (self.game_of().show(one, observer), self.game_of().show(other, observer));
        ensure!(
            self,
            one == other,
            Leak,
            "{observer:?} to see the same in all states it cannot tell apart; {}",
            difference(&one, &other)
        );
        Ok(())
    }

    /// States imagined from what each seat knows look to that seat like the real one.
    pub(super) fn imagined(&mut self, state: &G::State, seat: Seat, action: G::Action) -> Check {
        let legal = self.codes.clone();
        let candidates = all_actions(|out| self.engine.candidates(state, out));
        for observer in Seat::all(self.at.seats) {
            let knowledge = self.game_of().know(state, observer);
            for number in 0..self.plan.imagined {
                let seed = self.rng.wide();
                let imagined = self.game_of().imagine(&knowledge, &mut Rng::new(seed));
                let game = self.game_of();
                let again = game.know(&imagined, observer);
                ensure!(
                    self,
                    again == knowledge,
                    Imagine,
                    "`know` of a state that was imagined for seat {} to be what it was made of: {knowledge:?}, not {again:?}",
                    observer.0
                );
                let same = game.turn(&imagined) == game.turn(state) && game.standing(&imagined) == game.standing(state);
                ensure!(self, same, Imagine, "an imagined state with the same turn and standing, seat {}", observer.0);
                self.conserved(&imagined)?;
                self.same_view(state, &imagined, Observer::Seat(observer))?;
                self.same_view(state, &imagined, Observer::Public)?;
                let copy = game.imagine(&knowledge, &mut Rng::new(seed));
                let same = number > 0 || self.print(&copy) == self.print(&imagined);
                ensure!(self, same, Imagine, "the same state imagined from the same generator");

                self.list(&imagined);
                if observer == seat {
                    ensure!(
                        self,
                        self.codes == legal,
                        Leak,
                        "a legal list that seat {} can work out; {}",
                        seat.0,
                        list_difference::<G>(&legal, &self.codes)
                    );
                    let other = all_actions(|out| self.engine.candidates(&imagined, out));
                    ensure!(self, other == candidates, Leak, "candidates that seat {} can work out", seat.0);
                    if number == 0 && legal.len() <= 256 {
                        let same = self.engine.choices(&imagined) == self.engine.choices(state);
                        ensure!(self, same, Leak, "choices that seat {} can work out", seat.0);
                    }
                }
                if self.codes.contains(&action.code()) {
                    self.told_alike(state, &imagined, seat, action, observer)?;
                }
                if number == 0 {
                    self.played_out(imagined)?;
                }
            }
        }
        self.codes = legal;
        Ok(())
    }
    /// After the action the observer who still cannot tell the two states apart has been told the same.
    fn told_alike(&self, one: &G::State, other: &G::State, seat: Seat, action: G::Action, observer: Seat) -> Check {
        let game = self.game_of();
        let (mut after, mut after_other) = (one.clone(), other.clone());
        game.play(&mut after, action);
        game.play(&mut after_other, action);
        if self.alike(&after, &after_other, observer) {
            for observer in [Observer::Seat(observer), Observer::Public] {
                let told = game.tell(one, action, &after, observer);
                let told_other = game.tell(other, action, &after_other, observer);
                ensure!(
                    self,
                    told == told_other,
                    Leak,
                    "`{action}` told alike to {observer:?} in states it cannot tell apart: {told:?}, {told_other:?}"
                );
                self.same_view(&after, &after_other, observer)?;
            }
        } else if observer == seat && !action.reveals() && game.turn(&after) == Turn::Seat(seat) {
            let expected = "`reveals` to say that the seat may learn something by it";
            ensure!(self, game.turn(&after_other) != Turn::Seat(seat), Reveals, "`{action}`: {expected}");
        }
        Ok(())
    }
}

/// Where two views differ first.
fn difference(one: &View, other: &View) -> String {
    for (zone, another) in one.zones.iter().zip(&other.zones) {
        if zone == another {
            continue;
        }
        let face = |shown: &crate::view::Shown| shown.face.clone().unwrap_or_else(|| "a back".to_owned());
        let mut pairs = zone.pieces.iter().zip(&another.pieces).enumerate();
        return match pairs.find(|(_, (one, other))| one != other) {
            Some((place, (one, other))) => {
                format!("`{}` has {} at place {place}, or {}", zone.name, face(one), face(other))
            }
            None => format!("`{}`: {zone:?}, or {another:?}", zone.name),
        };
    }
    if one.zones.len() != other.zones.len() {
        return format!("{} zones, or {}", one.zones.len(), other.zones.len());
    }
    let fact = one.facts.iter().zip(&other.facts).find(|(one, other)| one != other);
    match fact {
        Some((one, other)) => format!("`{}` is {}, or {}", one.name, one.value, other.value),
        None => format!(
            "facts, prompt, rule: {:?} {:?} {:?}, or {:?} {:?} {:?}",
            one.facts, one.prompt, one.rule, other.facts, other.prompt, other.rule
        ),
    }
}

/// Where two legal lists differ first.
fn list_difference<G: Game>(one: &[u64], other: &[u64]) -> String {
    let name = |code: Option<&u64>| {
        let action = code.and_then(|&code| G::Action::from_code(code));
        action.map_or_else(|| "nothing".to_owned(), |action| format!("`{action}`"))
    };
    let place = (0..).find(|&place| one.get(place) != other.get(place)).unwrap_or(0);
    format!("{} at place {place}, or {}", name(one.get(place)), name(other.get(place)))
}
