//! What house rules may and may not do, on a made-up game.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_sdk::abi::Description;
use parlour_sdk::hook::{Answer, Arg, NIL, generic};
use parlour_sdk::param::{Value, Values};
use serde_json::json;

use super::*;
use crate::plugin::Answers as _;

mod limits;

/// A game with a hook of each kind.
fn subject() -> Subject {
    let structure = |number: u32, name: &str, param: &str, result: &str| {
        json!({ "name": name, "number": number, "about": "-", "result": { "lua": result, "kind": "structure" },
                "params": [{ "name": param, "type": { "lua": "Thing", "kind": "structure" } }] })
    };
    let int = json!({ "lua": "integer", "kind": "int", "range": [0, 100] });
    let card = json!({ "lua": "Card", "kind": "face" });
    let description: Description = serde_json::from_value(json!({
        "id": "hearts", "name": "Hearts", "version": "1.0.0", "seats": [2, 4], "usual_seats": 4, "sides": "each",
        "stakes": true, "pieces": "french",
        "params": [
            { "name": "target", "about": "-", "type": "int", "min": 7, "max": 500, "default": 21 },
            { "name": "open", "about": "-", "type": "flag", "default": true },
        ],
        "hooks": [
            { "name": "card_points", "number": 0, "about": "-", "result": int,
              "params": [{ "name": "card", "type": card }, { "name": "trump", "type": { "lua": "Suit", "kind": "face" } }] },
            { "name": "may_knock", "number": 1, "about": "-", "result": { "lua": "boolean", "kind": "flag" },
              "params": [{ "name": "seat", "type": int }, { "name": "deadwood", "type": int }] },
            { "name": "trump_rank", "number": 2, "about": "-",
              "result": { "lua": "integer", "kind": "int", "optional": true, "range": [0, 200] },
              "params": [{ "name": "card", "type": card }] },
            structure(generic::LEGAL, "legal", "view", "string[]"),
            structure(generic::REDEAL, "redeal", "deal", "boolean"),
            structure(generic::SCORE_ROUND, "score_round", "settlement", "integer[]"),
            structure(generic::GAME_OVER, "game_over", "standing", "integer[]|false"),
        ],
    }))
    .unwrap();
    let describe = |lua: &str, code: i64| match (lua, code) {
        ("Card", 0..52) => {
            Ok(json!({ "face": format!("c{code}"), "rank": "K", "order": code, "twin": { "$": ["Suit", 1] } }))
        }
        ("Suit", 0..4) => Ok(json!(["S", "H", "D", "C"][code as usize])),
        _ => Err(format!("{lua} has no {code}")),
    };
    Subject { description: Box::leak(Box::new(description)), describe: Arc::new(describe) }
}

fn wanted(name: &str, text: &str) -> Wanted {
    Wanted { source: Source::of(Path::new(name), text.into()).unwrap(), options: Vec::new() }
}

/// A house of files `a.lua`, `b.lua`, ... with these texts.
fn house(texts: &[&str]) -> Result<House, HouseError> {
    let files = texts.iter().zip('a'..).map(|(text, name)| wanted(&format!("{name}.lua"), text)).collect();
    House::new(subject(), files)
}

/// A file with these hooks.
fn hooks(hooks: &str) -> String {
    format!("return {{\napi = 1, game = \"hearts\", name = \"A\", about = \"B\",\nhooks = {{\n{hooks}\n}} }}")
}

/// The error of a file that does not load.
fn refused(text: &str) -> String {
    house(&[text]).unwrap_err().to_string()
}

/// What `card_points` answers for base 5, card 12, suit 1, where the hook has this body.
fn points(body: &str) -> Result<Answer, String> {
    let file = hooks(&format!("card_points = function(base, card, trump)\n{body}\nend"));
    let house = house(&[&file]).map_err(|error| error.to_string())?;
    house.chain().unwrap().unwrap().ask(0, Arg::Code(5), &[Arg::Code(12), Arg::Code(1)])
}

/// The error of a hook with this body, which must come in time.
fn fails(body: &str) -> String {
    let since = Instant::now();
    let error = points(body).expect_err(body);
    assert!(since.elapsed() < Duration::from_secs(6), "{body}: {:?}", since.elapsed());
    assert!(!error.contains("0x") && !error.contains('\n') && error.len() < 600, "{error}");
    error
}

/// Checks that a hook with this body stops with an error in its file, at this line of the body.
fn stops(body: &str, line: u32, reason: &str) {
    let error = fails(body);
    let start = format!("a.lua:{}: hook card_points: ", line + 4);
    assert!(error.starts_with(&start) && error.contains(reason), "{body}\ngave: {error}\nexpected: {start}{reason}");
}

#[test]
fn a_hook_sees_interned_frozen_values() {
    assert_eq!(points("return card.order + (trump == 'H' and 50 or 0)"), Ok(Answer::Code(62)));
    assert_eq!(points("return card.twin == trump and base or 0"), Ok(Answer::Code(5)));
    stops("card.order = 3", 1, "readonly");
    let file = hooks("redeal = function(base, deal) return deal.hands[1][1] == deal.hands[2][1] end");
    let chain = house(&[&file]).unwrap().chain().unwrap().unwrap();
    let deal = json!({ "hands": [[{ "$": ["Card", 3] }], [{ "$": ["Card", 3] }]] }).to_string();
    assert_eq!(chain.ask(generic::REDEAL, Arg::Json("false"), &[Arg::Json(&deal)]), Ok(Answer::Json("true".into())));
}

#[test]
fn rules_stack_and_get_the_value_below_as_base() {
    let double = hooks("card_points = function(base) return base * 2 end");
    let more =
        hooks("card_points = function(base) return base + 1 end, may_knock = function(base) return not base end");
    let house = house(&[&double, &more]).unwrap();
    let chain = house.chain().unwrap().unwrap();
    assert_eq!(chain.live(), 0b11);
    let args = [Arg::Code(1), Arg::Code(1)];
    assert_eq!(chain.ask(0, Arg::Code(5), &args), Ok(Answer::Code(11)));
    assert_eq!(chain.ask(1, Arg::Code(0), &args), Ok(Answer::Code(1)));
    let without = house.without("a").chain().unwrap().unwrap();
    assert_eq!(without.ask(0, Arg::Code(5), &args), Ok(Answer::Code(6)));
}

#[test]
fn a_structure_changed_by_one_rule_is_whole_for_the_next() {
    let spoil = hooks(
        "score_round = function(base, s) s.round = 99; base[1] = base[1] + 1; base[2] = base[2] - 1; return base end",
    );
    let round = hooks("score_round = function(base, s) return { base[1] + s.round, base[2] - s.round } end");
    let chain = house(&[&spoil, &round]).unwrap().chain().unwrap().unwrap();
    let answer = chain.ask(generic::SCORE_ROUND, Arg::Json("[0,0]"), &[Arg::Json(r#"{"round":7}"#)]);
    assert_eq!(answer, Ok(Answer::Json("[8,-8]".into())));
}

#[test]
fn a_rule_needs_no_sentence_about_it() {
    let rule = wanted("a.lua", "return { api = 1, game = 'hearts', name = 'Plain' }");
    let house = House::new(subject(), vec![rule]).unwrap();
    assert_eq!(house.rules().next().unwrap().header.told(), "Plain");
    let rule = wanted("a.lua", "return { api = 1, game = 'hearts', name = 'A', about = 3 }");
    let error = House::new(subject(), vec![rule]).unwrap_err().to_string();
    assert!(error.contains("about: expected a text"), "{error}");
}

#[test]
fn options_have_defaults_and_are_set() {
    let text = format!(
        "local o = parlour.options {{ bonus = {{ default = 5, min = 0, max = 50, about = 'x' }},
        loud = {{ default = false }}, who = {{ default = 'all', choices = {{ 'all', 'none' }} }} }}\n{}",
        hooks("card_points = function(base) return base + o.bonus + (o.loud and 30 or 0) + #o.who end")
    );
    let with = |options: &[(&str, &str)]| {
        let options = options.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        House::new(subject(), vec![Wanted { options, ..wanted("a.lua", &text) }])
    };
    let ask = |house: House| house.chain().unwrap().unwrap().ask(0, Arg::Code(5), &[Arg::Code(1), Arg::Code(1)]);
    assert_eq!(ask(with(&[]).unwrap()), Ok(Answer::Code(13)));
    let set = with(&[("bonus", "10"), ("loud", "true"), ("who", "none")]).unwrap();
    assert_eq!(set.rules().next().unwrap().options()["bonus"], Value::Int(10));
    assert_eq!(
        ask(set.reload().err().map_or(set, |_| with(&[("bonus", "10"), ("loud", "true"), ("who", "none")]).unwrap())),
        Ok(Answer::Code(49))
    );
    let error = |options| with(options).unwrap_err().to_string();
    assert_eq!(error(&[("bonus", "51")]), "--set a.bonus=51: expected a whole number from 0 to 50");
    assert_eq!(
        error(&[("bonos", "1")]),
        "--set a.bonos=1: the house rule a has no option bonos; it has bonus, loud, who"
    );
}

#[test]
fn parameters_of_the_later_file_hold() {
    let file =
        |rules: &str| format!("return {{ api = 1, game = '*', name = 'A', about = 'B', rules = {{ {rules} }} }}");
    let house = house(&[&file("target = 30, open = false"), &file("target = 40")]).unwrap();
    let expected: Values = [("target".to_owned(), Value::Int(40)), ("open".to_owned(), Value::Flag(false))].into();
    assert_eq!(house.params(), expected);
    assert!(house.chain().unwrap().is_none(), "no Lua state for parameters alone");
}

#[test]
fn headers_are_checked_field_by_field() {
    let with = |rest: &str| format!("return {{\napi = 1, game = 'hearts', name = 'A', about = 'B',\n{rest} }}");
    let cases = [
        ("return 5", "a.lua:1: expected the file to return the table of a house rule, got 5"),
        ("", "a.lua:1: expected the file to return the table of a house rule, got nothing (nil)"),
        ("return {\n game = 'hearts' }", "a.lua:1: api is missing: expected api = 1"),
        ("return {\n\n api = 2 }", "a.lua:3: api = 2: this program has api 1"),
        ("return {\n api = '1' }", "a.lua:2: api = the text \"1\": this program has api 1"),
        ("return { api = 1 }", "a.lua: game: expected the id of a game, or \"*\" for every game, got nothing (nil)"),
        (
            "return { api = 1, game = 'x', name = {} }",
            "a.lua:1: name: expected a text such as \"Heavy king\", got a table",
        ),
        (
            "return { api = 1,\ngame = 'chess', name = 'A', about = 'B' }",
            "a.lua:2: this is a house rule for chess, not for hearts",
        ),
        (
            &with("hook = {}"),
            "a.lua:3: a house rule has no field the text \"hook\"; it has api, game, name, about, rules, hooks",
        ),
        (&with("rules = { goal = 3 }"), "a.lua:3: hearts has no parameter goal; it has target, open"),
        (&with("rules = { target = 501 }"), "a.lua:3: target = 501: expected a whole number from 7 to 500"),
        (
            &with("rules = { target = 7.5 }"),
            "a.lua:3: rules: target: expected a whole number, true, false or a word, got 7.5",
        ),
        (&with("rules = { open = 'yes' }"), "a.lua:3: open = yes: expected true or false"),
        (
            &with("hooks = { card_point = function() end }"),
            "a.lua:3: hearts has no hook card_point; it has card_points, may_knock, trump_rank, legal, redeal, score_round, game_over",
        ),
        (&with("hooks = { card_points = 5 }"), "a.lua:3: hooks: card_points: expected a function, got 5"),
        (&with("hooks = 5"), "a.lua:3: hooks: expected a table, got 5"),
        ("return {\n api = = 1 }", "a.lua:2: Expected identifier when parsing expression, got '='"),
        ("local x = nil\nreturn x.y", "a.lua:2: attempt to index nil with 'y'"),
        ("while true do end", "a.lua:1: it ran for more than 200000 steps: is there a loop without an end?"),
        (
            "parlour.options { n = { default = 5, max = 3 } }",
            "a.lua:1: parlour.options: n: default = 5: expected a whole number from -1000000 to 3",
        ),
        ("parlour.options { n = 5 }", "a.lua:1: parlour.options: n: expected { default = ..., about = ... }, got 5"),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn one_name_stands_once() {
    let file = hooks("");
    let twice = House::new(subject(), vec![wanted("x/a.lua", &file), wanted("y/a.lua", &file)]);
    assert_eq!(twice.unwrap_err().to_string(), "x/a.lua and y/a.lua are both the house rule `a`: rename one of them");
}

#[test]
fn wrong_results_say_what_was_expected() {
    let at = |body: &str, reason: &str| {
        let error = fails(body);
        assert_eq!(error, format!("a.lua:4: hook card_points: {reason}"));
    };
    at("", "expected a whole number from 0 to 100, got nothing (nil)");
    at("return 'many'", "expected a whole number from 0 to 100, got the text \"many\"");
    at("return 101", "expected a whole number from 0 to 100, got 101");
    at("return -1", "expected a whole number from 0 to 100, got -1");
    at("return 1.5", "expected a whole number from 0 to 100, got 1.5");
    at("return 0/0", "expected a whole number from 0 to 100, got NaN");
    at("return {}", "expected a whole number from 0 to 100, got a table");
    at("return true", "expected a whole number from 0 to 100, got true");
    let text = hooks("may_knock = function() return 1 end, trump_rank = function(base) return nil end");
    let chain = house(&[&text]).unwrap().chain().unwrap().unwrap();
    let error = chain.ask(1, Arg::Code(1), &[Arg::Code(1), Arg::Code(1)]).unwrap_err();
    assert_eq!(error, "a.lua:4: hook may_knock: expected true or false, got 1");
    assert_eq!(chain.ask(2, Arg::Code(1), &[Arg::Code(1)]), Ok(Answer::Code(NIL)));
    assert_eq!(chain.ask(2, Arg::Code(NIL), &[Arg::Code(1)]), Ok(Answer::Code(NIL)));
}

#[test]
fn wrong_structures_say_what_was_expected() {
    let answer = |hook: &str, number: u32, base: &str, result: &str| {
        let text = hooks(&format!("{hook} = function(base, arg) {result} end"));
        let chain = house(&[&text]).unwrap().chain().unwrap().unwrap();
        chain
            .ask(number, Arg::Json(base), &[Arg::Json("{}")])
            .map_err(|error| error.strip_prefix(&format!("a.lua:4: hook {hook}: ")).unwrap_or(&error).to_owned())
    };
    let ok = |json: &str| Ok(Answer::Json(json.to_owned()));
    let wrong = |text: &str| Err(text.to_owned());
    let legal = |result| answer("legal", generic::LEGAL, r#"["draw","take"]"#, result);
    assert_eq!(legal("return { base[2] }"), ok(r#"["take"]"#));
    assert_eq!(legal("return {}"), wrong("expected at least one action to be left, got a table"));
    assert_eq!(
        legal("return { 'knock' }"),
        wrong("expected actions out of base, which \"knock\" is not, got a list of 1")
    );
    assert_eq!(legal("return { 5 }"), wrong("expected a list of texts, got a list of 1"));
    assert_eq!(legal("return 'draw'"), wrong("expected a list of texts, got the text \"draw\""));
    assert_eq!(legal("return { 'draw', nil, 'take' }"), wrong("expected a list without holes, got a list of 3"));
    assert_eq!(
        legal("local t = {} t[1] = t return t"),
        wrong("expected tables nested at most 8 deep, got a list of 1")
    );
    assert_eq!(
        legal("return { function() end }"),
        wrong("expected plain values, without a function among them, got a list of 1")
    );
    assert_eq!(
        legal("local t = {} for i = 1, 5000 do t[i] = 'draw' end return t"),
        wrong("expected at most 4096 values, got a list of 5000")
    );
    let score = |result| answer("score_round", generic::SCORE_ROUND, "[3,-3]", result);
    assert_eq!(score("return { base[2], base[1] }"), ok("[-3,3]"));
    assert_eq!(score("return { 1, 2 }"), wrong("expected stakes that add up to 0, these add up to 3, got a list of 2"));
    assert_eq!(score("return { 0 }"), wrong("expected a list of 2 whole numbers, got a list of 1"));
    assert_eq!(score("return { 0.5, -0.5 }"), wrong("expected a list of whole numbers, got a list of 2"));
    assert_eq!(
        score("return { 0, n = 0 }"),
        wrong("expected a list, or fields with names, and not both in one table, got a list of 1")
    );
    let over = |result| answer("game_over", generic::GAME_OVER, "false", result);
    assert_eq!(over("return base"), ok("false"));
    assert_eq!(over("return { 1 }"), ok("[1]"));
    assert_eq!(over("return true"), wrong("expected a list of whole numbers or false, got true"));
    assert_eq!(over("return {}"), wrong("expected false, or a list with a winning side, got a table"));
    assert_eq!(answer("redeal", generic::REDEAL, "false", "return 1"), wrong("expected true or false, got 1"));
}

#[test]
fn what_only_the_game_finds_wrong_is_put_down_to_the_rule() {
    let text = hooks("\nscore_round = function(base) return base end");
    let chain = house(&[&text]).unwrap().chain().unwrap().unwrap();
    let failure = chain.failure("score_round answered [9]: expected nobody below 0").unwrap();
    assert_eq!(failure.to_string(), "a.lua:5: hook score_round: score_round answered [9]: expected nobody below 0");
    assert_eq!(failure.rule, "a");
    assert_eq!(chain.failure("the plugin failed"), None);
}

#[test]
fn ten_reloads_leave_one_hook() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("more.lua");
    std::fs::write(&file, hooks("card_points = function(base) return base + 1 end")).unwrap();
    let search = Search { directories: vec![dir.path().to_owned()], ..Search::default() };
    let sets = ["target=9".to_owned()];
    let opened = open(subject(), &search, &["more".to_owned()], &sets).unwrap();
    assert_eq!(opened.rules["target"], Value::Int(9));
    let mut house = opened.house;
    for _ in 0..10 {
        house = house.reload().unwrap();
    }
    let ask = |house: &House| house.chain().unwrap().unwrap().ask(0, Arg::Code(1), &[Arg::Code(0), Arg::Code(0)]);
    assert_eq!(ask(&house), Ok(Answer::Code(2)));
    std::fs::write(&file, hooks("card_points = function(base) return base + 10 end")).unwrap();
    assert_eq!(ask(&house.reload().unwrap()), Ok(Answer::Code(11)));
    std::fs::write(&file, "return {").unwrap();
    assert!(house.reload().is_err());
    let unknown = open(subject(), &search, &["less".to_owned()], &[]).unwrap_err().to_string();
    assert!(unknown.starts_with("no house rule `less`: looked for it in "), "{unknown}");
    let set = |text: &str| open(subject(), &search, &[], &[text.to_owned()]).unwrap_err().to_string();
    assert_eq!(set("goal=1"), "goal: no such parameter; this game has target, open");
    assert_eq!(set("target=1"), "target = 1: expected a whole number from 7 to 500");
    assert_eq!(set("more.bonus=1"), "--set more.bonus=1: no house rule more is in force; in force: none");
}
