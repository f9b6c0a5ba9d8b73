//! Drives.

use super::Reading;
use super::functions::function;
use crate::dynamics::DriveMotion;
use crate::input::Section;
use crate::model::machine::{DriveRequest, JointKind, JointRequest};

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
    let joint = section.text("joint")?;
    // A joint that was refused is not known: it was reported.
    let driven = joints.iter().find(|known| known.name == joint.value)?;
    check_free((&what, section), driven, motion, reading)?;
    Some(DriveRequest {
        name: name.to_owned(),
        joint: joint.value.to_owned(),
        motion,
        function: function?,
    })
}

/// A drive needs a motion that its joint leaves free.
fn check_free(
    (what, section): (&str, &Section),
    joint: &JointRequest,
    motion: DriveMotion,
    reading: &mut Reading,
) -> Option<()> {
    let is_free = match motion.is_angle() {
        true => joint.kind.turns(),
        false => joint.kind.slides(),
    };
    if is_free {
        return Some(());
    }
    let name = &joint.name;
    let (cannot, help) = match motion.is_angle() {
        true if !joint.kind.keeps_axis() => (
            "has no axis that both bodies keep",
            "drive a joint of kind revolute, cylindrical, planar or screw",
        ),
        true => (
            "does not turn about its axis",
            "drive a joint of kind revolute, cylindrical, planar or screw; or write kind = \"displacement\"",
        ),
        false => (
            "does not slide along its axis",
            "drive a joint of kind prismatic, cylindrical or screw; or write kind = \"angle\"",
        ),
    };
    reading.refuse(
        "nothing-to-drive",
        (section.span_of("joint"), "not free"),
        format!("{what}: joint `{name}` {cannot}"),
        help,
    )
}

/// Two drives must not move the same axis; the turn and the way of a screw are one motion.
fn check_single(
    (drive, section): (&DriveRequest, &Section),
    (drives, joints): (&[DriveRequest], &[JointRequest]),
    reading: &mut Reading,
) {
    let is_screw = joints
        .iter()
        .any(|joint| joint.name == drive.joint && matches!(joint.kind, JointKind::Screw { .. }));
    let is_same = |other: &&DriveRequest| {
        other.joint == drive.joint
            && (is_screw || other.motion.is_angle() == drive.motion.is_angle())
    };
    if let Some(other) = drives.iter().find(is_same) {
        reading.refuse::<()>(
            "driven-twice",
            (section.span_of("joint"), "driven already"),
            format!(
                "drives `{}` and `{}` both prescribe the motion of joint `{}`",
                other.name, drive.name, drive.joint
            ),
            "remove one of the two",
        );
    }
}
