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
/// At which damping is that of its coefficient: near the largest force of an impact, 28 mm/s √(2e8 N/m · 0.4 kg).
const LOAD: f64 = 250.0;

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
            damping: MeshDamping::in_contact(damping, LOAD),
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
    machine
        .add(
            "pair",
            joint
                .unwrap()
                .formulated(pitchline_contact::Formulation::Source),
        )
        .unwrap();
    machine
}

/// What a run tells: energy after each step and after each impact, over that of the start, less one; and what was turned into heat, over
/// the same.
struct Rattled {
    errors: Vec<f64>,
    flights: Vec<f64>,
    lost: f64,
}

fn run(machine: &Machine, scheme: Scheme, step: f64, end: f64) -> Rattled {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme,
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

fn changes(flights: &[f64]) -> Vec<f64> {
    flights.windows(2).map(|two| two[1] - two[0]).collect()
}

/// Of the wheels against each other: angular frequency in contact, and the share of all energy that is in it. u moves with the radii, so
/// that its mass is 1/m = r_a²/J + r_b²/J; wheel a is faster by 1 rad/s.
fn of_the_mesh() -> (f64, f64) {
    let pair = kinds::parallel(0.0, Hand::Right);
    let [a, b] = [pair.a.radius, pair.b.radius];
    let mass = 2e-3 / (a * a + b * b);
    let all = 2e-3 * (36.0 + (5.0 * pair.speed_ratio()).powi(2));
    ((STIFFNESS / mass).sqrt(), mass * a * a / all)
}

/// A kink within this share of a step from its end is taken to be there.
const NEAR: f64 = 1e-3;

/// A thousand impacts by a scheme that does not damp: nothing comes and nothing goes. Kinks that are taken to be at the end of a step change the
/// energy of the mesh by their share of (ωh)², four of two thousand on the average.
#[test]
fn a_thousand_impacts_lose_nothing() {
    let machine = rattle(0.0);
    let step = 4e-6;
    let rattled = run(&machine, Scheme::newmark(0.25, 0.5), step, 2.0);
    let Rattled {
        errors,
        flights,
        lost,
    } = rattled;
    assert!(flights.len() > 1000, "{}", flights.len());
    assert_eq!(lost, 0.0);
    let (frequency, share) = of_the_mesh();
    let of_a_kink = NEAR * (frequency * step).powi(2) * share;
    let largest = largest(&errors);
    assert!(largest < 20.0 * of_a_kink, "{largest} {of_a_kink}");
    let trend = significance(&changes(&flights));
    assert!(trend.abs() < 3.0, "{trend}");
}

/// A thousand impacts by the default scheme: no impact gains energy, and each loses what the scheme damps of half an oscillation, of third order
/// in the step. \[theory:time-integration\] (37)
#[test]
fn the_default_scheme_loses_its_own_damping_alone() {
    let machine = rattle(0.0);
    let (frequency, share) = of_the_mesh();
    let (scheme, rho) = (TransientOptions::default().scheme, 0.8_f64);
    assert_eq!(scheme, Scheme::generalized_alpha(rho));
    for (step, end) in [(16e-6, 2.0), (8e-6, 2.0), (4e-6, 0.5)] {
        let Rattled { flights, .. } = run(&machine, scheme, step, end);
        let angle = frequency * step;
        let gained = changes(&flights).into_iter().fold(0.0, f64::max);
        assert!(gained < NEAR * angle * angle * share, "{step} {gained}");
        let (first, last) = (flights[0], flights[flights.len() - 1]);
        let left = (1.0 + last / share) / (1.0 + first / share);
        let impacts = (flights.len() - 1) as f64;
        assert!(impacts > 1000.0 * end / 2.0, "{impacts}");
        let each = -left.ln() / impacts;
        let expected = std::f64::consts::PI * ((1.0 - rho) / (1.0 + rho) * angle).powi(3);
        // The next term of the series is smaller by (ωh)², 0.13 with the longest step.
        assert!(
            (each / expected - 1.0).abs() < 0.15,
            "{step} {each} {expected}"
        );
    }
}

/// A damping that takes next to nothing changes nothing: steps land on flanks all the same. A thousand impacts take πω c/k of their energy each, 1e-9 in all.
#[test]
fn impacts_that_are_hardly_damped_lose_next_to_nothing() {
    let step = 4e-6;
    let rattled = run(&rattle(1e-6), Scheme::newmark(0.25, 0.5), step, 2.0);
    assert!(rattled.flights.len() > 1000, "{}", rattled.flights.len());
    let (frequency, share) = of_the_mesh();
    let of_a_kink = NEAR * (frequency * step).powi(2) * share;
    let largest = largest(&rattled.errors);
    assert!(largest < 20.0 * of_a_kink, "{largest} {of_a_kink}");
}

/// With damping, what is missing is what was turned into heat.
#[test]
fn damped_impacts_lose_what_they_say() {
    let machine = rattle(2e3);
    let Rattled { errors, lost, .. } = run(&machine, Scheme::newmark(0.25, 0.5), 1e-6, 0.05);
    let missing = errors.last().map_or(0.0, |e| -e);
    // Heat is summed by rectangles, of first order in the step.
    assert!((missing / lost - 1.0).abs() < 1e-3, "{missing} {lost}");
}
