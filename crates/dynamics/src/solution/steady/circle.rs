//! A little later along the motion: nodes go on along circles. \[theory:linearised\] (5)

use pitchline_geometry::vector::{Vector, cross, dot, plus, times};

use crate::{Rotation, State};

/// The state and the rates of its accelerations a little later or earlier: nodes go on along circles.
pub(super) fn carried(state: &State, jerk: &[f64], t: f64) -> (State, Vec<f64>) {
    let mut there = state.clone();
    let mut jerk_there = jerk.to_vec();
    let n = state.velocity.len();
    // Turns and scalars by their series; steady spins are constant in the axes of their nodes.
    let mut step: Vec<f64> = (0..n)
        .map(|i| {
            let [v, a, j] = [state.velocity[i], state.acceleration[i], jerk[i]];
            there.acceleration[i] = a + t * j;
            there.velocity[i] = v + t * (a + t / 2.0 * j);
            t * (v + t / 2.0 * (a + t / 3.0 * j))
        })
        .collect();
    for (node, turn) in turns(state).into_iter().enumerate() {
        let Some(turn) = turn else { continue };
        let at = 6 * node;
        let vector = |x: &[f64]| [x[at], x[at + 1], x[at + 2]];
        let [v, a, j] = [&state.velocity[..], &state.acceleration, jerk].map(vector);
        // ν turns velocity, acceleration and jerk alike.
        let rotation = Rotation::from_vector(times(t, turn)).matrix();
        let moved = along_circle(v, turn, t);
        for i in 0..3 {
            let row = rotation[i];
            there.velocity[at + i] = dot(row, v);
            there.acceleration[at + i] = dot(row, a);
            jerk_there[at + i] = dot(row, j);
            step[at + i] = moved[i];
        }
    }
    there.moved_from(state, &step);
    (there, jerk_there)
}

/// ν = v × a / v² of each node (rad/s): how fast it goes round. None of a node that stays where it is: rounding makes its velocity, or
/// seems to turn it faster than anything spins. \[theory:linearised\] (5)
pub(super) fn turns(state: &State) -> Vec<Option<Vector>> {
    let fastest = state.velocity.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let nodes = (0..6 * state.places.len()).step_by(6);
    let vector = |x: &[f64], at: usize| [x[at], x[at + 1], x[at + 2]];
    let spins = nodes.clone().map(|at| vector(&state.velocity, at + 3));
    let spin = spins.map(|spin| dot(spin, spin)).fold(0.0, f64::max);
    let turn = |at: usize| {
        let [v, a] = [&state.velocity, &state.acceleration].map(|x| vector(x, at));
        let size = dot(v, v);
        let turn = (size > (1e-9 * fastest).powi(2)).then(|| times(1.0 / size, cross(v, a)));
        turn.filter(|turn| dot(*turn, *turn) <= 1.01 * spin)
    };
    nodes.map(turn).collect()
}

/// ∫ of a velocity that turns with ν: along itself v sin νt / ν, towards the middle (ν × v)(1 − cos νt) / ν².
fn along_circle(v: Vector, turn: Vector, t: f64) -> Vector {
    let rate = dot(turn, turn).sqrt();
    let angle = rate * t;
    if angle.abs() < 1e-6 {
        return plus(times(t, v), times(0.5 * t * t, cross(turn, v)));
    }
    let half = (0.5 * angle).sin();
    plus(
        times(angle.sin() / rate, v),
        times(2.0 * half * half / (rate * rate), cross(turn, v)),
    )
}
