//! Studies of small motions.

pub(super) mod inputs;
mod linearise;

use crate::dynamics::DriveMotion;
use crate::geometry::vector::{Vector, length, times};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::StudyKind;
use crate::model::machine::{
    About, CampbellRequest, FrequencyResponseRequest, MachineRequest, MachineStudy, ModalRequest,
    PlanetaryBodies,
};
use crate::number::short;

/// Their kinds.
pub(super) const LINEAR_KINDS: [&str; 4] = ["modal", "campbell", "frequency-response", "linearise"];

/// Modes, unless given.
const USUAL_COUNT: i64 = 10;
/// Speeds, unless given.
const USUAL_SPEEDS: i64 = 101;
/// Frequencies, unless given.
const USUAL_FREQUENCIES: i64 = 400;

/// A study of small motions; `None` when something in it was refused.
pub(super) fn study(
    kind: &str,
    section: &Section,
    (root, request): (&Section, &MachineRequest),
    (machine, time): (MachineStudy, f64),
    diagnostics: &mut Diagnostics,
) -> Option<StudyKind> {
    match kind {
        "modal" => Some(StudyKind::Modal(ModalRequest {
            machine,
            time,
            about: about(section)?,
            count: count(section, "count", USUAL_COUNT)?,
            planetary: planetary(section, diagnostics)?,
        })),
        "campbell" => {
            let orders = match section.quantities("orders") {
                Some(orders) => orders.value.to_vec(),
                None if section.is_faulty("orders") => return None,
                None => vec![1.0],
            };
            Some(StudyKind::Campbell(CampbellRequest {
                machine,
                time,
                drive: turning_drive(section, request, time, diagnostics)?,
                speeds: ends(section, "speed_range", "rad/s", diagnostics)?,
                points: count(section, "points", USUAL_SPEEDS)?,
                count: count(section, "count", USUAL_COUNT)?,
                orders,
            }))
        }
        "linearise" => linearise::study(section, (root, request), (machine, time), diagnostics),
        _ => {
            let about = about(section)?;
            Some(StudyKind::FrequencyResponse(FrequencyResponseRequest {
                machine,
                time,
                about,
                inputs: inputs::inputs(section, (root, request), (about, time), diagnostics)?,
                frequencies: frequencies(section, diagnostics)?,
                is_logarithmic: section.choice("spacing")?.value == "logarithmic",
            }))
        }
    }
}

fn about(section: &Section) -> Option<About> {
    Some(match section.choice("about")?.value {
        "turning" => About::Turning,
        "start" => About::Start,
        _ => About::Rest,
    })
}

pub(super) fn count(section: &Section, key: &str, usual: i64) -> Option<usize> {
    if section.is_faulty(key) {
        return None;
    }
    let count = section.integer(key).map_or(usual, |count| count.value);
    usize::try_from(count).ok()
}

/// Lowest and highest of a range.
pub(super) fn ends(
    section: &Section,
    key: &str,
    unit: &str,
    diagnostics: &mut Diagnostics,
) -> Option<[f64; 2]> {
    let given = section.quantities(key)?;
    match *given.value {
        [low, high] if low < high => Some([low, high]),
        _ => {
            let values: Vec<String> = given.value.iter().map(|value| short(*value)).collect();
            let message = format!("{key} is [{}] {unit}", values.join(", "));
            diagnostics.push(
                Diagnostic::error("bad-range", given.span, message)
                    .label("no lowest and highest value")
                    .help("write two values, the lower one first"),
            );
            None
        }
    }
}

fn frequencies(section: &Section, diagnostics: &mut Diagnostics) -> Option<Vec<f64>> {
    let [low, high] = ends(section, "frequency_range", "Hz", diagnostics)?;
    let points = count(section, "points", USUAL_FREQUENCIES)?;
    let is_logarithmic = section.choice("spacing")?.value == "logarithmic";
    if is_logarithmic && low <= 0.0 {
        diagnostics.push(
            Diagnostic::error(
                "bad-range",
                section.span_of("frequency_range"),
                "frequencies at equal ratios cannot begin at 0 Hz",
            )
            .label("begins at zero")
            .help(format!(
                "write frequency_range = [\"{} Hz\", \"{} Hz\"], or spacing = \"linear\"",
                short(1e-3 * high),
                short(high)
            )),
        );
        return None;
    }
    let share = |i: usize| i as f64 / (points - 1) as f64;
    Some(
        (0..points)
            .map(|i| match i {
                _ if i + 1 == points => high,
                _ if is_logarithmic => low * (high / low).powf(share(i)),
                _ => low + (high - low) * share(i),
            })
            .collect(),
    )
}

/// The drive must turn something, and do so at the time of the study: all speeds are varied in proportion to its own.
fn turning_drive(
    section: &Section,
    request: &MachineRequest,
    time: f64,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let name = section.text("drive")?;
    let drive = request.drive(name.value)?;
    if !matches!(drive.motion, DriveMotion::Angle | DriveMotion::Speed) {
        diagnostics.push(
            Diagnostic::error(
                "wrong-drive",
                name.span,
                format!("drive `{}` turns nothing, so it has no speed", name.value),
            )
            .label("moves along its axis")
            .help("name a drive of kind speed or angle"),
        );
        return None;
    }
    let now = drive.function.at(time);
    let speed = match drive.motion.is_rate() {
        true => now.value,
        false => now.rate,
    };
    if speed == 0.0 {
        let message = format!(
            "drive `{}` stands still at t = {} s",
            name.value,
            short(time)
        );
        diagnostics.push(
            Diagnostic::error("wrong-drive", name.span, message)
                .label("no speed to be varied")
                .help(format!(
                    "give [drives.{}] a speed other than 0, such as kind = \"speed\" and value = \"1000 rpm\": how large it is \
                     does not matter, speeds of other drives keep their ratios to it; or write `at`, a time at which it turns",
                    name.value
                )),
        );
        return None;
    }
    Some(name.value.to_owned())
}

/// `Some(None)` where no set is named.
fn planetary(section: &Section, diagnostics: &mut Diagnostics) -> Option<Option<PlanetaryBodies>> {
    if section.is_faulty("planetary") {
        return None;
    }
    let Some(table) = section.table("planetary") else {
        return Some(None);
    };
    let names = |key: &str| -> Option<Vec<String>> {
        let names = table.texts(key)?.value;
        Some(names.into_iter().map(str::to_owned).collect())
    };
    let (central, planets) = (names("central")?, names("planets")?);
    let axis: Vector = table.quantities("axis")?.value.try_into().ok()?;
    let size = length(axis);
    let wrong = if central.is_empty() || planets.len() < 2 {
        Some("a planetary set needs bodies on its axis and two planets at least")
    } else if !(size > 0.0 && size.is_finite()) {
        Some("the axis of the set has no length")
    } else {
        None
    };
    if let Some(message) = wrong {
        diagnostics.push(
            Diagnostic::error("bad-members", table.span(), message)
                .label("no planetary set")
                .help("write { central = [\"sun\", \"ring\", \"carrier\"], planets = [\"planet1\", \"planet2\", \"planet3\"] }"),
        );
        return None;
    }
    Some(Some(PlanetaryBodies {
        central,
        planets,
        axis: times(1.0 / size, axis),
    }))
}
