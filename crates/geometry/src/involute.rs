//! The involute function inv α = tan α − α and its inverse.
//!
//! Both work on t = tan α: with t the inverse is a convex scalar equation on which Newton's method cannot fail.

/// inv α = tan α − α, for a pressure angle in radians.
pub fn involute(pressure_angle: f64) -> f64 {
    involute_of_tangent(pressure_angle.tan())
}

/// inv α at `radius` on the involute of a base circle; 0 on the base circle and inside it.
pub fn involute_at_radius(base_radius: f64, radius: f64) -> f64 {
    involute_of_tangent(roll_tangent(base_radius, radius))
}

/// tan α at `radius`, the roll angle of the involute there; 0 on the base circle and inside it.
pub(crate) fn roll_tangent(base_radius: f64, radius: f64) -> f64 {
    ((radius - base_radius) * (radius + base_radius))
        .max(0.0)
        .sqrt()
        / base_radius
}

/// The pressure angle whose involute function is `value`; `None` for a negative or non-finite value.
pub fn inverse_involute(value: f64) -> Option<f64> {
    if !value.is_finite() || value < 0.0 {
        return None;
    }
    if value == 0.0 {
        return Some(0.0);
    }
    // g(t) = t − atan t − value is convex for t > 0: after one step from either start Newton descends to the root.
    let mut t = if value < 1.0 {
        (3.0 * value).cbrt()
    } else {
        value + std::f64::consts::FRAC_PI_2
    };
    for _ in 0..60 {
        let step = (involute_of_tangent(t) - value) * (1.0 + t * t) / (t * t);
        t -= step;
        if step.abs() <= 4.0 * f64::EPSILON * t.abs() {
            break;
        }
    }
    Some(t.atan())
}

/// t − atan t without cancellation near zero.
fn involute_of_tangent(t: f64) -> f64 {
    if t.abs() < 0.05 {
        let s = t * t;
        // The next term, t¹³/13, is below 1e-13 of the sum here.
        return t
            * s
            * (1.0 / 3.0 - s * (1.0 / 5.0 - s * (1.0 / 7.0 - s * (1.0 / 9.0 - s / 11.0))));
    }
    t - t.atan()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values() {
        // Tables of the involute function: inv 20° = 0.014904384, inv 25° = 0.029975345.
        assert!((involute(20f64.to_radians()) - 0.014904384).abs() < 5e-10);
        assert!((involute(25f64.to_radians()) - 0.029975345).abs() < 5e-10);
        assert_eq!(inverse_involute(-1e-3), None);
        assert_eq!(inverse_involute(f64::NAN), None);
    }

    proptest! {
        #[test]
        fn inverse_is_inverse(angle in 1e-4f64..1.56) {
            let back = inverse_involute(involute(angle)).unwrap();
            prop_assert!((back - angle).abs() < 1e-13 * (1.0 + 1.0 / angle));
        }

        #[test]
        fn series_meets_closed_form(angle in 0.045f64..0.055) {
            prop_assert!((involute(angle) - (angle.tan() - angle)).abs() < 1e-16);
        }
    }
}
