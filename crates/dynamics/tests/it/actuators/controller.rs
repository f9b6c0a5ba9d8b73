//! Sampled loops against simulations of their own: between samples the voltage stands still, and the motion is known exactly.

use pitchline_contact::DragTorque;
use pitchline_dynamics::{
    AssemblyOptions, ContinuousController, ControlledTorque, Controller, ControllerData, DcMotor,
    DcMotorData, Equations, EventOptions, Events, HingeFriction, HingeFrictionData, Machine,
    Sensed, Signal, Standstill, StepControl, Tape, TapeReader, TimeFunction, assemble,
};

use super::{changes, disc, observed};
use crate::events::integrators;

const INERTIA: f64 = 3e-4;
const RESISTANCE: f64 = 0.8;
const CONSTANT: f64 = 0.06;

fn step(at: f64, to: f64) -> TimeFunction {
    TimeFunction::Piecewise(vec![(0.0, 0.0.into()), (at, to.into())])
}

/// A motor in a loop, with dry friction where its torque is above zero; the controller is returned.
fn looped(
    data: &ControllerData,
    inductance: f64,
    drag: Option<DragTorque>,
) -> (Machine, Controller) {
    let mut machine = Machine::new();
    let [stator, rotor] = disc(&mut machine, "rotor", INERTIA, 0.0);
    let controller = Controller::build("loop", &mut machine, stator, rotor, data.clone()).unwrap();
    machine.add("loop", controller.clone()).unwrap();
    let motor = DcMotorData {
        resistance: RESISTANCE,
        inductance,
        torque_constant: CONSTANT,
        voltage: Signal::Held(controller.output()),
    };
    let motor = DcMotor::build("motor", &mut machine, stator, rotor, motor).unwrap();
    machine.add("motor", motor).unwrap();
    if let Some(drag) = drag {
        let data = HingeFrictionData {
            drag,
            pressed: TimeFunction::Constant(1.0),
            standstill: Standstill::Sticks,
        };
        let seal = HingeFriction::build("seal", &mut machine, stator, rotor, data).unwrap();
        machine.add("seal", seal).unwrap();
    }
    (machine, controller)
}

/// The controller written once more: error to output, with a sum that does not grow beyond a limit.
struct Loop {
    gains: [f64; 2],
    limit: f64,
    sample_time: f64,
    sum: f64,
}

impl Loop {
    fn of(data: &ControllerData) -> Self {
        Self {
            gains: [data.proportional, data.integral],
            limit: data.limits[1],
            sample_time: data.sample_time,
            sum: 0.0,
        }
    }

    fn output(&mut self, error: f64) -> f64 {
        let [p, i] = self.gains;
        let asked = p * error + self.sum;
        if asked.abs() <= self.limit || asked * error < 0.0 {
            self.sum += i * error * self.sample_time;
        }
        asked.max(-self.limit).min(self.limit)
    }
}

/// Speed loop of a motor with inductance: (ω, i) by the exponential of its matrix, whose powers are summed.
#[test]
fn a_speed_loop_equals_its_discrete_simulation() {
    let data = ControllerData {
        sensed: Sensed::Speed,
        setpoint: Signal::Given(step(0.1, 150.0)),
        proportional: 0.12,
        integral: 1.5,
        limits: [-12.0, 12.0],
        anti_windup: true,
        sample_time: 0.02,
    };
    let inductance = 5e-3;
    let (machine, controller) = looped(&data, inductance, None);
    let rates = |x: [f64; 2], u: f64| {
        [
            CONSTANT * x[1] / INERTIA,
            (u - RESISTANCE * x[1] - CONSTANT * x[0]) / inductance,
        ]
    };
    // Taylor's series of x over a sample: xⁿ⁺¹ = A xⁿ, u stands still; steps of a tenth of it.
    let after = |mut x: [f64; 2], u: f64| {
        let h = data.sample_time / 10.0;
        for _ in 0..10 {
            let mut term = rates(x, u).map(|r| r * h);
            for n in 2..30 {
                x = [x[0] + term[0], x[1] + term[1]];
                term = rates(term, 0.0).map(|r| r * h / f64::from(n));
            }
        }
        x
    };
    let mut own = Loop::of(&data);
    let (mut x, mut speeds, mut outputs) = ([0.0; 2], vec![], vec![]);
    for j in 0..100 {
        let wanted = if j >= 5 { 150.0 } else { 0.0 };
        let u = own.output(wanted - x[0]);
        speeds.push(x[0]);
        outputs.push(u);
        x = after(x, u);
    }
    // The loop reaches its limit and its goal.
    assert!(
        outputs.contains(&12.0) && (x[0] - 150.0).abs() < 1.5,
        "{x:?}"
    );
    let times: Vec<f64> = (1..100).map(|j| f64::from(j) * data.sample_time).collect();
    observed(&machine, 1e-7, &times, |name, equations, state| {
        let j = (state.time / data.sample_time).round() as usize;
        let found = controller.sensed(equations.kinematics());
        assert!(
            (found - speeds[j]).abs() < 1e-5 * 150.0,
            "{name} {j}: {found} {}",
            speeds[j]
        );
        let output = state.held[controller.output().0 as usize];
        assert!(
            (output - outputs[j]).abs() < 1e-5 * 12.0,
            "{name} {j}: {output} {}",
            outputs[j]
        );
    });
}

/// A rotor without inductance and with dry friction over a time, at constant voltage: ω decays to (k u/R − s T_c)/(k²/R); it stops where
/// that is against the motion, and stands if the voltage turns nothing. Returned: angle and speed, and when it stopped or gave way.
fn rubbed(
    mut x: [f64; 2],
    voltage: f64,
    drag: &DragTorque,
    duration: f64,
) -> ([f64; 2], Vec<(f64, bool)>) {
    let decay = CONSTANT * CONSTANT / (RESISTANCE * INERTIA);
    let torque = CONSTANT * voltage / RESISTANCE;
    let (mut at, mut happened) = (0.0, vec![]);
    loop {
        let sense = if x[1] != 0.0 {
            x[1].signum()
        } else if torque.abs() > drag.static_torque {
            torque.signum()
        } else {
            return (x, happened);
        };
        if x[1] == 0.0 {
            happened.push((at, false));
        }
        let end = (torque - sense * drag.constant) * RESISTANCE / (CONSTANT * CONSTANT);
        let move_by = |t: f64| {
            let left = (-decay * t).exp();
            let way = end * t + (x[1] - end) * (1.0 - left) / decay;
            [x[0] + way, end + (x[1] - end) * left]
        };
        let stops = (1.0 - x[1] / end).ln() / decay;
        if sense * end < 0.0 && at + stops < duration {
            x = [move_by(stops)[0], 0.0];
            at += stops;
            if torque.abs() <= drag.static_torque {
                happened.push((at, true));
            }
            continue;
        }
        return (move_by(duration - at), happened);
    }
}

/// A loop for a step of one radian, and the friction of its rotor.
fn hunting() -> (ControllerData, DragTorque) {
    let data = ControllerData {
        sensed: Sensed::Angle,
        setpoint: Signal::Given(step(0.05, 1.0)),
        proportional: 4.0,
        integral: 8.0,
        limits: [-6.0, 6.0],
        anti_windup: true,
        sample_time: 0.01,
    };
    let drag = DragTorque {
        constant: 0.02,
        static_torque: 0.06,
        ..DragTorque::default()
    };
    (data, drag)
}

/// A position loop with an integral part and stiction hunts: it gives way at samples, stops in between, overshoots and waits for its sum.
/// All instants and angles are those of the simulation above.
#[test]
fn a_position_loop_with_stiction_hunts() {
    let (data, drag) = hunting();
    let (machine, controller) = looped(&data, 0.0, Some(drag));
    let samples = 600u32;
    let mut own = Loop::of(&data);
    let (mut x, mut angles, mut expected) = ([0.0; 2], vec![], vec![]);
    for j in 0..samples {
        angles.push(x[0]);
        let wanted = if j >= 5 { 1.0 } else { 0.0 };
        let voltage = own.output(wanted - x[0]);
        let (next, happened) = rubbed(x, voltage, &drag, data.sample_time);
        let start = f64::from(j) * data.sample_time;
        expected.extend(happened.iter().map(|(at, sticks)| (start + at, *sticks)));
        x = next;
    }
    assert!(expected.len() > 10, "{expected:?}");
    let times: Vec<f64> = (1..samples)
        .map(|j| f64::from(j) * data.sample_time)
        .collect();
    for tolerance in [1e-5, 1e-7] {
        let mut worst = 0.0f64;
        let runs = observed(&machine, tolerance, &times, |_, equations, state| {
            let j = (state.time / data.sample_time).round() as usize;
            let found = controller.sensed(equations.kinematics());
            worst = worst.max((found - angles[j]).abs());
        });
        // An error of one stop is passed on to the next ones.
        assert!(worst < 20.0 * tolerance, "{worst:e}");
        for (name, occurrences) in runs {
            let mut found = changes(&occurrences);
            assert_eq!(found.remove(0), (0.0, true), "{name}");
            let senses = |of: &[(f64, bool)]| of.iter().map(|c| c.1).collect::<Vec<_>>();
            assert_eq!(
                senses(&found),
                senses(&expected),
                "{name}: {found:?} {expected:?}"
            );
            let off = found.iter().zip(&expected).map(|(f, e)| (f.0 - e.0).abs());
            let off = off.fold(0.0, f64::max);
            assert!(off < tolerance, "{name}: {off:e}");
        }
    }
}

/// A run that is kept between two samples and taken back goes on with the same bits: what a controller holds is part of the state.
#[test]
fn an_interrupted_loop_has_the_same_bits() {
    let (data, drag) = hunting();
    let (machine, _) = looped(&data, 0.0, Some(drag));
    let mut equations = Equations::new(&machine);
    let mut start = machine.start(0.0);
    assemble(&mut equations, &mut start, &AssemblyOptions::default()).unwrap();
    let control = StepControl::new(1e-5, 1.0);
    for which in 0..2 {
        let begun = |equations: &Equations| {
            let [first, second] = integrators(equations, &start, control);
            let (_, integrator) = if which == 0 { first } else { second };
            let run = Events::new(equations, Vec::new(), EventOptions::new(1.0)).unwrap();
            (integrator, run)
        };
        let (mut integrator, mut run) = begun(&equations);
        let mut state = start.clone();
        run.run_to(integrator.as_mut(), &mut equations, &mut state, 0.1234)
            .unwrap();
        integrator.refound();
        let mut tape = Tape::default();
        tape.state(&state);
        integrator.keep(&mut tape);
        run.keep(&mut tape);
        run.run_to(integrator.as_mut(), &mut equations, &mut state, 0.5)
            .unwrap();
        // Another process knows the machine, its first state and the tape.
        let (mut integrator, mut run) = begun(&equations);
        let mut again = start.clone();
        let mut reader = TapeReader::new(&tape.words);
        reader.state(&mut again).unwrap();
        integrator.take_back(&mut reader).unwrap();
        run.take_back(&mut reader).unwrap();
        assert!(reader.is_at_end());
        assert_ne!(again.held, start.held);
        run.run_to(integrator.as_mut(), &mut equations, &mut again, 0.5)
            .unwrap();
        assert_eq!(again, state, "{which}");
    }
}

/// A speed loop without samples that turns a rotor by a torque: J ω̇ = P e + s, ṡ = I e. From rest e obeys J ë + P ė + I e = 0 with
/// e(0) = r, ė(0) = −P r/J; with the roots a ± b i of J x² + P x + I, e = r eᵃᵗ (cos b t + (−P/J − a)/b sin b t).
#[test]
fn a_speed_loop_without_samples_swings_as_known() {
    let (p, i, wanted) = (0.006, 0.15, 40.0);
    let data = ControllerData {
        sensed: Sensed::Speed,
        setpoint: Signal::Given(wanted.into()),
        proportional: p,
        integral: i,
        limits: [f64::NEG_INFINITY, f64::INFINITY],
        anti_windup: true,
        sample_time: 0.0,
    };
    let mut machine = Machine::new();
    let [stator, rotor] = disc(&mut machine, "rotor", INERTIA, 0.0);
    let controller =
        ContinuousController::build("loop", &mut machine, stator, rotor, data).unwrap();
    machine.add("loop", controller.clone()).unwrap();
    let signal = Signal::Followed(Box::new(controller.clone()));
    let torque = ControlledTorque::build("torque", &machine, stator, rotor, signal).unwrap();
    machine.add("torque", torque).unwrap();
    let decay = -0.5 * p / INERTIA;
    let swing = (i / INERTIA - decay * decay).sqrt();
    let missing = |t: f64| {
        let sine = (-p / INERTIA - decay) / swing * (swing * t).sin();
        wanted * (decay * t).exp() * ((swing * t).cos() + sine)
    };
    let times: Vec<f64> = (1..=40).map(|j| f64::from(j) * 0.01).collect();
    let tolerance = 1e-7;
    observed(&machine, tolerance, &times, |name, equations, state| {
        let found = controller.sensed(equations.kinematics());
        let expected = wanted - missing(state.time);
        // Errors of a speed: those of angles over the time in which it swings.
        let off = (found - expected).abs();
        assert!(
            off < 10.0 * tolerance * wanted * swing,
            "{name} {}: {off:e}",
            state.time
        );
    });
}

/// A position loop without samples and without an integral part, on a motor without inductance: J φ̈ + k²/R φ̇ + (k/R) P (φ − r) = 0.
#[test]
fn a_position_loop_without_samples_swings_as_known() {
    let (p, wanted) = (2.0, 0.7);
    let data = ControllerData {
        sensed: Sensed::Angle,
        setpoint: Signal::Given(wanted.into()),
        proportional: p,
        integral: 0.0,
        limits: [-12.0, 12.0],
        anti_windup: true,
        sample_time: 0.0,
    };
    let mut machine = Machine::new();
    let [stator, rotor] = disc(&mut machine, "rotor", INERTIA, 0.0);
    let controller =
        ContinuousController::build("loop", &mut machine, stator, rotor, data).unwrap();
    machine.add("loop", controller.clone()).unwrap();
    let motor = DcMotorData {
        resistance: RESISTANCE,
        inductance: 0.0,
        torque_constant: CONSTANT,
        voltage: Signal::Followed(Box::new(controller.clone())),
    };
    let motor = DcMotor::build("motor", &mut machine, stator, rotor, motor).unwrap();
    machine.add("motor", motor).unwrap();
    let decay = -0.5 * CONSTANT * CONSTANT / (RESISTANCE * INERTIA);
    let swing = (CONSTANT * p / (RESISTANCE * INERTIA) - decay * decay).sqrt();
    let times: Vec<f64> = (1..=40).map(|j| f64::from(j) * 0.01).collect();
    let tolerance = 1e-7;
    observed(&machine, tolerance, &times, |name, equations, state| {
        let t = state.time;
        let left = (decay * t).exp() * ((swing * t).cos() - decay / swing * (swing * t).sin());
        let off = (controller.sensed(equations.kinematics()) - wanted * (1.0 - left)).abs();
        assert!(off < 10.0 * tolerance, "{name} {t}: {off:e}");
    });
}
