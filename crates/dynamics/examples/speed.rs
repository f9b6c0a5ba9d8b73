//! Time per step of the sample machines.

use std::time::Instant;

use pitchline_dynamics::samples::{andrews, chain};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Machine, Scheme, Transient, TransientOptions, assemble,
};

fn time(name: &str, machine: &Machine, h: f64, steps: u32) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme: Scheme::generalized_alpha(0.8),
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let start = Instant::now();
    for _ in 0..steps {
        transient.step(&mut equations, &mut state, h).unwrap();
    }
    let each = start.elapsed().as_secs_f64() / f64::from(steps);
    eprintln!(
        "{name}: {:.2} µs per step, {:?}",
        1e6 * each,
        transient.report()
    );
}

fn main() {
    time("andrews", &andrews().unwrap().machine, 1.5e-6, 20_000);
    time("chain 10", &chain(10).unwrap(), 1e-3, 5_000);
}
