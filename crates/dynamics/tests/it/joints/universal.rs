//! Hooke's joint between two shafts at an angle β.
//!
//! With φ the angle of the driving pin from the common perpendicular of both shafts, tan φ₂ = tan φ cos β, and so
//! ω₂/ω₁ = cos β/(1 − sin² β sin² φ). \[ujoint\] counts φ from the other pin and has cos² there. At constant ω₁ the driven
//! shaft accelerates by ω₁² cos β sin² β sin 2φ/(1 − sin² β sin² φ)², and the power of its inertia is that of the drive.

use pitchline_dynamics::{Drive, Joint, NodeId, Rotation, TimeFunction};
use pitchline_geometry::tensor::transposed_times;
use pitchline_geometry::vector::dot;

use super::system::{Body, System, assert_close, assert_equal};

const BEND: f64 = 0.6;
const SPEED: f64 = 4.5;
const INERTIA: f64 = 0.19;

struct Shafts {
    system: System,
    hooke: Joint,
    nodes: [NodeId; 2],
    /// Turns of both shafts in the axes of the ground's frame.
    turns: [Rotation; 2],
}

/// Shaft 1 along z, held and driven; shaft 2 bent by β about x, its axis held. Nothing is said twice: 5 + 1 + 4 + 2 rows.
fn shafts(angle: f64, spin: f64) -> Shafts {
    // Continuous over all quadrants.
    let driven = (angle.sin() * BEND.cos()).atan2(angle.cos());
    let about_z = |angle: f64| Rotation::from_vector([0.0, 0.0, angle]);
    let bent = Rotation::from_vector([BEND, 0.0, 0.0]);
    let turns = [about_z(angle), bent.then(&about_z(driven))];
    let mut system = System::new([0.0; 3]);
    let nodes = [(0, SPEED), (1, spin)].map(|(i, spin)| {
        system.add_body(&Body {
            // Equal across the axis: a shaft.
            inertia: [[0.3, 0.0, 0.0], [0.0, 0.3, 0.0], [0.0, 0.0, INERTIA]],
            turn: turns[i],
            spin: [0.0, 0.0, spin],
            ..Body::default()
        })
    });
    let origin = [0.0; 3];
    let [a, b] = [0, 1].map(|i| system.frame(nodes[i], origin, turns[i]));
    let ground = system.ground();
    let second = system.frame(NodeId::GROUND, origin, bent);
    let hooke = Joint::universal(a, b);
    system.add(hooke.clone());
    system.add(Joint::revolute(ground, a));
    system.add(Joint::from_mask(
        second,
        b,
        [false, false, false, true, true, false],
    ));
    let speed = TimeFunction::Constant(SPEED);
    system.add(Drive::speed(ground, a, speed, angle));
    Shafts {
        system,
        hooke,
        nodes,
        turns,
    }
}

fn ratio(angle: f64) -> f64 {
    BEND.cos() / (1.0 - (BEND.sin() * angle.sin()).powi(2))
}

#[test]
fn universal_turns_unevenly() {
    for i in 0..24 {
        let angle = 0.1 + 0.26 * f64::from(i);
        let velocity = shafts(angle, 0.0).system.velocities(0.0);
        assert_equal(velocity[5], SPEED);
        assert_close(
            [velocity[9], velocity[10], velocity[11]],
            [0.0, 0.0, SPEED * ratio(angle)],
        );
    }
}

#[test]
fn universal_carries_the_torque_across_its_pins() {
    for i in 0..24 {
        let angle = 0.1 + 0.26 * f64::from(i);
        let Shafts {
            system,
            hooke,
            nodes,
            turns,
        } = shafts(angle, SPEED * ratio(angle));
        let answer = system.solve(0.0);
        let flat = 1.0 - (BEND.sin() * angle.sin()).powi(2);
        let uneven = BEND.cos() * BEND.sin().powi(2) * (2.0 * angle).sin() / flat.powi(2);
        let second = SPEED * SPEED * uneven;
        assert_close(answer.about(nodes[0]), [0.0; 3]);
        assert_close(answer.about(nodes[1]), [0.0, 0.0, second]);
        // The drive is the last row.
        let torque = answer.state.multipliers[11];
        assert_equal(torque, INERTIA * second * ratio(angle));
        assert_equal(answer.supplied(&system), torque * SPEED);
        // In the axes of a, whose pin is x; b's pin is its y.
        let [force, carried] = answer.reaction(&system, &hooke, 0);
        assert_close(force, [0.0; 3]);
        assert_equal(carried[0], 0.0);
        let relative = turns[0].inverse().then(&turns[1]).matrix();
        let in_b = transposed_times(&relative, carried);
        assert_equal(in_b[1], 0.0);
        assert_equal(in_b[2], INERTIA * second);
        assert_equal(dot(carried, [0.0, 0.0, 1.0]), torque);
    }
}
