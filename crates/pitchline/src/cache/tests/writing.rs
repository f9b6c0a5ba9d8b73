//! Folders and disks that cannot be written to: the computation goes on and one warning says why nothing was stored.

use std::io::{ErrorKind, Write};

use super::*;

/// Two results are computed, one warning is given.
fn warning_of(cache: &Cache) -> String {
    let mut times = 0;
    let first = compute(cache, &key(1), &mut times);
    let second = compute(cache, &key(2), &mut times);
    assert_eq!([first.usage, second.usage], [CacheUse::NotStored; 2]);
    assert_eq!((times, first.value), (2, payload(7, 100)));
    assert_eq!((first.warnings.len(), second.warnings.len()), (1, 0));
    first.warnings[0].clone()
}

/// Takes some bytes, then the disk is full.
struct Full(File, usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = bytes.len().min(self.1);
        if n == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        self.1 -= n;
        self.0.write(&bytes[..n])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[test]
fn a_disk_that_fills_up_while_writing() {
    let mut scene = Scene::new();
    scene.cache.put(&key(9), "", b"what was there before");
    scene.cache.create = |path| Ok(Box::new(Full(File::create_new(path)?, 100)));
    let warning = warning_of(&scene.cache);
    let full = io::Error::from(ErrorKind::StorageFull).to_string();
    assert!(warning.contains(&full), "{warning}");
    // Nothing half-written, and what was there is still good.
    assert_eq!(scene.names().len(), 1);
    assert!(matches!(scene.cache.get(&key(9)), Lookup::Hit(_)));
}

#[test]
fn a_disk_that_is_full_while_an_entry_is_replaced() {
    let mut scene = Scene::new();
    scene.cache.put(&key(1), "", b"first");
    scene.cache.create = |path| Ok(Box::new(Full(File::create_new(path)?, 10)));
    assert!(matches!(
        scene.cache.put(&key(1), "", b"other"),
        Put::NotStored(_)
    ));
    assert_eq!(scene.cache.get(&key(1)), Lookup::Hit(b"first".to_vec()));
}

/// The device on which every write fails as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn the_full_device() {
    let mut scene = Scene::new();
    scene.cache.create = |_| Ok(Box::new(File::options().write(true).open("/dev/full")?));
    let warning = warning_of(&scene.cache);
    // ENOSPC
    assert!(warning.contains("os error 28"), "{warning}");
    assert_eq!(scene.names(), Vec::<String>::new());
}

#[test]
fn a_folder_in_which_nothing_can_be_made() {
    let mut scene = Scene::new();
    scene.cache.create = |_| Err(ErrorKind::ReadOnlyFilesystem.into());
    let warning = warning_of(&scene.cache);
    assert!(warning.contains("read-only"), "{warning}");
}

/// Permissions do not stop an administrator, but below a plain file nobody can make a folder.
#[test]
fn a_folder_below_a_plain_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    for path in [file.clone(), file.join("cache")] {
        let cache = Cache::open(&path, DEFAULT_LIMIT);
        assert_eq!(cache.get(&key(1)), Lookup::Miss);
        let warning = warning_of(&cache);
        assert!(warning.contains(path.to_str().unwrap()), "{warning}");
        assert!(cache.contents().is_err());
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_to_write() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = Scene::new();
    scene.cache.put(&key(1), "", b"1");
    let permit = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(scene.folder.path(), permissions).unwrap();
    };
    permit(0o555);
    let probe = scene.folder.path().join("probe");
    let is_administrator = std::fs::write(&probe, "").is_ok();
    let found = scene.cache.get(&key(1));
    let put = scene.cache.put(&key(2), "", b"2");
    permit(0o755);
    assert_eq!(found, Lookup::Hit(b"1".to_vec()));
    // Whom permissions do not stop can store; everybody else is told why not.
    assert_eq!(put == Put::Stored, is_administrator, "{put:?}");
}
