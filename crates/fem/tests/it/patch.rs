//! The patch test: any mesh of distorted elements carries a constant strain exactly.
//!
//! The cube of seven elements is that of \[macneal1985\], with its places, its material and its displacements.

use pitchline_fem::{ALL_ELEMENTS, ElementKind, Material, Mesh, Tie, gauss_states, node_states};
use proptest::prelude::*;

use crate::support::{mesh, solve, solve_prescribed, with_mid_sides};

const MATERIAL: Material = Material {
    youngs_modulus: 1e6,
    poisson_ratio: 0.25,
    density: 1.0,
};

/// The inner corners of the seven elements.
const INNER: [[f64; 3]; 8] = [
    [0.249, 0.342, 0.192],
    [0.826, 0.288, 0.288],
    [0.850, 0.649, 0.263],
    [0.273, 0.750, 0.230],
    [0.320, 0.186, 0.643],
    [0.677, 0.305, 0.683],
    [0.788, 0.693, 0.644],
    [0.165, 0.745, 0.702],
];

/// A unit cube: one element in the middle, one between each of its faces and the cube's.
fn patch(kind: ElementKind, inner: [[f64; 3]; 8]) -> Mesh {
    let mut nodes = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 1.0],
    ];
    nodes.extend(inner);
    let mut connectivity: Vec<u32> = (8..16).collect();
    for face in ElementKind::Hex8.element().faces() {
        // Seen from outside the cube's face is behind: the element runs from the outer face inwards.
        let outer: Vec<u32> = face.iter().map(|&corner| corner as u32).collect();
        let turned = [outer[0], outer[3], outer[2], outer[1]];
        connectivity.extend(turned);
        connectivity.extend(turned.map(|corner| corner + 8));
    }
    let coarse = mesh(ElementKind::Hex8, nodes, connectivity);
    match kind {
        ElementKind::Hex8 => coarse,
        ElementKind::Hex20 => with_mid_sides(&coarse),
    }
}

fn published_field([x, y, z]: [f64; 3]) -> [f64; 3] {
    [
        5e-4 * (2.0 * x + y + z),
        5e-4 * (x + 2.0 * y + z),
        5e-4 * (x + y + 2.0 * z),
    ]
}

fn on_border(place: [f64; 3]) -> bool {
    place
        .iter()
        .any(|x| x.abs() < 1e-12 || (x - 1.0).abs() < 1e-12)
}

/// Constant stresses of the published field (Pa of its units): 2000 normal, 400 shear.
const STRESS: [f64; 6] = [2000.0, 2000.0, 2000.0, 400.0, 400.0, 400.0];

fn assert_constant_stress(mesh: &Mesh, displacements: &[[f64; 3]]) {
    let gauss = gauss_states(mesh, &MATERIAL, displacements).unwrap();
    let nodes = node_states(mesh, &MATERIAL, displacements).unwrap();
    let stresses = gauss
        .iter()
        .map(|s| s.stress)
        .chain(nodes.iter().map(|s| s.stress));
    for stress in stresses {
        for (given, expected) in stress.iter().zip(STRESS) {
            // Rounding of the solution, with room for its condition.
            assert!((given / expected - 1.0).abs() < 1e-10, "{stress:?}");
        }
    }
}

#[test]
fn given_displacements_of_the_border_make_a_constant_strain() {
    for kind in ALL_ELEMENTS {
        let mesh = patch(kind, INNER);
        let prescribed = |node: usize| {
            let place = mesh.nodes[node];
            on_border(place).then(|| published_field(place))
        };
        let u = solve_prescribed(&mesh, &MATERIAL, prescribed);
        for (place, u) in mesh.nodes.iter().zip(&u) {
            for (given, expected) in u.iter().zip(published_field(*place)) {
                assert!((given - expected).abs() < 1e-15, "{kind:?}");
            }
        }
        assert_constant_stress(&mesh, &u);
    }
}

#[test]
fn tractions_of_a_constant_stress_make_its_displacements() {
    for kind in ALL_ELEMENTS {
        let mesh = patch(kind, INNER);
        let [x, y, z, xy, yz, zx] = STRESS;
        let traction = |_, n: [f64; 3]| {
            [
                x * n[0] + xy * n[1] + zx * n[2],
                xy * n[0] + y * n[1] + yz * n[2],
                zx * n[0] + yz * n[1] + z * n[2],
            ]
        };
        let forces = mesh.traction_forces(&mesh.border(), traction).unwrap();
        // Six motions of three corners are held: enough for the rigid ones and no more.
        let mut ties = vec![Tie::FREE; mesh.nodes.len()];
        ties[0] = Tie::LOCKED;
        ties[1] = Tie::Own([true, false, false]);
        ties[3] = Tie::Own([true, true, false]);
        let u = solve(&mesh, &MATERIAL, ties, &forces);
        assert_constant_stress(&mesh, &u);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_distorted_patch_carries_any_constant_strain(
        moves in proptest::array::uniform8(proptest::array::uniform3(-0.06..0.06f64)),
        gradient in proptest::array::uniform9(-1e-3..1e-3f64),
    ) {
        let inner = std::array::from_fn(|a| [0, 1, 2].map(|i| {
            let regular = if corner_signs(a)[i] > 0.0 { 0.7 } else { 0.3 };
            regular + moves[a][i]
        }));
        let field = |p: [f64; 3]| [0, 1, 2].map(|i| {
            (0..3).map(|j| gradient[3 * i + j] * p[j]).sum::<f64>()
        });
        for kind in ALL_ELEMENTS {
            let mesh = patch(kind, inner);
            let prescribed = |node: usize| {
                let place = mesh.nodes[node];
                on_border(place).then(|| field(place))
            };
            let u = solve_prescribed(&mesh, &MATERIAL, prescribed);
            for (place, u) in mesh.nodes.iter().zip(&u) {
                for (given, expected) in u.iter().zip(field(*place)) {
                    prop_assert!((given - expected).abs() < 1e-14, "{:?}", kind);
                }
            }
        }
    }
}

/// Signs of a corner of the cube, in the order of the element's corners.
fn corner_signs(corner: usize) -> [f64; 3] {
    let x = if matches!(corner % 4, 1 | 2) {
        1.0
    } else {
        -1.0
    };
    let y = if corner % 4 >= 2 { 1.0 } else { -1.0 };
    [x, y, if corner >= 4 { 1.0 } else { -1.0 }]
}
