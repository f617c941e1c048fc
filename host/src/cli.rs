//! The command line: what can be asked, and how its end is reported.

mod completions;
mod game;
mod games;
mod house;
mod new;
mod play;
mod probe;
mod record;
mod replay;
mod resume;
mod rules;
mod sim;
mod table;

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::house::Search;
use crate::plugin::Catalogue;

pub use table::TableArgs;

/// Card and domino games in the terminal
#[derive(Debug, Parser)]
#[command(name = "parlour", version, propagate_version = true)]
pub struct Cli {
    /// Look for games in this directory before the usual ones (can be repeated)
    #[arg(long, global = true, value_name = "DIR")]
    plugin_dir: Vec<PathBuf>,
    /// Show nothing but ASCII
    #[arg(long, global = true)]
    ascii: bool,
    /// Look for house rules in this directory before the usual ones (can be repeated)
    #[arg(long, global = true, value_name = "DIR")]
    house_dir: Vec<PathBuf>,
    /// What is to be done; without a command a game is picked and played
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game
    Play(play::Play),
    /// Go on with a saved game
    Resume(resume::Resume),
    /// List the games that can be played, and the libraries that cannot be used
    Games(games::Games),
    /// Manage games
    #[command(subcommand)]
    Game(game::Game),
    /// Print a game's rule book and parameters
    Rules(rules::Rules),
    /// Let bots play, and print the records of their games
    Record(record::Record),
    /// Verify records by playing them again
    Replay(replay::Replay),
    /// Let bots play many games, and count who wins
    Sim(sim::Sim),
    /// Find, write, try and compare house rules
    #[command(subcommand)]
    House(house::House),
    /// Start the crate of a new game
    New(new::New),
    /// Try a library: prints whether it can be used
    #[command(hide = true)]
    Probe(probe::Probe),
    /// Print a script that completes commands in a shell
    Completions(completions::Completions),
    /// Print the manual page
    Man,
}

/// How a run failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// What was asked cannot be done so: exit code 2.
    #[error(transparent)]
    Usage(Box<dyn Error + Send + Sync>),
    /// It came to nothing: exit code 1.
    #[error(transparent)]
    Run(Box<dyn Error + Send + Sync>),
    /// It came to nothing, and what went wrong has been said: exit code 1.
    #[error("failed")]
    Told,
    /// A signal ended it: exit code 128 and its number.
    #[error("ended by signal {0}")]
    Signal(i32),
}

impl CliError {
    /// A wrong command line.
    pub fn usage(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Usage(error.into())
    }
    /// A failed run.
    pub fn run(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Run(error.into())
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::run(error)
    }
}

/// Runs the program with these arguments, the first being its own name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return misread(&error),
    };
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(CliError::Usage(error)) => report(&*error, 2),
        // Whoever read our output has read enough.
        Err(CliError::Run(error)) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(CliError::Run(error)) => report(&*error, 1),
        Err(CliError::Told) => ExitCode::FAILURE,
        Err(CliError::Signal(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
    }
}

impl Cli {
    fn run(self) -> Result<(), CliError> {
        let plugins = Plugins { plugin_dirs: self.plugin_dir, house_dirs: self.house_dir };
        let Some(command) = self.command else { return play::pick(&plugins, self.ascii) };
        match command {
            Command::Play(play) => play.run(&plugins, self.ascii),
            Command::Resume(resume) => resume.run(&plugins, self.ascii),
            Command::Games(games) => games.run(&plugins),
            Command::Game(game) => game.run(),
            Command::Rules(rules) => rules.run(&plugins),
            Command::Record(record) => record.run(&plugins),
            Command::Replay(replay) => replay.run(&plugins, self.ascii),
            Command::Sim(sim) => sim.run(&plugins),
            Command::House(house) => house.run(&plugins),
            Command::New(new) => new.run(),
            Command::Probe(probe) => probe.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man => Ok(clap_mangen::Man::new(Self::command()).render(&mut io::stdout().lock())?),
        }
    }
}

/// The directories of `--plugin-dir` and `--house-dir`.
pub struct Plugins {
    plugin_dirs: Vec<PathBuf>,
    house_dirs: Vec<PathBuf>,
}

impl Plugins {
    /// The games there are.
    pub fn catalogue(&self) -> Catalogue {
        let found = Catalogue::search(&self.plugin_dirs, std::env::current_exe().ok().as_deref());
        Catalogue { houses: Search::new(&self.house_dirs), ..found }
    }
    /// The arguments that give another process the same directories.
    fn arguments(&self) -> impl Iterator<Item = OsString> {
        let given = |option: &'static str, dirs: &[PathBuf]| -> Vec<OsString> {
            dirs.iter().flat_map(|dir| [option.into(), dir.clone().into()]).collect()
        };
        given("--plugin-dir", &self.plugin_dirs).into_iter().chain(given("--house-dir", &self.house_dirs))
    }
}

/// Writes to standard output, all of it.
fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Says what is wrong with a command line, in a line; or gives the help that was asked for.
fn misread(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // Whoever asked for help and does not read it has read enough.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let missing = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let text = if missing { "expected a command".to_owned() } else { first_paragraphs(&text) };
    let usage = error.get(ContextKind::Usage).is_some() || missing;
    let hint = if usage { "; `parlour --help` lists what there is" } else { "" };
    say(&format!("{text}{hint}"));
    ExitCode::from(2)
}

/// What clap says before it comes to the usage, in a line.
fn first_paragraphs(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = lines
        .filter(|line| !line.starts_with("tip:"))
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    let told = told.collect::<Vec<_>>().join(" ");
    told.strip_prefix("error: ").unwrap_or(&told).to_owned()
}

fn report(error: &(dyn Error + 'static), code: u8) -> ExitCode {
    say(&chain(error));
    ExitCode::from(code)
}

/// An error with what is behind it, in a line; a cause that a message has named already is not named again.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let behind = error.to_string();
        if !text.contains(&behind) {
            text = format!("{text}: {behind}");
        }
        cause = error.source();
    }
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

fn say(text: &str) {
    // Where nobody can be told, the exit code has to do.
    let _ = writeln!(io::stderr(), "parlour: {text}");
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            return true;
        }
        cause = error.source();
    }
    false
}
