//! Kinematics against the velocities of points, and what is no pair.

use proptest::prelude::*;

use super::*;
use crate::planar::samples::{in_ring, motion, pairs, table_3};

/// Wheels that roll on a carrier at rest do not press on each other, and one pitch is one cycle.
#[test]
fn rolling_wheels_have_no_deflection() {
    for ((pair, _), ratio) in [(table_3(), -3.0), (in_ring(), 3.0)] {
        let [deflection, distance] = motion(&pair, [1.0, 1.0 / ratio, 0.0]);
        assert!(deflection.abs() < 1e-17);
        assert!((distance - 0.01).abs() < 1e-17);
        let [_, turn] = motion(&pair, [TAU, TAU / ratio, 0.0]);
        assert!((pair.cycles(turn) - 20.0).abs() < 1e-12);
    }
}

#[test]
fn what_is_no_pair_is_refused() {
    let good = *table_3().0.data();
    let with = |change: &dyn Fn(&mut PlanarPairData)| {
        let mut data = good;
        change(&mut data);
        data.build().unwrap_err().to_string()
    };
    for (told, expected) in [
        (
            with(&|d| d.pitch_radii[1] = 0.04),
            "pitch_radius of b = 0.04 m does not fit 20 and 60 teeth and pitch_radius of a = 0.01 m: both wheels need one pitch; write 0.03 m",
        ),
        (
            with(&|d| d.pitch_radii[0] = f64::NAN),
            "pitch_radius of a = NaN is not possible; write a finite number larger than 0",
        ),
        (
            with(&|d| d.teeth[0] = 0),
            "teeth of a = 0 is not possible; write 1 or more",
        ),
        (
            with(&|d| d.pressure_angle = 0.0),
            "pressure_angle = 0 degrees is not possible; write an angle between 0 and 90 degrees",
        ),
        (
            with(&|d| d.base_helix_angle = -0.1 * PI),
            "base_helix_angle = -18 degrees is not possible; write an angle from 0 to below 90 degrees",
        ),
        (
            with(&|d| d.kind = PlanarKind::RingA),
            "teeth of a = 20 is not possible; write more than the teeth of the wheel that runs in this ring",
        ),
    ] {
        assert_eq!(told, expected);
    }
    for angle in [f64::NAN, f64::INFINITY, FRAC_PI_2] {
        let wrong = PlanarPairData {
            pressure_angle: angle,
            ..good
        };
        assert!(wrong.build().is_err());
    }
}

proptest! {
    /// Velocities of the wheels' points at the pitch point, seen from the carrier, along y: ω × r of either.
    #[test]
    fn mesh_velocity_is_that_of_the_points_at_the_pitch_point(
        (pair, _) in pairs(), a in -9.0..9f64, b in -9.0..9f64, carrier in -9.0..9f64,
    ) {
        let pitch_point = pair.data().pitch_radii[0];
        let [of_a, of_b] = [(a, 0.0), (b, pair.center_distance())]
            .map(|(speed, axis)| (speed - carrier) * (pitch_point - axis));
        let [deflection, distance] = motion(&pair, [a, b, carrier]);
        // Radii of up to 1 m at 18 rad/s
        prop_assert!((distance - 0.5 * (of_a + of_b)).abs() < 1e-13);
        prop_assert!((deflection - (of_a - of_b)).abs() < 1e-13);
    }

    /// A machine that turns as one body does not move through its meshes.
    #[test]
    fn turning_as_one_is_no_motion((pair, _) in pairs(), speed in -9.0..9f64) {
        let [deflection, distance] = motion(&pair, [speed; 3]);
        prop_assert!(distance == 0.0 && deflection == 0.0);
    }
}
