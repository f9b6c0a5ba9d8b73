//! Why there is no such shaft.

use thiserror::Error;

/// Why a shaft cannot be built.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the fields are
pub enum ShaftError {
    #[error("{of}: a shaft needs at least one segment")]
    Empty { of: String },
    #[error("{of}, segment {number}: {key} = {value} is not possible; it must be {allowed}")]
    Segment {
        of: String,
        /// The first is 1.
        number: usize,
        key: &'static str,
        value: f64,
        allowed: &'static str,
    },
    #[error(
        "{of}, segment {number}: the inner diameter {inner} m is not smaller than the outer diameter {outer} m at its {end}"
    )]
    NoWall {
        of: String,
        number: usize,
        inner: f64,
        outer: f64,
        end: &'static str,
    },
    #[error(
        "{of}: a station at {position} m is not on the shaft, which is {length} m long; write a distance from its beginning between 0 and {length} m"
    )]
    Station {
        of: String,
        position: f64,
        length: f64,
    },
    #[error("{of}: {key} = {value} is not possible; it must be {allowed}")]
    Value {
        of: String,
        key: &'static str,
        value: f64,
        allowed: &'static str,
    },
    #[error(
        "{of} would be cut into {count:.0} beams; {most} are enough for any shaft, cut it less finely"
    )]
    TooFine { of: String, count: f64, most: usize },
    #[error(transparent)]
    Machine(#[from] crate::Error),
}
