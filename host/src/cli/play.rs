//! `parlour play GAME`: a table.

use std::io::{self, IsTerminal};

use clap::Args;

use super::{CliError, Plugins, TableArgs, print};
use crate::bot::{BotSpec, LEVELS};
use crate::journal::saved;
use crate::plugin::Catalogue;
use crate::settings::Settings;
use crate::shell::{self, Again, Lobby, Start};
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
    pub(super) fn run(&self, plugins: &Plugins, ascii: bool) -> Result<(), CliError> {
        let catalogue = plugins.catalogue();
        let setup = self.table.setup(&catalogue)?;
        let name = Settings::of_user().0.name;
        let people: Vec<String> =
            [name].into_iter().chain((2..=self.people).map(|person| format!("Player {person}"))).collect();
        let people = &people[..self.people.into()];
        let bots =
            if self.table.bots.is_empty() && self.people > 0 { vec![usual_level()] } else { self.table.bots.clone() };
        let bots = if usize::from(setup.seats) > people.len() { bots } else { self.table.bots.clone() };
        let seating = Seating::new(setup.seats, people, &bots).map_err(CliError::usage)?;
        if self.people > 0 {
            let start = Start::Table(Box::new(Again { setup, seating, seed: self.table.seed() }));
            return watched(catalogue, ascii, start);
        }
        let dir = saved::saves().map_err(CliError::run)?;
        let (table, path) = saved::start(&setup, seating, self.table.seed(), &dir).map_err(CliError::run)?;
        print(&format!("The game is saved in {}\n", path.display()))?;
        unwatched(table)
    }
}

/// The bots that people play against where none are named.
fn usual_level() -> BotSpec {
    LEVELS.iter().find(|(level, _)| *level == "normal").map_or(BotSpec::Random, |&(_, bot)| bot)
}

/// Lets a person pick a game and play it.
pub(super) fn pick(plugins: &Plugins, ascii: bool) -> Result<(), CliError> {
    watched(plugins.catalogue(), ascii, Start::Picker)
}

/// Runs the shell.
pub(super) fn watched(catalogue: Catalogue, ascii: bool, start: Start) -> Result<(), CliError> {
    if !(io::stdout().is_terminal() && io::stdin().is_terminal()) {
        return Err(CliError::usage(NEEDS_TERMINAL));
    }
    let (mut settings, trouble) = Settings::of_user();
    settings.look.ascii |= ascii;
    let end = shell::run(Lobby::new(catalogue, settings, trouble), start).map_err(CliError::run)?;
    if end.resumable && end.signal == 0 {
        print("The game is saved: `parlour resume` goes on with it.\n")?;
    }
    match end.signal {
        0 => Ok(()),
        signal => Err(CliError::Signal(signal)),
    }
}

/// Why people cannot play here.
const NEEDS_TERMINAL: &str =
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
