//! What house rules cost: a Lua state, a call of a hook, a playout with rules that change nothing.
//!
//! Of playouts the times without and with a rule stand side by side: with parameters alone the same as with `--set`,
//! with tabulated hooks that return `base` the same as with none.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;

use divan::Bencher;
use parlour::house::{Chain, House, Source, Subject, Wanted};
use parlour::plugin::{Answers as _, Plugin, Session};
use parlour_sdk::hook::Arg;
use parlour_sdk::param::{Value, Values};

fn main() {
    divan::main();
}

fn plugin(name: &str) -> &'static Plugin {
    Plugin::open(&common::released(name)).expect("the plugin loads")
}

/// A house of one rule with these fields.
fn house(plugin: &'static Plugin, fields: &str) -> House {
    let text = format!("return {{ api = 1, game = \"*\", name = \"N\", about = \"A\", {fields} }}");
    let source = Source::of(Path::new("bench.lua"), text.into_bytes()).expect("it is text");
    House::new(Subject::from(plugin), vec![Wanted { source, options: Vec::new() }]).expect("it loads")
}

fn chain(plugin: &'static Plugin, fields: &str) -> Rc<Chain> {
    house(plugin, fields).chain().expect("it loads").expect("it answers a hook")
}

const MAY_KNOCK: &str = "hooks = { may_knock = function(base, seat, deadwood, turn, upcard)
    return base and (turn > 1 or deadwood < upcard.order) end }";

#[divan::bench]
fn lua_state(bencher: Bencher) {
    let house = house(plugin("knock-rummy"), MAY_KNOCK);
    bencher.bench_local(|| black_box(house.again().chain()));
}

/// `may_knock` of Knock Rummy: four integers and a card.
#[divan::bench]
fn call_of_may_knock(bencher: Bencher) {
    let plugin = plugin("knock-rummy");
    let chain = chain(plugin, MAY_KNOCK);
    let hook = plugin.description().hooks.iter().find(|hook| hook.name == "may_knock").expect("it is declared").number;
    let args = [Arg::Code(2), Arg::Code(7), Arg::Code(3), Arg::Code(12)];
    bencher.bench_local(|| black_box(chain.ask(hook, Arg::Code(1), black_box(&args))));
}

/// `may_meld` of Loba de Más: a seat and a meld.
#[divan::bench]
fn call_of_may_meld(bencher: Bencher) {
    let plugin = plugin("loba-de-mas");
    let chain = chain(plugin, "hooks = { may_meld = function(base, seat, meld) return base and meld.wilds < 3 end }");
    let hook = plugin.description().hooks.iter().find(|hook| hook.name == "may_meld").expect("it is declared").number;
    let meld = (0..1 << 20).find(|&code| plugin.hook_value("Meld", code).is_ok()).expect("there is a meld");
    let args = [Arg::Code(2), Arg::Code(meld)];
    bencher.bench_local(|| black_box(chain.ask(hook, Arg::Code(1), black_box(&args))));
}

/// How a playout is set up.
#[derive(Clone, Copy, Debug)]
enum With {
    Nothing,
    Set,
    Rule,
}

fn playouts(bencher: Bencher, game: &str, rules: &[(&str, Value)], fields: &str, with: With) {
    let plugin = plugin(game);
    let values: Values = rules.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let house = house(plugin, fields);
    let (values, answers) = match with {
        With::Nothing => (Values::new(), None),
        With::Set => (values, None),
        With::Rule => (house.params(), house.answers().expect("it loads")),
    };
    let session = Session::new(plugin, plugin.description().usual_seats, &values, answers).expect("it can be played");
    bencher.bench_local(|| black_box(session.games(black_box(7), 20)));
}

#[divan::bench(args = [With::Set, With::Rule])]
fn playouts_with_parameters(bencher: Bencher, with: With) {
    playouts(bencher, "king-pedro", &[("target", Value::Int(120))], "rules = { target = 120 }", with);
}

#[divan::bench(args = [With::Nothing, With::Rule])]
fn playouts_with_tabulated_hooks(bencher: Bencher, with: With) {
    let hooks = "hooks = { card_points = function(base) return base end, trump_rank = function(base) return base end,
        may_play = function(base) return base end }";
    playouts(bencher, "king-pedro", &[], hooks, with);
}
