//! Model files with faults, each beside the message that it gets; some with warnings only, and some whose studies fail.
//!
//! After a change that was meant: `INSTA_UPDATE=always cargo test -p pitchline-cli`, then read what has changed.

use std::panic::AssertUnwindSafe;

use super::*;

/// `command` runs a file.
fn assert_messages(folder: &str, code: u8, command: impl Fn(&Path) -> Ran + Sync) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let files = files(&format!("tests/{folder}"), "toml");
    let mut changed = Vec::new();
    for (path, ran) in files.iter().zip(each(&files, |path| command(path))) {
        assert_eq!(ran.code(), code, "{}\n{}", path.display(), ran.err);
        let shown = format!("{}--- out\n{}--- exit {}", ran.err, ran.out, ran.code());
        let is_same = std::panic::catch_unwind(AssertUnwindSafe(|| {
            settings.bind(|| insta::assert_snapshot!(stem(path), shown));
        }));
        if is_same.is_err() {
            changed.push(stem(path));
        }
    }
    assert!(changed.is_empty(), "changed: {changed:?}");
    // No message without its file.
    for snapshot in self::files(&format!("tests/{folder}"), "snap") {
        assert!(
            snapshot.with_extension("toml").exists(),
            "{}",
            snapshot.display()
        );
    }
}

#[test]
fn faults_are_explained() {
    assert_messages("bad", 2, |file| run([Path::new("check"), file]));
}

#[test]
fn warnings_are_explained_and_the_run_goes_on() {
    assert_messages("warn", 0, |file| run([Path::new("check"), file]));
}

/// The file is sound, but the computation is not possible; what it leaves stands in a folder without a name of its own.
#[test]
fn studies_that_fail_are_explained() {
    assert_messages("failed", 1, |file| {
        let folder = tempfile::tempdir().unwrap();
        let [command, quiet, out] = ["run", "--no-pictures", "--out"].map(Path::new);
        let ran = run([command, file, quiet, out, folder.path()]);
        let name = folder.path().to_string_lossy().into_owned();
        Ran {
            out: ran.out.replace(&name, "FOLDER"),
            err: ran.err.replace(&name, "FOLDER"),
            ..ran
        }
    });
}

#[test]
fn interference_names_both_contact_ratios_and_the_least_shift() {
    let ran = run(["check", "tests/bad/interference.toml"]);
    let said = ran.err.replace("\n  │ ", " ");
    for part in ["1.64577", "1.36631", "profile_shift of at least 0.24"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// Of the terminal and of its details; of JSON in the test below.
#[test]
fn messages_hold_nothing_that_commands_a_terminal() {
    let files = files("tests/bad", "toml");
    let verbose = |path: &PathBuf| run([Path::new("check"), path, Path::new("--verbose")]);
    for (path, ran) in files.iter().zip(each(&files, verbose)) {
        assert_tame(path, &ran);
    }
}

fn assert_tame(path: &Path, ran: &Ran) {
    let is_tame = |c: char| c == '\n' || !c.is_control();
    assert!(ran.err.chars().all(is_tame), "{}", path.display());
    assert!(ran.out.chars().all(is_tame), "{}", path.display());
}

#[test]
fn wrong_input_as_json_names_line_and_column() {
    let ran = run(["check", "--json", "tests/bad/two-errors.toml"]);
    let report = ran.json();
    assert_eq!(report["status"], "wrong");
    let faults = report["diagnostics"].as_array().unwrap();
    let places: Vec<_> = faults
        .iter()
        .map(|fault| {
            (
                fault["code"].as_str(),
                fault["line"].as_u64(),
                fault["column"].as_u64(),
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            (Some("out-of-range"), Some(7), Some(9)),
            (Some("wrong-dimension"), Some(21), Some(19))
        ]
    );
}

#[test]
fn every_fault_is_valid_json_and_nothing_else() {
    let files = files("tests/bad", "toml");
    let commands = ["check", "geometry", "run"].map(Path::new);
    let as_json =
        |path: &PathBuf| commands.map(|command| run([command, path, Path::new("--json")]));
    for (path, ran) in files.iter().zip(each(&files, as_json)) {
        for ran in ran {
            assert_eq!(ran.code(), 2, "{}", path.display());
            assert_tame(path, &ran);
            let report = ran.json();
            let faults = report["diagnostics"].as_array().unwrap();
            assert!(!faults.is_empty(), "{}", path.display());
            for fault in faults {
                let has_remedy = fault["help"].is_string();
                assert!(has_remedy, "{}: no remedy: {fault:#}", path.display());
            }
        }
    }
}

/// What a message says to write is written, and the fault is gone.
#[test]
fn remedies_work() {
    for (file, from, to) in [
        ("bare-angle", "= 20\n\n", "= \"20 deg\"\n\n"),
        ("bare-millimetres", "module = 3\n", "module = \"3 mm\"\n"),
        ("decimal-comma", "2,5 mm", "2.5 mm"),
        ("unknown-unit", "mmm", "mm"),
        ("pointed-tip-diameter", "72 mm", "69.229 mm"),
        ("cutter-radius", "0.9", "0.3462"),
        ("cutter-too-large", "teeth = 70", "teeth = 20"),
        ("rim-too-thick", "20 mm\" }", "14.25 mm\" }"),
        (
            "internal-tip-inside-base",
            "teeth = 30\n",
            "teeth = 30\ntip_alteration = -0.096\n",
        ),
        (
            "internal-tip-inside-base",
            "teeth = 30\n",
            "teeth = 30\ntip_diameter = \"84.573 mm\"\n",
        ),
        (
            "rack-radius-too-large",
            "root_radius = 0.6",
            "root_radius = 0.4719",
        ),
        (
            "rack-too-deep",
            "dedendum = 2.5, root_radius = 0.1",
            "dedendum = 2.157, root_radius = 0.0",
        ),
        (
            "rack-does-not-fit-angle",
            "25 deg\"\n",
            "25 deg\"\nrack = { addendum = 1, dedendum = 1.25, root_radius = 0.31 }\n",
        ),
        (
            "interference",
            "teeth = 13\n",
            "teeth = 13\nprofile_shift = 0.24\n",
        ),
        (
            "interference",
            "teeth = 97\n",
            "teeth = 97\ntip_diameter = \"196.735 mm\"\n",
        ),
        (
            "interference",
            "b = \"wheel\"\n",
            "b = \"wheel\"\ninterference = \"allow\"\n",
        ),
        (
            "undercut-reaches-flank",
            "teeth = 10\n",
            "teeth = 10\nprofile_shift = 0.42\n",
        ),
        (
            "tip-digs-into-root",
            "tip_alteration = 0.4",
            "tip_diameter = \"67.5 mm\"",
        ),
        ("negative-backlash", "89.5 mm", "90.01 mm"),
        ("no-contact", "97 mm", "90 mm"),
        ("center-distance-below-base-circles", "80 mm", "84.573 mm"),
        (
            "helical-without-hand",
            "\"15 deg\"\n",
            "\"15 deg\"\nhand = \"left\"\n",
        ),
        ("no-center-distance", "-0.9", "-0.62"),
        ("planetary-planets-touch", "planets = 6", "planets = 4"),
        ("planetary-cannot-assemble", "planets = 4", "planets = 5"),
        (
            "planetary-cannot-assemble",
            "planets = 4\n",
            "planets = 4\nspacing = \"nearest\"\n",
        ),
        (
            "planetary-not-coaxial",
            "tip_alteration = -0.2",
            "tip_alteration = -0.2\nprofile_shift = -0.4519",
        ),
        ("planetary-not-coaxial", "teeth = 61", "teeth = 60"),
        ("planetary-center-distance", "41.5 mm", "42 mm"),
        (
            "planetary-spacing-does-not-fit",
            "[\"88 deg\", \"92 deg\", \"88 deg\", \"92 deg\"]",
            "[\"86.25 deg\", \"93.75 deg\", \"86.25 deg\", \"93.75 deg\"]",
        ),
        ("planetary-spacing-no-turn", "119 deg", "120 deg"),
        ("hypoid-offset-too-large", "80 mm", "58.222 mm"),
        ("bevel-shaft-angle-too-large", "120 deg", "106.4592 deg"),
        ("bevel-face-too-wide", "60 mm", "43.462 mm"),
        ("worm-center-distance", "120 mm", "106.685 mm"),
        (
            "worm-without-lead",
            "teeth = 2\n",
            "teeth = 2\nlead_angle = \"10 deg\"\n",
        ),
        ("crossed-wrong-shaft-angle", "90 deg", "85 deg"),
        (
            "crossed-center-distance",
            "center_distance = \"110 mm\"\n",
            "",
        ),
        (
            "hypoid-without-offset",
            "b = \"wheel\"\n",
            "b = \"wheel\"\noffset = \"25 mm\"\n",
        ),
        ("worm-opposite-hands", "\"left\"", "\"right\""),
        ("bevel-cone-angle", "cone_angle = \"45 deg\"\n", ""),
        ("bevel-helix-angle", "helix_angle", "spiral_angle"),
        ("worm-helix-angle", "helix_angle = \"80 deg\"\n", ""),
        ("bevel-mounting-far", "33 mm", "27.4593 mm"),
        ("crossed-shift-shaft-angle", "50 deg", "51.0915 deg"),
        (
            "worm-mounting-distance",
            "mounting_distance_a = \"10 mm\"\n",
            "",
        ),
        (
            "hypoid-apex-out-of-reach",
            "apex_beyond_crossing",
            "# apex_beyond_crossing",
        ),
        ("bevel-different-spirals", "30 deg", "35 deg"),
        (
            "bevel-same-hands",
            "hand = \"right\"\n\n[gears.wheel]",
            "hand = \"left\"\n\n[gears.wheel]",
        ),
        (
            "hypoid-without-spiral",
            "teeth = 10\n",
            "teeth = 10\nspiral_angle = \"50 deg\"\n",
        ),
        (
            "modification-topography-one-place",
            "[\"68 mm\"], widths = [\"-10 mm\", \"10 mm\"], amounts = [\"0 um\", \"5 um\"]",
            "[\"66 mm\", \"74 mm\"], widths = [\"-10 mm\", \"10 mm\"], amounts = [\"0 um\", \"5 um\", \"0 um\", \"5 um\"]",
        ),
        (
            "modification-topography-one-width",
            "[\"0 mm\"], amounts = [\"0 um\", \"5 um\"]",
            "[\"-10 mm\", \"10 mm\"], amounts = [\"0 um\", \"0 um\", \"5 um\", \"5 um\"]",
        ),
        ("deviation-no-such-tooth", "tooth = 24", "tooth = 23"),
    ] {
        let path = format!("tests/bad/{file}.toml");
        let source = std::fs::read_to_string(&path).unwrap();
        assert!(source.contains(from), "{file}");
        let code = run(["check", "--json", &path]).json()["diagnostics"][0]["code"].clone();
        let ran = run_on(source.replace(from, to).as_bytes(), &["check", "--json"]);
        let left = &ran.json()["diagnostics"];
        let is_left = left
            .as_array()
            .is_some_and(|left| left.iter().any(|fault| fault["code"] == code));
        assert!(!is_left, "{file}: {left:#}");
    }
}
