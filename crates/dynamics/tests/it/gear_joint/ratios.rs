//! Ratios: exact over a thousand turns, however the machine stands.

use pitchline_dynamics::{AssemblyOptions, Equations, Kinematic, Rotation, assemble};
use pitchline_geometry::Hand;
use pitchline_geometry::vector::{length, minus};

use super::kinds;
use super::stand::{Setting, near, rack_stand, stand};

/// A thousand turns of a in steps of less than half a turn; b is then where the numbers of teeth put it.
#[test]
fn the_ratio_is_exact_over_a_thousand_turns() {
    for pair in [
        kinds::parallel(23.0, Hand::Right),
        kinds::internal(17.0, Hand::Left, false),
        kinds::bevel(35.0, Hand::Right, 75.0),
        kinds::hypoid(Hand::Left),
        kinds::worm(Hand::Right, 90.0, 2),
        kinds::crossed([35.0, 25.0], Hand::Left),
    ] {
        for turn in [[0.0; 3], [1.9, -0.4, 0.7]] {
            let setting = Setting {
                speed: std::f64::consts::TAU,
                turn: Rotation::from_vector(turn),
                ..Setting::default()
            };
            let stand = stand(pair, &setting);
            let mut equations = Equations::new(&stand.machine);
            let mut state = stand.machine.start(0.0);
            assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
            let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
            let mut turned_b = 0.0;
            let mut last = state.clone();
            for i in 1..=3000 {
                let time = f64::from(i) / 3.0;
                kinematic.go_to(&mut equations, &mut state, time).unwrap();
                // b's turn about its own z, summed from step to step.
                let step = last.rotations[1].inverse().then(&state.rotations[1]);
                turned_b += step.vector()[2];
                last.copy_from(&state);
            }
            let ratio = f64::from(pair.a.teeth) / f64::from(pair.b.teeth);
            let is_internal = pair.a.is_ring() || pair.b.is_ring();
            let sign = if is_internal { 1.0 } else { -1.0 };
            let expected = sign * 1000.0 * std::f64::consts::TAU * ratio;
            // Three thousand sums of rounded angles.
            near(turned_b, expected, 1e-9);
            // Speeds are exact at any instant.
            let spin = state.velocity[6 + 5];
            near(spin, sign * ratio * std::f64::consts::TAU, 1e-9);
        }
    }
}

/// A thousand turns on a rack: it travels by the pitch circle, from where it was.
#[test]
fn a_rack_travels_by_the_pitch_circle() {
    for (hand, turn) in [(Hand::Left, [0.0; 3]), (Hand::Right, [1.9, -0.4, 0.7])] {
        let contact = kinds::rack(23.0, hand);
        let setting = Setting {
            speed: std::f64::consts::TAU,
            turn: Rotation::from_vector(turn),
            ..Setting::default()
        };
        let stand = rack_stand(contact, &setting);
        let mut equations = Equations::new(&stand.machine);
        let mut state = stand.machine.start(0.0);
        let start = state.places[1];
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
        let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
        for i in 1..=3000 {
            let time = f64::from(i) / 3.0;
            kinematic.go_to(&mut equations, &mut state, time).unwrap();
        }
        let way = length(minus(state.places[1], start));
        let expected = 1000.0 * std::f64::consts::TAU * contact.gear.radius;
        // 1e-12 of the way, 190 m, and as much of the speed.
        near(way, expected, 1e-12 * expected);
        let speed = length([0, 1, 2].map(|i| state.velocity[6 + i]));
        near(speed, std::f64::consts::TAU * contact.gear.radius, 1e-11);
    }
}
