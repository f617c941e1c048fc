//! Twin rounds: what a seat knows where it cannot tell two deals apart, and whether `imagine` is fair to both.

use std::collections::BTreeSet;

use super::playout::Round;
use super::{Case, Check, ensure};
use crate::engine::all_actions;
use crate::game::{Game, Standing, Turn};
use crate::piece::Piece;
use crate::rng::Draw;
use crate::seat::Seat;
use crate::view::{Line, Observer, View, ZoneKind};

/// How often `imagine` came up with a deal and how often with its twin, which is as likely; apart for pieces in
/// different zones and for pieces in one stack.
#[derive(Default)]
pub(super) struct Fairness {
    /// The deal as it really was, and its twin.
    truth: [[u64; 2]; 2],
    /// The two pieces in the order of their codes, and the other way round.
    order: [[u64; 2]; 2],
}

/// Where each piece of the pack lies, by code: the zone and the place in it.
struct Places([Option<(u8, u16)>; 256]);

/// What a seat sees and is told at one point of a round.
#[derive(PartialEq)]
struct Seen {
    turn: Turn,
    standing: Standing,
    view: View,
    told: Vec<Line>,
}

impl<G: Game> Case<'_, G> {
    /// Deals the round again with two pieces changed that a seat does not see, and plays the same.
    pub(super) fn twins(&mut self, round: &Round<G>, state: &G::State) -> Check {
        const TRIES: usize = 8;
        let seat = Seat(self.rng.below(u32::from(self.at.seats)) as u8);
        let real = self.places(state);
        let hidden = self.hidden(round, state, seat);
        let observed = self.observed(round, seat);
        let mut pairs = Vec::new();
        for number in 0..TRIES {
            // Most pieces lie in one stack at many tables: every second pair is from two zones.
            let one = match number % 2 {
                0 => self.of_any_zone(round, &hidden, &real),
                _ => self.any(&hidden).copied(),
            };
            let (Some(one), Some(&other)) = (one, self.any(&hidden)) else { break };
            let pair = [round.pieces[one], round.pieces[other]];
            if pair[0] == pair[1] {
                continue;
            }
            let mut pieces = round.pieces.clone();
            pieces.swap(one, other);
            if let Some(twin) = self.twin(round, &pieces, seat, &observed) {
                self.report.twins += 1;
                self.known_alike(state, &twin, seat, pair)?;
                // Two pieces dealt to the same hand have not changed places, whatever was seen of them since.
                let changed = matches!(self.places(&twin).compare(&real, pair), Some((_, false)));
                pairs.extend(changed.then_some(pair));
            }
        }
        self.sample(state, seat, &real, &pairs);
        Ok(())
    }
    /// One of the hidden pieces, each zone as likely.
    fn of_any_zone(&mut self, round: &Round<G>, hidden: &[usize], real: &Places) -> Option<usize> {
        let zone = |&place: &usize| real.zone(round.pieces[place]);
        let zones: BTreeSet<Option<u8>> = hidden.iter().map(zone).collect();
        let zones = Vec::from_iter(zones);
        let chosen = *self.any(&zones)?;
        let in_it: Vec<usize> = hidden.iter().copied().filter(|place| zone(place) == chosen).collect();
        self.any(&in_it).copied()
    }
    /// The places in the pack's order of pieces that the seat does not see.
    fn hidden(&self, round: &Round<G>, state: &G::State, seat: Seat) -> Vec<usize> {
        let view = self.game_of().show(state, Observer::Seat(seat));
        let shown = view.zones.iter().flat_map(|zone| &zone.pieces).filter_map(|shown| shown.face.as_ref());
        let mut open = [0u16; 256];
        shown.filter_map(|face| face.parse::<G::Piece>().ok()).for_each(|piece| open[usize::from(piece.code())] += 1);
        let hidden = |place: &usize| {
            let code = usize::from(round.pieces[*place].code());
            open[code] < self.pack[code]
        };
        (0..round.pieces.len()).filter(hidden).collect()
    }
    fn sees(&self, state: &G::State, seat: Seat, told: Vec<Line>) -> Seen {
        let game = self.game_of();
        let view = game.show(state, Observer::Seat(seat));
        Seen { turn: game.turn(state), standing: game.standing(state), view, told }
    }
    /// What the seat has seen and been told of the round, after the deal and each action.
    fn observed(&self, round: &Round<G>, seat: Seat) -> Vec<Seen> {
        let game = self.game_of();
        let mut state = round.before.clone();
        game.deal(&mut state, &round.pieces);
        let mut observed = vec![self.sees(&state, seat, Vec::new())];
        for &action in &round.played {
            let before = state.clone();
            game.play(&mut state, action);
            let told = game.tell(&before, action, &state, Observer::Seat(seat));
            observed.push(self.sees(&state, seat, told));
        }
        observed
    }
    /// The state after the same actions on another deal, if the seat has seen and been told the same all along.
    fn twin(&self, round: &Round<G>, pieces: &[G::Piece], seat: Seat, observed: &[Seen]) -> Option<G::State> {
        let game = self.game_of();
        let mut state = round.before.clone();
        game.deal(&mut state, pieces);
        if self.sees(&state, seat, Vec::new()) != *observed.first()? {
            return None;
        }
        for (&action, seen) in round.played.iter().zip(&observed[1..]) {
            if !all_actions(|out| self.engine.legal(&state, out)).contains(&action) {
                return None;
            }
            let before = state.clone();
            game.play(&mut state, action);
            let told = game.tell(&before, action, &state, Observer::Seat(seat));
            if self.sees(&state, seat, told) != *seen {
                return None;
            }
        }
        Some(state)
    }
    fn known_alike(&self, real: &G::State, twin: &G::State, seat: Seat, pair: [G::Piece; 2]) -> Check {
        let game = self.game_of();
        let (knowledge, known) = (game.know(real, seat), game.know(twin, seat));
        let [one, other] = pair;
        ensure!(
            self,
            knowledge == known,
            Knowledge,
            "seat {} to know the same had {one} and {other} changed places, all it saw was the same: {knowledge:?}, {known:?}",
            seat.0
        );
        if game.turn(real) == Turn::Seat(seat) {
            let same = self.engine.actions(real) == self.engine.actions(twin);
            ensure!(self, same, Leak, "the same legal list for seat {} had {one} and {other} changed places", seat.0);
        }
        Ok(())
    }
    /// Counts how the pairs lie in imagined states: as they really do, or the other way round.
    fn sample(&mut self, state: &G::State, seat: Seat, real: &Places, pairs: &[[G::Piece; 2]]) {
        const SAMPLES: u64 = 24;
        if pairs.is_empty() {
            return;
        }
        self.report.samples += SAMPLES;
        let knowledge = self.game_of().know(state, seat);
        for _ in 0..SAMPLES {
            let imagined = self.engine.game().imagine(&knowledge, &mut self.rng);
            let places = self.places(&imagined);
            for &pair in pairs {
                let Some((kind, straight)) = places.compare(real, pair) else { continue };
                self.fairness.truth[kind][usize::from(!straight)] += 1;
                let [one, other] = pair.map(|piece| places.0[usize::from(piece.code())]);
                let in_order = (pair[0].code() < pair[1].code()) == (one < other);
                self.fairness.order[kind][usize::from(!in_order)] += 1;
            }
        }
    }
    /// Where the pieces lie that are in the pack but once; of a hand or a fan the zone alone.
    fn places(&self, state: &G::State) -> Places {
        let view = self.game_of().show(state, Observer::Referee);
        let mut places = [None; 256];
        for (index, zone) in view.zones.iter().enumerate() {
            for (place, shown) in zone.pieces.iter().enumerate() {
                let Some(Ok(piece)) = shown.face.as_deref().map(str::parse::<G::Piece>) else { continue };
                let code = usize::from(piece.code());
                let place = if zone.kind == ZoneKind::Stack { place as u16 } else { 0 };
                places[code] = (self.pack[code] == 1).then_some((index as u8, place));
            }
        }
        Places(places)
    }

    /// `imagine` came up with deals and their twins equally often.
    pub(super) fn fair(&self) -> Check {
        // Six standard deviations of fair coins: about two in a thousand million.
        let even = |[one, other]: [u64; 2]| one.abs_diff(other).pow(2) <= 36 * (one + other);
        for [real, twin] in self.fairness.truth {
            let fair = even([real, twin]);
            ensure!(self, fair, Bias, "`imagine` to give the real deal as often as its twin, it gave {real} to {twin}");
        }
        for [low, high] in self.fairness.order {
            let fair = even([low, high]);
            ensure!(
                self,
                fair,
                Bias,
                "`imagine` to be blind to codes, it gave {low} deals in order, {high} the other way"
            );
        }
        Ok(())
    }
}

impl Places {
    fn zone<P: Piece>(&self, piece: P) -> Option<u8> {
        self.0[usize::from(piece.code())].map(|(zone, _)| zone)
    }
    /// Whether the two lie here as they do in `real` (or else the other way round), and 0 for two zones, 1 for a
    /// stack. `None` if they lie elsewhere, or where it makes no difference.
    fn compare<P: Piece>(&self, real: &Self, pair: [P; 2]) -> Option<(usize, bool)> {
        let find = |places: &Self| {
            let [one, other] = pair.map(|piece| places.0[usize::from(piece.code())]);
            Some([one?, other?])
        };
        let ([one, other], [real_one, real_other]) = (find(self)?, find(real)?);
        if real_one.0 == real_other.0 {
            let in_it = one.0 == real_one.0 && other.0 == real_one.0 && one != other && real_one != real_other;
            return in_it.then(|| (1, (one < other) == (real_one < real_other)));
        }
        let straight = (one.0, other.0) == (real_one.0, real_other.0);
        let swapped = (one.0, other.0) == (real_other.0, real_one.0);
        (straight || swapped).then_some((0, straight))
    }
}
