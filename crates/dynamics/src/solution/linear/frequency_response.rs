//! How a machine answers to shaking: x = (−ω² M + i ω C + K)⁻¹ f at each frequency. \[theory:linearised\] (26)-(31)

use pitchline_algebra::{Complex, HarmonicSolver};

use super::output::Functional;
use super::port::Forcing;
use super::{Input, LinearMachine, Order, Output, Resonance};
use crate::{Equations, Error};

/// An answer this many times larger than what shakes, in units in which the equations have entries of order one, is rounding:
/// the frequency is an eigenvalue.
const UNBOUNDED: f64 = 1e13;

/// Complex answers of outputs to inputs of one.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyResponse {
    /// Frequencies (rad/s).
    pub frequencies: Vec<f64>,
    /// Names of the inputs.
    pub inputs: Vec<String>,
    /// Names of the outputs.
    pub outputs: Vec<String>,
    /// Answers: those of one frequency together, of these those of one output.
    pub(super) values: Vec<Complex>,
}

impl FrequencyResponse {
    /// Answer of an output to an input at a frequency, all by their numbers: the output is Re(value e^{iωt}) where the input is
    /// cos ωt.
    pub fn at(&self, frequency: usize, output: usize, input: usize) -> Option<Complex> {
        let (n_out, n_in) = (self.outputs.len(), self.inputs.len());
        let is_there = output < n_out && input < n_in;
        let at = (frequency * n_out + output) * n_in + input;
        self.values.get(at).copied().filter(|_| is_there)
    }

    /// One answer over all frequencies.
    pub fn curve(&self, output: usize, input: usize) -> Vec<Complex> {
        let all = 0..self.frequencies.len();
        all.filter_map(|f| self.at(f, output, input)).collect()
    }
}

/// Motions of all coordinates, and the forces on them.
pub(super) type Amplitudes = (Vec<Complex>, Vec<Complex>);

/// Inputs, outputs and the factors of the last frequency.
pub(super) struct Answers<'m> {
    machine: &'m LinearMachine,
    solver: HarmonicSolver,
    forcings: Vec<Forcing>,
    functionals: Vec<Functional>,
}

impl LinearMachine {
    /// Answers at given frequencies (rad/s): one factorisation for each of them. The equations are those that the machine was
    /// linearised from.
    pub fn frequency_response(
        &self,
        equations: &Equations,
        inputs: &[Input],
        outputs: &[Output],
        frequencies: &[f64],
    ) -> Result<FrequencyResponse, Error> {
        let mut answers = Answers::new(self, equations, inputs, outputs)?;
        let mut values = Vec::with_capacity(frequencies.len() * inputs.len() * outputs.len());
        for &frequency in frequencies {
            values.extend(answers.at(frequency)?);
        }
        Ok(FrequencyResponse {
            frequencies: frequencies.to_vec(),
            inputs: inputs.iter().map(|i| i.name.clone()).collect(),
            outputs: outputs.iter().map(|o| o.name.clone()).collect(),
            values,
        })
    }
}

impl<'m> Answers<'m> {
    pub fn new(
        machine: &'m LinearMachine,
        equations: &Equations,
        inputs: &[Input],
        outputs: &[Output],
    ) -> Result<Self, Error> {
        let forcings = inputs.iter().map(|input| input.forcing(equations, machine));
        let functionals = outputs.iter().map(|output| output.functional(machine));
        Ok(Self {
            machine,
            solver: HarmonicSolver::new(&machine.reduced),
            forcings: forcings.collect::<Result<_, _>>()?,
            functionals: functionals.collect::<Result<_, _>>()?,
        })
    }

    /// All outputs, for each all inputs.
    pub fn at(&mut self, frequency: f64) -> Result<Vec<Complex>, Error> {
        if !frequency.is_finite() || frequency < 0.0 {
            return Err(Error::Value {
                of: "frequency response".to_owned(),
                key: "frequency",
                value: frequency,
                allowed: "a finite number, 0 or larger (rad/s)",
            });
        }
        let lambda = Complex::new(0.0, frequency);
        let columns = self.motions(lambda)?;
        let each = self.functionals.iter().flat_map(|functional| {
            let of = |(p, force): &Amplitudes| functional.value(lambda, p, force);
            columns.iter().map(of).collect::<Vec<_>>()
        });
        Ok(each.collect())
    }

    /// Motions of all coordinates, and forces, by each of the inputs where all goes with e^{λt}.
    pub fn motions(&mut self, lambda: Complex) -> Result<Vec<Amplitudes>, Error> {
        let machine = self.machine;
        let frequency = lambda.norm();
        if machine.n_free() > 0
            && let Err(error) = self.solver.factor(&machine.reduced, lambda)
        {
            return Err(unbounded(machine, frequency, &error));
        }
        let mut columns = Vec::with_capacity(self.forcings.len());
        for forcing in &self.forcings {
            let (force, motion) = amplitudes(machine, forcing, lambda)?;
            let mut z = machine.left().collect(&force);
            let left = motion.as_ref().map(|d| machine.full.residual(lambda, d));
            if let Some(left) = left {
                let held = machine.left().collect(&left);
                z.iter_mut().zip(held).for_each(|(z, h)| *z -= h);
            }
            let times = self.solver.solve(&mut z);
            let mut p = machine.basis.expand(&z);
            if times > UNBOUNDED {
                let motion = machine.largest_motion(&p, |x: Complex| x.norm());
                return Err(Error::Unbounded {
                    frequency,
                    cause: Resonance::at(machine, frequency, motion),
                });
            }
            for (p, d) in p.iter_mut().zip(motion.iter().flatten()) {
                *p += *d;
            }
            columns.push((p, force));
        }
        Ok(columns)
    }
}

/// Force and prescribed motion of an input of one.
fn amplitudes(
    machine: &LinearMachine,
    forcing: &Forcing,
    rate: Complex,
) -> Result<(Vec<Complex>, Option<Vec<Complex>>), Error> {
    let frequency = rate.norm();
    let square = if forcing.is_square {
        frequency * frequency
    } else {
        1.0
    };
    let force = forcing.force.iter().map(|f| *f * square).collect();
    let Some((motion, order)) = &forcing.motion else {
        return Ok((force, None));
    };
    let factor = match order {
        Order::Value => Complex::new(1.0, 0.0),
        Order::Rate => rate.inv(),
        Order::Second => (rate * rate).inv(),
    };
    if !factor.re.is_finite() || !factor.im.is_finite() {
        // A steady rate carries the drive away.
        let motion = machine.largest_motion(motion, f64::abs);
        return Err(Error::Unbounded {
            frequency,
            cause: Resonance::Drive { motion },
        });
    }
    Ok((force, Some(motion.iter().map(|d| factor * *d).collect())))
}

fn unbounded(machine: &LinearMachine, frequency: f64, error: &pitchline_algebra::Error) -> Error {
    use pitchline_algebra::Error as Failure;
    match error {
        Failure::VanishingPivot { row, .. } | Failure::StructurallySingular { row, .. } => {
            let coordinate = machine.basis.free().get(row / 2).copied().unwrap_or(0);
            let motion = machine.names[coordinate].clone();
            Error::Unbounded {
                frequency,
                cause: Resonance::at(machine, frequency, motion),
            }
        }
        _ => Error::algebra("the frequency response")(error.clone()),
    }
}

impl Functional {
    fn value(&self, lambda: Complex, p: &[Complex], force: &[Complex]) -> Complex {
        let square = lambda * lambda;
        let mut sum = Complex::new(0.0, 0.0);
        for i in 0..p.len() {
            let factor =
                square * self.acceleration[i] + lambda * self.velocity[i] + self.position[i];
            sum += factor * p[i] + force[i] * self.force[i];
        }
        sum
    }
}
