//! Drives.

use super::Reading;
use super::bodies::KnownBody;
use super::ends::{carrier, is_given};
use super::functions::function;
use crate::dynamics::DriveMotion;
use crate::geometry::tensor::IDENTITY;
use crate::input::Section;
use crate::model::machine::{
    Carrier, Connection, DriveRequest, Driven, End, Frame, JointKind, JointRequest,
};

/// The drives that could be read.
pub(super) fn read(
    section: &Section,
    joints: &[JointRequest],
    reading: &mut Reading,
) -> Vec<DriveRequest> {
    let mut drives: Vec<DriveRequest> = Vec::new();
    for (name, _, entry) in section.entries("drives") {
        let found = drive(name, entry, joints, reading);
        let Some(found) = found else { continue };
        check_single((&found, entry), (&drives, joints), reading);
        drives.push(found);
    }
    drives
}

fn drive(
    name: &str,
    section: &Section,
    joints: &[JointRequest],
    reading: &mut Reading,
) -> Option<DriveRequest> {
    let what = format!("drive `{name}`");
    let motion = match section.choice("kind")?.value {
        "angle" => DriveMotion::Angle,
        "speed" => DriveMotion::Speed,
        "displacement" => DriveMotion::Displacement,
        _ => DriveMotion::Velocity,
    };
    let function = function((&what, section), "value", reading);
    Some(DriveRequest {
        name: name.to_owned(),
        driven: driven((&what, section), (motion, "drive"), joints, reading)?,
        motion,
        function: function?,
    })
}

/// A joint or a shaft; the verb says what is done with it.
pub(super) fn driven(
    (what, section): (&str, &Section),
    (motion, verb): (DriveMotion, &str),
    joints: &[JointRequest],
    reading: &mut Reading,
) -> Option<Driven> {
    let named = (what, section);
    match (is_given(section, "joint"), is_given(section, "shaft")) {
        (true, false) => {
            let joint = section.text("joint")?;
            // A joint that was refused is not known: it was reported.
            let driven = joints.iter().find(|known| known.name == joint.value)?;
            check_free(named, driven, (motion, verb), reading)?;
            Some(Driven::Joint(joint.value.to_owned()))
        }
        (false, true) => shaft(named, reading),
        (true, true) => reading.refuse(
            "two-places",
            (section.span_of("shaft"), "and a joint"),
            format!("{what} has `joint` and `shaft`, which both say what to {verb}"),
            "keep one of the two",
        ),
        // Of the other kinds it was reported.
        (false, false) if section.is_faulty("joint") => None,
        (false, false) => reading.refuse(
            "missing-key",
            (section.span(), "`joint` or `shaft` is missing"),
            format!("{what} lacks `joint` or `shaft`"),
            "write joint = with the name of a joint, or shaft = \"rotor:start\" with a point of a shaft",
        ),
    }
}

/// A point of a shaft, turned about the axis of the shaft as it stands at the start.
fn shaft((what, section): (&str, &Section), reading: &mut Reading) -> Option<Driven> {
    let carrier = carrier((what, section), "shaft", reading)?;
    let turned = match &carrier {
        Carrier::Point(name, point) => {
            let shaft = reading.shafts.iter().find(|known| known.name == *name);
            shaft.map(|shaft| {
                (
                    shaft.point(point).map(|point| point.position),
                    shaft.clone(),
                )
            })
        }
        _ => None,
    };
    let Some((position, shaft)) = turned else {
        let known = carrier.body().and_then(|name| reading.bodies.find(name));
        if let Some(KnownBody::Refused) = known {
            return None;
        }
        return reading.refuse(
            "no-shaft",
            (section.span_of("shaft"), "no shaft"),
            format!("{what}: {carrier} is not on a shaft"),
            "name a point of a shaft, or a joint of the body",
        );
    };
    let frame = Frame::Ground {
        place: shaft.place_at(position?),
        axes: shaft.axes,
    };
    let a = End {
        carrier: Carrier::Ground,
        frame,
    };
    let b = End {
        carrier,
        frame: Frame::Own {
            place: [0.0; 3],
            axes: IDENTITY,
        },
    };
    Some(Driven::Shaft(Box::new(Connection { a, b })))
}

/// A drive needs a motion that its joint leaves free.
fn check_free(
    (what, section): (&str, &Section),
    joint: &JointRequest,
    (motion, verb): (DriveMotion, &str),
    reading: &mut Reading,
) -> Option<()> {
    let is_free = match motion.is_angle() {
        true => joint.kind.turns(),
        false => joint.kind.slides(),
    };
    let is_stop = matches!(joint.kind, JointKind::Stop { .. });
    if is_free && !is_stop {
        return Some(());
    }
    let name = &joint.name;
    let (cannot, help) = match motion.is_angle() {
        _ if is_stop => (
            "is a stop, which only keeps bodies apart",
            "a joint that guides the body, of kind revolute or prismatic for example",
        ),
        true if !joint.kind.keeps_axis() => (
            "has no axis fixed in both bodies",
            "a joint of kind revolute, cylindrical, planar or screw",
        ),
        true => (
            "does not turn about its axis",
            "a joint of kind revolute, cylindrical, planar or screw; or write kind = \"displacement\"",
        ),
        false => (
            "does not slide along its axis",
            "a joint of kind prismatic, cylindrical or screw; or write kind = \"angle\"",
        ),
    };
    reading.refuse(
        "nothing-to-drive",
        (section.span_of("joint"), "not free"),
        format!("{what}: joint `{name}` {cannot}"),
        format!("{verb} {help}"),
    )
}

/// Two drives must not move the same axis; the turn and the way of a screw are one motion.
fn check_single(
    (drive, section): (&DriveRequest, &Section),
    (drives, joints): (&[DriveRequest], &[JointRequest]),
    reading: &mut Reading,
) {
    let is_screw = joints.iter().any(|joint| {
        drive.driven == Driven::Joint(joint.name.clone())
            && matches!(joint.kind, JointKind::Screw { .. })
    });
    let is_same = |other: &&DriveRequest| {
        other.driven == drive.driven
            && (is_screw || other.motion.is_angle() == drive.motion.is_angle())
    };
    let (key, moved) = match &drive.driven {
        Driven::Joint(name) => ("joint", format!("joint `{name}`")),
        Driven::Shaft(between) => ("shaft", between.b.carrier.to_string()),
    };
    if let Some(other) = drives.iter().find(is_same) {
        reading.refuse::<()>(
            "driven-twice",
            (section.span_of(key), "driven already"),
            format!(
                "drives `{}` and `{}` both prescribe the motion of {moved}",
                other.name, drive.name
            ),
            "remove one of the two",
        );
    }
}
