//! Where plugins are looked for.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};

/// The environment variable with more directories, as `PATH` has them.
pub const VARIABLE: &str = "PARLOUR_PLUGIN_PATH";

/// The user's directories for Parlour, if the system tells where they are.
pub fn user_dirs() -> Option<impl AppStrategy> {
    choose_app_strategy(AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "Parlour".to_owned(),
        app_name: "parlour".to_owned(),
    })
    .ok()
}

/// Where `parlour game install` puts plugins: `plugins` in the user's data directory.
pub fn user_plugins() -> Option<PathBuf> {
    user_dirs().map(|dirs| dirs.data_dir().join("plugins"))
}

/// The directories to search, in this order: those of `--plugin-dir`, of `PARLOUR_PLUGIN_PATH`, the user's own, the
/// program's, and `../lib/parlour` beside it.
pub fn search_path(given: &[PathBuf]) -> Vec<PathBuf> {
    let mut dirs = given.to_vec();
    if let Some(list) = env::var_os(VARIABLE) {
        dirs.extend(env::split_paths(&list).filter(|dir| !dir.as_os_str().is_empty()));
    }
    dirs.extend(user_plugins());
    if let Some(program) = env::current_exe().ok().as_deref().and_then(Path::parent) {
        dirs.push(program.to_owned());
        dirs.extend(program.parent().map(|above| above.join("lib").join("parlour")));
    }
    let mut seen = Vec::new();
    dirs.retain(|dir| {
        let dir = dir.canonicalize().unwrap_or_else(|_| dir.clone());
        let new = !seen.contains(&dir);
        seen.push(dir);
        new
    });
    dirs
}

/// The libraries in a directory, by name.
pub fn libraries(dir: &Path) -> Vec<PathBuf> {
    let suffix = OsStr::new(env::consts::DLL_EXTENSION);
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.extension() == Some(suffix) && !path.is_dir()).collect();
    paths.sort();
    paths
}
