//! The points at which a house rule may answer.

use parlour_sdk::hook::Few;
use parlour_sdk::{ItalianCard, Seat};

parlour_sdk::hooks! {
    /// The hooks of Mambassa.
    pub struct Hooks {
        /// The rank of a hand (its four cards from high to low) at the showdown, larger is better. The lowest pays.
        /// Ten thousand times the kind (points 0, short sequence 1, tris 2, long sequence 3, quartina 4, quarantuna 5,
        /// mambassa 6) plus the order inside the kind. Declarations do not ask it.
        rank_hand(cards: Few<ItalianCard>) -> i32;
        /// Whether the seat may knock in its turn of this number in the round, the first being 1; turn 0 is the dealer
        /// who would keep the top four cards. Not asked after a knock, nor in turn `max_turns`.
        may_knock(seat: Seat, turn: u8) -> bool;
    }
}
