//! Errors fall with the orders of the interpolation, on distorted meshes too.
//!
//! The exact solution is a displacement field of our choice; its body force f = −div σ and the displacements of the border are given.

use std::f64::consts::PI;

use pitchline_fem::{DofMap, ElementKind, Material, Mesh, Tie, assemble, gauss_states};

use crate::support::{block, cholesky};

const MATERIAL: Material = Material {
    youngs_modulus: 1.0,
    poisson_ratio: 0.3,
    density: 1.0,
};

/// u = (s(x) c(y) z, 0, x y²/2) with s = sin πx, c = cos πy.
fn field([x, y, z]: [f64; 3]) -> [f64; 3] {
    [(PI * x).sin() * (PI * y).cos() * z, 0.0, 0.5 * x * y * y]
}

/// −div σ = −(λ + μ) grad div u − μ ∇²u, by hand.
fn body_force([x, y, z]: [f64; 3]) -> [f64; 3] {
    let (lambda, mu) = MATERIAL.lame();
    let (sx, cx, sy, cy) = (
        (PI * x).sin(),
        (PI * x).cos(),
        (PI * y).sin(),
        (PI * y).cos(),
    );
    // div u = π cx cy z (the third component does not depend on z).
    let grad_div = [-PI * PI * sx * cy * z, -PI * PI * cx * sy * z, PI * cx * cy];
    let laplace = [-2.0 * PI * PI * sx * cy * z, 0.0, x];
    [0, 1, 2].map(|i| -(lambda + mu) * grad_div[i] - mu * laplace[i])
}

/// xx, yy, zz, xy, yz, zx
fn strain([x, y, z]: [f64; 3]) -> [f64; 6] {
    let (sx, cx, sy, cy) = (
        (PI * x).sin(),
        (PI * x).cos(),
        (PI * y).sin(),
        (PI * y).cos(),
    );
    [
        PI * cx * cy * z,
        0.0,
        0.0,
        -PI * sx * sy * z,
        x * y,
        sx * cy + 0.5 * y * y,
    ]
}

/// Unit cube whose inside is distorted smoothly.
fn cube(kind: ElementKind, n: usize) -> Mesh {
    block(kind, [n; 3], |[x, y, z]| {
        let bump = 0.08 * (PI * x).sin() * (PI * y).sin() * (PI * z).sin();
        [x + bump, y - bump, z + 0.5 * bump]
    })
}

/// Root mean squares of the errors of strain, over the quadrature points, and of displacement, over the volume.
fn errors(kind: ElementKind, n: usize) -> [f64; 2] {
    let mesh = cube(kind, n);
    let is_border = |p: &[f64; 3]| p.iter().any(|x| *x < 1e-12 || *x > 1.0 - 1e-12);
    let free = DofMap::free(&mesh.nodes).unwrap();
    let all = assemble(&mesh, &MATERIAL, &free).unwrap();
    let nodal = |f: fn([f64; 3]) -> [f64; 3]| -> Vec<f64> {
        mesh.nodes.iter().flat_map(|&p| f(p)).collect()
    };
    // ∫ N f dV with f interpolated from the nodes: M f at density 1, an error of higher order than the element's.
    let (mut load, mut pull) = (vec![0.0; all.mass.n], vec![0.0; all.mass.n]);
    all.mass.multiply(&nodal(body_force), &mut load);
    let given: Vec<f64> = mesh
        .nodes
        .iter()
        .flat_map(|p| if is_border(p) { field(*p) } else { [0.0; 3] })
        .collect();
    all.stiffness.multiply(&given, &mut pull);
    let forces: Vec<[f64; 3]> = (0..mesh.nodes.len())
        .map(|a| [0, 1, 2].map(|i| load[3 * a + i] - pull[3 * a + i]))
        .collect();
    let ties = mesh
        .nodes
        .iter()
        .map(|p| if is_border(p) { Tie::LOCKED } else { Tie::FREE })
        .collect();
    let map = DofMap::build(&mesh.nodes, ties, Vec::new()).unwrap();
    let matrices = assemble(&mesh, &MATERIAL, &map).unwrap();
    let mut u = map
        .expand(&cholesky(
            &matrices.stiffness,
            &map.reduce(&forces).unwrap(),
        ))
        .unwrap();
    for (p, u) in mesh.nodes.iter().zip(u.iter_mut()) {
        if is_border(p) {
            *u = field(*p);
        }
    }
    let states = gauss_states(&mesh, &MATERIAL, &u).unwrap();
    let strain_error: f64 = states
        .iter()
        .map(|s| {
            (0..6)
                .map(|i| (s.strain[i] - strain(s.place)[i]).powi(2))
                .sum::<f64>()
        })
        .sum();
    // Density and volume are 1: eᵀMe is the mean square of the interpolated error.
    let error: Vec<f64> = mesh
        .nodes
        .iter()
        .zip(&u)
        .flat_map(|(p, u)| [0, 1, 2].map(|i| u[i] - field(*p)[i]))
        .collect();
    let mut weighed = vec![0.0; error.len()];
    all.mass.multiply(&error, &mut weighed);
    let square: f64 = error.iter().zip(&weighed).map(|(e, m)| e * m).sum();
    [(strain_error / states.len() as f64).sqrt(), square.sqrt()]
}

#[test]
fn errors_fall_with_the_order_of_the_interpolation() {
    // Strains of linear elements fall at least as h, of quadratic ones as h²; displacements one power faster. A tenth is left for
    // meshes that are not yet fine.
    for (kind, sizes, order) in [
        (ElementKind::Hex8, [8, 16], 1.0),
        (ElementKind::Hex20, [3, 6], 2.0),
    ] {
        let [coarse, fine] = sizes.map(|n| errors(kind, n));
        let rates: Vec<f64> = coarse
            .iter()
            .zip(fine)
            .map(|(c, f)| (c / f).log2())
            .collect();
        assert!(rates[0] > order - 0.1, "{kind:?}: strains {rates:?}");
        assert!(rates[1] > order + 0.9, "{kind:?}: displacements {rates:?}");
        assert!(fine[0] < 0.05 * PI && fine[1] < 0.001, "{kind:?}: {fine:?}");
    }
}
