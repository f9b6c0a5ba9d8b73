//! `[joints.N]`

use super::body::{DIRECTION, PLACE};
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

pub(super) const BODY_REFERENCE: FieldKind = FieldKind::Reference(Collection::Bodies);

pub(super) static FRAME: Record = Record {
    name: "frame",
    doc: "A place with axes on a body, in the axes of the body.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "place",
            PLACE,
            "[\"0 mm\", \"0 mm\", \"40 mm\"]",
            "From the centre of mass of a rigid body, from the origin of the ground, or from the point of a flexible body or shaft.",
        )
        .default("[0, 0, 0]"),
        Field::optional("axis", DIRECTION, "[1, 0, 0]", "Where its z axis points.").default("[0, 0, 1]"),
        Field::optional(
            "x",
            DIRECTION,
            "[0, 1, 0]",
            "Where its x axis points: its component perpendicular to `axis` is used. If omitted, any: it is the x axis of the body where `axis` is its z axis.",
        ),
    ],
};

pub(crate) const A: Field = Field::required(
    "a",
    BODY_REFERENCE,
    "\"ground\"",
    "The first body, or `ground`; of a flexible body or a shaft a point of it: `\"wheel:center\"`.",
);

pub(crate) const B: Field = Field::required(
    "b",
    BODY_REFERENCE,
    "\"crank\"",
    "The second body, likewise.",
);

pub(crate) const AT: Field = Field::optional(
    "at",
    PLACE,
    "[\"0 mm\", \"0 mm\", \"0 mm\"]",
    "Its position at the start, in ground axes, for both bodies.",
);

pub(crate) const AXIS: Field = Field::optional(
    "axis",
    DIRECTION,
    "[0, 0, 1]",
    "Its axis at the start, in ground axes: the local z. `[0, 0, 1]` unless given.",
);

pub(crate) const X: Field = Field::optional(
    "x",
    DIRECTION,
    "[1, 0, 0]",
    "Where its local x points at the start: its component perpendicular to `axis` is used. Any direction unless given.",
);

pub(crate) const FRAME_A: Field = Field::optional(
    "frame_a",
    FieldKind::Table(&FRAME),
    "{ place = [0, 0, \"40 mm\"], axis = [1, 0, 0] }",
    "Place and axes on body `a`, in its own axes, in place of `at` and `axis`.",
);

pub(crate) const FRAME_B: Field = Field::optional(
    "frame_b",
    FieldKind::Table(&FRAME),
    "{ place = [0, 0, \"-40 mm\"] }",
    "The same on body `b`. A mismatch is closed when the machine is assembled.",
);

/// Joints that events can release and lock: the advance of a screw is counted from where it was built.
const SWITCHED: &[&str] = &[
    "fixed",
    "revolute",
    "prismatic",
    "cylindrical",
    "spherical",
    "universal",
    "planar",
    "custom",
];

/// What ties two bodies.
pub static JOINT: Record = Record {
    name: "joint",
    doc: "What ties two bodies to each other. Either `at` and `axis` say where it is at the start, or `frame_a` and `frame_b` say where it is \
          on each body.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("fixed", "Nothing is free."),
                Choice::new("revolute", "Free to turn about the axis."),
                Choice::new("prismatic", "Free to slide along the axis."),
                Choice::new("cylindrical", "Free to turn about the axis and to slide along it."),
                Choice::new("spherical", "Free to rotate about all axes through the point."),
                Choice::new(
                    "universal",
                    "A cross with one pin across the shaft of `a` along `axis`, the other across that of `b` along `axis_b`: turns are carried over.",
                ),
                Choice::new("planar", "Free to slide across the axis and to turn about it."),
                Choice::new("screw", "Slides along the axis by `lead` per revolution about it."),
                Choice::new("custom", "The motions that `locked` names are constrained, the rest is free."),
                Choice::new(
                    "stop",
                    "The point of `b` must not get behind the plane of `a`, whose free side is along the axis. It bounces by `restitution` or rests; there is no friction. Equilibria close and open it; prescribed motion ignores it. Bodies that overlap at the start of a study `transient` are an error: a study `static` before it separates them.",
                ),
            ]),
            "\"revolute\"",
            "Type of the joint, by the motions that it leaves free.",
        ),
        A,
        B,
        AT,
        AXIS,
        X,
        Field::optional(
            "axis_b",
            DIRECTION,
            "[1, 0, 0]",
            "Axis of the shaft of `b` at the start, in ground axes: `axis` unless given.",
        )
        .only_for(&["universal"]),
        FRAME_A,
        FRAME_B,
        Field::required(
            "lead",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::ALL,
            },
            "\"5 mm\"",
            "Displacement along the axis per revolution; positive for a right-hand thread.",
        )
        .only_for(&["screw"]),
        Field::required(
            "locked",
            FieldKind::List(&FieldKind::Choice(&[
                Choice::new("x", "Displacement along x of `a`'s axes."),
                Choice::new("y", "Displacement along y."),
                Choice::new("z", "Displacement along the axis."),
                Choice::new("rx", "Turn about x."),
                Choice::new("ry", "Turn about y."),
                Choice::new("rz", "Turn about the axis."),
            ])),
            "[\"x\", \"y\", \"z\"]",
            "Constrained motions: displacements `x`, `y`, `z` and rotations `rx`, `ry`, `rz`, in the axes of the joint, whose z is the axis.",
        )
        .only_for(&["custom"]),
        Field::optional(
            "radius",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::NOT_NEGATIVE,
            },
            "\"20 mm\"",
            "Radius of a ball about the point of `b`; a point unless given.",
        )
        .default("0")
        .only_for(&["stop"]),
        Field::optional(
            "restitution",
            FieldKind::Number {
                range: Interval::closed(0.0, 1.0),
            },
            "0.6",
            "Coefficient of restitution, speed of separation over speed of approach: 0 does not bounce, 1 loses nothing.",
        )
        .default("0")
        .only_for(&["stop"]),
        Field::optional(
            "rest_speed",
            FieldKind::Quantity {
                dimension: Dimension::VELOCITY,
                range: Interval::NOT_NEGATIVE,
            },
            "\"5 mm/s\"",
            "Bodies that meet more slowly remain in contact: without it they bounce for ever.",
        )
        .default("\"1 mm/s\"")
        .only_for(&["stop"]),
        Field::optional(
            "released",
            FieldKind::Boolean,
            "true",
            "Whether it is open until an event locks it.",
        )
        .default("false")
        .only_for(SWITCHED),
    ],
};
