//! Work of a mesh on two bodies that go a closed way: there and back nothing is gained, not even where one wheel goes round the other.

use std::f64::consts::TAU;

use pitchline_algebra::solve_few;
use pitchline_dynamics::{Equations, Machine, Rotation, State, Weights};
use pitchline_geometry::FlankSide;
use pitchline_geometry::tensor::{IDENTITY, Tensor, product, times, transposed_times};
use pitchline_geometry::vector::{Vector, cross, plus, times as scale};

use super::sprung::{Mesh, Teeth, add_mesh, every_kind, members, planar};
use crate::contract::dense;

fn about_x(angle: f64) -> Tensor {
    let (s, c) = angle.sin_cos();
    [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]
}

fn about_y(angle: f64) -> Tensor {
    let (s, c) = angle.sin_cos();
    [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]
}

pub(super) fn about_z(angle: f64) -> Tensor {
    let (s, c) = angle.sin_cos();
    [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
}

/// A number and its rate.
type Moving = [f64; 2];

/// A wave over the path, zero at its start: without symmetry, for otherwise work there and back would cancel by itself.
fn wave(t: f64, size: f64, order: f64, shape: f64) -> Moving {
    let (s, c) = (TAU * order * t).sin_cos();
    let (s_2, c_2) = (2.0 * TAU * order * t).sin_cos();
    let rate = c + 2.0 * shape * s_2;
    [size * (s + shape * (1.0 - c_2)), size * TAU * order * rate]
}

/// A body on its way: all of it turns about the axis of a, the body about its own, and both waver.
struct Pose {
    place: Vector,
    velocity: Vector,
    axes: Tensor,
    /// In its own axes.
    spin: Vector,
}

fn pose(t: f64, home: Vector, own: &Tensor, turns: f64, seed: f64) -> Pose {
    let around = about_z(TAU * t);
    let wander = [0, 1, 2].map(|i| {
        let i = f64::from(i);
        wave(t, 2e-5, 1.0 + i, 0.4 * i + seed)
    });
    let at = plus(home, wander.map(|w| w[0]));
    let carried = cross([0.0, 0.0, TAU], at);
    let [tilt, lean] = [wave(t, 1e-3, 2.0, seed), wave(t, 1e-3, 3.0, 2.0 * seed)];
    let (x, y) = (about_x(tilt[0]), about_y(lean[0]));
    let tilted = product(&x, &y);
    let turned = product(&product(own, &about_z(TAU * turns * t)), &tilted);
    let all = product(&around, &turned);
    let z = [0.0, 0.0, 1.0];
    let spin = [
        scale(TAU, transposed_times(&turned, z)),
        scale(TAU * turns, transposed_times(&tilted, z)),
        scale(tilt[1], transposed_times(&y, [1.0, 0.0, 0.0])),
        [0.0, lean[1], 0.0],
    ];
    Pose {
        place: times(&around, at),
        velocity: times(&around, plus(wander.map(|w| w[1]), carried)),
        axes: all,
        spin: spin.into_iter().fold([0.0; 3], plus),
    }
}

/// Numbers of teeth, and axes of b as the joint has them.
pub(super) fn wheels(mesh: &Mesh) -> ([f64; 2], Tensor) {
    match mesh {
        Mesh::Wheels(pair) => {
            let [axis, towards, turning] = pair.frame_b();
            let axes = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
            ([pair.a.teeth, pair.b.teeth].map(f64::from), axes)
        }
        Mesh::Rack(_) => ([0.0, 0.0], IDENTITY),
        Mesh::Planar(kind) => {
            let data = planar(*kind);
            let [a, b] = data.pair.data().teeth.map(f64::from);
            // Both axes have one direction here: a ring turns with its pinion.
            let sign = data.pair.radii()[1].signum();
            ([a, sign * b], IDENTITY)
        }
    }
}

pub(super) fn residual(equations: &mut Equations, state: &State) -> Vec<f64> {
    let mut out = vec![0.0; equations.n()];
    equations.set(state).unwrap();
    equations.residual(&mut out);
    out
}

/// Solves the own equations of a joint: its scalars and its multipliers, which are the last unknowns.
fn settle(equations: &mut Equations, state: &mut State) {
    let n_bodies = 6 * state.places.len();
    for _ in 0..4 {
        let right = residual(equations, state)[n_bodies..].to_vec();
        if right.is_empty() {
            return;
        }
        let weights = Weights {
            position: 1.0,
            multiplier: 1.0,
            ..Weights::default()
        };
        let full = dense(equations, state, weights);
        let own = full[n_bodies..].iter().flat_map(|row| &row[n_bodies..]);
        let mut step = right;
        assert!(solve_few(own.copied().collect(), &mut step));
        let (scalars, multipliers) = step.split_at(state.scalars.len());
        for (x, d) in state.scalars.iter_mut().zip(scalars) {
            *x -= d;
        }
        for (x, d) in state.multipliers.iter_mut().zip(multipliers) {
            *x -= d;
        }
    }
}

/// Work of the mesh on both bodies over a turn of the line of centres, in which the wheels roll on each other by as many turns as the other has teeth;
/// and the sum of its size.
fn work(mesh: &Mesh, teeth: &Teeth) -> [f64; 2] {
    let mut machine = Machine::new();
    let [(_, _), (center_b, _)] = members(mesh);
    let ([z_a, z_b], own_b) = wheels(mesh);
    let homes = [([0.0; 3], IDENTITY, z_b, 0.3), (center_b, own_b, -z_a, 1.1)];
    let at = |t: f64| homes.map(|(home, own, turns, seed)| pose(t, home, &own, turns, seed));
    // The play is counted from where the machine starts.
    let start = at(0.0);
    let nodes = start.each_ref().map(|pose| {
        let turned = Rotation::from_matrix(&pose.axes);
        machine.add_node("wheel", pose.place, turned)
    });
    let ground_axes = members(mesh);
    let placed: [_; 2] = std::array::from_fn(|i| {
        let (_, [axis, towards]) = ground_axes[i];
        let own = Rotation::from_matrix(&start[i].axes);
        (nodes[i], start[i].place, axis, towards, own)
    });
    add_mesh(&mut machine, mesh, teeth, &placed);
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let n = 96 * (z_a.abs() + z_b.abs()).max(10.0) as u32;
    let (mut sum, mut size) = (0.0, 0.0);
    for step in 0..n {
        let t = f64::from(step) / f64::from(n);
        let poses = at(t);
        for (i, pose) in poses.iter().enumerate() {
            state.places[i] = pose.place;
            state.rotations[i] = Rotation::from_matrix(&pose.axes);
            let [x, y, z] = pose.velocity;
            let [u, v, w] = pose.spin;
            state.velocity[6 * i..6 * i + 6].copy_from_slice(&[x, y, z, u, v, w]);
        }
        if let [turn_a, turn_b, ..] = state.scalars.as_mut_slice() {
            [*turn_a, *turn_b] = [TAU * z_b * t, -TAU * z_a * t];
        }
        equations.set(&state).unwrap();
        equations.follow_turns(&mut state);
        settle(&mut equations, &mut state);
        let left = residual(&mut equations, &state);
        let powers = left.iter().zip(&state.velocity[..12]).map(|(r, v)| -r * v);
        let power: f64 = powers.clone().sum();
        sum += power / f64::from(n);
        size += powers.map(f64::abs).sum::<f64>() / f64::from(n);
    }
    [sum, size]
}

#[test]
fn closed_paths_take_no_work() {
    for (kind, mesh) in every_kind() {
        for side in [FlankSide::Right, FlankSide::Left] {
            let [work, size] = work(&mesh, &Teeth::sprung(side));
            assert!(size > 0.0);
            assert!(work.abs() < 1e-10 * size, "{kind}: {work:e} of {size:e}");
        }
    }
}
