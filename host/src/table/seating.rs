//! Seating: who sits where.

use std::fmt;
use std::str::FromStr;

use parlour_sdk::Seat;

use crate::bot::{BotSpec, UnknownBot};

/// Whoever sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person of this name.
    Person(String),
    /// A bot.
    Bot(BotSpec),
}

impl fmt::Display for Player {
    /// As records write it: `person:Ana`, `random`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(name) => write!(f, "person:{name}"),
            Self::Bot(bot) => bot.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = UnknownBot;
    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        match text.strip_prefix("person:") {
            Some(name) => Ok(Self::Person(name.to_owned())),
            None => text.parse().map(Self::Bot),
        }
    }
}

/// Why nobody can be seated so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatingError {
    /// More people than seats.
    #[error("{people} people: expected at most {seats}, one a seat")]
    People {
        /// How many.
        people: u8,
        /// The seats.
        seats: u8,
    },
    /// More bots than seats are left for.
    #[error("{bots} bots: expected at most {seats}, one for each seat that no person has")]
    Bots {
        /// How many.
        bots: usize,
        /// The seats left.
        seats: usize,
    },
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating(Vec<Player>);

impl Seating {
    /// People in the first seats, by these names, then bots; the last bot named fills what is left, `random` where
    /// none is named.
    ///
    /// # Errors
    /// If there are more of either than seats.
    pub fn new(seats: u8, people: &[String], bots: &[BotSpec]) -> Result<Self, SeatingError> {
        let count = usize::from(seats);
        if people.len() > count {
            return Err(SeatingError::People { people: people.len().try_into().unwrap_or(u8::MAX), seats });
        }
        if bots.len() > count - people.len() {
            return Err(SeatingError::Bots { bots: bots.len(), seats: count - people.len() });
        }
        let last = bots.last().cloned().unwrap_or(BotSpec::Random);
        let bots = bots.iter().cloned().chain(std::iter::repeat(last)).map(Player::Bot);
        Ok(Self(people.iter().cloned().map(Player::Person).chain(bots).take(count).collect()))
    }
    /// These players, by seat.
    pub fn of(players: Vec<Player>) -> Self {
        Self(players)
    }
    /// Who sits in a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.0[seat.index()]
    }
    /// All players, by seat.
    pub fn players(&self) -> &[Player] {
        &self.0
    }
    /// The seats in which people sit.
    pub fn people(&self) -> impl Iterator<Item = Seat> {
        let person = |(seat, player): (usize, &Player)| matches!(player, Player::Person(_)).then_some(Seat(seat as u8));
        self.0.iter().enumerate().filter_map(person)
    }
}
