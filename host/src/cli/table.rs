//! The arguments that say what is played.

use std::hash::{BuildHasher, RandomState};

use clap::Args;
use parlour_sdk::MAX_SEATS;

use super::CliError;
use super::house::refused;
use crate::bot::BotSpec;
use crate::house::{self, Opened, Subject};
use crate::plugin::{Catalogue, SessionError, UnknownGame};
use crate::setup::Setup;

/// What is played.
#[derive(Clone, Debug, Args)]
pub struct TableArgs {
    /// The game, as `parlour games` names it
    pub game: String,
    /// How many seats
    #[arg(long, value_name = "N", value_parser = seats, allow_negative_numbers = true)]
    pub seats: Option<u8>,
    /// The seed of the deals, a whole number; drawn at random where none is given
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Play with this house rule: a file, or the name of one that is found (can be repeated; they stack in this order)
    #[arg(long, value_name = "FILE")]
    pub house: Vec<String>,
    /// Give a parameter of the game, or an option of a house rule (RULE.OPTION), a value (can be repeated)
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// The bots, in the order of the seats; the last one fills what is left
    #[arg(long, value_name = "BOT", value_delimiter = ',')]
    pub bots: Vec<BotSpec>,
}

impl TableArgs {
    /// The set-up that they ask for, tried once.
    ///
    /// # Errors
    /// If there is no such game, or it is not played so.
    pub fn setup(&self, catalogue: &Catalogue) -> Result<Setup, CliError> {
        let plugin = catalogue.load(&self.game).map_err(|error| match error {
            UnknownGame::Load { .. } => CliError::run(error),
            _ => CliError::usage(error),
        })?;
        let opened = house::open(Subject::from(plugin), &catalogue.houses, &self.house, &self.set);
        let Opened { house, rules } = opened.map_err(refused)?;
        let setup = Setup::new(plugin, self.seats, &rules).map_err(CliError::usage)?.with_house(house);
        setup.session().map_err(|error| match error {
            SessionError::House(_) => CliError::run(error),
            _ => CliError::usage(error),
        })?;
        Ok(setup)
    }
    /// The seed: the one that was given, or one that nobody knows.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(std::process::id()))
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

fn seats(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("expected a whole number from 1 to {MAX_SEATS}"))
}
