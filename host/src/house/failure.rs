//! What goes wrong with house rules, in words that their writer can act on: which file, which line, which hook, why.

use std::fmt;
use std::path::PathBuf;

/// A house rule that broke, when it was read or in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The rule's id: its file's name without `.lua`.
    pub rule: String,
    /// The file, as it was found.
    pub file: PathBuf,
    /// The line in the file, where it is known.
    pub line: Option<u32>,
    /// The hook that was asked, if one was.
    pub hook: Option<String>,
    /// What happened, and what was expected.
    pub reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(hook) = &self.hook {
            write!(f, ": hook {hook}")?;
        }
        write!(f, ": {}", self.reason)
    }
}
impl std::error::Error for Failure {}

/// Why house rules cannot be put in force.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// No file of that name.
    #[error("no house rule `{name}`: looked for it in {}", listed(.searched))]
    NotFound {
        /// What was asked for.
        name: String,
        /// The directories that were searched.
        searched: Vec<PathBuf>,
    },
    /// The file cannot be read.
    #[error("{}: {reason}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The rule is broken.
    #[error(transparent)]
    Rule(#[from] Failure),
    /// Two files with one name.
    #[error("{} and {} are both the house rule `{name}`: rename one of them", .first.display(), .second.display())]
    Twice {
        /// The id.
        name: String,
        /// A file.
        first: PathBuf,
        /// The other file.
        second: PathBuf,
    },
    /// `--set` with an option that no rule has or that does not take the value.
    #[error("--set {given}: {reason}")]
    Set {
        /// What was given.
        given: String,
        /// What was expected.
        reason: String,
    },
    /// `--set` with a parameter that the game does not have or that does not take the value.
    #[error(transparent)]
    Setup(#[from] parlour_sdk::SetupError),
    /// No Lua state could be made.
    #[error("the Lua engine could not be started: {0}")]
    Engine(String),
}

fn listed(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    if names.is_empty() { "no directory".to_owned() } else { names.join(", ") }
}

/// An error out of Lua, taken apart: what was said, and where in which chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub reason: String,
    pub line: Option<u32>,
}

/// The longest reason that is shown, in characters.
const LONGEST_REASON: usize = 400;

impl Fault {
    /// Reads an error that came out of the chunk called `chunk`.
    pub fn read(error: &mlua::Error, chunk: &str) -> Self {
        let (message, trace) = words(error);
        let (place, reason) = split_place(&message);
        let line = match place {
            Some((name, line)) if name == chunk => Some(line),
            _ => line_in(&trace, chunk),
        };
        Self { reason: readable(&reason), line }
    }
    /// The fault with a hint, if the line that it is about uses something that house rules do not have.
    pub fn hinted(mut self, text: &str) -> Self {
        let line = self.line.and_then(|line| text.lines().nth(line as usize - 1));
        let nil = self.reason.contains("nil value") || self.reason.contains("index nil");
        if let Some(name) = line.filter(|_| nil).and_then(absent) {
            self.reason += &format!(" (house rules have no `{name}`: a hook depends on its arguments alone)");
        }
        self
    }
}

/// The message of an error, and the traceback if it came with one.
fn words(error: &mlua::Error) -> (String, String) {
    match error {
        mlua::Error::CallbackError { traceback, cause } => {
            let (message, inner) = words(cause);
            (message, format!("{inner}\n{traceback}"))
        }
        mlua::Error::RuntimeError(text) | mlua::Error::MemoryError(text) => {
            let (message, trace) = text.split_once("\nstack traceback:").unwrap_or((text, ""));
            (message.to_owned(), trace.to_owned())
        }
        mlua::Error::SyntaxError { message, .. } => (message.clone(), String::new()),
        other => (other.to_string(), String::new()),
    }
}

/// What an error inside Lua says to Lua.
pub(super) fn said(error: &mlua::Error) -> String {
    readable(&split_place(&words(error).0).1)
}

/// Takes `chunk:12: ` off the front of a message.
fn split_place(message: &str) -> (Option<(&str, u32)>, String) {
    let place = message.split_once(": ").and_then(|(place, rest)| {
        let (chunk, line) = place.rsplit_once(':')?;
        Some(((chunk, line.parse().ok()?), rest.to_owned()))
    });
    match place {
        Some((place, rest)) => (Some(place), rest),
        None => (None, message.to_owned()),
    }
}

/// The first line of the chunk that a traceback names.
fn line_in(trace: &str, chunk: &str) -> Option<u32> {
    trace.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix(chunk)?.strip_prefix(':')?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok()
    })
}

/// A reason without addresses and control characters, and not too long.
fn readable(text: &str) -> String {
    let kind = ["table", "function", "userdata", "thread", "buffer"].into_iter().find(|kind| {
        let address =
            text.strip_prefix(kind).or_else(|| text.strip_prefix('<').and_then(|rest| rest.strip_prefix(kind)));
        address.is_some_and(|rest| rest.starts_with(": 0x") || rest.starts_with(" 0x"))
    });
    if let Some(kind) = kind {
        return format!("it raised an error that is a {kind}: expected a text");
    }
    if text.is_empty() || text == "nil" || text == "<nil>" {
        return "it raised an error without a text".to_owned();
    }
    let first = text.trim().chars().take(LONGEST_REASON);
    let mut clean: String = first.map(|c| if c.is_control() { ' ' } else { c }).collect();
    while let Some(at) = clean.find("0x") {
        let digits = clean[at + 2..].find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(clean.len() - at - 2);
        clean.replace_range(at..at + 2 + digits, "?");
    }
    clean
}

/// A name on this line that house rules do not have.
fn absent(line: &str) -> Option<&'static str> {
    const ABSENT: [&str; 24] = [
        "io",
        "os",
        "debug",
        "package",
        "require",
        "load",
        "loadstring",
        "dofile",
        "loadfile",
        "getfenv",
        "setfenv",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "random",
        "randomseed",
        "coroutine",
        "setmetatable",
        "getmetatable",
        "rawget",
        "rawset",
        "rawequal",
        "print",
        "_G",
    ];
    let mut words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.find_map(|word| ABSENT.into_iter().find(|name| *name == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_taken_apart() {
        let error = mlua::Error::RuntimeError("a.lua:12: no\nstack traceback:\na.lua:12 function x".to_owned());
        assert_eq!(Fault::read(&error, "a.lua"), Fault { reason: "no".to_owned(), line: Some(12) });
        let deep = mlua::Error::RuntimeError("library:4: no\nstack traceback:\nlibrary:4\na.lua:7 function".to_owned());
        assert_eq!(Fault::read(&deep, "a.lua"), Fault { reason: "no".to_owned(), line: Some(7) });
    }
    #[test]
    fn no_address_and_no_control_character_is_shown() {
        assert_eq!(readable("table: 0x00007f12"), "it raised an error that is a table: expected a text");
        assert_eq!(readable("at 0x7fff12ab\x1b[31m"), "at ? [31m");
        assert_eq!(readable("nil"), "it raised an error without a text");
    }
}
