//! Gear bodies against CalculiX on the same meshes.

mod balance;
mod cases;
mod committed;
mod compare;
mod reduced;

use std::path::Path;

use cases::Case;

/// The largest body, in unknowns before any is held.
const MOST_UNKNOWNS: usize = 60_000;

/// Writes them into the folder that `PITCHLINE_KEEP` names, if any.
#[test]
fn input_files_for_calculix() {
    let folder = std::env::var_os("PITCHLINE_KEEP");
    for body in cases::all().into_iter().map(Case::build) {
        let name = &body.case.name;
        assert!(3 * body.mesh.nodes.len() <= MOST_UNKNOWNS, "{name}");
        let text = body.input().text().unwrap();
        if let Some(folder) = &folder {
            std::fs::write(Path::new(folder).join(format!("{name}.inp")), text).unwrap();
        }
    }
}
