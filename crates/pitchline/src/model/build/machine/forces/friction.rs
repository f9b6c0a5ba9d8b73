//! Friction about an axis: bearings, seals, brakes.

use super::super::Reading;
use super::super::ends::is_given;
use super::super::functions::function;
use crate::contact::{DragTorque, StribeckFall};
use crate::dynamics::{Brake, Standstill, TimeFunction};
use crate::input::Section;
use crate::model::machine::{Connection, ForceKind};
use crate::number::short;

/// Speed over which regularised friction turns its sign unless given (rad/s).
const TRANSITION_SPEED: f64 = 1e-3;

/// Friction of a bearing or a seal.
pub(super) fn hinge(
    named: (&str, &Section),
    between: Option<Connection>,
    reading: &mut Reading,
) -> Option<ForceKind> {
    let standstill = standstill(named, reading);
    let drag = drag(named, reading);
    Some(ForceKind::Friction {
        between: between?,
        drag: drag?,
        standstill: standstill?,
    })
}

/// A brake.
pub(super) fn brake(
    named: (&str, &Section),
    between: Option<Connection>,
    reading: &mut Reading,
) -> Option<ForceKind> {
    let (what, section) = named;
    let standstill = standstill(named, reading);
    let torque = function(named, "torque", reading)?;
    if let TimeFunction::Constant(value) = torque
        && value < 0.0
    {
        return reading.refuse(
            "negative-friction",
            (section.span_of("torque"), "below 0"),
            format!(
                "{what} has a torque of {} N m, and friction never drives",
                short(value)
            ),
            "write 0 or more; a torque that drives is a force of kind = \"torque-between\"",
        );
    }
    Some(ForceKind::Brake {
        between: between?,
        brake: Brake {
            torque,
            static_ratio: section.number("static_ratio")?.value,
            standstill: standstill?,
        },
    })
}

fn standstill((what, section): (&str, &Section), reading: &mut Reading) -> Option<Standstill> {
    let speed = section.quantity("transition_speed");
    if section.choice("stiction")?.value == "regularised" {
        if section.is_faulty("transition_speed") {
            return None;
        }
        let speed = speed.map_or(TRANSITION_SPEED, |speed| speed.value);
        return Some(Standstill::Regularised(speed));
    }
    match speed {
        None => Some(Standstill::Sticks),
        Some(speed) => reading.refuse(
            "two-stictions",
            (speed.span, "nothing is smoothed"),
            format!("{what} has a `transition_speed`, but it sticks and breaks away"),
            "remove it, or write stiction = \"regularised\"",
        ),
    }
}

/// Torque over the speed and at rest.
fn drag(named: (&str, &Section), reading: &mut Reading) -> Option<DragTorque> {
    let (_, section) = named;
    let get = |key: &str| Some(section.quantity(key)?.value);
    let (constant, viscous) = (get("constant")?, get("viscous")?);
    let [slow, speed, rest] = ["breakaway", "stribeck_speed", "static_torque"].map(|key| {
        let value = section.quantity(key).map(|value| value.value);
        (!section.is_faulty(key)).then_some(value)
    });
    let stribeck = stribeck(named, constant, [slow?, speed?], reading)?;
    let of_slow_motion = stribeck.map_or(constant, |fall| fall.breakaway);
    let drag = DragTorque {
        constant,
        viscous,
        stribeck,
        static_torque: rest?.unwrap_or(of_slow_motion),
    };
    rubs(named, &drag, of_slow_motion, reading)?;
    Some(drag)
}

/// How friction falls from slow to fast motion, if it does.
fn stribeck(
    (what, section): (&str, &Section),
    constant: f64,
    given: [Option<f64>; 2],
    reading: &mut Reading,
) -> Option<Option<StribeckFall>> {
    match given {
        [None, None] => Some(None),
        [Some(breakaway), Some(speed)] if breakaway >= constant => {
            Some(Some(StribeckFall { breakaway, speed }))
        }
        [Some(breakaway), Some(_)] => reading.refuse(
            "rising-friction",
            (section.span_of("breakaway"), "below `constant`"),
            format!(
                "{what}: friction of slow motion, {} N m, is below that of fast motion, {} N m",
                short(breakaway),
                short(constant)
            ),
            "write a `breakaway` of at least `constant`; `viscous` makes friction rise with the speed",
        ),
        [slow, _] => {
            let (has, lacks) = match slow {
                Some(_) => ("breakaway", "stribeck_speed"),
                None => ("stribeck_speed", "breakaway"),
            };
            reading.refuse(
                "half-stribeck",
                (section.span_of(has), "only one of two"),
                format!(
                    "{what} has `{has}` but no `{lacks}`, which say together how friction falls"
                ),
                format!("add `{lacks}`, or remove `{has}`; what holds at rest is `static_torque`"),
            )
        }
    }
}

/// Refuses friction that holds less than it rubs, and that does neither.
fn rubs(
    (what, section): (&str, &Section),
    drag: &DragTorque,
    of_slow_motion: f64,
    reading: &mut Reading,
) -> Option<()> {
    let static_torque = drag.static_torque;
    if static_torque < of_slow_motion {
        return reading.refuse(
            "weak-stiction",
            (section.span_of("static_torque"), "too small"),
            format!(
                "{what} holds {} N m at rest, less than the {} N m with which it rubs in slow motion",
                short(static_torque),
                short(of_slow_motion)
            ),
            "write a larger `static_torque`, or leave it out for that of slow motion",
        );
    }
    if static_torque > 0.0 || drag.viscous > 0.0 {
        return Some(());
    }
    let mut keys = ["constant", "viscous"].into_iter();
    let label = match keys.any(|key| is_given(section, key)) {
        true => "all of it is 0",
        false => "nothing rubs",
    };
    reading.refuse(
        "no-friction",
        (section.span(), label),
        format!("{what} has no torque at any speed"),
        "write constant = \"0.02 N m\" or viscous = \"0.0004 N m s/rad\"",
    )
}
