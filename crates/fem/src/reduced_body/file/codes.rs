//! Words and numbers that stand for kinds.

use pitchline_geometry::FlankSide;

use crate::{ComplianceDirections, CoordinateKind, Motion, ReductionKind};

/// No number, where one may be missing.
pub(super) const NONE: u32 = u32::MAX;

pub(super) const KINDS: [(ReductionKind, &str); 3] = [
    (ReductionKind::CraigBampton, "craig-bampton"),
    (ReductionKind::StaticModes, "static-modes"),
    (ReductionKind::DualCraigBampton, "dual-craig-bampton"),
];

pub(super) const SIDES: [(FlankSide, &str); 2] =
    [(FlankSide::Right, "right"), (FlankSide::Left, "left")];

pub(super) const DIRECTIONS: [(ComplianceDirections, &str); 3] = [
    (ComplianceDirections::None, "none"),
    (ComplianceDirections::Normal, "normal"),
    (ComplianceDirections::Three, "three"),
];

/// The word for a kind.
pub(super) fn word<T: PartialEq>(table: &[(T, &'static str)], kind: &T) -> &'static str {
    let found = table.iter().find(|(other, _)| other == kind);
    found.map_or("", |(_, word)| word)
}

/// The kind for a word.
pub(super) fn kind<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table
        .iter()
        .find(|(_, other)| *other == word)
        .map(|(kind, _)| *kind)
}

/// 0 interface (with its number), 1 held mode, 2 mode, 3 residual (with a frequency).
pub(super) fn of_coordinate(kind: CoordinateKind) -> (u32, u32, f64) {
    match kind {
        CoordinateKind::Interface(number) => (0, number, 0.0),
        CoordinateKind::HeldMode { frequency_hz } => (1, NONE, frequency_hz),
        CoordinateKind::Mode { frequency_hz } => (2, NONE, frequency_hz),
        CoordinateKind::Residual { frequency_hz } => (3, NONE, frequency_hz),
    }
}

pub(super) fn coordinate(code: u32, number: u32, frequency_hz: f64) -> Option<CoordinateKind> {
    match code {
        0 => Some(CoordinateKind::Interface(number)),
        1 => Some(CoordinateKind::HeldMode { frequency_hz }),
        2 => Some(CoordinateKind::Mode { frequency_hz }),
        3 => Some(CoordinateKind::Residual { frequency_hz }),
        _ => None,
    }
}

/// 0 to 2 along x, y, z; 3 to 5 about them; 6 a direction of its own.
pub(super) fn of_motion(motion: Motion) -> (u32, [f64; 3]) {
    match motion {
        Motion::Along(axis) => (u32::from(axis), [0.0; 3]),
        Motion::About(axis) => (3 + u32::from(axis), [0.0; 3]),
        Motion::Direction(direction) => (6, direction),
    }
}

pub(super) fn motion(code: u32, direction: [f64; 3]) -> Option<Motion> {
    match code {
        0..=2 => Some(Motion::Along(code as u8)),
        3..=5 => Some(Motion::About(code as u8 - 3)),
        6 => Some(Motion::Direction(direction)),
        _ => None,
    }
}
