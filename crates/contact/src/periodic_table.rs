//! Values over whole mesh cycles, joined by a periodic spline. \[theory:mesh-laws\] (12)-(14)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | P | `period`: mesh cycles after which the values repeat | |
//! | y_i | `values`, equally spaced over P, the first at c = 0 | |
//! | h = P/n | way from one to the next | |
//! | m_i | `slopes`, times h | |
//!
//! The first two derivatives are continuous everywhere, also from the last value to the first: the teeth are neither hit nor are
//! the equations of motion kinked. Over the lowest common multiple of both numbers of teeth every tooth meets every other.

use crate::LawError;
use crate::error::FINITE;

/// Fewer have no sense: two values cannot tell a wave from its mirror image.
const LEAST_VALUES: usize = 3;

/// √3 − 2, the root within the unit circle of z² + 4z + 1 = 0.
const ROOT: f64 = -0.267_949_192_431_122_7;

/// A periodic function of mesh cycles.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PeriodicTable {
    period: u32,
    values: Vec<f64>,
    /// Slope at each value, times the step.
    slopes: Vec<f64>,
}

impl PeriodicTable {
    /// From values of what `key` names, equally spaced over a period of whole mesh cycles, without the end that is the next beginning.
    pub fn new(key: &'static str, period: u32, values: Vec<f64>) -> Result<Self, LawError> {
        if period == 0 {
            return Err(LawError::Value {
                key: "mesh_cycles",
                value: 0.0,
                allowed: "1 or more: how many teeth pass until the values repeat",
            });
        }
        if values.len() < LEAST_VALUES {
            return Err(LawError::TooFew {
                key,
                count: values.len(),
                needed: "at least 3, equally spaced over the mesh cycles, without repeating the first at the end",
            });
        }
        if let Some((i, &value)) = values.iter().enumerate().find(|(_, y)| !y.is_finite()) {
            return Err(LawError::Entry {
                key,
                place: format!("value {}", i + 1),
                value,
                allowed: FINITE,
            });
        }
        let slopes = periodic_slopes(&values);
        Ok(Self {
            period,
            values,
            slopes,
        })
    }

    pub fn period(&self) -> u32 {
        self.period
    }

    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The least value that the curve takes anywhere, between its values too.
    pub fn least(&self) -> f64 {
        let n = self.values.len();
        let mut least = f64::INFINITY;
        for i in 0..n {
            let [y, m_0, b, c] = self.piece(i);
            least = least.min(y);
            // Where m_0 + 2 b t + 3 c t² vanishes, without cancellation.
            let root = b * b - 3.0 * c * m_0;
            if root >= 0.0 {
                let q = -(b + root.sqrt().copysign(b));
                for t in [q / (3.0 * c), m_0 / q] {
                    if t > 0.0 && t < 1.0 {
                        least = least.min(y + t * (m_0 + t * (b + t * c)));
                    }
                }
            }
        }
        least
    }

    /// Coefficients of the cubic from value i to the next.
    fn piece(&self, i: usize) -> [f64; 4] {
        let next = (i + 1) % self.values.len();
        let rise = self.values[next] - self.values[i];
        let [m_0, m_1] = [self.slopes[i], self.slopes[next]];
        [
            self.values[i],
            m_0,
            3.0 * rise - 2.0 * m_0 - m_1,
            m_0 + m_1 - 2.0 * rise,
        ]
    }

    /// Value and two derivatives per cycle.
    pub fn at(&self, cycles: f64) -> [f64; 3] {
        let n = self.values.len();
        let period = f64::from(self.period);
        let per_cycle = n as f64 / period;
        let place = cycles.rem_euclid(period) * per_cycle;
        let t = place.fract();
        // A place that rounding has put on the end is the beginning again.
        let [y, m_0, b, c] = self.piece(place as usize % n);
        [
            y + t * (m_0 + t * (b + t * c)),
            (m_0 + t * (2.0 * b + t * 3.0 * c)) * per_cycle,
            (2.0 * b + 6.0 * c * t) * per_cycle * per_cycle,
        ]
    }
}

/// Solves m_{i−1} + 4 m_i + m_{i+1} = 3 (y_{i+1} − y_{i−1}) around the circle. \[theory:mesh-laws\] (13)
///
/// The matrix is −(1 − zS)(1 − zS⁻¹)/z with the shift S and z = √3 − 2: one sweep forwards, one backwards, both damped.
fn periodic_slopes(values: &[f64]) -> Vec<f64> {
    let n = values.len();
    let mut slopes: Vec<f64> = (0..n)
        .map(|i| -3.0 * ROOT * (values[(i + 1) % n] - values[(i + n - 1) % n]))
        .collect();
    sweep(&mut slopes, |i| i);
    sweep(&mut slopes, |i| n - 1 - i);
    slopes
}

/// Solves a_i − z a_{i−1} = r_i around the circle, in the order of `at`. \[theory:mesh-laws\] (14)
fn sweep(row: &mut [f64], at: impl Fn(usize) -> usize) {
    let n = row.len();
    // What has gone once around starts the second time: a_{−1} (1 − zⁿ) = r_{n−1} + z r_{n−2} + …
    let mut last = 0.0;
    for i in 0..n {
        last = row[at(i)] + ROOT * last;
    }
    last /= 1.0 - ROOT.powf(n as f64);
    for i in 0..n {
        last = row[at(i)] + ROOT * last;
        row[at(i)] = last;
    }
}
