//! Which switchable constraints hold after something happened: impacts first, then what rests. \[theory:events\] (3)-(9)

use super::complementarity::complementary;
use super::constrained::{Constrained, Metric};
use super::rubbing::Resting;
use crate::solver::not_determined;
use crate::{Equations, Error, GripId, Sliding, State, Switchable, Weights};

/// A gap below this share of the extent (or a radian) is closed: rounding of places is a millionth of it.
pub(super) const CLOSED: f64 = 1e-9;
/// Bodies that overlap at the start by more than this share of the extent (or a radian) stand there by mistake: places in a model file
/// have some six digits, and equilibria leave [`CLOSED`].
const OVERLAP: f64 = 1e-6;
/// A gap rate below this share of the largest velocity is zero.
const RESTING: f64 = 1e-9;
/// A force of which less than this share moves anything is borne by constraints: rounding leaves a millionth of it.
const BORNE: f64 = 1e-10;
/// Constraints that bear more than this share of the largest part bear a force together.
const BEARS: f64 = 1e-6;
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
    /// Surfaces that rub stick from now on.
    Sticks,
    /// They slide from now on.
    Slides(Sliding),
}

/// The constraints of a machine that close or give way by themselves.
#[derive(Debug)]
pub(super) struct Switching {
    /// Number among all constraints, and how it behaves.
    pub rows: Vec<(usize, Switchable)>,
    /// Constraints that stick and slide: number among all, and where the state says which.
    pub grips: Vec<(usize, GripId)>,
}

/// The problem of some constraints beside those that hold anyway.
pub(super) struct Reduced {
    /// Rows G over the velocities.
    pub gradients: Vec<Vec<f64>>,
    /// Wᵀ: what a unit of each multiplier does. It is G but for friction.
    pub directions: Vec<Vec<f64>>,
    /// M⁻¹ W under the constraints that hold anyway.
    pub answers: Vec<Vec<f64>>,
    /// A = G M⁻¹ W. (5)
    pub matrix: Vec<Vec<f64>>,
    /// Of each row whose force moves nothing, because constraints that hold anyway bear it: these constraints.
    pub bearers: Vec<Option<Vec<usize>>>,
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
        let grip = |row| Some((row, equations.grip(row)?));
        let grips = (0..equations.n_multipliers()).filter_map(grip).collect();
        Ok(Self { rows, grips })
    }

    /// The constraint behind a watch: contacts first, then grips.
    pub fn watched(&self, watch: usize) -> usize {
        let grip = |at: usize| self.grips[at].0;
        let row = self.rows.get(watch).map(|(row, _)| *row);
        row.unwrap_or_else(|| grip(watch - self.rows.len()))
    }

    /// The place of a contact among `rows`.
    pub fn contact(&self, constraint: usize) -> Option<usize> {
        self.rows.iter().position(|(row, _)| *row == constraint)
    }

    /// The grip behind a watch.
    pub fn grip(&self, watch: usize) -> Option<GripId> {
        let (_, grip) = self.grips.get(watch.checked_sub(self.rows.len())?)?;
        Some(*grip)
    }

    /// What helps where it never ends.
    pub fn remedy(&self, watch: usize) -> &'static str {
        match self.grip(watch) {
            None => {
                "write rest_speed, the speed below which bodies do not part, or restitution = 0"
            }
            Some(_) => {
                "let friction at rest be larger than when sliding, or give what is pressed together less stiffness"
            }
        }
    }

    /// Whether nothing switches by itself.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.grips.is_empty()
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

    /// Decides all constraints together and changes velocities by impacts; `loose` are grips whose friction has just reached its limit.
    /// Accelerations and multipliers are not those of the new constraints yet. Returned: what happened, by number of the constraint.
    pub fn settle(
        &self,
        equations: &mut Equations,
        state: &mut State,
        loose: &[usize],
    ) -> Result<Vec<(usize, Change)>, Error> {
        let mut changes = Vec::new();
        if self.is_empty() {
            return Ok(changes);
        }
        equations.set(state)?;
        let gaps = self.gaps(equations);
        let is_closed = |i: usize| {
            let is_contact = self.rows[i].1.is_contact();
            is_contact && gaps[i] <= CLOSED * self.unit(equations, state, i)
        };
        let closed: Vec<usize> = (0..self.rows.len()).filter(|&i| is_closed(i)).collect();
        // An impact leaves rounding of the velocities before it.
        let before = slow(equations, state);
        self.impact(equations, state, &closed, &mut changes)?;
        let rates = self.rates(equations, &state.velocity);
        let mut resting = closed;
        let slow = before.max(slow(equations, state));
        resting.retain(|&i| rates[i].abs() <= slow);
        let holding = (0..self.rows.len())
            .filter(|&i| !self.rows[i].1.is_contact() && state.active[self.rows[i].0]);
        resting.extend(holding);
        let resting = resting.iter().map(|&i| {
            let (row, switchable) = self.rows[i];
            Resting {
                row,
                bounds: switchable.bounds,
                grip: None,
            }
        });
        let resting = resting.collect();
        self.rest(equations, state, resting, loose, &mut changes)?;
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
        let slow = slow(equations, state);
        if closed.iter().all(|&i| rates[i] >= -slow) {
            return Ok(());
        }
        let without = self.without(state, closed);
        let reduced = self.reduced(equations, &without, closed)?;
        for (k, &i) in closed.iter().enumerate() {
            if let (Some(bearers), true) = (&reduced.bearers[k], rates[i] < -slow) {
                return Err(contradiction(equations, state, self.rows[i].0, bearers));
            }
        }
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
                changes.push((self.rows[i].0, change));
            }
        }
        Ok(())
    }

    /// What unit forces of some constraints do. (5)
    fn reduced(
        &self,
        equations: &mut Equations,
        without: &State,
        rows: &[usize],
    ) -> Result<Reduced, Error> {
        let rows: Vec<usize> = rows.iter().map(|&i| self.rows[i].0).collect();
        Reduced::of(equations, without, &rows)
    }

    /// Rows of B, of constraints that are off, too.
    pub fn gradients(&self, equations: &mut Equations, rows: &[usize]) -> Vec<Vec<f64>> {
        let rows: Vec<usize> = rows.iter().map(|&i| self.rows[i].0).collect();
        gradients(equations, &rows)
    }

    pub fn jammed(&self, equations: &Equations, state: &State, rows: &[usize]) -> Error {
        jammed(equations, state, rows.iter().map(|&i| self.rows[i].0))
    }
}

impl Reduced {
    /// Of constraints by their numbers among all.
    pub fn of(equations: &mut Equations, without: &State, rows: &[usize]) -> Result<Self, Error> {
        let (n_v, n) = (equations.n_velocities(), equations.n());
        equations.set(without)?;
        let gradients = gradients(equations, rows);
        let directions = directions(equations, rows);
        let mut problem = Constrained::new(equations);
        problem
            .factor(equations, Metric::Mass)
            .map_err(|unknown| not_determined(equations, unknown, without.time))?;
        let mut bearers = Vec::with_capacity(rows.len());
        let answers: Vec<Vec<f64>> = directions
            .iter()
            .map(|direction| {
                let mut right = direction.clone();
                right.resize(n, 0.0);
                problem.solve(&mut right);
                bearers.push(bearers_of(equations, direction, &right));
                right.truncate(n_v);
                right
            })
            .collect();
        let row = |g: &Vec<f64>| answers.iter().map(|x| dot(g, x)).collect();
        let matrix = gradients.iter().map(row).collect();
        Ok(Self {
            gradients,
            directions,
            answers,
            matrix,
            bearers,
        })
    }
}

/// Which constraints bear a force W if it moves nothing: M x of its answer (x, λ) is what is left of it. The values of the equations are
/// those of the problem.
fn bearers_of(equations: &Equations, force: &[f64], answer: &[f64]) -> Option<Vec<usize>> {
    let n_v = force.len();
    let (starts, columns) = equations.pattern();
    let moved = |row: usize| -> f64 {
        let range = starts[row] as usize..starts[row + 1] as usize;
        let entries = range.map(|at| (columns[at] as usize, equations.values()[at]));
        let own = entries.filter(|(column, _)| *column < n_v);
        own.map(|(column, mass)| mass * answer[column]).sum()
    };
    let largest = |of: &mut dyn Iterator<Item = f64>| of.fold(0.0_f64, |m, x| m.max(x.abs()));
    let left = largest(&mut (0..n_v).map(moved));
    if left > BORNE * largest(&mut force.iter().copied()) {
        return None;
    }
    let multipliers = &answer[n_v..];
    let most = largest(&mut multipliers.iter().copied());
    let bears = |row: &usize| multipliers[*row].abs() > BEARS * most;
    Some((0..multipliers.len()).filter(bears).collect())
}

/// Rows of B of some constraints, of those that are off, too.
fn gradients(equations: &mut Equations, rows: &[usize]) -> Vec<Vec<f64>> {
    let position = Weights {
        position: 1.0,
        ..Weights::default()
    };
    lines(equations, position, rows, |entries, _, at| entries[at])
}

/// What a unit of their multipliers does to the coordinates.
fn directions(equations: &mut Equations, rows: &[usize]) -> Vec<Vec<f64>> {
    let multiplier = Weights {
        multiplier: 1.0,
        ..Weights::default()
    };
    // The pattern is symmetric: where there is a gradient there is room for a force.
    lines(equations, multiplier, rows, |entries, mirror, _| {
        -mirror.map_or(0.0, |at| entries[at])
    })
}

/// For each constraint a number for every coordinate that its row of the pattern holds, from the values of a tangent, the place of the
/// entry in the column of the constraint, if there is one, and the place of that in its row.
fn lines(
    equations: &mut Equations,
    weights: Weights,
    rows: &[usize],
    number: impl Fn(&[f64], Option<usize>, usize) -> f64,
) -> Vec<Vec<f64>> {
    let n_v = equations.n_velocities();
    equations.as_if_all_held(|equations| equations.tangent(weights, None));
    let (starts, columns) = equations.pattern();
    let range = |row: usize| starts[row] as usize..starts[row + 1] as usize;
    let values = equations.values();
    let dense = |&constraint: &usize| {
        let row = n_v + constraint;
        let mut dense = vec![0.0; n_v];
        for at in range(row) {
            let column = columns[at] as usize;
            if let Some(entry) = dense.get_mut(column) {
                let mirrored = columns[range(column)].binary_search(&(row as u32)).ok();
                let mirror = mirrored.map(|k| starts[column] as usize + k);
                *entry = number(values, mirror, at);
            }
        }
        dense
    };
    rows.iter().map(dense).collect()
}

/// Constraints that contradict each other.
pub(super) fn jammed(
    equations: &Equations,
    state: &State,
    constraints: impl Iterator<Item = usize>,
) -> Error {
    let names = constraints
        .take(3)
        .map(|row| equations.constraint_name(row));
    Error::Jammed {
        constraints: names.collect::<Vec<_>>().join("; "),
        time: state.time,
    }
}

/// A contact that closes against constraints that nothing moves.
pub(super) fn contradiction(
    equations: &Equations,
    state: &State,
    contact: usize,
    bearers: &[usize],
) -> Error {
    let names = |rows: &[usize]| {
        let names = rows
            .iter()
            .take(3)
            .map(|&row| equations.constraint_name(row));
        names.collect::<Vec<_>>().join("; ")
    };
    Error::Contradiction {
        contact: names(&[contact]),
        bearers: names(bearers),
        time: state.time,
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
