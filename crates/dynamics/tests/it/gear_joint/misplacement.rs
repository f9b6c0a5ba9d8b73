//! How far wheels are from where the joint takes them to be.

use pitchline_contact::Friction;
use pitchline_dynamics::{Equations, GearJoint, Machine, Misplacement, Rotation, State, WheelSeat};
use pitchline_geometry::Hand;
use pitchline_geometry::vector::{Vector, plus_scaled};

use super::kinds;
use super::stand::{Setting, Stand, stand};

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

/// What the joint of a stand says after its second wheel was moved.
fn moved(stand: &Stand, change: impl Fn(&mut State)) -> Misplacement {
    let mut state = stand.machine.start(0.0);
    change(&mut state);
    let mut equations = Equations::new(&stand.machine);
    equations.set(&state).unwrap();
    stand.joint.misplacement(equations.kinematics())
}

/// The axis of a node, ground axes.
fn axis(state: &State, node: usize) -> Vector {
    state.rotations[node].matrix().map(|row| row[2])
}

/// Shafts at a right angle: a worm wheel that slides by s along its own axis slides along the teeth by s cos γ and no more, a worm along its own by
/// s sin γ; away from the worm it parts by its whole way. Whatever the turn that the joint has found, here 0.2 rad.
#[test]
fn a_worm_wheel_slides_along_its_own_axis() {
    let (starts, way) = (2, 3e-3);
    let stand = stand(kinds::worm(Hand::Right, 90.0, starts), &Setting::default());
    // tan γ = z m / d
    let lead = (f64::from(starts) * 3.0 / 44.0).atan();
    let slides = [(1, lead.cos()), (0, lead.sin())];
    for (along, share) in slides {
        let off = moved(&stand, |state| {
            state.scalars[0] = 0.2;
            state.places[1] = plus_scaled(state.places[1], way, axis(state, along));
        });
        // Rounding of places of a metre.
        assert!((off.along.abs() - share * way).abs() < 1e-15, "{off:?}");
        assert!(off.outward.abs() < 1e-15 && off.tilt < 1e-14, "{off:?}");
    }
    let off = moved(&stand, |state| {
        let away = state.rotations[0].matrix().map(|row| row[0]);
        state.places[1] = plus_scaled(state.places[1], way, away);
    });
    assert!((off.outward - way).abs() < 1e-15, "{off:?}");
}

/// A bevel wheel that is drawn out of its cone by s along its axis parts by s sin δ_b and slides along the teeth by s cos δ_b. Wheels that go
/// around the axis of a together with their contact are not displaced.
#[test]
fn a_bevel_wheel_is_drawn_out_and_goes_around() {
    let pair = kinds::bevel(0.0, Hand::Right, 80.0);
    let (cone, way) = (pair.b.cone_angle, 1e-3);
    let level = Setting {
        turn: Rotation::IDENTITY,
        ..Setting::default()
    };
    let stand = stand(pair, &level);
    let off = moved(&stand, |state| {
        state.places[1] = plus_scaled(state.places[1], way, axis(state, 1));
    });
    assert!(
        (off.outward.abs() - way * cone.sin().abs()).abs() < 1e-15,
        "{off:?}"
    );
    assert!(
        (off.along.abs() - way * cone.cos().abs()).abs() < 1e-15,
        "{off:?}"
    );
    let off = moved(&stand, |state| {
        let around = Rotation::from_vector([0.0, 0.0, 0.7]);
        let (center, from) = (state.places[0], state.places[1]);
        let arm = plus_scaled(from, -1.0, center);
        let carried = pitchline_geometry::tensor::times(&around.matrix(), arm);
        state.places[1] = plus_scaled(carried, 1.0, center);
        state.rotations[1] = around.then(&state.rotations[1]);
    });
    assert!(off.outward.abs().max(off.along.abs()) < 1e-15, "{off:?}");
    assert!(off.tilt < 1e-14, "{off:?}");
}
