//! The planets of a set: bodies on pins of the carrier.

use super::super::Reading;
use super::super::bodies::{self, KnownBody, solid};
use super::super::ends::is_given;
use super::{Made, Members, Standing};
use crate::dynamics::Rotation;
use crate::geometry::planetary::{Part, SetKind};
use crate::geometry::tensor::{Tensor, sum, times, transposed_times};
use crate::geometry::vector::{Vector, cross, dot, minus, plus, plus_scaled};
use crate::input::Section;
use crate::input::set_names;
use crate::model::build::Gears;
use crate::model::build::finite_elements::has_body;
use crate::model::machine::{
    BodyKind, BodyRequest, Carrier, Connection, End, Frame, JointKind, JointRequest, MassSource,
};
use crate::parts::force::{ForceEnds, ForceRequest, ForceTable, rolling_bearing};

/// The body that carries a planet or one of its rims.
pub(super) fn body(standing: &Standing, part: Part, index: usize) -> String {
    let own = match standing.set.geometry.train.kind {
        SetKind::Ravigneaux => part,
        SetKind::Simple | SetKind::Stepped | SetKind::Wolfrom => Part::Planet,
    };
    standing.names().wheel(own, index)
}

/// Adds bodies, joints and bearings of all planets.
pub(super) fn add(
    named: (&str, &Section),
    standing: &Standing,
    (members, others): (&Members, &[BodyRequest]),
    gears: &Gears,
    made: &mut Made,
    reading: &mut Reading,
) -> Option<()> {
    let geometry = &standing.set.geometry;
    let carrier = members.of_planets()?;
    for part in set_names::bodies(geometry.train.kind) {
        let (mass, gear) = mass(named, (standing, *part), gears, reading)?;
        for index in 0..geometry.placement.angles.len() {
            let name = body(standing, *part, index);
            let [x, y] = geometry.axis(*part, index);
            let place = plus(standing.place, times(&standing.axes, [x, y, 0.0]));
            let axes = standing.turned(geometry.placement.turn(*part, index));
            let motion = start(standing, members, (others, reading));
            let spin = motion.spin(standing, *part);
            made.bodies.push(BodyRequest {
                name: name.clone(),
                kind: BodyKind::Rigid(mass.clone()),
                gear: gear.clone(),
                position: place,
                orientation: Rotation::from_matrix(&axes).vector(),
                velocity: motion.carrier.velocity(place),
                spin: transposed_times(&axes, spin),
                is_free: false,
            });
            reading.bodies.add(&name, KnownBody::Rigid);
            // x away from the common axis.
            let frame = Frame::Ground {
                place,
                axes: standing.turned(f64::atan2(y, x)),
            };
            let end = |carrier| End { carrier, frame };
            let between = Connection {
                a: end(carrier.clone()),
                b: end(Carrier::Body(name.clone())),
            };
            let pin_name = standing.names().pin(*part, index);
            pin(named, (pin_name, between), made, reading)?;
        }
    }
    Some(())
}

/// A pin, or a bearing with a joint that holds what is rigid in it.
fn pin(
    (what, section): (&str, &Section),
    (name, between): (String, Connection),
    made: &mut Made,
    reading: &mut Reading,
) -> Option<()> {
    let mut kind = Some(JointKind::Revolute);
    if let Some(table) = section.table("planet_bearing") {
        let title = format!("`planet_bearing` of {what}");
        let of_bearing = ForceTable {
            title: &title,
            section: table,
            ends: None,
        };
        let law = rolling_bearing::read(&of_bearing, reading)?;
        let is_rigid = |key: &str| !is_given(table, key);
        let [radial, axial, tilting] = ["radial", "axial", "tilting"].map(is_rigid);
        let locked = [radial, radial, axial, tilting, tilting, false];
        kind = locked
            .contains(&true)
            .then_some(JointKind::Custom { locked });
        made.forces.push(ForceRequest {
            name: name.clone(),
            ends: ForceEnds::Two(between.clone()),
            law,
        });
    } else if section.is_faulty("planet_bearing") {
        return None;
    }
    made.joints.extend(kind.map(|kind| JointRequest {
        name,
        kind,
        between,
        switch: None,
    }));
    Some(())
}

/// Mass and inertia of a planet, and the gear whose blank gives them.
fn mass(
    (what, section): (&str, &Section),
    (standing, part): (&Standing, Part),
    gears: &Gears,
    reading: &mut Reading,
) -> Option<(MassSource, Option<String>)> {
    let key = match part {
        Part::Planet2 => "planet_2_body",
        _ => "planet_body",
    };
    if let Some(table) = section.table(key) {
        let title = format!("`{key}` of {what}");
        return Some((bodies::mass((&title, table), gears, reading)?, None));
    }
    if section.is_faulty(key) {
        return None;
    }
    let set = standing.set;
    let has_rims = set.geometry.train.kind.has_stepped_planets();
    let parts: &[Part] = if has_rims {
        &[Part::Planet, Part::Planet2]
    } else {
        &[part]
    };
    let names: Vec<&str> = parts.iter().map(|part| set.gear(*part)).collect();
    // Gears that were refused were reported.
    let solids = names
        .iter()
        .map(|name| Some(solid::of_wheel(&gears.find(name)?.gear)))
        .collect::<Option<Vec<_>>>()?;
    if let Some(solids) = solids.into_iter().collect::<Option<Vec<_>>>() {
        return Some((together(&solids)?, None));
    }
    if let [name] = names.as_slice() {
        let gear = &gears.find(name)?.gear;
        if !has_body(gear, gears, reading.diagnostics) {
            return None;
        }
        return Some((MassSource::Gear, Some((*name).to_owned())));
    }
    reading.refuse(
        "missing-key",
        (section.span(), "mass of the planets is missing"),
        format!("{what}: its planets have two rims, and mass and inertia follow from the blank of a single gear only"),
        format!("add {key} = {{ mass = \"0.8 kg\", inertia = [\"4e-4 kg m2\", \"4e-4 kg m2\", \"7e-4 kg m2\"] }} with your own values, or remove the blanks"),
    )
}

/// Bodies with one centre of mass as one.
fn together(bodies: &[MassSource]) -> Option<MassSource> {
    let mut all = (0.0, Tensor::default());
    for body in bodies {
        let MassSource::Given { mass, inertia } = body else {
            return None;
        };
        all = (all.0 + mass, sum(&all.1, inertia));
    }
    Some(MassSource::Given {
        mass: all.0,
        inertia: all.1,
    })
}

/// Motion of a member at the start, ground axes.
#[derive(Clone, Copy, Default)]
struct Motion {
    place: Vector,
    velocity: Vector,
    spin: Vector,
}

impl Motion {
    fn velocity(&self, place: Vector) -> Vector {
        plus(self.velocity, cross(self.spin, minus(place, self.place)))
    }
}

/// How a set moves at the start.
struct StartMotion {
    carrier: Motion,
    /// Speed of `Part::Planet` about its axis, seen from the carrier (rad/s).
    planet: f64,
}

impl StartMotion {
    /// Spin of a planet, ground axes.
    fn spin(&self, standing: &Standing, part: Part) -> Vector {
        let train = &standing.set.geometry.train;
        // A short planet rolls on its long one. [theory:planetary-sets] (1)
        let gain = match (part, train.kind) {
            (Part::Planet2, SetKind::Ravigneaux) => {
                -f64::from(train.teeth(Part::Planet)) / f64::from(train.teeth(part))
            }
            _ => 1.0,
        };
        plus_scaled(self.carrier.spin, gain * self.planet, standing.axis())
    }
}

/// Planets start as the carrier and the first sun or ring of `bodies` move them.
fn start(
    standing: &Standing,
    members: &Members,
    (bodies, reading): (&[BodyRequest], &Reading),
) -> StartMotion {
    let of = |carrier: &Carrier| motion(carrier, bodies, reading);
    let carrier = members.of_planets().map(of).unwrap_or_default();
    let planet = members.wheels().next().map(|(member, body)| {
        let faster = minus(of(body).spin, carrier.spin);
        dot(faster, standing.axis()) / standing.set.geometry.train.gain(*member)
    });
    StartMotion {
        carrier,
        planet: planet.unwrap_or(0.0),
    }
}

fn motion(carrier: &Carrier, bodies: &[BodyRequest], reading: &Reading) -> Motion {
    let Some(name) = carrier.body() else {
        return Motion::default();
    };
    if let Some(shaft) = reading.shafts.iter().find(|shaft| shaft.name == name) {
        return Motion {
            place: shaft.position,
            velocity: [0.0; 3],
            spin: shaft.axes.map(|row| shaft.speed * row[2]),
        };
    }
    let body = bodies.iter().find(|body| body.name == name);
    body.map_or_else(Motion::default, |body| {
        let axes = Rotation::from_vector(body.orientation).matrix();
        Motion {
            place: body.position,
            velocity: body.velocity,
            spin: times(&axes, body.spin),
        }
    })
}
