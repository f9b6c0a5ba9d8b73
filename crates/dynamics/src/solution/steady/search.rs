//! The search for a steady motion: velocities that deform nothing, accelerations along them, positions under both.
//! \[theory:linearised\] (1)-(6)

use super::circle::{carried, turns};
use super::whirl::Whirl;
use super::{Steady, SteadyOptions, fastest_spin};
use pitchline_geometry::vector::{cross, dot, minus, times};

use crate::solution::redundancy::Redundancy;
use crate::solver::{Solver, not_determined};
use crate::{Equations, Error, State, Weights};

/// Shift of motions that nothing holds, beside the largest stiffness of their kind: such motions keep their start.
const SHIFT: f64 = 1e-9;
/// Turn (rad) between the positions from which accelerations are found: differences of sixth and fourth order err by its powers.
const TURN: f64 = 4e-2;
/// Central differences over seven points, of first and second derivatives: weights at the middle and at 1, 2, 3 steps ahead; those
/// behind have the sign of the derivative's parity.
const DIFFERENCES: [[f64; 4]; 2] = [
    [0.0, 3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0],
    [-49.0 / 18.0, 3.0 / 2.0, -3.0 / 20.0, 1.0 / 90.0],
];
/// Velocities that differ by less than this share of the largest are equal.
const SAME: f64 = 1e-13;

/// A search over one machine, with its plan of elimination.
#[derive(Debug)]
pub(crate) struct SteadySearch {
    solver: Solver,
    /// The matrix without shift.
    plain: Vec<f64>,
    shift: Vec<f64>,
    right: Vec<f64>,
    forcing: Vec<f64>,
    rates: Vec<f64>,
}

/// Velocities with the rates of the multipliers.
pub(crate) type Field = Vec<f64>;

/// How much accelerations have changed.
#[derive(Debug, Clone, Copy)]
struct Changed {
    /// Beside the largest of them.
    relative: f64,
    /// Beside the square of the fastest spin, places in extents of the machine.
    of_spin: f64,
}

impl Changed {
    fn of(equations: &Equations, state: &State, old: &[f64]) -> Self {
        let (nodes, length) = (6 * equations.machine().n_nodes(), equations.extent(state));
        let [mut largest, mut change, mut measured] = [0.0_f64; 3];
        for (i, (new, old)) in state.acceleration.iter().zip(old).enumerate() {
            largest = largest.max(new.abs()).max(old.abs());
            change = change.max((new - old).abs());
            measured = measured.max((new - old).abs() / unit(i, nodes, length));
        }
        let spin = fastest_spin(equations, state);
        let share = |of: f64, whole: f64| if of > 0.0 { of / whole } else { of };
        Self {
            relative: share(change, largest),
            of_spin: share(measured, spin * spin),
        }
    }
}

impl SteadySearch {
    pub fn new(equations: &Equations) -> Self {
        let n = equations.n();
        Self {
            solver: Solver::new(equations),
            plain: Vec::new(),
            shift: vec![0.0; equations.n_velocities()],
            right: vec![0.0; n],
            forcing: vec![0.0; equations.n_velocities()],
            rates: vec![0.0; equations.n_multipliers()],
        }
    }

    /// From positions near the steady ones; `velocity` is what free parts keep, before the factor.
    pub fn turning(
        &mut self,
        equations: &mut Equations,
        start: &State,
        velocity: &[f64],
        options: &SteadyOptions,
    ) -> Result<Steady, Error> {
        let mut state = start.clone();
        for (v, given) in state.velocity.iter_mut().zip(velocity) {
            *v = given * options.speed_factor;
        }
        state.acceleration.fill(0.0);
        let begin = state.clone();
        let mut warnings = Vec::new();
        let mut with_inertia = options.with_inertia;
        let iterations = match self.iterate(equations, &mut state, options, options.with_inertia) {
            Ok(iterations) => iterations,
            Err(error) if !options.with_inertia => return Err(error),
            Err(error) => {
                state.copy_from(&begin);
                with_inertia = false;
                warnings.push(without_inertia(&error));
                self.iterate(equations, &mut state, options, false)?
            }
        };
        Redundancy::at(equations, &state)?.shorten(&mut state.multipliers);
        equations.set(&state)?;
        equations.follow_turns(&mut state);
        Ok(Steady {
            is_turning: state.velocity.iter().any(|v| *v != 0.0),
            state,
            speed_factor: options.speed_factor,
            with_inertia,
            iterations,
            warnings,
        })
    }

    /// How far inertia forces would bend a machine whose positions are those without them, at first order: as a share of its
    /// extent, or rad.
    pub fn deflection(&mut self, equations: &mut Equations, steady: &Steady) -> Result<f64, Error> {
        let mut state = steady.state.clone();
        let mut jerk = vec![0.0; equations.n_velocities()];
        let factor = steady.speed_factor;
        self.accelerate(equations, &mut state, &mut jerk, factor)?;
        let mut before = state.clone();
        Ok(self.correct(equations, &mut state, &mut before)?.0)
    }

    fn iterate(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        options: &SteadyOptions,
        with_inertia: bool,
    ) -> Result<u32, Error> {
        let factor = options.speed_factor;
        let mut jerk = vec![0.0; equations.n_velocities()];
        if !with_inertia {
            // Positions of rest, and velocities as if it were turned slowly.
            let mut still = state.clone();
            still.velocity.fill(0.0);
            let field = self.field(equations, &still, &state.velocity, &jerk, factor)?;
            state
                .velocity
                .copy_from_slice(&field[..equations.n_velocities()]);
            equations.set(state)?;
            return Ok(1);
        }
        let (mut before, time) = (state.clone(), state.time);
        let mut last = [f64::INFINITY; 2];
        let mut worst = None;
        for iteration in 1..=options.max_iterations {
            let round = self.round(equations, state, &mut before, &mut jerk, factor);
            let (moved, moves, changed) = match (round, worst) {
                (Ok(round), _) => round,
                (Err(error), None) => return Err(error),
                // The first round went well: what fails later is a machine that has been bent out of all shape.
                (Err(_), Some(worst)) => return Err(unsteady(equations, worst, time)),
            };
            worst = Some(moves);
            // What no longer shrinks is rounding, magnified by the differences.
            let is_rounding = |now: f64, last: f64| now >= 0.9 * last;
            let has_settled = moved <= options.tolerance
                || (moved <= 1e3 * options.tolerance && is_rounding(moved, last[0]));
            // Positions within the tolerance have accelerations within that share of what a spin makes of an extent.
            let is_small = changed.relative <= 1e-7 || changed.of_spin <= options.tolerance;
            let is_steady =
                changed.relative <= 1e-9 || (is_small && is_rounding(changed.relative, last[1]));
            if has_settled && is_steady {
                equations.set(state)?;
                return Ok(iteration);
            }
            if !moved.is_finite() {
                break;
            }
            last = [moved, changed.relative];
        }
        Err(unsteady(equations, worst.unwrap_or(0), time))
    }

    /// Velocities, accelerations along them and a step of the positions under both: the length of the step, the coordinate that moved
    /// most, and the change of the accelerations.
    fn round(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        before: &mut State,
        jerk: &mut Vec<f64>,
        factor: f64,
    ) -> Result<(f64, usize, Changed), Error> {
        let old = state.acceleration.clone();
        let field = self.field(equations, state, &state.velocity, jerk, factor)?;
        follow(state, &field, jerk);
        self.accelerate(equations, state, jerk, factor)?;
        let changed = Changed::of(equations, state, &old);
        let (moved, worst) = self.correct(equations, state, before)?;
        Ok((moved, worst, changed))
    }

    /// Factors [K −Bᵀ; B 0] at a state, free motions shifted; to K is added what follows velocities.
    fn factor(
        &mut self,
        equations: &mut Equations,
        state: &State,
        whirl: Option<&Whirl>,
    ) -> Result<(), Error> {
        equations.set(state)?;
        let weights = Weights {
            position: 1.0,
            multiplier: 1.0,
            ..Weights::default()
        };
        equations.tangent(weights, None);
        if let Some(whirl) = whirl {
            whirl.add_to(equations.values_mut());
        }
        self.plain.clear();
        self.plain.extend_from_slice(equations.values());
        self.find_shift(equations);
        let n_v = self.shift.len();
        let diagonal = self.solver.diagonal()[..n_v].to_vec();
        for (at, shift) in diagonal.iter().zip(&self.shift) {
            equations.values_mut()[*at as usize] += shift;
        }
        self.solver
            .factor(equations.values())
            .map_err(|unknown| not_determined(equations, unknown, state.time))
    }

    /// A small part of the largest stiffness among places, turns and scalars.
    fn find_shift(&mut self, equations: &Equations) {
        let nodes = 6 * equations.machine().n_nodes();
        let kind = |i: usize| match i < nodes {
            true => usize::from(i % 6 >= 3),
            false => 2,
        };
        let mut largest = [0.0_f64; 3];
        let diagonal = self.solver.diagonal();
        for i in 0..self.shift.len() {
            let own = self.plain[diagonal[i] as usize].abs();
            largest[kind(i)] = largest[kind(i)].max(own);
        }
        for (i, shift) in self.shift.iter_mut().enumerate() {
            let scale = largest[kind(i)];
            *shift = SHIFT * if scale > 0.0 { scale } else { 1.0 };
        }
    }

    /// Velocities and rates of multipliers of the steady motion through a state: K v − Bᵀ λ̇ = −(C v̇ + M v̈ + ω × τ), B v = −s ∂Φ/∂t, in
    /// which accelerations and torques follow v. \[theory:linearised\] (3), (3a), (3b), (4). What nothing determines keeps the guess.
    fn field(
        &mut self,
        equations: &mut Equations,
        state: &State,
        guess: &[f64],
        jerk: &[f64],
        factor: f64,
    ) -> Result<Field, Error> {
        equations.set(state)?;
        let whirl = Whirl::new(equations, state);
        let motion = [guess, &state.acceleration, jerk];
        whirl.forcing(equations, motion, &mut self.forcing);
        self.keep_torques(equations, state);
        self.followed(equations, state, guess, factor, Some(&whirl))
    }

    /// The derivative of an equilibrium by time, of a state at rest: K v − Bᵀ λ̇ = −∂r/∂t, B v = −∂Φ/∂t. \[theory:multibody\] (46). What
    /// nothing determines keeps the guess. ∂r/∂t is found by differences over times `span` (s) apart.
    pub fn derivative(
        &mut self,
        equations: &mut Equations,
        state: &State,
        guess: &[f64],
        span: f64,
    ) -> Result<Field, Error> {
        let mut other = state.clone();
        let mut at = |steps: f64| -> Result<Vec<f64>, Error> {
            let mut residual = vec![0.0; equations.n()];
            other.time = state.time + steps * span;
            equations.set(&other)?;
            equations.residual(&mut residual);
            Ok(residual)
        };
        // A parabola through three later times: what jumps now, give or take the rounding of times, is taken just after it.
        let [near, middle, far] = [at(1.0)?, at(2.0)?, at(3.0)?];
        for (i, forcing) in self.forcing.iter_mut().enumerate() {
            let changes = [middle[i] - near[i], far[i] - middle[i]];
            *forcing = (5.0 * changes[0] - 3.0 * changes[1]) / (2.0 * span);
        }
        self.followed(equations, state, guess, 1.0, None)
    }

    /// What follows from `forcing` and from the rates of the constraints.
    fn followed(
        &mut self,
        equations: &mut Equations,
        state: &State,
        guess: &[f64],
        factor: f64,
        whirl: Option<&Whirl>,
    ) -> Result<Field, Error> {
        let n_v = state.velocity.len();
        self.factor(equations, state, whirl)?;
        equations.constraint_rates(&mut self.rates);
        let mut field = guess.to_vec();
        field.resize(equations.n(), 0.0);
        let (mut last, pattern) = (f64::INFINITY, equations.pattern());
        // Each pass takes SHIFT of what it corrects for another.
        for _ in 0..12 {
            let (starts, columns) = pattern;
            for (i, right) in self.right.iter_mut().enumerate() {
                let range = starts[i] as usize..starts[i + 1] as usize;
                let entries = self.plain[range.clone()].iter().zip(&columns[range]);
                let product: f64 = entries.map(|(a, &j)| a * field[j as usize]).sum();
                let given = match i < n_v {
                    true => self.forcing[i],
                    false => factor * self.rates[i - n_v],
                };
                *right = -(product + given);
            }
            self.solver.solve(&mut self.right);
            let mut size = 0.0_f64;
            for (x, d) in field.iter_mut().zip(&self.right) {
                *x += d;
            }
            let scale = field[..n_v].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            for d in &self.right[..n_v] {
                size = size.max(d.abs());
            }
            if size <= SAME * scale || size >= 0.5 * last {
                break;
            }
            last = size;
        }
        Ok(field)
    }

    /// Adds ω × τ of the torques τ that a state short of equilibrium leaves: they then stand still in the ground as forces do, though
    /// they are counted in the axes of nodes that spin. \[theory:linearised\] (3a)
    fn keep_torques(&mut self, equations: &mut Equations, state: &State) {
        equations.residual(&mut self.right);
        let vector = |x: &[f64], at: usize| [x[at], x[at + 1], x[at + 2]];
        for node in 0..equations.machine().n_nodes() {
            let at = 6 * node + 3;
            let turned = cross(vector(&state.velocity, at), vector(&self.right, at));
            for (sum, part) in self.forcing[at..at + 3].iter_mut().zip(turned) {
                *sum += part;
            }
        }
    }

    /// v̇ and its rates by differences of the field along the motion.
    fn accelerate(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        jerk: &mut Vec<f64>,
        factor: f64,
    ) -> Result<(), Error> {
        // Once more: velocities belong to accelerations that start from the same guess.
        let field = self.field(equations, state, &state.velocity, jerk, factor)?;
        let n_v = state.velocity.len();
        let fastest = fastest_spin(equations, state);
        let is_moving = fastest > 0.0;
        let h = TURN / fastest;
        let mut at = |steps: f64| -> Result<Field, Error> {
            let (mut there, jerk) = carried(state, jerk, steps * h);
            for (l, rate) in there.multipliers.iter_mut().zip(&field[n_v..]) {
                *l += steps * h * rate;
            }
            self.field(equations, &there, &there.velocity, &jerk, factor)
        };
        let mut sides = Vec::new();
        if is_moving {
            sides.push([at(1.0)?, at(-1.0)?]);
            let scale = field[..n_v].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            let is_same = |i: usize| (sides[0][0][i] - sides[0][1][i]).abs() <= SAME * scale;
            if (0..n_v).all(is_same) {
                sides.clear();
            }
        }
        if sides.is_empty() {
            state.velocity.copy_from_slice(&field[..n_v]);
            state.acceleration.fill(0.0);
            jerk.fill(0.0);
            return Ok(());
        }
        for steps in [2.0, 3.0] {
            sides.push([at(steps)?, at(-steps)?]);
        }
        let mut found = [(); 2].map(|()| vec![0.0; n_v]);
        for (order, out) in found.iter_mut().enumerate() {
            let (weights, parity) = (DIFFERENCES[order], if order == 0 { -1.0 } else { 1.0 });
            for (i, out) in out.iter_mut().enumerate() {
                let pairs = sides.iter().zip(&weights[1..]);
                let sum: f64 = pairs.map(|([a, b], w)| w * (a[i] + parity * b[i])).sum();
                *out = (weights[0] * field[i] + sum) / h.powi(order as i32 + 1);
            }
        }
        let [acceleration, second] = found;
        *jerk = second;
        state.acceleration = acceleration;
        state.velocity.copy_from_slice(&field[..n_v]);
        // On circles accelerations turn as velocities do, and second differences would be more of rounding.
        for (node, turn) in turns(state).into_iter().enumerate() {
            let Some(turn) = turn else { continue };
            let at = 6 * node;
            let places = &state.acceleration[at..at + 3];
            jerk[at..at + 3].copy_from_slice(&cross(turn, [places[0], places[1], places[2]]));
        }
        Ok(())
    }

    /// One Newton step of positions and multipliers under the inertia forces of the motion: its length and the coordinate that
    /// moved most.
    fn correct(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        before: &mut State,
    ) -> Result<(f64, usize), Error> {
        let n_v = state.velocity.len();
        self.factor(equations, state, None)?;
        equations.set(state)?;
        equations.residual(&mut self.right);
        self.right.iter_mut().for_each(|x| *x = -*x);
        self.solver.solve(&mut self.right);
        let nodes = 6 * equations.machine().n_nodes();
        let length = equations.extent(state);
        let mut largest = (0.0_f64, 0);
        for (i, x) in self.right[..n_v].iter().enumerate() {
            let size = (x / unit(i, nodes, length)).abs();
            if size > largest.0 || size.is_nan() {
                largest = (size, i);
            }
        }
        if largest.0.is_finite() {
            // No node turns by more than some tenths of a radian at once.
            let shorter = (0.3 / largest.0).min(1.0);
            self.right.iter_mut().for_each(|x| *x *= shorter);
            before.copy_from(state);
            state.moved_from(before, &self.right[..n_v]);
            for (l, d) in state.multipliers.iter_mut().zip(&self.right[n_v..]) {
                *l += d;
            }
        }
        Ok(largest)
    }
}

/// Takes velocities over. Accelerations and their rates change with them as on circles. \[theory:linearised\] (3b)
fn follow(state: &mut State, field: &Field, jerk: &mut [f64]) {
    for (node, turn) in turns(state).into_iter().enumerate() {
        let vector = |x: &[f64]| [x[6 * node], x[6 * node + 1], x[6 * node + 2]];
        let change = minus(vector(field), vector(&state.velocity));
        let turn = turn.unwrap_or_default();
        let by_velocity = cross(turn, change);
        let by_acceleration = times(-dot(turn, turn), change);
        for i in 0..3 {
            state.acceleration[6 * node + i] += by_velocity[i];
            jerk[6 * node + i] += by_acceleration[i];
        }
    }
    let n_v = state.velocity.len();
    state.velocity.copy_from_slice(&field[..n_v]);
}

/// In what a coordinate is measured: places of nodes in extents of the machine, turns in radians, scalars as they are.
fn unit(coordinate: usize, nodes: usize, length: f64) -> f64 {
    match coordinate < nodes && coordinate % 6 < 3 {
        true => length,
        false => 1.0,
    }
}

/// What a user must know where inertia forces are left out.
fn without_inertia(error: &Error) -> String {
    let why = match error {
        Error::NoSteadyMotion { motion, .. } => format!("{motion} gives way more and more"),
        other => other.to_string(),
    };
    format!(
        "no equilibrium of springs and inertia forces was found for the steady motion ({why}), as with a mass off its axis near a critical speed: the machine is linearised in its positions of rest, without inertia forces"
    )
}

fn unsteady(equations: &Equations, worst: usize, time: f64) -> Error {
    Error::NoSteadyMotion {
        motion: equations.machine().velocity_name(worst),
        time,
    }
}
