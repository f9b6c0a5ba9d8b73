//! Joints that are released and locked during a run: motions and losses in closed form, and runs that are put aside.

use pitchline_dynamics::{
    Action, AssemblyOptions, Cause, Direction, ElementId, Equations, Event, EventFunction,
    EventOptions, Events, Frame, Integrator, Joint, Kinematics, Load, LoadAxes, Machine, NodeId,
    Occurrence, Radau, RadauOptions, RigidBody, Rotation, State, StepControl, Stop, Tape,
    TapeReader, TimeFunction, Transient, TransientOptions, assemble,
};

const GRAVITY: f64 = 9.81;

/// A number that is read from the machine.
struct Read<F>(F);

impl<F> std::fmt::Debug for Read<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Read")
    }
}

impl<F: Fn(&Kinematics) -> f64 + Send + Sync> EventFunction for Read<F> {
    fn value(&self, k: &Kinematics, _: &[f64]) -> f64 {
        (self.0)(k)
    }
}

fn event(
    name: &str,
    direction: Direction,
    action: Action,
    read: impl Fn(&Kinematics) -> f64 + Send + Sync + 'static,
) -> Event<'static> {
    Event {
        name: name.to_owned(),
        function: Box::new(Read(read)),
        direction,
        action,
    }
}

fn body(machine: &mut Machine, name: &str, place: [f64; 3], mass: f64, inertia: f64) -> NodeId {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let inertia = [0, 1, 2].map(|i| [0, 1, 2].map(|j| if i == j { inertia } else { 0.0 }));
    let body = RigidBody {
        node,
        mass,
        inertia,
    };
    machine.add(name, body).unwrap();
    node
}

/// Both schemes with what they are asked for.
fn integrators(
    equations: &Equations,
    state: &State,
    end: f64,
) -> [(f64, Box<dyn Integrator + 'static>); 2] {
    let control = |tolerance| StepControl::new(tolerance, end);
    let alpha = TransientOptions {
        control: control(1e-6),
        ..TransientOptions::default()
    };
    let radau = RadauOptions {
        control: control(1e-10),
        ..RadauOptions::default()
    };
    [
        (1e-6, Box::new(Transient::new(equations, state, alpha))),
        (1e-10, Box::new(Radau::new(equations, state, radau))),
    ]
}

struct Run {
    tolerance: f64,
    state: State,
    occurrences: Vec<Occurrence>,
    /// Energy that was lost at events.
    lost: f64,
}

fn runs(machine: &Machine, end: f64, events: impl Fn() -> Vec<Event<'static>>) -> Vec<Run> {
    let mut equations = Equations::new(machine);
    let mut start = machine.start(0.0);
    assemble(&mut equations, &mut start, &AssemblyOptions::default()).unwrap();
    let each = integrators(&equations, &start, end).into_iter();
    each.map(|(tolerance, mut integrator)| {
        let mut state = start.clone();
        let mut run = Events::new(&equations, events(), EventOptions::new(end)).unwrap();
        let mut lost = 0.0;
        while state.time < end {
            let stopped = run.step(integrator.as_mut(), &mut equations, &mut state, end);
            assert_eq!(stopped, Ok(None));
            if let Some(before) = run.energy_before() {
                equations.set(&state).unwrap();
                let after = equations.energy();
                lost += before.kinetic + before.potential - after.kinetic - after.potential;
            }
        }
        Run {
            tolerance,
            state,
            occurrences: run.occurrences().to_vec(),
            lost,
        }
    })
    .collect()
}

/// A pendulum of 2 kg at 1 m from rest at the height of its hinge, which lets go half a metre lower: ½ (m l² + I) ω² = m g · ½ m, and
/// from there on a parabola with this spin.
#[test]
fn a_released_pendulum_flies_on_a_parabola() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -GRAVITY, 0.0];
    let node = body(&mut machine, "bob", [1.0, 0.0, 0.0], 2.0, 0.3);
    let at_bob = Frame {
        place: [-1.0, 0.0, 0.0],
        ..Frame::at(node)
    };
    let hinge = Joint::revolute(Frame::at(NodeId::GROUND), at_bob);
    let hinge = hinge.with_switch(&mut machine, false);
    let hinge = machine.add("hinge", hinge).unwrap();
    let (end, events) = (1.2, || {
        let action = Action::SwitchJoint {
            joint: hinge,
            on: false,
        };
        let height = move |k: &Kinematics| k.pose(node).place[1] + 0.5;
        vec![event("let go", Direction::Falling, action, height)]
    });
    for run in runs(&machine, end, events) {
        let [occurrence] = &run.occurrences[..] else {
            panic!("{:?}", run.occurrences);
        };
        assert_eq!(occurrence.cause, Cause::Event(0));
        let spin = -(2.0 * 2.0 * GRAVITY * 0.5 / (2.0 + 0.3_f64)).sqrt();
        let (x, y) = (0.75_f64.sqrt(), -0.5);
        let t = end - occurrence.time;
        let expected = [
            x - spin * y * t,
            y + spin * x * t - 0.5 * GRAVITY * t * t,
            0.0,
        ];
        // The run may miss its tolerance by a factor of ten; the way is some four lengths and 6 rad.
        let allowed = 40.0 * run.tolerance;
        let places = run.state.places[0].iter().zip(expected);
        for (found, expected) in places {
            assert!((found - expected).abs() < allowed, "{found} {expected}");
        }
        assert!((run.state.velocity[5] - spin).abs() < allowed);
        assert!(run.state.active.iter().all(|is_on| !is_on));
        // The velocity of a scheme differs across the joint to its order: what is left is the square of that.
        assert!(run.lost.abs() < 1e-6, "{}", run.lost);
    }
}

/// Two discs on one axis, of 0.2 and 0.3 kg m², with 50 and −10 rad/s.
fn discs() -> (Machine, [NodeId; 2], ElementId) {
    let mut machine = Machine::new();
    let nodes = [(0.2, 50.0), (0.3, -10.0)].map(|(inertia, spin)| {
        let node = body(&mut machine, "disc", [0.0, 0.0, inertia], 1.0, inertia);
        machine.node_mut(node).unwrap().spin = [0.0, 0.0, spin];
        let at = Frame {
            place: [0.0, 0.0, inertia],
            ..Frame::at(NodeId::GROUND)
        };
        let axle = Joint::revolute(at, Frame::at(node));
        machine.add("axle", axle).unwrap();
        node
    });
    // Between the discs, beside their axis: on the way both ends part.
    let frame = |z: f64, node| Frame {
        place: [0.1, 0.0, z],
        ..Frame::at(node)
    };
    let clutch = Joint::fixed(frame(0.05, nodes[0]), frame(-0.05, nodes[1]));
    let clutch = clutch.with_switch(&mut machine, true);
    let clutch = machine.add("clutch", clutch).unwrap();
    (machine, nodes, clutch)
}

/// Locked after some turns, wherever they stand: (0.2 · 50 − 0.3 · 10)/0.5 = 14 rad/s, and ½ · 0.2 · 0.3/0.5 · 60² = 216 J are lost.
#[test]
fn discs_that_are_locked_share_their_momentum() {
    let (machine, nodes, clutch) = discs();
    let at = 0.7123;
    let events = || {
        let action = Action::SwitchJoint {
            joint: clutch,
            on: true,
        };
        let time = move |k: &Kinematics| k.time - at;
        vec![event("couple", Direction::Rising, action, time)]
    };
    for run in runs(&machine, 1.0, events) {
        assert_eq!(run.occurrences.len(), 1);
        for node in nodes {
            let spin = run.state.velocity[6 * (node.0 as usize - 1) + 5];
            assert!((spin - 14.0).abs() < 1e-8, "{spin}");
        }
        assert!((run.lost - 216.0).abs() < 1e-6, "{}", run.lost);
        // They stand to each other as they did: 60 rad/s for 0.7123 s.
        let [a, b] = [0, 1].map(|i| run.state.rotations[i].vector()[2]);
        let apart = (a - b - 60.0 * at).rem_euclid(std::f64::consts::TAU);
        let apart = apart.min(std::f64::consts::TAU - apart);
        assert!(apart < 1e-6, "{apart}");
    }
}

/// Locked again and released again where nothing is to be done: both happen, neither acts, and nothing is lost.
#[test]
fn joints_that_are_switched_already_are_told() {
    let (machine, nodes, clutch) = discs();
    let events = || {
        let at = |name: &str, time: f64, on: bool| {
            let action = Action::SwitchJoint { joint: clutch, on };
            event(name, Direction::Rising, action, move |k| k.time - time)
        };
        vec![
            at("loose already", 0.2, false),
            at("couple", 0.4, true),
            at("coupled already", 0.6, true),
            at("release", 0.8, false),
        ]
    };
    for run in runs(&machine, 1.0, events) {
        let acted: Vec<bool> = run.occurrences.iter().map(|o| o.has_acted).collect();
        assert_eq!(acted, [false, true, false, true]);
        for node in nodes {
            let spin = run.state.velocity[6 * (node.0 as usize - 1) + 5];
            assert!((spin - 14.0).abs() < 1e-8, "{spin}");
        }
        assert!((run.lost - 216.0).abs() < 1e-6, "{}", run.lost);
    }
}

/// Locked when they turn equally fast, after which the difference is rounding: it happens once, and nothing is lost.
#[test]
fn what_sticks_at_its_event_does_not_happen_again() {
    let (mut machine, nodes, clutch) = discs();
    for (node, moment) in nodes.into_iter().zip([-4.0, 3.0]) {
        use pitchline_dynamics::{Load, LoadAxes, TimeFunction};
        let mut brake = Load::new(Frame::at(node), LoadAxes::Ground);
        brake.torque[2] = TimeFunction::Constant(moment);
        machine.add("brake", brake).unwrap();
    }
    // 50 − 20 t = −10 + 10 t
    let events = || {
        let action = Action::SwitchJoint {
            joint: clutch,
            on: true,
        };
        let [a, b] = nodes;
        let slip = move |k: &Kinematics| k.velocity(a).about[2] - k.velocity(b).about[2];
        vec![event("stick", Direction::Either, action, slip)]
    };
    for run in runs(&machine, 3.0, events) {
        let times: Vec<f64> = run.occurrences.iter().map(|o| o.time).collect();
        assert_eq!(times.len(), 1, "{times:?}");
        assert!((times[0] - 2.0).abs() < 1e-9, "{times:?}");
        assert!(run.lost.abs() < 1e-6, "{}", run.lost);
        // Then −1 N m on 0.5 kg m² for a second.
        let spin = run.state.velocity[5];
        assert!((spin - 8.0).abs() < 1e-6, "{spin}");
    }
}

#[test]
fn joints_that_always_hold_are_not_released() {
    let machine = pitchline_dynamics::samples::pendulum(1.0).unwrap();
    let equations = Equations::new(&machine);
    for joint in (0..4).map(ElementId) {
        let action = Action::SwitchJoint { joint, on: false };
        let events = vec![event("let go", Direction::Rising, action, |k| k.time)];
        let found = Events::new(&equations, events, EventOptions::new(1.0));
        let (_, rows) = match (joint.0 as usize) < machine.elements().len() {
            true => equations.multipliers_of(joint.0 as usize),
            false => (0, 1),
        };
        assert_eq!(found.is_err(), rows > 0, "{joint:?}");
    }
}

/// A bob that a hinge lets go falls onto a floor and bounces: put aside on the way and taken up, it has the same bits.
#[test]
fn a_run_with_events_that_is_put_aside_has_the_same_bits() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -GRAVITY, 0.0];
    let node = body(&mut machine, "bob", [1.0, 0.0, 0.0], 2.0, 0.3);
    let at_bob = Frame {
        place: [-1.0, 0.0, 0.0],
        ..Frame::at(node)
    };
    let hinge = Joint::revolute(Frame::at(NodeId::GROUND), at_bob);
    let hinge = hinge.with_switch(&mut machine, false);
    let hinge = machine.add("hinge", hinge).unwrap();
    let floor = Frame {
        place: [0.0, -2.0, 0.0],
        // z upwards.
        axes: [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        ..Frame::at(NodeId::GROUND)
    };
    let stop = Stop::new(floor, Frame::at(node), 0.7, 1e-3);
    machine.add("floor", stop).unwrap();
    let end = 3.0;
    let events = || {
        let release = |on| Action::SwitchJoint { joint: hinge, on };
        let height = move |k: &Kinematics| k.pose(node).place[1] + 0.5;
        let time = move |k: &Kinematics| k.time - 2.5;
        vec![
            event("let go", Direction::Falling, release(false), height),
            event("catch", Direction::Rising, release(true), time),
        ]
    };
    let mut equations = Equations::new(&machine);
    let mut start = machine.start(0.0);
    assemble(&mut equations, &mut start, &AssemblyOptions::default()).unwrap();
    for scheme in 0..2 {
        let new = |equations: &Equations| {
            let [alpha, radau] = integrators(equations, &start, end);
            let integrator = if scheme == 0 { alpha.1 } else { radau.1 };
            let run = Events::new(equations, events(), EventOptions::new(end)).unwrap();
            (integrator, run)
        };
        // Tapes before anything happened, between bounces, and after the hinge caught the bob.
        let (mut integrator, mut run) = new(&equations);
        let mut state = start.clone();
        let (mut tapes, mut happened) = (Vec::new(), Tape::default());
        let mut known = 0;
        for until in [0.2, 1.5, 2.7, end] {
            run.run_to(integrator.as_mut(), &mut equations, &mut state, until)
                .unwrap();
            integrator.refound();
            let mut tape = Tape::default();
            tape.state(&state);
            integrator.keep(&mut tape);
            run.keep(&mut tape);
            // What happened is added to what is there.
            run.keep_occurrences(known, &mut happened);
            known = run.occurrences().len();
            tapes.push((tape, happened.words.len()));
        }
        assert!(run.occurrences().len() > 5, "{:?}", run.occurrences());
        let lengths: Vec<usize> = tapes.iter().map(|(tape, _)| tape.words.len()).collect();
        // What a lock holds, and the last flights of three functions.
        let most = lengths[0] + 15 + 3 * 7;
        assert!(lengths.iter().all(|n| *n <= most), "{lengths:?}");
        let occurrences = run.occurrences().to_vec();
        let (last, _) = tapes.last().unwrap();
        for (tape, n_happened) in &tapes {
            let mut equations = Equations::new(&machine);
            let (mut integrator, mut run) = new(&equations);
            let mut state = start.clone();
            let mut reader = TapeReader::new(&tape.words);
            reader.state(&mut state).unwrap();
            integrator.take_back(&mut reader).unwrap();
            run.take_back(&mut reader).unwrap();
            assert!(reader.is_at_end());
            let mut before = TapeReader::new(&happened.words[..*n_happened]);
            run.take_back_occurrences(&equations, &mut before).unwrap();
            for until in [1.5, 2.7, end] {
                if state.time < until {
                    run.run_to(integrator.as_mut(), &mut equations, &mut state, until)
                        .unwrap();
                    integrator.refound();
                }
            }
            let mut again = Tape::default();
            again.state(&state);
            integrator.keep(&mut again);
            run.keep(&mut again);
            assert!(again == *last, "scheme {scheme} from {}", tape.words.len());
            assert_eq!(run.occurrences(), occurrences);
        }
    }
}

/// A wheel that a torque speeds up takes another along a picosecond before the end of a step of a millisecond: what is left of the step is
/// too short to tell velocities from rounding. Spin is kept, 0.8 · 15 = 1.0 · 12, and both go on with 12 rad/s².
#[test]
fn a_clutch_that_locks_just_before_the_end_of_a_step_does_not_ring() {
    let mut machine = Machine::new();
    let wheel = body(&mut machine, "wheel", [0.0; 3], 5.0, 0.8);
    let load = body(&mut machine, "load", [0.0; 3], 3.0, 0.2);
    for node in [wheel, load] {
        let hinge = Joint::revolute(Frame::at(NodeId::GROUND), Frame::at(node));
        machine.add("hinge", hinge).unwrap();
    }
    let about_z = [false, false, false, false, false, true];
    let clutch = Joint::from_mask(Frame::at(wheel), Frame::at(load), about_z);
    let clutch = clutch.with_switch(&mut machine, true);
    let clutch = machine.add("clutch", clutch).unwrap();
    let mut motor = Load::new(Frame::at(wheel), LoadAxes::Ground);
    motor.torque[2] = TimeFunction::Constant(12.0);
    machine.add("motor", motor).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let (step, steps) = (1e-3, 1200);
    let options = TransientOptions {
        control: StepControl::equal_steps(step),
        ..TransientOptions::default()
    };
    let mut integrator = Transient::new(&equations, &state, options);
    let action = Action::SwitchJoint {
        joint: clutch,
        on: true,
    };
    let speed = move |k: &Kinematics| k.velocity(wheel).about[2] - 15.0 * (1.0 - 2e-12);
    let events = vec![event("lock", Direction::Rising, action, speed)];
    let mut run = Events::new(&equations, events, EventOptions::new(1.2)).unwrap();
    for i in 1..=steps {
        let end = step * f64::from(i);
        let outcome = run.run_to(&mut integrator, &mut equations, &mut state, end);
        outcome.unwrap();
    }
    assert_eq!(run.occurrences().len(), 1, "{:?}", run.occurrences());
    for node in [wheel, load] {
        let spin = state.velocity[6 * (node.0 as usize - 1) + 5];
        // Sums of 1200 steps.
        assert!((spin - 14.4).abs() < 1e-9, "{spin}");
    }
}
