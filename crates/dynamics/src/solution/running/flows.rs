//! Flows of a machine at rest, such as currents of motors: their rates stay as what drives them asks. \[theory:actuators\] (22)

use super::SparseRow;
use super::balance::solve;
use crate::{Equations, Error, State};

/// The velocities that are flows.
fn flows(equations: &Equations) -> impl Iterator<Item = usize> {
    let machine = equations.machine();
    (0..equations.n_velocities()).filter(move |at| machine.is_flow(*at))
}

/// Rows that keep flows as they are.
pub(super) fn rows(equations: &Equations) -> Vec<SparseRow> {
    flows(equations).map(|at| vec![(at, 1.0)]).collect()
}

/// Gives flows the rates with which their own equations balance; the machine stands still otherwise.
pub(super) fn settle(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
    let flows: Vec<usize> = flows(equations).collect();
    if flows.is_empty() {
        return Ok(());
    }
    let at = |equations: &mut Equations, state: &State| -> Result<Vec<f64>, Error> {
        let mut residual = vec![0.0; equations.n()];
        equations.set(state)?;
        equations.residual(&mut residual);
        Ok(flows.iter().map(|flow| residual[*flow]).collect())
    };
    for flow in &flows {
        state.velocity[*flow] = 0.0;
    }
    let mut rates = at(equations, state)?;
    let (n, mut matrix) = (flows.len(), vec![0.0; flows.len() * flows.len()]);
    for (column, flow) in flows.iter().enumerate() {
        state.velocity[*flow] = 1.0;
        for (row, with) in at(equations, state)?.into_iter().enumerate() {
            matrix[row * n + column] = rates[row] - with;
        }
        state.velocity[*flow] = 0.0;
    }
    if solve(matrix, &mut rates) {
        for (flow, rate) in flows.iter().zip(rates) {
            state.velocity[*flow] = rate;
        }
    }
    Ok(())
}
