//! Reading: the games of a stream of lines.

use std::io::{self, BufRead, Read};

use serde::Deserialize;

use super::line::Line;

/// The longest line that is read: far above any table's.
const LONGEST: u64 = 64 << 20;

/// Why a stream is no record.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The stream cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// There is no line in it.
    #[error("is empty: expected a record, whose first line is of type `game`")]
    Empty,
    /// It does not begin as a record does.
    #[error("is no record: line {line} is not of type `game`")]
    Foreign {
        /// The number of the line.
        line: usize,
    },
    /// A line has no end.
    #[error("is no record: line {line} is longer than {} MiB", LONGEST >> 20)]
    Long {
        /// The number of the line.
        line: usize,
    },
}

/// A line as it is written, with its number in the stream, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number.
    pub number: usize,
    /// How far into the stream it goes, in bytes.
    pub end: u64,
    /// The bytes, with the end of the line if it has one.
    pub bytes: Vec<u8>,
}

impl Written {
    /// The line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&self) -> Result<Line, serde_json::Error> {
        serde_json::from_slice(&self.bytes)
    }
    /// Whether it is the first line of a game.
    fn is_header(&self) -> bool {
        #[derive(Deserialize)]
        struct Kind {
            r#type: String,
        }
        // Most lines are told apart without being parsed.
        let named = self.bytes.windows(6).take(4096).any(|bytes| bytes == br#""game""#);
        named && serde_json::from_slice(&self.bytes).is_ok_and(|kind: Kind| kind.r#type == "game")
    }
    /// Whether it was written to its end.
    pub fn is_whole(&self) -> bool {
        self.bytes.ends_with(b"\n")
    }
}

/// The games in a stream, each as its lines; blank lines are left out.
pub struct Games<R> {
    source: R,
    number: usize,
    end: u64,
    next: Option<Written>,
    started: bool,
}

impl<R: BufRead> Games<R> {
    /// The games in this stream.
    pub fn of(source: R) -> Self {
        Self { source, number: 0, end: 0, next: None, started: false }
    }
    fn line(&mut self) -> Result<Option<Written>, ReadError> {
        if let Some(next) = self.next.take() {
            return Ok(Some(next));
        }
        loop {
            let mut bytes = Vec::new();
            let read = self.source.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
            self.number += 1;
            self.end += read as u64;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 == LONGEST {
                return Err(ReadError::Long { line: self.number });
            }
            if !bytes.trim_ascii().is_empty() {
                return Ok(Some(Written { number: self.number, end: self.end, bytes }));
            }
        }
    }
    fn game(&mut self) -> Result<Option<Vec<Written>>, ReadError> {
        let first = self.line()?;
        let Some(first) = first else { return if self.started { Ok(None) } else { Err(ReadError::Empty) } };
        if !first.is_header() {
            return Err(ReadError::Foreign { line: first.number });
        }
        self.started = true;
        let mut lines = vec![first];
        while let Some(line) = self.line()? {
            if line.is_header() {
                self.next = Some(line);
                break;
            }
            lines.push(line);
        }
        Ok(Some(lines))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Vec<Written>, ReadError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.game().transpose()
    }
}
