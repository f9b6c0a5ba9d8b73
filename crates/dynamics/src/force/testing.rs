//! A relative motion of chosen numbers, for the tests of the laws.

use pitchline_geometry::vector::Vector;

use crate::{Frame, Kinematics, Machine, NodeId, Relative, RelativeMotion, Rotation};

/// b as the ground sees it: place, rotation vector, velocity and spin in its own axes.
pub(super) fn moving(place: Vector, rotation: Vector, velocity: [f64; 6]) -> RelativeMotion {
    let mut machine = Machine::new();
    let node = machine.add_node("b", place, Rotation::from_vector(rotation));
    let mut state = machine.start(0.0);
    state.velocity.copy_from_slice(&velocity);
    let mut k = Kinematics::new(&machine);
    k.set(&state);
    let between = Relative {
        a: Frame::at(NodeId::GROUND),
        b: Frame::at(node),
    };
    between.motion(&k)
}

/// Equal number by number to an absolute tolerance; zero for what must be exact.
#[track_caller]
pub(super) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        let error = (f - e).abs();
        assert!(error <= tolerance, "{found:?} instead of {expected:?}");
    }
}
