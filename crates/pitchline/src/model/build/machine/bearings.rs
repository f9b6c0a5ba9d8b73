//! Bearings: a joint or a force between what they stand on and their shaft.

use super::Reading;
use super::bodies::KnownBody;
use super::ends::{axes, carrier, check_direction, vector};
use crate::geometry::tensor::Tensor;
use crate::input::Section;
use crate::model::machine::{
    BearingRequest, Carrier, Connection, End, Frame, JointKind, JointRequest, MachineRequest,
};
use crate::parts::force::{ForceEnds, ForceKind, ForceRequest, ForceTable};

/// A bearing whose place is known.
struct Placed<'s> {
    request: BearingRequest,
    section: &'s Section,
}

/// Finds the places of all bearings, which become points of their shafts: others may refer to them.
pub(super) fn place<'s>(root: &'s Section, reading: &mut Reading) -> PlacedBearings<'s> {
    let mut placed = Vec::new();
    for (name, span, section) in root.entries("bearings") {
        let taken = ["joints", "forces"].into_iter().find(|key| {
            let mut names = root.entries(key).map(|(known, ..)| known);
            names.any(|known| known == name)
        });
        let found = match taken {
            Some(key) => reading.refuse(
                "duplicate-name",
                (span, "taken"),
                format!("a bearing and one of [{key}] are both called `{name}`"),
                "choose another name: the load of a bearing is stored under it",
            ),
            None => one(name, section, reading),
        };
        match found {
            Some(bearing) => placed.push(bearing),
            None => believe(section, reading),
        }
    }
    PlacedBearings(placed)
}

/// A bearing that was refused may have been a point of its shaft: whatever others say of the points of that shaft is believed.
fn believe(section: &Section, reading: &mut Reading) {
    let Some(shaft) = section.text("shaft") else {
        return;
    };
    if let Some(KnownBody::Shaft) = reading.bodies.find(shaft.value) {
        reading.bodies.add(shaft.value, KnownBody::Refused);
    }
}

/// Bearings whose places are known.
pub(super) struct PlacedBearings<'s>(Vec<Placed<'s>>);

fn one<'s>(name: &str, section: &'s Section, reading: &mut Reading) -> Option<Placed<'s>> {
    let what = format!("bearing `{name}`");
    let kind = section.choice("kind")?.value;
    let shaft = section.text("shaft")?.value;
    // A shaft that was refused is not known: it was reported.
    let number = reading
        .shafts
        .iter()
        .position(|known| known.name == shaft)?;
    let mut on = reading.shafts[number].clone();
    let position = on.station((&what, section), reading)?;
    let is_there = |position: f64, at: f64| (position - at).abs() <= 1e-9 * on.length();
    // A point of this name at this place is the same.
    let known = on.point(name).map(|point| point.position);
    if !known.is_some_and(|at| is_there(at, position.value)) {
        on.add_point((&what, name), &position, reading)?;
    }
    reading.shafts[number] = on;
    Some(Placed {
        request: BearingRequest {
            name: name.to_owned(),
            shaft: shaft.to_owned(),
            position: position.value,
            is_joint: kind == "rigid",
        },
        section,
    })
}

impl PlacedBearings<'_> {
    /// Adds each as the joint or force that it is.
    pub(super) fn expand(self, machine: &mut MachineRequest, reading: &mut Reading) {
        for placed in self.0 {
            let what = format!("bearing `{}`", placed.request.name);
            let Some(between) = placed.connection(&what, reading) else {
                continue;
            };
            let (name, section) = (placed.request.name.clone(), placed.section);
            let Some(kind) = section.choice("kind").map(|kind| kind.value) else {
                continue;
            };
            if placed.request.is_joint {
                let Some(kind) = rigid((&what, section), reading) else {
                    continue;
                };
                machine.joints.push(JointRequest {
                    name,
                    kind,
                    between,
                    switch: None,
                });
            } else {
                let table = ForceTable {
                    title: &what,
                    section,
                    ends: None,
                };
                let law = ForceKind::find(kind).and_then(|kind| (kind.read)(&table, reading));
                let Some(law) = law else {
                    continue;
                };
                machine.forces.push(ForceRequest {
                    name,
                    ends: ForceEnds::Two(between),
                    law,
                });
            }
            machine.bearings.push(placed.request);
        }
    }
}

impl Placed<'_> {
    /// From what it stands on to the shaft: both ends at its place, z along the shaft.
    fn connection(&self, what: &str, reading: &mut Reading) -> Option<Connection> {
        let a = carrier((what, self.section), "on", reading)?;
        let name = &self.request.shaft;
        if a.body() == Some(name) {
            return reading.refuse(
                "same-body",
                (self.section.span_of("on"), "the shaft itself"),
                format!("{what} holds shaft `{name}` on itself"),
                "name another body, or leave `on` out for the ground",
            );
        }
        let shaft = reading.shafts.iter().find(|known| known.name == *name)?;
        let (place, own) = (shaft.place_at(self.request.position), shaft.axes);
        let frame = Frame::Ground {
            place,
            axes: self.axes(what, &own, reading)?,
        };
        let b = Carrier::Point(name.clone(), self.request.name.clone());
        let end = |carrier| End { carrier, frame };
        Some(Connection {
            a: end(a),
            b: end(b),
        })
    }

    fn axes(&self, what: &str, shaft: &Tensor, reading: &mut Reading) -> Option<Tensor> {
        if self.section.is_faulty("x") {
            return None;
        }
        let Some(x) = vector(self.section, "x") else {
            return Some(*shaft);
        };
        check_direction((what, self.section), "x", x, reading)?;
        axes(shaft.map(|row| row[2]), Some(x)).or_else(|| {
            reading.refuse(
                "bad-direction",
                (self.section.span_of("x"), "along the shaft"),
                format!("{what}: `x` points along the shaft, so it does not define the rotation of the axes about it"),
                "choose a direction across the shaft, or leave `x` out",
            )
        })
    }
}

fn rigid((what, section): (&str, &Section), reading: &mut Reading) -> Option<JointKind> {
    let holds = section.choices("holds")?;
    let holds_one = |name: &str| holds.value.contains(&name);
    let [radial, axial, tilting] = ["radial", "axial", "tilting"].map(holds_one);
    if !(radial || axial || tilting) {
        return reading.refuse(
            "nothing-locked",
            (holds.span, "nothing"),
            format!("{what} constrains nothing, so it is not a bearing"),
            "name its constrained directions: holds = [\"radial\"]; or remove the bearing",
        );
    }
    let locked = [radial, radial, axial, tilting, tilting, false];
    Some(JointKind::Custom { locked })
}
