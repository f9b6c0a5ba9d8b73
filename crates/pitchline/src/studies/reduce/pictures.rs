//! Pictures of a reduced body.

use super::tables::motion_name;
use crate::fem::{self, CoordinateKind, ReducedBody, ReductionKind};
use crate::figures::reduction::{self as drawn, LineAnswers};
use crate::geometry::FlankSide;
use crate::pictures::RichText;
use crate::resources::GearBody;
use crate::results::Picture;
use crate::studies::Failure;
use crate::studies::finite_elements::pictures as shaded;

/// Static shapes on the page of shapes, and all shapes on it.
const SHOWN: [usize; 2] = [3, 6];
/// Frequencies nearer than this are those of a pair, whatever rounding does to them.
const SAME_FREQUENCY: f64 = 1e-6;

/// A caption and the displacements of all nodes.
type Shape = (RichText, Vec<[f64; 3]>);

/// All of them: agreement with the full body, compliance of the flanks, shapes where all nodes are known.
pub(super) fn all(
    body: &GearBody,
    reduced: &ReducedBody,
    lines: Option<&LineAnswers>,
) -> Result<Vec<Picture>, Failure> {
    let name = &body.gear.name;
    let is_rack = body.sector.is_rack;
    let mut pictures = Vec::new();
    let mut push = |kind: &str, figure: Option<_>| {
        pictures.extend(figure.map(|figure| Picture::new(format!("{kind}-{name}"), figure)));
    };
    push("mac", drawn::modal_assurance(name, &reduced.check));
    let is_first = |grid: &&fem::FlankGrid| (grid.tooth, grid.side) == (1, FlankSide::Right);
    let grid = body.mesh.flanks.iter().find(is_first);
    if let (Some(compliance), Some(grid)) = (&reduced.compliance, grid) {
        let map = drawn::flank_map(name, compliance, (grid, is_rack));
        push("compliance-map", map);
    }
    if let Some(lines) = lines {
        push(
            "compliance",
            Some(drawn::line_compliance(name, lines, is_rack)),
        );
        push("coupling", drawn::coupling(name, lines, is_rack));
    }
    let shapes = shapes(body, reduced).map_err(|e| body.failure(e))?;
    if !shapes.is_empty() {
        pictures.push(shaded::shapes(body, &shapes)?);
    }
    Ok(pictures)
}

/// Static shapes of the first points of the interface and the first modes; none where only flanks are known.
fn shapes(body: &GearBody, reduced: &ReducedBody) -> Result<Vec<Shape>, fem::Error> {
    let n_nodes = body.mesh.nodes.len();
    let known = reduced.recovery.nodes.len();
    let is_whole = known == n_nodes
        || (reduced.origin.is_cyclic && known == reduced.origin.sector_nodes as usize);
    if !is_whole {
        return Ok(Vec::new());
    }
    let mut shapes = Vec::new();
    let all = static_shapes(reduced).into_iter().chain(modes(reduced));
    for (caption, q) in all.take(SHOWN[1]) {
        let shape = match known == n_nodes {
            true => moved(reduced, &q),
            false => {
                let shape = (0..n_nodes as u32).map(|node| reduced.displacement(node, &q));
                shape.collect::<Result<_, _>>()?
            }
        };
        shapes.push((RichText::plain(&caption), shape));
    }
    Ok(shapes)
}

/// Displacements of all nodes, in their order.
fn moved(reduced: &ReducedBody, q: &[f64]) -> Vec<[f64; 3]> {
    let recovery = &reduced.recovery;
    let rows = 3 * recovery.nodes.len();
    let mut shape = vec![[0.0; 3]; recovery.nodes.len()];
    for (column, q) in recovery.displacements.chunks_exact(rows.max(1)).zip(q) {
        for (&node, u) in recovery.nodes.iter().zip(column.as_chunks::<3>().0) {
            if let Some(sum) = shape.get_mut(node as usize) {
                sum.iter_mut().zip(u).for_each(|(sum, u)| *sum += q * u);
            }
        }
    }
    shape
}

/// What unit loads on the interface do, in the coordinates: of a dual basis K⁻¹ bᵢ, else the unit motion itself.
fn static_shapes(reduced: &ReducedBody) -> Vec<(String, Vec<f64>)> {
    let n = reduced.n();
    let rows = reduced.motions.len();
    let shape = |i: usize| -> Vec<f64> {
        (0..n)
            .map(|j| match reduced.origin.kind {
                ReductionKind::DualCraigBampton => {
                    reduced.interface[i + rows * j] / reduced.stiffness[j + n * j]
                }
                _ => {
                    let is_it = reduced.coordinates[j].kind == CoordinateKind::Interface(i as u32);
                    f64::from(u8::from(is_it))
                }
            })
            .collect()
    };
    // Other teeth answer as the first one does.
    let first = reduced.points.iter().filter_map(|point| point.tooth).min();
    let named = reduced
        .motions
        .iter()
        .enumerate()
        .filter_map(|(i, motion)| {
            let point = reduced.points.get(motion.0 as usize)?;
            let is_first = point.tooth.is_none_or(|tooth| Some(tooth) == first);
            is_first.then_some((i, &point.name, &motion.1))
        });
    named
        .take(SHOWN[0])
        .map(|(i, point, motion)| {
            let caption = format!("Static: {point}, {}", motion_name(motion));
            (caption, shape(i))
        })
        .collect()
}

/// The first modes among the coordinates, one of each pair.
fn modes(reduced: &ReducedBody) -> Vec<(String, Vec<f64>)> {
    let n = reduced.n();
    let frequencies = reduced.coordinates.iter().enumerate();
    let modes = frequencies.filter_map(|(j, coordinate)| match coordinate.kind {
        CoordinateKind::Mode { frequency_hz } => Some((j, "Mode", frequency_hz)),
        CoordinateKind::HeldMode { frequency_hz } => Some((j, "Held mode", frequency_hz)),
        _ => None,
    });
    let mut last = f64::NAN;
    modes
        .filter(|(_, _, frequency)| {
            let is_new = last.is_nan() || (frequency / last - 1.0).abs() > SAME_FREQUENCY;
            last = *frequency;
            is_new
        })
        .take(SHOWN[1])
        .map(|(j, name, frequency)| {
            let caption = format!("{name}: {} Hz", crate::number::short(frequency));
            let mut q = vec![0.0; n];
            q[j] = 1.0;
            (caption, q)
        })
        .collect()
}
