//! A loaded library: what its entry says, checked before anything in it is called.

use std::ffi::{CStr, c_void};
use std::path::{Path, PathBuf};

use libloading::Symbol;
use parlour_sdk::abi::{self, Description, Entry, EntryFn, Functions, Rollout, Sink, Text};

/// Why a file is no plugin that can be used. Each says what was found and what was expected.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[from] std::io::Error),
    /// The file is no library.
    #[error("is no shared library: {0}")]
    NotALibrary(&'static str),
    /// The loader refused it.
    #[error("cannot be loaded: {0}")]
    Loader(String),
    /// The symbol is missing.
    #[error("is no Parlour plugin: it does not export `{}`", abi::SYMBOL)]
    NoSymbol,
    /// The entry is null, or its first bytes are not a plugin's.
    #[error("is no Parlour plugin: its entry does not begin with Parlour's mark")]
    NotAnEntry,
    /// Built for another version of the border.
    #[error(
        "was built for version {found} of the plugin interface, this program has version {}: build it again with a matching SDK",
        abi::MAJOR
    )]
    Major {
        /// The plugin's version.
        found: u32,
    },
    /// The entry or the function table is smaller than this version's.
    #[error("has an entry of {found} bytes, expected at least {expected}: build it again with a matching SDK")]
    Small {
        /// Its size.
        found: usize,
        /// The size of this version's.
        expected: usize,
    },
    /// The plugin does not describe itself properly.
    #[error("does not describe itself: {0}")]
    Description(String),
}

/// A loaded plugin. It stays loaded until the program ends.
pub struct Plugin {
    path: PathBuf,
    description: Description,
    pub(super) functions: &'static Functions,
    pub(super) rollout: Option<&'static Rollout>,
}

impl std::fmt::Debug for Plugin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ({})", self.description.id, self.description.version, self.path.display())
    }
}

impl Plugin {
    /// Loads a library, runs its constructors and reads its description. What was never tried before belongs into a
    /// [probe](super::probe) first: a library can end the process while it is loaded.
    ///
    /// # Errors
    /// If it is no plugin of this version.
    pub fn open(path: &Path) -> Result<&'static Self, LoadError> {
        check_file(path)?;
        let entry = open_entry(path)?;
        // SAFETY: the entry is static; its mark is read before anything that depends on its version.
        let (magic, major, size) = unsafe { ((*entry).magic, (*entry).major, (*entry).size as usize) };
        if magic != abi::MAGIC {
            return Err(LoadError::NotAnEntry);
        }
        if major != abi::MAJOR {
            return Err(LoadError::Major { found: major });
        }
        if size < size_of::<Entry>() {
            return Err(LoadError::Small { found: size, expected: size_of::<Entry>() });
        }
        // SAFETY: the entry is whole and of this version, so its function table is there and begins with its size.
        let entry: &'static Entry = unsafe { &*entry };
        if entry.functions.is_null() {
            return Err(LoadError::NotAnEntry);
        }
        // SAFETY: as above; only the size is read until it is known to be large enough.
        let size = unsafe { (*entry.functions).size };
        if size < size_of::<Functions>() {
            return Err(LoadError::Small { found: size, expected: size_of::<Functions>() });
        }
        // SAFETY: the table is static and whole.
        let functions: &'static Functions = unsafe { &*entry.functions };
        // SAFETY: extensions are asked for by zero-terminated names; a table is static, or null.
        let rollout: Option<&'static Rollout> =
            unsafe { (entry.extension)(c"parlour.rollout/1".as_ptr()).cast::<Rollout>().as_ref() };
        let description = describe(functions)?;
        // SAFETY: an entry's id is static and zero-terminated.
        let id = unsafe { CStr::from_ptr(entry.id) }.to_string_lossy();
        if id != description.id {
            let message = format!("its entry says `{id}`, its description `{}`", description.id);
            return Err(LoadError::Description(message));
        }
        Ok(Box::leak(Box::new(Self { path: path.to_owned(), description, functions, rollout })))
    }
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// What the plugin says of itself.
    pub fn description(&self) -> &Description {
        &self.description
    }
    /// Whether whole rounds can be played inside the plugin.
    pub fn has_rollout(&self) -> bool {
        self.rollout.is_some()
    }
}

/// What the plugin writes about itself.
fn describe(functions: &Functions) -> Result<Description, LoadError> {
    // SAFETY: `describe` takes any sink, in any thread.
    let (status, text) = written(|sink| unsafe { (functions.describe)(sink) });
    if status != abi::OK {
        return Err(LoadError::Description(last_message(functions)));
    }
    serde_json::from_str(&text).map_err(|error| LoadError::Description(error.to_string()))
}

/// The message of the last failure in this thread.
pub(super) fn last_message(functions: &Functions) -> String {
    // SAFETY: `message` takes any sink, in any thread.
    let (_, text) = written(|sink| unsafe { (functions.message)(sink) });
    if text.is_empty() { "the plugin gave no reason".to_owned() } else { text }
}

/// What a call writes to the sink that it is given, with its status.
pub(super) fn written(call: impl FnOnce(Sink) -> i32) -> (i32, String) {
    let mut bytes: Vec<u8> = Vec::new();
    let status = call(Sink { ctx: (&raw mut bytes).cast(), write: append });
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

unsafe extern "C" fn append(ctx: *mut c_void, text: Text) {
    if text.len > 0 {
        // SAFETY: `ctx` is the vector in `written`, which waits for the call; the text is valid during this call.
        unsafe { (*ctx.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(text.data, text.len)) };
    }
}

/// A text for the time of a call.
pub(super) fn text(text: &str) -> Text {
    Text { data: text.as_ptr(), len: text.len() }
}

#[cfg(unix)]
fn open_entry(path: &Path) -> Result<*const Entry, LoadError> {
    use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
    // SAFETY: loading runs the library's constructors; it was tried in a child process before.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) };
    let library: libloading::Library = library.map_err(|error| LoadError::Loader(error.to_string()))?.into();
    symbol(library)
}

#[cfg(not(unix))]
fn open_entry(path: &Path) -> Result<*const Entry, LoadError> {
    // SAFETY: loading runs the library's constructors; it was tried in a child process before.
    let library = unsafe { libloading::Library::new(path) };
    symbol(library.map_err(|error| LoadError::Loader(error.to_string()))?)
}

/// Calls the entry function of a library, which is never unloaded: its statics, threads and code may be in use.
fn symbol(library: libloading::Library) -> Result<*const Entry, LoadError> {
    // SAFETY: a library that exports Parlour's symbol exports a function of this type by it.
    let function: Result<Symbol<'_, EntryFn>, _> = unsafe { library.get(abi::SYMBOL.as_bytes()) };
    // SAFETY: the function takes nothing and may be called from any thread.
    let entry = function.map(|function| unsafe { function() });
    std::mem::forget(library);
    match entry {
        Ok(entry) if entry.is_null() => Err(LoadError::NotAnEntry),
        Ok(entry) => Ok(entry),
        Err(_) => Err(LoadError::NoSymbol),
    }
}

/// Checks that a file is whole before it is mapped: touching a page that a truncated file lacks would end the process.
fn check_file(path: &Path) -> Result<(), LoadError> {
    // Reading a pipe would wait for whoever writes into it.
    if !std::fs::metadata(path)?.is_file() {
        return Err(LoadError::NotALibrary("it is no regular file"));
    }
    let bytes = std::fs::read(path)?;
    match bytes.as_slice() {
        [] => Err(LoadError::NotALibrary("the file is empty")),
        [0x7f, b'E', b'L', b'F', ..] => check_elf(&bytes),
        _ if cfg!(target_os = "linux") => Err(LoadError::NotALibrary("it does not begin as an ELF file does")),
        _ => Ok(()),
    }
}

/// Checks that the segments and the section table of an ELF file lie inside it.
fn check_elf(bytes: &[u8]) -> Result<(), LoadError> {
    let truncated = || LoadError::NotALibrary("the file is truncated");
    let number = |at: usize, len: usize| -> Result<usize, LoadError> {
        let field = bytes.get(at..at.checked_add(len).ok_or_else(truncated)?).ok_or_else(truncated)?;
        let little_endian = field.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        usize::try_from(little_endian).map_err(|_| truncated())
    };
    if number(4, 1)? != 2 || number(5, 1)? != 1 {
        return Err(LoadError::NotALibrary("it is an ELF file of another kind of machine"));
    }
    let within = |start: usize, len: usize| match start.checked_add(len) {
        Some(end) if end <= bytes.len() => Ok(()),
        _ => Err(truncated()),
    };
    let (segments, sections) = (number(32, 8)?, number(40, 8)?);
    let (segment_size, segment_count) = (number(54, 2)?, number(56, 2)?);
    let (section_size, section_count) = (number(58, 2)?, number(60, 2)?);
    within(segments, segment_size * segment_count)?;
    within(sections, section_size * section_count)?;
    (0..segment_count).try_for_each(|segment| {
        let header = segments + segment * segment_size;
        within(number(header + 8, 8)?, number(header + 32, 8)?)
    })
}
