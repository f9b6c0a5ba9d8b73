//! Cylindrical pairs on parallel shafts, seen as pitch surfaces: what the 3D joint shares with the planar geometry.

use super::{PitchGear, PitchPair};
use crate::{GearPair, Wheel};

impl PitchPair {
    /// The working cylinders of an external or internal pair; `None` with a rack, see [`super::RackContact`].
    ///
    /// The cylinder of a ring has the cone angle 180°: in this frame its axis runs against that of the pinion.
    pub fn of_cylinders(mesh: &GearPair) -> Option<Self> {
        let [a, b] = [mesh.a.as_wheel()?, mesh.b.as_wheel()?];
        let [a, b] = [
            working_cylinder(a, mesh.working_radius[0]?),
            working_cylinder(b, mesh.working_radius[1]?),
        ];
        Some(Self {
            a,
            b,
            pressure_angle: normal_pressure_angle(mesh, &a),
        })
    }
}

/// The cylinder of a wheel that rolls, with the helix angle that the teeth have there.
pub(super) fn working_cylinder(wheel: &Wheel, radius: f64) -> PitchGear {
    let cone_angle = if wheel.is_internal() {
        std::f64::consts::PI
    } else {
        0.0
    };
    let system = wheel.data.system;
    let helix = (system.helix_angle.tan() * radius / wheel.reference_radius).atan();
    PitchGear {
        teeth: wheel.data.teeth,
        radius,
        cone_angle,
        helix_angle: PitchGear::signed_helix(helix, system.hand, cone_angle),
    }
}

/// Normal pressure angle on the working cylinders: tan α_wn = tan α_wt cos β_w.
pub(super) fn normal_pressure_angle(mesh: &GearPair, gear: &PitchGear) -> f64 {
    (mesh.working_pressure_angle.tan() * gear.helix_angle.cos()).atan()
}
