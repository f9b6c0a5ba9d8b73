//! The limit and what makes room for it.

use super::*;

/// Bytes of an entry with this payload.
fn size(length: usize) -> u64 {
    let scene = Scene::new();
    scene.cache.put(&key(1), "", &payload(1, length));
    std::fs::metadata(scene.path(&key(1))).unwrap().len()
}

#[test]
fn the_least_recently_used_entries_make_room() {
    let scene = Scene::with_limit(3 * size(1000));
    let put = |number| scene.cache.put(&key(number), "", &payload(number, 1000));
    let is_there = |number| scene.path(&key(number)).exists();
    for number in 1..=3 {
        put(number);
        age(&scene.path(&key(number)), (10 - number as u32) * HOUR);
    }
    // All fit; then the oldest is used, so that the second is the oldest.
    assert_eq!(scene.names().len(), 3);
    assert!(matches!(scene.cache.get(&key(1)), Lookup::Hit(_)));
    assert_eq!(put(4), Put::Stored);
    assert_eq!([1, 2, 3, 4].map(is_there), [true, false, true, true]);
    assert_eq!(put(5), Put::Stored);
    assert_eq!([1, 3, 4, 5].map(is_there), [true, false, true, true]);
}

#[test]
fn the_newest_stays_even_if_the_clock_says_that_it_is_the_oldest() {
    let scene = Scene::with_limit(size(1000) + 10);
    scene.cache.put(&key(1), "", &payload(1, 1000));
    let file = File::options()
        .write(true)
        .open(scene.path(&key(1)))
        .unwrap();
    file.set_modified(SystemTime::now() + 1000 * HOUR).unwrap();
    assert_eq!(
        scene.cache.contents().unwrap().entries[0].idle(),
        Duration::ZERO
    );
    assert_eq!(scene.cache.put(&key(2), "", &payload(2, 1000)), Put::Stored);
    assert!(scene.path(&key(2)).exists() && !scene.path(&key(1)).exists());
}

#[test]
fn what_is_larger_than_the_limit_is_not_stored_and_removes_nothing() {
    let scene = Scene::with_limit(size(1000));
    assert_eq!(scene.cache.put(&key(1), "", &payload(1, 1000)), Put::Stored);
    let Put::NotStored(reason) = scene.cache.put(&key(2), "", &payload(2, 1001)) else {
        panic!("stored");
    };
    assert!(reason.contains("PITCHLINE_CACHE_LIMIT"), "{reason}");
    assert!(matches!(scene.cache.get(&key(1)), Lookup::Hit(_)));
    assert_eq!(scene.names().len(), 1);
}

#[test]
fn a_lower_limit_removes_what_no_longer_fits() {
    let scene = Scene::new();
    for number in 1..=4 {
        scene.cache.put(&key(number), "", &payload(number, 1000));
        age(&scene.path(&key(number)), (10 - number as u32) * HOUR);
    }
    let smaller = Cache::open(scene.folder.path(), 2 * size(1000));
    smaller.put(&key(5), "", &payload(5, 1000));
    let left = smaller.contents().unwrap();
    assert_eq!(left.entries.len(), 2);
    assert!(scene.path(&key(5)).exists() && scene.path(&key(4)).exists());
}

#[test]
fn files_of_killed_processes_are_removed_after_an_hour() {
    let scene = Scene::new();
    let [fresh, old] = [1, 2].map(|number| {
        let path = scene
            .folder
            .path()
            .join(partial_name(&file_name(&key(number))));
        std::fs::write(&path, "half").unwrap();
        path
    });
    age(&fresh, HOUR / 2);
    age(&old, 2 * HOUR);
    scene.cache.put(&key(3), "", b"3");
    assert!(fresh.exists() && !old.exists());
    assert_eq!(
        scene.cache.contents().unwrap().partial,
        std::slice::from_ref(&fresh)
    );
    let removed = scene.cache.clean(&Selection::default()).unwrap();
    assert_eq!(removed.partial, [fresh]);
    assert_eq!(scene.names(), Vec::<String>::new());
}
