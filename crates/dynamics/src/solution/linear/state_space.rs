//! The machine as ẋ = A x + B u, y = C x + D u. \[theory:linearised\] (32)-(37)
//!
//! States are the free coordinates z and w, which is ż but for the jumps that prescribed motions make in it; a drive whose rate or
//! second rate is the input adds its motion, or motion and rate, as states of its own.

use pitchline_algebra::{Complex, QuadraticPencil, general_eigen};

use super::mass_inverse::MassInverse;
use super::output::Functional;
use super::port::Forcing;
use super::{Input, InputKind, LinearMachine, Order, Output};
use crate::{Equations, Error};

/// Matrices between inputs and outputs, each by rows.
#[derive(Debug, Clone, PartialEq)]
pub struct StateSpace {
    /// A, states × states.
    pub a: Vec<f64>,
    /// B, states × inputs.
    pub b: Vec<f64>,
    /// C, outputs × states.
    pub c: Vec<f64>,
    /// D, outputs × inputs.
    pub d: Vec<f64>,
    /// What the states are.
    pub states: Vec<String>,
    /// Names of the inputs.
    pub inputs: Vec<String>,
    /// Names of the outputs.
    pub outputs: Vec<String>,
}

/// What is left of a coefficient that cancels.
const CANCELS: f64 = 1e-9;

/// A prescribed motion s with its shares in the equations, all over the free coordinates.
struct Driven {
    /// Which rate of s the input is.
    order: Order,
    /// D: all coordinates of a motion that follows s.
    motion: Vec<f64>,
    /// z = z̄ + α s.
    alpha: Vec<f64>,
    /// ż = w + β₀ s + β₁ ṡ.
    beta: [Vec<f64>; 2],
    /// z̈ = ẇ + γ₁ ṡ + γ₂ s̈.
    gamma: [Vec<f64>; 2],
    /// ẇ of s, ṡ, s̈.
    push: [Vec<f64>; 3],
    /// First of its own states.
    first_state: usize,
}

impl StateSpace {
    /// Number of states.
    pub fn n(&self) -> usize {
        self.states.len()
    }

    /// C (i ω − A)⁻¹ B + D, outputs × inputs by rows.
    pub fn response(&self, frequency: f64) -> Result<Vec<Complex>, Error> {
        let (n, n_in, n_out) = (self.n(), self.inputs.len(), self.outputs.len());
        // (i ω − A) x = B u as real equations (−A, −ω; ω, −A)(x, y) over a dense pattern.
        let pencil = QuadraticPencil {
            pattern: dense_pattern(n)?,
            mass: vec![0.0; n * n],
            damping: (0..n * n)
                .map(|at| if at % (n + 1) == 0 { 1.0 } else { 0.0 })
                .collect(),
            stiffness: self.a.iter().map(|a| -a).collect(),
        };
        let mut values: Vec<Complex> = self.d.iter().map(|d| Complex::new(*d, 0.0)).collect();
        if n == 0 {
            return Ok(values);
        }
        let mut solver = pitchline_algebra::HarmonicSolver::new(&pencil);
        solver
            .factor(&pencil, Complex::new(0.0, frequency))
            .map_err(Error::algebra("the response of the state space"))?;
        for input in 0..n_in {
            let column = |i: usize| Complex::new(self.b[i * n_in + input], 0.0);
            let mut x: Vec<Complex> = (0..n).map(column).collect();
            solver.solve(&mut x);
            for output in 0..n_out {
                let row = &self.c[output * n..(output + 1) * n];
                let sum = row
                    .iter()
                    .zip(&x)
                    .fold(Complex::new(0.0, 0.0), |sum, (c, x)| sum + *x * *c);
                values[output * n_in + input] += sum;
            }
        }
        Ok(values)
    }

    /// Eigenvalues of A.
    pub fn eigenvalues(&self) -> Result<Vec<Complex>, Error> {
        let n = self.n();
        let columns: Vec<f64> = (0..n * n).map(|at| self.a[(at % n) * n + at / n]).collect();
        let eigen = general_eigen(n, &columns).map_err(Error::algebra("the state space"))?;
        Ok(eigen.values)
    }
}

pub(super) fn dense_pattern(n: usize) -> Result<pitchline_algebra::RowPattern, Error> {
    let entries: Vec<(usize, usize)> = (0..n * n).map(|at| (at / n, at % n)).collect();
    pitchline_algebra::RowPattern::from_entries(n, &entries)
        .map_err(Error::algebra("the state space"))
}

impl LinearMachine {
    /// A, B, C and D. Refuses free motions without mass, and outputs that follow a rate of a drive which is not there.
    pub fn state_space(
        &self,
        equations: &Equations,
        inputs: &[Input],
        outputs: &[Output],
    ) -> Result<StateSpace, Error> {
        let forcings: Vec<Forcing> = inputs
            .iter()
            .map(|input| match input.kind {
                InputKind::Unbalance { .. } => Err(Error::NoInput {
                    input: input.name.clone(),
                    problem:
                        "an unbalance is no input of one state space, its force grows with the speed and the machine changes with it: see SpeedStateSpace"
                            .to_owned(),
                }),
                _ => input.forcing(equations, self),
            })
            .collect::<Result<_, _>>()?;
        let mut builder = Builder::new(self, inputs, &forcings)?;
        builder.motion();
        for (at, output) in outputs.iter().enumerate() {
            builder.output(at, output, outputs.len())?;
        }
        Ok(builder.space)
    }
}

/// The matrices as they grow.
struct Builder<'m> {
    machine: &'m LinearMachine,
    inverse: MassInverse,
    forcings: &'m [Forcing],
    driven: Vec<Option<Driven>>,
    space: StateSpace,
}

impl<'m> Builder<'m> {
    fn new(
        machine: &'m LinearMachine,
        inputs: &[Input],
        forcings: &'m [Forcing],
    ) -> Result<Self, Error> {
        let n = machine.n_free();
        let inverse = MassInverse::of(machine)?;
        let name = |k: &usize| machine.names[*k].clone();
        let mut states: Vec<String> = machine.basis.free().iter().map(name).collect();
        states.extend(
            machine
                .basis
                .free()
                .iter()
                .map(|k| format!("rate of {}", name(k))),
        );
        let mut driven = Vec::new();
        for (forcing, input) in forcings.iter().zip(inputs) {
            driven.push(forcing.motion.as_ref().map(|(motion, order)| {
                let driven = driven_by(machine, &inverse, motion, *order, states.len());
                if *order > Order::Value {
                    states.push(format!("motion of {}", input.name));
                }
                if *order > Order::Rate {
                    states.push(format!("rate of the motion of {}", input.name));
                }
                driven
            }));
        }
        let (all, n_in) = (states.len(), inputs.len());
        debug_assert!(all >= 2 * n);
        Ok(Self {
            machine,
            inverse,
            forcings,
            driven,
            space: StateSpace {
                a: vec![0.0; all * all],
                b: vec![0.0; all * n_in],
                c: Vec::new(),
                d: Vec::new(),
                states,
                inputs: inputs.iter().map(|i| i.name.clone()).collect(),
                outputs: Vec::new(),
            },
        })
    }

    /// Adds `factor` times the k-th rate of a driven motion to a row: of A and B, or of C and D (`is_output`). False if that rate is
    /// neither a state nor the input.
    fn add_rate(
        &mut self,
        row: usize,
        input: usize,
        rate: usize,
        factor: f64,
        is_output: bool,
    ) -> bool {
        let Some(driven) = &self.driven[input] else {
            return true;
        };
        let (n, n_in) = (self.space.n(), self.space.inputs.len());
        let (of_states, of_inputs) = match is_output {
            true => (&mut self.space.c, &mut self.space.d),
            false => (&mut self.space.a, &mut self.space.b),
        };
        let order = driven.order as usize;
        if rate < order {
            of_states[row * n + driven.first_state + rate] += factor;
        } else if rate == order {
            of_inputs[row * n_in + input] += factor;
        }
        rate <= order
    }

    /// Fills A and B. (33)-(36)
    fn motion(&mut self) {
        let n = self.machine.n_free();
        let (all, n_in) = (self.space.n(), self.space.inputs.len());
        let reduced = &self.machine.reduced;
        let stiffness = self.inverse.times(reduced.dense(&reduced.stiffness));
        let damping = self.inverse.times(reduced.dense(&reduced.damping));
        for i in 0..n {
            self.space.a[i * all + n + i] = 1.0;
            for j in 0..n {
                self.space.a[(n + i) * all + j] = -stiffness[i + n * j];
                self.space.a[(n + i) * all + n + j] = -damping[i + n * j];
            }
        }
        for input in 0..n_in {
            let force: Vec<f64> = self.forcings[input].force.iter().map(|f| f.re).collect();
            let pushed = self.inverse.times(self.machine.left().collect(&force));
            for (i, pushed) in pushed.iter().enumerate() {
                self.space.b[(n + i) * n_in + input] += pushed;
            }
            let Some(driven) = &self.driven[input] else {
                continue;
            };
            let (order, first) = (driven.order as usize, driven.first_state);
            // z̄˙ = ż − α ṡ
            let places: Vec<[f64; 2]> = (0..n)
                .map(|i| [driven.beta[0][i], driven.beta[1][i] - driven.alpha[i]])
                .collect();
            let pushes: Vec<[f64; 3]> = (0..n)
                .map(|i| [0, 1, 2].map(|rate| driven.push[rate][i]))
                .collect();
            for i in 0..n {
                for (rate, factor) in places[i].into_iter().enumerate() {
                    self.add_rate(i, input, rate, factor, false);
                }
                for (rate, factor) in pushes[i].into_iter().enumerate() {
                    self.add_rate(n + i, input, rate, factor, false);
                }
            }
            for rate in 0..order {
                self.add_rate(first + rate, input, rate + 1, 1.0, false);
            }
        }
    }

    /// Adds a row of C and D. (37)
    fn output(&mut self, at: usize, output: &Output, count: usize) -> Result<(), Error> {
        let functional = output.functional(self.machine)?;
        let n = self.machine.n_free();
        let (all, n_in) = (self.space.n(), self.space.inputs.len());
        self.space.c.resize(count * all, 0.0);
        self.space.d.resize(count * n_in, 0.0);
        self.space.outputs.push(output.name.clone());
        let collect = |part: &[f64]| self.machine.basis.collect(part);
        let position = collect(&functional.position);
        let velocity = collect(&functional.velocity);
        let acceleration = collect(&functional.acceleration);
        for j in 0..n {
            self.space.c[at * all + j] += position[j];
            self.space.c[at * all + n + j] += velocity[j];
        }
        // ẇ is a row of A and B.
        for (i, factor) in acceleration.iter().enumerate() {
            for j in 0..all {
                self.space.c[at * all + j] += factor * self.space.a[(n + i) * all + j];
            }
            for input in 0..n_in {
                let pushed = factor * self.space.b[(n + i) * n_in + input];
                self.space.d[at * n_in + input] += pushed;
            }
        }
        for input in 0..n_in {
            let force = &self.forcings[input].force;
            let direct: f64 = force
                .iter()
                .zip(&functional.force)
                .map(|(f, x)| f.re * x)
                .sum();
            self.space.d[at * n_in + input] += direct;
            let Some(driven) = &self.driven[input] else {
                continue;
            };
            let rates = rates_of(&functional, driven, [&position, &velocity, &acceleration]);
            for (rate, [sum, size]) in rates.into_iter().enumerate() {
                let is_there = self.add_rate(at, input, rate, sum, true);
                if !is_there && sum.abs() > CANCELS * size {
                    return Err(Error::Improper {
                        output: output.name.clone(),
                        input: self.space.inputs[input].clone(),
                    });
                }
            }
        }
        Ok(())
    }
}

/// Shares of s, ṡ and s̈ in an output, each with the size of its terms.
fn rates_of(
    functional: &Functional,
    driven: &Driven,
    [position, velocity, acceleration]: [&[f64]; 3],
) -> [[f64; 2]; 3] {
    let sum = |terms: &[(&[f64], &[f64])]| {
        let mut found = [0.0; 2];
        for (a, b) in terms {
            let part: f64 = a.iter().zip(*b).map(|(a, b)| a * b).sum();
            found[0] += part;
            found[1] += a.iter().zip(*b).map(|(a, b)| (a * b).abs()).sum::<f64>();
        }
        found
    };
    let d = &driven.motion[..];
    [
        sum(&[
            (&functional.position, d),
            (position, &driven.alpha),
            (velocity, &driven.beta[0]),
        ]),
        sum(&[
            (&functional.velocity, d),
            (velocity, &driven.beta[1]),
            (acceleration, &driven.gamma[0]),
        ]),
        sum(&[
            (&functional.acceleration, d),
            (acceleration, &driven.gamma[1]),
        ]),
    ]
}

/// How a prescribed motion enters. (34)-(36)
fn driven_by(
    machine: &LinearMachine,
    inverse: &MassInverse,
    motion: &[f64],
    order: Order,
    first_state: usize,
) -> Driven {
    let n = machine.n_free();
    let (full, reduced) = (&machine.full, &machine.reduced);
    let held = |values: &[f64]| {
        let mut product = vec![0.0; machine.n()];
        full.multiply(values, motion, &mut product);
        inverse.times(machine.left().collect(&product))
    };
    let times = |values: &[f64], x: &[f64]| {
        let mut product = vec![0.0; n];
        reduced.multiply(values, x, &mut product);
        inverse.times(product)
    };
    let [mass, damping, stiffness] = [&full.mass, &full.damping, &full.stiffness].map(|v| held(v));
    let zero = vec![0.0; n];
    let minus = |x: &[f64]| -> Vec<f64> { x.iter().map(|x| -x).collect() };
    let by_rate = |is: bool, x: &[f64]| if is { minus(x) } else { zero.clone() };
    let (is_value, is_low) = (order == Order::Value, order < Order::Second);
    // c₁ = M⁻¹ (C_d − C M⁻¹ M_d)
    let bent = times(&reduced.damping, &mass);
    let difference: Vec<f64> = damping.iter().zip(&bent).map(|(c, b)| c - b).collect();
    let alpha = by_rate(is_value, &mass);
    let beta = [by_rate(is_value, &difference), by_rate(is_low, &mass)];
    let gamma = [by_rate(is_value, &difference), by_rate(is_low, &mass)];
    let carried = [
        times(&reduced.damping, &beta[0]),
        times(&reduced.stiffness, &alpha),
        times(&reduced.damping, &beta[1]),
    ];
    let push = [
        (0..n)
            .map(|i| -(carried[0][i] + carried[1][i] + stiffness[i]))
            .collect(),
        (0..n)
            .map(|i| -(carried[2][i] + damping[i]) - gamma[0][i])
            .collect(),
        (0..n).map(|i| -mass[i] - gamma[1][i]).collect(),
    ];
    Driven {
        order,
        motion: motion.to_vec(),
        alpha,
        beta,
        gamma,
        push,
        first_state,
    }
}
