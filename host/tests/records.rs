//! Records and journals: written, verified, gone on with.

mod common;

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use common::Home;
use serde_json::{Value, json};

/// The lines of a record.
fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Where the first line of a type is.
fn first(lines: &[Value], kind: &str) -> usize {
    lines.iter().position(|line| line["type"] == kind).expect("there is one")
}

fn record(home: &Home, args: &[&str]) -> String {
    home.ok(&[&["record", "high-card"], args].concat())
}

#[test]
fn the_header_says_all_that_is_played() {
    let home = Home::with_high_card();
    let record = record(&home, &["--seed", "18446744073709551615", "--seats", "2", "--set", "target=5"]);
    let expected = json!({
        "type": "game", "game": "high-card", "version": "0.1.0", "format": 1, "seats": 2, "sides": [[0], [1]],
        "seed": "18446744073709551615", "rules": { "target": 5, "ace_low": false }, "house": [], "sdk": "0.1.0",
        "players": ["random", "random"],
    });
    assert_eq!(lines(&record)[0], expected);
    assert_eq!(lines(&record).last().map(|line| &line["type"]), Some(&json!("end")));
}

#[test]
fn games_have_seeds_in_order_for_any_number_of_threads() {
    let home = Home::with_high_card();
    let whole = record(&home, &["--seed", "40", "--games", "300", "--legal", "--threads", "1"]);
    assert!(whole == record(&home, &["--seed", "40", "--games", "300", "--legal", "--threads", "3"]));
    let seeds: Vec<Value> =
        lines(&whole).iter().filter(|line| line["type"] == "game").map(|it| it["seed"].clone()).collect();
    assert!(seeds.iter().eq((40..340).map(|seed| json!(seed.to_string())).collect::<Vec<_>>().iter()));
    let alone = record(&home, &["--seed", "170", "--legal"]);
    assert!(whole.contains(&alone));
}

#[test]
fn a_seed_that_nobody_gave_is_in_the_header() {
    let home = Home::with_high_card();
    let one = record(&home, &[]);
    let seed = lines(&one)[0]["seed"].as_str().expect("a text").to_owned();
    assert_eq!(record(&home, &["--seed", &seed]), one);
    assert_ne!(record(&home, &[]), one);
}

#[test]
fn legal_lists_are_sorted_and_hold_the_action() {
    let home = Home::with_high_card();
    for line in lines(&record(&home, &["--seed", "3", "--games", "20", "--legal"])) {
        if line["type"] == "action" {
            let legal: Vec<&str> = line["legal"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            assert!(legal.is_sorted_by(|a, b| a.as_bytes() < b.as_bytes()), "{legal:?}");
            assert!(legal.contains(&line["action"].as_str().expect("a text")));
        }
    }
}

#[test]
fn records_are_right_in_files_and_streams() {
    let home = Home::with_high_card();
    let some = record(&home, &["--seed", "1", "--games", "50", "--legal", "--seats", "4"]);
    let more = record(&home, &["--seed", "9", "--games", "2", "--set", "ace_low=true"]);
    let (one, two) = (home.file("one.jsonl", &some), home.file("two.jsonl", &more));
    let told = home.ok(&["replay", &one.to_string_lossy(), &two.to_string_lossy()]);
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(told.contains("right; games: 50, ") && told.contains("right; games: 2, "), "{told}");
    let fed = home.fed(&["replay", "-"], &(some + &more));
    assert!(fed.code == Some(0) && fed.out.starts_with("standard input: right; games: 52, "), "{fed:?}");
}

/// A change to a record, and what is said about it.
type Change = (fn(&mut Vec<Value>), &'static str);

const CHANGES: [Change; 26] = [
    (
        |lines| lines[0]["version"] = json!("9.9.9"),
        "line 1: the record is of version 9.9.9 of high-card, version 0.1.0 is installed",
    ),
    (|lines| lines[0]["game"] = json!("low-card"), "line 1: no game is called `low-card`"),
    (|lines| lines[0]["format"] = json!(2), "line 1: format = 2: expected 1"),
    (|lines| lines[0]["seats"] = json!(7), "line 1: 7 seats: expected from 2 to 6"),
    (
        |lines| lines[0]["sides"] = json!([[0, 2], [1]]),
        "line 1: sides: the record says [[0, 2], [1]], the game [[0], [1], [2]]",
    ),
    (|lines| lines[0]["seed"] = json!("-1"), "line 1: seed = -1: expected a whole number from 0 to"),
    (|lines| lines[0]["rules"]["target"] = json!(0), "line 1: target = 0: expected a whole number from 1 to 100"),
    (
        |lines| lines[0]["rules"]["goal"] = json!(3),
        "line 1: the record sets goal = 3, and version 0.1.0 of high-card has no such parameter",
    ),
    (
        |lines| lines[0]["rules"]["target"] = json!(1),
        "this line: the record says the deal of round 2, the game the end of the game",
    ),
    (|lines| lines[0]["seed"] = json!("8"), "line 2: "),
    (
        |lines| lines[1]["dealer"] = json!((lines[1]["dealer"].as_u64().unwrap_or(0) + 1) % 3),
        "line 2: dealer: the record says",
    ),
    (
        |lines| lines[1]["hands"][1].as_array_mut().expect("a list").swap(0, 1),
        "line 2: the hand of seat 1: the record says [",
    ),
    (
        |lines| lines[1]["piles"]["stock"].as_array_mut().expect("a list").swap(7, 9),
        "line 2: the pile `stock`: the record says [",
    ),
    (|lines| lines[1]["turn"] = json!(null), "line 2: turn: the record says nobody, the game seat "),
    (|lines| lines[1]["round"] = json!(2), "line 2: round: the record says 2, the game 1"),
    (|lines| lines[2]["seat"] = json!(5), "line 3: the seat to act: the record says 5, the game"),
    (|lines| lines[2]["action"] = json!("play XX"), "line 3: `play XX`: "),
    (
        |lines| {
            lines[2]["action"] =
                lines[1]["piles"]["stock"][0].as_str().map(|card| json!(format!("play {card}"))).expect("a card")
        },
        "is not in your hand",
    ),
    (
        |lines| drop(lines[2]["legal"].as_array_mut().expect("a list").remove(0)),
        "line 3: legal: the record says that `play ",
    ),
    (
        |lines| lines[2]["legal"].as_array_mut().expect("a list").push(json!("swap XX")),
        "line 3: legal: the record says that `swap XX` is legal, the game that it is not",
    ),
    (|lines| lines[2]["legal"].as_array_mut().expect("a list").reverse(), "(sorted, each once)"),
    (
        |lines| {
            let round = first(lines, "round");
            lines[round]["points"] = json!([3, 3, 3])
        },
        "points of round 1: the record says [3, 3, 3], the game [",
    ),
    (
        |lines| {
            let round = first(lines, "round");
            lines[round]["totals"] = json!([9, 9, 9])
        },
        "totals after round 1: the record says [9, 9, 9], the game [",
    ),
    (
        |lines| {
            let end = first(lines, "end");
            lines[end]["winners"] = json!([0, 1, 2])
        },
        "winners: the record says [0, 1, 2], the game [",
    ),
    (
        |lines| {
            let end = first(lines, "end");
            lines[end]["payout"] = json!([1, 0, -1])
        },
        "payout: the record says [1, 0, -1], the game [0, 0, 0]",
    ),
    (|lines| drop(lines.pop()), "the record ends where the end of the game is due"),
];

#[test]
fn each_difference_is_found_where_it_is() {
    let home = Home::with_high_card();
    let right = lines(&record(&home, &["--seed", "7", "--seats", "3", "--legal"]));
    for (index, (change, expected)) in CHANGES.iter().enumerate() {
        let mut changed = right.clone();
        change(&mut changed);
        let ran = home.fed(&["replay", "-"], &text(&changed));
        assert_eq!(ran.code, Some(1), "change {index}: {ran:?}");
        assert!(
            ran.out.starts_with("standard input: game 1: line ") && ran.out.contains(expected),
            "change {index}: {ran:?}"
        );
        assert_eq!(ran.err, "parlour: 1 of 1 games differs\n", "change {index}");
    }
}

#[test]
fn every_line_counts() {
    let home = Home::with_high_card();
    let right = lines(&record(&home, &["--seed", "7", "--seats", "2"]));
    for line in 1..right.len() {
        for twice in [false, true] {
            let mut changed = right.clone();
            if twice {
                changed.insert(line, right[line].clone())
            } else {
                drop(changed.remove(line))
            }
            let ran = home.fed(&["replay", "-"], &text(&changed));
            assert_eq!(ran.code, Some(1), "line {line}, twice: {twice}: {ran:?}");
        }
    }
}

#[test]
fn a_game_that_differs_does_not_hide_the_next() {
    let home = Home::with_high_card();
    let whole = record(&home, &["--seed", "7", "--games", "3"]);
    let mut changed = lines(&whole);
    let starts: Vec<usize> = (0..changed.len()).filter(|&at| changed[at]["type"] == "game").collect();
    changed[starts[0] + 1]["dealer"] = json!(7);
    changed[starts[2] + 1]["dealer"] = json!(7);
    let ran = home.fed(&["replay", "-"], &text(&changed));
    let told: Vec<&str> = ran.out.lines().collect();
    assert_eq!((ran.code, ran.err.as_str(), told.len()), (Some(1), "parlour: 2 of 3 games differ\n", 2), "{ran:?}");
    assert!(told[0].starts_with("standard input: game 1: line 2: dealer"), "{told:?}");
    assert!(told[1].starts_with(&format!("standard input: game 3: line {}: dealer", starts[2] + 2)), "{told:?}");
}

#[test]
fn an_arranged_deal_is_a_deal() {
    let home = Home::with_high_card();
    let mut arranged = lines(&record(&home, &["--seed", "7", "--games", "2"]));
    for header in arranged.iter_mut().filter(|line| line["type"] == "game") {
        *header = json!({ "type": "game", "game": "high-card", "format": 1, "seats": 3, "seed": null, "rules": {} });
    }
    let ran = home.fed(&["replay", "-"], &text(&arranged));
    assert!(ran.code == Some(0) && ran.out.contains("right; games: 2"), "{ran:?}");
    // The last cards of the stock are never drawn here, so that their order changes nothing else.
    arranged[1]["piles"]["stock"].as_array_mut().expect("a list").swap(30, 40);
    let ran = home.fed(&["replay", "-"], &text(&arranged));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let twice = arranged[1]["piles"]["stock"][30].clone();
    arranged[1]["piles"]["stock"][31] = twice;
    let ran = home.fed(&["replay", "-"], &text(&arranged));
    assert!(ran.code == Some(1) && ran.out.contains("line 2: the deal of round 1: "), "{ran:?}");
}

#[test]
fn what_is_no_record_says_so_in_a_line() {
    let home = Home::with_high_card();
    let cases: [(&str, &[u8], &str); 5] = [
        ("empty", b"", "is empty: expected a record"),
        ("blank", b"\n \n", "is empty: expected a record"),
        ("text", b"hello\n", "is no record: line 1 is not of type `game`"),
        ("bytes", &[0xff, 0xfe, 0, 10], "is no record: line 1 is not of type `game`"),
        ("deal", b"{\"type\":\"deal\"}\n", "is no record: line 1 is not of type `game`"),
    ];
    for (name, bytes, expected) in cases {
        let path = home.file(name, bytes);
        let ran = home.run(&["replay", &path.to_string_lossy()]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(1), "", 1), "{ran:?}");
        assert!(ran.err.starts_with(&format!("parlour: {}: {expected}", path.display())), "{ran:?}");
    }
    let ran = home.run(&["replay", "nowhere"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{ran:?}");
    let torn = record(&home, &["--seed", "1"]);
    let ran = home.fed(&["replay", "-"], &torn[..torn.len() / 2]);
    assert!(ran.code == Some(1) && ran.out.contains("is no line of a record"), "{ran:?}");
}

#[test]
fn damaged_records_never_break_the_program() {
    let home = Home::with_high_card();
    let right = record(&home, &["--seed", "1", "--legal"]);
    let mut arranged = lines(&right);
    arranged[0]["seed"] = json!(null);
    let values = [json!(null), json!(-1), json!(200), json!(u64::MAX), json!("x"), json!([]), json!({}), json!([[9]])];
    let mut stream = String::new();
    let mut games = 0;
    for original in [lines(&right), arranged] {
        for line in 0..original.len().min(12) {
            let keys: Vec<String> = original[line].as_object().expect("an object").keys().cloned().collect();
            for (key, value) in
                keys.iter().filter(|&key| key != "type").flat_map(|key| values.iter().map(move |it| (key, it)))
            {
                let mut changed = original.clone();
                changed[line][key] = value.clone();
                stream += &text(&changed);
                games += 1;
            }
        }
    }
    // Bytes changed one at a time, so that no line is of another game.
    let start = right.find('\n').expect("a line ends") + 1;
    for at in (start..right.len()).step_by(31) {
        let mut bytes = right.clone().into_bytes();
        bytes[at] = if bytes[at] == b'\n' { b' ' } else { bytes[at] ^ 1 };
        stream += &String::from_utf8(bytes).expect("a low bit changes no kind of byte");
        games += 1;
    }
    let ran = home.fed(&["replay", "-"], &stream);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let told =
        ran.err.strip_prefix("parlour: ").and_then(|told| told.strip_suffix(&format!(" of {games} games differ\n")));
    let different: usize = told.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{}", ran.err));
    assert_eq!(ran.out.lines().count(), different);
    assert!(different > games * 9 / 10, "{different} of {games}");
}

#[test]
fn a_game_that_stops_is_right_only_if_it_may() {
    let home = Home::with_high_card();
    let record = lines(&record(&home, &["--seed", "7"]));
    let half = text(&record[..record.len() / 2]);
    let ran = home.fed(&["replay", "-"], &half);
    assert!(ran.code == Some(1) && ran.out.contains("the record ends where "), "{ran:?}");
    let ran = home.fed(&["replay", "--unfinished", "-"], &half);
    assert!(ran.code == Some(0) && ran.out.contains(", 1 unfinished"), "{ran:?}");
}

#[test]
fn what_was_taken_back_is_understood() {
    let home = Home::with_high_card();
    let record = lines(&record(&home, &["--seed", "7", "--games", "1"]));
    // Whoever takes a trick leads to the next: that seat can take its card back, and play it again.
    let at = (2..record.len() - 1)
        .find(|&at| {
            record[at]["type"] == "action"
                && record[at + 1]["type"] == "action"
                && record[at]["seat"] == record[at + 1]["seat"]
                && record[at]["action"].as_str().is_some_and(|action| action.starts_with("play"))
        })
        .expect("somebody leads after the last card of a trick");
    let mut undone = record.clone();
    undone.insert(at + 1, json!({ "type": "undo", "seat": record[at]["seat"] }));
    undone.insert(at + 2, record[at].clone());
    let ran = home.fed(&["replay", "-"], &text(&undone));
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let cut = home.file("cut.jsonl", text(&undone[..at + 3]));
    home.ok(&["resume", &cut.to_string_lossy()]);
    assert_eq!(lines(&fs::read_to_string(cut).expect("the journal is there")), undone);
    undone.insert(3, json!({ "type": "undo", "seat": 0 }));
    assert_eq!(home.fed(&["replay", "-"], &text(&undone)).code, Some(1));
}

#[test]
fn a_saved_game_is_the_record_of_the_same_game() {
    let home = Home::with_high_card();
    let expected = record(&home, &["--seed", "7"]);
    home.ok(&["play", "high-card", "--people", "0", "--seed", "7"]);
    home.ok(&["play", "high-card", "--people", "0", "--seed", "7"]);
    for name in ["high-card-0001.jsonl", "high-card-0002.jsonl"] {
        assert_eq!(fs::read_to_string(home.saves().join(name)).expect("it was saved"), expected);
    }
    assert_eq!(fs::read_dir(home.saves()).expect("there are saved games").count(), 2);
}

#[test]
fn going_on_is_the_same_as_never_having_stopped() {
    let home = Home::with_high_card();
    let whole = record(&home, &["--seed", "11", "--seats", "4", "--set", "target=2"]);
    let header = whole.find('\n').expect("a line ends") + 1;
    // After each line, in the middle of each, and just before its end.
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).filter(|&end| end < whole.len()).collect();
    for end in ends.iter().flat_map(|&end| [end, end + 9, end - 1]).filter(|&end| end >= header) {
        let path = home.file("saved.jsonl", &whole[..end]);
        let ran = home.run(&["resume", &path.to_string_lossy()]);
        assert_eq!(ran.code, Some(0), "cut at {end}: {ran:?}");
        let torn = !whole[..end].ends_with('\n') && whole.as_bytes()[end] != b'\n';
        assert_eq!(ran.err.contains("was torn and is dropped"), torn, "cut at {end}: {ran:?}");
        assert_eq!(fs::read_to_string(path).expect("it is there"), whole, "cut at {end}");
    }
}

#[test]
fn bots_that_think_go_on_as_if_nothing_had_happened() {
    let home = Home::with_high_card();
    let args = ["--seed", "5", "--seats", "3", "--set", "target=3", "--bots", "search:40,random"];
    let whole = record(&home, &args);
    assert_eq!(record(&home, &args), whole);
    assert_eq!(lines(&whole)[0]["players"], json!(["search:40", "random", "random"]));
    for part in 1..6 {
        let path = home.file("saved.jsonl", &whole[..whole.len() * part / 6]);
        let ran = home.run(&["resume", &path.to_string_lossy()]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(fs::read_to_string(path).expect("it is there"), whole);
    }
    assert_eq!(home.fed(&["replay", "-"], &whole).code, Some(0));
}

#[test]
fn a_hundred_kills_lose_nothing() {
    let home = Home::with_high_card();
    let args = |seed: &str| vec!["--seed".to_owned(), seed.to_owned(), "--set".to_owned(), "target=100".to_owned()];
    let mut stopped = 0;
    for kill in 0..100u64 {
        let seed = kill.to_string();
        let args = args(&seed);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let before = home.saves().join("high-card-0001.jsonl");
        let _ = fs::remove_file(&before);
        let mut child = home
            .command(&[&["play", "high-card", "--people", "0"], args.as_slice()].concat())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        while !before.exists() {
            assert!(child.try_wait().expect("it can be asked").is_none() || before.exists(), "it saves its game");
        }
        std::thread::sleep(Duration::from_micros(kill * kill * 3));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let saved = fs::read_to_string(&before).expect("it is there");
        let whole = record(&home, &args);
        assert!(whole.starts_with(&saved), "kill {kill}");
        if saved.len() < whole.len() {
            stopped += 1;
            let ran = home.run(&["resume"]);
            assert_eq!(ran.code, Some(0), "kill {kill}: {ran:?}");
        }
        assert!(fs::read_to_string(&before).expect("it is there") == whole, "kill {kill}");
    }
    assert!(stopped >= 20, "only {stopped} games were killed before their end");
}

#[test]
fn the_unfinished_game_played_last_goes_on() {
    let home = Home::with_high_card();
    let whole = record(&home, &["--seed", "7"]);
    fs::create_dir_all(home.saves()).expect("the home is empty");
    let save = |name: &str, text: &str| fs::write(home.saves().join(name), text).expect("it can be written");
    save("a.jsonl", &whole[..whole.len() / 2]);
    std::thread::sleep(Duration::from_millis(20));
    save("b.jsonl", &whole);
    save("empty.jsonl", "");
    save("foreign.jsonl", "{\"type\":\"other\"}\n");
    save("damaged.jsonl", &whole.replacen("\"type\":\"deal\"", "\"type\":\"dale\"", 1));
    save("notes.txt", "not looked at");
    let ran = home.run(&["resume"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(fs::read_to_string(home.saves().join("a.jsonl")).expect("it is there"), whole);
    for (name, reason) in [
        ("empty", "is empty"),
        ("foreign", "is no record: line 1 is not of type `game`"),
        ("damaged", "line 2: is no line of a record: unknown variant `dale`"),
    ] {
        let told = format!("skipped {}: {reason}", home.saves().join(name).with_extension("jsonl").display());
        assert!(ran.err.contains(&told), "{told}: {ran:?}");
    }
    let ran = home.run(&["resume"]);
    assert!(ran.code == Some(1) && ran.err.lines().count() == 1, "{ran:?}");
    assert!(ran.err.contains("no unfinished game is saved there"), "{ran:?}");
}

#[test]
fn what_cannot_go_on_is_as_it_was() {
    let home = Home::with_high_card();
    let whole = record(&home, &["--seed", "7"]);
    let half = &whole[..whole.len() / 2];
    let cases = [
        (
            half.replacen("0.1.0", "0.9.0", 1),
            "line 1: the record is of version 0.9.0 of high-card, version 0.1.0 is installed; --force",
        ),
        (half.replacen("\"target\":7", "\"goal\":7", 1), "line 1: the record sets goal = 7"),
        (half.replacen("\"seed\":\"7\"", "\"seed\":null", 1), "has arranged deals: expected a seed"),
        (half.replacen("\"random\"", "\"clever\"", 1), "`clever` is no bot"),
        (half.replacen("\"random\",", "", 1), "names 2 players: expected 3, one a seat"),
        (half.replacen("\"play ", "\"plow ", 1), "line "),
        (whole.clone(), "the game is over: expected an unfinished one"),
        (whole.clone() + &whole, "holds several games: expected one"),
    ];
    for (text, expected) in cases {
        let path = home.file("saved.jsonl", &text);
        let ran = home.run(&["resume", &path.to_string_lossy()]);
        assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{expected}: {ran:?}");
        assert!(ran.err.contains(expected) && ran.err.contains("saved.jsonl"), "{expected}: {ran:?}");
        assert_eq!(fs::read_to_string(path).expect("it is there"), text);
    }
    let path = home.file("saved.jsonl", half.replacen("0.1.0", "0.9.0", 1));
    let ran = home.run(&["resume", "--force", &path.to_string_lossy()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn two_processes_do_not_write_one_journal() {
    let home = Home::with_high_card();
    let whole = record(&home, &["--seed", "7"]);
    let path = home.file("saved.jsonl", &whole[..whole.len() / 2]);
    let (journal, _) = parlour::journal::Journal::open(&path).expect("nobody has it");
    let ran = home.run(&["resume", &path.to_string_lossy()]);
    assert!(ran.code == Some(1) && ran.err.contains("is being played by another process"), "{ran:?}");
    drop(journal);
    assert_eq!(home.run(&["resume", &path.to_string_lossy()]).code, Some(0));
}

#[test]
fn tables_that_start_at_once_have_journals_of_their_own() {
    let home = Home::with_high_card();
    home.ok(&["games"]);
    let children: Vec<_> = (0..12)
        .map(|seed: u32| {
            let seed = seed.to_string();
            let mut command = home.command(&["play", "high-card", "--people", "0", "--seed", &seed]);
            command.stdout(Stdio::null()).spawn().expect("the program starts")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let saved = fs::read_dir(home.saves()).expect("there are saved games").flatten();
    let mut seeds: Vec<u64> = saved
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("it is there");
            assert_eq!(home.fed(&["replay", "-"], &text).code, Some(0), "{text}");
            lines(&text)[0]["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed")
        })
        .collect();
    seeds.sort_unstable();
    assert!(seeds.into_iter().eq(0..12));
}

/// A rule that makes the twos the highest cards, and sets a parameter.
const TWOS: &str = r#"
local opt = parlour.options { height = { default = 500, min = 0, max = 900, about = "how high a two is" } }
return {
  api = 1,
  game = "high-card",
  name = "Twos high",
  about = "A two takes the trick.",
  rules = { target = 3 },
  hooks = {
    strength = function(base, card)
      if card.rank == "2" then return opt.height end
      return base
    end,
  },
}
"#;

#[test]
fn house_rules_are_in_the_record_and_hold_when_it_is_played_again() {
    let home = Home::with_high_card();
    let dir = home.path().join("rules");
    fs::create_dir(&dir).expect("the home is empty");
    fs::write(dir.join("twos.lua"), TWOS).expect("it can be written");
    let dir = dir.to_string_lossy();
    let args = ["--house-dir", &dir, "--seed", "7", "--games", "20"];
    let plain = record(&home, &["--seed", "7", "--games", "20", "--set", "target=3"]);
    let ruled = record(&home, &[&args[..], &["--house", "twos"]].concat());
    let header = &lines(&ruled)[0];
    assert_eq!(header["rules"], json!({ "ace_low": false, "target": 3 }));
    assert_eq!(
        (&header["house"][0]["name"], &header["house"][0]["options"]),
        (&json!("twos"), &json!({ "height": 500 }))
    );
    assert_eq!(header["house"][0]["sha256"].as_str().map(str::len), Some(64));
    assert_ne!(lines(&plain)[1..], lines(&ruled)[1..]);
    // A two that is no higher than any card changes nothing; what is set comes after what the rule sets.
    let low = record(&home, &[&args[..], &["--house", "twos", "--set", "twos.height=10"]].concat());
    let as_plain: Vec<Value> = lines(&low).into_iter().filter(|line| line["type"] != "game").collect();
    assert!(as_plain == lines(&plain).into_iter().filter(|line| line["type"] != "game").collect::<Vec<_>>());
    let set = record(&home, &[&args[..], &["--house", "rules/twos.lua", "--set", "target=1"]].concat());
    assert_eq!(lines(&set)[0]["rules"]["target"], json!(1));

    for record in [&ruled, &low, &set] {
        let ran = home.fed(&["--house-dir", &dir, "replay", "-"], record);
        assert!(ran.code == Some(0) && ran.out.contains("games: 20"), "{ran:?}");
    }
    let ran = home.fed(&["replay", "-"], &ruled);
    assert!(ran.code == Some(1) && ran.out.contains("line 1: no house rule `twos`"), "{ran:?}");
    let path = home.file("saved.jsonl", &ruled[..ruled.len() / 40]);
    let ran = home.run(&["resume", &path.to_string_lossy()]);
    assert!(ran.code == Some(1) && ran.err.contains("; --house FILE says where it is"), "{ran:?}");
    let first =
        ruled.find("{\"type\":\"game\"").and_then(|_| ruled[1..].find("{\"type\":\"game\"")).expect("two games") + 1;
    let path = home.file("saved.jsonl", &ruled[..first - 100]);
    home.run(&["--house-dir", &dir, "resume", &path.to_string_lossy()]);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), ruled[..first]);

    // Another file of the same name is another rule.
    fs::write(home.path().join("rules/twos.lua"), TWOS.replace("500", "501")).expect("it can be written");
    let ran = home.fed(&["--house-dir", &dir, "replay", "-"], &ruled);
    assert!(
        ran.code == Some(1)
            && ran.out.contains("line 1: the record was played with another text of the house rule twos (SHA-256 "),
        "{ran:?}"
    );
    let ran = home.fed(&["--house-dir", &dir, "replay", "--force", "-"], &ruled);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let ran = home.run(&["record", "high-card", "--house", "thirds"]);
    assert!(
        ran.code == Some(2) && ran.err.lines().count() == 1 && ran.err.contains("no house rule `thirds`"),
        "{ran:?}"
    );
    let ran = home.run(&["record", "high-card", "--set", "twos.height=3"]);
    assert!(ran.code == Some(2) && ran.err.contains("no house rule twos is in force"), "{ran:?}");
}

#[test]
fn a_name_in_a_record_is_no_path() {
    let home = Home::with_high_card();
    home.file("twos.lua", TWOS);
    let mut record = lines(&record(&home, &["--seed", "7"]));
    for name in ["../twos", "/etc/passwd", "a/../twos", ""] {
        record[0]["house"] = json!([{ "name": name, "sha256": "", "options": {} }]);
        let ran = home.fed(&["replay", "--force", "-"], &text(&record));
        assert!(
            ran.code == Some(1)
                && ran.out.contains(&format!("line 1: house = {name}: expected the name of a house rule")),
            "{ran:?}"
        );
    }
}

#[test]
fn a_house_rule_that_was_switched_off_stays_off() {
    let home = Home::with_high_card();
    home.file("twos.lua", TWOS);
    let plain = lines(&record(&home, &["--seed", "7", "--set", "target=3"]));
    let ruled = lines(&record(&home, &["--seed", "7", "--house", "twos.lua"]));
    let mut off = plain.clone();
    off[0] = ruled[0].clone();
    off.insert(1, json!({ "type": "house", "round": 0, "off": "twos", "reason": "it failed" }));
    assert_eq!(home.fed(&["replay", "--house", "twos.lua", "-"], &text(&off)).code, Some(0));
    let path = home.file("saved.jsonl", text(&off[..off.len() / 2]));
    assert_eq!(home.run(&["resume", "--house", "twos.lua", &path.to_string_lossy()]).code, Some(0));
    assert_eq!(lines(&fs::read_to_string(path).expect("it is there")), off);
    off[1]["off"] = json!("other");
    let ran = home.fed(&["replay", "--house", "twos.lua", "-"], &text(&off));
    assert!(ran.code == Some(1) && ran.out.contains("line 2: the house rule switched off"), "{ran:?}");
}
