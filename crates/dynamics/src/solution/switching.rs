//! Which switchable constraints hold after something happened: impacts first, then what rests. \[theory:events\] (3)-(9)

use super::acceleration::accelerations;
use super::complementarity::complementary;
use super::constrained::{Constrained, Metric};
use crate::solver::not_determined;
use crate::{Equations, Error, State, Switchable, Weights};

/// A gap below this share of the extent (or a radian) is closed: rounding of places is a millionth of it.
pub(super) const CLOSED: f64 = 1e-9;
/// Bodies that overlap at the start by more than this share of the extent (or a radian) stand there by mistake: places in a model file
/// have some six digits, and equilibria leave [`CLOSED`].
const OVERLAP: f64 = 1e-6;
/// A gap rate below this share of the largest velocity is zero.
const RESTING: f64 = 1e-9;
/// A gap that opens with less than this share of the accelerations that contacts make does not open.
const KEPT: f64 = 1e-11;

/// A force further from its bounds than this share of the largest one is borne.
const BEARING: f64 = 1e-9;

/// What happened to a constraint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change {
    /// It was hit with a speed (m/s, rad/s) and took an impulse (N s, N m s).
    Hit {
        /// Rate of the gap before, negative.
        before: f64,
        /// Rate of the gap after.
        after: f64,
        /// The impulse.
        impulse: f64,
    },
    /// It holds from now on.
    Holds,
    /// It has given way.
    GivesWay,
}

/// The constraints of a machine that close or give way by themselves.
#[derive(Debug)]
pub(super) struct Switching {
    /// Number among all constraints, and how it behaves.
    pub rows: Vec<(usize, Switchable)>,
}

/// The problem of some constraints beside those that hold anyway.
struct Reduced {
    /// Rows G over the velocities.
    gradients: Vec<Vec<f64>>,
    /// M⁻¹ Gᵀ under the constraints that hold anyway.
    answers: Vec<Vec<f64>>,
    /// A = G M⁻¹ Gᵀ. (5)
    matrix: Vec<Vec<f64>>,
}

impl Switching {
    pub fn new(equations: &Equations) -> Result<Self, Error> {
        let rows: Vec<(usize, Switchable)> = (0..equations.n_multipliers())
            .filter_map(|i| Some((i, equations.switchable(i)?)))
            // Joints are switched by events alone.
            .filter(|(_, switchable)| !switchable.is_joint())
            .collect();
        for (row, switchable) in &rows {
            switchable.check(&equations.constraint_name(*row))?;
        }
        Ok(Self { rows })
    }

    /// Gaps of all switchable constraints, on or off.
    pub fn gaps(&self, equations: &mut Equations) -> Vec<f64> {
        let n_v = equations.n_velocities();
        let mut all = vec![0.0; equations.n()];
        equations.as_if_all_held(|equations| equations.residual(&mut all));
        self.rows.iter().map(|(row, _)| all[n_v + row]).collect()
    }

    /// Their rates.
    pub fn rates(&self, equations: &mut Equations, velocity: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; equations.n_multipliers()];
        equations.as_if_all_held(|equations| equations.constraint_velocities(velocity, &mut all));
        self.rows.iter().map(|(row, _)| all[*row]).collect()
    }

    /// What a gap is measured by: the extent (m), or a radian.
    pub fn unit(&self, equations: &Equations, state: &State, i: usize) -> f64 {
        match equations.constraint_is_angle(self.rows[i].0) {
            true => 1.0,
            false => equations.extent(state),
        }
    }

    /// What rounding of a gap is measured by: the largest coordinate or the extent (m), or a radian.
    pub fn far(&self, equations: &Equations, state: &State, i: usize) -> f64 {
        let places = state.places.as_flattened().iter();
        let farthest = places.fold(0.0_f64, |most, x| most.max(x.abs()));
        let unit = self.unit(equations, state, i);
        match equations.constraint_is_angle(self.rows[i].0) {
            true => unit,
            false => unit.max(farthest),
        }
    }

    /// Whether no contact is behind its plane where a run begins: nothing could part bodies then without a blow.
    pub fn check_apart(&self, equations: &mut Equations, state: &State) -> Result<(), Error> {
        equations.set(state)?;
        let gaps = self.gaps(equations);
        let contacts = (0..self.rows.len()).filter(|&i| self.rows[i].1.is_contact());
        let Some(deepest) = contacts.min_by(|&a, &b| gaps[a].total_cmp(&gaps[b])) else {
            return Ok(());
        };
        if gaps[deepest] >= -OVERLAP * self.unit(equations, state, deepest) {
            return Ok(());
        }
        let row = self.rows[deepest].0;
        Err(Error::Overlap {
            constraint: equations.constraint_name(row),
            depth: -gaps[deepest],
            unit: match equations.constraint_is_angle(row) {
                true => "rad",
                false => "m",
            },
            time: state.time,
        })
    }

    /// Decides all constraints together and changes velocities by impacts. Accelerations and multipliers are not those of the new
    /// constraints yet. Returned: what happened, by place in `rows`.
    pub fn settle(
        &self,
        equations: &mut Equations,
        state: &mut State,
    ) -> Result<Vec<(usize, Change)>, Error> {
        let mut changes = Vec::new();
        if self.rows.is_empty() {
            return Ok(changes);
        }
        equations.set(state)?;
        let gaps = self.gaps(equations);
        let is_closed = |i: usize| {
            let is_contact = self.rows[i].1.is_contact();
            is_contact && gaps[i] <= CLOSED * self.unit(equations, state, i)
        };
        let closed: Vec<usize> = (0..self.rows.len()).filter(|&i| is_closed(i)).collect();
        self.impact(equations, state, &closed, &mut changes)?;
        let rates = self.rates(equations, &state.velocity);
        let mut resting = closed;
        resting.retain(|&i| rates[i].abs() <= slow(equations, state));
        let holding = (0..self.rows.len())
            .filter(|&i| !self.rows[i].1.is_contact() && state.active[self.rows[i].0]);
        resting.extend(holding);
        self.rest(equations, state, &resting, &mut changes)?;
        equations.set(state)?;
        Ok(changes)
    }

    /// The state with these constraints off.
    pub fn without(&self, state: &State, rows: &[usize]) -> State {
        let mut without = state.clone();
        for &i in rows {
            without.active[self.rows[i].0] = false;
            without.multipliers[self.rows[i].0] = 0.0;
        }
        without
    }

    /// (1 + ε) of the speed of approach is taken away where bodies meet. (3), (4)
    fn impact(
        &self,
        equations: &mut Equations,
        state: &mut State,
        closed: &[usize],
        changes: &mut Vec<(usize, Change)>,
    ) -> Result<(), Error> {
        let rates = self.rates(equations, &state.velocity);
        if closed.iter().all(|&i| rates[i] >= -slow(equations, state)) {
            return Ok(());
        }
        let without = self.without(state, closed);
        let reduced = self.reduced(equations, &without, closed)?;
        let right: Vec<f64> = closed
            .iter()
            .map(|&i| {
                let switchable = self.rows[i].1;
                let bounces = rates[i] < -switchable.rest_speed;
                let share = if bounces { switchable.restitution } else { 0.0 };
                (1.0 + share) * rates[i]
            })
            .collect();
        let bounds = vec![[0.0, f64::INFINITY]; closed.len()];
        let impulses = complementary(&reduced.matrix, &right, &bounds)
            .ok_or_else(|| self.jammed(equations, state, closed))?;
        for (impulse, answer) in impulses.iter().zip(&reduced.answers) {
            for (v, x) in state.velocity.iter_mut().zip(answer) {
                *v += impulse * x;
            }
        }
        equations.set(state)?;
        let after = self.rates(equations, &state.velocity);
        for (&i, &impulse) in closed.iter().zip(&impulses) {
            if impulse > 0.0 {
                let (before, after) = (rates[i], after[i]);
                let change = Change::Hit {
                    before,
                    after,
                    impulse,
                };
                changes.push((i, change));
            }
        }
        Ok(())
    }

    /// Which of the constraints that rest stay: forces within their bounds, accelerations to the side that is free. (6)-(8)
    fn rest(
        &self,
        equations: &mut Equations,
        state: &mut State,
        resting: &[usize],
        changes: &mut Vec<(usize, Change)>,
    ) -> Result<(), Error> {
        if resting.is_empty() {
            self.hold(state, |_| false, changes);
            return Ok(());
        }
        let mut free = self.without(state, resting);
        let mut problem = Constrained::new(equations);
        accelerations(equations, &mut problem, &mut free)?;
        let mut biases = vec![0.0; equations.n_multipliers()];
        equations.as_if_all_held(|equations| equations.constraint_biases(&mut biases));
        let reduced = self.reduced(equations, &free, resting)?;
        let right: Vec<f64> = resting
            .iter()
            .zip(&reduced.gradients)
            .map(|(&i, gradient)| biases[self.rows[i].0] + dot(gradient, &free.acceleration))
            .collect();
        let bounds: Vec<[f64; 2]> = resting.iter().map(|&i| self.rows[i].1.bounds).collect();
        let forces = complementary(&reduced.matrix, &right, &bounds)
            .ok_or_else(|| self.jammed(equations, state, resting))?;
        let largest = |all: &[f64]| all.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let force = largest(&forces);
        let made = |row: &Vec<f64>| row.iter().zip(&forces).map(|(a, f)| (a * f).abs()).sum();
        let made: Vec<f64> = reduced.matrix.iter().map(made).collect();
        let scale = largest(&right).max(largest(&made));
        let holds = |i: usize| {
            resting.iter().position(|&r| r == i).is_some_and(|k| {
                let [lower, upper] = bounds[k];
                let margin = (forces[k] - lower).min(upper - forces[k]);
                let opening = right[k] + dot(&reduced.matrix[k], &forces);
                margin > BEARING * force || opening.abs() <= KEPT * scale
            })
        };
        self.hold(state, holds, changes);
        Ok(())
    }

    /// Switches constraints on and off.
    fn hold(
        &self,
        state: &mut State,
        holds: impl Fn(usize) -> bool,
        changes: &mut Vec<(usize, Change)>,
    ) {
        for (i, (row, _)) in self.rows.iter().enumerate() {
            let holds = holds(i);
            if holds != state.active[*row] {
                let change = if holds {
                    Change::Holds
                } else {
                    Change::GivesWay
                };
                changes.push((i, change));
            }
            state.active[*row] = holds;
            if !holds {
                state.multipliers[*row] = 0.0;
            }
        }
    }

    /// What unit forces of some constraints do. (5)
    fn reduced(
        &self,
        equations: &mut Equations,
        without: &State,
        rows: &[usize],
    ) -> Result<Reduced, Error> {
        let (n_v, n) = (equations.n_velocities(), equations.n());
        equations.set(without)?;
        let gradients = self.gradients(equations, rows);
        let mut problem = Constrained::new(equations);
        problem
            .factor(equations, Metric::Mass)
            .map_err(|unknown| not_determined(equations, unknown, without.time))?;
        let answers: Vec<Vec<f64>> = gradients
            .iter()
            .map(|gradient| {
                let mut right = gradient.clone();
                right.resize(n, 0.0);
                problem.solve(&mut right);
                right.truncate(n_v);
                right
            })
            .collect();
        let row = |g: &Vec<f64>| answers.iter().map(|x| dot(g, x)).collect();
        let matrix = gradients.iter().map(row).collect();
        Ok(Reduced {
            gradients,
            answers,
            matrix,
        })
    }

    /// Rows of B, of constraints that are off, too.
    pub fn gradients(&self, equations: &mut Equations, rows: &[usize]) -> Vec<Vec<f64>> {
        let n_v = equations.n_velocities();
        let position = Weights {
            position: 1.0,
            ..Weights::default()
        };
        equations.as_if_all_held(|equations| equations.tangent(position, None));
        let (starts, columns) = equations.pattern();
        let dense = |&i: &usize| {
            let row = n_v + self.rows[i].0;
            let mut dense = vec![0.0; n_v];
            let range = starts[row] as usize..starts[row + 1] as usize;
            let entries = columns[range.clone()]
                .iter()
                .zip(&equations.values()[range]);
            for (&column, value) in entries {
                if let Some(entry) = dense.get_mut(column as usize) {
                    *entry = *value;
                }
            }
            dense
        };
        rows.iter().map(dense).collect()
    }

    pub fn jammed(&self, equations: &Equations, state: &State, rows: &[usize]) -> Error {
        let names = rows.iter().take(3).map(|&i| {
            let (row, _) = self.rows[i];
            equations.constraint_name(row)
        });
        Error::Jammed {
            constraints: names.collect::<Vec<_>>().join("; "),
            time: state.time,
        }
    }
}

/// Rates below this are zero: a share of the largest velocity, or of the extent in a thousand seconds.
pub(super) fn slow(equations: &Equations, state: &State) -> f64 {
    let fastest = state.velocity.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    RESTING * fastest.max(1e-3 * equations.extent(state))
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
