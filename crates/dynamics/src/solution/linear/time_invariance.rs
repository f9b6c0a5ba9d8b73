//! Whether the coefficients of the linear equations stay what they are while the machine turns. \[theory:linearised\] (15)
//!
//! A round shaft in bearings has constant coefficients in ground axes; an oval one, or wheels that a carrier moves round, have
//! periodic ones, and modes of an instant say little about such a machine.

use pitchline_geometry::tensor::{Tensor, product, product_transposed};

use super::{LinearMachine, reduction};
use crate::{Equations, Error, NodeId, State, Steady, Weights};

/// How far the machine is turned on (rad): no simple part of a turn, at which planets or teeth would meet again.
const TURN: f64 = 0.37;
/// Coefficients that change by less are constant: digits of the steady state.
const CONSTANT: f64 = 1e-6;

/// A warning for a machine whose coefficients change.
pub(super) fn check(equations: &mut Equations, steady: &Steady) -> Result<Option<String>, Error> {
    if !steady.is_turning {
        return Ok(None);
    }
    let now = LinearMachine::new(equations, steady)?;
    let Ok(later) = steady.later(equations, TURN) else {
        return Ok(Some(
            "whether the linear equations stay the same while the machine turns could not be checked"
                .to_owned(),
        ));
    };
    let then = LinearMachine::new(equations, &later)?;
    let Some(coordinate) = changed(&now, &then)? else {
        return Ok(None);
    };
    let what = match element(equations, &steady.state, &later.state)? {
        Some(name) => name,
        None => now.names[coordinate].clone(),
    };
    Ok(Some(format!(
        "the linear equations change while the machine turns, most at {what}: modes and responses are those of one instant; give it the same stiffness and inertia all round, or run a transient"
    )))
}

/// The coordinate whose row changes most, if any does.
fn changed(now: &LinearMachine, then: &LinearMachine) -> Result<Option<usize>, Error> {
    // Free motions of one instant must be free at the other.
    for row in &then.constraints {
        let mut opened = vec![0.0; now.n_free()];
        let mut size = 0.0_f64;
        for &(coordinate, b) in row {
            size = size.max((b / now.weight(coordinate)).abs());
            for &(free, share) in now.basis.row(coordinate) {
                let unit = now.weight(now.basis.free()[free]);
                opened[free] += b * share / unit;
            }
        }
        let worst = (0..opened.len()).fold(0, |w, i| {
            if opened[i].abs() > opened[w].abs() {
                i
            } else {
                w
            }
        });
        if opened.get(worst).is_some_and(|x| x.abs() > CONSTANT * size) {
            return Ok(Some(now.basis.free()[worst]));
        }
    }
    let turned = reduction::reduce(&then.full, &now.basis)?;
    let mut worst = (CONSTANT, None);
    let parts = [
        (&now.reduced.mass, &turned.mass),
        (&now.reduced.damping, &turned.damping),
        (&now.reduced.stiffness, &turned.stiffness),
    ];
    for (a, b) in parts {
        let (before, after) = (now.reduced.dense(a), turned.dense(b));
        let n = now.n_free();
        let weight = |i: usize| 1.0 / now.weight(now.basis.free()[i]);
        let entry = |values: &[f64], at: usize| values[at] * weight(at % n) * weight(at / n);
        let all = 0..n * n;
        let largest = all
            .clone()
            .map(|at| entry(&before, at).abs())
            .fold(0.0, f64::max);
        for at in all {
            let change = (entry(&after, at) - entry(&before, at)).abs();
            if change > worst.0 * largest {
                worst = (change / largest, Some(now.basis.free()[at % n]));
            }
        }
    }
    Ok(worst.1)
}

/// The element without constraints whose own matrices change most, if one does.
fn element(equations: &mut Equations, now: &State, then: &State) -> Result<Option<String>, Error> {
    let mut worst = (CONSTANT, None);
    for number in 0..equations.machine().elements().len() {
        let mut both = Vec::new();
        for state in [now, then] {
            equations.set(state)?;
            both.push(ground_tangent(equations, state, number));
        }
        let [Some(before), Some(after)] = &both[..] else {
            continue;
        };
        let largest = before.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let change = before
            .iter()
            .zip(after)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        if change > worst.0 * largest {
            worst = (change / largest, Some(number));
        }
    }
    let machine = equations.machine();
    Ok(worst.1.and_then(|number| {
        let element = machine.element(crate::ElementId(number as u32));
        element.map(|(name, _)| name.to_owned())
    }))
}

/// Stiffness of an element over its own unknowns in ground axes; none of an element with constraints.
fn ground_tangent(equations: &mut Equations, state: &State, number: usize) -> Option<Vec<f64>> {
    let weights = Weights {
        position: 1.0,
        velocity: 1.0,
        acceleration: 1.0,
        multiplier: 0.0,
    };
    let (touched, matrix) = equations.element_tangent(number, weights)?;
    if touched.n_multipliers > 0 {
        return None;
    }
    let n = touched.n();
    let mut values: Vec<f64> = (0..n * n).map(|at| matrix.get(at / n, at % n)).collect();
    for (i, node) in touched.nodes.iter().enumerate() {
        if *node == NodeId::GROUND {
            continue;
        }
        let axes = state.rotations.get(node.0 as usize - 1)?.matrix();
        let first = 6 * i + 3;
        for start in (0..6 * touched.nodes.len()).step_by(3) {
            turn(&mut values, n, [first, start], |block| {
                product(&axes, block)
            });
            turn(&mut values, n, [start, first], |block| {
                product_transposed(block, &axes)
            });
        }
    }
    Some(values)
}

fn turn(
    values: &mut [f64],
    n: usize,
    [row, column]: [usize; 2],
    turned: impl Fn(&Tensor) -> Tensor,
) {
    let block = [0, 1, 2].map(|i| [0, 1, 2].map(|j| values[(row + i) * n + column + j]));
    let block = turned(&block);
    for i in 0..3 {
        for j in 0..3 {
            values[(row + i) * n + column + j] = block[i][j];
        }
    }
}
