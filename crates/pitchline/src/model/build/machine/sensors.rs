//! Sensors.

use std::collections::HashMap;
use std::ops::Range;

use super::Reading;
use super::ends::{carrier, check_direction, vector};
use crate::geometry::tensor::IDENTITY;
use crate::input::Section;
use crate::machine::controllers;
use crate::model::machine::{
    Axes, Carrier, End, Frame, MachineRequest, MeshingRequest, SensorComponent, SensorKind,
    SensorRequest,
};
use crate::parts::channel::Quantity;
use crate::parts::force::ForceSensor;

/// The first column of their table.
const TIME: &str = "time";

/// The sensors that could be read.
pub(super) fn read(
    section: &Section,
    machine: &MachineRequest,
    reading: &mut Reading,
) -> Vec<SensorRequest> {
    let mut sensors = Vec::new();
    let mut taken = HashMap::new();
    for (name, span, entry) in section.entries("sensors") {
        let Some(sensor) = sensor(name, entry, machine, reading) else {
            continue;
        };
        if check_columns(&sensor, span, &mut taken, reading).is_some() {
            sensors.push(sensor);
        }
    }
    sensors
}

/// Refuses a sensor that would fill a column twice: `a` with a component x, and `a_x`; or one with the name of the time.
fn check_columns(
    sensor: &SensorRequest,
    span: Range<usize>,
    taken: &mut HashMap<String, String>,
    reading: &mut Reading,
) -> Option<()> {
    let name = &sensor.name;
    let help = format!("choose another name, such as [sensors.{name}-2]");
    if name == TIME {
        return reading.refuse(
            "reserved-name",
            (span, "taken"),
            format!("no sensor can be called `{TIME}`: that is the first column of its table"),
            help,
        );
    }
    for column in sensor.columns() {
        if let Some(other) = taken.insert(column.name.clone(), name.clone()) {
            return reading.refuse(
                "column-twice",
                (span, "its column is taken"),
                format!(
                    "sensor `{name}` would fill the column `{}`, as sensor `{other}` does",
                    column.name
                ),
                help,
            );
        }
    }
    Some(())
}

fn sensor(
    name: &str,
    section: &Section,
    machine: &MachineRequest,
    reading: &mut Reading,
) -> Option<SensorRequest> {
    let what = format!("sensor `{name}`");
    let named = (what.as_str(), section);
    let word = section.choice("kind")?.value;
    let of_force = ForceSensor::find(word);
    let of = section.text("of").map_or("", |of| of.value);
    let channels = match (word, of_force) {
        (_, Some(sensor)) => Some(sensor.channels.to_vec()),
        ("pair", _) => machine.pair(of).map(MeshingRequest::channels),
        ("controller", _) => machine.controller(of).map(|controller| {
            let channels = controllers::channels(controller);
            channels.map(|channel| &channel.quantity).to_vec()
        }),
        _ => None,
    };
    let channels = channels.unwrap_or_default();
    let components = components(named, &channels, reading);
    let kind = match word {
        "energy" => SensorKind::Energy,
        "drive" => {
            // A drive that was refused is not known: it was reported.
            let drive = machine.drive(section.text("of")?.value)?;
            SensorKind::Drive {
                drive: drive.name.clone(),
                is_torque: drive.motion.is_angle(),
            }
        }
        "force" => {
            let force = machine.force(section.text("of")?.value)?;
            SensorKind::Force(force.name.clone(), axes(section))
        }
        "bearing" => {
            let bearing = machine.bearing(section.text("of")?.value)?;
            let name = bearing.name.clone();
            match bearing.is_joint {
                true => SensorKind::Reaction(name, axes(section)),
                false => SensorKind::Force(name, axes(section)),
            }
        }
        "controller" => {
            // A controller that was refused is not known: it was reported.
            let controller = machine.controller(section.text("of")?.value)?;
            SensorKind::Controller(controller.name.clone())
        }
        "pair" => pair(named, machine, reading)?,
        "joint-angle" | "joint-speed" | "joint-displacement" | "joint-velocity" | "reaction" => {
            of_joint(named, word, machine, reading)?
        }
        _ => match of_force {
            Some(sensor) => part(named, sensor, machine, reading)?,
            None => of_body(named, word, reading)?,
        },
    };
    Some(SensorRequest {
        name: name.to_owned(),
        kind,
        components: components?,
    })
}

fn axes(section: &Section) -> Axes {
    match section.choice("axes").map(|axes| axes.value) {
        Some("body") => Axes::Body,
        Some("joint") => Axes::Joint,
        _ => Axes::Ground,
    }
}

/// Channels of a force.
fn part(
    (what, section): (&str, &Section),
    sensor: &'static ForceSensor,
    machine: &MachineRequest,
    reading: &mut Reading,
) -> Option<SensorKind> {
    let of = section.text("of")?;
    let force = machine.force(of.value)?;
    let own = force.law.sensor();
    if own.is_some_and(|own| std::ptr::eq(own, sensor)) {
        return Some(SensorKind::Part(force.name.clone()));
    }
    let ForceSensor { refusal, kinds, .. } = sensor;
    reading.refuse(
        "nothing-to-measure",
        (of.span, sensor.label),
        format!("{what}: force `{}` {refusal}", force.name),
        format!("name a force of kind {kinds}, or write kind = \"force\""),
    )
}

/// A pair of wheels.
fn pair(
    (what, section): (&str, &Section),
    machine: &MachineRequest,
    reading: &mut Reading,
) -> Option<SensorKind> {
    let of = section.text("of")?;
    if let Some(pair) = machine.pair(of.value) {
        check_told((what, section), pair, reading)?;
        return Some(SensorKind::Pair(pair.name.clone()));
    }
    // A pair that was refused is not known: it was reported.
    let is_geometry = reading.pairs.iter().any(|pair| pair.name == of.value);
    if !is_geometry || reading.diagnostics.has_errors() {
        return None;
    }
    reading.refuse(
        "nothing-to-measure",
        (of.span, "no wheels"),
        format!("{what}: the gears of pair `{}` are no wheels of the machine", of.value),
        "put them on bodies, [wheels.NAME] with gear and body, and name the wheels as a and b of the pair",
    )
}

/// What a sensor asks of a pair that its level does not tell.
fn check_told(
    (what, section): (&str, &Section),
    pair: &MeshingRequest,
    reading: &mut Reading,
) -> Option<()> {
    let asked = section.choices("components")?;
    let is_planar = pair.planar().is_some();
    let channels = pair.channels();
    let is_known = |name: &&str| channels.iter().any(|channel| channel.name == *name);
    let Some(other) = asked.value.iter().find(|name| !is_known(name)) else {
        return Some(());
    };
    let known: Vec<&str> = channels.iter().map(|channel| channel.name).collect();
    let level = if is_planar { "is" } else { "is not" };
    reading.refuse(
        "nothing-to-measure",
        (asked.span, "not of this level"),
        format!(
            "{what}: pair `{}` {level} of level \"planar\" and has no `{other}`",
            pair.name
        ),
        format!("choose among {}", known.join(", ")),
    )
}

fn of_joint(
    (what, section): (&str, &Section),
    word: &str,
    machine: &MachineRequest,
    reading: &mut Reading,
) -> Option<SensorKind> {
    let of = section.text("of")?;
    // A joint that was refused is not known: it was reported.
    let joint = machine.joint(of.value)?;
    let name = joint.name.clone();
    let is_turn = matches!(word, "joint-angle" | "joint-speed");
    if is_turn && !joint.kind.turns() {
        return reading.refuse(
            "nothing-to-measure",
            (of.span, "does not turn"),
            format!("{what}: joint `{name}` has no rotation about an axis fixed in both bodies"),
            match joint.kind.slides() {
                true => "write kind = \"joint-displacement\" or \"joint-velocity\" for its displacement, or name a joint that rotates",
                false => "name a joint of kind revolute, cylindrical, planar or screw",
            },
        );
    }
    let is_way = matches!(word, "joint-displacement" | "joint-velocity");
    if is_way && !joint.kind.slides() {
        return reading.refuse(
            "nothing-to-measure",
            (of.span, "does not slide"),
            format!("{what}: joint `{name}` does not slide along its axis"),
            match joint.kind.turns() {
                true => "write kind = \"joint-angle\" or \"joint-speed\" for its turn, or name a joint that slides",
                false => "name a joint of kind prismatic, cylindrical or screw",
            },
        );
    }
    Some(match word {
        "joint-angle" => SensorKind::JointAngle(name),
        "joint-speed" => SensorKind::JointSpeed(name),
        "joint-displacement" => SensorKind::JointDisplacement(name),
        "joint-velocity" => SensorKind::JointVelocity(name),
        _ => SensorKind::Reaction(name, axes(section)),
    })
}

fn of_body(
    (what, section): (&str, &Section),
    word: &str,
    reading: &mut Reading,
) -> Option<SensorKind> {
    let named = (what, section);
    let carrier = carrier(named, "of", reading)?;
    if carrier == Carrier::Ground {
        return reading.refuse(
            "nothing-to-measure",
            (section.span_of("of"), "never moves"),
            format!("{what} measures the ground, which never moves"),
            "name a body",
        );
    }
    let end = End {
        carrier,
        frame: Frame::Own {
            place: vector_or_zero(section, "point")?,
            axes: IDENTITY,
        },
    };
    Some(match word {
        "position" => SensorKind::Position(end),
        "velocity" => SensorKind::Velocity(end, axes(section)),
        "acceleration" => SensorKind::Acceleration(end, axes(section)),
        "orientation" => SensorKind::Orientation(end),
        "angle" => {
            let axis = vector(section, "axis")?;
            check_direction(named, "axis", axis, reading)?;
            SensorKind::Angle(end, axis)
        }
        "spin" => SensorKind::Spin(end, axes(section)),
        _ => SensorKind::SpinRate(end, axes(section)),
    })
}

/// The value of a key that only some kinds have; `None` if it was refused.
fn vector_or_zero(section: &Section, key: &str) -> Option<[f64; 3]> {
    match section.is_faulty(key) {
        true => None,
        false => Some(vector(section, key).unwrap_or_default()),
    }
}

fn components(
    (what, section): (&str, &Section),
    channels: &[&'static Quantity],
    reading: &mut Reading,
) -> Option<Vec<SensorComponent>> {
    let Some(names) = section.choices("components") else {
        return (!section.is_faulty("components")).then(|| vec![SensorComponent::Only]);
    };
    let twice = |i: &usize| names.value[..*i].contains(&names.value[*i]);
    if let Some(i) = (0..names.value.len()).find(twice) {
        let name = names.value[i];
        return reading.refuse(
            "component-twice",
            (names.span, "twice"),
            format!("{what} lists the component `{name}` twice"),
            "name each component once",
        );
    }
    if names.value.is_empty() {
        return reading.refuse(
            "no-components",
            (names.span, "none"),
            format!("{what} has no components, so it measures nothing"),
            "leave `components` out for all of them",
        );
    }
    let component = |name: &&str| {
        let channel = channels.iter().find(|channel| channel.name == *name);
        let channel = channel.map(|channel| SensorComponent::Channel(channel));
        channel.or_else(|| SensorComponent::named(name))
    };
    names.value.iter().map(component).collect()
}
