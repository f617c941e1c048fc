//! Playing: games, rounds and exams.

use super::{Case, Check, Fault, action_of, ensure};
use crate::action::{Action, Legal};
use crate::deck;
use crate::game::{Game, Standing, Turn};
use crate::rng::Draw;
use crate::seat::Seat;
use crate::view::{Observer, View};

/// A round as it was dealt and played.
pub(super) struct Round<G: Game> {
    pub before: G::State,
    pub pieces: Vec<G::Piece>,
    pub played: Vec<G::Action>,
}

/// All that can be asked of a state; two states that print alike are taken for the same.
#[derive(Debug, PartialEq)]
pub(super) struct Print<K> {
    turn: Turn,
    standing: Standing,
    view: View,
    legal: Vec<u64>,
    known: Vec<K>,
}

impl<G: Game> Case<'_, G> {
    /// A game from its first deal to its winners.
    pub(super) fn game(&mut self) -> Check {
        let dealer = deck::first_dealer(self.at.seed, self.at.seats);
        let mut state = self.game_of().start(dealer);
        (self.at.round, self.at.action, self.spent) = (0, 0, 0);
        self.opened(&state, dealer)?;
        loop {
            match self.game_of().turn(&state) {
                Turn::Deal => {
                    self.at.round += 1;
                    self.at.action = 0;
                    self.report.rounds += 1;
                    self.round(&mut state)?;
                }
                Turn::Over => return self.over(&state),
                turn => ensure!(self, false, Turn, "a deal or the end after a round, the table waits for {turn:?}"),
            }
        }
    }

    fn round(&mut self, state: &mut G::State) -> Check {
        let mut pieces = self.game_of().pack();
        deck::order(&mut pieces, self.at.seed, self.at.round, 0);
        let mut round = Round { before: state.clone(), pieces, played: Vec::new() };
        self.game_of().deal(state, &round.pieces);
        let dealt = self.game_of().standing(state).round;
        ensure!(self, dealt == self.at.round, Turn, "round {} after the deal, `standing` says {dealt}", self.at.round);
        if self.counted {
            self.dealt(&round, state)?;
        }
        loop {
            match self.game_of().turn(state) {
                Turn::Seat(seat) => self.act(&mut round, state, seat)?,
                Turn::Settle => break,
                turn => {
                    ensure!(self, false, Turn, "a seat to act or to settle in a round, the table waits for {turn:?}")
                }
            }
            if self.counted {
                self.conserved(state)?;
            }
        }
        self.conserved(state)?;
        self.settled(state)
    }

    fn act(&mut self, round: &mut Round<G>, state: &mut G::State, seat: Seat) -> Check {
        ensure!(self, seat.0 < self.at.seats, Turn, "a seat of the table to act, `turn` names seat {}", seat.0);
        self.list(state);
        self.distinct()?;
        let place = self.rng.below(self.codes.len() as u32) as usize;
        let code = self.codes[place];
        let action: Option<G::Action> = action_of(code);
        let action = action.ok_or_else(|| {
            self.failure(Fault::Code, format!("`from_code` to give the action whose code is {code:#x}"))
        })?;
        let notation = self.notation(action)?;
        if self.due(&notation) {
            self.exam(round, state, seat, action)?;
        }
        self.game_of().play(state, action);
        round.played.push(action);
        self.at.action += 1;
        self.spent += 1;
        let bound = self.plan.bound;
        ensure!(self, self.spent <= bound, Endless, "the game to end within {bound} actions");
        Ok(())
    }

    fn exam(&mut self, round: &Round<G>, state: &G::State, seat: Seat, action: G::Action) -> Check {
        self.report.exams += 1;
        let print = self.print(state);
        self.conserved(state)?;
        self.replayed(round, &print)?;
        self.listed(state)?;
        self.refused(state)?;
        self.candidates(state)?;
        self.seen(state)?;
        if self.codes.len() <= 256 || self.report.exams.is_multiple_of(16) {
            self.put(state, seat)?;
        }
        let mut copy = state.clone();
        self.game_of().play(&mut copy, action);
        self.conserved(&copy)?;
        self.concealed(state, seat, action)?;
        self.unchanged(state, &print)?;
        self.imagined(state, seat, action)?;
        // Twins cost as much as the round is long.
        const SHORT: u32 = 40;
        if self.rng.below(SHORT + round.played.len() as u32) < SHORT {
            self.twins(round, state)?;
        }
        self.unchanged(state, &print)?;
        // Exams list other states into the same buffer.
        self.list(state);
        let code = action.code();
        self.strangers.extend((self.strangers.len() < 4096).then_some(code));
        Ok(())
    }

    fn unchanged(&self, state: &G::State, print: &Print<G::Knowledge>) -> Check {
        ensure!(
            self,
            self.print(state) == *print,
            Changed,
            "asking and playing on a copy to leave the state as it was"
        );
        Ok(())
    }
    /// The same deal and the same actions once more.
    fn replayed(&mut self, round: &Round<G>, print: &Print<G::Knowledge>) -> Check {
        let mut state = round.before.clone();
        self.game_of().deal(&mut state, &round.pieces);
        for &action in &round.played {
            self.game_of().play(&mut state, action);
        }
        ensure!(self, self.print(&state) == *print, Replay, "the same deal and actions to lead to the same state");
        Ok(())
    }

    /// Plays a state on to the end of its round; every second time as the policy would.
    pub(super) fn played_out(&mut self, mut state: G::State) -> Check {
        let by_policy = self.rng.below(2) == 0;
        for _ in 0..self.plan.bound {
            match self.game_of().turn(&state) {
                Turn::Seat(_) => {}
                Turn::Settle => {
                    self.conserved(&state)?;
                    let points = self.engine.settle(&state);
                    return self.points(&state, &points);
                }
                turn => ensure!(self, false, Imagine, "an imagined state to be played out, it waits for {turn:?}"),
            }
            self.list(&state);
            ensure!(self, !self.codes.is_empty(), Imagine, "a legal action in a state that was imagined and played on");
            let policy = if by_policy { self.policy(&state)? } else { None };
            let place = self.rng.below(self.codes.len() as u32) as usize;
            let action = policy.or_else(|| action_of(self.codes[place]));
            let action = action.ok_or_else(|| {
                self.failure(Fault::Code, format!("`from_code` to give the action of code {:#x}", self.codes[place]))
            })?;
            self.game_of().play(&mut state, action);
        }
        ensure!(self, false, Endless, "an imagined round to end within {} actions", self.plan.bound);
        Ok(())
    }

    pub(super) fn print(&self, state: &G::State) -> Print<G::Knowledge> {
        let game = self.game_of();
        Print {
            turn: game.turn(state),
            standing: game.standing(state),
            view: game.show(state, Observer::Referee),
            legal: self.engine.actions(state).into_iter().map(Action::code).collect(),
            known: Seat::all(self.at.seats).map(|seat| game.know(state, seat)).collect(),
        }
    }

    /// Lists the legal codes of a state into `self.codes`.
    pub(super) fn list(&mut self, state: &G::State) {
        let mut codes = std::mem::take(&mut self.codes);
        codes.resize(codes.capacity(), 0);
        loop {
            let mut out = Legal::new(&mut codes);
            self.engine.legal(state, &mut out);
            let count = out.count();
            if out.fits() {
                codes.truncate(count);
                break;
            }
            codes.resize(count, 0);
        }
        self.codes = codes;
    }
}
