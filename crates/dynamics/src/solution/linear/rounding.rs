//! What rounding of the coefficients makes of an eigenvalue. \[theory:linearised\] (25a), (25b)

use pitchline_algebra::QuadraticPencil;

use crate::Complex;

/// Each coefficient is off by so much of itself.
const ROUNDING: f64 = f64::EPSILON;
/// What the search leaves of an eigenvalue beside its size: residuals of 1e-11, and vectors that are hardly orthogonal.
const SEARCHED: f64 = 1e-9;

/// How far (1/s) an eigenvalue may be off. Slow motions of stiff machines are small differences of large terms, and it is the size of
/// these that counts, not their own frequency.
pub(super) fn uncertainty(pencil: &QuadraticPencil, value: Complex, x: &[Complex]) -> f64 {
    let size = value.norm();
    let zero = Complex::new(0.0, 0.0);
    let (mut squares, mut derivative, mut mass) = (0.0, zero, zero);
    for row in 0..pencil.n() {
        for at in pencil.pattern.range(row) {
            let product = x[row].conj() * x[pencil.pattern.columns[at] as usize];
            let [m, c, k] = [&pencil.mass, &pencil.damping, &pencil.stiffness].map(|a| a[at]);
            let terms = [size * size * m, size * c, k];
            squares += terms.iter().map(|term| term * term).sum::<f64>() * product.norm_sqr();
            derivative += product * (value * (2.0 * m) + c);
            mass += product * m;
        }
    }
    let left = ROUNDING * squares.sqrt();
    // (25a) for a single eigenvalue, (25b) for one of two that are nearly equal, whichever is less; neither where nothing has mass.
    let both = [left / derivative.norm(), (left / mass.norm()).sqrt()];
    let least = both.into_iter().fold(f64::INFINITY, f64::min);
    match least.is_finite() {
        true => least.max(SEARCHED * size),
        false => SEARCHED * size,
    }
}
