//! The stages of a step: velocities are the unknowns, exponents and accelerations follow. \[theory:radau\] (5)-(8), (15)

use pitchline_geometry::vector::dot;

use super::tableau::{STAGES, Tableau};
use crate::rotation::tangent_inverse_times;
use crate::{Equations, Error, State};

/// No rotation of a stage is longer (rad): the exponent has a singular point at 2π.
const LONGEST_TURN: f64 = 3.0;
/// Sweeps after which exponents are given up: they contract by some h ω/4 each.
const MAX_SWEEPS: u32 = 60;
/// A change of an exponent (rad) that is rounding.
const ROUNDING: f64 = 1e-16;

/// Three stages, and the polynomial through them.
#[derive(Debug)]
pub(super) struct Stages {
    pub tableau: Tableau,
    /// What the equations see of each.
    pub states: [State; STAGES],
    /// Velocity less that of the start.
    pub gains: [Vec<f64>; STAGES],
    /// Places and scalars less those of the start, rotation vectors from there.
    pub exponents: [Vec<f64>; STAGES],
    /// Velocities that turn nodes which follow scalar coordinates.
    turning: Vec<usize>,
    /// Rates of the exponents.
    rates: [Vec<f64>; STAGES],
    /// Length of the step.
    pub step: f64,
    /// Where in the last step the next one begins, if there is one to extrapolate.
    pub origin: Option<f64>,
}

impl Stages {
    pub fn new(equations: &Equations, state: &State) -> Self {
        let n = state.velocity.len();
        let machine = equations.machine();
        let turning = machine.hinged().iter();
        let turning = turning.map(|node| 6 * machine.n_nodes() + node.scalar.0 as usize);
        let zero = || [(); STAGES].map(|()| vec![0.0; n]);
        Self {
            tableau: Tableau::new(),
            states: [(); STAGES].map(|()| state.clone()),
            gains: zero(),
            exponents: zero(),
            rates: zero(),
            turning: turning.collect(),
            step: 0.0,
            origin: None,
        }
    }

    /// Takes the numbers of others, without new memory.
    pub fn copy_from(&mut self, other: &Self) {
        (self.step, self.origin) = (other.step, other.origin);
        for i in 0..STAGES {
            self.states[i].copy_from(&other.states[i]);
            self.gains[i].copy_from_slice(&other.gains[i]);
            self.exponents[i].copy_from_slice(&other.exponents[i]);
            self.rates[i].copy_from_slice(&other.rates[i]);
        }
    }

    /// Velocities and multipliers from the polynomials of the last step, else from the start alone. The step ends at a time.
    pub fn predict(&mut self, start: &State, h: f64, end: f64) {
        let c = self.tableau.nodes;
        if let Some(origin) = self.origin {
            let ratio = h / self.step;
            let from = self.tableau.cubic(origin);
            let to = c.map(|c| self.tableau.cubic(origin + c * ratio));
            let weights = to.map(|to| [0, 1, 2].map(|j| to[j] - from[j]));
            let [a, b, c] = &mut self.gains;
            combine([a, b, c], &weights);
            let weights = self
                .tableau
                .nodes
                .map(|c| self.tableau.quadratic(origin + c * ratio));
            let [a, b, c] = &mut self.states;
            let multipliers = [&mut a.multipliers, &mut b.multipliers, &mut c.multipliers];
            combine(multipliers, &weights);
        } else {
            for (i, gains) in self.gains.iter_mut().enumerate() {
                for (gain, a) in gains.iter_mut().zip(&start.acceleration) {
                    *gain = c[i] * h * a;
                }
                let multipliers = &mut self.states[i].multipliers;
                multipliers.copy_from_slice(&start.multipliers);
            }
        }
        self.step = h;
        for (i, exponents) in self.exponents.iter_mut().enumerate() {
            let velocities = start.velocity.iter().zip(&self.gains[i]);
            for (x, (v, gain)) in exponents.iter_mut().zip(velocities) {
                *x = c[i] * h * (v + 0.5 * gain);
            }
            self.states[i].time = (start.time + c[i] * h).min(end);
            self.states[i].angles.copy_from_slice(&start.angles);
            self.states[i].active.copy_from_slice(&start.active);
            self.states[i].locks.copy_from_slice(&start.locks);
            self.states[i].grips.copy_from_slice(&start.grips);
            self.states[i].held.copy_from_slice(&start.held);
        }
    }

    /// States of the stages from their velocities. False if a rotation is too long for one step.
    pub fn advance(&mut self, start: &State) -> bool {
        for (i, state) in self.states.iter_mut().enumerate() {
            let weights = self.tableau.inverse[i].map(|w| w / self.step);
            for (k, v) in start.velocity.iter().enumerate() {
                state.velocity[k] = v + self.gains[i][k];
                let sum: f64 = (0..STAGES).map(|j| weights[j] * self.gains[j][k]).sum();
                state.acceleration[k] = sum;
            }
        }
        if !self.sweep(6 * start.places.len()) || !self.are_turns_short() {
            return false;
        }
        for (state, exponent) in self.states.iter_mut().zip(&self.exponents) {
            state.moved_from(start, exponent);
        }
        true
    }

    /// θ_i = h Σ A_ij T⁻¹(θ_j) ω_j, by sweeps until nothing changes.
    fn sweep(&mut self, n_of_nodes: usize) -> bool {
        let mut first = true;
        for _ in 0..MAX_SWEEPS {
            let mut largest: f64 = 0.0;
            for (stage, rates) in self.rates.iter_mut().enumerate() {
                let velocity = &self.states[stage].velocity;
                rates.copy_from_slice(velocity);
                let turns = rates[..n_of_nodes].chunks_exact_mut(6);
                for (node, rate) in turns.enumerate() {
                    let x = &self.exponents[stage][6 * node + 3..6 * node + 6];
                    let turned =
                        tangent_inverse_times([x[0], x[1], x[2]], [rate[3], rate[4], rate[5]]);
                    rate[3..].copy_from_slice(&turned);
                }
            }
            for (i, exponents) in self.exponents.iter_mut().enumerate() {
                let weights = self.tableau.matrix[i].map(|w| w * self.step);
                for (k, x) in exponents.iter_mut().enumerate() {
                    let new = weights[0] * self.rates[0][k]
                        + weights[1] * self.rates[1][k]
                        + weights[2] * self.rates[2][k];
                    if k < n_of_nodes && k % 6 > 2 {
                        largest = largest.max((new - *x).abs());
                        if new.is_nan() || new.abs() >= LONGEST_TURN {
                            return false;
                        }
                    }
                    *x = new;
                }
            }
            if largest <= ROUNDING && (!first || n_of_nodes == 0) {
                return true;
            }
            first = false;
        }
        true
    }

    /// Whether no node that follows a scalar coordinate turns too far for one step.
    fn are_turns_short(&self) -> bool {
        let turns = |exponents: &Vec<f64>| {
            let mut turns = self.turning.iter().map(|&k| exponents[k]);
            turns.all(|turn| turn.abs() < LONGEST_TURN)
        };
        self.exponents.iter().all(turns)
    }

    /// r of all stages, then their constraints' rates.
    pub fn residual(
        &self,
        equations: &mut Equations,
        scratch: &mut [f64],
        out: &mut [f64],
    ) -> Result<(), Error> {
        let (n_v, n) = (equations.n_velocities(), equations.n());
        let n_m = n - n_v;
        let mut before = 1.0;
        for (i, state) in self.states.iter().enumerate() {
            equations.set(state)?;
            equations.rescale_expected_turns(self.tableau.nodes[i] / before);
            before = self.tableau.nodes[i];
            equations.residual_of_velocities(scratch);
            out[i * n_v..(i + 1) * n_v].copy_from_slice(&scratch[..n_v]);
            let first = STAGES * n_v + i * n_m;
            out[first..first + n_m].copy_from_slice(&scratch[n_v..]);
        }
        Ok(())
    }

    /// Adds corrections of velocities and multipliers.
    pub fn correct(&mut self, correction: &[f64]) {
        let n_v = self.gains[0].len();
        let (gains, multipliers) = correction.split_at(STAGES * n_v);
        let all = self.gains.iter_mut().flatten();
        for (x, d) in all.zip(gains) {
            *x += d;
        }
        let all = self.states.iter_mut().flat_map(|s| &mut s.multipliers);
        for (x, d) in all.zip(multipliers) {
            *x += d;
        }
    }

    /// The state at a share of the step, on the cubics through the stages; multipliers and accelerations on parabolas.
    pub fn interpolate(&self, start: &State, share: f64, scratch: &mut [f64], out: &mut State) {
        let cubic = self.tableau.cubic(share);
        let parabola = self.tableau.quadratic(share);
        let sum = |w: &[f64; STAGES], of: [&[f64]; STAGES], k: usize| {
            (0..STAGES).map(|j| w[j] * of[j][k]).sum::<f64>()
        };
        let [a, b, c] = &self.exponents;
        for (k, x) in scratch.iter_mut().enumerate() {
            *x = sum(&cubic, [a, b, c], k);
        }
        out.moved_from(start, scratch);
        let [a, b, c] = &self.gains;
        for (k, v) in out.velocity.iter_mut().enumerate() {
            *v = start.velocity[k] + sum(&cubic, [a, b, c], k);
        }
        let [a, b, c] = &self.states;
        for (k, x) in out.acceleration.iter_mut().enumerate() {
            *x = sum(
                &parabola,
                [&a.acceleration, &b.acceleration, &c.acceleration],
                k,
            );
        }
        for (k, x) in out.multipliers.iter_mut().enumerate() {
            *x = sum(
                &parabola,
                [&a.multipliers, &b.multipliers, &c.multipliers],
                k,
            );
        }
        out.time = start.time + share * self.step;
    }
}

/// Replaces three lists by combinations of them.
fn combine(lists: [&mut Vec<f64>; STAGES], weights: &[[f64; STAGES]; STAGES]) {
    let [a, b, c] = lists;
    for ((a, b), c) in a.iter_mut().zip(b.iter_mut()).zip(c.iter_mut()) {
        let old = [*a, *b, *c];
        [*a, *b, *c] = weights.map(|w| dot(w, old));
    }
}
