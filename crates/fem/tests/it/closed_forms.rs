//! Closed forms: thick cylinders, turning disc, block of rubber, pure bending, turned meshes.

use std::f64::consts::FRAC_PI_2;

use pitchline_fem::{
    ALL_ELEMENTS, ElementKind, Material, Mesh, Tie, gauss_states, node_states, von_mises,
};

use crate::support::{block, faces_where, solve, steel};

const INNER: f64 = 0.05;
const OUTER: f64 = 0.10;
/// Thin, so that a free disc is in plane stress: what is left is of the order (height/radius)², 1e-3 of a percent.
const HEIGHT: f64 = 0.001;

/// A quarter of an annulus between radii 0.05 and 0.1 m, from z = 0 to 1 mm.
fn quarter(kind: ElementKind, n_radial: usize, n_around: usize) -> Mesh {
    block(kind, [n_radial, n_around, 1], |[r, a, z]| {
        let (radius, angle) = (INNER + (OUTER - INNER) * r, FRAC_PI_2 * a);
        [radius * angle.cos(), radius * angle.sin(), HEIGHT * z]
    })
}

/// Planes of symmetry at x = 0, y = 0, z = 0; with `is_plane` the other end is held as well.
fn symmetric(mesh: &Mesh, is_plane: bool) -> Vec<Tie> {
    let at = |x: f64| x.abs() < 1e-12;
    mesh.nodes
        .iter()
        .map(|p| {
            Tie::Own([
                !at(p[0]),
                !at(p[1]),
                !(at(p[2]) || is_plane && at(p[2] - HEIGHT)),
            ])
        })
        .collect()
}

fn radius(p: [f64; 3]) -> f64 {
    p[0].hypot(p[1])
}

/// Radial, hoop and axial stress at a place.
fn cylindrical(p: [f64; 3], s: [f64; 6]) -> [f64; 3] {
    let (c, n) = (p[0] / radius(p), p[1] / radius(p));
    [
        c * c * s[0] + n * n * s[1] + 2.0 * c * n * s[3],
        n * n * s[0] + c * c * s[1] - 2.0 * c * n * s[3],
        s[2],
    ]
}

#[test]
fn a_thick_cylinder_under_pressure_follows_lame() {
    // σ_r, σ_φ = A ∓ B/r² with A = p a²/(b² − a²), B = A b²; plane strain: σ_z = 2 ν A, u_r = (1 + ν)/E ((1 − 2ν) A r + B/r).
    let (p, steel) = (1e8, steel());
    let a = p * INNER.powi(2) / (OUTER.powi(2) - INNER.powi(2));
    let b = a * OUTER.powi(2);
    let (e, nu) = (steel.youngs_modulus, steel.poisson_ratio);
    for (kind, n_radial, u_tolerance, s_tolerance) in [
        // Errors fall with the second and the fourth power of the size; a tenth of the thickness squared is 1 %.
        (ElementKind::Hex8, 10, 2e-3, 2e-2),
        (ElementKind::Hex20, 8, 2e-4, 1e-2),
    ] {
        let mesh = quarter(kind, n_radial, 2 * n_radial);
        let bore = faces_where(&mesh, |p| (radius(p) - INNER).abs() < 1e-9);
        let forces = mesh.pressure_forces(&bore, p).unwrap();
        let u = solve(&mesh, &steel, symmetric(&mesh, true), &forces);
        for (place, u) in mesh.nodes.iter().zip(&u) {
            let r = radius(*place);
            let expected = (1.0 + nu) / e * ((1.0 - 2.0 * nu) * a * r + b / r);
            let given = (place[0] * u[0] + place[1] * u[1]) / r;
            assert!(
                (given / expected - 1.0).abs() < u_tolerance,
                "{kind:?} r {r}: {}",
                given / expected
            );
        }
        // At the middle of each element: within an eight-node element a normal stress hardly varies along its own direction.
        let n_points = kind.element().quadrature().len();
        for element in gauss_states(&mesh, &steel, &u).unwrap().chunks(n_points) {
            let mut mean = [0.0; 4];
            for state in element {
                let [radial, hoop, axial] = cylindrical(state.place, state.stress);
                for (sum, s) in mean
                    .iter_mut()
                    .zip([radius(state.place), radial, hoop, axial])
                {
                    *sum += s / n_points as f64;
                }
            }
            let r2 = mean[0].powi(2);
            let expected = [a - b / r2, a + b / r2, 2.0 * nu * a];
            for (given, expected) in mean[1..].iter().zip(expected) {
                assert!(
                    (given - expected).abs() < s_tolerance * p,
                    "{kind:?}: {given:e} {expected:e}"
                );
            }
        }
        // The hoop stress at the bore, continued to the nodes, is 5/3 p.
        let nodes = node_states(&mesh, &steel, &u).unwrap();
        for (place, state) in mesh
            .nodes
            .iter()
            .zip(&nodes)
            .filter(|(p, _)| radius(**p) < INNER + 1e-9)
        {
            let hoop = cylindrical(*place, state.stress)[1];
            assert!(
                (hoop / (5.0 / 3.0 * p) - 1.0).abs() < 4e-2,
                "{kind:?}: {hoop:e}"
            );
            assert!(von_mises(&state.stress) > hoop);
        }
    }
}

#[test]
fn a_turning_disc_bursts_where_theory_says() {
    // Plane stress: σ_φ(a) = (3 + ν)/4 ρω² (b² + (1 − ν)/(3 + ν) a²), u_r(r) = r/E (σ_φ − ν σ_r).
    let (steel, speed) = (steel(), 1000.0);
    let (e, nu, rho) = (steel.youngs_modulus, steel.poisson_ratio, steel.density);
    let (a, b) = (INNER, OUTER);
    for (kind, n, tolerance) in [(ElementKind::Hex8, 10, 5e-3), (ElementKind::Hex20, 5, 1e-3)] {
        let mesh = quarter(kind, n, 2 * n);
        // Inertia forces of the consistent mass: M ω² (x, y, 0).
        let map = pitchline_fem::DofMap::free(&mesh.nodes).unwrap();
        let mass = pitchline_fem::assemble(&mesh, &steel, &map).unwrap().mass;
        let away: Vec<f64> = mesh
            .nodes
            .iter()
            .flat_map(|p| [speed * speed * p[0], speed * speed * p[1], 0.0])
            .collect();
        let mut flat = vec![0.0; mass.n];
        mass.multiply(&away, &mut flat);
        let forces: Vec<[f64; 3]> = flat.chunks(3).map(|f| [f[0], f[1], f[2]]).collect();
        let u = solve(&mesh, &steel, symmetric(&mesh, false), &forces);
        for (place, u) in mesh.nodes.iter().zip(&u) {
            let r = radius(*place);
            let k = (3.0 + nu) / 8.0 * rho * speed * speed;
            let radial = k * (a * a + b * b - (a * b / r).powi(2) - r * r);
            let hoop =
                k * (a * a + b * b + (a * b / r).powi(2) - (1.0 + 3.0 * nu) / (3.0 + nu) * r * r);
            let expected = r / e * (hoop - nu * radial);
            let given = (place[0] * u[0] + place[1] * u[1]) / r;
            assert!(
                (given / expected - 1.0).abs() < tolerance,
                "{kind:?} r {r}: {}",
                given / expected
            );
        }
    }
}

#[test]
fn a_thick_cylinder_of_rubber_does_not_lock() {
    // The cylinder of [macneal1985]: radii 3 to 9, five elements that grow outwards, ten degrees, plane strain, E = 1000,
    // p = 1. Its published displacements of the bore are Lamé's to five digits.
    let radii = [3.0, 3.5, 4.2, 5.2, 6.75, 9.0];
    let at = |place: f64| {
        let i = (place.floor() as usize).min(4);
        radii[i] + (place - i as f64) * (radii[i + 1] - radii[i])
    };
    // Twenty nodes, fully integrated, stiffen as ν → ½: the last column is what is asked of them.
    for (poisson_ratio, published, least_hex20) in [
        (0.49, 5.0399e-3, 0.995),
        (0.499, 5.0602e-3, 0.98),
        (0.4999, 5.0623e-3, 0.87),
    ] {
        let rubber = Material {
            youngs_modulus: 1000.0,
            poisson_ratio,
            density: 1.0,
        };
        // The other side of the sector is oblique: a quarter has two planes of symmetry along the axes instead.
        for (kind, least) in [(ElementKind::Hex8, 0.97), (ElementKind::Hex20, least_hex20)] {
            let mesh = block(kind, [5, 9, 1], |[r, a, z]| {
                let (radius, angle) = (at(5.0 * r), FRAC_PI_2 * a);
                [radius * angle.cos(), radius * angle.sin(), z]
            });
            let zero = |x: f64| x.abs() < 1e-9;
            let ties = mesh
                .nodes
                .iter()
                .map(|p| Tie::Own([!zero(p[0]), !zero(p[1]), false]));
            let bore = faces_where(&mesh, |p| zero(radius(p) - 3.0));
            let forces = mesh.pressure_forces(&bore, 1.0).unwrap();
            let u = solve(&mesh, &rubber, ties.collect(), &forces);
            for (place, u) in mesh
                .nodes
                .iter()
                .zip(&u)
                .filter(|(p, _)| zero(radius(**p) - 3.0))
            {
                let ratio = (place[0] * u[0] + place[1] * u[1]) / 3.0 / published;
                assert!(
                    ratio > least && ratio < 1.005,
                    "{kind:?} {poisson_ratio}: {ratio}"
                );
            }
        }
    }
}

#[test]
fn a_confined_block_of_rubber_finds_its_pressure() {
    // One end pressed, all other faces held along their normals: σ = −p in all directions as ν → ½, ε = −p/(λ + 2μ).
    let rubber = Material {
        youngs_modulus: 1e6,
        poisson_ratio: 0.4999,
        density: 1000.0,
    };
    let (lambda, mu) = rubber.lame();
    for kind in ALL_ELEMENTS {
        // Distorted inside, plane outside.
        let mesh = block(kind, [2, 2, 2], |[x, y, z]| {
            let bump = 2.0 * x * (1.0 - x) * y * (1.0 - y) * z * (1.0 - z);
            [x + bump, y - bump, z + bump]
        });
        let far = |x: f64| x > 1.0 - 1e-9;
        let is_side = |x: f64| x < 1e-9 || far(x);
        let ties = mesh.nodes.iter();
        let ties = ties.map(|p| Tie::Own([!is_side(p[0]), !is_side(p[1]), p[2] > 1e-9]));
        let pressed = faces_where(&mesh, |p| far(p[2]));
        let forces = mesh.pressure_forces(&pressed, 1e3).unwrap();
        let u = solve(&mesh, &rubber, ties.collect(), &forces);
        for (place, u) in mesh.nodes.iter().zip(&u) {
            let expected = [0.0, 0.0, -1e3 / (lambda + 2.0 * mu) * place[2]];
            for (given, expected) in u.iter().zip(expected) {
                // λ/μ = 5000 costs four digits of rounding.
                assert!(
                    (given - expected).abs() < 1e-12 * 1e3 / mu,
                    "{kind:?}: {given} {expected}"
                );
            }
        }
    }
}

#[test]
fn pure_bending_of_one_row_of_bricks_is_exact() {
    // σ_x = −M y/I, u = exact; both elements hold this field on rectangular bricks.
    let steel = steel();
    let (e, nu) = (steel.youngs_modulus, steel.poisson_ratio);
    let curvature = 1e-3;
    let field = |[x, y, z]: [f64; 3]| {
        [
            -curvature * x * y,
            0.5 * curvature * (x * x + nu * (y * y - z * z)),
            nu * curvature * y * z,
        ]
    };
    for kind in ALL_ELEMENTS {
        let mesh = block(kind, [4, 1, 1], |[x, y, z]| [4.0 * x, y - 0.5, z - 0.5]);
        let ends = faces_where(&mesh, |p| (p[0] - 4.0).abs() < 1e-9 || p[0].abs() < 1e-9);
        let forces = mesh
            .traction_forces(&ends, |p, n| [-e * curvature * p[1] * n[0], 0.0, 0.0])
            .unwrap();
        // Hold the rigid motions at nodes where the exact field is taken out afterwards.
        let node = |place: [f64; 3]| {
            mesh.nodes
                .iter()
                .position(|p| (0..3).all(|i| (p[i] - place[i]).abs() < 1e-9))
                .unwrap()
        };
        let mut ties = vec![Tie::FREE; mesh.nodes.len()];
        ties[node([0.0, -0.5, -0.5])] = Tie::LOCKED;
        ties[node([0.0, 0.5, -0.5])] = Tie::Own([false, true, true]);
        ties[node([0.0, -0.5, 0.5])] = Tie::Own([false, false, true]);
        let u = solve(&mesh, &steel, ties, &forces);
        let (tip, root) = (node([4.0, 0.5, 0.5]), node([0.0, 0.5, 0.5]));
        let expected = field(mesh.nodes[tip])[1] - field(mesh.nodes[root])[1];
        let given = u[tip][1] - u[root][1];
        assert!(
            (given / expected - 1.0).abs() < 1e-9,
            "{kind:?}: {}",
            given / expected
        );
        for state in gauss_states(&mesh, &steel, &u).unwrap() {
            let expected = -e * curvature * state.place[1];
            assert!(
                (state.stress[0] - expected).abs() < 1e-8 * e * curvature,
                "{kind:?}"
            );
            assert!(
                state.stress[1..]
                    .iter()
                    .all(|s| s.abs() < 1e-8 * e * curvature)
            );
        }
    }
}

#[test]
fn turning_the_mesh_turns_the_result() {
    // A rotation about an oblique axis by 1 rad.
    let axis = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
    let (s, c) = 1.0_f64.sin_cos();
    let turn = |v: [f64; 3]| {
        let along: f64 = (0..3).map(|i| axis[i] * v[i]).sum();
        let across = [
            axis[1] * v[2] - axis[2] * v[1],
            axis[2] * v[0] - axis[0] * v[2],
            axis[0] * v[1] - axis[1] * v[0],
        ];
        [0, 1, 2].map(|i| c * v[i] + s * across[i] + (1.0 - c) * along * axis[i])
    };
    let shape = |[x, y, z]: [f64; 3]| [3.0 * x, y + 0.2 * x * x, z + 0.1 * x * y];
    for kind in ALL_ELEMENTS {
        let straight = block(kind, [3, 2, 2], shape);
        let turned = block(kind, [3, 2, 2], |p| turn(shape(p)));
        let is_tip = |mesh: &Mesh| {
            let tip = faces_where(&straight, |p| p[0] > 3.0 - 1e-9);
            assert_eq!(mesh.n_elements(), straight.n_elements());
            tip
        };
        let ties: Vec<Tie> = straight
            .nodes
            .iter()
            .map(|p| if p[0] < 1e-9 { Tie::LOCKED } else { Tie::FREE })
            .collect();
        let load = [1e6, 2e6, -3e6];
        let solve_with = |mesh: &Mesh, load: [f64; 3]| {
            let forces = mesh.traction_forces(&is_tip(mesh), |_, _| load).unwrap();
            solve(mesh, &steel(), ties.clone(), &forces)
        };
        let (u, v) = (solve_with(&straight, load), solve_with(&turned, turn(load)));
        let largest = u.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
        for (u, v) in u.iter().zip(&v) {
            for (a, b) in turn(*u).iter().zip(v) {
                assert!((a - b).abs() < 1e-11 * largest, "{kind:?}");
            }
        }
        let (a, b) = (
            node_states(&straight, &steel(), &u).unwrap(),
            node_states(&turned, &steel(), &v).unwrap(),
        );
        let strongest = a.iter().map(|s| von_mises(&s.stress)).fold(0.0, f64::max);
        for (a, b) in a.iter().zip(&b) {
            let difference = von_mises(&a.stress) - von_mises(&b.stress);
            assert!(difference.abs() < 1e-10 * strongest);
        }
    }
}
