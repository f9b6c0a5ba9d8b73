//! Runs that are killed go on with the same bits, and what they have left is neither lost nor taken for something else.

mod stopped;

use std::collections::BTreeMap;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use super::*;

/// A double pendulum in two studies, 250 000 steps each: long enough to be killed.
const MODEL: &str = r#"
[model]
name = "Double pendulum"
schema = 1
gravity = [0, "-9.81 m/s2", 0]

[bodies.upper]
mass = "2 kg"
inertia = ["0.001 kg m2", "0.17 kg m2", "0.17 kg m2"]
position = ["0.5 m", 0, 0]

[bodies.lower]
mass = "1 kg"
inertia = ["0.001 kg m2", "0.09 kg m2", "0.09 kg m2"]
position = ["1.5 m", 0, 0]

[joints.shoulder]
kind = "revolute"
a = "ground"
b = "upper"
at = [0, 0, 0]
axis = [0, 0, 1]

[joints.elbow]
kind = "revolute"
a = "upper"
b = "lower"
at = ["1 m", 0, 0]
axis = [0, 0, 1]

[sensors.elbow]
kind = "joint-angle"
of = "elbow"

[[studies]]
name = "first"
kind = "transient"
end = "12.5 s"
step = "0.05 ms"
output_step = "5 ms"

[[studies]]
name = "second"
kind = "transient"
start = "first"
end = "25 s"
step = "0.05 ms"
output_step = "5 ms"
"#;

/// Whether a process ended by the signal that no program can catch, and not for a reason of its own.
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    const SIGKILL: i32 = 9;
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(SIGKILL)
}

/// Where there are no signals, a killed process has the code of a failed one.
#[cfg(not(unix))]
fn was_killed(status: ExitStatus) -> bool {
    !status.success()
}

struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    fn new(model: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("model.toml"), model).unwrap();
        Self { folder }
    }

    fn start(&self, options: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_pitchline"))
            .current_dir(self.folder.path())
            .args(["run", "model.toml", "--out", "results"])
            .args(["--checkpoint-interval", "0"])
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn finish(&self, options: &[&str]) -> (i32, String) {
        let output = self.start(options).wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), said)
    }

    /// A run that has written this file since it began.
    fn start_until(&self, file: &str, options: &[&str]) -> Child {
        let written = || {
            std::fs::metadata(self.path(file))
                .and_then(|file| file.modified())
                .ok()
        };
        let before = written();
        let mut child = self.start(options);
        while written() == before || written().is_none() {
            assert!(child.try_wait().unwrap().is_none(), "it ended before");
            std::thread::sleep(Duration::from_millis(1));
        }
        child
    }

    /// Kills a run as soon as it has left a checkpoint; false if it was faster.
    fn interrupt(&self, options: &[&str]) -> bool {
        self.interrupt_at(&["first/run.checkpoint", "second/run.checkpoint"], options)
    }

    /// The same as soon as one of these files is there.
    fn interrupt_at(&self, files: &[&str], options: &[&str]) -> bool {
        let mut child = self.start(options);
        loop {
            if files.iter().any(|file| self.path(file).exists()) {
                child.kill().unwrap();
                return was_killed(child.wait().unwrap());
            }
            if child.try_wait().unwrap().is_some() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join("results").join(file)
    }

    /// All files of the results with their bytes.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.path("")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(self.folder.path()).unwrap();
                    found.insert(name.to_owned(), std::fs::read(&path).unwrap());
                }
            }
        }
        found
    }
}

/// The same pendulum with steps that follow from their errors: it hits a wall, and its elbow locks and lets go.
fn eventful() -> String {
    let (head, _) = MODEL.split_once("[[studies]]").unwrap();
    let more = r#"
[joints.wall]
kind = "stop"
a = "ground"
b = "lower"
frame_a = { place = ["-0.9 m", 0, 0], axis = [1, 0, 0] }
frame_b = {}
restitution = 0.9

[sensors.shoulder]
kind = "joint-angle"
of = "shoulder"

[events.stiff]
sensor = "shoulder"
value = "-120 deg"
direction = "falling"
action = "lock"
joint = "elbow"

[events.loose]
sensor = "shoulder"
value = "-60 deg"
direction = "rising"
action = "release"
joint = "elbow"

[[studies]]
name = "first"
kind = "transient"
end = "10 s"
accuracy = 1e-4
output_step = "1 ms"

[[studies]]
name = "second"
kind = "transient"
scheme = "radau"
start = "first"
end = "15 s"
accuracy = 1e-7
output_step = "1 ms"
"#;
    format!("{head}{more}")
}

/// Numbers that differ from kill to kill and are the same in each run of the test.
fn moments() -> impl Iterator<Item = Duration> {
    let mut seed = 20_u64;
    std::iter::repeat_with(move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
        Duration::from_micros(20_000 + (seed >> 33) % 180_000)
    })
}

#[test]
fn killed_twenty_times_the_results_have_the_same_bits() {
    assert_same_bits(MODEL, 20);
}

#[test]
fn runs_with_events_that_were_killed_have_the_same_bits() {
    let files = assert_same_bits(&eventful(), 8);
    for study in ["first", "second"] {
        let path = Path::new("results").join(study).join("events.csv");
        let events = String::from_utf8_lossy(&files[&path]);
        for what in ["hit", "locks elbow", "releases elbow"] {
            assert!(events.contains(what), "{study}: {what}");
        }
    }
}

/// Teeth that are stuck when a run is killed are stuck when it goes on, and what they lost is not lost from the books.
#[test]
fn runs_with_teeth_that_stick_have_the_same_bits() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/spring-loaded-actuator.toml");
    let model = std::fs::read_to_string(path).unwrap();
    let files = assert_same_bits(&model, 8);
    let path = Path::new("results").join("wind-up").join("events.csv");
    let events = String::from_utf8_lossy(&files[&path]);
    assert_eq!(events.matches("mesh,sticks,").count(), 34);
}

/// Kills runs of a model so often at moments that differ, and compares what is there in the end with an undisturbed run, whose files are
/// returned.
fn assert_same_bits(model: &str, n_kills: u32) -> BTreeMap<PathBuf, Vec<u8>> {
    let undisturbed = Scene::new(model);
    let (code, said) = undisturbed.finish(&[]);
    assert_eq!(code, 0, "{said}");
    let expected = undisturbed.files();
    let mut kills = 0;
    let mut moments = moments();
    // Where the machine is quick, several runs share the kills.
    for _ in 0..n_kills {
        if kills == n_kills {
            break;
        }
        let scene = Scene::new(model);
        loop {
            let mut child = scene.start(&["--resume"]);
            if kills < n_kills {
                std::thread::sleep(moments.next().unwrap());
                child.kill().unwrap();
            }
            let output = child.wait_with_output().unwrap();
            if output.status.success() {
                break;
            }
            // One that was not killed, or that fails by itself, ends the test.
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(kills < n_kills && was_killed(output.status), "{said}");
            kills += 1;
        }
        let found = scene.files();
        assert!(found.keys().eq(expected.keys()), "{:?}", found.keys());
        for (name, bytes) in &expected {
            assert!(found[name] == *bytes, "{} differs", name.display());
        }
    }
    assert_eq!(kills, n_kills, "the runs end before they are killed");
    expected
}

#[test]
fn what_an_interrupted_run_has_left_is_not_lost_by_mistake() {
    let scene = Scene::new(MODEL);
    assert!(scene.interrupt(&[]));
    let (code, said) = scene.finish(&[]);
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains("study `first` was interrupted at t = "),
        "{said}"
    );
    assert!(
        said.contains("--resume") && said.contains("--restart"),
        "{said}"
    );

    // Another model does not go on with it.
    let changed = MODEL.replace("mass = \"2 kg\"", "mass = \"2.1 kg\"");
    let model = scene.folder.path().join("model.toml");
    std::fs::write(&model, changed).unwrap();
    let (code, said) = scene.finish(&["--resume"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("the model has changed since"), "{said}");
    std::fs::write(&model, MODEL).unwrap();

    // Nor is one taken that was changed.
    let kept = scene.path("first/run.checkpoint");
    let bytes = std::fs::read(&kept).unwrap();
    let mut damaged = bytes.clone();
    damaged[200] ^= 1;
    std::fs::write(&kept, damaged).unwrap();
    let (code, said) = scene.finish(&["--resume"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("is damaged"), "{said}");
}

/// Tables and lists of events that are not those of the run are refused, as often as it is tried: no file changes by that, and with what
/// was there before the run goes on.
#[test]
fn a_refused_run_leaves_every_file_as_it_was() {
    let shortened = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    // Another digit in a table whose length stays.
    let changed = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        let at = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        assert_eq!(bytes[at], b'0', "the first row is that of t = 0");
        bytes[at] = b'1';
        bytes
    };
    let emptied = |_: &[u8]| Vec::new();
    let (table, list) = ("is not the table", "is not the list of events");
    type Change<'c> = &'c dyn Fn(&[u8]) -> Vec<u8>;
    let cases: [(&str, Change, &str); 7] = [
        ("first/sensors.csv.part", &shortened, table),
        ("first/reactions.csv.part", &shortened, table),
        ("first/energy.csv.part", &changed, table),
        ("first/energy.csv.part", &emptied, table),
        ("first/run.occurrences", &shortened, list),
        ("first/run.occurrences", &emptied, list),
        // Of the later study, after the one before it was found complete.
        ("second/energy.csv.part", &shortened, table),
    ];
    let scene = Scene::new(&eventful());
    // By then all of the first study is kept.
    assert!(scene.interrupt_at(&["second/run.checkpoint"], &[]));
    for (file, wrong, why) in cases {
        let path = scene.path(file);
        let good = std::fs::read(&path).unwrap();
        std::fs::write(&path, wrong(&good)).unwrap();
        let left = scene.files();
        for _ in 0..2 {
            let (code, said) = scene.finish(&["--resume"]);
            assert_eq!(code, 2, "{file}: {said}");
            assert!(said.contains(why) && said.contains("--restart"), "{said}");
            assert!(scene.files() == left, "{file}: files have changed");
        }
        std::fs::write(&path, good).unwrap();
    }
    std::fs::remove_file(scene.path("first/energy.csv.part")).unwrap();
    let left = scene.files();
    let (code, said) = scene.finish(&["--resume"]);
    assert_eq!(code, 2, "{said}");
    assert!(scene.files() == left);
}

/// What a refusal has left is good for going on.
#[test]
fn a_run_goes_on_after_it_was_refused() {
    let undisturbed = Scene::new(MODEL);
    assert_eq!(undisturbed.finish(&["--study", "first"]).0, 0);
    let scene = Scene::new(MODEL);
    assert!(scene.interrupt(&["--study", "first"]));
    let table = scene.path("first/sensors.csv.part");
    let good = std::fs::read(&table).unwrap();
    std::fs::write(&table, "time [s]\n").unwrap();
    assert_eq!(scene.finish(&["--resume", "--study", "first"]).0, 2);
    std::fs::write(&table, good).unwrap();
    let (code, said) = scene.finish(&["--resume", "--study", "first"]);
    assert_eq!(code, 0, "{said}");
    assert!(scene.files() == undisturbed.files());
}

/// A model with a later end, told in other words.
fn prolonged(model: &str, from: &str, to: &str) -> String {
    let later = model.replace(&format!("end = \"{from}\""), &format!("end = \"{to}\""));
    assert_ne!(later, model);
    later.replace(
        "schema = 1",
        "description = \"It swings.\" # longer\nschema = 1",
    )
}

/// A run of equal steps goes on to a later end with the bits of a run that was never interrupted, with events or without.
#[test]
fn a_later_end_and_other_words_are_no_other_model() {
    let even = eventful().replacen("accuracy = 1e-4", "step = \"0.1 ms\"", 1);
    for (model, from, to) in [(MODEL, "12.5 s", "20 s"), (even.as_str(), "10 s", "14 s")] {
        let later = prolonged(model, from, to);
        let undisturbed = Scene::new(&later);
        let (code, said) = undisturbed.finish(&["--study", "first"]);
        assert_eq!(code, 0, "{said}");
        let scene = Scene::new(model);
        assert!(scene.interrupt(&["--study", "first"]));
        let file = scene.folder.path().join("model.toml");
        // Not to an earlier one.
        let earlier = model.replace(&format!("end = \"{from}\""), "end = \"9.5 s\"");
        std::fs::write(&file, earlier).unwrap();
        let (code, said) = scene.finish(&["--resume", "--study", "first"]);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("its end is 9.5 s now"), "{said}");
        std::fs::write(&file, later).unwrap();
        let (code, said) = scene.finish(&["--resume", "--study", "first"]);
        assert_eq!(code, 0, "{said}");
        assert!(scene.files() == undisturbed.files());
    }
}

/// A study that had reached its end begins anew for a later one, while another goes on; one that starts from it cannot.
#[test]
fn ends_of_other_studies() {
    let short = MODEL.replace("end = \"12.5 s\"", "end = \"0.5 s\"");
    let apart = short.replace("start = \"first\"\n", "");
    for (model, is_apart) in [(apart, true), (short, false)] {
        let scene = Scene::new(&model);
        assert!(scene.interrupt_at(&["second/run.checkpoint"], &[]));
        assert!(scene.path("first/run.checkpoint").exists());
        let later = prolonged(&model, "0.5 s", "0.70001 s");
        std::fs::write(scene.folder.path().join("model.toml"), &later).unwrap();
        let (code, said) = scene.finish(&["--resume"]);
        if !is_apart {
            assert_eq!(code, 2, "{said}");
            assert!(
                said.contains("the model has changed since study `second`"),
                "{said}"
            );
            continue;
        }
        assert_eq!(code, 0, "{said}");
        let undisturbed = Scene::new(&later);
        assert_eq!(undisturbed.finish(&[]).0, 0);
        assert!(scene.files() == undisturbed.files());
    }
}

/// What happened is written once, beside checkpoints that do not grow, and not taken if it was changed.
#[test]
fn a_changed_list_of_events_is_told() {
    let scene = Scene::new(&eventful());
    // By then all of the first study is kept.
    assert!(scene.interrupt_at(&["second/run.checkpoint"], &[]));
    let list = scene.path("first/run.occurrences");
    let mut bytes = std::fs::read(&list).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&list, &bytes).unwrap();
    let (code, said) = scene.finish(&["--resume", "--study", "first"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("is not the list of events"), "{said}");
}

#[test]
fn it_can_begin_anew() {
    let short = MODEL.replace("12.5 s", "3 s").replace("25 s", "3.1 s");
    let undisturbed = Scene::new(&short);
    assert_eq!(undisturbed.finish(&[]).0, 0);
    let scene = Scene::new(&short);
    scene.interrupt(&[]);
    assert_eq!(scene.finish(&["--restart"]).0, 0);
    assert!(scene.files() == undisturbed.files());
}
