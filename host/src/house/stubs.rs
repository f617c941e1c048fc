//! What editors and people read of a game's hooks: stubs for the Lua language server, the list of hooks, a first file.
//! All of it comes from what the plugin declares.

use std::fmt::Write as _;

use parlour_sdk::abi::Description;
use parlour_sdk::hook::{Hook, HookKind, HookType};
use parlour_sdk::param::{Domain, Param};
use serde_json::Value as Json;

use super::chain::Subject;
use super::header::API;

/// A field of a structure: name, Lua type, a few words.
type Field = (&'static str, &'static str, &'static str);

/// The shapes of structures: name, fields. `Piece` stands for the game's own piece.
const SHAPES: [(&str, &[Field]); 4] = [
    (
        "View",
        &[
            ("seat", "integer", "the seat that acts, from 1"),
            ("hand", "Piece[]", "its hand"),
            ("facts", "table<string, string>", "what holds: the name of a fact to its value"),
            ("zones", "table<string, Piece[]>", "the open pieces of each zone that it sees, by the zone's name"),
        ],
    ),
    (
        "Deal",
        &[
            ("round", "integer", "the round, from 1"),
            ("dealer", "integer", "the seat that deals, from 1"),
            ("hands", "Piece[][]", "what each seat was dealt"),
            ("piles", "table<string, Piece[]>", "the piles by their names, the top first"),
        ],
    ),
    (
        "Settlement",
        &[
            ("round", "integer", "the round, from 1"),
            ("dealer", "integer", "the seat that dealt, from 1"),
            ("points", "integer[]", "the round's points, by side"),
            ("totals", "integer[]", "the totals before it, by side"),
            ("hands", "Piece[][]", "what each seat holds at the end"),
            ("[string]", "any", "what the game adds"),
        ],
    ),
    (
        "Standing",
        &[("round", "integer", "the round that was added up, from 1"), ("totals", "integer[]", "the totals, by side")],
    ),
];

/// What a game says of its hooks, and how its types are called.
struct Words<'a> {
    game: &'a Description,
    prefix: String,
    piece: String,
}

impl<'a> Words<'a> {
    fn new(game: &'a Description) -> Self {
        let piece = game.faces.first().map_or("table", |face| face.lua.as_str()).to_owned();
        Self { game, prefix: format!("{}.", game.id), piece }
    }
    /// A type as the stubs name it: `Card[]?` is `hearts.Card[]?`.
    fn name(&self, lua: &str) -> String {
        let part = |part: &str| {
            let part = part.trim();
            let base = part.trim_end_matches(['[', ']', '?']);
            let marks = &part[base.len()..];
            let own = base.starts_with(|c: char| c.is_ascii_uppercase());
            match base {
                "Piece" => format!("{}{}{marks}", self.prefix, self.piece),
                _ if own => format!("{}{base}{marks}", self.prefix),
                _ => part.replace("Piece", &format!("{}{}", self.prefix, self.piece)),
            }
        };
        lua.split('|').map(part).collect::<Vec<_>>().join("|")
    }
    fn of(&self, hook_type: &HookType) -> String {
        let nil = if hook_type.optional { "?" } else { "" };
        format!("{}{nil}", self.name(&hook_type.lua))
    }
    /// A hook as a function type.
    fn signature(&self, hook: &Hook) -> String {
        let params = hook.params.iter().map(|param| format!(", {}: {}", param.name, self.of(&param.hook_type)));
        let result = self.of(&hook.result);
        format!("fun(base: {result}{}): {result}", params.collect::<String>())
    }
    /// The structures that this game's hooks are given.
    fn shapes(&self) -> impl Iterator<Item = (&'static str, Vec<(String, String, String)>)> {
        let used =
            |name: &&str| self.game.hooks.iter().any(|hook| hook.params.iter().any(|p| p.hook_type.lua == **name));
        let shapes = SHAPES.iter().filter(move |(name, _)| used(name));
        shapes.map(|&(name, fields)| {
            let owned =
                |&(field, lua, about): &(&str, &str, &str)| (field.to_owned(), lua.to_owned(), about.to_owned());
            (name, fields.iter().map(owned).collect())
        })
    }
}

/// The stubs of one game: the text of `types/GAME.lua`.
pub fn stub(subject: &Subject) -> String {
    let words = Words::new(subject.description);
    let Description { id, name, params, hooks, faces, .. } = subject.description;
    let mut out = format!("---@meta\n-- {name}: types for editors, written by `parlour house stubs`.\n");
    for face in faces.iter().filter(|face| !face.lua.contains("[]")) {
        if face.fields.is_empty() {
            let mut values = alternatives(subject, &face.lua);
            // Checkers take a word for never equal to one of a union of single numbers and words.
            values.iter_mut().filter(|value| value.parse::<i64>().is_ok()).for_each(|value| *value = "integer".into());
            values.dedup();
            let _ = write!(out, "\n---@alias {id}.{} {}\n", face.lua, values.join("|"));
        } else {
            class(&mut out, &words, &face.lua, &face.fields);
        }
    }
    for (shape, fields) in words.shapes() {
        class(&mut out, &words, shape, &fields);
    }
    let _ = write!(out, "\n---@class {id}.Rules\n");
    for param in params {
        let _ = writeln!(out, "---@field {}? {} {}", param.name, domain(&param.domain), about(param));
    }
    let _ = write!(out, "\n---@class {id}.Hooks\n");
    for hook in hooks {
        let _ = writeln!(out, "---@field {}? {} {}", hook.name, words.signature(hook), hook.about);
    }
    let _ = write!(
        out,
        "\n---@class {id}.Rule\n---@field api {API}\n---@field game \"{id}\"\n---@field name string\n\
         ---@field about? string\n---@field rules? {id}.Rules\n---@field hooks? {id}.Hooks\n",
    );
    out
}

/// The stubs that do not depend on a game: the text of `types/parlour.lua`.
pub fn common_stub() -> String {
    format!(
        "---@meta\n-- Types for editors, written by `parlour house stubs`.\n\n\
         ---@class parlour.Option\n---@field default integer|boolean|string\n---@field min? integer\n---@field max? integer\n\
         ---@field choices? string[]\n---@field about? string\n\n\
         ---@class parlour\n---@field api {API}\nparlour = {{}}\n\n\
         --- Declares the options of this house rule and gives their values.\n\
         ---@param options table<string, parlour.Option>\n---@return table<string, any>\n\
         function parlour.options(options) end\n\n\
         ---@class any.Piece\n---@field face string\n---@field order integer\n---@field [string] any\n\n{}",
        any_rule()
    )
}

/// The types of a rule for every game.
fn any_rule() -> String {
    let mut out = String::new();
    for (name, fields) in SHAPES {
        let _ = writeln!(out, "---@class any.{name}");
        for (field, lua, about) in fields {
            let _ = writeln!(out, "---@field {field} {} {about}", lua.replace("Piece", "any.Piece"));
        }
        out.push('\n');
    }
    out + &format!(
        "---@class any.Hooks\n\
         ---@field legal? fun(base: string[], view: any.View): string[]\n\
         ---@field redeal? fun(base: boolean, deal: any.Deal): boolean\n\
         ---@field score_round? fun(base: integer[], settlement: any.Settlement): integer[]\n\
         ---@field game_over? fun(base: integer[]|false, standing: any.Standing): integer[]|false\n\n\
         ---@class any.Rule\n---@field api {API}\n---@field game \"*\"\n---@field name string\n---@field about? string\n\
         ---@field hooks? any.Hooks\n"
    )
}

fn class(out: &mut String, words: &Words<'_>, name: &str, fields: &[(String, String, String)]) {
    let _ = write!(out, "\n---@class {}{name}\n", words.prefix);
    for (field, lua, about) in fields {
        let _ = writeln!(out, "---@field {field} {} {about}", words.name(lua));
    }
}

/// What values a type without fields has, as far as codes below 64 tell.
fn alternatives(subject: &Subject, lua: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for value in (0..64).filter_map(|code| (subject.describe)(lua, code).ok()) {
        let text = match value {
            Json::String(text) => format!("{text:?}"),
            Json::Number(number) => number.to_string(),
            _ => return vec!["any".to_owned()],
        };
        if !values.contains(&text) {
            values.push(text);
        }
    }
    if values.is_empty() { vec!["any".to_owned()] } else { values }
}

fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Flag => "boolean".to_owned(),
        Domain::Int { .. } => "integer".to_owned(),
        Domain::Choice { words } => words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join("|"),
    }
}

fn about(param: &Param) -> String {
    format!("{} ({}; {} by default)", param.about.trim_end_matches('.'), param.domain.expected(), param.default)
}

/// The hooks of a game for people: the text of `parlour house hooks GAME`.
pub fn hooks(subject: &Subject) -> String {
    let game = subject.description;
    let words = Words { prefix: String::new(), ..Words::new(game) };
    let mut out = format!("{}: what a house rule can answer\n", game.name);
    for hook in &game.hooks {
        let params = hook.params.iter().map(|param| format!(", {}: {}", param.name, words.of(&param.hook_type)));
        let _ = write!(out, "\n{}(base{})", hook.name, params.collect::<String>());
        let _ = write!(out, " -> {}", words.of(&hook.result));
        if let Some((min, max)) = hook.result.range.filter(|_| hook.result.kind == HookKind::Int) {
            let _ = write!(out, " from {min} to {max}");
        }
        let _ = write!(out, "\n    {}\n", hook.about);
        if hook.tabulated {
            out.push_str("    Asked once for each of its arguments, before the game begins.\n");
        }
    }
    let listed = |out: &mut String, name: &str, fields: &[(String, String, String)]| {
        let _ = write!(out, "\n{name}\n");
        for (field, lua, about) in fields {
            let _ = writeln!(out, "    {field}: {}  {about}", words.name(lua));
        }
    };
    for face in game.faces.iter().filter(|face| !face.lua.contains("[]")) {
        if face.fields.is_empty() {
            let _ = write!(out, "\n{}\n    {}\n", face.lua, alternatives(subject, &face.lua).join(" or "));
        } else {
            listed(&mut out, &face.lua, &face.fields);
        }
    }
    for (name, fields) in words.shapes() {
        listed(&mut out, name, &fields);
    }
    out.push_str(
        "\nSeats and sides count from 1. base is what the rules below say.\n\nParameters (the `rules` table)\n",
    );
    for param in &game.params {
        let _ = writeln!(out, "    {}  {}", param.name, about(param));
    }
    out
}

/// A first file for a rule of this game, that works and changes nothing.
pub fn first(subject: &Subject, name: &str) -> String {
    let game = subject.description;
    let Description { id, .. } = game;
    let title: String = name.split(['-', '_']).collect::<Vec<_>>().join(" ");
    let mut letters = title.chars();
    let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let mut out = format!(
        "-- {title}: a house rule for {}.\n--\n-- Try it:    parlour play {id} --house {name}.lua\n\
         -- Check it:  parlour house check {name}.lua\n\n\
         -- Options are set with --set {name}.extra=5 and read as opt.extra.\n\
         -- local opt = parlour.options {{ extra = {{ default = 0, min = 0, max = 10, about = \"points to add\" }} }}\n\n\
         ---@type {id}.Rule\nlocal rule = {{\n  api = {API},\n  game = \"{id}\",\n  name = \"{title}\",\n\
         \x20 about = \"Changes nothing yet.\",\n\n  -- Parameters of the game; take the dashes away to set one.\n  rules = {{\n",
        game.name
    );
    for param in &game.params {
        let value = match &param.domain {
            Domain::Choice { .. } => format!("{:?}", param.default.to_string()),
            _ => param.default.to_string(),
        };
        let _ = writeln!(out, "    -- {} = {value}, -- {}", param.name, about(param));
    }
    out.push_str("  },\n\n  -- Each hook is given `base`, what the rules below say, and answers something of the same kind.\n  hooks = {\n");
    for (place, hook) in game.hooks.iter().enumerate() {
        let params = hook.params.iter().map(|param| format!(", {}", param.name)).collect::<String>();
        let dashes = if place == 0 { "" } else { "-- " };
        let _ = write!(
            out,
            "    -- {}\n    {dashes}{} = function(base{params})\n    {dashes}  return base\n    {dashes}end,\n",
            hook.about, hook.name
        );
    }
    out.push_str("  },\n}\n\nreturn rule\n");
    out
}
