use super::*;
use crate::{Equations, NodeId, Rotation, TimeFunction};

fn data() -> ControllerData {
    ControllerData {
        sensed: Sensed::Angle,
        setpoint: Signal::Given(TimeFunction::Constant(1.25)),
        proportional: 4.0,
        integral: 10.0,
        limits: [-6.0, 5.0],
        anti_windup: true,
        sample_time: 0.0,
    }
}

/// A shaft at 0.25 rad that turns with −2 rad/s, and a controller of it.
fn build(data: ControllerData) -> Result<(Machine, ContinuousController), Error> {
    let mut machine = Machine::new();
    let node = machine.add_node("shaft", [0.0; 3], Rotation::from_vector([0.0, 0.0, 0.25]));
    machine.node_mut(node).unwrap().spin = [0.0, 0.0, -2.0];
    let [a, b] = [NodeId::GROUND, node].map(Frame::at);
    let controller = ContinuousController::build("loop", &mut machine, a, b, data)?;
    machine.add("loop", controller.clone())?;
    Ok((machine, controller))
}

/// Output, and the rate at which the sum grows, with so much in the sum.
fn at(machine: &Machine, controller: &ContinuousController, sum: f64) -> [f64; 2] {
    let mut state = machine.start(0.0);
    let last = state.velocity.len() - 1;
    state.velocity[last] = sum;
    let mut k = Kinematics::new(machine);
    k.set(&state);
    let mut residual = [0.0; N_VELOCITIES + 1];
    controller.add_residual(&k, &[], &mut residual);
    [controller.output(&k), -residual[N_VELOCITIES]]
}

/// An error of 1 rad asks for 4 + s. At the limit of 5 the sum grows by 10 each second, a fiftieth of the fade of 0.011 beyond by 9.8, and
/// beyond the fade not at all; without anti-windup always. It comes back from any limit.
#[test]
fn sums_up_to_its_limit_and_no_further() {
    let (machine, controller) = build(data()).unwrap();
    let cases = [
        (0.5, [4.5, 10.0]),
        (1.0, [5.0, 10.0]),
        (1.0 + 0.011 / 50.0, [5.0, 9.8]),
        (2.0, [5.0, 0.0]),
        (-20.0, [-6.0, 10.0]),
    ];
    for (sum, expected) in cases {
        let found = at(&machine, &controller, sum);
        let off = [found[0] - expected[0], found[1] - expected[1]];
        assert!(off.iter().all(|d| d.abs() < 1e-12), "{sum}: {found:?}");
    }
    let (machine, controller) = build(ControllerData {
        anti_windup: false,
        ..data()
    })
    .unwrap();
    let found = at(&machine, &controller, 2.0);
    assert!((found[1] - 10.0).abs() < 1e-12, "{found:?}");
}

/// Its tangent against differences of its residual: within its limits, in the fade and beyond, of an angle and of a speed.
#[test]
fn its_tangent_is_that_of_its_residual() {
    for sensed in [Sensed::Angle, Sensed::Speed] {
        let setpoint = match sensed {
            Sensed::Angle => 1.25,
            Sensed::Speed => -1.0,
        };
        let (machine, controller) = build(ControllerData {
            sensed,
            setpoint: Signal::Given(TimeFunction::Constant(setpoint)),
            ..data()
        })
        .unwrap();
        let mut equations = Equations::new(&machine);
        for sum in [0.5, 1.005, 2.0] {
            let mut state = machine.start(0.0);
            let last = state.velocity.len() - 1;
            state.velocity[last] = sum;
            let mut residual = |state: &crate::State| {
                equations.set(state).unwrap();
                let mut out = [0.0; N_VELOCITIES + 1];
                controller.add_residual(equations.kinematics(), &[], &mut out);
                out[N_VELOCITIES]
            };
            let h = 1e-6;
            // Columns: spin of b about z, and the own coordinate.
            for (column, unknown) in [(11, 5), (N_VELOCITIES, last)] {
                let mut by_velocity = [0.0; 2];
                for (by, side) in by_velocity.iter_mut().zip([-h, h]) {
                    let mut moved = state.clone();
                    moved.velocity[unknown] += side;
                    *by = residual(&moved);
                }
                let slope = (by_velocity[1] - by_velocity[0]) / (2.0 * h);
                let weights = Weights {
                    velocity: 1.0,
                    ..Weights::default()
                };
                let mut k = Kinematics::new(&machine);
                k.set(&state);
                let mut matrix = LocalMatrix::new(N_VELOCITIES + 1);
                controller.add_tangent(&k, &[], weights, &mut matrix);
                let found = matrix.get(N_VELOCITIES, column);
                let size = 1.0 + slope.abs();
                assert!(
                    (found - slope).abs() < 1e-6 * size,
                    "{sensed:?} {sum} {column}: {found} {slope}"
                );
            }
        }
    }
}

#[test]
fn refuses_what_no_controller_is() {
    type Wrong = (&'static str, fn(&mut ControllerData));
    let wrong: [Wrong; 4] = [
        ("proportional", |data| data.proportional = f64::NAN),
        ("limits", |data| data.limits = [0.0, f64::INFINITY]),
        ("limits", |data| data.limits = [2.0, 2.0]),
        ("sample_time", |data| data.sample_time = 0.1),
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
