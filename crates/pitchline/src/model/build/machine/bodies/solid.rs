//! Mass of a gear without a blank: a solid cylinder of its pitch diameter.

use super::super::Reading;
use crate::geometry::{CylindricalGear, GearKind};
use crate::input::Section;
use crate::model::build::Gears;
use crate::model::machine::MassSource;
use crate::model::{Gear, GearGeometry, PairGeometry};

/// The cylinder; `None` where the gear has a blank, or none that could be guessed: then its finite elements are asked for.
/// The inner `None` is a gear that was refused here.
pub(super) fn mass(
    (what, section): (&str, &Section),
    gears: &Gears,
    reading: &mut Reading,
) -> Option<Option<MassSource>> {
    let gear = &gears.find(section.text("gear")?.value)?.gear;
    let sizes = match &gear.geometry {
        GearGeometry::Cylindrical(_) => return of_wheel(gear).map(Some),
        GearGeometry::Pitch(_) => match in_pair(gear, reading) {
            Some(sizes) => sizes,
            None if reading.has_refused_pairs => return Some(None),
            None => {
                let place = (section.span_of("gear"), "size is unknown");
                return Some(reading.refuse(
                    "no-size",
                    place,
                    format!(
                        "{what}: gear `{}` is in no pair, from which its size would follow",
                        gear.name
                    ),
                    "pair it with another gear, or write mass and inertia in place of gear",
                ));
            }
        },
    };
    Some(Some(cylinder(sizes, gear.material.density)))
}

/// The same of a cylindrical gear; `None` where it has a blank, and of rings and racks: the outside of a ring and the back of a rack are not known
/// without one.
pub(in crate::model::build::machine) fn of_wheel(gear: &Gear) -> Option<MassSource> {
    let GearGeometry::Cylindrical(CylindricalGear::Wheel(wheel)) = &gear.geometry else {
        return None;
    };
    let is_solid = gear.blank.is_none() && wheel.data.kind == GearKind::External;
    let halves = if gear.is_double_helical { 2.0 } else { 1.0 };
    let sizes = [wheel.reference_radius, halves * wheel.data.face_width];
    is_solid.then(|| cylinder(sizes, gear.material.density))
}

/// Pitch radius at the contact point and length along the axis, from the first pair that has the gear.
fn in_pair(gear: &Gear, reading: &Reading) -> Option<[f64; 2]> {
    reading.pairs.iter().find_map(|pair| {
        let PairGeometry::Pitch(mesh) = &pair.geometry else {
            return None;
        };
        let i = [&pair.a, &pair.b]
            .iter()
            .position(|name| **name == gear.name)?;
        let surface = [mesh.contact.a, mesh.contact.b][i];
        // Along the cone where there is one.
        let length = mesh.face_width[i] * surface.cone_angle.cos();
        Some([surface.radius, length])
    })
}

fn cylinder([radius, length]: [f64; 2], density: f64) -> MassSource {
    let square = radius * radius;
    let mass = density * std::f64::consts::PI * square * length;
    let across = mass * (3.0 * square + length * length) / 12.0;
    MassSource::Given {
        mass,
        inertia: [
            [across, 0.0, 0.0],
            [0.0, across, 0.0],
            [0.0, 0.0, 0.5 * mass * square],
        ],
    }
}
