//! Parts of actuators: friction of bearings and brakes, motors, controllers; and the discs they turn.

mod brake;
mod controller;
mod dc_motor;
mod hinge_friction;
mod planetary;
mod resting;

use pitchline_dynamics::{
    AssemblyOptions, Change, Equations, EventOptions, Events, Frame, Joint, Load, LoadAxes,
    Machine, NodeId, Occurrence, RigidBody, Rotation, State, StepControl, TimeFunction, assemble,
};

use crate::events::integrators;

/// A disc on a bearing, with its frames: of the ground and its own.
fn disc(machine: &mut Machine, name: &str, inertia: f64, speed: f64) -> [Frame; 2] {
    let node = machine.add_node(name, [0.0; 3], Rotation::IDENTITY);
    machine.node_mut(node).unwrap().spin = [0.0, 0.0, speed];
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [
            [inertia, 0.0, 0.0],
            [0.0, inertia, 0.0],
            [0.0, 0.0, inertia],
        ],
    };
    machine.add(name, body).unwrap();
    let [ground, own] = [NodeId::GROUND, node].map(Frame::at);
    let bearing = Joint::revolute(ground, own);
    machine.add(&format!("bearing of {name}"), bearing).unwrap();
    [ground, own]
}

fn load(machine: &mut Machine, on: Frame, torque: impl Into<TimeFunction>) {
    let mut load = Load::new(on, LoadAxes::Body);
    load.torque[2] = torque.into();
    machine.add("load", load).unwrap();
}

/// Runs with both integrators; `look` sees the start and each of the given times.
fn observed(
    machine: &Machine,
    tolerance: f64,
    times: &[f64],
    mut look: impl FnMut(&str, &mut Equations, &State),
) -> Vec<(&'static str, Vec<Occurrence>)> {
    let mut equations = Equations::new(machine);
    let mut start = machine.start(0.0);
    assemble(&mut equations, &mut start, &AssemblyOptions::default()).unwrap();
    let end = times[times.len() - 1];
    let control = StepControl {
        shortest: 1e-16 * end,
        ..StepControl::new(tolerance, end)
    };
    let all = integrators(&equations, &start, control);
    let run = |(name, mut integrator): (&'static str, Box<dyn pitchline_dynamics::Integrator>)| {
        let mut state = start.clone();
        let mut run = Events::new(&equations, Vec::new(), EventOptions::new(end)).unwrap();
        run.begin(integrator.as_mut(), &mut equations, &mut state)
            .unwrap();
        look(name, &mut equations, &state);
        for &time in times {
            run.run_to(integrator.as_mut(), &mut equations, &mut state, time)
                .unwrap();
            equations.set(&state).unwrap();
            look(name, &mut equations, &state);
        }
        (name, run.occurrences().to_vec())
    };
    all.into_iter().map(run).collect()
}

/// Instants at which something sticks, true, or slides.
fn changes(occurrences: &[Occurrence]) -> Vec<(f64, bool)> {
    let of = |o: &Occurrence| match o.change? {
        Change::Sticks => Some((o.time, true)),
        Change::Slides(_) => Some((o.time, false)),
        _ => None,
    };
    occurrences.iter().filter_map(of).collect()
}

/// The same instants in the same order, each within `close` (s).
#[track_caller]
fn assert_changes(name: &str, found: &[Occurrence], expected: &[(f64, bool)], close: f64) {
    let found = changes(found);
    let same = found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(f, e)| f.1 == e.1 && (f.0 - e.0).abs() < close);
    assert!(same, "{name}: {found:?} instead of {expected:?}");
}

fn angle(state: &State, node: usize) -> f64 {
    let matrix = state.rotations[node - 1].matrix();
    matrix[1][0].atan2(matrix[0][0])
}

fn speed(state: &State, node: usize) -> f64 {
    state.velocity[6 * (node - 1) + 5]
}
