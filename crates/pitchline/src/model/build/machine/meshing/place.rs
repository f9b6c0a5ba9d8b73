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
        Err(error) => refuse(section, &error, reading),
    }
}

fn refuse(section: &Section, error: &Error, reading: &mut Reading) -> Option<()> {
    let help = match error {
        Error::CentersCoincide { .. } => "move one of the wheels: at = [x, y, z]",
        Error::CannotMesh { .. } => {
            "move the wheels or their bodies as the message says, or correct center_distance and the axes of the wheels"
        }
        _ => "correct the gears of the pair",
    };
    let place = (section.span_of("b"), "cannot mesh there");
    reading.refuse("cannot-mesh", place, error.to_string(), help)
}

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
