//! The command line: what it says, and how it ends.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use common::{Home, high_card, rustc};

#[test]
fn a_wrong_command_line_is_told_in_a_line() {
    let home = Home::with_high_card();
    let cases: [(&[&str], &str); 18] = [
        (&["frob"], "unrecognized subcommand 'frob'"),
        (&["record"], "<GAME>"),
        (&["record", "old-maid"], "no game is called `old-maid`: expected one of "),
        (&["record", "high-card", "--seats", "9"], "9 seats: expected from 2 to 6"),
        (&["record", "high-card", "--seats", "300"], "expected a whole number from 1 to 8"),
        (&["record", "high-card", "--seats", "two"], "expected a whole number from 1 to 8"),
        (&["record", "high-card", "--seed", "-1"], "expected a whole number from 0 to 18446744073709551615"),
        (
            &["record", "high-card", "--seed", "18446744073709551616"],
            "expected a whole number from 0 to 18446744073709551615",
        ),
        (&["record", "high-card", "--set", "target=101"], "target = 101: expected a whole number from 1 to 100"),
        (&["record", "high-card", "--set", "ace_low=1"], "ace_low = 1: expected true or false"),
        (&["record", "high-card", "--set", "goal=1"], "goal: no such parameter; this game has target, ace_low"),
        (&["record", "high-card", "--set", "target"], "`target`: expected NAME=VALUE"),
        (&["record", "high-card", "--bots", "clever"], "`clever` is no bot: expected random"),
        (&["record", "high-card", "--bots", "search:200ms"], "search:200ms: expected a budget in simulations"),
        (&["record", "high-card", "--bots", "random,random,random,random"], "4 bots: expected at most 3"),
        (&["record", "high-card", "--games", "0"], "0 games: expected at least 1"),
        (&["rules", "old-maid"], "no game is called `old-maid`"),
        (&["new", "Old Maid"], "`Old Maid`: expected lower-case letters"),
    ];
    for (args, expected) in cases {
        let ran = home.run(args);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(2), "", 1), "{args:?}: {ran:?}");
        assert!(ran.err.starts_with("parlour: ") && ran.err.contains(expected), "{args:?}: {ran:?}");
    }
}

#[test]
fn where_there_is_no_game_it_says_where_it_looked() {
    let home = Home::new();
    let ran = home.run(&["rules", "old-maid"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{ran:?}");
    let list: serde_json::Value = serde_json::from_str(&home.ok(&["games", "--json"])).expect("it is JSON");
    assert!(list["games"].is_array() && list["unusable"].is_array());
    home.ok(&["games"]);
}

#[test]
fn the_games_are_listed() {
    let home = Home::with_high_card();
    let text = home.ok(&["games"]);
    assert!(text.contains("High Card, 2-6 seats, version 0.1.0. Three cards each"), "{text}");
    let elsewhere = Home::new();
    let plugins = home.plugins();
    let text = elsewhere.ok(&["--plugin-dir", &plugins.to_string_lossy(), "games"]);
    assert!(text.contains("High Card"), "{text}");
    let text = elsewhere.ok(&["games", "--plugin-dir", &plugins.to_string_lossy()]);
    assert!(text.contains("High Card"), "{text}");
}

#[test]
fn the_rule_book_comes_with_the_parameters() {
    let home = Home::with_high_card();
    let text = home.ok(&["rules", "high-card"]);
    assert!(text.starts_with("# High Card\n"), "{text}");
    assert!(text.contains("- `target`: whole number, 1 to 100, default 7. Points that win the game.\n"), "{text}");
    assert!(text.contains("- `ace_low`: flag, true or false, default false. "), "{text}");
}

#[test]
fn help_version_completions_and_manual_are_there() {
    let home = Home::new();
    assert_eq!(home.ok(&["--version"]), "parlour 0.1.0\n");
    let help = home.ok(&["--help"]);
    for command in ["play", "resume", "games", "game", "rules", "record", "replay", "new", "completions", "man"] {
        let line = help.lines().find(|line| line.trim_start().starts_with(&format!("{command} ")));
        let line = line.unwrap_or_else(|| panic!("{command} is not in the help: {help}"));
        assert!(line.split_whitespace().count() > 2, "{line}");
        assert!(home.ok(&[command, "--help"]).contains("Usage: parlour"));
    }
    assert!(!help.contains("probe"), "{help}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(home.ok(&["completions", shell]).contains("plugin-dir"), "{shell}");
    }
    let manual = home.ok(&["man"]);
    assert!(manual.contains(".TH parlour 1") && manual.contains("record"), "{manual}");
}

#[test]
fn whoever_reads_a_part_hears_no_complaint() {
    let home = Home::with_high_card();
    let mut child = home
        .command(&["record", "high-card", "--seed", "1", "--games", "20000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it writes");
    assert!(line.starts_with("{\"type\":\"game\""), "{line}");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("it ends");
    assert_eq!((child.wait().expect("it ends").code(), said.as_str()), (Some(0), ""));
}

#[test]
fn people_need_a_terminal() {
    let home = Home::with_high_card();
    let ran = home.run(&["play", "high-card", "--people", "1"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{ran:?}");
    assert!(ran.err.contains("people need a terminal"), "{ran:?}");
    assert!(!home.saves().exists());
    let ran = home.run(&["play", "high-card", "--people", "7"]);
    assert!(ran.code == Some(2) && ran.err.contains("7 people: expected at most 3"), "{ran:?}");
}

#[test]
fn a_new_game_compiles_conforms_and_plays() {
    let home = Home::new();
    let sdk = common::root().join("sdk");
    let told = home.ok(&["new", "old-maid-2", "--sdk", &sdk.to_string_lossy()]);
    assert!(told.starts_with("old-maid-2 is there."), "{told}");
    let dir = home.path().join("old-maid-2");
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).expect("it is there");
    let manifest: toml::Table = manifest.parse().expect("it is a manifest");
    assert_eq!(manifest["package"]["name"].as_str(), Some("old-maid-2"));
    assert_eq!(manifest["dependencies"]["parlour-sdk"]["path"].as_str(), sdk.to_str());
    let rules = fs::read_to_string(dir.join("rules.md")).expect("it is there");
    assert!(rules.starts_with("# Old Maid 2\n") && !rules.contains("High Card"), "{rules}");
    let source = fs::read_to_string(dir.join("src/lib.rs")).expect("it is there");
    assert!(!source.contains("high") || !source.contains("high-card") && !source.contains("HighCard"), "{source}");

    let (out, test) = (home.plugins(), home.path().join("conforms"));
    let out_dir = format!("--out-dir={}", out.display());
    fs::create_dir(&out).expect("the home is empty");
    rustc(&dir.join("src/lib.rs"), &["--crate-name=old_maid_2", "--crate-type=rlib,cdylib", &out_dir]);
    let game = format!("--extern=old_maid_2={}", out.join("libold_maid_2.rlib").display());
    rustc(&dir.join("tests/conforms.rs"), &["--test", &game, "-o", &test.to_string_lossy()]);
    let tested = Command::new(test).output().expect("the test runs");
    assert!(tested.status.success(), "{}", String::from_utf8_lossy(&tested.stdout));
    let record = home.ok(&["record", "old-maid-2", "--seed", "1"]);
    assert!(record.starts_with("{\"type\":\"game\",\"game\":\"old-maid-2\""), "{record}");

    let ran = home.run(&["new", "old-maid-2", "--sdk", &sdk.to_string_lossy()]);
    assert!(ran.code == Some(1) && ran.err.contains("old-maid-2 is there already"), "{ran:?}");
    let ran = home.run(&["new", "other", "--sdk", &high_card().to_string_lossy()]);
    assert!(ran.code == Some(2) && ran.err.contains("is not the SDK"), "{ran:?}");
    assert!(!home.path().join("other").exists());
}
