//! The sandbox: what is not there, what ends, what stays the same.

use super::*;

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
