//! A free asymmetric body against Jacobi's closed form.

use pitchline_dynamics::{
    AssemblyOptions, Equations, Machine, RigidBody, Rotation, Scheme, State, Transient,
    TransientOptions, assemble,
};

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

fn run(machine: &Machine, end: f64, steps: u32, scheme: Scheme) -> (State, Transient) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme,
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let h = end / f64::from(steps);
    for _ in 0..steps {
        transient.step(&mut equations, &mut state, h).unwrap();
    }
    (state, transient)
}

#[test]
fn spin_follows_the_closed_form_with_second_order() {
    let machine = machine();
    let exact = [0.2972259416149, -1.673815025512, 0.2571272450032];
    for scheme in [
        Scheme::generalized_alpha(0.8),
        Scheme::hht(0.05),
        Scheme::newmark(0.25, 0.5),
    ] {
        let errors = [2000, 4000].map(|steps| {
            let (state, transient) = run(&machine, 10.0, steps, scheme);
            eprintln!("{:?}", transient.report());
            (0..3)
                .map(|i| (state.velocity[3 + i] - exact[i]).abs())
                .fold(0.0, f64::max)
        });
        eprintln!("{errors:?} {}", (errors[0] / errors[1]).log2());
    }
}
