//! Time steps by generalized-α on the Lie group. \[bruls-cardona-arnold\]; \[theory:time-integration\] (5)-(17)
//!
//! Positions of a step are q₊ = q ∘ exp(h Δ), Δ = v + h (½ − β) a + h β a₊: rotations are never parametrised. Constraints are
//! obeyed by the positions of each step; the matrix is factored once and kept as long as iterations converge well.

mod adaptive;
mod change;
mod dense;
mod kept;
mod local_error;
mod rounding;
mod steps;

use pitchline_geometry::tensor::Tensor;

use rounding::Rounding;

use super::breaks::Breaks;
use super::constrained::Constrained;
use super::failed::Failed;
use super::iteration::{Iterations, Verdict};
use super::kinks::Kinks;
use super::scheme::Scheme;
use super::sizes::{Seen, Sizes};
use super::start::{across_constraints, second_rates};
use super::step_control::{StepControl, StepLength};
use super::stepping;
use crate::solver::Solver;
use crate::{Equations, Error, State, Weights, tangent};

/// How to integrate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TransientOptions {
    /// The scheme.
    pub scheme: Scheme,
    /// Error that iterations may leave in velocities, relative to the largest velocity of its kind.
    pub tolerance: f64,
    /// What adaptive steps are asked for.
    pub control: StepControl,
}

impl Default for TransientOptions {
    fn default() -> Self {
        Self {
            scheme: Scheme::generalized_alpha(0.8),
            // Reactions feel errors of positions divided by the square of the step: iterate to rounding.
            tolerance: 1e-12,
            control: StepControl::default(),
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
    /// Steps whose error was too large.
    pub rejected: u64,
    /// Steps that had more error than they may, because rounding makes it.
    pub rounded: u64,
}

/// Contraction beyond which the factor is renewed before the next step.
const SLOW: f64 = 0.03;
/// Corrections below so many tolerances that no longer shrink are rounding.
const ROUNDED: f64 = 30.0;
/// The same with a fresh factor after a failure, as an error of velocities: near a position in which constraints lose rank rounding of
/// places is magnified, and shorter steps only come nearer to it.
const MAGNIFIED: f64 = 1e-7;
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
    kinks: Kinks,
    /// Length of the steps for which the scheme was started; zero if it must be.
    started: f64,
    /// Laws are smooth from this time on, as far as the next break.
    smooth_from: f64,
    /// The same at the start of the last step.
    smooth_from_before: f64,
    /// The last kink at which a step of free length has ended (s).
    last_kink: f64,
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
    sizes: Sizes,
    seen_before: Seen,
    rounding: Rounding,
    factored_step: f64,
    is_slow: bool,
    /// v̇ one step back, and how long that step was (zero if there was none); the same for the step before.
    earlier: Vec<f64>,
    earlier_step: f64,
    earlier_before: Vec<f64>,
    earlier_step_before: f64,
    /// End of the last step from `before`, its length and the increment hΔ.
    after: State,
    last_step: f64,
    moved_by: Vec<f64>,
    length_of_steps: StepLength,
    /// What rounding makes of accelerations, relative to velocities (1/s); the same one step back.
    rounded: f64,
    rounded_before: f64,
    /// How much farther than the extent of the machine its places are.
    far: f64,
    /// v̈ with which the scheme was started, not a number where it is not known.
    second_at_start: Vec<f64>,
    first_difference: Vec<f64>,
    second_difference: Vec<f64>,
    moved: State,
    /// The state from which the scheme was started, until its first step is accepted.
    fresh: Option<State>,
    /// The constraints in the norm of energy, and their right side.
    across: Option<Constrained>,
    across_right: Vec<f64>,
    report: StepReport,
}

impl Transient {
    /// An integrator that starts from an assembled state.
    pub fn new(equations: &Equations, state: &State, options: TransientOptions) -> Self {
        let n_v = equations.n_velocities();
        Self {
            options,
            solver: Solver::new(equations),
            breaks: Breaks::of(equations.machine()),
            kinks: Kinks::of(equations.machine(), equations.extent(state)),
            started: 0.0,
            smooth_from: f64::NEG_INFINITY,
            smooth_from_before: f64::NEG_INFINITY,
            last_kink: f64::NEG_INFINITY,
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
            sizes: Sizes::new(equations, state),
            seen_before: Seen::default(),
            rounding: Rounding::new(equations, equations.extent(state)),
            factored_step: 0.0,
            is_slow: false,
            earlier: vec![0.0; n_v],
            earlier_step: 0.0,
            earlier_before: vec![0.0; n_v],
            earlier_step_before: 0.0,
            after: state.clone(),
            last_step: 0.0,
            moved_by: vec![0.0; n_v],
            // Errors over a run of a scheme of second order.
            length_of_steps: StepLength::new(2.0),
            rounded: 0.0,
            far: 1.0,
            rounded_before: 0.0,
            second_at_start: vec![0.0; n_v],
            first_difference: vec![0.0; n_v],
            second_difference: vec![0.0; n_v],
            moved: state.clone(),
            fresh: None,
            across: None,
            across_right: Vec::new(),
            report: StepReport::default(),
        }
    }

    /// What the steps took so far.
    pub fn report(&self) -> StepReport {
        StepReport {
            factorisations: self.solver.factorisations,
            rounded: self.length_of_steps.rounded(),
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

    /// What a scheme has besides the state: its acceleration runs ahead of v̇, and its velocity differs across the constraints.
    /// Both are of the order of the scheme; not to give them excites reactions that die slowly.
    /// \[theory:time-integration\] (12)-(15)
    fn start(&mut self, equations: &mut Equations, state: &mut State, h: f64) -> Result<(), Error> {
        let s = self.options.scheme;
        let ahead = s.alpha_m - s.alpha_f;
        self.algorithmic.copy_from_slice(&state.acceleration);
        self.started = h;
        self.earlier_step = 0.0;
        let mut problem = Constrained::new(equations);
        let Some(second) = second_rates(equations, &mut problem, state, h, self.smooth_from) else {
            // Coordinates without inertia: their accelerations are known only after a step.
            self.second_at_start.fill(f64::NAN);
            return equations.set(state);
        };
        self.second_at_start.copy_from_slice(&second);
        for (a, second) in self.algorithmic.iter_mut().zip(&second) {
            *a += ahead * h * second;
        }
        let across = across_constraints(equations, &mut problem, state, &second)?;
        let share = h * h * s.velocity_across();
        for (v, across) in state.velocity.iter_mut().zip(&across) {
            *v += share * across;
        }
        equations.set(state)
    }

    /// Takes note of a step of length h that is done.
    fn note(&mut self, state: &State, h: f64) {
        self.sizes.see(state);
        self.after.copy_from(state);
        self.last_step = h;
        self.smooth_from_before = self.smooth_from;
        self.earlier_before.copy_from_slice(&self.earlier);
        self.earlier_step_before = self.earlier_step;
        self.earlier.copy_from_slice(&self.before.acceleration);
        self.earlier_step = h;
    }

    fn restore(&mut self, state: &mut State) {
        state.copy_from(&self.before);
        self.algorithmic.copy_from_slice(&self.algorithmic_before);
        self.rounded = self.rounded_before;
        self.sizes.unsee(self.seen_before);
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
        self.kinks.see_start(equations);
        equations.expect_turns(h);
        self.expected.copy_from_slice(&state.multipliers);
        if self.report.steps.is_multiple_of(SHORTENED) {
            self.solver.shorten(&mut self.expected, &mut self.right);
        }
        self.predict(state, h, end);
        if (h - self.factored_step).abs() > SAME * h || self.is_slow {
            self.solver.forget();
        }
        if self.iterate(equations, state, h, ROUNDED).is_ok() {
            return Ok(());
        }
        // An old factor may be to blame, or rounding: once more with a fresh one.
        self.solver.forget();
        state.copy_from(&self.before);
        self.predict(state, h, end);
        let magnified = (MAGNIFIED / self.options.tolerance).max(ROUNDED);
        self.iterate(equations, state, h, magnified)
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
        for i in 0..self.predicted.len() {
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
        state.moved_roughly_from(&self.before, &self.right[..self.predicted.len()]);
    }

    fn iterate(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        rounded: f64,
    ) -> Result<(), Failed> {
        let n_v = self.predicted.len();
        let mut iterations = Iterations::new(rounded);
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
            let verdict = iterations.judge(size);
            if verdict == Verdict::Done {
                self.see_rounding(iterations.left(), h);
            }
            self.advance(state, h);
            match verdict {
                Verdict::Continue => {}
                Verdict::Diverged => return Err(Failed::Diverged(worst)),
                Verdict::Done => break,
            }
        }
        self.is_slow = iterations.contraction > SLOW;
        state.moved_from(&self.before, &self.right[..n_v]);
        equations.set(state).map_err(|_| Failed::Diverged(worst))
    }

    /// (8)
    fn weights(&self, h: f64) -> Weights {
        let s = self.options.scheme;
        Weights {
            position: 1.0,
            velocity: s.gamma / (s.beta * h),
            acceleration: (1.0 - s.alpha_m) / ((1.0 - s.alpha_f) * s.beta * h * h),
            multiplier: 1.0,
        }
    }

    fn factor(&mut self, equations: &mut Equations, h: f64) -> Result<(), Failed> {
        let weights = self.weights(h);
        // Increments of rotations stand in the exponent: right still holds h Δ of the last advance.
        let mut turned = false;
        for (i, turn) in self.turns.iter_mut().enumerate() {
            let x = &self.right[6 * i + 3..6 * i + 6];
            turned |= x.iter().any(|x| x.abs() > 1e-9);
            *turn = tangent([x[0], x[1], x[2]]);
        }
        equations.tangent(weights, turned.then_some(&self.turns));
        if let Some(row) = equations.not_finite() {
            return Err(Failed::Diverged(row.min(self.predicted.len() - 1)));
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
        let per_position = s.gamma / (s.beta * self.options.tolerance);
        self.sizes.see(state);
        let corrections = &self.right[..self.predicted.len()];
        // Places are rounded by their size, however small the machine is that stands there.
        let length = self.sizes.length;
        let places = state.places.iter().flatten();
        self.far = places.fold(length, |far, x| far.max(x.abs())) / length;
        let rounding = (ROUNDING * per_position, self.far);
        let of_scalar = |i: usize| self.rounding.scalar(i);
        let (largest, worst) = self
            .sizes
            .largest_correction(corrections, rounding, h, of_scalar);
        (largest * per_position / h, worst)
    }
}
