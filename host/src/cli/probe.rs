//! `parlour probe FILE`: tries a library in this process, which may not survive it.

use std::path::PathBuf;

use clap::Args;

use super::{CliError, print};
use crate::plugin::probe::try_here;

/// Try a library: prints whether it can be used
#[derive(Debug, Args)]
pub struct Probe {
    /// The library
    file: PathBuf,
}

impl Probe {
    pub(super) fn run(&self) -> Result<(), CliError> {
        std::panic::set_hook(Box::new(|_| ()));
        let verdict = try_here(&self.file);
        let verdict = serde_json::to_string(&verdict).map_err(CliError::run)?;
        // The library may have printed half a line.
        print(&format!("\n{verdict}\n"))
    }
}
