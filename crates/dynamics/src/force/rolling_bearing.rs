//! A rolling bearing: stiffness that grows with the load, by tables; free to turn about z. \[theory:force-laws\] (27)-(31)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | F_r(r), r = √(x² + y²) | `radial` | N, m |
//! | F_a(\|z\|) | `axial` | N, m |
//! | M(ψ), ψ between the z axes | `tilting` | N m, rad |
//! | c or β | [`BearingDamping`] | N s/m and N m s/rad, or s |
//!
//! Alike in all radial directions, the same to both sides along z. V = V_r(r) + V_a(|z|) + V_t(ψ): the three do not influence
//! each other, which is the limit of this law for bearings with a contact angle under combined load.

use pitchline_geometry::tensor::Tensor;

use super::load_curve::{CurveValue, LoadCurve};
use crate::check;
use crate::{Error, Law, LawValue, RelativeMotion};

/// What damps a bearing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BearingDamping {
    /// β (s) times the present stiffness under load.
    Proportional(f64),
    /// Constant values.
    Values {
        /// In radial directions (N s/m).
        radial: f64,
        /// Along the axis (N s/m).
        axial: f64,
        /// Of tilting (N m s/rad).
        tilting: f64,
    },
}

/// A bearing whose inner ring is frame b and whose outer ring is frame a, or the other way round.
#[derive(Debug, Clone, PartialEq)]
pub struct RollingBearing {
    /// Radial load over radial deflection (N, m); a bearing without one carries nothing radially.
    pub radial: Option<LoadCurve>,
    /// Axial load over axial deflection (N, m).
    pub axial: Option<LoadCurve>,
    /// Moment over tilting angle (N m, rad).
    pub tilting: Option<LoadCurve>,
    /// Damping.
    pub damping: BearingDamping,
}

impl BearingDamping {
    /// c and ∂c/∂(deflection) for a curve at its value.
    fn of(self, value: f64, curve: &CurveValue) -> [f64; 2] {
        match self {
            Self::Proportional(time) => [time * curve.stiffness, time * curve.curvature],
            Self::Values { .. } => [value, 0.0],
        }
    }

    fn values(self) -> [f64; 3] {
        match self {
            Self::Proportional(_) => [0.0; 3],
            Self::Values {
                radial,
                axial,
                tilting,
            } => [radial, axial, tilting],
        }
    }
}

impl RollingBearing {
    /// Refuses what no bearing can have; `of` is how it is called. Curves were checked when they were made.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        match self.damping {
            BearingDamping::Proportional(time) => {
                check::not_negative(of, &[("proportional_damping", time)])
            }
            BearingDamping::Values {
                radial,
                axial,
                tilting,
            } => check::not_negative(
                of,
                &[
                    ("radial_damping", radial),
                    ("axial_damping", axial),
                    ("tilting_damping", tilting),
                ],
            ),
        }
    }

    /// Radial part. \[theory:force-laws\] (28)
    fn add_radial(&self, motion: &RelativeMotion, value: &mut LawValue) {
        let Some(curve) = &self.radial else { return };
        let [x, y, _] = motion.displacement;
        let r = x.hypot(y);
        let at = curve.at(r);
        // On the axis all directions are alike: any will do.
        let (n, secant) = if r > f64::MIN_POSITIVE {
            ([x / r, y / r], at.load / r)
        } else {
            ([1.0, 0.0], at.stiffness)
        };
        let [c, d_c] = self.damping.of(self.damping.values()[0], &at);
        value.potential += at.energy;
        for i in 0..2 {
            let v = motion.velocity[i];
            value.force[i] -= at.load * n[i] + c * v;
            value.damping[i][i] += c;
            value.dissipated += c * v * v;
            for j in 0..2 {
                let across = f64::from(u8::from(i == j)) - n[i] * n[j];
                value.stiffness[i][j] +=
                    at.stiffness * n[i] * n[j] + secant * across + d_c * v * n[j];
            }
        }
    }

    /// Axial part. \[theory:force-laws\] (29)
    fn add_axial(&self, motion: &RelativeMotion, value: &mut LawValue) {
        let Some(curve) = &self.axial else { return };
        let (z, v) = (motion.displacement[2], motion.velocity[2]);
        let side = 1f64.copysign(z);
        let at = curve.at(z.abs());
        let [c, d_c] = self.damping.of(self.damping.values()[1], &at);
        value.force[2] -= side * at.load + c * v;
        value.stiffness[2][2] += at.stiffness + d_c * v * side;
        value.damping[2][2] += c;
        value.potential += at.energy;
        value.dissipated += c * v * v;
    }

    /// Tilting part, in the axes of b. \[theory:force-laws\] (30), (31)
    fn add_tilting(&self, motion: &RelativeMotion, value: &mut LawValue) {
        let Some(curve) = &self.tilting else { return };
        let tilt = Tilt::of(&motion.rotation);
        let at = curve.at(tilt.angle);
        let secant = if tilt.sine > f64::MIN_POSITIVE {
            at.load / tilt.sine
        } else {
            at.stiffness
        };
        let [c, d_c] = self.damping.of(self.damping.values()[2], &at);
        value.potential += at.energy;
        for i in 0..2 {
            let (g, v) = (tilt.gradient[i], motion.velocity[3 + i]);
            value.force[3 + i] -= at.load * g + c * v;
            value.damping[3 + i][3 + i] += c;
            value.dissipated += c * v * v;
            for j in 0..2 {
                let across = f64::from(u8::from(i == j)) - g * tilt.gradient[j];
                value.stiffness[3 + i][3 + j] += at.stiffness * g * tilt.gradient[j]
                    + secant * tilt.cosine * across
                    + d_c * v * tilt.gradient[j];
            }
            value.stiffness[3 + i][5] += secant * tilt.by_spin[i];
        }
    }
}

/// The angle ψ between both z axes.
struct Tilt {
    angle: f64,
    sine: f64,
    cosine: f64,
    /// ∂ψ/∂θ about x and y of b; about z it is zero.
    gradient: [f64; 2],
    /// sin ψ times the change of `gradient` for a turn about z.
    by_spin: [f64; 2],
}

impl Tilt {
    fn of(rotation: &Tensor) -> Self {
        // a's z axis in the axes of b
        let [x, y, z] = rotation[2];
        let sine = x.hypot(y);
        let gradient = if sine > f64::MIN_POSITIVE {
            [y / sine, -x / sine]
        } else {
            [1.0, 0.0]
        };
        Self {
            angle: sine.atan2(z),
            sine,
            cosine: z,
            gradient,
            by_spin: [-x, -y],
        }
    }
}

impl Law for RollingBearing {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let mut value = LawValue::default();
        self.add_radial(motion, &mut value);
        self.add_axial(motion, &mut value);
        self.add_tilting(motion, &mut value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::{assert_close, moving};

    fn bearing(damping: BearingDamping) -> RollingBearing {
        let curve = |key, rows: &[[f64; 2]]| LoadCurve::from_stiffness("b", key, rows).ok();
        RollingBearing {
            radial: curve("radial", &[[0.0, 1e7], [1000.0, 5e7]]),
            axial: curve("axial", &[[100.0, 2e7]]),
            tilting: curve("tilting", &[[0.0, 300.0]]),
            damping,
        }
    }

    /// k = a + b F: F = (a/b) (exp(b r) − 1), in whatever direction.
    #[test]
    fn radial_load_in_all_directions() {
        let law = bearing(BearingDamping::Proportional(0.0));
        let (a, b) = (1e7, 4e4_f64);
        let r = 1.2e-5;
        let expected = a / b * (b * r).exp_m1();
        for i in 0..8 {
            let (sin, cos) = (0.3 + 0.8 * f64::from(i)).sin_cos();
            let motion = moving([r * cos, r * sin, 0.0], [0.0; 3], [0.0; 6]);
            let value = law.evaluate(&motion, 0.0, 0.0);
            // The bound on the cubics of the curve: 7e-6 of k/b.
            let bound = 7e-6 * 1.25 * (a / b + expected);
            let radial = [-expected * cos, -expected * sin];
            assert_close(&value.force[..2], &radial, bound);
        }
    }

    #[test]
    fn axis_and_tilt_push_back_to_the_middle() {
        let law = bearing(BearingDamping::Proportional(0.0));
        // b tilted by 2 mrad about x and pushed by −3 µm, turned about its own axis by any angle.
        let motion = moving([0.0, 0.0, -3e-6], [2e-3, 0.0, 0.0], [0.0; 6]);
        let value = law.evaluate(&motion, 0.0, 0.0);
        assert!((value.force[2] - 60.0).abs() < 1e-9);
        assert!((value.force[3] + 0.6).abs() < 1e-9);
        assert!(value.force[4].abs() < 1e-12 && value.force[5] == 0.0);
        assert!((value.potential - (0.5 * 2e7 * 9e-12 + 0.5 * 300.0 * 4e-6)).abs() < 1e-12);
    }

    #[test]
    fn spins_freely() {
        let law = bearing(BearingDamping::Values {
            radial: 10.0,
            axial: 20.0,
            tilting: 0.5,
        });
        let motion = moving([0.0; 3], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0, 0.0, 300.0]);
        let value = law.evaluate(&motion, 0.0, 0.0);
        assert_close(&value.force, &[0.0; 6], 0.0);
        assert_close(&[value.dissipated], &[0.0], 0.0);
        assert!(
            (value.stiffness[0][0] - 1e7).abs() < 1e-3
                && (value.stiffness[1][1] - 1e7).abs() < 1e-3
        );
        assert!(
            (value.stiffness[3][3] - 300.0).abs() < 1e-9
                && (value.stiffness[4][4] - 300.0).abs() < 1e-9
        );
    }

    #[test]
    fn damping_by_value_and_by_stiffness() {
        let v = [0.01, -0.02, 0.03, 0.1, 0.2, 5.0];
        let at_rest = |damping| bearing(damping).evaluate(&moving([0.0; 3], [0.0; 3], v), 0.0, 0.0);
        let by_value = at_rest(BearingDamping::Values {
            radial: 10.0,
            axial: 20.0,
            tilting: 0.5,
        });
        let expected = [-0.1, 0.2, -0.6, -0.05, -0.1, 0.0];
        for (f, expected) in by_value.force.iter().zip(expected) {
            assert!((f - expected).abs() < 1e-12);
        }
        let by_stiffness = at_rest(BearingDamping::Proportional(1e-6));
        let expected = [-0.1, 0.2, -0.6, -3e-5, -6e-5, 0.0];
        for (f, expected) in by_stiffness.force.iter().zip(expected) {
            assert!((f - expected).abs() < 1e-12);
        }
        assert!(
            bearing(BearingDamping::Proportional(-1.0))
                .check("b")
                .is_err()
        );
    }
}
