//! The parameters.

use parlour_sdk::SetupError;

use crate::hooks::Trump;

parlour_sdk::choice! {
    /// What happens when nobody bids.
    pub enum AllPass {
        Redeal = "redeal",
        LastMustBid = "last_must_bid",
    }
}

parlour_sdk::params! {
    /// The parameters of Four-Player Moon.
    pub struct MoonParams {
        /// Points that a side must reach.
        target: i32 = 21, [7..=500];
        /// Tiles in each hand; with fewer than 7 the others lie in the middle, and the highest bidder exchanges one.
        hand_size: u8 = 7, [4..=7];
        /// The lowest bid.
        min_bid: u8 = 4, [1..=7];
        /// The number that is bid for all tricks, won if they are taken and lost if not.
        moon_bid: u8 = 21, [8..=100];
        /// Whether the doubles may be named as trumps.
        doubles_trump: bool = true;
        /// Whether no trumps may be named.
        no_trump: bool = true;
        /// Whether the side that did not bid scores its tricks.
        opponents_score: bool = true;
        /// When nobody bids: deal again, or the fourth seat may not pass.
        all_pass: AllPass = AllPass::Redeal;
        /// Whether the bidding side wins if it made its bid and both sides have reached the target.
        bidder_goes_out: bool = false;
        /// Rounds after which the game ends in any case.
        max_rounds: u16 = 500, [1..=10000];
    }
}

impl MoonParams {
    /// Whether these trumps may be named.
    pub(crate) fn may_name(&self, trump: Trump) -> bool {
        match trump {
            Trump::DOUBLES => self.doubles_trump,
            Trump::NONE => self.no_trump,
            _ => true,
        }
    }
    /// Refuses what cannot be played.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        if self.min_bid <= self.hand_size {
            return Ok(());
        }
        Err(SetupError::Value {
            name: "min_bid".to_owned(),
            value: self.min_bid.to_string(),
            expected: format!("at most hand_size, which is {}: nobody could bid a number of tricks", self.hand_size),
        })
    }
}
