//! Transmission error as a Fourier series: harmonics of the mesh, of turns of either wheel, of any number of teeth.
//! \[theory:mesh-laws\] (11)

use std::f64::consts::TAU;

use crate::LawError;
use crate::error::{FINITE, finite};

/// After how much of the motion a first harmonic repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// One mesh cycle, the passing of a tooth.
    MeshCycle,
    /// One turn of a wheel with this many teeth.
    Turn {
        /// Teeth of the wheel, of a or of b.
        teeth: u32,
    },
}

impl Period {
    /// Length in mesh cycles.
    fn cycles(self) -> u32 {
        match self {
            Self::MeshCycle => 1,
            Self::Turn { teeth } => teeth,
        }
    }
}

/// One wave of a series, A cos(2π n c/P + φ).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Harmonic {
    /// Order n: waves per period.
    pub order: u32,
    /// Period P of the first order.
    pub period: Period,
    /// Amplitude A: in metres where it is an error, a share where stiffness varies.
    pub amplitude: f64,
    /// Phase φ at c = 0 (rad).
    pub phase: f64,
}

/// A mean value and harmonics.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorSeries {
    mean: f64,
    harmonics: Vec<Harmonic>,
}

impl ErrorSeries {
    /// From a mean (m) and harmonics in any order.
    pub fn new(mean: f64, harmonics: Vec<Harmonic>) -> Result<Self, LawError> {
        finite("mean of the transmission error", mean)?;
        check_harmonics(&harmonics)?;
        Ok(Self { mean, harmonics })
    }

    /// Mean value (m).
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The harmonics as they were given.
    pub fn harmonics(&self) -> &[Harmonic] {
        &self.harmonics
    }

    pub(super) fn at(&self, cycles: f64) -> [f64; 3] {
        sum(self.mean, &self.harmonics, cycles)
    }
}

/// Refuses what is no wave.
pub(crate) fn check_harmonics(harmonics: &[Harmonic]) -> Result<(), LawError> {
    for (i, harmonic) in harmonics.iter().enumerate() {
        harmonic.check(i)?;
    }
    Ok(())
}

/// A mean with waves about it, and two derivatives per cycle. \[theory:mesh-laws\] (11)
pub(crate) fn sum(mean: f64, harmonics: &[Harmonic], cycles: f64) -> [f64; 3] {
    let mut sum = [mean, 0.0, 0.0];
    for harmonic in harmonics {
        let wave = harmonic.at(cycles);
        sum = std::array::from_fn(|i| sum[i] + wave[i]);
    }
    sum
}

impl Harmonic {
    /// `i` is its place in the series.
    fn check(&self, i: usize) -> Result<(), LawError> {
        let wrong = |what: &str, value: f64, allowed: &'static str| {
            Err(LawError::Entry {
                key: "harmonics",
                place: format!("harmonic {}, {what}", i + 1),
                value,
                allowed,
            })
        };
        for (what, value) in [("amplitude", self.amplitude), ("phase", self.phase)] {
            if !value.is_finite() {
                return wrong(what, value, FINITE);
            }
        }
        if self.order == 0 {
            return wrong("order", 0.0, "1 or more; a constant is the mean");
        }
        if self.period.cycles() == 0 {
            return wrong("teeth", 0.0, "the number of teeth of the wheel that turns");
        }
        Ok(())
    }

    fn at(&self, cycles: f64) -> [f64; 3] {
        let period = f64::from(self.period.cycles());
        let waves = f64::from(self.order) / period;
        // Whole periods go first, exactly: no digit is lost over any number of turns.
        let angle = TAU * (waves * (cycles % period)) + self.phase;
        let (sin, cos) = angle.sin_cos();
        let rate = TAU * waves;
        [
            self.amplitude * cos,
            -self.amplitude * rate * sin,
            -self.amplitude * rate * rate * cos,
        ]
    }
}
