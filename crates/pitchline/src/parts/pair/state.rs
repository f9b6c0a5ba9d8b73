//! What pairs of all levels do at an instant, and the channels that tell it.

use crate::geometry::vector::Vector;
use crate::parts::channel::{Channel, channels};
use crate::results::Object;

/// What a pair does at an instant. Forces and torques are those of the mesh on the wheels, split along their own frames
/// (`sign:mesh-force`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairState {
    /// Normal force between the flanks (N), never negative.
    pub normal_force: f64,
    /// Force of the mesh along its direction (N), positive on the right flanks of a.
    pub mesh_force: f64,
    /// On a: tangential, radial, axial (N).
    pub force_on_a: Vector,
    /// The same on b.
    pub force_on_b: Vector,
    /// About the own axes (N m); of a rack 0.
    pub torques: [f64; 2],
    /// Deformation of the teeth along the direction (m), positive on the right flanks of a; 0 for rigid teeth.
    pub deformation: f64,
    /// Transmission error along the line of action (m), positive where b lags. `sign:te`
    pub transmission_error: f64,
    /// Which flanks of a touch: 1 right, −1 left, 0 none.
    pub flank: f64,
    /// Slip of b on a along the tooth (m/s).
    pub slip: f64,
    /// Power lost by friction and damping (W), never negative.
    pub power_lost: f64,
    /// Turns of the wheels past the contact (rad), of a rack its travel along its +y (m).
    pub turns: [f64; 2],
    /// Power that the mesh takes out of each wheel as it turns past the contact (W).
    pub powers: [f64; 2],
}

#[rustfmt::skip] // a table: one channel, one block
channels! {
    Object::Pair, PairState;
    /// Normal force between the flanks.
    NORMAL_FORCE = ("normal_force", "N", "Normal force between the flanks (N), never negative.", |state| state.normal_force) {
        Last "normal_force" "F_n" "normal force between the flanks in the last row",
        Largest "largest_normal_force" "" "largest normal force between the flanks, of all steps",
    };
    /// Force of the mesh along its direction.
    MESH_FORCE = ("mesh_force", "N", "Force of the mesh along `measured_along` of the pair (N), positive on the right flanks of `a`.", |state| state.mesh_force) {
        Mean "mesh_force_mean" "" "mean over time of the force of the mesh along `measured_along`, by trapezoids between the rows; positive on the right flanks of a",
        HalfPeakToPeak "mesh_force_half_peak_to_peak" "" "half of the largest less the least force of the mesh, of all steps",
    };
    /// Force on a along its turning direction.
    TANGENTIAL_FORCE_A = ("tangential_force_a", "N", "Force on `a` along its turning direction (N).", |state| state.force_on_a[0]) {};
    /// Force on a away from its axis.
    RADIAL_FORCE_A = ("radial_force_a", "N", "Force on `a` away from its axis (N).", |state| state.force_on_a[1]) {};
    /// Force on a along its axis.
    AXIAL_FORCE_A = ("axial_force_a", "N", "Force on `a` along its +z (N).", |state| state.force_on_a[2]) {};
    /// Torque on a.
    TORQUE_A = ("torque_a", "N m", "Torque on `a` about its +z (N m).", |state| state.torques[0]) {
        Last "torque_a" "T_1" "torque of the mesh on a about its +z, in the last row",
    };
    /// Force on b along its turning direction.
    TANGENTIAL_FORCE_B = ("tangential_force_b", "N", "Force on `b` along its turning direction (N).", |state| state.force_on_b[0]) {};
    /// Force on b away from its axis.
    RADIAL_FORCE_B = ("radial_force_b", "N", "Force on `b` away from its axis (N).", |state| state.force_on_b[1]) {};
    /// Force on b along its axis.
    AXIAL_FORCE_B = ("axial_force_b", "N", "Force on `b` along its +z (N).", |state| state.force_on_b[2]) {};
    /// Torque on b.
    TORQUE_B = ("torque_b", "N m", "Torque on `b` about its +z (N m).", |state| state.torques[1]) {
        Last "torque_b" "T_2" "torque of the mesh on b about its +z, in the last row; of a rack 0",
    };
    /// Deformation of elastic teeth.
    DEFORMATION = ("deformation", "m", "Deflection of the teeth along `measured_along` (m).", |state| state.deformation) {};
    /// Transmission error of elastic teeth.
    TRANSMISSION_ERROR = ("transmission_error", "m", "Transmission error along the line of action (m), positive where `b` lags.", |state| state.transmission_error) {
        Mean "te_mean" "" "mean over time of the transmission error along the line of action; positive where b lags",
        PeakToPeak "te_peak_to_peak" "" "largest less least transmission error, of all steps",
    };
    /// Transmission error of rigid teeth, which is that of the wheels' ratio.
    RIGID_TRANSMISSION_ERROR = ("transmission_error", "m", "Transmission error along the line of action (m), positive where `b` lags.", |state| state.transmission_error) {};
    /// Flanks that touch, of teeth that can part.
    FLANK = ("flank", "1", "Which flanks of `a` touch: 1 right, -1 left, 0 none.", |state| state.flank) {
        ShareOfZero "share_without_contact" "" "fraction of time without contact",
    };
    /// Flanks that touch, of teeth that never part.
    HELD_FLANK = ("flank", "1", "Which flanks of `a` touch: 1 right, -1 left, 0 none.", |state| state.flank) {};
    /// Slip along the tooth.
    SLIP = ("slip", "m/s", "Slip of `b` on `a` along the tooth (m/s).", |state| state.slip) {
        LargestSize "largest_slip" "" "largest speed at which the flanks slide along the tooth, of all steps" (detail),
    };
    /// Power that becomes heat.
    POWER_LOST = ("power_lost", "W", "Power that becomes heat (W).", |state| state.power_lost) {
        Mean "power_lost_mean" "" "mean over time of the power dissipated by friction and damping",
    };
    /// Power out of a.
    POWER_FROM_A = ("power_from_a", "W", "Power that the mesh takes from `a` by its rotation relative to the contact (W).", |state| state.powers[0]) {};
    /// Power out of b.
    POWER_FROM_B = ("power_from_b", "W", "The same of `b` (W).", |state| state.powers[1]) {};
    /// Turn of a.
    TURN_A = ("turn_a", "rad", "Turn of `a` past the contact (rad).", |state| state.turns[0]) {
        Last "turn_a" "ψ_1" "turn of a about its +z past the contact since the machine's start, in the last row",
    };
    /// Turn of b, of a wheel.
    TURN_B = ("turn_b", "rad", "The same of `b` (rad); of a rack its travel (m).", |state| state.turns[1]) {
        Last "turn_b" "ψ_2" "the same of b",
    };
    /// Travel of b, of a rack.
    TRAVEL_B = ("turn_b", "m", "The same of `b` (rad); of a rack its travel (m).", |state| state.turns[1]) {
        Last "travel_b" "" "travel of a rack past the contact since the machine's start, in the last row, in place of `turn_b`",
    };
}

/// Number of columns of a gear joint.
pub(crate) const COMMON: usize = 19;

/// What decides which channels a gear joint has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JointTeeth {
    /// Whether they deform.
    pub are_elastic: bool,
    /// Whether there is play between the flanks, so that they can part.
    pub have_play: bool,
    /// Whether b is a rack.
    pub on_rack: bool,
}

/// Their channels, in the order of the columns.
pub(crate) const fn channels(teeth: JointTeeth) -> [&'static Channel<PairState>; COMMON] {
    [
        &NORMAL_FORCE,
        &MESH_FORCE,
        &TANGENTIAL_FORCE_A,
        &RADIAL_FORCE_A,
        &AXIAL_FORCE_A,
        &TORQUE_A,
        &TANGENTIAL_FORCE_B,
        &RADIAL_FORCE_B,
        &AXIAL_FORCE_B,
        &TORQUE_B,
        &DEFORMATION,
        match teeth.are_elastic {
            true => &TRANSMISSION_ERROR,
            false => &RIGID_TRANSMISSION_ERROR,
        },
        match teeth.have_play {
            true => &FLANK,
            false => &HELD_FLANK,
        },
        &SLIP,
        &POWER_LOST,
        &POWER_FROM_A,
        &POWER_FROM_B,
        &TURN_A,
        match teeth.on_rack {
            true => &TRAVEL_B,
            false => &TURN_B,
        },
    ]
}
