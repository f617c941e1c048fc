//! House rules in force: read, checked against a game, stacked, and asked.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mlua::{Function, Value as Lv};
use parlour_sdk::abi::Description;
use parlour_sdk::hook::{Answer, Arg, Hook, HookKind, generic};
use parlour_sdk::param::Values;
use serde_json::Value as Json;

use super::failure::{Failure, Fault, HouseError};
use super::header::{self, Header, Parlour, Read};
use super::sandbox::Sandbox;
use super::source::Source;
use super::value::{Describe, Faces, Slot, told};
use crate::journal::HouseLine;
use crate::plugin::{Answers, Plugin};

/// The game that house rules are for.
#[derive(Clone)]
pub struct Subject {
    /// What the plugin says of it.
    pub description: &'static Description,
    /// What Lua sees for a code.
    pub describe: Describe,
}

impl From<&'static Plugin> for Subject {
    fn from(plugin: &'static Plugin) -> Self {
        let describe = move |lua: &str, code: i64| plugin.hook_value(lua, code).map_err(|error| error.to_string());
        Self { description: plugin.description(), describe: Arc::new(describe) }
    }
}

/// A house rule that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its file.
    pub source: Source,
    /// What it says of itself.
    pub header: Header,
    /// The options that were set, by name; the others have their defaults.
    pub chosen: Values,
}

impl Rule {
    /// Its options with their values in force.
    pub fn options(&self) -> Values {
        let defaults = self.header.options.iter().map(|option| (option.name.clone(), option.default.clone()));
        defaults.chain(self.chosen.clone()).collect()
    }
}

/// The house rules of a table, in the order in which they stack. It moves between threads; each thread that asks makes
/// a [`Chain`] of it.
#[derive(Clone)]
pub struct House {
    subject: Subject,
    rules: Vec<Arc<Rule>>,
    number: u64,
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rules.iter().map(|rule| &rule.source.id)).finish()
    }
}

/// A rule to put in force: its file and the options that were set, as they were written.
pub struct Wanted {
    /// The file.
    pub source: Source,
    /// Options by name.
    pub options: Vec<(String, String)>,
}

impl House {
    /// Reads rules for a game and checks them against it.
    ///
    /// # Errors
    /// If one is broken, is for another game, or stands there twice.
    pub fn new(subject: Subject, wanted: Vec<Wanted>) -> Result<Self, HouseError> {
        let mut rules: Vec<Arc<Rule>> = Vec::new();
        let sandbox = if wanted.is_empty() { None } else { Some(Sandbox::new()?) };
        for (sandbox, Wanted { source, options }) in sandbox.iter().cycle().zip(wanted) {
            if let Some(first) = rules.iter().find(|rule| rule.source.id == source.id) {
                let (first, second) = (first.source.file.clone(), source.file.clone());
                return Err(HouseError::Twice { name: source.id, first, second });
            }
            let header = read(sandbox, &source, &Values::new())?.header;
            header::fits(&source, &header, subject.description)?;
            let mut chosen = Values::new();
            for (name, text) in options {
                let given = || format!("{}.{name}={text}", source.id);
                let value = match header.options.iter().find(|option| option.name == name) {
                    Some(option) => option.domain.parse(&text).map_err(|expected| format!("expected {expected}")),
                    None => Err(no_option(&header, &source.id, &name)),
                };
                let value = value.map_err(|reason| HouseError::Set { given: given(), reason })?;
                chosen.insert(name, value);
            }
            let chosen_header = if chosen.is_empty() { header } else { read(sandbox, &source, &chosen)?.header };
            header::fits(&source, &chosen_header, subject.description)?;
            rules.push(Arc::new(Rule { source, header: chosen_header, chosen }));
        }
        Ok(Self::of(subject, rules))
    }
    fn of(subject: Subject, rules: Vec<Arc<Rule>>) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        Self { subject, rules, number: NUMBER.fetch_add(1, Ordering::Relaxed) }
    }
    /// No rules for a game.
    pub fn empty(subject: Subject) -> Self {
        Self::of(subject, Vec::new())
    }
    /// The rules, the lowest first.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().map(Arc::as_ref)
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
    /// The game.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }
    /// The parameters that the rules set; of two that set the same, the later holds.
    pub fn params(&self) -> Values {
        self.rules().flat_map(|rule| rule.header.rules.clone()).collect()
    }
    /// The rules as a record names them.
    pub fn lines(&self) -> Vec<HouseLine> {
        let line = |rule: &Rule| HouseLine {
            name: rule.source.id.clone(),
            sha256: rule.source.sha256.clone(),
            options: rule.options().into_iter().map(|(name, value)| (name, serde_json::json!(value))).collect(),
            file: None,
        };
        self.rules().map(line).collect()
    }
    /// What a session is given: the rules made ready for this thread, or nothing.
    ///
    /// # Errors
    /// As [`chain`](Self::chain).
    pub fn answers(&self) -> Result<Option<Rc<dyn Answers>>, HouseError> {
        Ok(self.chain()?.map(|chain| chain as Rc<dyn Answers>))
    }
    /// The failure of a rule in this thread, in parts, out of the message that a session gave.
    pub fn failure(&self, message: &str) -> Option<Failure> {
        self.chain().ok().flatten()?.failure(message)
    }
    /// The house without one rule: it was switched off.
    #[must_use]
    pub fn without(&self, id: &str) -> Self {
        let rules = self.rules.iter().filter(|rule| rule.source.id != id).cloned().collect();
        Self::of(self.subject.clone(), rules)
    }
    /// The house with this rule alone, or with none.
    #[must_use]
    pub fn only(&self, id: &str) -> Self {
        let rules = self.rules.iter().filter(|rule| rule.source.id == id).cloned().collect();
        Self::of(self.subject.clone(), rules)
    }
    /// The same house, for which each thread makes a new Lua state.
    #[must_use]
    pub fn again(&self) -> Self {
        Self::of(self.subject.clone(), self.rules.clone())
    }
    /// The house with its files read again.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn reload(&self) -> Result<Self, HouseError> {
        let again = |rule: &Rule| {
            let options = rule.chosen.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
            Ok(Wanted { source: Source::read(&rule.source.file)?, options })
        };
        let wanted = self.rules().map(again).collect::<Result<_, HouseError>>()?;
        Self::new(self.subject.clone(), wanted)
    }
    /// The rules made ready to be asked in this thread. The last one made is kept, so that a thread that plays many
    /// games makes one. `None` if no hook is answered.
    ///
    /// # Errors
    /// If a file does not load here; it did when the house was made.
    pub fn chain(&self) -> Result<Option<Rc<Chain>>, HouseError> {
        thread_local! {
            static KEPT: RefCell<Option<(u64, Rc<Chain>)>> = const { RefCell::new(None) };
        }
        if self.rules().all(|rule| rule.header.hooks.is_empty()) {
            return Ok(None);
        }
        let kept = KEPT.with_borrow(|kept| {
            kept.as_ref().filter(|(number, _)| *number == self.number).map(|(_, chain)| Rc::clone(chain))
        });
        if kept.is_some() {
            return Ok(kept);
        }
        let chain = Rc::new(Chain::new(self)?);
        KEPT.set(Some((self.number, Rc::clone(&chain))));
        Ok(Some(chain))
    }
}

fn no_option(header: &Header, id: &str, name: &str) -> String {
    let known: Vec<&str> = header.options.iter().map(|option| option.name.as_str()).collect();
    match known.as_slice() {
        [] => format!("the house rule {id} has no options"),
        _ => format!("the house rule {id} has no option {name}; it has {}", known.join(", ")),
    }
}

/// Runs a file and reads what it says of itself.
pub(super) fn read(sandbox: &Sandbox, source: &Source, chosen: &Values) -> Result<Read, HouseError> {
    let engine = |error: mlua::Error| HouseError::Engine(error.to_string());
    let parlour = Parlour::new(sandbox.lua(), chosen).map_err(engine)?;
    let returned = sandbox.load(&source.chunk(), &source.text, &parlour.table).map_err(|fault| {
        let Fault { reason, line } = fault.hinted(&source.text);
        header::failure(source, line, reason)
    })?;
    let options = parlour.options.borrow();
    Ok(header::read(source, &returned, &options)?)
}

/// One rule's answer to one hook.
struct Link {
    rule: usize,
    function: Function,
}

/// A hook that is answered.
struct Plan {
    hook: Hook,
    params: Vec<Slot>,
    result: Slot,
    links: Vec<Link>,
}

/// House rules in one thread, with the Lua state in which they run.
pub struct Chain {
    // What lives in the Lua state goes before it.
    plans: Vec<Option<Plan>>,
    faces: Faces,
    sandbox: Sandbox,
    rules: Vec<Arc<Rule>>,
    stakes: bool,
    live: u64,
    failure: RefCell<Option<Failure>>,
}

/// Hooks have numbers below this: there is one bit for each.
const HOOKS: usize = 64;

impl Chain {
    fn new(house: &House) -> Result<Self, HouseError> {
        let sandbox = Sandbox::new()?;
        let faces = Faces::new(Arc::clone(&house.subject.describe));
        let mut plans: Vec<Option<Plan>> = (0..HOOKS).map(|_| None).collect();
        let mut live = 0;
        for (place, rule) in house.rules.iter().enumerate() {
            for (name, function) in read(&sandbox, &rule.source, &rule.chosen)?.functions {
                let declared = house.subject.description.hooks.iter().find(|hook| hook.name == name);
                let slot = declared.and_then(|hook| plans.get_mut(hook.number as usize));
                let (Some(hook), Some(slot)) = (declared, slot) else { continue };
                let plan = slot.get_or_insert_with(|| Plan {
                    hook: hook.clone(),
                    params: hook.params.iter().map(|param| Slot::new(&param.hook_type, &faces)).collect(),
                    result: Slot::new(&hook.result, &faces),
                    links: Vec::new(),
                });
                plan.links.push(Link { rule: place, function });
                live |= 1 << hook.number;
            }
        }
        let rules = house.rules.clone();
        let stakes = house.subject.description.stakes;
        Ok(Self { plans, faces, sandbox, rules, stakes, live, failure: RefCell::new(None) })
    }
    /// The failure of the last call that failed, once. `message` is what the game reported: a result that only the
    /// game could find wrong is put down to the rule that gave it. `None` if no rule has to do with it.
    pub fn failure(&self, message: &str) -> Option<Failure> {
        let asked = self.failure.borrow_mut().take().filter(|failure| failure.to_string() == message);
        asked.or_else(|| {
            let named = |plan: &&Plan| message.split_whitespace().next() == Some(plan.hook.name.as_str());
            let plan = self.plans.iter().flatten().find(named)?;
            let link = plan.links.last()?;
            let Rule { source, .. } = &*self.rules[link.rule];
            Some(Failure {
                rule: source.id.clone(),
                file: source.file.clone(),
                line: line(link),
                hook: Some(plan.hook.name.clone()),
                reason: message.to_owned(),
            })
        })
    }

    fn follow(&self, plan: &Plan, link: &Link, base: &Answer, args: &[Arg<'_>]) -> Result<Answer, Failure> {
        let rule = &self.rules[link.rule];
        let fail = |line: Option<u32>, reason: String| Failure {
            rule: rule.source.id.clone(),
            file: rule.source.file.clone(),
            line,
            hook: Some(plan.hook.name.clone()),
            reason,
        };
        let value = self.call(plan, link, base, args).map_err(|fault| {
            let fault = fault.hinted(&rule.source.text);
            fail(fault.line.or_else(|| line(link)), fault.reason)
        })?;
        let answer = plan.result.read(self.sandbox.lua(), &self.faces, &value);
        let sound = answer.and_then(|answer| self.sound(plan, base, &answer).map(|()| answer));
        sound.map_err(|expected| fail(line(link), format!("expected {expected}, got {}", told(&value))))
    }
    fn call(&self, plan: &Plan, link: &Link, base: &Answer, args: &[Arg<'_>]) -> Result<Lv, Fault> {
        let lua = self.sandbox.lua();
        let parsed = |text: &str| {
            let json: Json = serde_json::from_str(text).map_err(mlua::Error::external)?;
            self.faces.value(lua, &json, false)
        };
        self.sandbox.run(&self.rules[link.rule].source.chunk(), || {
            let base = match base {
                Answer::Code(code) => plan.result.push(lua, &self.faces, *code)?,
                Answer::Json(text) => parsed(text)?,
            };
            let arg = |place: usize| match (&args[place], plan.params.get(place)) {
                (Arg::Code(code), Some(slot)) => slot.push(lua, &self.faces, *code),
                (Arg::Code(code), None) => Ok(Lv::Integer(*code)),
                (Arg::Json(text), _) => parsed(text),
            };
            let function = &link.function;
            match args.len() {
                0 => function.call(base),
                1 => function.call((base, arg(0)?)),
                2 => function.call((base, arg(0)?, arg(1)?)),
                3 => function.call((base, arg(0)?, arg(1)?, arg(2)?)),
                4 => function.call((base, arg(0)?, arg(1)?, arg(2)?, arg(3)?)),
                count => {
                    let rest = (0..count).map(arg).collect::<mlua::Result<Vec<_>>>()?;
                    function.call((base, mlua::Variadic::from_iter(rest)))
                }
            }
        })
    }
    /// Whether the answer to one of the hooks of every game can stand; otherwise what was expected.
    fn sound(&self, plan: &Plan, base: &Answer, answer: &Answer) -> Result<(), String> {
        if plan.hook.result.kind != HookKind::Structure {
            return Ok(());
        }
        let (Answer::Json(base), Answer::Json(answer)) = (base, answer) else { return Ok(()) };
        let read = |text: &str| serde_json::from_str::<Json>(text).unwrap_or_default();
        let (base, answer) = (read(base), read(answer));
        let (Json::Array(list), below) = (&answer, base.as_array().map_or(&[][..], Vec::as_slice)) else {
            return Ok(());
        };
        match plan.hook.number {
            generic::LEGAL if list.is_empty() => Err("at least one action to be left".to_owned()),
            generic::LEGAL => match list.iter().find(|action| !below.contains(action)) {
                Some(action) => Err(format!("actions out of base, which {action} is not")),
                None => Ok(()),
            },
            generic::SCORE_ROUND => {
                let sum: i64 = list.iter().filter_map(Json::as_i64).fold(0, i64::saturating_add);
                if list.len() != below.len() {
                    Err(format!("a list of {} whole numbers", below.len()))
                } else if self.stakes && sum != 0 {
                    Err(format!("stakes that add up to 0, these add up to {sum}"))
                } else {
                    Ok(())
                }
            }
            generic::GAME_OVER if list.is_empty() => Err("false, or a list with a winning side".to_owned()),
            _ => Ok(()),
        }
    }
}

impl Answers for Chain {
    fn live(&self) -> u64 {
        self.live
    }
    /// What the rules make of `base`, one after another.
    fn ask(&self, hook: u32, base: Arg<'_>, args: &[Arg<'_>]) -> Result<Answer, String> {
        let Some(Some(plan)) = self.plans.get(hook as usize) else {
            return Err(format!("no house rule answers hook {hook}"));
        };
        let mut answer = match base {
            Arg::Code(code) => Answer::Code(code),
            Arg::Json(text) => Answer::Json(text.to_owned()),
        };
        for link in &plan.links {
            answer = self.follow(plan, link, &answer, args).map_err(|failure| {
                let message = failure.to_string();
                *self.failure.borrow_mut() = Some(failure);
                message
            })?;
        }
        Ok(answer)
    }
}

/// The line where the function of a hook begins.
fn line(link: &Link) -> Option<u32> {
    link.function.info().line_defined.and_then(|line| u32::try_from(line).ok())
}

/// The files and `NAME=VALUE` texts of a command line, sorted out: what is left are parameters of the game.
pub(super) fn sort_out(files: Vec<PathBuf>, sets: &[String]) -> Result<(Vec<Wanted>, Vec<String>), HouseError> {
    let read = |file: PathBuf| Ok(Wanted { source: Source::read(&file)?, options: Vec::new() });
    let mut wanted = files.into_iter().map(read).collect::<Result<Vec<_>, HouseError>>()?;
    let mut left = Vec::new();
    for given in sets {
        let option = given.split_once('=').and_then(|(name, value)| Some((name.split_once('.')?, value)));
        let Some(((id, option), value)) = option else {
            left.push(given.clone());
            continue;
        };
        let Some(rule) = wanted.iter_mut().find(|wanted| wanted.source.id == id) else {
            let known: Vec<&str> = wanted.iter().map(|wanted| wanted.source.id.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let reason = format!("no house rule {id} is in force; in force: {known}");
            return Err(HouseError::Set { given: given.clone(), reason });
        };
        rule.options.push((option.to_owned(), value.to_owned()));
    }
    Ok((wanted, left))
}
