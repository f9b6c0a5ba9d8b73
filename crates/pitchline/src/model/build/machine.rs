//! From the read file to the description of a machine: what one value alone cannot tell.

mod bodies;
mod drives;
mod ends;
mod forces;
mod functions;
mod joints;
mod sensors;
mod studies;

use std::collections::HashSet;

use super::Gears;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::data_file::Files;
use crate::model::machine::{Carrier, MachineRequest};

use bodies::Bodies;
pub(crate) use ends::axes_along;
pub(super) use studies::{MACHINE_KINDS, study};

/// What is needed to read any part of the machine.
struct Reading<'r> {
    bodies: Bodies,
    files: Files<'r>,
    diagnostics: &'r mut Diagnostics,
}

impl Reading<'_> {
    /// Always `None`, so that it can end a function.
    fn refuse<T>(
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
}

/// Reads what can be read and reports the rest.
pub(super) fn machine(
    section: &Section,
    gears: &Gears,
    files: Files<'_>,
    diagnostics: &mut Diagnostics,
) -> MachineRequest {
    let mut reading = Reading {
        bodies: Bodies::default(),
        files,
        diagnostics,
    };
    let bodies = bodies::read(section, gears, &mut reading);
    let joints = joints::read(section, &mut reading);
    let forces = forces::read(section, &mut reading);
    let drives = drives::read(section, &joints, &mut reading);
    let gravity = section.table("model").and_then(|head| {
        let gravity = head.quantities("gravity")?;
        <[f64; 3]>::try_from(gravity.value).ok()
    });
    let mut machine = MachineRequest {
        gravity: gravity.unwrap_or_default(),
        bodies,
        joints,
        forces,
        drives,
        sensors: Vec::new(),
    };
    machine.sensors = sensors::read(section, &machine, &mut reading);
    check_connected(section, &machine, &mut reading);
    machine
}

/// A body that nothing holds and nothing acts on is a slip, unless it says that it is free.
fn check_connected(section: &Section, machine: &MachineRequest, reading: &mut Reading) {
    let has_faulty_ends = ["joints", "forces"].into_iter().any(|key| {
        section.is_faulty(key) || section.entries(key).any(|(.., entry)| entry.has_errors())
    });
    let n_read = machine.joints.len() + machine.forces.len();
    let n_written = section.entries("joints").count() + section.entries("forces").count();
    // One that was refused may have held the body.
    if has_faulty_ends || n_read < n_written {
        return;
    }
    let of_joints = machine.joints.iter().flat_map(|joint| {
        let between = &joint.between;
        [&between.a.carrier, &between.b.carrier]
    });
    let of_forces = machine
        .forces
        .iter()
        .flat_map(|force| force.kind.carriers());
    let held: HashSet<&str> = of_joints
        .chain(of_forces)
        .filter_map(Carrier::body)
        .collect();
    for body in &machine.bodies {
        let name = body.name.as_str();
        let place = section.entries("bodies").find(|(known, ..)| *known == name);
        if let (false, false, Some((_, span, _))) = (held.contains(name), body.is_free, place) {
            reading.refuse::<()>(
                "loose-body",
                (span, "nothing holds it"),
                format!("body `{name}` has no joint and no force"),
                format!(
                    "tie it: [joints.NAME] with b = \"{name}\"; or write free = true if it shall fly freely"
                ),
            );
        }
    }
}
