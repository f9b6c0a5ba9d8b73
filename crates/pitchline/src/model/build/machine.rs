//! From the read file to the description of a machine: what one value alone cannot tell.

mod bearings;
mod bodies;
pub(crate) mod controllers;
mod drives;
pub(crate) mod ends;
mod events;
pub(crate) mod functions;
mod joints;
mod planetary;
mod sensors;
mod shafts;
mod wheels;

use std::collections::{HashMap, HashSet};

use super::Gears;
use crate::dynamics::Rotation;
use crate::fem;
use crate::geometry::tensor::{Tensor, product, times};
use crate::geometry::vector::{Vector, plus};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::data_file::Files;
use crate::model::machine::{BodyRequest, Carrier, End, Frame, MachineRequest, ShaftRequest};
use crate::model::{Material, Pair, Planetary};
use crate::parts::force::{self, ForceRequest};
use crate::parts::pair::reading as pair_reading;

use bodies::Bodies;
pub(crate) use ends::{axes_along, is_given};

/// What is needed to read any part of the machine.
pub struct Reading<'r> {
    bodies: Bodies,
    /// Where bodies stand: place and axes, columns.
    stands: HashMap<String, (Vector, Tensor)>,
    /// The shafts that could be read.
    shafts: Vec<ShaftRequest>,
    /// The pairs that could be built, and whether some could not.
    pub pairs: &'r [Pair],
    pub has_refused_pairs: bool,
    materials: &'r HashMap<String, Material>,
    files: Files<'r>,
    pub diagnostics: &'r mut Diagnostics,
}

impl Reading<'_> {
    /// Always `None`, so that it can end a function.
    pub fn refuse<T>(
        &mut self,
        code: &'static str,
        (span, label): (std::ops::Range<usize>, &str),
        message: String,
        help: impl Into<String>,
    ) -> Option<T> {
        let fault = Diagnostic::error(code, span, message);
        self.diagnostics.push(fault.label(label).help(help));
        None
    }

    /// The material of this name, of the model or built in.
    fn material(&self, name: &str) -> Option<fem::Material> {
        let found = super::material(name, self.materials)?;
        Some(fem::Material {
            youngs_modulus: found.youngs_modulus,
            poisson_ratio: found.poisson_ratio,
            density: found.density,
        })
    }

    fn set_places<'b>(&mut self, bodies: impl IntoIterator<Item = &'b BodyRequest>) {
        let axes = |body: &BodyRequest| Rotation::from_vector(body.orientation).matrix();
        let places = bodies.into_iter();
        self.stands = places
            .map(|body| (body.name.clone(), (body.position, axes(body))))
            .collect();
    }

    /// Place and axes of an end at the start, in ground axes; no place where only the finite elements of a body know it. None
    /// of a body that was refused.
    pub fn stands(&self, end: &End) -> Option<(Option<Vector>, Tensor)> {
        let (place, axes) = match end.frame {
            Frame::Ground { place, axes } => return Some((Some(place), axes)),
            Frame::Own { place, axes } => (place, axes),
        };
        let (origin, own) = match &end.carrier {
            Carrier::Ground => return Some((Some(place), axes)),
            Carrier::Body(name) => {
                let (origin, own) = self.stands.get(name)?;
                (Some(*origin), *own)
            }
            Carrier::Point(name, point) => {
                match self.shafts.iter().find(|shaft| shaft.name == *name) {
                    Some(shaft) => {
                        let position = shaft.point(point)?.position;
                        (Some(shaft.place_at(position)), shaft.axes)
                    }
                    None => (None, self.stands.get(name)?.1),
                }
            }
        };
        let place = origin.map(|origin| plus(origin, times(&own, place)));
        Some((place, product(&own, &axes)))
    }
}

/// What the machine is made with.
pub(super) struct Parts<'r, 's> {
    /// The gears that could be built.
    pub gears: &'r Gears<'s>,
    /// Their pairs, also those of the sets.
    pub pairs: &'r [Pair],
    /// The planetary sets that could be built.
    pub sets: &'r [Planetary],
    /// Materials of the model.
    pub materials: &'r HashMap<String, Material>,
}

/// Reads what can be read and reports the rest.
pub(super) fn machine(
    section: &Section,
    parts: &Parts,
    files: Files<'_>,
    diagnostics: &mut Diagnostics,
) -> MachineRequest {
    let mut reading = Reading {
        bodies: Bodies::default(),
        stands: HashMap::new(),
        shafts: Vec::new(),
        pairs: parts.pairs,
        has_refused_pairs: diagnostics.has_errors(),
        materials: parts.materials,
        files,
        diagnostics,
    };
    let gears = parts.gears;
    let mut bodies = bodies::read(section, gears, &mut reading);
    reading.set_places(&bodies);
    shafts::read(section, gears, &mut reading);
    let bearings = bearings::place(section, &mut reading);
    let made = planetary::expand(section, parts, &bodies, &mut reading);
    let (n_made, has_refused_sets) = (made.n_ends(), made.has_refused);
    bodies.extend(made.bodies);
    reading.set_places(&bodies);
    let mut wheels = wheels::read(section, &mut reading);
    wheels.extend(made.wheels);
    let mut pairs = pair_reading::read(section, gears, &wheels, &mut reading);
    pairs.extend(made.pairs);
    let mut joints = joints::read(section, &mut reading);
    let mut forces = force::read(section, &mut reading);
    joints.extend(made.joints);
    pair_reading::refuse_pinned(section, &pairs, (&wheels, &joints), &mut reading);
    forces.extend(made.forces);
    let drives = drives::read(section, &joints, &mut reading);
    let controllers = controllers::read(section, &joints, &mut reading);
    controllers::check_takers(section, &forces, &controllers, &mut reading);
    let gravity = section.table("model").and_then(|head| {
        let gravity = head.quantities("gravity")?;
        <[f64; 3]>::try_from(gravity.value).ok()
    });
    let mut machine = MachineRequest {
        gravity: gravity.unwrap_or_default(),
        bodies,
        shafts: Vec::new(),
        bearings: Vec::new(),
        wheels,
        pairs,
        joints,
        forces,
        drives,
        controllers,
        sensors: Vec::new(),
        events: Vec::new(),
    };
    bearings.expand(&mut machine, &mut reading);
    machine.sensors = sensors::read(section, &machine, &mut reading);
    machine.events = events::read(section, &mut machine, &mut reading);
    machine.shafts = std::mem::take(&mut reading.shafts);
    // A set that was refused may have held a body.
    if !has_refused_sets {
        check_connected(section, (&machine, n_made), &mut reading);
    }
    machine
}

/// A body that nothing holds and nothing acts on is a slip, unless it says that it is free. The number is that of joints, forces and wheels which planetary
/// sets have made.
fn check_connected(
    section: &Section,
    (machine, n_made): (&MachineRequest, usize),
    reading: &mut Reading,
) {
    let parts = ["joints", "forces", "bearings", "wheels"];
    let has_faulty_ends = parts.into_iter().any(|key| {
        section.is_faulty(key) || section.entries(key).any(|(.., entry)| entry.has_errors())
    });
    let n_read = machine.joints.len() + machine.forces.len() + machine.wheels.len();
    let n_written = parts.into_iter().map(|key| section.entries(key).count());
    let n_written: usize = n_written.sum();
    // One that was refused may have held the body.
    if has_faulty_ends || n_read < n_written + n_made {
        return;
    }
    let of_joints = machine.joints.iter().flat_map(|joint| {
        let between = &joint.between;
        [&between.a.carrier, &between.b.carrier]
    });
    let of_forces = machine.forces.iter().flat_map(ForceRequest::carriers);
    // A wheel that no pair names holds nothing.
    let of_pairs = machine.pairs.iter().flat_map(|pair| &pair.wheels);
    let of_pairs = of_pairs.filter_map(|name| Some(&machine.wheel(name)?.seat.carrier));
    let held: HashSet<&str> = of_joints
        .chain(of_forces)
        .chain(of_pairs)
        .filter_map(Carrier::body)
        .collect();
    let bodies = machine.bodies.iter();
    let bodies = bodies.map(|body| (("bodies", "body"), &body.name, body.is_free));
    let shafts = machine.shafts.iter();
    let shafts = shafts.map(|shaft| (("shafts", "shaft"), &shaft.name, shaft.is_free));
    for ((key, one), name, is_free) in bodies.chain(shafts) {
        let place = section.entries(key).find(|(known, ..)| known == name);
        let (false, false, Some((_, span, _))) = (held.contains(name.as_str()), is_free, place)
        else {
            continue;
        };
        let (has, tie) = match one {
            "shaft" => (
                "no bearing, no joint and no force",
                format!("hold it: [bearings.NAME] with shaft = \"{name}\""),
            ),
            _ => (
                "no joint and no force",
                format!("tie it: [joints.NAME] with b = \"{name}\""),
            ),
        };
        reading.refuse::<()>(
            "loose-body",
            (span, "nothing holds it"),
            format!("{one} `{name}` has {has}"),
            format!("{tie}; or write free = true if it shall fly freely"),
        );
    }
}
