//! `[bodies.N]`

use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const RIGID: &[&str] = &["rigid"];
const FLEXIBLE: &[&str] = &["flexible"];

/// Three numbers that give a direction; their length does not matter.
pub(super) const DIRECTION: FieldKind = FieldKind::Vector {
    dimension: Dimension::NONE,
};

/// A place.
pub(crate) const PLACE: FieldKind = FieldKind::Vector {
    dimension: Dimension::LENGTH,
};

const INERTIA: FieldKind = FieldKind::Quantity {
    dimension: Dimension::INERTIA,
    range: Interval::ALL,
};

const fn moment(key: &'static str, doc: &'static str) -> Field {
    Field::required(key, INERTIA, "\"0.02 kg m2\"", doc)
}

const fn product(key: &'static str, doc: &'static str) -> Field {
    Field::optional(key, INERTIA, "\"0.001 kg m2\"", doc).default("0")
}

static INERTIA_TABLE: Record = Record {
    name: "inertia",
    doc: "The six numbers of an inertia about the centre of mass, in the axes of the body.",
    discriminator: None,
    variants: &[],
    fields: &[
        moment("xx", "J_xx = ∫ (y² + z²) dm."),
        moment("yy", "J_yy = ∫ (z² + x²) dm."),
        moment("zz", "J_zz = ∫ (x² + y²) dm."),
        product(
            "xy",
            "J_xy = −∫ x y dm, with the sign that it has in the matrix.",
        ),
        product("yz", "J_yz = −∫ y z dm."),
        product("zx", "J_zx = −∫ z x dm."),
    ],
};

/// Three moments or all six numbers.
pub(super) const INERTIA_TENSOR: FieldKind = FieldKind::Either(&[
    FieldKind::Vector {
        dimension: Dimension::INERTIA,
    },
    FieldKind::Table(&INERTIA_TABLE),
]);

static ORIENTATION: Record = Record {
    name: "orientation",
    doc: "Orientation of the body: a rotation by an angle about an axis, or the directions of two of its axes.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "axis",
            DIRECTION,
            "[0, 1, 0]",
            "Axis of the turn, in ground axes. Give `angle` with it.",
        ),
        Field::optional(
            "angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::ALL,
            },
            "\"90 deg\"",
            "Angle of the turn about `axis`.",
        ),
        Field::optional(
            "z",
            DIRECTION,
            "[1, 0, 0]",
            "Where the z axis of the body points, in place of `axis` and `angle`.",
        ),
        Field::optional(
            "x",
            DIRECTION,
            "[0, 1, 0]",
            "Where its x axis points: its component perpendicular to `z` is used. Give `z` with it.",
        ),
    ],
};

static DAMPING: Record = Record {
    name: "damping of modes",
    doc: "Damping of the modes of a flexible body: ratios over frequency, or proportional to mass and stiffness.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "frequencies",
            FieldKind::QuantityList {
                dimension: Dimension::FREQUENCY,
                range: Interval::NOT_NEGATIVE,
            },
            "[\"100 Hz\", \"2 kHz\"]",
            "Frequencies, growing, at which `ratios` are known: straight between them, constant beyond.",
        ),
        Field::optional(
            "ratios",
            FieldKind::QuantityList {
                dimension: Dimension::NONE,
                range: Interval::closed(0.0, 1.0),
            },
            "[0.01, 0.03]",
            "Damping ratio at each of the `frequencies`.",
        ),
        Field::optional(
            "mass",
            FieldKind::Quantity {
                dimension: Dimension::FREQUENCY,
                range: Interval::NOT_NEGATIVE,
            },
            "\"5 1/s\"",
            "Factor α of a damping α M + β K, in place of ratios.",
        ),
        Field::optional(
            "stiffness",
            FieldKind::Quantity {
                dimension: Dimension::TIME,
                range: Interval::NOT_NEGATIVE,
            },
            "\"2 us\"",
            "Factor β of a damping α M + β K.",
        ),
    ],
};

/// A body.
pub static BODY: Record = Record {
    name: "body",
    doc: "A body of the machine. `position` and `orientation` define its initial pose; joints that do not close there move it before a study starts. The name `ground` is reserved: it is the fixed body.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::optional(
            "kind",
            FieldKind::Choice(&[
                Choice::new("rigid", "Mass and inertia at the centre of mass."),
                Choice::new(
                    "flexible",
                    "A reduced body in a moving frame: it deforms by a few coordinates and is connected at the points of its interface.",
                ),
            ]),
            "\"flexible\"",
            "What the body is.",
        )
        .default("\"rigid\""),
        Field::optional(
            "gear",
            FieldKind::Reference(Collection::Gears),
            "\"pinion\"",
            "The gear whose body it is; the axes of the body are those of the gear. Of a rigid body mass and inertia are then those of the finite elements of its blank. A gear without a blank counts as a solid cylinder of its pitch diameter and face width, unless it is internal or a rack; that of a bevel, hypoid or worm gear follows from its first pair. A flexible body needs a cylindrical gear with a blank.",
        ),
        Field::optional(
            "mass",
            FieldKind::Quantity {
                dimension: Dimension::MASS,
                range: Interval::POSITIVE,
            },
            "\"2 kg\"",
            "Mass. Required unless `gear` gives it.",
        )
        .only_for(RIGID),
        Field::optional(
            "inertia",
            INERTIA_TENSOR,
            "[\"0.01 kg m2\", \"0.01 kg m2\", \"0.02 kg m2\"]",
            "Inertia about the centre of mass in the axes of the body: moments about x, y and z, or a table with all six numbers. Required unless `gear` gives it.",
        )
        .only_for(RIGID),
        Field::optional(
            "reduction",
            FieldKind::Reference(Collection::Studies),
            "\"reduced\"",
            "The study of kind `reduce` that makes the body out of `gear`.",
        )
        .only_for(FLEXIBLE),
        Field::optional(
            "file",
            FieldKind::Text,
            "\"reduced-pinion.body\"",
            "A reduced body that such a study wrote, relative to the model file, in place of `gear` and `reduction`.",
        )
        .only_for(FLEXIBLE),
        Field::optional(
            "stiffness",
            FieldKind::Text,
            "\"k.mtx\"",
"Stiffness matrix in Matrix Market format, SI units: unknowns x, y, z (and turns about them) of each node, then modes that move no node. In place of `file`; give `mass` and `nodes` with it.",
        )
        .only_for(FLEXIBLE),
        Field::optional(
            "mass",
            FieldKind::Text,
            "\"m.mtx\"",
"Mass matrix in Matrix Market format, numbered as `stiffness`.",
        )
        .only_for(FLEXIBLE),
        Field::optional(
            "nodes",
            FieldKind::Text,
            "\"nodes.csv\"",
"CSV file of the nodes, in the order of their unknowns: columns `node` (its number N, which makes it the point `node_N`), `x [unit]`, `y [unit]`, `z [unit]` and, where nodes have turns, `turns` (1 or 0).",
        )
        .only_for(FLEXIBLE),
        Field::optional(
            "sums",
            FieldKind::Text,
            "\"sums.csv\"",
            "CSV file for a body that is held by its supports, `frame` = `\"ground\"`: how weight acts on it. Columns `x`, `y`, `z`, a row for each unknown: its force for a unit of acceleration along the axis, in kg and kg m. Without it M gives them, which lacks the coupling of unknowns with fixed nodes that are none of them.",
        )
        .only_for(FLEXIBLE),
        Field::optional(
            "frame",
            FieldKind::Choice(&[
                Choice::new("floating", "A frame that moves with the body: for a body that was reduced without constraining supports."),
                Choice::new("ground", "The ground: for a body whose supports hold it, such as a housing on its feet."),
            ]),
            "\"ground\"",
            "Reference frame of its deformation.",
        )
        .default("\"floating\"")
        .only_for(FLEXIBLE),
        Field::optional(
            "modes",
            FieldKind::Integer {
                min: 0,
                max: 10_000,
            },
            "20",
            "Modes that are kept of the reduced body, from the lowest; all unless given.",
        )
        .only_for(FLEXIBLE),
        Field::optional(
            "damping",
            FieldKind::Either(&[
                FieldKind::Number {
                    range: Interval::closed(0.0, 1.0),
                },
                FieldKind::Table(&DAMPING),
            ]),
            "0.01",
            "Damping ratio of each mode, or a table.",
        )
        .default("0.0")
        .only_for(FLEXIBLE),
        Field::optional(
            "position",
            PLACE,
            "[\"0 mm\", \"90 mm\", \"0 mm\"]",
            "Place of the centre of mass at the start, in ground axes; of a flexible body that of its origin.",
        )
        .default("[0, 0, 0]"),
        Field::optional(
            "orientation",
            FieldKind::Either(&[
                FieldKind::Vector {
                    dimension: Dimension::ANGLE,
                },
                FieldKind::Table(&ORIENTATION),
            ]),
            "[\"0 deg\", \"90 deg\", \"0 deg\"]",
            "Initial orientation: a rotation vector (axis times angle), or a table.",
        )
        .default("[0, 0, 0]"),
        Field::optional(
            "velocity",
            FieldKind::Vector {
                dimension: Dimension::VELOCITY,
            },
            "[\"2 m/s\", 0, 0]",
            "Velocity of the centre of mass at the start, in ground axes.",
        )
        .default("[0, 0, 0]"),
        Field::optional(
            "spin",
            FieldKind::Vector {
                dimension: Dimension::ANGULAR_SPEED,
            },
            "[0, 0, \"1500 rpm\"]",
            "Angular velocity at the start, in the axes of the body.",
        )
        .default("[0, 0, 0]"),
        Field::optional(
            "free",
            FieldKind::Boolean,
            "true",
            "Whether the body may be unconnected, without a joint or a force; otherwise that is reported as an error.",
        )
        .default("false"),
    ],
};
