//! Drives: what torque or force a given motion takes.

use pitchline_dynamics::{
    Drive, DriveMotion, Equations, Frame, Joint, Rotation, State, TimeFunction,
};
use pitchline_geometry::vector::{Vector, turn_z};

use super::system::{Body, System, assert_close, assert_equal};

const GRAVITY: Vector = [3.1, -4.7, -7.9];
const MASS: f64 = 2.3;
const RADIUS: f64 = 0.45;
const INERTIA: f64 = 0.19;

/// A body on an arm about z, driven: T = (J + m r²) φ̈ − m r g_t, with g_t gravity along the path.
fn driven_arm(drive: impl Fn(Frame, Frame) -> Drive, motion: [f64; 3], time: f64) {
    let [angle, speed, second] = motion;
    let turn = Rotation::from_vector([0.0, 0.0, angle]);
    let direction = [angle.sin(), angle.cos()];
    let mut system = System::new(GRAVITY);
    let node = system.add_body(&Body {
        place: turn_z([RADIUS, 0.0, 0.1], direction),
        turn,
        velocity: turn_z([0.0, RADIUS * speed, 0.0], direction),
        spin: [0.0, 0.0, speed],
        ..Body::default()
    });
    let (a, b) = (system.ground(), system.frame(node, [0.0; 3], turn));
    system.add(Joint::revolute(a, b));
    system.add(drive(a, b));
    let answer = system.solve(time);
    assert_close(answer.about(node), [0.0, 0.0, second]);
    let along = turn_z(GRAVITY, [-angle.sin(), angle.cos()])[1];
    let torque = (INERTIA + MASS * RADIUS * RADIUS) * second - MASS * RADIUS * along;
    assert_equal(answer.state.multipliers[5], torque);
    // d(T + V)/dt = (J + m r²) φ̇ φ̈ − m r φ̇ g_t
    assert_equal(answer.supplied(&system), torque * speed);
}

#[test]
fn a_driven_angle_takes_inertia_and_weight() {
    let (amplitude, w, time) = (1.2, 7.0, 0.3_f64);
    let sine = TimeFunction::Sine {
        offset: 0.4,
        amplitude,
        angular_frequency: w,
        phase: 0.0,
        start: 0.0,
    };
    let (s, c) = (w * time).sin_cos();
    let motion = [
        0.4 + amplitude * s,
        amplitude * w * c,
        -amplitude * w * w * s,
    ];
    driven_arm(|a, b| Drive::angle(a, b, sine.clone()), motion, time);
}

/// A run-up from rest: φ = φ₀ + ½ α t².
#[test]
fn a_driven_speed_goes_through_its_integral() {
    let (to, end, start, time) = (12.0, 2.0, 0.3, 0.8);
    let ramp = TimeFunction::Ramp {
        start: 0.0,
        end,
        from: 0.0,
        to,
    };
    let second = to / end;
    let motion = [start + 0.5 * second * time * time, second * time, second];
    driven_arm(|a, b| Drive::speed(a, b, ramp.clone(), start), motion, time);
}

/// A slide along z: F = m (s̈ − g_z).
fn driven_slide(drive: impl Fn(Frame, Frame) -> Drive, [path, speed, second]: [f64; 3], time: f64) {
    let mut system = System::new(GRAVITY);
    let place = [0.0, 0.0, path];
    let node = system.add_body(&Body {
        place,
        velocity: [0.0, 0.0, speed],
        ..Body::default()
    });
    let (a, b) = (
        system.ground(),
        system.frame(node, place, Rotation::IDENTITY),
    );
    system.add(Joint::prismatic(a, b));
    system.add(drive(a, b));
    let answer = system.solve(time);
    assert_close(answer.along(node), [0.0, 0.0, second]);
    let force = MASS * (second - GRAVITY[2]);
    assert_equal(answer.state.multipliers[5], force);
    assert_equal(answer.supplied(&system), force * speed);
}

#[test]
fn a_driven_displacement_takes_inertia_and_weight() {
    let step = TimeFunction::SmoothStep {
        start: 0.2,
        end: 1.2,
        from: 0.1,
        to: 0.7,
    };
    let u = 0.35_f64;
    let motion = [
        0.1 + 0.6 * u * u * (3.0 - 2.0 * u),
        0.6 * 6.0 * u * (1.0 - u),
        0.6 * 6.0 * (1.0 - 2.0 * u),
    ];
    driven_slide(
        |a, b| Drive::displacement(a, b, step.clone()),
        motion,
        0.2 + u,
    );
}

#[test]
fn a_driven_velocity_goes_through_its_integral() {
    let (amplitude, w, time) = (0.8, 5.0, 0.37_f64);
    let sine = TimeFunction::Sine {
        offset: 0.0,
        amplitude,
        angular_frequency: w,
        phase: 0.0,
        start: 0.0,
    };
    let (s, c) = (w * time).sin_cos();
    let motion = [
        -0.2 + amplitude / w * (1.0 - c),
        amplitude * s,
        amplitude * w * c,
    ];
    driven_slide(
        |a, b| Drive::velocity(a, b, sine.clone(), -0.2),
        motion,
        time,
    );
}

/// After a million turns at a constant speed the constraint of the drive still has all digits of one turn.
#[test]
fn a_million_turns_later_the_drive_is_as_exact() {
    // A speed of whole eighths and times of whole seconds: ω t is exact, and 2π is subtracted from it in the test by the
    // sine and cosine of the standard library, which reduce exactly.
    let (speed, time) = (314.125, 20_011.0);
    let angle: f64 = speed * time;
    assert!(angle > 1e6 * std::f64::consts::TAU);
    let (s, c) = angle.sin_cos();
    let mut system = System::new([0.0; 3]);
    let node = system.add_body(&Body {
        turn: Rotation::from_vector([0.0, 0.0, s.atan2(c)]),
        spin: [0.0, 0.0, speed],
        ..Body::default()
    });
    let b = Frame::at(node);
    let a = system.ground();
    let b = Frame {
        place: [0.0; 3],
        ..b
    };
    system.add(Drive::speed(a, b, TimeFunction::Constant(speed), 0.0));
    let mut equations = Equations::new(&system.machine);
    equations.set(&system.machine.start(time)).unwrap();
    let mut residual = vec![0.0; 7];
    equations.residual(&mut residual);
    // Roundings of two rotation matrices and one angle.
    assert!(residual[6].abs() < 4e-15, "{:e}", residual[6]);
}

/// What a drive does to the machine is what it says that it brings in, also where the goal is not reached: r · v + P = 0.
#[test]
fn a_drive_books_its_power_in_any_state() {
    for motion in [
        DriveMotion::Angle,
        DriveMotion::Speed,
        DriveMotion::Displacement,
        DriveMotion::Velocity,
    ] {
        let mut system = System::new([0.0; 3]);
        let nodes = [0.3, -0.5].map(|x| {
            system.add_body(&Body {
                place: [x, 0.2, 4.0 * x * x],
                turn: Rotation::from_vector([0.3 * x, 0.4, x]),
                velocity: [1.0, x, 0.7],
                spin: [-0.6, 2.0, 3.0 * x],
                ..Body::default()
            })
        });
        let frames = nodes.map(Frame::at);
        let drive = Drive::new(frames[0], frames[1], motion, 0.3.into(), 0.1);
        system.add(drive);
        let mut state = system.machine.start(0.2);
        let mut equations = Equations::new(&system.machine);
        let r = |equations: &mut Equations, state: &State| {
            let mut out = vec![0.0; 13];
            equations.set(state).unwrap();
            equations.residual(&mut out);
            out
        };
        // The bodies' own part is that without a multiplier.
        let own = r(&mut equations, &state);
        state.multipliers[0] = 7.0;
        let with = r(&mut equations, &state);
        let power: f64 = (0..12)
            .map(|i| (with[i] - own[i]) * state.velocity[i])
            .sum();
        let supplied = equations.energy().supplied;
        assert!(supplied.abs() > 1.0);
        assert_equal(power + supplied, 0.0);
    }
}
