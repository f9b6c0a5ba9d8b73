//! Everything that acts in a planar contact at one instant, over the angles and the length of the line of centres.
//! \[theory:planar-contact\] (18)-(22)

use pitchline_contact::{FlankContact, Levers, LoadInput, PlanarLoads, PlanarMeshValue};

use super::friction::Rubbed;
use super::{PlanarContact, PlanarContactData, Turned, over_centers};
use crate::centers::{Centers, DISTANCE};
use crate::{Kinematics, LawValue};

/// The contact at an instant.
#[derive(Debug)]
pub(super) struct Acting {
    /// χ_a, χ_b.
    turned: Turned,
    /// Rates of χ_a, χ_b, l.
    rates: [f64; 3],
    /// Δ, x.
    pub motion: [f64; 2],
    /// Δ̇, ẋ.
    pub motion_rates: [f64; 2],
    pub mesh: PlanarMeshValue,
    /// λ, with its derivatives.
    rubbed: Rubbed,
    /// Levers and their derivatives over x.
    levers: [Levers; 2],
    /// χ_a, χ_b in the slip that stands still where teeth stick.
    pub by_slip: [f64; 2],
    /// Forces over χ_a, χ_b, l.
    pub forces: [f64; 3],
}

impl Acting {
    /// With the angles χ_a, χ_b (rad, between −π and π) and the rates of χ_a, χ_b, l.
    pub fn new(
        contact: &PlanarContact,
        k: &Kinematics,
        angles: [f64; 2],
        rates: [f64; 3],
        multipliers: &[f64],
    ) -> Self {
        let data = &contact.data;
        let factors = contact.factors();
        let turned = contact.turned(k, angles);
        let place = factors.map(|f| turned.sum(f));
        let motion_rates = factors.map(|[a, b]| a * rates[0] + b * rates[1]);
        let cycles = data.start_cycle + data.pair.cycles(place[1]);
        let mesh = data.mesh.at(place[0], motion_rates[0], cycles);
        let [levers, per_cycle] = data.levers.at(mesh.flank, cycles);
        let per_length = scaled(&per_cycle, 1.0 / data.pair.pitch());
        let rubbed = contact.rubbed(k, &mesh, motion_rates[1], multipliers);
        let mut acting = Self {
            turned,
            rates,
            motion: place,
            motion_rates,
            mesh,
            rubbed,
            levers: [levers, per_length],
            by_slip: contact.slip(k, &levers),
            forces: [0.0; 3],
        };
        let between = LoadInput {
            normal_force: mesh.force,
            friction: rubbed.friction,
            position_force: mesh.energy_by_cycle * cosine(data) / data.pair.pitch(),
        };
        acting.forces = acting.forces_of(data, &levers, between);
        acting
    }

    /// Forces over (d, θ) per unit of F_n, and per unit of friction, on the flanks of one side.
    pub fn units(
        data: &PlanarContactData,
        centers: &Centers,
        levers: &Levers,
        flank: FlankContact,
    ) -> [[f64; 6]; 2] {
        let [normal, friction] = [[1.0, 0.0], [0.0, 1.0]];
        [normal, friction].map(|[normal_force, friction]| {
            let of = LoadInput {
                normal_force,
                friction,
                position_force: 0.0,
            };
            centers.force(&forces((data, flank), levers, of))
        })
    }

    /// The slip that stands still where teeth stick (m).
    pub fn slip(&self) -> f64 {
        self.turned.sum(self.by_slip)
    }

    /// Its rate (m/s).
    pub fn slip_rate(&self) -> f64 {
        self.by_slip[0] * self.rates[0] + self.by_slip[1] * self.rates[1]
    }

    /// λ
    pub fn friction(&self) -> f64 {
        self.rubbed.friction
    }

    /// F_n
    pub fn normal(&self) -> f64 {
        self.mesh.force
    }

    /// Friction of teeth that slide forward and backward from now on (N).
    pub fn sliding(&self, contact: &PlanarContact) -> [f64; 2] {
        contact.sliding_sizes(self.mesh.force, self.motion_rates[1])
    }

    /// Power that friction takes (W): λ u. (13)
    pub fn lost(&self, data: &PlanarContactData) -> f64 {
        let [by_a, by_b] = over_centers(self.levers[0].slip_by_turns(&data.pair));
        self.friction() * (by_a * self.rates[0] + by_b * self.rates[1])
    }

    /// Power that damping of the teeth takes (W).
    pub fn damping_loss(&self, data: &PlanarContactData) -> f64 {
        self.mesh.dissipated * cosine(data)
    }

    /// What the length of the line of centres does with the force along it (W): no potential belongs to it.
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
        self.mesh.energy * cosine(data)
    }

    /// Derivatives of the forces over Δ, x and their rates.
    pub fn slopes(&self, data: &PlanarContactData) -> [[f64; 3]; 4] {
        let per_length = 1.0 / data.pair.pitch();
        let cosine = cosine(data);
        let of = |normal_force: f64, by_velocity: f64, position: f64| LoadInput {
            normal_force,
            friction: self.rubbed.by_force * normal_force + by_velocity,
            position_force: position * cosine * per_length,
        };
        let mesh = &self.mesh;
        let levers = &self.levers[0];
        let by_deflection = of(mesh.by_deflection, 0.0, mesh.elastic_by_cycle);
        let by_distance = of(
            mesh.by_cycle * per_length,
            0.0,
            mesh.energy_by_cycle_twice * per_length,
        );
        let moved = LoadInput {
            friction: self.friction(),
            ..LoadInput::default()
        };
        let mut slopes = [
            by_deflection,
            by_distance,
            of(mesh.by_rate, 0.0, 0.0),
            of(0.0, self.rubbed.by_velocity, 0.0),
        ]
        .map(|between| self.forces_of(data, levers, between));
        let by_levers = self.forces_of(data, &self.levers[1], moved);
        for (slope, by) in slopes[1].iter_mut().zip(by_levers) {
            *slope += by;
        }
        slopes
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
        let [by_deflection, by_distance, by_rate, by_velocity] = self.slopes(&contact.data);
        let factors = contact.factors();
        for (factors, by_place, by_rate) in [
            (factors[0], by_deflection, by_rate),
            (factors[1], by_distance, by_velocity),
        ] {
            let [a, b, _] = &centers.0;
            let gradient = mixed(factors, [a.gradient, b.gradient]);
            let turning = mixed(factors, [a, b].map(|c| c.rate_gradient(velocity)));
            let (place, rate) = (centers.force(&by_place), centers.force(&by_rate));
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
fn forces(
    (data, flank): (&PlanarContactData, FlankContact),
    levers: &Levers,
    of: LoadInput,
) -> [f64; 3] {
    let loads = PlanarLoads::of(&data.pair, levers, flank, of);
    let [a, b] = loads.torques;
    let outwards = data.pair.center_distance().signum();
    [-a, -b, outwards * loads.along_centers]
}

fn mixed([a, b]: [f64; 2], [of_a, of_b]: [[f64; 6]; 2]) -> [f64; 6] {
    std::array::from_fn(|i| a * of_a[i] + b * of_b[i])
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
