//! The house rules that ship: each does what it says, on a deal that is arranged for it; all pass their checks.

mod common;

use std::path::{Path, PathBuf};

use parlour::house::trial::Trial;
use parlour::house::{self, Search, Subject, stubs};
use parlour::plugin::Session;
use parlour::table::{Seating, Table};
use parlour_sdk::Seat;

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts")
}

/// A table with house rules, before its first deal.
fn desk(game: &str, seats: u8, dealer: u8, rules: &[&str], sets: &[(&str, &str)]) -> Table {
    let plugin = common::loaded(game);
    let search = Search { directories: vec![scripts()], ..Search::default() };
    let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    let sets: Vec<String> = sets.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let opened = house::open(Subject::from(plugin), &search, &rules, &sets).unwrap();
    let session = Session::new(plugin, seats, &opened.rules, opened.house.answers().unwrap()).unwrap();
    Table::with_dealer(session, Seating::new(seats, &[], &[]).unwrap(), 1, Seat(dealer)).unwrap()
}

/// The table dealt so; what is not written is dealt in the order of the pack.
fn dealt(mut table: Table, dealer: u8, hands: &[&str], piles: &[(&str, &str)]) -> Table {
    let deal = common::arranged(&table, dealer, hands, piles);
    table.deal_arranged(&deal).unwrap();
    table
}

/// Plays these actions.
fn play(table: &mut Table, actions: &[&str]) {
    for action in actions {
        let code = table.session().plugin().parse(action).unwrap();
        table.act(code).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
}

/// Whether the action is legal.
fn may(table: &mut Table, action: &str) -> bool {
    table.legal_texts().unwrap().iter().any(|text| text == action)
}

/// The points of the round that is over.
fn points(table: &Table) -> Vec<i32> {
    table.summary().unwrap().0.to_vec()
}

#[test]
fn gin_limit_bars_a_knock_with_much_deadwood() {
    // Seat 1 is left with 4 + 9 = 13 deadwood, or with the king gone 4.
    let hands = ["2C 2D", "AS 2S 3S 5H 5D 5C 7D 8D 4C 9H"];
    let at = |rules: &[&str], sets: &[(&str, &str)]| {
        let mut table = dealt(desk("knock-rummy", 2, 0, rules, sets), 0, &hands, &[("discard", "KC"), ("stock", "9D")]);
        play(&mut table, &["draw"]);
        (may(&mut table, "knock 5H"), may(&mut table, "knock 9H"))
    };
    assert_eq!(at(&[], &[]), (true, true));
    assert_eq!(at(&["gin-limit"], &[]), (false, true));
    assert_eq!(at(&["gin-limit"], &[("gin-limit.most", "3")]), (false, false));
}

#[test]
fn oklahoma_goes_by_the_upcard() {
    let hands = ["2C 2D", "AS 2S 3S 5H 5D 5C 7D 8D 4C 9H"];
    let at = |upcard: &str, rules: &[&str]| {
        let piles = [("discard", upcard), ("stock", "9D")];
        let mut table = dealt(desk("knock-rummy", 2, 0, rules, &[]), 0, &hands, &piles);
        play(&mut table, &["draw"]);
        let may = may(&mut table, "knock 9H");
        if may {
            play(&mut table, &["knock 9H"]);
        }
        (may, may.then(|| points(&table)))
    };
    let (plain, hearts) = (at("KH", &[]), at("KH", &["oklahoma"]));
    assert_eq!(plain, hearts, "a king allows 10 and is no spade");
    let stakes = plain.1.unwrap();
    assert!(stakes[1] > 0);
    assert_eq!(at("3H", &["oklahoma"]), (false, None), "4 deadwood is above 3");
    assert_eq!(at("4S", &["oklahoma"]).1, at("4S", &[]).1.map(|stakes| stakes.iter().map(|stake| stake * 2).collect()));
}

#[test]
fn patience_bars_a_knock_on_the_first_two_turns() {
    let mut table = dealt(desk("knock-rummy", 2, 0, &["patience"], &[]), 0, &[], &[]);
    let mut seen = Vec::new();
    for _ in 0..6 {
        play(&mut table, &["draw"]);
        seen.push(table.legal_texts().unwrap().iter().any(|text| text.starts_with("knock")));
        let discard = table.legal_texts().unwrap().into_iter().find(|text| text.starts_with("discard")).unwrap();
        play(&mut table, &[&discard]);
    }
    assert_eq!(seen, [false, false, false, false, true, true]);
}

#[test]
fn no_blind_deal_throws_a_low_hand_in() {
    let rule = scripts().join("any/no-blind-deal.lua");
    for game in common::games() {
        let plugin = common::loaded(&game);
        let subject = Subject::from(plugin);
        let names = [rule.display().to_string()];
        let opened = house::open(subject, &Search::default(), &names, &[]).unwrap();
        let seats = plugin.description().usual_seats;
        let session = Session::new(plugin, seats, &opened.rules, opened.house.answers().unwrap()).unwrap();
        let start = session.start(Seat(0)).unwrap();
        // The pack in order of worth puts the least into one hand; the order of the pack alone does not.
        let worth = |code: u8| {
            let lua = &plugin.description().faces[0].lua;
            let value = plugin.hook_value(lua, code.into()).unwrap();
            value["order"].as_i64().unwrap_or_else(|| value["high"].as_i64().unwrap() + value["low"].as_i64().unwrap())
        };
        let place_of_first_hand = |pieces: &[u8]| {
            let deal = session.written(&start, pieces).unwrap();
            deal.hands[0].clone()
        };
        let size = place_of_first_hand(session.pack()).len();
        let mut sorted = session.pack().to_vec();
        sorted.sort_by_key(|&code| worth(code));
        // Bring the lowest pieces to where seat 0 is dealt: a deal as it is written, taken back into an order.
        let face =
            |code: u8| plugin.hook_value(&plugin.description().faces[0].lua, code.into()).unwrap()["face"].clone();
        let low: Vec<String> = sorted[..size].iter().map(|&code| face(code).as_str().unwrap().to_owned()).collect();
        let table = desk(&game, seats, 0, &[], &[]);
        let blind = common::arranged(&table, 0, &[&low.join(" ")], &[]);
        let ask = |deal: &parlour_sdk::game::Deal| {
            let pieces = session.arranged(&start, deal).unwrap();
            let mut after = start.clone();
            session.deal(&mut after, &pieces).unwrap();
            session.redeal(&start, &pieces, &after).unwrap()
        };
        assert!(ask(&blind), "{game}: {low:?}");
        let high: Vec<Vec<String>> = (0..usize::from(seats))
            .map(|seat| vec![face(sorted[sorted.len() - 1 - seat]).as_str().unwrap().to_owned()])
            .collect();
        let hands: Vec<String> = high.iter().map(|hand| hand.join(" ")).collect();
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        assert!(!ask(&common::arranged(&table, 0, &hands, &[])), "{game}: {hands:?}");
    }
}

/// The rules that ship for a game, with those for every game.
fn shipped(game: &str) -> Vec<PathBuf> {
    let files = Search { directories: vec![scripts()], ..Search::default() }.list(game);
    assert!(!files.is_empty());
    files
}

fn trial(game: &str, files: &[&PathBuf]) -> Trial {
    let plugin = common::loaded(game);
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let opened = house::open(Subject::from(plugin), &Search::default(), &names, &[]).unwrap();
    Trial { plugin, house: opened.house, rules: opened.rules }
}

#[test]
fn every_shipped_rule_passes_its_checks_alone_and_stacked() {
    for game in common::games() {
        let files = shipped(&game);
        let alone = files.iter().map(|file| vec![file]);
        let stacked = files.windows(2).map(|pair| pair.iter().collect());
        for files in alone.chain(stacked) {
            let trial = trial(&game, &files);
            trial.check(6, 0).unwrap_or_else(|error| panic!("{files:?}: {error}"));
            trial.twice().unwrap_or_else(|error| panic!("{files:?}: {error}"));
        }
    }
}

/// The hooks that the page shows under each game's heading (`any` for those of every game): the id and the code.
fn examples() -> Vec<(String, String)> {
    let page = std::fs::read_to_string(scripts().join("README.md")).unwrap();
    let (_, page) = page.split_once("## The hooks of every game").unwrap();
    let mut game = "any".to_owned();
    let mut examples = Vec::new();
    for part in page.split("```lua\n").flat_map(|part| part.split_inclusive("```\n")) {
        match part.strip_suffix("```\n") {
            Some(code) => examples.push((game.clone(), code.to_owned())),
            None => {
                let heading = part.lines().rfind(|line| line.starts_with("### "));
                let id = heading.and_then(|line| Some(line.split_once("(`")?.1.trim_end_matches("`)").to_owned()));
                game = id.unwrap_or(game);
            }
        }
    }
    examples
}

#[test]
fn every_hook_of_every_game_has_an_example_that_works() {
    let examples = examples();
    for game in common::games() {
        let plugin = common::loaded(&game);
        for hook in &plugin.description().hooks {
            let start = format!("{} = function(base", hook.name);
            let own = examples.iter().filter(|(of, code)| (*of == game || of == "any") && code.starts_with(&start));
            assert!(own.clone().count() > 0, "{game}: no example of {}", hook.name);
            for (_, code) in own {
                let text =
                    format!("return {{ api = 1, game = \"*\", name = \"N\", about = \"A\", hooks = {{\n{code}}} }}\n");
                let dir = tempfile::tempdir().unwrap();
                let file = dir.path().join("example.lua");
                std::fs::write(&file, text).unwrap();
                // An action that only some games have, or stakes that must add up, do not make an example wrong.
                let trial = trial(&game, &[&file]);
                trial.check(2, 0).unwrap_or_else(|error| panic!("{game}: {error}\n{code}"));
            }
        }
    }
}

#[test]
fn the_stubs_are_current() {
    let written = |file: &str| std::fs::read_to_string(scripts().join("types").join(file)).unwrap_or_default();
    let mut stubs = vec![("parlour.lua".to_owned(), stubs::common_stub())];
    stubs.extend(
        common::games().iter().map(|game| (format!("{game}.lua"), stubs::stub(&Subject::from(common::loaded(game))))),
    );
    for (file, text) in stubs {
        assert!(written(&file) == text, "{file} is not current: run `parlour house stubs scripts/types`");
    }
}

#[test]
fn a_new_rule_loads_and_changes_nothing() {
    for game in common::games() {
        let plugin = common::loaded(&game);
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("my-rule.lua");
        std::fs::write(&file, stubs::first(&Subject::from(plugin), "my-rule")).unwrap();
        let ruled = trial(&game, &[&file]);
        let base = trial(&game, &[]);
        let seats = plugin.description().usual_seats;
        let compared = house::trial::compare(&base, &ruled, seats, 1, 5).unwrap();
        assert_eq!(compared.different, 0, "{game}");
    }
}
