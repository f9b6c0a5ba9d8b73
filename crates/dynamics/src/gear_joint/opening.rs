//! How far the flanks of a pair have opened because its wheels have moved apart. \[theory:gear-joint\] (9a)-(9h)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | O | `value` | opening of either flank, across the tooth in the pitch surfaces (m) |
//! | ℓ | that of [`RadialLine`] | distance along the common normal of the pitch surfaces (m) |
//! | \|S\| | `sum` | sum of the base radii, or their difference in a ring (m) |
//!
//! Its gradient is the direction in which the teeth push their wheels apart: the force and the deflection see the same motion, so that the mesh has a
//! potential.

use pitchline_geometry::PitchPair;

use super::Engagement;
use super::radial::RadialLine;
use crate::RelativeMotion;
use crate::centers::{Centers, Curve};

/// What the opening is a function of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Opening {
    /// Involutes on parallel axes: f σ |S| inv α with cos α = |S|/l. (9f)
    Involute {
        /// |S| (m).
        sum: f64,
        /// f σ: way across the tooth over that along the line of action, negative in a ring.
        factor: f64,
    },
    /// Other teeth, by the distance of their pitch surfaces: tan α_n ℓ. (9e)
    Radial {
        /// Along which it is measured.
        line: RadialLine,
        /// tan α_n.
        slope: f64,
    },
}

impl Opening {
    /// That of flanks whose pressure angle follows the centres.
    pub fn new(engagement: &Engagement, line: RadialLine) -> Self {
        match engagement {
            Engagement::Wheels(pair) if line.is_parallel() => Self::involute(pair),
            Engagement::Wheels(pair) => Self::radial(line, pair.pressure_angle),
            Engagement::Rack(rack) => Self::radial(line, rack.pressure_angle),
        }
    }

    /// That of flanks which keep their pressure angle, as published.
    pub fn fixed(engagement: &Engagement, line: RadialLine) -> Self {
        match engagement {
            Engagement::Wheels(pair) => Self::radial(line, pair.pressure_angle),
            Engagement::Rack(rack) => Self::radial(line, rack.pressure_angle),
        }
    }

    fn radial(line: RadialLine, pressure_angle: f64) -> Self {
        let slope = pressure_angle.tan();
        Self::Radial { line, slope }
    }

    /// (16): f = cos β/cos α_t, and |S| = |r_A ± r_B| cos α_t.
    fn involute(pair: &PitchPair) -> Self {
        let (sin, cos) = pair.a.helix_angle.sin_cos();
        debug_assert!((sin.abs() - pair.b.helix_angle.sin().abs()).abs() < 1e-9);
        let cos_transverse = (pair.pressure_angle.tan() / cos).atan().cos();
        let is_internal = pair.a.is_ring() || pair.b.is_ring();
        let distance = match is_internal {
            true => (pair.a.radius - pair.b.radius).abs(),
            false => pair.a.radius + pair.b.radius,
        };
        let side = if is_internal { -1.0 } else { 1.0 };
        Self::Involute {
            sum: distance * cos_transverse,
            factor: side * cos / cos_transverse,
        }
    }

    /// Value and derivatives, from any zero.
    pub fn at(&self, motion: &RelativeMotion) -> Curve {
        match self {
            Self::Involute { sum, factor } => Centers::of(motion).involute(*sum).scaled(*factor),
            Self::Radial { line, slope } => line.at(motion).scaled(*slope),
        }
    }
}
