//! The transverse plane unrolled: every gear looks like a rack.
//!
//! On a wheel u = ± r_f ln(r / r_f) and v = r_f φ. The map is conformal: right angles stay right angles and squares
//! squares, so that a good mesh of the unrolled plane is a good mesh of the wheel. Cuts, tip lands, root lands and
//! seats are straight lines there. u grows towards the tip and is 0 on the root land; v = 0 is the centre line of the
//! tooth. [theory:gear-meshes] (1)

use pitchline_geometry::{CylindricalGear, Hand};

/// The map between the unrolled plane and space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Plane {
    kind: Kind,
    /// Angle per width about the axis; on a rack dy/dz.
    twist: f64,
    /// Half a pitch along v (m).
    pub half_pitch: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// Root radius, and +1 where the teeth point outwards.
    Wheel { root_radius: f64, outward: f64 },
    /// Depth of the root below the datum line.
    Rack { root_depth: f64 },
}

impl Plane {
    pub fn new(gear: &CylindricalGear) -> Self {
        let system = &gear.data().system;
        let slope = match system.hand {
            Hand::Right => system.helix_angle.tan(),
            Hand::Left => -system.helix_angle.tan(),
        };
        match gear {
            CylindricalGear::Wheel(wheel) => Self {
                kind: Kind::Wheel {
                    root_radius: wheel.root_radius,
                    outward: if wheel.is_internal() { -1.0 } else { 1.0 },
                },
                twist: slope / wheel.reference_radius,
                half_pitch: wheel.root_radius * std::f64::consts::PI / f64::from(wheel.data.teeth),
            },
            CylindricalGear::Rack(rack) => Self {
                kind: Kind::Rack {
                    root_depth: rack.root_depth,
                },
                twist: slope,
                half_pitch: 0.5 * system.transverse_pitch(),
            },
        }
    }

    /// u at a radius, on a rack at a height over the datum line.
    pub fn level(&self, radius_or_height: f64) -> f64 {
        match self.kind {
            Kind::Wheel {
                root_radius,
                outward,
            } => outward * root_radius * (radius_or_height / root_radius).ln(),
            Kind::Rack { root_depth } => radius_or_height + root_depth,
        }
    }

    /// A point of the plane z = 0, unrolled.
    pub fn unrolled(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        match self.kind {
            Kind::Wheel { root_radius, .. } => [self.level(x.hypot(y)), root_radius * y.atan2(x)],
            Kind::Rack { .. } => [self.level(x), y],
        }
    }

    /// A direction of the plane z = 0 at an unrolled point, unrolled (its length is not kept).
    pub fn unrolled_direction(&self, [_, v]: [f64; 2], [x, y]: [f64; 2]) -> [f64; 2] {
        match self.kind {
            Kind::Wheel {
                root_radius,
                outward,
            } => {
                let (sin, cos) = (v / root_radius).sin_cos();
                [outward * (x * cos + y * sin), y * cos - x * sin]
            }
            Kind::Rack { .. } => [x, y],
        }
    }

    /// Where a point of the section stands at a width. [theory:gear-meshes] (2)
    pub fn place(&self, [u, v]: [f64; 2], z: f64) -> [f64; 3] {
        match self.kind {
            Kind::Wheel {
                root_radius,
                outward,
            } => {
                let radius = root_radius * (outward * u / root_radius).exp();
                let (sin, cos) = (v / root_radius + self.twist * z).sin_cos();
                [radius * cos, radius * sin, z]
            }
            Kind::Rack { root_depth } => [u - root_depth, v + self.twist * z, z],
        }
    }

    /// Whether the unrolled plane is seen from the other side.
    pub fn is_mirrored(&self) -> bool {
        matches!(self.kind, Kind::Wheel { outward, .. } if outward < 0.0)
    }

    pub fn is_rack(&self) -> bool {
        matches!(self.kind, Kind::Rack { .. })
    }

    /// How far the section turns over a width, about the axis (rad); nothing on a rack, which is only sheared.
    pub fn turn(&self, width: f64) -> f64 {
        match self.kind {
            Kind::Wheel { .. } => (self.twist * width).abs(),
            Kind::Rack { .. } => 0.0,
        }
    }

    /// From tooth to tooth: an angle, on a rack a length.
    pub fn pitch(&self) -> f64 {
        match self.kind {
            Kind::Wheel { root_radius, .. } => 2.0 * self.half_pitch / root_radius,
            Kind::Rack { .. } => 2.0 * self.half_pitch,
        }
    }
}
