//! `[gears.N] blank` and `mesh`: the body that carries the teeth, and its finite elements.

use super::gear::length;
use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// The body that carries the teeth.
pub(super) static BLANK: Record = Record {
    name: "blank",
    doc: "The body that carries the teeth. It is supported at its seat: the bore of an external gear, the outside of an internal one, the back of a rack.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "bore_radius",
            length(50.0),
            "\"12 mm\"",
            "Radius of the bore of an external gear.",
        ),
        Field::optional(
            "outer_radius",
            length(50.0),
            "\"120 mm\"",
            "Radius of the outside of an internal gear; or give its `rim`.",
        ),
        Field::optional(
            "rim",
            length(50.0),
            "\"8 mm\"",
            "Thickness of the rim, from the root circle inwards; outwards for an internal gear; below the root of a rack. If omitted, an external gear is solid.",
        ),
        Field::optional(
            "web",
            FieldKind::Table(&WEB),
            "{ thickness = \"8 mm\" }",
            "The disc between rim and hub of an external gear; it needs a `rim`.",
        ),
        Field::optional(
            "hub",
            FieldKind::Table(&HUB),
            "{ radius = \"25 mm\", width = \"30 mm\" }",
            "The hub around the bore of an external gear with a web. If omitted, the web reaches the bore.",
        ),
    ],
};

static WEB: Record = Record {
    name: "web",
    doc: "The disc between rim and hub.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "thickness",
            length(10.0),
            "\"8 mm\"",
            "Its thickness along the axis, at most the face width.",
        ),
        Field::optional(
            "position",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::closed(-10.0, 10.0),
            },
            "\"-3 mm\"",
            "Place of its middle along the axis, from mid face width.",
        )
        .default("0"),
    ],
};

static HUB: Record = Record {
    name: "hub",
    doc: "The hub around the bore.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required("radius", length(50.0), "\"25 mm\"", "Its outer radius."),
        Field::optional(
            "width",
            length(10.0),
            "\"30 mm\"",
            "Its length along the axis, symmetric about mid face width: as wide as the teeth unless given.",
        ),
    ],
};

const COUNT: FieldKind = FieldKind::Integer { min: 1, max: 200 };

/// Finite elements of a gear.
pub(crate) static FE_MESH: Record = Record {
    name: "mesh",
    doc: "Finite elements of the body. `size` is enough; each number can be set.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "size",
            FieldKind::Choice(&[
                Choice::new(
                    "coarse",
                    "For a first look and for frequencies, which come out up to two per cent too high.",
                ),
                Choice::new("medium", "For deflections and frequencies."),
                Choice::new("fine", "For stresses in the root."),
            ]),
            "\"fine\"",
            "Fineness of the mesh. What is not given below follows from it.",
        )
        .default("\"medium\""),
        Field::optional(
            "element",
            FieldKind::Choice(&[
                Choice::new("hex8", "Eight nodes, with enhanced assumed strains."),
                Choice::new(
                    "hex20",
                    "Twenty nodes: better stresses, about four times the unknowns.",
                ),
            ]),
            "\"hex20\"",
            "Kind of the hexahedra.",
        )
        .default("\"hex8\""),
        Field::optional(
            "flank",
            COUNT,
            "8",
            "Elements along a flank, from root to tip.",
        ),
        Field::optional(
            "root",
            COUNT,
            "6",
            "Elements along the root, from the flank to the middle of the space.",
        ),
        Field::optional(
            "layer",
            COUNT,
            "2",
            "Elements in the layer below flank and root, whose lines follow them.",
        ),
        Field::optional(
            "across",
            COUNT,
            "6",
            "Elements across the tooth: an even number, more than twice `layer`.",
        ),
        Field::optional("width", COUNT, "8", "Elements across the face width."),
        Field::optional(
            "rim",
            COUNT,
            "4",
            "Elements through the rim below the layer; of a solid gear down to the bore.",
        ),
        Field::optional(
            "web",
            COUNT,
            "6",
            "Elements along the web, from rim to hub.",
        ),
        Field::optional("hub", COUNT, "3", "Elements through the hub."),
        Field::optional(
            "grading",
            FieldKind::Table(&GRADING),
            "{ rim = 1.5 }",
            "How the elements change in size.",
        ),
    ],
};

const RATIO: FieldKind = FieldKind::Number {
    range: Interval::closed(0.05, 20.0),
};

static GRADING: Record = Record {
    name: "grading",
    doc: "Ratios of the sizes of elements; 1 for equal ones.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "flank",
            RATIO,
            "0.5",
            "Length of the element at the tip over that at the root, along the flank.",
        ),
        Field::optional(
            "width",
            RATIO,
            "2",
            "Width of the elements in the middle of the face over those at its ends.",
        ),
        Field::optional(
            "rim",
            RATIO,
            "1.5",
            "Height of a row of the rim over that of the row before it, from the teeth to the seat.",
        ),
    ],
};
