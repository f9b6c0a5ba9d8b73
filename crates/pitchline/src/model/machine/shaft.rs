//! Shafts with their discs, and the bearings that hold them.

use crate::dynamics::{Fineness, Segment};
use crate::geometry::tensor::{Tensor, times};
use crate::geometry::vector::{Vector, plus};

/// A stepped elastic shaft, where it is at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct ShaftRequest {
    /// Its name.
    pub name: String,
    /// Where it begins (m), ground axes.
    pub position: Vector,
    /// Its axes, columns in ground axes; it runs along z.
    pub axes: Tensor,
    /// Its segments, from the beginning on.
    pub segments: Vec<Segment>,
    /// How fine it is cut.
    pub fineness: Fineness,
    /// Damping over stiffness (s), in axes that turn with it.
    pub internal_damping: f64,
    /// Speed about its axis (rad/s).
    pub speed: f64,
    /// Points that others may hold on to: those of the file, both ends, its discs and its bearings.
    pub points: Vec<ShaftPoint>,
    /// Its discs, in the order of the file.
    pub discs: Vec<DiscRequest>,
    /// Whether it may fly freely.
    pub is_free: bool,
}

/// A named place along a shaft.
#[derive(Debug, Clone, PartialEq)]
pub struct ShaftPoint {
    /// Its name.
    pub name: String,
    /// Distance from the beginning (m).
    pub position: f64,
}

/// A rigid disc on a shaft.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscRequest {
    /// Its name, also that of its point.
    pub name: String,
    /// Distance of its middle from the beginning of the shaft (m).
    pub position: f64,
    /// Where its mass comes from.
    pub mass: DiscMass,
    /// Mass times the distance of the centre of mass from the axis (kg m).
    pub unbalance: f64,
    /// Where that is, about the axis from the x of the shaft (rad).
    pub unbalance_angle: f64,
}

/// Where the mass of a disc comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum DiscMass {
    /// Given.
    Given {
        /// Mass (kg).
        mass: f64,
        /// Inertia about the axis (kg m²).
        polar_inertia: f64,
        /// Inertia about any axis across, through the centre of mass (kg m²).
        diametral_inertia: f64,
    },
    /// A ring of one density.
    Sizes {
        /// Outer diameter (m).
        diameter: f64,
        /// Diameter of the bore (m).
        inner_diameter: f64,
        /// Width (m).
        width: f64,
        /// Density (kg/m³).
        density: f64,
    },
    /// The finite elements of this gear.
    Gear(String),
}

impl ShaftRequest {
    /// Its length (m).
    pub fn length(&self) -> f64 {
        self.segments.iter().map(|segment| segment.length).sum()
    }

    /// The point of this name.
    pub fn point(&self, name: &str) -> Option<&ShaftPoint> {
        self.points.iter().find(|point| point.name == name)
    }

    /// Where a position along it is at the start (m), ground axes.
    pub fn place_at(&self, position: f64) -> Vector {
        plus(self.position, times(&self.axes, [0.0, 0.0, position]))
    }

    /// Outer diameter at a position (m); at a step the larger one.
    pub fn diameter_at(&self, position: f64) -> f64 {
        let mut begin = 0.0;
        let mut largest = 0.0_f64;
        // Lengths are added up with rounding.
        let slack = 1e-9 * self.length();
        for segment in &self.segments {
            let share = (position - begin) / segment.length;
            if (-slack..=segment.length + slack).contains(&(position - begin)) {
                let [first, second] = segment.outer_diameters;
                largest = largest.max(first + share.clamp(0.0, 1.0) * (second - first));
            }
            begin += segment.length;
        }
        largest
    }
}

/// What holds a shaft at a place: a joint or a force of the machine that has its name.
#[derive(Debug, Clone, PartialEq)]
pub struct BearingRequest {
    /// Its name, also that of its joint or force.
    pub name: String,
    /// The shaft.
    pub shaft: String,
    /// Distance from the beginning of the shaft (m).
    pub position: f64,
    /// Whether it is among the joints of the machine, not among its forces.
    pub is_joint: bool,
}
