//! Natural frequencies against closed forms.

use std::f64::consts::{PI, TAU};

use pitchline_algebra::unobserved;
use pitchline_fem::{ElementKind, Error, FeModel, Material, Mesh, ModeRange, Modes, Support};

use crate::bodies::{in_pool, nodes_where};
use crate::support::{block, steel};

fn free_modes(mesh: Mesh, material: Material, range: ModeRange) -> Modes {
    let support = Support::free(&mesh);
    let model = FeModel::build(mesh, material, support).unwrap();
    model.modes(range, None, &mut unobserved).unwrap()
}

/// How far the nearest frequencies are from a known one, relative, nearest first.
fn distances(modes: &Modes, known: f64) -> Vec<f64> {
    let mut distances: Vec<f64> = modes
        .elastic
        .iter()
        .map(|mode| (mode.frequency_hz / known - 1.0).abs())
        .collect();
    distances.sort_by(f64::total_cmp);
    distances
}

fn cube(n: usize) -> Mesh {
    block(ElementKind::Hex20, [n; 3], |p| p.map(|x| 0.1 * x))
}

#[test]
fn a_free_cube_has_the_modes_of_lame() {
    // Shear without change of volume, u = (cos x sin y, −sin x cos y, 0) with half a wave on each side, leaves all faces
    // free of stress: f = c_s / (√2 a) for any Poisson's ratio, once in each of three planes.
    let steel = steel();
    let shear_modulus = steel.youngs_modulus / (2.0 * (1.0 + steel.poisson_ratio));
    let exact = (shear_modulus / steel.density).sqrt() / (2f64.sqrt() * 0.1);
    let [coarse, fine] = [3, 6].map(|n| free_modes(cube(n), steel, ModeRange::Lowest(20)));
    for modes in [&coarse, &fine] {
        assert_eq!(modes.rigid.len(), 6);
        assert_eq!(modes.elastic.len(), 20);
        assert!(modes.rigid.iter().all(|mode| mode.rigid_share > 1.0 - 1e-9));
        assert!(modes.elastic.iter().all(|mode| mode.rigid_share < 1e-9));
        assert!(modes.elastic.iter().all(|mode| mode.residual < 1e-6));
        assert!(modes.counts[0].1 >= 26);
    }
    let (coarse, fine) = (distances(&coarse, exact), distances(&fine, exact));
    assert!(fine[2] < 3e-4, "{fine:?}");
    // Frequencies of quadratic elements converge with the fourth power: sixteen times better, less for the coarse mesh.
    assert!(coarse[2] / fine[2] > 10.0, "{} {}", coarse[2], fine[2]);
}

#[test]
fn a_slender_bar_has_the_modes_of_a_beam() {
    // Free at both ends, section h × h, length 50 h: bending in two planes, each frequency twice.
    let (length, side) = (1.0, 0.02);
    let mesh = block(ElementKind::Hex20, [40, 1, 1], |[a, b, c]| {
        [length * a, side * b, side * c]
    });
    let modes = free_modes(mesh, steel(), ModeRange::Lowest(4));
    let speed = (steel().youngs_modulus / steel().density).sqrt();
    let radius = side / 12f64.sqrt();
    for (pair, wave) in [(0, 4.730_040_7), (1, 7.853_204_6)] {
        let euler = wave * wave * speed * radius / (TAU * length * length);
        // Shear and rotary inertia lower it by about (1 + E / κG) (wave · radius / length)² / 2, end effects included
        // within a factor of two of that.
        let correction = 0.5 * (1.0 + 2.6 / 0.85) * (wave * radius / length).powi(2);
        for mode in &modes.elastic[2 * pair..2 * pair + 2] {
            let ratio = mode.frequency_hz / euler;
            assert!(
                ratio < 1.0 && ratio > 1.0 - 2.0 * correction,
                "{ratio} {correction}"
            );
        }
        let [a, b] = [0, 1].map(|i| modes.elastic[2 * pair + i].frequency_hz);
        assert!((a / b - 1.0).abs() < 1e-9);
    }
}

#[test]
fn a_clamped_bar_without_poisson_effect_rings_lengthwise() {
    // ν = 0: plane sections stay plane and u = sin(π x / 2 L) is exact: f = c / 4 L.
    let material = Material {
        poisson_ratio: 0.0,
        ..steel()
    };
    let mesh = block(ElementKind::Hex20, [8, 1, 1], |[a, b, c]| {
        [a, 0.2 * b, 0.2 * c]
    });
    let root = nodes_where(&mesh, |p| p[0] < 1e-9);
    let support = Support::free(&mesh).locked(&root, [true; 3]).unwrap();
    let model = FeModel::build(mesh, material, support).unwrap();
    let exact = (material.youngs_modulus / material.density).sqrt() / 4.0;
    let band = ModeRange::Band {
        low_hz: 0.9 * exact,
        high_hz: 1.1 * exact,
    };
    let modes = model.modes(band, None, &mut unobserved).unwrap();
    assert!(modes.rigid.is_empty() && modes.free_motions.is_empty());
    assert_eq!(modes.counts[1].1 - modes.counts[0].1, modes.elastic.len());
    // (π / 2 · 1/8)⁴ / 720, the error of quadratic elements.
    assert!(distances(&modes, exact)[0] < 1e-5 * PI);
}

#[test]
fn a_hinge_leaves_one_rigid_mode() {
    let mesh = block(ElementKind::Hex8, [6, 2, 2], |[a, b, c]| {
        [a, 0.2 * b, 0.2 * c]
    });
    let hinge = nodes_where(&mesh, |p| p[0] < 1e-9 && p[2] < 1e-9);
    let support = Support::free(&mesh).locked(&hinge, [true; 3]).unwrap();
    let model = FeModel::build(mesh, steel(), support).unwrap();
    let modes = model
        .modes(ModeRange::Lowest(3), None, &mut unobserved)
        .unwrap();
    assert_eq!(modes.rigid.len(), 1);
    assert_eq!(modes.elastic.len(), 3);
    assert!(
        modes.free_motions[0]
            .to_string()
            .starts_with("rotation about y")
    );
    // A band from zero finds it as well.
    let top = modes.elastic[1].frequency_hz * 1.01;
    let band = ModeRange::Band {
        low_hz: 0.0,
        high_hz: top,
    };
    let found = model.modes(band, None, &mut unobserved).unwrap();
    assert_eq!((found.rigid.len(), found.elastic.len()), (1, 2));
}

#[test]
fn impossible_requests_are_refused() {
    let mesh = cube(1);
    let support = Support::free(&mesh);
    let model = FeModel::build(mesh, steel(), support).unwrap();
    for (low_hz, high_hz) in [
        (-1.0, 5.0),
        (5.0, 5.0),
        (0.0, f64::INFINITY),
        (f64::NAN, 1.0),
    ] {
        let refused = model.modes(ModeRange::Band { low_hz, high_hz }, None, &mut unobserved);
        assert!(matches!(refused, Err(Error::Band { .. })));
    }
    // More than there are: all of them.
    let all = model
        .modes(ModeRange::Lowest(1000), None, &mut unobserved)
        .unwrap();
    assert_eq!(all.rigid.len() + all.elastic.len(), 60);
    assert_eq!(all.rigid.len(), 6);
}

#[test]
fn modes_have_the_same_bits_for_any_number_of_threads() {
    let modes = || free_modes(cube(4), steel(), ModeRange::Lowest(10));
    assert!(in_pool(1, modes) == in_pool(2, modes));
}
