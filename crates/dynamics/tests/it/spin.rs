//! A wheel that turns for a long time.

use pitchline_dynamics::samples::{WHEEL_SPEED, wheel};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Scheme, Transient, TransientOptions, assemble,
};
use pitchline_proofs::{Proof, Settings};

const SPIN: Proof = Proof {
    name: "spin",
    title: "phase that a wheel at 12000 rpm loses in a million revolutions, free and driven",
    inputs: &["crates/dynamics/src/samples/wheel.rs"],
    full: Settings(&[("revolutions", 1e6), ("steps per revolution", 36.0)]),
    twin: Settings(&[("revolutions", 1e3), ("steps per revolution", 36.0)]),
    compute: |settings, numbers| {
        let count = |name: &str| settings.get(name) as u32;
        let [revolutions, steps] = ["revolutions", "steps per revolution"].map(count);
        let [free, driven] = std::thread::scope(|scope| {
            let runs = [false, true].map(|is| scope.spawn(move || lost(is, revolutions, steps)));
            runs.map(|run| run.join().unwrap())
        });
        numbers.push("lost by the free wheel", free, "turn");
        numbers.push("lost by the driven wheel", driven, "turn");
    },
    // 1e-9 of a turn in a million revolutions, in proportion to them, and the rounding of the last angle.
    check: |settings, numbers| {
        let allowed = 1e-15 * settings.get("revolutions") + 1e-15;
        for number in numbers.iter() {
            assert!((0.0..allowed).contains(&number.value), "{number:?}");
        }
        assert_eq!(numbers.iter().len(), 2);
    },
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

#[test]
#[ignore = "some minutes: ./validate spin"]
fn proof_spin() {
    SPIN.record();
}

#[test]
fn a_wheel_keeps_its_phase() {
    SPIN.assert_kept();
}
