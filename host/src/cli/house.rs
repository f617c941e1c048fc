//! `parlour house ...`: house rules found, explained, begun, tried and compared.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, Subcommand};
use parlour_sdk::param::Values;

use super::{CliError, Plugins, print};
use crate::house::compare::{Comparison, Figure, Mean, compare};
use crate::house::trial::{Checked, Trial, TrialError};
use crate::house::{self, ANY, HouseError, Opened, Search, Source, Subject, stubs};
use crate::plugin::{Catalogue, Plugin};

/// How many games `check` plays to their ends.
const WHOLE: u64 = 4;

/// House rules: Lua files that bend the rules of a game
#[derive(Debug, Subcommand)]
pub enum House {
    /// List the house rules that are found
    List(List),
    /// Print the hooks and parameters that a house rule of a game can use
    Hooks(Hooks),
    /// Write the first file of a house rule
    New(New),
    /// Try house rules: load them, play 500 games with every check, look for kept state, measure what they cost
    Check(Check),
    /// Play the same games without and with house rules, and say what they change
    Compare(Compare),
    /// Write the types for editors
    #[command(hide = true)]
    Stubs(Stubs),
}

/// List the house rules that are found
#[derive(Debug, Args)]
pub struct List {
    /// For this game only
    game: Option<String>,
}

/// Print the hooks and parameters that a house rule of a game can use
#[derive(Debug, Args)]
pub struct Hooks {
    /// The game
    game: String,
}

/// Write the first file of a house rule
#[derive(Debug, Args)]
pub struct New {
    /// The game
    game: String,
    /// The rule's name, such as heavy-king; the file is NAME.lua
    name: String,
    /// The directory for the file
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

/// Which rules, for which game.
#[derive(Debug, Args)]
pub struct Rules {
    /// The files, or names of rules that are found; they stack in this order
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The game, for rules that are for every game
    #[arg(long)]
    game: Option<String>,
    /// Give a parameter of the game or an option of a rule a value (can be repeated)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// Try house rules: load them, play 500 games with every check, look for kept state, measure what they cost
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    rules: Rules,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 500)]
    games: u64,
    /// Print the digests of the games that are played twice, and nothing else
    #[arg(long, hide = true)]
    digests: bool,
}

/// Play the same games without and with house rules, and say what they change
#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    rules: Rules,
    /// How many games are played each way
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,
    /// The seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many seats
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
}

/// Write the types for editors
#[derive(Debug, Args)]
pub struct Stubs {
    /// The directory for them
    dir: PathBuf,
}

impl House {
    pub(super) fn run(&self, plugins: &Plugins) -> Result<(), CliError> {
        let catalogue = plugins.catalogue();
        match self {
            Self::List(list) => list.run(&catalogue),
            Self::Hooks(hooks) => print(&stubs::hooks(&Subject::from(load(&catalogue, &hooks.game)?))),
            Self::New(new) => new.run(&catalogue),
            Self::Check(check) => check.run(&catalogue, plugins),
            Self::Compare(compare) => compare.run(&catalogue),
            Self::Stubs(stubs) => stubs.run(&catalogue),
        }
    }
}

fn load(catalogue: &Catalogue, game: &str) -> Result<&'static Plugin, CliError> {
    catalogue.load(game).map_err(CliError::usage)
}

/// How a house rule that cannot be put in force ends a command.
pub(super) fn refused(error: HouseError) -> CliError {
    match error {
        HouseError::NotFound { .. } | HouseError::Twice { .. } | HouseError::Set { .. } | HouseError::Setup(_) => {
            CliError::usage(error)
        }
        _ => CliError::run(error),
    }
}

impl List {
    fn run(&self, catalogue: &Catalogue) -> Result<(), CliError> {
        let search = &catalogue.houses;
        let mut out = String::new();
        let mut games = catalogue.games.iter().map(|found| &found.description).collect::<Vec<_>>();
        if let Some(game) = &self.game {
            games = vec![&catalogue.find(game).map_err(CliError::usage)?.description];
        }
        for game in games {
            let found = house::available(game, search);
            let _ = writeln!(out, "{} ({}){}", game.name, game.id, if found.is_empty() { ": none" } else { "" });
            for rule in found {
                let name = rule.file.file_stem().unwrap_or_default().to_string_lossy();
                match rule.header {
                    Ok(header) => {
                        let _ = writeln!(
                            out,
                            "  {name:<18} {}",
                            if header.about.is_empty() { &header.name } else { &header.about }
                        );
                        for option in header.options {
                            let set = format!("--set {name}.{}={}", option.name, option.default);
                            let _ = writeln!(out, "    {set:<32} {} ({})", option.about, option.domain.expected());
                        }
                    }
                    Err(error) => {
                        let _ = writeln!(out, "  {name:<18} cannot be used: {error}");
                    }
                }
            }
        }
        if search.directories.is_empty() {
            out.push_str("no directory to search\n");
        }
        print(&out)
    }
}

impl New {
    fn run(&self, catalogue: &Catalogue) -> Result<(), CliError> {
        let plugin = load(catalogue, &self.game)?;
        let file = self.dir.join(format!("{}.lua", self.name));
        // The name is checked as that of any rule is.
        let text = stubs::first(&Subject::from(plugin), &self.name);
        Source::of(&file, text.clone().into_bytes()).map_err(CliError::usage)?;
        let mut options = std::fs::OpenOptions::new();
        let made = options.write(true).create_new(true).open(&file);
        let mut made = made.map_err(|error| CliError::run(format!("{}: {error}", file.display())))?;
        std::io::Write::write_all(&mut made, text.as_bytes())?;
        let path = file.display();
        print(&format!("wrote {path}\ncheck it with `parlour house check {path}`\n"))
    }
}

impl Stubs {
    fn run(&self, catalogue: &Catalogue) -> Result<(), CliError> {
        std::fs::create_dir_all(&self.dir)?;
        std::fs::write(self.dir.join("parlour.lua"), stubs::common_stub())?;
        for found in &catalogue.games {
            let plugin = found.load().map_err(CliError::run)?;
            let file = self.dir.join(format!("{}.lua", plugin.description().id));
            std::fs::write(file, stubs::stub(&Subject::from(plugin)))?;
        }
        Ok(())
    }
}

impl Rules {
    /// The files that are meant.
    fn paths(&self, catalogue: &Catalogue) -> Result<Vec<PathBuf>, CliError> {
        let search = &catalogue.houses;
        let games = catalogue.games.iter().map(|found| found.description.id.as_str());
        let games: Vec<&str> = self.game.as_deref().into_iter().chain(games).chain([""]).collect();
        let find = |name: &String| {
            let mut tried = games.iter().map(|game| search.find(game, name));
            let found = tried.find_map(Result::ok);
            found.map_or_else(|| search.find("", name).map_err(CliError::usage), Ok)
        };
        self.files.iter().map(find).collect()
    }
    /// The games that they are for.
    fn games(&self, catalogue: &Catalogue, files: &[PathBuf]) -> Result<Vec<&'static Plugin>, CliError> {
        let mut own: Option<String> = self.game.clone();
        for file in files {
            let header = Source::read(file).and_then(|source| house::inspect(&source)).map_err(refused)?;
            if header.game != ANY && own.is_none() {
                own = Some(header.game);
            }
        }
        match own {
            Some(game) => Ok(vec![load(catalogue, &game)?]),
            None => catalogue.games.iter().map(|found| found.load().map_err(CliError::run)).collect(),
        }
    }
    fn open(&self, plugin: &'static Plugin, files: &[PathBuf]) -> Result<Opened, CliError> {
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        // A path given as a bare name must not be looked for again.
        let names: Vec<String> = names.into_iter().map(|name| absolute(&name)).collect();
        house::open(Subject::from(plugin), &Search::default(), &names, &self.set).map_err(refused)
    }
}

fn absolute(name: &str) -> String {
    if Path::new(name).components().count() > 1 { name.to_owned() } else { format!("./{name}") }
}

impl Check {
    fn run(&self, catalogue: &Catalogue, plugins: &Plugins) -> Result<(), CliError> {
        let files = self.rules.paths(catalogue)?;
        for plugin in self.rules.games(catalogue, &files)? {
            let Opened { house, rules } = self.rules.open(plugin, &files)?;
            let trial = Trial { plugin, house, rules };
            if self.digests {
                let digests = trial.digests().map_err(CliError::run)?;
                print(&digests.iter().map(|digest| format!("{digest:016x}\n")).collect::<String>())?;
            } else {
                self.report(&trial, &files, plugins)?;
            }
        }
        Ok(())
    }
    fn report(&self, trial: &Trial, files: &[PathBuf], plugins: &Plugins) -> Result<(), CliError> {
        let game = trial.plugin.description();
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        print(&format!("{}: {}\n", game.name, names.join(", ")))?;
        print(&format!("  loads    {}\n", contents(trial)))?;
        let Checked { actions, ended } = trial.check(self.games, WHOLE).map_err(CliError::run)?;
        let games = self.games;
        print(&format!(
            "  plays    {games} random games, {ended} to their end, {actions} actions: every check passed\n"
        ))?;
        let digests = trial.twice().map_err(CliError::run)?;
        self.second_process(trial, files, plugins, &digests)?;
        let twice = digests.len();
        print(&format!("  is pure  {twice} games again, two at a time and in a second process, went the same way\n"))?;
        let cost = trial.cost().map_err(CliError::run)?;
        let cost = cost.map_or_else(
            || "nothing: it answers no hook".to_owned(),
            |cost| format!("{cost:.2} times the time for an action of a random game"),
        );
        print(&format!("  costs    {cost}\n"))
    }
    /// Plays the same games in another process, where nothing lies at the same address.
    fn second_process(
        &self,
        trial: &Trial,
        files: &[PathBuf],
        plugins: &Plugins,
        digests: &[u64],
    ) -> Result<(), CliError> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(plugins.arguments()).args(["house", "check", "--digests", "--game"]);
        command.arg(&trial.plugin.description().id);
        command.args(self.rules.set.iter().flat_map(|set| ["--set", set]));
        command.arg("--").args(files.iter().map(|file| absolute(&file.display().to_string())));
        let output = command.output()?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(CliError::run(format!("in a second process: {}", text.trim())));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let there: Vec<u64> = text.lines().filter_map(|line| u64::from_str_radix(line, 16).ok()).collect();
        let differs = digests.iter().zip(&there).position(|(here, there)| here != there);
        if differs.is_none() && there.len() == digests.len() {
            return Ok(());
        }
        let seed = differs.map_or(1, |place| place as u64 + 1);
        let rule = trial.blame(|_| Ok(false));
        Err(CliError::run(TrialError::Kept { rule, seed }))
    }
}

/// What rules consist of, in a line.
fn contents(trial: &Trial) -> String {
    let hooks: Vec<&str> = trial.house.rules().flat_map(|rule| &rule.header.hooks).map(String::as_str).collect();
    let params: Vec<String> = trial.rules.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let part = |what: &str, list: String| if list.is_empty() { format!("no {what}") } else { format!("{what} {list}") };
    format!("{}; {}", part("hooks", hooks.join(", ")), part("parameters", params.join(", ")))
}

impl Compare {
    fn run(&self, catalogue: &Catalogue) -> Result<(), CliError> {
        let files = self.rules.paths(catalogue)?;
        for plugin in self.rules.games(catalogue, &files)? {
            let description = plugin.description();
            let subject = Subject::from(plugin);
            let Opened { house, rules } = self.rules.open(plugin, &files)?;
            let is_option = |set: &&String| set.split('=').next().is_some_and(|name| name.contains('.'));
            let own: Vec<String> = self.rules.set.iter().filter(|set| !is_option(set)).cloned().collect();
            let base = house::open(subject, &catalogue.houses, &[], &own).map_err(refused)?;
            let base = Trial { plugin, house: base.house, rules: base.rules };
            let ruled = Trial { plugin, house, rules };
            let seats = self.seats.unwrap_or(description.usual_seats);
            let compared = compare(&base, &ruled, seats, self.seed, self.games).map_err(CliError::run)?;
            let names: Vec<&str> = ruled.house.rules().map(|rule| rule.header.name.as_str()).collect();
            let title = format!(
                "{}, {seats} seats: {} games of random players without and with {}\n",
                description.name,
                self.games,
                names.join(", ")
            );
            print(&(title + &told(&compared, self.games, &base.rules, &ruled.rules)))?;
        }
        Ok(())
    }
}

/// A comparison as a table.
fn told(compared: &Comparison, games: u64, base: &Values, ruled: &Values) -> String {
    let Comparison { different, figures } = compared;
    if *different == 0 {
        let params = if base == ruled { "" } else { " (it sets parameters, which made no difference here)" };
        return format!("Nothing changes: all {games} games went exactly as they do without it{params}.\n");
    }
    let mut out = format!("{:<40} {:>18} {:>18} {:>20}\n", "", "without", "with", "change");
    for figure in figures {
        let mean = |mean: Mean| format!("{:.2} ± {:.2}", mean.mean, mean.spread);
        let change = format!("{:+.2} ± {:.2}", figure.change.mean, figure.change.spread);
        let mark = if figure.is_real() { " *" } else { "" };
        let _ = writeln!(
            out,
            "{:<40} {:>18} {:>18} {change:>20}{mark}",
            figure.name,
            mean(figure.base),
            mean(figure.ruled)
        );
    }
    let _ = writeln!(out, "{different} of {games} games went another way. ± is the 95 % interval.");
    out.push_str(if figures.iter().any(Figure::is_real) {
        "* changed by more than chance.\n"
    } else {
        "No figure changed by more than chance.\n"
    });
    out
}
