//! Machines over the turns of their bodies alone, against the same machines over places and rotations.

mod loops;
mod skew;

use std::f64::consts::PI;

use skew::Skew;

use pitchline_dynamics::samples::{SpringActuator, spring_actuator};
use pitchline_dynamics::{
    Change, Equations, EventOptions, Events, Frame, HingedMachine, Integrator, Joint, Machine,
    NodeId, Radau, RadauOptions, RigidBody, Rotation, Sliding, State, Statics, StaticsOptions,
    StepControl, Weights,
};

/// Numbers between −1 and 1, always the same.
fn scattered(seed: u32, n: usize) -> Vec<f64> {
    let at = |i: usize| (f64::from(seed) * 12.9898 + i as f64 * 78.233).sin() * 43758.5453;
    (0..n).map(|i| 2.0 * at(i).rem_euclid(1.0) - 1.0).collect()
}

/// A state over turns away from the start, and the whole machine in it.
fn scattered_states(hinged: &HingedMachine, full: &Machine, seed: u32) -> [State; 2] {
    let mut turns = hinged.machine().start(0.3);
    let n = turns.velocity.len();
    turns.scalars.copy_from_slice(&scattered(seed, n));
    turns.velocity.copy_from_slice(&scattered(seed + 1, n));
    turns.acceleration.copy_from_slice(&scattered(seed + 2, n));
    let n = turns.held.len();
    turns.held.copy_from_slice(&scattered(seed + 4, n));
    let n = turns.multipliers.len();
    turns.multipliers.copy_from_slice(&scattered(seed + 3, n));
    let senses = [Sliding::Forward, Sliding::Backward, Sliding::Stuck];
    for (i, grip) in turns.grips.iter_mut().enumerate() {
        grip.sliding = senses[(seed as usize + i) % 3];
    }
    let mut whole = full.start(0.3);
    hinged.expand(&turns, &mut whole);
    [turns, whole]
}

/// T: how the whole machine moves per rate of each turn.
fn columns(hinged: &HingedMachine, turns: &State, whole: &State) -> Vec<Vec<f64>> {
    let (mut turns, mut whole) = (turns.clone(), whole.clone());
    let n = turns.velocity.len();
    (0..n)
        .map(|i| {
            turns.velocity.fill(0.0);
            turns.velocity[i] = 1.0;
            hinged.expand(&turns, &mut whole);
            whole.velocity.clone()
        })
        .collect()
}

fn dense(equations: &Equations) -> Vec<Vec<f64>> {
    let (starts, columns) = equations.pattern();
    let mut rows = vec![vec![0.0; equations.n()]; equations.n()];
    for (row, range) in rows.iter_mut().zip(starts.windows(2)) {
        for at in range[0] as usize..range[1] as usize {
            row[columns[at] as usize] = equations.values()[at];
        }
    }
    rows
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Residual, constraints, tangents and energies are those of the whole machine, as virtual work has them.
#[test]
fn turns_obey_what_the_whole_machine_does() {
    let skew = Skew::new();
    let full = &skew.machine;
    let hinged = HingedMachine::of(full, &full.start(0.0)).unwrap();
    let mut own = Equations::new(hinged.machine());
    let mut all = Equations::new(full);
    // Two charges, a sum and three turns, two frictions and a drive.
    assert_eq!([own.n_velocities(), own.n_multipliers()], [6, 3]);
    assert_eq!([all.n_velocities(), all.n_multipliers()], [21, 18]);
    for seed in 0..20 {
        let [turns, whole] = scattered_states(&hinged, full, 10 * seed);
        own.set(&turns).unwrap();
        all.set(&whole).unwrap();
        let t = columns(&hinged, &turns, &whole);
        let (mut r, mut r_all) = (vec![0.0; own.n()], vec![0.0; all.n()]);
        own.residual(&mut r);
        all.residual(&mut r_all);
        let expected = |of: &[f64]| {
            let mut expected: Vec<f64> = t.iter().map(|t| dot(t, of)).collect();
            let kept = (0..3).map(|m| of[21 + hinged.full_multiplier(m)]);
            expected.extend(kept);
            expected
        };
        assert_alike(&r, &expected(&r_all), "residual");
        for weights in [
            [1.0, 0.0, 0.0, 1.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
        ] {
            let [position, velocity, acceleration, multiplier] = weights;
            let weights = Weights {
                position,
                velocity,
                acceleration,
                multiplier,
            };
            own.tangent(weights, None);
            all.tangent(weights, None);
            let (k, k_all) = (dense(&own), dense(&all));
            let projected: Vec<Vec<f64>> = k_all.iter().map(|row| expected(row)).collect();
            for column in 0..9 {
                let of: Vec<f64> = projected.iter().map(|row| row[column]).collect();
                let found: Vec<f64> = k.iter().map(|row| row[column]).collect();
                assert_alike(&found, &expected(&of), "tangent");
            }
        }
        let (e, e_all) = (own.energy(), all.energy());
        let list =
            |e: pitchline_dynamics::Energy| [e.kinetic, e.potential, e.dissipated, e.supplied];
        assert_alike(&list(e), &list(e_all), "energy");
        assert_alike(&sampled(&own, &turns), &sampled(&all, &whole), "samples");
        let n_m = own.n_multipliers();
        let (mut rate, mut rate_all) = (vec![0.0; n_m], vec![0.0; all.n_multipliers()]);
        own.constraint_velocities(&turns.velocity, &mut rate);
        all.constraint_velocities(&whole.velocity, &mut rate_all);
        let kept = |of: &[f64]| {
            (0..n_m)
                .map(|m| of[hinged.full_multiplier(m)])
                .collect::<Vec<_>>()
        };
        assert_alike(&rate, &kept(&rate_all), "rates of constraints");
        own.constraint_accelerations(&turns.acceleration, &mut rate);
        all.constraint_accelerations(&whole.acceleration, &mut rate_all);
        assert_alike(&rate, &kept(&rate_all), "second rates of constraints");
    }
}

/// What all controllers hold after a sample.
fn sampled(equations: &Equations, state: &State) -> Vec<f64> {
    let mut held = state.held.clone();
    for (_, element) in equations.machine().elements() {
        element.sample(equations.kinematics(), &mut held);
    }
    assert_ne!(held, state.held);
    held
}

/// Sums of some tens of products, of which the largest says how well they are known: the mesh is stiff.
fn assert_alike(found: &[f64], expected: &[f64], what: &str) {
    let size = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    for (i, (f, e)) in found.iter().zip(expected).enumerate() {
        assert!(
            (f - e).abs() < 1e-11 * size,
            "{what} {i}: {f} {e} of {size}"
        );
    }
}

/// From the whole machine to turns and back.
#[test]
fn states_come_back() {
    let skew = Skew::new();
    let full = &skew.machine;
    let hinged = HingedMachine::of(full, &full.start(0.0)).unwrap();
    let [turns, whole] = scattered_states(&hinged, full, 7);
    let back = hinged.reduced(&whole);
    for (a, b) in [
        (&turns.scalars, &back.scalars),
        (&turns.velocity, &back.velocity),
        (&turns.acceleration, &back.acceleration),
        (&turns.multipliers, &back.multipliers),
    ] {
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() < 1e-14, "{a} {b}");
        }
    }
    assert_eq!(turns.grips, back.grips);
}

fn radau(equations: &Equations, state: &State, tolerance: f64, duration: f64) -> Radau {
    let control = StepControl::new(tolerance, duration);
    let options = RadauOptions {
        control,
        ..RadauOptions::default()
    };
    Radau::new(equations, state, options)
}

/// Instants of a run in which teeth stick and slide, and its last state.
fn run(
    machine: &Machine,
    state: &mut State,
    [tolerance, duration]: [f64; 2],
) -> Vec<(f64, Option<Change>)> {
    let mut equations = Equations::new(machine);
    let mut integrator = radau(&equations, state, tolerance, duration);
    let mut events = Events::new(&equations, Vec::new(), EventOptions::new(duration)).unwrap();
    events
        .run_to(&mut integrator, &mut equations, state, duration)
        .unwrap();
    let happened = events.occurrences().iter();
    happened.map(|o| (o.time, o.change)).collect()
}

/// The actuator that sticks and slides: the same instants, the same motion, the same reactions of its bearings.
#[test]
fn an_actuator_runs_alike_over_turns() {
    let (machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    let mut equations = Equations::new(&machine);
    let mut whole = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut whole).unwrap();
    let hinged = HingedMachine::of(&machine, &whole).unwrap();
    assert_eq!(hinged.machine().n_velocities(), 2);
    assert_eq!(hinged.machine().n_multipliers(), 1);
    let mut turns = hinged.reduced(&whole);
    let duration = 1.0;
    let expected = run(&machine, &mut whole, [1e-7, duration]);
    let found = run(hinged.machine(), &mut turns, [1e-7, duration]);
    assert!(expected.len() > 8, "{expected:?}");
    assert_eq!(found.len(), expected.len());
    for ((t, change), (t_expected, change_expected)) in found.iter().zip(&expected) {
        assert_eq!(change, change_expected);
        // Both runs err by 1e-7 of their speed, and of their instants by no more than a delay of a third of a second: see the
        // instants of the actuator.
        assert!((t - t_expected).abs() < 1e-7, "{t} {t_expected}");
    }
    let mut shown = whole.clone();
    hinged.expand(&turns, &mut shown);
    for state in [&mut whole, &mut shown] {
        Radau::refine(&mut equations, state).unwrap();
    }
    let largest = |of: &[f64]| of.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let size = largest(&whole.multipliers);
    assert!(size > 100.0);
    for (a, b) in shown.multipliers.iter().zip(&whole.multipliers) {
        assert!((a - b).abs() < 1e-5 * size, "{a} {b} of {size}");
    }
}

/// A thousand turns cost no digits: whole turns are left out of the coordinate.
#[test]
fn a_wheel_over_turns_keeps_its_phase() {
    let mut machine = Machine::new();
    let node = machine.add_node("wheel", [0.0; 3], Rotation::IDENTITY);
    let inertia = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia,
    };
    machine.add("wheel", body).unwrap();
    let [ground, frame] = [NodeId::GROUND, node].map(Frame::at);
    machine
        .add("hinge", Joint::revolute(ground, frame))
        .unwrap();
    // 1000 turns and a quarter in a second.
    let speed = 2.0 * PI * 1000.25;
    machine.node_mut(node).unwrap().spin = [0.0, 0.0, speed];
    let hinged = HingedMachine::of(&machine, &machine.start(0.0)).unwrap();
    let mut turns = hinged.reduced(&machine.start(0.0));
    let mut equations = Equations::new(hinged.machine());
    let mut integrator = radau(&equations, &turns, 1e-6, 1.0);
    integrator.run_to(&mut equations, &mut turns, 1.0).unwrap();
    assert!(turns.scalars[0].abs() <= PI);
    // As the wheel with all its coordinates: less than 1e-12 of a turn is lost, by times that are rounded.
    let lost = (turns.scalars[0] - 0.5 * PI).abs() / (2.0 * PI);
    assert!(lost < 1e-12, "{lost:e}");
}

/// What does more than turn about axes that stand still keeps all its coordinates.
#[test]
fn other_machines_are_left_alone() {
    let start = |change: &dyn Fn(&mut Machine, NodeId)| {
        let mut machine = Machine::new();
        let node = machine.add_node("body", [0.0; 3], Rotation::IDENTITY);
        change(&mut machine, node);
        let state = machine.start(0.0);
        HingedMachine::of(&machine, &state).is_some()
    };
    let ground = Frame::at(NodeId::GROUND);
    let hinge = |node: NodeId| Joint::revolute(ground, Frame::at(node));
    assert!(start(&|m, n| {
        m.add("hinge", hinge(n)).unwrap();
    }));
    assert!(!start(&|_, _| ()), "a free body");
    assert!(!start(&|m, n| {
        m.add("guide", Joint::cylindrical(ground, Frame::at(n)))
            .unwrap();
    }));
    // Its place goes round.
    assert!(!start(&|m, n| {
        m.node_mut(n).unwrap().place = [0.1, 0.0, 0.0];
        let frame = Frame {
            place: [-0.1, 0.0, 0.0],
            ..Frame::at(n)
        };
        m.add("hinge", Joint::revolute(ground, frame)).unwrap();
    }));
    assert!(!start(&|m, n| {
        m.node_mut(n).unwrap().place = [0.0, 0.0, 1e-3];
        m.add("open hinge", hinge(n)).unwrap();
    }));
    assert!(!start(&|m, n| {
        let joint = hinge(n).with_switch(m, false);
        m.add("hinge that may be released", joint).unwrap();
    }));
    assert!(!start(&|m, n| {
        m.add("hinge", hinge(n)).unwrap();
        m.add("weld", Joint::fixed(ground, Frame::at(n))).unwrap();
    }));
    assert!(!start(&|m, n| {
        let other = m.add_node("on it", [0.0, 0.0, 0.1], Rotation::IDENTITY);
        m.add("hinge", hinge(n)).unwrap();
        let on = Frame {
            place: [0.0, 0.0, 0.1],
            ..Frame::at(n)
        };
        m.add("its own hinge", Joint::revolute(on, Frame::at(other)))
            .unwrap();
    }));
    // Two axes hold a body fast.
    assert!(!start(&|m, n| {
        m.add("hinge", hinge(n)).unwrap();
        let across = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let turned = |node| Frame {
            axes: across,
            ..Frame::at(node)
        };
        let second = Joint::revolute(turned(NodeId::GROUND), turned(n));
        m.add("second hinge", second).unwrap();
    }));
    // Two bearings of one axis are one.
    assert!(start(&|m, n| {
        m.add("hinge", hinge(n)).unwrap();
        let along = |node| Frame {
            place: [0.0, 0.0, 0.2],
            ..Frame::at(node)
        };
        let second = Joint::revolute(along(NodeId::GROUND), along(n));
        m.add("second bearing", second).unwrap();
    }));
}
