//! Whether the coefficients of the linear equations stay what they are while the machine turns. \[theory:linearised\] (15)
//!
//! A round shaft in bearings has constant coefficients in ground axes; an oval one, or wheels that a carrier moves round, have
//! periodic ones, and modes of an instant say little about such a machine.

use pitchline_geometry::tensor::{Tensor, product, product_transposed};
use pitchline_geometry::vector::{dot, minus};

use super::{LinearMachine, ModeKind, ModeOptions};
use crate::{Complex, Equations, Error, NodeId, State, Steady, Weights};

/// How far the machine is turned on (rad): no simple part of a turn, at which planets or teeth would meet again.
const TURN: f64 = 0.37;
/// Free motions that are still free within this share of their constraint stay free: digits of the steady state.
const FREE: f64 = 1e-6;
/// Coefficients are constant if no λ² of the lowest modes changes by more: frequencies then by half as much at most.
const SAME_OVER_A_TURN: f64 = 1e-3;
/// A node that moves by more than this share of the extent is carried round: whirl by unbalance is far less.
const FAR: f64 = 1e-2;
/// Modes that are looked at.
const MODES: usize = 12;

/// How the coefficients change while a machine turns.
#[derive(Debug, Default)]
pub(super) struct Variation {
    /// A warning, if they do by more than modes can stand.
    pub warning: Option<String>,
    /// Change of λ² of the lowest modes beside λ², up to what is warned of.
    pub relative: f64,
}

/// Looks at the coefficients now and a little later.
pub(super) fn check(equations: &mut Equations, steady: &Steady) -> Result<Variation, Error> {
    if !steady.is_turning {
        return Ok(Variation::default());
    }
    let now = LinearMachine::new(equations, steady)?;
    let Ok(later) = steady.later(equations, TURN) else {
        return Ok(Variation {
            warning: Some(
                "whether the linear equations stay the same while the machine turns could not be checked"
                    .to_owned(),
            ),
            relative: 0.0,
        });
    };
    let then = LinearMachine::new(equations, &later)?;
    let (relative, coordinate) = changed(&now, &then)?;
    let warning = match coordinate {
        Some(coordinate) => Some(warning(equations, (steady, &later), &now, coordinate)?),
        None => None,
    };
    Ok(Variation { warning, relative })
}

/// What a user should know of a machine whose coefficients change, most in the row of a coordinate.
fn warning(
    equations: &mut Equations,
    (steady, later): (&Steady, &Steady),
    now: &LinearMachine,
    coordinate: usize,
) -> Result<String, Error> {
    let worst = element(equations, &steady.state, &later.state)?;
    let machine = equations.machine();
    let found = worst.and_then(|number| machine.element(crate::ElementId(number as u32)));
    let is_carried = found.is_some_and(|(_, element)| {
        let goes = |node: &NodeId| goes_round(*node, &steady.state, &later.state, now.length);
        element.touched().nodes.iter().any(goes)
    });
    let what = found.map_or(now.names[coordinate].as_str(), |(name, _)| name);
    let remedy = match is_carried {
        true => "it is carried round: let what carries it stand still and the others turn",
        false => "give it the same stiffness and inertia all round",
    };
    Ok(format!(
        "the linear equations change while the machine turns, most at {what}: modes and responses are those of one instant; {remedy}, or run a transient"
    ))
}

/// Whether a node has gone far, not only turned in its place.
fn goes_round(node: NodeId, now: &State, then: &State, length: f64) -> bool {
    let Some(at) = (node.0 as usize).checked_sub(1) else {
        return false;
    };
    let moved = minus(now.places[at], then.places[at]);
    dot(moved, moved).sqrt() > FAR * length
}

/// Largest change of λ² beside λ², up to what counts, and the coordinate whose row changes most if it counts.
fn changed(now: &LinearMachine, then: &LinearMachine) -> Result<(f64, Option<usize>), Error> {
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
        if opened.get(worst).is_some_and(|x| x.abs() > FREE * size) {
            return Ok((SAME_OVER_A_TURN, Some(now.basis.free()[worst])));
        }
    }
    let modes = now.modes(&ModeOptions {
        wanted: Some(MODES),
    })?;
    let moving = || modes.modes.iter().filter(|m| m.kind != ModeKind::Rigid);
    let mut worst = (SAME_OVER_A_TURN, None);
    let mut relative = 0.0_f64;
    for mode in moving() {
        let at = |machine: &LinearMachine| machine.full.residual(mode.eigenvalue, &mode.shape);
        let change: Vec<Complex> = at(then)
            .into_iter()
            .zip(at(now))
            .map(|(then, now)| then - now)
            .collect();
        // Modal masses are one.
        let scale = mode.eigenvalue.norm_sqr();
        for other in moving() {
            let terms = || other.shape.iter().zip(&change).map(|(x, c)| x.conj() * *c);
            let sum = terms().fold(Complex::new(0.0, 0.0), |sum, term| sum + term);
            relative = relative.max(sum.norm() / scale);
            if sum.norm() > worst.0 * scale {
                let sizes = terms().map(|term| term.norm()).enumerate();
                let largest = sizes.fold(
                    (0, 0.0),
                    |best, (i, size)| {
                        if size > best.1 { (i, size) } else { best }
                    },
                );
                worst = (sum.norm() / scale, Some(largest.0));
            }
        }
    }
    Ok((relative.min(SAME_OVER_A_TURN), worst.1))
}

/// The element without constraints whose own matrices change most, if one does.
fn element(equations: &mut Equations, now: &State, then: &State) -> Result<Option<usize>, Error> {
    let mut worst = (FREE, None);
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
    Ok(worst.1)
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
