//! `parlour rules GAME`: the rule book and the parameters.

use std::fmt::Write;

use clap::Args;

use super::{CliError, Plugins, print};
use parlour_sdk::param::{Domain, Param};

/// Print a game's rule book and parameters
#[derive(Debug, Args)]
pub struct Rules {
    /// The game, as `parlour games` names it
    game: String,
}

impl Rules {
    pub(super) fn run(&self, plugins: &Plugins) -> Result<(), CliError> {
        let catalogue = plugins.catalogue();
        let game = &catalogue.find(&self.game).map_err(CliError::usage)?.description;
        let mut text = format!("{}\n\n## Parameters\n\n", game.rules.trim_end());
        if game.params.is_empty() {
            text.push_str("None.\n");
        }
        for param in &game.params {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "- `{}`: {}", param.name, line(param));
        }
        print(&text)
    }
}

/// Type, default and range of a parameter, and what it is.
fn line(param: &Param) -> String {
    let Param { about, domain, default, .. } = param;
    let domain = match domain {
        Domain::Flag => "flag, true or false".to_owned(),
        Domain::Int { min, max } => format!("whole number, {min} to {max}"),
        Domain::Choice { .. } => format!("choice, {}", domain.expected()),
    };
    format!("{domain}, default {default}. {about}")
}
