//! The parameters of a table.

parlour_sdk::params! {
    /// The parameters of Mambassa.
    pub struct Params {
        /// Tokens that each seat starts with.
        tokens: u8 = 4, [1..=20];
        /// Tokens that each seat pays into the pool before the first deal; fewer than it has.
        ante: u8 = 1, [0..=5];
        /// In this turn of a seat in a round, its turn counts as a knock whatever it did.
        max_turns: u8 = 20, [2..=100];
        /// Whether 3 2 A and 4 3 2 A of a suit are sequences too, ranked by the 3 and the 4.
        ace_low_sequences: bool = false;
        /// Whether the dealer looks at the top four cards and may keep them; if not, the dealer always leaves them.
        dealer_peek: bool = true;
        /// Tokens that every other seat pays when a Mambassa is declared.
        mambassa_pays: u8 = 1, [0..=5];
        /// Rounds after which the game ends and the most tokens win.
        max_rounds: u32 = 500, [1..=10000];
    }
}
