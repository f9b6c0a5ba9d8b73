//! Whether two wheels can mesh where they stand.

use super::super::Reading;
use super::Teeth;
use crate::contact::Friction;
use crate::dynamics::{Error, Frame, Machine, Misplacement, PlanarContact, Rotation};
use crate::geometry::PitchFinding;
use crate::input::{Diagnostic, Section};
use crate::machine::{Standing, Toothing};
use crate::model::machine::{MeshingRequest, WheelRequest};
use crate::number::short;

/// Wheels where they stand, on nodes of a machine that is thrown away; none where a place is not known before the machine is built.
fn standing(
    wheels: [&WheelRequest; 2],
    scratch: &mut Machine,
    reading: &Reading,
) -> Option<[Standing; 2]> {
    let mut stand = |wheel: &WheelRequest| {
        let (place, axes) = reading.stands(&wheel.seat)?;
        let place = place?;
        let node = scratch.add_node(&wheel.name, [0.0; 3], Rotation::default());
        Some(Standing { node, place, axes })
    };
    Some([stand(wheels[0])?, stand(wheels[1])?])
}

/// Refuses wheels that cannot mesh, and warns of those that stand a little off. Places that are not known before the machine is built
/// are checked then.
pub(super) fn check(
    (what, section): (&str, &Section),
    wheels: [&WheelRequest; 2],
    teeth: &Teeth,
    reading: &mut Reading,
) -> Option<()> {
    let mut scratch = Machine::new();
    let Some([a, b]) = standing(wheels, &mut scratch, reading) else {
        return Some(());
    };
    let toothing = Toothing {
        engagement: teeth.engagement,
        datum_height: teeth.datum_height,
    };
    match toothing.joint(&mut scratch, what, [a, b], None, Friction::None) {
        Ok(joint) => {
            let off = toothing.misplacement(&scratch, &joint, [a, b]);
            warn(
                (what, section),
                &wheels[1].name,
                (off, toothing.normal_module()),
                reading,
            );
            Some(())
        }
        Err(error) => {
            let names = wheels.map(|wheel| wheel.name.as_str());
            refuse(
                (what, section),
                names,
                (&error, toothing.normal_module()),
                reading,
            )
        }
    }
}

/// Refuses wheels of a contact in one plane whose axes are not parallel, or not as far apart as their pitch circles ask.
pub(super) fn check_planar(
    (what, section): (&str, &Section),
    wheels: [&WheelRequest; 2],
    pair: &MeshingRequest,
    reading: &mut Reading,
) -> Option<()> {
    let mut scratch = Machine::new();
    let (Some(planar), Some(stand)) = (pair.planar(), standing(wheels, &mut scratch, reading))
    else {
        return Some(());
    };
    let data = planar.contact(planar.mesh.law.damping);
    let [a, b] = stand.map(|wheel| Frame {
        node: wheel.node,
        place: wheel.place,
        axes: wheel.axes,
    });
    let error = PlanarContact::build(what, &mut scratch, a, b, data).err();
    let Some(error) = error else {
        return Some(());
    };
    let [a, b] = wheels.map(|wheel| wheel.name.as_str());
    let (message, help) = match error {
        Error::Value {
            key: "angle between the axes",
            value,
            ..
        } => (
            format!(
                "{what}: the axes of wheels `{a}` and `{b}` are {} deg apart, and level \"planar\" is for parallel ones",
                short(value.to_degrees())
            ),
            format!("turn the axis of `{b}`, or write level = \"joint\""),
        ),
        Error::Value { value, .. } => (
            format!(
                "{what}: the axes of wheels `{a}` and `{b}` are {} mm apart, and their pitch circles touch at {} mm",
                short(1e3 * value),
                short(1e3 * planar.pair.center_distance().abs())
            ),
            "move a wheel: at = [x, y, z], or give the pair the center_distance at which they stand".to_owned(),
        ),
        other => (other.to_string(), "correct the pair".to_owned()),
    };
    let place = (section.span_of("b"), "cannot mesh there");
    reading.refuse("cannot-mesh", place, message, help)
}

/// Shares of a module and angles (rad) below this are rounding.
const ROUNDING: f64 = 1e-6;

fn refuse(
    (what, section): (&str, &Section),
    [a, b]: [&str; 2],
    (error, module): (&Error, f64),
    reading: &mut Reading,
) -> Option<()> {
    let (message, help) = match error {
        Error::CentersCoincide { .. } => (
            format!(
                "{what}: the centres of wheels `{a}` and `{b}` coincide across the axis of `{a}`"
            ),
            "move one of the wheels: at = [x, y, z]".to_owned(),
        ),
        Error::CannotMesh {
            position,
            along_axis,
            apart,
            axis_angle,
            ..
        } => {
            let is_off = |way: f64| way.abs() > ROUNDING * module;
            let mut off = Vec::new();
            let mut help = Vec::new();
            if is_off(*apart) {
                let side = if *apart < 0.0 { "near" } else { "far" };
                off.push(format!("stands {} mm too {side}", short(1e3 * apart.abs())));
            }
            if is_off(*along_axis) {
                off.push(format!(
                    "stands {} mm off along the axis of `{a}`",
                    short(1e3 * along_axis)
                ));
            }
            if position.iter().any(|way| is_off(*way)) {
                let back = position.map(|way| short(if is_off(way) { -1e3 * way } else { 0.0 }));
                help.push(format!(
                    "move `{b}` by [{}] mm, or correct center_distance",
                    back.join(", ")
                ));
            }
            if *axis_angle > ROUNDING {
                off.push(format!(
                    "has an axis that is {} deg off",
                    short(axis_angle.to_degrees())
                ));
                help.push(match *axis_angle > FLIPPED {
                    true => format!("turn the axis of `{b}` over"),
                    false => format!("turn the axis of `{b}`"),
                });
            }
            (
                format!(
                    "{what}: wheel `{b}` cannot mesh with `{a}`: it {}",
                    off.join(", and ")
                ),
                help.join("; "),
            )
        }
        other => (
            other.to_string(),
            "correct the gears of the pair".to_owned(),
        ),
    };
    let place = (section.span_of("b"), "cannot mesh there");
    reading.refuse("cannot-mesh", place, message, help)
}

/// An axis that is off by more than this (rad) points the wrong way.
const FLIPPED: f64 = 3.0;

fn warn(
    (what, section): (&str, &Section),
    wheel: &str,
    (Misplacement { along, outward }, module): (Misplacement, f64),
    reading: &mut Reading,
) {
    if along.hypot(outward) <= PitchFinding::SMALL_MISMATCH * module {
        return;
    }
    let side = if outward < 0.0 { "near" } else { "far" };
    let message = format!(
        "{what}: wheel `{wheel}` stands {} mm too {side} and {} mm off along the teeth from where the pitch surfaces touch",
        short(1e3 * outward.abs()),
        short(1e3 * along.abs())
    );
    let warning = Diagnostic::warning("misplaced-wheel", section.span_of("b"), message);
    reading.diagnostics.push(warning.help(
        "radii and pressure angle stay those of center_distance: move the wheel, or give the pair the distance at which it stands",
    ));
}
