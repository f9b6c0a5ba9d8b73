//! Modes followed from one speed to the next: by their shapes, and by their frequencies where shapes do not tell.
//! \[theory:linearised\] (45), (46)

use pitchline_algebra::Complex;

use super::{LinearMachine, Mode};

/// What is known of a curve at its end.
#[derive(Debug, Clone)]
pub(super) struct End {
    /// Eigenvalue at the last speed.
    pub last: Complex,
    /// Eigenvalue expected at the next speed.
    pub expected: Complex,
    /// Shape at the last speed.
    pub shape: Vec<Complex>,
}

/// A curve whose shape agrees with no mode better than this has lost its mode.
const LOST: f64 = 0.1;
/// What a frequency off by a tenth costs, beside an agreement of shapes of one: less than shapes that are alike gain, enough to
/// choose among those of one double frequency.
const FREQUENCY: f64 = 0.2;

/// What the agreement with a curve's own shape adds to that with all shapes of its frequency: it decides among equals only.
const OWN: f64 = 1e-3;
/// Curves whose eigenvalues differ by less, relative to them, share a frequency: their shapes are any basis of one space.
const EQUAL_EIGENVALUE: f64 = 1e-6;

/// Number of the mode that goes on each curve, if one does.
pub(super) fn follow(machine: &LinearMachine, ends: &[End], modes: &[Mode]) -> Vec<Option<usize>> {
    let images: Vec<Vec<Complex>> = modes
        .iter()
        .map(|m| mass_times(machine, &m.shape))
        .collect();
    let norms: Vec<f64> = modes
        .iter()
        .zip(&images)
        .map(|(m, i)| dot(&m.shape, i).re)
        .collect();
    let owns: Vec<f64> = ends
        .iter()
        .map(|end| dot(&end.shape, &mass_times(machine, &end.shape)).re)
        .collect();
    let mut scores = Vec::with_capacity(ends.len() * modes.len());
    for group in groups(ends) {
        let basis = orthonormal(machine, group.iter().map(|&e| &ends[e].shape));
        for (m, mode) in modes.iter().enumerate() {
            // (45): the modal assurance criterion in the norm of the mass, with all shapes of one frequency.
            let shares = basis.iter().map(|unit| dot(unit, &images[m]).norm_sqr());
            let agreement = ratio(shares.sum(), norms[m]);
            for &e in &group {
                let end = &ends[e];
                let product = dot(&end.shape, &images[m]).norm_sqr();
                let alike = ratio(product, owns[e] * norms[m]);
                let expected = end.expected.norm().max(1e-300);
                let off = (mode.eigenvalue - end.expected).norm() / (0.1 * expected);
                let score = agreement + OWN * alike - FREQUENCY * off.min(1.0);
                scores.push((score, agreement, off, e, m));
            }
        }
    }
    scores.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found = vec![None; ends.len()];
    let mut is_taken = vec![false; modes.len()];
    for (_, agreement, off, e, m) in scores {
        let is_possible = agreement > LOST || off < 0.1;
        if found[e].is_none() && !is_taken[m] && is_possible {
            found[e] = Some(m);
            is_taken[m] = true;
        }
    }
    found
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Curves by their numbers, those of one frequency together.
fn groups(ends: &[End]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (e, end) in ends.iter().enumerate() {
        let is_near = |group: &&mut Vec<usize>| {
            let first = ends[group[0]].last;
            (first - end.last).norm() <= EQUAL_EIGENVALUE * first.norm()
        };
        match groups.iter_mut().find(is_near) {
            Some(group) => group.push(e),
            None => groups.push(vec![e]),
        }
    }
    groups
}

/// The same space with a basis that is orthonormal in the norm of the mass.
pub(super) fn orthonormal<'s>(
    machine: &LinearMachine,
    shapes: impl Iterator<Item = &'s Vec<Complex>>,
) -> Vec<Vec<Complex>> {
    let mut basis: Vec<Vec<Complex>> = Vec::new();
    for shape in shapes {
        let mut rest = shape.clone();
        for _ in 0..2 {
            let image = mass_times(machine, &rest);
            for unit in &basis {
                let share = dot(unit, &image);
                for (rest, unit) in rest.iter_mut().zip(unit) {
                    *rest -= *unit * share;
                }
            }
        }
        let square = dot(&rest, &mass_times(machine, &rest)).re;
        let before = dot(shape, &mass_times(machine, shape)).re;
        // What depends on the others but for rounding adds nothing.
        if square > 1e-16 * before {
            let size = square.sqrt();
            basis.push(rest.iter().map(|x| *x / size).collect());
        }
    }
    basis
}

/// M x over all coordinates.
pub(super) fn mass_times(machine: &LinearMachine, x: &[Complex]) -> Vec<Complex> {
    let full = &machine.full;
    (0..full.n())
        .map(|row| {
            let range = full.pattern.range(row);
            range.fold(Complex::new(0.0, 0.0), |sum, at| {
                sum + x[full.pattern.columns[at] as usize] * full.mass[at]
            })
        })
        .collect()
}

/// aᴴ b
pub(super) fn dot(a: &[Complex], b: &[Complex]) -> Complex {
    let parts = a.iter().zip(b);
    parts.fold(Complex::new(0.0, 0.0), |sum, (a, b)| sum + a.conj() * *b)
}
