//! A free asymmetric body against Jacobi's closed form.

use pitchline_dynamics::{Machine, RigidBody, Rotation, Scheme};

use crate::support::{difference, run, table};

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
