//! `friction` of a pair.

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const STRIBECK: &[&str] = &["stribeck"];
const TABLE: &[&str] = &["table"];

const COEFFICIENT: FieldKind = FieldKind::Number {
    range: Interval::closed(0.0, 10.0),
};

const SPEED: FieldKind = FieldKind::Quantity {
    dimension: Dimension::VELOCITY,
    range: Interval::POSITIVE,
};

/// Friction of sliding flanks.
pub static FRICTION: Record = Record {
    name: "friction",
    doc: "Friction between flanks that slide along the tooth, as those of worms, crossed helical and hypoid gears do: a share of the normal force over \
          the sliding speed. It is smooth through zero, so flanks that should stick creep by less than `transition_speed`.",
    discriminator: Some("kind"),
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("coulomb", "One coefficient at every speed."),
                Choice::new("stribeck", "A coefficient that falls from sticking to sliding."),
                Choice::new("table", "Coefficients over the sliding speed."),
            ]),
            "\"coulomb\"",
            "How it depends on the sliding speed.",
        ),
        Field::required("coefficient", COEFFICIENT, "0.05", "Coefficient μ.").only_for(&["coulomb"]),
        Field::required("static_coefficient", COEFFICIENT, "0.12", "Coefficient μ_s as sliding begins.").only_for(STRIBECK),
        Field::required("kinetic_coefficient", COEFFICIENT, "0.04", "Coefficient μ_k at high speed.").only_for(STRIBECK),
        Field::required("stribeck_speed", SPEED, "\"0.3 m/s\"", "Speed of the fall: a share 1/e of it is left there.").only_for(STRIBECK),
        Field::required(
            "speeds",
            FieldKind::QuantityList {
                dimension: Dimension::VELOCITY,
                range: Interval::NOT_NEGATIVE,
            },
            "[0, \"0.5 m/s\", \"5 m/s\"]",
            "Sliding speeds, rising from 0.",
        )
        .only_for(TABLE),
        Field::required(
            "coefficients",
            FieldKind::QuantityList {
                dimension: Dimension::NONE,
                range: Interval::closed(0.0, 10.0),
            },
            "[0.1, 0.06, 0.03]",
            "Coefficient at each speed, joined by curves that stay between them; constant beyond the last.",
        )
        .only_for(TABLE),
        Field::optional(
            "transition_speed",
            SPEED,
            "\"1 mm/s\"",
            "Speed v₀ over which friction turns its sign, as tanh(v/v₀).",
        )
        .default("\"1 mm/s\""),
    ],
};
