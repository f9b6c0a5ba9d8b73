//! What friction about an axis does where nothing turns.

use super::ForceTable;
use crate::dynamics::Standstill;
use crate::input::field::Choice;
use crate::input::interval::Interval;
use crate::keys;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// Speed over which regularised friction turns its sign unless given (rad/s).
const DEFAULT_TRANSITION_SPEED: f64 = 1e-3;

keys! {
    /// Keys of friction and of brakes.
    pub(super) static STANDSTILL shared by "friction that may stick" {
        STICTION = optional(
            "stiction",
            OneOf(&[
                Choice::new(
                    "hinge",
                    "It holds: at rest nothing turns until the torque at rest is exceeded.",
                ),
                Choice::new(
                    "regularised",
                    "It never holds: friction is smooth through zero over `transition_speed`, and a load creeps. For comparison.",
                ),
            ]),
            "\"regularised\"",
            "Behaviour at standstill.",
        ), default "\"hinge\"";
        TRANSITION_SPEED = optional(
            "transition_speed",
            Quantity(Dimension::ANGULAR_SPEED, Interval::POSITIVE),
            "\"1 mrad/s\"",
            "Speed ω_r over which friction changes its sign, as tanh(ω/ω_r), of `stiction = \"regularised\"` only: 1 mrad/s unless given.",
        );
    }
}

/// What the table says of it.
pub(super) fn read(table: &ForceTable, reading: &mut Reading) -> Option<Standstill> {
    let section = table.section;
    let speed = section.get_or_absent(&TRANSITION_SPEED);
    if section.get(&STICTION)?.value == "regularised" {
        let speed = speed?.map_or(DEFAULT_TRANSITION_SPEED, |speed| speed.value);
        return Some(Standstill::Regularised(speed));
    }
    match speed.flatten() {
        None => Some(Standstill::Sticks),
        Some(speed) => reading.refuse(
            "two-stictions",
            (speed.span, "nothing is smoothed"),
            format!(
                "{} has a `transition_speed`, but it sticks and breaks away",
                table.title
            ),
            "remove it, or write stiction = \"regularised\"",
        ),
    }
}
