//! The hooks.

use parlour_sdk::{Card, Seat};

/// The number of `may_knock` among the hooks.
pub const MAY_KNOCK: u32 = 1;

parlour_sdk::hooks! {
    /// The hooks of Knock Rummy.
    pub struct Hooks {
        /// What a card counts as deadwood.
        tabulated card_points(card: Card) -> i32, [0..=100];
        /// Whether a seat may knock in its turn with this number (from 1), being left with this deadwood; upcard is the
        /// card that was turned up at the deal.
        may_knock(seat: Seat, deadwood: i32, turn: i32, upcard: Card) -> bool;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_sdk::Hooks as _;

    #[test]
    fn may_knock_has_its_number() {
        assert_eq!(Hooks::declared()[MAY_KNOCK as usize].name, "may_knock");
    }
}
