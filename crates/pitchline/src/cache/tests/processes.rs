//! Several processes on one cache, and one that is killed while it writes.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use super::*;

const FOLDER: &str = "PITCHLINE_TEST_CACHE_FOLDER";
const ROLE: &str = "PITCHLINE_TEST_CACHE_ROLE";
/// Keys that are fought for, and rounds of each process.
const KEYS: i64 = 4;
const ROUNDS: i64 = 60;
const LENGTH: usize = 300_000;

/// Starts this test program again, in another role.
fn start(role: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "cache::tests::processes::another_process",
            "--ignored",
        ])
        .env(ROLE, role)
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[ignore = "other tests start it as a process of its own"]
fn another_process() {
    let (Ok(role), Some(folder)) = (std::env::var(ROLE), std::env::var_os(FOLDER)) else {
        return;
    };
    let cache = Cache::open(PathBuf::from(folder), DEFAULT_LIMIT);
    match role.as_str() {
        "fill" => fill(&cache),
        "hang" => hang(cache),
        role => panic!("{role}"),
    }
}

/// Writes and reads the same entries as the others.
fn fill(cache: &Cache) {
    for round in 0..ROUNDS {
        let number = round % KEYS;
        match cache.get(&key(number)) {
            Lookup::Hit(bytes) => assert_eq!(bytes, payload(number, LENGTH)),
            Lookup::Miss => assert!(round < KEYS, "an entry has vanished"),
            Lookup::Damaged { fault, .. } => panic!("{fault}"),
        }
        let put = cache.put(&key(number), "", &payload(number, LENGTH));
        assert_eq!(put, Put::Stored);
    }
}

/// Writes half an entry, then waits to be killed.
fn hang(mut cache: Cache) {
    struct Half(File, usize);
    impl Write for Half {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.1 == 0 {
                self.0.sync_all()?;
                loop {
                    std::thread::sleep(Duration::from_secs(1));
                }
            }
            let n = bytes.len().min(self.1);
            self.1 -= n;
            self.0.write(&bytes[..n])
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    cache.create = |path| Ok(Box::new(Half(File::create_new(path)?, LENGTH / 2)));
    cache.put(&key(1), "", &payload(1, LENGTH));
}

#[test]
fn processes_fill_the_same_entries_at_once() {
    let scene = Scene::new();
    let children: Vec<Child> = (0..4).map(|_| start("fill", scene.folder.path())).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let contents = scene.cache.verify().unwrap();
    assert_eq!(
        (contents.entries.len(), contents.partial.len()),
        (KEYS as usize, 0)
    );
    assert!(
        contents
            .entries
            .iter()
            .all(|entry| entry.state == EntryState::Usable)
    );
}

#[test]
fn threads_fill_the_same_entries_at_once() {
    let scene = Scene::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| fill(&scene.cache));
        }
    });
    assert_eq!(scene.names().len(), KEYS as usize);
}

#[test]
fn a_process_killed_while_it_writes_leaves_only_a_file_that_is_removed_later() {
    let scene = Scene::new();
    let mut child = start("hang", scene.folder.path());
    let is_half_written = || {
        let files = names(scene.folder.path());
        let size = |name: &String| {
            std::fs::metadata(scene.folder.path().join(name))
                .unwrap()
                .len()
        };
        files
            .first()
            .is_some_and(|name| size(name) >= LENGTH as u64 / 2)
    };
    let started = Instant::now();
    while !is_half_written() && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(is_half_written(), "the other process did not write");
    // On Unix this is SIGKILL: nothing of the process runs after it.
    child.kill().unwrap();
    child.wait().unwrap();

    let left = scene.names();
    assert!(left.len() == 1 && is_partial(&left[0]), "{left:?}");
    assert_eq!(scene.cache.get(&key(1)), Lookup::Miss);
    assert_eq!(scene.cache.verify().unwrap().entries, []);
    let mut times = 0;
    assert_eq!(
        compute(&scene.cache, &key(1), &mut times).usage,
        CacheUse::Stored
    );
    assert_eq!(
        scene.cache.contents().unwrap().partial.len(),
        1,
        "it may still be written"
    );
    age(&scene.folder.path().join(&left[0]), 2 * HOUR);
    scene.cache.put(&key(2), "", b"2");
    assert_eq!(scene.cache.contents().unwrap().partial.len(), 0);
}
