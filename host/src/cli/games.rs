//! `parlour games`: what can be played.

use std::fmt::Write;

use clap::Args;
use serde_json::json;

use super::{CliError, Plugins, print};
use crate::plugin::Catalogue;

/// List the games that can be played, and the libraries that cannot be used
#[derive(Debug, Args)]
pub struct Games {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(super) fn run(&self, plugins: &Plugins) -> Result<(), CliError> {
        let catalogue = plugins.catalogue();
        print(&if self.json { as_json(&catalogue) } else { as_text(&catalogue) })
    }
}

fn as_json(catalogue: &Catalogue) -> String {
    let games = catalogue.games.iter().map(|found| {
        let game = &found.description;
        json!({
            "id": game.id, "name": game.name, "version": game.version, "seats": game.seats,
            "path": found.path.to_string_lossy(),
        })
    });
    let unusable = catalogue.unusable.iter();
    let unusable = unusable.map(|file| json!({ "path": file.path.to_string_lossy(), "reason": file.reason }));
    let list = json!({ "games": games.collect::<Vec<_>>(), "unusable": unusable.collect::<Vec<_>>() });
    format!("{list}\n")
}

fn as_text(catalogue: &Catalogue) -> String {
    let mut text = String::new();
    let width = catalogue.games.iter().map(|found| found.description.id.chars().count()).max().unwrap_or(0);
    // Writing to a string cannot fail.
    for found in &catalogue.games {
        let game = &found.description;
        let seats = match game.seats {
            (least, most) if least == most => format!("{least} seats"),
            (least, most) => format!("{least}-{most} seats"),
        };
        let _ = writeln!(text, "{:width$}  {}, {seats}, version {}. {}", game.id, game.name, game.version, game.about);
        let _ = writeln!(text, "{:width$}  {}", "", found.path.display());
    }
    if catalogue.games.is_empty() {
        text.push_str("No game was found.\n");
    }
    for file in &catalogue.unusable {
        let _ = writeln!(text, "Cannot be used: {}: {}", file.path.display(), file.reason);
    }
    text
}
