//! Loaded transmission error as a function of the mesh: what the teeth add to the deflection. \[theory:mesh-laws\] (10)-(14)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | c = ψ_a z_a/2π | `cycles`: how many teeth have passed | |
//! | x_err(c), x_err′, x_err″ | what `at` answers, derivatives per mesh cycle | m |
//! | X | `Amplitude` | m |
//!
//! x_err > 0 presses the right flanks of a harder together. A transmission error of measurements or of a loaded contact analysis,
//! positive where b lags, has the opposite sign.
//!
//! # References
//! \[cardona\] (36), (39).

mod series;
mod table;

use std::f64::consts::{PI, TAU};

pub use series::{ErrorSeries, Harmonic, Period};
pub(crate) use series::{check_harmonics, sum};
pub use table::ErrorTable;

use crate::LawError;
use crate::error::finite;

/// What the teeth add to the deflection of the mesh, over mesh cycles.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum TransmissionError {
    /// Nothing: perfect and stiff alike in every position.
    #[default]
    None,
    /// One wave per tooth, X (1 − cos 2πc) (m). \[cardona\] (39)
    Amplitude(f64),
    /// Harmonics of the mesh and of turns.
    Series(ErrorSeries),
    /// Values over one or many mesh cycles.
    Table(ErrorTable),
}

impl TransmissionError {
    /// Refuses what is no number; series and tables are checked when they are made.
    pub fn check(&self) -> Result<(), LawError> {
        match self {
            Self::Amplitude(amplitude) => finite("transmission error amplitude", *amplitude),
            Self::None | Self::Series(_) | Self::Table(_) => Ok(()),
        }
    }

    /// x_err and its first two derivatives per mesh cycle (m), at any number of cycles.
    pub fn at(&self, cycles: f64) -> [f64; 3] {
        match self {
            Self::None => [0.0; 3],
            Self::Amplitude(amplitude) => wave(*amplitude, cycles),
            Self::Series(series) => series.at(cycles),
            Self::Table(table) => table.at(cycles),
        }
    }
}

/// X (1 − cos 2πc) = 2 X sin² πc, without cancellation near the whole cycles.
fn wave(amplitude: f64, cycles: f64) -> [f64; 3] {
    // Whole cycles go first: no digit is lost over any number of turns.
    let part = cycles - cycles.round();
    let (sin, cos) = (TAU * part).sin_cos();
    [
        2.0 * amplitude * (PI * part).sin().powi(2),
        amplitude * TAU * sin,
        amplitude * TAU * TAU * cos,
    ]
}

#[cfg(test)]
mod tests;
