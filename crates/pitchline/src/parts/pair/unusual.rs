//! What a file says of a pair that its level does not hear, and play and errors that no teeth have.

use super::mesh_keys as key;
use super::reading::PairEntry;
use super::{PairLevel, planar};
use crate::contact::TransmissionError;
use crate::input::{Diagnostic, Section};
use crate::model::{MeshKind, PairGeometry, Reading, is_given};
use crate::number::short;

/// Teeth of machines have a play of a few hundredths of their module; more than this is likely a wrong unit.
const USUAL_PLAY: f64 = 0.25;

/// What to do about friction of racks, which no level knows.
pub(super) const WITHOUT_FRICTION: &str =
    "remove friction; a force of kind \"friction\" about the axis of the wheel can represent it";

/// Warns of keys that change nothing in a machine.
pub(super) fn warn(entry: &PairEntry, level: &dyn PairLevel, reading: &mut Reading) {
    let PairEntry {
        what,
        section,
        pair,
        ..
    } = *entry;
    let mut tell = |key: &str, message: String, help: &str| {
        let warning = Diagnostic::warning("useless-key", section.span_of(key), message);
        reading
            .diagnostics
            .push(warning.label("changes nothing").help(help));
    };
    if is_given(section, "misalignment") {
        tell(
            "misalignment",
            format!(
                "{what}: the positions of its wheels are those of their bodies, and `misalignment` does not move them"
            ),
            "remove it; a body or wheel can be misaligned itself: position, or axis and at",
        );
    }
    let is_along = match &pair.geometry {
        PairGeometry::Cylindrical(_) => false,
        PairGeometry::Pitch(mesh) => mesh.kind != MeshKind::Bevel,
    };
    if is_given(section, "friction") && !level.has_friction_along_profile() && !is_along {
        let help = match pair.geometry {
            _ if planar::is_possible(pair) => {
                "write level = \"planar\", where teeth slide up and down each other, or remove it"
            }
            PairGeometry::Cylindrical(_) => WITHOUT_FRICTION,
            PairGeometry::Pitch(_) => "remove it",
        };
        tell(
            "friction",
            format!(
                "{what}: friction of this level acts on teeth that slide along each other, which these do not"
            ),
            help,
        );
    }
}

/// Refuses play that leaves no teeth, and warns of more than teeth have; play and module are measured in the pitch surfaces (m).
pub(super) fn check_backlash(
    (what, mesh): (&str, &Section),
    (backlash, module): (f64, f64),
    reading: &mut Reading,
) -> Option<()> {
    if backlash <= USUAL_PLAY * module {
        return Some(());
    }
    let pitch = std::f64::consts::PI * module;
    let is_possible = backlash < pitch;
    let message = match is_possible {
        true => format!(
            "{what} has a backlash of {} modules; {} would be much",
            short(backlash / module),
            short(USUAL_PLAY)
        ),
        false => format!(
            "{what}: a backlash of {} mm across the teeth leaves nothing of them: they repeat every {} mm",
            short(1e3 * backlash),
            short(1e3 * pitch)
        ),
    };
    let help = "check its unit: backlash = \"0.05 mm\"";
    let span = mesh.span_of(&key::BACKLASH);
    if !is_possible {
        return reading.refuse("no-teeth-left", (span, "too much"), message, help);
    }
    let warning = Diagnostic::warning("much-backlash", span, message);
    reading.diagnostics.push(warning.help(help));
    Some(())
}

/// Places in a mesh cycle, and cycles, at which a transmission error is looked at.
const LOOKED: [u32; 2] = [32, 64];

/// Refuses transmission errors as large as the teeth, and warns of those that no gear has (m, in the pitch surfaces).
pub(super) fn check_error(
    (what, mesh): (&str, &Section),
    (error, module): (&TransmissionError, f64),
    reading: &mut Reading,
) -> Option<()> {
    let [places, cycles] = LOOKED;
    let at = (0..places * cycles).map(|i| error.at(f64::from(i) / f64::from(places))[0]);
    let given = match error {
        TransmissionError::Table(table) => table.values(),
        _ => &[],
    };
    let largest = at
        .chain(given.iter().copied())
        .fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest <= USUAL_PLAY * module {
        return Some(());
    }
    let message = format!(
        "{what} has a transmission error of {} mm across the teeth, whose module is {} mm",
        short(1e3 * largest),
        short(1e3 * module)
    );
    let help = "check its unit: amplitude = \"5 um\"";
    let span = mesh.span_of("transmission_error");
    if largest >= std::f64::consts::PI * module {
        return reading.refuse("no-teeth-left", (span, "too much"), message, help);
    }
    let warning = Diagnostic::warning("much-transmission-error", span, message);
    reading.diagnostics.push(warning.help(help));
    Some(())
}
