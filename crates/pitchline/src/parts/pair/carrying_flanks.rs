//! Which flanks of a pair carry, and whether they see the motion of the centres.

use super::mesh_keys as key;
use super::reading::PairEntry;
use crate::geometry::FlankSide;
use crate::model::machine::FlanksRequest;
use crate::model::{Reading, is_given};

/// From `formulation` of the pair, and `backlash` and `flank_a` of the table that says how its teeth deform.
pub(super) fn read(entry: &PairEntry, reading: &mut Reading) -> Option<FlanksRequest> {
    let is_source = entry.section.choice("formulation")?.value == "source";
    let mesh = entry.mesh();
    let play = mesh.filter(|mesh| is_given(mesh, &key::BACKLASH));
    let flank = mesh.and_then(|mesh| Some((mesh, mesh.choice(&key::FLANK_A)?)));
    let is_unused = is_source || play.is_some();
    if let Some((mesh, _)) = flank.as_ref().filter(|_| is_unused) {
        let (why, remedy) = match is_source {
            true => (
                "formulation = \"source\"",
                "remove it, or write formulation = \"potential\"",
            ),
            false => (
                "`backlash`, so that both flanks carry",
                "remove it, or remove backlash",
            ),
        };
        return reading.refuse(
            "useless-key",
            (mesh.span_of(&key::FLANK_A), "not used"),
            format!("mesh of {} has `flank_a` and {why}", entry.what),
            remedy,
        );
    }
    Some(match (is_source, play) {
        (true, _) => FlanksRequest::Source,
        (false, Some(_)) => FlanksRequest::Both,
        (false, None) => FlanksRequest::One(flank.map(|(_, side)| match side.value {
            "left" => FlankSide::Left,
            _ => FlankSide::Right,
        })),
    })
}
