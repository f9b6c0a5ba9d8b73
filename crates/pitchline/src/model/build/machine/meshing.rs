//! Pairs of wheels: what meshes, and whether it can where it stands.

mod friction;
mod law;
mod place;
mod stiffness;

use super::Reading;
use super::ends::is_given;
use crate::contact::Friction;
use crate::dynamics::Engagement;
use crate::geometry::{GearPair, PitchPair, RackContact};
use crate::input::Section;
use crate::model::build::Gears;
use crate::model::machine::{
    Carrier, DampingRequest, MeshDirection, MeshLawRequest, MeshingRequest, WheelRequest,
};
use crate::model::{MeshKind, Pair, PairGeometry};

/// The pairs of wheels that could be read. What only wheels can have is refused for pairs of gears.
pub(super) fn read(
    section: &Section,
    gears: &Gears,
    wheels: &[WheelRequest],
    reading: &mut Reading,
) -> Vec<MeshingRequest> {
    let mut found = Vec::new();
    for item in section.items("pairs") {
        let Some(name) = item.text("name") else {
            continue;
        };
        let names = [item.text("a"), item.text("b")].map(|side| side.map(|side| side.value));
        let [Some(a), Some(b)] = names else {
            continue;
        };
        let what = format!("pair `{}`", name.value);
        let named = (what.as_str(), item);
        if !gears.is_wheel(a) && !gears.is_wheel(b) {
            refuse_without_wheels(named, reading);
            continue;
        }
        let find = |name: &str| wheels.iter().find(|wheel| wheel.name == name);
        // Pairs and wheels that were refused are not known: they were reported.
        let pair = reading.pairs.iter().find(|pair| pair.name == name.value);
        if let (Some(pair), Some(a), Some(b)) = (pair, find(a), find(b)) {
            found.extend(meshing(named, pair, [a, b], gears, reading));
        }
    }
    found
}

fn refuse_without_wheels((what, section): (&str, &Section), reading: &mut Reading) {
    let is_joint = section
        .choice("level")
        .is_some_and(|level| level.value == "joint");
    let key = match (is_joint, is_given(section, "mesh")) {
        (true, _) => "level",
        (false, true) => "mesh",
        (false, false) if is_given(section, "friction") => "friction",
        _ => return,
    };
    reading.refuse::<()>(
        "needs-wheels",
        (section.span_of(key), "for wheels only"),
        match is_joint {
            true => format!("{what} has level \"joint\", but its gears are no wheels of the machine"),
            false => format!("{what} has `{key}`, but its gears are no wheels of the machine"),
        },
        "put the gears on bodies, [wheels.NAME] with gear and body, and name the wheels as a and b; or remove it",
    );
}

fn meshing(
    named: (&str, &Section),
    pair: &Pair,
    wheels: [&WheelRequest; 2],
    gears: &Gears,
    reading: &mut Reading,
) -> Option<MeshingRequest> {
    let (what, section) = named;
    if wheels[0].seat.carrier == wheels[1].seat.carrier {
        return reading.refuse(
            "same-body",
            (section.span_of("b"), "on the same body"),
            format!(
                "{what}: both wheels are on {}, so they cannot turn against each other",
                wheels[0].seat.carrier
            ),
            "put one of them on another body",
        );
    }
    let teeth = teeth(named, pair, gears, reading)?;
    place::check(named, wheels, &teeth, reading);
    let friction = match section.table("friction") {
        Some(table) => friction::read((what, table), reading),
        None => Some(Friction::None),
    };
    let request = elastic((named, "mesh"), (pair, wheels), teeth, gears, reading)?;
    Some(MeshingRequest {
        friction: friction?,
        ..request
    })
}

/// A pair of wheels of a planetary set, which stand where they mesh; the key is that of how the teeth deform.
pub(super) fn of_set(
    (named, key): ((&str, &Section), &str),
    (pair, wheels): (&Pair, [&WheelRequest; 2]),
    gears: &Gears,
    reading: &mut Reading,
) -> Option<MeshingRequest> {
    let teeth = teeth(named, pair, gears, reading)?;
    elastic((named, key), (pair, wheels), teeth, gears, reading)
}

/// Rigid or elastic teeth, without friction.
fn elastic(
    (named, key): ((&str, &Section), &str),
    (pair, wheels): (&Pair, [&WheelRequest; 2]),
    teeth: Teeth,
    gears: &Gears,
    reading: &mut Reading,
) -> Option<MeshingRequest> {
    let is_along_pitch = named
        .1
        .table(key)
        .and_then(|mesh| mesh.choice("measured_along"))
        .is_some_and(|along| along.value == "pitch-circle");
    let direction = MeshDirection {
        hoop_per_way: if is_along_pitch {
            1.0
        } else {
            teeth.hoop_per_line
        },
        hoop_per_line: teeth.hoop_per_line,
    };
    let mesh = law::read((named, key), (pair, gears), &direction, reading)?;
    refuse_unknown_mass((named, key), mesh.as_ref(), wheels, reading)?;
    Some(MeshingRequest {
        name: pair.name.clone(),
        wheels: wheels.map(|wheel| wheel.name.clone()),
        engagement: teeth.engagement,
        datum_height: teeth.datum_height,
        mesh,
        friction: Friction::None,
        direction,
        normal_factor: teeth.normal_factor,
    })
}

/// A damping ratio needs to know what vibrates: rigid bodies tell, shafts and flexible bodies do not.
fn refuse_unknown_mass(
    ((what, section), key): ((&str, &Section), &str),
    mesh: Option<&MeshLawRequest>,
    wheels: [&WheelRequest; 2],
    reading: &mut Reading,
) -> Option<()> {
    let damping = mesh.map(|mesh| mesh.damping);
    let Some(DampingRequest::Ratio { mass: None, .. }) = damping else {
        return Some(());
    };
    let mut carriers = wheels.map(|wheel| &wheel.seat.carrier).into_iter();
    let Some(elastic) = carriers.find(|carrier| matches!(carrier, Carrier::Point(..))) else {
        return Some(());
    };
    reading.refuse(
        "missing-key",
        (section.span_of(key), "what vibrates?"),
        format!("{what} has a `damping_ratio`, and a wheel on {elastic}, whose inertia at the wheel is not one number"),
        "add equivalent_mass = \"0.5 kg\" to mesh, or write damping in place of damping_ratio",
    )
}

/// Pitch surfaces of a pair as the joint takes them.
struct Teeth {
    engagement: Engagement,
    datum_height: f64,
    /// Way across the tooth in the pitch surfaces over way along the line of action.
    hoop_per_line: f64,
    normal_factor: f64,
}

fn teeth(
    (what, section): (&str, &Section),
    pair: &Pair,
    gears: &Gears,
    reading: &mut Reading,
) -> Option<Teeth> {
    let mesh = match &pair.geometry {
        PairGeometry::Pitch(mesh) => {
            let contact = &mesh.contact;
            let hoop_per_line = match mesh.kind {
                MeshKind::Bevel => transverse(contact.pressure_angle, contact.a.helix_angle),
                // Their transverse planes differ: the flank's normal is what both have.
                MeshKind::Hypoid | MeshKind::Worm | MeshKind::Crossed => {
                    1.0 / contact.pressure_angle.cos()
                }
            };
            return Some(Teeth {
                engagement: Engagement::Wheels(*contact),
                datum_height: 0.0,
                hoop_per_line,
                normal_factor: 1.0,
            });
        }
        PairGeometry::Cylindrical(mesh) => mesh,
    };
    if mesh.a.as_wheel().is_none() {
        return reading.refuse(
            "rack-first",
            (section.span_of("a"), "a rack"),
            format!(
                "{what}: its first wheel is a rack, whose travel has no tooth number to count by"
            ),
            "exchange a and b: the wheel is a, the rack is b",
        );
    }
    if let Some(rack) = RackContact::new(mesh) {
        return Some(Teeth {
            hoop_per_line: transverse(rack.pressure_angle, rack.gear.helix_angle),
            datum_height: mesh.center_distance - rack.gear.radius,
            engagement: Engagement::Rack(rack),
            normal_factor: 1.0,
        });
    }
    let is_double = gears
        .find(&pair.a)
        .is_some_and(|built| built.gear.is_double_helical);
    let contact = PitchPair::of_cylinders(mesh)?;
    Some(match is_double {
        true => double_helical(contact, mesh),
        false => Teeth {
            hoop_per_line: transverse(contact.pressure_angle, contact.a.helix_angle),
            engagement: Engagement::Wheels(contact),
            datum_height: 0.0,
            normal_factor: 1.0,
        },
    })
}

/// Way across the tooth over way along the line of action in the transverse plane. \[theory:gear-joint\] (16)
fn transverse(normal_pressure_angle: f64, helix_angle: f64) -> f64 {
    let cos = helix_angle.cos();
    let transverse = (normal_pressure_angle.tan() / cos).atan();
    cos / transverse.cos()
}

/// Both halves together push like spur teeth with the transverse pressure angle; each flank bears more by 1/cos β_b.
/// \[theory:gear-joint\] (18)
fn double_helical(mut contact: PitchPair, mesh: &GearPair) -> Teeth {
    contact.a.helix_angle = 0.0;
    contact.b.helix_angle = 0.0;
    contact.pressure_angle = mesh.working_pressure_angle;
    Teeth {
        hoop_per_line: transverse(contact.pressure_angle, 0.0),
        engagement: Engagement::Wheels(contact),
        datum_height: 0.0,
        normal_factor: 1.0 / mesh.a.data().system.base_helix_angle().cos(),
    }
}
