//! Plugins that are none, that break, and that are put in their place.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Home, high_card, rustc};
use parlour::plugin::{Plugin, Session};
use parlour_sdk::abi::{MAGIC, MAJOR, SYMBOL};
use serde_json::Value;

const SUFFIX: &str = std::env::consts::DLL_SUFFIX;

/// Compiles a library of C into the plugins of a home.
fn cc(home: &Home, name: &str, source: &str) -> PathBuf {
    let file = home.file(&format!("{name}.c"), source);
    let library = home.plugins().join(format!("{name}{SUFFIX}"));
    let compiler = std::env::var_os("CC").unwrap_or("cc".into());
    let output =
        Command::new(compiler).args(["-shared", "-fPIC", "-o"]).arg(&library).arg(file).output().expect("cc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

/// A plugin in C with this mark, version and size of its entry, whose functions all run `body`.
fn entry(magic: u64, major: u32, size: &str, functions: &str, body: &str) -> String {
    format!(
        r#"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
static int broken(void) {{ {body} }}
typedef int (*function)(void);
static const struct {{ size_t size; function functions[64]; }} table = {{ {functions}, {{ [0 ... 63] = broken }} }};
static const void *extension(const char *name) {{ (void)name; return NULL; }}
static const struct entry {{
    uint64_t magic; uint32_t major, size; const char *id, *version; const void *functions;
    const void *(*extension)(const char *);
}} entry = {{ {magic}ull, {major}, {size}, "broken", "1.0.0", &table, extension }};
const void *{SYMBOL}(void) {{ return &entry; }}
"#
    )
}

/// What `parlour games --json` says of a library that cannot be used.
fn reason(home: &Home, library: &Path) -> Option<String> {
    let list: Value = serde_json::from_str(&home.ok(&["games", "--json"])).expect("it is JSON");
    let unusable = list["unusable"].as_array().expect("a list");
    let path = library.to_string_lossy();
    Some(unusable.iter().find(|file| file["path"] == *path)?["reason"].as_str()?.to_owned())
}

#[test]
fn what_is_no_plugin_is_listed_and_the_rest_plays() {
    let home = Home::with_high_card();
    let whole = fs::read(high_card()).expect("the library is there");
    let write = |name: &str, bytes: &[u8]| {
        let path = home.plugins().join(format!("{name}{SUFFIX}"));
        fs::write(&path, bytes).expect("the home can be written");
        path
    };
    let sizes = "sizeof(struct entry)";
    let table = "sizeof table";
    let mut cases = vec![
        (write("text", b"This is no library.\n"), "is no shared library"),
        (write("empty", b""), "is no shared library: the file is empty"),
        (write("twin", &whole), "is a second `high-card` (version 0.1.0)"),
        (cc(&home, "stranger", "int parlour(void) { return 1; }\n"), "it does not export `"),
        (
            cc(&home, "null", &format!("const void *{SYMBOL}(void) {{ return 0; }}")),
            "does not begin with Parlour's mark",
        ),
        (
            cc(&home, "unmarked", &entry(MAGIC + 1, MAJOR, sizes, table, "return 0;")),
            "does not begin with Parlour's mark",
        ),
        (
            cc(&home, "newer", &entry(MAGIC, MAJOR + 1, sizes, table, "return 0;")),
            "was built for version 2 of the plugin interface, this program has version 1",
        ),
        (
            cc(&home, "small", &entry(MAGIC, MAJOR, "16", table, "return 0;")),
            "has an entry of 16 bytes, expected at least",
        ),
        (
            cc(&home, "short", &entry(MAGIC, MAJOR, sizes, "8", "return 0;")),
            "has an entry of 8 bytes, expected at least",
        ),
        (cc(&home, "mute", &entry(MAGIC, MAJOR, sizes, table, "return 0;")), "does not describe itself"),
        (
            cc(&home, "aborts", &entry(MAGIC, MAJOR, sizes, table, "abort();")),
            "ended the program when it was tried (signal ",
        ),
        (
            cc(&home, "exits", &entry(MAGIC, MAJOR, sizes, table, "exit(0);")),
            "ended the program when it was tried (exit status: 0)",
        ),
        (
            cc(
                &home,
                "constructor",
                "#include <stdlib.h>\n__attribute__((constructor)) static void leave(void) { exit(3); }\n",
            ),
            "ended the program when it was tried (exit status: 3)",
        ),
        (
            cc(
                &home,
                "printer",
                "#include <stdio.h>\n__attribute__((constructor)) static void talk(void) { fputs(\"half a line\", stdout); fflush(stdout); }\n",
            ),
            "it does not export `",
        ),
    ];
    for cut in [
        1,
        3,
        4,
        5,
        16,
        63,
        64,
        65,
        120,
        1000,
        4096,
        whole.len() / 3,
        whole.len() / 2,
        whole.len() - 4096,
        whole.len() - 1,
    ] {
        cases.push((write(&format!("cut-{cut}"), &whole[..cut]), "is no shared library"));
    }
    for (library, expected) in &cases {
        let reason = reason(&home, library).unwrap_or_else(|| panic!("{} is not listed", library.display()));
        assert!(reason.contains(expected), "{}: {reason}", library.display());
        assert_eq!(reason.lines().count(), 1, "{reason}");
    }
    let text = home.ok(&["games"]);
    for (library, _) in &cases {
        assert!(text.contains(&format!("Cannot be used: {}: ", library.display())), "{text}");
    }
    assert!(home.ok(&["record", "high-card", "--seed", "1"]).ends_with("}\n"));
}

#[test]
fn a_verdict_is_kept_until_the_file_changes() {
    let home = Home::new();
    fs::create_dir(home.plugins()).expect("the home is empty");
    let library = cc(
        &home,
        "counts",
        &format!(
            "#include <stdio.h>\n__attribute__((constructor)) static void count(void) {{ FILE *f = fopen(\"{}\", \"a\"); fputs(\"x\", f); fclose(f); }}\n",
            home.path().join("tries").display()
        ),
    );
    let tries = || fs::read(home.path().join("tries")).map_or(0, |tries| tries.len());
    assert!(reason(&home, &library).is_some());
    assert!(reason(&home, &library).is_some());
    assert_eq!(tries(), 1);
    cc(&home, "counts", "int other_symbol(void) { return 0; }\n");
    assert!(reason(&home, &library).is_some());
    assert_eq!(tries(), 1);
}

/// The tutorial game, which panics where the environment says, from the n-th time on.
fn breaking(home: &Home) -> (PathBuf, Vec<String>) {
    let source = fs::read_to_string(common::root().join("sdk/examples/high_card.rs")).expect("the example is there");
    let (before, game) = source.split_once("impl Game for HighCard {").expect("it is a game");
    let mut names = vec!["clone".to_owned()];
    let derived = "#[derive(Clone, Debug, PartialEq)]\npub struct State {";
    assert!(before.contains(derived), "its state derives Clone");
    let mut text =
        before.replace("high-card", "breaking").replace(derived, "#[derive(Debug, PartialEq)]\npub struct State {")
            + r#"impl Clone for State {
    fn clone(&self) -> Self {
        trip("clone");
        Self { open: self.open.clone(), hands: self.hands, aside: self.aside, stock: self.stock }
    }
}
impl Game for HighCard {"#;
    for line in game.lines() {
        text.push_str(&line.replace("high-card", "breaking").replace("include_str!(\"high_card.md\")", "\"\""));
        let name = line.strip_prefix("    fn ").and_then(|rest| rest.split_once('(')).map(|(name, _)| name);
        if let Some(name) = name.filter(|_| line.ends_with('{')) {
            names.push(name.to_owned());
            text.push_str(&format!(" trip(\"{name}\");"));
        }
        text.push('\n');
    }
    text.push_str(
        r#"
/// What panics again when it is dropped.
struct Bomb;
impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the payload is broken");
    }
}
fn trip(name: &str) {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    if std::env::var("BREAK_IN").is_ok_and(|wanted| wanted == name) {
        let after = std::env::var("BREAK_AFTER").ok().and_then(|after| after.parse().ok()).unwrap_or(0);
        if CALLS.fetch_add(1, Ordering::Relaxed) >= after {
            if std::env::var_os("BREAK_BADLY").is_some() {
                std::panic::panic_any(Bomb);
            }
            panic!("{name} is broken");
        }
    }
}
"#,
    );
    let file = home.file("breaking.rs", text);
    let library = home.plugins().join(format!("breaking{SUFFIX}"));
    rustc(&file, &["--crate-type=cdylib", "-o", &library.to_string_lossy()]);
    (library, names)
}

#[test]
fn a_plugin_that_panics_is_listed_or_ends_its_game() {
    let home = Home::new();
    fs::create_dir(home.plugins()).expect("the home is empty");
    let (library, names) = breaking(&home);
    assert!(names.len() >= 20, "{names:?}");
    for name in &names {
        let _ = fs::remove_dir_all(home.path().join("cache"));
        let output = home.command(&["games", "--json"]).env("BREAK_IN", name).output().expect("the program starts");
        let list: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
        let path = library.to_string_lossy();
        let files = list["unusable"].as_array().expect("a list");
        let listed = files.iter().find(|file| file["path"] == *path).and_then(|file| file["reason"].as_str());
        match listed {
            Some(reason) => assert!(reason.contains(&format!("{name} is broken")), "{name}: {reason}"),
            // These are asked only where an action is refused, or by a search.
            None => assert!(["refuse", "params", "seats"].contains(&name.as_str()), "{name} was not tried"),
        }
    }
    // What breaks later, when it counts as usable, ends the game with a line.
    let _ = fs::remove_dir_all(home.path().join("cache"));
    assert_eq!(reason(&home, &library), None);
    let whole = home.ok(&["record", "breaking", "--seed", "1"]);
    for (name, after) in [
        ("play", "20"),
        ("deal", "3"),
        ("legal", "30"),
        ("settle", "2"),
        ("commit", "1"),
        ("turn", "50"),
        ("clone", "60"),
    ] {
        let mut command = home.command(&["record", "breaking", "--seed", "1", "--games", "40"]);
        let output = command.env("BREAK_IN", name).env("BREAK_AFTER", after).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{name}: {said}");
        assert!(said.contains(&format!("{name} is broken")) && said.contains("seed"), "{said}");
    }
    let mut command = home.command(&["record", "breaking", "--seed", "1"]);
    command.env("BREAK_IN", "play").env("BREAK_AFTER", "20").env("BREAK_BADLY", "1");
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("a panic without a message"), "{said}");
    let mut lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    lines[2]["action"] =
        serde_json::json!(format!("play {}", lines[1]["piles"]["stock"][20].as_str().expect("a card")));
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let record = home.file("illegal.jsonl", text);
    let output = home.command(&["replay", &record.to_string_lossy()]).env("BREAK_IN", "refuse").output();
    let output = output.expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.code() == Some(1) && said.contains("line 3: ") && said.contains("refuse is broken"),
        "{said}"
    );
}

#[test]
fn a_plugin_is_installed_once_it_was_tried() {
    let home = Home::new();
    let installed = home.path().join(format!("data/parlour/plugins/{}high_card{SUFFIX}", std::env::consts::DLL_PREFIX));
    let text = home.file(&format!("text{SUFFIX}"), "no library");
    let ran = home.run(&["game", "install", &text.to_string_lossy()]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (Some(1), "", 1), "{ran:?}");
    assert!(ran.err.contains("is no shared library") && !installed.exists(), "{ran:?}");
    let ran = home.run(&["game", "install", "nowhere"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{ran:?}");
    for _ in 0..2 {
        let told = home.ok(&["game", "install", &high_card().to_string_lossy()]);
        assert_eq!(told, format!("High Card 0.1.0 is installed: {}\n", installed.display()));
        assert_eq!(fs::read_dir(installed.parent().expect("a directory")).expect("it is there").count(), 1);
    }
    let list: Value = serde_json::from_str(&home.ok(&["games", "--json"])).expect("it is JSON");
    let game = list["games"].as_array().expect("a list").iter().find(|game| game["id"] == "high-card");
    let game = game.expect("it is found");
    let expected = serde_json::json!({
        "id": "high-card", "name": "High Card", "version": "0.1.0", "seats": [2, 6], "path": installed.to_string_lossy(),
    });
    assert_eq!(*game, expected);
    assert!(home.ok(&["record", "high-card", "--seed", "1"]).starts_with("{\"type\":\"game\""));
}

/// Memory with a mark before it: whatever is given back here and was not taken here ends the process.
const ALLOCATOR: &str = r#"
struct Marked;
const MARK: usize = 0x5EED_5EED;
// SAFETY: the system's blocks, 64 bytes larger, of which the first 64 are kept for the mark.
unsafe impl std::alloc::GlobalAlloc for Marked {
    unsafe fn alloc(&self, layout: std::alloc::Layout) -> *mut u8 {
        let layout = std::alloc::Layout::from_size_align(layout.size() + 64, layout.align().max(64)).unwrap();
        let block = unsafe { std::alloc::System.alloc(layout) };
        unsafe { block.cast::<usize>().write(MARK) };
        unsafe { block.add(64) }
    }
    unsafe fn dealloc(&self, data: *mut u8, layout: std::alloc::Layout) {
        let layout = std::alloc::Layout::from_size_align(layout.size() + 64, layout.align().max(64)).unwrap();
        let block = unsafe { data.sub(64) };
        if unsafe { block.cast::<usize>().replace(0) } != MARK {
            std::process::abort();
        }
        unsafe { std::alloc::System.dealloc(block, layout) };
    }
}
#[global_allocator]
static MARKED: Marked = Marked;
"#;

#[test]
fn a_plugin_with_an_allocator_of_its_own_plays_a_thousand_games_on_threads() {
    let home = Home::with_high_card();
    let source = fs::read_to_string(common::root().join("sdk/examples/high_card.rs")).expect("the example is there");
    let source = source.replace("high-card", "marked").replace("include_str!(\"high_card.md\")", "\"\"");
    let file = home.file("marked.rs", source + ALLOCATOR);
    let library = home.plugins().join(format!("marked{SUFFIX}"));
    rustc(&file, &["--crate-type=cdylib", "-o", &library.to_string_lossy()]);
    let play = |game| home.ok(&["record", game, "--seed", "3", "--games", "1000", "--threads", "8", "--legal"]);
    let (own, marked) = (play("high-card"), play("marked"));
    assert_eq!(own.lines().filter(|line| line.starts_with("{\"type\":\"end\"")).count(), 1000);
    assert!(marked == own.replace("high-card", "marked"));
    let ran = home.fed(&["replay", "-"], &marked);
    assert!(ran.code == Some(0) && ran.out.contains("games: 1000"), "{}", ran.err);
}

#[test]
fn a_plugin_with_a_lua_of_its_own_does_not_meet_the_hosts() {
    let home = Home::with_high_card();
    let source = fs::read_to_string(common::root().join("sdk/examples/high_card.rs")).expect("the example is there");
    let mut source = source.replace("high-card", "talking").replace("include_str!(\"high_card.md\")", "\"\"");
    // The names that every Lua has: whoever takes one of these for its own ends the process.
    for name in ["lua_newstate", "luaL_newstate", "lua_close", "lua_pcall", "lua_settop", "lua_type", "luau_load"] {
        source += &format!("#[unsafe(no_mangle)]\npub extern \"C\" fn {name}() {{ std::process::abort() }}\n");
    }
    let file = home.file("talking.rs", source);
    let library = home.plugins().join(format!("talking{SUFFIX}"));
    rustc(&file, &["--crate-type=cdylib", "-o", &library.to_string_lossy()]);
    let rule =
        "return { api = 1, game = \"*\", name = \"Same\", hooks = { legal = function(base) return base end } }\n";
    let rule = home.file("same.lua", rule);
    let play = |game| home.ok(&["record", game, "--seed", "3", "--games", "20", "--house", &rule.to_string_lossy()]);
    assert!(play("talking") == play("high-card").replace("high-card", "talking"));
}

#[test]
fn a_library_is_loaded_a_thousand_times_on_threads() {
    let library = high_card();
    let open = || {
        let plugin = Plugin::open(&library).expect("it opens");
        let session = Session::new(plugin, 2, &BTreeMap::new(), None).expect("it is played so");
        let played = session.games(7, 1).expect("it has the extension").expect("it plays");
        assert_eq!(played.games, 1);
        played.actions
    };
    let first = open();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..125).for_each(|_| assert_eq!(open(), first)));
        }
    });
}

#[test]
fn two_plugins_of_one_symbol_stay_apart() {
    let home = Home::with_high_card();
    breaking(&home);
    let records = ["high-card", "breaking"].map(|game| home.ok(&["record", game, "--seed", "5", "--games", "3"]));
    assert!(records[1] == records[0].replace("high-card", "breaking"));
    // Both in one process.
    let ran = home.fed(&["replay", "-"], &(records[0].clone() + &records[1]));
    assert!(ran.code == Some(0) && ran.out.contains("games: 6"), "{ran:?}");
}
