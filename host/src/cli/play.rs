//! `parlour play GAME`: a table.

use clap::Args;

use super::{CliError, Plugins, TableArgs, print};
use crate::journal::saved;
use crate::table::{Seating, Table};

/// Play a game
#[derive(Debug, Args)]
pub struct Play {
    #[command(flatten)]
    table: TableArgs,
    /// How many seats people have, from the first on; bots have the others
    #[arg(long, value_name = "K", default_value_t = 1)]
    people: u8,
}

impl Play {
    pub(super) fn run(&self, plugins: &Plugins) -> Result<(), CliError> {
        let catalogue = plugins.catalogue();
        let setup = self.table.setup(&catalogue)?;
        let people: Vec<String> = (1..=self.people).map(|person| format!("Player {person}")).collect();
        let seating = Seating::new(setup.seats, &people, &self.table.bots).map_err(CliError::usage)?;
        if self.people > 0 {
            return Err(CliError::usage(NEEDS_TERMINAL));
        }
        let dir = saved::saves().map_err(CliError::run)?;
        let (table, path) = saved::start(&setup, seating, self.table.seed(), &dir).map_err(CliError::run)?;
        print(&format!("The game is saved in {}\n", path.display()))?;
        unwatched(table)
    }
}

/// Why people cannot play here.
pub(super) const NEEDS_TERMINAL: &str =
    "people need a terminal to play in: expected one as standard output, or --people 0 for bots alone";

/// Plays a table of bots to its end where nobody watches, and says how it ended.
pub(super) fn unwatched(mut table: Table) -> Result<(), CliError> {
    while table.go_on().map_err(CliError::run)? {}
    let standing = table.standing().map_err(CliError::run)?;
    let list = |items: Vec<String>| items.join(", ");
    let winners = standing.winners.iter().map(|&seat| format!("seat {seat} ({})", table.seating().player(seat)));
    let totals = standing.totals.iter().map(ToString::to_string);
    print(&format!(
        "Rounds: {}. Won by {}. Totals: {}. Seed: {}\n",
        standing.round,
        list(winners.collect()),
        list(totals.collect()),
        table.seed()
    ))
}
