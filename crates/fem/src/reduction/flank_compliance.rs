//! How flanks of the full body answer static forces on flanks.

use super::flank::flank_points;
use super::flexibility::Flexibility;
use super::teeth::{Teeth, turned};
use crate::tensor::{Vector, dot};
use crate::{ComplianceDirections, Error, FlankCompliance, FlankPoint, LoadCase};

/// Forces answered at a time.
const TOGETHER: usize = 64;

/// One force, and the same place and direction where answers are read.
struct Probe {
    node: u32,
    direction: Vector,
}

/// The compliance of a body; none if none is asked for.
pub(super) fn of(
    flexibility: &Flexibility<'_>,
    teeth: &Teeth,
    directions: ComplianceDirections,
) -> Result<Option<FlankCompliance>, Error> {
    if directions == ComplianceDirections::None {
        return Ok(None);
    }
    let model = flexibility.model;
    let points = flank_points(&model.mesh, 1)?;
    let probes = (1..=teeth.number())
        .map(|tooth| {
            Ok(probes(
                &flank_points(&model.mesh, tooth)?,
                teeth.angle(Some(tooth)),
                directions,
            ))
        })
        .collect::<Result<Vec<Vec<Probe>>, Error>>()?;
    if let Some(probe) = probes.iter().find(|p| p.len() != probes[0].len()) {
        return Err(Error::Count {
            what: "points of the flanks of a tooth",
            given: probe.len(),
            needed: probes[0].len(),
        });
    }
    let loaded = match teeth.are_held_alike(&model.dof_map) {
        true => 1,
        false => probes.len(),
    };
    let mut blocks = Vec::new();
    for tooth in 0..loaded {
        blocks.extend(answers(flexibility, &probes, tooth)?);
    }
    Ok(Some(FlankCompliance {
        teeth: teeth.number(),
        points,
        directions,
        blocks,
    }))
}

/// Forces press on flanks; along the axes of the tooth they point along these.
fn probes(points: &[FlankPoint], angle: f64, directions: ComplianceDirections) -> Vec<Probe> {
    let along = |point: &FlankPoint| match directions {
        ComplianceDirections::None => Vec::new(),
        ComplianceDirections::Normal => vec![point.normal.map(|n| -n)],
        ComplianceDirections::Three => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
            .map(|e| turned(e, angle))
            .to_vec(),
    };
    points
        .iter()
        .flat_map(|point| {
            along(point).into_iter().map(|direction| Probe {
                node: point.node,
                direction,
            })
        })
        .collect()
}

/// Blocks for forces on one tooth and answers on it, the next, and so on.
fn answers(
    flexibility: &Flexibility<'_>,
    probes: &[Vec<Probe>],
    tooth: usize,
) -> Result<Vec<f64>, Error> {
    let model = flexibility.model;
    let (n, k, z) = (flexibility.n(), probes[tooth].len(), probes.len());
    let mut blocks = vec![0.0; k * k * z];
    for (part, some) in probes[tooth].chunks(TOGETHER).enumerate() {
        let mut loads = vec![0.0; n * some.len()];
        for (load, probe) in loads.chunks_mut(n.max(1)).zip(some) {
            let mut case = LoadCase::default();
            case.add_force(probe.node, probe.direction);
            case.reduce(model, load)?;
        }
        flexibility.answer(&mut loads)?;
        for (i, answer) in loads.chunks(n.max(1)).enumerate() {
            let column = part * TOGETHER + i;
            for delta in 0..z {
                let read = &probes[(tooth + delta) % z];
                let column = &mut blocks[k * (column + k * delta)..][..k];
                for (value, probe) in column.iter_mut().zip(read) {
                    let node = probe.node as usize;
                    let u = [0, 1, 2].map(|axis| model.dof_map.along(node, axis, answer));
                    *value = dot(u, probe.direction);
                }
            }
        }
    }
    Ok(blocks)
}
