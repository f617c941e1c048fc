//! The shell in a terminal: a game is picked and played with keys, and the terminal is given back on every way out.
#![cfg(unix)]

mod common;

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour::shell::terminal::Taken;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;
use vt100::{MouseProtocolMode, Parser};

/// How long anything may take before the test gives up; no result depends on it.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long nothing must be written for a screen to count as idle.
const QUIET: Duration = Duration::from_millis(700);
const ROWS: NonZero<u16> = NonZero::new(24).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(80).unwrap();

/// Parlour in a pseudo-terminal.
struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: Parser,
    written: Vec<u8>,
    before: String,
    home: TempDir,
}

impl Session {
    fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), arguments, variables)
    }
    fn start_in(home: TempDir, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let settings = home.path().join(".config/parlour");
        std::fs::create_dir_all(&settings).unwrap();
        std::fs::write(settings.join("settings.toml"), "pause = 0\nname = \"Zoe\"\n").unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parlour"));
        command.args(["--plugin-dir", plugins().to_str().unwrap()]);
        command.args(arguments);
        Self::of(command, home, variables)
    }
    /// This program in a terminal.
    fn of(mut command: CommandBuilder, home: TempDir, variables: &[(&str, &str)]) -> Self {
        let size = PtySize { rows: ROWS.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        command.env_clear();
        command.env("HOME", home.path());
        command.env("TERM", "xterm-256color");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let before = stty(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let (send, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || send.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = Parser::new(ROWS, COLUMNS, 0);
        Self { master: pair.master, child, writer, output, parser, written: Vec::new(), before, home }
    }
    fn take(&mut self, bytes: Vec<u8>) {
        self.parser.process(&bytes);
        self.written.extend(bytes);
    }
    fn text(&self) -> String {
        self.parser.screen().contents()
    }
    /// Waits until the screen says so.
    fn wait_for(&mut self, what: &str) {
        self.wait(what, |text| text.contains(what));
    }
    fn wait(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(&self.text()) {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.take(bytes),
                Err(error) => panic!("waiting for {what}: {error}; the screen:\n{}", self.text()),
            }
        }
    }
    fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }
    /// What is written from now on until nothing is for a while.
    fn settle(&mut self) -> usize {
        let mut count = 0;
        loop {
            match self.output.recv_timeout(QUIET) {
                Ok(bytes) => {
                    count += bytes.len();
                    self.take(bytes);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return count,
            }
        }
    }
    fn signal(&self, name: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }
    /// Waits for the end, and checks that the terminal is as it was. Gives the exit code.
    fn end(&mut self) -> u32 {
        let status = self.child.wait().unwrap();
        self.settle();
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is left");
        assert!(!screen.hide_cursor(), "the cursor shows");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None, "the mouse is let go");
        assert_eq!(stty(&*self.master), self.before, "the line settings are as they were");
        status.exit_code()
    }
    fn saves(&self) -> Vec<String> {
        saves(self.home.path())
    }
}

/// The directory of the plugins that are played here.
fn plugins() -> PathBuf {
    ["loba-de-mas", "knock-rummy"].map(common::plugin)[0].parent().unwrap().to_owned()
}

fn saves(home: &Path) -> Vec<String> {
    let dir = home.join(".local/share/parlour/saves");
    let files = std::fs::read_dir(dir).into_iter().flatten().flatten();
    files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect()
}

/// The settings of the line, as `stty` tells them.
fn stty(master: &dyn MasterPty) -> String {
    let termios = master.get_termios().unwrap();
    format!(
        "{:?} {:?} {:?} {:?}",
        termios.input_flags, termios.output_flags, termios.local_flags, termios.control_flags
    )
}

#[test]
fn a_game_is_picked_played_and_left() {
    let mut session = Session::start(&[], &[]);
    session.wait_for("Enter play");
    session.settle();
    assert!(session.parser.screen().alternate_screen() && session.parser.screen().hide_cursor());
    assert_ne!(session.parser.screen().mouse_protocol_mode(), MouseProtocolMode::None);
    // Whatever other games there are.
    session.wait_for("Knock Rummy");
    while !session.text().contains("▸ Knock Rummy") {
        session.keys("\x1b[B");
        session.settle();
    }
    session.keys("\r");
    // The form as it is, but for the seed: its last row.
    session.wait_for("Knock Rummy: table");
    session.keys("\x1b[A1\r");
    session.wait_for("round 1");
    session.wait_for("d draw");
    session.keys("?");
    session.wait_for("· rules");
    session.keys("\x1b");
    session.settle();
    // The hand: draw, put the first card down, until somebody ends it.
    for _ in 0..200 {
        let text = session.text();
        if text.contains("is over") {
            break;
        }
        session.keys(if text.contains("d draw") { "d" } else { "d\r\r" });
        session.settle();
    }
    session.wait_for("is over");
    session.keys("\r");
    session.wait_for("· result");
    session.keys("p");
    session.wait_for("↑↓ choose  Enter play");
    session.keys("q");
    assert_eq!(session.end(), 0);
    let saves = session.saves();
    assert_eq!(saves.len(), 1);
    let [header, .., end] = saves[0].lines().collect::<Vec<_>>()[..] else { panic!("{}", saves[0]) };
    assert!(header.contains("\"person:Zoe\"") && end.contains("\"end\""), "{header}\n{end}");
}

#[test]
fn an_idle_screen_writes_nothing() {
    let mut session = Session::start(&["play", "knock-rummy", "--seed", "1"], &[]);
    session.wait_for("round 1");
    session.wait("a choice", |text| text.contains("draw"));
    session.settle();
    assert_eq!(session.settle(), 0);
    session.keys("q");
    session.wait_for("Leave");
    session.keys("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn signals_give_the_terminal_back_and_lose_nothing() {
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let mut session = Session::start(&["play", "knock-rummy", "--seed", "1"], &[]);
        session.wait_for("round 1");
        session.wait("a choice", |text| text.contains("draw"));
        session.settle();
        session.signal(signal);
        assert_eq!(session.end(), code);
        assert!(!session.saves().is_empty());
        // What was saved goes on where it stopped.
        let Session { home, .. } = session;
        let mut again = Session::start_in(home, &["resume"], &[]);
        again.wait("the same table", |text| text.contains("round 1") && text.contains("draw"));
        again.keys("\x03");
        assert_eq!(again.end(), 0);
    }
}

/// Takes the terminal as the shell does, and goes the way out that the environment says.
#[test]
#[ignore = "a program for the terminal of the next test"]
fn way_out() -> std::io::Result<()> {
    let mut taken = Taken::take()?;
    taken.terminal.draw(|frame| frame.render_widget("the shell", frame.area()))?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    match std::env::var("WAY").as_deref() {
        Ok("panic") => panic!("this is the panic"),
        Ok("thread") => thread::spawn(|| panic!("this is the panic")).join().unwrap(),
        _ => return Err(std::io::Error::other("this is the error")),
    }
    Ok(())
}

#[test]
fn panics_and_errors_give_the_terminal_back_and_can_be_read() {
    for (way, says) in [("panic", "this is the panic"), ("thread", "this is the panic"), ("error", "this is the error")]
    {
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "way_out", "--nocapture", "--test-threads=1"]);
        let mut session = Session::of(command, tempfile::tempdir().unwrap(), &[("WAY", way)]);
        session.wait_for("the shell");
        assert!(session.parser.screen().alternate_screen());
        session.keys("\n");
        assert_ne!(session.end(), 0);
        assert!(session.text().contains(says), "{way}: {}", session.text());
    }
}

#[test]
fn no_color_gives_no_colour_codes() {
    let colours = |written: &[u8]| {
        let text = String::from_utf8_lossy(written).into_owned();
        let codes = text.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m'));
        let codes = codes.filter(|(code, _)| code.chars().all(|symbol| symbol.is_ascii_digit() || symbol == ';'));
        let colour = |code: &str| {
            let first: u16 = code.split(';').next().and_then(|first| first.parse().ok()).unwrap_or(0);
            matches!(first, 30..=38 | 40..=48 | 90..=107)
        };
        codes.filter(|(code, _)| colour(code)).count()
    };
    for (variables, any) in [(&[][..], true), (&[("NO_COLOR", "1")][..], false)] {
        let mut session = Session::start(&["play", "knock-rummy", "--seed", "1"], variables);
        session.wait("a choice", |text| text.contains("draw"));
        session.settle();
        session.keys("\x03");
        session.end();
        assert_eq!(colours(&session.written) > 0, any);
    }
}

#[test]
fn ascii_writes_nothing_else() {
    let mut session = Session::start(&["--ascii", "play", "knock-rummy", "--seed", "1"], &[]);
    session.wait("a choice", |text| text.contains("draw"));
    session.settle();
    session.keys("\x03");
    session.end();
    assert!(session.written.is_ascii());
}
