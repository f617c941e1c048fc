//! Settings: what a player prefers, in a file of the user's.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::AppStrategy;
use toml::{Table, Value};

use crate::plugin::path::user_dirs;
use crate::shell::theme::{Look, Theme};

/// What a player prefers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How things look.
    pub look: Look,
    /// How long a computer player takes for an action at least.
    pub pause: Duration,
    /// The player's name.
    pub name: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self { look: Look::default(), pause: Duration::from_millis(700), name: user_name() }
    }
}

/// The name of the user, as the system tells it.
fn user_name() -> String {
    let named = ["USER", "USERNAME"].iter().find_map(|variable| std::env::var(variable).ok());
    named.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| "Player 1".to_owned())
}

/// The longest pause, in milliseconds.
const LONGEST_PAUSE: i64 = 10_000;
/// The longest name, in letters.
const LONGEST_NAME: usize = 24;

/// Where the settings are: `settings.toml` in the user's configuration directory.
pub fn file() -> Option<PathBuf> {
    user_dirs().map(|dirs| dirs.config_dir().join("settings.toml"))
}

impl Settings {
    /// The settings of the user, and what is wrong with the file, a line each: the rest of it holds.
    pub fn of_user() -> (Self, Vec<String>) {
        let (mut settings, trouble) = file().map_or_else(Default::default, |file| Self::read(&file));
        // https://no-color.org: any value that is not empty.
        if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            settings.look.theme = Theme::None;
        }
        (settings, trouble)
    }
    /// The settings in a file; those of somebody who has none if there is no file.
    pub fn read(file: &Path) -> (Self, Vec<String>) {
        match std::fs::read_to_string(file) {
            Ok(text) => {
                let (settings, trouble) = Self::parse(&text);
                let named = trouble.into_iter().map(|what| format!("{}: {what}", file.display()));
                (settings, named.collect())
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::default_alone(),
            Err(error) => (Self::default(), vec![format!("{}: {error}", file.display())]),
        }
    }
    fn default_alone() -> (Self, Vec<String>) {
        (Self::default(), Vec::new())
    }
    /// The settings in a text, and what is wrong with it.
    ///
    /// ```
    /// use parlour::settings::Settings;
    /// let (settings, trouble) = Settings::parse("four_colours = true\npause = \"slow\"");
    /// assert!(settings.look.four_colours);
    /// assert_eq!(trouble, ["pause = \"slow\": expected milliseconds, a whole number from 0 to 10000"]);
    /// ```
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let table: Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
                return (settings, vec![format!("line {line}: {}", error.message())]);
            }
        };
        let mut trouble = Vec::new();
        for (name, value) in &table {
            if let Err(expected) = settings.set(name, value) {
                trouble.push(format!("{name} = {value}: expected {expected}"));
            }
        }
        (settings, trouble)
    }
    fn set(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let flag = || value.as_bool().ok_or_else(|| "true or false".to_owned());
        match name {
            "ascii" => self.look.ascii = flag()?,
            "four_colours" => self.look.four_colours = flag()?,
            "theme" => {
                let theme = value.as_str().and_then(|word| Theme::NAMES.iter().find(|(name, _)| *name == word));
                let names = Theme::NAMES.map(|(name, _)| name).join(", ");
                self.look.theme = theme.ok_or_else(|| format!("one of {names}"))?.1;
            }
            "pause" => {
                let millis = value.as_integer().filter(|millis| (0..=LONGEST_PAUSE).contains(millis));
                let expected = || format!("milliseconds, a whole number from 0 to {LONGEST_PAUSE}");
                self.pause = Duration::from_millis(millis.ok_or_else(expected)?.unsigned_abs());
            }
            "name" => {
                let name = value.as_str().map(str::trim).filter(|name| {
                    !name.is_empty() && name.chars().count() <= LONGEST_NAME && !name.contains(char::is_control)
                });
                let expected = || format!("a name of at most {LONGEST_NAME} letters");
                self.name = name.ok_or_else(expected)?.to_owned();
            }
            _ => return Err("a setting there is: ascii, four_colours, name, pause, theme".to_owned()),
        }
        Ok(())
    }
    /// The settings as a file holds them.
    pub fn write(&self) -> String {
        let theme = Theme::NAMES.iter().find(|(_, theme)| *theme == self.look.theme).map_or("dark", |(name, _)| name);
        let line = |name: &str, value: &dyn Display| format!("{name} = {value}\n");
        let name = Value::String(self.name.clone());
        [
            line("theme", &Value::String(theme.to_owned())),
            line("four_colours", &self.look.four_colours),
            line("ascii", &self.look.ascii),
            line("pause", &self.pause.as_millis()),
            line("name", &name),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        let look = Look { theme: Theme::Light, four_colours: true, ascii: true };
        let settings = Settings { look, pause: Duration::from_millis(40), name: "Zoë \"Z\"".to_owned() };
        assert_eq!(Settings::parse(&settings.write()), (settings, Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_told_and_the_rest_holds() {
        let text = "ascii = true\ntheme = \"pink\"\nspeed = 3\nname = \"\"\npause = 20000";
        let (settings, trouble) = Settings::parse(text);
        assert!(settings.look.ascii);
        assert_eq!(settings.look.theme, Theme::Dark);
        let told = [
            "name = \"\": expected a name of at most 24 letters",
            "pause = 20000: expected milliseconds, a whole number from 0 to 10000",
            "speed = 3: expected a setting there is: ascii, four_colours, name, pause, theme",
            "theme = \"pink\": expected one of dark, light, none",
        ];
        let mut trouble = trouble;
        trouble.sort();
        assert_eq!(trouble, told);
        let (settings, trouble) = Settings::parse("ascii = true\n\nascii true");
        assert_eq!(settings, Settings::default());
        assert!(trouble[0].starts_with("line 3: "), "{trouble:?}");
    }
}
