//! Stiffness and mass of a body: K and M on one pattern, the same bits for any number of threads.
//!
//! Batches of elements are integrated in parallel. Then each thread adds them, element after element, into columns of its own:
//! every entry is a sum in the order of the elements, whoever adds it.

mod batch;
mod pattern;

use pitchline_algebra::SymmetricMatrix;
use rayon::prelude::*;

use crate::element_matrix::Reference;
use crate::{DofMap, ElementKind, Error, Material, Mesh};
use batch::Batch;
use pattern::Pattern;

/// Elements that one task integrates before its results are added.
const BATCH: usize = 64;
/// Batches between two rounds of adding; bounds the memory.
const ROUND: usize = 32;

/// K and M over the unknowns of a `DofMap`; both have the same pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrices {
    /// Stiffness K (N/m and its likes for turns).
    pub stiffness: SymmetricMatrix,
    /// Consistent mass M (kg).
    pub mass: SymmetricMatrix,
}

/// Integrates and adds all elements of a mesh of one material.
pub fn assemble(mesh: &Mesh, material: &Material, dof_map: &DofMap) -> Result<Matrices, Error> {
    material.check()?;
    mesh.check()?;
    if dof_map.n_nodes() != mesh.nodes.len() {
        return Err(Error::Count {
            what: "nodes of the map of unknowns",
            given: dof_map.n_nodes(),
            needed: mesh.nodes.len(),
        });
    }
    match mesh.kind {
        ElementKind::Hex8 => assemble_kind::<8>(mesh, material, dof_map),
        ElementKind::Hex20 => assemble_kind::<20>(mesh, material, dof_map),
    }
}

fn assemble_kind<const N: usize>(
    mesh: &Mesh,
    material: &Material,
    dof_map: &DofMap,
) -> Result<Matrices, Error> {
    let pattern = Pattern::new(mesh, dof_map)?;
    let reference = Reference::<N>::new(mesh.kind.element());
    let n_entries = pattern.rows.len();
    let (mut stiffness, mut mass) = (vec![0.0; n_entries], vec![0.0; n_entries]);
    let n_batches = mesh.n_elements().div_ceil(BATCH);
    let mut batches: Vec<Batch<N>> = (0..ROUND.min(n_batches)).map(|_| Batch::new()).collect();
    for round in (0..n_batches).step_by(ROUND) {
        let batches = &mut batches[..ROUND.min(n_batches - round)];
        batches.par_iter_mut().enumerate().for_each(|(i, batch)| {
            let first = (round + i) * BATCH;
            let elements = first..(first + BATCH).min(mesh.n_elements());
            batch.integrate(&reference, mesh, material, dof_map, elements);
        });
        // The first in order of the elements, so that the message is the same for any number of threads.
        if let Some(error) = batches.iter().find_map(|batch| batch.error.clone()) {
            return Err(error);
        }
        let parts = pattern.split(&mut stiffness, &mut mass, rayon::current_num_threads());
        parts.into_par_iter().for_each(|mut part| {
            for batch in batches.iter() {
                batch.add_to(&mut part);
            }
        });
    }
    let Pattern {
        n,
        column_starts,
        rows,
    } = pattern;
    let matrix = |values, column_starts, rows| SymmetricMatrix {
        n,
        column_starts,
        rows,
        values,
    };
    Ok(Matrices {
        stiffness: matrix(stiffness, column_starts.clone(), rows.clone()),
        mass: matrix(mass, column_starts, rows),
    })
}
