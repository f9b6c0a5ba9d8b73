//! Displacements and stresses at some nodes from the coordinates.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::stress::stress_rows;
use crate::{Error, FeModel, Recovery, RecoveryNodes, ReductionOptions};

pub(super) fn rows(
    model: &FeModel,
    shapes: &[f64],
    options: &ReductionOptions,
) -> Result<Recovery, Error> {
    let nodes = nodes(model, &options.displacements)?;
    let n = model.dof_map.n_unknowns().max(1);
    let motion = |shape: &[f64], node: u32| {
        [0, 1, 2].map(|axis| model.dof_map.along(node as usize, axis, shape))
    };
    let displacements = shapes
        .par_chunks(n)
        .flat_map_iter(|shape| nodes.iter().flat_map(move |&node| motion(shape, node)))
        .collect();
    let rows = stress_rows(&model.mesh, &model.material, &options.stresses)?;
    let stresses = shapes
        .par_chunks(n)
        .flat_map_iter(|shape| {
            rows.iter().flat_map(move |row| {
                let mut stress = [0.0; 6];
                for (&node, parts) in row {
                    let u = motion(shape, node);
                    for (sum, part) in stress.iter_mut().zip(parts) {
                        *sum += crate::tensor::dot(*part, u);
                    }
                }
                stress
            })
        })
        .collect();
    Ok(Recovery {
        places: nodes
            .iter()
            .map(|&node| model.mesh.nodes[node as usize])
            .collect(),
        nodes,
        displacements,
        stress_nodes: options.stresses.clone(),
        stresses,
    })
}

/// Nodes with displacements, ascending.
fn nodes(model: &FeModel, which: &RecoveryNodes) -> Result<Vec<u32>, Error> {
    let n_nodes = model.mesh.nodes.len();
    let flanks = model.mesh.flanks.iter().flat_map(|grid| grid.all_nodes());
    let some: &[u32] = match which {
        RecoveryNodes::All => return Ok((0..n_nodes as u32).collect()),
        RecoveryNodes::Flanks => &[],
        RecoveryNodes::Some(some) => some,
    };
    let all: BTreeSet<u32> = flanks.chain(some.iter().copied()).collect();
    match all.iter().find(|&&node| node as usize >= n_nodes) {
        Some(&node) => Err(Error::NoSuchNode {
            node: node as usize,
            n_nodes,
        }),
        None => Ok(all.into_iter().collect()),
    }
}
