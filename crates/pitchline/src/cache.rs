//! Results of long computations, kept on disk under a hash of exactly what they depend on.
//!
//! ```text
//! Key ──get──▶ Hit(bytes) | Miss | Damaged ──compute──▶ put ──▶ folder/KIND-HASH.entry
//! ```
//!
//! The cache knows nothing of what it keeps: payloads are bytes of several kinds. An entry is verified before it is used;
//! one that is damaged, cut off or not ours is reported, computed anew and replaced. Entries are written beside their place
//! and renamed, so that readers never see half of one and processes that fill the same entry need no lock: they write the
//! same bytes. Nothing is forced onto the disk, for a power failure can only damage an entry, and that is noticed.

mod amount;
mod cached;
mod contents;
mod entry;
mod key;
mod place;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

pub use amount::{age_text, parse_age, parse_size, size_text};
pub use cached::{CacheUse, Cached};
pub use contents::{Contents, Entry, EntryState, Removed, Selection};
pub use entry::Fault;
pub use key::{Key, PROGRAM_VERSION};
pub use place::{DEFAULT_LIMIT, FOLDER_VARIABLE, LIMIT_VARIABLE, Place};

use entry::{Draft, Front};

/// How the name of an entry ends.
const ENTRY: &str = ".entry";
/// How the name of an entry ends while it is written.
const PARTIAL: &str = ".partial";
/// Files that are still being written are younger than this since their last change.
const ABANDONED: Duration = Duration::from_secs(3600);
/// Longest part of a file name that tells the kind.
const LONGEST_KIND: usize = 40;

/// Opens a new file to write an entry to.
type Create = fn(&Path) -> io::Result<Box<dyn Write>>;

/// A folder of results of long computations.
#[derive(Debug)]
pub struct Cache {
    state: State,
    create: Create,
    /// Whether it has said that it cannot store: once is enough.
    has_warned: AtomicBool,
}

#[derive(Debug)]
enum State {
    On { folder: PathBuf, limit: u64 },
    Off,
    Impossible { reason: String },
}

/// What the cache has for a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// The payload, verified.
    Hit(Vec<u8>),
    /// Nothing.
    Miss,
    /// Something that cannot be used.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Why it cannot be used.
        fault: Fault,
    },
}

/// What became of a payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Put {
    /// It is stored.
    Stored,
    /// It is not stored, and why.
    NotStored(String),
    /// There is no cache.
    Off,
}

impl Cache {
    /// A cache in a folder, which is made with the first entry, and the most bytes that its entries may take together.
    pub fn open(folder: impl Into<PathBuf>, limit: u64) -> Self {
        Self::with_state(State::On {
            folder: folder.into(),
            limit,
        })
    }

    /// No cache, because nobody wants one.
    pub const fn off() -> Self {
        Self::with_state(State::Off)
    }

    /// No cache, because there cannot be one; whoever wants to store something is told the reason.
    pub fn impossible(reason: impl Into<String>) -> Self {
        Self::with_state(State::Impossible {
            reason: reason.into(),
        })
    }

    const fn with_state(state: State) -> Self {
        Self {
            state,
            create: |path| Ok(Box::new(File::create_new(path)?)),
            has_warned: AtomicBool::new(false),
        }
    }

    /// The folder, if there is a cache.
    pub fn folder(&self) -> Option<&Path> {
        match &self.state {
            State::On { folder, .. } => Some(folder),
            State::Off | State::Impossible { .. } => None,
        }
    }

    /// The most bytes that entries may take together; 0 if there is no cache.
    pub fn limit(&self) -> u64 {
        match self.state {
            State::On { limit, .. } => limit,
            State::Off | State::Impossible { .. } => 0,
        }
    }

    /// Why there is no cache although one was wanted.
    pub fn reason(&self) -> Option<&str> {
        match &self.state {
            State::Impossible { reason } => Some(reason),
            State::On { .. } | State::Off => None,
        }
    }

    /// What the cache has for a key. An entry that is used counts as the most recent one.
    pub fn get(&self, key: &Key) -> Lookup {
        let Some(folder) = self.folder() else {
            return Lookup::Miss;
        };
        let path = folder.join(file_name(key));
        let read = || -> Result<Option<Vec<u8>>, Fault> {
            let Some(front) = Front::open(&path)? else {
                return Ok(None);
            };
            if front.key != key.as_text() {
                // Words that were changed by damage are not another key.
                front.check(|_| {})?;
                return Err(Fault::OtherKey);
            }
            front.payload(self.limit()).map(Some)
        };
        match read() {
            Ok(Some(payload)) => {
                touch(&path);
                Lookup::Hit(payload)
            }
            Ok(None) => Lookup::Miss,
            Err(fault) => Lookup::Damaged { path, fault },
        }
    }

    /// Stores a payload in place of what was there; `description` tells people what it is. Then older entries make room.
    pub fn put(&self, key: &Key, description: &str, payload: &[u8]) -> Put {
        let State::On { folder, limit } = &self.state else {
            return Put::Off;
        };
        let name = file_name(key);
        let path = folder.join(&name);
        let Some(draft) = Draft::new(key, description, payload) else {
            return Put::NotStored("what it depends on is too long to be kept".to_owned());
        };
        if draft.size() > *limit {
            let [size, limit] = [draft.size(), *limit].map(size_text);
            return Put::NotStored(format!(
                "it takes {size} and the cache may take {limit}: raise {LIMIT_VARIABLE}"
            ));
        }
        if let Err(fault @ Fault::Newer { .. }) = Front::open(&path) {
            return Put::NotStored(format!("{} stays: {fault}", path.display()));
        }
        match self.write(folder, &name, &draft) {
            Ok(()) => {
                self.make_room(&path);
                Put::Stored
            }
            Err(error) => Put::NotStored(format!("cannot write to {}: {error}", folder.display())),
        }
    }

    /// Writes beside and renames.
    fn write(&self, folder: &Path, name: &str, draft: &Draft) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let beside = folder.join(partial_name(name));
        let written = (self.create)(&beside)
            .and_then(|mut file| draft.write(&mut *file))
            .and_then(|()| std::fs::rename(&beside, folder.join(name)));
        written.inspect_err(|_| {
            let _ = std::fs::remove_file(&beside);
        })
    }
}

/// The name of an entry's file: its kind, for people, and its hash.
fn file_name(key: &Key) -> String {
    let kind = key.kind().chars().take(LONGEST_KIND);
    let kind: String = kind.map(|c| if is_plain(c) { c } else { '-' }).collect();
    format!("{kind}-{}{ENTRY}", key.hash())
}

/// A name that no other process and no other thread uses.
fn partial_name(name: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // Process numbers come again, and differ not at all between machines that share a folder: the time does.
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let time = time.unwrap_or_default().as_nanos();
    format!(".{name}.{}-{count}-{time}{PARTIAL}", std::process::id())
}

/// Characters of a kind that may stand in a file name everywhere.
fn is_plain(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// The hash in the name of an entry's file; `None` if no entry has such a name.
fn hash_in(name: &str) -> Option<&str> {
    let (kind, hash) = name.strip_suffix(ENTRY)?.rsplit_once('-')?;
    let is_hash = hash.len() == 64
        && hash
            .chars()
            .all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c));
    (is_hash && kind.len() <= LONGEST_KIND && kind.chars().all(is_plain)).then_some(hash)
}

/// Whether a file is an entry that is or was being written.
fn is_partial(name: &str) -> bool {
    let inside = name
        .strip_prefix('.')
        .and_then(|name| name.strip_suffix(PARTIAL));
    let parts = inside.and_then(|name| name.rsplit_once('.'));
    parts.is_some_and(|(name, mark)| {
        let is_mark = |c: char| c.is_ascii_digit() || c == '-';
        hash_in(name).is_some() && mark.chars().all(is_mark)
    })
}

/// Makes a file the most recently used one. Where that is not allowed the order of use is not known, no more.
fn touch(path: &Path) {
    let file = File::options().write(true).open(path);
    let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
}
