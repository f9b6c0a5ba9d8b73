//! A motor at a step of voltage, with and without inductance, held fast, and in small motions.

use pitchline_dynamics::{
    Connector, DcMotor, DcMotorData, Drive, Equations, Frame, LinearMachine, Machine, ModeOptions,
    NodeId, Signal, Statics, StaticsOptions, Steady, TimeFunction, TorsionSpring,
};

use super::{disc, observed, speed};

const INERTIA: f64 = 3e-4;
const RESISTANCE: f64 = 0.8;
const CONSTANT: f64 = 0.06;

fn motor(inductance: f64, voltage: f64) -> (Machine, DcMotor) {
    let mut machine = Machine::new();
    let [stator, rotor] = disc(&mut machine, "rotor", INERTIA, 0.0);
    let data = DcMotorData {
        resistance: RESISTANCE,
        inductance,
        torque_constant: CONSTANT,
        voltage: Signal::Given(TimeFunction::Constant(voltage)),
    };
    let motor = DcMotor::build("motor", &mut machine, stator, rotor, data).unwrap();
    machine.add("motor", motor.clone()).unwrap();
    (machine, motor)
}

/// Roots of L J s² + R J s + k² = 0.
fn roots(inductance: f64) -> [f64; 2] {
    let half = 0.5 * RESISTANCE / inductance;
    let root = (half * half - CONSTANT * CONSTANT / (inductance * INERTIA)).sqrt();
    [-half + root, -half - root]
}

/// From rest, ω(0) = ω̇(0) = 0: ω = u/k (1 − (s₂ e^(s₁ t) − s₁ e^(s₂ t))/(s₂ − s₁)), and i = J ω̇/k. Over the energy: what u brought in is
/// in the rotor, in the coil and in heat.
#[test]
fn speeds_up_as_two_exponentials() {
    let (inductance, voltage) = (5e-3, 12.0);
    let (machine, motor) = motor(inductance, voltage);
    let [s, f] = roots(inductance);
    let times: Vec<f64> = (1..=20).map(|i| f64::from(i) * 0.02).collect();
    for tolerance in [1e-4, 1e-8] {
        observed(&machine, tolerance, &times, |name, equations, state| {
            let t = state.time;
            let exact =
                voltage / CONSTANT * (1.0 - (f * (s * t).exp() - s * (f * t).exp()) / (f - s));
            let rate = voltage / CONSTANT * s * f * ((f * t).exp() - (s * t).exp()) / (f - s);
            let current = INERTIA * rate / CONSTANT;
            let found = motor.state(equations.kinematics());
            let close = 10.0 * tolerance;
            let full = voltage / CONSTANT;
            assert!(
                (found.speed - exact).abs() < close * full,
                "{name} {t}: {found:?}"
            );
            let most = voltage / RESISTANCE;
            assert!(
                (found.current - current).abs() < close * most,
                "{name} {t}: {found:?} {current}"
            );
            assert_eq!(found.torque, CONSTANT * found.current);
        });
    }
}

/// Without inductance: one exponential of time R J/k².
#[test]
fn without_inductance_the_current_follows_at_once() {
    let voltage = 12.0;
    let (machine, motor) = motor(0.0, voltage);
    assert!(motor.charge().is_none());
    let decay = CONSTANT * CONSTANT / (RESISTANCE * INERTIA);
    observed(
        &machine,
        1e-8,
        &[0.05, 0.3, 1.0],
        |name, equations, state| {
            let exact = voltage / CONSTANT * (1.0 - (-decay * state.time).exp());
            let found = motor.state(equations.kinematics());
            assert!(
                (speed(state, 1) - exact).abs() < 1e-6 * voltage / CONSTANT,
                "{name}"
            );
            let current = (voltage - CONSTANT * exact) / RESISTANCE;
            assert!(
                (found.current - current).abs() < 1e-6 * voltage / RESISTANCE,
                "{name}"
            );
            // k i ω = u i − R i², at every instant.
            let energy = equations.energy();
            let power = energy.supplied - energy.dissipated;
            assert!((power - found.torque * found.speed).abs() < 1e-9 * (1.0 + power.abs()));
        },
    );
}

/// Held fast the current is u/R (1 − e^(−R t/L)), and the drive bears k i.
#[test]
fn held_fast_only_the_coil_answers() {
    let inductance = 5e-3;
    let (mut machine, motor) = motor(inductance, 12.0);
    let [ground, own] = [0, 1].map(|n| Frame::at(NodeId(n)));
    let hold = Drive::angle(ground, own, TimeFunction::Constant(0.0));
    machine.add("hold", hold).unwrap();
    observed(
        &machine,
        1e-8,
        &[0.004, 0.02, 0.1],
        |name, equations, state| {
            let exact = 12.0 / RESISTANCE * (1.0 - (-RESISTANCE * state.time / inductance).exp());
            let found = motor.state(equations.kinematics());
            assert!(
                (found.current - exact).abs() < 1e-6,
                "{name}: {found:?} {exact}"
            );
            let borne = state.multipliers[state.multipliers.len() - 1];
            assert!((borne + CONSTANT * exact).abs() < 1e-6, "{name}: {borne}");
        },
    );
}

/// At rest on a spring c the current is u/R, and the turn k u/(R c), whether there is an inductance or not.
#[test]
fn rests_where_a_spring_bears_its_torque() {
    for inductance in [0.0, 5e-3] {
        let (mut machine, motor) = motor(inductance, 12.0);
        let [ground, own] = [0, 1].map(|n| Frame::at(NodeId(n)));
        let spring = TorsionSpring {
            stiffness: 7.0,
            damping: 0.0,
            rest_angle: 0.0,
        };
        let spring = Connector::new(&mut machine, ground, own, spring);
        machine.add("spring", spring).unwrap();
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        let mut statics = Statics::new(&equations, StaticsOptions::default());
        statics.solve(&mut equations, &mut state).unwrap();
        let current = 12.0 / RESISTANCE;
        let found = motor.state(equations.kinematics());
        assert!(
            (found.current - current).abs() < 1e-12 * current,
            "{found:?}"
        );
        let [_, _, turn] = state.rotations[0].vector();
        let expected = CONSTANT * current / 7.0;
        assert!((turn - expected).abs() < 1e-12, "{turn} {expected}");
    }
}

/// Small motions about rest: the two roots, beside the free turn and the free charge.
#[test]
fn small_motions_have_the_roots_of_the_circuit() {
    let inductance = 5e-3;
    let (machine, _) = motor(inductance, 0.0);
    let mut equations = Equations::new(&machine);
    let steady = Steady::at_rest(&mut equations, &machine.start(0.0)).unwrap();
    let linear = LinearMachine::new(&mut equations, &steady).unwrap();
    let found = linear.modes(&ModeOptions { wanted: None }).unwrap();
    for root in roots(inductance) {
        let near = found
            .modes
            .iter()
            .map(|mode| (mode.eigenvalue.re - root).hypot(mode.eigenvalue.im) / root.abs());
        let near = near.fold(f64::INFINITY, f64::min);
        assert!(near < 1e-9, "{root}: {near:e}");
    }
}
