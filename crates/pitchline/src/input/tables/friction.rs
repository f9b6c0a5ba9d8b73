//! `friction` of a pair.

use super::mesh_friction::{LEVERS, OIL};
use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const STRIBECK: &[&str] = &["stribeck"];
const TABLE: &[&str] = &["table"];
const EFFICIENCY: &[&str] = &["efficiency"];
const LUBRICATED: &[&str] = &["din-3990", "iso-14179"];
const ISO: &[&str] = &["iso-14179"];

const COEFFICIENT: FieldKind = FieldKind::Number {
    range: Interval::closed(0.0, 10.0),
};

const SPEED: FieldKind = FieldKind::Quantity {
    dimension: Dimension::VELOCITY,
    range: Interval::POSITIVE,
};

const EFFICIENCIES: FieldKind = FieldKind::Either(&[
    FieldKind::Number {
        range: Interval::ALL,
    },
    FieldKind::QuantityList {
        dimension: Dimension::NONE,
        range: Interval::ALL,
    },
]);

/// Friction of sliding flanks.
pub static FRICTION: Record = Record {
    name: "friction",
    doc: "Friction between flanks. At levels `ideal` and `joint` it acts where flanks slide along the tooth, as those of worms, crossed helical and \
          hypoid gears do: a share of the normal force over the sliding speed, smooth through zero, so that flanks that should stick creep by less \
          than `transition_speed`. At level `planar` it acts along the tooth profile, over the speed at which teeth pass the pitch point, and teeth \
          stick and break away as `stiction` says.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("coulomb", "One coefficient at every speed."),
                Choice::new("stribeck", "A coefficient that falls from sticking to sliding; not at level `planar`."),
                Choice::new("table", "Coefficients over the sliding speed; at level `planar` over the speed through the mesh."),
                Choice::new("din-3990", "Level `planar`: mean coefficient of lubricated teeth by DIN 3990-4, of load, speed and oil. For oil of 0.002 to 0.5 Pa s: outside, where a warning says so, write what was measured."),
                Choice::new("iso-14179", "Level `planar`: the same by ISO/TR 14179-2 (Schlenk)."),
                Choice::new("efficiency", "Level `planar`: the coefficient that gives a known efficiency, for each way of the power."),
            ]),
            "\"coulomb\"",
            "How it depends on the sliding speed.",
        ),
        Field::required("coefficient", COEFFICIENT, "0.05", "Coefficient μ.").only_for(&["coulomb"]),
        Field::required("static_coefficient", COEFFICIENT, "0.12", "Coefficient μ_s as sliding begins.").only_for(STRIBECK),
        Field::optional(
            "static_coefficient",
            COEFFICIENT,
            "0.2",
            "Level `planar`: coefficient μ₀ at rest, not below that of slow motion, which it is unless given.",
        )
        .only_for(&["coulomb", "table"]),
        Field::required(
            "static_coefficient",
            COEFFICIENT,
            "0.15",
            "Coefficient μ₀ at rest, above which no coefficient goes.",
        )
        .only_for(LUBRICATED),
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
        Field::optional(
            "speeds",
            FieldKind::QuantityList {
                dimension: Dimension::VELOCITY,
                range: Interval::NOT_NEGATIVE,
            },
            "[0, \"0.5 m/s\", \"5 m/s\"]",
            "Speeds through the mesh, on the pitch circles, rising from 0, where `forward` and `reverse` are lists.",
        )
        .only_for(EFFICIENCY),
        Field::required(
            "forward",
            EFFICIENCIES,
            "0.96",
            "Efficiency where wheel `a` drives, above 0 and not above 1: output over input. One number, or one for each of `speeds`.",
        )
        .only_for(EFFICIENCY),
        Field::optional(
            "reverse",
            EFFICIENCIES,
            "[0.9, 0.94, 0.95]",
            "The same where wheel `b` drives: that of `forward` unless given.",
        )
        .only_for(EFFICIENCY),
        Field::optional(
            "static_factor",
            FieldKind::Number {
                range: Interval::closed(1.0, 100.0),
            },
            "1.5",
            "Factor c_μ₀ of friction at rest over that of slow motion.",
        )
        .default("1")
        .only_for(EFFICIENCY),
        Field::optional(
            "viscosity",
            FieldKind::Quantity {
                dimension: Dimension::DYNAMIC_VISCOSITY,
                range: Interval::POSITIVE,
            },
            "\"0.08 Pa s\"",
            "Dynamic viscosity of the oil as it is in the mesh, in place of `oil` and `temperature`.",
        )
        .only_for(LUBRICATED),
        Field::optional(
            "oil",
            FieldKind::Table(&OIL),
            "{ grade = 220 }",
            "The oil, whose viscosity follows from `temperature`.",
        )
        .only_for(LUBRICATED),
        Field::optional(
            "temperature",
            FieldKind::Quantity {
                dimension: Dimension::TEMPERATURE,
                range: Interval::closed(150.0, 600.0),
            },
            "\"60 degC\"",
            "Temperature of the oil.",
        )
        .only_for(LUBRICATED),
        Field::required(
            "roughness",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::POSITIVE,
            },
            "\"0.5 um\"",
            "Mean roughness R_a of both wheels.",
        )
        .only_for(LUBRICATED),
        Field::optional(
            "width",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::POSITIVE,
            },
            "\"20 mm\"",
            "Width over which flanks bear: the common face width of the gears unless given, that of both halves of double helical ones.",
        )
        .only_for(LUBRICATED),
        Field::optional(
            "effective_width",
            FieldKind::Number {
                range: Interval::positive_up_to(1.0),
            },
            "0.8",
            "Share K_B of the width that bears.",
        )
        .default("1")
        .only_for(LUBRICATED),
        Field::optional(
            "lubricant_factor",
            FieldKind::Number {
                range: Interval::positive_up_to(10.0),
            },
            "0.8",
            "Factor X_L of the oil: 1 for mineral oil.",
        )
        .default("1")
        .only_for(ISO),
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
            "Speed v₀ over which friction turns its sign, as tanh(v/v₀): 1 mm/s unless given. At level `planar` of `stiction = \"regularised\"` only.",
        ),
        Field::optional(
            "levers",
            FieldKind::Either(&[
                FieldKind::Choice(&[
                    Choice::new("smeared", "Load spread evenly over the path of contact: the formulas of the source."),
                    Choice::new("shared", "Teeth in contact share the load evenly: spur gears."),
                    Choice::new("over-phase", "Those of the contacts that exist at each position, so that friction excites the mesh."),
                ]),
                FieldKind::Table(&LEVERS),
            ]),
            "\"shared\"",
            "Level `planar`: over which contacts the arms of friction are averaged: `\"smeared\"` over the whole path of contact as the formulas of the \
             source, `\"shared\"` over teeth that share the load evenly, `\"over-phase\"` over the contacts that exist at each position, so that friction \
             excites the mesh; or a table with arms that are known. `\"smeared\"` unless given. Over the phase, `forward` and `reverse` of `kind = \"efficiency\"` are those of the mean arms, which the study `efficiency-map` takes; `stiction` is `\"conjugate\"` then, unless given.",
        ),
        Field::optional(
            "spread",
            FieldKind::Number {
                range: Interval::closed(0.01, 100.0),
            },
            "0.2",
            "Of `levers = \"over-phase\"`: in how much of a pitch a tooth takes or leaves its load. The overlap ratio of helical gears unless given, 0.1 of spur gears.",
        ),
        Field::optional(
            "stiction",
            FieldKind::Choice(&[
                Choice::new("mesh", "Teeth stick where nothing passes the pitch point, as in the source."),
                Choice::new("conjugate", "They stick where friction takes no power, so that it never gives any."),
                Choice::new("regularised", "They never stick: friction is smooth through zero over `transition_speed`, and a held load creeps. For comparison."),
            ]),
            "\"conjugate\"",
            "Level `planar`: when teeth count as at rest. Stuck teeth are a state, found by events. Unless given, `\"mesh\"` of external pairs and `\"conjugate\"` of those with a ring, with `levers = \"over-phase\"`, or with arms of which friction would turn one wheel on while the other stands (profile shift may do that): friction of these can push the mesh distance the way it goes, so that teeth chatter at rest and creep; \
             with `\"mesh\"` they are warned of. Teeth with `over-phase` that stick by `\"conjugate\"` have the arms of where they stuck until they break away. Friction whose coefficient begins from 0, at rest too, holds nothing and needs no such state.",
        ),
    ],
};
