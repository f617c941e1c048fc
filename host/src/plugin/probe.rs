//! Trying an unknown library in a child process.
//!
//! A library can end the process that loads it: a constructor may call `exit`, a function may overflow the stack. So
//! it is tried in a child first, which loads it, plays a little, and prints a [`Verdict`]. Verdicts are kept by path,
//! size and time of change, so that a known library costs nothing.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, UNIX_EPOCH};

use etcetera::AppStrategy;
use parlour_sdk::abi::{self, Description};
use parlour_sdk::{Observer, Seat, Turn};
use serde::{Deserialize, Serialize};

use super::failure::SessionError;
use super::library::Plugin;
use super::path::user_dirs;
use super::session::Session;

/// The name of the command that tries a library: `parlour probe FILE`.
pub const COMMAND: &str = "probe";
/// How long a library may take before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many actions are played in a try.
const TRIED_ACTIONS: usize = 60;

/// What came of trying a library.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It can be used.
    Usable(Box<Description>),
    /// It cannot, for this reason.
    Unusable(String),
}

/// Tries a library in this process: loads it and plays a little.
pub fn try_here(path: &Path) -> Verdict {
    let plugin = match Plugin::open(path) {
        Ok(plugin) => plugin,
        Err(error) => return Verdict::Unusable(error.to_string()),
    };
    match play_a_little(plugin) {
        Ok(()) => Verdict::Usable(Box::new(plugin.description().clone())),
        Err(error) => Verdict::Unusable(error.to_string()),
    }
}

/// Calls every function once or more, on a table of the usual size.
fn play_a_little(plugin: &'static Plugin) -> Result<(), SessionError> {
    let session = Session::new(plugin, plugin.description().usual_seats, &BTreeMap::new(), None)?;
    let mut moment = session.start(Seat(0))?;
    let pack = session.pack().to_vec();
    let mut codes = Vec::new();
    for action in 0..TRIED_ACTIONS {
        match session.turn(&moment)? {
            Turn::Deal => {
                session.written(&moment, &pack)?;
                session.deal(&mut moment, &pack)?;
            }
            Turn::Seat(seat) => {
                session.show(&moment, Observer::Seat(seat))?;
                session.choices(&moment)?;
                session.legal(&moment, &mut codes)?;
                let Some(&code) = codes.get(action % codes.len().max(1)) else { break };
                let before = session.copy(&moment)?;
                session.play(&mut moment, code)?;
                session.tell(&before, code, &moment, Observer::Public)?;
                plugin.parse(&plugin.notation(code)?)?;
                let knowledge = session.know(&moment, seat)?;
                session.imagine(&knowledge, action as u64, &mut session.copy(&before)?)?;
            }
            Turn::Settle => {
                let points = session.settle(&moment)?;
                session.summary(&moment, &points)?;
                session.commit(&mut moment, &points)?;
                session.standing(&moment)?;
            }
            Turn::Over => break,
        }
    }
    Ok(())
}

/// Tries a library in a child: `program` is this program.
pub fn try_in_child(program: &Path, library: &Path) -> Verdict {
    let unusable = |reason: String| Verdict::Unusable(reason);
    let child = Command::new(program)
        .arg(COMMAND)
        .arg(library)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return unusable(format!("cannot be tried: {}: {error}", program.display())),
    };
    let reader = child.stdout.take().map(|mut out| {
        std::thread::spawn(move || {
            let mut text = String::new();
            // What cannot be read is no verdict, which is told from its text.
            let _ = out.read_to_string(&mut text);
            text
        })
    });
    let started = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if started.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(1)),
            Ok(None) => {
                // The child may have ended in between, which is as well.
                let _ = child.kill();
                let _ = child.wait();
                return unusable(format!("did not answer within {} s when it was tried", PATIENCE.as_secs()));
            }
            Err(error) => return unusable(format!("cannot be tried: {error}")),
        }
    };
    let text = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
    // A library may print while it is loaded: the verdict is the last line.
    let verdict = text.lines().last().and_then(|line| serde_json::from_str(line).ok());
    verdict.unwrap_or_else(|| unusable(format!("ended the program when it was tried ({})", ending(status))))
}

#[cfg(unix)]
fn ending(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    status.signal().map_or_else(|| status.to_string(), |signal| format!("signal {signal}"))
}

#[cfg(not(unix))]
fn ending(status: ExitStatus) -> String {
    status.to_string()
}

/// The verdicts that are kept from one run to the next.
pub struct Verdicts {
    file: Option<PathBuf>,
    kept: Kept,
    changed: bool,
}

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    program: String,
    libraries: BTreeMap<PathBuf, KeptVerdict>,
}

#[derive(Serialize, Deserialize)]
struct KeptVerdict {
    size: u64,
    changed: u128,
    verdict: Verdict,
}

impl Verdicts {
    /// The verdicts in the user's cache directory, if they are of this version of the program.
    pub fn of_user() -> Self {
        Self::in_file(user_dirs().map(|dirs| dirs.cache_dir().join("plugins.json")))
    }
    /// The verdicts in this file; kept nowhere if there is none.
    pub fn in_file(file: Option<PathBuf>) -> Self {
        let program = format!("{} {}", env!("CARGO_PKG_VERSION"), abi::MAJOR);
        let text = file.as_deref().and_then(|file| std::fs::read_to_string(file).ok());
        let kept: Option<Kept> = text.and_then(|text| serde_json::from_str(&text).ok());
        let kept = kept.filter(|kept| kept.program == program);
        Self { file, kept: kept.unwrap_or_else(|| Kept { program, ..Kept::default() }), changed: false }
    }
    /// The verdict on a library: the one that is kept, or what `try_it` says of it.
    pub fn on(&mut self, path: &Path, try_it: impl FnOnce(&Path) -> Verdict) -> Verdict {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let stamp = std::fs::metadata(&path)
            .ok()
            .and_then(|file| Some((file.len(), file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos())));
        let Some((size, changed)) = stamp else { return try_it(&path) };
        if let Some(kept) = self.kept.libraries.get(&path)
            && (kept.size, kept.changed) == (size, changed)
        {
            return kept.verdict.clone();
        }
        let verdict = try_it(&path);
        self.kept.libraries.insert(path, KeptVerdict { size, changed, verdict: verdict.clone() });
        self.changed = true;
        verdict
    }
    /// Writes the verdicts down. Where that cannot be done they are found again the next time.
    pub fn keep(&self) {
        let Some(file) = self.file.as_deref().filter(|_| self.changed) else { return };
        let written = || -> std::io::Result<()> {
            if let Some(dir) = file.parent() {
                std::fs::create_dir_all(dir)?;
            }
            let draft = file.with_extension(format!("{}.new", std::process::id()));
            std::fs::write(&draft, serde_json::to_vec(&self.kept)?)?;
            std::fs::rename(draft, file)
        };
        let _ = written();
    }
}
