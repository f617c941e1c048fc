//! Simulation: the same result on any number of threads and in any parts, and plain words for bad input.

mod common;

use common::{Home, Ran};
use serde_json::Value;

/// The result of a simulation of the tutorial game that goes well, without what depends on the machine.
fn sim(home: &Home, args: &[&str]) -> Value {
    let ran = simulate(home, args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}: {ran:?}");
    without_machine(&ran.out)
}
fn simulate(home: &Home, args: &[&str]) -> Ran {
    home.run(&[&["sim", "high-card", "--json", "--seed", "11"], args].concat())
}
fn without_machine(json: &str) -> Value {
    let mut report: Value = serde_json::from_str(json).expect("it is JSON");
    let fields = report.as_object_mut().expect("it is an object");
    for machine in ["seconds", "threads"] {
        assert!(fields.remove(machine).is_some_and(|value| value.is_number()), "{machine}");
    }
    report
}

#[test]
fn threads_and_parts_change_nothing() {
    let home = Home::with_high_card();
    let study = ["--games", "61", "--seats", "3", "--bots", "search:20,random"];
    let with = |more: &[&str]| sim(&home, &[&study, more].concat());
    let whole = with(&["--threads", "1"]);
    assert_eq!(whole, with(&["--threads", "3"]));
    assert_eq!((&whole["games"], &whole["failed"], &whole["shard"]), (&61.into(), &0.into(), &Value::Null));

    let mut parts = Vec::new();
    for part in ["2/3", "1/3", "3/3"] {
        let args = [&["sim", "high-card", "--json", "--seed", "11", "--shard", part][..], &study].concat();
        let file = home.file(&part.replace('/', "-"), home.ok(&args));
        parts.push(file.to_str().expect("the path is text").to_owned());
    }
    let merge = |files: &[&String]| {
        let args = ["sim", "--json", "--merge"].into_iter().chain(files.iter().map(|file| file.as_str()));
        home.run(&args.collect::<Vec<_>>())
    };
    let merged = merge(&parts.iter().collect::<Vec<_>>());
    let mut merged: Value = serde_json::from_str(&merged.out).expect("it is JSON");
    for machine in ["seconds", "threads"] {
        merged.as_object_mut().and_then(|fields| fields.remove(machine)).expect("it is there");
    }
    assert_eq!(whole, merged);

    let refused = |ran: Ran, expected: &str| {
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.err.contains(expected) && ran.err.lines().count() == 1, "{ran:?}");
    };
    refused(merge(&[&parts[0], &parts[1]]), "part 3/3 is missing");
    refused(merge(&[&parts[0], &parts[0]]), "part 2/3 is there twice");
    let other = home.file("other", home.ok(&["sim", "high-card", "--json", "--seed", "12", "--games", "3"]));
    let other = other.to_str().expect("the path is text").to_owned();
    refused(merge(&[&parts[0], &other]), "the seed is 12, expected 11");
    let text = home.file("text", "no result").to_str().expect("the path is text").to_owned();
    refused(merge(&[&text]), "expected a result written by `parlour sim --json`");
}

#[test]
fn every_game_is_counted_and_wins_add_up() {
    let home = Home::with_high_card();
    let report = sim(&home, &["--games", "40", "--seats", "4", "--bots", "random"]);
    let bots = report["bots"].as_array().expect("a list");
    assert_eq!((bots.len(), &bots[0]["bot"], &bots[0]["games"]), (1, &"random".into(), &160.into()));
    assert_eq!(bots[0]["wins_840"], 40 * 840);
    let sides = report["sides"].as_array().expect("a list");
    let sum: u64 = sides.iter().filter_map(|side| side["wins_840"].as_u64()).sum();
    assert_eq!((sides.len(), sum), (4, 40 * 840));
    let text = home.ok(&["sim", "high-card", "--games", "5", "--seed", "1"]);
    assert!(text.contains("rounds and") && text.contains("random"), "{text}");
}

#[test]
fn bad_input_is_told_in_a_line() {
    let home = Home::with_high_card();
    for (args, expected) in [
        (&["--games", "0"][..], "0"),
        (&["--games", "3", "--bots", "search:0"], "expected a budget from 1 to"),
        (&["--games", "3", "--bots", "clever"], "`clever` is no bot: expected random, easy, normal, hard"),
        (&["--games", "3", "--seats", "2", "--bots", "random,random,random"], "3 bots: expected at most 2"),
        (&["--games", "3", "--bots", "search:20ms"], "expected a budget in simulations"),
        (&["--games", "3", "--shard", "4/3"], "shard 4/3: expected I/N"),
        (&["--games", "3", "--shard", "1/3"], "--seed"),
        (&["--games", "3", "--threads", "0"], "0"),
        (&["--games", "9", "--seed", "18446744073709551615"], "expected no seed above"),
        (&["--games", "3", "--set", "rounds=x"], "no such parameter"),
        (&[], "--games"),
    ] {
        let ran = home.run(&[&["sim", "high-card"][..], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains(expected) && ran.err.trim().lines().count() == 1, "{args:?}: {ran:?}");
    }
}

#[test]
fn a_house_rule_that_breaks_ends_its_game_and_is_counted() {
    let home = Home::with_high_card();
    let rule = r#"return {
      api = 1, game = "high-card", name = "Brittle", about = "Breaks now and then.",
      hooks = {
        score_round = function(base, settlement)
          if settlement.dealer == 2 and settlement.points[1] == 1 then error("not this one") end
          return base
        end,
      },
    }"#;
    let file = home.file("brittle.lua", rule);
    let file = file.to_str().expect("the path is text");
    // Playouts ask `score_round` too: a search meets the failure in an imagined round.
    for bots in ["random", "search:10,random"] {
        let ran = simulate(&home, &["--games", "12", "--seats", "2", "--bots", bots, "--house", file]);
        assert_eq!(ran.code, Some(1), "a script notices: {ran:?}");
        let report = without_machine(&ran.out);
        let (games, failed) = (report["games"].as_u64(), report["failed"].as_u64());
        assert_eq!(games.zip(failed).map(|(games, failed)| games + failed), Some(12), "{report}");
        assert!(failed > Some(0), "{report}");
        let reason = report["failure"][1].as_str().expect("a reason");
        assert!(reason.contains("brittle.lua:5") && reason.contains("score_round"), "{reason}");
        assert_eq!(report["house"][0]["name"], "brittle");
    }
}
