//! A pair that has turned so often that its coordinates are rounded to more than the constraints are closed to.

use pitchline_dynamics::{AssemblyOptions, Equations, Kinematic, assemble};
use pitchline_geometry::Hand;

use super::kinds;
use super::stand::{Setting, near, stand};

/// A hundred thousand turns, forty and a bit at a time: ψ_B = −ψ_A z_A/z_B, and the flanks carry T/(r_B cos α).
#[test]
fn a_hundred_thousand_turns() {
    let pair = kinds::parallel(0.0, Hand::Right);
    let setting = Setting {
        speed: 500.0,
        load: 10.0,
        ..Setting::default()
    };
    let stand = stand(pair, &setting);
    let mut equations = Equations::new(&stand.machine);
    let mut state = stand.machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
    let expected = 10.0 / (pair.b.radius * pair.pressure_angle.cos());
    for i in 1..=2500 {
        let time = 0.507 * f64::from(i);
        kinematic.go_to(&mut equations, &mut state, time).unwrap();
        let [a, b] = [state.scalars[0], state.scalars[1]];
        // Sixteen roundings of what has turned.
        let digits = 16.0 * f64::EPSILON * 500.0 * time;
        near(a.abs(), 500.0 * time, digits);
        near(b, -a * 19.0 / 43.0, digits);
        near(state.multipliers[0].abs(), expected, 1e-7 * expected);
    }
    assert!(state.scalars[0].abs() > 1e5 * std::f64::consts::TAU);
}
