//! What a change of velocities does to the rates of forces in a steady motion. \[theory:linearised\] (3b)
//!
//! A node that goes faster along its circle is accelerated more towards the middle, and the force that takes turns with it. With this in
//! the equations of the velocities a search finds them at once, below critical speeds and above.

use super::circle::turns;
use crate::{Equations, State, Weights};
use pitchline_geometry::vector::{Vector, cross, dot, minus, plus, times};

/// ∂r/∂v and ∂r/∂v̇ of a state, and what follows from them, over the pattern of the equations.
#[derive(Debug)]
pub(super) struct Whirl {
    damping: Vec<f64>,
    mass: Vec<f64>,
    /// C N − ν² M + ω̃ T of the rows of coordinates.
    following: Vec<f64>,
}

impl Whirl {
    /// At the state that the equations look at.
    pub fn new(equations: &mut Equations, state: &State) -> Self {
        let mut of = |weights| {
            equations.tangent(weights, None);
            equations.values().to_vec()
        };
        let damping = of(Weights {
            velocity: 1.0,
            ..Weights::default()
        });
        let mass = of(Weights {
            acceleration: 1.0,
            ..Weights::default()
        });
        let turns: Vec<Vector> = turns(state)
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        let (tangent, mut following) = turned(equations, [&damping, &mass], &turns);
        keep_torques(equations, state, &tangent, &mut following);
        Self {
            damping,
            mass,
            following,
        }
    }

    /// Adds it to K.
    pub fn add_to(&self, stiffness: &mut [f64]) {
        for (sum, x) in stiffness.iter_mut().zip(&self.following) {
            *sum += x;
        }
    }

    /// C v̇ + M v̈ less what follows velocities that are known.
    pub fn forcing(
        &self,
        equations: &Equations,
        [velocity, acceleration, jerk]: [&[f64]; 3],
        out: &mut [f64],
    ) {
        let (starts, columns) = equations.pattern();
        for (i, sum) in out.iter_mut().enumerate() {
            let range = starts[i] as usize..starts[i + 1] as usize;
            let own = range.map(|at| (at, columns[at] as usize));
            let own = own.filter(|(_, column)| *column < velocity.len());
            *sum = own
                .map(|(at, column)| {
                    self.damping[at] * acceleration[column] + self.mass[at] * jerk[column]
                        - self.following[at] * velocity[column]
                })
                .sum();
        }
    }
}

/// T = C + M N and C N − ν² M, N v = ν × v of the places of nodes, nothing of turns and scalars. Entries beside the pattern are left out: the
/// search then takes more rounds, and finds the same.
fn turned(
    equations: &Equations,
    [damping, mass]: [&[f64]; 2],
    turns: &[Vector],
) -> (Vec<f64>, Vec<f64>) {
    let (starts, columns) = equations.pattern();
    let (mut tangent, mut following) = (damping.to_vec(), vec![0.0; mass.len()]);
    for row in 0..equations.n_velocities() {
        let end = starts[row + 1] as usize;
        let mut at = starts[row] as usize;
        while at < end {
            let node = columns[at] as usize / 6;
            let Some(turn) = turns.get(node) else { break };
            let next = columns[at..end].partition_point(|&c| (c as usize) < 6 * node + 6);
            let places = (at..at + next).filter(|&k| columns[k] % 6 < 3);
            let [mut c, mut m] = [[0.0; 3]; 2];
            for k in places.clone() {
                let i = columns[k] as usize % 6;
                (c[i], m[i]) = (damping[k], mass[k]);
            }
            let t = plus(c, cross(m, *turn));
            let f = minus(cross(c, *turn), times(dot(*turn, *turn), m));
            for k in places {
                let i = columns[k] as usize % 6;
                (tangent[k], following[k]) = (t[i], f[i]);
            }
            at += next;
        }
    }
    (tangent, following)
}

/// Adds ω̃ T in the rows of torques: those that velocities make stand still in the ground, as forces do.
fn keep_torques(equations: &Equations, state: &State, tangent: &[f64], out: &mut [f64]) {
    let (starts, columns) = equations.pattern();
    let range = |row: usize| starts[row] as usize..starts[row + 1] as usize;
    let entry = |row: usize, column: u32| {
        let found = columns[range(row)].binary_search(&column);
        found.map_or(0.0, |at| tangent[range(row).start + at])
    };
    for node in 0..equations.machine().n_nodes() {
        let first = 6 * node + 3;
        let spin = [0, 1, 2].map(|i| state.velocity[first + i]);
        for row in 0..3 {
            for at in range(first + row) {
                let torque = [0, 1, 2].map(|i| entry(first + i, columns[at]));
                out[at] += cross(spin, torque)[row];
            }
        }
    }
}
