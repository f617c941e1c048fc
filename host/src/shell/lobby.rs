//! The lobby: what the shell needs of the program around it. Which games there are, which tables are saved, how one is
//! opened.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use parlour_sdk::abi::Description;
use parlour_sdk::seat::Sides;

use super::croupier::{Mending, Opened};
use super::options::{Form, HouseRule, Seated, Setup as Wanted};
use super::picker::{Entry, Picker, Saved};
use super::scene::Party;
use crate::bot::{BotSpec, LEVELS};
use crate::house::{self, House, Subject};
use crate::journal::HouseLine;
use crate::journal::saved::{self, Resumed};
use crate::plugin::{Catalogue, Session};
use crate::settings::Settings;
use crate::setup::Setup;
use crate::table::{Player, Seating};

/// A table that can be opened, now and again.
#[derive(Clone)]
pub struct Again {
    /// What is played.
    pub setup: Setup,
    /// By whom.
    pub seating: Seating,
    /// With which deals.
    pub seed: u64,
}

/// A way to open a table in the thread that it will live in.
pub type Opening = Box<dyn FnOnce() -> Result<(Opened, Again), String> + Send>;

/// The lobby.
pub struct Lobby {
    catalogue: Arc<Catalogue>,
    /// What the player prefers.
    pub settings: Settings,
    /// What is wrong with the settings, to be told once.
    pub trouble: Vec<String>,
}

impl Lobby {
    /// The lobby of these games.
    pub fn new(catalogue: Catalogue, settings: Settings, trouble: Vec<String>) -> Self {
        Self { catalogue: Arc::new(catalogue), settings, trouble }
    }
    /// The picker, without the saved tables, which take a moment to find.
    pub fn picker(&self, saved: Vec<Saved>) -> Picker {
        let games = self.catalogue.games.iter().map(|found| entry(&found.description)).collect();
        let unusable = self.catalogue.unusable.iter();
        let unusable = unusable.map(|library| {
            let name = library
                .path
                .file_name()
                .map_or_else(|| library.path.display().to_string(), |name| name.display().to_string());
            format!("{name}: {}", library.reason)
        });
        Picker::new(games, saved, unusable.collect()).noting(self.trouble.join("; "))
    }
    /// The options form of a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn form(&self, id: &str) -> Result<Form, String> {
        let found = self.catalogue.find(id).map_err(|error| error.to_string())?;
        let (house, trouble) = self.house_rules(&found.description);
        Ok(Form {
            description: found.description.clone(),
            levels: levels(),
            house,
            trouble: trouble.join("; "),
            name: self.settings.name.clone(),
            seed: fresh_seed(),
        })
    }
    /// The house rules that are found for a game, and what is wrong with those that cannot be used.
    fn house_rules(&self, game: &Description) -> (Vec<HouseRule>, Vec<String>) {
        let (mut usable, mut trouble) = (Vec::new(), Vec::new());
        for found in house::available(game, &self.catalogue.houses) {
            let id = found.file.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
            match (found.header, id) {
                (Ok(house::Header { about, rules, options, .. }), Some(id)) => {
                    usable.push(HouseRule { id, about, sets: rules, options });
                }
                (Ok(_), None) => {}
                (Err(error), _) => trouble.push(error.to_string()),
            }
        }
        (usable, trouble)
    }
    /// The table that a form asks for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn wanted(&self, wanted: &Wanted) -> Result<Again, String> {
        let plugin = self.catalogue.load(&wanted.game).map_err(|error| error.to_string())?;
        let seats = u8::try_from(wanted.seats.len()).map_err(|_| "too many seats".to_owned())?;
        let player = |seated: &Seated| match seated {
            Seated::Person(name) => Ok(Player::Person(name.clone())),
            Seated::Bot(level) => level.parse::<BotSpec>().map(Player::Bot).map_err(|error| error.to_string()),
        };
        let players = wanted.seats.iter().map(player).collect::<Result<_, String>>()?;
        let rules: Vec<String> = wanted.house.iter().map(|(id, _)| id.clone()).collect();
        let options = wanted
            .house
            .iter()
            .flat_map(|(id, options)| options.iter().map(move |(name, value)| format!("{id}.{name}={value}")));
        let sets = wanted.rules.iter().map(|(name, value)| format!("{name}={value}")).chain(options);
        let sets: Vec<String> = sets.collect();
        let opened = house::open(Subject::from(plugin), &self.catalogue.houses, &rules, &sets);
        let house::Opened { house, rules } = opened.map_err(|error| error.to_string())?;
        let setup = Setup::new(plugin, Some(seats), &rules).map_err(|error| error.to_string())?.with_house(house);
        Ok(Again { setup, seating: Seating::of(players), seed: wanted.seed })
    }
    /// A way to go on with a saved table.
    pub fn resume(&self, path: PathBuf, force: bool) -> Opening {
        let catalogue = Arc::clone(&self.catalogue);
        Box::new(move || {
            let Resumed { table, setup, .. } =
                saved::resume(&path, &catalogue, force).map_err(|error| error.to_string())?;
            let again = Again { setup, seating: table.seating().clone(), seed: table.seed() };
            Ok((Opened { table, party: party(&again), mending: Houses::of(&again.setup) }, again))
        })
    }
}

impl Again {
    /// A way to open it, saved among the user's games from its first action on.
    pub fn opening(self) -> Opening {
        Box::new(move || self.opening_in(saved::saves().map_err(|error| error.to_string())?)())
    }
    /// A way to open it, saved in this directory.
    pub fn opening_in(self, dir: PathBuf) -> Opening {
        Box::new(move || {
            let opened = saved::start(&self.setup, self.seating.clone(), self.seed, &dir);
            let (table, _) = opened.map_err(|error| error.to_string())?;
            Ok((Opened { table, party: party(&self), mending: Houses::of(&self.setup) }, self))
        })
    }
    /// The same table with other deals.
    #[must_use]
    pub fn with_fresh_seed(self) -> Self {
        Self { seed: fresh_seed(), ..self }
    }
}

/// What the shell shows of a table all the time.
pub(super) fn party(again: &Again) -> Party {
    let Again { setup, seating, .. } = again;
    let description = setup.plugin.description();
    let mut people: Vec<String> = Vec::new();
    for player in seating.players() {
        if let Player::Person(name) = player {
            people.push(name.clone());
        }
    }
    let mut free = NAMES.iter().filter(|name| !people.iter().any(|person| person.eq_ignore_ascii_case(name)));
    let mut number = 0;
    let mut name = |player: &Player| match player {
        Player::Person(name) => name.clone(),
        Player::Bot(_) => free.next().map_or_else(
            || {
                number += 1;
                format!("Bot {number}")
            },
            |name| (*name).to_owned(),
        ),
    };
    Party {
        game: description.name.clone(),
        pieces: description.pieces,
        sides: description.sides.lists(setup.seats),
        rules: setup.rules.clone(),
        book: description.rules.clone(),
        house: lines(setup),
        names: seating.players().iter().map(&mut name).collect(),
        people: people.len(),
    }
}

/// The house rules in force, a line each.
fn lines(setup: &Setup) -> Vec<String> {
    setup.house.rules().map(|rule| rule.header.told()).collect()
}

/// The house rules of a table, to be mended when they fail.
struct Houses {
    setup: Setup,
}

impl Houses {
    fn of(setup: &Setup) -> Option<Box<dyn Mending>> {
        (!setup.house.is_empty()).then(|| Box::new(Self { setup: setup.clone() }) as Box<dyn Mending>)
    }
    /// The game with this house, which is kept if it can be played so.
    fn changed(&mut self, house: House) -> Result<Session, String> {
        let setup = self.setup.clone().with_house(house);
        let session = setup.session().map_err(|error| error.to_string())?;
        self.setup = setup;
        Ok(session)
    }
}

impl Mending for Houses {
    fn blame(&self, message: &str) -> Option<(String, String)> {
        self.setup.house.failure(message).map(|failure| (failure.rule.clone(), failure.to_string()))
    }
    fn again(&mut self) -> Result<(Session, Vec<HouseLine>), String> {
        let before = self.setup.house.lines();
        let house = self.setup.house.reload().map_err(|error| error.to_string())?;
        let changed = house.lines().into_iter().filter(|line| !before.contains(line)).collect();
        Ok((self.changed(house)?, changed))
    }
    fn without(&mut self, rule: &str) -> Result<Session, String> {
        self.changed(self.setup.house.without(rule))
    }
    fn lines(&self) -> Vec<String> {
        lines(&self.setup)
    }
}

/// What computer players are called, in the order of their seats.
const NAMES: [&str; 9] = ["Ana", "Carla", "Beto", "Ciro", "Dora", "Elio", "Fina", "Gino", "Hugo"];

/// The levels of bots, the usual one first.
fn levels() -> Vec<String> {
    let mut levels: Vec<String> = LEVELS.iter().map(|(level, _)| (*level).to_owned()).collect();
    let usual = levels.iter().position(|level| level == "normal").unwrap_or(0);
    levels.rotate_left(usual);
    levels.push("random".to_owned());
    levels
}

/// A seed that nobody knows; short enough to be told to somebody.
pub fn fresh_seed() -> u64 {
    RandomState::new().hash_one(SystemTime::now()) % 1_000_000_000
}

fn entry(game: &Description) -> Entry {
    let (least, most) = game.seats;
    let seats = if least == most { least.to_string() } else { format!("{least}-{most}") };
    let sides = if game.sides == Sides::Partners { " (2)" } else { "" };
    Entry {
        id: game.id.clone(),
        name: game.name.clone(),
        seats: seats + sides,
        family: game.family.clone(),
        about: game.about.clone(),
        pieces: game.pieces,
        book: game.rules.clone(),
    }
}

/// The saved tables that can be gone on with, the latest first: their files, and how the picker shows them.
pub fn saved_tables(dir: &Path, catalogue: &[(String, String)]) -> (Vec<PathBuf>, Vec<Saved>) {
    let now = SystemTime::now();
    let (saved, _) = saved::list(dir);
    let open = saved.into_iter().filter(|saved| !saved.finished && saved.round > 0);
    let line = |saved: saved::Saved| {
        let id = &saved.header.game;
        let name = catalogue.iter().find(|(known, _)| known == id).map_or(id, |(_, name)| name);
        let ago = now.duration_since(saved.changed).map_or(0, |passed| passed.as_secs());
        let about = format!("{name}, {} seats, round {}, {}", saved.header.seats, saved.round, passed(ago));
        (saved.path, Saved { about })
    };
    open.map(line).unzip()
}

/// So many seconds in words.
fn passed(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

impl Lobby {
    /// The ids and names of the games.
    pub fn names(&self) -> Vec<(String, String)> {
        self.catalogue
            .games
            .iter()
            .map(|found| (found.description.id.clone(), found.description.name.clone()))
            .collect()
    }
}
