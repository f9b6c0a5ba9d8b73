//! Stresses at some nodes as sums over displacements around them: what a reduced body multiplies its shapes with.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{Recovery, continuation};
use crate::quadrature::CUBE_8;
use crate::{ElementKind, Error, Material, Mesh};

/// For each node of the elements around a node: stress (xx, yy, zz, xy, yz, zx) of a unit displacement along x, y, z.
pub(crate) type StressRow = BTreeMap<u32, [[f64; 3]; 6]>;

/// Rows of each of some nodes; the same means over elements as [`crate::node_states`].
pub(crate) fn stress_rows(
    mesh: &Mesh,
    material: &Material,
    nodes: &[u32],
) -> Result<Vec<StressRow>, Error> {
    material.check()?;
    mesh.check()?;
    let n_nodes = mesh.nodes.len();
    if let Some(&node) = nodes.iter().find(|&&node| node as usize >= n_nodes) {
        return Err(Error::NoSuchNode {
            node: node as usize,
            n_nodes,
        });
    }
    match mesh.kind {
        ElementKind::Hex8 => rows_kind::<8>(mesh, material, nodes),
        ElementKind::Hex20 => rows_kind::<20>(mesh, material, nodes),
    }
}

fn rows_kind<const N: usize>(
    mesh: &Mesh,
    material: &Material,
    nodes: &[u32],
) -> Result<Vec<StressRow>, Error> {
    let recovery = Recovery::<N>::new(mesh.kind.element(), &CUBE_8);
    let continued = continuation(mesh.kind);
    let around = elements_around(mesh, nodes);
    let row = |(node, elements): (&u32, &Vec<usize>)| {
        let mut row = StressRow::new();
        let share = 1.0 / elements.len().max(1) as f64;
        for &element in elements {
            let numbers = mesh.element(element);
            let Some(own) = numbers.iter().position(|n| n == node) else {
                continue;
            };
            for (a, &other) in numbers.iter().enumerate() {
                for axis in 0..3 {
                    let mut u = [[0.0; 3]; N];
                    u[a][axis] = 1.0;
                    let states = recovery.element_states(mesh, material, &u, element)?;
                    let entry = row.entry(other).or_default();
                    for (state, weight) in states.iter().zip(&continued[own]) {
                        for (sum, s) in entry.iter_mut().zip(state.stress) {
                            sum[axis] += share * weight * s;
                        }
                    }
                }
            }
        }
        Ok(row)
    };
    nodes.par_iter().zip(&around).map(row).collect()
}

/// Elements that have each of some nodes.
fn elements_around(mesh: &Mesh, nodes: &[u32]) -> Vec<Vec<usize>> {
    let mut places: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, &node) in nodes.iter().enumerate() {
        places.entry(node).or_default().push(place);
    }
    let mut around = vec![Vec::new(); nodes.len()];
    for element in 0..mesh.n_elements() {
        for node in mesh.element(element) {
            for &place in places.get(node).into_iter().flatten() {
                around[place].push(element);
            }
        }
    }
    around
}
