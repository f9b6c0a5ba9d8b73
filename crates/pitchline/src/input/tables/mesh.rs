//! `mesh` of a pair.

use super::transmission_error::TRANSMISSION_ERROR;
use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// How teeth deform.
pub static MESH: Record = Record {
    name: "tooth mesh",
    doc: "How the teeth of a pair of level `joint` deform.",
    discriminator: None,
    fields: &[
        Field::required(
            "stiffness",
            FieldKind::QuantityOrName {
                dimension: Dimension::STIFFNESS,
                range: Interval::POSITIVE,
            },
            "\"2.1e8 N/m\"",
            "Mean stiffness of the mesh. `\"iso-6336\"` is that of ISO 6336-1 for cylindrical gears under at least 100 N/mm, of their materials and blanks; of bevel and hypoid gears the mean value of ISO 10300-1.",
        ),
        Field::optional(
            "damping",
            FieldKind::Quantity {
                dimension: Dimension::DAMPING,
                range: Interval::NOT_NEGATIVE,
            },
            "\"500 N s/m\"",
            "Damping of the mesh. None unless it or `damping_ratio` is given.",
        ),
        Field::optional(
            "damping_ratio",
            FieldKind::Number {
                range: Interval::closed(0.0, 10.0),
            },
            "0.1",
            "Share of critical damping with which the two wheels vibrate against each other, in place of `damping`.",
        ),
        Field::optional(
            "equivalent_mass",
            FieldKind::Quantity {
                dimension: Dimension::MASS,
                range: Interval::POSITIVE,
            },
            "\"0.5 kg\"",
            "Mass that vibrates for `damping_ratio`, along the direction of the stiffness. Left out, it follows from the inertias of the bodies that carry \
             the wheels, which must then be rigid; the ground is a wheel that does not give way.",
        ),
        Field::optional(
            "damping_in_gap",
            FieldKind::Boolean,
            "true",
            "Whether damping acts while no teeth touch. If not, it grows from nothing at the first touch and never exceeds the force of the teeth.",
        )
        .default("false"),
        Field::optional(
            "backlash",
            FieldKind::QuantityOrName {
                dimension: Dimension::LENGTH,
                range: Interval::NOT_NEGATIVE,
            },
            "\"0.05 mm\"",
            "Play between the flanks, from one to the other; `\"geometry\"` is that of the pair's tooth thicknesses and centre distance. Where the machine \
             starts, the right flanks of `a` touch.",
        )
        .default("0"),
        Field::optional(
            "transmission_error",
            FieldKind::Table(&TRANSMISSION_ERROR),
            "{ kind = \"amplitude\", amplitude = \"10 um\" }",
            "What errors and changing stiffness add over each mesh cycle. None unless given.",
        ),
        Field::optional(
            "start_cycle",
            FieldKind::Number {
                range: Interval::closed(-1e6, 1e6),
            },
            "0.25",
            "Mesh cycles that have passed when the machine starts, for the transmission error: 0 where a tooth of `a` stands in the middle of a space of `b`. \
             In a planetary set it is added to the cycle in which the assembled wheels stand.",
        )
        .default("0"),
        Field::optional(
            "measured_along",
            FieldKind::Choice(&[
                Choice::new(
                    "line-of-action",
                    "The line of action in the transverse plane; of worm, crossed helical and hypoid pairs the normal of the flanks.",
                ),
                Choice::new(
                    "pitch-circle",
                    "The normal of the tooth in the pitch surfaces: along the pitch circles of spur and straight bevel gears.",
                ),
            ]),
            "\"pitch-circle\"",
            "Direction to which stiffness, damping, backlash and transmission error refer.",
        )
        .default("\"line-of-action\""),
    ],
};
