//! Deviations that differ from tooth to tooth: pitch errors, run-out, a damaged flank.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | F_k | `index` | m, transverse arc on the reference circle, positive along +φ |
//! | f_k | single pitch deviation of tooth k to tooth k + 1 | m |
//! | e, φ_e | `eccentricity`, `phase` | m, rad |

use crate::{FlankSide, Modification};

/// Cumulative pitch deviations: how far each flank is ahead of its place.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PitchDeviation {
    /// Of the right flanks of teeth 1 to z, along the reference circle, positive along +φ (m). Empty for none.
    pub right: Vec<f64>,
    /// Of the left flanks.
    pub left: Vec<f64>,
}

impl PitchDeviation {
    /// Both flanks of each tooth displaced alike.
    pub fn of_teeth(index: Vec<f64>) -> Self {
        Self {
            left: index.clone(),
            right: index,
        }
    }

    /// From single pitch deviations, of which entry k is that from tooth k to the next (m).
    ///
    /// Their mean is no pitch error and is taken out, so that the circle closes; tooth 1 stays in place.
    pub fn of_single(single: &[f64]) -> Self {
        let mean = single.iter().sum::<f64>() / single.len().max(1) as f64;
        let mut sum = 0.0;
        let index = single
            .iter()
            .map(|pitch| {
                let here = sum;
                sum += pitch - mean;
                here
            })
            .collect();
        Self::of_teeth(index)
    }

    /// Deviation of a flank (m).
    pub fn index(&self, tooth: u32, side: FlankSide) -> f64 {
        let table = match side {
            FlankSide::Right => &self.right,
            FlankSide::Left => &self.left,
        };
        let entry = (tooth as usize).wrapping_sub(1);
        table.get(entry).copied().unwrap_or(0.0)
    }
}

/// Run-out: the teeth stand about an axis beside the one about which the gear turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunOut {
    /// Distance of the two axes (m); the radial run-out is twice as much.
    pub eccentricity: f64,
    /// Direction from the axis of rotation to that of the teeth, from +x (rad).
    pub phase: f64,
}

impl RunOut {
    /// Displacement of the teeth in the frame of the gear (m).
    pub fn offset(&self) -> [f64; 3] {
        let (sin, cos) = self.phase.sin_cos();
        [self.eccentricity * cos, self.eccentricity * sin, 0.0]
    }

    /// What the displacement adds along the outward normal of a flank whose normal stands at `normal_angle` from +x (m).
    pub fn along_normal(&self, normal_angle: f64) -> f64 {
        self.eccentricity * (self.phase - normal_angle).cos()
    }

    /// Cumulative pitch deviation that is measured about the axis of rotation, to first order in the eccentricity (m).
    ///
    /// `angle` is the place of the flank on the reference circle (rad). [theory:flank-surfaces] (10)
    pub fn pitch_deviation(
        &self,
        angle: f64,
        side: FlankSide,
        transverse_pressure_angle: f64,
        is_internal: bool,
    ) -> f64 {
        let alpha = if is_internal {
            -transverse_pressure_angle
        } else {
            transverse_pressure_angle
        };
        let normal = angle + side.sign() * (std::f64::consts::FRAC_PI_2 - alpha);
        side.sign() * self.along_normal(normal) / alpha.cos()
    }
}

/// One flank that is not like the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Damage {
    /// Number of the tooth.
    pub tooth: u32,
    /// Which of its flanks.
    pub side: FlankSide,
    /// What is missing there, besides the modifications of all teeth.
    pub modification: Modification,
}

/// All deviations of a gear.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Deviations {
    /// Pitch errors.
    pub pitch: PitchDeviation,
    /// Run-out.
    pub run_out: Option<RunOut>,
    /// Damaged flanks.
    pub damage: Vec<Damage>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_pitches_add_up_and_close() {
        let pitch = PitchDeviation::of_single(&[3e-6, -1e-6, 4e-6, 2e-6]);
        let told: Vec<f64> = (1..=5)
            .map(|tooth| pitch.index(tooth, FlankSide::Left))
            .collect();
        // The mean, 2 µm, is taken out; there is no tooth 5.
        for (told, exact) in told.iter().zip([0.0, 1e-6, -2e-6, 0.0, 0.0]) {
            assert!((told - exact).abs() < 1e-19);
        }
        assert!(pitch.index(0, FlankSide::Right).abs() < 1e-30);
    }
}
