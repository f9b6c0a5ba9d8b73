//! What the studies of small motions need: modal, campbell, frequency-response, linearise.

use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// Those about one motion.
const ABOUT_ONE: &[&str] = &["modal", "frequency-response", "linearise"];

/// Those over frequency.
const OVER_FREQUENCY: &[&str] = &["frequency-response", "linearise"];

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

/// Loads, drives, voltages, set points and discs.
pub(super) const INPUTS: Field = Field::required(
    "inputs",
    FieldKind::List(&FieldKind::Text),
    "[\"push\", \"motor\"]",
    "What shakes the machine, one after the other, by one unit of what it is (N, N m, rad, rad/s, m, m/s, V, kg m): forces of kind `load` along their direction, whatever their size at `at`; one component of a load, such as `push:force_x`; drives; motors, by a voltage on top of their own; torques that a controller sets, likewise; controllers without `sample_time`, by their set points; discs by shaft and name, `rotor:wheel`, for their unbalance, which turns with them at every frequency (not in `linearise`).",
)
.only_for(OVER_FREQUENCY);

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
.only_for(OVER_FREQUENCY);

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
.only_for(&["campbell", "frequency-response", "linearise"]);

const SPACINGS: FieldKind = FieldKind::Choice(&[
    Choice::new("linear", "Equal differences."),
    Choice::new(
        "logarithmic",
        "Equal ratios; the lowest frequency must be positive.",
    ),
]);

/// How they lie.
pub(super) const SPACING: Field = Field::optional(
    "spacing",
    SPACINGS,
    "\"logarithmic\"",
    "How frequencies lie between lowest and highest.",
)
.default("\"linear\"")
.only_for(&["frequency-response"]);

/// The same of a Bode diagram.
pub(super) const BODE_SPACING: Field = Field::optional(
    "spacing",
    SPACINGS,
    "\"linear\"",
    "How frequencies lie between lowest and highest.",
)
.default("\"logarithmic\"")
.only_for(LINEARISE);

const LINEARISE: &[&str] = &["linearise"];

/// In which states of friction.
pub(super) const STATES: Field = Field::optional(
    "states",
    FieldKind::List(&FieldKind::Choice(&[
        Choice::new("free", "No friction of teeth, bearings and brakes that stick acts. The only state of a machine without them."),
        Choice::new("stuck", "All of them stick."),
        Choice::new(
            "forward",
            "All of them slide: those that move as they do, those at rest as the first of `inputs` pushes them.",
        ),
        Choice::new("backward", "All of them slide the other way."),
    ])),
    "[\"stuck\", \"forward\"]",
    "States of the surfaces that stick and slide, each with its own matrices, poles and answers: all that there are unless given; of a machine that moves `free` and `forward`.",
)
.only_for(LINEARISE);

/// A loop to be closed.
static LOOP: Record = Record {
    name: "loop",
    doc: "An open loop whose margins are found: a controller of the model, or an answer times a gain.",
    discriminator: None,
    fields: &[
        Field::optional(
            "controller",
            FieldKind::Reference(Collection::Controllers),
            "\"position\"",
            "The controller whose loop it is, from what it looks at to the motor or the torque that it sets, with its gains and its `sample_time`. In place of `input` and `output`.",
        ),
        Field::optional(
            "input",
            FieldKind::Text,
            "\"motor\"",
            "Where the loop is to be closed: one of `inputs`.",
        ),
        Field::optional(
            "output",
            FieldKind::Text,
            "\"arm\"",
            "What is fed back: a column of one of the sensors.",
        ),
        Field::optional(
            "gain",
            FieldKind::Number {
                range: Interval::ALL,
            },
            "-10",
            "By what the output is multiplied before it is taken from the input, in SI units of input over output: 1 unless given. The loop is closed by input = −gain · output.",
        ),
    ],
};

/// The loop whose margins are found.
pub(super) const LOOP_FIELD: Field = Field::optional(
    "loop",
    FieldKind::Table(&LOOP),
    "{ input = \"motor\", output = \"arm\", gain = 10 }",
    "The open loop whose gain margin, phase margin, crossover frequencies, bandwidth and DC gain are found and shown as a Bode diagram.",
)
.only_for(LINEARISE);
