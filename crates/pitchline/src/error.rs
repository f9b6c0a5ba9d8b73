//! What can go wrong outside of the model file.

use std::path::PathBuf;

/// Why a run did not give its results.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder could not be made.
    #[error("cannot make the folder {}: {}", path.display(), if path.is_file() { "it is a file".to_owned() } else { source.to_string() })]
    Folder {
        /// The folder.
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

impl Error {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Folder { .. } => "name a folder, or a place where one can be made",
            Self::Write { .. } => "is the folder writable, and is there room on the disk?",
            Self::Plot(_) => "leave --png out: the SVG pictures have the same content",
            Self::UnknownStudy { .. } => {
                "leave --study out to run all studies; a model without any runs `geometry`"
            }
        }
    }
}

fn suggestion(known: &[String]) -> String {
    if known.is_empty() {
        String::new()
    } else {
        format!("; it has {}", known.join(", "))
    }
}
