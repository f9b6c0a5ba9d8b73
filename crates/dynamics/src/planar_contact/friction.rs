//! Friction of the teeth of a planar contact: sliding, stuck, or smooth through rest. \[theory:planar-contact\] (18), (21)

use pitchline_contact::{MeshFriction, PlanarMeshValue};

use super::{PlanarContact, PlanarContactData, Stiction};
use crate::{Kinematics, Sliding};

/// Slower than this (m/s), coefficients of friction are those at this speed: laws of oil films ask for a direction.
pub(super) const STANDSTILL: f64 = 1e-12;

/// A friction λ and how it changes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rubbed {
    pub friction: f64,
    /// Over F_n.
    pub by_force: f64,
    /// Over ẋ.
    pub by_velocity: f64,
}

/// λ = s μ |F_n| of teeth that slide in a sense s, which may itself follow the velocity ẋ with a slope.
fn sliding(law: &MeshFriction, normal: f64, velocity: f64, [sense, slope]: [f64; 2]) -> Rubbed {
    let along = if sense < 0.0 { -1.0 } else { 1.0 };
    let speed = along * (along * velocity).max(STANDSTILL);
    let mu = law.coefficient(normal, speed);
    let (size, sign) = (normal.abs(), if normal < 0.0 { -1.0 } else { 1.0 });
    Rubbed {
        friction: sense * mu.value * size,
        by_force: sense * sign * (mu.value + size * mu.by_force),
        by_velocity: size * (sense * along * mu.by_velocity + slope * mu.value),
    }
}

/// Sense of friction that goes smoothly through rest, and its slope over ẋ; none where rest is a state.
fn smooth_sense(data: &PlanarContactData, velocity: f64) -> Option<[f64; 2]> {
    if let Stiction::Regularised(speed) = data.stiction {
        let sense = (velocity / speed).tanh();
        return Some([sense, (1.0 - sense * sense) / speed]);
    }
    if data.friction.can_hold() {
        return None;
    }
    // What begins from zero with the speed is smooth by itself.
    let share = velocity / STANDSTILL;
    Some(match share.abs() < 1.0 {
        true => [share, 1.0 / STANDSTILL],
        false => [share.signum(), 0.0],
    })
}

impl PlanarContact {
    /// λ at an instant; `multipliers` are the contact's own.
    pub(super) fn rubbed(
        &self,
        k: &Kinematics,
        mesh: &PlanarMeshValue,
        velocity: f64,
        multipliers: &[f64],
    ) -> Rubbed {
        let law = &self.data.friction;
        if matches!(law, MeshFriction::None) {
            return Rubbed::default();
        }
        // A multiplier is there only while teeth are stuck.
        let held = -multipliers.first().copied().unwrap_or(0.0);
        let sense = match self.grip.map(|grip| k.grip(grip).sliding) {
            Some(Sliding::Undecided | Sliding::Stuck) => None,
            Some(way) => Some([way.sense(), 0.0]),
            None => smooth_sense(&self.data, velocity),
        };
        let rubbed = sense.map(|sense| sliding(law, mesh.force(), velocity, sense));
        let rubbed = rubbed.unwrap_or_default();
        Rubbed {
            friction: rubbed.friction + held,
            ..rubbed
        }
    }

    /// Friction of teeth that slide forward and backward from now on (N): not negative.
    pub(super) fn sliding_sizes(&self, normal_force: f64, velocity: f64) -> [f64; 2] {
        [1.0, -1.0].map(|sense| {
            let law = &self.data.friction;
            sense * sliding(law, normal_force, velocity, [sense, 0.0]).friction
        })
    }

    /// λ of teeth that slide with a mesh velocity (m/s), by a law that need not be their own, and its derivative over F_n. Nothing rubs at rest.
    pub fn sliding_friction(
        &self,
        law: &MeshFriction,
        normal_force: f64,
        velocity: f64,
    ) -> [f64; 2] {
        let sense = match self.data.stiction {
            Stiction::Regularised(_) => smooth_sense(&self.data, velocity),
            _ => (velocity != 0.0).then(|| [velocity.signum(), 0.0]),
        };
        let rubbed = sense.map(|sense| sliding(law, normal_force, velocity, sense));
        let rubbed = rubbed.unwrap_or_default();
        [rubbed.friction, rubbed.by_force]
    }
}
