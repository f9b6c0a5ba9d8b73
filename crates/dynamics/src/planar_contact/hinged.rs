//! A planar contact between wheels on axes that stand still: a law of their two turns. \[theory:planar-contact\] (18)-(22),
//! \[theory:multibody\] (51)
//!
//! The line of centres stands still too, so that χ = χ₀ − s θ with the sense s of the wheel's axis along that of its hinge.

use std::sync::Arc;

use pitchline_contact::AssumedFlanks;

use super::PlanarContact;
use super::acting::{Acting, Line, Slopes};
use crate::centers::Centers;
use crate::hinged::{Hinges, within_a_turn};
use crate::{
    Element, Energy, GripId, Kinematics, Kink, LocalMatrix, Rubbing, ScalarId, Switchable, Touched,
    Weighted, Weights,
};

/// Turns of both wheels.
const TURNS: usize = 2;

/// The contact over turns.
#[derive(Debug, Clone)]
pub(super) struct HingedContact {
    contact: PlanarContact,
    turns: [ScalarId; TURNS],
    /// How the angles of the line of centres change with the turns: −1 or +1.
    senses: [f64; TURNS],
    /// The angles where the turns are zero (rad).
    start: [f64; TURNS],
}

impl HingedContact {
    /// None where a wheel is on the ground or not about the axis of its hinge.
    pub fn of(contact: &PlanarContact, hinges: &Hinges) -> Option<Self> {
        let between = &contact.between;
        let [a, b] = [hinges.turn_of(&between.a)?, hinges.turn_of(&between.b)?];
        let centers = Centers::of(&between.motion(hinges.start));
        Some(Self {
            contact: contact.clone(),
            turns: [a.scalar, b.scalar],
            senses: [-a.sense, -b.sense],
            start: centers.angles(),
        })
    }

    /// χ_a or χ_b, and its rate.
    fn angle_and_rate(&self, k: &Kinematics, which: usize) -> [f64; 2] {
        let [turn, rate, _] = k.scalar(self.turns[which]);
        let angle = self.start[which] + self.senses[which] * turn;
        [within_a_turn(angle), self.senses[which] * rate]
    }

    fn acting(&self, k: &Kinematics, multipliers: &[f64]) -> Acting {
        let [[a, rate_a], [b, rate_b]] = [0, 1].map(|which| self.angle_and_rate(k, which));
        let line = Line {
            angles: [a, b],
            distance: self.contact.start_distance,
            rates: [rate_a, rate_b, 0.0],
        };
        Acting::new(&self.contact, k, &line, multipliers)
    }

    fn add_forces(&self, acting: &Acting, out: &mut [f64]) {
        let forces = self.senses.iter().zip(&acting.forces);
        for (out, (sense, force)) in out.iter_mut().zip(forces) {
            *out -= sense * force;
        }
    }

    /// Adds the row of the slip and the column of its multiplier.
    fn add_grip(&self, acting: &Acting, weights: Weights, out: &mut LocalMatrix) {
        let force = acting.by_multiplier(&self.contact.data);
        for (i, (force, sense)) in force.iter().zip(self.senses).enumerate() {
            out.add(TURNS, i, weights.position * acting.by_slip[i] * sense);
            out.add(i, TURNS, -weights.multiplier * sense * force);
        }
    }

    /// Adds derivatives over Δ, x and their rates, as those over the turns.
    fn add_slopes(&self, slopes: &Slopes, weights: Weights, out: &mut LocalMatrix) {
        let factors = self.contact.factors();
        for (i, row_sense) in self.senses.into_iter().enumerate() {
            for (j, sense) in self.senses.into_iter().enumerate() {
                let [by_place, by_rate] = [&slopes.place, &slopes.rate]
                    .map(|by| by[0][i] * factors[0][j] + by[1][i] * factors[1][j]);
                let slope = weights.position * by_place + weights.velocity * by_rate;
                out.add(i, j, -row_sense * slope * sense);
            }
        }
    }
}

impl Element for HingedContact {
    fn touched(&self) -> Touched {
        Touched {
            scalars: self.turns.to_vec(),
            angles: self.contact.angles.to_vec(),
            n_multipliers: usize::from(self.contact.grip.is_some()),
            ..Touched::default()
        }
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let acting = self.acting(k, multipliers);
        self.add_forces(&acting, out);
        if let (Some(grip), Some(row)) = (self.contact.grip, out.get_mut(TURNS)) {
            *row += acting.slip() - k.grip(grip).from;
        }
    }

    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        self.add_tangents(k, multipliers, &mut [(weights, out)]);
    }

    fn add_tangents(&self, k: &Kinematics, multipliers: &[f64], into: &mut [Weighted]) {
        let acting = self.acting(k, multipliers);
        let slopes = acting.slopes(&self.contact.data);
        for (weights, out) in into {
            if self.contact.grip.is_some() {
                self.add_grip(&acting, *weights, out);
            }
            self.add_slopes(&slopes, *weights, out);
        }
    }

    fn has_inertia(&self) -> bool {
        false
    }

    fn add_velocity_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) -> bool {
        let acting = self.acting(k, multipliers);
        self.add_forces(&acting, out);
        if let Some(row) = out.get_mut(TURNS) {
            *row += acting.slip_rate();
        }
        true
    }

    /// The slip is linear in the turns.
    fn add_constraint_velocity_gradient(&self, _: &Kinematics, _: &mut LocalMatrix) -> bool {
        true
    }

    fn energy(&self, k: &Kinematics, multipliers: &[f64]) -> Energy {
        self.contact.energy_of(&self.acting(k, multipliers))
    }

    fn follows_reactions(&self) -> bool {
        self.contact.follows_reactions()
    }

    fn has_friction(&self) -> bool {
        self.contact.has_friction()
    }

    fn n_kinks(&self) -> usize {
        self.contact.n_kinks()
    }

    fn kink_damping(&self) -> f64 {
        self.contact.kink_damping()
    }

    fn kink(&self, k: &Kinematics, which: usize) -> Option<Kink> {
        Some(self.contact.kink_at(&self.acting(k, &[]), which))
    }

    fn flanks(&self, k: &Kinematics) -> Option<[f64; 2]> {
        self.contact.flanks_at(&self.acting(k, &[]))
    }

    fn assuming(&self, flanks: AssumedFlanks) -> Option<Arc<dyn Element>> {
        Some(Arc::new(Self {
            contact: self.contact.with_assumed(flanks),
            ..self.clone()
        }))
    }

    fn constraint_name(&self, row: usize) -> String {
        self.contact.constraint_name(row)
    }

    fn switchable(&self, row: usize) -> Option<Switchable> {
        self.contact.switchable(row)
    }

    fn starts_active(&self, row: usize) -> bool {
        self.contact.starts_active(row)
    }

    fn grip(&self, row: usize) -> Option<GripId> {
        self.contact.grip(row)
    }

    fn rubbing(&self, k: &Kinematics, _: usize) -> Rubbing {
        self.contact.rubbing_of(&self.acting(k, &[]))
    }

    fn reach(&self) -> f64 {
        self.contact.reach()
    }

    fn angle(&self, k: &Kinematics, which: usize) -> [f64; 2] {
        self.angle_and_rate(k, which.min(1))
    }
}
