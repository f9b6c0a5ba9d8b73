//! What the supports of a body bear.
//!
//! The forces inside the elements that touch a held node, less those put on it from outside, are what its support
//! adds. Only these elements are integrated again; K over the locked motions is never stored.

use crate::element_matrix::{ElementMatrices, Reference};
use crate::tensor::{Vector, cross, minus};
use crate::{ElementKind, Error, FeModel, LoadCase, Tie};

/// Forces of the supports on the body.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reactions {
    /// On locked nodes (N), ascending; zero along axes that are free.
    pub nodes: Vec<(u32, [f64; 3])>,
    /// On each centre: forces (N) and torques (N m); zero along and about axes that are free.
    pub centres: Vec<[f64; 6]>,
}

/// For each load case with its displacements.
pub(crate) fn reactions(
    model: &FeModel,
    cases: &[LoadCase],
    displacements: &[Vec<[f64; 3]>],
) -> Result<Vec<Reactions>, Error> {
    let held: Vec<bool> = (0..model.mesh.nodes.len())
        .map(|node| is_held(model, node))
        .collect();
    let inner = match model.mesh.kind {
        ElementKind::Hex8 => inner_forces::<8>(model, &held, displacements)?,
        ElementKind::Hex20 => inner_forces::<20>(model, &held, displacements)?,
    };
    let pairs = cases.iter().zip(&inner);
    Ok(pairs
        .map(|(case, inner)| supports(model, case, &held, inner))
        .collect())
}

fn is_held(model: &FeModel, node: usize) -> bool {
    match model.dof_map.tie(node) {
        Tie::Own(moves) => moves != [true; 3],
        Tie::Centre(centre) => model.dof_map.centres()[centre as usize].moves != [true; 6],
    }
}

/// Σ K_e u_e over the elements that touch held nodes, for each set of displacements.
fn inner_forces<const N: usize>(
    model: &FeModel,
    held: &[bool],
    displacements: &[Vec<[f64; 3]>],
) -> Result<Vec<Vec<[f64; 3]>>, Error> {
    let mesh = &model.mesh;
    let reference = Reference::<N>::new(mesh.kind.element());
    let mut matrices = ElementMatrices::<N>::new();
    let mut forces = vec![vec![[0.0; 3]; mesh.nodes.len()]; displacements.len()];
    for element in 0..mesh.n_elements() {
        let nodes = mesh.element(element);
        if !nodes.iter().any(|&node| held[node as usize]) {
            continue;
        }
        let places = mesh.element_places::<N>(element);
        matrices.integrate(&reference, &places, &model.material, element)?;
        for (forces, displacements) in forces.iter_mut().zip(displacements) {
            for (a, &node) in nodes.iter().enumerate() {
                for (i, force) in forces[node as usize].iter_mut().enumerate() {
                    let row = &matrices.stiffness[(3 * a + i) * 3 * N..][..3 * N];
                    let moved = nodes.iter().flat_map(|&b| displacements[b as usize]);
                    *force += row.iter().zip(moved).map(|(k, u)| k * u).sum::<f64>();
                }
            }
        }
    }
    Ok(forces)
}

fn supports(model: &FeModel, case: &LoadCase, held: &[bool], inner: &[Vector]) -> Reactions {
    let map = &model.dof_map;
    let mut reactions = Reactions {
        nodes: Vec::new(),
        centres: vec![[0.0; 6]; map.centres().len()],
    };
    for node in (0..held.len()).filter(|&node| held[node]) {
        let missing = minus(inner[node], case.force(node as u32));
        match map.tie(node) {
            Tie::Own(moves) => {
                let force = [0, 1, 2].map(|i| if moves[i] { 0.0 } else { missing[i] });
                reactions.nodes.push((node as u32, force));
            }
            Tie::Centre(centre) => {
                let arm = minus(model.mesh.nodes[node], map.centres()[centre as usize].place);
                let torque = cross(arm, missing);
                let sum = &mut reactions.centres[centre as usize];
                for i in 0..3 {
                    sum[i] += missing[i];
                    sum[3 + i] += torque[i];
                }
            }
        }
    }
    for (number, (sum, centre)) in reactions.centres.iter_mut().zip(map.centres()).enumerate() {
        let given = case.on_centre(number as u32);
        for i in 0..6 {
            sum[i] = if centre.moves[i] {
                0.0
            } else {
                sum[i] - given[i]
            };
        }
    }
    reactions
}
