//! Modes followed from one speed to the next: by their shapes, and by their frequencies where shapes do not tell.
//! \[theory:linearised\] (45), (46)

use pitchline_algebra::Complex;

use super::{LinearMachine, Mode};

/// What is known of a curve at its end.
#[derive(Debug, Clone)]
pub(super) struct End {
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
    let mut scores = Vec::with_capacity(ends.len() * modes.len());
    for (e, end) in ends.iter().enumerate() {
        let own = dot(&end.shape, &mass_times(machine, &end.shape)).re;
        for (m, mode) in modes.iter().enumerate() {
            let product = dot(&end.shape, &images[m]).norm_sqr();
            let size = own * norms[m];
            // (45): the modal assurance criterion in the norm of the mass.
            let agreement = if size > 0.0 { product / size } else { 0.0 };
            let expected = end.expected.norm().max(1e-300);
            let off = (mode.eigenvalue - end.expected).norm() / (0.1 * expected);
            scores.push((agreement - FREQUENCY * off.min(1.0), agreement, off, e, m));
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

fn mass_times(machine: &LinearMachine, x: &[Complex]) -> Vec<Complex> {
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

fn dot(a: &[Complex], b: &[Complex]) -> Complex {
    let parts = a.iter().zip(b);
    parts.fold(Complex::new(0.0, 0.0), |sum, (a, b)| sum + a.conj() * *b)
}
