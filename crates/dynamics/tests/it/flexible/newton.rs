//! A body of mass points obeys Newton's law point by point, whatever frame describes it.

use pitchline_dynamics::{
    AttachedPoints, Equations, FlexibleNodes, FlexibleOptions, KeptModes, Machine, ModalDamping,
    Pose, RigidBody, Rotation, State, add_flexible_body,
};
use pitchline_geometry::tensor::{Tensor, times};
use pitchline_geometry::vector::{Vector, cross, dot, length, minus, plus, plus_scaled};

use super::{accelerated, residual};
use crate::contract::Scatter;
use crate::lumped::Lumped;

pub(super) const POSE: Pose = Pose {
    place: [0.7, -0.4, 0.2],
    axes: [[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]],
};

pub(super) fn machine(lumped: &Lumped, options: &FlexibleOptions) -> (Machine, FlexibleNodes) {
    let mut machine = Machine::new();
    let body = lumped.reduced();
    let nodes = add_flexible_body(&mut machine, "body", &body, POSE, options).unwrap();
    (machine, nodes)
}

fn scattered(machine: &Machine, seed: u64) -> State {
    let mut scatter = Scatter::new(seed);
    let start = machine.start(0.0);
    let mut state = start.clone();
    let increment: Vec<f64> = start
        .velocity
        .iter()
        .map(|_| 0.4 * scatter.next())
        .collect();
    state.moved_from(&start, &increment);
    state
        .velocity
        .iter_mut()
        .for_each(|v| *v = 2.0 * scatter.next());
    state
        .acceleration
        .iter_mut()
        .for_each(|a| *a = 5.0 * scatter.next());
    state
}

/// One point: where it is, how fast, how its speed changes, and how it answers each velocity of the body.
struct Point {
    mass: f64,
    place: Vector,
    acceleration: Vector,
    by_velocity: Vec<Vector>,
}

fn points(lumped: &Lumped, nodes: &FlexibleNodes, state: &State) -> Vec<Point> {
    let axes = state.rotations[0].matrix();
    let spin = [3, 4, 5].map(|i| state.velocity[i]);
    let spin_rate = [3, 4, 5].map(|i| state.acceleration[i]);
    let along_rate = [0, 1, 2].map(|i| state.acceleration[i]);
    (0..lumped.masses.len())
        .map(|p| {
            let shapes = shapes(lumped, nodes, p);
            let deformed = |q: &[f64]| {
                let modes = shapes.iter().zip(q);
                modes.fold([0.0; 3], |sum, (shape, q)| plus_scaled(sum, *q, *shape))
            };
            let rest = minus(lumped.places[p], nodes.basis.centre);
            let y = plus(rest, deformed(&state.scalars));
            let y_rate = deformed(&state.velocity[6..]);
            let y_second = deformed(&state.acceleration[6..]);
            let swing = plus(cross(spin_rate, y), cross(spin, cross(spin, y)));
            let inside = plus(plus_scaled(swing, 2.0, cross(spin, y_rate)), y_second);
            Point {
                mass: lumped.masses[p],
                place: plus(state.places[0], times(&axes, y)),
                acceleration: plus(along_rate, times(&axes, inside)),
                by_velocity: by_velocity(&axes, y, &shapes),
            }
        })
        .collect()
}

/// Displacement of a point in each mode: its own coordinates less the rigid motion that the frame takes.
pub(super) fn shapes(lumped: &Lumped, nodes: &FlexibleNodes, point: usize) -> Vec<Vector> {
    let n = lumped.n();
    let mut rows = vec![0.0; 3 * n];
    for i in 0..3 {
        rows[i + 3 * (3 * point + i)] = 1.0;
    }
    nodes.basis.along(lumped.places[point], &rows)
}

/// ∂ẋ/∂v for each velocity of the body.
fn by_velocity(axes: &Tensor, y: Vector, shapes: &[Vector]) -> Vec<Vector> {
    let unit = |i: usize| [0, 1, 2].map(|j| f64::from(u8::from(i == j)));
    let along = (0..3).map(unit);
    let about = (0..3).map(|i| times(axes, cross(unit(i), y)));
    let modes = shapes.iter().map(|shape| times(axes, *shape));
    along.chain(about).chain(modes).collect()
}

/// Virtual power (d'Alembert): each row of the residual is Σ m (ẍ − g) · ∂ẋ/∂v, and the springs. Sums of a few dozen products of
/// size 100 at most, each rounded.
#[test]
fn every_row_is_the_virtual_power_of_the_points() {
    let lumped = Lumped::five(30.0);
    let (mut machine, nodes) = machine(&lumped, &FlexibleOptions::default());
    machine.gravity = [1.0, -9.0, 2.0];
    let mut equations = Equations::new(&machine);
    for seed in 1..=5 {
        let state = scattered(&machine, seed);
        let found = residual(&mut equations, &state);
        let points = points(&lumped, &nodes, &state);
        for (row, found) in found.iter().enumerate() {
            let power = points.iter().map(|p| {
                let force = minus(p.acceleration, machine.gravity);
                p.mass * dot(force, p.by_velocity[row])
            });
            let spring = match row.checked_sub(6) {
                Some(i) => nodes.basis.stiffness[i] * state.scalars[i],
                None => 0.0,
            };
            let expected = power.sum::<f64>() + spring;
            assert!(
                (found - expected).abs() < 1e-11,
                "{row}: {found} {expected}"
            );
        }
    }
}

/// Frequencies of the mass points by their own springs: along a mode q̈ = −ω² q the force of the springs at each point is m ü.
#[test]
fn modes_are_those_of_the_springs() {
    let lumped = Lumped::five(30.0);
    let (_, nodes) = machine(&lumped, &FlexibleOptions::default());
    assert_eq!(nodes.basis.n(), 3 * 5 - 6);
    for mode in 0..nodes.basis.n() {
        let u: Vec<Vector> = (0..5).map(|p| shapes(&lumped, &nodes, p)[mode]).collect();
        let (mut sum, mut turn) = ([0.0; 3], [0.0; 3]);
        for a in 0..5 {
            let arm = minus(lumped.places[a], nodes.basis.centre);
            sum = plus_scaled(sum, lumped.masses[a], u[a]);
            turn = plus_scaled(turn, lumped.masses[a], cross(arm, u[a]));
            let mut force = [0.0; 3];
            for b in (0..5).filter(|&b| b != a) {
                let apart = minus(lumped.places[b], lumped.places[a]);
                let stretch = dot(apart, minus(u[b], u[a])) / length(apart);
                force = plus_scaled(force, 30.0 * stretch / length(apart), apart);
            }
            let inertia = -lumped.masses[a] * nodes.basis.stiffness[mode];
            for i in 0..3 {
                assert!((force[i] - inertia * u[a][i]).abs() < 1e-11, "{mode} {a}");
            }
        }
        // Tisserand: no momentum, no angular momentum.
        assert!(length(sum) < 1e-13 && length(turn) < 1e-13, "{mode}");
    }
}

/// Without outside forces Σ m ẍ = 0 and Σ m x × ẍ = 0, with internal damping too.
#[test]
fn momentum_and_angular_momentum_are_conserved() {
    let lumped = Lumped::five(30.0);
    for damping in [ModalDamping::None, ModalDamping::Ratio(0.2)] {
        let options = FlexibleOptions {
            damping,
            ..FlexibleOptions::default()
        };
        let (machine, nodes) = machine(&lumped, &options);
        let mut equations = Equations::new(&machine);
        for seed in 1..=5 {
            let state = accelerated(&mut equations, &scattered(&machine, seed));
            let (mut force, mut torque, mut size) = ([0.0; 3], [0.0; 3], 0.0_f64);
            for p in points(&lumped, &nodes, &state) {
                force = plus_scaled(force, p.mass, p.acceleration);
                torque = plus_scaled(torque, p.mass, cross(p.place, p.acceleration));
                size = size.max(length(p.acceleration));
            }
            // Rounding of the solution of 15 equations.
            assert!(length(force) < 1e-13 * size, "{force:?} {size}");
            assert!(length(torque) < 1e-13 * size, "{torque:?} {size}");
        }
    }
}

/// The rigid body of the same points.
pub(super) fn rigid(lumped: &Lumped, nodes: &FlexibleNodes) -> Machine {
    let mut inertia = [[0.0; 3]; 3];
    for (m, place) in lumped.masses.iter().zip(&lumped.places) {
        let s = minus(*place, nodes.basis.centre);
        for i in 0..3 {
            inertia[i][i] += m * dot(s, s);
            (0..3).for_each(|j| inertia[i][j] -= m * s[i] * s[j]);
        }
    }
    let mut machine = Machine::new();
    let centre = plus(POSE.place, times(&POSE.axes, nodes.basis.centre));
    let node = machine.add_node("rigid", centre, Rotation::from_matrix(&POSE.axes));
    let body = RigidBody {
        node,
        mass: lumped.masses.iter().sum(),
        inertia,
    };
    machine.add("rigid", body).unwrap();
    machine
}

/// Undeformed, but for what a spin does to the modes when it is steady: q = −F/ω², less terms of second order.
pub(super) fn stretched(equations: &mut Equations, nodes: &FlexibleNodes, start: &State) -> State {
    let mut state = start.clone();
    let forces = residual(equations, &state);
    for (i, k) in nodes.basis.stiffness.iter().enumerate() {
        state.scalars[i] = -forces[6 + i] / k;
    }
    state
}

/// As springs stiffen, a spinning body with its centrifugal deformation turns as the rigid one; what is left falls as 1/K.
#[test]
fn a_stiff_body_moves_as_a_rigid_one() {
    let spin = [2.0, -1.5, 3.0];
    let off = |stiffness: f64| {
        let lumped = Lumped::five(stiffness);
        let (machine, nodes) = machine(&lumped, &FlexibleOptions::default());
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        state.velocity[3..6].copy_from_slice(&spin);
        let state = stretched(&mut equations, &nodes, &state);
        let flexible = accelerated(&mut equations, &state);
        let machine = rigid(&lumped, &nodes);
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        state.velocity[3..6].copy_from_slice(&spin);
        let rigid = accelerated(&mut equations, &state);
        let parts = (3..6).map(|i| (flexible.acceleration[i] - rigid.acceleration[i]).powi(2));
        parts.sum::<f64>().sqrt() / length([3, 4, 5].map(|i| rigid.acceleration[i]))
    };
    let offs = [1e4, 1e5, 1e6].map(off);
    assert!(offs[0] < 2e-2 && offs[0] > 1e-8, "{offs:?}");
    for pair in offs.windows(2) {
        // First order in 1/K; the second order is offs[0] relative to it.
        let ratio = pair[0] / pair[1];
        assert!((ratio / 10.0 - 1.0).abs() < 10.0 * offs[0], "{offs:?}");
    }
}

/// Without modes nothing is left but the rigid body: the same residual, whatever the state.
#[test]
fn a_body_without_modes_is_rigid() {
    let lumped = Lumped::five(30.0);
    let options = FlexibleOptions {
        modes: KeptModes::Count(0),
        ..FlexibleOptions::default()
    };
    let (machine, nodes) = machine(&lumped, &options);
    assert_eq!(machine.n_velocities(), 6);
    let state = scattered(&machine, 8);
    let found = residual(&mut Equations::new(&machine), &state);
    for (row, found) in found.iter().enumerate() {
        let points = points(&lumped, &nodes, &state);
        let power = points
            .iter()
            .map(|p| p.mass * dot(p.acceleration, p.by_velocity[row]));
        let expected: f64 = power.sum();
        assert!(
            (found - expected).abs() < 1e-12,
            "{row}: {found} {expected}"
        );
    }
}

/// A node tied to a point is where the point is, moves and accelerates as it does.
#[test]
fn attached_nodes_go_where_their_points_go() {
    let lumped = Lumped::five(30.0);
    let options = FlexibleOptions {
        attachments: AttachedPoints::Named(vec!["point_4".into()]),
        ..FlexibleOptions::default()
    };
    let (machine, nodes) = machine(&lumped, &options);
    let node = nodes.attachment("point_4").unwrap();
    assert!(nodes.attachment("point_5").is_none());
    let mut equations = Equations::new(&machine);
    // At the start nothing is deformed and everything in its place.
    let start = machine.start(0.0);
    let at_start = residual(&mut equations, &start);
    let n_v = equations.n_velocities();
    assert!(at_start[n_v..].iter().all(|phi| phi.abs() < 1e-15));
    let expected = plus(POSE.place, times(&POSE.axes, lumped.places[3]));
    assert!(length(minus(start.places[node.0 as usize - 1], expected)) < 1e-15);
    // Deformed: the constraint says how far the node is from its point.
    let mut state = start.clone();
    let mut scatter = Scatter::new(3);
    state
        .scalars
        .iter_mut()
        .for_each(|q| *q = 0.3 * scatter.next());
    let moved = residual(&mut equations, &state);
    let shapes = shapes(&lumped, &nodes, 3);
    let u = shapes.iter().zip(&state.scalars);
    let u = u.fold([0.0; 3], |sum, (shape, q)| plus_scaled(sum, *q, *shape));
    for i in 0..3 {
        assert!((moved[n_v + i] + u[i]).abs() < 1e-14);
    }
}

#[test]
fn fewer_modes_are_the_lowest_of_all() {
    let lumped = Lumped::five(30.0);
    let (_, all) = machine(&lumped, &FlexibleOptions::default());
    let hertz = |i: usize| all.basis.stiffness[i].sqrt() / std::f64::consts::TAU;
    let between = 0.5 * (hertz(3) + hertz(4));
    for modes in [KeptModes::Count(4), KeptModes::UpTo(between)] {
        let options = FlexibleOptions {
            modes,
            ..FlexibleOptions::default()
        };
        let (machine, some) = machine(&lumped, &options);
        assert_eq!(some.modes.len(), 4);
        assert_eq!(machine.n_scalars(), 4);
        assert_eq!(some.basis.stiffness, all.basis.stiffness[..4]);
    }
}

#[test]
fn refusals_say_what_to_do() {
    let lumped = Lumped::five(30.0);
    let body = lumped.reduced();
    let mut held = body.clone();
    held.origin.n_rigid = 0;
    let add = |body: &pitchline_fem::ReducedBody, options: &FlexibleOptions| {
        let mut machine = Machine::new();
        let added = add_flexible_body(&mut machine, "gear", body, POSE, options);
        let message = added.unwrap_err().to_string();
        // Nothing is left behind.
        assert_eq!(machine.n_nodes() + machine.n_scalars(), 0, "{message}");
        message
    };
    let plain = FlexibleOptions::default();
    assert!(add(&held, &plain).contains("reduce it free"));
    let ground = FlexibleOptions {
        frame: pitchline_dynamics::BodyFrame::Ground,
        ..FlexibleOptions::default()
    };
    assert!(add(&body, &ground).contains("Floating"));
    let mut without = body.clone();
    without.moments.pairs.clear();
    assert!(add(&without, &plain).contains("simplified"));
    let nowhere = FlexibleOptions {
        attachments: AttachedPoints::Named(vec!["bearing".into()]),
        ..FlexibleOptions::default()
    };
    assert!(add(&body, &nowhere).contains("point_1, point_2"));
    let mut one_motion = body.clone();
    one_motion.motions[0].1 = pitchline_fem::Motion::Direction([1.0, 0.0, 0.0]);
    let there = FlexibleOptions {
        attachments: AttachedPoints::Named(vec!["point_1".into()]),
        ..FlexibleOptions::default()
    };
    assert!(add(&one_motion, &there).contains("point_1"));
    let mut short = body.clone();
    short.moments.sums.pop();
    assert!(add(&short, &plain).contains("sums"));
    let mut other = body.clone();
    other.moments.pairs[0] *= 2.0;
    assert!(add(&other, &plain).contains("do not belong together"));
    let mut no_number = body.clone();
    no_number.stiffness[0] = f64::NAN;
    assert!(!add(&no_number, &plain).is_empty());
    let fast = FlexibleOptions {
        modes: KeptModes::UpTo(f64::NAN),
        ..FlexibleOptions::default()
    };
    assert!(add(&body, &fast).contains("frequency"));
}
