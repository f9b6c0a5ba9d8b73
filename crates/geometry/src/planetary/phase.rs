//! How the meshes of the planets follow each other in time.
//!
//! The lag of a mesh is the share of the mesh period by which it comes after the same mesh of the first planet, when
//! the first sun turns positive relative to the carrier, hence `planet` negative (`sign:lag`). \[theory:planetary-sets\] (9), (10)

use std::f64::consts::TAU;

use super::set::PlanetarySet;
use super::train::{Member, Mesh, Part, Train};
use crate::GearPair;

/// How the meshes of one kind are spread over the mesh period: what their first harmonics do to the central wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phasing {
    /// All planets mesh at the same time: torques add up.
    InPhase,
    /// Torques and radial forces cancel.
    Counter,
    /// Torques cancel, radial forces add up.
    Sequential,
    /// None of these.
    Mixed,
}

impl Phasing {
    /// Name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::InPhase => "in phase",
            Self::Counter => "counter-phase",
            Self::Sequential => "sequential",
            Self::Mixed => "mixed",
        }
    }

    /// From the lags of all planets and their angles (rad). \[theory:planetary-sets\] (9)
    pub fn of(lags: &[f64], angles: &[f64]) -> Self {
        let n = lags.len() as f64;
        // Share of the whole that is left of the sum of e^(2πi lag + i k angle).
        let sum = |k: f64| {
            let terms = lags.iter().zip(angles);
            let [x, y] = terms.fold([0.0, 0.0], |[x, y], (lag, angle)| {
                let (sin, cos) = (TAU * lag + k * angle).sin_cos();
                [x + cos, y + sin]
            });
            f64::hypot(x, y) / n
        };
        let (torque, force) = (sum(0.0), sum(1.0).max(sum(-1.0)));
        let [none, all] = [1e-6, 1.0 - 1e-6];
        if torque > all {
            Self::InPhase
        } else if torque < none && force < none {
            Self::Counter
        } else if torque < none && force > all {
            Self::Sequential
        } else {
            Self::Mixed
        }
    }
}

/// Lag of a mesh of the planet at `angle` (rad) behind that of the planet at 0, in 0..1.
pub fn mesh_lag(train: &Train, mesh: Mesh, angle: f64) -> f64 {
    // Long and short planets: the long one carries the phase of the first sun.
    let wheel = mesh.central().map_or(Part::Sun, |(wheel, _)| wheel);
    // The sun turns positive when the planet turns negative relative to the carrier.
    let sense = -train.gain(Member::Wheel(wheel)).signum();
    let turns = sense * f64::from(train.teeth(wheel)) * angle / TAU;
    let lag = turns.rem_euclid(1.0);
    // Rounding must not turn 0 into almost 1.
    if (1e-9..=1.0 - 1e-9).contains(&lag) {
        lag
    } else {
        0.0
    }
}

/// Lags of a mesh for planets at these angles (rad).
pub fn lags(train: &Train, mesh: Mesh, angles: &[f64]) -> Vec<f64> {
    angles
        .iter()
        .map(|angle| mesh_lag(train, mesh, *angle))
        .collect()
}

/// Lag of the contact at the pitch point planet–ring behind that at the pitch point sun–planet on the same planet, in
/// 0..1, for a sun and a ring that mesh with the same rim. The sun drives. \[theory:planetary-sets\] (10)
pub fn ring_to_sun_lag(sun: &GearPair, ring: &GearPair) -> Option<f64> {
    let share = |pair: &GearPair, index: usize| {
        let planet = [&pair.a, &pair.b][index].as_wheel()?;
        let radius = pair.working_radius[index]?;
        // Half the tooth over the pitch, both on the working circle.
        Some(planet.profile.flank_half_angle(radius) * f64::from(planet.data.teeth) / TAU)
    };
    let (at_sun, at_ring) = (share(sun, 1)?, share(ring, 0)?);
    let half_turn = 0.5 * f64::from(sun.b.data().teeth);
    Some((half_turn - at_sun - at_ring).rem_euclid(1.0))
}

impl PlanetarySet {
    /// Mesh cycles of the planet with this index, counted by the teeth of the mesh's `a`, that have passed in the assembled set since
    /// its tooth 1 stood in the middle of a space of `b`. \[theory:planetary-sets\] (12)
    pub fn start_cycle(&self, mesh: Mesh, index: usize) -> f64 {
        let [a, b] = [mesh.a, mesh.b].map(|part| self.axis(part, index));
        let across = [b[0] - a[0], b[1] - a[1]];
        // A planet in a ring touches it on the side away from the ring's axis.
        let sign = if mesh.is_internal() { -1.0 } else { 1.0 };
        let toward = f64::atan2(sign * across[1], sign * across[0]);
        let turned = self.placement.turn(mesh.a, index) - toward;
        f64::from(self.train.teeth(mesh.a)) * turned / TAU
    }
}
