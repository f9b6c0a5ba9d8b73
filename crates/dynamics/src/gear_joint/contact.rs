//! Forces of a gear joint at one instant. \[theory:gear-joint\] (8)-(14)

use pitchline_contact::MeshValue;
use pitchline_geometry::vector::{Vector, cross, dot};

use super::GearJoint;
use super::place::Place;
use super::radial::RadialPush;
use super::rows::{self, Followed, MESH, N, PSI_A, PSI_B, Rows};
use crate::{Kinematics, RelativeMotion};

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

/// Everything that acts.
#[derive(Debug, Clone)]
pub(super) struct Contact {
    pub place: Place,
    pub rows: Rows,
    pub slipping: Slipping,
    /// Force on b that follows the tooth.
    pub followed: Followed,
    /// Line along which the wheels are pushed apart.
    pub radial: RadialPush,
    /// What the mesh says of u, and the error with its first two derivatives by ψ_A.
    pub mesh: Option<(MeshValue, [f64; 3])>,
    pub normal: f64,
    pub tilt: f64,
    sin_pressure: f64,
}

impl Contact {
    pub fn new(
        joint: &GearJoint,
        k: &Kinematics,
        motion: &RelativeMotion,
        multipliers: &[f64],
    ) -> Self {
        let [normal, hold, tilt] = [0, 1, 2].map(|i| multipliers.get(i).copied().unwrap_or(0.0));
        let coordinates = joint.coordinates(k, 0);
        let place = joint.place(k, motion);
        let velocity = place.velocity(&motion.velocity, &motion.rotation);
        let slip = dot(velocity, place.tooth[0].at);
        let [share, slope] = joint.friction.at(slip);
        let sin_pressure = joint.sin_pressure;
        // [cardona] (42): friction against the slip
        let shares = [-share * normal.abs(), 0.0, -hold];
        Self {
            rows: Rows::new(&place, &joint.ratio, coordinates),
            place,
            slipping: Slipping {
                slip,
                share,
                slope,
                velocity,
            },
            followed: Followed { shares },
            radial: joint.radial.at(motion),
            mesh: joint.mesh_at(k, coordinates),
            normal,
            tilt,
            sin_pressure,
        }
    }

    /// By which the wheels are pushed apart (N). (9a)
    pub fn apart(&self) -> f64 {
        self.sin_pressure * self.normal.abs()
    }

    /// Force at the contact on b, over (d, θ). (9)
    pub fn on_b(&self) -> [f64; 6] {
        let (followed, radial) = (self.followed.on_b(&self.place), self.radial.on_b());
        std::array::from_fn(|i| followed[i] + self.apart() * radial[i])
    }

    /// Forces over the nine: those on b and on the three coordinates. (8), (9)
    pub fn forces(&self, multipliers: &[f64]) -> [f64; N] {
        let mut forces = [0.0; N];
        let on_b = self.on_b();
        for (i, force) in forces[..6].iter_mut().enumerate() {
            *force = on_b[i] + self.tilt * self.rows.gradient[2][i];
        }
        for (row, multiplier) in self.rows.gradient.iter().zip(multipliers) {
            for (force, g) in forces[6..].iter_mut().zip(&row[6..]) {
                *force += multiplier * g;
            }
        }
        if let Some((mesh, [_, slope, _])) = &self.mesh {
            forces[PSI_A] -= mesh.elastic.force * slope;
            forces[MESH] -= mesh.force;
        }
        forces
    }

    /// Their change with the nine. (11)-(14)
    pub fn stiffness(&self, multipliers: &[f64]) -> [[f64; N]; N] {
        let mut out = [[0.0; N]; N];
        self.followed.add_change(&self.place, &mut out);
        self.radial.add_change(self.apart(), &mut out);
        let multipliers = [0, 1, 2].map(|i| multipliers.get(i).copied().unwrap_or(0.0));
        rows::add_curvature(&self.place, multipliers, &mut out);
        if let Some((mesh, [_, slope, bend])) = &self.mesh {
            // [cardona] (38), corrected
            out[PSI_A][PSI_A] -= mesh.elastic.stiffness * slope * slope + mesh.elastic.force * bend;
            out[PSI_A][MESH] -= mesh.elastic.stiffness * slope;
            out[MESH][PSI_A] -= mesh.by_deflection * slope;
            out[MESH][MESH] -= mesh.by_deflection;
        }
        out
    }

    /// Direction of friction over (d, θ): η1 at the contact. Also the slip's gradient over their rates.
    pub fn along(&self) -> [f64; 6] {
        rows::at_contact(&self.place, self.place.tooth[0].at, self.place.seen[0])
    }

    /// Gradient of the slip over the nine, rates held.
    pub fn slip_gradient(&self, motion: &RelativeMotion) -> [f64; N] {
        let [_, _, _, spin @ ..] = motion.velocity;
        let seen = self.place.seen[0];
        let mut gradient = [0.0; N];
        gradient[3..6].copy_from_slice(&cross(cross(spin, self.place.arm.at), seen));
        gradient[PSI_A] = dot(self.slipping.velocity, self.place.tooth[0].first);
        gradient[PSI_B] = dot(seen, cross(spin, self.place.arm.first));
        gradient
    }

    /// How much friction grows with slip (N s/m).
    pub fn friction_slope(&self) -> f64 {
        self.normal.abs() * self.slipping.slope
    }

    /// What λ1 does to the forces on b beside its constraint: radial force and friction.
    pub fn by_normal(&self) -> [f64; 6] {
        let sign = if self.normal < 0.0 { -1.0 } else { 1.0 };
        let shares = [-sign * self.slipping.share, 0.0, 0.0];
        let rubbing = Followed { shares }.on_b(&self.place);
        let radial = self.radial.on_b();
        std::array::from_fn(|i| rubbing[i] + sign * self.sin_pressure * radial[i])
    }
}
