//! Events: instants known in closed form, several at once, in the first and last step, none where nothing crosses, and messages.

use pitchline_dynamics::{
    Action, AssemblyOptions, Change, Direction, Equations, Error, Event, EventFunction,
    EventOptions, Events, Frame, Integrator, Kinematics, Load, LoadAxes, Machine, NodeId,
    Occurrence, Outcome, Radau, RadauOptions, RigidBody, Rotation, State, StepControl, Stop,
    TimeFunction, Transient, TransientOptions, assemble,
};

pub const GRAVITY: f64 = 9.81;
pub const ROUND: [[f64; 3]; 3] = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]];

/// Both integrators.
pub fn integrators(
    equations: &Equations,
    state: &State,
    control: StepControl,
) -> [(&'static str, Box<dyn Integrator>); 2] {
    let transient = TransientOptions {
        control,
        ..TransientOptions::default()
    };
    let radau = RadauOptions {
        control,
        ..RadauOptions::default()
    };
    [
        (
            "generalized-alpha",
            Box::new(Transient::new(equations, state, transient)),
        ),
        ("Radau", Box::new(Radau::new(equations, state, radau))),
    ]
}

/// A ball of 2 kg at a height above a floor.
pub fn ball(height: f64, restitution: f64, rest_speed: f64) -> Machine {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -GRAVITY];
    add_ball(
        &mut machine,
        "ball",
        [0.3, 0.2, height],
        restitution,
        rest_speed,
    );
    machine
}

pub fn add_ball(machine: &mut Machine, name: &str, place: [f64; 3], restitution: f64, rest: f64) {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 2.0,
        inertia: ROUND,
    };
    machine.add(name, body).unwrap();
    let floor = Frame::at(NodeId::GROUND);
    let stop = Stop::new(floor, Frame::at(node), restitution, rest);
    stop.check().unwrap();
    machine.add(&format!("floor of {name}"), stop).unwrap();
}

pub struct Run {
    pub state: State,
    pub occurrences: Vec<Occurrence>,
    pub outcome: Result<Outcome, Error>,
}

/// Runs a machine with both integrators.
pub fn runs(
    machine: &Machine,
    control: StepControl,
    end: f64,
    events: impl Fn() -> Vec<Event<'static>>,
) -> Vec<(&'static str, Run)> {
    let mut equations = Equations::new(machine);
    let mut start = machine.start(0.0);
    assemble(&mut equations, &mut start, &AssemblyOptions::default()).unwrap();
    let integrators = integrators(&equations, &start, control);
    integrators
        .into_iter()
        .map(|(name, mut integrator)| {
            let mut state = start.clone();
            let options = EventOptions::new(end);
            let mut run = Events::new(&equations, events(), options).unwrap();
            let outcome = run.run_to(integrator.as_mut(), &mut equations, &mut state, end);
            let occurrences = run.occurrences().to_vec();
            let run = Run {
                state,
                occurrences,
                outcome,
            };
            (name, run)
        })
        .collect()
}

pub fn hits(run: &Run) -> Vec<f64> {
    let is_hit = |o: &&Occurrence| matches!(o.change, Some(Change::Hit { .. }));
    run.occurrences
        .iter()
        .filter(is_hit)
        .map(|o| o.time)
        .collect()
}

/// From 1 m with ε = 0.8: the first fall takes √(2/g), each flight 0.8 of the one before; below 1 cm/s the ball rests, and the
/// floor bears its weight.
#[test]
fn a_ball_bounces_at_known_times_and_comes_to_rest() {
    let machine = ball(1.0, 0.8, 0.01);
    for (name, run) in runs(&machine, StepControl::new(1e-4, 6.0), 6.0, Vec::new) {
        assert_eq!(run.outcome, Ok(Outcome::Reached), "{name}");
        let fall = (2.0 / GRAVITY).sqrt();
        let (mut time, mut speed) = (fall, GRAVITY * fall);
        let found = hits(&run);
        let mut expected = vec![time];
        while speed >= 0.01 {
            speed *= 0.8;
            time += 2.0 * speed / GRAVITY;
            expected.push(time);
        }
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            // Rounding of places at 1 m, 1e-16, divided by the last speeds, 1e-2, for 29 bounces.
            assert!(
                (found - expected).abs() < 1e-12,
                "{name}: {found} {expected}"
            );
        }
        assert!(run.state.active[0], "{name}");
        // A constraint gives way by 1e-11 of what its force would move in a step, here of some seconds, and its force with it.
        let off = run.state.multipliers[0] - 2.0 * GRAVITY;
        assert!(off.abs() < 1e-8, "{name}: {off:e}");
        assert!(run.state.places[0][2].abs() < 1e-9, "{name}");
        assert!(run.state.velocity.iter().all(|v| v.abs() < 1e-9), "{name}");
    }
}

/// A function of time and height: a + b t + c z.
#[derive(Debug)]
pub struct Line(pub f64, pub f64, pub f64);

impl EventFunction for Line {
    fn value(&self, k: &Kinematics, _: &[f64]) -> f64 {
        self.0 + self.1 * k.time + self.2 * k.pose(NodeId(1)).place[2]
    }
}

pub fn event(name: &str, function: Line, direction: Direction, action: Action) -> Event<'static> {
    Event {
        name: name.to_owned(),
        function: Box::new(function),
        direction,
        action,
    }
}

pub fn names(run: &Run) -> Vec<&str> {
    run.occurrences.iter().map(|o| o.name.as_str()).collect()
}

/// In the order in which they were defined, whatever the slope of their functions; then both contacts together.
#[test]
fn events_at_one_instant_have_an_order() {
    let mut machine = ball(1.0, 0.5, 0.01);
    add_ball(&mut machine, "twin", [2.0, 0.0, 1.0], 0.5, 0.01);
    let fall = (2.0 / GRAVITY).sqrt();
    let half = (1.0 / GRAVITY).sqrt();
    let events = || {
        vec![
            event(
                "z",
                Line(-0.5, 0.0, 1.0),
                Direction::Falling,
                Action::Record,
            ),
            event("y", Line(1.0, 0.0, -2.0), Direction::Rising, Action::Record),
            event(
                "x",
                Line(-50.0, 0.0, 100.0),
                Direction::Either,
                Action::Record,
            ),
        ]
    };
    for (name, run) in runs(&machine, StepControl::new(1e-4, 0.5), 0.5, events) {
        let expected = ["z", "y", "x", "floor of ball, gap", "floor of twin, gap"];
        assert_eq!(names(&run), expected, "{name}");
        for (o, exact) in run.occurrences.iter().zip([half, half, half, fall, fall]) {
            assert!((o.time - exact).abs() < 1e-13, "{name}: {o:?}");
        }
        let first = &run.occurrences[3];
        assert_eq!(first.time, run.occurrences[4].time, "{name}");
    }
}

#[test]
fn events_happen_in_the_first_and_in_the_last_step() {
    let machine = ball(10.0, 0.5, 0.01);
    let events = || {
        vec![
            event(
                "late",
                Line(-0.9999, 1.0, 0.0),
                Direction::Rising,
                Action::Record,
            ),
            event(
                "early",
                Line(1e-4, -1.0, 0.0),
                Direction::Falling,
                Action::Record,
            ),
            event(
                "now",
                Line(0.0, 1.0, 0.0),
                Direction::Rising,
                Action::Record,
            ),
            event(
                "never",
                Line(-1.0001, 1.0, 0.0),
                Direction::Rising,
                Action::Record,
            ),
        ]
    };
    for (name, run) in runs(&machine, StepControl::equal_steps(0.1), 1.0, events) {
        assert_eq!(names(&run), ["early", "late"], "{name}");
        assert!((run.occurrences[0].time - 1e-4).abs() < 1e-15, "{name}");
        assert!((run.occurrences[1].time - 0.9999).abs() < 1e-15, "{name}");
        assert_eq!(run.state.time, 1.0);
        let fallen = 10.0 - 0.5 * GRAVITY;
        assert!((run.state.places[0][2] - fallen).abs() < 1e-13, "{name}");
    }
}

/// Behind the floor by a tenth of its way: refused at once with how deep, by a study that has done no step. What six digits of a place
/// leave open is no overlap: the ball bounces from there, or lies.
#[test]
fn bodies_that_overlap_at_the_start_are_refused() {
    for (depth, restitution) in [(0.1, 0.5), (3e-5, 0.0)] {
        let mut machine = ball(-depth, restitution, 0.01);
        // The extent is a metre.
        add_ball(&mut machine, "mark", [0.3, 0.2, 1.0], 0.0, 0.0);
        for (name, run) in runs(&machine, StepControl::new(1e-4, 1.0), 1.0, Vec::new) {
            let error = run.outcome.unwrap_err();
            let expected =
                format!("floor of ball, gap: its bodies overlap by {depth} m at t = 0 s");
            assert!(error.to_string().starts_with(&expected), "{name}: {error}");
            assert_eq!(run.state.time, 0.0, "{name}");
        }
    }
    for (restitution, speed) in [(0.5, -1.0), (0.0, -1.0), (0.5, 0.0), (0.0, 0.0), (0.5, 1.0)] {
        let mut machine = ball(-1e-7, restitution, 0.01);
        machine.node_mut(NodeId(1)).unwrap().velocity = [0.0, 0.0, speed];
        add_ball(&mut machine, "mark", [0.3, 0.2, 1.0], 0.0, 0.0);
        for (name, run) in runs(&machine, StepControl::new(1e-4, 2.0), 2.0, Vec::new) {
            assert_eq!(run.outcome, Ok(Outcome::Reached), "{name} {speed}");
            let place = run.state.places[0][2];
            assert!(
                run.state.active[0] && place.abs() < 1.1e-7,
                "{name} {speed}: {place:e}"
            );
            // Down to 1 cm/s in seven halves.
            assert!(run.occurrences.len() < 12, "{name} {speed}");
        }
    }
}

/// Pulled off the floor, in which it stands by less than counts: nothing holds it, and nothing happens on its way.
#[test]
fn a_body_that_overlaps_a_little_is_lifted_off() {
    let mut machine = ball(-1e-7, 0.5, 0.01);
    let mut lift = Load::new(Frame::at(NodeId(1)), LoadAxes::Ground);
    lift.force[2] = TimeFunction::Constant(4.0 * GRAVITY);
    machine.add("lift", lift).unwrap();
    for (name, run) in runs(&machine, StepControl::new(1e-4, 1.0), 1.0, Vec::new) {
        assert_eq!(run.outcome, Ok(Outcome::Reached), "{name}");
        assert!(run.occurrences.is_empty(), "{name}: {:?}", run.occurrences);
        let place = run.state.places[0][2];
        assert!((place - 0.5 * GRAVITY).abs() < 1e-6, "{name}: {place}");
    }
}

#[test]
fn bounces_without_end_say_what_to_write() {
    let machine = ball(1.0, 0.5, 0.0);
    for (name, run) in runs(&machine, StepControl::new(1e-4, 5.0), 5.0, Vec::new) {
        let error = run.outcome.unwrap_err();
        assert!(matches!(error, Error::Chatter { .. }), "{name}: {error}");
        let text = error.to_string();
        assert!(
            text.contains("floor of ball") && text.contains("rest_speed"),
            "{text}"
        );
        // Where all flights end: t₁ (1 + 2 ε/(1 − ε)).
        let limit = (2.0 / GRAVITY).sqrt() * 3.0;
        assert!(
            (run.state.time - limit).abs() < 1e-6,
            "{name}: {}",
            run.state.time
        );
        assert!(run.state.places[0][2] > -1e-9, "{name}");
    }
}

/// No number after some time.
#[derive(Debug)]
struct Undefined(f64);

impl EventFunction for Undefined {
    fn value(&self, k: &Kinematics, _: &[f64]) -> f64 {
        (self.0 - k.time).sqrt() + 1.0
    }
}

#[test]
fn a_function_that_is_no_number_is_named() {
    let machine = ball(10.0, 0.5, 0.0);
    let events = || {
        vec![Event {
            name: "root of what is left".to_owned(),
            function: Box::new(Undefined(0.33)),
            direction: Direction::Either,
            action: Action::Record,
        }]
    };
    for (name, run) in runs(&machine, StepControl::equal_steps(0.1), 1.0, events) {
        let error = run.outcome.unwrap_err();
        assert!(matches!(error, Error::NotANumber { .. }), "{name}: {error}");
        assert!(
            error.to_string().contains("root of what is left"),
            "{error}"
        );
        assert!(run.state.time < 0.33, "{name}");
    }
}

/// An event of the user's that stops, and one that turns velocities round without any contact.
#[test]
fn actions_stop_and_turn_round() {
    let machine = ball(1.0, 0.0, 0.0);
    let events = || {
        let bounce = Action::Impact {
            constraint: 0,
            restitution: 1.0,
        };
        vec![
            event("bounce", Line(-0.5, 0.0, 1.0), Direction::Falling, bounce),
            event(
                "enough",
                Line(-2.0, 1.0, 0.0),
                Direction::Rising,
                Action::Stop,
            ),
        ]
    };
    for (name, run) in runs(&machine, StepControl::new(1e-4, 3.0), 3.0, events) {
        assert_eq!(run.outcome, Ok(Outcome::Stopped(1)), "{name}");
        assert!((run.state.time - 2.0).abs() < 1e-14, "{name}");
        let fall = (1.0 / GRAVITY).sqrt();
        let times = run.occurrences.iter().take(3).map(|o| o.time);
        for (i, time) in times.enumerate() {
            let exact = fall * (1.0 + 2.0 * i as f64);
            assert!((time - exact).abs() < 1e-12, "{name}: {time} {exact}");
        }
    }
}

#[test]
fn constraints_that_always_hold_are_not_switched() {
    let machine = pitchline_dynamics::samples::pendulum(1.0).unwrap();
    let equations = Equations::new(&machine);
    let of = |constraint| {
        let action = Action::Switch {
            constraint,
            on: false,
        };
        let events = vec![event(
            "let go",
            Line(0.0, 1.0, 0.0),
            Direction::Rising,
            action,
        )];
        Events::new(&equations, events, EventOptions::new(1.0)).unwrap_err()
    };
    let refused = of(0);
    assert!(matches!(refused, Error::NotSwitchable { .. }), "{refused}");
    assert!(refused.to_string().contains("hinge"), "{refused}");
    assert!(matches!(of(99), Error::Unknown { .. }));
}

/// A table of 10 kg on four legs, one more than a rigid body can tell apart, with a load that grows by 100 N/s half a leg's
/// distance beyond two of them: the others lift when its moment is that of the weight, F · ½ a = m g a. Until then all four bear
/// the weight and the load together.
#[test]
fn a_table_on_four_legs_tips_at_a_known_load() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -GRAVITY];
    let node = machine.add_node("table", [0.0, 0.0, 0.7], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 10.0,
        inertia: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    machine.add("table", body).unwrap();
    let a = 0.5;
    for (i, [x, y]) in [[a, a], [a, -a], [-a, a], [-a, -a]].into_iter().enumerate() {
        let foot = Frame {
            place: [x, y, -0.7],
            ..Frame::at(node)
        };
        let stop = Stop::new(Frame::at(NodeId::GROUND), foot, 0.0, 0.01);
        machine.add(&format!("leg {}", i + 1), stop).unwrap();
    }
    let edge = Frame {
        place: [1.5 * a, 0.0, 0.0],
        ..Frame::at(node)
    };
    let mut load = Load::new(edge, LoadAxes::Ground);
    load.force[2] = TimeFunction::Ramp {
        start: 0.0,
        end: 10.0,
        from: 0.0,
        to: -1000.0,
    };
    machine.add("load", load).unwrap();
    let tips = 2.0 * 10.0 * GRAVITY / 100.0;
    let end = tips + 0.05;
    // The turn at the end is some 1e-4 rad.
    for (name, run) in runs(&machine, StepControl::new(1e-7, end), end, Vec::new) {
        assert_eq!(run.outcome, Ok(Outcome::Reached), "{name}");
        let given: Vec<(&str, f64)> = run
            .occurrences
            .iter()
            .filter(|o| o.change == Some(Change::GivesWay))
            .map(|o| (o.name.as_str(), o.time))
            .collect();
        let lifted: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
        assert_eq!(lifted, ["leg 3, gap", "leg 4, gap"], "{name}");
        for (_, time) in &given {
            // A force of 1e-7 of the largest counts as none; forces fall by some tens of newtons a second.
            assert!((time - tips).abs() < 2e-6, "{name}: {time} {tips}");
        }
        assert_eq!(run.state.active, [true, true, false, false], "{name}");
        // Legs slide without friction, so the centre only rises, by a θ: (I + m a²) θ̈ = ½ a F − m g a, which grows by 50 a t.
        let inertia = 1.0 + 10.0 * a * a;
        let turned = 50.0 * a * 0.05_f64.powi(3) / 6.0 / inertia;
        let found = run.state.rotations[0].vector()[1];
        // The arm of the weight changes with the turn itself, by a share of it.
        assert!(
            (found / turned - 1.0).abs() < 1e-2,
            "{name}: {found} {turned}"
        );
    }
}
