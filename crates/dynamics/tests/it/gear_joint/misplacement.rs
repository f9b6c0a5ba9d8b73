//! How far wheels are from where the joint takes them to be.

use pitchline_contact::Friction;
use pitchline_dynamics::{Equations, GearJoint, Machine, Rotation, WheelSeat};
use pitchline_geometry::Hand;

use super::kinds;

/// A helical wheel that slides by 60 mm is turned by its teeth; the centres stay as far apart as they were. Moved outwards it is farther away by
/// as much.
#[test]
fn sliding_is_no_parting() {
    let pair = kinds::parallel(0.4, Hand::Right);
    let mut machine = Machine::new();
    let centers = [[0.0; 3], pair.center_b()];
    let seats = ["a", "b"].map(|name| {
        let center = centers[usize::from(name == "b")];
        WheelSeat {
            node: machine.add_node(name, center, Rotation::IDENTITY),
            center,
            axis: [0.0, 0.0, 1.0],
        }
    });
    let joint = GearJoint::on_wheels(&mut machine, "pair", seats, pair, None, Friction::None);
    let joint = joint.unwrap();
    machine.add("pair", joint.clone()).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    // The first scalar is the turn of a ahead of the contact.
    state.scalars[0] = 0.3;
    state.places[1][2] += 0.06;
    equations.set(&state).unwrap();
    let off = joint.misplacement(equations.kinematics());
    // Rounding of places of a tenth of a metre.
    assert!((off.along - 0.06).abs() < 1e-15, "{off:?}");
    assert!(off.outward.abs() < 1e-15, "{off:?}");
    let [x, y, _] = centers[1];
    let distance = x.hypot(y);
    state.places[1][0] *= 1.0 + 1e-3 / distance;
    state.places[1][1] *= 1.0 + 1e-3 / distance;
    equations.set(&state).unwrap();
    let off = joint.misplacement(equations.kinematics());
    assert!((off.outward - 1e-3).abs() < 1e-15, "{off:?}");
}
