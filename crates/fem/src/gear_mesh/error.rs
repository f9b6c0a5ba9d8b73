//! Why a gear cannot be meshed with these controls.

use pitchline_geometry::{BlankError, RingKind};

/// Why there is no mesh. Lengths in metres.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum MeshError {
    #[error(transparent)]
    Blank(#[from] BlankError),
    #[error("mesh control {control} = {value} is out of range: give {least} to {greatest}")]
    Control {
        control: &'static str,
        value: f64,
        least: f64,
        greatest: f64,
    },
    #[error(
        "mesh control across = {across} must be even and leave elements between the two layers of {layer}: give at least {least}"
    )]
    Across {
        across: usize,
        layer: usize,
        least: usize,
    },
    #[error(
        "the {ring}, {:.4} mm thick, is too thin for {rows} rows of elements {:.4} mm broad: make it thicker than {:.4} mm or the mesh finer along the root",
        1e3 * thickness, 1e3 * breadth, 1e3 * least
    )]
    RingTooThin {
        ring: RingKind,
        thickness: f64,
        rows: usize,
        breadth: f64,
        least: f64,
    },
    #[error("the mesh would have {nodes} nodes, more than {greatest}: choose a coarser one")]
    TooLarge { nodes: usize, greatest: usize },
    #[error(
        "the tooth has a degenerate outline: a {curve} of length {length} m cannot carry elements"
    )]
    Degenerate { curve: &'static str, length: f64 },
    #[error(
        "element {element} is a sliver: scaled Jacobian {scaled_jacobian:.3}, below {limit}, at x = {:.4} mm, y = {:.4} mm, z = {:.4} mm",
        1e3 * place[0], 1e3 * place[1], 1e3 * place[2]
    )]
    Sliver {
        element: usize,
        scaled_jacobian: f64,
        limit: f64,
        place: [f64; 3],
    },
    #[error(
        "element {element} is folded: its Jacobian is not positive throughout, at x = {:.4} mm, y = {:.4} mm, z = {:.4} mm",
        1e3 * place[0], 1e3 * place[1], 1e3 * place[2]
    )]
    Folded { element: usize, place: [f64; 3] },
    #[error("a segment of {asked} teeth: give 1 to {teeth}")]
    Teeth { asked: u32, teeth: u32 },
}
