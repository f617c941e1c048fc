//! What a seat knows, and the deals that agree with it.

use parlour_sdk::guess::Place;
use parlour_sdk::{Draw as _, Hand, Plan, Rng, Seat, Tile};

use crate::Moon;
use crate::hooks::Suit;
use crate::state::{Middle, MoonState, SEATS};

/// Room to count with, in the worst case: three hands of five, each shown void of something else, and four tiles in the
/// middle are 6 x 6 x 5 numbers for each of five kinds of tiles.
type TilePlan = Plan<Tile, 1024>;

/// What one seat can infer from: its own hand, all that was played, how many tiles the others hold, and which suits they
/// were shown to have none of.
#[derive(Clone, Debug, PartialEq)]
pub struct MoonKnowledge {
    seat: Seat,
    /// The table without what is hidden.
    seen: MoonState,
    /// How the hidden tiles may lie: in the four hands and in the middle.
    plan: TilePlan,
}

/// The place of a plan after the four hands: the middle, but for a tile on it that the seat has buried itself.
const MIDDLE: usize = 4;

impl Moon {
    pub(crate) fn knowledge(&self, state: &MoonState, seat: Seat) -> MoonKnowledge {
        let mut seen = *state;
        for other in seat.around(SEATS).take(3) {
            seen.hands[other.index()] = Hand::empty();
        }
        let buried = state.middle.top().filter(|_| state.is_buried() && state.bidder() == Some(seat));
        seen.middle = Middle::EMPTY;
        buried.into_iter().for_each(|tile| seen.middle.put(tile));
        let middle: Hand<Tile> = state.middle.iter().skip(seen.middle.iter().count()).collect();
        let others = seat.around(SEATS).take(3).map(|other| state.hands[other.index()]);
        let hidden = others.fold(middle, |all, hand| all | hand);
        let plan = |voids: bool| {
            let place = |other: Seat| match other == seat {
                true => Place::new(0, hidden),
                false if voids => Place::new(state.hands[other.index()].len(), hidden - self.shown_void(state, other)),
                false => Place::new(state.hands[other.index()].len(), hidden),
            };
            let [one, two, three, four] = [0, 1, 2, 3].map(|other| place(Seat(other)));
            TilePlan::new(hidden, &[one, two, three, four, Place::new(middle.len(), hidden)])
        };
        // The real deal agrees with all that was shown, so the first plan is one; without voids there always is.
        let plan = plan(true).or_else(|| plan(false)).unwrap_or_default();
        MoonKnowledge { seat, seen, plan }
    }

    /// The tiles that a seat was shown not to hold.
    fn shown_void(&self, state: &MoonState, seat: Seat) -> Hand<Tile> {
        let shown = |suit: &Suit| state.voids[seat.index()] >> suit.index() & 1 != 0;
        Suit::all().filter(shown).fold(Hand::empty(), |all, suit| all | suit.tiles(state.trump))
    }

    pub(crate) fn imagined(&self, knowledge: &MoonKnowledge, rng: &mut Rng) -> MoonState {
        let hands = knowledge.plan.draw(rng);
        let mut state = knowledge.seen;
        for other in knowledge.seat.around(SEATS).take(3) {
            state.hands[other.index()] = hands[other.index()];
        }
        if !hands[MIDDLE].is_empty() {
            state.middle = Middle::EMPTY;
            let mut rest = hands[MIDDLE];
            while let Some(tile) = rest.nth(rng.below(rest.len().max(1) as u32) as usize) {
                rest.remove(tile);
                state.middle.put(tile);
            }
            knowledge.seen.middle.top().into_iter().for_each(|tile| state.middle.put(tile));
        }
        state
    }
}
