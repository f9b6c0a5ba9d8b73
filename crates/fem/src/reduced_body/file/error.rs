//! Why bytes are no reduced body.

use crate::BodyError;

/// Why bytes cannot be read, and what to do.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum BodyFileError {
    #[error(
        "this is no reduced body: it does not begin with `pitchline-reduced-body`; name another file"
    )]
    Foreign,
    #[error("the first line of the reduced body is damaged; reduce the body again")]
    FirstLine,
    #[error(
        "the reduced body is of format {found}, this program reads {known}; use a newer version of the program, or reduce the body again"
    )]
    Newer { found: u64, known: u64 },
    #[error(
        "the reduced body is of format {found}, this program reads {known}: what is written now says more; reduce the body again"
    )]
    Older { found: u64, known: u64 },
    #[error(
        "the reduced body ends after {found} of {needed} bytes; copy it again, or reduce the body again"
    )]
    Truncated { found: usize, needed: usize },
    #[error(
        "the reduced body has {found} bytes where {needed} belong to it; copy it again, or reduce the body again"
    )]
    TooLong { found: usize, needed: usize },
    #[error(
        "the reduced body is damaged: its checksum is another; copy it again, or reduce the body again"
    )]
    Corrupted,
    #[error("the header of the reduced body is not as it should be: {what}; reduce the body again")]
    Header { what: String },
    #[error(
        "array `{array}` of the reduced body is not as it should be: {what}; reduce the body again"
    )]
    Array { array: String, what: String },
    #[error(transparent)]
    Body(#[from] BodyError),
}
