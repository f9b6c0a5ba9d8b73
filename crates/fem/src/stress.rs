//! Strains and stresses from displacements of the nodes.
//!
//! Six components: xx, yy, zz, xy, yz, zx; shear strains are engineering strains, twice the tensor's entries.
//! Strains of the eight-node element include the enhanced ones, recovered from the displacements.
//!
//! At the nodes of an element its strains at 2 × 2 × 2 points are continued trilinearly: there both elements are most accurate
//! \[barlow1976\]. Elements that share a node contribute equally to its mean.

mod rows;

pub(crate) use rows::stress_rows;

use rayon::prelude::*;

use crate::element::{CORNERS, EDGES, MAX_NODES};
use crate::element_matrix::{Reference, ReferencePoint};
use crate::enhanced::{Enhanced, N_MODES};
use crate::quadrature::{CUBE_8, GAUSS_2, QuadraturePoint};
use crate::tensor::{Tensor, Vector, principal};
use crate::{Element, ElementKind, Error, Hex8, Material, Mesh, Strain, Stress};

/// Strain and stress at one place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PointState {
    /// Where (m).
    pub place: [f64; 3],
    /// xx, yy, zz, xy, yz, zx with engineering shears.
    pub strain: Strain,
    /// xx, yy, zz, xy, yz, zx (Pa).
    pub stress: Stress,
}

/// Strain and stress at a node: means over its elements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeState {
    /// xx, yy, zz, xy, yz, zx with engineering shears.
    pub strain: Strain,
    /// xx, yy, zz, xy, yz, zx (Pa).
    pub stress: Stress,
}

/// Von Mises's equivalent of a stress (Pa).
pub fn von_mises(stress: &Stress) -> f64 {
    let [x, y, z, xy, yz, zx] = *stress;
    let normal = (x - y).powi(2) + (y - z).powi(2) + (z - x).powi(2);
    (0.5 * normal + 3.0 * (xy * xy + yz * yz + zx * zx)).sqrt()
}

/// Principal stresses, largest first (Pa), and their directions.
pub fn principal_stresses(stress: &Stress) -> ([f64; 3], [[f64; 3]; 3]) {
    let [x, y, z, xy, yz, zx] = *stress;
    let tensor: Tensor = [[x, xy, zx], [xy, y, yz], [zx, yz, z]];
    principal(&tensor)
}

/// States at the quadrature points of all elements, element after element.
pub fn gauss_states(
    mesh: &Mesh,
    material: &Material,
    displacements: &[[f64; 3]],
) -> Result<Vec<PointState>, Error> {
    states(
        mesh,
        material,
        displacements,
        mesh.kind.element().quadrature(),
    )
}

/// States at the nodes, means over the elements around each; zero at nodes without elements.
pub fn node_states(
    mesh: &Mesh,
    material: &Material,
    displacements: &[[f64; 3]],
) -> Result<Vec<NodeState>, Error> {
    let at_points = states(mesh, material, displacements, &CUBE_8)?;
    let continued = continuation(mesh.kind);
    let mut strains = vec![[0.0; 6]; mesh.nodes.len()];
    let mut counts = vec![0u32; mesh.nodes.len()];
    for (element, points) in at_points.chunks_exact(8).enumerate() {
        for (&node, weights) in mesh.element(element).iter().zip(&continued) {
            counts[node as usize] += 1;
            for (point, weight) in points.iter().zip(weights) {
                for (sum, e) in strains[node as usize].iter_mut().zip(&point.strain) {
                    *sum += weight * e;
                }
            }
        }
    }
    let mean = |(strain, count): (Strain, u32)| {
        let strain = strain.map(|e| e / f64::from(count.max(1)));
        NodeState {
            strain,
            stress: material.stress(&strain),
        }
    };
    Ok(strains.into_iter().zip(counts).map(mean).collect())
}

/// Weights of the 2 × 2 × 2 points for each node: trilinear shapes on the cube that has them as corners.
fn continuation(kind: ElementKind) -> Vec<[f64; 8]> {
    let place = |node: usize| match node.checked_sub(8) {
        None => CORNERS[node],
        Some(edge) => {
            let [p, q] = EDGES[edge].map(|corner| CORNERS[corner]);
            [0, 1, 2].map(|i| 0.5 * (p[i] + q[i]))
        }
    };
    let weights = |node: usize| {
        let mut corners = [0.0; 8];
        Hex8.shape(place(node).map(|x| x / GAUSS_2), &mut corners);
        // Corners go around, points run along ξ first.
        [0, 1, 3, 2, 4, 5, 7, 6].map(|corner| corners[corner])
    };
    (0..kind.nodes()).map(weights).collect()
}

fn states(
    mesh: &Mesh,
    material: &Material,
    displacements: &[[f64; 3]],
    points: &[QuadraturePoint],
) -> Result<Vec<PointState>, Error> {
    material.check()?;
    mesh.check()?;
    mesh.check_displacements(displacements)?;
    match mesh.kind {
        ElementKind::Hex8 => states_kind::<8>(mesh, material, displacements, points),
        ElementKind::Hex20 => states_kind::<20>(mesh, material, displacements, points),
    }
}

fn states_kind<const N: usize>(
    mesh: &Mesh,
    material: &Material,
    displacements: &[[f64; 3]],
    points: &[QuadraturePoint],
) -> Result<Vec<PointState>, Error> {
    let recovery = Recovery::<N>::new(mesh.kind.element(), points);
    let per_element: Result<Vec<Vec<PointState>>, Error> = (0..mesh.n_elements())
        .into_par_iter()
        .with_min_len(256)
        .map(|element| recovery.element(mesh, material, displacements, element))
        .collect();
    Ok(per_element?.into_iter().flatten().collect())
}

/// What recovery needs of the parent cube.
struct Recovery<const N: usize> {
    reference: Reference<N>,
    points: Vec<ReferencePoint<N>>,
}

impl<const N: usize> Recovery<N> {
    fn new(element: &dyn Element, points: &[QuadraturePoint]) -> Self {
        Self {
            reference: Reference::new(element),
            points: points
                .iter()
                .map(|point| ReferencePoint::new(element, point.xi, point.weight))
                .collect(),
        }
    }

    fn element(
        &self,
        mesh: &Mesh,
        material: &Material,
        displacements: &[Vector],
        element: usize,
    ) -> Result<Vec<PointState>, Error> {
        let numbers = mesh.element(element);
        let u = std::array::from_fn(|a| displacements[numbers[a] as usize]);
        self.element_states(mesh, material, &u, element)
    }

    /// The same from the displacements of its own nodes.
    fn element_states(
        &self,
        mesh: &Mesh,
        material: &Material,
        u: &[Vector; N],
        element: usize,
    ) -> Result<Vec<PointState>, Error> {
        let nodes = mesh.element_places::<N>(element);
        let enhanced = self.enhanced(&nodes, u, material, element)?;
        let mut states = Vec::with_capacity(self.points.len());
        for point in &self.points {
            let mapped = point.map(&nodes, element)?;
            let mut strain = compatible_strain(&mapped.gradient, u);
            if let Some((enhanced, parameters)) = &enhanced {
                let more = enhanced.strain(parameters, point.xi, mapped.determinant);
                for (sum, e) in strain.iter_mut().zip(more) {
                    *sum += e;
                }
            }
            states.push(PointState {
                place: point.place(&nodes),
                strain,
                stress: material.stress(&strain),
            });
        }
        Ok(states)
    }

    /// The enhanced strains with the parameters that these displacements cause.
    fn enhanced(
        &self,
        nodes: &[Vector; N],
        u: &[Vector; N],
        material: &Material,
        element: usize,
    ) -> Result<Option<(Enhanced, [f64; N_MODES])>, Error> {
        let Some((enhanced, condensed)) = self.reference.enhanced(nodes, material, element)? else {
            return Ok(None);
        };
        let mut flat = [0.0; 3 * MAX_NODES];
        for (a, u) in u.iter().enumerate() {
            flat[3 * a..3 * a + 3].copy_from_slice(u);
        }
        let flat: [f64; 24] = std::array::from_fn(|i| flat[i]);
        let parameters = condensed.parameters(&flat);
        Ok(Some((enhanced, parameters)))
    }
}

/// ε = sym ∇u, with engineering shears. \[theory:finite-elements\] (3)
fn compatible_strain<const N: usize>(gradient: &[[f64; N]; 3], u: &[Vector; N]) -> Strain {
    let mut d = [[0.0; 3]; 3];
    for a in 0..N {
        for i in 0..3 {
            for j in 0..3 {
                d[i][j] += u[a][i] * gradient[j][a];
            }
        }
    }
    [
        d[0][0],
        d[1][1],
        d[2][2],
        d[0][1] + d[1][0],
        d[1][2] + d[2][1],
        d[2][0] + d[0][2],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_and_principal_stresses_of_known_states() {
        assert!((von_mises(&[7.0, 0.0, 0.0, 0.0, 0.0, 0.0]) - 7.0).abs() < 1e-14);
        let shear = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0];
        assert!((von_mises(&shear) - 12.0_f64.sqrt()).abs() < 1e-14);
        let (values, _) = principal_stresses(&shear);
        for (value, expected) in values.iter().zip([2.0, 0.0, -2.0]) {
            assert!((value - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn continuation_is_exact_for_trilinear_fields() {
        let field = |[x, y, z]: [f64; 3]| 1.0 + 2.0 * x - y + 0.5 * z + x * y - 3.0 * x * y * z;
        for (node, weights) in continuation(ElementKind::Hex20).iter().enumerate().take(8) {
            let sum: f64 = weights
                .iter()
                .zip(&CUBE_8)
                .map(|(w, p)| w * field(p.xi))
                .sum();
            assert!((sum - field(CORNERS[node])).abs() < 1e-13);
        }
    }
}
