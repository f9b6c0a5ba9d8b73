//! `[planetary.N]`

use super::body::{DIRECTION, INERTIA_TENSOR, PLACE};
use super::joint::BODY_REFERENCE;
use super::pair::{FORMULATION, LEVEL};
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::{Bound, Interval};
use crate::input::set_names::MOST_PLANETS;
use crate::parts::force::rolling_bearing::{DAMPING_TABLE, LOAD_CURVE, MOMENT_CURVE};
use crate::parts::pair::{FRICTIONS, MESHES};
use crate::units::Dimension;

const GEAR: FieldKind = FieldKind::Reference(Collection::Gears);

/// A planetary set.
pub static PLANETARY: Record = Record {
    name: "planetary set",
    doc: "Suns, rings and planets on a common axis. The set makes its pairs, all at one centre distance, with the names \
          `NAME-sun-planet`, `NAME-planet-ring` and so on, and checks that it can be assembled. With `bodies` it is part of the machine: it \
          makes the bodies `NAME-planet-1`, … on the joints `NAME-pin-1`, …, the wheels `NAME-sun`, `NAME-planet-1`, … and the pairs of wheels `NAME-sun-planet-1`, …, to \
          which all else may refer as if they were written out. All wheels lie in one plane.",
    discriminator: Some("kind"),
    variants: &[],
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
            FieldKind::Integer { min: 1, max: MOST_PLANETS as i64 },
            "3",
            "Number of planets; of long planets in a Ravigneaux set, which has as many short ones.",
        ),
        Field::optional(
            "spacing",
            FieldKind::Either(&[
                FieldKind::Choice(&[
                    Choice::new("equal", "At equal angles; a set whose teeth do not allow that is an error."),
                    Choice::new("nearest", "As nearly equal as the teeth allow."),
                ]),
                FieldKind::QuantityList {
                    dimension: Dimension::ANGLE,
                    range: Interval::new(Bound::Open(0.0), Bound::Closed(std::f64::consts::TAU)),
                },
            ]),
            "[\"86.25 deg\", \"93.75 deg\", \"86.25 deg\", \"93.75 deg\"]",
            "Positions of the planets: a word, or the angles from each planet to the next, which add up to one revolution.",
        )
        .default("\"equal\""),
        Field::optional(
            "center_distance",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::positive_up_to(100.0),
            },
            "\"48 mm\"",
            "Distance of the planets' axes from the common axis. If omitted, it is the one at which sun and planet, without a sun planet and ring, have no backlash before any thickness allowance.",
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
        Field::optional(
            "bodies",
            FieldKind::Table(&MEMBERS),
            "{ sun = \"input\", ring = \"ground\", carrier = \"output\" }",
            "The bodies of its suns, its rings and its carrier, which make the set part of the machine. If omitted, only the geometry is computed.",
        ),
        LEVEL,
        FORMULATION,
        Field::optional(
            "mesh",
            FieldKind::TableBy(&MESHES),
            "{ stiffness = \"iso-6336\", damping_ratio = 0.05 }",
            "How the teeth of all its pairs deform. Required for levels `joint` and `planar`. Each pair starts at the mesh phase of the assembled wheels.",
        ),
        Field::optional(
            "mesh_ring",
            FieldKind::TableBy(&MESHES),
            "{ stiffness = \"3e8 N/m\" }",
            "The same of the pairs with a ring, where they differ from the others.",
        ),
        Field::optional(
            "friction",
            FieldKind::TableBy(&FRICTIONS),
            "{ kind = \"coulomb\", coefficient = 0.05 }",
            "Friction between the teeth of all its pairs, of level `planar` only. None unless given.",
        ),
        Field::optional(
            "planet_body",
            FieldKind::Table(&PLANET_BODY),
            "{ mass = \"0.8 kg\", inertia = [\"4e-4 kg m2\", \"4e-4 kg m2\", \"7e-4 kg m2\"] }",
            "Mass and inertia of each planet, both rims together. If omitted, they are those of its gears: of the blank where there is one, else of solid \
             cylinders of the pitch diameters.",
        ),
        Field::optional(
            "planet_2_body",
            FieldKind::Table(&PLANET_BODY),
            "{ mass = \"0.5 kg\", inertia = [\"2e-4 kg m2\", \"2e-4 kg m2\", \"3e-4 kg m2\"] }",
            "The same of each short planet.",
        )
        .only_for(&["ravigneaux"]),
        Field::optional(
            "planet_bearing",
            FieldKind::Table(&PLANET_BEARING),
            "{ radial = { stiffness = \"150 N/um\" } }",
            "Compliance between carrier and planets: forces named as the pins. If omitted, the planets rotate on rigid pins.",
        ),
        Field::optional(
            "at",
            PLACE,
            "[0, 0, \"40 mm\"]",
            "Where the plane of its wheels crosses the common axis at the start, in ground axes. If omitted, it is the position of the carrier's body; where that is the \
             ground, of the first other body that `bodies` names.",
        ),
        Field::optional(
            "axis",
            DIRECTION,
            "[0, 0, 1]",
            "The common axis at the start, in ground axes: +z of all wheels. If omitted, it is the z axis of the same body.",
        ),
        Field::optional(
            "x",
            DIRECTION,
            "[1, 0, 0]",
            "Direction of the first planet at the start, from the common axis: its component perpendicular to `axis` is used. If omitted, it is the x axis of the same body where `axis` is omitted too.",
        ),
    ],
};

const fn member(key: &'static str, doc: &'static str) -> Field {
    Field::optional(key, BODY_REFERENCE, "\"ground\"", doc)
}

/// `bodies` of a set.
static MEMBERS: Record = Record {
    name: "bodies of a planetary set",
    doc: "The body of each sun, each ring and the carrier: a body, `ground`, or a point of a shaft or flexible body such as `\"shaft:left\"`.",
    discriminator: None,
    variants: &[],
    fields: &[
        member("sun", "Body of the sun."),
        member("sun_2", "Body of the second sun."),
        member("ring", "Body of the ring."),
        member("ring_2", "Body of the second ring."),
        member("carrier", "Body that carries the planets."),
    ],
};

/// `planet_body` of a set.
static PLANET_BODY: Record = Record {
    name: "planet body",
    doc: "Mass and inertia of a planet.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "mass",
            FieldKind::Quantity {
                dimension: Dimension::MASS,
                range: Interval::POSITIVE,
            },
            "\"0.8 kg\"",
            "Mass.",
        ),
        Field::required(
            "inertia",
            INERTIA_TENSOR,
            "[\"4e-4 kg m2\", \"4e-4 kg m2\", \"7e-4 kg m2\"]",
            "Inertia about the centre of mass, which is on the planet's axis in the plane of the set: moments about x, y and z, or a table with all six numbers.",
        ),
    ],
};

/// `planet_bearing` of a set.
static PLANET_BEARING: Record = Record {
    name: "planet bearing",
    doc: "Compliance between carrier and planet, as in a force of kind `rolling-bearing`. Directions that are omitted are rigid.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "radial",
            FieldKind::Table(&LOAD_CURVE),
            "{ stiffness = \"150 N/um\" }",
            "Radial load over radial deflection.",
        ),
        Field::optional(
            "axial",
            FieldKind::Table(&LOAD_CURVE),
            "{ stiffness = \"80 N/um\" }",
            "Axial load over axial deflection, the same to both sides.",
        ),
        Field::optional(
            "tilting",
            FieldKind::Table(&MOMENT_CURVE),
            "{ stiffness = \"8000 N m/rad\" }",
            "Moment over tilting angle.",
        ),
        Field::optional(
            "damping",
            FieldKind::Table(&DAMPING_TABLE),
            "{ radial = \"500 N s/m\" }",
            "Damping by constants.",
        ),
        Field::optional(
            "damping_time",
            FieldKind::Quantity {
                dimension: Dimension::TIME,
                range: Interval::NOT_NEGATIVE,
            },
            "\"0.02 ms\"",
            "Damping as this time multiplied by the stiffness under load, in place of `damping`.",
        ),
    ],
};
