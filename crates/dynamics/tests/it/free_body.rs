//! A free asymmetric body against Jacobi's closed form.

use pitchline_dynamics::{Machine, RigidBody, Rotation, Scheme};

use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::length;

use crate::support::{difference, observed, run, table};

fn machine() -> Machine {
    let mut machine = Machine::new();
    let node = machine.add_node("body", [0.0; 3], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]],
    };
    machine.add("body", body).unwrap();
    machine.node_mut(node).unwrap().spin = [1.7, 0.0, 1.0];
    machine
}

#[test]
fn spin_follows_the_closed_form_with_second_order() {
    let machine = machine();
    let rows = table("free_body.csv");
    let at_ten = rows
        .iter()
        .find(|row| (row[0] - 10.0).abs() < 1e-9)
        .unwrap();
    for scheme in [
        Scheme::generalized_alpha(0.8),
        Scheme::hht(0.05),
        Scheme::newmark(0.25, 0.5),
    ] {
        let errors = [2000, 4000].map(|steps| {
            let (state, _) = run(&machine, 10.0, steps, scheme);
            difference(&state.velocity[3..6], &at_ten[1..4])
        });
        let order = (errors[0] / errors[1]).log2();
        assert!((order - 2.0).abs() < 0.02, "{scheme:?}: {errors:?} {order}");
        // (h ω)²/12 = 1.6e-6 over 17 rad, and twice that for the schemes that damp.
        assert!(errors[1] < 6e-5, "{scheme:?}: {errors:?}");
    }
}

/// Angular momentum in space, R J ω, and energy: both drift with the square of the step, by (h ω)²/12 = 1.6e-6 of 17 rad at the most.
#[test]
fn energy_and_momentum_drift_with_the_square_of_the_step() {
    let machine = machine();
    let moments = [1.0, 2.0, 3.0];
    let scheme = Scheme::generalized_alpha(0.99);
    let drifts = [2000, 4000].map(|steps| {
        let mut seen: Vec<([f64; 3], f64)> = Vec::new();
        observed(&machine, 10.0, steps, scheme, |equations, state| {
            let own = [0, 1, 2].map(|i| moments[i] * state.velocity[3 + i]);
            let axes = state.rotations[0].matrix();
            let energy = equations.energy();
            seen.push((times(&axes, own), energy.kinetic));
        });
        let (momentum, energy) = seen[0];
        let momentum = seen
            .iter()
            .map(|(m, _)| difference(m, &momentum) / length(momentum));
        let energy = seen.iter().map(|(_, e)| (e / energy - 1.0).abs());
        [momentum.fold(0.0, f64::max), energy.fold(0.0, f64::max)]
    });
    for i in 0..2 {
        let order = (drifts[0][i] / drifts[1][i]).log2();
        assert!((order - 2.0).abs() < 0.1, "{drifts:?} {order}");
        assert!(drifts[1][i] < 1.6e-6 * 17.0, "{drifts:?}");
    }
}
