//! The loads of a study `fe-static` in the model file.

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::keys;
use crate::units::Dimension;

keys! {
    /// Keys of the study `fe-static` alone.
    pub(super) static KEYS {
        pub(super) LOADS = required(
            "loads",
            Tables(&LOAD),
            "[{ kind = \"tip\", force = \"1000 N\" }]",
            "The loads; also writable as `[[studies.loads]]`.",
        );
    }
}

const FORCES: FieldKind = FieldKind::QuantityList {
    dimension: Dimension::FORCE,
    range: Interval::ALL,
};

const FLANK_LOADS: &[&str] = &["tip", "flank-line", "flank"];

/// A load of a study `fe-static`.
static LOAD: Record = Record {
    name: "load",
    doc: "A load on the body. Each is a load case, unless loads name the same `case`.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("tip", "A line load along the tip edge of a flank, normal to the flank."),
                Choice::new("flank-line", "A line load across a flank at a diameter, normal to the flank."),
                Choice::new("flank", "A uniform pressure over a whole flank."),
                Choice::new("faces", "A uniform pressure on a named set of faces."),
                Choice::new("nodes", "A force, distributed equally over a named set of nodes."),
            ]),
            "\"tip\"",
            "Where and how it acts.",
        ),
        Field::optional("case", FieldKind::Name, "\"drive\"", "Name of its load case; loads of one case act together."),
        Field::optional(
            "tooth",
            FieldKind::Integer { min: 1, max: 10_000 },
            "1",
            "The tooth, from 1.",
        )
        .only_for(FLANK_LOADS)
        .default("1"),
        Field::optional(
            "side",
            FieldKind::Choice(&[
                Choice::new("right", "The flank that faces +φ."),
                Choice::new("left", "The other one."),
            ]),
            "\"left\"",
            "Which flank of the tooth.",
        )
        .only_for(FLANK_LOADS)
        .default("\"right\""),
        Field::optional(
            "diameter",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::positive_up_to(100.0),
            },
            "\"152 mm\"",
            "Diameter at which the line crosses the flank of a wheel.",
        )
        .only_for(&["flank-line"]),
        Field::optional(
            "height",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::closed(-1.0, 1.0),
            },
            "\"1 mm\"",
            "Height of the line over the datum line of a rack.",
        )
        .only_for(&["flank-line"]),
        Field::optional(
            "force",
            FieldKind::Quantity {
                dimension: Dimension::FORCE,
                range: Interval::positive_up_to(1e12),
            },
            "\"1000 N\"",
            "Total force, normal to the flank and into it. Or give the `torque`.",
        )
        .only_for(FLANK_LOADS),
        Field::optional(
            "torque",
            FieldKind::Quantity {
                dimension: Dimension::TORQUE,
                range: Interval::positive_up_to(1e12),
            },
            "\"100 N m\"",
            "Torque about the axis of the load on the flank, in place of its force; never signed: the side defines its sense.",
        )
        .only_for(FLANK_LOADS),
        Field::required("set", FieldKind::Text, "\"tip_1\"", "Name of the set; `pitchline mesh` lists them.")
            .only_for(&["faces", "nodes"]),
        Field::required(
            "pressure",
            FieldKind::Quantity {
                dimension: Dimension::PRESSURE,
                range: Interval::ALL,
            },
            "\"10 MPa\"",
            "Pressure into the body.",
        )
        .only_for(&["faces"]),
        Field::required("forces", FORCES, "[\"0 N\", \"1 kN\", \"0 N\"]", "Force along x, y and z.")
            .only_for(&["nodes"]),
    ],
};
