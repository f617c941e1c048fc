//! The parameters.

use parlour_sdk::SetupError;

parlour_sdk::choice! {
    /// What happens when nobody bids.
    pub enum AllPass {
        NextDealer = "next_dealer",
        SameDealer = "same_dealer",
        DealerForced = "dealer_forced",
    }
}

parlour_sdk::params! {
    /// The parameters of King Pedro.
    pub struct PedroParams {
        /// Points that a side must reach on a bid that it made.
        target: i32 = 200, [20..=1000];
        /// A side at this total or below loses at once; 0 for never.
        lose_at: i32 = -100, [-1000..=0];
        /// The lowest bid.
        min_bid: u16 = 30, [1..=100];
        /// Cards in each hand; the rest of the pack is the kitty.
        hand_size: u8 = 12, [6..=12];
        /// How many cards of the kitty go to the highest bidder; the others stay out of the round.
        kitty_to_bidder: u8 = 4, [0..=16];
        /// Cards to which each hand is reduced before the play.
        keep: u8 = 6, [4..=12];
        /// When nobody bids: the next dealer deals, the same dealer deals again, or the dealer must bid the lowest bid.
        all_pass: AllPass = AllPass::NextDealer;
        /// What the king of trumps is worth.
        king_points: i32 = 30, [0..=100];
        /// Whether a side wins only on a bid of its own; otherwise the higher total that has reached the target wins.
        must_win_on_bid: bool = true;
        /// Rounds after which the game ends in any case.
        max_rounds: u16 = 500, [1..=10000];
    }
}

impl PedroParams {
    /// How many cards are left for the kitty.
    pub(crate) fn kitty_size(&self) -> u8 {
        52 - 4 * self.hand_size
    }
    /// Refuses what cannot be played; `highest` is the greatest total of points over the four suits.
    pub(crate) fn check(&self, highest: u16) -> Result<(), SetupError> {
        let refused = |name: &str, value: String, expected: String| {
            Err(SetupError::Value { name: name.to_owned(), value, expected })
        };
        if self.min_bid > highest {
            let expected = format!("at most {highest}, the points in play: nobody could bid");
            return refused("min_bid", self.min_bid.to_string(), expected);
        }
        if self.kitty_to_bidder > self.kitty_size() {
            let expected = format!("at most {}, what four hands of {} leave", self.kitty_size(), self.hand_size);
            return refused("kitty_to_bidder", self.kitty_to_bidder.to_string(), expected);
        }
        Ok(())
    }
}
