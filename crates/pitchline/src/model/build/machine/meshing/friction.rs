//! Friction of a pair.

use super::super::Reading;
use crate::contact::{Friction, FrictionTable, LawError};
use crate::input::Section;

pub(super) fn read((what, section): (&str, &Section), reading: &mut Reading) -> Option<Friction> {
    if section.has_errors() {
        return None;
    }
    let get = |key: &str| Some(section.quantity(key)?.value);
    let transition_speed = get("transition_speed")?;
    let friction = match section.choice("kind")?.value {
        "coulomb" => Ok(Friction::Coulomb {
            coefficient: get("coefficient")?,
            transition_speed,
        }),
        "stribeck" => Ok(Friction::Stribeck {
            static_coefficient: get("static_coefficient")?,
            kinetic_coefficient: get("kinetic_coefficient")?,
            stribeck_speed: get("stribeck_speed")?,
            transition_speed,
        }),
        _ => {
            let speeds = section.quantities("speeds")?;
            let coefficients = section.quantities("coefficients")?;
            if speeds.value.len() != coefficients.value.len() {
                return reading.refuse(
                    "different-lengths",
                    (coefficients.span, "another number of values"),
                    format!(
                        "friction of {what}: {} speeds and {} coefficients",
                        speeds.value.len(),
                        coefficients.value.len()
                    ),
                    "write a coefficient for each speed",
                );
            }
            let rows = speeds.value.iter().zip(coefficients.value);
            let rows = rows.map(|(speed, coefficient)| [*speed, *coefficient]);
            FrictionTable::new(rows.collect(), transition_speed).map(Friction::Table)
        }
    };
    let checked = friction.and_then(|friction| friction.check().map(|()| friction));
    checked.map_or_else(|error| refuse((what, section), &error, reading), Some)
}

fn refuse<T>(
    (what, section): (&str, &Section),
    error: &LawError,
    reading: &mut Reading,
) -> Option<T> {
    reading.refuse(
        "bad-friction",
        (section.span(), "no such friction"),
        format!("friction of {what}: {error}"),
        "correct the numbers as the message says",
    )
}
