//! Joints that leave nothing or one motion free: fixed, revolute, prismatic, screw; and the rod.

use pitchline_dynamics::{Joint, Rod, Rotation, TrackedAngle};
use pitchline_geometry::vector::{Vector, cross, minus, plus, times, turn_z};

use super::system::{Body, System, assert_close, assert_equal};

const GRAVITY: Vector = [3.1, -4.7, -7.9];

/// A cantilever: the wall bears the weight and its moment, F = −m g and T = −l × m g about the wall.
#[test]
fn fixed_bears_weight_and_moment() {
    let arm = [0.9, -0.2, 0.4];
    let mut system = System::new(GRAVITY);
    let node = system.add_body(&Body {
        place: arm,
        turn: Rotation::from_vector([1.0, 0.2, -0.7]),
        ..Body::default()
    });
    let joint = Joint::fixed(
        system.ground(),
        system.frame(node, [0.0; 3], Rotation::IDENTITY),
    );
    system.add(joint.clone());
    let answer = system.solve(0.0);
    let weight = times(2.3, GRAVITY);
    let [force, torque] = answer.reaction(&system, &joint, 0);
    assert_close(force, times(-1.0, weight));
    assert_close(torque, times(-1.0, cross(arm, weight)));
    assert_close(answer.along(node), [0.0; 3]);
}

/// Two bodies welded together spin about z through their common centre: the weld pulls with m₁ r₁ Ω² = m₂ r₂ Ω².
#[test]
fn fixed_holds_a_spinning_dumbbell() {
    let (speed, masses) = (3.7, [2.0, 3.0]);
    let radii = [0.6, -0.4];
    let mut system = System::new([0.0; 3]);
    let nodes = [0, 1].map(|i| {
        system.add_body(&Body {
            mass: masses[i],
            place: [radii[i], 0.0, 0.0],
            velocity: [0.0, speed * radii[i], 0.0],
            spin: [0.0, 0.0, speed],
            ..Body::default()
        })
    });
    let at = [0.1, 0.3, -0.2];
    let joint = Joint::fixed(
        system.frame(nodes[0], at, Rotation::IDENTITY),
        system.frame(nodes[1], at, Rotation::IDENTITY),
    );
    system.add(joint.clone());
    let answer = system.solve(0.0);
    // b is at negative x: it is pulled towards positive x, along the line of the centres, off which the weld lies.
    let pull = [masses[1] * radii[1].abs() * speed * speed, 0.0, 0.0];
    let [force, torque] = answer.reaction(&system, &joint, 0);
    assert_close(force, pull);
    let to_line = minus([radii[1], 0.0, 0.0], at);
    assert_close(torque, cross(to_line, pull));
}

/// A physical pendulum, askew and unbalanced, with the numbers of Euler's equations in the body's axes:
/// (J_zz + m r²) φ̈ = m r (g × …)_z and Ḣ = (φ̈ J_xz − Ω² J_yz, φ̈ J_yz + Ω² J_xz, φ̈ J_zz).
#[test]
fn revolute_bears_centripetal_force_and_unbalance() {
    let (mass, r, h, angle, speed) = (2.3, 0.45, 0.12, 0.8_f64, 6.1);
    let (j_xz, j_yz, j_zz) = (0.04, -0.03, 0.19);
    let turn = Rotation::from_vector([0.0, 0.0, angle]);
    let direction = [angle.sin(), angle.cos()];
    let mut system = System::new(GRAVITY);
    let node = system.add_body(&Body {
        mass,
        inertia: [[0.31, 0.0, j_xz], [0.0, 0.27, j_yz], [j_xz, j_yz, j_zz]],
        place: turn_z([r, 0.0, h], direction),
        turn,
        velocity: turn_z([0.0, r * speed, 0.0], direction),
        spin: [0.0, 0.0, speed],
    });
    let joint = Joint::revolute(system.ground(), system.frame(node, [0.0; 3], turn));
    system.add(joint.clone());
    let answer = system.solve(0.0);
    // In the axes of the body: gravity turned back.
    let gravity = turn_z(GRAVITY, [-angle.sin(), angle.cos()]);
    let second = mass * r * gravity[1] / (j_zz + mass * r * r);
    assert_close(answer.about(node), [0.0, 0.0, second]);
    let acceleration = [-r * speed * speed, r * second, 0.0];
    let force = times(mass, minus(acceleration, gravity));
    let momentum_rate = [
        second * j_xz - speed * speed * j_yz,
        second * j_yz + speed * speed * j_xz,
        second * j_zz,
    ];
    let torque = plus(momentum_rate, cross([r, 0.0, h], force));
    let [found_force, found_torque] = answer.reaction(&system, &joint, 0);
    assert_close(found_force, turn_z(force, direction));
    assert_close(found_torque, turn_z(torque, direction));
    assert_equal(found_torque[2], 0.0);
}

/// A block on an incline of angle α: z̈ = g sin α, the incline bears m g cos α, and the moment of both about the frame.
#[test]
fn prismatic_slides_down_an_incline() {
    let (mass, g, slope) = (2.3, 9.81, 0.5_f64);
    let mut system = System::new([-g * slope.cos(), 0.0, g * slope.sin()]);
    let (place, at) = ([0.25, -0.1, 0.8], [0.0, 0.0, 0.6]);
    let node = system.add_body(&Body {
        mass,
        place,
        velocity: [0.0, 0.0, 1.4],
        ..Body::default()
    });
    let joint = Joint::prismatic(system.ground(), system.frame(node, at, Rotation::IDENTITY));
    system.add(joint.clone());
    let answer = system.solve(0.0);
    assert_close(answer.along(node), [0.0, 0.0, g * slope.sin()]);
    let normal = [mass * g * slope.cos(), 0.0, 0.0];
    let [force, torque] = answer.reaction(&system, &joint, 0);
    assert_close(force, normal);
    // The normal force acts at the centre of mass.
    assert_close(torque, cross(minus(place, at), normal));
}

/// A nut on a vertical screw: m z̈ = m g + F, J φ̈ = −l F and z = l φ give z̈ = g/(1 + J/(m l²)), here after some turns.
#[test]
fn screw_turns_as_it_falls() {
    let (mass, j, g, lead) = (2.3, 0.19, -9.81, 0.35);
    for (turns, lead) in [(0_i32, lead), (3, lead), (-2, -lead)] {
        let (angle, speed) = (0.7, 4.2);
        let l = lead / std::f64::consts::TAU;
        let turn = Rotation::from_vector([0.0, 0.0, angle]);
        let mut system = System::new([0.0, 0.0, g]);
        let place = [0.0, 0.0, lead * f64::from(turns) + l * angle];
        let node = system.add_body(&Body {
            mass,
            place,
            turn,
            velocity: [0.0, 0.0, l * speed],
            spin: [0.0, 0.0, speed],
            ..Body::default()
        });
        let (a, b) = (system.ground(), system.frame(node, place, turn));
        let joint = Joint::screw(&mut system.machine, a, b, lead);
        system.add(joint.clone());
        let mut state = system.machine.start(0.0);
        state.angles[0] = TrackedAngle {
            turns: i64::from(turns),
            rest: 0.6,
        };
        let answer = system.solve_from(state);
        let fall = g / (1.0 + j / (mass * l * l));
        assert_close(answer.along(node), [0.0, 0.0, fall]);
        assert_close(answer.about(node), [0.0, 0.0, fall / l]);
        let [force, torque] = answer.reaction(&system, &joint, 0);
        assert_close(force, [0.0, 0.0, mass * (fall - g)]);
        assert_close(torque, [0.0, 0.0, j * fall / l]);
    }
}

/// A pendulum on a rod, at a tilt α with the speed v across it: l α̈ = −g sin α, and the rod pulls with m (g cos α + v²/l).
#[test]
fn rod_swings_and_pulls() {
    let (mass, g, l, tilt, speed) = (2.3, 9.81, 0.7, 0.4_f64, 1.9);
    let (outward, along) = (
        [tilt.sin(), 0.0, -tilt.cos()],
        [tilt.cos(), 0.0, tilt.sin()],
    );
    let mut system = System::new([0.0, 0.0, -g]);
    let node = system.add_body(&Body {
        mass,
        place: times(l, outward),
        velocity: times(speed, along),
        ..Body::default()
    });
    let b = system.frame(node, times(l, outward), Rotation::IDENTITY);
    let rod = Rod::new(system.ground(), b, l);
    assert!(rod.check().is_ok());
    assert!(Rod::new(rod.between.a, b, 0.0).check().is_err());
    system.add(rod);
    let answer = system.solve(0.0);
    let swing = times(-g * tilt.sin(), along);
    let inward = times(-speed * speed / l, outward);
    assert_close(answer.along(node), plus(swing, inward));
    let pull = mass * (g * tilt.cos() + speed * speed / l);
    assert_equal(answer.state.multipliers[0], -pull);
}
