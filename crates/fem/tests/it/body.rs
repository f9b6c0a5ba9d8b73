//! Volume, mass, inertia, areas, pressures and mean joints of whole bodies.

use std::f64::consts::{FRAC_PI_2, PI};

use pitchline_fem::{ALL_ELEMENTS, ElementKind, Error, Face, MeanJoint};

use crate::support::{block, faces_where};

#[test]
fn a_brick_has_the_properties_of_a_brick() {
    let [a, b, c] = [0.3, 0.2, 0.1];
    for kind in ALL_ELEMENTS {
        // Far away, and cut into distorted elements: the outer form alone counts.
        let mesh = block(kind, [3, 2, 2], |[x, y, z]| {
            let bump = 0.3 * x * (1.0 - x) * y * (1.0 - y) * z * (1.0 - z);
            [
                100.0 + a * (x + bump),
                b * (y - bump),
                c * (z + bump) - 50.0,
            ]
        });
        let body = mesh.mass_properties(7850.0).unwrap();
        let mass = 7850.0 * a * b * c;
        assert!((body.mass / mass - 1.0).abs() < 1e-12);
        for (given, expected) in body
            .centre
            .iter()
            .zip([100.0 + a / 2.0, b / 2.0, c / 2.0 - 50.0])
        {
            assert!((given - expected).abs() < 1e-8 * a, "{given} {expected}");
        }
        let expected = [b * b + c * c, a * a + c * c, a * a + b * b].map(|s| mass / 12.0 * s);
        for i in 0..3 {
            for j in 0..3 {
                let expected = if i == j { expected[i] } else { 0.0 };
                let error = (body.inertia[i][j] - expected).abs() / (mass * a * a);
                // Curved inner borders of twenty nodes are integrated by neighbours alike, their powers beyond the rule are not.
                assert!(error < 1e-6, "{kind:?} {i}{j}: {error:e}");
            }
        }
    }
}

#[test]
fn areas_and_pressure_of_a_cylinder() {
    let (radius, height) = (0.05, 0.02);
    let mesh = block(ElementKind::Hex20, [2, 12, 2], |[r, a, z]| {
        let (radius, angle) = (radius * (1.0 + r), FRAC_PI_2 * a);
        [radius * angle.cos(), radius * angle.sin(), height * z]
    });
    let bore = faces_where(&mesh, |p| (p[0].hypot(p[1]) - radius).abs() < 1e-9);
    let exact = FRAC_PI_2 * radius * height;
    // Parabolas through points of the circle: relative error (π/24)⁴/… below 1e-6.
    assert!((mesh.area(&bore).unwrap() / exact - 1.0).abs() < 1e-6);
    let areas = mesh.node_areas(&bore).unwrap();
    let total: f64 = areas.iter().map(|a| a.1).sum();
    assert!((total / exact - 1.0).abs() < 1e-6);
    assert!(areas.is_sorted_by_key(|a| a.0));
    // Pressure on the bore of a quarter pushes with p r h along both axes, whatever the facets are.
    let forces = mesh.pressure_forces(&bore, 3e6).unwrap();
    for axis in 0..2 {
        let sum: f64 = forces.iter().map(|f| f[axis]).sum();
        assert!((sum / (3e6 * radius * height) - 1.0).abs() < 1e-12, "{sum}");
    }
}

#[test]
fn the_mean_joint_of_quadratic_faces_weighs_their_area() {
    // Consistent weights integrate quadratic fields exactly on plane faces, although those of corners are negative: the joint of a
    // unit square turns by the mean of curl, which for u = (0, 0, x²) about its middle is that of its secant.
    for kind in ALL_ELEMENTS {
        let mesh = block(kind, [4, 4, 1], |[x, y, z]| [x, y, 0.2 * z]);
        let top = faces_where(&mesh, |p| p[2] > 0.2 - 1e-9);
        let joint = MeanJoint::on_faces(&mesh, &top, [0.5, 0.5, 0.2]).unwrap();
        let u: Vec<[f64; 3]> = mesh.nodes.iter().map(|p| [0.0, 0.0, p[0] * p[0]]).collect();
        let motion = joint.motion(&u).unwrap();
        // Best line through x² on 0…1: x − 1/6; at the middle 1/3, slope 1: θ_y = −1.
        let tolerance = if kind == ElementKind::Hex8 {
            0.02
        } else {
            0.002
        };
        assert!((motion[2] - 1.0 / 3.0).abs() < tolerance, "{motion:?}");
        assert!((motion[4] + 1.0).abs() < tolerance, "{motion:?}");
        let mut forces = vec![[0.0; 3]; mesh.nodes.len()];
        joint
            .add_forces([0.0, 0.0, 1.0], [0.0, 0.0, PI], &mut forces)
            .unwrap();
        let sum: f64 = forces.iter().map(|f| f[2]).sum();
        let torque: f64 = forces
            .iter()
            .zip(&mesh.nodes)
            .map(|(f, p)| (p[0] - 0.5) * f[1] - (p[1] - 0.5) * f[0])
            .sum();
        assert!((sum - 1.0).abs() < 1e-12 && (torque - PI).abs() < 1e-12);
    }
}

#[test]
fn faces_that_do_not_exist_are_named() {
    let mesh = block(ElementKind::Hex8, [1; 3], |p| p);
    for face in [
        Face {
            element: 1,
            side: 0,
        },
        Face {
            element: 0,
            side: 6,
        },
    ] {
        assert!(matches!(mesh.area(&[face]), Err(Error::FaceMissing { .. })));
        assert!(mesh.node_areas(&[face]).is_err());
    }
}
