//! Playouts: games played at random, fast.

use crate::action::{Action, Legal};
use crate::deck::shuffle;
use crate::engine::Engine;
use crate::game::{Game, Points, Turn};
use crate::hook::generic;
use crate::rng::{Draw, Rng};
use crate::seat::Seat;

/// Buffers for playouts: made once, used for many.
pub struct Playout<G: Game> {
    codes: Vec<u64>,
    pack: Vec<G::Piece>,
    pieces: Vec<G::Piece>,
}

/// How much was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Played {
    /// Tables from first deal to winner.
    pub games: u64,
    /// Deals.
    pub rounds: u64,
    /// Actions.
    pub actions: u64,
}

impl<G: Game> Playout<G> {
    /// Buffers for this game.
    pub fn new(engine: &Engine<G>) -> Self {
        let pack = engine.game().pack();
        Self { codes: vec![0; 128], pieces: pack.clone(), pack }
    }
    /// An action of the seat to act, each legal one as likely; `None` if there is none.
    #[inline(always)]
    pub fn any(&mut self, engine: &Engine<G>, state: &G::State, rng: &mut Rng) -> Option<G::Action> {
        if !engine.house().has(generic::LEGAL)
            && let Some(action) = engine.game().any(state, rng)
        {
            return Some(action);
        }
        self.listed(engine, state, rng)
    }
    #[inline(always)]
    fn listed(&mut self, engine: &Engine<G>, state: &G::State, rng: &mut Rng) -> Option<G::Action> {
        let mut out = Legal::new(&mut self.codes);
        engine.legal(state, &mut out);
        let count = out.count();
        if !out.fits() {
            self.codes.resize(count * 2, 0);
            return self.listed(engine, state, rng);
        }
        if count == 0 {
            return None;
        }
        let pick = rng.below(count as u32) as usize;
        G::Action::from_code(self.codes[pick])
    }
    /// Plays the round in progress to its end, where it is to be settled; by the game's
    /// [`policy`](Game::policy) if `careless` is false, else each legal action as likely. Gives the number of actions.
    #[inline]
    pub fn round(&mut self, engine: &Engine<G>, state: &mut G::State, rng: &mut Rng, careless: bool) -> u64 {
        let mut actions = 0;
        let free = careless || engine.house().has(generic::LEGAL);
        while let Turn::Seat(_) = engine.game().turn(state) {
            let policy = if free { None } else { engine.game().policy(state, rng) };
            let Some(action) = policy.or_else(|| self.any(engine, state, rng)) else { break };
            engine.game().play(state, action);
            actions += 1;
        }
        actions
    }
    /// Deals the round that is due, at random.
    #[inline]
    pub fn deal(&mut self, engine: &Engine<G>, state: &mut G::State, rng: &mut Rng) {
        self.pieces.copy_from_slice(&self.pack);
        shuffle(&mut self.pieces, rng);
        engine.game().deal(state, &self.pieces);
    }
    /// Plays a whole table at random, each legal action as likely, and gives the last state.
    pub fn game(&mut self, engine: &Engine<G>, rng: &mut Rng, played: &mut Played) -> G::State {
        let seats = engine.game().seats();
        let mut state = engine.game().start(Seat(rng.below(u32::from(seats)) as u8));
        while engine.game().turn(&state) != Turn::Over {
            self.deal(engine, &mut state, rng);
            played.actions += self.round(engine, &mut state, rng, true);
            let points: Points = engine.settle(&state);
            engine.commit(&mut state, &points);
            played.rounds += 1;
        }
        played.games += 1;
        state
    }
}
