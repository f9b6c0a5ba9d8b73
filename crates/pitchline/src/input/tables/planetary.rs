//! `[planetary.N]`

use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::{Bound, Interval};
use crate::units::Dimension;

const GEAR: FieldKind = FieldKind::Reference(Collection::Gears);

/// A planetary set.
pub static PLANETARY: Record = Record {
    name: "planetary set",
    doc: "Suns, rings and planets on a common axis. The set makes its pairs, all at one centre distance, with the names \
          `NAME-sun-planet`, `NAME-planet-ring` and so on, and checks that it can be assembled.",
    discriminator: Some("kind"),
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("simple", "The planets mesh with a sun and a ring."),
                Choice::new(
                    "stepped",
                    "The planets have two rims on one body: `planet` meshes with the sun, `planet_2` with the ring, with `sun_2`, or with both.",
                ),
                Choice::new(
                    "wolfrom",
                    "The planets have two rims on one body: `planet` meshes with the ring and, if there is one, the sun, `planet_2` with `ring_2`.",
                ),
                Choice::new(
                    "ravigneaux",
                    "Two suns and a ring: the long `planet` meshes with `sun`, `ring` and the short `planet_2`, which meshes with `sun_2`.",
                ),
            ]),
            "\"simple\"",
            "How the wheels are arranged.",
        ),
        Field::required(
            "sun",
            GEAR,
            "\"sun\"",
            "The sun, an external gear. Without it the carrier of a `wolfrom` set drives.",
        )
        .optional_for(&["wolfrom"]),
        Field::required(
            "planet",
            GEAR,
            "\"planet\"",
            "The planet that meshes with the sun, an external gear: one [gears.NAME] table for all planets.",
        ),
        Field::required(
            "ring",
            GEAR,
            "\"ring\"",
            "The ring, an internal gear. A `stepped` set needs `ring` or `sun_2` or both.",
        )
        .optional_for(&["stepped"]),
        Field::required(
            "planet_2",
            GEAR,
            "\"planet_2\"",
            "The second rim of the planet; the short planet of a Ravigneaux set.",
        )
        .only_for(&["stepped", "wolfrom", "ravigneaux"]),
        Field::required("sun_2", GEAR, "\"sun_2\"", "The second sun, an external gear.")
            .only_for(&["stepped", "ravigneaux"])
            .optional_for(&["stepped"]),
        Field::required("ring_2", GEAR, "\"ring_2\"", "The second ring, an internal gear.").only_for(&["wolfrom"]),
        Field::required(
            "planets",
            FieldKind::Integer { min: 1, max: 24 },
            "3",
            "Number of planets; of long planets in a Ravigneaux set, which has as many short ones.",
        ),
        Field::optional(
            "spacing",
            FieldKind::Either(&[
                FieldKind::Choice(&[
                    Choice::new("equal", "At equal angles; a set whose teeth do not allow that is refused."),
                    Choice::new("nearest", "As nearly equal as the teeth allow."),
                ]),
                FieldKind::QuantityList {
                    dimension: Dimension::ANGLE,
                    range: Interval::new(Bound::Open(0.0), Bound::Closed(std::f64::consts::TAU)),
                },
            ]),
            "[\"86.25 deg\", \"93.75 deg\", \"86.25 deg\", \"93.75 deg\"]",
            "Where the planets stand: a word, or the angles from each planet to the next, which make a turn.",
        )
        .default("\"equal\""),
        Field::optional(
            "center_distance",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::positive_up_to(100.0),
            },
            "\"48 mm\"",
            "Distance of the planets' axes from the common axis. Left out, it is the one at which sun and planet, without a \
             sun planet and ring, have no backlash before any thickness allowance.",
        ),
        Field::optional(
            "interference",
            FieldKind::Choice(&[
                Choice::new("refuse", "A mesh whose teeth collide is an error."),
                Choice::new("allow", "It is computed all the same, with a warning."),
            ]),
            "\"refuse\"",
            "What to do when the geometry shows that the teeth would collide outside the involutes.",
        )
        .default("\"refuse\""),
    ],
};
