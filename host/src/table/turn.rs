//! What a table does by itself.

use parlour_sdk::{Seat, Turn};

use super::{Player, Table, TableError};

impl Table {
    /// Does the next thing that needs no person: deals, settles, lets a bot act. `false` where a person is to act or
    /// the game is over.
    ///
    /// # Errors
    /// If the plugin or a house rule failed, or the line cannot be kept.
    pub fn go_on(&mut self) -> Result<bool, TableError> {
        match self.turn()? {
            Turn::Deal => self.deal()?,
            Turn::Settle => drop(self.settle()?),
            Turn::Over => return Ok(false),
            Turn::Seat(seat) if matches!(self.seating.player(seat), Player::Person(_)) => return Ok(false),
            Turn::Seat(_) => match self.bot_action()? {
                Some(code) => self.act(code)?,
                None => {
                    return Err(TableError::NotNow { expected: "an action, and there is no legal one: so nothing" });
                }
            },
        }
        Ok(true)
    }
    /// Lets this seat deal the first round, which must be due.
    ///
    /// # Errors
    /// If a round was dealt already, or there is no such seat.
    pub fn let_deal(&mut self, dealer: Seat) -> Result<(), TableError> {
        self.expect(Turn::Deal)?;
        self.moment = self.session.start(dealer)?;
        Ok(())
    }
}
