//! What can go wrong with a machine.

use thiserror::Error;

/// Why a machine cannot be built or does not move.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the fields are
pub enum Error {
    #[error("{of} refers to {what} {number}, but there are only {count}")]
    Unknown {
        of: String,
        what: &'static str,
        number: usize,
        count: usize,
    },
    #[error(
        "{what} has {given} numbers where {needed} are needed: it does not belong to this machine"
    )]
    Count {
        what: &'static str,
        given: usize,
        needed: usize,
    },
    #[error("{of}: {key} = {value} is not possible; it must be {allowed}")]
    Value {
        of: String,
        key: &'static str,
        value: f64,
        allowed: &'static str,
    },
    #[error("{of}: {key}, {place} = {value} is not possible; it must be {allowed}")]
    Entry {
        of: String,
        key: &'static str,
        place: String,
        value: f64,
        allowed: &'static str,
    },
    #[error(
        "the joints do not fit together: {} {unit} are missing in all; {constraint} stays open by {} {unit}{others}; move the bodies or the places of the joints",
        four_digits(*mismatch), four_digits(*largest)
    )]
    Incompatible {
        constraint: String,
        /// The openings of all joints together.
        mismatch: f64,
        /// That of the constraint.
        largest: f64,
        unit: &'static str,
        /// How many other constraints stay open, said in words.
        others: String,
    },
    #[error(
        "{constraints} cannot be told apart: {count} constraints follow from others; leave some motion free, or write redundant = \"warn\""
    )]
    Redundant { constraints: String, count: usize },
    #[error(
        "nothing determines {motion} at t = {time} s: no inertia, stiffness or joint acts on it; give it mass or hold it"
    )]
    NotHeld { motion: String, time: f64 },
    #[error(
        "{motion} is free to move ({count} free motions in all): a kinematic study needs a drive or a joint for each"
    )]
    Free { motion: String, count: usize },
    #[error(
        "no equilibrium was found at t = {time} s: {residual:.3e} N (or N m) remain on {motion}{hint}"
    )]
    NoEquilibrium {
        time: f64,
        residual: f64,
        motion: String,
        hint: &'static str,
    },
    #[error(
        "no equilibrium was found at t = {time} s: {motion} does not settle, though next to no force is left; hold it better, or start nearer to the equilibrium"
    )]
    Unsettled { time: f64, motion: String },
    #[error(
        "the step became too small at t = {time} s: {step:.3e} s, and {motion} still does not settle; look at what happens there, or take a smaller step"
    )]
    StepUnderflow {
        time: f64,
        step: f64,
        motion: String,
    },
    #[error(
        "{of}: time {value} of point {number} does not come after {previous}, the time before it; \
         leave one of the two out or write a later time"
    )]
    Order {
        of: String,
        number: usize,
        value: f64,
        previous: f64,
    },
    #[error("{of}: there is nothing in it; write {needed}")]
    Empty { of: String, needed: &'static str },
    #[error(transparent)]
    FlexibleBody(#[from] crate::FlexibleBodyError),
}

/// A number with four digits.
fn four_digits(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}
