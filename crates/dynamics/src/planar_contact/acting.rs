//! Everything that acts in a planar contact at one instant, over the angles and the length of the line of centres.
//! \[theory:planar-contact\] (18)-(22)

use pitchline_contact::{FlankContact, Levers, PlanarMeshValue};

use super::{PlanarContact, PlanarContactData, Stiction, Turned};
use crate::centers::{Centers, DISTANCE};
use crate::{Kinematics, LawValue, Sliding};

/// Slower than this (m/s), coefficients of friction are those at this speed: laws of oil films ask for a direction.
pub(super) const STANDSTILL: f64 = 1e-12;

/// Forces over (χ_a, χ_b, l) are linear in what acts between the teeth, for given levers and flank.
#[derive(Debug, Clone, Copy, Default)]
struct Between {
    normal: f64,
    friction: f64,
    mesh: f64,
}

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
    /// λ
    pub friction: f64,
    /// Its derivatives over F_n and ẋ.
    friction_by: [f64; 2],
    /// Levers and their derivatives over x.
    levers: [Levers; 2],
    /// +1 for right flanks, −1 for left ones.
    flank: f64,
    side: f64,
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
        let flank = if mesh.force < 0.0 { -1.0 } else { 1.0 };
        let side_of = if flank < 0.0 {
            FlankContact::Left
        } else {
            FlankContact::Right
        };
        let [levers, per_cycle] = data.levers.at(side_of, cycles);
        let per_length = scaled(&per_cycle, 1.0 / data.pair.pitch());
        let (friction, friction_by) = friction(contact, k, &mesh, motion_rates[1], multipliers);
        let mut acting = Self {
            turned,
            rates,
            motion: place,
            motion_rates,
            mesh,
            friction,
            friction_by,
            levers: [levers, per_length],
            flank,
            side: data.pair.side(),
            forces: [0.0; 3],
        };
        let between = Between {
            normal: mesh.force,
            friction,
            mesh: mesh.energy_by_cycle * cosine(data) / data.pair.pitch(),
        };
        acting.forces = acting.over_centers(data, &levers, between);
        acting
    }

    /// Forces over (d, θ) per unit of F_n, and per unit of friction, on the flanks of one side.
    pub fn units(
        data: &PlanarContactData,
        centers: &Centers,
        levers: &Levers,
        flank: FlankContact,
    ) -> [[f64; 6]; 2] {
        let sign = if flank == FlankContact::Left {
            -1.0
        } else {
            1.0
        };
        let [normal, friction] = [[1.0, 0.0], [0.0, 1.0]];
        [normal, friction].map(|[normal, friction]| {
            let of = Between {
                normal,
                friction,
                mesh: 0.0,
            };
            centers.force(&over_centers((data, sign), levers, of))
        })
    }

    /// The slip that stands still where teeth stick (m).
    pub fn slip(&self, contact: &PlanarContact) -> f64 {
        self.turned.sum(contact.slip)
    }

    /// F_n
    pub fn normal(&self) -> f64 {
        self.mesh.force
    }

    /// Friction of teeth that slide forward and backward from now on (N).
    pub fn sliding(&self, contact: &PlanarContact) -> [f64; 2] {
        [1.0, -1.0].map(|sense| {
            let speed = sense * (sense * self.motion_rates[1]).max(STANDSTILL);
            let friction = &contact.data.friction;
            friction.coefficient(self.mesh.force, speed).value * self.mesh.force.abs()
        })
    }

    /// u (m/s)
    pub fn conjugate_slip(&self) -> f64 {
        let [d_a, d_b] = self.levers[0].torques;
        self.side * (d_a * self.rates[0] + d_b * self.rates[1])
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
    fn over_centers(&self, data: &PlanarContactData, levers: &Levers, of: Between) -> [f64; 3] {
        over_centers((data, self.flank), levers, of)
    }

    /// What a unit of the multiplier does over χ_a, χ_b and l: friction against itself.
    pub fn by_multiplier(&self, data: &PlanarContactData) -> [f64; 3] {
        let unit = Between {
            friction: -1.0,
            ..Between::default()
        };
        self.over_centers(data, &self.levers[0], unit)
    }

    /// Energy stored in the teeth (J).
    pub fn stored(&self, data: &PlanarContactData) -> f64 {
        self.mesh.energy * cosine(data)
    }

    /// Derivatives of the forces over Δ, x and their rates.
    pub fn slopes(&self, data: &PlanarContactData) -> [[f64; 3]; 4] {
        let per_length = 1.0 / data.pair.pitch();
        let cosine = cosine(data);
        let of = |normal: f64, by_velocity: f64, mesh: f64| Between {
            normal,
            friction: self.friction_by[0] * normal + by_velocity,
            mesh: mesh * cosine * per_length,
        };
        let mesh = &self.mesh;
        let levers = &self.levers[0];
        let by_deflection = of(mesh.by_deflection, 0.0, mesh.elastic_by_cycle);
        let by_distance = of(
            mesh.by_cycle * per_length,
            0.0,
            mesh.energy_by_cycle_twice * per_length,
        );
        let moved = Between {
            friction: self.friction,
            ..Between::default()
        };
        let mut slopes = [
            by_deflection,
            by_distance,
            of(mesh.by_rate, 0.0, 0.0),
            of(0.0, self.friction_by[1], 0.0),
        ]
        .map(|between| self.over_centers(data, levers, between));
        let by_levers = self.over_centers(data, &self.levers[1], moved);
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

/// Forces over χ_a, χ_b and l, on the flanks of this sign. (18)-(20)
fn over_centers(
    (data, flank): (&PlanarContactData, f64),
    levers: &Levers,
    of: Between,
) -> [f64; 3] {
    let pair = &data.pair;
    let ([r_a, r_b], [l_a, l_b]) = (pair.radii(), pair.base_radii());
    let [sin, cos] = pair.sin_cos();
    let [d_a, d_b] = levers.torques;
    let rubs = pair.side() * of.friction;
    let apart = pair.side() * of.normal * sin + rubs * levers.force * cos;
    [
        of.normal * l_a - rubs * d_a + 0.5 * r_a * of.mesh,
        of.normal * l_b - rubs * d_b - 0.5 * r_b * of.mesh,
        flank * pair.center_distance().signum() * apart,
    ]
}

/// λ with its derivatives over F_n and ẋ.
fn friction(
    contact: &PlanarContact,
    k: &Kinematics,
    mesh: &PlanarMeshValue,
    velocity: f64,
    multipliers: &[f64],
) -> (f64, [f64; 2]) {
    let size = mesh.force.abs();
    let sign = if mesh.force < 0.0 { -1.0 } else { 1.0 };
    let share = |sense: f64, slope: f64| {
        let along = if sense < 0.0 { -1.0 } else { 1.0 };
        let speed = along * (along * velocity).max(STANDSTILL);
        let mu = contact.data.friction.coefficient(mesh.force, speed);
        let by_force = sense * sign * (mu.value + size * mu.by_force);
        let by_velocity = size * (sense * along * mu.by_velocity + slope * mu.value);
        (sense * mu.value * size, [by_force, by_velocity])
    };
    if let Stiction::Regularised(speed) = contact.data.stiction {
        let sense = (velocity / speed).tanh();
        return share(sense, (1.0 - sense * sense) / speed);
    }
    match contact.grip.map(|grip| k.grip(grip).sliding) {
        // A multiplier is there only while teeth are stuck.
        None | Some(Sliding::Undecided | Sliding::Stuck) => {
            (-multipliers.first().copied().unwrap_or(0.0), [0.0; 2])
        }
        Some(sliding) => {
            let (sliding, slopes) = share(sliding.sense(), 0.0);
            (
                sliding - multipliers.first().copied().unwrap_or(0.0),
                slopes,
            )
        }
    }
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
