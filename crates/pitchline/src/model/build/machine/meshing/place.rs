//! Whether two wheels can mesh where they stand.

use super::super::Reading;
use super::Teeth;
use crate::contact::Friction;
use crate::dynamics::{Error, Machine, Misplacement, Rotation};
use crate::geometry::PitchFinding;
use crate::input::{Diagnostic, Section};
use crate::machine::{Standing, Toothing};
use crate::model::machine::WheelRequest;
use crate::number::short;

/// Refuses wheels that cannot mesh, and warns of those that stand a little off. Places that are not known before the machine is built
/// are checked then.
pub(super) fn check(
    (what, section): (&str, &Section),
    wheels: [&WheelRequest; 2],
    teeth: &Teeth,
    reading: &mut Reading,
) -> Option<()> {
    let mut scratch = Machine::new();
    let mut standing = Vec::with_capacity(2);
    for wheel in wheels {
        let Some((Some(place), axes)) = reading.stands(&wheel.seat) else {
            return Some(());
        };
        let node = scratch.add_node(&wheel.name, [0.0; 3], Rotation::default());
        standing.push(Standing { node, place, axes });
    }
    let [a, b] = *standing.as_slice() else {
        return None;
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
