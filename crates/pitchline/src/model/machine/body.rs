//! Bodies.

use crate::dynamics::ModalDamping;
use crate::geometry::tensor::Tensor;
use crate::geometry::vector::Vector;

/// A body of the machine, where it is at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyRequest {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: BodyKind,
    /// Its gear, if it is one: the axes of the body are those of the gear.
    pub gear: Option<String>,
    /// Place of the centre of mass (m), ground axes; of a flexible body that of its origin.
    pub position: Vector,
    /// Rotation vector (rad) that turns the axes of the ground into its own.
    pub orientation: Vector,
    /// Velocity (m/s), ground axes.
    pub velocity: Vector,
    /// Spin (rad/s), own axes.
    pub spin: Vector,
    /// Whether it may fly freely.
    pub is_free: bool,
}

/// What a body is.
#[derive(Debug, Clone, PartialEq)]
pub enum BodyKind {
    /// Mass and inertia.
    Rigid(MassSource),
    /// A reduced body in a moving frame.
    Flexible {
        /// Where it comes from.
        source: FlexibleSource,
        /// What it deforms in.
        frame: FlexibleFrame,
        /// Most modes that are kept, from the lowest; all unless given.
        modes: Option<usize>,
        /// Damping of its modes.
        damping: ModalDamping,
    },
}

/// Where mass and inertia come from.
#[derive(Debug, Clone, PartialEq)]
pub enum MassSource {
    /// Given.
    Given {
        /// Mass (kg).
        mass: f64,
        /// Inertia about the centre of mass (kg m²), own axes.
        inertia: Tensor,
    },
    /// Those of the finite elements of the body's gear. Its centre of mass is not the origin of the gear if the blank is not
    /// symmetric: [`BodyRequest::position`] is that of the centre of mass.
    Gear,
}

/// Where a flexible body comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum FlexibleSource {
    /// The body's gear, reduced as the study of this name says.
    Study(String),
    /// A file of a reduced body; its content is among the data files of the model.
    File(String),
    /// Matrices and nodes of another program; the contents of the files are among the data files of the model.
    Matrices {
        /// Matrix Market file of the stiffness.
        stiffness: String,
        /// Matrix Market file of the mass.
        mass: String,
        /// The nodes, in the order of their unknowns.
        nodes: Vec<MatrixNode>,
        /// Σ m φ_j, three numbers for each unknown (kg, kg m); none where M shall give them.
        sums: Option<Vec<f64>>,
    },
}

/// A node of a body that is known by matrices.
#[derive(Debug, Clone, PartialEq)]
pub struct MatrixNode {
    /// Name of the point that it is.
    pub name: String,
    /// Its place (m), in the axes of the body.
    pub place: Vector,
    /// Whether it has turns: 6 unknowns instead of 3.
    pub has_turns: bool,
}

/// What a flexible body deforms in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlexibleFrame {
    /// A frame that moves with it.
    Floating,
    /// The ground, which its supports hold it to.
    Ground,
}
