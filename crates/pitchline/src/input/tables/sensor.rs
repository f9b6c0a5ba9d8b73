//! `[sensors.N]`

use super::body::{DIRECTION, PLACE};
use super::joint::BODY_REFERENCE;
use crate::input::field::{Choice, Collection, Field, FieldKind, Record, Variant};
use crate::machine::controllers;
use crate::parts::channel;
use crate::parts::force::SENSORS;
use crate::parts::pair;

/// What pairs can tell, whatever their level.
static PAIR_CHANNELS: [Choice; pair::CHANNELS.len()] = channel::choices(&pair::CHANNELS);

/// Of a place on a body.
const PLACES: &[&str] = &["position", "velocity", "acceleration"];

/// Vectors of a body.
const VECTORS: &[&str] = &[
    "position",
    "velocity",
    "acceleration",
    "orientation",
    "spin",
    "spin-rate",
];

/// Of a body.
const BODIES: &[&str] = &[
    "position",
    "velocity",
    "acceleration",
    "orientation",
    "angle",
    "spin",
    "spin-rate",
];

/// Of a joint.
const JOINTS: &[&str] = &[
    "joint-angle",
    "joint-speed",
    "joint-displacement",
    "joint-velocity",
    "reaction",
];

/// A force and a torque.
const FORCES: &[&str] = &["reaction", "bearing", "force"];

/// Sensors that read channels of forces.
static FORCE_SENSORS: [&Variant; SENSORS.len()] = {
    let mut variants = [&SENSORS[0].variant; SENSORS.len()];
    let mut i = 1;
    while i < SENSORS.len() {
        variants[i] = &SENSORS[i].variant;
        i += 1;
    }
    variants
};

/// Kinds of all others.
#[rustfmt::skip] // a table: one row, one kind
const OTHERS: [Choice; 18] = [
    Choice::new("position", "Place of a point of a body, in ground axes (m)."),
    Choice::new("velocity", "Its velocity (m/s)."),
    Choice::new("acceleration", "Its acceleration (m/s2)."),
    Choice::new("orientation", "Rotation vector of a body, at most half a turn (rad)."),
    Choice::new("angle", "Turn of a body about an axis of its own since it stood along the ground's axes, over whole turns (rad)."),
    Choice::new("spin", "Angular velocity of a body (rad/s)."),
    Choice::new("spin-rate", "Angular acceleration of a body (rad/s2)."),
    Choice::new("joint-angle", "Angle of a joint about its axis, over whole turns (rad)."),
    Choice::new("joint-speed", "Rate of that angle (rad/s)."),
    Choice::new("joint-displacement", "Way of a joint along its axis (m)."),
    Choice::new("joint-velocity", "Rate of that displacement (m/s)."),
    Choice::new("reaction", "Force and torque that a joint exerts on its body `b` (N, N m)."),
    Choice::new("drive", "Force or torque with which a drive moves its joint, on `b` (N or N m)."),
    Choice::new("force", "Force and torque that a force of the model exerts on its body `b`, or on the loaded body (N, N m)."),
    Choice::new("bearing", "Force and torque that a bearing exerts on its shaft (N, N m)."),
    Choice::new("pair", "What a pair of wheels carries and does: forces, torques, deformation, slip, losses."),
    Choice::new("controller", "Measured value and output of a controller."),
    Choice::new("energy", "Energies of the whole machine (J)."),
];

/// So many of them stand before those of forces.
const N_BEFORE: usize = 15;

/// All kinds, in the order of the reference page: that of meshes stands before that of pairs, the others of forces after it.
static CHOICES: [Choice; OTHERS.len() + SENSORS.len()] = {
    let mut choices = [OTHERS[0]; OTHERS.len() + SENSORS.len()];
    let mut i = 1;
    while i < choices.len() {
        choices[i] = if i < N_BEFORE {
            OTHERS[i]
        } else if i == N_BEFORE {
            FORCE_SENSORS[0].choice()
        } else if i == N_BEFORE + 1 {
            OTHERS[N_BEFORE]
        } else if i <= N_BEFORE + SENSORS.len() {
            FORCE_SENSORS[i - N_BEFORE - 1].choice()
        } else {
            OTHERS[i - SENSORS.len()]
        };
        i += 1;
    }
    choices
};

/// What is measured.
pub static SENSOR: Record = Record {
    name: "sensor",
    doc: "What is recorded during a study of the machine. Each component is a column of the table of sensors, called `NAME_COMPONENT`.",
    discriminator: Some("kind"),
    variants: &FORCE_SENSORS,
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&CHOICES),
            "\"position\"",
            "What is measured.",
        ),
        Field::required("of", BODY_REFERENCE, "\"crank\"", "The body; of a flexible one or of a shaft a point: `\"wheel:center\"`.").only_for(BODIES),
        Field::required("of", FieldKind::Reference(Collection::Joints), "\"bearing\"", "The joint.").only_for(JOINTS),
        Field::required("of", FieldKind::Reference(Collection::Drives), "\"motor\"", "The drive.").only_for(&["drive"]),
        Field::required("of", FieldKind::Reference(Collection::Forces), "\"belt\"", "The force.").only_for(&["force"]),
        Field::required("of", FieldKind::Reference(Collection::Bearings), "\"front\"", "The bearing.").only_for(&["bearing"]),
        Field::required("of", FieldKind::Reference(Collection::Pairs), "\"first\"", "The pair of wheels.").only_for(&["pair"]),
        Field::required("of", FieldKind::Reference(Collection::Controllers), "\"position\"", "The controller.").only_for(&["controller"]),
        Field::optional("point", PLACE, "[0, 0, \"40 mm\"]", "The point, in the axes of the body; its centre of mass unless given.")
            .default("[0, 0, 0]")
            .only_for(PLACES),
        Field::optional("axis", DIRECTION, "[0, 0, 1]", "The axis, fixed to the body.").default("[0, 0, 1]").only_for(&["angle"]),
        Field::optional(
            "axes",
            FieldKind::Choice(&[
                Choice::new("ground", "Those of the ground."),
                Choice::new("body", "Those of the body, as it turns."),
            ]),
            "\"body\"",
            "Axes along which it is measured.",
        )
        .default("\"ground\"")
        .only_for(&["velocity", "acceleration", "spin", "spin-rate"]),
        Field::optional(
            "axes",
            FieldKind::Choice(&[
                Choice::new("ground", "Those of the ground."),
                Choice::new("joint", "Those of the frame on body `a`, whose z is the axis."),
            ]),
            "\"ground\"",
            "Axes along which it is measured.",
        )
        .default("\"joint\"")
        .only_for(FORCES),
        Field::optional(
            "components",
            FieldKind::List(&FieldKind::Choice(&[
                Choice::new("x", "Along or about x."),
                Choice::new("y", "Along or about y."),
                Choice::new("z", "Along or about z."),
                Choice::new("size", "Length of the vector."),
            ])),
            "[\"z\"]",
            "Which components: `x`, `y`, `z`, and `size` for the length of the vector.",
        )
        .default("[\"x\", \"y\", \"z\"]")
        .only_for(VECTORS),
        Field::optional(
            "components",
            FieldKind::List(&FieldKind::Choice(&[
                Choice::new("force_x", "Force along x."),
                Choice::new("force_y", "Force along y."),
                Choice::new("force_z", "Force along z."),
                Choice::new("torque_x", "Torque about x."),
                Choice::new("torque_y", "Torque about y."),
                Choice::new("torque_z", "Torque about z."),
                Choice::new("force", "Size of the force."),
                Choice::new("torque", "Size of the torque."),
            ])),
            "[\"force_z\", \"force\"]",
            "Which components: `force_x` to `torque_z`, and `force` and `torque` for their sizes.",
        )
        .default("[\"force_x\", \"force_y\", \"force_z\", \"torque_x\", \"torque_y\", \"torque_z\"]")
        .only_for(FORCES),
        Field::optional(
            "components",
            FieldKind::List(&FieldKind::Choice(&PAIR_CHANNELS)),
            "[\"normal_force\", \"flank\"]",
            "Which of them.",
        )
        .default("[\"mesh_force\"]")
        .only_for(&["pair"]),
        Field::optional(
            "components",
            FieldKind::List(&FieldKind::Choice(&controllers::CHOICES)),
            "[\"output\", \"missing\"]",
            "Which of them.",
        )
        .default("[\"output\", \"setpoint\", \"sensed\"]")
        .only_for(&["controller"]),
        Field::optional(
            "components",
            FieldKind::List(&FieldKind::Choice(&[
                Choice::new("kinetic", "Of motion."),
                Choice::new("potential", "Of springs and of weight."),
                Choice::new("dissipated", "Turned into heat since the start."),
                Choice::new("supplied", "Brought in by drives, loads and the sources of motors since the start."),
                Choice::new("balance", "Kinetic and potential and dissipated less supplied: constant but for the error of the integration."),
            ])),
            "[\"kinetic\", \"balance\"]",
            "Which energies.",
        )
        .default("[\"kinetic\", \"potential\", \"dissipated\", \"supplied\", \"balance\"]")
        .only_for(&["energy"]),
    ],
};
