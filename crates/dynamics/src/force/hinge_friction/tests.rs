use super::*;
use crate::{NodeId, Rotation};
use pitchline_contact::StribeckFall;

fn build(data: HingeFrictionData) -> Result<(Machine, HingeFriction), Error> {
    let mut machine = Machine::new();
    let node = machine.add_node("disc", [0.0; 3], Rotation::IDENTITY);
    machine.node_mut(node).unwrap().spin = [0.0, 0.0, -2.0];
    let [a, b] = [NodeId::GROUND, node].map(Frame::at);
    let friction = HingeFriction::build("seal", &mut machine, a, b, data)?;
    Ok((machine, friction))
}

fn data() -> HingeFrictionData {
    HingeFrictionData {
        drag: DragTorque {
            constant: 3.0,
            viscous: 0.5,
            stribeck: Some(StribeckFall {
                breakaway: 4.0,
                speed: 2.0,
            }),
            static_torque: 5.0,
        },
        pressed: TimeFunction::Constant(10.0),
        standstill: Standstill::Sticks,
    }
}

/// 10 (3 + 1/e + 0.5 · 2) N m against the motion, 50 N m at rest.
#[test]
fn rubs_against_the_motion() {
    let (machine, friction) = build(data()).unwrap();
    let mut state = machine.start(0.0);
    state.grips[0].sliding = Sliding::Backward;
    let mut k = Kinematics::new(&machine);
    k.set(&state);
    let found = friction.state(&k, &[0.0]);
    let torque = 10.0 * (4.0 + (-1.0f64).exp());
    assert!((found.torque - torque).abs() < 1e-13, "{found:?}");
    assert!((found.loss - 2.0 * torque).abs() < 1e-13);
    assert!((found.limit - 50.0).abs() < 1e-13);
    assert!((found.speed + 2.0).abs() < 1e-15);
}

#[test]
fn refuses_what_no_friction_is() {
    let check = |data: HingeFrictionData, key: &str| {
        let message = build(data).unwrap_err().to_string();
        assert!(message.contains(key), "{message}");
    };
    let mut weak = data();
    weak.drag.static_torque = 3.5;
    check(weak, "seal");
    let pulled = HingeFrictionData {
        pressed: TimeFunction::Constant(-1.0),
        ..data()
    };
    check(pulled, "pressed");
    let sharp = HingeFrictionData {
        standstill: Standstill::Regularised(0.0),
        ..data()
    };
    check(sharp, "regularised");
}
