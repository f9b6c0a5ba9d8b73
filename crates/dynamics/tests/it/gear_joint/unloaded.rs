//! Rigid pairs that carry nothing: reactions are rounding, and nothing locks.

use pitchline_contact::Friction;
use pitchline_dynamics::{AssemblyOptions, Equations, Error, Kinematic, Rotation, assemble};
use pitchline_geometry::{Hand, PitchPair};

use super::kinds;
use super::stand::{Setting, Stand, near, stand};

fn rubbing(coefficient: f64) -> Friction {
    Friction::Coulomb {
        coefficient,
        transition_speed: 1e-4,
    }
}

/// Follows the drive, and finds accelerations and reactions in both ways on it. The largest normal force found.
fn run(stand: &Stand) -> Result<f64, Error> {
    let mut equations = Equations::new(&stand.machine);
    let mut state = stand.machine.start(0.0);
    let options = AssemblyOptions::default();
    assemble(&mut equations, &mut state, &options)?;
    let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12)?;
    let mut largest = 0.0_f64;
    for i in 1..=150 {
        kinematic.go_to(&mut equations, &mut state, 2.3e-3 * f64::from(i))?;
        // The pair was added after two bodies, first of what has multipliers.
        largest = largest.max(state.multipliers[0].abs());
        let mut in_time = state.clone();
        assemble(&mut equations, &mut in_time, &options)?;
        largest = largest.max(in_time.multipliers[0].abs());
    }
    Ok(largest)
}

#[test]
fn nothing_is_carried_and_nothing_locks() {
    let pairs: [PitchPair; 4] = [
        kinds::parallel(0.0, Hand::Right),
        kinds::parallel(23.0, Hand::Left),
        kinds::bevel(0.0, Hand::Right, 90.0),
        kinds::worm(Hand::Right, 90.0, 1),
    ];
    for (which, pair) in pairs.into_iter().enumerate() {
        for speed in [0.0, 3.0, 5.0, -157.0] {
            for turn in [[0.0; 3], [0.4, -0.7, 1.1]] {
                for friction in [Friction::None, rubbing(0.0), rubbing(0.05)] {
                    let setting = Setting {
                        speed,
                        friction,
                        turn: Rotation::from_vector(turn),
                        ..Setting::default()
                    };
                    let found = run(&stand(pair, &setting))
                        .unwrap_or_else(|error| panic!("pair {which}, {speed} rad/s: {error}"));
                    // J ω²/r is rounded, as both spins are even: 0.03 kg m² and no radius below 15 mm, a thousand roundings.
                    let fastest = speed.abs() * pair.speed_ratio().abs().max(1.0);
                    near(
                        found,
                        0.0,
                        1e3 * f64::EPSILON * 0.03 * fastest.powi(2) / 0.015,
                    );
                }
            }
        }
    }
}

/// A worm wheel cannot turn a worm with more friction than cos α_n tan λ, however little it has to turn; with less it can.
#[test]
fn a_worm_that_is_driven_from_its_wheel() {
    let pair = kinds::worm(Hand::Right, 90.0, 1);
    let limit = pair.pressure_angle.cos() / pair.a.helix_angle.abs().tan();
    for load in [-5.0, -1e-3] {
        let of = |coefficient: f64| {
            let setting = Setting {
                speed: 0.5,
                load: load * pair.speed_ratio().signum(),
                friction: rubbing(coefficient),
                is_b_driven: true,
                ..Setting::default()
            };
            run(&stand(pair, &setting))
        };
        of(0.0).unwrap();
        of(0.9 * limit).unwrap();
        let refused = of(1.1 * limit).unwrap_err();
        assert!(matches!(refused, Error::Locked { .. }), "{refused}");
    }
}
