//! `[shafts.N]`

use super::body::{DIRECTION, PLACE};
use crate::input::field::{Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// A place along a shaft, or the name of a point of it.
pub(super) const STATION: FieldKind = FieldKind::QuantityOrName {
    dimension: Dimension::LENGTH,
    range: Interval::ALL,
};

const MATERIAL: FieldKind = FieldKind::Reference(Collection::Materials);

const fn positive(dimension: Dimension) -> FieldKind {
    FieldKind::Quantity {
        dimension,
        range: Interval::POSITIVE,
    }
}

const fn not_negative(dimension: Dimension) -> FieldKind {
    FieldKind::Quantity {
        dimension,
        range: Interval::NOT_NEGATIVE,
    }
}

static SEGMENT: Record = Record {
    name: "segment",
    doc: "A piece of a shaft between two steps: a cylinder or a cone, full or hollow.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "length",
            positive(Dimension::LENGTH),
            "\"120 mm\"",
            "Length along the axis.",
        ),
        Field::required(
            "diameter",
            positive(Dimension::LENGTH),
            "\"50 mm\"",
            "Outer diameter; of a cone that at its beginning.",
        ),
        Field::optional(
            "end_diameter",
            positive(Dimension::LENGTH),
            "\"40 mm\"",
            "Outer diameter at the end of a cone: `diameter` unless given.",
        ),
        Field::optional(
            "inner_diameter",
            not_negative(Dimension::LENGTH),
            "\"20 mm\"",
            "Diameter of the bore; of a conical one that at its beginning.",
        )
        .default("0"),
        Field::optional(
            "end_inner_diameter",
            not_negative(Dimension::LENGTH),
            "\"16 mm\"",
            "Diameter of the bore at the end: `inner_diameter` unless given.",
        ),
        Field::optional(
            "material",
            MATERIAL,
            "\"steel\"",
            "Its material: that of the shaft unless given.",
        ),
    ],
};

static DISC: Record = Record {
    name: "disc",
    doc: "A rigid disc on a shaft: by mass and inertia, by sizes, or the body of a gear.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "name",
            FieldKind::Name,
            "\"wheel\"",
            "Its name, which is also a point of the shaft.",
        ),
        Field::required(
            "at",
            STATION,
            "\"250 mm\"",
            "Where along the shaft its middle is, from the beginning of the shaft, or the name of a point.",
        ),
        Field::optional(
            "mass",
            positive(Dimension::MASS),
            "\"12 kg\"",
            "Mass. Give `polar_inertia` and `diametral_inertia` with it.",
        ),
        Field::optional(
            "polar_inertia",
            not_negative(Dimension::INERTIA),
            "\"0.08 kg m2\"",
            "Moment of inertia about the axis.",
        ),
        Field::optional(
            "diametral_inertia",
            not_negative(Dimension::INERTIA),
            "\"0.045 kg m2\"",
            "Moment of inertia about any axis across, through the centre of mass.",
        ),
        Field::optional(
            "diameter",
            positive(Dimension::LENGTH),
            "\"200 mm\"",
            "Outer diameter, in place of `mass`. Give `width` with it.",
        ),
        Field::optional(
            "inner_diameter",
            not_negative(Dimension::LENGTH),
            "\"50 mm\"",
            "Diameter of the bore: the outer diameter of the shaft there unless given.",
        ),
        Field::optional(
            "width",
            positive(Dimension::LENGTH),
            "\"30 mm\"",
            "Width along the axis.",
        ),
        Field::optional(
            "material",
            MATERIAL,
            "\"steel\"",
            "Its material, for a disc by sizes: that of the shaft unless given.",
        ),
        Field::optional(
            "gear",
            FieldKind::Reference(Collection::Gears),
            "\"pinion\"",
            "A cylindrical gear with a blank, in place of `mass` and sizes: mass and inertia are those of its finite elements, its middle plane is at `at`.",
        ),
        Field::optional(
            "unbalance",
            not_negative(Dimension::UNBALANCE),
            "\"50 g mm\"",
            "Unbalance: mass times the distance of the centre of mass from the axis.",
        )
        .default("0"),
        Field::optional(
            "unbalance_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::ALL,
            },
            "\"90 deg\"",
            "Where the unbalance is, about the axis from the x of the shaft.",
        )
        .default("0"),
    ],
};

/// A shaft.
pub static SHAFT: Record = Record {
    name: "shaft",
    doc: "An elastic shaft of cylinders and cones, cut into Timoshenko beams, with rigid discs on it. Joints, forces and sensors refer to a point \
          of it as `\"rotor:wheel\"`: its `points`, its discs and its bearings by their names, `start` and `end`. Its z is the axis.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "segments",
            FieldKind::ListOf(&SEGMENT),
            "[{ length = \"100 mm\", diameter = \"30 mm\" }, { length = \"300 mm\", diameter = \"40 mm\" }]",
            "Its segments, from the beginning on.",
        ),
        Field::optional("material", MATERIAL, "\"16MnCr5\"", "Material of the segments and of discs by sizes.").default("\"steel\""),
        Field::optional(
            "position",
            PLACE,
            "[\"0 mm\", \"90 mm\", \"0 mm\"]",
            "Where it begins at the start, in ground axes.",
        )
        .default("[0, 0, 0]"),
        Field::optional("axis", DIRECTION, "[1, 0, 0]", "Where it points from its beginning, in ground axes.").default("[0, 0, 1]"),
        Field::optional(
            "x",
            DIRECTION,
            "[0, 1, 0]",
            "Where its x axis points at the start: its component perpendicular to `axis` is used. Unless given, the x axis of the ground; for a shaft along that, the y axis.",
        ),
        Field::optional(
            "speed",
            FieldKind::Quantity {
                dimension: Dimension::ANGULAR_SPEED,
                range: Interval::ALL,
            },
            "\"3000 rpm\"",
            "Speed about its axis at the start.",
        )
        .default("0"),
        Field::optional(
            "elements",
            FieldKind::Integer { min: 1, max: 5000 },
            "40",
            "No beam is longer than the shaft divided by this number; steps and points cut further. 16 unless given.",
        ),
        Field::optional(
            "element_length",
            positive(Dimension::LENGTH),
            "\"20 mm\"",
            "Longest beam, in place of `elements`.",
        ),
        Field::optional(
            "damping_time",
            not_negative(Dimension::TIME),
            "\"0.005 ms\"",
            "Internal damping: this time multiplied by the stiffness, in axes that turn with the shaft.",
        )
        .default("0"),
        Field::optional(
            "points",
            FieldKind::NamedQuantities {
                dimension: Dimension::LENGTH,
                range: Interval::ALL,
            },
            "{ coupling = \"0 mm\", seal = \"310 mm\" }",
            "Points that others may refer to: their distances from the beginning.",
        ),
        Field::optional(
            "discs",
            FieldKind::ListOf(&DISC),
            "[{ name = \"wheel\", at = \"250 mm\", diameter = \"200 mm\", width = \"30 mm\" }]",
            "Rigid discs on it.",
        ),
        Field::optional(
            "free",
            FieldKind::Boolean,
            "true",
            "Whether it may be unconnected, without a bearing, a joint or a force; otherwise that is reported as an error.",
        )
        .default("false"),
    ],
};
