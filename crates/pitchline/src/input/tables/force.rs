//! `[forces.N]`

use super::body::PLACE;
use super::bushing::along;
use super::joint::{A, AT, AXIS, B, BODY_REFERENCE, FRAME_A, FRAME_B, X};
use super::{
    bushing, dc_motor, functions, gear_spring, hinge_friction, plain_bearing, rolling_bearing,
};
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// Between two bodies.
const BETWEEN: &[&str] = &[
    "spring",
    "string",
    "torsion-spring",
    "bushing",
    "rolling-bearing",
    "plain-bearing",
    "viscous",
    "drag",
    "clearance-spring",
    "gear-spring",
    "force-between",
    "torque-between",
    "dc-motor",
    "friction",
    "brake",
];

/// Along the line between two points.
const LINES: &[&str] = &["spring", "string"];

/// With an axis.
const AXES: &[&str] = &[
    "torsion-spring",
    "bushing",
    "rolling-bearing",
    "plain-bearing",
    "viscous",
    "clearance-spring",
    "force-between",
    "torque-between",
    "dc-motor",
    "friction",
    "brake",
];

/// Stiffness and damping along a line.
const STRAIGHT: &[&str] = &["spring", "string", "clearance-spring", "gear-spring"];

/// Whose places may be given one by one.
const TWO_PLACES: &[&str] = &[
    "spring",
    "string",
    "torsion-spring",
    "bushing",
    "rolling-bearing",
    "plain-bearing",
    "viscous",
    "clearance-spring",
    "force-between",
    "torque-between",
    "dc-motor",
    "friction",
    "brake",
];

pub(super) const fn not_negative(dimension: Dimension) -> FieldKind {
    FieldKind::Quantity {
        dimension,
        range: Interval::NOT_NEGATIVE,
    }
}

const fn line_end(key: &'static str, doc: &'static str) -> Field {
    Field::optional(key, PLACE, "[\"0 mm\", \"0 mm\", \"50 mm\"]", doc).only_for(TWO_PLACES)
}

/// What pulls and pushes.
pub static FORCE: Record = Record {
    name: "force",
    doc: "What pulls and pushes: a load on one body, or a law between two. Weight is not a force of this table: `gravity` in [model] acts on \
          all bodies.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("load", "A given force and torque on a body."),
                Choice::new("spring", "Spring and damper along the line between two points."),
                Choice::new("string", "The same, but it only pulls."),
                Choice::new("torsion-spring", "Spring and damper about an axis, over any number of turns."),
                Choice::new("bushing", "Stiffness and damping in all six directions."),
                Choice::new("rolling-bearing", "A bearing whose stiffness grows with its load."),
                Choice::new("plain-bearing", "Stiffness and damping across the axis, which may be coupled as those of an oil film are."),
                Choice::new("viscous", "A torque about an axis against the relative speed."),
                Choice::new("drag", "A force against the velocity of `b` that `a` sees, alike in all directions."),
                Choice::new("clearance-spring", "A spring and damper that act beyond a clearance: a stop, or a shaft in a wider bore."),
                Choice::new(
                    "gear-spring",
                    "The teeth of two wheels on parallel axes as one linear spring and damper along their line of action. It stands where the bodies \
                     or points of shafts are, whose z are the axes, and is without force at the start.",
                ),
                Choice::new("force-between", "A given force between two bodies along an axis, on both."),
                Choice::new("torque-between", "A torque between two bodies about an axis, on both, that is given or set by a controller."),
                Choice::new(
                    "dc-motor",
                    "A direct-current motor whose stator is `a` and whose rotor is `b`. Electrical energy is part of the balance.",
                ),
                Choice::new(
                    "friction",
                    "Friction of a bearing or a seal about an axis: a torque over the speed, which sticks and breaks away.",
                ),
                Choice::new("brake", "Friction about an axis by a torque over time, which holds what it has stopped."),
            ]),
            "\"spring\"",
            "What it does.",
        ),
        Field::required("on", BODY_REFERENCE, "\"wheel\"", "The body; of a flexible one or of a shaft a point: `\"wheel:center\"`.")
            .only_for(&["load"]),
        Field { only_for: BETWEEN, ..A },
        Field { only_for: BETWEEN, ..B },
        Field::optional("at", PLACE, "[\"0 mm\", \"90 mm\", \"0 mm\"]", "Where it acts at the start, in ground axes.")
            .only_for(&["load"]),
        Field::optional("place", PLACE, "[\"0 mm\", \"30 mm\", \"0 mm\"]", "Where it acts, in the axes of the body, in place of `at`. At the centre of mass unless given.")
            .only_for(&["load"]),
        Field { only_for: AXES, ..AT },
        Field { only_for: AXES, ..AXIS },
        Field { only_for: AXES, ..X },
        line_end("at_a", "Its place on `a` at the start, in ground axes."),
        line_end("at_b", "Its place on `b` at the start, in ground axes."),
        Field { only_for: BETWEEN, ..FRAME_A },
        Field { only_for: BETWEEN, ..FRAME_B },
        Field::optional(
            "axes",
            FieldKind::Choice(&[
                Choice::new("ground", "Force and torque keep their direction."),
                Choice::new("body", "They turn with the body."),
            ]),
            "\"body\"",
            "Axes in which force and torque are given.",
        )
        .default("\"ground\"")
        .only_for(&["load"]),
        Field::optional(
            "force",
            FieldKind::List(&functions::FORCE),
            "[\"0 N\", \"-500 N\", { kind = \"sine\", amplitude = \"10 N\", frequency = \"50 Hz\" }]",
            "Force along x, y and z: three quantities or functions of time.",
        )
        .only_for(&["load"]),
        Field::optional(
            "torque",
            FieldKind::List(&functions::TORQUE),
            "[0, 0, \"40 N m\"]",
            "Torque about x, y and z: three quantities or functions of time.",
        )
        .only_for(&["load"]),
        Field::required("force", functions::FORCE, "\"500 N\"", "Force on `b` along the axis; `a` feels the opposite. A function of time is possible.")
            .only_for(&["force-between"]),
        Field::optional(
            "torque",
            functions::TORQUE,
            "\"40 N m\"",
            "Torque on `b` about the axis; `a` feels the opposite. A function of time is possible. Required unless `controller` is given.",
        )
        .only_for(&["torque-between"]),
        hinge_friction::BRAKE_TORQUE,
        Field::optional(
            "controller",
            FieldKind::Reference(Collection::Controllers),
            "\"position\"",
            "The controller that sets it, in place of `torque` or `voltage`.",
        )
        .only_for(&["torque-between", "dc-motor"]),
        Field::required("stiffness", not_negative(Dimension::STIFFNESS), "\"20 N/mm\"", "Stiffness.").only_for(STRAIGHT),
        Field::required("stiffness", not_negative(Dimension::ROTATIONAL_STIFFNESS), "\"1000 N m/rad\"", "Stiffness.")
            .only_for(&["torsion-spring"]),
        bushing::DIAGONAL_STIFFNESS,
        bushing::STIFFNESS_MATRIX,
        plain_bearing::COUPLED_STIFFNESS,
        plain_bearing::AXIAL_STIFFNESS,
        along("damping", Dimension::DAMPING, "\"5 N s/m\"", "Damping.").only_for(STRAIGHT),
        along("damping", Dimension::ROTATIONAL_DAMPING, "\"0.5 N m s/rad\"", "Damping.").only_for(&["torsion-spring"]),
        bushing::DIAGONAL_DAMPING,
        bushing::DAMPING_MATRIX,
        plain_bearing::COUPLED_DAMPING,
        plain_bearing::AXIAL_DAMPING,
        Field::required("coefficient", not_negative(Dimension::ROTATIONAL_DAMPING), "\"0.02 N m s/rad\"", "Torque for each rad/s.")
            .only_for(&["viscous"]),
        Field::required("coefficient", not_negative(Dimension::DAMPING), "\"50 N s/m\"", "Force for each m/s.").only_for(&["drag"]),
        Field::optional("rest_length", not_negative(Dimension::LENGTH), "\"80 mm\"", "Length without force: that at the start unless given.")
            .only_for(LINES),
        Field::optional(
            "rest_angle",
            FieldKind::Quantity { dimension: Dimension::ANGLE, range: Interval::ALL },
            "\"30 deg\"",
            "Angle of `b` about the axis without torque.",
        )
        .default("0")
        .only_for(&["torsion-spring"]),
        Field::required("clearance", not_negative(Dimension::LENGTH), "\"20 um\"", "Way to each side without force.")
            .only_for(&["clearance-spring"]),
        Field::optional(
            "direction",
            FieldKind::Choice(&[
                Choice::new("line", "Along the line between the two places."),
                Choice::new("axial", "Along the axis."),
                Choice::new("radial", "Across the axis, the same in all directions."),
            ]),
            "\"radial\"",
            "Which motion has the clearance.",
        )
        .default("\"radial\"")
        .only_for(&["clearance-spring"]),
        Field::optional(
            "middle",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::ALL,
            },
            "\"80 mm\"",
            "Length of the line, or way along the axis, in the middle of the play: that at the start unless given. Not for direction = `\"radial\"`.",
        )
        .only_for(&["clearance-spring"]),
        bushing::PRELOAD_FORCE,
        bushing::PRELOAD_TORQUE,
        gear_spring::PAIR,
        gear_spring::BASE_RADIUS_A,
        gear_spring::BASE_RADIUS_B,
        gear_spring::INTERNAL,
        gear_spring::PRESSURE_ANGLE,
        gear_spring::BASE_HELIX_ANGLE,
        gear_spring::FLANK,
        dc_motor::RESISTANCE,
        dc_motor::INDUCTANCE,
        dc_motor::TORQUE_CONSTANT,
        dc_motor::VOLTAGE,
        hinge_friction::CONSTANT,
        hinge_friction::VISCOUS,
        hinge_friction::BREAKAWAY,
        hinge_friction::STRIBECK_SPEED,
        hinge_friction::STATIC_TORQUE,
        hinge_friction::STATIC_RATIO,
        hinge_friction::STICTION,
        hinge_friction::TRANSITION_SPEED,
        rolling_bearing::RADIAL,
        rolling_bearing::AXIAL,
        rolling_bearing::TILT,
        rolling_bearing::CONSTANT_DAMPING,
        rolling_bearing::DAMPING_TIME,
    ],
};
