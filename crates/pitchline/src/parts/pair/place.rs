//! Whether two wheels can mesh where they stand.

use super::reading::{PairEntry, Teeth};
use super::{Standing, Toothing};
use crate::contact::Friction;
use crate::dynamics::{Engagement, Error, Machine, Misfit, Misplacement, Rotation};
use crate::geometry::PitchFinding;
use crate::input::{Diagnostic, Section};
use crate::model::machine::{Faces, WheelRequest};
use crate::model::{Reading, is_given};
use crate::number::short;

/// Wheels where they stand, on nodes of a machine that is thrown away; none where a place is not known before the machine is built.
pub(super) fn standing(
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
pub(super) fn check(entry: &PairEntry, reading: &mut Reading) -> Option<()> {
    let PairEntry {
        what,
        section,
        wheels,
        teeth,
        ..
    } = *entry;
    let mut scratch = Machine::new();
    let Some([a, b]) = standing(wheels, &mut scratch, reading) else {
        return Some(());
    };
    let toothing = Toothing {
        engagement: teeth.engagement,
        datum_height: teeth.datum_height,
        faces: teeth.faces,
    };
    match toothing.joint(&mut scratch, what, [a, b], None, Friction::None) {
        Ok(joint) => {
            let off = toothing.misplacement(&scratch, &joint, [a, b]);
            warn(
                (what, section),
                &wheels[1].name,
                (off, toothing.normal_module(), teeth.distance_key),
                reading,
            );
            let offset = toothing.offset(&[a, b]).unwrap_or(0.0);
            warn_of_faces((what, section), wheels, (teeth.faces, offset), reading);
            Some(())
        }
        Err(error) => {
            let names = wheels.map(|wheel| wheel.name.as_str());
            let crossing = crossing(section, teeth, &error);
            refuse(
                (what, section),
                names,
                (&error, toothing.normal_module(), teeth.distance_key),
                crossing.as_deref(),
                reading,
            )
        }
    }
}

/// What to write where helical gears that are paired as on parallel axes may be meant to cross.
fn crossing(section: &Section, teeth: &Teeth, error: &Error) -> Option<String> {
    let Engagement::Wheels(contact) = &teeth.engagement else {
        return None;
    };
    let Error::CannotMesh { misfit, .. } = error else {
        return None;
    };
    let are_helical = [contact.a, contact.b]
        .iter()
        .all(|gear| gear.helix_angle != 0.0 && gear.cone_angle == 0.0);
    let crosses =
        misfit.axis_angle > TURNED_OVER && std::f64::consts::PI - misfit.axis_angle > TURNED_OVER;
    let is_meant = are_helical && contact.is_parallel() && !is_given(section, "shaft_angle");
    (is_meant && crosses).then(|| {
        format!(
            "; or, if the axes are to cross, add shaft_angle = \"{} deg\" to the pair",
            short(misfit.axis_angle.to_degrees())
        )
    })
}

/// Angles (rad) below this are rounding.
const ROUNDING: f64 = 1e-6;
/// Ways below this share of a module are no reason to refuse a place: of numbers written with some digits.
const SMALL_WAY: f64 = 1e-3;
/// An axis so near (rad) to the opposite of where it should be is that of a wheel the other way round.
const TURNED_OVER: f64 = 0.02;

pub(super) fn refuse(
    (what, section): (&str, &Section),
    [a, b]: [&str; 2],
    (error, module, distance_key): (&Error, f64, Option<&str>),
    crossing: Option<&str>,
    reading: &mut Reading,
) -> Option<()> {
    let (message, help) = match error {
        Error::CentersCoincide { .. } => (
            format!(
                "{what}: the centres of wheels `{a}` and `{b}` coincide across the axis of `{a}`"
            ),
            "move one of the wheels: at = [x, y, z]".to_owned(),
        ),
        Error::CannotMesh { misfit, .. } => {
            let (off, help) = told(misfit, [a, b], (module, distance_key));
            (
                format!("{what}: wheel `{b}` cannot mesh with `{a}`: it {off}"),
                help + crossing.unwrap_or_default(),
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

/// What is off of wheel b, and what to write instead.
fn told(
    misfit: &Misfit,
    [a, b]: [&str; 2],
    (module, distance_key): (f64, Option<&str>),
) -> (String, String) {
    let is_off = |way: f64| way.abs() > SMALL_WAY * module;
    let (mut off, mut help) = (Vec::new(), Vec::new());
    if misfit.faces_away {
        off.push(format!("has teeth that point away from `{a}`"));
    } else if is_off(misfit.apart) {
        let side = if misfit.apart < 0.0 { "near" } else { "far" };
        off.push(format!(
            "is {} mm too {side}",
            short(1e3 * misfit.apart.abs())
        ));
    }
    if is_off(misfit.along_axis) {
        let side = if misfit.along_axis < 0.0 {
            "against"
        } else {
            "along"
        };
        off.push(format!(
            "is {} mm too far {side} the axis of `{a}`",
            short(1e3 * misfit.along_axis.abs())
        ));
    }
    if is_off(misfit.along_own) {
        off.push(format!(
            "is {} mm too far {} its own axis",
            short(1e3 * misfit.along_own.abs()),
            if misfit.along_own < 0.0 {
                "against"
            } else {
                "along"
            }
        ));
    }
    let is_turned_over = std::f64::consts::PI - misfit.axis_angle < TURNED_OVER;
    if is_turned_over {
        off.push("is turned over, its z points against where it should".to_owned());
    } else if misfit.axis_angle > ROUNDING {
        off.push(format!(
            "has an axis that is {} deg off",
            short(misfit.axis_angle.to_degrees())
        ));
    }
    if misfit.position.iter().any(|way| is_off(*way)) {
        let back = misfit
            .position
            .map(|way| if is_off(way) { -1e3 * way } else { 0.0 });
        help.push(format!("move `{b}` by {} mm", list(back)));
    }
    if let Some(outward) = misfit.outward {
        help.push(format!(
            "turn the teeth of `{b}` to x = {}, in ground axes",
            list(outward)
        ));
    }
    if misfit.axis_angle > ROUNDING {
        help.push(format!(
            "turn the axis of `{b}` to {}, in ground axes",
            list(misfit.axis)
        ));
    }
    let mut help = help.join(", and ");
    if is_turned_over {
        help += "; rotations, torques and hands of teeth refer to z: it has the same direction for parallel wheels, and is at the shaft angle for others";
    }
    if let (Some(center), true) = (misfit.center_for_axis, misfit.axis_angle > ROUNDING) {
        let center = center.map(|way| 1e3 * way);
        help += &format!("; or leave its axis, and move it to {} mm", list(center));
    } else if let (Some(key), true, false) = (distance_key, is_off(misfit.apart), misfit.faces_away)
    {
        help += &format!("; or correct {key}");
    }
    (off.join(", and "), help)
}

/// Numbers as they are written, without what is rounding.
fn list(vector: [f64; 3]) -> String {
    let largest = vector.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let one = |x: f64| short(if x.abs() > 1e-9 * largest { x } else { 0.0 });
    format!("[{}]", vector.map(one).join(", "))
}

fn warn(
    (what, section): (&str, &Section),
    wheel: &str,
    (off, module, distance_key): (Misplacement, f64, Option<&str>),
    reading: &mut Reading,
) {
    let Misplacement { along, outward, .. } = off;
    if along.hypot(outward) <= PitchFinding::SMALL_MISMATCH * module {
        return;
    }
    let side = if outward < 0.0 { "near" } else { "far" };
    let is_told = |way: f64| way.abs() > SMALL_WAY * module;
    let parts = [
        is_told(outward).then(|| format!("{} mm too {side}", short(1e3 * outward.abs()))),
        is_told(along).then(|| format!("{} mm off along the teeth", short(1e3 * along.abs()))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let message = format!(
        "{what}: wheel `{wheel}` is {} from the position where the pitch surfaces touch",
        parts.join(" and ")
    );
    let warning = Diagnostic::warning("misplaced-wheel", section.span_of("b"), message);
    let kept = match distance_key.filter(|_| is_told(outward)) {
        Some(key) => format!(
            "radii and pressure angle remain those of {key}: move the wheel, or give the pair the {key} of its position"
        ),
        None => "radii and pressure angle remain those of the correct position: move the wheel"
            .to_owned(),
    };
    reading.diagnostics.push(warning.help(kept));
}

/// Share of the narrower face that may lie beside the other one without a word.
const SMALL_OVERHANG: f64 = 0.1;

/// Warns of faces that cover each other in part.
pub(super) fn warn_of_faces(
    (what, section): (&str, &Section),
    [a, b]: [&WheelRequest; 2],
    (faces, offset): (Faces, f64),
    reading: &mut Reading,
) {
    let (whole, common) = (faces.common(0.0), faces.common(offset));
    if common >= (1.0 - SMALL_OVERHANG) * whole {
        return;
    }
    let side = if offset < 0.0 { "against" } else { "along" };
    let message = format!(
        "{what}: the faces of wheels `{}` and `{}` overlap over {} of {} mm: the second is {} mm {side} the axis of the first",
        a.name,
        b.name,
        short(1e3 * common),
        short(1e3 * whole),
        short(1e3 * offset.abs())
    );
    let warning = Diagnostic::warning("faces-beside-each-other", section.span_of("b"), message);
    reading.diagnostics.push(warning.help(
        "the mesh acts in the middle of the overlap; a stiffness by the standard assumes the whole width: move a wheel, or write the stiffness",
    ));
}
