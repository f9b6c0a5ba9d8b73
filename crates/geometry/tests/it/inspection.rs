//! Span and balls by construction.

use pitchline_geometry::Wheel;
use proptest::prelude::*;

use crate::mesh::{cartesian, flank, normal, wheels};
use crate::numeric::{distance, least_at, root, turn};
use crate::sample::{config, pairs};

const PI: f64 = std::f64::consts::PI;

proptest! {
    #![proptest_config(config(1500))]

    /// Span over teeth: two parallel lines against the outer flanks.
    #[test]
    fn span_by_parallel_anvils(pair in pairs(), teeth in 2u32..9) {
        for wheel in wheels(&pair).filter(|wheel| !wheel.data.system.is_helical() && teeth < wheel.data.teeth / 3) {
            let span = wheel.span(Some(teeth)).unwrap();
            prop_assert_eq!(span.teeth, teeth);
            // Turned so that the measured teeth (the spaces of a ring) lie symmetrically about +x.
            let half_pitch = PI / f64::from(wheel.data.teeth);
            let placed = |vector: [f64; 2]| {
                if wheel.is_internal() {
                    turn([vector[0], -vector[1]], f64::from(teeth) * half_pitch)
                } else {
                    turn(vector, f64::from(teeth - 1) * half_pitch)
                }
            };
            let slope = |roll: f64| placed(normal(wheel, roll))[0];
            if slope(1e-2) * slope(1.5) >= 0.0 {
                continue;
            }
            let roll = root(1e-2, 1.5, slope);
            let [x, y] = placed(flank(wheel, roll));
            prop_assert!((2.0 * y - span.length).abs() < 1e-8, "{} {}", 2.0 * y, span.length);
            prop_assert!((x.hypot(y) - span.contact_radius).abs() < 1e-6);
        }
    }
}

/// Distance of a ball's centre, in the middle of a space at `radius`, from the helicoid of the flank.
fn ball_to_flank(wheel: &Wheel, radius: f64) -> (f64, f64) {
    let half_pitch = PI / f64::from(wheel.data.teeth);
    let center = cartesian(radius, half_pitch);
    let twist = wheel.data.system.helix_angle.tan() / wheel.reference_radius;
    let to_point =
        |roll: f64, z: f64| distance(turn(flank(wheel, roll), twist * z), center).hypot(z);
    let over_height = |roll: f64| {
        if wheel.data.system.is_helical() {
            least_at(-3.0, 3.0, 6, |z| to_point(roll, z)).1
        } else {
            to_point(roll, 0.0)
        }
    };
    least_at(1e-3, 1.6, 24, over_height)
}

proptest! {
    #![proptest_config(config(250))]

    /// A ball that touches both flanks, found in space.
    #[test]
    fn balls_by_distance_from_the_flanks(pair in pairs()) {
        for wheel in wheels(&pair) {
            let Some(ball) = wheel.over_balls(None) else { continue };
            if !ball.is_measurable {
                continue;
            }
            let (roll, apart) = ball_to_flank(wheel, 0.5 * ball.center_diameter);
            prop_assert!((apart - 0.5 * ball.ball_diameter).abs() < 1e-7, "{apart} {}", 0.5 * ball.ball_diameter);
            prop_assert!((wheel.base_radius * roll.hypot(1.0) - ball.contact_radius).abs() < 1e-4);
            // Opposite spaces, or the nearest to opposite: the distance of two centres, and a ball more or less.
            let teeth = wheel.data.teeth;
            let step = 2.0 * PI / f64::from(teeth) * f64::from(teeth / 2);
            let across = distance(cartesian(0.5 * ball.center_diameter, 0.0), cartesian(0.5 * ball.center_diameter, step));
            let sign = if wheel.is_internal() { -1.0 } else { 1.0 };
            prop_assert!((across + sign * ball.ball_diameter - ball.dimension).abs() < 1e-9);
        }
    }
}
