//! What can go wrong outside of the model file.

use std::path::PathBuf;

use crate::pictures;
use crate::results::Results;

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
    /// Another process writes into a results folder.
    #[error("the folder {} is in use: another process writes its results there", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A picture could not be made.
    #[error("cannot draw a picture: {0}")]
    Picture(#[from] pictures::Error),
    /// An element of a mesh names a node that is not there.
    #[error("element {element} of the mesh names node {node}, but the last of its {n_nodes} nodes is {}", n_nodes.saturating_sub(1))]
    ElementNode {
        /// The element, from 0.
        element: usize,
        /// The node that it names, from 0.
        node: u32,
        /// Number of nodes.
        n_nodes: usize,
    },
    /// A place of a mesh is no number.
    #[error("the place of node {node} is no number")]
    NodePlace {
        /// The node, from 0.
        node: usize,
    },
    /// A set or a force names a node that is not there.
    #[error("a set or a force names node {node}, but the last of the {n_nodes} nodes is {}", n_nodes.saturating_sub(1))]
    UnknownNode {
        /// The node, from 0.
        node: u32,
        /// Number of nodes.
        n_nodes: usize,
    },
    /// A set of faces names an element that is not there.
    #[error("a set of faces names element {element}, but the last of the {n_elements} elements is {}", n_elements.saturating_sub(1))]
    UnknownElement {
        /// The element, from 0.
        element: u32,
        /// Number of elements.
        n_elements: usize,
    },
    /// A field has too few or too many values.
    #[error("the field `{name}` has {given} values where {expected} are needed")]
    FieldLength {
        /// Its name.
        name: String,
        /// Number of its values.
        given: usize,
        /// Number of values that are needed.
        expected: usize,
    },
    /// A set that the mesh does not have.
    #[error("the mesh has no set `{name}`{}", suggestion(known))]
    UnknownSet {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A study failed, or was interrupted. What it had found by then is there.
    #[error("study `{}`: {}", .0.name, .0.reason())]
    Study(Box<Results>),
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
            Self::InUse { .. } => "wait until it is done, or choose another folder with --out",
            Self::Picture(
                pictures::Error::RasterSize { .. } | pictures::Error::Encoding { .. },
            ) => "leave --png out: the SVG pictures have the same content",
            Self::ElementNode { .. }
            | Self::NodePlace { .. }
            | Self::Picture(pictures::Error::FaceNode { .. } | pictures::Error::NodePlace { .. }) => {
                "number nodes from 0 and give each of them a place in metres"
            }
            Self::UnknownNode { .. } | Self::UnknownElement { .. } => {
                "number nodes and elements from 0 and name those of the mesh only"
            }
            Self::FieldLength { .. } | Self::Picture(pictures::Error::FieldLength { .. }) => {
                "give one value for each node, or for each element"
            }
            Self::UnknownSet { .. } => "name one of the sets of the mesh",
            Self::Study(_) => "the reason says what to do, where that is known",
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
