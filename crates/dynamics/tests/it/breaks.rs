//! Laws that jump or have a kink within a step: motion and reactions right after it, against closed forms.

use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, Equations, ForceBetween, Frame, Integrator, Joint, Law,
    Load, LoadAxes, Machine, NodeId, Radau, RadauOptions, RigidBody, Rotation, Scheme, State,
    StepControl, TimeFunction, TorqueBetween, TorsionSpring, Transient, TransientOptions, assemble,
};
use pitchline_geometry::vector::{Vector, turn_z};

const GRAVITY: Vector = [3.1, -4.7, -7.9];
const MASS: f64 = 2.3;
const RADIUS: f64 = 0.45;
const INERTIA: f64 = 0.19;
/// About the hinge.
const WHOLE: f64 = INERTIA + MASS * RADIUS * RADIUS;
/// Breaks that are no multiples of any step below.
const FROM: f64 = 0.213_71;
const TO: f64 = 0.577_13;

/// A body on an arm about z of the ground, at an angle.
fn arm(angle: f64, speed: f64, gravity: Vector) -> (Machine, [Frame; 2]) {
    let mut machine = Machine::new();
    machine.gravity = gravity;
    let direction = [angle.sin(), angle.cos()];
    let node = machine.add_node(
        "arm",
        turn_z([RADIUS, 0.0, 0.0], direction),
        Rotation::from_vector([0.0, 0.0, angle]),
    );
    let start = machine.node_mut(node).unwrap();
    start.velocity = turn_z([0.0, RADIUS * speed, 0.0], direction);
    start.spin = [0.0, 0.0, speed];
    let body = RigidBody {
        node,
        mass: MASS,
        inertia: [[0.1, 0.0, 0.0], [0.0, 0.15, 0.0], [0.0, 0.0, INERTIA]],
    };
    machine.add("arm", body).unwrap();
    let b = Frame {
        place: [-RADIUS, 0.0, 0.0],
        ..Frame::at(node)
    };
    let frames = [Frame::at(NodeId::GROUND), b];
    machine
        .add("hinge", Joint::revolute(frames[0], frames[1]))
        .unwrap();
    (machine, frames)
}

/// Angle, speed, what the hinge exerts along x and y of the ground, and what turns the arm, of φ, φ̇, φ̈.
fn expected([angle, speed, second]: [f64; 3], gravity: Vector) -> [f64; 5] {
    let direction = [angle.sin(), angle.cos()];
    let along = turn_z([-RADIUS * speed * speed, RADIUS * second, 0.0], direction);
    let across = turn_z(gravity, [-angle.sin(), angle.cos()])[1];
    [
        angle,
        speed,
        MASS * (along[0] - gravity[0]),
        MASS * (along[1] - gravity[1]),
        WHOLE * second - MASS * RADIUS * across,
    ]
}

fn found(state: &State) -> [f64; 5] {
    let [x, y, _] = state.places[0];
    let torque = state.multipliers.get(5).copied().unwrap_or(f64::NAN);
    let [along_x, along_y] = [state.multipliers[0], state.multipliers[1]];
    [y.atan2(x), state.velocity[5], along_x, along_y, torque]
}

/// Largest error of each over all steps of a second.
fn errors<const N: usize>(
    machine: &Machine,
    scheme: Scheme,
    steps: u32,
    exact: impl Fn(f64) -> [f64; N],
    found: impl Fn(&State) -> [f64; N],
) -> [f64; N] {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme,
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let mut largest = [0.0; N];
    for i in 1..=steps {
        let h = 1.0 / f64::from(steps);
        transient.step(&mut equations, &mut state, h).unwrap();
        state.time = f64::from(i) * h;
        let (found, exact) = (found(&state), exact(state.time));
        for k in 0..N {
            largest[k] = f64::max(largest[k], (found[k] - exact[k]).abs());
        }
    }
    assert_eq!(transient.report().halved, 0);
    largest
}

fn schemes() -> [Scheme; 3] {
    [
        Scheme::generalized_alpha(0.8),
        Scheme::generalized_alpha(0.5),
        Scheme::hht(0.1),
    ]
}

/// Every element that follows a function of time names its breaks, boxed laws too.
#[test]
fn a_machine_knows_its_breaks() {
    let (mut machine, [a, b]) = arm(0.0, 0.0, GRAVITY);
    let ramp = |start: f64, end: f64| TimeFunction::Ramp {
        start,
        end,
        from: 0.0,
        to: 1.0,
    };
    machine
        .add("drive", Drive::angle(a, b, ramp(0.1, 0.7)))
        .unwrap();
    let mut load = Load::new(b, LoadAxes::Body);
    load.force[1] = ramp(0.2, 0.7);
    load.torque[2] = ramp(0.0, 0.3);
    machine.add("load", load).unwrap();
    let function = ramp(0.4, 0.5);
    let boxed: Box<dyn Law> = Box::new(ForceBetween { function });
    let boxed = Connector::new(&mut machine, a, b, boxed);
    machine.add("force", boxed).unwrap();
    let function = ramp(0.5, 0.6);
    let torque = Connector::new(&mut machine, a, b, TorqueBetween { function });
    machine.add("torque", torque).unwrap();
    assert_eq!(machine.breaks(), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
}

/// Second order from step to step for all quantities from `first` on; some of them converge faster.
fn assert_second_order<const N: usize>(scheme: Scheme, errors: &[[f64; N]], first: usize) {
    for pair in errors.windows(2) {
        for (i, (coarse, fine)) in pair[0].iter().zip(&pair[1]).enumerate().skip(first) {
            let order = (coarse / fine).log2();
            assert!(
                (1.8..3.2).contains(&order),
                "{scheme:?} {i}: {order} {errors:?}"
            );
        }
    }
}

/// Driven motions: the drive keeps the angle, to rounding, and the scheme begins with the right speed. Reactions err by some (h φ̇)² of what
/// turning takes, m r φ̇² and the torque of the drive, at every instant, the first after a break too.
fn check_driven(machine: &Machine, fastest: f64, exact: impl Fn(f64) -> [f64; 5]) {
    for scheme in schemes() {
        let found = STEPS.map(|n| errors(machine, scheme, n, &exact, found));
        assert_second_order(scheme, &found, 2);
        for (errors, steps) in found.iter().zip(STEPS) {
            let share = (fastest / f64::from(steps)).powi(2);
            let force = MASS * RADIUS * fastest * fastest;
            // Iterations leave 1e-12 of the speed.
            assert!(errors[0] < 1e-12 && errors[1] < 1e-10, "{found:?}");
            assert!(errors[2].max(errors[3]) < share * force, "{found:?}");
            assert!(errors[4] < RADIUS * share * force, "{found:?}");
        }
    }
}

const STEPS: [u32; 4] = [50, 100, 200, 400];

/// A run-up from 1 to 4 rad/s: the speed has kinks where it begins and ends, the acceleration and with it the reactions jump.
fn run_up(from: f64) -> (Machine, impl Fn(f64) -> [f64; 5]) {
    let ramp = TimeFunction::Ramp {
        start: from,
        end: TO,
        from: 1.0,
        to: 4.0,
    };
    let (mut machine, [a, b]) = arm(0.3, 1.0, GRAVITY);
    machine.add("drive", Drive::speed(a, b, ramp, 0.3)).unwrap();
    let exact = move |t: f64| {
        let rate = 3.0 / (TO - from);
        let u = t.clamp(from, TO) - from;
        let second = if (from..TO).contains(&t) { rate } else { 0.0 };
        let held = 3.0 * (t - TO).max(0.0);
        let angle = 0.3 + t + 0.5 * rate * u * u + held;
        expected([angle, 1.0 + rate * u, second], GRAVITY)
    };
    (machine, exact)
}

#[test]
fn reactions_follow_a_kink_of_a_driven_speed() {
    let (machine, exact) = run_up(FROM);
    check_driven(&machine, 4.0, exact);
}

/// Where in a step a break lies does not matter: at its end, or so near to it that a part of the step is very short.
#[test]
fn a_break_may_be_anywhere_in_a_step() {
    for near in [0.0, 2e-8, -2e-8, 1e-6, -1e-6, 1e-4, -1e-4] {
        let (machine, exact) = run_up(0.2 + near);
        let scheme = Scheme::generalized_alpha(0.8);
        let found = errors(&machine, scheme, 100, exact, found);
        let (share, force) = (0.04_f64.powi(2), MASS * RADIUS * 16.0);
        assert!(found[2].max(found[3]) < share * force, "{near}: {found:?}");
        assert!(found[4] < RADIUS * share * force, "{near}: {found:?}");
    }
}

/// The angle itself has kinks: the speed jumps, an impulse of the drive.
#[test]
fn reactions_follow_a_kink_of_a_driven_angle() {
    let ramp = TimeFunction::Ramp {
        start: FROM,
        end: TO,
        from: 0.3,
        to: 1.7,
    };
    let (mut machine, [a, b]) = arm(0.3, 0.0, GRAVITY);
    machine.add("drive", Drive::angle(a, b, ramp)).unwrap();
    let rate = 1.4 / (TO - FROM);
    check_driven(&machine, rate, |t| {
        let speed = if (FROM..TO).contains(&t) { rate } else { 0.0 };
        let angle = 0.3 + rate * (t.clamp(FROM, TO) - FROM);
        expected([angle, speed, 0.0], GRAVITY)
    });
}

/// A given position that jumps moves the machine at once, and it stays at rest.
#[test]
fn a_jump_of_a_driven_angle_is_followed_at_once() {
    let pieces = vec![(0.0, 0.3.into()), (FROM, 0.5.into())];
    let (mut machine, [a, b]) = arm(0.3, 0.0, GRAVITY);
    let drive = Drive::angle(a, b, TimeFunction::Piecewise(pieces));
    machine.add("drive", drive).unwrap();
    let scheme = Scheme::generalized_alpha(0.8);
    let exact = |t: f64| expected([if t < FROM { 0.3 } else { 0.5 }, 0.0, 0.0], GRAVITY);
    let found = errors(&machine, scheme, 50, exact, found);
    // Assembly closes positions to 1e-12 of the extent, which the next step turns into forces: 4 kg · 1e-12 m/(β h²).
    assert!(found[0].max(found[1]) < 1e-11, "{found:?}");
    assert!(found.iter().all(|error| *error < 4e-8), "{found:?}");
}

const STIFFNESS: f64 = 40.0;
const TORQUE: f64 = 15.0;

/// A torque that jumps up and down again on an arm held by a torsion spring.
fn pushed() -> Machine {
    let (mut machine, [a, b]) = arm(0.0, 0.0, [0.0; 3]);
    let spring = TorsionSpring {
        stiffness: STIFFNESS,
        damping: 0.0,
        rest_angle: 0.0,
    };
    let spring = Connector::new(&mut machine, a, b, spring);
    machine.add("spring", spring).unwrap();
    let pieces = [(0.0, 0.0), (FROM, TORQUE), (TO, 0.0)];
    let torque = TorqueBetween {
        function: TimeFunction::Piecewise(
            pieces.map(|(from, value)| (from, value.into())).to_vec(),
        ),
    };
    let torque = Connector::new(&mut machine, a, b, torque);
    machine.add("torque", torque).unwrap();
    machine
}

/// φ = T/k (1 − cos ω (t − t₁)), less the same from t₂ on.
fn swing(t: f64) -> [f64; 3] {
    let w = (STIFFNESS / WHOLE).sqrt();
    let mut sum = [0.0; 3];
    for (since, sign) in [(t - FROM, 1.0), (t - TO, -1.0)] {
        if since >= 0.0 {
            let (sin, cos) = (w * since).sin_cos();
            let x = sign * TORQUE / STIFFNESS;
            sum[0] += x * (1.0 - cos);
            sum[1] += x * w * sin;
            sum[2] += x * w * w * cos;
        }
    }
    sum
}

/// Errors of some (ω h)² of swings of 0.75 rad over 8 rad, with ω = 7.8 rad/s.
#[test]
fn a_jump_of_a_force_costs_no_order() {
    let machine = pushed();
    let four = |all: [f64; 5]| [all[0], all[1], all[2], all[3]];
    let exact = |t: f64| four(expected(swing(t), [0.0; 3]));
    for scheme in schemes() {
        let found = STEPS.map(|n| errors(&machine, scheme, n, exact, |state| four(found(state))));
        assert_second_order(scheme, &found, 0);
        let share = STIFFNESS / WHOLE / 400.0_f64.powi(2);
        assert!(found[3][0] < share, "{found:?}");
    }
}

#[test]
fn radau_keeps_its_order_over_a_jump() {
    let machine = pushed();
    let exact = expected(swing(1.0), [0.0; 3]);
    let off = |state: &mut State| {
        let mut equations = Equations::new(&machine);
        Radau::refine(&mut equations, state).unwrap();
        let found = found(state);
        [0, 1, 2, 3].map(|i| (found[i] - exact[i]).abs())
    };
    let started = |tolerance: f64| {
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
        let options = RadauOptions {
            control: StepControl::new(tolerance, 1.0),
            ..RadauOptions::default()
        };
        let radau = Radau::new(&equations, &state, options);
        (equations, state, radau)
    };
    let errors = [10, 20, 40].map(|steps| {
        let (mut equations, mut state, mut radau) = started(1e-5);
        for _ in 0..steps {
            let h = 1.0 / f64::from(steps);
            radau.step(&mut equations, &mut state, h).unwrap();
        }
        off(&mut state)
    });
    for pair in errors.windows(2) {
        for (i, (coarse, fine)) in pair[0].iter().zip(&pair[1]).enumerate() {
            let order = (coarse / fine).log2();
            // Half a radian and more a step: the next order is seen beside the fifth.
            assert!((order - 5.0).abs() < 0.8, "{i}: {order} {errors:?}");
        }
    }
    // A tolerance is the error of the run within a factor of ten: a hundredth of it leaves a hundredth of the error,
    // within what lengths of steps happen to be.
    let adaptive = [1e-5, 1e-7].map(|tolerance| {
        let (mut equations, mut state, mut radau) = started(tolerance);
        radau.run_to(&mut equations, &mut state, 1.0).unwrap();
        assert_eq!(state.time, 1.0);
        off(&mut state)
    });
    assert!(adaptive[0][0] < 1e-5, "{adaptive:?}");
    for i in 0..4 {
        // An error that passes zero at the end of the longer steps is no measure: the tolerance is.
        let allowed = (adaptive[0][i] / 50.0).max(1e-7);
        assert!(adaptive[1][i] < allowed, "{adaptive:?}");
    }
}
