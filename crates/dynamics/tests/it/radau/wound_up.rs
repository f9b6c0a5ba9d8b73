//! A wheel that a driven shaft turns by a stiff spring, while a soft one to the ground is wound up over many turns.
//!
//! The shaft turns by φ_A = Ω t + (A/ν)(1 − cos νt), the wheel obeys J φ̈ + c (φ̇ − φ̇_A) + k (φ − φ_A) + k₀ φ = 0. Away from the fast vibration
//! of k, which is not excited, φ = α + β t + Re Y e^{iνt} with β (k + k₀) = k Ω, α (k + k₀) = k A/ν + c (Ω − β) and
//! Y (k + k₀ − J ν² + i c ν) = −(k + i c ν) A/ν.

use pitchline_dynamics::{
    Connector, Drive, Equations, Frame, Joint, Machine, NodeId, Radau, RadauOptions, RigidBody,
    Rotation, State, TimeFunction, TorsionSpring,
};

use super::started;

/// Mean speed of the shaft and how it swings (rad/s): 20 turns a second.
const SPEED: f64 = 125.0;
const SWING: f64 = 30.0;
const NU: f64 = 50.0;
const INERTIA: f64 = 0.02;
const OWN: f64 = 0.003;
/// √(k/J) = 10⁴ rad/s: ten and more in a step of 1 ms.
const STIFFNESS: f64 = 2e6;
const DAMPING: f64 = 2.0;
const SOFT: f64 = 0.7;

/// The wheel's angle, speed, and the torque of the drive.
fn exact(t: f64) -> [f64; 3] {
    let whole = STIFFNESS + SOFT;
    let beta = STIFFNESS * SPEED / whole;
    let alpha = (STIFFNESS * SWING / NU + DAMPING * (SPEED - beta)) / whole;
    // Y = −(A/ν) (k + i c ν)/(p + i c ν)
    let (p, q) = (whole - INERTIA * NU * NU, DAMPING * NU);
    let size = -SWING / NU / (p * p + q * q);
    let y = [
        size * (STIFFNESS * p + q * q),
        size * (q * p - STIFFNESS * q),
    ];
    let (sin, cos) = (NU * t).sin_cos();
    let wave = [y[0] * cos - y[1] * sin, y[0] * sin + y[1] * cos];
    let angle = alpha + beta * t + wave[0];
    let speed = beta - NU * wave[1];
    let second = -NU * NU * wave[0];
    // What turns both and winds up the soft spring.
    let torque = OWN * SWING * NU * cos + INERTIA * second + SOFT * angle;
    [angle, speed, torque]
}

fn machine() -> Machine {
    let mut machine = Machine::new();
    let [angle, speed, _] = exact(0.0);
    let mut turning = |name: &str, inertia: f64, angle: f64, speed: f64| {
        let turn = Rotation::from_vector([0.0, 0.0, angle]);
        let node = machine.add_node(name, [0.0; 3], turn);
        machine.node_mut(node).unwrap().spin = [0.0, 0.0, speed];
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia: [[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, inertia]],
        };
        machine.add(name, body).unwrap();
        Frame::at(node)
    };
    let shaft = turning("shaft", OWN, 0.0, SPEED);
    let wheel = turning("wheel", INERTIA, angle, speed);
    let ground = Frame::at(NodeId::GROUND);
    machine
        .add("bearing of the shaft", Joint::revolute(ground, shaft))
        .unwrap();
    machine
        .add("bearing of the wheel", Joint::revolute(ground, wheel))
        .unwrap();
    let function = TimeFunction::Sine {
        offset: SPEED,
        amplitude: SWING,
        angular_frequency: NU,
        phase: 0.0,
        start: 0.0,
    };
    let drive = Drive::speed(ground, shaft, function, 0.0);
    machine.add("drive", drive).unwrap();
    for (name, a, stiffness, damping) in [
        ("coupling", shaft, STIFFNESS, DAMPING),
        ("soft spring", ground, SOFT, 0.0),
    ] {
        let spring = TorsionSpring {
            stiffness,
            damping,
            rest_angle: 0.0,
        };
        let spring = Connector::new(&mut machine, a, wheel, spring);
        machine.add(name, spring).unwrap();
    }
    machine
}

fn errors(machine: &Machine, state: &mut State) -> [f64; 3] {
    let mut equations = Equations::new(machine);
    Radau::refine(&mut equations, state).unwrap();
    // The soft spring is the second that follows an angle; the drive stands after two bearings of five rows.
    let found = [
        state.angles[1].total(),
        state.velocity[11],
        state.multipliers[10],
    ];
    let exact = exact(state.time);
    [0, 1, 2].map(|i| (found[i] - exact[i]).abs())
}

/// The spring is far stiffer than the steps are short: there the scheme is of the order of its stages, three. The deflection of the coupling, A ν/ω² =
/// 1.5e-5 rad with ω² = k/J, errs by no more than (ν h)³ of itself; so do its torque and, divided by the step, the speed.
#[test]
fn radau_turns_a_wheel_by_a_stiff_spring_over_many_turns() {
    let machine = machine();
    let steps = [250, 500, 1000];
    let errors = steps.map(|steps| {
        let (mut equations, mut state) = started(&machine);
        let mut radau = Radau::new(&equations, &state, RadauOptions::default());
        for i in 1..=steps {
            let h = 1.0 / f64::from(steps);
            radau.step(&mut equations, &mut state, h).unwrap();
            state.time = f64::from(i) * h;
        }
        assert_eq!(state.angles[1].turns, 20);
        assert_eq!(radau.report().failed, 0);
        errors(&machine, &mut state)
    });
    for ([angle, speed, torque], steps) in errors.iter().zip(steps) {
        let h = 1.0 / f64::from(steps);
        let allowed = (NU * h).powi(3) * SWING * NU * INERTIA / STIFFNESS;
        assert!(*angle < allowed && *speed < allowed / h, "{errors:?}");
        assert!(*torque < STIFFNESS * allowed, "{errors:?}");
    }
    for pair in errors.windows(2) {
        for i in [0, 2] {
            let order = (pair[0][i] / pair[1][i]).log2();
            assert!(order > 2.8, "{i}: {order} {errors:?}");
        }
    }
}
