//! `mesh` of a pair.

use super::stiffness_variation::STIFFNESS_VARIATION;
use super::transmission_error::TRANSMISSION_ERROR;
use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const LENGTH: FieldKind = FieldKind::Quantity {
    dimension: Dimension::LENGTH,
    range: Interval::POSITIVE,
};

const STIFFENING: &[&str] = &["stiffening"];
const TABLE: &[&str] = &["table"];
/// Laws with one stiffness.
const BY_STIFFNESS: &[&str] = &["linear", "progressive", "stiffening"];

/// How teeth deform.
pub static MESH: Record = Record {
    name: "tooth mesh",
    doc: "How the teeth of a pair of level `joint` or `planar` deform.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::optional(
            "kind",
            FieldKind::Choice(&[
                Choice::new("linear", "One stiffness under every load."),
                Choice::new("progressive", "Level `planar`: stiffness that grows with the deflection from nothing until rough flanks are flat, then stays."),
                Choice::new("stiffening", "Level `planar`: stiffness that grows with the load, from `stiffness` at the first touch to `full_stiffness` at `full_load`."),
                Choice::new("table", "Level `planar`: forces over deflections."),
            ]),
            "\"progressive\"",
            "How the force grows with the deflection. Level `joint` knows `linear` only.",
        )
        .default("\"linear\""),
        Field::required(
            "stiffness",
            FieldKind::QuantityOrName {
                dimension: Dimension::STIFFNESS,
                range: Interval::POSITIVE,
            },
            "\"2.1e8 N/m\"",
            "Mean stiffness of the mesh. `\"iso-6336\"` is that of ISO 6336-1 for cylindrical gears under at least 100 N/mm, of their materials and blanks; of bevel and hypoid gears the mean value of ISO 10300-1. Of a \
             progressive mesh it is that of flat flanks, of a stiffening one that of the first touch.",
        )
        .only_for(BY_STIFFNESS),
        Field::optional(
            "line_load",
            FieldKind::Quantity {
                dimension: Dimension::STIFFNESS,
                range: Interval::POSITIVE,
            },
            "\"40 N/mm\"",
            "Of `stiffness = \"iso-6336\"` of cylindrical gears: tangential load times application factor over face width, F_t K_A/b. Below 100 N/mm, which is taken unless given, teeth are softer by the fourth \
             root, and the stiffness holds for this load alone. A stiffness that follows the load is `kind = \"progressive\"` or `\"stiffening\"`.",
        )
        .only_for(BY_STIFFNESS),
        Field::optional(
            "stiffness_left",
            FieldKind::Quantity {
                dimension: Dimension::STIFFNESS,
                range: Interval::POSITIVE,
            },
            "\"1.8e8 N/m\"",
            "Level `planar`: the stiffness of the left flanks of `a`, where it is not that of the right ones.",
        )
        .only_for(&["linear", "progressive"]),
        Field::required(
            "roughness",
            LENGTH,
            "\"2 um\"",
            "Deflection at which rough flanks are flat: up to it the stiffness grows from nothing.",
        )
        .only_for(&["progressive"]),
        Field::required(
            "full_stiffness",
            FieldKind::Quantity {
                dimension: Dimension::STIFFNESS,
                range: Interval::POSITIVE,
            },
            "\"3e8 N/m\"",
            "Stiffness at `full_load` and beyond, larger than `stiffness`.",
        )
        .only_for(STIFFENING),
        Field::required(
            "full_load",
            FieldKind::Quantity {
                dimension: Dimension::FORCE,
                range: Interval::POSITIVE,
            },
            "\"5 kN\"",
            "Load up to which the stiffness grows linearly with the load.",
        )
        .only_for(STIFFENING),
        Field::required(
            "deflections",
            FieldKind::QuantityList {
                dimension: Dimension::LENGTH,
                range: Interval::NOT_NEGATIVE,
            },
            "[0, \"2 um\", \"8 um\"]",
            "Deflections after the first touch, rising from 0.",
        )
        .only_for(TABLE),
        Field::required(
            "forces",
            FieldKind::QuantityList {
                dimension: Dimension::FORCE,
                range: Interval::NOT_NEGATIVE,
            },
            "[0, \"150 N\", \"1.2 kN\"]",
            "Force at each deflection, rising from 0; joined by curves without waves, straight on beyond the last.",
        )
        .only_for(TABLE),
        Field::optional(
            "stiffness_variation",
            FieldKind::Table(&STIFFNESS_VARIATION),
            "{ kind = \"series\", harmonics = [{ order = 1, amplitude = 0.1 }] }",
            "Level `planar`: how the stiffness varies over each mesh cycle, as teeth come and go. Not at all unless given.",
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
            "Whether damping acts while no teeth touch. If not, it is in proportion to the force of the teeth and never lets them pull; `damping` or \
             `damping_ratio` is what it is at `damping_load`.",
        )
        .default("false"),
        Field::optional(
            "damping_load",
            FieldKind::Quantity {
                dimension: Dimension::FORCE,
                range: Interval::POSITIVE,
            },
            "\"2000 N\"",
            "Force of the mesh at which damping in contact only is that of `damping` or `damping_ratio`, along the direction of the stiffness. Left out, it is \
             the largest force that the loads ask of the teeth where the machine starts (at 0 s, 0.1 ms, 10 ms, 0.1 s, 1 s and 10 s), and no less than that \
             of a deflection of a ten-thousandth of the normal module.",
        ),
        Field::optional(
            "backlash",
            FieldKind::QuantityOrName {
                dimension: Dimension::LENGTH,
                range: Interval::NOT_NEGATIVE,
            },
            "\"0.05 mm\"",
            "Play between the flanks, from one to the other; `\"geometry\"` is that of the pair's tooth thicknesses and centre distance. Where the machine \
             starts, the right flanks of `a` touch; at level `planar` the teeth stand in the middle of the play. Both flanks carry then, and the play grows and \
             shrinks with the centre distance. Left out, the play is not known: the flank that the loads close is sprung, both ways and without a gap.",
        ),
        Field::optional(
            "flank_a",
            FieldKind::Choice(&[
                Choice::new("right", "The right one: `a` drives `b` when it turns about its +z."),
                Choice::new("left", "The left one."),
            ]),
            "\"left\"",
            "The flank of `a` that is sprung where `backlash` is left out. It decides in which direction the teeth push where supports move. Left out too, \
             it is the one that the loads at the start close, and the right one where nothing loads.",
        ),
        Field::optional(
            "transmission_error",
            FieldKind::Table(&TRANSMISSION_ERROR),
            "{ kind = \"amplitude\", amplitude = \"10 um\" }",
            "What errors and changing stiffness add over each mesh cycle; not at level `planar`. None unless given.",
        ),
        Field::optional(
            "start_cycle",
            FieldKind::Number {
                range: Interval::closed(-1e6, 1e6),
            },
            "0.25",
            "Mesh cycles that have passed when the machine starts, for the transmission error and for what varies at level `planar`: 0 where a tooth of `a` stands in the middle of a space of `b`. \
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
                    "The normal of the tooth in the pitch surfaces: along the pitch circles of spur and straight bevel gears. At level `planar` along the pitch circles of all gears.",
                ),
                Choice::new(
                    "normal-over-pitch",
                    "Level `planar`: forces along the line of action over ways on the pitch circles, as the source of that level has its stiffness c and damping d.",
                ),
            ]),
            "\"pitch-circle\"",
            "Direction to which stiffness, damping, backlash and transmission error refer: force and way, both along it. A stiffness k along the line of action is \
             k cos²α along the pitch circles, and k cos α as force along the one over way on the other.",
        )
        .default("\"line-of-action\""),
    ],
};
