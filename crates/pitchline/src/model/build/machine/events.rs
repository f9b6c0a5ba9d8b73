//! Events.

use super::Reading;
use crate::dynamics::Direction;
use crate::input::Section;
use crate::model::machine::{
    EventAction, EventRequest, JointKind, JointSwitch, MachineRequest, SensorKind, SensorRequest,
};
use crate::units::{self, Dimension, Quantity, describe};

/// The events that could be read; joints that they switch are marked.
pub(super) fn read(
    section: &Section,
    machine: &mut MachineRequest,
    reading: &mut Reading,
) -> Vec<EventRequest> {
    let mut events = Vec::new();
    for (name, _, entry) in section.entries("events") {
        events.extend(event(name, entry, machine, reading));
    }
    mark_joints(&events, machine);
    check_joints(section, (&events, machine), reading);
    events
}

fn event(
    name: &str,
    section: &Section,
    machine: &MachineRequest,
    reading: &mut Reading,
) -> Option<EventRequest> {
    let what = format!("event `{name}`");
    let named = (what.as_str(), section);
    let action = action(named, machine, reading);
    // A sensor that was refused is not known: it was reported.
    let sensor = machine.sensor(section.text("sensor")?.value)?;
    let unit = unit(named, sensor, reading)?;
    let value = value(named, (sensor, unit), reading)?;
    Some(EventRequest {
        name: name.to_owned(),
        sensor: sensor.name.clone(),
        value,
        direction: match section.choice("direction")?.value {
            "rising" => Direction::Rising,
            "falling" => Direction::Falling,
            _ => Direction::Either,
        },
        action: action?,
    })
}

/// Unit of a sensor that can be watched: of one number that moves without jumps.
fn unit(
    (what, section): (&str, &Section),
    sensor: &SensorRequest,
    reading: &mut Reading,
) -> Option<&'static str> {
    let name = &sensor.name;
    let place = |label| (section.span_of("sensor"), label);
    match sensor.kind {
        SensorKind::Orientation(_) => reading.refuse(
            "wrong-sensor",
            place("jumps"),
            format!("{what}: sensor `{name}` is a rotation vector, which jumps after half a turn"),
            "watch a sensor of kind angle or joint-angle",
        ),
        SensorKind::Energy => reading.refuse(
            "wrong-sensor",
            place("of the whole run"),
            format!("{what}: sensor `{name}` accumulates energies from step to step and has no value within one"),
            "watch a place, an angle, a speed or a force",
        ),
        _ => match sensor.columns().as_slice() {
            [column] => Some(column.unit),
            columns => {
                let first = columns.first().and_then(|column| column.component.name());
                let count = columns.len();
                reading.refuse(
                    "wrong-sensor",
                    place("not one number"),
                    format!("{what}: sensor `{name}` has {count} components, and an event watches one number"),
                    format!(
                        "give the sensor one, components = [\"{}\"], or add another sensor for the event",
                        first.unwrap_or("z")
                    ),
                )
            }
        },
    }
}

/// The value in SI units, of the dimension that the sensor has.
fn value(
    (what, section): (&str, &Section),
    (sensor, unit): (&SensorRequest, &str),
    reading: &mut Reading,
) -> Option<f64> {
    let quantity = Quantity::parse(&format!("1 {unit}"));
    let dimension = quantity.map_or(Dimension::NONE, |quantity| quantity.dimension);
    let found = match section.text("value") {
        Some(text) => units::parse(text.value, dimension),
        None => units::from_number(section.number("value")?.value, dimension),
    };
    match found {
        Ok(value) => Some(value),
        Err(error) => {
            let described = describe(dimension);
            reading.refuse(
                "wrong-dimension",
                (section.span_of("value"), "not what the sensor reads"),
                format!("{what}, `value`: {error}"),
                format!(
                    "sensor `{}` reads {}: write for example value = \"{}\"",
                    sensor.name, described.words, described.example
                ),
            )
        }
    }
}

fn action(
    (what, section): (&str, &Section),
    machine: &MachineRequest,
    reading: &mut Reading,
) -> Option<EventAction> {
    let word = section.choice("action")?;
    let is_switch = matches!(word.value, "release" | "lock");
    match (is_switch, section.is_given("joint")) {
        (false, true) => {
            return reading.refuse(
                "useless-key",
                (section.span_of("joint"), "not used"),
                format!(
                    "{what}: action = \"{}\" has nothing to do with a joint",
                    word.value
                ),
                "remove `joint`, or write action = \"release\" or \"lock\"",
            );
        }
        (false, false) if word.value == "stop" => return Some(EventAction::Stop),
        (false, false) => return Some(EventAction::Record),
        (true, false) => {
            return reading.refuse(
                "missing-key",
                (word.span, "`joint` is missing"),
                format!("{what} has action \"{}\" without a `joint`", word.value),
                "write joint = with the name of a joint",
            );
        }
        (true, true) => {}
    }
    let joint = machine.joint(section.text("joint")?.value)?;
    let name = joint.name.clone();
    let kept = match joint.kind {
        JointKind::Stop { .. } => Some((
            "is a stop, which opens and closes by itself",
            "name another joint; leave the stop out of the model where it shall not act",
        )),
        JointKind::Screw { .. } => Some((
            "is a screw, whose advance is counted from where it was built",
            "release or lock a joint beside it, such as one that carries its nut",
        )),
        _ => None,
    };
    match (kept, word.value) {
        (Some((why, help)), _) => reading.refuse(
            "wrong-joint",
            (section.span_of("joint"), "always as it is"),
            format!("{what} cannot {} joint `{name}`: it {why}", word.value),
            help,
        ),
        (None, "lock") => Some(EventAction::Lock(name)),
        (None, _) => Some(EventAction::Release(name)),
    }
}

fn mark_joints(events: &[EventRequest], machine: &mut MachineRequest) {
    for (joint, _) in events.iter().filter_map(|event| event.action.switched()) {
        let found = machine.joints.iter_mut().find(|known| known.name == joint);
        if let Some(found) = found {
            found
                .switch
                .get_or_insert(JointSwitch { is_released: false });
        }
    }
}

/// A joint that is released needs something that locks it, and the other way round.
fn check_joints(
    section: &Section,
    (events, machine): (&[EventRequest], &MachineRequest),
    reading: &mut Reading,
) {
    let n_written = section.entries("events").count();
    // One that was refused may be what is missing.
    if events.len() < n_written || section.is_faulty("events") {
        return;
    }
    let is_switched = |joint: &str, on: bool| {
        let mut switched = events.iter().filter_map(|event| event.action.switched());
        switched.any(|(name, to)| name == joint && to == on)
    };
    for (name, _, entry) in section.entries("joints") {
        let joint = machine.joint(name);
        let is_released = joint.and_then(|j| j.switch).is_some_and(|s| s.is_released);
        if is_released && !is_switched(name, true) {
            reading.refuse::<()>(
                "never-locked",
                (entry.span_of("released"), "no event locks it"),
                format!("joint `{name}` is released and no event locks it, so it constrains nothing"),
                format!("add an event with action = \"lock\" and joint = \"{name}\", or remove the joint"),
            );
        }
    }
    for (name, _, entry) in section.entries("events") {
        let event = events.iter().find(|event| event.name == name);
        let Some((joint, true)) = event.and_then(|event| event.action.switched()) else {
            continue;
        };
        let switch = machine.joint(joint).and_then(|joint| joint.switch);
        let holds = switch.is_some_and(|switch| !switch.is_released);
        if holds && !is_switched(joint, false) {
            reading.refuse::<()>(
                "already-locked",
                (entry.span_of("joint"), "holds from the start"),
                format!("event `{name}` locks joint `{joint}`, which nothing has released"),
                format!(
                    "write released = true in [joints.{joint}], or add an event that releases it"
                ),
            );
        }
    }
}
