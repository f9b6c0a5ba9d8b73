//! A loop cut open: what comes back of one unit that is put in, and whether it may be closed. \[theory:linearised\] (60), (64)-(67)

use pitchline_algebra::{HarmonicSolver, QuadraticPencil, general_eigen};

use super::{Margins, StateSpace};
use crate::{Complex, Error};

mod exponential;

/// Answers this many times larger than what asks for them, in units in which the equations have entries of order one, are rounding.
const UNBOUNDED: f64 = 1e13;
/// A motion grows if its rate is larger than this share of its size: rounding of eigenvalues.
const GROWS: f64 = 1e-9;
/// The same beside the fastest of all motions, for those that hardly move.
const OF_FASTEST: f64 = 1e-13;
/// Points around each pole at which a loop is looked at, in its own damping.
const AROUND: [f64; 7] = [-3.0, -1.0, -0.3, 0.0, 0.3, 1.0, 3.0];

/// What closes a loop around a machine of one input u and one output y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LoopLaw {
    /// u = −g y.
    Gain(f64),
    /// The machine holds its own controller: u is added to what that puts out, and y is what it puts out.
    Closed,
    /// A sampled proportional and integral controller whose output is held.
    Sampled {
        /// P.
        proportional: f64,
        /// I.
        integral: f64,
        /// T (s).
        sample_time: f64,
    },
}

/// An open loop.
#[derive(Debug)]
pub struct OpenLoop {
    law: LoopLaw,
    /// A, or e^{AT} of what is sampled.
    states: Resolvent,
    b: Vec<f64>,
    c: Vec<f64>,
    d: f64,
    /// Eigenvalues of A (1/s).
    poles: Vec<Complex>,
}

impl OpenLoop {
    /// Around a machine with one input and one output; states on which nothing depends are left out.
    pub fn new(space: &StateSpace, law: LoopLaw) -> Result<Self, Error> {
        let space = space.without_idle();
        let [c, d] = [&space.c, &space.d].map(|of| of.first());
        if space.inputs.len() != 1 || space.outputs.len() != 1 || (c.is_none() && space.n() > 0) {
            return Err(Error::Count {
                what: "the inputs and outputs of a loop",
                given: space.inputs.len() * space.outputs.len(),
                needed: 1,
            });
        }
        let d = d.copied().unwrap_or(0.0);
        let poles = eigenvalues(space.n(), &space.a)?;
        let (a, b) = match law {
            LoopLaw::Sampled { sample_time, .. } => {
                exponential::held(space.n(), &space.a, &space.b, sample_time)
            }
            _ => (space.a.clone(), space.b.clone()),
        };
        Ok(Self {
            law,
            states: Resolvent::new(space.n(), &a)?,
            b,
            c: space.c.clone(),
            d,
            poles,
        })
    }

    /// L at a frequency (rad/s): −u that comes back where u is put in. (60), (65), (66)
    pub fn at(&mut self, frequency: f64) -> Result<Complex, Error> {
        match self.law {
            LoopLaw::Gain(gain) => Ok(self.answer(Complex::new(0.0, frequency))? * gain),
            LoopLaw::Closed => {
                let answer = self.answer(Complex::new(0.0, frequency))?;
                Ok(-answer / (answer + 1.0))
            }
            LoopLaw::Sampled {
                proportional,
                integral,
                sample_time,
            } => {
                let z = Complex::new(0.0, frequency * sample_time).exp();
                let answer = self.answer(z)?;
                let summed = match integral {
                    0.0 => Complex::new(0.0, 0.0),
                    _ => integral * sample_time / (z - 1.0),
                };
                Ok(answer * (summed + proportional))
            }
        }
    }

    /// C (λ − A)⁻¹ B + D.
    fn answer(&mut self, lambda: Complex) -> Result<Complex, Error> {
        let mut x: Vec<Complex> = self.b.iter().map(|b| Complex::new(*b, 0.0)).collect();
        self.states.solve(lambda, &mut x)?;
        let direct = Complex::new(self.d, 0.0);
        Ok(x.iter()
            .zip(&self.c)
            .fold(direct, |sum, (x, c)| sum + *x * *c))
    }

    /// L(0); none where it has no bound.
    pub fn at_rest(&mut self) -> Option<f64> {
        let found = self.at(0.0).ok()?;
        found.re.is_finite().then_some(found.re)
    }

    /// Margins between the lowest and the highest of some frequencies (rad/s); of a sampled loop up to half the rate of its samples.
    pub fn margins(&mut self, frequencies: &[f64]) -> Result<Margins, Error> {
        let at_rest = self.at_rest();
        let all = self.looked_at(frequencies);
        Margins::of(&all, at_rest, |frequency| self.at(frequency))
    }

    /// The frequencies, and more of them where poles make the loop change quickly.
    fn looked_at(&self, frequencies: &[f64]) -> Vec<f64> {
        let (Some(&low), Some(&high)) = (frequencies.first(), frequencies.last()) else {
            return Vec::new();
        };
        let highest = match self.law {
            LoopLaw::Sampled { sample_time, .. } => std::f64::consts::PI / sample_time,
            _ => f64::INFINITY,
        };
        let mut all = frequencies.to_vec();
        for pole in self.poles.iter().filter(|pole| pole.im > 0.0) {
            all.extend(AROUND.map(|k| pole.im + k * pole.re.abs()));
        }
        all.push(highest);
        all.retain(|w| (low..=high).contains(w) && *w > 0.0 && *w <= highest);
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Whether nothing grows when the loop is closed. (64), (67)
    pub fn is_stable_closed(&self) -> Result<bool, Error> {
        let (n, a) = (self.states.n, &self.states.matrix);
        let grown = |gain: f64, by_sum: Option<f64>| {
            let all = n + usize::from(by_sum.is_some());
            let mut closed = vec![0.0; all * all];
            for i in 0..n {
                for j in 0..n {
                    closed[i * all + j] = a[i * n + j] - gain * self.b[i] * self.c[j];
                }
            }
            if let Some(by_sum) = by_sum {
                for k in 0..n {
                    closed[k * all + n] = self.b[k];
                    closed[n * all + k] = -by_sum * self.c[k];
                }
                closed[n * all + n] = 1.0;
            }
            eigenvalues(all, &closed)
        };
        match self.law {
            LoopLaw::Closed => Ok(!grows(&self.poles)),
            LoopLaw::Gain(gain) => {
                let through = 1.0 + gain * self.d;
                Ok(through != 0.0 && !grows(&grown(gain / through, None)?))
            }
            LoopLaw::Sampled {
                proportional,
                integral,
                sample_time,
            } => {
                let by_sum = (integral != 0.0).then_some(integral * sample_time);
                let factors = grown(proportional, by_sum)?;
                Ok(factors.iter().all(|factor| factor.norm() <= 1.0 + GROWS))
            }
        }
    }
}

fn grows(values: &[Complex]) -> bool {
    let fastest = values.iter().fold(0.0_f64, |m, value| m.max(value.norm()));
    let mut each = values.iter();
    each.any(|value| value.re > GROWS * value.norm() + OF_FASTEST * fastest)
}

/// Eigenvalues of a matrix by rows whose rows and columns are first made of like size.
fn eigenvalues(n: usize, matrix: &[f64]) -> Result<Vec<Complex>, Error> {
    let balanced = balanced(n, matrix);
    let columns: Vec<f64> = (0..n * n)
        .map(|at| balanced[(at % n.max(1)) * n + at / n.max(1)])
        .collect();
    let eigen = general_eigen(n, &columns).map_err(Error::algebra("the loop"))?;
    Ok(eigen.values)
}

/// D⁻¹ A D with powers of two: places are small beside the rates of stiff motions, and rounding goes by the largest entry.
fn balanced(n: usize, matrix: &[f64]) -> Vec<f64> {
    const ROUNDS: usize = 20;
    let mut a = matrix.to_vec();
    for _ in 0..ROUNDS {
        let mut has_changed = false;
        for k in 0..n {
            let others = (0..n).filter(|j| *j != k);
            let column: f64 = others.clone().map(|i| a[i * n + k].abs()).sum();
            let row: f64 = others.map(|j| a[k * n + j].abs()).sum();
            if !(column > 0.0 && row > 0.0 && (row / column).is_finite()) {
                continue;
            }
            let exponent = (0.5 * (row / column).log2()).round();
            if exponent.abs() > 0.0 {
                let factor = exponent.exp2();
                has_changed = true;
                (0..n).for_each(|i| a[i * n + k] *= factor);
                (0..n).for_each(|j| a[k * n + j] /= factor);
            }
        }
        if !has_changed {
            break;
        }
    }
    a
}

/// (λ − A)⁻¹, one λ after another.
#[derive(Debug)]
struct Resolvent {
    n: usize,
    /// A by rows.
    matrix: Vec<f64>,
    pencil: QuadraticPencil,
    solver: HarmonicSolver,
}

impl Resolvent {
    fn new(n: usize, matrix: &[f64]) -> Result<Self, Error> {
        let pencil = QuadraticPencil {
            pattern: super::state_space::dense_pattern(n)?,
            mass: vec![0.0; n * n],
            damping: (0..n * n)
                .map(|at| if at % (n + 1) == 0 { 1.0 } else { 0.0 })
                .collect(),
            stiffness: matrix.iter().map(|a| -a).collect(),
        };
        Ok(Self {
            n,
            matrix: matrix.to_vec(),
            solver: HarmonicSolver::new(&pencil),
            pencil,
        })
    }

    fn solve(&mut self, lambda: Complex, x: &mut [Complex]) -> Result<(), Error> {
        if self.n == 0 {
            return Ok(());
        }
        let factored = self.solver.factor(&self.pencil, lambda);
        factored.map_err(Error::algebra("the loop"))?;
        if self.solver.solve(x) > UNBOUNDED {
            x.fill(Complex::new(f64::NAN, f64::NAN));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
