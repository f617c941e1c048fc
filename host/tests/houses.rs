//! The house rules that ship: each does what it says, on a deal that is arranged for it; all pass their checks.

mod common;

use std::path::{Path, PathBuf};

use parlour::house::trial::Trial;
use parlour::house::{self, Search, Subject, stubs};
use parlour::plugin::Session;
use parlour::table::{Seating, Table};
use parlour_sdk::{Seat, Turn};

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
            let mut after = session.copy(&start).unwrap();
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

/// The names of types in a text, such as `knock-rummy.Card`.
fn type_names(text: &str) -> impl Iterator<Item = &str> {
    let owners: Vec<String> = common::games().into_iter().chain(["any".to_owned(), "parlour".to_owned()]).collect();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-');
    words.filter(move |word| {
        let parts = word.split_once('.');
        parts.is_some_and(|(owner, name)| {
            owners.iter().any(|known| known == owner) && name.starts_with(|c: char| c.is_ascii_uppercase())
        })
    })
}

#[test]
fn the_stubs_load_and_define_every_type_that_is_named() {
    let texts = |dir: &Path| -> Vec<(PathBuf, String)> {
        let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|file| file.extension().is_some_and(|extension| extension == "lua"));
        files.map(|file| (file.clone(), std::fs::read_to_string(file).unwrap())).collect()
    };
    let stubs = texts(&scripts().join("types"));
    let defined: Vec<&str> = stubs
        .iter()
        .flat_map(|(_, text)| text.lines())
        .filter_map(|line| line.strip_prefix("---@class ").or_else(|| line.strip_prefix("---@alias ")))
        .map(|rest| rest.split(' ').next().unwrap())
        .collect();
    let rules = common::games().into_iter().chain(["any".to_owned()]).flat_map(|game| texts(&scripts().join(game)));
    for (file, text) in stubs.iter().cloned().chain(rules) {
        let code = mlua::Lua::new().load(text.as_str()).into_function();
        assert!(code.is_ok(), "{}: {:?}", file.display(), code.err());
        for name in type_names(&text) {
            assert!(defined.contains(&name), "{}: no stub defines {name}", file.display());
        }
    }
    assert!(defined.len() > 20);
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
        let compared = house::compare::compare(&base, &ruled, seats, 1, 5).unwrap();
        assert_eq!(compared.different, 0, "{game}");
    }
}

#[test]
fn widow_leaves_four_tiles_in_the_middle() {
    let auction = ["bid 5", "pass", "pass", "pass"];
    let mut plain = dealt(desk("four-player-moon", 4, 0, &[], &[]), 0, &[], &[]);
    play(&mut plain, &auction);
    assert!(may(&mut plain, "trump 3"));
    let mut table =
        dealt(desk("four-player-moon", 4, 0, &["widow"], &[]), 0, &["66 65 64 63 62 61"], &[("middle", "00")]);
    play(&mut table, &auction);
    let legal = table.legal_texts().unwrap();
    assert_eq!(legal, ["bury 00", "bury 61", "bury 62", "bury 63", "bury 64", "bury 65", "bury 66"]);
}

#[test]
fn texas_has_no_doubles_contract() {
    let at = |rules: &[&str]| {
        let mut table = dealt(desk("four-player-moon", 4, 0, rules, &[]), 0, &[], &[]);
        play(&mut table, &["bid 5", "pass", "pass", "pass"]);
        (may(&mut table, "trump doubles"), may(&mut table, "trump 6"))
    };
    assert_eq!((at(&[]), at(&["texas"])), ((true, true), (false, true)));
}

#[test]
fn low_doubles_lose_to_the_rest_of_their_suit() {
    let winner = |rules: &[&str], trump: &str, trick: [&str; 4]| {
        let mut table = dealt(desk("four-player-moon", 4, 0, rules, &[]), 0, &trick, &[]);
        play(&mut table, &["bid 4", "pass", "pass", "pass", trump]);
        play(&mut table, &trick.map(|tile| format!("play {tile}")).each_ref().map(String::as_str));
        table.turn().unwrap()
    };
    let (plain, low) = (&[][..], &["low-doubles"][..]);
    let trick = ["54", "55", "65", "50"];
    assert_eq!(winner(plain, "trump none", trick), Turn::Seat(Seat(1)));
    assert_eq!(winner(low, "trump none", trick), Turn::Seat(Seat(2)));
    // Doubles that are trumps keep their order.
    let trick = ["33", "44", "11", "66"];
    assert_eq!(winner(low, "trump doubles", trick), Turn::Seat(Seat(3)));
}

#[test]
fn two_wilds_are_the_most_in_an_escalera() {
    let at = |rules: &[&str], sets: &[(&str, &str)]| {
        let hands = ["", "5S * * * KC QD"];
        let mut table = dealt(desk("loba-de-mas", 2, 0, rules, sets), 0, &hands, &[]);
        play(&mut table, &["draw", "escalera 5S: 5S * *"]);
        may(&mut table, "add * 1 high")
    };
    assert!(at(&[], &[]));
    assert!(!at(&["two-wilds"], &[]));
    assert!(at(&["two-wilds"], &[("two-wilds.most", "3")]));
}

#[test]
fn a_clean_run_earns_a_bonus() {
    let at = |rules: &[&str], last: &str| {
        let hands = ["", "3S 4S 5S 6S 7S 8S 9S KS KH KD KS"];
        let mut table = dealt(desk("loba-de-mas", 2, 0, rules, &[]), 0, &hands, &[("stock", "* 2S")]);
        play(&mut table, &["draw", "escalera 3S: 3S 4S 5S", "add 6S 1 high", "add 7S 1 high", "add 8S 1 high"]);
        play(&mut table, &[last, "pierna KS KH KD", "add KS 2"]);
        let discard = if last == "add 9S 1 high" { "discard *" } else { "discard 9S" };
        play(&mut table, &[discard]);
        points(&table)
    };
    let clean = "add 9S 1 high";
    let (plain, ruled) = (at(&[], clean), at(&["clean-run-bonus"], clean));
    assert_eq!(ruled, [plain[0], plain[1] + 10]);
    let wild = "add * 1 high";
    assert_eq!(at(&["clean-run-bonus"], wild), at(&[], wild));
}

#[test]
fn a_long_game_goes_on_beyond_the_usual_target() {
    // Two seats that go out in turn with the best hand there is reach 150 first, and 500 later or never.
    let ends = |rules: &[&str]| {
        let mut table = desk("loba-de-mas", 2, 0, rules, &[("target", "150")][..usize::from(rules.is_empty())]);
        for round in 0..40 {
            if table.turn().unwrap() == Turn::Over {
                return Some(round);
            }
            let seat = usize::from(round % 2 == 0);
            let hand = "TS JS QS KS AS TH JH QH KH AH 2C";
            let hands = if seat == 1 { ["", hand] } else { [hand, ""] };
            let mut table_dealt = dealt(table, (round % 2) as u8, &hands, &[("stock", "9S")]);
            let laid = ["escalera TS: TS JS QS", "add KS 1 high", "add AS 1 high", "escalera TH: TH JH QH"];
            let start = table_dealt.session().plugin().parse("draw").unwrap();
            table_dealt.act(start).unwrap();
            play_new_melds(&mut table_dealt, &laid);
            table_dealt.settle().unwrap();
            table = table_dealt;
        }
        None
    };
    let plain = ends(&[]).unwrap();
    assert!(ends(&["long-game"]).is_none_or(|rounds| rounds > plain), "{plain}");
}

/// Lays two runs up to the ace, whatever melds were laid before, and goes out.
fn play_new_melds(table: &mut Table, laid: &[&str]) {
    play(table, laid);
    play(table, &["add KH 2 high", "add AH 2 high", "add 9S 1 low", "discard 2C"]);
}

/// A hand of Mambassa at which nobody exchanges, to the showdown; the dealer, seat 0, leaves the four cards.
fn showdown(rules: &[&str], hands: [&str; 3]) -> Vec<i32> {
    let mut table = dealt(desk("mambassa", 3, 0, rules, &[]), 0, &hands, &[]);
    play(&mut table, &["leave", "stay", "done", "stay", "done", "stay", "done"]);
    points(&table)
}

#[test]
fn a_short_night_starts_with_three_tokens() {
    let totals = |rules: &[&str]| desk("mambassa", 3, 0, rules, &[]).standing().unwrap().totals;
    let (plain, short) = (totals(&[]), totals(&["short-night"]));
    assert_eq!(short, plain.iter().map(|total| total - 1).collect::<Vec<_>>());
}

#[test]
fn a_low_ace_makes_sequences() {
    let hands = ["AS KS 7S 6D", "3C 2C AC 7B", "AB KB HD 6B"];
    assert_eq!(showdown(&[], hands), [0, -1, 0]);
    assert_eq!(showdown(&["low-ace"], hands), [0, 0, -1]);
}

#[test]
fn four_coins_beat_a_tris() {
    let hands = ["7D 6D 4D 2D", "AS KS 7S 6C", "5S 5C 5B AD"];
    assert_eq!(showdown(&[], hands), [-1, 0, 0]);
    assert_eq!(showdown(&["all-coins"], hands), [0, -1, 0]);
    let hands = ["7D 6D 4D 2D", "5S 5C 5B AD", "KB HB JB 7B"];
    assert_eq!(showdown(&["all-coins"], hands), [0, -1, 0], "a long sequence is still higher");
}

/// The first seat to speak at a table of King Pedro, seat 1, and what it may bid at most.
fn highest_bid(rules: &[&str]) -> (String, String) {
    let mut table = dealt(desk("king-pedro", 4, 0, rules, &[]), 0, &[], &[]);
    let legal = table.legal_texts().unwrap();
    let mut bids: Vec<u32> = legal.iter().filter_map(|text| text.strip_prefix("bid ")?.parse().ok()).collect();
    bids.sort_unstable();
    (bids.first().unwrap().to_string(), bids.last().unwrap().to_string())
}

#[test]
fn pedro_without_the_king_and_with_the_ten_and_nine_has_other_points() {
    let bids = |low: &str, high: &str| (low.to_owned(), high.to_owned());
    assert_eq!(highest_bid(&[]), bids("30", "44"));
    assert_eq!(highest_bid(&["classic-pedro"]), bids("7", "14"));
    assert_eq!(highest_bid(&["ukrainian"]), bids("30", "62"));
    let target = |rule: &str| {
        let names = [rule.to_owned()];
        let search = Search { directories: vec![scripts()], ..Search::default() };
        let opened = house::open(Subject::from(common::loaded("king-pedro")), &search, &names, &[]).unwrap();
        opened.rules["target"].to_string()
    };
    assert_eq!((target("classic-pedro"), target("ukrainian")), ("62".to_owned(), "262".to_owned()));
}

#[test]
fn the_dealer_is_forced_when_three_have_passed() {
    let left = |rules: &[&str]| {
        let mut table = dealt(desk("king-pedro", 4, 0, rules, &[]), 0, &[], &[]);
        play(&mut table, &["pass", "pass", "pass"]);
        table.legal_texts().unwrap()
    };
    assert!(left(&[]).contains(&"pass".to_owned()));
    assert_eq!(left(&["dealer-forced"]), ["bid 30"]);
}

#[test]
fn the_other_king_beats_the_queen_of_trumps() {
    let leads_next = |rules: &[&str]| {
        let hands = ["4H 9H 8H", "QH 3H 5H", "KD 9D", "2H 7H 6H 5D"];
        let sets = [("kitty_to_bidder", "0")];
        let mut table = dealt(desk("king-pedro", 4, 0, rules, &sets), 0, &hands, &[("kitty", "AH KH JH TH")]);
        play(&mut table, &["bid 30", "pass", "pass", "pass", "trump H"]);
        while let Some(discard) = table.legal_texts().unwrap().into_iter().find(|text| text.starts_with("discard")) {
            assert!(!(rules.contains(&"double-king") && (discard.ends_with("KD") || discard.ends_with("9D"))));
            play(&mut table, &[&discard]);
        }
        play(&mut table, &["play QH"]);
        for _ in 0..3 {
            match table.turn().unwrap() {
                Turn::Seat(Seat(1)) => break,
                Turn::Seat(Seat(2)) => play(&mut table, &["play KD"]),
                _ => {
                    let first = table.legal_texts().unwrap().remove(0);
                    play(&mut table, &[&first]);
                }
            }
        }
        table.turn().unwrap()
    };
    assert_eq!(leads_next(&[]), Turn::Seat(Seat(1)), "the king of diamonds is no trump, so its seat is out");
    assert_eq!(leads_next(&["double-king"]), Turn::Seat(Seat(2)));
}
