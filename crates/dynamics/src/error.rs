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
    #[error(transparent)]
    FlexibleBody(#[from] crate::FlexibleBodyError),
}
