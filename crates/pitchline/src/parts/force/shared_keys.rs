//! Keys that several kinds of forces share.

use crate::input::field::{Collection, Field, Keys};
use crate::input::interval::Interval;
use crate::input::tables::body::PLACE;
use crate::input::tables::joint::{A, AT, AXIS, B, FRAME_A, FRAME_B, X};
use crate::keys;
use crate::units::Dimension;

/// Between two bodies.
pub(super) static BODIES: Keys = Keys {
    shared_by: Some("forces between two bodies"),
    fields: &[A, B, FRAME_A, FRAME_B],
};

/// About or along an axis.
pub(super) static WITH_AXIS: Keys = Keys {
    shared_by: Some("forces with an axis"),
    fields: &[AT, AXIS, X],
};

/// With a place on each body.
pub(super) static PLACES: Keys = Keys {
    shared_by: Some("forces between two places"),
    fields: &[
        place("at_a", "Its place on `a` at the start, in ground axes."),
        place("at_b", "Its place on `b` at the start, in ground axes."),
    ],
};

const fn place(key: &'static str, doc: &'static str) -> Field {
    Field::optional(key, PLACE, "[\"0 mm\", \"0 mm\", \"50 mm\"]", doc)
}

keys! {
    /// Stiffness and damping along a line.
    pub(super) static STRAIGHT shared by "springs along a line" {
        pub(super) STIFFNESS = required(
            "stiffness",
            Quantity(Dimension::STIFFNESS, Interval::NOT_NEGATIVE),
            "\"20 N/mm\"",
            "Stiffness.",
        );
        pub(super) DAMPING = optional(
            "damping",
            Quantity(Dimension::DAMPING, Interval::NOT_NEGATIVE),
            "\"5 N s/m\"",
            "Damping.",
        ), default "0";
    }
}

keys! {
    /// What a controller may set.
    pub(super) static CONTROLLED shared by "forces that a controller may set" {
        pub(super) CONTROLLER = optional(
            "controller",
            Reference(Collection::Controllers),
            "\"position\"",
            "The controller that sets it, in place of `torque` or `voltage`.",
        );
    }
}
