//! What can go wrong outside of the model file.

use std::path::PathBuf;

/// Why a run did not give its results.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A picture could not be made.
    #[error("cannot draw a picture: {0}")]
    Plot(#[from] crate::plot::Error),
    /// A study that the model does not have.
    #[error("the model has no study `{name}`{}", suggestion(known))]
    UnknownStudy {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
}

fn suggestion(known: &[String]) -> String {
    if known.is_empty() {
        String::new()
    } else {
        format!("; it has {}", known.join(", "))
    }
}
