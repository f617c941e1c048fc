//! `parlour completions SHELL`: a script for the shell.

use std::io;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, CliError};

/// Print a script that completes commands in a shell
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "parlour", &mut script);
        Ok(io::Write::write_all(&mut io::stdout().lock(), &script)?)
    }
}
