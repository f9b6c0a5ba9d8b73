//! Joints.

use super::Reading;
use super::ends::{axes, check_direction, columns, connection, is_given, vector};
use crate::geometry::vector::{cross, length, times};
use crate::input::Section;
use crate::model::machine::{Connection, Frame, JointKind, JointRequest, JointSwitch};

/// The joints that could be read.
pub(super) fn read(section: &Section, reading: &mut Reading) -> Vec<JointRequest> {
    let mut joints = Vec::new();
    for (name, _, entry) in section.entries("joints") {
        joints.extend(joint(name, entry, reading));
    }
    joints
}

fn joint(name: &str, section: &Section, reading: &mut Reading) -> Option<JointRequest> {
    let what = format!("joint `{name}`");
    let named = (what.as_str(), section);
    let between = connection(named, reading);
    let kind = kind(named, reading)?;
    let between = match kind {
        JointKind::Universal => crossed(named, between?, reading)?,
        _ => between?,
    };
    let is_released = is_given(section, "released") && section.boolean("released")?.value;
    Some(JointRequest {
        name: name.to_owned(),
        kind,
        between,
        switch: is_released.then_some(JointSwitch { is_released }),
    })
}

fn kind((what, section): (&str, &Section), reading: &mut Reading) -> Option<JointKind> {
    Some(match section.choice("kind")?.value {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "prismatic" => JointKind::Prismatic,
        "cylindrical" => JointKind::Cylindrical,
        "spherical" => JointKind::Spherical,
        "universal" => JointKind::Universal,
        "planar" => JointKind::Planar,
        "screw" => {
            let lead = section.quantity("lead")?;
            if lead.value == 0.0 {
                return reading.refuse(
                    "zero-lead",
                    (lead.span, "no advance"),
                    format!("{what}: a screw without a lead does not advance"),
                    "write lead = \"5 mm\", or kind = \"revolute\"",
                );
            }
            JointKind::Screw { lead: lead.value }
        }
        "stop" => JointKind::Stop {
            radius: section.quantity("radius")?.value,
            restitution: section.number("restitution")?.value,
            rest_speed: section.quantity("rest_speed")?.value,
        },
        _ => JointKind::Custom {
            locked: locked((what, section), reading)?,
        },
    })
}

fn locked((what, section): (&str, &Section), reading: &mut Reading) -> Option<[bool; 6]> {
    let names = section.choices("locked")?;
    let mut locked = [false; 6];
    for name in &names.value {
        let all = ["x", "y", "z", "rx", "ry", "rz"];
        if let Some(i) = all.iter().position(|known| known == name) {
            if locked[i] {
                return reading.refuse(
                    "locked-twice",
                    (names.span, "twice"),
                    format!("{what} locks `{name}` twice"),
                    "name each motion once",
                );
            }
            locked[i] = true;
        }
    }
    if locked == [false; 6] {
        return reading.refuse(
            "nothing-locked",
            (names.span, "nothing"),
            format!("{what} locks nothing, so it is no joint"),
            "name the motions that it constrains: locked = [\"x\", \"y\", \"z\"]; or remove the joint",
        );
    }
    Some(locked)
}

/// The cross of a universal joint given by the axes of both shafts: its pin on a is across both of them, that on b across the
/// shaft of b and the pin on a.
fn crossed(
    (what, section): (&str, &Section),
    between: Connection,
    reading: &mut Reading,
) -> Option<Connection> {
    let (Frame::Ground { place, .. }, Frame::Ground { .. }) = (between.a.frame, between.b.frame)
    else {
        return Some(between);
    };
    let named = (what, section);
    let shaft_a = vector(section, "axis").unwrap_or([0.0, 0.0, 1.0]);
    let shaft_b = match section.is_faulty("axis_b") {
        true => return None,
        false => vector(section, "axis_b").unwrap_or(shaft_a),
    };
    check_direction(named, "axis_b", shaft_b, reading)?;
    let unit = |v| times(1.0 / length(v), v);
    let across = cross(unit(shaft_a), unit(shaft_b));
    // Shafts in line: any pin will do.
    let pin = match (vector(section, "x"), length(across) > 1e-9) {
        (Some(x), _) => Some(x),
        (None, true) => Some(across),
        (None, false) => None,
    };
    let axes_a = axes(shaft_a, pin)?;
    let pin_a = [0, 1, 2].map(|i| axes_a[i][0]);
    let z = unit(shaft_b);
    let y = cross(z, pin_a);
    if length(y) < 1e-6 {
        let key = if is_given(section, "x") {
            "x"
        } else {
            "axis_b"
        };
        return reading.refuse(
            "bad-direction",
            (section.span_of(key), "along the pin"),
            format!("{what}: the shaft of `b` lies along the pin of the cross on `a`"),
            "choose an `x` across both shafts, or leave it out",
        );
    }
    let y = unit(y);
    let axes_b = columns([cross(y, z), y, z]);
    let mut crossed = between;
    crossed.a.frame = Frame::Ground {
        place,
        axes: axes_a,
    };
    crossed.b.frame = Frame::Ground {
        place,
        axes: axes_b,
    };
    Some(crossed)
}
