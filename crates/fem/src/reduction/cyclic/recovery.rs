//! Displacements and stresses of the nodes of tooth 1 from coordinates; other teeth follow by a turn.

use std::collections::BTreeSet;

use pitchline_algebra::Complex;

use super::SectorShape;
use crate::cyclic::{CyclicBody, Work};
use crate::{Error, Mesh, Recovery, RecoveryNodes, ReductionOptions, Stress, node_states};

/// Rows for the nodes that are asked for, each in the place of its like on tooth 1.
pub fn rows(
    body: &CyclicBody,
    whole: &Mesh,
    shapes: &[SectorShape],
    options: &ReductionOptions,
    n: usize,
) -> Result<Recovery, Error> {
    let own = body.sector_nodes();
    let on_first = |nodes: &[u32]| -> Result<BTreeSet<u32>, Error> {
        nodes
            .iter()
            .map(|&node| match (node as usize) < whole.nodes.len() {
                true => Ok(node % own),
                false => Err(Error::NoSuchNode {
                    node: node as usize,
                    n_nodes: whole.nodes.len(),
                }),
            })
            .collect()
    };
    let mut nodes: BTreeSet<u32> = BTreeSet::new();
    for flank in whole.flanks.iter().filter(|flank| flank.tooth == 1) {
        nodes.extend(flank.all_nodes());
    }
    match &options.displacements {
        RecoveryNodes::Flanks => {}
        RecoveryNodes::All => nodes.extend(0..own),
        RecoveryNodes::Some(more) => nodes.extend(on_first(more)?),
    }
    let nodes: Vec<u32> = nodes.into_iter().collect();
    let stress_nodes: Vec<u32> = on_first(&options.stresses)?.into_iter().collect();
    let sector_node = |node: u32| body.sector_node(node);
    let mut recovery = Recovery {
        places: nodes.iter().map(|&n| whole.nodes[n as usize]).collect(),
        displacements: vec![0.0; 3 * nodes.len() * n],
        stresses: vec![0.0; 6 * stress_nodes.len() * n],
        nodes,
        stress_nodes,
    };
    let entries = recovery.displacements.len() + recovery.stresses.len();
    body.count(Work::Coordinates, entries as u64);
    let inner: Vec<usize> = recovery.nodes.iter().map(|&n| sector_node(n)).collect();
    for shape in shapes {
        let at = inner.iter().map(|&node| shape.displacements[node]);
        put(&mut recovery.displacements, shape, at);
    }
    if !recovery.stress_nodes.is_empty() {
        let means = Means::of(body);
        let inner: Vec<usize> = recovery
            .stress_nodes
            .iter()
            .map(|&n| sector_node(n))
            .collect();
        for shape in shapes {
            let stresses = means.stresses(body, shape, &inner)?;
            put(&mut recovery.stresses, shape, stresses.into_iter());
        }
    }
    Ok(recovery)
}

/// Writes complex values as the rows of the coordinates of a shape.
fn put<const N: usize>(
    rows: &mut [f64],
    shape: &SectorShape,
    values: impl ExactSizeIterator<Item = [Complex; N]>,
) {
    let n_rows = N * values.len();
    for (place, value) in values.enumerate() {
        for (k, value) in value.into_iter().enumerate() {
            let row = N * place + k;
            rows[row + n_rows * shape.coordinates.0] = value.re;
            if let Some(second) = shape.coordinates.1 {
                rows[row + n_rows * second] = -value.im;
            }
        }
    }
}

/// Numbers of elements around nodes, for means over the border of two sectors.
struct Means {
    around: Vec<f64>,
    /// The node of the high cut that is one of the low cut on the next sector.
    high: Vec<Option<u32>>,
}

impl Means {
    fn of(body: &CyclicBody) -> Self {
        let mesh = &body.sector().mesh;
        let mut around = vec![0.0; mesh.nodes.len()];
        for &node in &mesh.connectivity {
            around[node as usize] += 1.0;
        }
        let mut high = vec![None; mesh.nodes.len()];
        for (low, partner) in body.cut_pairs() {
            high[low as usize] = Some(partner);
        }
        Self { around, high }
    }

    /// Stresses at nodes that the sector owns: means over the elements around each, those of the sector before included, whose
    /// phase and axes are a pitch behind.
    fn stresses(
        &self,
        body: &CyclicBody,
        shape: &SectorShape,
        nodes: &[usize],
    ) -> Result<Vec<[Complex; 6]>, Error> {
        let model = body.sector();
        // Gradients of all shape functions of an element at each of its nodes, for two parts.
        let per_element = model.mesh.kind.nodes();
        let gradients = 9 * per_element * model.mesh.connectivity.len();
        body.count(Work::Sector, 2 * gradients as u64);
        let part = |pick: fn(Complex) -> f64| {
            let moved: Vec<[f64; 3]> = shape.displacements.iter().map(|u| u.map(pick)).collect();
            node_states(&model.mesh, &model.material, &moved)
        };
        let (re, im) = (part(|u| u.re)?, part(|u| u.im)?);
        let at = |node: usize| -> [Complex; 6] {
            let (re, im) = (&re[node].stress, &im[node].stress);
            std::array::from_fn(|k| Complex::new(re[k], im[k]))
        };
        let back = body.phase(shape.harmonic, 1).conj();
        Ok(nodes
            .iter()
            .map(|&node| {
                let Some(high) = self.high[node] else {
                    return at(node);
                };
                let (here, there) = (self.around[node], self.around[high as usize]);
                let before = turned_back(body, at(high as usize));
                let own = at(node);
                std::array::from_fn(|k| (own[k] * here + before[k] * back * there) / (here + there))
            })
            .collect())
    }
}

/// A stress of the sector before, in the axes of this one.
fn turned_back(body: &CyclicBody, stress: [Complex; 6]) -> [Complex; 6] {
    let part = |pick: fn(Complex) -> f64| -> Stress {
        let stress: Stress = stress.map(pick);
        body.stress_of_sector_before(stress)
    };
    let (re, im) = (part(|s| s.re), part(|s| s.im));
    std::array::from_fn(|k| Complex::new(re[k], im[k]))
}
