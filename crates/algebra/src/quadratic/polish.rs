//! Every eigenvalue is put into P(λ) x = 0; where more than rounding is left, Newton's method corrects it.
//!
//! With y = P(λ)⁻¹ P′(λ) x the next pair is λ − (xᴴ x)/(xᴴ y) and y: inverse iteration whose shift follows.
//! \[theory:linearised\] (22), (23)

use super::{HarmonicSolver, QuadraticEigen, QuadraticPencil, SETTLED};
use crate::{Complex, Error};

/// Corrections of a pair: each squares the error; those of several equal values lose that and stop.
const CORRECTIONS: usize = 4;

/// A value, its vector, its backward error.
type Pair = (Complex, Vec<Complex>, f64);

/// Corrects all pairs and sorts them by |λ|.
pub(super) fn polish(
    pencil: &QuadraticPencil,
    pairs: Vec<(Complex, Vec<Complex>)>,
) -> Result<QuadraticEigen, Error> {
    let mut solver = HarmonicSolver::new(pencil);
    let mut done = Vec::with_capacity(pairs.len());
    for pair in pairs {
        done.push(one(pencil, &mut solver, pair, SETTLED)?);
    }
    done.sort_by(|a, b| {
        let by_size = a.0.norm().total_cmp(&b.0.norm());
        by_size.then(a.0.im.total_cmp(&b.0.im))
    });
    let mut found = QuadraticEigen::default();
    for (value, vector, error) in done {
        found.values.push(value);
        found.vectors.extend(vector);
        found.residuals.push(error);
    }
    Ok(found)
}

/// Corrects one pair until its backward error is as small as asked or grows again.
pub(super) fn one(
    pencil: &QuadraticPencil,
    solver: &mut HarmonicSolver,
    (value, mut vector): (Complex, Vec<Complex>),
    enough: f64,
) -> Result<Pair, Error> {
    normalise(&mut vector);
    let sizes = Sizes::of(pencil);
    let mut best = (value, vector, 0.0);
    best.2 = sizes.backward_error(pencil, best.0, &best.1);
    for _ in 0..CORRECTIONS {
        if best.2 <= enough || !best.2.is_finite() {
            break;
        }
        // Singular within rounding: nothing is left to correct.
        if solver.factor(pencil, best.0).is_err() {
            break;
        }
        let mut y = derivative_times(pencil, best.0, &best.1);
        solver.solve(&mut y);
        let product = best
            .1
            .iter()
            .zip(&y)
            .fold(Complex::new(0.0, 0.0), |sum, (x, y)| sum + x.conj() * *y);
        let mut value = best.0 - product.inv();
        // A real eigenvalue stays real: its partner would be counted twice.
        if best.0.im == 0.0 {
            value.im = 0.0;
        }
        normalise(&mut y);
        let error = sizes.backward_error(pencil, value, &y);
        // Written so that NaN ends it.
        let is_better = error < best.2;
        if !is_better {
            break;
        }
        best = (value, y, error);
    }
    Ok(best)
}

/// Norms of the three matrices.
struct Sizes([f64; 3]);

impl Sizes {
    fn of(pencil: &QuadraticPencil) -> Self {
        let norm = |values: &[f64]| {
            let row = |i| -> f64 { pencil.pattern.range(i).map(|at| values[at].abs()).sum() };
            (0..pencil.n()).map(row).fold(0.0, f64::max)
        };
        Self([
            norm(&pencil.mass),
            norm(&pencil.damping),
            norm(&pencil.stiffness),
        ])
    }

    fn backward_error(&self, pencil: &QuadraticPencil, value: Complex, x: &[Complex]) -> f64 {
        let [mass, damping, stiffness] = self.0;
        let size = value.norm();
        let scale = size * size * mass + size * damping + stiffness;
        let left = length(&pencil.residual(value, x));
        let terms = scale * length(x);
        if terms > 0.0 { left / terms } else { left }
    }
}

/// (2 λ M + C) x.
fn derivative_times(pencil: &QuadraticPencil, value: Complex, x: &[Complex]) -> Vec<Complex> {
    let twice = value * 2.0;
    (0..pencil.n())
        .map(|row| {
            let range = pencil.pattern.range(row);
            range.fold(Complex::new(0.0, 0.0), |sum, at| {
                let entry = twice * pencil.mass[at] + pencil.damping[at];
                sum + entry * x[pencil.pattern.columns[at] as usize]
            })
        })
        .collect()
}

fn length(x: &[Complex]) -> f64 {
    x.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt()
}

fn normalise(x: &mut [Complex]) {
    let length = length(x);
    if length > 0.0 && length.is_finite() {
        x.iter_mut().for_each(|x| *x /= length);
    }
}
