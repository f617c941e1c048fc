//! House rules: Lua files that bend the rules of a game.
//!
//! A house rule answers hooks that a game has declared and sets its parameters; it knows no other game, no file and no
//! clock. [`open`] finds the files, reads them, and gives the [`House`] that a table is set up with.

mod chain;
pub mod compare;
mod failure;
mod header;
mod sandbox;
mod source;
pub mod stubs;
pub mod trial;
mod value;

use parlour_sdk::abi::Description;
use parlour_sdk::param::Values;

use crate::setup::values;

pub use chain::{Chain, House, Rule, Subject, Wanted};
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
/// `sets` are texts `NAME=VALUE`: parameters of the game (`target=21`) and options of rules (`heavy-king.bonus=10`).
///
/// # Errors
/// If a rule is not found or broken, or there is nothing of a name that was set.
pub fn open(subject: Subject, search: &Search, names: &[String], sets: &[String]) -> Result<Opened, HouseError> {
    let game = subject.description;
    let files = names.iter().map(|name| search.find(&game.id, name)).collect::<Result<Vec<_>, _>>()?;
    let (wanted, left) = chain::sort_out(files, sets)?;
    let house = House::new(subject, wanted)?;
    let mut rules = house.params();
    rules.extend(values(game, &left)?);
    Ok(Opened { house, rules })
}

/// What a file says of itself, whatever game it is for.
///
/// # Errors
/// If it is broken.
pub fn inspect(source: &Source) -> Result<Header, HouseError> {
    chain::read(&sandbox::Sandbox::new()?, source, &Values::new()).map(|read| read.header)
}

/// A house rule that was found for a game.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub file: std::path::PathBuf,
    /// What it says of itself, or why it cannot be used.
    pub header: Result<Header, HouseError>,
}

/// The house rules that are found for a game, with those that are broken; rules of other games are left out.
pub fn available(game: &Description, search: &Search) -> Vec<Found> {
    let look = |file: std::path::PathBuf| {
        let header = Source::read(&file).and_then(|source| {
            let header = inspect(&source)?;
            if header.game == ANY || header.game == game.id {
                header::fits(&source, &header, game)?;
            }
            Ok(header)
        });
        Found { file, header }
    };
    let of_game =
        |found: &Found| found.header.as_ref().map_or(true, |header| header.game == ANY || header.game == game.id);
    search.list(&game.id).into_iter().map(look).filter(of_game).collect()
}

#[cfg(test)]
mod tests;
