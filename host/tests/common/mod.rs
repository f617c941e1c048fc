//! What the host's tests share: the program in a home of its own, and the libraries that it loads.
//!
//! No test links a plugin: two of them in one program would export the same symbol. They are built by cargo, once, and
//! found by what it prints.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use parlour::plugin::Plugin;
use parlour::table::Table;
use parlour_sdk::game::Deal;
use tempfile::TempDir;

/// The workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the host is in the workspace").to_owned()
}

/// The files of a target that cargo builds: `-p knock-rummy`, `-p parlour-sdk --example high_card`.
fn built(args: &str) -> Vec<PathBuf> {
    static BUILT: Mutex<BTreeMap<String, Vec<PathBuf>>> = Mutex::new(BTreeMap::new());
    let mut built = BUILT.lock().expect("no build panicked");
    if let Some(files) = built.get(args) {
        return files.clone();
    }
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--message-format=json"])
        .args(args.split(' '))
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo build {args}");
    let name = args.rsplit(' ').next().unwrap_or(args).replace('-', "_");
    let files = String::from_utf8(output.stdout)
        .expect("cargo writes UTF-8")
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .filter(|message| message["target"]["name"].as_str().is_some_and(|target| target.replace('-', "_") == name))
        .flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default())
        .filter_map(|file| Some(PathBuf::from(file.as_str()?)))
        .collect::<Vec<_>>();
    built.insert(args.to_owned(), files.clone());
    files
}

fn with_extension(files: Vec<PathBuf>, extension: &str) -> PathBuf {
    let found = files.into_iter().find(|file| file.extension().is_some_and(|it| it == extension));
    found.unwrap_or_else(|| panic!("cargo built no .{extension}"))
}

/// The library of a plugin of the workspace.
pub fn plugin(package: &str) -> PathBuf {
    with_extension(built(&format!("-p {package}")), std::env::consts::DLL_EXTENSION)
}

/// The library of a plugin of the workspace, optimised.
pub fn released(package: &str) -> PathBuf {
    with_extension(built(&format!("--release -p {package}")), std::env::consts::DLL_EXTENSION)
}

/// The library of the tutorial game.
pub fn high_card() -> PathBuf {
    with_extension(built("-p parlour-sdk --example high_card"), std::env::consts::DLL_EXTENSION)
}

/// Compiles a source of Rust against the SDK, with these arguments besides.
pub fn rustc(source: &Path, args: &[&str]) {
    let sdk = with_extension(built("-p parlour-sdk"), "rlib");
    let deps = sdk.parent().expect("it is in a directory").to_owned();
    let deps = if deps.ends_with("deps") { deps } else { deps.join("deps") };
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--edition=2024", "-Copt-level=1", "-Awarnings"])
        .arg(format!("--extern=parlour_sdk={}", sdk.display()))
        .arg(format!("-Ldependency={}", deps.display()))
        .args(args)
        .arg(source)
        .env("CARGO_PKG_VERSION", "0.1.0")
        .output()
        .expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The program in a home of its own.
pub struct Home {
    dir: TempDir,
}

/// What the program did.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Home {
    /// An empty home.
    pub fn new() -> Self {
        Self { dir: tempfile::tempdir().expect("there is room for a directory") }
    }
    /// A home with a directory `plugins` that holds the tutorial game.
    pub fn with_high_card() -> Self {
        let home = Self::new();
        std::fs::create_dir(home.plugins()).expect("the home is empty");
        let file = home.plugins().join(format!("libhigh_card.{}", std::env::consts::DLL_EXTENSION));
        std::fs::copy(high_card(), file).expect("the library is there");
        home
    }
    pub fn path(&self) -> &Path {
        self.dir.path()
    }
    pub fn plugins(&self) -> PathBuf {
        self.path().join("plugins")
    }
    pub fn saves(&self) -> PathBuf {
        self.path().join("data/parlour/saves")
    }
    /// The program, to be started.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        command
            .args(args)
            .current_dir(self.path())
            .env_remove("PARLOUR_HOUSE_PATH")
            .env("PARLOUR_PLUGIN_PATH", self.plugins())
            .env("HOME", self.path())
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_CACHE_HOME", self.path().join("cache"))
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .stdin(Stdio::null());
        command
    }
    /// Runs the program.
    pub fn run(&self, args: &[&str]) -> Ran {
        ran(self.command(args).output().expect("the program starts"))
    }
    /// Runs the program with this on its standard input.
    pub fn fed(&self, args: &[&str], input: &str) -> Ran {
        use std::io::Write;
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("it is a pipe");
        let input = input.to_owned();
        let writer = std::thread::spawn(move || {
            // Whoever has read enough closes the pipe.
            let _ = stdin.write_all(input.as_bytes());
        });
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        ran(output)
    }
    /// Runs the program, which is to succeed; what it printed.
    pub fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}: {ran:?}");
        ran.out
    }
    /// A file in the home.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, text).expect("the home can be written");
        path
    }
}

fn ran(output: Output) -> Ran {
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A plugin, loaded.
pub fn loaded(package: &str) -> &'static Plugin {
    Plugin::open(&plugin(package)).expect("the plugin is whole")
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
