//! What the studies of small motions need: modal, campbell, frequency-response.

use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// Those about one motion.
const ABOUT_ONE: &[&str] = &["modal", "frequency-response"];

/// About what small motions happen.
pub(super) const ABOUT: Field = Field::optional(
    "about",
    FieldKind::Choice(&[
        Choice::new("rest", "Equilibrium, at rest."),
        Choice::new(
            "turning",
            "The steady motion that the drives keep up, with its gyroscopic and centrifugal forces.",
        ),
        Choice::new(
            "start",
            "The state in which the machine starts, or in which study `start` has left it, as if nothing changed from then on.",
        ),
    ]),
    "\"turning\"",
    "The motion about which the machine moves a little.",
)
.default("\"rest\"")
.only_for(ABOUT_ONE);

/// Members of a planetary set.
static MEMBERS: Record = Record {
    name: "planetary members",
    doc: "Bodies of a planetary set, by which its modes are told apart: rotational, translational, planet.",
    discriminator: None,
    fields: &[
        Field::required(
            "central",
            FieldKind::List(&FieldKind::Reference(Collection::Bodies)),
            "[\"sun\", \"ring\", \"carrier\"]",
            "Bodies on the common axis.",
        ),
        Field::required(
            "planets",
            FieldKind::List(&FieldKind::Reference(Collection::Bodies)),
            "[\"planet1\", \"planet2\", \"planet3\"]",
            "The planets, one after the other around the axis.",
        ),
        Field::optional(
            "axis",
            FieldKind::Vector {
                dimension: Dimension::NONE,
            },
            "[0, 0, 1]",
            "The common axis, in the axes of the ground.",
        )
        .default("[0, 0, 1]"),
    ],
};

/// The set whose modes are told apart.
pub(super) const PLANETARY: Field = Field::optional(
    "planetary",
    FieldKind::Table(&MEMBERS),
    "{ central = [\"sun\", \"ring\", \"carrier\"], planets = [\"planet1\", \"planet2\", \"planet3\"] }",
    "The planetary set whose modes are told apart in the table.",
)
.only_for(&["modal"]);

/// Which drive the speeds are those of.
pub(super) const DRIVE: Field = Field::required(
    "drive",
    FieldKind::Reference(Collection::Drives),
    "\"motor\"",
    "The drive that turns at these speeds; all others in proportion to their own speeds at `at`.",
)
.only_for(&["campbell"]);

/// From slowest to fastest.
pub(super) const SPEED_RANGE: Field = Field::required(
    "speed_range",
    FieldKind::QuantityList {
        dimension: Dimension::ANGULAR_SPEED,
        range: Interval::NOT_NEGATIVE,
    },
    "[\"0 rpm\", \"12000 rpm\"]",
    "Lowest and highest speed.",
)
.only_for(&["campbell"]);

/// Lines through the diagram.
pub(super) const ORDERS: Field = Field::optional(
    "orders",
    FieldKind::QuantityList {
        dimension: Dimension::NONE,
        range: Interval::POSITIVE,
    },
    "[1, 2]",
    "Multiples of the speed with which the machine is shaken: critical speeds are where they meet a frequency. 1 unless given.",
)
.only_for(&["campbell"]);

/// Loads, drives and discs.
pub(super) const INPUTS: Field = Field::required(
    "inputs",
    FieldKind::List(&FieldKind::Text),
    "[\"push\", \"motor\"]",
    "What shakes the machine, one after the other, by one unit of what it is (N, N m, rad, rad/s, m, m/s, kg m): forces of kind `load` along their direction, whatever their size at `at`; one component of a load, such as `push:force_x`; drives; discs by shaft and name, `rotor:wheel`, for their unbalance, which turns with them at every frequency.",
)
.only_for(&["frequency-response"]);

/// From lowest to highest.
pub(super) const FREQUENCY_RANGE: Field = Field::required(
    "frequency_range",
    FieldKind::QuantityList {
        dimension: Dimension::FREQUENCY,
        range: Interval::closed(0.0, 1e9),
    },
    "[\"10 Hz\", \"2 kHz\"]",
    "Lowest and highest frequency.",
)
.only_for(&["frequency-response"]);

/// How many.
pub(super) const POINTS: Field = Field::optional(
    "points",
    FieldKind::Integer {
        min: 2,
        max: 100_000,
    },
    "200",
    "How many speeds or frequencies: 101 and 400 unless given.",
)
.only_for(&["campbell", "frequency-response"]);

/// How they lie.
pub(super) const SPACING: Field = Field::optional(
    "spacing",
    FieldKind::Choice(&[
        Choice::new("linear", "Equal differences."),
        Choice::new(
            "logarithmic",
            "Equal ratios; the lowest frequency must be positive.",
        ),
    ]),
    "\"logarithmic\"",
    "How frequencies lie between lowest and highest.",
)
.default("\"linear\"")
.only_for(&["frequency-response"]);
