//! Bodies about a fixed point: the pendulum against its elliptic integral, the heavy top against an independent integration.

use pitchline_dynamics::samples::{heavy_top, pendulum};
use pitchline_dynamics::{Frame, Joint, Machine, NodeId, RigidBody, Rotation, Scheme};

use crate::support::{difference, observed, run, table};

/// Angle from hanging and its rate: the rod swings about −y.
fn swing(machine: &Machine, end: f64, steps: u32, scheme: Scheme) -> [f64; 2] {
    let (state, _) = run(machine, end, steps, scheme);
    let [x, _, z] = state.places[0];
    [x.atan2(-z), -state.velocity[4]]
}

/// Rows of the table at 10 s: after 4.2 and 2.04 periods.
#[test]
fn the_pendulum_follows_its_elliptic_integral() {
    let rows = table("pendulum.csv");
    let late = |amplitude: f64| {
        let is_it = |row: &&Vec<f64>| (row[0] - amplitude).abs() < 1e-9 && row[2] > 9.0;
        rows.iter().find(is_it).unwrap()[3..].to_vec()
    };
    for amplitude in [90.0, 170.0] {
        let machine = pendulum(f64::to_radians(amplitude)).unwrap();
        let exact = late(amplitude);
        let errors = [10_000, 20_000].map(|steps| {
            let found = swing(&machine, 10.0, steps, Scheme::generalized_alpha(0.8));
            difference(&found, &exact)
        });
        let order = (errors[0] / errors[1]).log2();
        // Near the top small errors grow with e^{3.1 t}: the next order is seen beside the second.
        assert!((order - 2.0).abs() < 0.1, "{amplitude}: {errors:?} {order}");
        // The period errs by (h ω)²/12 = 1.5e-7 for the undamped scheme and small swings: over 31 rad, in a rate that changes with
        // 9.8 rad/s², 1.5e-5; damping of the scheme doubles it, and the wide swing hangs back near the top.
        assert!(errors[1] < 6e-5, "{amplitude}: {errors:?}");
    }
}

#[test]
fn the_heavy_top_follows_the_reference() {
    let machine = heavy_top().unwrap();
    let rows = table("heavy_top.csv");
    let exact = &rows[1][1..];
    let errors = [20_000, 40_000].map(|steps| {
        let (state, _) = run(&machine, 1.0, steps, Scheme::generalized_alpha(0.9));
        let found = [&state.places[0][..], &state.velocity[..3]].concat();
        difference(&found, exact)
    });
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.1, "{errors:?} {order}");
    // A spin of 150 rad/s, steps of 25 µs: (h ω)² / 12 = 1.2e-6, over 150 rad of spin and velocities of 5 m/s.
    assert!(errors[1] < 2e-3, "{errors:?}");
}

/// A body with equal moments on a tip below its centre, in steady precession: A Ω² cos θ − C ω Ω + m g l = 0 with A about the tip,
/// C about the axis and ω the spin along it.
#[test]
fn a_spherical_top_precesses_steadily() {
    let (mass, arm, moment) = (2.0, 0.5, 0.05);
    let (precession, tilt) = (3.0_f64, 60f64.to_radians());
    let about_tip = moment + mass * arm * arm;
    let spin =
        (about_tip * precession.powi(2) * tilt.cos() + mass * 9.81 * arm) / (moment * precession);
    let axis = [tilt.sin(), 0.0, tilt.cos()];
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = machine.add_node("top", axis.map(|x| arm * x), Rotation::IDENTITY);
    let start = machine.node_mut(node).unwrap();
    // Ω z + (ω − Ω cos θ) e, and Ω z × l e.
    let along = spin - precession * tilt.cos();
    start.spin = [along * axis[0], 0.0, along * axis[2] + precession];
    start.velocity = [0.0, precession * arm * axis[0], 0.0];
    let body = RigidBody {
        node,
        mass,
        inertia: [[moment, 0.0, 0.0], [0.0, moment, 0.0], [0.0, 0.0, moment]],
    };
    machine.add("top", body).unwrap();
    let tip = Frame {
        place: axis.map(|x| -arm * x),
        ..Frame::at(node)
    };
    let ground = Frame::at(NodeId::GROUND);
    machine.add("tip", Joint::spherical(ground, tip)).unwrap();
    // A third of a turn of the precession.
    let end = std::f64::consts::TAU / 3.0 / precession;
    let (sin, cos) = (precession * end).sin_cos();
    let exact = [axis[0] * cos, axis[0] * sin, axis[2]].map(|x| arm * x);
    let errors = [10_000, 20_000].map(|steps| {
        let (state, _) = run(&machine, end, steps, Scheme::generalized_alpha(0.9));
        difference(&state.places[0], &exact)
    });
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.1, "{errors:?} {order}");
    // 82 rad/s in steps of 35 µs: (h ω)²/12 = 7e-7 of an arm of 0.5 m, for each of 57 rad of spin.
    assert!(errors[1] < 7e-7 * 0.5 * 57.0, "{errors:?}");
}

/// Energy of the top: its drift over the run.
#[test]
fn energy_of_the_top_drifts_little() {
    let machine = heavy_top().unwrap();
    let mut energies = Vec::new();
    observed(
        &machine,
        1.0,
        20_000,
        Scheme::generalized_alpha(0.99),
        |equations, _| {
            let energy = equations.energy();
            energies.push(energy.kinetic + energy.potential);
        },
    );
    let range = energies
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], e| {
            [a.min(*e), b.max(*e)]
        });
    // (h ω)² = 6e-5 of the energy that nutation exchanges, some 150 J.
    let drift = range[1] - range[0];
    assert!(drift < 6e-5 * 150.0, "{drift:e}");
}
