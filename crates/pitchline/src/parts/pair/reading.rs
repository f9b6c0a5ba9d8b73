//! Pairs of wheels as the model file has them: what meshes, and whether it can where it stands.

use super::{LevelKind, ReadLevel, carrying_flanks, place, unusual};
use crate::dynamics::Engagement;
use crate::geometry::{GearPair, PitchPair, RackContact, RackGear};
use crate::input::Section;
use crate::model::machine::{Faces, JointKind, JointRequest, MeshingRequest, WheelRequest};
use crate::model::{Gears, MeshKind, Pair, PairGeometry, Reading, is_given};

/// Where forces and ways are measured unless the file says otherwise.
pub(super) const LINE_OF_ACTION: &str = "line-of-action";

/// A pair of wheels in the model file, with what is known of it before its level is read.
#[derive(Clone, Copy)]
pub struct PairEntry<'r> {
    /// What it is called in messages.
    pub(super) what: &'r str,
    /// Its table.
    pub(super) section: &'r Section,
    /// The key that says how its teeth deform.
    pub(super) mesh_key: &'r str,
    /// Its geometry.
    pub(super) pair: &'r Pair,
    /// Its wheels.
    pub(super) wheels: [&'r WheelRequest; 2],
    /// The gears of the model.
    pub(super) gears: &'r Gears<'r>,
    /// Its pitch surfaces.
    pub(super) teeth: &'r Teeth,
}

impl<'r> PairEntry<'r> {
    /// The table that says how its teeth deform.
    pub(super) fn mesh(&self) -> Option<&'r Section> {
        self.section.table(self.mesh_key)
    }

    /// Refuses a level that needs to know how teeth deform.
    pub(super) fn refuse_without_mesh<T>(&self, help: &str, reading: &mut Reading) -> Option<T> {
        let level = self.section.choice("level")?;
        if self.section.is_faulty(self.mesh_key) {
            return None;
        }
        reading.refuse(
            "missing-key",
            (level.span, "`mesh` is missing"),
            format!("{} has level \"{}\" and no `mesh`", self.what, level.value),
            help,
        )
    }
}

/// The pairs of wheels that could be read. What only wheels can have is refused for pairs of gears.
pub(crate) fn read(
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
            let is_new = refuse_again(named, [&a.name, &b.name], &found, reading);
            found.extend(is_new.and_then(|()| meshing(named, pair, [a, b], gears, reading)));
        }
    }
    found
}

/// Refuses a second pair of the same wheels: each would carry a share that nobody knows.
fn refuse_again(
    (what, section): (&str, &Section),
    [a, b]: [&str; 2],
    before: &[MeshingRequest],
    reading: &mut Reading,
) -> Option<()> {
    let is_same = |pair: &&MeshingRequest| {
        let [first, second] = pair.wheels.each_ref().map(String::as_str);
        [first, second] == [a, b] || [first, second] == [b, a]
    };
    let Some(first) = before.iter().find(is_same) else {
        return Some(());
    };
    reading.refuse(
        "pair-again",
        (section.span_of("b"), "in mesh already"),
        format!(
            "{what}: wheels `{a}` and `{b}` mesh in pair `{}`",
            first.name
        ),
        "remove one of the two pairs; teeth that touch twice need two wheels on a body each",
    )
}

fn refuse_without_wheels((what, section): (&str, &Section), reading: &mut Reading) {
    let level = section.choice("level").map(|level| level.value);
    let level = level.filter(|level| *level != "ideal");
    let key = match (level, is_given(section, "mesh")) {
        (Some(_), _) => "level",
        (None, true) => "mesh",
        (None, false) if is_given(section, "friction") => "friction",
        (None, false) if is_given(section, "formulation") => "formulation",
        _ => return,
    };
    reading.refuse::<()>(
        "needs-wheels",
        (section.span_of(key), "for wheels only"),
        match level {
            Some(level) => format!("{what} has level \"{level}\", but its gears are no wheels of the machine"),
            None => format!("{what} has `{key}`, but its gears are no wheels of the machine"),
        },
        "put the gears on bodies, [wheels.NAME] with gear and body, and name the wheels as a and b; or remove it",
    );
}

/// Refuses contacts in a plane of which one wheel is pinned to the other: nothing would ever pass their pitch point.
pub(crate) fn refuse_pinned(
    root: &Section,
    pairs: &[MeshingRequest],
    (wheels, joints): (&[WheelRequest], &[JointRequest]),
    reading: &mut Reading,
) {
    for pair in pairs.iter().filter(|pair| pair.level.needs_carrier()) {
        let carriers = pair.wheels.each_ref().map(|name| {
            let wheel = wheels.iter().find(|wheel| wheel.name == *name);
            wheel.map(|wheel| &wheel.seat.carrier)
        });
        let [Some(a), Some(b)] = carriers else {
            continue;
        };
        let is_pin = |joint: &&JointRequest| {
            let ends = [&joint.between.a.carrier, &joint.between.b.carrier];
            joint.kind == JointKind::Revolute && (ends == [a, b] || ends == [b, a])
        };
        let Some(pin) = joints.iter().find(is_pin) else {
            continue;
        };
        let is_own = |item: &&Section| {
            item.text("name")
                .is_some_and(|name| name.value == pair.name)
        };
        let item = root.items("pairs").find(is_own);
        let span = item.map_or_else(|| root.span(), |item| item.span_of("b"));
        reading.refuse::<()>(
            "carrier-is-wheel",
            (span, "carried by the other wheel"),
            format!(
                "pair `{}`: joint `{}` pins {b} to {a}, so one wheel of the pair carries the other and nothing passes the pitch point",
                pair.name, pin.name
            ),
            "mount both wheels on a third body, or the ground",
        );
    }
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
    let entry = PairEntry {
        what,
        section,
        mesh_key: "mesh",
        pair,
        wheels,
        gears,
        teeth: &teeth,
    };
    let stands = place::check(&entry, reading);
    let found = request(&entry, reading)?;
    unusual::warn(&entry, &*found.level, reading);
    // Where wheels stand is told once.
    if stands.is_some() {
        found.level.check_place(&entry, &found, reading)?;
    }
    Some(found)
}

/// A pair of wheels of a planetary set, which stand where they mesh; the key is that of how the teeth deform.
pub(crate) fn of_set(
    (what, section): (&str, &Section),
    mesh_key: &str,
    (pair, wheels): (&Pair, [&WheelRequest; 2]),
    gears: &Gears,
    reading: &mut Reading,
) -> Option<MeshingRequest> {
    let is_planar = section
        .choice("level")
        .is_some_and(|level| level.value == super::planar::KIND.name);
    if is_given(section, "friction") && !is_planar {
        return reading.refuse(
            "key-of-planar",
            (section.span_of("friction"), "not at this level"),
            format!("{what} has `friction`, which sets have at level \"planar\" only"),
            "write level = \"planar\", or remove it",
        );
    }
    let teeth = teeth((what, section), pair, gears, reading)?;
    let entry = PairEntry {
        what,
        section,
        mesh_key,
        pair,
        wheels,
        gears,
        teeth: &teeth,
    };
    request(&entry, reading)
}

/// What the level of a pair makes of its wheels.
fn request(entry: &PairEntry, reading: &mut Reading) -> Option<MeshingRequest> {
    let kind = LevelKind::find(entry.section.choice("level")?.value)?;
    let ReadLevel { level, direction } = (kind.read)(entry, reading)?;
    let teeth = entry.teeth;
    Some(MeshingRequest {
        flanks: carrying_flanks::read(entry, reading)?,
        name: entry.pair.name.clone(),
        wheels: entry.wheels.map(|wheel| wheel.name.clone()),
        engagement: teeth.engagement,
        datum_height: teeth.datum_height,
        level,
        direction,
        normal_factor: teeth.normal_factor,
        faces: teeth.faces,
    })
}

/// Pitch surfaces of a pair as the joint takes them.
pub(super) struct Teeth {
    pub engagement: Engagement,
    /// How far the datum line of a rack is from the plane that rolls on the wheel, towards the wheel (m).
    pub datum_height: f64,
    /// Way across the tooth in the pitch surfaces over way along the line of action.
    pub hoop_per_line: f64,
    /// Normal force on the flanks over that of the pitch surfaces.
    normal_factor: f64,
    pub faces: Faces,
    /// The key of the pair by which its wheels stand farther apart.
    pub distance_key: Option<&'static str>,
}

impl Teeth {
    /// Normal module where they meet (m).
    pub fn normal_module(&self) -> f64 {
        match &self.engagement {
            Engagement::Wheels(pair) => pair.a.normal_module(),
            Engagement::Rack(rack) => rack.gear.normal_module(),
        }
    }
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
                faces: Faces::new(mesh.face_width),
                distance_key: match mesh.kind {
                    MeshKind::Bevel => None,
                    MeshKind::Hypoid => Some("offset"),
                    MeshKind::Worm | MeshKind::Crossed => Some("center_distance"),
                },
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
    let faces = Faces::new([mesh.a.data().face_width, mesh.b.data().face_width]);
    let distance_key = Some("center_distance");
    if let Some(rack) = RackContact::new(mesh) {
        return Some(Teeth {
            faces: Faces {
                rack_length: mesh.b.as_rack().map(RackGear::length),
                ..faces
            },
            distance_key,
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
        true => double_helical(contact, mesh, faces),
        false => Teeth {
            faces,
            distance_key,
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
fn double_helical(mut contact: PitchPair, mesh: &GearPair, one_half: Faces) -> Teeth {
    contact.a.helix_angle = 0.0;
    contact.b.helix_angle = 0.0;
    contact.pressure_angle = mesh.working_pressure_angle;
    Teeth {
        hoop_per_line: transverse(contact.pressure_angle, 0.0),
        engagement: Engagement::Wheels(contact),
        datum_height: 0.0,
        normal_factor: 1.0 / mesh.a.data().system.base_helix_angle().cos(),
        faces: Faces {
            halves: 2.0,
            ..one_half
        },
        distance_key: Some("center_distance"),
    }
}
