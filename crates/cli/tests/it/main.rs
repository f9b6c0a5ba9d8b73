//! The program as a whole, run in this process.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod actuators;
mod bad;
mod cache;
mod commands;
mod each;
mod equal_frequencies;
mod events;
mod examples;
mod finite_elements;
mod flexible_machines;
mod folder;
mod gear_joints;
mod hostile;
mod linearise;
mod machine_parts;
mod machine_warnings;
mod machines;
mod mutated;
mod pictures;
mod planar_pairs;
mod proposals;
mod reference;
mod resume;
mod rigid_modes;
mod rotors;
mod shaken;
mod small_motions;
mod trains;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pitchline::cache::Place;
use pitchline_cli::{ExitStatus, Surroundings, Terminal};
use serde_json::Value as Json;

use each::each;

/// What a run has left.
struct Ran {
    status: ExitStatus,
    out: String,
    err: String,
}

impl Ran {
    fn code(&self) -> u8 {
        match self.status {
            ExitStatus::Done => 0,
            ExitStatus::Failed => 1,
            ExitStatus::WrongInput => 2,
            ExitStatus::Interrupted => pitchline_cli::INTERRUPTED,
        }
    }

    fn json(&self) -> Json {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// No test touches the cache of the user.
const NO_CACHE: Place = Place::Nowhere(String::new());

/// Runs the program without a terminal and with an empty cache.
fn run<A: Into<OsString>>(arguments: impl IntoIterator<Item = A>) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let cache = Place::Folder {
        path: folder.path().join("cache"),
        limit: pitchline::cache::DEFAULT_LIMIT,
    };
    run_with_cache(arguments, &cache)
}

/// No terminal, and nobody who interrupts.
fn surroundings(cache: &Place) -> Surroundings {
    Surroundings {
        terminal: Terminal::NONE,
        cache: cache.clone(),
        interrupt: Arc::default(),
    }
}

/// Runs the program without a terminal.
fn run_with_cache<A: Into<OsString>>(arguments: impl IntoIterator<Item = A>, cache: &Place) -> Ran {
    let arguments = arguments.into_iter().map(Into::into);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments = std::iter::once("pitchline".into()).chain(arguments);
    let status = pitchline_cli::run(arguments, &mut out, &mut err, &surroundings(cache));
    Ran {
        status,
        out: String::from_utf8(out).unwrap(),
        err: String::from_utf8(err).unwrap(),
    }
}

/// Runs `command FILE` on a file with these bytes.
fn run_on(bytes: &[u8], command: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, bytes).unwrap();
    let arguments = command.iter().map(OsString::from);
    run(arguments.chain([file.into_os_string()]))
}

/// The files of a folder of this crate with an ending, by name.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

/// The examples of the repository.
fn examples() -> Vec<PathBuf> {
    files("../../examples", "toml")
}

/// Those with gears.
fn gear_examples() -> Vec<PathBuf> {
    let has_gears = |path: &PathBuf| std::fs::read_to_string(path).unwrap().contains("[gears");
    examples().into_iter().filter(has_gears).collect()
}

/// All files below a folder, relative to it, by name.
fn tree(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, found);
            } else if path.file_name().is_some_and(|name| name != ".lock") {
                found.push(
                    path.strip_prefix(root)
                        .unwrap()
                        .to_str()
                        .unwrap()
                        .to_owned(),
                );
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, folder, &mut found);
    found.sort();
    found
}
