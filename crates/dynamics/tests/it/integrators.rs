//! What every integrator must do, over a list of all: order, tolerance, times, limits, failures, the same bits again.

mod problems;
mod rattling;

use pitchline_dynamics::samples::{chain, pendulum};
use pitchline_dynamics::{
    AssemblyOptions, Connector, Equations, Error, Frame, Integrator, Law, LawValue, Machine,
    NodeId, Radau, RadauOptions, RelativeMotion, Scheme, State, StepControl, Transient,
    TransientOptions, assemble,
};

use crate::support::{difference, table};
use problems::{Problem, closed_forms, problems};

/// An integrator by its name.
type Maker = fn(&Equations, &State, StepControl) -> Box<dyn Integrator>;

/// All integrators. A new one adds itself here.
const INTEGRATORS: [(&str, f64, Maker); 3] = [
    ("generalized-alpha 0.8", 2.0, |e, s, c| alpha(e, s, c, 0.8)),
    ("generalized-alpha 0.5", 2.0, |e, s, c| alpha(e, s, c, 0.5)),
    ("Radau", 5.0, |e, s, control| {
        let options = RadauOptions {
            control,
            ..RadauOptions::default()
        };
        Box::new(Radau::new(e, s, options))
    }),
];

fn alpha(e: &Equations, s: &State, control: StepControl, radius: f64) -> Box<dyn Integrator> {
    let options = TransientOptions {
        scheme: Scheme::generalized_alpha(radius),
        control,
        ..TransientOptions::default()
    };
    Box::new(Transient::new(e, s, options))
}

pub fn started(machine: &Machine) -> (Equations<'_>, State) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    (equations, state)
}

/// State at the end of a problem, and how many steps it took.
fn run(problem: &Problem, make: Maker, tolerance: f64) -> (State, u32) {
    let (mut equations, mut state) = started(&problem.machine);
    let control = StepControl::new(tolerance, problem.duration);
    let mut integrator = make(&equations, &state, control);
    let mut steps = 0;
    while state.time < problem.duration {
        integrator
            .adaptive_step(&mut equations, &mut state, problem.duration)
            .unwrap();
        steps += 1;
    }
    assert_eq!(state.time, problem.duration);
    (state, steps)
}

/// The error of the run is the tolerance within a factor of ten, over four decades; where the motion amplifies errors it may be more
/// by so much.
fn check_tolerances(problems: &[Problem]) {
    for (name, _, make) in INTEGRATORS {
        let decades = match name {
            "Radau" => 4..=8,
            "generalized-alpha 0.8" => 2..=6,
            // The same code with other numbers.
            _ => 3..=4,
        };
        for problem in problems {
            for decade in decades.clone() {
                let tolerance = 10.0_f64.powi(-decade);
                let (state, steps) = run(problem, make, tolerance);
                let ratio = problem.error(&state) / tolerance;
                eprintln!(
                    "{name}, {}, {tolerance:e}: {ratio:.3}, {steps} steps",
                    problem.name
                );
                let most = 10.0 * problem.amplification;
                // Errors that are amplified, rounding among them, have either sign and may cancel.
                let least = if problem.amplification > 1.0 {
                    0.0
                } else {
                    0.1
                };
                assert!(
                    (least..most).contains(&ratio),
                    "{name}, {}, {tolerance:e}: {ratio}",
                    problem.name
                );
            }
        }
    }
}

#[test]
fn tolerance_is_the_error_of_the_run() {
    check_tolerances(&problems());
}

#[test]
fn tolerance_is_the_error_of_motions_never_tuned_on() {
    check_tolerances(&closed_forms());
}

/// The linkage of two four-bars moves as one pendulum does, and is no farther from its motion for passing positions in which
/// constraints lose rank: what it misses the tolerance by is the motion's own. The lengths of steps differ a little, and with them
/// the errors; half as much again would be the linkage.
#[test]
fn singular_positions_add_nothing_to_the_error() {
    let [.., linkage, pendulum] = &problems()[..] else {
        panic!("two problems at least")
    };
    let (_, _, make) = INTEGRATORS[2];
    for tolerance in [1e-4, 1e-6, 1e-8] {
        let [linkage, pendulum] = [linkage, pendulum].map(|problem| {
            let (state, steps) = run(problem, make, tolerance);
            (problem.error(&state), f64::from(steps))
        });
        assert!(linkage.0 < 1.5 * pendulum.0, "{linkage:?} {pendulum:?}");
        assert!(linkage.1 < 1.5 * pendulum.1, "{linkage:?} {pendulum:?}");
    }
}

/// Tolerances that double precision cannot give a scheme of second order: the run ends all the same, with what rounding allows, and says so.
#[test]
fn accuracy_beyond_rounding_ends() {
    let machine = chain(2).unwrap();
    let reference = |tolerance: f64, which: usize| {
        let (mut equations, mut state) = started(&machine);
        let (_, _, make) = INTEGRATORS[which];
        let control = StepControl::new(tolerance, 2.0);
        let mut integrator = make(&equations, &state, control);
        integrator.run_to(&mut equations, &mut state, 2.0).unwrap();
        (state, integrator.taken())
    };
    let (exact, _) = reference(1e-10, 2);
    let largest = |v: &[f64]| v.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for tolerance in [1e-4, 1e-7, 1e-8, 1e-9] {
        let (state, taken) = reference(tolerance, 0);
        let apart = state.velocity.iter().zip(&exact.velocity);
        let apart: Vec<f64> = apart.map(|(a, b)| a - b).collect();
        let error = largest(&apart) / largest(&exact.velocity);
        eprintln!("{tolerance:e}: {error:e} {taken:?}");
        // Errors of the scheme and of rounding, \[theory:time-integration\] (34), meet at steps of (16 ε L/v⃛)^(1/4), some 1e-5 s here; errors of 1e5 of
        // them, most of either sign, stay below 1e-5.
        assert!(
            error < (10.0 * tolerance).max(1e-5),
            "{tolerance:e}: {error:e}"
        );
        assert!(
            taken.steps < 200_000 && (taken.rounded > 0) == (tolerance < 1e-7),
            "{taken:?}"
        );
    }
}

/// Angle and rate at the end of a swing in steps of changing length, and the reaction along the rod: m (s θ̇² + g cos θ), of
/// which only the scheme's own multipliers tell.
fn uneven_swing(make: Maker, rounds: u32) -> [f64; 3] {
    const LENGTHS: [f64; 4] = [1.0, 1.4, 0.9, 0.7];
    let machine = pendulum(std::f64::consts::FRAC_PI_2).unwrap();
    let (mut equations, mut state) = started(&machine);
    let unit = 5.0 / (4.0 * f64::from(rounds));
    let control = StepControl::equal_steps(2.0 * unit);
    let mut integrator = make(&equations, &state, control);
    for round in 0..rounds {
        let mut end = 4.0 * f64::from(round);
        for length in LENGTHS {
            end += length;
            integrator
                .adaptive_step(&mut equations, &mut state, end * unit)
                .unwrap();
        }
    }
    let rows = table("pendulum.csv");
    let is_it = |r: &&Vec<f64>| (r[0] - 90.0).abs() < 1e-9 && (r[2] - 5.0).abs() < 1e-9;
    let row = rows.iter().find(is_it).unwrap();
    let (angle, rate) = (row[3], row[4]);
    let [x, _, z] = state.places[0];
    let (sin, cos) = angle.sin_cos();
    let along = -state.multipliers[0] * sin - state.multipliers[1] * cos;
    [
        (x.atan2(-z) - angle).abs(),
        (-state.velocity[4] - rate).abs(),
        (along - 0.75 * rate * rate - 9.81 * cos).abs(),
    ]
}

/// The order stays when every step has another length, and for generalized-α that of reactions, too.
#[test]
fn steps_of_changing_length_keep_the_order() {
    for (name, order, make) in INTEGRATORS {
        let rounds = if order > 2.0 {
            [30, 60, 120]
        } else {
            [600, 1200, 2400]
        };
        let errors = rounds.map(|rounds| uneven_swing(make, rounds));
        // Reactions of Radau's last stage are of third order.
        let expected = [order, order, order.min(3.0)];
        for i in 0..3 {
            for pair in errors.windows(2) {
                let found = (pair[0][i] / pair[1][i]).log2();
                assert!(
                    (found - expected[i]).abs() < 0.4,
                    "{name} {i}: {found} {errors:?}"
                );
            }
        }
    }
}

/// States within steps agree with runs that end there: to the error of the scheme, or that of cubics through a step.
#[test]
fn states_within_steps_are_those_of_the_motion() {
    let problem = &problems()[0];
    for (name, _, make) in INTEGRATORS {
        let (mut equations, mut state) = started(&problem.machine);
        let control = StepControl::new(1e-6, problem.duration);
        let mut integrator = make(&equations, &state, control);
        let mut between = state.clone();
        // Goes on beyond the end, which lies within a step.
        while state.time < problem.duration {
            integrator
                .adaptive_step(&mut equations, &mut state, 6.0)
                .unwrap();
        }
        assert!(state.time > problem.duration);
        integrator
            .at(&mut equations, problem.duration, &mut between)
            .unwrap();
        assert_eq!(between.time, problem.duration);
        let error = problem.error(&between);
        assert!(error < 1e-5, "{name}: {error}");
        // Both ends of the step are met.
        let end = state.time;
        integrator.at(&mut equations, end, &mut between).unwrap();
        // Radau's end is brought back to the joints, from which its polynomials drift by less than the tolerance.
        assert!(
            difference(&between.velocity, &state.velocity) < 1e-13,
            "{name}"
        );
        assert!(
            difference(&between.places[0], &state.places[0]) < 1e-7,
            "{name}"
        );
        integrator.undo(&mut state);
        let start = state.time;
        integrator.at(&mut equations, start, &mut between).unwrap();
        assert!(
            difference(&between.velocity, &state.velocity) < 1e-13,
            "{name}"
        );
    }
}

#[test]
fn steps_keep_their_limits() {
    let problem = &problems()[0];
    for (name, _, make) in INTEGRATORS {
        let (mut equations, mut state) = started(&problem.machine);
        let control = StepControl {
            longest: 1e-3,
            ..StepControl::new(1e-2, 5.0)
        };
        let mut integrator = make(&equations, &state, control);
        let mut steps = 0;
        while state.time < 0.1 {
            let before = state.time;
            integrator
                .adaptive_step(&mut equations, &mut state, 0.1)
                .unwrap();
            assert!(state.time - before <= 1e-3 * (1.0 + 1e-6), "{name}");
            steps += 1;
        }
        assert!(steps < 150, "{name}: {steps}");
        let control = StepControl {
            shortest: 0.1,
            ..StepControl::new(1e-8, 5.0)
        };
        let (mut equations, mut state) = started(&problem.machine);
        let before = state.clone();
        let mut integrator = make(&equations, &state, control);
        let refused = integrator
            .run_to(&mut equations, &mut state, 5.0)
            .unwrap_err();
        assert!(
            matches!(refused, Error::StepUnderflow { .. }),
            "{name}: {refused}"
        );
        assert_eq!(state, before, "{name}");
    }
}

#[test]
fn controls_that_make_no_sense_are_refused() {
    let problem = &problems()[0];
    let good = StepControl::new(1e-3, 1.0);
    let wrong = [
        StepControl {
            tolerance: 0.0,
            ..good
        },
        StepControl {
            tolerance: f64::NAN,
            ..good
        },
        StepControl {
            duration: 0.0,
            ..good
        },
        StepControl {
            duration: f64::INFINITY,
            ..good
        },
        StepControl {
            longest: -1.0,
            ..good
        },
        StepControl {
            shortest: 2.0,
            ..good
        },
    ];
    for (name, _, make) in INTEGRATORS {
        for control in wrong {
            let (mut equations, mut state) = started(&problem.machine);
            let mut integrator = make(&equations, &state, control);
            let refused = integrator.adaptive_step(&mut equations, &mut state, 1.0);
            assert!(
                matches!(refused, Err(Error::Value { .. })),
                "{name} {control:?}"
            );
        }
    }
    // A scheme of first order has no estimate.
    let (mut equations, mut state) = started(&problem.machine);
    let options = TransientOptions {
        scheme: Scheme::newmark(0.3, 0.6),
        ..TransientOptions::default()
    };
    let mut first = Transient::new(&equations, &state, options);
    let refused = first
        .adaptive_step(&mut equations, &mut state, 1.0)
        .unwrap_err();
    assert!(refused.to_string().contains("gamma"), "{refused}");
}

/// Breaks at a time of its own.
#[derive(Debug)]
struct Broken(f64);

impl Law for Broken {
    fn evaluate(&self, _: &RelativeMotion, _: f64, time: f64) -> LawValue {
        let mut value = LawValue::default();
        value.force[0] = if time < self.0 { 0.0 } else { f64::NAN };
        value
    }
}

#[test]
fn a_failure_leaves_the_last_good_state() {
    for (name, _, make) in INTEGRATORS {
        let mut machine = pendulum(1.0).unwrap();
        let (ground, rod) = (Frame::at(NodeId::GROUND), Frame::at(NodeId(1)));
        let law = Connector::new(&mut machine, ground, rod, Broken(0.2505));
        machine.add("broken", law).unwrap();
        let (mut equations, mut state) = started(&machine);
        let mut integrator = make(&equations, &state, StepControl::new(1e-3, 1.0));
        let failed = integrator
            .run_to(&mut equations, &mut state, 1.0)
            .unwrap_err();
        assert!(
            matches!(failed, Error::StepUnderflow { .. }),
            "{name}: {failed}"
        );
        assert!(
            state.time < 0.2505 && state.time > 0.25,
            "{name}: {}",
            state.time
        );
        assert!(state.velocity.iter().all(|v| v.is_finite()), "{name}");
    }
}

#[test]
fn the_same_run_has_the_same_bits() {
    for (name, _, make) in INTEGRATORS {
        for problem in problems() {
            let first = run(&problem, make, 1e-3);
            assert_eq!(first, run(&problem, make, 1e-3), "{name}, {}", problem.name);
        }
    }
}
