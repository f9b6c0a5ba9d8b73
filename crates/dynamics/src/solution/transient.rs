//! Time steps by generalized-α on the Lie group. \[bruls-cardona-arnold\]; \[theory:time-integration\] (5)-(17)
//!
//! Positions of a step are q₊ = q ∘ exp(h Δ), Δ = v + h (½ − β) a + h β a₊: rotations are never parametrised. Constraints are
//! obeyed by the positions of each step; the matrix is factored once and kept as long as iterations converge well.

mod kept;
mod rounding;

use pitchline_geometry::tensor::Tensor;

use rounding::Rounding;

use super::breaks::Breaks;
use super::constrained::Constrained;
use super::failed::Failed;
use super::iteration::{Iterations, Verdict};
use super::scheme::Scheme;
use super::start::{across_constraints, reassemble, second_rates};
use super::stepping::{self, Stepping};
use super::turns::unclear_turn;
use crate::solver::Solver;
use crate::{Equations, Error, State, Weights, tangent};

/// How to integrate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransientOptions {
    /// The scheme.
    pub scheme: Scheme,
    /// Error that iterations may leave in velocities, relative to the largest velocity of its kind.
    pub tolerance: f64,
}

impl Default for TransientOptions {
    fn default() -> Self {
        Self {
            scheme: Scheme::generalized_alpha(0.8),
            // Reactions feel errors of positions divided by the square of the step: iterate to rounding.
            tolerance: 1e-12,
        }
    }
}

/// What the steps took so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StepReport {
    /// Steps done.
    pub steps: u64,
    /// Newton iterations.
    pub iterations: u64,
    /// Matrices factored.
    pub factorisations: u64,
    /// Steps that did not converge and were halved.
    pub halved: u64,
}

/// Contraction beyond which the factor is renewed before the next step.
const SLOW: f64 = 0.03;
/// Corrections below so many tolerances that no longer shrink are rounding.
const ROUNDED: f64 = 30.0;
/// Steps after which multipliers lose what exerts nothing: rounding adds to it in every step, but so slowly that some do no harm.
const SHORTENED: u64 = 16;
/// Rounding of places, relative to the largest coordinate: no iteration gets below.
const ROUNDING: f64 = 4e-16;
/// Steps whose lengths differ by less are of the same length: they differ by rounding of the time.
const SAME: f64 = 1e-6;

/// An integrator with its scratch.
#[derive(Debug)]
pub struct Transient {
    options: TransientOptions,
    solver: Solver,
    breaks: Breaks,
    /// Length of the steps for which the scheme was started; zero if it must be.
    started: f64,
    /// Laws are smooth from this time on, as far as the next break.
    smooth_from: f64,
    /// Acceleration of the scheme, a, which runs ahead of v̇ by (α_m − α_f) h.
    algorithmic: Vec<f64>,
    before: State,
    algorithmic_before: Vec<f64>,
    /// Multipliers of the start of the step, less what exerts nothing.
    expected: Vec<f64>,
    right: Vec<f64>,
    increment: Vec<f64>,
    predicted: Vec<f64>,
    /// v̇ and λ at the start of the last step and of the one before, for the prediction: empty if there is none.
    older: [Vec<f64>; 2],
    older_step: f64,
    turns: Vec<Tensor>,
    /// Kind of each velocity: 0 along, 1 about, 2 scalar.
    kinds: Vec<u8>,
    /// Largest velocity of each kind so far.
    fastest: [f64; 3],
    length: f64,
    rounding: Rounding,
    factored_step: f64,
    is_slow: bool,
    report: StepReport,
}

impl Transient {
    /// An integrator that starts from an assembled state.
    pub fn new(equations: &Equations, state: &State, options: TransientOptions) -> Self {
        let nodes = 6 * equations.machine().n_nodes();
        let n_v = equations.n_velocities();
        let kind = |i: usize| match i {
            i if i >= nodes => 2,
            i if i % 6 < 3 => 0,
            _ => 1,
        };
        Self {
            options,
            solver: Solver::new(equations),
            breaks: Breaks::of(equations.machine()),
            started: 0.0,
            smooth_from: f64::NEG_INFINITY,
            algorithmic: state.acceleration.clone(),
            before: state.clone(),
            algorithmic_before: vec![0.0; n_v],
            expected: state.multipliers.clone(),
            right: vec![0.0; equations.n()],
            increment: vec![0.0; n_v],
            predicted: vec![0.0; n_v],
            older: [(); 2].map(|()| Vec::with_capacity(equations.n())),
            older_step: 0.0,
            turns: vec![[[0.0; 3]; 3]; equations.machine().n_nodes()],
            kinds: (0..n_v).map(kind).collect(),
            fastest: [0.0; 3],
            length: equations.extent(state),
            rounding: Rounding::new(equations, equations.extent(state)),
            factored_step: 0.0,
            is_slow: false,
            report: StepReport::default(),
        }
    }

    /// What the steps took so far.
    pub fn report(&self) -> StepReport {
        StepReport {
            factorisations: self.solver.factorisations,
            ..self.report
        }
    }

    /// One step of length `step`. It ends on its way at times at which a law jumps or has a kink, and what does not converge is done
    /// in halves. On an error the state is the last good one.
    pub fn step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        step: f64,
    ) -> Result<(), Error> {
        stepping::step(self, equations, state, step)?;
        self.report.steps += 1;
        Ok(())
    }

    /// Begins anew at a state that something changed, or after which other laws hold: positions, velocities, accelerations and
    /// reactions are made to obey the joints as they are now, and the next step is the first one of the scheme. On an error the
    /// state is as it was.
    pub fn restart(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        reassemble(equations, state)?;
        self.started = 0.0;
        self.older.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// What a scheme has besides the state: its acceleration runs ahead of v̇, and its velocity differs across the constraints.
    /// Both are of the order of the scheme; not to give them excites reactions that die slowly.
    /// \[theory:time-integration\] (12)-(15)
    fn start(&mut self, equations: &mut Equations, state: &mut State, h: f64) -> Result<(), Error> {
        let s = self.options.scheme;
        let ahead = s.alpha_m - s.alpha_f;
        self.algorithmic.copy_from_slice(&state.acceleration);
        let mut problem = Constrained::new(equations);
        let Some(second) = second_rates(equations, &mut problem, state, h, self.smooth_from) else {
            // Coordinates without inertia: their accelerations are known only after a step.
            return equations.set(state);
        };
        for (a, second) in self.algorithmic.iter_mut().zip(&second) {
            *a += ahead * h * second;
        }
        let across = across_constraints(equations, &mut problem, state, &second)?;
        let share = h * h * (1.0 / 6.0 - s.beta - 0.5 * ahead);
        for (v, across) in state.velocity.iter_mut().zip(&across) {
            *v += share * across;
        }
        equations.set(state)
    }

    fn restore(&mut self, state: &mut State) {
        state.copy_from(&self.before);
        self.algorithmic.copy_from_slice(&self.algorithmic_before);
        self.older.iter_mut().for_each(Vec::clear);
    }

    /// A step; the state of one that fails is not restored.
    fn solve(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
    ) -> Result<(), Failed> {
        if equations.set(state).is_err() {
            return Err(Failed::Diverged(0));
        }
        equations.expect_turns(h);
        self.expected.copy_from_slice(&state.multipliers);
        if self.report.steps.is_multiple_of(SHORTENED) {
            self.solver.shorten(&mut self.expected, &mut self.right);
        }
        self.predict(state, h, end);
        if (h - self.factored_step).abs() > SAME * h || self.is_slow {
            self.solver.forget();
        }
        let was_kept = self.solver.is_factored();
        match self.iterate(equations, state, h) {
            Err(_) if was_kept => {
                // An old factor may be to blame: once more with a fresh one.
                self.solver.forget();
                state.copy_from(&self.before);
                self.predict(state, h, end);
                self.iterate(equations, state, h)
            }
            found => found,
        }
    }

    /// Keeps what the next prediction needs.
    fn remember(&mut self, h: f64) {
        if (h - self.older_step).abs() > SAME * h {
            self.older.iter_mut().for_each(Vec::clear);
        }
        self.older.swap(0, 1);
        self.older[0].clear();
        self.older[0].extend_from_slice(&self.before.acceleration);
        self.older[0].extend_from_slice(&self.before.multipliers);
        self.older_step = h;
    }

    /// v̇ and λ of the end, extrapolated by a parabola through the last three instants, as far as steps were equal.
    fn predict(&mut self, state: &mut State, h: f64, end: f64) {
        let [last, older] = &self.older;
        let is_same = (h - self.older_step).abs() <= SAME * h;
        let now = state.acceleration.iter_mut().chain(&mut state.multipliers);
        if is_same && !older.is_empty() {
            for (now, (last, older)) in now.zip(last.iter().zip(older)) {
                *now += 2.0 * (*now - last) - (last - older);
            }
        } else if is_same && !last.is_empty() {
            for (now, last) in now.zip(last) {
                *now += *now - last;
            }
        }
        self.predicted.copy_from_slice(&state.acceleration);
        self.increment.fill(0.0);
        state.time = end;
        self.advance(state, h);
    }

    /// Positions and velocities from v̇ of the end: `predicted` and the increments of the iterations.
    fn advance(&mut self, state: &mut State, h: f64) {
        let s = self.options.scheme;
        let per_position = (1.0 - s.alpha_m) / ((1.0 - s.alpha_f) * s.beta * h * h);
        for i in 0..self.kinds.len() {
            let (v, a) = (self.before.velocity[i], self.algorithmic_before[i]);
            let rate = self.predicted[i] + per_position * self.increment[i];
            // [theory:time-integration] (1): the algorithmic acceleration of the end.
            let next = ((1.0 - s.alpha_f) * rate + s.alpha_f * self.before.acceleration[i]
                - s.alpha_m * a)
                / (1.0 - s.alpha_m);
            state.acceleration[i] = rate;
            self.algorithmic[i] = next;
            state.velocity[i] = v + h * ((1.0 - s.gamma) * a + s.gamma * next);
            self.right[i] = h * (v + h * ((0.5 - s.beta) * a + s.beta * next));
        }
        state.moved_roughly_from(&self.before, &self.right[..self.kinds.len()]);
    }

    fn iterate(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
    ) -> Result<(), Failed> {
        let n_v = self.kinds.len();
        let mut iterations = Iterations::new(ROUNDED);
        let mut worst = 0;
        loop {
            self.report.iterations += 1;
            if equations.set(state).is_err() {
                return Err(Failed::Diverged(worst));
            }
            if !self.solver.is_factored() {
                self.factor(equations, h)?;
            }
            equations.residual(&mut self.right);
            let multipliers = state.multipliers.iter().zip(&self.expected);
            let away = multipliers.map(|(now, expected)| now - expected);
            self.solver.add_regularisation(away, &mut self.right);
            for x in &mut self.right {
                *x = -*x;
            }
            self.solver.solve(&mut self.right);
            let size;
            (size, worst) = self.measure(state, h);
            for (sum, x) in self.increment.iter_mut().zip(&self.right) {
                *sum += x;
            }
            for (l, d) in state.multipliers.iter_mut().zip(&self.right[n_v..]) {
                *l += d;
            }
            self.advance(state, h);
            match iterations.judge(size) {
                Verdict::Continue => {}
                Verdict::Diverged => return Err(Failed::Diverged(worst)),
                Verdict::Done => break,
            }
        }
        self.is_slow = iterations.contraction > SLOW;
        state.moved_from(&self.before, &self.right[..n_v]);
        equations.set(state).map_err(|_| Failed::Diverged(worst))
    }

    fn factor(&mut self, equations: &mut Equations, h: f64) -> Result<(), Failed> {
        let s = self.options.scheme;
        let weights = Weights {
            position: 1.0,
            velocity: s.gamma / (s.beta * h),
            acceleration: (1.0 - s.alpha_m) / ((1.0 - s.alpha_f) * s.beta * h * h),
            multiplier: 1.0,
        };
        // Increments of rotations stand in the exponent: right still holds h Δ of the last advance.
        let mut turned = false;
        for (i, turn) in self.turns.iter_mut().enumerate() {
            let x = &self.right[6 * i + 3..6 * i + 6];
            turned |= x.iter().any(|x| x.abs() > 1e-9);
            *turn = tangent([x[0], x[1], x[2]]);
        }
        equations.tangent(weights, turned.then_some(&self.turns));
        if let Some(row) = equations.not_finite() {
            return Err(Failed::Diverged(row.min(self.kinds.len() - 1)));
        }
        self.rounding.see(equations);
        self.factored_step = h;
        self.solver
            .factor(equations.values())
            .map_err(Failed::Undetermined)
    }

    /// The correction as an error of velocities, in units of the tolerance, and the coordinate where it is largest.
    fn measure(&mut self, state: &State, h: f64) -> (f64, usize) {
        let s = self.options.scheme;
        for (v, &kind) in state.velocity.iter().zip(&self.kinds) {
            let fastest = &mut self.fastest[kind as usize];
            *fastest = fastest.max(v.abs());
        }
        let floor = |unit: f64| ROUNDING * unit * s.gamma / (s.beta * h) / self.options.tolerance;
        let [along, about, scalar] = self.fastest;
        // Spins move places, and places turn wheels: kinds share what they have by the extent of the machine.
        let along = along.max(about * self.length);
        let about = about.max(along / self.length);
        // Places are rounded by their size, however small the machine is that stands there.
        let size = state.places.iter().flatten();
        let far = size.fold(self.length, |far, x| far.max(x.abs())) / self.length;
        let reference = [along + floor(far * self.length), about + floor(far), scalar];
        let per_velocity = s.gamma / (s.beta * h * self.options.tolerance);
        let nodes = 6 * state.places.len();
        let mut largest = (0.0_f64, 0);
        for (i, &kind) in self.kinds.iter().enumerate() {
            let mut reference = reference[kind as usize];
            if kind == 2 {
                reference += floor(far * self.rounding.scalar(i - nodes));
            }
            let size = (self.right[i] * per_velocity / reference).abs();
            if size > largest.0 || size.is_nan() {
                largest = (size, i);
            }
            if size.is_nan() {
                break;
            }
        }
        largest
    }
}

impl Stepping for Transient {
    fn breaks(&self) -> &Breaks {
        &self.breaks
    }

    /// What the scheme has besides the state belongs to one length of steps: for another one it begins anew.
    fn prepare(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
    ) -> Result<(), Error> {
        if (h - self.started).abs() <= SAME * h {
            return Ok(());
        }
        if self.started > 0.0 && self.restart(equations, state).is_err() {
            // Joints that cannot be told apart in passing: the scheme goes on with what it has.
            return equations.set(state);
        }
        self.start(equations, state, h)?;
        self.started = h;
        Ok(())
    }

    fn attempt(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
    ) -> Result<(), Failed> {
        self.before.copy_from(state);
        self.algorithmic_before.copy_from_slice(&self.algorithmic);
        let solved = self.solve(equations, state, h, end);
        let unclear = unclear_turn(equations, &self.before, state, h).map(Failed::Diverged);
        if let Err(failed) = solved.and(unclear.map_or(Ok(()), Err)) {
            self.restore(state);
            self.solver.forget();
            self.report.halved += 1;
            return Err(failed);
        }
        equations.follow_turns(state);
        self.remember(h);
        Ok(())
    }

    fn begin(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        smooth_from: f64,
    ) -> Result<(), Error> {
        self.smooth_from = smooth_from;
        self.restart(equations, state)
    }
}
