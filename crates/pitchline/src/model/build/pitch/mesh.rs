//! The pitch surfaces of a pair, and where the file puts them.

use crate::geometry::{
    self, BevelData, CrossedData, CylindricalGear, Hand, HypoidCones, HypoidData, Mounting,
    PitchGear, PitchPair, Spiral, WormData, WormSize,
};
use crate::input::Section;
use crate::model::{MeshKind, PitchData, PitchMesh};

/// Shaft angle of bevel, hypoid and worm pairs when the file gives none.
const RIGHT_ANGLE: f64 = std::f64::consts::FRAC_PI_2;

/// What the section of a pair says about its shafts.
pub(super) struct Shafts {
    angle: Option<f64>,
    offset: Option<f64>,
    apex: Option<f64>,
    center_distance: Option<f64>,
    mounting_distance: [Option<f64>; 2],
}

impl Shafts {
    pub(super) fn new(section: &Section) -> Self {
        let quantity = |key: &str| section.quantity(key).map(|found| found.value);
        Self {
            angle: quantity("shaft_angle"),
            offset: quantity("offset"),
            apex: quantity("apex_beyond_crossing"),
            center_distance: quantity("center_distance"),
            mounting_distance: ["mounting_distance_a", "mounting_distance_b"].map(quantity),
        }
    }

    fn angle(&self) -> f64 {
        self.angle.unwrap_or(RIGHT_ANGLE)
    }

    /// Shafts at the angle of the file and at this distance, on the side on which the contact has them; gears where the
    /// file says, or else where `right` says.
    fn mounting(&self, contact: &PitchPair, distance: f64, right: [f64; 2]) -> Mounting {
        let given = self.mounting_distance;
        let from = [0, 1].map(|i| given[i].unwrap_or(right[i]));
        let side = if contact.offset() < 0.0 { -1.0 } else { 1.0 };
        Mounting::on_shafts(self.angle(), side * distance, from)
    }

    /// The same for gears that are given in the other order.
    fn swapped(&self) -> Self {
        let [a, b] = self.mounting_distance;
        Self {
            mounting_distance: [b, a],
            ..*self
        }
    }
}

/// From the crossing point of the shafts to the middle of a face whose cone has its apex so far beyond it.
fn from_crossing(gear: &PitchGear, apex_beyond: f64) -> f64 {
    gear.apex_distance() - apex_beyond
}

/// Module and pressure angle that both gears must share.
fn check_common(a: &PitchData, b: &PitchData) -> Result<(), geometry::Error> {
    if (a.module - b.module).abs() > 1e-9 * a.module {
        return Err(geometry::Error::DifferentModules {
            a: a.module,
            b: b.module,
        });
    }
    if (a.pressure_angle - b.pressure_angle).abs() > 1e-9 {
        return Err(geometry::Error::DifferentPressureAngles {
            a: a.pressure_angle,
            b: b.pressure_angle,
        });
    }
    Ok(())
}

pub(super) fn bevel(
    a: &PitchData,
    b: &PitchData,
    shafts: &Shafts,
) -> Result<PitchMesh, geometry::Error> {
    check_common(a, b)?;
    let [spiral_a, spiral_b] = [a, b].map(|gear| gear.spiral_angle.unwrap_or(0.0));
    if (spiral_a - spiral_b).abs() > 1e-9 {
        return Err(geometry::Error::DifferentSpiralAngles {
            a: spiral_a,
            b: spiral_b,
        });
    }
    let data = BevelData {
        teeth: [a.teeth, b.teeth],
        module: a.module,
        shaft_angle: shafts.angle(),
        spiral_angle: spiral_a,
        hands: [a, b].map(|gear| gear.hand.unwrap_or(Hand::Right)),
        face_width: a.face_width.min(b.face_width),
        pressure_angle: a.pressure_angle,
    };
    let contact = data.build()?;
    let right = [contact.a, contact.b].map(|gear| from_crossing(&gear, 0.0));
    Ok(PitchMesh {
        kind: MeshKind::Bevel,
        contact,
        mounting: shafts.mounting(&contact, 0.0, right),
        face_width: [a.face_width, b.face_width],
        outer_diameter: data.outer_diameters().map(Some),
        wheel_shift: None,
    })
}

pub(super) fn hypoid(
    a: &PitchData,
    b: &PitchData,
    shafts: &Shafts,
) -> Result<PitchMesh, geometry::Error> {
    check_common(a, b)?;
    if a.teeth > b.teeth {
        return hypoid(b, a, &shafts.swapped()).map(swapped);
    }
    let hand = a.hand.unwrap_or(Hand::Left);
    if b.hand == Some(hand) {
        return Err(geometry::Error::WrongSpiralHands);
    }
    let outer = b.module * f64::from(b.teeth);
    let spiral = match a.spiral_angle {
        Some(angle) => Spiral::Pinion(angle),
        None => Spiral::Wheel(b.spiral_angle.unwrap_or(0.0)),
    };
    let data = HypoidData {
        pinion_teeth: a.teeth,
        wheel_teeth: b.teeth,
        shaft_angle: shafts.angle(),
        offset: shafts.offset.unwrap_or(0.0),
        wheel_outer_diameter: outer,
        wheel_face_width: b.face_width,
        spiral,
        pinion_hand: hand,
        apex_beyond_crossing: shafts.apex.unwrap_or(0.0),
        pressure_angle: a.pressure_angle,
    };
    let contact = data.build()?;
    // The file places the wheel's apex; where the pinion's lies is found with its cone.
    let [apex, _] = contact.apexes_beyond_crossing().unwrap_or_default();
    let right = [
        from_crossing(&contact.a, apex),
        from_crossing(&contact.b, data.apex_beyond_crossing),
    ];
    Ok(PitchMesh {
        kind: MeshKind::Hypoid,
        contact,
        mounting: shafts.mounting(&contact, data.offset, right),
        face_width: [a.face_width, b.face_width],
        outer_diameter: [None, Some(outer)],
        wheel_shift: None,
    })
}

/// The same whose cones are given: the shafts stand where these touch, unless the file says otherwise.
pub(super) fn hypoid_of_cones(
    a: &PitchData,
    b: &PitchData,
    shafts: &Shafts,
) -> Result<PitchMesh, geometry::Error> {
    check_common(a, b)?;
    if a.teeth > b.teeth {
        return hypoid_of_cones(b, a, &shafts.swapped()).map(swapped);
    }
    let outer = b.module * f64::from(b.teeth);
    let contact = HypoidCones {
        teeth: [a.teeth, b.teeth],
        cone_angles: [a, b].map(|gear| gear.cone_angle.unwrap_or(RIGHT_ANGLE)),
        spiral_angles: [a, b].map(|gear| gear.spiral_angle.unwrap_or(0.0)),
        hands: [a, b].map(|gear| gear.hand.unwrap_or(Hand::Left)),
        wheel_outer_diameter: outer,
        wheel_face_width: b.face_width,
        pressure_angle: a.pressure_angle,
    }
    .build()?;
    let apexes = contact.apexes_beyond_crossing().unwrap_or_default();
    let right = [
        from_crossing(&contact.a, apexes[0]),
        from_crossing(&contact.b, shafts.apex.unwrap_or(apexes[1])),
    ];
    let at_contact = Shafts {
        angle: shafts.angle.or(Some(contact.shaft_angle())),
        ..*shafts
    };
    let offset = shafts.offset.unwrap_or(contact.offset().abs());
    Ok(PitchMesh {
        kind: MeshKind::Hypoid,
        contact,
        mounting: at_contact.mounting(&contact, offset, right),
        face_width: [a.face_width, b.face_width],
        outer_diameter: [None, Some(outer)],
        wheel_shift: None,
    })
}

pub(super) fn worm(
    worm: &PitchData,
    wheel: &PitchData,
    shafts: &Shafts,
) -> Result<PitchMesh, geometry::Error> {
    check_common(worm, wheel)?;
    let hand = worm.hand.unwrap_or(Hand::Right);
    let data = WormData {
        starts: worm.teeth,
        wheel_teeth: wheel.teeth,
        axial_module: worm.module,
        size: worm.worm_size.unwrap_or(WormSize::LeadAngle(0.1)),
        hand,
        shaft_angle: shafts.angle(),
        center_distance: shafts.center_distance,
        pressure_angle: worm.pressure_angle,
    };
    let found = data.build()?;
    // Beyond a right angle less the lead angle the wheel's teeth lean to the other side.
    let needed = found.pitch.b.hand();
    if needed.is_some() && wheel.hand.is_some() && wheel.hand != needed {
        let is_same = needed == Some(hand);
        return Err(geometry::Error::WrongWormHands { is_same });
    }
    Ok(PitchMesh {
        kind: MeshKind::Worm,
        contact: found.pitch,
        mounting: shafts.mounting(&found.pitch, distance(&found.pitch, shafts), [0.0; 2]),
        face_width: [worm.face_width, wheel.face_width],
        outer_diameter: [None, None],
        wheel_shift: Some(found.profile_shift),
    })
}

pub(super) fn crossed(
    a: &CylindricalGear,
    b: &CylindricalGear,
    shafts: &Shafts,
) -> Result<PitchMesh, geometry::Error> {
    let [a, b] = [a.data(), b.data()];
    let data = CrossedData {
        teeth: [a.teeth, b.teeth],
        systems: [a.system, b.system],
        profile_shifts: [a.profile_shift, b.profile_shift],
        shaft_angle: shafts.angle(),
        center_distance: shafts.center_distance,
    };
    let contact = data.build()?;
    Ok(PitchMesh {
        kind: MeshKind::Crossed,
        contact,
        mounting: shafts.mounting(&contact, distance(&contact, shafts), [0.0; 2]),
        face_width: [a.face_width, b.face_width],
        outer_diameter: [None, None],
        wheel_shift: None,
    })
}

/// Distance of the shafts of two cylinders: that of the file, or the sum of their radii.
fn distance(contact: &PitchPair, shafts: &Shafts) -> f64 {
    let touching = contact.a.radius + contact.b.radius;
    shafts.center_distance.unwrap_or(touching)
}

pub(super) fn swapped(mesh: PitchMesh) -> PitchMesh {
    let [a, b] = mesh.face_width;
    let [outer_a, outer_b] = mesh.outer_diameter;
    PitchMesh {
        contact: PitchPair {
            a: mesh.contact.b,
            b: mesh.contact.a,
            pressure_angle: mesh.contact.pressure_angle,
        },
        mounting: mesh.mounting.swapped(),
        face_width: [b, a],
        outer_diameter: [outer_b, outer_a],
        ..mesh
    }
}
