//! Flexible bodies against sums over their points, against rigid bodies, and against closed forms of rings and beams.

mod annulus;
mod fixed_frame;
mod gear;
mod held;
mod housing;
mod newton;
mod over_time;
mod ring;

use pitchline_dynamics::{Equations, State, Weights};

/// The tangent as a full matrix, by rows.
fn dense(equations: &mut Equations, weights: Weights) -> Vec<Vec<f64>> {
    equations.tangent(weights, None);
    let n = equations.n();
    let mut full = vec![vec![0.0; n]; n];
    let (starts, columns) = equations.pattern();
    for (i, row) in full.iter_mut().enumerate() {
        for at in starts[i] as usize..starts[i + 1] as usize {
            row[columns[at] as usize] += equations.values()[at];
        }
    }
    full
}

fn residual(equations: &mut Equations, state: &State) -> Vec<f64> {
    let mut out = vec![0.0; equations.n()];
    equations.set(state).unwrap();
    equations.residual(&mut out);
    out
}

/// Solves A x = b by Gauss's elimination with pivots.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let best = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()));
        let best = best.unwrap();
        a.swap(k, best);
        b.swap(k, best);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            let (done, rest) = a.split_at_mut(i);
            for (x, y) in rest[0].iter_mut().zip(&done[k]).skip(k) {
                *x -= factor * y;
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

/// Accelerations and multipliers that the equations ask for: M a − Bᵀ λ = −r(a = 0, λ = 0), B a = −bias.
fn accelerated(equations: &mut Equations, state: &State) -> State {
    let mut state = state.clone();
    state.acceleration.fill(0.0);
    state.multipliers.fill(0.0);
    let n_v = equations.n_velocities();
    let mut right = residual(equations, &state);
    equations.constraint_biases(&mut right[n_v..]);
    let weights = Weights {
        acceleration: 1.0,
        multiplier: 1.0,
        ..Weights::default()
    };
    let mut matrix = dense(equations, weights);
    let weights = Weights {
        position: 1.0,
        ..Weights::default()
    };
    let rows = dense(equations, weights);
    matrix[n_v..].clone_from_slice(&rows[n_v..]);
    let solution = solve(matrix, right.iter().map(|r| -r).collect());
    state.acceleration.copy_from_slice(&solution[..n_v]);
    state.multipliers.copy_from_slice(&solution[n_v..]);
    state
}
