//! A rigid body on an axis that stands still: J θ̈. \[theory:multibody\] (51)

use crate::{Element, Energy, Kinematics, LocalMatrix, ScalarId, Touched, Weights};

/// Inertia that turns about a fixed axis through its centre of mass.
#[derive(Debug)]
pub(crate) struct Flywheel {
    /// Its turn.
    pub turn: ScalarId,
    /// About the axis (kg m²).
    pub inertia: f64,
    /// Energy of its weight (J), which stays.
    pub potential: f64,
    /// How far its mass reaches (m).
    pub reach: f64,
}

impl Element for Flywheel {
    fn touched(&self) -> Touched {
        Touched {
            scalars: vec![self.turn],
            ..Touched::default()
        }
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let [_, _, acceleration] = k.scalar(self.turn);
        out[0] += self.inertia * acceleration;
    }

    fn add_tangent(&self, _: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        out.add(0, 0, weights.acceleration * self.inertia);
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let [_, speed, _] = k.scalar(self.turn);
        Energy {
            kinetic: 0.5 * self.inertia * speed * speed,
            potential: self.potential,
            ..Energy::default()
        }
    }

    fn reach(&self) -> f64 {
        self.reach
    }
}
