//! The parameters.

parlour_sdk::params! {
    /// The parameters of Knock Rummy.
    pub struct Params {
        /// Rounds in a game; the stakes are added up.
        rounds: u32 = 1, [1..=100];
        /// Cards dealt to each seat where two play.
        hand_size_two: u8 = 10, [3..=12];
        /// Cards dealt to each seat where three to five play.
        hand_size_many: u8 = 7, [3..=9];
        /// The most deadwood, after the discard, with which a seat may knock; -1 for no limit.
        knock_limit: i32 = -1, [-1..=100];
        /// The first turn of a seat in which it may knock.
        knock_from_turn: u16 = 1, [1..=10];
        /// What a knocker who did not have the least pays on top.
        undercut_penalty: i32 = 10, [0..=100];
        /// What each other seat pays on top to a knocker without deadwood.
        rummy_bonus: i32 = 25, [0..=100];
        /// Whether Q K A is a run as well. No run goes round the corner.
        ace_high_runs: bool = false;
        /// How many turns in a row may take the top discard before the round ends.
        stall_limit: u8 = 12, [2..=200];
    }
}
