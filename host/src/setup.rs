//! The set-up of a table: which game, for how many, by which parameters and house rules.

use parlour_sdk::SetupError;
use parlour_sdk::abi::Description;
use parlour_sdk::param::{Param, Values};

use crate::house::{House, Subject};
use crate::journal::{FORMAT, Header};
use crate::plugin::{Plugin, Session, SessionError};
use crate::table::{Seating, Table, TableError};

/// What tables are made of: as many as are wanted, in any thread.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub plugin: &'static Plugin,
    /// The seats.
    pub seats: u8,
    /// The value of every parameter.
    pub rules: Values,
    /// The house rules in force.
    pub house: House,
}

impl Setup {
    /// The game for `seats` (the usual number if none is given) with these parameters, the defaults for the rest.
    ///
    /// # Errors
    /// If the game has no such parameter, or it does not take the value. What only the game can judge is refused by
    /// [`session`](Self::session).
    pub fn new(plugin: &'static Plugin, seats: Option<u8>, given: &Values) -> Result<Self, SetupError> {
        let description = plugin.description();
        let mut rules = defaults(description);
        for (name, value) in given {
            let param = find(description, name)?;
            if !param.domain.holds(value) {
                let (value, expected) = (value.to_string(), param.domain.expected());
                return Err(SetupError::Value { name: name.clone(), value, expected });
            }
            rules.insert(name.clone(), value.clone());
        }
        let house = House::empty(Subject::from(plugin));
        Ok(Self { plugin, seats: seats.unwrap_or(description.usual_seats), rules, house })
    }
    /// The set-up with these house rules. The parameters that they set are among those given to [`new`](Self::new).
    #[must_use]
    pub fn with_house(self, house: House) -> Self {
        Self { house, ..self }
    }
    /// The game, in this thread.
    ///
    /// # Errors
    /// If the game is not played by so many or with these parameters, or a house rule failed over a tabulated hook.
    pub fn session(&self) -> Result<Session, SessionError> {
        let house = self.house.answers().map_err(|error| SessionError::House(error.to_string()))?;
        Session::new(self.plugin, self.seats, &self.rules, house)
    }
    /// A table before its first deal.
    ///
    /// # Errors
    /// As [`session`](Self::session).
    pub fn table(&self, seating: Seating, seed: u64) -> Result<Table, TableError> {
        Table::new(self.session()?, seating, seed)
    }
    /// The first line of a record of such a table.
    pub fn header(&self, seating: &Seating, seed: u64) -> Header {
        let description = self.plugin.description();
        let sides = description.sides.lists(self.seats).into_iter();
        Header {
            game: description.id.clone(),
            version: Some(description.version.clone()),
            format: FORMAT,
            seats: self.seats,
            sides: sides.map(|side| side.into_iter().map(|seat| seat.0).collect()).collect(),
            seed: Some(seed.to_string()),
            rules: self.rules.clone(),
            house: self.house.lines(),
            sdk: Some(description.sdk.clone()),
            players: seating.players().iter().map(ToString::to_string).collect(),
        }
    }
}

/// The defaults of all parameters.
pub fn defaults(description: &Description) -> Values {
    description.params.iter().map(|param| (param.name.clone(), param.default.clone())).collect()
}

/// The values that `NAME=VALUE` texts give to parameters of a game.
///
/// # Errors
/// If a text is not of this form, or gives a value to a parameter that the game does not have or that does not take it.
pub fn values(description: &Description, texts: &[String]) -> Result<Values, SetupError> {
    let value = |text: &String| {
        let shape = || SetupError::Shape(format!("`{text}`: expected NAME=VALUE"));
        let (name, value) = text.split_once('=').ok_or_else(shape)?;
        let param = find(description, name)?;
        let value = param.domain.parse(value).map_err(|expected| SetupError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            expected,
        })?;
        Ok((name.to_owned(), value))
    };
    texts.iter().map(value).collect()
}

fn find<'a>(description: &'a Description, name: &str) -> Result<&'a Param, SetupError> {
    let params = &description.params;
    params.iter().find(|param| param.name == name).ok_or_else(|| SetupError::Unknown {
        name: name.to_owned(),
        known: params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>().join(", "),
    })
}
