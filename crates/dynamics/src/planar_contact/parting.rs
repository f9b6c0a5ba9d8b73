//! How the flanks of a planar contact open as the line of centres grows. \[theory:planar-contact\] (26a)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | O | `opening` | of either flank, on the pitch circles (m) |
//! | ∂O/∂l, ∂²O/∂l² | `slope`, `bend` | over the length of the line of centres |
//! | sin α | `sine` | share of the normal force that parts the axes |

use pitchline_contact::{Formulation, PlanarPair};

/// The opening at a length, with its derivatives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parting {
    pub opening: f64,
    pub slope: f64,
    pub bend: f64,
    pub sine: f64,
    pub sine_slope: f64,
}

impl Parting {
    /// Of involutes whose axes are so far apart (m), from an opening along the line of action that counts as none (m).
    pub fn new(formulation: Formulation, pair: &PlanarPair, distance: f64, zero: f64) -> Self {
        let [sine, cosine] = pair.sin_cos();
        let fixed = |opening: f64, sine: f64| Self {
            opening,
            slope: 0.0,
            bend: 0.0,
            sine,
            sine_slope: 0.0,
        };
        if formulation == Formulation::Source {
            return fixed(0.0, sine);
        }
        // The flanks of a ring open where the axes come together.
        let way = opens(pair) / cosine;
        let working = base_sum(pair) / distance;
        if working.is_nan() || working >= 1.0 {
            // Base circles that overlap have no line of action.
            return fixed(-way * zero, 0.0);
        }
        let sine = (1.0 - working * working).sqrt();
        let sine_slope = working * working / (distance * sine);
        Self {
            opening: way * (involute(pair, distance) - zero),
            slope: way * sine,
            bend: way * sine_slope,
            sine,
            sine_slope,
        }
    }
}

/// |S| inv α with cos α = |S|/l. \[theory:gear-spring\] (4)
pub(super) fn involute(pair: &PlanarPair, distance: f64) -> f64 {
    let sum = base_sum(pair);
    let angle = (sum / distance).min(1.0).acos();
    sum * (angle.tan() - angle)
}

/// |S|: the sum of the base radii, or their difference in a ring.
fn base_sum(pair: &PlanarPair) -> f64 {
    let [a, b] = pair.base_radii();
    (a + b).abs()
}

fn opens(pair: &PlanarPair) -> f64 {
    if pair.radii()[1] < 0.0 { -1.0 } else { 1.0 }
}
