//! Controllers, and who takes what they put out.

use super::Reading;
use super::drives::driven;
use super::ends::is_given;
use super::functions::function;
use crate::dynamics::{DriveMotion, Sensed};
use crate::input::{Diagnostic, Section};
use crate::model::machine::{Controlled, ControllerRequest, JointRequest, SignalRequest};
use crate::parts::force::ForceRequest;

/// The controllers that could be read.
pub(super) fn read(
    section: &Section,
    joints: &[JointRequest],
    reading: &mut Reading,
) -> Vec<ControllerRequest> {
    let entries = section.entries("controllers");
    let read = entries.filter_map(|(name, _, entry)| controller(name, entry, joints, reading));
    read.collect()
}

fn controller(
    name: &str,
    section: &Section,
    joints: &[JointRequest],
    reading: &mut Reading,
) -> Option<ControllerRequest> {
    let what = format!("controller `{name}`");
    let named = (what.as_str(), section);
    let (sensed, controlled) = match section.choice("kind")?.value {
        "angle-to-voltage" => (Sensed::Angle, Controlled::Voltage),
        "speed-to-voltage" => (Sensed::Speed, Controlled::Voltage),
        "angle-to-torque" => (Sensed::Angle, Controlled::Torque),
        "speed-to-torque" => (Sensed::Speed, Controlled::Torque),
        _ => (Sensed::Angle, Controlled::Speed),
    };
    let motion = match sensed {
        Sensed::Angle => DriveMotion::Angle,
        Sensed::Speed => DriveMotion::Speed,
    };
    let setpoint = signal(named, ["setpoint", "setpoint_from"], reading);
    let watched = driven(named, (motion, "look at"), joints, reading);
    let limits = limits(named, reading);
    let get = |key: &str| Some(section.quantity(key)?.value);
    Some(ControllerRequest {
        name: name.to_owned(),
        watched: watched?,
        sensed,
        controlled,
        setpoint: setpoint?,
        proportional: get("proportional")?,
        integral: get("integral")?,
        limits: limits?,
        anti_windup: section.boolean("anti_windup")?.value,
        sample_time: get("sample_time")?,
    })
}

/// A function of time under the first key, or the name of a controller under the second.
pub(crate) fn signal(
    (what, section): (&str, &Section),
    [given, from]: [&str; 2],
    reading: &mut Reading,
) -> Option<SignalRequest> {
    match (is_given(section, given), is_given(section, from)) {
        (true, false) => function((what, section), given, reading).map(SignalRequest::Given),
        (false, true) => {
            let name = section.text(from)?.value;
            Some(SignalRequest::Controller(name.to_owned()))
        }
        (true, true) => reading.refuse(
            "two-signals",
            (section.span_of(from), "a second one"),
            format!("{what} has `{given}` and `{from}`, which both set the same"),
            "keep one of the two",
        ),
        (false, false) => {
            let kind = section.choice("kind").map(|kind| kind.value);
            let mut fields = section.record().fields_for(kind);
            let or_from = match fields.any(|field| field.key == from) {
                true => format!(" or `{from}`"),
                false => String::new(),
            };
            reading.refuse(
                "missing-key",
                (section.span(), "set point is missing"),
                format!("{what} lacks `{given}`{or_from}"),
                format!("write {given} = with a quantity or a function of time"),
            )
        }
    }
}

/// Least and largest output; without bounds where none are given.
fn limits((what, section): (&str, &Section), reading: &mut Reading) -> Option<[f64; 2]> {
    let Some(limits) = section.quantities("limits") else {
        let none = [f64::NEG_INFINITY, f64::INFINITY];
        return (!section.is_faulty("limits")).then_some(none);
    };
    match *limits.value {
        [least, largest] if least < largest => Some([least, largest]),
        _ => reading.refuse(
            "bad-limits",
            (limits.span, "not two that rise"),
            format!("{what}: `limits` are not a least output and a larger one after it"),
            "write two quantities, such as limits = [\"-24 V\", \"24 V\"]",
        ),
    }
}

/// Refuses outputs that are taken for what they are not, and set points that go in circles; warns of controllers that set nothing.
pub(super) fn check_takers(
    section: &Section,
    forces: &[ForceRequest],
    controllers: &[ControllerRequest],
    reading: &mut Reading,
) {
    let mut takers = Vec::new();
    for force in forces {
        let Some((wanted, signal)) = force.law.signal() else {
            continue;
        };
        let title = format!("force `{}`", force.name);
        let name = signal.controller();
        takers.extend(name.map(|name| (name, wanted, ("forces", &force.name), title)));
    }
    for controller in controllers {
        let title = format!("controller `{}`", controller.name);
        let place = ("controllers", &controller.name);
        let name = controller.setpoint.controller();
        takers.extend(name.map(|name| (name, Controlled::Speed, place, title)));
    }
    for (name, wanted, (key, taker), title) in &takers {
        // One that was refused is not known: it was reported.
        let Some(given) = controllers.iter().find(|known| known.name == *name) else {
            continue;
        };
        let written = section.entries(key).find(|(known, ..)| known == taker);
        let Some((_, _, entry)) = written else {
            continue;
        };
        let place = match *key {
            "forces" => entry.span_of("controller"),
            _ => entry.span_of("setpoint_from"),
        };
        check_taker((title, place), (given, *wanted), reading);
    }
    let is_whole = section.entries("forces").count() <= forces.len();
    for (name, span, _) in section.entries("controllers") {
        let is_taken = takers.iter().any(|(taken, ..)| *taken == name);
        let known = controllers.iter().find(|known| known.name == name);
        if let (true, false, Some(known)) = (is_whole, is_taken, known) {
            let message = format!("nothing uses the output of controller `{name}`");
            let warning = Diagnostic::warning("idle-controller", span, message);
            let help = match known.controlled {
                Controlled::Voltage => {
                    format!("write controller = \"{name}\" in a force of kind \"dc-motor\"")
                }
                Controlled::Torque => {
                    format!("write controller = \"{name}\" in a force of kind \"torque-between\"")
                }
                Controlled::Speed => {
                    format!("write setpoint_from = \"{name}\" in a controller of a speed")
                }
            };
            reading
                .diagnostics
                .push(warning.label("sets nothing").help(help));
        }
    }
}

fn check_taker(
    (title, span): (&str, std::ops::Range<usize>),
    (given, wanted): (&ControllerRequest, Controlled),
    reading: &mut Reading,
) {
    let name = &given.name;
    let [is, ought] = [given.controlled, wanted].map(|controlled| match controlled {
        Controlled::Voltage => "voltage",
        Controlled::Torque => "torque",
        Controlled::Speed => "speed",
    });
    if is != ought {
        reading.refuse::<()>(
            "wrong-output",
            (span, "sets something else"),
            format!("{title} needs a {ought}, and controller `{name}` sets a {is}"),
            format!("take a controller of a kind that ends with -to-{ought}"),
        );
    } else if wanted == Controlled::Speed && !given.is_sampled() {
        reading.refuse::<()>(
            "unsampled-setpoint",
            (span, "acts at every instant"),
            format!(
                "{title} takes its set point from controller `{name}`, which has no `sample_time`"
            ),
            format!("give [controllers.{name}] a sample_time"),
        );
    }
}
