//! No memory is taken in a step that converges.

use pitchline_dynamics::samples::{andrews, chain, double_four_bar};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Integrator as _, Machine, Radau, RadauOptions, Transient,
    TransientOptions, assemble,
};

use crate::counting::taken;

fn check(name: &str, machine: &Machine, h: f64) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let before = taken();
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    assert!(taken() > before, "the counter counts");
    let options = TransientOptions::default();
    let mut transient = Transient::new(&equations, &state, options);
    // The first step chooses pivots and starts the scheme.
    transient.step(&mut equations, &mut state, h).unwrap();
    let before = taken();
    for _ in 0..200 {
        transient.step(&mut equations, &mut state, h).unwrap();
    }
    assert_eq!(taken() - before, 0, "{name}: {:?}", transient.report());
}

#[test]
fn steps_take_no_memory() {
    check("Andrews", &andrews().unwrap().machine, 1e-6);
    check("chain", &chain(10).unwrap(), 1e-3);
    check("four-bars", &double_four_bar().unwrap().machine, 1e-3);
}

#[test]
fn steps_of_radau_take_no_memory() {
    for (name, machine, h) in [
        ("Andrews", andrews().unwrap().machine, 1e-5),
        ("chain", chain(10).unwrap(), 1e-3),
        ("four-bars", double_four_bar().unwrap().machine, 1e-3),
    ] {
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
        let mut radau = Radau::new(&equations, &state, RadauOptions::default());
        // The first step chooses pivots.
        radau.step(&mut equations, &mut state, h).unwrap();
        let before = taken();
        for _ in 0..100 {
            radau.step(&mut equations, &mut state, h).unwrap();
        }
        for _ in 0..20 {
            let end = state.time + h;
            radau
                .adaptive_step(&mut equations, &mut state, end)
                .unwrap();
        }
        assert_eq!(taken() - before, 0, "{name}: {:?}", radau.report());
    }
}
