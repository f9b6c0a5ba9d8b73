//! Damping of the modes of flexible bodies.

use super::{Reading, is_given};
use crate::dynamics::ModalDamping;
use crate::input::Section;
use crate::number::short;

/// One ratio, ratios over frequency, or shares of mass and stiffness.
pub(super) fn read(
    (what, section): (&str, &Section),
    reading: &mut Reading,
) -> Option<ModalDamping> {
    let Some(table) = section.table("damping") else {
        return Some(ModalDamping::Ratio(section.number("damping")?.value));
    };
    if table.has_errors() {
        return None;
    }
    let keys = ["frequencies", "ratios", "mass", "stiffness"];
    match keys.map(|key| is_given(table, key)) {
        [true, true, false, false] => over_frequency((what, table), reading),
        [false, false, mass, stiffness] if mass || stiffness => {
            let factor = |key: &str| table.quantity(key).map_or(0.0, |factor| factor.value);
            Some(ModalDamping::Proportional {
                mass: factor("mass"),
                stiffness: factor("stiffness"),
            })
        }
        _ => reading.refuse(
            "which-damping",
            (section.span_of("damping"), "incomplete"),
            format!(
                "`damping` of {what} needs `frequencies` and `ratios`, or `mass` and `stiffness`"
            ),
            "write damping = { frequencies = [\"100 Hz\", \"2 kHz\"], ratios = [0.01, 0.03] }",
        ),
    }
}

fn over_frequency((what, table): (&str, &Section), reading: &mut Reading) -> Option<ModalDamping> {
    let (frequencies, ratios) = (
        table.quantities("frequencies")?,
        table.quantities("ratios")?,
    );
    let counts = [frequencies.value.len(), ratios.value.len()];
    if counts[0] != counts[1] || counts[0] == 0 {
        return reading.refuse(
            "wrong-count",
            (ratios.span, "not as many"),
            format!(
                "`damping` of {what} has not as many frequencies as ratios: {} and {}",
                counts[0], counts[1]
            ),
            "write a ratio for each frequency, and one at least",
        );
    }
    let pairs = frequencies.value.windows(2);
    if let Some(pair) = pairs.into_iter().find(|pair| pair[0] >= pair[1]) {
        return reading.refuse(
            "wrong-order",
            (frequencies.span, "must grow"),
            format!(
                "`damping` of {what}: {} Hz does not come after {} Hz",
                short(pair[1]),
                short(pair[0])
            ),
            "write the frequencies in growing order, each once",
        );
    }
    let rows = frequencies.value.iter().zip(ratios.value);
    Some(ModalDamping::Table(
        rows.map(|(frequency, ratio)| [*frequency, *ratio])
            .collect(),
    ))
}
