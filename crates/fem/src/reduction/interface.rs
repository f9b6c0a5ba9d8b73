//! Where a body is loaded and looked at.
//!
//! A coordinate of the interface is a motion s = Pᵀ u, and its load is f = P λ with the same pattern P: force and motion
//! do work together. Nodes, mean joints and centres differ in their patterns only.
//!
//! Motions of points on a tooth are counted in the axes of that tooth, turned by whole pitches from those of the body: on
//! all teeth alike points have alike patterns, and a turn by whole teeth only renames them.

use pitchline_geometry::FlankSide;

use crate::LoadCase;

/// What a point of the interface is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Site {
    /// A node of the mesh.
    Node(u32),
    /// A node chosen for what modes do there.
    Auxiliary(u32),
    /// The mean motion of a flank, or of a part of its width.
    Flank {
        /// Which of the flanks.
        side: FlankSide,
        /// Zone of the width, from 0.
        zone: u32,
        /// Number of zones.
        zones: u32,
    },
    /// A centre that carries the body.
    Centre(u32),
}

/// A motion of a point, in its axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Motion {
    /// Along an axis: 0, 1, 2.
    Along(u8),
    /// About an axis: 0, 1, 2.
    About(u8),
    /// Along this direction: the normal of a flank, say.
    Direction([f64; 3]),
}

/// A point of the interface.
#[derive(Debug, Clone, PartialEq)]
pub struct InterfacePoint {
    /// How it is called: `flank_right_3`, `flank_right_3_zone_2`, `node_118`, `center`.
    pub name: String,
    /// What it is.
    pub site: Site,
    /// Where it is in the axes of the body (m).
    pub place: [f64; 3],
    /// Tooth in whose axes its motions are counted, from 1; none: axes of the body.
    pub tooth: Option<u32>,
}

/// One motion of a point, with its pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct InterfaceCoordinate {
    /// Number of the point.
    pub point: usize,
    /// Which motion, in the axes of the point.
    pub motion: Motion,
    /// P: the forces on the nodes and centres of the whole body, in its axes, that a unit load makes.
    pub pattern: LoadCase,
}

/// Points of a body and their motions, point after point.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Interface {
    /// The points.
    pub points: Vec<InterfacePoint>,
    /// Their motions.
    pub coordinates: Vec<InterfaceCoordinate>,
}

impl Interface {
    /// Number of motions.
    pub fn n(&self) -> usize {
        self.coordinates.len()
    }

    /// Name of the point of a coordinate, with its motion.
    pub(crate) fn name(&self, coordinate: usize) -> String {
        let Some(one) = self.coordinates.get(coordinate) else {
            return format!("coordinate {coordinate}");
        };
        let point = self.points.get(one.point);
        let point = point.map_or_else(|| format!("point {}", one.point), |p| p.name.clone());
        format!("{point} {}", one.motion)
    }
}

impl std::fmt::Display for Motion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let axis = |axis: u8| ["x", "y", "z"][usize::from(axis) % 3];
        match *self {
            Self::Along(a) => write!(f, "along {}", axis(a)),
            Self::About(a) => write!(f, "about {}", axis(a)),
            Self::Direction([x, y, z]) => write!(f, "along ({x:.3}, {y:.3}, {z:.3})"),
        }
    }
}
