//! Auction, trumps and tricks: what is legal, and what it does.

use parlour_sdk::{Card, Draw as _, Hand, Legal, Rng, Suit, trick};

use crate::Pedro;
use crate::action::PedroAction;
use crate::discard::lead;
use crate::hooks::Contract;
use crate::params::AllPass;
use crate::state::{Centre, Gone, PedroState, Phase, SEATS};

/// What a seat has still to play to the first trick.
pub(crate) struct Extra {
    /// How many cards, at least one.
    cards: usize,
    /// At most so many of them scoring cards.
    pub(crate) scoring: usize,
    /// Whether the 2 of trumps is still in the hand and is to be one of the scoring cards.
    pub(crate) two: bool,
}

impl Pedro {
    #[inline(always)]
    pub(crate) fn contract(&self, trump: Suit) -> &Contract {
        &self.contracts[trump.index()]
    }

    /// Whether the dealer has to bid, as all others have passed.
    pub(crate) fn is_forced(&self, state: &PedroState) -> bool {
        self.params.all_pass == AllPass::DealerForced && state.auction.is_last_hope()
    }

    /// What the seat to act has still to play to the trick: one card, or in the first trick what is above `keep` - 1
    /// (R5).
    pub(crate) fn extra(&self, state: &PedroState) -> Extra {
        let (seat, contract, keep) = (state.to_act, self.contract(state.trump), usize::from(self.params.keep));
        let (hand, table) = (state.hands[seat.index()], state.table(seat));
        let (held, scoring) = (hand.len() + table.len(), ((hand | table) & contract.scoring).len());
        if held <= keep || !state.gone.no_trick() {
            return Extra { cards: 1, scoring: 1, two: false };
        }
        let most = (scoring + 1).saturating_sub(keep).max(1);
        Extra {
            cards: (held + 1).saturating_sub(keep + table.len()).max(1),
            scoring: most - (table & contract.scoring).len().min(most),
            two: most > 1 && !(hand & contract.scoring & contract.two).is_empty(),
        }
    }

    /// How many cards the seat to act has still to play to the trick.
    pub(crate) fn left_to_play(&self, state: &PedroState) -> usize {
        self.extra(state).cards
    }

    /// The cards that the seat to act may play.
    #[inline]
    pub(crate) fn playable(&self, state: &PedroState) -> Hand<Card> {
        let hand = state.hands[state.to_act.index()];
        let fits = trick::follow(hand, self.contract(state.trump).follow(state.trick.led()));
        if hand.len() >= usize::from(self.params.keep) && state.gone.no_trick() {
            let allowed = self.allowed_in_first(state, hand);
            let both = fits & allowed;
            return if both.is_empty() { allowed } else { both };
        }
        fits
    }
    /// The cards after which the seat can still play what it has to play to the first trick (R5). More than one scoring
    /// card is only asked of a seat that has to play all its other cards as well, so these never stand in the way.
    fn allowed_in_first(&self, state: &PedroState, hand: Hand<Card>) -> Hand<Card> {
        let (extra, contract) = (self.extra(state), self.contract(state.trump));
        let others = hand - contract.scoring;
        match extra.scoring {
            0 => others,
            1 if extra.two => others | contract.two,
            _ => hand,
        }
    }

    #[inline]
    pub(crate) fn list(&self, state: &PedroState, out: &mut Legal<'_, PedroAction>) {
        match state.phase {
            Phase::Play => out.push_hand(PedroAction::PLAY, self.playable(state)),
            Phase::Discard => self.list_discards(state, out),
            Phase::Auction if self.is_forced(state) => out.push(PedroAction::Bid(self.params.min_bid)),
            Phase::Auction => {
                out.push(PedroAction::Pass);
                let least = self.params.min_bid.max(state.auction.high() + 1);
                (least..=self.highest).for_each(|number| out.push(PedroAction::Bid(number)));
            }
            Phase::Name => Suit::ALL.into_iter().for_each(|suit| out.push(PedroAction::Trump(suit))),
            Phase::Deal | Phase::Settle | Phase::Over => {}
        }
    }

    /// One of the legal actions, each as likely.
    #[inline(always)]
    pub(crate) fn draw(&self, state: &PedroState, rng: &mut Rng) -> Option<PedroAction> {
        if state.phase == Phase::Play {
            return self.playable(state).random(rng).map(PedroAction::Play);
        }
        match state.phase {
            Phase::Discard => self.draw_discard(state, rng),
            Phase::Auction if self.is_forced(state) => Some(PedroAction::Bid(self.params.min_bid)),
            Phase::Auction => {
                let least = self.params.min_bid.max(state.auction.high() + 1);
                let drawn = rng.below(u32::from((self.highest + 1).saturating_sub(least)) + 1) as u16;
                Some(if drawn == 0 { PedroAction::Pass } else { PedroAction::Bid(least + drawn - 1) })
            }
            Phase::Name => Some(PedroAction::Trump(Suit::ALL[rng.below(4) as usize])),
            Phase::Play | Phase::Deal | Phase::Settle | Phase::Over => None,
        }
    }

    #[inline]
    pub(crate) fn act(&self, state: &mut PedroState, action: PedroAction) {
        // Most actions are these; a test that foresees them is cheaper than a jump by the kind of action.
        if let PedroAction::Play(piece) = action {
            return self.play_card(state, piece);
        }
        match action {
            PedroAction::Play(_) => {}
            PedroAction::Discard(card) => self.discard(state, card),
            PedroAction::Keep => self.keep(state),
            PedroAction::Pass => {
                state.auction.pass();
                auction_goes_on(state);
            }
            PedroAction::Bid(number) => {
                state.auction.bid(number);
                auction_goes_on(state);
            }
            PedroAction::Trump(trump) => {
                state.trump = trump;
                self.take_kitty(state, state.to_act);
            }
        }
    }

    #[inline]
    fn play_card(&self, state: &mut PedroState, card: Card) {
        let (seat, contract) = (state.to_act, self.contract(state.trump));
        let more = state.gone.no_trick() && self.extra(state).cards > 1;
        state.hands[seat.index()].remove(card);
        if let Centre::Table(table) = &mut state.centre {
            table[seat.index()].insert(card);
        }
        state.trick.play(seat, card, contract.strength(card));
        if contract.two.has(card) {
            state.points[PedroState::side(seat)] += contract.worth(card);
        }
        if more {
            return;
        }
        let leader = state.trick.leader();
        match state.playing.left_of(seat, SEATS) {
            Some(next) if next != leader => state.to_act = next,
            _ => self.take_trick(state),
        }
    }

    /// The winner takes the trick and leads, if it still has a trump.
    #[inline]
    fn take_trick(&self, state: &mut PedroState) {
        let (winner, contract) = (state.trick.winner(), self.contract(state.trump));
        let Centre::Table(table) = &mut state.centre else { return };
        let cards = table.iter().fold(Hand::empty(), |all, &cards| all | cards);
        *table = [Hand::empty(); 4];
        let taken: u16 = (cards & (contract.scoring - contract.two)).map(|card| contract.worth(card)).sum();
        state.points[PedroState::side(winner)] += taken;
        state.gone.put(Gone::Taken, cards);
        self.throw_in(state);
        lead(state, winner);
    }
}

fn auction_goes_on(state: &mut PedroState) {
    match (state.auction.turn(), state.bidder()) {
        (Some(seat), _) => state.to_act = seat,
        (None, Some(bidder)) => (state.to_act, state.phase) = (bidder, Phase::Name),
        (None, None) => state.phase = Phase::Settle,
    }
}
