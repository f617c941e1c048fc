//! `parlour resume [FILE]`: goes on with a saved game.

use std::path::PathBuf;

use clap::Args;

use super::play::{unwatched, watched};
use super::{CliError, Plugins, print, say};
use crate::journal::saved::{self, Resumed};
use crate::shell::Start;

/// Go on with a saved game
#[derive(Debug, Args)]
pub struct Resume {
    /// The saved game; the unfinished one played last where none is given
    file: Option<PathBuf>,
    /// Where a house rule of the game is, if it is not found by its name (can be repeated)
    #[arg(long, value_name = "FILE")]
    house: Vec<PathBuf>,
    /// Pass over another version of the game and parameters that it does not have
    #[arg(long)]
    force: bool,
}

impl Resume {
    pub(super) fn run(&self, plugins: &Plugins, ascii: bool) -> Result<(), CliError> {
        let mut catalogue = plugins.catalogue();
        catalogue.houses.files = self.house.clone();
        let file = self.file()?;
        let Resumed { table, path, dropped, .. } =
            saved::resume(&file, &catalogue, self.force).map_err(CliError::run)?;
        if let Some(line) = dropped {
            say(&format!("{}: line {line} was torn and is dropped", path.display()));
        }
        if table.seating().people().next().is_some() {
            // The shell opens it again, in the thread that plays it.
            drop(table);
            return watched(catalogue, ascii, Start::Saved(path, self.force));
        }
        print(&format!("The game is saved in {}\n", path.display()))?;
        unwatched(table)
    }
    /// The file to go on with.
    fn file(&self) -> Result<PathBuf, CliError> {
        if let Some(file) = &self.file {
            return Ok(file.clone());
        }
        let dir = saved::saves().map_err(CliError::run)?;
        let (path, skipped) = saved::newest(&dir).map_err(CliError::run)?;
        for file in skipped {
            say(&format!("skipped {}: {}", file.path.display(), file.reason));
        }
        Ok(path)
    }
}
