//! What a seat knows, and the deals that agree with it.

use parlour_sdk::guess::Place;
use parlour_sdk::{Card, Draw as _, Hand, Pile, Plan, Rng, Seat};

use crate::Pedro;
use crate::state::{Centre, Gone, PedroState, Phase, SEATS};

/// Room to count with where a hand is known to be all trumps and has discarded, beside others.
type CardPlan = Plan<Card, 1024>;

/// How often a deal is drawn again because a seat that is still in the round has no trump in it. Real deals always
/// satisfy this, and at least one draw in about five does.
const DRAWS: u32 = 500;

/// What one seat can infer from: its own hand and what it put away, all that was played, and of the others how many cards
/// they hold and put away, who has no trump, who has one, and who has nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct PedroKnowledge {
    seat: Seat,
    /// The table without what is hidden.
    seen: PedroState,
    /// The seats that hold a trump for certain, beside what they have on the table.
    holders: u8,
    /// How the hidden cards may lie: four hands, what the four seats put away, the undealt cards and the kitty.
    plan: CardPlan,
}

const AWAY: usize = 4;
const UNDEALT: usize = 8;
const KITTY: usize = 9;

impl Pedro {
    pub(crate) fn knowledge(&self, state: &PedroState, seat: Seat) -> PedroKnowledge {
        let others = || seat.around(SEATS).take(3);
        let named = matches!(state.phase, Phase::Discard | Phase::Play);
        let infers = self.infers && named;
        let mut seen = *state;
        let mut hidden = state.gone.of(Gone::Undealt) | state.kitty().iter().collect();
        seen.gone.clear(hidden);
        for other in others() {
            let away = state.gone.of(Gone::By(other));
            hidden |= state.hands[other.index()] | away;
            seen.hands[other.index()] = Hand::empty();
            seen.gone.clear(away);
        }
        if let Centre::Kitty(kitty) = &mut seen.centre {
            *kitty = Pile::new();
        }
        let plan = |known: Known| {
            let mut places = [Place::new(0, hidden); 10];
            for other in others() {
                let (hand, away) = if infers { self.masks(state, other, known) } else { (hidden, hidden) };
                places[other.index()] = Place::new(state.hands[other.index()].len(), hand);
                places[AWAY + other.index()] = Place::new(state.gone.of(Gone::By(other)).len(), away);
            }
            places[UNDEALT] = Place::new(state.gone.of(Gone::Undealt).len(), hidden);
            places[KITTY] = Place::new(state.kitty().len(), hidden);
            CardPlan::new(hidden, &places)
        };
        let plans = [Known::TrumpsStay, Known::TrumpsMayGo, Known::Nothing];
        let plan = plans.into_iter().find_map(plan).unwrap_or_default();
        let trumps = self.contract(state.trump).trumps;
        let holds = |&other: &Seat| infers && state.playing.has(other) && (state.table(other) & trumps).is_empty();
        let holders = others().filter(holds).fold(0, |set, other| set | 1 << other.0);
        PedroKnowledge { seat, seen, holders, plan }
    }

    /// What another seat may hold and may have put away.
    fn masks(&self, state: &PedroState, other: Seat, known: Known) -> (Hand<Card>, Hand<Card>) {
        let contract = self.contract(state.trump);
        let all: Hand<Card> = Card::pack().collect();
        let (plain, low) = (all - contract.trumps, all - contract.scoring);
        if !state.playing.has(other) {
            // It threw in what it had besides its trumps; what it put away before may be a trump in a long hand only.
            return (all, if known == Known::TrumpsStay { plain } else { low });
        }
        let held = state.hands[other.index()].len() + state.table(other).len();
        let done = state.phase == Phase::Play || self.has_discarded(state, other);
        let all_trumps = held > usize::from(self.params.keep) && done && state.gone.no_trick();
        match known {
            Known::Nothing => (all, all),
            _ if all_trumps => (contract.trumps, low),
            Known::TrumpsStay => (all, plain),
            Known::TrumpsMayGo => (all, low),
        }
    }
    /// Whether a seat's turn to discard is over.
    fn has_discarded(&self, state: &PedroState, other: Seat) -> bool {
        let steps = |from: Seat, to: Seat| (to.0 + SEATS - from.0) % SEATS;
        state.bidder().is_some_and(|bidder| steps(bidder, other) < steps(bidder, state.to_act))
    }

    pub(crate) fn imagined(&self, knowledge: &PedroKnowledge, rng: &mut Rng) -> PedroState {
        let trumps = self.contract(knowledge.seen.trump).trumps;
        let mut hands = knowledge.plan.draw(rng);
        for _ in 1..DRAWS {
            let lacks =
                |other: u8| knowledge.holders >> other & 1 != 0 && (hands[usize::from(other)] & trumps).is_empty();
            if !(0..SEATS).any(lacks) {
                break;
            }
            hands = knowledge.plan.draw(rng);
        }
        let mut state = knowledge.seen;
        for other in knowledge.seat.around(SEATS).take(3) {
            state.hands[other.index()] = hands[other.index()];
            state.gone.put(Gone::By(other), hands[AWAY + other.index()]);
        }
        state.gone.put(Gone::Undealt, hands[UNDEALT]);
        if let Centre::Kitty(kitty) = &mut state.centre {
            let mut rest = hands[KITTY];
            while let Some(card) = rest.nth(rng.below(rest.len().max(1) as u32) as usize) {
                rest.remove(card);
                kitty.push(card);
            }
        }
        state
    }
}

/// What is taken for certain of the cards that were put away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// No trump is among them, unless the hand was all trumps. Where that leaves a deal, others are not looked at: a
    /// seat puts trumps away only if it was dealt more of them than are kept.
    TrumpsStay,
    /// Trumps worth nothing may be among them.
    TrumpsMayGo,
    /// Anything.
    Nothing,
}
