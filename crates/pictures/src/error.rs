//! What can go wrong when a picture is drawn.

/// A picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The raster would be empty or too large for memory.
    #[error(
        "a raster of {width:.0} × {height:.0} pixels cannot be made: choose a scale that gives 1 to {limit} pixels per side"
    )]
    RasterSize {
        /// Width asked for (pixels).
        width: f64,
        /// Height asked for (pixels).
        height: f64,
        /// Largest side that is accepted (pixels).
        limit: u32,
    },
    /// A face of a surface names a node that is not there.
    #[error("face {face} of the surface names node {node}, but the last of its {n_nodes} nodes is {}", n_nodes.saturating_sub(1))]
    FaceNode {
        /// The face, from 0.
        face: usize,
        /// The node that it names, from 0.
        node: u32,
        /// Number of nodes.
        n_nodes: usize,
    },
    /// A place of a surface is no number.
    #[error("the place of node {node} of the surface is no number")]
    NodePlace {
        /// The node, from 0.
        node: usize,
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
    /// The PNG encoder failed.
    #[error("the PNG encoder failed: {message}")]
    Encoding {
        /// What the encoder said.
        message: String,
    },
}
