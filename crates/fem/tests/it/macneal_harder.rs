//! Beams of \[macneal1985\]: ratios of our tip displacements to the published reference values.
//!
//! `validation/finite-elements/macneal_harder.csv` holds the reference values and the bands in which our ratios must lie.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;

use pitchline_fem::{ElementKind, Material, MeanJoint, Mesh, Tie};

use crate::support::{block, faces_where, solve};

/// Mean displacement along a unit force spread over the end of a clamped beam, or its turn about x under a unit torque.
fn tip_motion(
    mesh: &Mesh,
    material: &Material,
    is_root: fn([f64; 3]) -> bool,
    is_tip: fn([f64; 3]) -> bool,
    load: usize,
) -> f64 {
    let ties = mesh
        .nodes
        .iter()
        .map(|&place| {
            if is_root(place) {
                Tie::LOCKED
            } else {
                Tie::FREE
            }
        })
        .collect();
    let faces = faces_where(mesh, is_tip);
    let areas = mesh.node_areas(&faces).unwrap();
    let area = mesh.area(&faces).unwrap();
    let mut centre = [0.0; 3];
    for &(node, weight) in &areas {
        for (c, x) in centre.iter_mut().zip(mesh.nodes[node as usize]) {
            *c += weight / area * x;
        }
    }
    let joint = MeanJoint::on_faces(mesh, &faces, centre).unwrap();
    let mut wrench = [0.0; 6];
    wrench[load] = 1.0;
    let [fx, fy, fz, tx, ty, tz] = wrench;
    let mut forces = vec![[0.0; 3]; mesh.nodes.len()];
    joint
        .add_forces([fx, fy, fz], [tx, ty, tz], &mut forces)
        .unwrap();
    let u = solve(mesh, material, ties, &forces);
    joint.motion(&u).unwrap()[load]
}

fn at_zero(place: [f64; 3]) -> bool {
    place[0].abs() < 1e-9
}

/// Length 6, depth 0.2 along y, thickness 0.1 along z, six elements; the lines between them lean by 45°.
fn straight(kind: ElementKind, shape: &str) -> Mesh {
    let lean = |i: f64| match shape {
        "rectangular" => 0.0,
        "parallelogram" => 1.0,
        // Lines lean to and fro; between two of them a mid-side node stands halfway.
        _ => (std::f64::consts::PI * (i - 1.0)).cos(),
    };
    block(kind, [6, 1, 1], |[x, y, z]| {
        let i = 6.0 * x;
        let inside = if i < 1.0 {
            lean(1.0) * i
        } else if i > 5.0 {
            lean(5.0) * (6.0 - i)
        } else {
            lean(i)
        };
        [i + 0.2 * (y - 0.5) * inside, 0.2 * y, 0.1 * z]
    })
}

/// A quarter of a ring of radii 4.12 to 4.32, clamped at y = 0.
fn curved(kind: ElementKind) -> Mesh {
    block(kind, [6, 1, 1], |[a, r, z]| {
        // Counted from the tip, which keeps the element's hand.
        let (angle, radius) = (FRAC_PI_2 * (1.0 - a), 4.12 + 0.2 * r);
        [radius * angle.cos(), radius * angle.sin(), 0.1 * z]
    })
}

/// Length 12, section 1.1 × 0.32, turned by 90° from root to tip; at the tip the width lies along z.
fn twisted(kind: ElementKind) -> Mesh {
    block(kind, [12, 2, 1], |[x, y, z]| {
        let angle = FRAC_PI_2 * x;
        let (width, depth) = (1.1 * (y - 0.5), 0.32 * (z - 0.5));
        [
            12.0 * x,
            width * angle.cos() - depth * angle.sin(),
            width * angle.sin() + depth * angle.cos(),
        ]
    })
}

/// Tip motions of all problems, by name.
fn motions(kind: ElementKind) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    let beam = Material {
        youngs_modulus: 1e7,
        poisson_ratio: 0.3,
        density: 1.0,
    };
    for shape in ["rectangular", "trapezoidal", "parallelogram"] {
        let mesh = straight(kind, shape);
        for (name, load) in [
            ("extension", 0),
            ("in-plane shear", 1),
            ("out-of-plane shear", 2),
            ("twist", 3),
        ] {
            let motion = tip_motion(&mesh, &beam, at_zero, |p| p[0] > 6.0 - 1e-9, load);
            found.insert(format!("straight {shape}: {name}"), motion);
        }
    }
    let ring = Material {
        poisson_ratio: 0.25,
        ..beam
    };
    let mesh = curved(kind);
    for (name, load) in [("in-plane", 1), ("out-of-plane", 2)] {
        // Clamped at y = 0 the free end lies on x = 0, where y is radial.
        let motion = tip_motion(
            &mesh,
            &ring,
            |p| p[1].abs() < 1e-9,
            |p| p[0].abs() < 1e-9,
            load,
        );
        found.insert(format!("curved: {name}"), motion);
    }
    let helix = Material {
        youngs_modulus: 29e6,
        poisson_ratio: 0.22,
        density: 1.0,
    };
    let mesh = twisted(kind);
    for (name, load) in [("in-plane", 2), ("out-of-plane", 1)] {
        let motion = tip_motion(&mesh, &helix, at_zero, |p| p[0] > 12.0 - 1e-9, load);
        found.insert(format!("twisted: {name}"), motion);
    }
    found
}

#[test]
fn ratios_to_the_published_values_lie_in_their_bands() {
    let root =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/finite-elements");
    let table = std::fs::read_to_string(root.join("macneal_harder.csv")).unwrap();
    let page = std::fs::read_to_string(root.join("README.md")).unwrap();
    let (hex8, hex20) = (motions(ElementKind::Hex8), motions(ElementKind::Hex20));
    let mut n_compared = 0;
    for line in table.lines().skip(2) {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |i: usize| -> f64 { cells[i].parse().unwrap() };
        let reference = number(1);
        let ratios = [hex8[cells[0]] / reference, hex20[cells[0]] / reference];
        for (i, ratio) in ratios.iter().enumerate() {
            let band = number(2 + 2 * i)..=number(3 + 2 * i);
            assert!(
                band.contains(ratio),
                "{}: {ratio:.4} not in {band:?}",
                cells[0]
            );
        }
        let row = format!(
            "| {} | {} | {:.3} | {:.3} |",
            cells[0], cells[1], ratios[0], ratios[1]
        );
        assert!(page.contains(&row), "README.md lacks {row}");
        n_compared += 1;
    }
    assert_eq!(n_compared, hex8.len());
}
