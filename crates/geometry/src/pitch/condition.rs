//! The mesh condition: whether two gears on given shafts can touch as their pitch surfaces ask, and what is missing.
//!
//! # References
//!
//! \[cardona\] (14) to (17); its (16) needs a plus before Z32², and two conditions more.

use super::PitchPair;
use super::gear::sin_cos;
use crate::vector::{Triad, Vector, compose, cross, dot, length, minus, plus, times};

/// Where two gears stand: centres and unit axes in any one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mounting {
    /// Centre of a.
    pub center_a: Vector,
    /// Axis of a.
    pub axis_a: Vector,
    /// Centre of b.
    pub center_b: Vector,
    /// Axis of b.
    pub axis_b: Vector,
}

impl Mounting {
    /// Shafts at an angle (rad), that of b at an offset from that of a along the product of their axes (m); centres at
    /// these distances from the feet of the common perpendicular (m).
    pub fn on_shafts(shaft_angle: f64, offset: f64, [from_a, from_b]: [f64; 2]) -> Self {
        let (sin, cos) = sin_cos(shaft_angle);
        let axis_a = [0.0, 0.0, 1.0];
        let axis_b = [0.0, -sin, cos];
        Self {
            center_a: times(from_a, axis_a),
            axis_a,
            center_b: plus([offset, 0.0, 0.0], times(from_b, axis_b)),
            axis_b,
        }
    }

    /// The same with a and b exchanged.
    pub fn swapped(self) -> Self {
        Self {
            center_a: self.center_b,
            axis_a: self.axis_b,
            center_b: self.center_a,
            axis_b: self.axis_a,
        }
    }
}

/// How far a mounting is from the place where the pitch surfaces touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshMismatch {
    /// Displacement of b that is too much (m), as a vector in the frame of the mounting.
    pub position: Vector,
    /// Its part along the axis of a (m).
    pub along_axis_a: f64,
    /// Its part at right angles to that axis (m): positive when the centres stand too far apart.
    pub apart: f64,
    /// Angle between the axis of b and the one that it should have (rad).
    pub axis_angle: f64,
    /// The axis that b should have where it stands.
    pub axis_b: Vector,
    /// The centre at which b would mesh with the axis that it has; none where the axes do not cross as they should, or are parallel.
    pub center_for_axis: Option<Vector>,
}

/// Axes cross as they should if their angle is off by less than this (rad).
const CROSSED: f64 = 0.02;

impl MeshMismatch {
    /// Its length (m).
    pub fn distance(&self) -> f64 {
        length(self.position)
    }
}

impl PitchPair {
    /// The mounting at which the pitch surfaces touch.
    pub fn mounting(&self) -> Mounting {
        Mounting {
            center_a: [0.0; 3],
            axis_a: self.frame_a()[0],
            center_b: self.center_b(),
            axis_b: self.frame_b()[0],
        }
    }

    /// Squared distance of the centres across the axis of a, c = (r_A − Z22 r_B)² + Z32² r_B² (m²).
    pub fn squared_distance_across(&self) -> f64 {
        let z = self.relative_axes();
        // [theory:pitch-geometry] (7); differs from [cardona] (16): plus
        (self.a.radius - z[1][1] * self.b.radius).powi(2) + (z[2][1] * self.b.radius).powi(2)
    }

    /// The frames of both gears on a mounting: axis, direction to the contact point, turning direction. Each has the axis that the
    /// mounting gives it; `None` when the centres coincide, so that no direction points from one to the other.
    pub fn frames_on(&self, mounting: &Mounting) -> Option<[Triad; 2]> {
        let frame = self.frame_on(mounting)?;
        let towards = self.of_b(&frame, 1);
        let axis = mounting.axis_b;
        let across = minus(towards, times(dot(towards, axis), axis));
        let found = length(across);
        (found > 1e-9).then(|| {
            let towards = times(1.0 / found, across);
            [frame, [axis, towards, cross(axis, towards)]]
        })
    }

    /// What a mounting lacks; `None` when the centres coincide.
    pub fn mismatch(&self, mounting: &Mounting) -> Option<MeshMismatch> {
        let frame = self.frame_on(mounting)?;
        let [axis, towards, _] = frame;
        let between = minus(mounting.center_b, mounting.center_a);
        let across = minus(between, times(dot(between, axis), axis));
        let place = minus(
            times(self.a.radius, towards),
            times(self.b.radius, self.of_b(&frame, 1)),
        );
        let position = minus(between, place);
        let axis_b = self.of_b(&frame, 0);
        let turn = cross(axis_b, mounting.axis_b);
        Some(MeshMismatch {
            position,
            along_axis_a: dot(position, axis),
            apart: length(across) - self.squared_distance_across().sqrt(),
            axis_angle: length(turn).atan2(dot(axis_b, mounting.axis_b)),
            axis_b,
            center_for_axis: center_for_axis(mounting, axis_b, place),
        })
    }

    /// Frame of a whose second axis points to where the contact is with b's centre across the axis of a.
    fn frame_on(&self, mounting: &Mounting) -> Option<Triad> {
        let z = self.relative_axes();
        let (r_a, r_b) = (self.a.radius, self.b.radius);
        let axis = mounting.axis_a;
        let between = minus(mounting.center_b, mounting.center_a);
        let across = minus(between, times(dot(between, axis), axis));
        let (wanted, found) = (self.squared_distance_across().sqrt(), length(across));
        let smallest = 1e-9 * r_a.max(r_b);
        if wanted < smallest || found < smallest {
            return None;
        }
        // [cardona] (15), (16) without its axial part, scaled to unit length
        let along = times(r_a - z[1][1] * r_b, across);
        let turned = times(z[2][1] * r_b, cross(axis, across));
        let towards = times(1.0 / (wanted * found), plus(along, turned));
        Some([axis, towards, cross(axis, towards)])
    }

    /// An axis of b that belongs to a frame of a.
    fn of_b(&self, frame: &Triad, axis: usize) -> Vector {
        let z = self.relative_axes();
        compose(frame, [z[0][axis], z[1][axis], z[2][axis]])
    }
}

/// Turns a place of b, whose axis it fits, about the axis of a until it fits the axis that the mounting gives b.
fn center_for_axis(mounting: &Mounting, fitting: Vector, place: Vector) -> Option<Vector> {
    let axis = mounting.axis_a;
    let across = |v: Vector| minus(v, times(dot(v, axis), axis));
    let angle = |v: Vector| length(across(v)).atan2(dot(v, axis));
    let (from, to) = (across(fitting), across(mounting.axis_b));
    let size = length(from) * length(to);
    let is_crossed = (angle(fitting) - angle(mounting.axis_b)).abs() <= CROSSED;
    if !is_crossed || size < CROSSED * CROSSED {
        return None;
    }
    let [sin, cos] = [dot(axis, cross(from, to)), dot(from, to)].map(|x| x / size);
    let (along, off) = (times(dot(place, axis), axis), across(place));
    let turned = plus(times(cos, off), times(sin, cross(axis, off)));
    Some(plus(mounting.center_a, plus(along, turned)))
}
