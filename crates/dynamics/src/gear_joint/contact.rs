//! Forces of a gear joint at one instant. \[theory:gear-joint\] (8)-(14)

use pitchline_contact::{Formulation, MeshMotion, OpenedValue};
use pitchline_geometry::vector::{Vector, cross, dot};

use super::place::Place;
use super::rows::{self, Followed, MESH, N, PSI_A, PSI_B, Rows, add_bend};
use super::{GearJoint, Rigid};
use crate::centers::Curve;
use crate::{Kinematics, RelativeMotion};

/// Rigid teeth whose force is less than this on the other side (N) are unloaded: rounding must not turn them round.
const REVERSED: f64 = 1e-6;

/// Friction along the tooth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slipping {
    /// Velocity of b's flank on a's along the tooth (m/s).
    pub slip: f64,
    /// Friction over the normal force, with the sign of the slip.
    pub share: f64,
    /// Its derivative (s/m).
    pub slope: f64,
    /// Velocity of b's material on a's, in the axes of a (m/s).
    pub velocity: Vector,
}

/// Teeth that deform, at an instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meshing {
    /// What they do to their deflection and their opening.
    pub value: OpenedValue,
    /// The error with its first two derivatives by ψ_A.
    pub error: [f64; 3],
    /// Where they are.
    pub motion: MeshMotion,
}

/// Where the contact is, and how its three constraints see it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    pub place: Place,
    pub rows: Rows,
    /// How far the flanks have opened, from its zero. (9a)
    pub opening: Curve,
    /// How the row of the ratio takes the opening in: the flank of rigid teeth with their potential.
    closing: f64,
}

impl Held {
    pub fn new(joint: &GearJoint, k: &Kinematics, motion: &RelativeMotion) -> Self {
        let coordinates = joint.coordinates(k, 0);
        let place = joint.place(k, motion);
        let mut opening = joint.opening().at(motion);
        opening.value -= joint.opening_zero();
        let mut rows = Rows::new(&place, &joint.ratio, coordinates);
        let closing = match joint.rigid() {
            Some(Rigid::Flank(side)) => side * joint.ratio.cos_pressure,
            _ => 0.0,
        };
        if closing != 0.0 {
            // (4a)
            rows.value[0] += closing * opening.value;
            for (g, by) in rows.gradient[0].iter_mut().zip(&opening.gradient) {
                *g += closing * by;
            }
        }
        Self {
            place,
            rows,
            opening,
            closing,
        }
    }

    /// How the gradient of a constraint changes with the nine.
    pub fn bend(&self, constraint: usize) -> [[f64; N]; N] {
        let mut out = [[0.0; N]; N];
        self.add_curvature(
            [0, 1, 2].map(|i| f64::from(u8::from(i == constraint))),
            &mut out,
        );
        out
    }

    /// Adds how the forces of the multipliers change with the nine.
    pub fn add_curvature(&self, multipliers: [f64; 3], out: &mut [[f64; N]; N]) {
        rows::add_curvature(&self.place, multipliers, out);
        if self.closing != 0.0 {
            add_bend(self.closing * multipliers[0], &self.opening, out);
        }
    }
}

/// Everything that acts.
#[derive(Debug, Clone)]
pub(super) struct Contact<'j> {
    joint: &'j GearJoint,
    pub held: Held,
    pub slipping: Slipping,
    /// Friction on b, which follows the tooth.
    pub rubbing: Followed,
    /// None of rigid teeth.
    pub mesh: Option<Meshing>,
    multipliers: [f64; 3],
    /// Rate of the opening (m/s).
    pub opening_rate: f64,
}

impl<'j> Contact<'j> {
    pub fn new(
        joint: &'j GearJoint,
        k: &Kinematics,
        motion: &RelativeMotion,
        multipliers: &[f64],
    ) -> Self {
        let multipliers = [0, 1, 2].map(|i| multipliers.get(i).copied().unwrap_or(0.0));
        let held = Held::new(joint, k, motion);
        let place = &held.place;
        let velocity = place.velocity(&motion.velocity, &motion.rotation);
        let slip = dot(velocity, place.tooth[0].at);
        let [share, slope] = joint.friction.at(slip);
        // [cardona] (42): friction against the slip
        let shares = [-share * multipliers[0].abs(), 0.0, 0.0];
        let opening_rate = held.opening.rate(&motion.velocity);
        Self {
            joint,
            slipping: Slipping {
                slip,
                share,
                slope,
                velocity,
            },
            rubbing: Followed { shares },
            mesh: joint.mesh_at(k, held.opening.value, opening_rate),
            held,
            multipliers,
            opening_rate,
        }
    }

    /// λ1 (N): positive on the right flanks of a.
    pub fn normal(&self) -> f64 {
        self.multipliers[0]
    }

    /// What the flanks press their opening with beside the constraints (N), across the tooth: both sides together.
    pub fn spread(&self) -> f64 {
        match &self.mesh {
            Some(mesh) => mesh.value.spread(),
            None => self.spread_by_normal() * self.normal(),
        }
    }

    /// The same per λ1, of rigid teeth. As published, their constraint does not see the opening. With a potential it pushes on its flank; where the other
    /// one carries, it would pull, and all of that is turned round.
    fn spread_by_normal(&self) -> f64 {
        let cos = self.joint.ratio.cos_pressure;
        match self.joint.rigid() {
            Some(Rigid::Source) if self.normal() < 0.0 => -cos,
            Some(Rigid::Source) => cos,
            Some(Rigid::Flank(side)) if side * self.normal() < -REVERSED => -2.0 * side * cos,
            _ => 0.0,
        }
    }

    /// Power that friction and damping take (W).
    pub fn loss(&self) -> f64 {
        let [along, ..] = self.rubbing.shares;
        let damped = self.mesh.map(|mesh| mesh.value).unwrap_or_default();
        damped.dissipated - along * self.slipping.slip
    }

    /// Power of what no potential has (W): that of the flanks of a pair as published, or of rigid ones on which the load has turned round.
    pub fn without_potential(&self) -> f64 {
        match (self.joint.formulation(), &self.mesh) {
            (Formulation::Source, _) | (_, None) => self.spread() * self.opening_rate,
            _ => 0.0,
        }
    }

    /// Forces over the nine: those on b and on the three coordinates. (8), (9)
    pub fn forces(&self) -> [f64; N] {
        let mut forces = [0.0; N];
        for (row, multiplier) in self.held.rows.gradient.iter().zip(&self.multipliers) {
            for (force, g) in forces.iter_mut().zip(row) {
                *force += multiplier * g;
            }
        }
        let rubbing = self.rubbing.on_b(&self.held.place);
        let spread = self.spread();
        let apart = &self.held.opening.gradient;
        for ((force, rubbing), apart) in forces.iter_mut().zip(&rubbing).zip(apart) {
            *force += rubbing + spread * apart;
        }
        if let Some(Meshing { value, error, .. }) = &self.mesh {
            forces[PSI_A] -= value.elastic_force[0] * error[1];
            forces[MESH] -= value.force[0];
        }
        forces
    }

    /// Their change with the nine, velocities held. (11)-(14)
    pub fn stiffness(&self, motion: &RelativeMotion) -> [[f64; N]; N] {
        let mut out = [[0.0; N]; N];
        self.rubbing.add_change(&self.held.place, &mut out);
        add_bend(self.spread(), &self.held.opening, &mut out);
        self.held.add_curvature(self.multipliers, &mut out);
        if let Some(Meshing { value, error, .. }) = &self.mesh {
            let [_, slope, bend] = *error;
            // [cardona] (38), corrected; (9b)
            let by_error = self.along([slope, 1.0], &self.held.opening.gradient);
            let [deflection, opening] = self.coordinates();
            add_outer(
                -1.0,
                &deflection,
                &product(&value.stiffness[0], &by_error),
                &mut out,
            );
            add_outer(
                -1.0,
                &opening,
                &product(&value.stiffness[1], &by_error),
                &mut out,
            );
            let elastic = product(&value.elastic_stiffness[0], &by_error);
            for (out, by) in out[PSI_A].iter_mut().zip(&elastic) {
                *out -= slope * by;
            }
            out[PSI_A][PSI_A] -= value.elastic_force[0] * bend;
            // The rate of the opening changes where it is.
            let turning = self.held.opening.rate_gradient(&motion.velocity);
            let [_, by_rate] = self.along([0.0, 0.0], &turning);
            add_outer(-value.damping[0][1], &deflection, &by_rate, &mut out);
            add_outer(-value.damping[1][1], &opening, &by_rate, &mut out);
        }
        let slope = self.friction_slope();
        if slope != 0.0 {
            let gradient = self.slip_gradient(motion);
            add_outer(-slope, &widened(&self.friction_line()), &gradient, &mut out);
        }
        out
    }

    /// Their change with the rates of the nine.
    pub fn damping(&self) -> [[f64; N]; N] {
        let mut out = [[0.0; N]; N];
        if let Some(Meshing { value, .. }) = &self.mesh {
            // Damping has no potential: ψ_A does not feel it.
            let [deflection, opening] = self.coordinates();
            let both = [deflection, opening];
            add_outer(
                -1.0,
                &deflection,
                &product(&value.damping[0], &both),
                &mut out,
            );
            add_outer(-1.0, &opening, &product(&value.damping[1], &both), &mut out);
        }
        let slope = self.friction_slope();
        if slope != 0.0 {
            let line = widened(&self.friction_line());
            add_outer(-slope, &line, &line, &mut out);
        }
        out
    }

    /// Gradients of u and of the opening over the nine.
    fn coordinates(&self) -> [[f64; N]; 2] {
        self.along([0.0, 1.0], &self.held.opening.gradient)
    }

    /// Gradients of the deflection, by ψ_A and u, and of the opening, over (d, θ).
    fn along(&self, [by_turn, by_mesh]: [f64; 2], opening: &[f64; 6]) -> [[f64; N]; 2] {
        let mut deflection = [0.0; N];
        deflection[PSI_A] = by_turn;
        deflection[MESH] = by_mesh;
        [deflection, widened(opening)]
    }

    /// Direction of friction over (d, θ): η1 at the contact. Also the slip's gradient over their rates.
    fn friction_line(&self) -> [f64; 6] {
        let place = &self.held.place;
        rows::at_contact(place, place.tooth[0].at, place.seen[0])
    }

    /// Gradient of the slip over the nine, rates held.
    fn slip_gradient(&self, motion: &RelativeMotion) -> [f64; N] {
        let [_, _, _, spin @ ..] = motion.velocity;
        let place = &self.held.place;
        let seen = place.seen[0];
        let mut gradient = [0.0; N];
        gradient[3..6].copy_from_slice(&cross(cross(spin, place.arm.at), seen));
        gradient[PSI_A] = dot(self.slipping.velocity, place.tooth[0].first);
        gradient[PSI_B] = dot(seen, cross(spin, place.arm.first));
        gradient
    }

    /// How much friction grows with slip (N s/m).
    fn friction_slope(&self) -> f64 {
        self.normal().abs() * self.slipping.slope
    }

    /// What λ1 does to the forces on b beside its constraint: friction, and the force that parts rigid wheels as published.
    pub fn by_normal(&self) -> [f64; 6] {
        let sign = if self.normal() < 0.0 { -1.0 } else { 1.0 };
        let shares = [-sign * self.slipping.share, 0.0, 0.0];
        let rubbing = Followed { shares }.on_b(&self.held.place);
        let apart = self.spread_by_normal();
        let opening = &self.held.opening.gradient;
        std::array::from_fn(|i| rubbing[i] + apart * opening[i])
    }
}

fn widened(over: &[f64; 6]) -> [f64; N] {
    let mut wide = [0.0; N];
    wide[..6].copy_from_slice(over);
    wide
}

/// A row over two coordinates as one over the nine.
fn product([first, second]: &[f64; 2], [by_first, by_second]: &[[f64; N]; 2]) -> [f64; N] {
    std::array::from_fn(|i| first * by_first[i] + second * by_second[i])
}

fn add_outer(factor: f64, a: &[f64; N], b: &[f64; N], out: &mut [[f64; N]; N]) {
    for (out, a) in out.iter_mut().zip(a) {
        if *a != 0.0 {
            for (out, b) in out.iter_mut().zip(b) {
                *out += factor * a * b;
            }
        }
    }
}
