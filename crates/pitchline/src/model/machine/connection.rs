//! Where joints, forces and sensors hold on to bodies.

use crate::geometry::tensor::Tensor;
use crate::geometry::vector::Vector;

/// Who carries an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carrier {
    /// What never moves.
    Ground,
    /// A rigid body, by name.
    Body(String),
    /// A point of the interface of a flexible body: name of the body, name of the point.
    Point(String, String),
}

impl Carrier {
    /// The body, unless it is the ground.
    pub fn body(&self) -> Option<&str> {
        match self {
            Self::Ground => None,
            Self::Body(name) | Self::Point(name, _) => Some(name),
        }
    }
}

impl std::fmt::Display for Carrier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ground => f.write_str("the ground"),
            Self::Body(name) => write!(f, "body `{name}`"),
            Self::Point(name, point) => write!(f, "point `{point}` of body `{name}`"),
        }
    }
}

/// A place with axes, as it is at the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Frame {
    /// In ground axes.
    Ground {
        /// Its place (m).
        place: Vector,
        /// Its axes, columns.
        axes: Tensor,
    },
    /// From the carrier's own place, in its own axes.
    Own {
        /// Its place (m).
        place: Vector,
        /// Its axes, columns.
        axes: Tensor,
    },
}

/// One end of a joint or force.
#[derive(Debug, Clone, PartialEq)]
pub struct End {
    /// Who carries it.
    pub carrier: Carrier,
    /// Where it is.
    pub frame: Frame,
}

/// What a joint or force is between. The axis is the local z.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    /// The end that looks.
    pub a: End,
    /// The end that is looked at.
    pub b: End,
}
