//! A first state that obeys the joints: positions moved as little as possible, velocities corrected as little as possible in the
//! norm of energy, accelerations and reactions that follow. \[theory:multibody\] (31)-(34)

use super::acceleration::accelerations;
use super::constrained::{Constrained, Metric};
use super::contradiction;
use super::lead::{Led, lead};
use super::redundancy::{Redundancy, shorten_multipliers};
use crate::solver::not_determined;
use crate::{Equations, Error, LuEffort, QrEffort, ScalarId, State, TurnsFrom};

/// How to assemble.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AssemblyOptions {
    /// Constraints may stay open by so much of the machine's extent, or so many radians.
    pub tolerance: f64,
    /// Whether constraints that follow from others are an error.
    pub refuse_redundant: bool,
    /// Whether accelerations are wanted: they need inertia in every free direction.
    pub with_accelerations: bool,
    /// From where drives lead what counts turns: a first state asks for it, one on the way has counted them.
    pub turns: TurnsFrom,
}

impl Default for AssemblyOptions {
    fn default() -> Self {
        Self {
            // Four digits above rounding of places.
            tolerance: 1e-12,
            refuse_redundant: false,
            with_accelerations: true,
            turns: TurnsFrom::Nowhere,
        }
    }
}

/// What assembling found.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembled {
    /// Iterations for the positions.
    pub iterations: u32,
    /// Largest motion of a node (m or rad) from where it was given.
    pub moved: f64,
    /// Constraints that follow from others.
    pub redundancy: Redundancy,
    /// What it has cost.
    pub effort: AssemblyEffort,
}

/// What assembling has cost: all of it grows with the number of bodies, not with a power of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AssemblyEffort {
    /// Entries of the equations.
    pub entries: usize,
    /// The last factors under the constraints.
    pub factor: LuEffort,
    /// The search for constraints that follow from others, where there are many constraints.
    pub dependence: QrEffort,
}

/// Iterations after which positions are given up.
const MAX_ITERATIONS: u32 = 200;
/// Roundings of a scalar that a constraint may keep: each is half a unit of its last digit, and so are products with it.
const ROUNDINGS: f64 = 4.0;
/// No node turns further in one iteration (rad), or moves by more of the extent.
const LARGEST_STEP: f64 = 0.4;

/// Moves a state so that it obeys the joints at its time.
pub fn assemble(
    equations: &mut Equations,
    state: &mut State,
    options: &AssemblyOptions,
) -> Result<Assembled, Error> {
    let mut problem = Constrained::new(equations);
    problem.set_length(equations.extent(state));
    let mut joints = Joints {
        problem: &mut problem,
        tolerance: options.tolerance,
    };
    let (iterations, moved) = joints.led(equations, state, options.turns)?;
    let redundancy = Redundancy::find(equations, &problem);
    if options.refuse_redundant && !redundancy.constraints.is_empty() {
        return Err(redundancy.refusal(equations));
    }
    velocities(equations, &mut problem, state, options.with_accelerations)?;
    if options.with_accelerations {
        accelerations(equations, &mut problem, state)?;
        if !redundancy.constraints.is_empty() {
            shorten_multipliers(equations, state)?;
        }
    }
    equations.set(state)?;
    equations.follow_turns(state);
    Ok(Assembled {
        iterations,
        moved,
        effort: AssemblyEffort {
            entries: equations.values().len(),
            factor: problem.effort(),
            dependence: redundancy.effort(),
        },
        redundancy,
    })
}

/// A machine that is led by its joints and drives alone.
pub(super) struct Joints<'p> {
    pub problem: &'p mut Constrained,
    pub tolerance: f64,
}

impl Joints<'_> {
    /// Positions that obey joints and drives: iterations and the largest motion to where the way began.
    fn led(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        from: TurnsFrom,
    ) -> Result<(u32, f64), Error> {
        let found = self.begin(equations, state, from)?;
        if let Some(found) = found {
            let began = state.scalars.clone();
            lead(equations, state, from, self)?;
            self.undo_deformations(equations, state, &began)?;
            return Ok(found);
        }
        positions(equations, self.problem, state, self.tolerance)
    }

    /// Deformations as they were: of a way of many turns each has taken a share, which is small but not beside itself. (35c)
    fn undo_deformations(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        began: &[f64],
    ) -> Result<(), Error> {
        let machine = equations.machine();
        let scalars = state.scalars.iter_mut().zip(began).enumerate();
        for (i, (now, began)) in scalars {
            let start = machine.scalar(ScalarId(i as u32));
            if start.is_some_and(|start| start.is_deformation) {
                *now = *began;
            }
        }
        equations.set(state)?;
        positions(equations, self.problem, state, self.tolerance)?;
        equations.set(state)?;
        equations.follow_turns(state);
        Ok(())
    }

    /// Positions with drives where they begin to lead the machine. None where it cannot stand so or nothing leads it: there is nowhere to
    /// count from, and the state is as it was. Otherwise drives stay there. \[theory:multibody\] (35a)
    pub fn begin(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        from: TurnsFrom,
    ) -> Result<Option<(u32, f64)>, Error> {
        if equations.furthest_way(from, state).is_none() {
            return Ok(None);
        }
        let given = state.clone();
        equations.set(state)?;
        equations.expect_turns(0.0);
        equations.set_lead(from, 1.0);
        let Ok(found) = positions(equations, self.problem, state, self.tolerance) else {
            state.copy_from(&given);
            equations.set_lead(TurnsFrom::Nowhere, 0.0);
            return Ok(None);
        };
        equations.set(state)?;
        equations.follow_turns(state);
        Ok(Some(found))
    }
}

impl Led for Joints<'_> {
    fn direction(
        &mut self,
        equations: &mut Equations,
        state: &State,
        mut opening: Vec<f64>,
    ) -> Result<Vec<f64>, Error> {
        let n_v = equations.n_velocities();
        self.problem
            .factor(equations, Metric::Unit)
            .map_err(|unknown| not_determined(equations, unknown, state.time))?;
        opening[..n_v].fill(0.0);
        opening[n_v..].iter_mut().for_each(|x| *x = -*x);
        self.problem.solve(&mut opening);
        opening.truncate(n_v);
        Ok(opening)
    }

    fn close(&mut self, equations: &mut Equations, state: &mut State) -> Result<f64, Error> {
        let (_, moved) = positions(equations, self.problem, state, self.tolerance)?;
        Ok(moved)
    }
}

/// Gauss-Newton steps of least length until Φ = 0.
pub(crate) fn positions(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &mut State,
    tolerance: f64,
) -> Result<(u32, f64), Error> {
    let (n_v, n) = (equations.n_velocities(), equations.n());
    let mut right = vec![0.0; n];
    let mut start = state.clone();
    let mut moved = 0.0_f64;
    let mut best = f64::INFINITY;
    let mut stalled = 0;
    for iteration in 0..MAX_ITERATIONS {
        equations.set(state)?;
        equations.residual(&mut right);
        let open = mismatch(equations, &right[n_v..], state);
        if open <= tolerance {
            return Ok((iteration, moved));
        }
        // Dependent constraints converge to what rounding leaves; others to zero, quadratically in the end.
        if open < 0.9 * best {
            (best, stalled) = (open, 0);
        } else {
            stalled += 1;
        }
        if stalled > 25 || !open.is_finite() {
            break;
        }
        problem
            .factor(equations, Metric::Unit)
            .map_err(|unknown| not_determined(equations, unknown, state.time))?;
        let beyond = beyond_rounding(equations, &right[n_v..], state);
        if mismatch(equations, &beyond, state) <= tolerance {
            return Ok((iteration, moved));
        }
        for x in &mut right[n_v..] {
            *x = -*x;
        }
        right[..n_v].fill(0.0);
        problem.solve(&mut right);
        let length = (0..n_v)
            .map(|i| right[i].abs() * problem.weight(i).sqrt())
            .fold(0.0, f64::max);
        let shorter = (LARGEST_STEP / length).min(1.0);
        for x in &mut right[..n_v] {
            *x *= shorter;
        }
        moved += shorter * length;
        start.copy_from(state);
        state.moved_from(&start, &right[..n_v]);
    }
    equations.set(state)?;
    equations.residual(&mut right);
    Err(incompatible(equations, &right[n_v..]))
}

/// What is open beyond rounding of the scalars: wheels that have turned a thousand times know where they are to 1e-12 rad. The rows of B
/// are those of the last factors.
fn beyond_rounding(equations: &Equations, open: &[f64], state: &State) -> Vec<f64> {
    let (n_v, nodes) = (equations.n_velocities(), 6 * state.places.len());
    let (starts, columns) = equations.pattern();
    let of_scalars = |row: usize| -> f64 {
        let entries = starts[n_v + row] as usize..starts[n_v + row + 1] as usize;
        let terms = entries.map(|at| {
            let which = (columns[at] as usize).checked_sub(nodes);
            let scalar = which.and_then(|which| state.scalars.get(which));
            scalar.map_or(0.0, |x| (equations.values()[at] * x).abs())
        });
        terms.sum()
    };
    let rows = open.iter().enumerate();
    rows.map(|(row, open)| (open.abs() - ROUNDINGS * f64::EPSILON * of_scalars(row)).max(0.0))
        .collect()
}

/// Largest opening: a length over the extent of the machine, an angle as it is.
fn mismatch(equations: &Equations, open: &[f64], state: &State) -> f64 {
    let length = equations.extent(state);
    let each = open.iter().enumerate().map(|(i, phi)| {
        let unit = if equations.constraint_is_angle(i) {
            1.0
        } else {
            length
        };
        phi.abs() / unit
    });
    each.fold(
        0.0,
        |a, b| if b.is_nan() { f64::INFINITY } else { a.max(b) },
    )
}

fn incompatible(equations: &Equations, open: &[f64]) -> Error {
    let worst = (0..open.len()).fold(0, |w, i| if open[i].abs() > open[w].abs() { i } else { w });
    let largest = open.get(worst).map_or(0.0, |x| x.abs());
    let others = open
        .iter()
        .filter(|x| x.abs() > 1e-3 * largest)
        .count()
        .saturating_sub(1);
    let is_angle = equations.constraint_is_angle(worst);
    Error::Incompatible {
        constraint: equations.constraint_name(worst),
        mismatch: missing(equations, open, is_angle),
        largest,
        unit: if equations.constraint_is_angle(worst) {
            "rad"
        } else {
            "m"
        },
        others: match others {
            0 => String::new(),
            1 => ", another one too".to_owned(),
            n => format!(", {n} others too"),
        },
    }
}

/// What is missing for all joints together to close: least squares have shared the gap of a chain among all of its joints.
fn missing(equations: &Equations, open: &[f64], is_angle: bool) -> f64 {
    let n_elements = equations.machine().elements().len();
    let squares = |element: usize| {
        let (first, n) = equations.multipliers_of(element);
        let alike = (first..first + n).filter(|i| equations.constraint_is_angle(*i) == is_angle);
        alike.map(|i| open[i] * open[i]).sum::<f64>()
    };
    (0..n_elements).map(|element| squares(element).sqrt()).sum()
}

/// Corrects velocities so that B v + ∂Φ/∂t = 0.
pub(crate) fn velocities(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &mut State,
    by_energy: bool,
) -> Result<(), Error> {
    let (n_v, n) = (equations.n_velocities(), equations.n());
    let mut right = vec![0.0; n];
    equations.set(state)?;
    let metric = if by_energy {
        Metric::Mass
    } else {
        Metric::Unit
    };
    if problem.factor(equations, metric).is_err() {
        // Coordinates without inertia: the least motion instead of the least energy.
        problem
            .factor(equations, Metric::Unit)
            .map_err(|unknown| not_determined(equations, unknown, state.time))?;
    }
    // Once more: ε leaves a small part of the gap.
    for _ in 0..2 {
        equations.set(state)?;
        equations.constraint_velocities(&state.velocity, &mut right[n_v..]);
        for x in &mut right[n_v..] {
            *x = -*x;
        }
        right[..n_v].fill(0.0);
        problem.solve(&mut right);
        for (v, d) in state.velocity.iter_mut().zip(&right) {
            *v += d;
        }
    }
    equations.set(state)?;
    equations.constraint_velocities(&state.velocity, &mut right[n_v..]);
    check_rates(equations, problem, state, &right[n_v..])
}

/// Drives that contradict each other.
fn check_rates(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &State,
    left: &[f64],
) -> Result<(), Error> {
    let fastest = state.velocity.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let worst = (0..left.len()).fold(0, |w, i| if left[i].abs() > left[w].abs() { i } else { w });
    let largest = left.get(worst).map_or(0.0, |x| x.abs());
    // Digits of the velocities themselves, and what ε leaves.
    if largest <= 1e-7 * fastest.max(1e-12) || largest < 1e-12 {
        return Ok(());
    }
    if let Some(error) = contradiction::of_drives(equations, problem, left) {
        return Err(error);
    }
    let missing_rate = missing(equations, left, equations.constraint_is_angle(worst));
    Err(Error::Incompatible {
        constraint: equations.constraint_name(worst),
        mismatch: missing_rate,
        largest,
        unit: if equations.constraint_is_angle(worst) {
            "rad/s"
        } else {
            "m/s"
        },
        others: String::new(),
    })
}
