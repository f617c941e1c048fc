//! The search: information-set Monte Carlo tree search over any game.
//!
//! Each simulation imagines a whole state that agrees with what the seat knows, descends the tree by the actions that
//! are legal there, adds one node, plays the round out, and adds what each side gained to the nodes it passed. It sees
//! nothing but the seat's [`Knowledge`], so that its move cannot depend on a hidden piece.

use std::time::{Duration, Instant};

use parlour_sdk::{Draw, MAX_SEATS, Rng, Seat, Sides, Turn};

use super::tree::{Node, ROOT, Tree};
use crate::plugin::{Knowledge, Moment, Session, SessionError};

/// How much a search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many simulations: the same move every time.
    Simulations(u32),
    /// So much time: whatever can be done in it.
    Time(Duration),
}

/// What a search makes of a decision.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The action.
    pub code: u64,
    /// What the seat's side gains by it in this round on average, in points against the mean of the other sides.
    pub gain: f64,
    /// The simulations it rests on.
    pub simulations: u64,
}

/// How curious the search is: the weight of the bound against the spread of the gains seen so far.
const CURIOSITY: f32 = 0.7;
/// What winning the game is worth, in spreads.
const VICTORY: f32 = 1.5;
/// Simulations between two looks at the clock.
const BETWEEN_LOOKS: u64 = 16;

/// A search, with the buffers that it keeps from decision to decision at one table.
#[derive(Default)]
pub struct Search {
    tree: Tree,
    codes: Vec<u64>,
    path: Vec<Node>,
    imagined: Option<Moment>,
    spread: Spread,
}

/// The spread of the gains that were seen at the root.
#[derive(Default)]
struct Spread {
    count: f32,
    sum: f32,
    squares: f32,
}

impl Spread {
    fn add(&mut self, gain: f32) {
        self.count += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
    }
    /// The standard deviation, and at least a little.
    fn get(&self) -> f32 {
        if self.count < 2.0 {
            return 1.0;
        }
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(1e-4).sqrt()
    }
}

impl Search {
    /// What to do in `seat`, which knows this much and whose legal actions are these. `None` without one.
    ///
    /// # Errors
    /// If the plugin or a house rule failed.
    pub fn advise(
        &mut self,
        session: &Session,
        (seat, knowledge): (Seat, &Knowledge),
        legal: &[u64],
        budget: Budget,
        seed: u64,
    ) -> Result<Option<Advice>, SessionError> {
        let sides = session.description().sides;
        let mut root = legal.to_vec();
        let mut rng = Rng::new(seed);
        let mut moment = match self.imagined.take() {
            Some(moment) => moment,
            None => session.start(Seat(0))?,
        };
        session.imagine(knowledge, rng.wide(), &mut moment)?;
        session.candidates(&moment, &mut self.codes)?;
        if self.codes.iter().all(|code| legal.contains(code)) && !self.codes.is_empty() {
            root.clone_from(&self.codes);
        }
        let advice = match root.as_slice() {
            [] => Ok(None),
            [code] => Ok(Some(Advice { code: *code, gain: 0.0, simulations: 0 })),
            _ => self.run(session, (seat, knowledge), &root, budget, &mut rng, &mut moment, sides).map(Some),
        };
        self.imagined = Some(moment);
        advice
    }

    #[allow(clippy::too_many_arguments)]
    fn run(
        &mut self,
        session: &Session,
        (seat, knowledge): (Seat, &Knowledge),
        root: &[u64],
        budget: Budget,
        rng: &mut Rng,
        moment: &mut Moment,
        sides: Sides,
    ) -> Result<Advice, SessionError> {
        let expected = if let Budget::Simulations(count) = budget { count as usize } else { 4096 };
        self.tree.clear(expected);
        self.spread = Spread::default();
        let started = Instant::now();
        let mut simulations = 0;
        let own_side = sides.of(seat);
        loop {
            let done = match budget {
                Budget::Simulations(count) => simulations >= u64::from(count),
                Budget::Time(time) => simulations % BETWEEN_LOOKS == 0 && simulations > 0 && started.elapsed() >= time,
            };
            if done {
                break;
            }
            session.imagine(knowledge, rng.wide(), moment)?;
            self.simulate(session, (seat, own_side), root, rng, moment, sides)?;
            simulations += 1;
        }
        let tried = root.iter().filter_map(|&code| self.tree.child(ROOT, code)).map(|node| self.tree.node(node));
        let best = tried
            .max_by(|a, b| (a.visits, a.worth).partial_cmp(&(b.visits, b.worth)).unwrap_or(a.visits.cmp(&b.visits)));
        Ok(match best {
            Some(best) => {
                Advice { code: best.code, gain: f64::from(best.gain) / f64::from(best.visits.max(1)), simulations }
            }
            None => Advice { code: root[0], gain: 0.0, simulations },
        })
    }

    /// One simulation from an imagined state.
    fn simulate(
        &mut self,
        session: &Session,
        (seat, own_side): (Seat, u8),
        root: &[u64],
        rng: &mut Rng,
        moment: &mut Moment,
        sides: Sides,
    ) -> Result<(), SessionError> {
        self.path.clear();
        let mut at = ROOT;
        let scale = self.spread.get();
        loop {
            let side = if at == ROOT && self.path.is_empty() {
                self.codes.clear();
                self.codes.extend_from_slice(root);
                sides.of(seat)
            } else {
                let Turn::Seat(seat) = session.turn(moment)? else { break };
                session.candidates(moment, &mut self.codes)?;
                sides.of(seat)
            };
            match self.codes.as_slice() {
                [] => break,
                [code] => {
                    session.advance(moment, *code)?;
                    continue;
                }
                _ => {}
            }
            let (code, node, is_new) = self.choose(at, side, scale, rng);
            session.advance(moment, code)?;
            self.path.push(node);
            at = node;
            if is_new {
                break;
            }
        }
        let end = session.rollout(moment, rng.wide(), false)?;
        let count = end.points.sides as usize;
        let points = &end.points.values[..count.min(MAX_SEATS)];
        let total: i32 = points.iter().sum();
        let others = (count as f32 - 1.0).max(1.0);
        let mut gains = [0.0f32; MAX_SEATS];
        for (gain, &points) in gains.iter_mut().zip(points) {
            *gain = points as f32 - (total - points) as f32 / others;
        }
        let mut prizes = [0.0f32; MAX_SEATS];
        if end.winners != 0 {
            let prize = VICTORY * scale;
            let winning = Seat::all(session.seats()).filter(|seat| end.winners >> seat.0 & 1 != 0);
            let winners = winning.fold(0u8, |winners, seat| winners | 1 << sides.of(seat));
            let share = prize / winners.count_ones().max(1) as f32;
            for (side, own) in prizes.iter_mut().enumerate().take(count) {
                *own = if winners >> side & 1 != 0 { share } else { -prize / others };
            }
        }
        for &node in &self.path {
            let tried = self.tree.node_mut(node);
            let side = usize::from(tried.side);
            tried.visits += 1;
            tried.gain += gains[side];
            tried.worth += gains[side] + prizes[side];
        }
        self.spread.add(gains[usize::from(own_side)]);
        Ok(())
    }

    /// The action to follow from a node among those in `codes`: an untried one, each as likely, or the one of the
    /// highest bound. Gives its code, its node, and whether the node is new.
    #[inline]
    fn choose(&mut self, at: Node, side: u8, scale: f32, rng: &mut Rng) -> (u64, Node, bool) {
        let mut untried = 0u32;
        let mut fresh = 0;
        let mut best = (f32::MIN, ROOT);
        for &code in &self.codes {
            let Some(node) = self.tree.child(at, code) else {
                untried += 1;
                if rng.below(untried) == 0 {
                    fresh = code;
                }
                continue;
            };
            let tried = self.tree.node_mut(node);
            tried.offered += 1;
            let visits = tried.visits as f32;
            let bound = tried.worth / visits + CURIOSITY * scale * ((tried.offered as f32).ln() / visits).sqrt();
            if bound > best.0 {
                best = (bound, node);
            }
        }
        if untried > 0 {
            let node = self.tree.add(at, fresh, side);
            return (fresh, node, true);
        }
        (self.tree.node(best.1).code, best.1, false)
    }
}
