//! The force of a mesh over its deflection and the opening of its flanks, of which both derive. \[theory:mesh-laws\] (10)-(14)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | x | `deflection`: x > 0 presses the right flanks of a | m |
//! | O | `opening`: how far wheels that move apart have opened both flanks | m |
//! | s | +1 on the right flanks of a, −1 on the left | |
//! | p_s = s x − O − j_s | penetration of a flank; j_+ = 0, j_− = b | m |
//! | N_s | force that pushes the flank back | N |
//!
//! Both coordinates feel the same flanks: g = Σ N_s ∂p_s/∂(x, O). Without damping g is the gradient of Σ V(p_s), so that its derivative is symmetric and
//! closed paths take no work.

use pitchline_geometry::FlankSide;

use crate::mesh_damping::damped_contact;
use crate::{ElasticValue, Elasticity, FlankContact, MeshLaw};

/// How a mesh sees the centres of its wheels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formulation {
    /// As published: the deflection does not see the centres, and the force that parts them has no potential.
    Source,
    /// Both flanks, with the play of the law between them.
    BothFlanks,
    /// One flank of a, sprung both ways: a mesh whose play is not known, loaded on this side.
    OneFlank(FlankSide),
}

/// What a search for equilibria takes for granted of teeth with play, so that nothing is loose on the way and no law has a kink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssumedFlanks {
    /// These flanks of a are sprung both ways, the others carry nothing.
    On(FlankSide),
    /// None carries.
    Apart,
}

/// Where a mesh is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeshMotion {
    /// x (m).
    pub deflection: f64,
    /// O (m).
    pub opening: f64,
    /// Rate of x (m/s).
    pub rate: f64,
    /// Rate of O (m/s).
    pub opening_rate: f64,
}

/// A mesh at a deflection and an opening, which are the two coordinates of all that follows.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct OpenedValue {
    /// What drives both back (N): N_+ − N_−, and −(N_+ + N_−).
    pub force: [f64; 2],
    /// Its derivative over both (N/m).
    pub stiffness: [[f64; 2]; 2],
    /// Its derivative over their rates (N s/m).
    pub damping: [[f64; 2]; 2],
    /// Its derivative over a factor of the stiffness (N).
    pub by_factor: [f64; 2],
    /// The part of `force` that the stored energy exerts (N).
    pub elastic_force: [f64; 2],
    /// Its derivative over both (N/m).
    pub elastic_stiffness: [[f64; 2]; 2],
    /// Stored energy (J).
    pub energy: f64,
    /// Power that becomes heat (W), never negative.
    pub dissipated: f64,
}

/// A flank that damping may make let go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parting {
    /// What damping leaves of its force, as a share: below zero it has let go.
    pub left: f64,
    /// Whether there is a force.
    pub touches: bool,
}

/// A flank that is pressed.
struct Pressed {
    force: f64,
    by_penetration: f64,
    by_rate: f64,
    by_factor: f64,
    elastic: ElasticValue,
    dissipated: f64,
}

impl OpenedValue {
    /// The force between the flanks, of both sides together (N).
    pub fn spread(&self) -> f64 {
        -self.force[1]
    }

    /// Adds what a flank does whose penetration grows along these two.
    fn add(&mut self, along: [f64; 2], pressed: &Pressed) {
        for i in 0..2 {
            self.force[i] += pressed.force * along[i];
            self.by_factor[i] += pressed.by_factor * along[i];
            self.elastic_force[i] += pressed.elastic.force * along[i];
            for j in 0..2 {
                let product = along[i] * along[j];
                self.stiffness[i][j] += pressed.by_penetration * product;
                self.damping[i][j] += pressed.by_rate * product;
                self.elastic_stiffness[i][j] += pressed.elastic.stiffness * product;
            }
        }
        self.energy += pressed.elastic.energy;
        self.dissipated += pressed.dissipated;
    }
}

impl MeshLaw {
    /// Force, derivatives, energy and heat, with teeth that are stiffer by a factor.
    pub fn over_opening(
        &self,
        formulation: Formulation,
        at: &MeshMotion,
        factor: f64,
    ) -> OpenedValue {
        match formulation {
            Formulation::Source => self.as_published(at, factor),
            Formulation::BothFlanks => self.on_both_flanks(at, factor),
            Formulation::OneFlank(side) => self.sprung(side, self.penetration(side, at), factor),
        }
    }

    /// The same where flanks are taken for granted.
    pub fn over_assumed(
        &self,
        assumed: AssumedFlanks,
        formulation: Formulation,
        at: &MeshMotion,
        factor: f64,
    ) -> OpenedValue {
        match assumed {
            AssumedFlanks::On(side) => {
                self.sprung(side, self.penetration(side, &seen(formulation, at)), factor)
            }
            AssumedFlanks::Apart => OpenedValue::default(),
        }
    }

    /// What the right and the left flanks are pressed together (m), negative where they are apart; none where no gap lies between two laws.
    pub fn penetrations(&self, formulation: Formulation, at: &MeshMotion) -> Option<[f64; 2]> {
        let at = seen(formulation, at);
        let both = [FlankSide::Right, FlankSide::Left].map(|side| self.penetration(side, &at)[0]);
        (self.n_touches(formulation) == 2).then_some(both)
    }

    /// Penetration of the flanks of one side (m), negative where they are apart, and its rate.
    pub fn penetration(&self, side: FlankSide, at: &MeshMotion) -> [f64; 2] {
        let s = side.sign();
        let play = match side {
            FlankSide::Right => 0.0,
            FlankSide::Left => self.backlash,
        };
        [
            s * at.deflection - at.opening - play,
            s * at.rate - at.opening_rate,
        ]
    }

    /// What the teeth are pressed together (m), positive on the right flanks of a; zero where none touch.
    pub fn pressed(&self, formulation: Formulation, at: &MeshMotion) -> f64 {
        let of = |side| self.penetration(side, at)[0];
        match formulation {
            Formulation::OneFlank(side) => side.sign() * of(side),
            Formulation::Source => self.pressed(Formulation::BothFlanks, &seen(formulation, at)),
            Formulation::BothFlanks => {
                let (right, left) = (of(FlankSide::Right), of(FlankSide::Left));
                if right > 0.0 && right >= left {
                    right
                } else {
                    -left.max(0.0)
                }
            }
        }
    }

    /// The flanks that carry; those that carry more, where both do.
    pub fn touching(&self, formulation: Formulation, at: &MeshMotion) -> FlankContact {
        let pressed = self.pressed(formulation, at);
        if pressed > 0.0 {
            FlankContact::Right
        } else if pressed < 0.0 {
            FlankContact::Left
        } else {
            FlankContact::None
        }
    }

    /// How many flanks touch and part with a kink of the force. One that is sprung both ways has none while its teeth are linear.
    pub fn n_touches(&self, formulation: Formulation) -> usize {
        match formulation {
            Formulation::Source => self.n_kinks(),
            Formulation::BothFlanks => 2,
            Formulation::OneFlank(_) => {
                usize::from(!matches!(self.elasticity, Elasticity::Linear { .. }))
            }
        }
    }

    /// How far one of these flanks is beyond its touch (m), and its rate.
    pub fn beyond_touch(
        &self,
        formulation: Formulation,
        which: usize,
        at: &MeshMotion,
    ) -> [f64; 2] {
        match (formulation, which) {
            (Formulation::Source, _) => [at.deflection - self.kink(which), at.rate],
            (Formulation::OneFlank(side), _) => self.penetration(side, at),
            (Formulation::BothFlanks, 0) => self.penetration(FlankSide::Right, at),
            (Formulation::BothFlanks, _) => self.penetration(FlankSide::Left, at),
        }
    }

    /// How many flanks part with a kink of the force, where damping would make them pull.
    pub fn n_partings(&self, formulation: Formulation) -> usize {
        let per_force = self.damping_per_force();
        let is_damped = per_force.is_some_and(|damping| damping > 0.0);
        match (is_damped, formulation) {
            (true, Formulation::Source | Formulation::BothFlanks) => 2,
            (false, _) | (_, Formulation::OneFlank(_)) => 0,
        }
    }

    /// How one of these flanks parts. \[theory:mesh-laws\] (5)
    pub fn parting(&self, formulation: Formulation, which: usize, at: &MeshMotion) -> Parting {
        let side = [FlankSide::Right, FlankSide::Left][which.min(1)];
        let [penetration, rate] = self.penetration(side, &seen(formulation, at));
        let per_force = self.damping_per_force().unwrap_or(0.0);
        Parting {
            left: 1.0 + per_force * rate,
            touches: penetration > 0.0,
        }
    }

    /// \[cardona\] (36)-(45): the flank that carries parts the wheels as hard as it turns them.
    fn as_published(&self, at: &MeshMotion, factor: f64) -> OpenedValue {
        let value = self.at_factor(at.deflection, at.rate, factor);
        // Where nothing presses there is no side to which the force would change.
        let side = if value.force == 0.0 {
            0.0
        } else {
            value.force.signum()
        };
        OpenedValue {
            force: [value.force, -side * value.force],
            stiffness: [
                [value.by_deflection, 0.0],
                [-side * value.by_deflection, 0.0],
            ],
            damping: [[value.by_rate, 0.0], [-side * value.by_rate, 0.0]],
            by_factor: [value.by_factor, -side * value.by_factor],
            elastic_force: [value.elastic.force, 0.0],
            elastic_stiffness: [[value.elastic.stiffness, 0.0], [0.0; 2]],
            energy: value.elastic.energy,
            dissipated: value.dissipated,
        }
    }

    fn on_both_flanks(&self, at: &MeshMotion, factor: f64) -> OpenedValue {
        let mut value = OpenedValue::default();
        let [right, left] =
            [FlankSide::Right, FlankSide::Left].map(|side| self.penetration(side, at));
        // At the very touch the derivative is that of the touching side, so that equilibrium can be sought from there; without play one side has it.
        let carries = [
            right[0] > 0.0 || (right[0] == 0.0 && left[0] <= 0.0),
            left[0] > 0.0 || (left[0] == 0.0 && right[0] < 0.0),
        ];
        let per_force = self.damping_per_force();
        let flanks = [FlankContact::Right, FlankContact::Left];
        for (i, [penetration, rate]) in [right, left].into_iter().enumerate() {
            if carries[i] {
                let sign = [1.0, -1.0][i];
                let pressed = self.elasticity.at(flanks[i], penetration);
                value.add(
                    [sign, -1.0],
                    &pushed(&pressed, per_force.unwrap_or(0.0), rate, factor),
                );
            }
        }
        if per_force.is_none() {
            // Teeth in a gap that is full of oil: what turns is damped, whichever flank is near.
            let coefficient = self.damping.coefficient;
            value.force[0] += coefficient * at.rate;
            value.damping[0][0] += coefficient;
            value.dissipated += coefficient * at.rate * at.rate;
        }
        value
    }

    /// Flanks that carry both ways, at a penetration and its rate.
    fn sprung(&self, side: FlankSide, [penetration, rate]: [f64; 2], factor: f64) -> OpenedValue {
        let sign = side.sign();
        // Where it is pulled it holds as the other flank would push.
        let (way, flank) = match (penetration >= 0.0) == (sign > 0.0) {
            true => (penetration.abs(), FlankContact::Right),
            false => (penetration.abs(), FlankContact::Left),
        };
        let pulls = if penetration < 0.0 { -1.0 } else { 1.0 };
        let pressed = self.elasticity.at(flank, way);
        let elastic = pressed.scaled(factor);
        let elastic = ElasticValue {
            force: pulls * elastic.force,
            ..elastic
        };
        let coefficient = self.damping.coefficient;
        let mut value = OpenedValue::default();
        value.add(
            [sign, -1.0],
            &Pressed {
                force: elastic.force + coefficient * rate,
                by_penetration: elastic.stiffness,
                by_rate: coefficient,
                by_factor: pulls * pressed.force,
                elastic,
                dissipated: coefficient * rate * rate,
            },
        );
        value
    }
}

/// Where a mesh is as its law sees it: as published, without the centres.
fn seen(formulation: Formulation, at: &MeshMotion) -> MeshMotion {
    match formulation {
        Formulation::Source => MeshMotion {
            opening: 0.0,
            opening_rate: 0.0,
            ..*at
        },
        Formulation::BothFlanks | Formulation::OneFlank(_) => *at,
    }
}

/// A flank with damping in contact alone.
fn pushed(pressed: &ElasticValue, per_force: f64, rate: f64, factor: f64) -> Pressed {
    let elastic = pressed.scaled(factor);
    let pushed = damped_contact(elastic, per_force, rate);
    Pressed {
        force: pushed.force,
        by_penetration: pushed.by_penetration,
        by_rate: pushed.by_rate,
        by_factor: pressed.force * pushed.by_elastic,
        elastic,
        dissipated: pushed.dissipated,
    }
}

#[cfg(test)]
mod tests;
