//! A place on a node with axes of its own, to which everything connects.

use pitchline_geometry::tensor::{
    IDENTITY, Tensor, product, times, transposed_product, transposed_times,
};
use pitchline_geometry::vector::{Vector, length, minus, plus};

use crate::{NodeId, Pose};

/// A marker on a node or on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The node that carries it.
    pub node: NodeId,
    /// Its place in the node's axes (m).
    pub place: Vector,
    /// Its axes: columns in the node's axes.
    pub axes: Tensor,
}

impl Frame {
    /// The node's own place and axes.
    pub fn at(node: NodeId) -> Self {
        Self {
            node,
            place: [0.0; 3],
            axes: IDENTITY,
        }
    }

    /// How far it is from its node (m); nothing on the ground, where it is only a place.
    pub(crate) fn arm(&self) -> f64 {
        match self.node {
            NodeId::GROUND => 0.0,
            _ => length(self.place),
        }
    }

    /// The frame that is now at a place of the ground with axes (columns in ground axes), on a node with this pose.
    pub fn from_ground(node: NodeId, pose: &Pose, place: Vector, axes: &Tensor) -> Self {
        Self {
            node,
            place: transposed_times(&pose.axes, minus(place, pose.place)),
            axes: transposed_product(&pose.axes, axes),
        }
    }

    /// Where it is when its node has this pose.
    pub fn pose(&self, node: &Pose) -> Pose {
        Pose {
            place: plus(node.place, times(&node.axes, self.place)),
            axes: product(&node.axes, &self.axes),
        }
    }
}
