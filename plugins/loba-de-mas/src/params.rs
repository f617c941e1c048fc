//! The parameters.

parlour_sdk::params! {
    /// The parameters of Loba de Más.
    pub struct Params {
        /// Points that end the game.
        target: i32 = 150, [20..=1000];
        /// Cards dealt to each seat.
        hand_size: u8 = 11, [5..=15];
        /// Jokers in the pack.
        jokers: u8 = 4, [0..=4];
        /// Whether a two may stand for another card in an escalera.
        twos_wild: bool = true;
        /// Points for going out.
        going_out_bonus: i32 = 5, [0..=100];
        /// Points for each other seat for going out in a single turn.
        one_turn_bonus: i32 = 5, [0..=100];
        /// The most wild cards in an escalera.
        max_wilds_per_escalera: u8 = 13, [0..=13];
        /// Whether the whole discard pile is taken; if not, its top card alone, which is always barred.
        open_discard: bool = true;
        /// What each seat puts into the pot at the start.
        stake: i32 = 1, [0..=1000];
        /// Turns in a row that take the discard pile before the round ends.
        stall_limit: u8 = 12, [2..=200];
        /// Rounds after which the game ends, whatever the points.
        max_rounds: u32 = 500, [1..=10000];
    }
}
