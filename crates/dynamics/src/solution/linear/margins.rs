//! Margins of an open loop L: by how much its gain and its phase may change before the closed one is at its limit.
//! \[theory:linearised\] (60)-(63)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | L(iω) | what `at` gives | 1 |
//! | ω_g, φ_m | [`GainCrossing`]: where \|L\| = 1, and arg L + π there | rad/s, rad |
//! | ω_π, k | [`PhaseCrossing`]: where L < 0, and 1/\|L\| there | rad/s, 1 |
//! | ω_b | `bandwidth` | rad/s |

use std::f64::consts::PI;

use crate::{Complex, Error};

/// A root is found when its bracket is no longer than this share of it: what bisection reaches in some forty evaluations.
const FOUND: f64 = 1e-13;
/// An imaginary part below this share of the size is rounding: L is real there.
const ROUNDING: f64 = 1e-11;
/// At a root L is nearly the same on both sides; where it is not, it has gone through infinity.
const SAME: f64 = 1e-3;

/// Where the loop neither amplifies nor weakens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GainCrossing {
    /// ω_g (rad/s).
    pub frequency: f64,
    /// φ_m (rad), from −π to π.
    pub phase_margin: f64,
}

impl GainCrossing {
    /// The delay (s) that takes the margin away: a turn backward until −π.
    pub fn delay_margin(&self) -> f64 {
        self.phase_margin.rem_euclid(2.0 * PI) / self.frequency
    }
}

/// Where the loop turns the sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhaseCrossing {
    /// ω_π (rad/s).
    pub frequency: f64,
    /// k: the factor on the gain with which the closed loop oscillates at this frequency.
    pub factor: f64,
}

/// What is known of an open loop over a range of frequencies.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Margins {
    /// By rising frequency.
    pub gain_crossings: Vec<GainCrossing>,
    /// By rising frequency.
    pub phase_crossings: Vec<PhaseCrossing>,
    /// ω_b (rad/s): the first frequency at which the closed loop follows by less than 1/√2 of what it does at rest.
    pub bandwidth: Option<f64>,
}

impl Margins {
    /// Of the loop whose value at a frequency (rad/s) `at` gives. Between neighbours of the frequencies, which rise, at most one crossing
    /// of each kind is found. `at_rest` is L(0), none where it is infinite.
    pub fn of(
        frequencies: &[f64],
        at_rest: Option<f64>,
        mut at: impl FnMut(f64) -> Result<Complex, Error>,
    ) -> Result<Self, Error> {
        let mut margins = Self::default();
        let follows = at_rest.map_or(1.0, |l| (l / (1.0 + l)).abs());
        let beyond =
            |l: Complex| (l / (l + 1.0)).norm() - follows * std::f64::consts::FRAC_1_SQRT_2;
        let mut before: Option<(f64, Complex)> = None;
        for &frequency in frequencies {
            let value = at(frequency)?;
            let Some((low, start)) = before.replace((frequency, value)) else {
                continue;
            };
            let ends = [(low, start), (frequency, value)];
            if let Some((frequency, l)) = root(ends, &mut at, &|l| l.norm().ln())? {
                margins.gain_crossings.push(GainCrossing {
                    frequency,
                    phase_margin: (l.arg() + 2.0 * PI) % (2.0 * PI) - PI,
                });
            }
            let turned = root(ends, &mut at, &|l| l.im)?;
            if let Some((frequency, l)) = turned.filter(|(_, l)| l.re < 0.0) {
                let factor = 1.0 / l.norm();
                margins
                    .phase_crossings
                    .push(PhaseCrossing { frequency, factor });
            }
            let is_first = margins.bandwidth.is_none() && beyond(start) > 0.0;
            if is_first && let Some((frequency, _)) = root(ends, &mut at, &beyond)? {
                margins.bandwidth = Some(frequency);
            }
        }
        Ok(margins)
    }

    /// The least factor above 1 at which the closed loop is at its limit.
    pub fn gain_margin(&self) -> Option<PhaseCrossing> {
        let above = self.phase_crossings.iter().filter(|c| c.factor > 1.0);
        above.copied().min_by(|a, b| a.factor.total_cmp(&b.factor))
    }

    /// The largest factor below 1 at which it is.
    pub fn gain_reduction(&self) -> Option<PhaseCrossing> {
        let below = self.phase_crossings.iter().filter(|c| c.factor <= 1.0);
        below.copied().max_by(|a, b| a.factor.total_cmp(&b.factor))
    }

    /// The crossing whose phase is nearest to −π.
    pub fn phase_margin(&self) -> Option<GainCrossing> {
        let all = self.gain_crossings.iter().copied();
        all.min_by(|a, b| a.phase_margin.abs().total_cmp(&b.phase_margin.abs()))
    }
}

/// Where a function of L changes its sign between two frequencies, and L there; none where it does not, or through infinity.
fn root(
    [mut low, mut high]: [(f64, Complex); 2],
    at: &mut impl FnMut(f64) -> Result<Complex, Error>,
    of: &dyn Fn(Complex) -> f64,
) -> Result<Option<(f64, Complex)>, Error> {
    // Rounding of what is zero has no sign. An end that is a root belongs to the interval before it.
    let [sense, end] = [low.1, high.1].map(|l| match of(l) {
        value if value.abs() <= ROUNDING * l.norm() => 0.0,
        value => value,
    });
    if end == 0.0 && sense != 0.0 {
        return Ok(Some(high));
    }
    // NaN has no root.
    let is_between = sense * end < 0.0;
    if !is_between {
        return Ok(None);
    }
    while high.0 - low.0 > FOUND * high.0 {
        let middle = 0.5 * (low.0 + high.0);
        if middle <= low.0 || middle >= high.0 {
            break;
        }
        let value = at(middle)?;
        match of(value) * sense > 0.0 {
            true => low = (middle, value),
            false => high = (middle, value),
        }
    }
    let is_same = (high.1 - low.1).norm() <= SAME * high.1.norm();
    Ok(is_same.then_some(high))
}

#[cfg(test)]
mod tests;
