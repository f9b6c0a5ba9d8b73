//! What CalculiX has found, from `validation/gear-bodies/calculix.csv`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Rows of one case.
pub struct Committed {
    /// Displacements (m) by set and node, counted from 0.
    pub displacements: BTreeMap<(String, u32), [f64; 3]>,
    /// Frequencies (Hz), rigid motions first.
    pub frequencies: Vec<f64>,
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/gear-bodies")
}

pub fn committed(case: &str) -> Committed {
    let path = folder().join("calculix.csv");
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_path(path)
        .unwrap();
    let mut found = Committed {
        displacements: BTreeMap::new(),
        frequencies: Vec::new(),
    };
    for row in reader.records().map(Result::unwrap) {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        if &row[0] != case {
            continue;
        }
        match &row[3] {
            "displacement" => {
                let node = row[5].parse::<u32>().unwrap() - 1;
                let place = (row[4].to_lowercase(), node);
                found.displacements.insert(place, [6, 7, 8].map(number));
            }
            "frequency" => found.frequencies.push(number(6)),
            other => panic!("{case}: a row of {other}"),
        }
    }
    found
}
