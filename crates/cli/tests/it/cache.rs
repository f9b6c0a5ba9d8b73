//! `pitchline cache`: what it shows, checks and removes.

use std::process::Command;
use std::time::{Duration, SystemTime};

use pitchline::cache::{Cache, DEFAULT_LIMIT, Key, Lookup, Put};
use tempfile::TempDir;

use super::*;

const HOUR: u64 = 3600;

/// A cache with an entry of each sort.
struct Scene {
    folder: TempDir,
    place: Place,
}

fn wheel() -> Key {
    let key = Key::new("reduced-body", 1).integer("teeth", 53);
    key.number("module", 0.003).text("gear", "wheel")
}

impl Scene {
    fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder {
            path: folder.path().join("cache"),
            limit: DEFAULT_LIMIT,
        };
        Self { folder, place }
    }

    fn filled() -> Self {
        let scene = Self::empty();
        let put = |key: &Key, what: &str, length: usize, age: u64| {
            let cache = scene.place.open();
            assert_eq!(cache.put(key, what, &vec![7; length]), Put::Stored);
            scene.age(&scene.file(key), age);
        };
        put(&wheel(), "wheel of pair.toml, 60 modes", 3 << 20, 2 * HOUR);
        let long = "a map of the pair with a \u{1b}[31mvery long\nname that goes on and on and on";
        put(&Key::new("mesh-map", 1), long, 5000, 40 * 24 * HOUR);
        let damaged = Key::new("mesh-map", 1).text("state", "damaged");
        put(&damaged, "a damaged map", 1000, 3 * 24 * HOUR);
        let path = scene.file(&damaged);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.pop();
        std::fs::write(&path, &bytes).unwrap();
        scene.age(&path, 3 * 24 * HOUR);
        // The last of the payload: only a look at all of it tells.
        let subtle = Key::new("mesh-map", 1).text("state", "subtly damaged");
        put(&subtle, "a map with a changed bit", 1000, 4 * 24 * HOUR);
        let path = scene.file(&subtle);
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        scene.age(&path, 4 * 24 * HOUR);
        std::fs::write(scene.cache_folder().join("notes.txt"), "mine").unwrap();
        scene
    }

    fn cache_folder(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    fn file(&self, key: &Key) -> PathBuf {
        let name = format!("{}-{}.entry", key.kind(), key.hash());
        self.cache_folder().join(name)
    }

    fn age(&self, path: &Path, seconds: u64) {
        let file = std::fs::File::options().write(true).open(path).unwrap();
        let time = SystemTime::now() - Duration::from_secs(seconds);
        file.set_modified(time).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let arguments = ["cache"].iter().chain(arguments);
        run_with_cache(arguments.copied().map(OsString::from), &self.place)
    }

    /// What a run says, with the folder and the hashes left out.
    fn said(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        let folder = self.cache_folder().to_str().unwrap().to_owned();
        let said = format!("exit code {}\n{}---\n{}", ran.code(), ran.out, ran.err);
        let said = said.replace(&folder, "FOLDER");
        let keep = said.split('-').map(|part| {
            let is_hash = part.len() > 64 && part.chars().take(64).all(|c| c.is_ascii_hexdigit());
            if is_hash {
                format!("HASH{}", &part[64..])
            } else {
                part.to_owned()
            }
        });
        keep.collect::<Vec<_>>().join("-")
    }
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../cache");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn the_cache_is_shown() {
    let scene = Scene::filled();
    snapshot("show", &scene.said(&[]));
    snapshot("show-verbose", &scene.said(&["--verbose"]));
    assert_eq!(scene.said(&["--quiet"]), "exit code 0\n---\n");
    snapshot("show-empty", &Scene::empty().said(&[]));
}

#[test]
fn the_cache_is_verified() {
    let scene = Scene::filled();
    snapshot("verify", &scene.said(&["verify"]));
    scene.run(&["clean", "--damaged"]);
    snapshot("verify-sound", &scene.said(&["verify"]));
}

#[test]
fn entries_are_removed_and_named() {
    for (name, arguments) in [
        ("clean", &["clean"][..]),
        ("clean-damaged", &["clean", "--damaged"]),
        ("clean-older-than", &["clean", "--older-than", "30 d"]),
        ("clean-kind", &["clean", "--kind", "reduced-body"]),
        (
            "clean-nothing",
            &["clean", "--kind", "reduced-body", "--older-than", "1 d"],
        ),
    ] {
        let scene = Scene::filled();
        snapshot(name, &scene.said(arguments));
        assert!(scene.cache_folder().join("notes.txt").exists());
        assert_eq!(
            scene.file(&wheel()).exists(),
            !["clean", "clean-kind"].contains(&name)
        );
        // A second time there is nothing left to remove.
        assert!(scene.run(arguments).out.starts_with("removed 0 entries"));
    }
}

#[test]
fn json_tells_the_same() {
    let scene = Scene::filled();
    let json = scene.run(&["verify", "--json"]).json();
    assert_eq!(
        (&json["program"], &json["cache"]),
        (&"pitchline".into(), &"on".into())
    );
    let entries = json["entries"].as_array().unwrap();
    let states: Vec<_> = entries
        .iter()
        .map(|entry| entry["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["usable", "damaged", "damaged", "usable"]);
    assert_eq!(entries[0]["inputs"][0], "input 5:teeth integer 53");
    assert_eq!(entries[0]["idle_seconds"].as_u64().unwrap() / HOUR, 2);
    let bytes = entries.iter().map(|entry| entry["bytes"].as_u64().unwrap());
    assert_eq!(json["used_bytes"], bytes.sum::<u64>());

    let json = scene.run(&["clean", "--damaged", "--json"]).json();
    assert_eq!(json["removed"].as_array().unwrap().len(), 2);
    let none = run_with_cache(["cache", "--json"], &Place::Nowhere("no home".to_owned()));
    assert_eq!(
        (none.code(), &none.json()["reason"]),
        (0, &"no home".into())
    );
}

#[test]
fn a_folder_that_cannot_be_listed_is_a_failure() {
    let scene = Scene::empty();
    std::fs::write(scene.cache_folder(), "mine").unwrap();
    for arguments in [&[][..], &["verify"], &["clean"]] {
        let ran = scene.run(arguments);
        assert_eq!((ran.code(), ran.out.as_str()), (1, ""));
        assert!(ran.err.contains("PITCHLINE_CACHE"), "{}", ran.err);
    }
    assert_eq!(scene.run(&["--json"]).json()["status"], "wrong");
    assert_eq!(std::fs::read(scene.cache_folder()).unwrap(), b"mine");
}

#[test]
fn wrong_arguments_are_answered_with_right_ones() {
    let ran = run(["cache", "clean", "--older-than", "soon"]);
    assert_eq!((ran.code(), ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("\"30 d\""), "{}", ran.err);
    assert_eq!(run(["cache", "burn"]).code(), 2);
}

/// The environment decides, in a process of its own.
#[test]
fn the_environment_names_folder_and_limit() {
    let scene = Scene::filled();
    let cache = |variables: &[(&str, &Path)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pitchline"));
        for variable in [
            "PITCHLINE_CACHE",
            "PITCHLINE_CACHE_LIMIT",
            "XDG_CACHE_HOME",
            "HOME",
        ] {
            command.env_remove(variable);
        }
        command
            .args(["cache", "--json"])
            .envs(variables.iter().copied());
        let output = command.output().unwrap();
        assert!(output.status.success());
        serde_json::from_slice::<Json>(&output.stdout).unwrap()
    };
    let folder = scene.cache_folder();
    let json = cache(&[
        ("PITCHLINE_CACHE", &folder),
        ("PITCHLINE_CACHE_LIMIT", Path::new("2 GiB")),
    ]);
    assert_eq!(json["limit_bytes"], 2_u64 << 30);
    assert_eq!(json["entries"].as_array().unwrap().len(), 4);
    let json = cache(&[
        ("PITCHLINE_CACHE", &folder),
        ("PITCHLINE_CACHE_LIMIT", Path::new("much")),
    ]);
    assert_eq!(json["cache"], "off");
    assert!(json["reason"].as_str().unwrap().contains("\"2 GiB\""));
}

/// Studies that keep nothing leave no folder; the option is known to all that run studies.
#[test]
fn no_cache_is_an_option_of_commands_that_run_studies() {
    let scene = Scene::empty();
    for command in ["geometry", "run", "mesh", "modes"] {
        let ran = run_with_cache([command, "--help"], &scene.place);
        assert!(ran.out.contains("--no-cache"), "{command}");
    }
    let example = "../../examples/fzg-c.toml";
    let ran = run_with_cache(["geometry", example, "--no-cache"], &scene.place);
    assert_eq!((ran.code(), ran.err.as_str()), (0, ""));
    assert!(!scene.cache_folder().exists());
}

#[test]
fn entries_of_one_process_are_found_by_the_next() {
    let scene = Scene::filled();
    let again = Cache::open(scene.cache_folder(), DEFAULT_LIMIT);
    assert_eq!(again.get(&wheel()), Lookup::Hit(vec![7; 3 << 20]));
    // It has been used just now.
    let json = scene.run(&["--json"]).json();
    assert!(json["entries"][0]["idle_seconds"].as_u64().unwrap() < HOUR);
}
