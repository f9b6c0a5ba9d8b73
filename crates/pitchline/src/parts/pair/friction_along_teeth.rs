//! Friction of a pair along its teeth, and what all frictions have.

mod keys;

pub(super) use keys::FRICTION;

use self::keys as key;
use super::reading::PairEntry;
use crate::contact::{Friction, FrictionTable, LawError};
use crate::input::Section;
use crate::model::Reading;

/// Friction along the teeth of a pair; none where it was refused.
pub(super) fn of(entry: &PairEntry, reading: &mut Reading) -> Option<Friction> {
    match entry.section.table("friction") {
        Some(table) => read((entry.what, table), reading),
        None => Some(Friction::None),
    }
}

fn read((what, section): (&str, &Section), reading: &mut Reading) -> Option<Friction> {
    if section.has_errors() {
        return None;
    }
    let get = |key: &str| Some(section.quantity(key)?.value);
    let transition_speed = get(&key::TRANSITION_SPEED).unwrap_or(USUAL_TRANSITION_SPEED);
    let friction = match section.choice("kind")?.value {
        "coulomb" => Ok(Friction::Coulomb {
            coefficient: get(&key::COEFFICIENT)?,
            transition_speed,
        }),
        "stribeck" => Ok(Friction::Stribeck {
            static_coefficient: get(&key::STATIC_COEFFICIENT)?,
            kinetic_coefficient: get(&key::KINETIC_COEFFICIENT)?,
            stribeck_speed: get(&key::STRIBECK_SPEED)?,
            transition_speed,
        }),
        _ => {
            let rows = rows((what, section), [&key::SPEEDS, &key::COEFFICIENTS], reading)?;
            FrictionTable::new(rows, transition_speed).map(Friction::Table)
        }
    };
    let checked = friction.and_then(|friction| friction.check().map(|()| friction));
    checked.map_or_else(|error| refuse((what, section), &error, reading), Some)
}

/// Speed (m/s) over which friction turns its sign unless given.
pub(super) const USUAL_TRANSITION_SPEED: f64 = 1e-3;

/// Rows of speeds and another list.
pub(super) fn rows(
    (what, section): (&str, &Section),
    [speeds, key]: [&str; 2],
    reading: &mut Reading,
) -> Option<Vec<[f64; 2]>> {
    let speeds = section.quantities(speeds)?;
    let values = section.quantities(key)?;
    if speeds.value.len() != values.value.len() {
        return reading.refuse(
            "different-lengths",
            (values.span, "another number of values"),
            format!(
                "friction of {what}: {} speeds and {} {}",
                speeds.value.len(),
                values.value.len(),
                if key == "coefficients" {
                    key
                } else {
                    "efficiencies"
                }
            ),
            match key {
                "coefficients" => "write one coefficient per speed".to_owned(),
                _ => format!("write one number of `{key}` per speed"),
            },
        );
    }
    let rows = speeds.value.iter().zip(values.value);
    Some(rows.map(|(speed, value)| [*speed, *value]).collect())
}

pub(super) fn refuse<T>(
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
