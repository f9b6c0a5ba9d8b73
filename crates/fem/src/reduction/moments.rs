//! Sums over the mass of a body with the shapes of a basis. \[theory:reduction\] (16)
//!
//! The consistent mass is the same along all three axes: M = m ⊗ 1 over the nodes before ties. m is assembled once over one
//! unknown per node, and multiplied with the x, y and z parts of the shapes.

use rayon::prelude::*;

use super::columns::project;
use crate::{DofMap, Error, FeModel, MassMoments, Tie, assemble};

/// Vectors multiplied at a time.
const TOGETHER: usize = 64;

pub(super) fn of(model: &FeModel, shapes: &[f64]) -> Result<MassMoments, Error> {
    let n = model.dof_map.n_unknowns().max(1);
    let nodes = model.mesh.nodes.len();
    let count = shapes.len() / n;
    let one_each = vec![Tie::Own([true, false, false]); nodes];
    let map = DofMap::build(&model.mesh.nodes, one_each, Vec::new())?;
    let m = assemble(&model.mesh, &model.material, &map)?.mass;
    // m 1 and m s, with which sums and arms are plain products.
    let mut columns = vec![1.0; nodes];
    for axis in 0..3 {
        columns.extend(model.mesh.nodes.iter().map(|place| place[axis]));
    }
    let mut weighted = vec![0.0; columns.len()];
    m.multiply_many(&columns, &mut weighted);
    let rigid = project(nodes, &columns, &weighted);
    let mut moments = MassMoments {
        mass: rigid[0],
        first: [rigid[1], rigid[2], rigid[3]],
        second: [1, 2, 3].map(|i| [1, 2, 3].map(|j| rigid[i + 4 * j])),
        sums: vec![0.0; 3 * count],
        arms: vec![0.0; 9 * count],
        pairs: vec![0.0; 9 * count * count],
    };
    let parts = [0, 1, 2].map(|axis| along(model, shapes, axis));
    let mut product = vec![0.0; (nodes * TOGETHER).min(nodes * count)];
    for (beta, part) in parts.iter().enumerate() {
        for (j, with) in project(nodes, &weighted, part).chunks(4).enumerate() {
            moments.sums[beta + 3 * j] = with[0];
            for alpha in 0..3 {
                moments.arms[alpha + 3 * beta + 9 * j] = with[1 + alpha];
            }
        }
        for (block, some) in part.chunks((nodes * TOGETHER).max(1)).enumerate() {
            let product = &mut product[..some.len()];
            m.multiply_many(some, product);
            for (alpha, part) in parts.iter().enumerate() {
                let values = project(nodes, part, product);
                for (k, value) in values.iter().enumerate() {
                    let (i, j) = (k % count, block * TOGETHER + k / count);
                    moments.pairs[alpha + 3 * beta + 9 * (i + count * j)] = *value;
                }
            }
        }
    }
    Ok(moments)
}

/// Displacements of all nodes along an axis, shape after shape.
fn along(model: &FeModel, shapes: &[f64], axis: usize) -> Vec<f64> {
    let n = model.dof_map.n_unknowns().max(1);
    shapes
        .par_chunks(n)
        .flat_map_iter(|shape| {
            (0..model.mesh.nodes.len()).map(move |node| model.dof_map.along(node, axis, shape))
        })
        .collect()
}
