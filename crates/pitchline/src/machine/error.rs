//! Why a described machine cannot be built.

use thiserror::Error;

/// Why a described machine cannot be built.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the fields are
pub enum AssemblyError {
    #[error("body `{body}`: {reason}")]
    Body { body: String, reason: String },
    #[error("body `{body}` has no point `{point}` that can be connected; it has {known}")]
    Point {
        body: String,
        point: String,
        known: String,
    },
    #[error("shaft `{shaft}`: {reason}")]
    Shaft { shaft: String, reason: String },
    #[error(transparent)]
    Beams(#[from] crate::dynamics::ShaftError),
    #[error("pair `{pair}`: {reason}")]
    Pair { pair: String, reason: String },
    #[error("force `{force}`: {reason}")]
    Force { force: String, reason: String },
    #[error("the model has no {what} `{name}`")]
    Unknown { what: &'static str, name: String },
    #[error(transparent)]
    Dynamics(#[from] crate::dynamics::Error),
}
