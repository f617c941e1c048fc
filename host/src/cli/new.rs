//! `parlour new NAME`: the crate of a new game, which is the tutorial game under its own name to begin with.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{CliError, print};

const GAME: &str = include_str!("../../../sdk/examples/high_card.rs");
const RULES: &str = include_str!("../../../sdk/examples/high_card.md");

/// Start the crate of a new game
///
/// It is a whole game that can be played and passes the conformance kit: change it into yours.
#[derive(Debug, Args)]
pub struct New {
    /// The game's id, lower case with hyphens; also the name of the directory that is made here
    name: String,
    /// Where the SDK is; found by itself in the directories above this one and above the program
    #[arg(long, value_name = "DIR")]
    sdk: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
enum NewError {
    #[error("`{0}`: expected lower-case letters, digits and single hyphens, a letter first, such as `old-maid`")]
    Name(String),
    #[error("the SDK was not found: expected --sdk DIR, the directory `sdk` of Parlour's source")]
    NoSdk,
    #[error("{0} is not the SDK: expected a Cargo.toml there with the package parlour-sdk")]
    NotTheSdk(String),
    #[error("{0} is there already: expected a name that is free")]
    Taken(String),
    #[error("{path}: {error}")]
    Write { path: String, error: io::Error },
}

impl New {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let words: Vec<&str> = self.name.split('-').collect();
        let plain = |word: &&str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        if !words.iter().all(plain) || !self.name.starts_with(|first: char| first.is_ascii_lowercase()) {
            return Err(CliError::usage(NewError::Name(self.name.clone())));
        }
        let sdk = self.sdk().map_err(CliError::usage)?;
        let dir = PathBuf::from(&self.name);
        write_crate(&dir, &self.name, &words, &sdk).map_err(CliError::run)?;
        print(&format!(
            "{} is there. In it: `cargo test` checks it, `cargo build --release` makes the plugin, \
             `parlour --plugin-dir target/release games` finds it.\n",
            dir.display()
        ))
    }
    fn sdk(&self) -> Result<PathBuf, NewError> {
        if let Some(given) = &self.sdk {
            let sdk = given.canonicalize().ok().filter(|dir| is_sdk(dir));
            return sdk.ok_or_else(|| NewError::NotTheSdk(given.display().to_string()));
        }
        let starts = [std::env::current_dir(), std::env::current_exe()];
        let starts = starts.into_iter().flatten().collect::<Vec<_>>();
        let above = starts.iter().flat_map(|start| start.ancestors()).map(|dir| dir.join("sdk"));
        above.into_iter().find(|dir| is_sdk(dir)).ok_or(NewError::NoSdk)
    }
}

fn is_sdk(dir: &Path) -> bool {
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).ok();
    let manifest = manifest.and_then(|text| text.parse::<toml::Table>().ok());
    manifest
        .is_some_and(|manifest| manifest.get("package").and_then(|it| it.get("name")?.as_str()) == Some("parlour-sdk"))
}

fn write_crate(dir: &Path, id: &str, words: &[&str], sdk: &Path) -> Result<(), NewError> {
    let write_error = |path: &Path| {
        let path = path.display().to_string();
        move |error| NewError::Write { path, error }
    };
    match fs::create_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(NewError::Taken(dir.display().to_string()));
        }
        made => made.map_err(write_error(dir))?,
    }
    let capital = |word: &&str| word[..1].to_ascii_uppercase() + &word[1..];
    let (name, kind) =
        (words.iter().map(capital).collect::<Vec<_>>().join(" "), words.iter().map(capital).collect::<String>());
    let renamed = |text: &str| {
        let text = text.replace("high_card.md", "../rules.md").replace("high-card", id);
        text.replace("High Card", &name).replace("HighCard", &kind)
    };
    let files = [
        ("Cargo.toml", manifest(dir, id, sdk)),
        ("rules.md", renamed(RULES)),
        ("src/lib.rs", renamed(GAME)),
        ("tests/conforms.rs", conforms(id, &kind)),
    ];
    for (file, text) in files {
        let path = dir.join(file);
        let parent = path.parent().unwrap_or(dir);
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, text)).map_err(write_error(&path))?;
    }
    Ok(())
}

fn manifest(dir: &Path, id: &str, sdk: &Path) -> String {
    let sdk = toml::Value::from(sdk.to_string_lossy().into_owned());
    // A crate among Parlour's own plugins is a member of its workspace; any other is a workspace of its own.
    let members = fs::canonicalize(dir).ok().and_then(|dir| Some(dir.parent()?.to_owned()));
    let member =
        members.is_some_and(|dir| dir.ends_with("plugins") && dir.with_file_name("sdk").join("Cargo.toml").exists());
    let (sdk, workspace) = if member {
        ("parlour-sdk.workspace = true".to_owned(), "")
    } else {
        (format!("parlour-sdk = {{ path = {sdk} }}"), "\n[workspace]\n")
    };
    format!(
        r#"[package]
name = "{id}"
version = "0.1.0"
edition = "2024"
publish = false

[lib]
# The plugin, and a library for the tests.
crate-type = ["cdylib", "rlib"]

[dependencies]
{sdk}
{workspace}"#
    )
}

fn conforms(id: &str, kind: &str) -> String {
    let krate = id.replace('-', "_");
    format!(
        r#"//! The game keeps what every game promises.

use {krate}::{kind};
use parlour_sdk::testkit::{{Plan, conforms, varied}};

#[test]
fn conforms_with_the_default_parameters() {{
    conforms::<{kind}>(Plan::of(500));
}}

#[test]
fn conforms_with_all_parameters() {{
    varied::<{kind}>(Plan::of(20));
}}
"#
    )
}
