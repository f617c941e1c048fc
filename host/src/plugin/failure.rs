//! Failures of a loaded game: a status and a message, as an error.

use parlour_sdk::abi::{self, FAILED_HOUSE};
use serde::de::DeserializeOwned;

use super::library::{Plugin, last_message};

/// Why a call into a game came to nothing. The moment is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The action is not legal now; the message names the rule.
    #[error("{0}")]
    Refused(String),
    /// Something given makes no sense to the game: the message says what was expected.
    #[error("{0}")]
    Argument(String),
    /// A house rule failed: the message names file, line, hook and reason.
    #[error("{0}")]
    House(String),
    /// The plugin panicked.
    #[error("the plugin of {game} failed: {message}")]
    Panic {
        /// The game's id.
        game: String,
        /// The panic's message and place.
        message: String,
    },
    /// The plugin wrote something that cannot be read.
    #[error("the plugin of {game} wrote what cannot be read: {message}")]
    Shape {
        /// The game's id.
        game: String,
        /// What is wrong.
        message: String,
    },
}

/// What a plugin wrote as JSON.
pub(super) fn read<T: DeserializeOwned>(plugin: &Plugin, json: &str) -> Result<T, SessionError> {
    let game = || plugin.description().id.clone();
    serde_json::from_str(json).map_err(|error| SessionError::Shape { game: game(), message: error.to_string() })
}

/// The failure of a status, with the plugin's message.
pub(super) fn failure(plugin: &Plugin, status: i32) -> SessionError {
    let message = last_message(plugin.functions);
    match status {
        abi::REFUSED => SessionError::Refused(message),
        abi::FAILED_ARGUMENT => SessionError::Argument(message),
        FAILED_HOUSE => SessionError::House(message),
        _ => SessionError::Panic { game: plugin.description().id.clone(), message },
    }
}
