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
}
