//! What every kind of unmodified flank tells of itself: its local jet.

use super::helicoid::InvoluteHelicoid;
use super::plane::RackPlane;
use crate::vector::turn_z;

/// Point and unit normal of an unmodified flank with first derivatives, in axes turned about z by `turn`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FirstOrder {
    /// Sine and cosine of the angle of the local axes.
    pub turn: [f64; 2],
    pub point: [f64; 3],
    pub point_s: [f64; 3],
    pub point_z: [f64; 3],
    pub normal: [f64; 3],
    pub normal_s: [f64; 3],
    pub normal_z: [f64; 3],
}

/// Second derivatives in the same axes, in the order ss, sz, zz.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SecondOrder {
    pub point: [[f64; 3]; 3],
    pub normal: [[f64; 3]; 3],
}

/// Where the normal of the unmodified, unlimited flank through a point starts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Foot {
    pub profile: f64,
    pub width: f64,
    /// Distance along the outward normal (m).
    pub gap: f64,
    /// Whether there is such a normal: none passes a point inside the base cylinder.
    pub exists: bool,
}

/// The unmodified flank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    Involute(InvoluteHelicoid),
    Plane(RackPlane),
}

impl Shape {
    pub fn first(&self, s: f64, z: f64) -> FirstOrder {
        match self {
            Self::Involute(shape) => shape.first(s, z),
            Self::Plane(shape) => shape.first(s, z),
        }
    }

    pub fn second(&self, s: f64) -> SecondOrder {
        match self {
            Self::Involute(shape) => shape.second(s),
            Self::Plane(_) => SecondOrder {
                point: [[0.0; 3]; 3],
                normal: [[0.0; 3]; 3],
            },
        }
    }

    pub fn foot(&self, point: [f64; 3]) -> Foot {
        match self {
            Self::Involute(shape) => shape.foot(point),
            Self::Plane(shape) => shape.foot(point),
        }
    }

    /// The flank after its tooth has moved by `angle` about the axis; on a rack by that length along it.
    pub fn moved(self, by: f64) -> Self {
        match self {
            Self::Involute(shape) => Self::Involute(InvoluteHelicoid {
                phase: shape.phase + by,
                ..shape
            }),
            Self::Plane(shape) => Self::Plane(RackPlane {
                phase: shape.phase + by,
                ..shape
            }),
        }
    }
}

impl FirstOrder {
    /// A vector of the local axes in the axes of the gear.
    pub fn global(&self, vector: [f64; 3]) -> [f64; 3] {
        turn_z(vector, self.turn)
    }
}
