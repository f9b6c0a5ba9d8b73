use super::*;
use crate::{NodeId, Rotation, TimeFunction};

fn build(data: ControllerData) -> Result<(Machine, Controller), Error> {
    let mut machine = Machine::new();
    let node = machine.add_node("shaft", [0.0; 3], Rotation::from_vector([0.0, 0.0, 0.25]));
    machine.node_mut(node).unwrap().spin = [0.0, 0.0, -2.0];
    let [a, b] = [NodeId::GROUND, node].map(Frame::at);
    let controller = Controller::build("loop", &mut machine, a, b, data)?;
    Ok((machine, controller))
}

fn data() -> ControllerData {
    ControllerData {
        sensed: Sensed::Angle,
        setpoint: Signal::Given(TimeFunction::Constant(1.25)),
        proportional: 4.0,
        integral: 10.0,
        limits: [-6.0, 5.0],
        anti_windup: true,
        sample_time: 0.1,
    }
}

/// An error of 1 rad: 4, then 4 + 1; then the limit is reached, and nothing is added while the error stays.
#[test]
fn sums_up_to_its_limit_and_no_further() {
    let (machine, controller) = build(data()).unwrap();
    let mut k = Kinematics::new(&machine);
    k.set(&machine.start(0.0));
    let mut held = machine.start(0.0).held;
    let mut outputs = Vec::new();
    for _ in 0..4 {
        controller.sample(&k, &mut held);
        outputs.push([held[0], held[1]]);
    }
    let expected = [[4.0, 1.0], [5.0, 2.0], [5.0, 2.0], [5.0, 2.0]];
    for (found, expected) in outputs.iter().flatten().zip(expected.as_flattened()) {
        assert!((found - expected).abs() < 1e-14, "{outputs:?}");
    }
}

/// The speed is −2 rad/s: from a set point of −3 an error of −1.
#[test]
fn looks_at_the_speed() {
    let (machine, controller) = build(ControllerData {
        sensed: Sensed::Speed,
        setpoint: Signal::Given(TimeFunction::Constant(-3.0)),
        ..data()
    })
    .unwrap();
    let mut k = Kinematics::new(&machine);
    k.set(&machine.start(0.0));
    let mut held = machine.start(0.0).held;
    controller.sample(&k, &mut held);
    assert!((held[0] + 4.0).abs() < 1e-14 && (held[1] + 1.0).abs() < 1e-14);
}

#[test]
fn refuses_what_no_controller_is() {
    type Wrong = (&'static str, fn(&mut ControllerData));
    let wrong: [Wrong; 5] = [
        ("sample_time", |data| data.sample_time = 0.0),
        ("limits", |data| data.limits = [1.0, 1.0]),
        ("limits", |data| data.limits[0] = f64::NAN),
        ("integral", |data| data.integral = f64::INFINITY),
        ("held number 7", |data| {
            data.setpoint = Signal::Held(HeldId(7))
        }),
    ];
    for (key, change) in wrong {
        let mut data = data();
        change(&mut data);
        let message = build(data).unwrap_err().to_string();
        assert!(
            message.contains(key) && message.contains("loop"),
            "{message}"
        );
    }
}
