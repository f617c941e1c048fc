//! `parlour house` and `--house`, as a person meets them.

mod common;

use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// A directory with house rules of Knock Rummy, and the program beside it.
struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }
    /// A file with these hooks and what comes before them.
    fn rule(&self, name: &str, before: &str, hooks: &str) -> PathBuf {
        let file = self.dir.path().join(format!("{name}.lua"));
        let rest = format!(
            "return {{\napi = 1, game = \"knock-rummy\", name = \"N\", about = \"A\",\nhooks = {{\n{hooks}\n}} }}\n"
        );
        std::fs::write(&file, format!("{before}\n{rest}")).unwrap();
        file
    }
    /// Runs the program: its exit code, standard output, standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let plugins = common::plugin("knock-rummy").parent().unwrap().to_owned();
        let output = Command::cargo_bin("parlour")
            .unwrap()
            .arg("--plugin-dir")
            .arg(plugins)
            .args(arguments)
            .env("XDG_DATA_HOME", self.dir.path())
            .env("XDG_CACHE_HOME", self.dir.path())
            .current_dir(self.dir.path())
            .timeout(std::time::Duration::from_secs(120))
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }
}

fn shown(file: &Path) -> String {
    file.display().to_string()
}

#[test]
fn check_passes_a_sound_rule_and_says_what_it_is() {
    let desk = Desk::new();
    let file = desk.rule("sound", "", "may_knock = function(base, seat, deadwood) return base and deadwood < 30 end");
    let (code, out, err) = desk.run(&["house", "check", &shown(&file), "--games", "40"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for part in ["loads    hooks may_knock; no parameters", "plays    40 random games", "is pure  24 games", "costs  "]
    {
        assert!(out.contains(part), "{out}");
    }
}

#[test]
fn check_stops_at_the_first_game_that_fails() {
    let desk = Desk::new();
    let file = desk.rule("loops", "", "may_knock = function(base) while true do end end");
    let (code, out, err) = desk.run(&["house", "check", &shown(&file), "--games", "1000000000"]);
    assert_eq!(code, 1, "{out}");
    let says = format!("{}:5: hook may_knock: it ran for more than 200000 steps", shown(&file));
    assert!(err.contains(&says) && err.contains("(game 1, "), "{err}");
}

#[test]
fn check_finds_a_rule_that_keeps_something() {
    let desk = Desk::new();
    let counts = desk.rule(
        "counts",
        "local count = 0",
        "may_knock = function(base) count = count + 1 return base and count % 3 ~= 0 end",
    );
    let table = desk.rule(
        "remembers",
        "local seen = {}",
        "may_knock = function(base, seat, deadwood) seen[deadwood] = (seen[deadwood] or 0) + 1 return base and seen[deadwood] < 4 end",
    );
    let global = desk.rule("global", "", "may_knock = function(base) n = 1 return base end");
    // The order of cards as keys is that of their addresses.
    let order = desk.rule(
        "order",
        "",
        "may_knock = function(base) return base end,\nredeal = function(base, deal) local seen = {} for _, hand in ipairs(deal.hands) do for _, card in ipairs(hand) do seen[card] = true end end for card in seen do return card.order % 2 == 0 end end",
    );
    for (file, says) in [
        (counts, "says one thing and then another, so it keeps something"),
        (table, "says one thing and then another, so it keeps something"),
        (global, "hook may_knock: a hook keeps nothing"),
        (order, "went another way"),
    ] {
        let (code, out, err) = desk.run(&["house", "check", &shown(&file), "--games", "4"]);
        assert_eq!(code, 1, "{out}{err}");
        assert!(err.contains(says) && err.contains(&shown(&file)), "{err}");
    }
}

#[test]
fn ten_processes_play_alike() {
    let desk = Desk::new();
    let file = desk.rule(
        "words",
        "local weight = { zebra = 1, apple = 2, mango = 3, fig = 4, [10] = 5, [-1] = 6 }",
        "card_points = function(base, card) local n = 0 for word in pairs(weight) do n = (n * 7 + #tostring(word)) % 50 end return (n + card.order) % 20 end",
    );
    let digests = || {
        let (code, out, err) = desk.run(&["house", "check", "--digests", &shown(&file)]);
        assert_eq!((code, out.lines().count()), (0, 24), "{err}");
        out
    };
    let first = digests();
    for _ in 1..10 {
        assert_eq!(digests(), first);
    }
}

#[test]
fn compare_says_what_changes_and_what_does_not() {
    let desk = Desk::new();
    let nothing = desk.rule("nothing", "", "may_knock = function(base) return base end");
    let (code, out, _) = desk.run(&["house", "compare", &shown(&nothing), "--games", "20"]);
    assert_eq!(code, 0);
    assert!(out.contains("Nothing changes: all 20 games went exactly as they do without it."), "{out}");
    let strict =
        desk.rule("strict", "", "may_knock = function(base, seat, deadwood) return base and deadwood < 10 end");
    let (code, out, _) = desk.run(&["house", "compare", &shown(&strict), "--games", "60"]);
    assert_eq!(code, 0);
    let longer = out.lines().find(|line| line.starts_with("actions a round")).unwrap();
    assert!(longer.ends_with('*') && longer.contains('±') && longer.contains('+'), "{out}");
    assert!(out.contains("of 60 games went another way"), "{out}");
}

#[test]
fn a_record_with_a_house_rule_is_replayed_with_the_same_file_alone() {
    let desk = Desk::new();
    let file = desk.rule(
        "double",
        "local opt = parlour.options { factor = { default = 2, min = 1, max = 9 } }",
        "score_round = function(base) for s, p in ipairs(base) do base[s] = p * opt.factor end return base end",
    );
    let path = shown(&file);
    let record =
        ["record", "knock-rummy", "--seed", "5", "--bots", "random", "--house", &path, "--set", "double.factor=3"];
    let (code, out, err) = desk.run(&record);
    assert_eq!(code, 0, "{err}");
    let header: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(header["house"][0]["name"], "double");
    assert_eq!(header["house"][0]["options"]["factor"], 3);
    assert_eq!(header["house"][0]["sha256"].as_str().unwrap().len(), 64);
    std::fs::write(desk.dir.path().join("game.jsonl"), &out).unwrap();
    let (code, out, err) = desk.run(&["replay", "game.jsonl", "--house", &path]);
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, err) = desk.run(&["replay", "game.jsonl", "--house-dir", "."]);
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, _) = desk.run(&["replay", "game.jsonl"]);
    assert_eq!(code, 1);
    assert!(out.contains("no house rule `double`"), "{out}");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("-- changed\n{text}")).unwrap();
    let (code, out, _) = desk.run(&["replay", "game.jsonl", "--house", &path]);
    assert_eq!(code, 1);
    assert!(out.contains("another text of the house rule double (SHA-256 "), "{out}");
}

#[test]
fn a_rule_that_fails_in_play_ends_the_command_and_says_where() {
    let desk = Desk::new();
    let file =
        desk.rule("breaks", "", "\nscore_round = function(base, settlement)\n  return settlement.nothing.at\nend");
    let (code, _, err) =
        desk.run(&["record", "knock-rummy", "--seed", "1", "--bots", "random", "--house", &shown(&file)]);
    assert_eq!(code, 1, "{err}");
    let says = format!("{}:7: hook score_round: attempt to index nil with 'at'", shown(&file));
    assert!(err.contains(&says), "{err}");
    let (code, _, err) = desk.run(&["record", "knock-rummy", "--house", "no-such-rule"]);
    assert_eq!(code, 2);
    assert!(err.contains("no house rule `no-such-rule`: looked for it in "), "{err}");
    let uneven = desk.rule("uneven", "", "score_round = function(base) base[1] = base[1] + 1 return base end");
    let (code, _, err) =
        desk.run(&["record", "knock-rummy", "--seed", "1", "--bots", "random", "--house", &shown(&uneven)]);
    assert_eq!(code, 1);
    assert!(err.contains("uneven.lua:5: hook score_round: expected stakes that add up to 0"), "{err}");
}

#[test]
fn a_new_file_is_written_listed_and_not_written_over() {
    let desk = Desk::new();
    let (code, out, err) = desk.run(&["house", "new", "knock-rummy", "quiet-night"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("wrote ./quiet-night.lua"), "{out}");
    let (code, _, err) = desk.run(&["house", "new", "knock-rummy", "quiet-night"]);
    assert_eq!(code, 1, "{err}");
    std::fs::write(desk.dir.path().join("broken.lua"), "return {").unwrap();
    let (code, out, _) = desk.run(&["house", "list", "knock-rummy", "--house-dir", "."]);
    assert_eq!(code, 0);
    assert!(out.contains("quiet-night        Changes nothing yet."), "{out}");
    assert!(out.contains("broken             cannot be used: ./broken.lua:1: "), "{out}");
    let (_, out, _) = desk.run(&["house", "hooks", "knock-rummy"]);
    assert!(out.contains("may_knock(base, seat: integer, deadwood: integer, turn: integer, upcard: Card) -> boolean"));
}
