//! Pairs that cannot be: the message says by how much and what to do.

use pitchline_contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use pitchline_dynamics::{
    Engagement, Error, Frame, GearJoint, GearMesh, Machine, NodeId, Relative, Rotation, WheelSeat,
};
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::times as scale;
use pitchline_geometry::{Hand, Mounting};

use super::kinds;
use super::stand::near;

fn refused(move_b: [f64; 3], axis_b: [f64; 3], mesh: Option<GearMesh>) -> String {
    let pair = kinds::parallel(23.0, Hand::Right);
    let mut machine = Machine::new();
    let a = machine.add_node("a", [0.0; 3], Rotation::IDENTITY);
    let b = machine.add_node("b", [0.0; 3], Rotation::IDENTITY);
    let mut center = pair.center_b();
    (0..3).for_each(|i| center[i] += move_b[i]);
    let seat = |node, center, axis| WheelSeat { node, center, axis };
    let seats = [seat(a, [0.0; 3], [0.0, 0.0, 1.0]), seat(b, center, axis_b)];
    GearJoint::on_wheels(&mut machine, "first", seats, pair, mesh, Friction::None)
        .unwrap_err()
        .to_string()
}

const UP: [f64; 3] = [0.0, 0.0, 1.0];

#[test]
fn wheels_that_stand_elsewhere() {
    assert_eq!(
        refused([0.005, 0.0, 0.002], UP, None),
        "first: the wheels cannot mesh in their positions: b is 5 mm too far out and 2 mm along the axis of a from its place, its axis 0 deg off; move b by [-5, 0, -2] mm"
    );
    assert_eq!(
        refused([0.0; 3], [0.0, 0.0, -1.0], None),
        "first: the wheels cannot mesh in their positions: b is 0 mm too far out and 0 mm along the axis of a from its place, its axis 180 deg off; move b by [0, 0, 0] mm, and turn its axis to [0, 0, 1]"
    );
    let center = kinds::parallel(23.0, Hand::Right).center_b();
    assert_eq!(
        refused(center.map(|x| -x), UP, None),
        "first: the centres of the wheels coincide across the axis of a; move one of them"
    );
}

#[test]
fn wheels_on_one_body_and_laws_that_are_none() {
    let pair = kinds::parallel(0.0, Hand::Right);
    let mut machine = Machine::new();
    let seat = WheelSeat {
        node: NodeId::GROUND,
        center: [0.0; 3],
        axis: UP,
    };
    let error = GearJoint::on_wheels(&mut machine, "first", [seat; 2], pair, None, Friction::None);
    assert!(matches!(error, Err(Error::OneBody { .. })));
    let mesh = GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear { stiffness: -1.0 },
            damping: MeshDamping::always(0.0),
            backlash: 0.0,
        },
        error: TransmissionError::None,
        start_cycle: 0.0,
    };
    let message = refused([0.0; 3], UP, Some(mesh));
    assert!(message.starts_with("first: stiffness"), "{message}");
}

/// A ring and a pinion of one radius have one centre: no direction leads to where they touch.
#[test]
fn wheels_one_in_the_other() {
    let mut pair = kinds::internal(0.0, Hand::Right, false);
    (pair.b.teeth, pair.b.radius) = (pair.a.teeth, pair.a.radius);
    near(pair.squared_distance_across(), 0.0, 1e-30);
    let mut machine = Machine::new();
    let [a, b] = ["a", "b"].map(|name| machine.add_node(name, [0.0; 3], Rotation::IDENTITY));
    let between = Relative {
        a: Frame::at(a),
        b: Frame::at(b),
    };
    let contact = Engagement::Wheels(pair);
    let error = GearJoint::new(
        &mut machine,
        "first",
        between,
        contact,
        None,
        Friction::None,
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "first: distance of the centres = 0 is not possible; it must be more than zero: the wheels would be one in the other"
    );
    let seats = [(a, UP), (b, [0.0, 0.0, -1.0])].map(|(node, axis)| WheelSeat {
        node,
        center: [0.0; 3],
        axis,
    });
    let error = GearJoint::on_wheels(&mut machine, "first", seats, pair, None, Friction::None);
    assert!(matches!(error, Err(Error::CentersCoincide { .. })));
}

/// A hypoid wheel that was carried around the pinion's axis without being turned: it fits where it was, or there if it is turned too.
#[test]
fn either_the_axis_or_the_place() {
    let pair = kinds::hypoid(Hand::Right);
    let right = pair.mounting();
    for angle in [-2.0, 0.4, 1.3] {
        let turn = Rotation::from_vector(scale(angle, right.axis_a)).matrix();
        let moved = Mounting {
            center_b: times(&turn, right.center_b),
            ..right
        };
        let misfit = pair.mismatch(&moved).unwrap();
        let center = misfit.center_for_axis.unwrap();
        let axis = times(&turn, right.axis_b);
        for i in 0..3 {
            near(center[i], right.center_b[i], 1e-12);
            near(misfit.axis_b[i], axis[i], 1e-12);
        }
    }
}
