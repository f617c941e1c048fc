//! The catalogue: every game that was found, and every library that is none, with the reason.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use parlour_sdk::abi::Description;

use super::library::{LoadError, Plugin};
use super::path::{libraries, search_path};
use super::probe::{Verdict, Verdicts, try_here, try_in_child};
use crate::house::Search;

/// The games that can be played.
#[derive(Default)]
pub struct Catalogue {
    /// The games, by name.
    pub games: Vec<Found>,
    /// The libraries that cannot be used.
    pub unusable: Vec<Unusable>,
    /// Where house rules for them are looked for.
    pub houses: Search,
}

/// A game that was found. Its library is loaded when it is first played.
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// What it says of itself.
    pub description: Description,
    plugin: OnceLock<&'static Plugin>,
}

/// A library that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// No game has this name.
#[derive(Debug, thiserror::Error)]
pub enum UnknownGame {
    /// No game of the name; there are others.
    #[error("no game is called `{name}`: expected one of {known}")]
    Name {
        /// What was given.
        name: String,
        /// The ids there are.
        known: String,
    },
    /// There is no game at all.
    #[error("no game is called `{name}`, and no plugin was found in {searched}")]
    NoPlugins {
        /// What was given.
        name: String,
        /// The directories.
        searched: String,
    },
    /// The library was found and could not be loaded after all.
    #[error("{path}: {error}")]
    Load {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: LoadError,
    },
}

impl Found {
    /// Loads the game.
    ///
    /// # Errors
    /// If the file has changed since it was found and is no plugin any more.
    pub fn load(&self) -> Result<&'static Plugin, LoadError> {
        if let Some(plugin) = self.plugin.get() {
            return Ok(plugin);
        }
        let plugin = Plugin::open(&self.path)?;
        Ok(self.plugin.get_or_init(|| plugin))
    }
}

impl Catalogue {
    /// Searches the directories of `--plugin-dir`, `given`, and the usual ones. Unknown libraries are tried by the
    /// program `prober` in a child, or without one in this process.
    pub fn search(given: &[PathBuf], prober: Option<&Path>) -> Self {
        let mut verdicts = Verdicts::of_user();
        let mut catalogue = Self::default();
        for dir in search_path(given) {
            for path in libraries(&dir) {
                let verdict = verdicts.on(&path, |path| match prober {
                    Some(program) => try_in_child(program, path),
                    None => try_here(path),
                });
                catalogue.add(path, verdict);
            }
        }
        verdicts.keep();
        catalogue.games.sort_by(|a, b| a.description.name.cmp(&b.description.name));
        catalogue
    }
    /// Adds what a verdict says. Of one id the first that was found stays.
    pub fn add(&mut self, path: PathBuf, verdict: Verdict) {
        match verdict {
            Verdict::Unusable(reason) => self.unusable.push(Unusable { path, reason }),
            Verdict::Usable(description) => {
                let same = self.games.iter().find(|game| game.description.id == description.id);
                if let Some(same) = same {
                    let reason = format!(
                        "is a second `{}` (version {}): version {} in {} is used; remove one of the two",
                        description.id,
                        description.version,
                        same.description.version,
                        same.path.display()
                    );
                    self.unusable.push(Unusable { path, reason });
                } else {
                    self.games.push(Found { path, description: *description, plugin: OnceLock::new() });
                }
            }
        }
    }
    /// The game with this id.
    ///
    /// # Errors
    /// If there is none: the ids there are, or where was searched.
    pub fn find(&self, id: &str) -> Result<&Found, UnknownGame> {
        if let Some(found) = self.games.iter().find(|found| found.description.id == id) {
            return Ok(found);
        }
        let name = id.to_owned();
        if self.games.is_empty() {
            let searched = search_path(&[]).iter().map(|dir| dir.display().to_string()).collect::<Vec<_>>().join(", ");
            return Err(UnknownGame::NoPlugins { name, searched });
        }
        let ids: Vec<&str> = self.games.iter().map(|found| found.description.id.as_str()).collect();
        Err(UnknownGame::Name { name, known: ids.join(", ") })
    }
    /// The game with this id, loaded.
    ///
    /// # Errors
    /// As [`find`](Self::find), or if the library cannot be loaded after all.
    pub fn load(&self, id: &str) -> Result<&'static Plugin, UnknownGame> {
        let found = self.find(id)?;
        found.load().map_err(|error| UnknownGame::Load { path: found.path.clone(), error })
    }
}
