//! Values on their way between a game and Lua.
//!
//! A game speaks in codes and JSON. A code that names a piece, a suit or the like becomes one frozen Lua value, built
//! once in each Lua state from what the plugin says of it, so that passing it again is a push and two of them are equal
//! when they are the same.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use mlua::{Lua, Table, Value as Lv};
use parlour_sdk::hook::{Answer, HookKind, HookType, NIL};
use serde_json::{Map, Value as Json};

/// Asks a plugin what Lua sees for a code of a type.
pub type Describe = Arc<dyn Fn(&str, i64) -> Result<Json, String> + Send + Sync>;

/// Codes below this are kept in a list and for ever: pieces are among them.
const FEW: usize = 256;
/// How many of the other values are kept at most.
const MANY: usize = 2048;
/// How deep tables may be nested in an answer, and how many values it may have.
const DEPTH: usize = 8;
const LARGEST: usize = 4096;

/// The values of one type that were built.
struct Kind {
    lua: String,
    few: Vec<Option<Lv>>,
    many: BTreeMap<i64, Lv>,
}

/// The values of all types in one Lua state.
pub(super) struct Faces {
    describe: Describe,
    kinds: RefCell<Vec<Kind>>,
}

impl Faces {
    pub fn new(describe: Describe) -> Self {
        Self { describe, kinds: RefCell::new(Vec::new()) }
    }
    /// The place of a type.
    pub fn kind(&self, lua: &str) -> usize {
        let mut kinds = self.kinds.borrow_mut();
        kinds.iter().position(|kind| kind.lua == lua).unwrap_or_else(|| {
            kinds.push(Kind { lua: lua.to_owned(), few: vec![None; FEW], many: BTreeMap::new() });
            kinds.len() - 1
        })
    }
    /// The value of a code of a type.
    #[inline]
    pub fn face(&self, lua: &Lua, kind: usize, code: i64) -> mlua::Result<Lv> {
        if let Some(built) = self.built(kind, code) {
            return Ok(built);
        }
        self.build(lua, kind, code)
    }
    #[inline]
    fn built(&self, kind: usize, code: i64) -> Option<Lv> {
        let kinds = self.kinds.borrow();
        match kinds[kind].few.get(code as usize) {
            Some(slot) => slot.clone(),
            None => kinds[kind].many.get(&code).cloned(),
        }
    }
    #[cold]
    fn build(&self, lua: &Lua, kind: usize, code: i64) -> mlua::Result<Lv> {
        let name = self.kinds.borrow()[kind].lua.clone();
        let json = (self.describe)(&name, code).map_err(mlua::Error::runtime)?;
        let value = self.value(lua, &json, true)?;
        let kind = &mut self.kinds.borrow_mut()[kind];
        match kind.few.get_mut(code as usize) {
            Some(slot) => *slot = Some(value.clone()),
            None => {
                if kind.many.len() >= MANY {
                    kind.many.clear();
                }
                kind.many.insert(code, value.clone());
            }
        }
        Ok(value)
    }
    /// A structure as a Lua value, made afresh, with the pieces in it put in their places. Frozen if nobody may change
    /// it.
    pub fn value(&self, lua: &Lua, json: &Json, frozen: bool) -> mlua::Result<Lv> {
        let table = match json {
            Json::Null => return Ok(Lv::Nil),
            Json::Bool(flag) => return Ok(Lv::Boolean(*flag)),
            Json::Number(number) => {
                return Ok(number
                    .as_i64()
                    .map_or_else(|| Lv::Number(number.as_f64().unwrap_or_default()), Lv::Integer));
            }
            Json::String(text) => return lua.create_string(text).map(Lv::String),
            Json::Array(list) => {
                let table = lua.create_table_with_capacity(list.len(), 0)?;
                for (place, entry) in list.iter().enumerate() {
                    table.raw_set(place + 1, self.value(lua, entry, frozen)?)?;
                }
                table
            }
            Json::Object(fields) => {
                if let Some((name, code)) = marker(fields) {
                    return self.face(lua, self.kind(name), code);
                }
                let table = lua.create_table_with_capacity(0, fields.len())?;
                for (name, entry) in fields {
                    table.raw_set(name.as_str(), self.value(lua, entry, frozen)?)?;
                }
                table
            }
        };
        table.set_readonly(frozen);
        Ok(Lv::Table(table))
    }
    /// The code of a value that a hook gave, where it is one of this type.
    fn code(&self, lua: &Lua, kind: usize, value: &Lv) -> Option<i64> {
        let same = |other: &Lv| match (value, other) {
            (Lv::String(a), Lv::String(b)) => a.as_bytes() == b.as_bytes(),
            (Lv::Table(a), Lv::Table(b)) => a.to_pointer() == b.to_pointer(),
            (Lv::Integer(a), Lv::Integer(b)) => a == b,
            _ => false,
        };
        let many = |kinds: &[Kind]| kinds[kind].many.iter().find(|(_, other)| same(other)).map(|(code, _)| *code);
        if let Some(code) = many(&self.kinds.borrow()) {
            return Some(code);
        }
        (0..FEW as i64).find(|&code| self.face(lua, kind, code).is_ok_and(|other| same(&other)))
    }
}

/// A piece inside a structure: `{"$": ["Card", 12]}`.
fn marker(fields: &Map<String, Json>) -> Option<(&str, i64)> {
    match fields.get("$")?.as_array()?.as_slice() {
        [Json::String(name), code] if fields.len() == 1 => Some((name, code.as_i64()?)),
        _ => None,
    }
}

/// What a hook gives, or a parameter of it is: its type with the place of its values.
#[derive(Clone)]
pub(super) struct Slot {
    pub hook_type: HookType,
    pub kind: usize,
}

impl Slot {
    pub fn new(hook_type: &HookType, faces: &Faces) -> Self {
        let kind = if hook_type.kind == HookKind::Face { faces.kind(&hook_type.lua) } else { 0 };
        Self { hook_type: hook_type.clone(), kind }
    }
    /// The Lua value of a code.
    #[inline]
    pub fn push(&self, lua: &Lua, faces: &Faces, code: i64) -> mlua::Result<Lv> {
        Ok(match self.hook_type.kind {
            _ if code == NIL => Lv::Nil,
            HookKind::Flag => Lv::Boolean(code != 0),
            HookKind::Face => faces.face(lua, self.kind, code)?,
            _ => Lv::Integer(code),
        })
    }
    /// What a hook answered, if it is of this type; otherwise what was expected.
    #[inline]
    pub fn read(&self, lua: &Lua, faces: &Faces, value: &Lv) -> Result<Answer, String> {
        let read = match (&self.hook_type.kind, value) {
            (HookKind::Structure | HookKind::Other, _) => {
                let mut room = LARGEST;
                let json = json(value, DEPTH, &mut room)?;
                return if fits(&self.hook_type.lua, &json) {
                    Ok(Answer::Json(json.to_string()))
                } else {
                    Err(self.expected())
                };
            }
            (_, Lv::Nil) => self.hook_type.optional.then_some(NIL),
            (HookKind::Int, Lv::Integer(int)) => {
                let (min, max) = self.hook_type.range.unwrap_or((i64::MIN + 1, i64::MAX));
                (min..=max).contains(int).then_some(*int)
            }
            (HookKind::Flag, Lv::Boolean(flag)) => Some(i64::from(*flag)),
            (HookKind::Face, value) => faces.code(lua, self.kind, value),
            _ => None,
        };
        read.map(Answer::Code).ok_or_else(|| self.expected())
    }
    /// What is expected, in words.
    pub fn expected(&self) -> String {
        let words = match (&self.hook_type.kind, self.hook_type.range) {
            (HookKind::Int, Some((min, max))) if (min, max) != (i32::MIN.into(), i32::MAX.into()) => {
                format!("a whole number from {min} to {max}")
            }
            (HookKind::Int, _) => "a whole number".to_owned(),
            (HookKind::Flag, _) => "true or false".to_owned(),
            (HookKind::Face, _) => format!("a {}", self.hook_type.lua),
            _ => self.hook_type.lua.split('|').map(in_words).collect::<Vec<_>>().join(" or "),
        };
        if self.hook_type.optional { words + ", or nil" } else { words }
    }
}

/// A Lua type in words.
fn in_words(lua: &str) -> String {
    match lua.trim() {
        "boolean" => "true or false".to_owned(),
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        "string" => "a text".to_owned(),
        "string[]" => "a list of texts".to_owned(),
        "integer[]" => "a list of whole numbers".to_owned(),
        other => other.to_owned(),
    }
}

/// Whether a structure is of a Lua type. A type that has a name of its own is not looked into.
fn fits(lua: &str, json: &Json) -> bool {
    lua.split('|').map(str::trim).any(|lua| match (lua.strip_suffix("[]"), json) {
        (Some(entry), Json::Array(list)) => list.iter().all(|json| fits(entry, json)),
        (Some(_), _) => false,
        (None, json) => match lua {
            "string" => json.is_string(),
            "integer" => json.is_i64(),
            "number" => json.is_number(),
            "boolean" => json.is_boolean(),
            "false" => *json == Json::Bool(false),
            "true" => *json == Json::Bool(true),
            "nil" => json.is_null(),
            _ => true,
        },
    })
}

/// A Lua value as JSON: a table with the keys 1 to n is a list, so is an empty one.
fn json(value: &Lv, depth: usize, room: &mut usize) -> Result<Json, String> {
    *room = room.checked_sub(1).ok_or_else(|| format!("at most {LARGEST} values"))?;
    Ok(match value {
        Lv::Nil => Json::Null,
        Lv::Boolean(flag) => Json::Bool(*flag),
        Lv::Integer(int) => Json::from(*int),
        Lv::Number(number) if number.is_finite() => Json::from(*number),
        Lv::String(text) => Json::String(text.to_str().map_err(|_| "text that is UTF-8")?.to_owned()),
        Lv::Table(_) if depth == 0 => return Err(format!("tables nested at most {DEPTH} deep")),
        Lv::Table(table) => return table_json(table, depth, room),
        other => return Err(format!("plain values, without a {} among them", other.type_name())),
    })
}

fn table_json(table: &Table, depth: usize, room: &mut usize) -> Result<Json, String> {
    let length = table.raw_len();
    let mut list = vec![Json::Null; length.min(LARGEST)];
    let (mut fields, mut listed) = (Map::new(), 0);
    for pair in table.pairs::<Lv, Lv>() {
        let (key, value) = pair.map_err(|error| error.to_string())?;
        let value = json(&value, depth - 1, room)?;
        match key {
            Lv::Integer(place) if place >= 1 && place as usize <= list.len() => {
                list[place as usize - 1] = value;
                listed += 1;
            }
            Lv::String(name) => {
                fields.insert(name.to_str().map_err(|_| "text that is UTF-8")?.to_owned(), value);
            }
            _ => return Err("a list without holes".to_owned()),
        }
    }
    match (listed, fields.is_empty()) {
        (0, false) => Ok(Json::Object(fields)),
        (_, true) if listed == length => Ok(Json::Array(list)),
        (_, true) => Err("a list without holes".to_owned()),
        _ => Err("a list, or fields with names, and not both in one table".to_owned()),
    }
}

/// What a Lua value is, told to the writer of a rule.
pub(super) fn told(value: &Lv) -> String {
    match value {
        Lv::Nil => "nothing (nil)".to_owned(),
        Lv::Boolean(flag) => flag.to_string(),
        Lv::Integer(int) => int.to_string(),
        Lv::Number(number) => number.to_string(),
        Lv::String(text) => {
            let text: String = text.to_string_lossy().chars().take(40).collect();
            format!("the text {text:?}")
        }
        Lv::Table(table) if table.raw_len() > 0 => format!("a list of {}", table.raw_len()),
        Lv::Table(_) => "a table".to_owned(),
        other => format!("a {}", other.type_name()),
    }
}
