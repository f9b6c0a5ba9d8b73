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
    let fastest = state.velocity.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for at in (0..6 * state.places.len()).step_by(6) {
        let vector = |x: &[f64]| [x[at], x[at + 1], x[at + 2]];
        let [v, a, j] = [&state.velocity[..], &state.acceleration, jerk].map(vector);
        let size = dot(v, v);
        if size <= (1e-9 * fastest).powi(2) {
            continue;
        }
        // ν = v × a / v² turns velocity, acceleration and jerk alike.
        let turn = times(1.0 / size, cross(v, a));
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
