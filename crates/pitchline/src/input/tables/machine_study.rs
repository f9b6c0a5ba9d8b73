//! What the studies of the whole machine need: static, kinematic, transient.

use crate::input::field::{Choice, Collection, Field, FieldKind};
use crate::input::interval::{Bound, Interval};
use crate::units::Dimension;

/// Studies of the machine.
const ALL: &[&str] = &[
    "static",
    "kinematic",
    "transient",
    "modal",
    "campbell",
    "frequency-response",
    "linearise",
    "efficiency-map",
    "breakaway",
];

/// Those that record all sensors, or some.
const RECORDED: &[&str] = &[
    "static",
    "kinematic",
    "transient",
    "frequency-response",
    "linearise",
];

/// Those at one instant.
const AT_ONCE: &[&str] = &[
    "static",
    "modal",
    "campbell",
    "frequency-response",
    "linearise",
    "efficiency-map",
    "breakaway",
];

/// Those that go through time.
const IN_TIME: &[&str] = &["kinematic", "transient"];

const DURATION: FieldKind = FieldKind::Quantity {
    dimension: Dimension::TIME,
    range: Interval::POSITIVE,
};

const TIME: FieldKind = FieldKind::Quantity {
    dimension: Dimension::TIME,
    range: Interval::ALL,
};

/// From where it goes on.
pub(super) const START: Field = Field::optional(
    "start",
    FieldKind::Reference(Collection::Studies),
    "\"equilibrium\"",
    "The study of the machine from whose last state this one starts. Left out, bodies start where their tables put them.",
)
.only_for(ALL);

/// What is other than in the rest of the file.
pub(super) const SET: Field = Field::optional(
    "set",
    FieldKind::Changes,
    "{ pairs.mesh.mesh.backlash = \"0.05 mm\", joints.support.kind = \"planar\" }",
    "What differs from the rest of the file in this study and in those that start from it, as a part of a model file: keys replace those of the \
     same name, new ones are added. Pairs go by their names.",
)
.only_for(ALL);

/// When it begins.
pub(super) const BEGIN: Field = Field::optional(
    "begin",
    TIME,
    "\"0.2 s\"",
    "Time at which it begins: the last time of `start` unless given, or 0.",
)
.only_for(IN_TIME);

/// When it ends.
pub(super) const END: Field =
    Field::required("end", TIME, "\"1 s\"", "Time at which it ends.").only_for(IN_TIME);

/// How far it goes at once.
pub(super) const STEP: Field =
    Field::required("step", DURATION, "\"0.1 ms\"", "Time step.").only_for(&["kinematic"]);

/// The same of a motion whose steps may also follow from their errors.
pub(super) const TRANSIENT_STEP: Field = Field::optional(
    "step",
    DURATION,
    "\"0.1 ms\"",
    "Time step, the same for the whole run. In its place `accuracy` can be given.",
)
.only_for(&["transient"]);

/// How exact the run is.
pub(super) const ACCURACY: Field = Field::optional(
    "accuracy",
    FieldKind::Number {
        range: Interval::closed(1e-13, 0.1),
    },
    "1e-6",
    "Error that the run may have at its end, relative to the largest velocity of its kind and to the extent of the machine; the lengths \
     of steps follow from it. In place of `step`.",
)
.only_for(&["transient"]);

/// How far adaptive steps may go at once.
pub(super) const LARGEST_STEP: Field = Field::optional(
    "largest_step",
    DURATION,
    "\"5 ms\"",
    "No step is longer, beside `accuracy`; the whole run unless given. Shorten it where something short would be stepped over.",
)
.only_for(&["transient"]);

/// How often it is written.
pub(super) const OUTPUT_STEP: Field = Field::optional(
    "output_step",
    DURATION,
    "\"1 ms\"",
    "Time from row to row of the tables: every step unless given. At least `step`. With `accuracy` a thousandth of the run unless given; \
     steps end at the rows.",
)
.only_for(IN_TIME);

/// Whether inertia is left out.
pub(super) const QUASI_STATIC: Field = Field::optional(
    "quasi_static",
    FieldKind::Boolean,
    "true",
    "Without inertia: at each time the equilibrium with drives and loads as they are then, and the velocities with which these equilibria follow \
     each other. Springs and teeth give way, which a motion that drives prescribe alone has no room for. Forces are those of rest: dampers and \
     friction do not act. A transient study that starts from its end has the deflections of the load and the speeds of the drives.",
)
.default("false")
.only_for(&["kinematic"]);
/// What is watched.
pub(super) const EVENTS: Field = Field::optional(
    "events",
    FieldKind::List(&FieldKind::Reference(Collection::Events)),
    "[\"let-go\"]",
    "Events that can happen: all unless given. `[]` for none.",
)
.only_for(&["transient"]);

/// How time is integrated.
pub(super) const SCHEME: Field = Field::optional(
    "scheme",
    FieldKind::Choice(&[
        Choice::new(
            "generalized-alpha",
            "Generalized-α, set by `spectral_radius`.",
        ),
        Choice::new("hht", "HHT-α, set by `alpha`."),
        Choice::new(
            "newmark",
            "Newmark's average acceleration: no damping at all, for comparison; with `step` only.",
        ),
        Choice::new(
            "radau",
            "Radau IIA of order 5, for small machines and many digits; needs `accuracy`.",
        ),
    ]),
    "\"hht\"",
    "How time is integrated: `\"generalized-alpha\"` unless given. Machines with teeth of level `planar`, or with friction that sticks, take `\"radau\"` with \
     `accuracy = 1e-5`, unless `step` or a key of another scheme is given: their meshes are stiff and strongly damped, where the forces of \
     other schemes ring.",
)
.only_for(&["transient"]);

/// Damping of generalized-α.
pub(super) const SPECTRAL_RADIUS: Field = Field::optional(
    "spectral_radius",
    FieldKind::Number {
        range: Interval::closed(0.0, 1.0),
    },
    "0.6",
    "What is left of the fastest vibrations after a step of generalized-α: 1 damps nothing, 0 all of them at once; 0.8 unless given.",
)
.only_for(&["transient"]);

/// Damping of HHT-α.
pub(super) const ALPHA: Field = Field::optional(
    "alpha",
    FieldKind::Number {
        range: Interval::new(Bound::Closed(0.0), Bound::Closed(1.0 / 3.0)),
    },
    "0.1",
    "Damping of HHT-α: 0 damps nothing; 0.05 unless given.",
)
.only_for(&["transient"]);

/// Steps of load.
pub(super) const STEPS: Field = Field::optional(
    "steps",
    FieldKind::Integer {
        min: 1,
        max: 100_000,
    },
    "10",
    "Steps in which gravity and loads grow from nothing to their full size.",
)
.default("1")
.only_for(&["static"]);

/// The time of a static study.
pub(super) const AT: Field = Field::optional(
    "at",
    TIME,
    "\"0 s\"",
    "Time at which drives and loads are taken: the last time of `start` unless given, or 0.",
)
.only_for(AT_ONCE);

/// When Newton's method has converged.
pub(super) const TOLERANCE: Field = Field::optional(
    "tolerance",
    FieldKind::Number {
        range: Interval::closed(1e-14, 1e-2),
    },
    "1e-9",
    "Forces that may stay out of balance, as a share of those in the machine.",
)
.default("1e-8")
.only_for(&["static", "kinematic", "transient"]);

/// What happens with joints that say the same twice.
pub(super) const REDUNDANT: Field = Field::optional(
    "redundant",
    FieldKind::Choice(&[
        Choice::new("warn", "They are named and share their load: of all reactions that hold the machine, the shortest are given."),
        Choice::new("refuse", "They are named, and the study ends."),
    ]),
    "\"refuse\"",
    "What happens where joints hold the same motion twice, so that their reactions cannot be told apart.",
)
.default("\"warn\"")
.only_for(ALL);

/// What is recorded.
pub(super) const SENSORS: Field = Field::optional(
    "sensors",
    FieldKind::List(&FieldKind::Reference(Collection::Sensors)),
    "[\"load\", \"speed\"]",
    "Sensors that are recorded: all unless given.",
)
.only_for(RECORDED);
