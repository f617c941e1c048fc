//! House rules: Lua files that bend the rules of a game.
//!
//! A house rule answers hooks that a game has declared and sets its parameters; it knows no other game, no file and no
//! clock. [`open`] finds the files, reads them, and gives the [`House`] that a table is set up with.

mod chain;
mod failure;
mod header;
mod sandbox;
mod source;
pub mod stubs;
pub mod trial;
mod value;

use parlour_sdk::param::Values;

pub use chain::{Chain, House, Rule, Set, Subject, Wanted};
pub use failure::{Failure, HouseError};
pub use header::{ANY, API, Header};
pub use source::{Search, Source};
pub use value::Describe;

/// House rules and parameters for a table, as a command line gives them.
#[derive(Debug)]
pub struct Opened {
    /// The house rules.
    pub house: House,
    /// The parameters that differ from the game's defaults: those of the rules, then those that were set.
    pub rules: Values,
}

/// Finds and reads house rules for a game. `names` are paths or names of rules, in the order in which they stack;
/// `sets` are names and values: parameters of the game (`target`, `21`) and options of rules (`heavy-king.bonus`, `10`).
///
/// # Errors
/// If a rule is not found or broken, or there is nothing of a name that was set.
pub fn open(subject: Subject, search: &Search, names: &[String], sets: &[Set]) -> Result<Opened, HouseError> {
    let game = subject.description;
    let files = names.iter().map(|name| search.find(&game.id, name)).collect::<Result<Vec<_>, _>>()?;
    let (wanted, left) = chain::sort_out(files, sets)?;
    let house = House::new(subject, wanted)?;
    let mut rules = house.params();
    for (name, text) in left {
        let value = chain::parameter(game, &name, &text)?;
        rules.insert(name, value);
    }
    Ok(Opened { house, rules })
}

#[cfg(test)]
mod tests;
