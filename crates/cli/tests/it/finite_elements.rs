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
        assert!(ran.err.contains("GiB are free"), "{}", ran.err);
        assert!(!ran.err.contains("meshing"), "{}", ran.err);
    }
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
