//! Equilibrium: Newton's method with a line search; where that fails, the load that is missing at the start is applied in steps.
//! \[theory:multibody\] (39)-(43)
//!
//! With r(q, λ) = 0 and Φ(q) = 0 the homotopy r = (1 − s) r₀, Φ = (1 − s) Φ₀ leads from any start (s = 0) to the equilibrium (s = 1)
//! without asking anything of the elements. Motions that nothing holds and nothing pushes stay where they are.

mod balance;
mod contacts;
mod failure;
mod flows;
mod gripped;
mod led;
mod teeth;

use super::redundancy::shorten_multipliers;
use super::stability::n_falling;
use crate::solver::Solver;
use crate::{Equations, Error, State, Weights};
use balance::Balance;
use flows::Flows;

/// How to look for an equilibrium.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StaticsOptions {
    /// Newton's corrections may still have this length, relative to the extent of the machine and to a radian.
    pub tolerance: f64,
    /// Iterations in one load step.
    pub max_iterations: u32,
    /// Load steps from the start: 1 tries all at once first.
    pub load_steps: u32,
    /// Whether friction about axes may hold what the loads alone do not balance.
    pub friction_holds: bool,
}

impl Default for StaticsOptions {
    fn default() -> Self {
        Self {
            tolerance: 1e-11,
            max_iterations: 60,
            load_steps: 1,
            friction_holds: true,
        }
    }
}

/// What it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StaticsReport {
    /// Newton iterations.
    pub iterations: u32,
    /// Load steps.
    pub load_steps: u32,
    /// Times that a correction was shortened.
    pub shortened: u32,
    /// Matrices that had to be shifted because motions are free.
    pub shifted: u32,
    /// Motions along which forces drive the machine away from the last equilibrium, where they have a potential.
    pub unstable: u32,
}

/// A search for equilibria, with its scratch.
#[derive(Debug)]
pub struct Statics {
    options: StaticsOptions,
    solver: Solver,
    residual: Vec<f64>,
    start: Vec<f64>,
    right: Vec<f64>,
    trial: Vec<f64>,
    scratch: [Vec<f64>; 2],
    balance: Balance,
    /// Coordinates that stand for their rates.
    flows: Flows,
    /// Extent of the machine (m).
    length: f64,
    /// Whether angles are followed over whole turns on the way; otherwise the caller knows how they change.
    follows_turns: bool,
    /// Whether any matrix of this search had to be shifted.
    was_free: bool,
    report: StaticsReport,
}

/// No node turns further in one iteration (rad), or moves by more of the extent.
const LARGEST_STEP: f64 = 0.3;
/// Smallest part of the load that is tried.
const SMALLEST_LOAD: f64 = 1e-4;
/// Corrections below this that no longer shrink are rounding: places of a long shaft are known to 1e-16 m, which its axial stiffness
/// turns into a force and its bending stiffness into 1e-10 m.
const ROUNDED: f64 = 1e-7;
/// Share of the forces present in a row that may be left there, in tolerances.
const LEFT: f64 = 10.0;
/// The same while load is missing, where a motion that nothing holds may find no equilibrium at all; also of the extent, for constraints.
const ON_THE_WAY: f64 = 1e-6;
/// Corrections that may be short while forces do not balance.
const PATIENCE: u32 = 4;
/// Roundings in a constraint that follows from others, over those of one by itself: all members of a closed train add up in it. (43c)
const IN_LOOPS: f64 = 16.0;
/// Stiffness, relative to the largest, up to which a motion is neutral.
const NEUTRAL: f64 = 1e-6;
/// Shift of free motions, relative to the scaled diagonal.
const SHIFT: f64 = 1e-7;

impl Statics {
    /// A search over a machine.
    pub fn new(equations: &Equations, options: StaticsOptions) -> Self {
        let n = equations.n();
        Self {
            options,
            solver: Solver::new(equations),
            residual: vec![0.0; n],
            start: vec![0.0; n],
            right: vec![0.0; n],
            trial: vec![0.0; n],
            scratch: [vec![0.0; n], vec![0.0; n]],
            balance: Balance::default(),
            flows: Flows::of(equations),
            length: 1.0,
            follows_turns: false,
            was_free: false,
            report: StaticsReport::default(),
        }
    }

    /// What all searches took so far.
    pub fn report(&self) -> StaticsReport {
        self.report
    }

    /// Brings a state to equilibrium at its time with the constraints that hold. On an error the state is the start.
    fn solve_held(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        state.velocity.fill(0.0);
        equations.set(state)?;
        equations.expect_turns(0.0);
        self.follows_turns = true;
        let balanced = self.balance_or_hold(equations, state);
        self.follows_turns = false;
        balanced?;
        shorten_multipliers(equations, state)?;
        // What is left of forces turns motions that are neutral a little either way. (43)
        let neutral = NEUTRAL.max(1e4 * self.options.tolerance);
        let falling = n_falling(equations, state, neutral).unwrap_or(0);
        self.report.unstable = u32::try_from(falling).unwrap_or(u32::MAX);
        equations.set(state)?;
        equations.follow_turns(state);
        Ok(())
    }

    /// The same without a look at stability, redundant reactions and whole turns.
    pub(super) fn balance(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
    ) -> Result<(), Error> {
        state.velocity.fill(0.0);
        state.acceleration.fill(0.0);
        let start = state.clone();
        equations.set(state)?;
        equations.residual(&mut self.residual);
        self.start.copy_from_slice(&self.residual);
        self.was_free = false;
        let mut done = 0.0;
        let mut part = 1.0 / f64::from(self.options.load_steps.max(1));
        let mut kept = state.clone();
        while done < 1.0 {
            let share = (done + part).min(1.0);
            match self.newton(equations, state, 1.0 - share) {
                Ok(quick) => {
                    done = share;
                    kept.copy_from(state);
                    self.report.load_steps += 1;
                    if quick {
                        part *= 2.0;
                    }
                }
                Err(worst) => {
                    state.copy_from(&kept);
                    part *= 0.5;
                    if part < SMALLEST_LOAD {
                        state.copy_from(&start);
                        return Err(self.failure(equations, &kept, worst));
                    }
                }
            }
        }
        equations.set(state)
    }

    /// Shifts the diagonal of the tangent, so that motions which nothing holds have something; by how much.
    fn shift(&self, equations: &mut Equations) -> f64 {
        let n_v = equations.n_velocities();
        let diagonal = &self.solver.diagonal()[..n_v];
        let values = equations.values_mut();
        let sizes = diagonal.iter().map(|&at| values[at as usize].abs());
        let largest = sizes.fold(0.0, f64::max);
        let shift = SHIFT * if largest > 0.0 { largest } else { 1.0 };
        for &at in diagonal {
            values[at as usize] += shift;
        }
        shift
    }

    /// Newton's method for r = `missing` r₀. Says whether it was quick; an error names the worst coordinate.
    fn newton(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        missing: f64,
    ) -> Result<bool, usize> {
        let n_v = equations.n_velocities();
        self.length = equations.extent(state);
        let mut before = state.clone();
        let mut worst = 0;
        let mut last = f64::INFINITY;
        let mut short = 0;
        for iteration in 0..self.options.max_iterations {
            self.report.iterations += 1;
            self.evaluate(equations, state, missing);
            self.factor(equations)?;
            for (x, r) in self.right.iter_mut().zip(&self.residual) {
                *x = -r;
            }
            let values = equations.values();
            self.solver
                .solve_refined(values, &mut self.right, &mut self.scratch);
            let size;
            (size, worst) = self.measure(equations, &self.right);
            if !size.is_finite() {
                return Err(worst);
            }
            before.copy_from(state);
            let factor = self.search(equations, &before, state, missing, size);
            if self.follows_turns && equations.set(state).is_ok() {
                equations.follow_turns(state);
            }
            // Only whole corrections tell how far off the state is; on the way there it need not be known.
            let is_whole = factor >= 1.0 || missing > 0.0;
            let is_rounding = is_whole && size <= ROUNDED && size > 0.3 * last;
            last = if is_whole { size } else { f64::INFINITY };
            let is_small = is_whole && size <= self.options.tolerance;
            if (is_small || is_rounding) && self.is_balanced(equations, state, missing, 1.0) {
                return Ok(iteration < 8);
            }
            short += u32::from(is_small);
            if short > PATIENCE {
                return match self.is_balanced(equations, state, missing, IN_LOOPS) {
                    true => Ok(false),
                    false => Err(self.largest(n_v)),
                };
            }
        }
        Err(worst)
    }

    fn evaluate(&mut self, equations: &mut Equations, state: &State, missing: f64) {
        if equations.set(state).is_ok() {
            equations.residual(&mut self.residual);
        }
        for (r, start) in self.residual.iter_mut().zip(&self.start) {
            *r -= missing * start;
        }
    }

    fn factor(&mut self, equations: &mut Equations) -> Result<(), usize> {
        let weights = Weights {
            position: 1.0,
            multiplier: 1.0,
            ..Weights::default()
        };
        if !self.was_free {
            let flows = &mut self.flows;
            equations.without_reactions(|equations| flows.tangent(equations, weights));
            self.solver.find_own(equations.values());
        }
        self.flows.tangent(equations, weights);
        if self.solver.factor(equations.values()).is_ok() {
            return Ok(());
        }
        self.report.shifted += 1;
        if !self.was_free {
            // The shift gives every coordinate something of its own.
            self.solver.find_carried(equations.values());
            self.was_free = true;
        }
        self.shift(equations);
        self.solver.factor(equations.values())
    }

    /// Length of the correction and the coordinate where it is largest.
    fn measure(&self, equations: &Equations, correction: &[f64]) -> (f64, usize) {
        let nodes = 6 * equations.machine().n_nodes();
        let mut largest = (0.0_f64, 0);
        for (i, x) in correction[..equations.n_velocities()].iter().enumerate() {
            let is_place = i < nodes && i % 6 < 3;
            let unit = if is_place { self.length } else { 1.0 };
            let size = (x / unit).abs();
            if size > largest.0 || size.is_nan() {
                largest = (size, i);
            }
        }
        largest
    }

    /// Shortens the correction until the residual falls, in the units of the present matrix. Kinks are jumped over when
    /// nothing shorter helps.
    fn search(
        &mut self,
        equations: &mut Equations,
        before: &State,
        state: &mut State,
        missing: f64,
        size: f64,
    ) -> f64 {
        let n_v = equations.n_velocities();
        let first = self.solver.measure(&self.residual);
        let mut factor = (LARGEST_STEP / size).min(1.0);
        // Where a step is cut short because next to nothing holds the machine, as a mass on a slack string, its force stays the same.
        let less = if size > LARGEST_STEP { 0.0 } else { 1e-4 };
        for _ in 0..8 {
            for (trial, x) in self.trial.iter_mut().zip(&self.right) {
                *trial = factor * x;
            }
            state.moved_from(before, &self.trial[..n_v]);
            self.flows.move_rates(before, &self.trial, state);
            for (i, l) in state.multipliers.iter_mut().enumerate() {
                *l = before.multipliers[i] + self.trial[n_v + i];
            }
            self.evaluate(equations, state, missing);
            let now = self.solver.measure(&self.residual);
            if now <= (1.0 - less * factor) * first
                || size <= self.options.tolerance
                || self.is_nearer(equations, size, factor)
            {
                return factor;
            }
            factor *= 0.5;
            self.report.shortened += 1;
        }
        factor * 2.0
    }

    /// Whether a correction from here, by the present matrix, is shorter than the last one, however stiff parts magnify what is left. (40a)
    fn is_nearer(&mut self, equations: &Equations, size: f64, factor: f64) -> bool {
        self.trial.copy_from_slice(&self.residual);
        self.solver.solve(&mut self.trial);
        let (left, _) = self.measure(equations, &self.trial);
        left <= (1.0 - 0.5 * factor) * size
    }

    /// Whether forces balance and constraints are closed, row by row, to so many times what is rounding in a constraint. (43), (43c)
    fn is_balanced(
        &mut self,
        equations: &mut Equations,
        state: &State,
        missing: f64,
        roundings: f64,
    ) -> bool {
        self.evaluate(equations, state, missing);
        self.balance.look(equations, state);
        let tolerance = self.options.tolerance;
        let allowed = match missing > 0.0 {
            true => [ON_THE_WAY.max(LEFT * tolerance); 2],
            false => [LEFT * tolerance, tolerance * tolerance],
        };
        let n_v = equations.n_velocities();
        let rows = (n_v, roundings);
        self.balance.worst(&self.residual, rows, allowed).0 <= 1.0
    }

    fn largest(&self, n_v: usize) -> usize {
        (0..n_v).fold(0, |w, i| {
            if self.residual[i].abs() > self.residual[w].abs() {
                i
            } else {
                w
            }
        })
    }
}
