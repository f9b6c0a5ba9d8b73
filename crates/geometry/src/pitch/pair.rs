//! Two pitch surfaces that touch: the frames at their contact point, shafts, speeds.
//!
//! | symbol | name in code | |
//! |---|---|---|
//! | μ1, μ2, μ3 | `frame_a` | axis of a, towards the contact point, turning direction |
//! | ξ1, ξ2, ξ3 | `frame_b` | the same for b |
//! | η1, η2, η3 | `tooth_frame` | along the tooth, from a to b, normal to the tooth's middle plane |
//! | Z | `relative_axes` | components of ξ in μ |
//!
//! # References
//!
//! \[cardona\] section 3; its (9) needs D = diag(1, −1, −1) between the two matrices.

use super::PitchGear;
use crate::vector::{Triad, Vector, compose, cross, dot, minus, plus, times};

/// Two pitch surfaces in contact.
///
/// The frame of the pair has its origin in the centre of `a`, +z along the axis of `a` and +x towards the contact
/// point. Centres lie on the axes, level with the contact point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PitchPair {
    /// First gear.
    pub a: PitchGear,
    /// Second gear.
    pub b: PitchGear,
    /// Normal pressure angle α_n (rad).
    pub pressure_angle: f64,
}

impl PitchPair {
    /// Components of the axes of b in the frame of a: Z = Y_A D Y_Bᵀ, by rows.
    pub fn relative_axes(&self) -> [[f64; 3]; 3] {
        let [a1, a2, a3] = self.a.tooth_axes();
        let [b1, b2, b3] = self.b.tooth_axes();
        // [theory:pitch-geometry] (5); differs from [cardona] (9): D
        std::array::from_fn(|i| {
            std::array::from_fn(|j| a1[i] * b1[j] - a2[i] * b2[j] - a3[i] * b3[j])
        })
    }

    /// Frame of a: its axis, the direction to the contact point, the turning direction.
    pub fn frame_a(&self) -> Triad {
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    }

    /// Frame of b: its axis, the direction to the contact point, the turning direction.
    pub fn frame_b(&self) -> Triad {
        let frame = self.frame_a();
        let z = self.relative_axes();
        std::array::from_fn(|j| compose(&frame, [z[0][j], z[1][j], z[2][j]]))
    }

    /// Frame of the tooth: along it, from a to b, normal to its middle plane.
    pub fn tooth_frame(&self) -> Triad {
        let frame = self.frame_a();
        self.a.tooth_axes().map(|axis| compose(&frame, axis))
    }

    /// Frame of the tooth as b has it; equal to [`PitchPair::tooth_frame`].
    pub fn tooth_frame_of_b(&self) -> Triad {
        let frame = self.frame_b();
        let [along, outward, across] = self.b.tooth_axes().map(|axis| compose(&frame, axis));
        [along, times(-1.0, outward), times(-1.0, across)]
    }

    /// The contact point.
    pub fn contact_point(&self) -> Vector {
        times(self.a.radius, self.frame_a()[1])
    }

    /// Centre of b.
    pub fn center_b(&self) -> Vector {
        minus(
            self.contact_point(),
            times(self.b.radius, self.frame_b()[1]),
        )
    }

    /// Angle between the axes Σ (rad).
    pub fn shaft_angle(&self) -> f64 {
        let [axis_a, axis_b] = [self.frame_a()[0], self.frame_b()[0]];
        crate::vector::length(cross(axis_a, axis_b)).atan2(dot(axis_a, axis_b))
    }

    /// Whether the axes are parallel.
    pub fn is_parallel(&self) -> bool {
        self.shaft_angle().sin().abs() < 1e-9
    }

    /// Angle between the generatrices in the common tangent plane, β_A + β_B (rad).
    pub fn offset_angle(&self) -> f64 {
        self.a.helix_angle + self.b.helix_angle
    }

    /// Shortest distance of the axes (m): positive when the offset of b from a runs along the product of their axes.
    pub fn offset(&self) -> f64 {
        let [axis_a, axis_b] = [self.frame_a()[0], self.frame_b()[0]];
        if self.is_parallel() {
            let between = self.center_b();
            let along = dot(between, axis_a);
            return crate::vector::length(minus(between, times(along, axis_a)));
        }
        let across = cross(axis_a, axis_b);
        dot(self.center_b(), across) / crate::vector::length(across)
    }

    /// Distance of each centre from the foot of the common perpendicular, along its axis (m); `None` for parallel axes.
    pub fn mounting_distances(&self) -> Option<[f64; 2]> {
        if self.is_parallel() {
            return None;
        }
        let [axis_a, axis_b] = [self.frame_a()[0], self.frame_b()[0]];
        let between = self.center_b();
        let cos = dot(axis_a, axis_b);
        let sin_squared = 1.0 - cos * cos;
        let [on_a, on_b] = [dot(between, axis_a), dot(between, axis_b)];
        // [theory:pitch-geometry] (9)
        Some([
            (cos * on_b - on_a) / sin_squared,
            (on_b - cos * on_a) / sin_squared,
        ])
    }

    /// How far each apex lies beyond the foot of the common perpendicular (m); infinite for a cylinder.
    pub fn apexes_beyond_crossing(&self) -> Option<[f64; 2]> {
        let [a, b] = self.mounting_distances()?;
        Some([self.a.apex_distance() - a, self.b.apex_distance() - b])
    }

    /// Speed of b for a speed of a, both about their own axes, from the numbers of teeth: ω_B/ω_A = −z_A/z_B.
    pub fn speed_ratio(&self) -> f64 {
        -f64::from(self.a.teeth) / f64::from(self.b.teeth)
    }

    /// Velocities of the two surfaces at the contact point for a speed of a (rad/s).
    pub fn surface_velocities(&self, speed_a: f64) -> [Vector; 2] {
        let speed_b = speed_a * self.speed_ratio();
        let [a, b] = [self.frame_a(), self.frame_b()];
        [
            times(speed_a, cross(a[0], self.contact_point())),
            times(speed_b, cross(b[0], times(self.b.radius, b[1]))),
        ]
    }

    /// Slip at the contact point for a speed of a, b minus a, along the tooth (m/s).
    pub fn slip(&self, speed_a: f64) -> f64 {
        let [a, b] = self.surface_velocities(speed_a);
        dot(minus(b, a), self.tooth_frame()[0])
    }

    /// Apexes of a and b; `None` for a cylinder.
    pub fn apexes(&self) -> [Option<Vector>; 2] {
        let of = |gear: &PitchGear, center: Vector, axis: Vector| {
            (!gear.is_cylinder()).then(|| plus(center, times(-gear.apex_distance(), axis)))
        };
        [
            of(&self.a, [0.0; 3], self.frame_a()[0]),
            of(&self.b, self.center_b(), self.frame_b()[0]),
        ]
    }
}
