//! Small sparse systems of one pattern, beside the sparse LU of faer. Only the crate `algebra` sees faer, so the
//! measurement is a program of that crate.

use std::process::{Command, Stdio};

use crate::Line;

/// Runs it, and reads its lines: value, unit, ratio, what, with tabs between.
pub fn fixed_lu() -> Vec<Line> {
    let told = Command::new(env!("CARGO"))
        .args(["bench", "--quiet", "--locked", "-p", "pitchline-algebra"])
        .args(["--bench", "fixed_lu"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(told.status.success());
    let told = String::from_utf8(told.stdout).unwrap();
    told.lines().map(line).collect()
}

fn line(told: &str) -> Line {
    let words: Vec<&str> = told.split('\t').collect();
    assert_eq!(words.len(), 4, "{told}");
    assert_eq!(words[1], "us");
    Line {
        name: "fixed-lu",
        value: words[0].parse().unwrap(),
        unit: "us",
        ratio: Some(words[2].parse().unwrap()),
        peer: "faer-sparse-LU".to_owned(),
        what: Some(words[3].to_owned()),
    }
}
