//! Rows of a joint on parallel axes: turns counted from the line of centres, wherever it goes. \[theory:gear-joint\] (5a), (6a)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | χ_a, χ_b | `angles` | angle of the line of centres a to b in the axes of a, of b (rad) |
//! | ζ | `axial` | how far b is ahead of a along the axis of a at the pitch point (m) |
//! | sin β | `slant` | share of the axis in the normal of the teeth |
//!
//! Unlike (5) and (6), which are the same to first order, they are exact for involutes: a helical wheel that slides is turned by ζ tan β_b/r_b, and a
//! spur wheel that slides by nothing, however far.

use pitchline_geometry::PitchPair;

use super::rows::{MESH, N, PSI_A, PSI_B, Ratio, Rows};
use crate::RelativeMotion;
use crate::centers::{Centers, Curve};
use crate::hinged::within_a_turn;

/// Where such a pair counts from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Parallel {
    /// χ_a and χ_b at the start (rad).
    angles: [f64; 2],
    /// ζ at the start (m).
    axial: f64,
    slant: f64,
    /// Where the pitch point divides the line of centres, from a.
    share: f64,
    /// Whether the axis of b has the direction of that of a (1) or runs against it (−1).
    sense: f64,
}

/// Its functions of the motion.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParallelCurves {
    angles: [Curve; 2],
    axial: Curve,
    slant: f64,
}

impl Parallel {
    /// From where the wheels stand at the start. `across` is the normal of the teeth, `center_b` the nominal place of b, both in the frame of a.
    pub fn new(
        pair: &PitchPair,
        across: [f64; 3],
        center_b: [f64; 3],
        start: &RelativeMotion,
    ) -> Self {
        let mut parallel = Self {
            angles: [0.0; 2],
            axial: 0.0,
            slant: across[2],
            share: pair.a.radius / center_b[0],
            sense: start.rotation[2][2].signum(),
        };
        let curves = parallel.at(start);
        parallel.angles = curves.angles.map(|angle| angle.value);
        parallel.axial = curves.axial.value;
        parallel
    }

    pub fn at(&self, motion: &RelativeMotion) -> ParallelCurves {
        let Centers([angle_a, angle_b, _]) = Centers::of(motion);
        ParallelCurves {
            angles: [angle_a, angle_b],
            axial: Centers::axial(motion, self.share, self.sense),
            slant: self.slant,
        }
    }

    /// Constraints and their gradients over the nine.
    pub fn rows(
        &self,
        curves: &ParallelCurves,
        ratio: &Ratio,
        [psi_a, psi_b, mesh]: [f64; 3],
    ) -> Rows {
        let [advance_a, advance_b] = ratio.advance;
        let cos = ratio.cos_pressure;
        let slid = self.slant * (curves.axial.value - self.axial);
        let turned = |psi: f64, which: usize| {
            within_a_turn(psi + curves.angles[which].value - self.angles[which])
        };
        let mut gradient = [[0.0; N]; 3];
        let [ratio, of_a, of_b] = &mut gradient;
        put(ratio, cos * self.slant, &curves.axial);
        ratio[PSI_A] = -cos * advance_a;
        ratio[PSI_B] = -cos * advance_b;
        ratio[MESH] = cos;
        put(of_a, advance_a, &curves.angles[0]);
        of_a[PSI_A] = advance_a;
        put(of_b, 1.0, &curves.angles[1]);
        of_b[PSI_B] = 1.0;
        Rows {
            value: [
                cos * (mesh - advance_a * psi_a - advance_b * psi_b + slid),
                advance_a * turned(psi_a, 0),
                turned(psi_b, 1),
            ],
            gradient,
        }
    }
}

impl ParallelCurves {
    /// Adds how the forces of the three multipliers change with the nine.
    pub fn add_curvature(&self, ratio: &Ratio, multipliers: [f64; 3], out: &mut [[f64; N]; N]) {
        let [normal, hold_a, hold_b] = multipliers;
        let [angle_a, angle_b] = &self.angles;
        for (factor, curve) in [
            (normal * ratio.cos_pressure * self.slant, &self.axial),
            (hold_a * ratio.advance[0], angle_a),
            (hold_b, angle_b),
        ] {
            add_bend(factor, curve, out);
        }
    }
}

fn put(row: &mut [f64; N], factor: f64, curve: &Curve) {
    for (entry, g) in row.iter_mut().zip(&curve.gradient) {
        *entry = factor * g;
    }
}

/// Adds so many times the change of a gradient over (d, θ).
pub(super) fn add_bend(factor: f64, curve: &Curve, out: &mut [[f64; N]; N]) {
    for (out, row) in out.iter_mut().zip(&curve.curvature) {
        for (out, h) in out.iter_mut().zip(row) {
            *out += factor * h;
        }
    }
}
