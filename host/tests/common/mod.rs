//! What the tests of the program share: plugins, built once and loaded as libraries. They are never linked: two of them
//! in one program would resolve to one.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use parlour::plugin::Plugin;
use parlour::table::Table;
use parlour_sdk::game::Deal;

/// The library of a plugin, built if it is not up to date.
pub fn library(name: &str) -> PathBuf {
    static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut built = BUILT.lock().unwrap();
    if let Some(path) = built.get(name) {
        return path.clone();
    }
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "-p", name, "--message-format=json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let messages = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let files = messages.flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default());
    let names: Vec<String> = files.filter_map(|file| file.as_str().map(str::to_owned)).collect();
    let stem = name.replace('-', "_");
    let is_library = |file: &&String| {
        let path = Path::new(file);
        path.extension().is_some_and(|ext| ext == std::env::consts::DLL_EXTENSION)
            && path.file_stem().is_some_and(|file| file.to_string_lossy().ends_with(&stem))
    };
    let path = PathBuf::from(names.iter().rfind(is_library).unwrap_or_else(|| panic!("no library in {names:?}")));
    built.insert(name.to_owned(), path.clone());
    path
}

/// A plugin, loaded.
pub fn plugin(name: &str) -> &'static Plugin {
    Plugin::open(&library(name)).unwrap()
}

/// The games that there are, by the directories of their plugins.
pub fn games() -> Vec<String> {
    let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins");
    let mut names: Vec<String> = std::fs::read_dir(plugins)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A deal in which each place begins with these pieces (`hands` by seat, `piles` by name, faces with spaces between
/// them), filled up with the rest of the pack in its order.
pub fn arranged(table: &Table, dealer: u8, hands: &[&str], piles: &[(&str, &str)]) -> Deal {
    let session = table.session();
    let start = session.start(parlour_sdk::Seat(dealer)).unwrap();
    let shape = session.written(&start, session.pack()).unwrap();
    let mut rest: Vec<String> = shape.hands.iter().chain(shape.piles.values()).flatten().cloned().collect();
    let mut take = |text: &str| -> Vec<String> {
        let faces = text.split_whitespace().map(|face| {
            let place = rest.iter().position(|other| other == face).unwrap_or_else(|| panic!("no {face} is left"));
            rest.remove(place)
        });
        faces.collect()
    };
    let begun: Vec<Vec<String>> = hands.iter().map(|hand| take(hand)).collect();
    let begun_piles: BTreeMap<&str, Vec<String>> = piles.iter().map(|&(name, pile)| (name, take(pile))).collect();
    let mut fill = |mut pieces: Vec<String>, size: usize| {
        let more = size.checked_sub(pieces.len()).expect("more pieces than are dealt there");
        pieces.extend(rest.drain(..more));
        pieces
    };
    let sizes = shape.hands.iter().map(Vec::len).enumerate();
    let hands = sizes.map(|(seat, size)| fill(begun.get(seat).cloned().unwrap_or_default(), size)).collect();
    let piles = shape.piles.iter().map(|(name, pile)| {
        (name.clone(), fill(begun_piles.get(name.as_str()).cloned().unwrap_or_default(), pile.len()))
    });
    Deal { hands, piles: piles.collect() }
}
