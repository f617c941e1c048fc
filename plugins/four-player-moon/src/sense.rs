//! What a quick player does in the playouts of a search.

use parlour_sdk::{Seat, Tile};

use crate::Moon;
use crate::action::MoonAction;
use crate::hooks::Trump;
use crate::params::AllPass;
use crate::state::{MoonState, Phase};

impl Moon {
    /// What a quick player bids and names: no more tricks than the hand seems good for. It plays anything.
    pub(crate) fn quick(&self, state: &MoonState) -> Option<MoonAction> {
        match state.phase {
            Phase::Auction => {
                let least = self.params.min_bid.max(state.auction.high() as u8 + 1);
                let (_, tricks) = self.best_trumps(state, state.to_act);
                let may_pass = self.params.all_pass == AllPass::Redeal || !state.auction.is_last_hope();
                Some(match () {
                    () if tricks >= self.params.hand_size => MoonAction::Bid(self.params.moon_bid),
                    () if tricks >= least || !may_pass && least <= self.params.hand_size => MoonAction::Bid(least),
                    () => MoonAction::Pass,
                })
            }
            Phase::Name => Some(MoonAction::Trump(self.best_trumps(state, state.to_act).0)),
            _ => None,
        }
    }
    /// The trumps with which a hand seems good for most tricks, and how many: its trumps and its other doubles.
    fn best_trumps(&self, state: &MoonState, seat: Seat) -> (Trump, u8) {
        let (hand, doubles) = (state.hands[seat.index()], Tile::doubles());
        let mut best = (self.names[0], 0);
        for &trump in &self.names {
            let trumps = hand & trump.tiles();
            let others = if trump == Trump::DOUBLES { 0 } else { (hand & (doubles - trumps)).len() };
            let tricks = (trumps.len() + others) as u8;
            if tricks > best.1 {
                best = (trump, tricks);
            }
        }
        best
    }
}
