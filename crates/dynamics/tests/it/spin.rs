//! A wheel that turns for a long time: the same arithmetic as a million revolutions at 12000 rpm, which `./bench spin` runs, at a
//! reduced size.

use pitchline_dynamics::samples::{WHEEL_SPEED, wheel};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Scheme, Transient, TransientOptions, assemble,
};

/// Phase (turns) lost after whole revolutions.
fn lost(is_driven: bool, revolutions: u32, per_revolution: u32) -> f64 {
    let machine = wheel(is_driven).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme: Scheme::generalized_alpha(0.8),
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let h = std::f64::consts::TAU / WHEEL_SPEED / f64::from(per_revolution);
    for i in 1..=revolutions * per_revolution {
        transient.step(&mut equations, &mut state, h).unwrap();
        state.time = f64::from(i) * h;
    }
    let start = machine.start(0.0).rotations[0];
    let away = start.inverse().then(&state.rotations[0]).vector();
    away[2].abs() / std::f64::consts::TAU
}

/// A thousand revolutions in 36 steps each may lose a thousandth of what a million may, 1e-9 of a turn, and the rounding of the
/// last angle.
#[test]
fn a_wheel_keeps_its_phase() {
    for is_driven in [false, true] {
        let lost = lost(is_driven, 1000, 36);
        assert!(lost < 1e-12 + 1e-15, "driven {is_driven}: {lost:e}");
    }
}
