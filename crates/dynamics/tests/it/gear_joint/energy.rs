//! Energy of teeth that hit each other: nothing is lost in a conservative run, and nothing comes from nowhere in any other.

use pitchline_contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Frame, GearJoint, GearMesh, Joint, Machine, NodeId, RigidBody,
    Rotation, Scheme, Transient, TransientOptions, WheelSeat, assemble,
};
use pitchline_geometry::Hand;

use super::kinds;

const STIFFNESS: f64 = 2e8;
const BACKLASH: f64 = 50e-6;

/// Two wheels that turn freely; a is a little faster than b, so that it rattles between the flanks.
fn rattle(damping: f64) -> Machine {
    let pair = kinds::parallel(0.0, Hand::Right);
    let mut machine = Machine::new();
    let centers = [[0.0; 3], pair.center_b()];
    let mut wheel = |name: &str, center: [f64; 3], spin: f64| {
        let node = machine.add_node(name, center, Rotation::IDENTITY);
        let inertia = [[1e-3, 0.0, 0.0], [0.0, 1e-3, 0.0], [0.0, 0.0, 2e-3]];
        machine
            .add(
                name,
                RigidBody {
                    node,
                    mass: 1.0,
                    inertia,
                },
            )
            .unwrap();
        let ground = Frame {
            place: center,
            ..Frame::at(NodeId::GROUND)
        };
        machine
            .add("hinge", Joint::revolute(ground, Frame::at(node)))
            .unwrap();
        machine.node_mut(node).unwrap().spin = [0.0, 0.0, spin];
        WheelSeat {
            node,
            center,
            axis: [0.0, 0.0, 1.0],
        }
    };
    let ratio = pair.speed_ratio();
    let seats = [
        wheel("a", centers[0], 6.0),
        wheel("b", centers[1], 5.0 * ratio),
    ];
    let mesh = GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear {
                stiffness: STIFFNESS,
            },
            damping: MeshDamping {
                coefficient: damping,
                in_gap: false,
            },
            backlash: BACKLASH,
        },
        error: TransmissionError::None,
        start_cycle: 0.0,
    };
    let joint = GearJoint::on_wheels(
        &mut machine,
        "pair",
        seats,
        pair,
        Some(mesh),
        Friction::None,
    );
    machine.add("pair", joint.unwrap()).unwrap();
    machine
}

/// What a run tells: energy after each step and after each impact, over that of the start, less one; and what was turned into heat, over
/// the same.
struct Rattled {
    errors: Vec<f64>,
    flights: Vec<f64>,
    lost: f64,
}

fn run(machine: &Machine, step: f64, end: f64) -> Rattled {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        // Newmark's rule takes nothing from linear motion.
        scheme: Scheme::newmark(0.25, 0.5),
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let first = equations.energy();
    let first = first.kinetic + first.potential;
    let (mut flights, mut is_touching, mut errors, mut lost) = (Vec::new(), false, Vec::new(), 0.0);
    for _ in 0..(end / step).round() as u32 {
        transient.step(&mut equations, &mut state, step).unwrap();
        equations.set(&state).unwrap();
        let energy = equations.energy();
        assert!(energy.dissipated >= 0.0);
        lost += step * energy.dissipated;
        let touches = energy.potential > 0.0;
        let error = (energy.kinetic + energy.potential) / first - 1.0;
        if is_touching && !touches {
            flights.push(error);
        }
        is_touching = touches;
        errors.push(error);
    }
    Rattled {
        errors,
        flights,
        lost: lost / first,
    }
}

fn largest(errors: &[f64]) -> f64 {
    errors.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// Mean of some numbers over its standard error: beyond 3 it is no chance in 400 such samples.
fn significance(numbers: &[f64]) -> f64 {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    mean / (variance / n).sqrt()
}

/// A thousand impacts: what each errs by has no mean, so the error has no trend; and it is of second order in the step.
#[test]
fn a_thousand_impacts_lose_nothing() {
    let machine = rattle(0.0);
    let Rattled {
        errors,
        flights,
        lost,
    } = run(&machine, 4e-6, 2.0);
    assert!(flights.len() > 1000, "{}", flights.len());
    assert_eq!(lost, 0.0);
    // Each impact errs by up to 4e-6 either way: a walk of a thousand such steps, not a slope.
    assert!(largest(&errors) < 1e-4, "{}", largest(&errors));
    let of_impacts: Vec<f64> = flights.windows(2).map(|two| two[1] - two[0]).collect();
    let trend = significance(&of_impacts);
    assert!(trend.abs() < 3.0, "{trend}");
    let halves = [4e-6, 2e-6, 1e-6].map(|step| largest(&run(&machine, step, 0.2).errors));
    // Two halvings of the step: sixteen times less, or better.
    assert!(halves[0] / halves[2] > 14.0, "{halves:?}");
}

/// With damping, what is missing is what was turned into heat.
#[test]
fn damped_impacts_lose_what_they_say() {
    let machine = rattle(2e3);
    let Rattled { errors, lost, .. } = run(&machine, 1e-6, 0.05);
    let missing = errors.last().map_or(0.0, |e| -e);
    // Heat is summed by rectangles, of first order in the step.
    assert!((missing / lost - 1.0).abs() < 1e-3, "{missing} {lost}");
}
