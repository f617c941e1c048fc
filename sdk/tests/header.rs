//! The C header says what `abi.rs` says: a C program prints the layout of every struct and the value of each constant.

use std::mem::{align_of, offset_of, size_of};
use std::path::Path;
use std::process::Command;

use parlour_sdk::abi::{
    self, Entry, Functions, HookArgument, HouseTable, PointList, Rollout, RoundEnd, Sink, Sizes, Text,
};
use parlour_sdk::playout::Played;

/// What C should print for each expression: the Rust side.
macro_rules! layouts {
    ($($rust:ident as $c:ident { $($field:ident),+ })+) => {
        vec![$(
            (concat!("sizeof(", stringify!($c), ")"), size_of::<$rust>() as i128),
            (concat!("_Alignof(", stringify!($c), ")"), align_of::<$rust>() as i128),
            $((concat!("offsetof(", stringify!($c), ", ", stringify!($field), ")"), offset_of!($rust, $field) as i128),)+
        )+]
    };
}
macro_rules! constants {
    ($($c:ident = $rust:expr;)+) => { vec![$((stringify!($c), $rust as i128)),+] };
}

fn expected() -> Vec<(&'static str, i128)> {
    let layouts = layouts! {
        Text as ParlourText { data, len }
        Sink as ParlourSink { ctx, write }
        Sizes as ParlourSizes { state_size, state_align, knowledge_size, knowledge_align }
        PointList as ParlourPoints { values, sides }
        HookArgument as ParlourArgument { kind, code, json }
        HouseTable as ParlourHouse { ctx, live, ask }
        Entry as ParlourEntry { magic, major, size, id, version, functions, extension }
        Functions as ParlourFunctions {
            size, message, describe, hook_value, create, destroy, sizes, pack, start, clone_state, clone_into,
            drop_state, deal, redeal, written, arranged, turn, legal, candidates, check, play, advance, notation,
            concealed, parse, flags, settle, commit, standing, summary, show, choices, tell, know, drop_knowledge,
            imagine
        }
        RoundEnd as ParlourRoundEnd { points, winners, actions }
        Played as ParlourPlayed { games, rounds, actions }
        Rollout as ParlourRollout { round, games }
    };
    let constants = constants! {
        PARLOUR_MAGIC = abi::MAGIC;
        PARLOUR_MAJOR = abi::MAJOR;
        PARLOUR_MAX_SEATS = parlour_sdk::MAX_SEATS;
        PARLOUR_OK = abi::OK;
        PARLOUR_REFUSED = abi::REFUSED;
        PARLOUR_FAILED_PANIC = abi::FAILED_PANIC;
        PARLOUR_FAILED_ARGUMENT = abi::FAILED_ARGUMENT;
        PARLOUR_FAILED_HOUSE = abi::FAILED_HOUSE;
        PARLOUR_TURN_SETTLE = abi::TURN_SETTLE;
        PARLOUR_TURN_DEAL = abi::TURN_DEAL;
        PARLOUR_TURN_OVER = abi::TURN_OVER;
        PARLOUR_OBSERVER_PUBLIC = abi::OBSERVER_PUBLIC;
        PARLOUR_OBSERVER_REFEREE = abi::OBSERVER_REFEREE;
        PARLOUR_ACTION_CONCEALED = abi::ACTION_CONCEALED;
        PARLOUR_ACTION_REVEALS = abi::ACTION_REVEALS;
        PARLOUR_ARGUMENT_CODE = abi::ARGUMENT_CODE;
        PARLOUR_ARGUMENT_JSON = abi::ARGUMENT_JSON;
    };
    [layouts, constants].concat()
}

#[test]
fn the_header_is_current() {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [source, program] = ["layout.c", "layout"].map(|name| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    let expected = expected();
    let print = |(name, _): &(&str, i128)| format!("    printf(\"%lld\\n\", (long long)({name}));\n");
    let lines: String = expected.iter().map(print).collect();
    let text = format!(
        "#include <stdio.h>\n#include <parlour.h>\nint main(void) {{\n{lines}    puts(PARLOUR_ROLLOUT);\n    return 0;\n}}\n"
    );
    std::fs::write(&source, text).expect("the target directory can be written to");
    let compiled = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .arg(sdk.join("include"))
        .args(["-o".as_ref(), program.as_os_str(), source.as_os_str()])
        .status();
    assert!(compiled.expect("a C compiler called cc").success(), "the header compiles");
    let output = Command::new(&program).output().expect("the program runs");
    let printed = String::from_utf8(output.stdout).expect("numbers");
    let mut lines = printed.lines();
    for ((name, rust), c) in expected.iter().zip(&mut lines) {
        assert_eq!(c.parse(), Ok(*rust), "{name}: C has {c}, Rust {rust}");
    }
    assert_eq!((lines.next(), lines.next()), (Some(abi::ROLLOUT), None));
}

#[test]
fn the_header_has_every_function() {
    // All fields are pointers or of that size, so that the fields named above are all there are.
    let named = expected().iter().filter(|(name, _)| name.starts_with("offsetof(ParlourFunctions")).count();
    assert_eq!(size_of::<Functions>(), named * size_of::<usize>());
}
