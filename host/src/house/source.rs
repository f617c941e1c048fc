//! Files of house rules: where they are found, and what is taken in.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use etcetera::AppStrategy as _;
use sha2::{Digest, Sha256};

use super::failure::HouseError;
use crate::plugin::path::user_dirs;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 256 << 10;

/// A file of a house rule, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The rule's id: the file's name without `.lua`.
    pub id: String,
    /// The file, as it was found.
    pub file: PathBuf,
    /// Its text.
    pub text: String,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
}

impl Source {
    /// Reads a file: text, at most 256 KiB.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn read(file: &Path) -> Result<Self, HouseError> {
        let wrong = |reason: String| HouseError::File { file: file.to_owned(), reason };
        let meta = std::fs::metadata(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        if meta.is_dir() {
            return Err(wrong("this is a directory: expected a Lua file".to_owned()));
        }
        if !meta.is_file() {
            return Err(wrong("this is no plain file: expected a Lua file".to_owned()));
        }
        if meta.len() > LARGEST {
            let size = meta.len();
            return Err(wrong(format!("{size} bytes are too large for a house rule: expected at most {LARGEST}")));
        }
        let bytes = std::fs::read(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        Self::of(file, bytes)
    }
    /// The source of these bytes.
    ///
    /// # Errors
    /// If they are no text, or too many.
    pub fn of(file: &Path, bytes: Vec<u8>) -> Result<Self, HouseError> {
        let wrong = |reason: String| HouseError::File { file: file.to_owned(), reason };
        if bytes.len() as u64 > LARGEST {
            return Err(wrong(format!("{} bytes: expected at most {LARGEST}", bytes.len())));
        }
        let id = file.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if id.is_empty() || !id.chars().all(plain) {
            return Err(wrong(
                "expected a file name of letters, digits and hyphens, such as heavy-king.lua".to_owned(),
            ));
        }
        // Bytecode begins with its version, or with escape in the older kinds; no text holds such a character.
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
            wrong(format!("line {line} is not UTF-8: expected Lua source text, not bytecode"))
        })?;
        if let Some((line, _)) = text.lines().enumerate().find(|(_, line)| line.contains(binary)) {
            return Err(wrong(format!("line {} is not text: expected Lua source, not bytecode", line + 1)));
        }
        let sha256 = Sha256::digest(&text).iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        Ok(Self { id: id.to_owned(), file: file.to_owned(), text, sha256 })
    }
    /// The name under which Lua knows the file.
    pub(super) fn chunk(&self) -> String {
        format!("{}.lua", self.id)
    }
    /// The line of what the file returns.
    pub(super) fn last_return(&self) -> Option<u32> {
        let returns = |line: &str| line.starts_with("return");
        self.text.lines().enumerate().filter(|(_, line)| returns(line)).last().map(|(line, _)| line as u32 + 1)
    }
    /// The first line that sets a field or variable of this name.
    pub(super) fn line_of(&self, name: &str) -> Option<u32> {
        let sets = |line: &str| {
            line.match_indices(name).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + name.len()..].trim_start_matches(['"', '\'', ']']).trim_start();
                !before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
                    && after.starts_with('=')
                    && !after.starts_with("==")
            })
        };
        self.text.lines().position(sets).map(|line| line as u32 + 1)
    }
}

/// A character that no text has.
fn binary(c: char) -> bool {
    c.is_control() && c != '\t' && c != '\r'
}

/// Where house rules are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Files that are found by their names before all others.
    pub files: Vec<PathBuf>,
    /// The directories, the first looked into first.
    pub directories: Vec<PathBuf>,
}

impl Search {
    /// The directories given (`--house-dir`), then those of `PARLOUR_HOUSE_PATH`, the user's data directory, those
    /// next to the executable, and the scripts of the workspace that this program was built in.
    pub fn new(given: &[PathBuf]) -> Self {
        let mut directories = given.to_vec();
        if let Some(path) = std::env::var_os("PARLOUR_HOUSE_PATH") {
            directories.extend(std::env::split_paths(&path).filter(|path| !path.as_os_str().is_empty()));
        }
        directories.extend(user_dirs().map(|dirs| dirs.data_dir().join("house")));
        let executable = std::env::current_exe().ok();
        if let Some(beside) = executable.as_deref().and_then(Path::parent) {
            directories.push(beside.join("house"));
            directories.push(beside.join("../share/parlour/house"));
        }
        // A build inside the workspace lies below it, wherever that has been moved since.
        let workspace = |dir: &&Path| dir.join("Cargo.toml").is_file() && dir.join("scripts").is_dir();
        let above = executable.as_deref().and_then(|file| file.ancestors().find(workspace));
        directories.extend(above.map(|dir| dir.join("scripts")));
        Self { files: Vec::new(), directories }
    }
    /// The file of a rule: a path, or a name that is looked for under the game's id, under `any`, and by itself.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, game: &str, name: &str) -> Result<PathBuf, HouseError> {
        let path = Path::new(name);
        if path.components().count() > 1 || path.exists() {
            return Ok(path.to_owned());
        }
        let file = if name.ends_with(".lua") { name.to_owned() } else { format!("{name}.lua") };
        if let Some(given) = self.files.iter().find(|given| given.file_name() == Some(OsStr::new(&file))) {
            return Ok(given.clone());
        }
        let places = |dir: &PathBuf| [dir.join(game).join(&file), dir.join("any").join(&file), dir.join(&file)];
        let found = self.directories.iter().flat_map(places).find(|path| path.is_file());
        found.ok_or_else(|| HouseError::NotFound { name: name.to_owned(), searched: self.directories.clone() })
    }
    /// The files for a game, each name once: what is found first is what [`find`](Self::find) gives.
    pub fn list(&self, game: &str) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = Vec::new();
        for dir in &self.directories {
            for place in [dir.join(game), dir.join("any"), dir.clone()] {
                let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
                let mut here: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_rule(path)).collect();
                here.sort();
                here.retain(|path| !files.iter().any(|known| known.file_name() == path.file_name()));
                files.extend(here);
            }
        }
        files
    }
}

fn is_rule(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("lua")) && path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str, bytes: &[u8]) -> String {
        Source::of(Path::new(name), bytes.to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn text_is_taken_in_and_nothing_else() {
        let source = Source::of(Path::new("a/low-ace.lua"), b"return {}\n".to_vec()).unwrap();
        assert_eq!(source.id, "low-ace");
        assert_eq!(source.sha256, "1232d8379de77e154ca533689af2e42629dd7574bda5a0a390799849f07607c3");
        assert_eq!(refused("a.lua", b"\x1bLuaQ"), "a.lua: line 1 is not text: expected Lua source, not bytecode");
        assert_eq!(
            refused("a.lua", b"\n\xff\xfe"),
            "a.lua: line 2 is not UTF-8: expected Lua source text, not bytecode"
        );
        assert!(refused("a.lua", &vec![b' '; 262_145]).contains("expected at most 262144"));
        assert!(refused("a b.lua", b"").contains("expected a file name"));
    }
    #[test]
    fn a_directory_is_no_rule() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("rule.lua");
        std::fs::create_dir(&file).unwrap();
        assert!(Source::read(&file).unwrap_err().to_string().ends_with("this is a directory: expected a Lua file"));
    }
    #[test]
    fn a_name_is_found_under_the_game_first() {
        let dir = tempfile::tempdir().unwrap();
        for place in ["hearts", "any", "spades"] {
            std::fs::create_dir(dir.path().join(place)).unwrap();
        }
        for file in ["hearts/a.lua", "any/a.lua", "any/b.lua", "c.lua", "spades/d.lua", "any/notes.txt"] {
            std::fs::write(dir.path().join(file), "return {}").unwrap();
        }
        let search = Search { directories: vec![dir.path().to_owned()], ..Search::default() };
        assert_eq!(search.find("hearts", "a").unwrap(), dir.path().join("hearts/a.lua"));
        assert_eq!(search.find("hearts", "b.lua").unwrap(), dir.path().join("any/b.lua"));
        assert!(matches!(search.find("hearts", "d"), Err(HouseError::NotFound { .. })));
        let names: Vec<_> = search.list("hearts").iter().map(|path| path.file_name().unwrap().to_owned()).collect();
        assert_eq!(names, ["a.lua", "b.lua", "c.lua"]);
    }
    #[test]
    fn the_line_that_sets_a_field_is_found() {
        let text = "local apiary = 2\nreturn {\n  api == 1,\n  api = 1,\n  [\"game\"] = 'x',\n}\n";
        let source = Source::of(Path::new("a.lua"), text.into()).unwrap();
        assert_eq!((source.line_of("api"), source.line_of("game"), source.line_of("name")), (Some(4), Some(5), None));
    }
}
