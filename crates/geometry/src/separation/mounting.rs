//! Where gear `b` stands, seen from the mounting of `a`.

use crate::Flank;
use crate::vector::{minus, plus_scaled, turn_z};

/// Displacement and tilt of gear `b` from its place.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Misalignment {
    /// Change of the centre distance: parallel, in the plane of the axes (m).
    pub radial: f64,
    /// Displacement along +y: parallel, out of the plane of the axes (m).
    pub offset: f64,
    /// Displacement along +z (m).
    pub axial: f64,
    /// Turn of b's axis about +y: in the plane of the axes (rad).
    pub tilt_in_plane: f64,
    /// Turn of b's axis about +x, after the other: out of the plane of the axes (rad).
    pub tilt_out_of_plane: f64,
}

impl Misalignment {
    pub(crate) fn is_tilted(&self) -> bool {
        self.tilt_in_plane != 0.0 || self.tilt_out_of_plane != 0.0
    }
}

/// The frame of `b` at a coordinate, from the world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mounting {
    origin: [f64; 3],
    /// Axes of the tilted mounting in the world, as columns.
    axes: [[f64; 3]; 3],
    /// Angle of the frame of b in its mounting at coordinate zero.
    angle: f64,
    /// Place of a rack at coordinate zero (m).
    place: f64,
    is_rack: bool,
}

impl Mounting {
    /// `half_pitch` is an angle, of a rack a length.
    pub fn new(
        center_distance: f64,
        is_ring: bool,
        is_internal: bool,
        half_pitch: f64,
        is_rack: bool,
        misalignment: Misalignment,
    ) -> Self {
        let outward = if is_ring { -1.0 } else { 1.0 };
        let facing = if is_internal {
            0.0
        } else {
            std::f64::consts::PI
        };
        let (sin, cos) = misalignment.tilt_in_plane.sin_cos();
        let (skew_sin, skew_cos) = misalignment.tilt_out_of_plane.sin_cos();
        let skewed =
            |[x, y, z]: [f64; 3]| [x, y * skew_cos - z * skew_sin, y * skew_sin + z * skew_cos];
        Self {
            origin: [
                outward * (center_distance + misalignment.radial),
                misalignment.offset,
                misalignment.axial,
            ],
            axes: [[cos, 0.0, -sin], [0.0, 1.0, 0.0], [sin, 0.0, cos]].map(skewed),
            angle: if is_rack { facing } else { facing - half_pitch },
            place: if is_rack { -half_pitch } else { 0.0 },
            is_rack,
        }
    }

    /// A point of the world in the frame of `b` at a coordinate.
    pub fn seen_from_b(&self, point: [f64; 3], coordinate: f64) -> [f64; 3] {
        let from = minus(point, self.origin);
        let local = self
            .axes
            .map(|axis| axis.iter().zip(from).map(|(e, p)| e * p).sum::<f64>());
        let turn = if self.is_rack { 0.0 } else { coordinate };
        let (sin, cos) = (self.angle + turn).sin_cos();
        let [x, y, z] = turn_z(local, [-sin, cos]);
        if self.is_rack {
            [x, y - self.place - coordinate, z]
        } else {
            [x, y, z]
        }
    }

    /// A point of the frame of `b` in the world.
    pub fn in_world(&self, point: [f64; 3], coordinate: f64) -> [f64; 3] {
        let [x, y, z] = point;
        let (shift, turn) = if self.is_rack {
            (self.place + coordinate, 0.0)
        } else {
            (0.0, coordinate)
        };
        let (sin, cos) = (self.angle + turn).sin_cos();
        let local = turn_z([x, y + shift, z], [sin, cos]);
        let mut world = self.origin;
        for (axis, part) in self.axes.iter().zip(local) {
            world = plus_scaled(world, part, *axis);
        }
        world
    }
}

/// A point of a flank of `a` in the world.
pub(crate) fn world_of_a(flank: &Flank, point: [f64; 3], coordinate: f64) -> [f64; 3] {
    if flank.is_rack() {
        [point[0], point[1] + coordinate, point[2]]
    } else {
        let (sin, cos) = coordinate.sin_cos();
        turn_z(point, [sin, cos])
    }
}
