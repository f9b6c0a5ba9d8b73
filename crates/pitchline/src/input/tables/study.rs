//! `[[studies]]`

use super::blank::FE_MESH;
use super::finite_element_study::{LOAD, SUPPORT_KIND};
use super::linear_study as linear;
use super::machine_study as machine;
use super::reduction_study as reduction;
use super::running_study as running;
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// Studies of one finite-element body.
const FE_KINDS: &[&str] = &["mesh", "modes", "fe-static", "reduce"];

/// The study that reduces a body.
pub(super) const REDUCE: &[&str] = &["reduce"];

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
                Choice::new(
                    "mesh",
                    "Finite elements of gears: counts, quality, volume, mass and inertia, files for other programs.",
                ),
                Choice::new(
                    "fe-static",
                    "Deflections and stresses of one gear under loads on its teeth.",
                ),
                Choice::new("modes", "Natural frequencies and shapes of gears, each for itself."),
                Choice::new(
                    "reduce",
                    "Gears as bodies of a few hundred coordinates, for contact and dynamics: stiffness, mass, flank compliance, and how well they stand for the full bodies.",
                ),
                Choice::new("static", "Equilibrium of the machine: where its bodies stand under their loads, and the reactions of joints."),
                Choice::new("kinematic", "The motion that the drives prescribe, and the forces that it takes; with `quasi_static` the equilibria through which they lead."),
                Choice::new("transient", "The motion of the machine in time, with inertia."),
                Choice::new("modal", "Natural frequencies, damping and shapes of the whole machine, at rest or turning."),
                Choice::new("campbell", "Natural frequencies of a turning machine over its speed, and its critical speeds."),
                Choice::new("frequency-response", "How sensors answer to loads and drives that are shaken, over frequency; the machine as matrices A, B, C, D."),
                Choice::new("linearise", "The machine about one place with its teeth, bearings and brakes stuck and sliding: poles, matrices A, B, C, D, answers over frequency, and the margins of a loop."),
                Choice::new("efficiency-map", "Efficiency of a machine that runs evenly, over speed, torque and temperature of the oil, and what is lost in each pair."),
                Choice::new("breakaway", "How much a machine at rest holds: torques at which its teeth begin to slide and at which nothing holds it any more, in both senses."),
                Choice::reserved("loaded-contact"),
                Choice::reserved("mesh-map"),
                Choice::reserved("sweep"),
                Choice::reserved("branches"),
                Choice::reserved("torque-map"),
                Choice::reserved("response"),
                Choice::reserved("scatter"),
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
        Field::optional(
            "gear",
            FieldKind::Reference(Collection::Gears),
            "\"wheel\"",
            "The gear. Left out, all cylindrical gears that have a blank.",
        )
        .only_for(FE_KINDS),
        Field::optional(
            "mesh",
            FieldKind::Table(&FE_MESH),
            "{ size = \"coarse\" }",
            "Finite elements for this study, in place of those of the gear.",
        )
        .only_for(FE_KINDS),
        Field::optional(
            "support",
            SUPPORT_KIND,
            "\"turning\"",
            "How the seat of the gear is held: the bore of an external gear, the outside of an internal one, the back of a rack.",
        )
        .only_for(&["modes", "fe-static", "reduce"])
        .default("\"fixed\""),
        Field::optional(
            "count",
            FieldKind::Integer { min: 1, max: 1000 },
            "20",
            "How many of the lowest modes, without the rigid ones: 10 unless given.",
        )
        .only_for(&["modes", "modal", "campbell"]),
        Field::optional(
            "band",
            FieldKind::QuantityList {
                dimension: Dimension::FREQUENCY,
                range: Interval::closed(0.0, 1e9),
            },
            "[\"5 kHz\", \"20 kHz\"]",
            "All modes between two frequencies, in place of `count`.",
        )
        .only_for(&["modes"]),
        Field::required(
            "loads",
            FieldKind::ListOf(&LOAD),
            "[{ kind = \"tip\", force = \"1000 N\" }]",
            "The loads; also writable as `[[studies.loads]]`.",
        )
        .only_for(&["fe-static"]),
        reduction::METHOD,
        reduction::INTERFACE_FIELD,
        reduction::AUXILIARY_NODES,
        reduction::MODES,
        reduction::UP_TO,
        reduction::COORDINATES,
        reduction::DROP_BELOW,
        reduction::ROUTE,
        reduction::COMPLIANCE,
        reduction::RECOVERY,
        reduction::STRESSES,
        reduction::COMPARE,
        linear::ABOUT,
        linear::PLANETARY,
        linear::DRIVE,
        linear::SPEED_RANGE,
        linear::ORDERS,
        linear::INPUTS,
        linear::FREQUENCY_RANGE,
        linear::POINTS,
        linear::SPACING,
        linear::BODE_SPACING,
        linear::STATES,
        linear::LOOP_FIELD,
        running::DRIVE,
        running::LOAD,
        running::SPEED_RANGE,
        running::TORQUE_RANGE,
        running::SPEED_POINTS,
        running::TORQUE_POINTS,
        running::TEMPERATURES,
        machine::START,
        machine::SET,
        machine::AT,
        machine::STEPS,
        machine::BEGIN,
        machine::END,
        machine::STEP,
        machine::TRANSIENT_STEP,
        machine::ACCURACY,
        machine::LARGEST_STEP,
        machine::OUTPUT_STEP,
        machine::QUASI_STATIC,
        machine::SCHEME,
        machine::SPECTRAL_RADIUS,
        machine::ALPHA,
        machine::TOLERANCE,
        machine::REDUNDANT,
        machine::SENSORS,
        machine::EVENTS,
    ],
};
