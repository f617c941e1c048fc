//! `parlour game install PATH`: a plugin into the user's data directory.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::{CliError, print};
use crate::plugin::path::user_plugins;
use crate::plugin::probe::{Verdict, try_in_child};

/// Manage games
#[derive(Debug, Subcommand)]
pub enum Game {
    /// Try a plugin and copy it to where games are looked for
    Install(Install),
}

/// Try a plugin and copy it to where games are looked for
#[derive(Debug, Args)]
pub struct Install {
    /// The library of the plugin
    path: PathBuf,
}

#[derive(Debug, thiserror::Error)]
enum InstallError {
    #[error("{0} {1}")]
    Unusable(String, String),
    #[error("{0}: its id `{1}`: expected lower-case letters, digits and hyphens")]
    Id(String, String),
    #[error("the system does not tell where your data belongs: expected HOME to be set")]
    NoDirectory,
    #[error("{path}: {error}")]
    Copy { path: String, error: io::Error },
}

impl Game {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let Self::Install(install) = self;
        let told = install.install().map_err(CliError::run)?;
        print(&format!("{told}\n"))
    }
}

impl Install {
    fn install(&self) -> Result<String, InstallError> {
        let shown = self.path.display().to_string();
        let copy_error = |path: &Path| {
            let path = path.display().to_string();
            move |error| InstallError::Copy { path, error }
        };
        let source = self.path.canonicalize().map_err(copy_error(&self.path))?;
        let program = std::env::current_exe().map_err(copy_error(Path::new("parlour")))?;
        let game = match try_in_child(&program, &source) {
            Verdict::Usable(game) => game,
            Verdict::Unusable(reason) => return Err(InstallError::Unusable(shown, reason)),
        };
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if game.id.is_empty() || !game.id.bytes().all(plain) {
            return Err(InstallError::Id(shown, game.id));
        }
        let dir = user_plugins().ok_or(InstallError::NoDirectory)?;
        fs::create_dir_all(&dir).map_err(copy_error(&dir))?;
        let target = dir.join(format!("{DLL_PREFIX}{}{DLL_SUFFIX}", game.id.replace('-', "_")));
        // A program that runs keeps the library that it has: the new one takes its name, not its place.
        let draft = dir.join(format!("{}.{}.new", game.id, std::process::id()));
        let copied = fs::copy(&source, &draft).and_then(|_| fs::rename(&draft, &target));
        if copied.is_err() {
            // What could not be copied is not left lying about; the error is told below.
            let _ = fs::remove_file(&draft);
        }
        copied.map_err(copy_error(&target))?;
        Ok(format!("{} {} is installed: {}", game.name, game.version, target.display()))
    }
}
