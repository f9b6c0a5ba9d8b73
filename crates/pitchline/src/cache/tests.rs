//! The cache against all that can happen to files.

mod bad_files;
mod processes;
mod room;
mod writing;

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::*;

/// A cache in a folder of its own.
struct Scene {
    folder: TempDir,
    cache: Cache,
}

impl Scene {
    fn new() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }

    fn with_limit(limit: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path(), limit);
        Self { folder, cache }
    }

    /// The file of a key.
    fn path(&self, key: &Key) -> PathBuf {
        self.folder.path().join(file_name(key))
    }

    /// Names of all files, in order.
    fn names(&self) -> Vec<String> {
        names(self.folder.path())
    }
}

fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn key(number: i64) -> Key {
    Key::new("test", 1).integer("number", number)
}

/// Bytes without a pattern of the size of a chunk.
fn payload(number: i64, length: usize) -> Vec<u8> {
    (0..length)
        .map(|i| (i.wrapping_mul(31) >> 3) as u8 ^ number as u8)
        .collect()
}

/// Makes a file as old as it would be if it had not been used for so long.
fn age(path: &Path, age: Duration) {
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
}

const HOUR: Duration = Duration::from_secs(3600);

/// A computation that counts how often it is done.
fn compute(cache: &Cache, key: &Key, times: &mut usize) -> Cached<Vec<u8>> {
    let computed = cache.get_or_compute(
        key,
        "a test",
        |bytes| Ok::<_, Infallible>(bytes.to_vec()),
        || {
            *times += 1;
            Ok::<_, Infallible>(payload(7, 100))
        },
        Vec::clone,
    );
    computed.unwrap()
}

#[test]
fn what_was_stored_is_found_and_nothing_else() {
    let scene = Scene::new();
    for (number, length) in [(1, 0), (2, 1), (3, 5_000_000)] {
        assert_eq!(scene.cache.get(&key(number)), Lookup::Miss);
        let bytes = payload(number, length);
        assert_eq!(scene.cache.put(&key(number), "one", &bytes), Put::Stored);
        assert_eq!(scene.cache.get(&key(number)), Lookup::Hit(bytes));
        assert_eq!(scene.cache.get(&key(-number)), Lookup::Miss);
    }
    // Another handle, as another process would have.
    let other = Cache::open(scene.folder.path(), DEFAULT_LIMIT);
    assert_eq!(other.get(&key(2)), Lookup::Hit(payload(2, 1)));
    assert_eq!(scene.names().len(), 3);
}

#[test]
fn a_result_is_computed_once() {
    let scene = Scene::new();
    let mut times = 0;
    for (usage, n) in [
        (CacheUse::Stored, 1),
        (CacheUse::Hit, 1),
        (CacheUse::Hit, 1),
    ] {
        let result = compute(&scene.cache, &key(1), &mut times);
        assert_eq!((result.usage, times), (usage, n));
        assert_eq!(result.value, payload(7, 100));
        assert_eq!(result.warnings, Vec::<String>::new());
    }
}

#[test]
fn a_failed_computation_stores_nothing() {
    let scene = Scene::new();
    let failed = scene.cache.get_or_compute(
        &key(1),
        "",
        |_| Ok::<(), Infallible>(()),
        || Err("no convergence"),
        |()| Vec::new(),
    );
    assert_eq!(failed, Err("no convergence"));
    assert_eq!(scene.names(), Vec::<String>::new());
}

#[test]
fn a_payload_that_is_not_understood_is_damaged_and_replaced() {
    let scene = Scene::new();
    scene.cache.put(&key(1), "", b"three");
    let get = |expected: &str| {
        let decode = |bytes: &[u8]| match bytes {
            b"3" => Ok(3),
            _ => Err("no digit"),
        };
        let compute = || Ok::<_, Infallible>(3);
        let result = scene
            .cache
            .get_or_compute(&key(1), "", decode, compute, |_| b"3".to_vec());
        let result = result.unwrap();
        assert_eq!((result.value, result.usage.word()), (3, expected));
        result.warnings
    };
    let warnings = get("stored");
    assert!(
        warnings.len() == 1 && warnings[0].ends_with("cannot be understood: no digit"),
        "{warnings:?}"
    );
    assert_eq!(get("hit"), Vec::<String>::new());
}

#[test]
fn a_cache_that_is_off_does_nothing_and_one_that_cannot_be_says_why_once() {
    let mut times = 0;
    let off = Cache::off();
    assert_eq!(off.put(&key(1), "", b""), Put::Off);
    for _ in 0..2 {
        let result = compute(&off, &key(1), &mut times);
        assert_eq!((result.usage, result.warnings.len()), (CacheUse::Off, 0));
    }
    assert_eq!(times, 2);
    assert_eq!(off.contents().unwrap(), Contents::default());

    let impossible = Place::of_environment(|_| None).open();
    let first = compute(&impossible, &key(1), &mut times);
    assert_eq!(first.usage, CacheUse::Off);
    assert!(
        first.warnings[0].contains("set PITCHLINE_CACHE"),
        "{:?}",
        first.warnings
    );
    assert_eq!(
        compute(&impossible, &key(1), &mut times).warnings,
        Vec::<String>::new()
    );
}

#[test]
fn kinds_that_are_no_file_names_are_kept_all_the_same() {
    let scene = Scene::new();
    let long = "k".repeat(500);
    for kind in ["../../escape", "", "Ä b\0", "con", "a.entry", &long] {
        let key = Key::new(kind, 1);
        assert_eq!(
            scene.cache.put(&key, "", kind.as_bytes()),
            Put::Stored,
            "{kind:?}"
        );
        assert_eq!(scene.cache.get(&key), Lookup::Hit(kind.as_bytes().to_vec()));
    }
    let contents = scene.cache.verify().unwrap();
    assert_eq!(contents.entries.len(), 6);
    assert!(
        contents
            .entries
            .iter()
            .all(|entry| entry.state == EntryState::Usable)
    );
    assert!(
        contents
            .entries
            .iter()
            .any(|entry| entry.kind == "../../escape")
    );
}

#[test]
fn the_list_tells_what_there_is() {
    let scene = Scene::new();
    scene
        .cache
        .put(&key(1).text("gear", "wheel"), "wheel, 60 modes", b"1");
    let old = Key::of_program("map", 1, "0.0.9").number("torque", 10.0);
    scene.cache.put(&old, "a map", b"22");
    age(&scene.path(&old), 50 * HOUR);
    let contents = scene.cache.contents().unwrap();
    let [new, old] = &contents.entries[..] else {
        panic!("{contents:?}");
    };
    assert_eq!(
        (new.kind.as_str(), new.description.as_str()),
        ("test", "wheel, 60 modes")
    );
    assert_eq!(
        new.inputs,
        "input 6:number integer 1\ninput 4:gear text 5:wheel\n"
    );
    assert_eq!(
        (&new.state, &old.state),
        (&EntryState::Usable, &EntryState::OtherVersion)
    );
    assert_eq!(old.size, std::fs::metadata(&old.path).unwrap().len());
    assert_eq!(old.idle().as_secs() / 3600, 50);
}

#[test]
fn cleaning_removes_what_is_meant() {
    let scene = Scene::new();
    let map = Key::new("map", 1);
    let fill = || {
        for number in 0..3 {
            scene.cache.put(&key(number), "", b"payload");
        }
        scene.cache.put(&map, "", b"payload");
        age(&scene.path(&key(0)), 31 * 24 * HOUR);
        let broken = scene.path(&key(1));
        let mut bytes = std::fs::read(&broken).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(broken, bytes).unwrap();
    };
    let month = Some(30 * 24 * HOUR);
    let of_kind = |kind: &str| Some(kind.to_owned());
    for (selection, gone) in [
        (
            Selection {
                older_than: month,
                ..Selection::default()
            },
            vec![key(0)],
        ),
        (
            Selection {
                kind: of_kind("map"),
                ..Selection::default()
            },
            vec![map.clone()],
        ),
        (
            Selection {
                is_damaged: true,
                ..Selection::default()
            },
            vec![key(1)],
        ),
        (
            Selection {
                older_than: month,
                kind: of_kind("map"),
                ..Selection::default()
            },
            vec![],
        ),
        (
            Selection::default(),
            vec![key(0), key(1), key(2), map.clone()],
        ),
    ] {
        fill();
        let removed = scene.cache.clean(&selection).unwrap();
        assert_eq!(removed.entries.len(), gone.len(), "{selection:?}");
        assert_eq!(scene.names().len(), 4 - gone.len());
        assert!(
            gone.iter().all(|key| !scene.path(key).exists()),
            "{selection:?}"
        );
    }
}
