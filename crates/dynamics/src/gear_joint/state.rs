//! What a gear joint carries, and where it is. \[theory:gear-joint\] (9)

use pitchline_contact::FlankContact;
use pitchline_geometry::tensor::transposed_times;
use pitchline_geometry::vector::{Vector, times as scale, turn_z};

use super::GearJoint;
use super::contact::Contact;
use super::place::Second;
use crate::Kinematics;

/// What a joint carries, and where it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GearJointState {
    /// Normal force on the flanks (N), positive where right flanks of a touch.
    pub normal_force: f64,
    /// Force of the mesh across the tooth in the pitch surfaces (N), positive on the right flanks of a: right flanks less left ones.
    pub mesh_force: f64,
    /// Force on a at the contact in its own frame: along its axis, away from it, in the direction of positive turning (N).
    pub force_on_a: Vector,
    /// The same of b.
    pub force_on_b: Vector,
    /// Deformation u of the mesh (m), across the tooth in the pitch surfaces; zero for rigid teeth.
    pub deformation: f64,
    /// Its rate (m/s).
    pub deformation_rate: f64,
    /// What is left of it for the teeth, errors and opening added and play taken off (m).
    pub pressed: f64,
    /// How far the wheels are turned ahead of each other (m), across the tooth in the pitch surfaces: u but for wheels that slide along slanted teeth.
    pub ahead: f64,
    /// Where teeth touch.
    pub contact: FlankContact,
    /// Slip of b on a along the tooth (m/s).
    pub slip: f64,
    /// Friction on b along the tooth (N).
    pub friction: f64,
    /// Power lost by friction and damping (W), never negative.
    pub loss: f64,
    /// How far the wheels are turned ahead (rad), or how far a rack has travelled (m).
    pub turns: [f64; 2],
}

impl GearJoint {
    /// What it carries, from its multipliers.
    pub fn state(&self, k: &Kinematics, multipliers: &[f64]) -> GearJointState {
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, multipliers);
        let [x, y, z, ..] = contact.forces();
        let force = [x, y, z];
        let seen_by_b = transposed_times(&motion.rotation, force);
        let [psi_a, psi_b, u] = self.coordinates(k, 0);
        let [_, _, rate] = self.coordinates(k, 1);
        let own = |force: Vector, turn: f64| {
            let [x, y, z] = turn_z(force, turn.sin_cos().into());
            [z, x, y]
        };
        let turn_b = match self.second {
            Second::Wheel { .. } => psi_b,
            Second::Rack { .. } => 0.0,
        };
        let teeth = self.mesh.as_ref().zip(contact.mesh.as_ref());
        let touching = match teeth {
            Some((mesh, teeth)) => mesh.law.touching(self.formulation, &teeth.motion),
            None if contact.normal() > 0.0 => FlankContact::Right,
            None if contact.normal() < 0.0 => FlankContact::Left,
            None => FlankContact::None,
        };
        let cos = self.ratio.cos_pressure;
        let across = contact.normal() * cos;
        let [advance_a, advance_b] = self.ratio.advance;
        GearJointState {
            // Where both sides press, all of them count.
            normal_force: match contact.mesh {
                Some(teeth) => (teeth.value.spread().abs() / cos).copysign(across),
                None => contact.normal(),
            },
            mesh_force: across,
            force_on_a: scale(-1.0, own(force, psi_a)),
            force_on_b: own(seen_by_b, turn_b),
            deformation: u,
            deformation_rate: rate,
            pressed: teeth.map_or(0.0, |(mesh, teeth)| {
                mesh.law.pressed(self.formulation, &teeth.motion)
            }),
            ahead: advance_a * psi_a + advance_b * psi_b,
            contact: touching,
            slip: contact.slipping.slip,
            friction: contact.rubbing.shares[0],
            loss: contact.loss(),
            turns: [psi_a, psi_b],
        }
    }
}
