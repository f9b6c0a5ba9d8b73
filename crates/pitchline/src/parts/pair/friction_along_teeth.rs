//! Friction of a pair along its teeth, and what all frictions have.

use super::reading::PairEntry;
use super::{planar, unusual};
use crate::contact::{Friction, FrictionTable, LawError};
use crate::input::Section;
use crate::model::{Pair, PairGeometry, Reading, is_given};

/// Friction along the teeth of a pair; none where it was refused.
pub(super) fn of(entry: &PairEntry, reading: &mut Reading) -> Option<Friction> {
    match entry.section.table("friction") {
        Some(table) => read((entry.what, table), entry.pair, reading),
        None => Some(Friction::None),
    }
}

fn read((what, section): (&str, &Section), pair: &Pair, reading: &mut Reading) -> Option<Friction> {
    if section.has_errors() {
        return None;
    }
    refuse_planar_keys((what, section), pair, reading)?;
    let get = |key: &str| Some(section.quantity(key)?.value);
    let transition_speed = get("transition_speed").unwrap_or(TRANSITION_SPEED);
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
            let rows = rows((what, section), "coefficients", reading)?;
            FrictionTable::new(rows, transition_speed).map(Friction::Table)
        }
    };
    let checked = friction.and_then(|friction| friction.check().map(|()| friction));
    checked.map_or_else(|error| refuse((what, section), &error, reading), Some)
}

/// Speed (m/s) over which friction turns its sign unless given.
pub(super) const TRANSITION_SPEED: f64 = 1e-3;

/// What only the level `planar` knows.
fn refuse_planar_keys(
    (what, section): (&str, &Section),
    pair: &Pair,
    reading: &mut Reading,
) -> Option<()> {
    let kind = section.choice("kind")?.value;
    let key = match kind {
        "din-3990" | "iso-14179" | "efficiency" => Some("kind"),
        "coulomb" | "table" if is_given(section, "static_coefficient") => {
            Some("static_coefficient")
        }
        _ => ["levers", "spread", "stiction"]
            .into_iter()
            .find(|key| is_given(section, key)),
    };
    let Some(key) = key else {
        return Some(());
    };
    let (written, here) = match key {
        "kind" => (
            format!("kind = \"{kind}\""),
            "write kind = \"coulomb\", \"stribeck\" or \"table\"",
        ),
        "static_coefficient" => (
            key.to_owned(),
            "write kind = \"stribeck\" with static_coefficient and kinetic_coefficient",
        ),
        _ => (key.to_owned(), "remove it"),
    };
    let help = match pair.geometry {
        _ if planar::is_possible(pair) => format!("{here}, or write level = \"planar\""),
        PairGeometry::Cylindrical(_) => unusual::WITHOUT_FRICTION.to_owned(),
        PairGeometry::Pitch(_) => here.to_owned(),
    };
    reading.refuse(
        "key-of-planar",
        (section.span_of(key), "not at this level"),
        format!(
            "friction of {what}: `{written}` belongs to level \"planar\"; at other levels friction acts along the teeth and never holds them"
        ),
        help,
    )
}

/// Rows of `speeds` and another list.
pub(super) fn rows(
    (what, section): (&str, &Section),
    key: &str,
    reading: &mut Reading,
) -> Option<Vec<[f64; 2]>> {
    let speeds = section.quantities("speeds")?;
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
                "coefficients" => "write a coefficient for each speed".to_owned(),
                _ => format!("write one number of `{key}` for each speed"),
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
