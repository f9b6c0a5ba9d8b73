//! `[[studies]]`

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// Something to compute.
pub static STUDY: Record = Record {
    name: "study",
    doc: "Something to compute from the model. `pitchline run` runs all studies of a file, or one by its name.",
    discriminator: Some("kind"),
    fields: &[
        Field::required(
            "name",
            FieldKind::Name,
            "\"sizes\"",
            "Name under which the results are filed. No two studies may share one.",
        ),
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new(
                    "geometry",
                    "Sizes, tooth forms and measurements of all gears; path of contact, contact ratios, backlash and sliding of all pairs.",
                ),
                Choice::reserved("mesh"),
                Choice::reserved("fe-static"),
                Choice::reserved("modes"),
                Choice::reserved("reduce"),
                Choice::reserved("static"),
                Choice::reserved("kinematic"),
                Choice::reserved("transient"),
                Choice::reserved("modal"),
                Choice::reserved("campbell"),
                Choice::reserved("frequency-response"),
                Choice::reserved("loaded-contact"),
                Choice::reserved("mesh-map"),
                Choice::reserved("sweep"),
                Choice::reserved("branches"),
                Choice::reserved("torque-map"),
                Choice::reserved("response"),
                Choice::reserved("scatter"),
                Choice::reserved("efficiency-map"),
                Choice::reserved("breakaway"),
                Choice::reserved("linearise"),
                Choice::reserved("compare"),
            ]),
            "\"geometry\"",
            "What is computed.",
        ),
        Field::optional(
            "speed",
            FieldKind::Quantity {
                dimension: Dimension::ANGULAR_SPEED,
                range: Interval::ALL,
            },
            "\"1500 rpm\"",
            "Speed of gear `a` of each pair, for sliding speeds in m/s (of the pinion, where `a` is a rack). Left out, sliding is only given relative to the pitch line speed.",
        )
        .only_for(&["geometry"]),
    ],
};
