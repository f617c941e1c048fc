//! What a house rule says of itself: the table that its file returns, checked field by field.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Function, Lua, Table, Value as Lv};
use parlour_sdk::abi::Description;
use parlour_sdk::param::{Domain, Param, Value, Values};

use super::failure::Failure;
use super::source::Source;
use super::value::told;

/// The version of what rules and this program agree on.
pub const API: i64 = 1;

/// The game of a rule for every game.
pub const ANY: &str = "*";

/// What a rule says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The id of the game that it is for, or [`ANY`].
    pub game: String,
    /// Its name for people.
    pub name: String,
    /// A sentence about it; may be empty.
    pub about: String,
    /// The parameters that it sets.
    pub rules: Values,
    /// Its options, by name.
    pub options: Vec<Param>,
    /// The hooks that it answers, by name.
    pub hooks: Vec<String>,
}

impl Header {
    /// The rule in a line, for those who play by it.
    pub fn told(&self) -> String {
        if self.about.is_empty() { self.name.clone() } else { format!("{}: {}", self.name, self.about) }
    }
}

/// A header with the functions of its hooks.
pub(super) struct Read {
    pub header: Header,
    pub functions: Vec<(String, Function)>,
}

/// What a file sees as `parlour`, and the options that it declares.
pub(super) struct Parlour {
    pub table: Table,
    pub options: Rc<RefCell<Vec<Param>>>,
}

impl Parlour {
    /// For a file whose options have been set so.
    pub fn new(lua: &Lua, chosen: &Values) -> mlua::Result<Self> {
        let options = Rc::new(RefCell::new(Vec::new()));
        let (declared, chosen) = (Rc::clone(&options), chosen.clone());
        let declare = lua.create_function(move |lua, given: Table| {
            let values = lua.create_table()?;
            for pair in given.pairs::<Lv, Lv>() {
                let (name, spec) = pair?;
                let param = option(&name, &spec).map_err(mlua::Error::runtime)?;
                let value = chosen.get(&param.name).filter(|value| param.domain.holds(value)).unwrap_or(&param.default);
                match value {
                    Value::Flag(flag) => values.raw_set(param.name.as_str(), *flag)?,
                    Value::Int(int) => values.raw_set(param.name.as_str(), *int)?,
                    Value::Word(word) => values.raw_set(param.name.as_str(), word.as_str())?,
                }
                let mut declared = declared.borrow_mut();
                declared.retain(|known: &Param| known.name != param.name);
                declared.push(param);
                declared.sort_by(|a, b| a.name.cmp(&b.name));
            }
            values.set_readonly(true);
            Ok(values)
        })?;
        let table = lua.create_table()?;
        table.raw_set("api", API)?;
        table.raw_set("options", declare)?;
        table.set_readonly(true);
        Ok(Self { table, options })
    }
}

/// Reads the declaration of an option.
fn option(name: &Lv, spec: &Lv) -> Result<Param, String> {
    let Some(name) = text(name).filter(|name| is_name(name)) else {
        return Err(format!(
            "parlour.options: {} is no name for an option: expected letters, digits and _",
            told(name)
        ));
    };
    let wrong = |what: String| format!("parlour.options: {name}: {what}");
    let Lv::Table(spec) = spec else {
        return Err(wrong(format!("expected {{ default = ..., about = ... }}, got {}", told(spec))));
    };
    let get = |field: &str| spec.raw_get::<Lv>(field).unwrap_or(Lv::Nil);
    let about = match get("about") {
        Lv::Nil => String::new(),
        value => text(&value).ok_or_else(|| wrong(format!("about: expected a text, got {}", told(&value))))?,
    };
    let bound = |field: &str, otherwise: i64| match get(field) {
        Lv::Nil => Ok(otherwise),
        value => whole(&value).ok_or_else(|| wrong(format!("{field}: expected a whole number, got {}", told(&value)))),
    };
    let default = get("default");
    let (domain, default) = match plain(&default) {
        Some(flag @ Value::Flag(_)) => (Domain::Flag, flag),
        Some(int @ Value::Int(_)) => {
            (Domain::Int { min: bound("min", -1_000_000)?, max: bound("max", 1_000_000)? }, int)
        }
        Some(word @ Value::Word(_)) => {
            let Lv::Table(list) = get("choices") else {
                return Err(wrong("choices: expected a list of texts, as the default is one".to_owned()));
            };
            let words: Option<Vec<String>> = (1..=list.raw_len()).map(|i| text(&list.raw_get(i).ok()?)).collect();
            (
                Domain::Choice { words: words.ok_or_else(|| wrong("choices: expected a list of texts".to_owned()))? },
                word,
            )
        }
        None => {
            return Err(wrong(format!(
                "default: expected a whole number, true, false or a text, got {}",
                told(&default)
            )));
        }
    };
    if !domain.holds(&default) {
        return Err(wrong(format!("default = {default}: expected {}", domain.expected())));
    }
    Ok(Param { name, about, domain, default })
}

/// A check of one rule: where things are said to be wrong.
struct Check<'a> {
    source: &'a Source,
}

impl Check<'_> {
    fn wrong<T>(&self, field: &str, reason: String) -> Result<T, Failure> {
        Err(failure(self.source, self.source.line_of(field), reason))
    }
    fn text(&self, table: &Table, field: &str, expected: &str) -> Result<String, Failure> {
        let value = table.raw_get::<Lv>(field).unwrap_or(Lv::Nil);
        match text(&value) {
            Some(text) if !text.is_empty() => Ok(text),
            _ => self.wrong(field, format!("{field}: expected {expected}, got {}", told(&value))),
        }
    }
    fn table(&self, table: &Table, field: &str) -> Result<Vec<(Lv, Lv)>, Failure> {
        match table.raw_get::<Lv>(field).unwrap_or(Lv::Nil) {
            Lv::Nil => Ok(Vec::new()),
            Lv::Table(inner) => Ok(inner.pairs::<Lv, Lv>().flatten().collect()),
            other => self.wrong(field, format!("{field}: expected a table, got {}", told(&other))),
        }
    }
}

/// The failure of a rule outside of play.
pub(super) fn failure(source: &Source, line: Option<u32>, reason: String) -> Failure {
    Failure { rule: source.id.clone(), file: source.file.clone(), line, hook: None, reason }
}

/// Reads what a file has returned.
pub(super) fn read(source: &Source, returned: &Lv, options: &[Param]) -> Result<Read, Failure> {
    let check = Check { source };
    let Lv::Table(table) = returned else {
        let last = source.text.lines().count() as u32;
        let reason = format!("expected the file to return the table of a house rule, got {}", told(returned));
        return Err(failure(source, Some(last.max(1)), reason));
    };
    match table.raw_get::<Lv>("api").unwrap_or(Lv::Nil) {
        Lv::Nil => {
            let reason = format!("api is missing: expected api = {API}");
            return Err(failure(source, source.last_return(), reason));
        }
        value if whole(&value) == Some(API) => {}
        value => check.wrong("api", format!("api = {}: this program has api {API}", told(&value)))?,
    }
    let game = check.text(table, "game", "the id of a game, or \"*\" for every game")?;
    let name = check.text(table, "name", "a text such as \"Heavy king\"")?;
    let about = match table.raw_get::<Lv>("about") {
        Ok(Lv::Nil) | Err(_) => String::new(),
        Ok(_) => check.text(table, "about", "a text such as \"The king is worth 50.\"")?,
    };
    const FIELDS: [&str; 6] = ["api", "game", "name", "about", "rules", "hooks"];
    for (key, _) in table.pairs::<Lv, Lv>().flatten() {
        if !text(&key).is_some_and(|key| FIELDS.contains(&key.as_str())) {
            let known = FIELDS.join(", ");
            let line = text(&key).unwrap_or_default();
            check.wrong(&line, format!("a house rule has no field {}; it has {known}", told(&key)))?;
        }
    }
    let mut rules = Values::new();
    for (key, value) in check.table(table, "rules")? {
        let Some(name) = text(&key) else {
            return check.wrong("rules", format!("rules: expected names of parameters, got {}", told(&key)));
        };
        match plain(&value) {
            Some(value) => rules.insert(name, value),
            None => {
                let reason =
                    format!("rules: {name}: expected a whole number, true, false or a word, got {}", told(&value));
                return check.wrong(&name, reason);
            }
        };
    }
    let mut functions = Vec::new();
    for (key, value) in check.table(table, "hooks")? {
        match (text(&key), value) {
            (Some(name), Lv::Function(function)) => functions.push((name, function)),
            (Some(name), other) => {
                return check.wrong(&name, format!("hooks: {name}: expected a function, got {}", told(&other)));
            }
            (None, _) => return check.wrong("hooks", format!("hooks: expected names of hooks, got {}", told(&key))),
        }
    }
    functions.sort_by(|(a, _), (b, _)| a.cmp(b));
    let hooks = functions.iter().map(|(name, _)| name.clone()).collect();
    Ok(Read { header: Header { game, name, about, rules, options: options.to_vec(), hooks }, functions })
}

/// Checks a header against the game that it is to be used with.
pub(super) fn fits(source: &Source, header: &Header, game: &Description) -> Result<(), Failure> {
    let check = Check { source };
    if header.game != ANY && header.game != game.id {
        return check.wrong("game", format!("this is a house rule for {}, not for {}", header.game, game.id));
    }
    for name in &header.hooks {
        if !game.hooks.iter().any(|hook| hook.name == *name) {
            let known: Vec<&str> = game.hooks.iter().map(|hook| hook.name.as_str()).collect();
            check.wrong(name, format!("{} has no hook {name}; it has {}", game.id, known.join(", ")))?;
        }
    }
    for (name, value) in &header.rules {
        let Some(param) = game.params.iter().find(|param| param.name == *name) else {
            let known: Vec<&str> = game.params.iter().map(|param| param.name.as_str()).collect();
            return check.wrong(name, format!("{} has no parameter {name}; it has {}", game.id, known.join(", ")));
        };
        if !param.domain.holds(value) {
            check.wrong(name, format!("{name} = {value}: expected {}", param.domain.expected()))?;
        }
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
fn text(value: &Lv) -> Option<String> {
    if let Lv::String(text) = value { text.to_str().ok().map(|text| text.to_owned()) } else { None }
}
fn whole(value: &Lv) -> Option<i64> {
    if let Lv::Integer(int) = value { Some(*int) } else { None }
}
fn plain(value: &Lv) -> Option<Value> {
    match value {
        Lv::Boolean(flag) => Some(Value::Flag(*flag)),
        Lv::Integer(int) => Some(Value::Int(*int)),
        Lv::String(_) => text(value).map(Value::Word),
        _ => None,
    }
}
