//! What lies in the cache: list, verify, remove, make room.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::entry::{Fault, Front};
use super::key::{Origin, hash};
use super::{ABANDONED, Cache, PROGRAM_VERSION, hash_in, is_partial};

/// Whether an entry can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryState {
    /// By this program.
    Usable,
    /// Not by this program: another version of it has written the entry.
    OtherVersion,
    /// Not at all, or only by a newer program.
    Faulty(Fault),
}

impl EntryState {
    /// Whether nobody can use it. What a newer program has written is not damaged.
    pub fn is_damaged(&self) -> bool {
        matches!(self, Self::Faulty(fault) if !matches!(fault, Fault::Newer { .. }))
    }
}

/// One entry of the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// What kind of result it is: from the entry, or from the file's name if the entry cannot be read.
    pub kind: String,
    /// What it is, for people.
    pub description: String,
    /// What it depends on, one input a line.
    pub inputs: String,
    /// Bytes of the file.
    pub size: u64,
    /// When it was last used.
    pub last_used: SystemTime,
    /// Whether it can be used.
    pub state: EntryState,
}

impl Entry {
    /// How long it was not used; nothing for times to come.
    pub fn idle(&self) -> Duration {
        idle(self.last_used)
    }
}

/// All that lies in the cache.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// Entries, the most recently used first.
    pub entries: Vec<Entry>,
    /// Files that are being written, or were when their process ended.
    pub partial: Vec<PathBuf>,
}

/// Which entries are meant: those that fit everything that is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    /// Those that were not used for so long.
    pub older_than: Option<Duration>,
    /// Those of this kind.
    pub kind: Option<String>,
    /// Those that nobody can use.
    pub is_damaged: bool,
}

impl Selection {
    fn holds(&self, entry: &Entry) -> bool {
        self.older_than.is_none_or(|age| entry.idle() >= age)
            && self.kind.as_ref().is_none_or(|kind| *kind == entry.kind)
            && (!self.is_damaged || entry.state.is_damaged())
    }
}

/// What was removed.
#[derive(Debug, Default)]
pub struct Removed {
    /// Entries.
    pub entries: Vec<Entry>,
    /// Files that were being written.
    pub partial: Vec<PathBuf>,
    /// Files that could not be removed, and why.
    pub kept: Vec<(PathBuf, io::Error)>,
}

/// A file with the name of an entry.
struct Found {
    path: PathBuf,
    size: u64,
    modified: SystemTime,
}

impl Cache {
    /// Lists what lies in the cache. Only the fronts of entries are read, so that damage further on is not seen.
    pub fn contents(&self) -> io::Result<Contents> {
        self.examine(|_| Ok(()))
    }

    /// Lists what lies in the cache and checks every byte of it.
    pub fn verify(&self) -> io::Result<Contents> {
        self.examine(|front| front.check(|_| {}))
    }

    /// Removes entries, and without a selection the files of killed processes too. Nothing that is not the cache's.
    pub fn clean(&self, selection: &Selection) -> io::Result<Removed> {
        let contents = if selection.is_damaged {
            self.verify()?
        } else {
            self.contents()?
        };
        let mut removed = Removed::default();
        for entry in contents.entries {
            if selection.holds(&entry) {
                match remove(&entry.path) {
                    Ok(()) => removed.entries.push(entry),
                    Err(error) => removed.kept.push((entry.path, error)),
                }
            }
        }
        if *selection == Selection::default() {
            for path in contents.partial {
                match remove(&path) {
                    Ok(()) => removed.partial.push(path),
                    Err(error) => removed.kept.push((path, error)),
                }
            }
        }
        Ok(removed)
    }

    fn examine(&self, check: impl Fn(Front) -> Result<(), Fault>) -> io::Result<Contents> {
        let (mut found, partial) = self.walk()?;
        found.sort_by(|a, b| (b.modified, &a.path).cmp(&(a.modified, &b.path)));
        let entries = found.into_iter();
        Ok(Contents {
            // One that is gone since then is not there.
            entries: entries.filter_map(|found| look_at(found, &check)).collect(),
            partial: partial.into_iter().map(|found| found.path).collect(),
        })
    }

    /// The plain files in the folder that have names of the cache: entries, and those that are being written.
    fn walk(&self) -> io::Result<(Vec<Found>, Vec<Found>)> {
        let (mut entries, mut partial) = (Vec::new(), Vec::new());
        let Some(folder) = self.folder() else {
            return Ok((entries, partial));
        };
        let listed = match std::fs::read_dir(folder) {
            // The folder is made with the first entry.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((entries, partial)),
            listed => listed?,
        };
        for file in listed.flatten() {
            let name = file.file_name();
            let Some(name) = name.to_str() else {
                continue;
            };
            let list = if hash_in(name).is_some() {
                &mut entries
            } else if is_partial(name) {
                &mut partial
            } else {
                continue;
            };
            // Of the file itself, not of what a link leads to.
            let metadata = file.metadata().ok().filter(|metadata| metadata.is_file());
            list.extend(metadata.map(|metadata| Found {
                path: file.path(),
                size: metadata.len(),
                modified: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH),
            }));
        }
        Ok((entries, partial))
    }

    /// Removes what killed processes have left, and the least recently used entries until the others fit the limit.
    /// The one that was just written stays.
    pub(super) fn make_room(&self, written: &Path) {
        // What cannot be listed cannot be removed; the next process will try again.
        let Ok((mut entries, partial)) = self.walk() else {
            return;
        };
        for abandoned in partial.iter().filter(|f| idle(f.modified) > ABANDONED) {
            let _ = remove(&abandoned.path);
        }
        entries.sort_by(|a, b| (a.modified, &a.path).cmp(&(b.modified, &b.path)));
        let mut used: u64 = entries.iter().map(|entry| entry.size).sum();
        for entry in entries.iter().filter(|entry| entry.path != written) {
            if used <= self.limit() {
                break;
            }
            if remove(&entry.path).is_ok() {
                used = used.saturating_sub(entry.size);
            }
        }
    }
}

/// How long ago a time was; nothing for times to come, which a wrong clock has set.
fn idle(time: SystemTime) -> Duration {
    time.elapsed().unwrap_or_default()
}

/// Removes a file; another process may have been faster.
fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Reads an entry as far as `check` does.
fn look_at(found: Found, check: impl Fn(Front) -> Result<(), Fault>) -> Option<Entry> {
    let name = found.path.file_name()?.to_str()?;
    let hash_of_name = hash_in(name)?;
    let kind_of_name = name.split_once(hash_of_name)?.0.trim_end_matches('-');
    let mut entry = Entry {
        kind: kind_of_name.to_owned(),
        description: String::new(),
        inputs: String::new(),
        size: found.size,
        last_used: found.modified,
        state: EntryState::Usable,
        path: found.path.clone(),
    };
    entry.state = match Front::open(&found.path) {
        Ok(None) => return None,
        Err(fault) => EntryState::Faulty(fault),
        Ok(Some(front)) => {
            let origin = Origin::read(&front.key);
            entry.description.clone_from(&front.description);
            let is_named_right = hash(front.key.as_bytes()) == hash_of_name;
            match (check(front), origin) {
                (Err(fault), _) => EntryState::Faulty(fault),
                (Ok(()), Some(origin)) if is_named_right => {
                    entry.kind = origin.kind;
                    entry.inputs = origin.inputs;
                    if origin.program == PROGRAM_VERSION {
                        EntryState::Usable
                    } else {
                        EntryState::OtherVersion
                    }
                }
                (Ok(()), _) => EntryState::Faulty(Fault::OtherKey),
            }
        }
    };
    Some(entry)
}
