//! Contacts in the plane of two wheels: level `planar`. \[theory:planar-contact\]

use super::super::AssemblyError;
use super::PairState;
use crate::contact::{FlankContact, Formulation, MeshDamping, PlanarLoads, PlanarPair};
use crate::dynamics::{
    ElementId, Frame, Kinematics, Machine, Misplacement, PlanarContact, PlanarContactState, Sliding,
};
use crate::geometry::vector::{Vector, cross, dot, length, minus, plus_scaled};
use crate::model::machine::{MeshDirection, PlanarQuantity, PlanarRequest};

/// Such a contact in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarPairContact {
    /// A copy of the element, which tells what it carries.
    pub contact: PlanarContact,
    /// Frames of both wheels, whose z are their axes.
    pub frames: [Frame; 2],
}

/// One of the numbers that only such a contact has.
pub(super) fn number(state: &PlanarContactState, quantity: PlanarQuantity) -> f64 {
    match quantity {
        PlanarQuantity::Deflection => state.deflection,
        PlanarQuantity::MeshDistance => state.mesh_distance,
        PlanarQuantity::MeshVelocity => state.mesh_velocity,
        PlanarQuantity::Friction => state.friction,
        PlanarQuantity::FrictionLimit => state.friction_limit,
        PlanarQuantity::Sliding => state.grip.sliding.sense(),
        PlanarQuantity::RadialForce => state.radial_force,
        PlanarQuantity::FrictionLoss => state.friction_loss,
        PlanarQuantity::DampingLoss => state.damping_loss,
    }
}

impl PlanarPairContact {
    /// Adds the contact to a machine, with damping along the pitch circles (N s/m).
    pub(super) fn add(
        title: &str,
        request: &PlanarRequest,
        (coefficient, formulation): (f64, Formulation),
        frames: [Frame; 2],
        machine: &mut Machine,
    ) -> Result<(ElementId, Self), AssemblyError> {
        let damping = MeshDamping {
            // Along the line of action it is a force larger by 1/cos α.
            coefficient: coefficient / request.pair.data().pressure_angle.cos(),
            ..request.mesh.law.damping
        };
        let data = request.contact(damping);
        let contact = PlanarContact::build(title, machine, frames[0], frames[1], data)?;
        let contact = contact.formulated(formulation);
        let made = Self { contact, frames };
        Ok((machine.add(title, made.contact.clone())?, made))
    }

    pub(super) fn state(
        &self,
        [k, moving]: [&Kinematics; 2],
        multipliers: &[f64],
        (direction, normal_factor): (&MeshDirection, f64),
    ) -> PairState {
        let mut state = self.contact.state(k, multipliers);
        if !std::ptr::eq(k, moving) {
            let moves = self.contact.state(moving, multipliers);
            state.deflection_rate = moves.deflection_rate;
            state.mesh_velocity = moves.mesh_velocity;
        }
        let is_smooth = self.contact.grip_id().is_none();
        let rubs = !self.contact.data().friction.is_zero();
        if is_smooth && rubs && state.mesh_velocity != 0.0 {
            state.grip.sliding = Sliding::along(state.mesh_velocity);
        }
        let pair = &self.contact.data().pair;
        let cos = pair.data().pressure_angle.cos();
        let [torque_a, torque_b] = state.torques;
        let turned = turns(pair, state.mesh_distance, state.deflection);
        let rates = turns(pair, state.mesh_velocity, state.deflection_rate);
        let [force_on_a, force_on_b] = forces(pair, &state);
        PairState {
            normal_force: normal_factor * state.normal_force.abs(),
            mesh_force: direction.force(state.normal_force * cos),
            force_on_a,
            force_on_b,
            torques: state.torques,
            deformation: self.teeth(state.deflection) / direction.hoop_per_way,
            transmission_error: state.deflection / direction.hoop_per_line,
            flank: super::flank(state.flank),
            slip: 0.0,
            power_lost: state.friction_loss + state.damping_loss,
            turns: turned,
            powers: [-torque_a * rates[0], -torque_b * rates[1]],
            planar: Some(state),
        }
    }

    /// What the teeth have of a deflection, play taken off (m).
    fn teeth(&self, deflection: f64) -> f64 {
        let law = &self.contact.data().mesh.law;
        let from_touch = deflection - 0.5 * law.backlash;
        match law.contact(from_touch) {
            FlankContact::Right => from_touch,
            FlankContact::None => 0.0,
            FlankContact::Left => from_touch + law.backlash,
        }
    }

    /// The pitch point (m), ground axes.
    pub(super) fn touches(&self, k: &Kinematics) -> Vector {
        let [a, b] = self
            .frames
            .map(|frame| frame.pose(k.pose(frame.node)).place);
        let between = minus(b, a);
        let pair = &self.contact.data().pair;
        let [radius, _] = pair.data().pitch_radii;
        // A ring b has its axis on the other side of a's.
        let share = radius * pair.center_distance().signum() / length(between);
        plus_scaled(a, share, between)
    }

    /// How far the wheels are from one plane, from the distance of their pitch circles and from parallel axes.
    pub(super) fn misplacement(&self, k: &Kinematics) -> Misplacement {
        let [a, b] = self.frames.map(|frame| frame.pose(k.pose(frame.node)));
        let between = minus(b.place, a.place);
        let axis = a.axes.map(|row| row[2]);
        let along = dot(between, axis);
        let distance = length(plus_scaled(between, -along, axis));
        let pair = &self.contact.data().pair;
        // Circles of a ring part where the axes come together.
        let side = if is_internal(pair) { -1.0 } else { 1.0 };
        let axis_b = b.axes.map(|row| row[2]);
        Misplacement {
            along,
            outward: side * (distance - pair.center_distance().abs()),
            tilt: length(cross(axis, axis_b)).atan2(dot(axis, axis_b).abs()),
        }
    }
}

fn is_internal(pair: &PlanarPair) -> bool {
    pair.radii()[1] < 0.0
}

/// Turns of both wheels past the contact, or their rates, from x = (x_A + x_B)/2 and Δ = x_A − x_B. \[theory:planar-contact\] (1)-(3)
fn turns(pair: &PlanarPair, distance: f64, deflection: f64) -> [f64; 2] {
    let [r_a, r_b] = pair.radii();
    let half = 0.5 * deflection;
    [(distance + half) / r_a, -(distance - half) / r_b]
}

/// Forces on a and b along their turning directions, away from their axes, and along their axes. Moments about the axes balance.
fn forces(pair: &PlanarPair, state: &PlanarContactState) -> [Vector; 2] {
    let between = pair.center_distance();
    // On b, from the axis of a to the pitch point and across.
    let outward = between.signum() * state.radial_force;
    let loads = PlanarLoads {
        torques: state.torques,
        along_centers: outward,
    };
    let across = loads.across_centers(pair);
    // Where the pitch point lies as seen from the axis of b.
    let side = if is_internal(pair) { 1.0 } else { -1.0 };
    [
        [-across, -outward, 0.0],
        [side * across, side * outward, 0.0],
    ]
}
