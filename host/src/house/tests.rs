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
        ("return {\n game = 'hearts' }", "a.lua: api is missing: expected api = 1"),
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
fn what_is_forbidden_is_not_there() {
    let names = "io os debug package require load loadstring dofile loadfile getfenv setfenv newproxy collectgarbage \
        gcinfo setmetatable getmetatable rawset coroutine print _G";
    for name in names.split_whitespace() {
        assert_eq!(points(&format!("return {name} == nil and 1 or 0")), Ok(Answer::Code(1)), "{name}");
    }
    for name in ["math.random", "math.randomseed", "string.dump", "string.pack", "debug", "table.foreach"] {
        assert_eq!(points(&format!("return {name} == nil and 1 or 0")), Ok(Answer::Code(1)), "{name}");
    }
    stops("return os.time()", 1, "house rules have no `os`");
    stops("return math.random(6)", 1, "house rules have no `random`");
    stops("local f = coroutine.wrap(function() while true do end end) f()", 1, "house rules have no `coroutine`");
    stops("setmetatable({}, { __index = function() while true do end end })", 1, "house rules have no `setmetatable`");
}

#[test]
fn loops_end_wherever_they_are() {
    for body in [
        "while true do end",
        "repeat until false",
        "for i = 1, math.huge do end",
        "local function f() return f() end while true do pcall(f) end",
        "while true do pcall(error, 'x') end",
        "pcall(function() while true do end end) return 1",
        "return select(2, pcall(function() while true do end end)) and 1",
        "xpcall(error, function() while true do end end)",
        "while true do xpcall(function() while true do end end, function() while true do end end) end",
        "table.sort({ 3, 2, 1 }, function() while true do end end)",
        "('a'):gsub('a', function() while true do end end)",
        "for k in pairs({ 1 }) do while true do end end",
        "return ('a'):rep(40):find(('a-'):rep(20) .. 'b')",
        "return ('a'):rep(60000):find(('a*'):rep(100) .. 'b')",
        "while true do ('a'):rep(60000):find('b') end",
        "local t = {} for i = 1, 1e9 do t[1] = i end",
        "for i = 1, 1e9 do local s = tostring(i) end",
    ] {
        let error = fails(body);
        assert!(error.contains("ran for more than"), "{body}: {error}");
        assert!(error.starts_with("a.lua:5: hook card_points"), "{body}: {error}");
    }
}

#[test]
fn budgets_are_the_same_each_time() {
    // The number of rounds a loop makes before it is stopped is a function of the file alone.
    let reached = |body: &str| -> Option<i64> {
        let text = hooks(&format!("card_points = function(base) {body} end"));
        let chain = house(&[&text]).unwrap().chain().unwrap().unwrap();
        match chain.ask(0, Arg::Code(5), &[Arg::Code(0), Arg::Code(0)]) {
            Ok(Answer::Code(code)) => Some(code),
            _ => None,
        }
    };
    let around = |n: u32| reached(&format!("for i = 1, {n} do end return 1"));
    let edge = (0..200_100).collect::<Vec<u32>>().partition_point(|&n| around(n).is_some());
    assert!((199_000..200_100).contains(&edge), "{edge}");
    for _ in 0..3 {
        assert_eq!((around(edge as u32 - 1), around(edge as u32)), (Some(1), None));
    }
}

#[test]
fn bombs_are_defused() {
    let memory = "used more than 16 MiB";
    stops("local s = 'x' while true do s = s .. s end", 1, memory);
    stops("local t = {} for i = 1, 1e9 do t[i] = 'x' .. i end", 1, "");
    stops("local t = {} while true do t = { t, t, {}, {}, {} } end", 1, "");
    stops("local s = ('x'):rep(1e6) local t = {} for i = 1, 100 do t[i] = s .. i end", 1, memory);
    stops("pcall(function() local s = 'x' while true do s = s .. s end end) return 1", 1, memory);
    stops("return ('x'):rep(1e9)", 1, "string.rep: a text of 1000000000 bytes is too long, at most 1048576");
    stops("return string.rep('xy', 2^31 - 1)", 1, "is too long");
    stops("return string.rep('', 2^31 - 1)", 1, "");
    stops("return ('a'):rep(70000):find('b', 1, true)", 1, "too long to search");
    stops("local s = ('a'):rep(60000) return s:find(('a'):rep(30000) .. 'b', 1, true)", 1, "ran for more than");
    stops("return table.move({}, 1, 1e9, 2)", 1, "table.move: 1000000000 entries are too many");
    stops("local t = {} for i = 1, 1e9 do table.insert(t, 1, i) end", 1, "");
    stops(
        "local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e5 do table.insert(t, 1, i) end",
        1,
        "ran for more than",
    );
    stops("local t = {} for i = 1, 1e5 do t[i] = 'xxxxxxxxxx' end while true do table.concat(t) end", 1, "");
    stops("return string.format('%999999d', 1)", 1, "invalid");
    stops("local function f() return 1 + f() end return f()", 1, "stack overflow");
    stops("local function f() return pcall(f) end f() while true do end", 1, "ran for more than");
    stops("local t = {} for i = 1, 1e5 do t[i] = i end while true do table.unpack(t) end", 1, "ran for more than");
    stops("return table.unpack({}, 1, 1e9)", 1, "ran for more than");
    stops("return table.unpack({}, 1, 2e6)", 1, "too many results");
    stops("return #utf8.char(('a'):rep(1e6):byte(1, -1))", 1, "string slice too long");
}

#[test]
fn a_rule_that_failed_can_be_asked_again() {
    let file = hooks(
        "card_points = function(base, card) if card.order == 1 then local s = 'x' while true do s = s .. s end end return base end",
    );
    let chain = house(&[&file]).unwrap().chain().unwrap().unwrap();
    for _ in 0..5 {
        assert!(chain.ask(0, Arg::Code(5), &[Arg::Code(1), Arg::Code(0)]).is_err());
        assert_eq!(chain.ask(0, Arg::Code(5), &[Arg::Code(2), Arg::Code(0)]), Ok(Answer::Code(5)));
    }
}

#[test]
fn a_huge_or_nested_source_is_refused() {
    assert!(refused(&format!("return {}", "{".repeat(200_000))).starts_with("a.lua:1: "));
    assert!(refused(&format!("return {}1", "(".repeat(200_000))).starts_with("a.lua:1: "));
    assert!(refused(&format!("return {}", "1 .. ".repeat(40_000))).starts_with("a.lua"));
    let too_large = Source::of(Path::new("a.lua"), vec![b' '; (256 << 10) + 1]);
    assert_eq!(too_large.unwrap_err().to_string(), "a.lua: 262145 bytes: expected at most 262144");
}

#[test]
fn errors_of_any_value_become_one_line() {
    stops("error()", 1, "it raised an error without a text");
    stops("error(nil)", 1, "it raised an error without a text");
    stops("error({})", 1, "it raised an error that is a table: expected a text");
    stops("error(function() end)", 1, "it raised an error that is a function: expected a text");
    stops("error(card)", 1, "it raised an error that is a table: expected a text");
    stops("error('\\255\\254 broken')", 1, "broken");
    stops("error('two\\nlines\\27[31m')", 1, "two lines [31m");
    stops("error(('x'):rep(100000))", 1, "xxx");
    stops("error('plain', 0)", 1, "plain");
    stops("\n\nerror('third')", 3, "third");
    stops("local function deep()\nerror('inside')\nend\ndeep()", 2, "inside");
    stops("assert(false, 'not so')", 1, "not so");
    stops("assert(nil)", 1, "assertion failed");
    stops("return base + nil", 1, "attempt to perform arithmetic");
    stops("return card.rang.x", 1, "attempt to index nil with 'x'");
    stops("return ('x'):rep({})", 1, "invalid argument #2");
    stops("return table.concat({ {} })", 1, "invalid value (table) at index 1");
    stops("return string.format('%d', 'x')", 1, "invalid argument #2");
    stops("error(pcall)", 1, "it raised an error that is a function");
    stops("error(tostring(pcall) .. tostring({}) .. tostring(print))", 1, "functiontablenil");
    stops("error(string.format('%s %s', {}, function() end))", 1, "table function");
    stops("error(`{card}`)", 1, "table");
    stops("local _, e = pcall(table.insert, {}, 1, 2, 3) error(e)", 1, "wrong number of arguments");
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
fn the_order_of_keys_is_fixed() {
    let order =
        "local seen = ''\nlocal t = { z = 1, [10] = 1, b = 1, 'x', 'y', [-1] = 1, a = 1, [true] = 1, [2.5] = 1 }\n";
    for walk in
        ["for k in pairs(t) do", "for k in next, t do", "local k repeat k = next(t, k) if k == nil then break end"]
    {
        let end = if walk.ends_with("end") { "until false" } else { "end" };
        stops(
            &format!("{order}{walk} seen = seen .. tostring(k) .. ' ' {end}\nerror(seen)"),
            4,
            "1 2 -1 2.5 10 a b z true",
        );
    }
    stops("for k in pairs({ [card] = 1 }) do end", 1, "use a text as the key, such as card.face");
    stops("return next({ [{}] = 1 })", 1, "use a text as the key, such as card.face");
    assert_eq!(
        points("local t = { a = 1, b = 2, c = 3 } local n = 0 for k in pairs(t) do t[k] = nil n = n + 1 end return n"),
        Ok(Answer::Code(3))
    );
    assert_eq!(
        points("local t = { a = 1, b = 2, c = 3 } local n = 0 for k in next, t do t[k] = nil n = n + 1 end return n"),
        Ok(Answer::Code(3))
    );
    assert_eq!(points("return next({}) == nil and 1 or 0"), Ok(Answer::Code(1)));
    stops("pairs(5)", 1, "pairs: expected a table, got number");
}

#[test]
fn files_are_strangers_to_each_other() {
    let set = format!("total = 7 shared = {{ 1 }}\n{}", hooks("card_points = function() return total end"));
    let look = hooks("card_points = function(base) return total == nil and shared == nil and base or 99 end");
    let chain = house(&[&set, &look]).unwrap().chain().unwrap().unwrap();
    assert_eq!(chain.ask(0, Arg::Code(1), &[Arg::Code(0), Arg::Code(0)]), Ok(Answer::Code(7)));
    for body in ["string.rep = nil", "math.max = nil", "table.x = 1", "parlour.api = 2", "local s = string s.len = nil"]
    {
        stops(body, 1, "readonly");
    }
    stops("count = 1", 1, "a hook keeps nothing: write \"local count\" in place of the global \"count\"");
    let replaced = format!("function pairs() error('mine') end\n{}", hooks("card_points = function() return 1 end"));
    let uses = hooks("card_points = function(base) for _ in pairs({}) do end return base + 1 end");
    let chain = house(&[&replaced, &uses]).unwrap().chain().unwrap().unwrap();
    assert_eq!(chain.ask(0, Arg::Code(1), &[Arg::Code(0), Arg::Code(0)]), Ok(Answer::Code(2)));
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

#[test]
fn the_ordinary_library_is_there() {
    let body = r##"
        local t = { 5, 3, 9 }
        table.sort(t) table.insert(t, 1, 1) table.insert(t, 10) table.remove(t, 2)
        assert(table.concat(t, ",") == "1,5,9,10", table.concat(t, ","))
        table.sort(t, function(a, b) return a > b end)
        assert(t[1] == 10 and select("#", table.unpack(t)) == 4 and #table.move(t, 1, 4, 2) == 5)
        assert(("KH"):sub(1, 1) == "K" and ("a,b"):match("(%a),") == "a" and ("x"):rep(3) == "xxx")
        assert(("a b"):gsub("%a", { a = "1" }) == "1 b" and ("a"):upper() == "A" and ("abc"):find("c", 1, true) == 3)
        local n = 0 for word in ("one two"):gmatch("%a+") do n = n + #word end
        assert(n == 6 and math.max(1, 2) == 2 and math.floor(2.5) == 2 and bit32.band(6, 3) == 2 and utf8.len("é") == 1)
        local ok, why = pcall(error, "x") assert(not ok and why == "x")
        local ok, why = pcall(error, { code = 7 }) assert(why.code == 7)
        assert(select(2, xpcall(error, function(e) return e .. "!" end, "x")) == "x!")
        for i, v in ipairs({ 4, 5 }) do assert(v == i + 3) end
        assert(string.format("%3d|%-4s|%.2f|%s", 5, "ab", 0.5, true) == "  5|ab  |0.50|true")
        assert(tonumber("0x10") == 16 and tostring(12) == "12" and type(card) == "table")
        return 42"##;
    assert_eq!(points(body), Ok(Answer::Code(42)));
}
