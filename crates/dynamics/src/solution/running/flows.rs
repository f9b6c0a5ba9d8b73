//! Flows of a machine that stands or runs evenly, such as currents of motors: they have the rates at which their own equations balance.
//! \[theory:actuators\] (22), \[theory:planar-contact\] (46)

use pitchline_algebra::solve_few;

use super::SparseRow;
use crate::{Equations, Error, State};

/// Share of the largest number in the equation of a flow that is rounding.
const ROUNDED: f64 = 1e-9;

/// The velocities that are flows.
fn flows(equations: &Equations) -> impl Iterator<Item = usize> {
    let machine = equations.machine();
    (0..equations.n_velocities()).filter(move |at| machine.is_flow(*at))
}

/// Rows that keep flows as they are.
pub(super) fn rows(equations: &Equations) -> Vec<SparseRow> {
    flows(equations).map(|at| vec![(at, 1.0)]).collect()
}

/// Gives flows the rates with which their own equations balance while the machine moves as the state says. Those are returned that have no such
/// rate, because their equations do not know it, as the sum of a controller: they keep the rate that they have.
pub(super) fn settle(equations: &mut Equations, state: &mut State) -> Result<Vec<usize>, Error> {
    let all: Vec<usize> = flows(equations).collect();
    if all.is_empty() {
        return Ok(all);
    }
    let slopes = Slopes::new(equations, state, &all)?;
    // Its own rate is all that can bring the equation of a flow into balance.
    let settling: Vec<usize> = (0..all.len()).filter(|&i| slopes.of(i, i) != 0.0).collect();
    let entries = settling.iter().flat_map(|&i| {
        let slopes = &slopes;
        settling.iter().map(move |&j| slopes.of(i, j))
    });
    let mut corrections: Vec<f64> = settling.iter().map(|&i| slopes.open[i]).collect();
    if solve_few(entries.collect(), &mut corrections) {
        for (&i, correction) in settling.iter().zip(corrections) {
            state.velocity[all[i]] -= correction;
        }
    }
    let left = imbalances(equations, state, &all)?;
    let each = all.iter().zip(left).enumerate();
    let open = each.filter(|(i, (_, left))| left.abs() > ROUNDED * slopes.largest(*i));
    Ok(open.map(|(_, (flow, _))| *flow).collect())
}

/// How the equations of flows depend on their rates.
struct Slopes {
    /// By rows.
    matrix: Vec<f64>,
    n: usize,
    /// What is open at the state.
    open: Vec<f64>,
}

impl Slopes {
    /// By differences of one: the equations are linear in rates, but for limits of controllers.
    fn new(equations: &mut Equations, state: &mut State, flows: &[usize]) -> Result<Self, Error> {
        let n = flows.len();
        let open = imbalances(equations, state, flows)?;
        let mut matrix = vec![0.0; n * n];
        for (column, &flow) in flows.iter().enumerate() {
            let kept = state.velocity[flow];
            state.velocity[flow] = kept + 1.0;
            let with = imbalances(equations, state, flows)?;
            state.velocity[flow] = kept;
            for (row, with) in with.into_iter().enumerate() {
                matrix[row * n + column] = with - open[row];
            }
        }
        Ok(Self { matrix, n, open })
    }

    fn of(&self, row: usize, column: usize) -> f64 {
        self.matrix[row * self.n + column]
    }

    /// The largest number in an equation.
    fn largest(&self, row: usize) -> f64 {
        let slopes = &self.matrix[row * self.n..(row + 1) * self.n];
        let all = slopes.iter().chain([&self.open[row]]);
        all.fold(0.0, |most, one| f64::max(most, one.abs()))
    }
}

/// What is open in the equations of flows.
fn imbalances(
    equations: &mut Equations,
    state: &State,
    flows: &[usize],
) -> Result<Vec<f64>, Error> {
    let mut residual = vec![0.0; equations.n()];
    equations.set(state)?;
    equations.residual(&mut residual);
    Ok(flows.iter().map(|flow| residual[*flow]).collect())
}
