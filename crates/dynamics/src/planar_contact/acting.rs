//! Everything that acts in a planar contact at one instant, over the angles and the length of the line of centres.
//! \[theory:planar-contact\] (18)-(22)

use pitchline_contact::{
    FlankContact, Levers, LoadInput, MeshMotion, PlanarLoads, PlanarMeshValue,
};

use super::friction::Rubbed;
use super::parting::Parting;
use super::{PlanarContact, PlanarContactData, Turned, over_centers};
use crate::centers::{Centers, DISTANCE};
use crate::{Kinematics, LawValue};

/// Length of the line of centres and its rate, with the angles between −π and π (rad) at which both wheels see it, and their rates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub angles: [f64; 2],
    pub distance: f64,
    /// Of χ_a, χ_b, l.
    pub rates: [f64; 3],
}

/// The contact at an instant.
#[derive(Debug)]
pub(super) struct Acting {
    /// χ_a, χ_b.
    turned: Turned,
    /// How far l is from that of the start (m).
    moved: f64,
    /// Rates of χ_a, χ_b, l.
    rates: [f64; 3],
    /// Δ, x.
    pub motion: [f64; 2],
    /// Δ̇, ẋ.
    pub motion_rates: [f64; 2],
    /// Where the teeth are in their law.
    pub pressing: MeshMotion,
    pub mesh: PlanarMeshValue,
    /// How the flanks open over l.
    parting: Parting,
    /// λ, with its derivatives.
    rubbed: Rubbed,
    /// Levers and their derivatives over x.
    levers: [Levers; 2],
    /// χ_a, χ_b, l in the slip that stands still where teeth stick.
    pub by_slip: [f64; 3],
    /// Forces over χ_a, χ_b, l.
    pub forces: [f64; 3],
}

/// Derivatives of the forces over χ_a, χ_b, l.
pub(super) struct Slopes {
    /// Over Δ, x, l.
    pub place: [[f64; 3]; 3],
    /// Over their rates.
    pub rate: [[f64; 3]; 3],
}

impl Acting {
    pub fn new(contact: &PlanarContact, k: &Kinematics, line: &Line, multipliers: &[f64]) -> Self {
        let data = &contact.data;
        let factors = contact.factors();
        let rates = line.rates;
        let turned = contact.turned(k, line.angles);
        let place = factors.map(|f| turned.sum(f));
        let motion_rates = factors.map(|[a, b]| a * rates[0] + b * rates[1]);
        let parting = contact.parting(line.distance);
        let pressing = MeshMotion {
            deflection: place[0],
            opening: parting.opening,
            rate: motion_rates[0],
            opening_rate: parting.slope * rates[DISTANCE],
        };
        let cycles = data.start_cycle + data.pair.cycles(place[1]);
        let mesh = data
            .mesh
            .over_opening(contact.formulation, contact.assumed, &pressing, cycles);
        let [levers, per_cycle] = data.levers.at(mesh.flank, cycles);
        let per_length = scaled(&per_cycle, 1.0 / data.pair.pitch());
        let rubbed = contact.rubbed(k, &mesh, motion_rates[1], multipliers);
        let mut acting = Self {
            turned,
            moved: line.distance - contact.start_distance,
            rates,
            motion: place,
            motion_rates,
            pressing: data.mesh.from_touch(&pressing),
            mesh,
            parting,
            rubbed,
            levers: [levers, per_length],
            by_slip: contact.slip(k, &levers, mesh.flank),
            forces: [0.0; 3],
        };
        let between = LoadInput {
            normal_force: mesh.force(),
            parting: mesh.opened.spread() * parting.sine,
            friction: rubbed.friction,
            position_force: mesh.energy_by_cycle * cosine(data) / data.pair.pitch(),
        };
        acting.forces = acting.forces_of(data, &levers, between);
        acting
    }

    /// Forces over (d, θ) per unit of F_n, and per unit of friction, on the flanks of one side.
    pub fn units(
        contact: &PlanarContact,
        centers: &Centers,
        levers: &Levers,
        flank: FlankContact,
    ) -> [[f64; 6]; 2] {
        let data = &contact.data;
        let pressed = LoadInput::pressed(&data.pair, flank, 1.0);
        let rubbing = LoadInput {
            friction: 1.0,
            ..LoadInput::default()
        };
        [pressed, rubbing].map(|of| centers.force(&forces((data, flank), levers, of)))
    }

    /// The slip that stands still where teeth stick (m).
    pub fn slip(&self) -> f64 {
        let [by_a, by_b, by_distance] = self.by_slip;
        self.turned.sum([by_a, by_b]) + by_distance * self.moved
    }

    /// Its rate (m/s).
    pub fn slip_rate(&self) -> f64 {
        let parts = self.by_slip.iter().zip(&self.rates);
        parts.map(|(by, rate)| by * rate).sum()
    }

    /// λ
    pub fn friction(&self) -> f64 {
        self.rubbed.friction
    }

    /// F_n
    pub fn normal(&self) -> f64 {
        self.mesh.force()
    }

    /// Friction of teeth that slide forward and backward from now on (N).
    pub fn sliding(&self, contact: &PlanarContact) -> [f64; 2] {
        contact.sliding_sizes(self.normal(), self.motion_rates[1])
    }

    /// Power that friction takes (W): λ u. (13)
    pub fn lost(&self, contact: &PlanarContact) -> f64 {
        let data = &contact.data;
        let [by_a, by_b] = over_centers(self.levers[0].slip_by_turns(&data.pair));
        let by_distance = contact.slip_by_distance(&self.levers[0], self.mesh.flank);
        let [a, b, distance] = self.rates;
        self.friction() * (by_a * a + by_b * b + by_distance * distance)
    }

    /// Power that damping of the teeth takes (W).
    pub fn damping_loss(&self, data: &PlanarContactData) -> f64 {
        self.mesh.opened.dissipated * cosine(data)
    }

    /// As published, what the length of the line of centres does with the force along it (W): no potential belongs to it.
    pub fn apart(&self) -> f64 {
        self.forces[DISTANCE] * self.rates[DISTANCE]
    }

    /// Forces over χ_a, χ_b and l. (18)-(20)
    fn forces_of(&self, data: &PlanarContactData, levers: &Levers, of: LoadInput) -> [f64; 3] {
        forces((data, self.mesh.flank), levers, of)
    }

    /// What a unit of the multiplier does over χ_a, χ_b and l: friction against itself.
    pub fn by_multiplier(&self, data: &PlanarContactData) -> [f64; 3] {
        let unit = LoadInput {
            friction: -1.0,
            ..LoadInput::default()
        };
        self.forces_of(data, &self.levers[0], unit)
    }

    /// Energy stored in the teeth (J).
    pub fn stored(&self, data: &PlanarContactData) -> f64 {
        self.mesh.opened.energy * cosine(data)
    }

    /// Derivatives of the forces. (26a), (27)
    pub fn slopes(&self, data: &PlanarContactData) -> Slopes {
        let (mesh, parting) = (&self.mesh, &self.parting);
        let per_length = 1.0 / data.pair.pitch();
        let position = cosine(data) * per_length;
        let [stiffness, damping] = [&mesh.opened.stiffness, &mesh.opened.damping];
        // Of changes of both forces, of friction by the velocity, of the energy per cycle.
        let of = |by: [f64; 2], by_velocity: f64, energy: f64| LoadInput {
            normal_force: by[0],
            parting: -by[1] * parting.sine,
            friction: self.rubbed.by_force * by[0] + by_velocity,
            position_force: energy * position,
        };
        let by_deflection = |m: &[[f64; 2]; 2]| [m[0][0], m[1][0]];
        let by_opening = |m: &[[f64; 2]; 2], way: f64| [m[0][1] * way, m[1][1] * way];
        let turning = parting.bend * self.rates[DISTANCE];
        let [along, bent] = [
            by_opening(stiffness, parting.slope),
            by_opening(damping, turning),
        ];
        let mut by_distance = of(
            [along[0] + bent[0], along[1] + bent[1]],
            0.0,
            mesh.elastic_by_cycle[1] * parting.slope,
        );
        by_distance.parting += mesh.opened.spread() * parting.sine_slope;
        let place = [
            of(by_deflection(stiffness), 0.0, mesh.elastic_by_cycle[0]),
            of(
                mesh.by_cycle.map(|by| by * per_length),
                0.0,
                mesh.energy_by_cycle_twice * per_length,
            ),
            by_distance,
        ];
        let rate = [
            of(by_deflection(damping), 0.0, 0.0),
            of([0.0; 2], self.rubbed.by_velocity, 0.0),
            of(by_opening(damping, parting.slope), 0.0, 0.0),
        ];
        let levers = &self.levers[0];
        let [mut place, rate] =
            [place, rate].map(|by| by.map(|input| self.forces_of(data, levers, input)));
        let moved = LoadInput {
            friction: self.friction(),
            ..LoadInput::default()
        };
        let by_levers = self.forces_of(data, &self.levers[1], moved);
        for (slope, by) in place[1].iter_mut().zip(by_levers) {
            *slope += by;
        }
        Slopes { place, rate }
    }

    /// As a law of the relative motion.
    pub fn law(&self, contact: &PlanarContact, centers: &Centers, velocity: &[f64; 6]) -> LawValue {
        let mut value = LawValue {
            force: centers.force(&self.forces),
            ..LawValue::default()
        };
        for (curve, force) in centers.0.iter().zip(&self.forces) {
            for (row, bent) in value.stiffness.iter_mut().zip(&curve.curvature) {
                for (entry, h) in row.iter_mut().zip(bent) {
                    *entry -= force * h;
                }
            }
        }
        let slopes = self.slopes(&contact.data);
        let [[a, b], [c, d]] = contact.factors();
        let factors = [[a, b, 0.0], [c, d, 0.0], [0.0, 0.0, 1.0]];
        for (i, factors) in factors.iter().enumerate() {
            let gradient = centers.force(factors);
            let turning = mixed(factors, &centers.0.map(|c| c.rate_gradient(velocity)));
            let place = centers.force(&slopes.place[i]);
            let rate = centers.force(&slopes.rate[i]);
            for i in 0..6 {
                for j in 0..6 {
                    value.stiffness[i][j] -= place[i] * gradient[j] + rate[i] * turning[j];
                    value.damping[i][j] -= rate[i] * gradient[j];
                }
            }
        }
        value
    }
}

/// Forces over χ_a, χ_b and l with these flanks: what turns a wheel forward turns the line of centres back. (18)-(20)
pub(super) fn forces(
    (data, flank): (&PlanarContactData, FlankContact),
    levers: &Levers,
    of: LoadInput,
) -> [f64; 3] {
    let loads = PlanarLoads::of(&data.pair, levers, flank, of);
    let [a, b] = loads.torques;
    let outwards = data.pair.center_distance().signum();
    [-a, -b, outwards * loads.along_centers]
}

fn mixed(factors: &[f64; 3], of: &[[f64; 6]; 3]) -> [f64; 6] {
    std::array::from_fn(|i| (0..3).map(|j| factors[j] * of[j][i]).sum())
}

fn scaled(levers: &Levers, factor: f64) -> Levers {
    Levers {
        force: factor * levers.force,
        torques: levers.torques.map(|d| factor * d),
    }
}

fn cosine(data: &PlanarContactData) -> f64 {
    data.pair.sin_cos()[1]
}
