//! A free element of any shape has the six rigid motions without energy, and no others.

use pitchline_fem::{ALL_ELEMENTS, DofMap, ElementKind, Material, Mesh, assemble};
use proptest::prelude::*;

use crate::support::{block, dense, eigenvalues};

fn stiffness_values(mesh: &Mesh, material: &Material) -> Vec<f64> {
    let map = DofMap::free(&mesh.nodes).unwrap();
    eigenvalues(dense(&assemble(mesh, material, &map).unwrap().stiffness))
}

const UNIT: Material = Material {
    youngs_modulus: 1.0,
    poisson_ratio: 0.3,
    density: 1.0,
};

fn cube(kind: ElementKind) -> Mesh {
    block(kind, [1; 3], |p| p)
}

fn assert_six_zeros(values: &[f64], what: &str) {
    let largest = values[values.len() - 1];
    for &value in &values[..6] {
        assert!(
            value.abs() < 1e-13 * largest,
            "{what}: {value:e} of {largest:e}"
        );
    }
    // The softest true mode of a shape distorted by up to a quarter of its edge stays far above rounding.
    assert!(
        values[6] > 1e-4 * largest,
        "{what}: {:e} of {largest:e}",
        values[6]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn distorted_elements_have_six_zero_modes(
        moves in proptest::collection::vec(proptest::array::uniform3(-0.2..0.2f64), 8),
        stretch in proptest::array::uniform3(0.5..2.0f64),
        poisson_ratio in 0.0..0.45f64,
    ) {
        for kind in ALL_ELEMENTS {
            let mut mesh = cube(ElementKind::Hex8);
            for (node, by) in mesh.nodes.iter_mut().zip(&moves) {
                *node = [0, 1, 2].map(|i| stretch[i] * (node[i] + by[i]));
            }
            if kind == ElementKind::Hex20 {
                mesh = crate::support::with_mid_sides(&mesh);
                for (i, by) in moves.iter().enumerate() {
                    let node = &mut mesh.nodes[8 + i];
                    *node = [0, 1, 2].map(|k| node[k] + 0.2 * by[(k + 1) % 3]);
                }
            }
            let values = stiffness_values(&mesh, &Material { poisson_ratio, ..UNIT });
            assert_six_zeros(&values, &format!("{kind:?}"));
        }
    }
}

#[test]
fn cubes_have_six_zero_modes() {
    for kind in ALL_ELEMENTS {
        assert_six_zeros(&stiffness_values(&cube(kind), &UNIT), &format!("{kind:?}"));
    }
}

#[test]
fn only_the_change_of_volume_grows_stiff_without_bound() {
    // As ν → ½ an element that does not lock has one eigenvalue that grows as λ; trilinear displacements alone have seven,
    // the nine modes of bending leave four.
    let mut distorted = cube(ElementKind::Hex8);
    distorted.nodes[6] = [1.2, 0.9, 1.1];
    distorted.nodes[0] = [0.1, -0.2, 0.05];
    for mesh in [cube(ElementKind::Hex8), distorted] {
        let values = stiffness_values(
            &mesh,
            &Material {
                poisson_ratio: 0.499_999,
                ..UNIT
            },
        );
        let lambda = 1e5;
        let n_stiff = values
            .iter()
            .filter(|&&value| value > 1e-2 * lambda)
            .count();
        assert_eq!(n_stiff, 1, "{:?}", &values[16..]);
    }
}
