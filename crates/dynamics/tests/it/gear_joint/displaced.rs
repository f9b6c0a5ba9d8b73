//! Wheels that do not stand where their pitch surfaces touch: nothing is won or lost by that.

use pitchline_contact::Friction;
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::times as scale;
use pitchline_geometry::{Hand, PitchPair};

use super::kinds;
use super::stand::{Setting, near, stand};

/// One of every kind of two wheels.
fn every_kind() -> Vec<PitchPair> {
    vec![
        kinds::parallel(0.0, Hand::Right),
        kinds::parallel(25.0, Hand::Left),
        kinds::internal(17.0, Hand::Right, false),
        kinds::internal(17.0, Hand::Left, true),
        kinds::bevel(0.0, Hand::Right, 90.0),
        kinds::bevel(35.0, Hand::Left, 75.0),
        kinds::hypoid(Hand::Right),
        kinds::worm(Hand::Right, 90.0, 2),
        kinds::crossed([30.0, 20.0], Hand::Left),
    ]
}

/// A wheel 0.1 mm off in every direction and 2 mrad askew, held there: what the drive gives the load takes, to rounding, but for friction. Each torque
/// is known from the other by the ratio of the teeth, as a conjugate pair has it wherever it stands.
#[test]
fn nothing_is_won_by_standing_elsewhere() {
    for pair in every_kind() {
        for coefficient in [0.0, 0.08] {
            let setting = Setting {
                load: 70.0,
                friction: match coefficient > 0.0 {
                    true => Friction::Coulomb {
                        coefficient,
                        transition_speed: 1e-3,
                    },
                    false => Friction::None,
                },
                off: [1e-4, -1e-4, 1e-4],
                tilt: [1e-3, -1e-3, 1.5e-3],
                ..Setting::default()
            };
            let seen = stand(pair, &setting).at(1.3);
            let passed = 70.0 * setting.speed * f64::from(pair.a.teeth) / f64::from(pair.b.teeth);
            near(seen.supplied, seen.dissipated, 1e-9 * passed);
            assert!(seen.dissipated >= 0.0);
        }
    }
}

/// A spur wheel that stands aside along its axis is pushed straight across: nothing acts along.
#[test]
fn spur_wheels_aside_push_nothing_along_their_axes() {
    let pair = kinds::parallel(0.0, Hand::Right);
    let aside = |way| {
        let level = Setting::default();
        let axis = times(&level.turn.matrix(), pair.frame_a()[0]);
        let setting = Setting {
            load: 70.0,
            off: scale(way, axis),
            ..level
        };
        stand(pair, &setting).at(1.3).pair
    };
    let (level, moved) = (aside(0.0), aside(1e-3));
    let force = level.normal_force.abs();
    assert!(force > 100.0);
    for (before, after) in [
        (level.force_on_a, moved.force_on_a),
        (level.force_on_b, moved.force_on_b),
    ] {
        near(after[0], 0.0, 1e-12 * force);
        near(after[1], before[1], 1e-9 * force);
        near(after[2], before[2], 1e-9 * force);
    }
}
