//! Small sparse systems of one pattern, beside the sparse LU of faer. Only the crate `algebra` sees faer, so the
//! measurement is a program of that crate.

use std::process::{Command, Stdio};

use crate::Line;
use crate::measure::Ratio;

/// Runs it, and reads its lines: value, unit, median and spread of the ratio, what, with tabs between.
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
    let [value, "us", median, spread, what] = words[..] else {
        panic!("{told}");
    };
    let number = |word: &str| word.parse().unwrap();
    let ratio = Ratio {
        median: number(median),
        spread: number(spread),
    };
    Line::new("fixed-lu", number(value), "us")
        .what(what)
        .beside("faer-sparse-LU", Some(ratio))
}
