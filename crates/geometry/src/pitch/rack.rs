//! A wheel on a rack: the limit of a pair whose second wheel has an infinite radius, so that it travels.

use super::cylindrical::{normal_pressure_angle, working_cylinder};
use super::{MeshForce, PitchGear};
use crate::vector::{Triad, Vector, compose, times};
use crate::{CylindricalGear, GearPair};

/// Contact of a wheel with a rack, in the frame of the wheel: +z its axis, +x towards the contact point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RackContact {
    /// The wheel's pitch cylinder.
    pub gear: PitchGear,
    /// Normal pressure angle (rad).
    pub pressure_angle: f64,
}

impl RackContact {
    /// The contact of a pair of which one is a rack; `None` otherwise.
    pub fn new(mesh: &GearPair) -> Option<Self> {
        let (wheel, radius) = match (&mesh.a, &mesh.b) {
            (CylindricalGear::Wheel(wheel), CylindricalGear::Rack(_)) => {
                (wheel, mesh.working_radius[0]?)
            }
            (CylindricalGear::Rack(_), CylindricalGear::Wheel(wheel)) => {
                (wheel, mesh.working_radius[1]?)
            }
            _ => return None,
        };
        let gear = working_cylinder(wheel, radius);
        Some(Self {
            gear,
            pressure_angle: normal_pressure_angle(mesh, &gear),
        })
    }

    /// The contact point.
    pub fn contact_point(&self) -> Vector {
        [self.gear.radius, 0.0, 0.0]
    }

    /// Along the tooth, from the wheel to the rack, normal to the tooth's middle plane.
    pub fn tooth_frame(&self) -> Triad {
        let frame = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        self.gear.tooth_axes().map(|axis| compose(&frame, axis))
    }

    /// Velocity of the rack (m/s) for a speed of the wheel (rad/s): it travels at right angles to the axis.
    pub fn rack_velocity(&self, speed: f64) -> Vector {
        times(speed * self.gear.radius, [0.0, 1.0, 0.0])
    }

    /// Force on the rack in balance with an outer torque on the wheel (N m): along its travel, away from the wheel,
    /// along the wheel's axis.
    pub fn force_on_rack(&self, torque: f64) -> MeshForce {
        let tangential = torque / self.gear.radius;
        MeshForce {
            tangential,
            radial: tangential.abs() * self.pressure_angle.tan() / self.gear.helix_angle.cos(),
            axial: tangential * self.gear.helix_angle.tan(),
        }
    }
}
