//! Joints that leave two or three motions free: cylindrical, planar, spherical.

use pitchline_dynamics::{Element, Joint, Rotation};
use pitchline_geometry::vector::{Vector, cross, minus, times, turn_z};

use super::system::{Body, System, assert_close, assert_equal};

const GRAVITY: Vector = [3.1, -4.7, -7.9];

/// A spinning shaft with unbalance falls along its axis: weight across is borne, z̈ = g_z, and the torque on it is that of
/// the turning products of inertia, Ω² (−J_yz, J_xz, 0) in its own axes.
#[test]
fn cylindrical_falls_along_and_spins_about() {
    let (mass, speed, angle) = (2.3, 5.0, -1.1_f64);
    let (j_xz, j_yz) = (0.04, -0.03);
    let turn = Rotation::from_vector([0.0, 0.0, angle]);
    let place = [0.0, 0.0, 0.7];
    let mut system = System::new(GRAVITY);
    let node = system.add_body(&Body {
        mass,
        inertia: [[0.31, 0.0, j_xz], [0.0, 0.27, j_yz], [j_xz, j_yz, 0.19]],
        place,
        turn,
        velocity: [0.0, 0.0, -2.0],
        spin: [0.0, 0.0, speed],
    });
    let at = [0.0, 0.0, 0.4];
    let joint = Joint::cylindrical(system.ground(), system.frame(node, at, turn));
    system.add(joint.clone());
    let answer = system.solve(0.0);
    assert_close(answer.along(node), [0.0, 0.0, GRAVITY[2]]);
    assert_close(answer.about(node), [0.0; 3]);
    let borne = [-mass * GRAVITY[0], -mass * GRAVITY[1], 0.0];
    let [force, torque] = answer.reaction(&system, &joint, 0);
    assert_close(force, borne);
    let square = speed * speed;
    let of_spin = turn_z(
        [-square * j_yz, square * j_xz, 0.0],
        [angle.sin(), angle.cos()],
    );
    let of_weight = cross(minus(place, at), borne);
    assert_close(torque, [0, 1, 2].map(|i| of_spin[i] + of_weight[i]));
}

/// A puck on an inclined plane slides as a free body in the plane and keeps its spin; the plane bears m g_n, which acts at
/// the centre of mass.
#[test]
fn planar_slides_and_spins() {
    let (mass, angle) = (2.3, 0.6_f64);
    let turn = Rotation::from_vector([0.0, 0.0, angle]);
    let (place, at) = ([0.3, -0.2, 0.15], [0.35, -0.1, 0.0]);
    let mut system = System::new(GRAVITY);
    let node = system.add_body(&Body {
        mass,
        place,
        turn,
        velocity: [0.9, 0.4, 0.0],
        spin: [0.0, 0.0, 3.0],
        ..Body::default()
    });
    let joint = Joint::planar(system.ground(), system.frame(node, at, turn));
    system.add(joint.clone());
    let answer = system.solve(0.0);
    assert_close(answer.along(node), [GRAVITY[0], GRAVITY[1], 0.0]);
    assert_close(answer.about(node), [0.0; 3]);
    let normal = [0.0, 0.0, -mass * GRAVITY[2]];
    let [force, torque] = answer.reaction(&system, &joint, 0);
    assert_close(force, normal);
    assert_close(torque, cross(minus(place, at), normal));
}

/// A conical pendulum with a sphere at its end: at Ω² = g/(l cos α) it goes round steadily, its rod pulls with m g/cos α.
/// The momentum of a sphere that turns about the vertical does not change, so that the sphere is as good as a point.
#[test]
fn spherical_holds_a_conical_pendulum() {
    let (mass, g, l, tilt) = (2.3, 9.81, 0.8, 0.65_f64);
    let speed = (g / (l * tilt.cos())).sqrt();
    let turn = Rotation::from_vector([0.0, -tilt, 0.0]);
    // Down the rod.
    let rod = [tilt.sin(), 0.0, -tilt.cos()];
    let mut system = System::new([0.0, 0.0, -g]);
    let node = system.add_body(&Body {
        mass,
        inertia: [[0.2, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.2]],
        place: times(l, rod),
        turn,
        velocity: [0.0, speed * l * tilt.sin(), 0.0],
        spin: [speed * tilt.sin(), 0.0, speed * tilt.cos()],
    });
    let joint = Joint::spherical(system.ground(), system.frame(node, [0.0; 3], turn));
    system.add(joint.clone());
    let answer = system.solve(0.0);
    let inward = -speed * speed * l * tilt.sin();
    assert_close(answer.along(node), [inward, 0.0, 0.0]);
    assert_close(answer.about(node), [0.0; 3]);
    let [force, torque] = answer.reaction(&system, &joint, 0);
    assert_close(force, times(-mass * g / tilt.cos(), rod));
    assert_close(torque, [0.0; 3]);
}

/// A mask that locks one displacement alone: a bead on a wall feels only it.
#[test]
fn a_mask_of_one_displacement_is_a_wall() {
    let mut system = System::new(GRAVITY);
    let node = system.add_body(&Body::default());
    let mask = [false, true, false, false, false, false];
    let b = system.frame(node, [0.0; 3], Rotation::from_vector([0.3, 1.0, -0.2]));
    let joint = Joint::from_mask(system.ground(), b, mask);
    system.add(joint.clone());
    let answer = system.solve(0.0);
    assert_close(answer.along(node), [GRAVITY[0], 0.0, GRAVITY[2]]);
    let [force, _] = answer.reaction(&system, &joint, 0);
    assert_equal(force[1], -2.3 * GRAVITY[1]);
}

/// Messages of solvers name rows; residuals of angles and lengths are weighed apart.
#[test]
fn rows_have_names_and_units() {
    let mut system = System::new(GRAVITY);
    let node = system.add_body(&Body::default());
    let (a, b) = (
        system.ground(),
        system.frame(node, [0.0; 3], Rotation::IDENTITY),
    );
    let joint = Joint::screw(&mut system.machine, a, b, 0.1);
    let rows = (0..joint.n_constraints())
        .map(|i| (joint.constraint_name(i), joint.constraint_is_angle(i)));
    let expected = [
        ("displacement along x", false),
        ("displacement along y", false),
        ("rotation about x", true),
        ("rotation about y", true),
        ("advance along z with the turn", false),
    ];
    assert!(rows.eq(expected.map(|(name, is_angle)| (name.to_owned(), is_angle))));
    assert!(joint.check().is_ok());
    let endless = Joint::screw(&mut system.machine, a, b, f64::INFINITY);
    let message = endless.check().unwrap_err().to_string();
    assert_eq!(
        message,
        "screw: lead = inf is not possible; it must be a finite length per turn"
    );
}
