//! Commands and studies of finite-element bodies, on a small wheel.

use super::*;

const WHEEL: &str = "[model]\nname = \"w\"\nschema = 1\n[gears.wheel]\nkind = \"external\"\nteeth = 12\nmodule = \"3 mm\"\n\
    profile_shift = 0.3\nface_width = \"6 mm\"\nblank = { bore_radius = \"8 mm\" }\nmesh = { size = \"coarse\" }\n";

fn frequencies(arguments: &[&str]) -> Vec<f64> {
    let ran = run_on(
        WHEEL.as_bytes(),
        &[&["modes", "--json"], arguments].concat(),
    );
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let list = ran.json()["studies"]["modes"]["values"]["gears"]["wheel"]["frequencies"].clone();
    list.as_array()
        .unwrap()
        .iter()
        .map(|f| f.as_f64().unwrap())
        .collect()
}

/// As many modes as are asked for, without a folder too; a stiffened free seat raises them.
#[test]
fn modes_are_listed_in_full() {
    let free = frequencies(&["--count", "15", "--support", "free"]);
    assert_eq!(free.len(), 15);
    assert!(free.is_sorted());
    let rigid = frequencies(&["--count", "3", "--support", "rigid"]);
    // A rigid bore takes away motions: by Rayleigh each frequency is at least as high.
    assert!(rigid.iter().zip(&free).all(|(rigid, free)| rigid >= free));
}

/// Two opposite forces have no resultant; they deflect their teeth all the same, each as if alone but for the small motion
/// of the body between them.
#[test]
fn loads_that_balance_have_a_deflection() {
    let run = |loads: &str| -> f64 {
        let model =
            format!("{WHEEL}[[studies]]\nname = \"s\"\nkind = \"fe-static\"\nloads = [{loads}]\n");
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_string_lossy().into_owned();
        let ran = run_on(model.as_bytes(), &["run", "--no-pictures", "--out", &out]);
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let table = std::fs::read_to_string(folder.path().join("s/cases-wheel.csv")).unwrap();
        let row = table.lines().nth(1).unwrap();
        row.split(',').nth(2).unwrap().parse().unwrap()
    };
    let tip = |tooth: u32| {
        format!("{{ kind = \"tip\", force = \"100 N\", tooth = {tooth}, case = \"c\" }}")
    };
    let alone = run(&tip(1));
    let couple = run(&format!("{}, {}", tip(1), tip(7)));
    assert!((couple / alone - 1.0).abs() < 0.2, "{couple} {alone}");
}

/// A folder that cannot be made is told before anything is computed.
#[test]
fn a_folder_that_cannot_be_made_stops_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("taken");
    std::fs::write(&file, "").unwrap();
    let out = file.to_string_lossy().into_owned();
    let ran = run_on(WHEEL.as_bytes(), &["modes", "--out", &out]);
    assert_eq!(ran.code(), 1);
    assert!(!ran.err.contains("meshing"), "{}", ran.err);
}

/// What does not fit into memory is refused with the estimate, before it begins.
#[test]
fn giants_are_refused_at_once() {
    let giant = WHEEL.replace(
        "mesh = { size = \"coarse\" }",
        "mesh = { flank = 200, root = 200, across = 200, width = 100, rim = 200 }",
    );
    for command in ["mesh", "modes"] {
        let ran = run_on(giant.as_bytes(), &[command]);
        assert_eq!(ran.code(), 1);
        assert!(ran.err.contains("iB are free"), "{}", ran.err);
        assert!(!ran.err.contains("meshing"), "{}", ran.err);
    }
}

/// Runs the program as a process of its own that may have so many kibibytes of addresses: its exit code and what it says.
#[cfg(unix)]
fn run_within(kibibytes: u32, arguments: &[&str]) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_pitchline");
    let limited = format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\"");
    let output = std::process::Command::new("sh")
        .args(["-c", &limited, program])
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

/// The machine has more, but not this process.
#[cfg(target_os = "linux")]
#[test]
fn what_a_process_may_not_take_is_not_free() {
    let model = "../../examples/gear-body.toml";
    let asked = ["modes", model, "--gear", "wheel", "--no-cache"];
    let (code, said) = run_within(110_000, &asked);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("MiB are free"), "{said}");
}

/// A picture as PNG needs more than that: no estimate says so beforehand, and no signal ends the program.
#[cfg(target_os = "linux")]
#[test]
fn a_program_without_memory_says_so_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let asked = [
        "geometry",
        "../../examples/modified.toml",
        "--png",
        "--out",
        out,
    ];
    let (code, said) = run_within(96_000, &asked);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("memory allocation of"), "{said}");
}

#[test]
fn gears_without_a_body_are_named() {
    let bare = WHEEL.replace("blank = { bore_radius = \"8 mm\" }\n", "");
    let ran = run_on(bare.as_bytes(), &["mesh"]);
    assert_eq!(ran.code(), 2);
    assert!(ran.err.contains("no gear has a body"), "{}", ran.err);
    let ran = run_on(WHEEL.as_bytes(), &["modes", "--gear", "pinion"]);
    assert_eq!(ran.code(), 2);
    assert!(ran.err.contains("`pinion`"), "{}", ran.err);
}

/// What was reduced once comes from the cache, with the same bytes; another name or no pictures do not matter, another
/// density does, and `--no-cache` computes it anew.
#[test]
fn reduced_bodies_are_cached() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Place::Folder {
        path: folder.path().join("cache"),
        limit: pitchline::cache::DEFAULT_LIMIT,
    };
    let reduce = |model: &str, gear: &str, options: &[&str]| {
        let file = folder.path().join("model.toml");
        std::fs::write(&file, model).unwrap();
        let out = folder.path().join("out");
        let fixed = ["reduce", "--modes", "4", "--compare", "4", "--out"].map(OsString::from);
        let options = options.iter().map(OsString::from);
        let paths = [out.clone().into_os_string(), file.into_os_string()];
        let ran = run_with_cache(fixed.into_iter().chain(paths).chain(options), &cache);
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let body = out.join(format!("reduce/reduced-{gear}.body"));
        (ran.out, std::fs::read(body).unwrap())
    };
    let (said, bytes) = reduce(WHEEL, "wheel", &[]);
    assert!(said.contains("now in the cache"), "{said}");
    let renamed = WHEEL.replace("gears.wheel", "gears.pinion");
    let (said, again) = reduce(&renamed, "pinion", &["--no-pictures"]);
    assert!(said.contains("from the cache"), "{said}");
    assert!(bytes == again);
    let (said, again) = reduce(WHEEL, "wheel", &["--no-pictures", "--no-cache"]);
    assert!(said.contains("without the cache"), "{said}");
    assert!(bytes == again, "the same bytes however they were come by");
    let light = format!(
        "{WHEEL}material = \"light\"\n[materials.light]\nyoungs_modulus = \"210 GPa\"\npoisson_ratio = 0.3\n\
         density = \"3000 kg/m3\"\n"
    );
    let (said, other) = reduce(&light, "wheel", &["--no-pictures"]);
    assert!(
        said.contains("now in the cache") && other != bytes,
        "{said}"
    );
}

#[test]
fn reductions_that_cannot_be_are_refused() {
    for (arguments, code, part) in [
        (&["--coordinates", "5"][..], 2, "fewer than the 24"),
        (
            &["--modes", "5", "--up-to", "9 kHz"],
            2,
            "cannot be used with",
        ),
        (&["--up-to", "9 rpm"], 2, "frequency"),
        (&["--method", "static", "--modes", "3"], 2, "no modes"),
        (&["--support", "free", "--center"], 2, "no center"),
        (
            &["--method", "craig-bampton", "--support", "rigid"],
            2,
            "is loose",
        ),
        (&["--zones", "99"], 2, "too few for 99 zones"),
        (&["--gear", "pinion"], 2, "`pinion`"),
    ] {
        let ran = run_on(WHEEL.as_bytes(), &[&["reduce"], arguments].concat());
        assert_eq!(ran.code(), code, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{arguments:?}: {}", ran.err);
    }
}
