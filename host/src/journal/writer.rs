//! Writing a journal: a line at a time, each on the disk before the game goes on.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::line::{Header, Line};
use crate::table::Keeper;

/// The ending of a journal's name.
pub const EXTENSION: &str = "jsonl";
/// The most journals of one game in a directory.
const MOST: u32 = 1_000_000;

/// Why a journal cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file or directory cannot be used.
    #[error("{path}: {error}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another process has it open.
    #[error("{path}: is being played by another process")]
    Busy {
        /// The journal.
        path: PathBuf,
    },
    /// There is no name left.
    #[error("{path}: has {MOST} journals of {game}: expected room for one more")]
    Full {
        /// The directory.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// The system does not tell where the user's data belongs.
    #[error("the system does not tell where saved games belong: expected HOME to be set")]
    NoDirectory,
}

impl JournalError {
    /// What went wrong with a file.
    pub(super) fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |error| Self::Io { path, error }
    }
}

/// A journal that is being written. No other process writes it as long as this one lives.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    len: u64,
}

impl Journal {
    /// A new journal in this directory, under a name that is free, with its first line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(dir: &Path, header: &Header) -> Result<Self, JournalError> {
        fs::create_dir_all(dir).map_err(JournalError::of(dir))?;
        let text = text(&Line::Game(header.clone())).map_err(JournalError::of(dir))?;
        let full = || JournalError::Full { path: dir.to_owned(), game: header.game.clone() };
        (next_number(dir, &header.game)..MOST)
            .find_map(|number| Self::under(dir, &format!("{}-{number:04}", header.game), &text).transpose())
            .ok_or_else(full)?
    }
    /// A new journal of this name; `None` if the name is taken.
    ///
    /// Whoever holds the draft has the name. So the journal appears whole, and never in another one's place.
    fn under(dir: &Path, name: &str, header: &[u8]) -> Result<Option<Self>, JournalError> {
        let path = dir.join(name).with_extension(EXTENSION);
        let draft = dir.join(format!(".{name}.new"));
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&draft) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(JournalError::of(&draft)(error)),
        };
        if path.symlink_metadata().is_ok() {
            fs::remove_file(&draft).map_err(JournalError::of(&draft))?;
            return Ok(None);
        }
        let lock = file.lock();
        let written = lock.and_then(|()| file.write_all(header)).and_then(|()| file.sync_all());
        if let Err(error) = written.and_then(|()| fs::rename(&draft, &path)) {
            // The error is told; the draft would only keep its name from others.
            let _ = fs::remove_file(&draft);
            return Err(JournalError::of(&path)(error));
        }
        Ok(Some(Self { path, file, len: header.len() as u64 }))
    }
    /// A journal to be gone on with, and what is in it.
    ///
    /// # Errors
    /// If it cannot be read and written, or another process writes it.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), JournalError> {
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(JournalError::of(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(JournalError::of(path)(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(JournalError::of(path))?;
        Ok((Self { path: path.to_owned(), file, len: bytes.len() as u64 }, bytes))
    }
    /// Cuts the journal off after `len` bytes, of which the last ends a line or is made to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn cut(&mut self, len: u64, whole: bool) -> io::Result<()> {
        self.len = len;
        self.file.set_len(len)?;
        self.file.seek(SeekFrom::Start(len))?;
        if whole { Ok(()) } else { self.append(b"\n") }
    }
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(bytes);
        match written {
            Ok(()) => self.len += bytes.len() as u64,
            // A part may be written: what is tried again must not come after it.
            Err(_) => {
                self.file.set_len(self.len)?;
                self.file.seek(SeekFrom::Start(self.len))?;
            }
        }
        written
    }
}

impl Keeper for Journal {
    fn keep(&mut self, line: &Line) -> io::Result<()> {
        self.append(&text(line)?)
    }
}

fn text(line: &Line) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(text)
}

/// The number after the greatest that a journal of this game has.
fn next_number(dir: &Path, game: &str) -> u32 {
    let numbers = fs::read_dir(dir).into_iter().flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let number = name.strip_prefix(game)?.strip_prefix('-')?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
        number.parse::<u32>().ok()
    });
    numbers.max().unwrap_or(0).saturating_add(1)
}
