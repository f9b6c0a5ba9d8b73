//! Entries that are damaged, cut off, foreign or newer.

use proptest::prelude::*;

use super::*;

/// The fault of what stands in place of an entry; a computation then reports it once, replaces it and finds it.
fn fault_of(scene: &Scene, key: &Key) -> Fault {
    let Lookup::Damaged { fault, .. } = scene.cache.get(key) else {
        panic!("the file was taken for an entry");
    };
    let mut times = 0;
    let result = compute(&scene.cache, key, &mut times);
    assert_eq!(
        (result.usage, result.warnings.len(), times),
        (CacheUse::Stored, 1, 1)
    );
    assert!(
        result.warnings[0].contains(&fault.to_string()),
        "{:?}",
        result.warnings
    );
    assert_eq!(compute(&scene.cache, key, &mut times).usage, CacheUse::Hit);
    fault
}

/// An entry of a small payload, as bytes.
fn entry() -> Vec<u8> {
    let scene = Scene::new();
    scene.cache.put(&key(1), "what", &payload(1, 50));
    std::fs::read(scene.path(&key(1))).unwrap()
}

#[test]
fn every_changed_bit_is_noticed() {
    let scene = Scene::new();
    let good = entry();
    for i in 0..good.len() {
        let mut bytes = good.clone();
        bytes[i] ^= 1 << (i % 8);
        std::fs::write(scene.path(&key(1)), &bytes).unwrap();
        let found = scene.cache.get(&key(1));
        assert!(
            matches!(found, Lookup::Damaged { .. }),
            "byte {i}: {found:?}"
        );
    }
}

#[test]
fn every_cut_and_every_addition_is_noticed() {
    let scene = Scene::new();
    let good = entry();
    for n in 0..good.len() {
        std::fs::write(scene.path(&key(1)), &good[..n]).unwrap();
        let Lookup::Damaged { fault, .. } = scene.cache.get(&key(1)) else {
            panic!("{n} bytes");
        };
        assert!(matches!(fault, Fault::Length { .. }), "{n} bytes: {fault}");
    }
    let longer = [&good[..], b"\0"].concat();
    std::fs::write(scene.path(&key(1)), longer).unwrap();
    assert!(matches!(fault_of(&scene, &key(1)), Fault::Length { .. }));
}

#[test]
fn damage_is_reported_and_mended() {
    let scene = Scene::new();
    let good = entry();
    let put = |bytes: &[u8]| std::fs::write(scene.path(&key(1)), bytes).unwrap();

    let mut changed = good.clone();
    *changed.last_mut().unwrap() ^= 0x40;
    put(&changed);
    assert_eq!(fault_of(&scene, &key(1)), Fault::Checksum);

    put(&good[..good.len() - 1]);
    assert!(matches!(fault_of(&scene, &key(1)), Fault::Length { .. }));

    for foreign in [
        &b"PNG"[..],
        &[0; 1000],
        b"pitchline cash\n\n and a long text that is no entry of any cache at all",
    ] {
        put(foreign);
        assert_eq!(fault_of(&scene, &key(1)), Fault::Foreign);
    }
    // An entry under the name of another one.
    scene.cache.put(&key(2), "", b"two");
    std::fs::rename(scene.path(&key(2)), scene.path(&key(1))).unwrap();
    let listed = &scene.cache.contents().unwrap().entries[0];
    assert_eq!(listed.state, EntryState::Faulty(Fault::OtherKey));
    assert_eq!(fault_of(&scene, &key(1)), Fault::OtherKey);
}

#[test]
fn lengths_without_bytes_behind_them_take_no_memory() {
    let scene = Scene::new();
    // Lengths of key, description and payload stand from byte 20 on.
    for (from, to) in [(20, 24), (24, 28), (28, 36), (20, 36)] {
        let mut bytes = entry();
        bytes[from..to].fill(0xff);
        std::fs::write(scene.path(&key(1)), bytes).unwrap();
        assert!(matches!(fault_of(&scene, &key(1)), Fault::Length { .. }));
    }
    // A file with a hole really has the length.
    let mut bytes = entry();
    let front = bytes.len() as u64 - 50;
    let length = 1_u64 << 40;
    bytes[28..36].copy_from_slice(&length.to_le_bytes());
    std::fs::write(scene.path(&key(1)), bytes).unwrap();
    let file = File::options()
        .write(true)
        .open(scene.path(&key(1)))
        .unwrap();
    if file.set_len(front + length).is_ok() {
        assert_eq!(fault_of(&scene, &key(1)), Fault::TooLarge);
    }
}

#[test]
fn what_a_newer_program_has_written_is_left_alone() {
    let scene = Scene::new();
    let mut newer = entry();
    newer[16..20].copy_from_slice(&2_u32.to_le_bytes());
    let path = scene.path(&key(1));
    std::fs::write(&path, &newer).unwrap();
    let mut times = 0;
    let result = compute(&scene.cache, &key(1), &mut times);
    assert_eq!((result.usage, times), (CacheUse::NotStored, 1));
    let [unused, unstored] = &result.warnings[..] else {
        panic!("{:?}", result.warnings);
    };
    assert!(
        unused.contains("newer version") && unstored.contains("stays"),
        "{unused}\n{unstored}"
    );
    let damaged = Selection {
        is_damaged: true,
        ..Selection::default()
    };
    assert_eq!(scene.cache.clean(&damaged).unwrap().entries, []);
    assert_eq!(std::fs::read(&path).unwrap(), newer);
}

#[test]
fn folders_in_the_place_of_entries_are_left_alone() {
    let scene = Scene::new();
    let path = scene.path(&key(1));
    std::fs::create_dir(&path).unwrap();
    let mut times = 0;
    let result = compute(&scene.cache, &key(1), &mut times);
    assert_eq!((result.usage, times), (CacheUse::NotStored, 1));
    assert!(
        result.warnings[0].contains("no plain file"),
        "{:?}",
        result.warnings
    );
    scene.cache.clean(&Selection::default()).unwrap();
    assert!(path.is_dir());
    assert_eq!(scene.names().len(), 1);
}

/// To open a pipe without a writer would wait for ever, to follow a link would read and overwrite a foreign file.
#[cfg(unix)]
#[test]
fn links_and_pipes_are_no_entries() {
    let scene = Scene::new();
    let target = scene.folder.path().join("mine.txt");
    std::fs::write(&target, entry()).unwrap();
    std::os::unix::fs::symlink(&target, scene.path(&key(1))).unwrap();
    assert_eq!(scene.cache.contents().unwrap().entries, []);
    assert_eq!(fault_of(&scene, &key(1)), Fault::NotAFile);
    assert_eq!(std::fs::read(&target).unwrap(), entry());

    let made = std::process::Command::new("mkfifo")
        .arg(scene.path(&key(2)))
        .status();
    if made.is_ok_and(|status| status.success()) {
        assert_eq!(scene.cache.verify().unwrap().entries.len(), 1);
        assert_eq!(fault_of(&scene, &key(2)), Fault::NotAFile);
    }
}

#[test]
fn odd_names_are_left_alone() {
    let scene = Scene::new();
    scene.cache.put(&key(1), "", b"1");
    let hash = key(1).hash();
    let name = file_name(&key(1));
    let odd = [
        "notes.txt".to_owned(),
        ".entry".to_owned(),
        "-.entry".to_owned(),
        format!("{hash}.entry"),
        format!("Test-{hash}.entry"),
        format!("test-{}.entry", &hash[1..]),
        format!("test-{}.entry", hash.to_uppercase()),
        format!("{name}.bak"),
        format!(".{name}.partial"),
        format!(".{name}.mine.partial"),
        ".summary.json.17.partial".to_owned(),
        "täst-é.entry".to_owned(),
    ];
    for name in &odd {
        let path = scene.folder.path().join(name);
        std::fs::write(&path, "mine").unwrap();
        age(&path, 1000 * HOUR);
    }
    scene.cache.put(&key(2), "", b"2");
    assert_eq!(scene.cache.verify().unwrap().entries.len(), 2);
    let removed = scene.cache.clean(&Selection::default()).unwrap();
    assert_eq!((removed.entries.len(), removed.partial.len()), (2, 0));
    let mut expected = odd.to_vec();
    expected.sort();
    assert_eq!(scene.names(), expected);
}

proptest! {
    #[test]
    fn no_content_is_a_panic(start in 0..120_usize, bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let scene = Scene::new();
        let good = entry();
        let content = [&good[..start.min(good.len())], &bytes].concat();
        std::fs::write(scene.path(&key(1)), &content).unwrap();
        let found = scene.cache.get(&key(1));
        let is_refused = matches!(found, Lookup::Damaged { .. });
        prop_assert_eq!(content == good, !is_refused);
        prop_assert_eq!(scene.cache.contents().unwrap().entries.len(), 1);
        let verified = scene.cache.verify().unwrap();
        prop_assert_eq!(content == good, verified.entries[0].state == EntryState::Usable);
    }
}
