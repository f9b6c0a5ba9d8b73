//! What several studies of small motions read: about which motion, what shakes the machine, over which frequencies.

use super::inputs::{self, ShakenPart};
use crate::input::field::{Choice, FieldKind};
use crate::input::interval::Interval;
use crate::input::key::{Integer, Key, Quantities};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::number::short;
use crate::studies::StudyContext;
use crate::units::Dimension;

/// Frequencies, unless given.
const USUAL_FREQUENCIES: i64 = 400;

/// About which motion a machine moves a little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Equilibrium.
    Rest,
    /// The steady motion that the drives keep up.
    Turning,
    /// The start, as it is.
    Start,
}

keys! {
    /// About what small motions happen.
    pub(in crate::studies) static ABOUT_KEYS shared by "studies of small motions" {
        ABOUT = optional(
            "about",
            OneOf(&[
                Choice::new("rest", "Equilibrium, at rest."),
                Choice::new(
                    "turning",
                    "The steady motion that the drives maintain, with its gyroscopic and centrifugal forces.",
                ),
                Choice::new(
                    "start",
                    "The state in which the machine starts, or in which study `start` has left it, as if nothing changed from then on.",
                ),
            ]),
            "\"turning\"",
            "The state about which the machine is linearised.",
        ), default "\"rest\"";
    }
}

keys! {
    /// What shakes the machine, and over which frequencies.
    pub(in crate::studies) static FREQUENCY_KEYS shared by "studies over frequency" {
        INPUTS = required(
            "inputs",
            Texts(&FieldKind::Text),
            "[\"push\", \"motor\"]",
            "Inputs that excite the machine, one after the other, by one unit each (N, N m, rad, rad/s, m, m/s, V, kg m): forces of kind `load` along their direction, whatever their size at `at`; one component of a load, such as `push:force_x`; drives; motors, by a voltage on top of their own; torques that a controller sets, likewise; controllers without `sample_time`, by their set points; discs by shaft and name, `rotor:wheel`, for their unbalance, which turns with them at every frequency (not in `linearise`).",
        );
        FREQUENCY_RANGE = required(
            "frequency_range",
            Quantities(Dimension::FREQUENCY, Interval::closed(0.0, 1e9)),
            "[\"10 Hz\", \"2 kHz\"]",
            "Lowest and highest frequency.",
        );
    }
}

keys! {
    /// How many speeds or frequencies.
    pub(in crate::studies) static POINT_KEYS shared by "studies over speed or frequency" {
        pub(in crate::studies) POINTS = optional(
            "points",
            Integer(2, 100_000),
            "200",
            "Number of speeds or frequencies: 101 and 400 unless given.",
        );
    }
}

/// How frequencies lie.
pub(in crate::studies) static SPACINGS: [Choice; 2] = [
    Choice::new("linear", "Equal differences."),
    Choice::new(
        "logarithmic",
        "Equal ratios; the lowest frequency must be positive.",
    ),
];

/// About which motion.
pub(in crate::studies) fn about(section: &Section) -> Option<About> {
    Some(match section.get(&ABOUT)?.value {
        "turning" => About::Turning,
        "start" => About::Start,
        _ => About::Rest,
    })
}

/// What shakes the machine.
pub(in crate::studies) fn shaken(
    section: &Section,
    context: &StudyContext,
    about: About,
    time: f64,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<ShakenPart>> {
    let names = section.get(&INPUTS)?;
    inputs::inputs(section, names, context, about, time, diagnostics)
}

/// How many, of what may be left out.
pub(in crate::studies) fn count(
    section: &Section,
    key: &Key<Integer>,
    usual: i64,
) -> Option<usize> {
    let given = section.get_or_absent(key)?;
    usize::try_from(given.map_or(usual, |count| count.value)).ok()
}

/// Lowest and highest of a range.
pub(in crate::studies) fn ends(
    section: &Section,
    key: &Key<Quantities>,
    unit: &str,
    diagnostics: &mut Diagnostics,
) -> Option<[f64; 2]> {
    let given = section.get(key)?;
    match *given.value {
        [low, high] if low < high => Some([low, high]),
        _ => {
            let values: Vec<String> = given.value.iter().map(|value| short(*value)).collect();
            let message = format!("{} is [{}] {unit}", &**key, values.join(", "));
            diagnostics.push(
                Diagnostic::error("bad-range", given.span, message)
                    .label("no lowest and highest value")
                    .help("write two values, the lower one first"),
            );
            None
        }
    }
}

/// Frequencies from the lowest to the highest.
pub(in crate::studies) fn frequencies(
    section: &Section,
    is_logarithmic: bool,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<f64>> {
    let [low, high] = ends(section, &FREQUENCY_RANGE, "Hz", diagnostics)?;
    let points = count(section, &POINTS, USUAL_FREQUENCIES)?;
    if is_logarithmic && low <= 0.0 {
        diagnostics.push(
            Diagnostic::error(
                "bad-range",
                section.span_of(&FREQUENCY_RANGE),
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
