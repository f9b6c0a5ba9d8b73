//! Paths against the geometry of gears, and paths that leave the involutes.

use super::*;
use crate::planar::samples::{in_ring, table_3};
use crate::{PlanarKind, PlanarPairData};

/// T1A, T1B of \[linden\] table 3 with T1P = 10 mm sin 20°: T1B = √(11² − (10 cos 20°)²), T1A = 40 sin 20° − √(31² − (30 cos 20°)²).
#[test]
fn the_path_of_table_3() {
    let (pair, path) = table_3();
    let to_pitch = 10e-3 * 20f64.to_radians().sin();
    let [start, end] = [path.start() + to_pitch, path.end() + to_pitch];
    assert!((start - 0.785_845_454e-3).abs() < 1e-12, "{start}");
    assert!((end - 5.718_197_080e-3).abs() < 1e-12, "{end}");
    assert!((path.contact_ratio(&pair) - path.length() / pair.base_pitch()).abs() < 1e-15);
}

#[test]
fn contact_outside_the_involutes_says_by_how_much() {
    let (pair, _) = table_3();
    // The tip of b at T1 has √(r_b² + (a sin α)²) = 31.335 mm.
    let told = ContactPath::from_tips(&pair, [0.011, 0.032])
        .unwrap_err()
        .to_string();
    assert!(told.starts_with("the tip of b touches 0.001"), "{told}");
    assert!(
        told.contains("beyond T1, where the line of action leaves the base circle of a"),
        "{told}"
    );
    let told = ContactPath::from_tips(&pair, [0.02, 0.031])
        .unwrap_err()
        .to_string();
    assert!(told.contains("tip of a") && told.contains("T2"), "{told}");
    let (ring, _) = in_ring();
    let told = ContactPath::from_tips(&ring, [0.011, 0.0283])
        .unwrap_err()
        .to_string();
    assert!(told.contains("tip of b") && told.contains("T1"), "{told}");
}

#[test]
fn tips_that_do_not_meet_are_refused() {
    let (pair, _) = table_3();
    for (tips, part) in [
        ([0.0099, 0.0299], "do not reach each other"),
        (
            [0.009, 0.031],
            "tip_radius of a = 0.009 m lies within the base circle",
        ),
        ([f64::NAN, 0.031], "tip_radius of a = NaN"),
        ([0.011, f64::INFINITY], "tip_radius of b = inf"),
    ] {
        let told = ContactPath::from_tips(&pair, tips).unwrap_err().to_string();
        assert!(told.contains(part), "{told}");
    }
}

/// A ring has its tips on the inner side: the same pinion finds a longer path in it than on an external wheel.
#[test]
fn a_ring_has_a_longer_path() {
    let (external, outside) = table_3();
    let (ring, inside) = in_ring();
    assert!((external.base_pitch() - ring.base_pitch()).abs() < 1e-18);
    // √(29.2² − (30 cos 20°)²) − 30 sin 20°
    assert!(
        (inside.start() - (0.029_2f64.powi(2) - (0.03 * 20f64.to_radians().cos()).powi(2)).sqrt()
            + 0.03 * 20f64.to_radians().sin())
        .abs()
            < 1e-17
    );
    assert!((inside.end() - outside.end()).abs() < 1e-18);
    let data = PlanarPairData {
        kind: PlanarKind::RingA,
        teeth: [60, 20],
        pitch_radii: [0.03, 0.01],
        ..*ring.data()
    };
    let swapped = data.build().unwrap();
    let path = ContactPath::from_tips(&swapped, [0.0292, 0.011]).unwrap();
    assert!(
        (path.start() + inside.end()).abs() < 1e-17 && (path.end() + inside.start()).abs() < 1e-17
    );
}
