//! Names the sources that the library is built from, so that the cache never takes what other code has computed.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher as _;
use std::path::{Path, PathBuf};

/// What decides about a result besides the input: the code and the versions of what it uses.
const SOURCES: [&str; 5] = [
    "src",
    "../algebra/src",
    "../fem/src",
    "../geometry/src",
    "../../Cargo.lock",
];

fn main() {
    // The algorithm may change with the compiler: then the name changes, as it should.
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        // What a published package does not contain is known by the version alone.
        if Path::new(source).exists() {
            println!("cargo:rerun-if-changed={source}");
            for file in files(Path::new(source)) {
                hasher.write(file.to_string_lossy().as_bytes());
                hasher.write(&[0]);
                hasher.write(&std::fs::read(&file).unwrap_or_default());
            }
        }
    }
    println!("cargo:rustc-env=PITCHLINE_SOURCES={:016x}", hasher.finish());
}

/// A file itself, or all files below a folder, in one order everywhere.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    entries.iter().flat_map(|entry| files(entry)).collect()
}
