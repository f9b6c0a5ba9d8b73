//! Why a modification does not fit on a flank.

use crate::error::Mm;

/// Why a modification or deviation does not fit on a gear. Lengths in metres.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum ModificationError {
    #[error("the amount {amount} of a modification is not a number")]
    NotFinite { amount: f64 },
    #[error("the relief would begin at roll length {}, but the flank reaches from {} to {} only", Mm(*start), Mm(*low), Mm(*high))]
    ReliefBeyondFlank { start: f64, low: f64, high: f64 },
    #[error("the end relief is too long: {}, where {} fit on the face", Mm(*length), Mm(*largest))]
    EndReliefTooLong { length: f64, largest: f64 },
    #[error("the topography has {values} values for {rows} profile and {columns} width places")]
    TopographyIncomplete {
        values: usize,
        rows: usize,
        columns: usize,
    },
    #[error("the {direction} places of the topography do not increase at place {index}")]
    TopographyNotIncreasing {
        direction: &'static str,
        index: usize,
    },
    #[error(
        "the topography has {given} {direction} place: a grid needs two or more in each direction"
    )]
    TopographyTooSmall {
        direction: &'static str,
        given: usize,
    },
    #[error("the topography has a hole at profile place {row}, width place {column}")]
    TopographyHole { row: usize, column: usize },
    #[error("{given} pitch deviations are given for {teeth} teeth")]
    PitchTable { given: usize, teeth: u32 },
    #[error("tooth {tooth} does not exist: the gear has {teeth} teeth")]
    NoSuchTooth { tooth: u32, teeth: u32 },
    #[error("a rack has no run-out")]
    RackHasNoRunOut,
}

impl ModificationError {
    /// A stable short name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFinite { .. } => "modification-amount",
            Self::ReliefBeyondFlank { .. } => "relief-beyond-flank",
            Self::EndReliefTooLong { .. } => "end-relief",
            Self::TopographyIncomplete { .. }
            | Self::TopographyNotIncreasing { .. }
            | Self::TopographyTooSmall { .. }
            | Self::TopographyHole { .. } => "topography",
            Self::PitchTable { .. } => "pitch-table",
            Self::NoSuchTooth { .. } => "no-such-tooth",
            Self::RackHasNoRunOut => "rack-run-out",
        }
    }

    /// The datum of the gear that the error is about.
    pub fn key(&self) -> &'static str {
        match self {
            Self::PitchTable { .. } | Self::NoSuchTooth { .. } | Self::RackHasNoRunOut => {
                "deviations"
            }
            _ => "modifications",
        }
    }

    /// What to write instead.
    pub fn remedy(&self) -> String {
        match self {
            Self::NotFinite { .. } => "give a finite amount".into(),
            Self::ReliefBeyondFlank { low, high, .. } => format!(
                "begin between the roll lengths {} and {}",
                Mm(*low),
                Mm(*high)
            ),
            Self::EndReliefTooLong { largest, .. } => {
                format!("give a length of at most {}", Mm(*largest))
            }
            Self::TopographyIncomplete { rows, columns, .. } => {
                format!("give {} values, row by row", rows * columns)
            }
            Self::TopographyNotIncreasing { .. } => "order the places, each one once".into(),
            Self::TopographyTooSmall { direction, .. } => {
                let (list, of) = if *direction == "width" {
                    (
                        "widths = [\"-10 mm\", \"10 mm\"]",
                        "one that is the same over the width at both ends of the face",
                    )
                } else {
                    (
                        "diameters = [\"72 mm\", \"78 mm\"]",
                        "one that is the same over the profile at root and tip",
                    )
                };
                format!(
                    "write {list} with an amount at each, or in a file a row for each place; give {of}"
                )
            }
            Self::TopographyHole { .. } => "give a number at every place of the grid".into(),
            Self::PitchTable { teeth, .. } => format!("give {teeth} values, one for each tooth"),
            Self::NoSuchTooth { teeth, .. } => format!("choose a tooth from 1 to {teeth}"),
            Self::RackHasNoRunOut => "leave run_out out".into(),
        }
    }
}

pub(crate) fn finite(amount: f64) -> Result<(), ModificationError> {
    if amount.is_finite() {
        Ok(())
    } else {
        Err(ModificationError::NotFinite { amount })
    }
}
