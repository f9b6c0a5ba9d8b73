//! A motor that holds an arm at an angle through teeth that stick; its sampled controller hunts. `examples/position-loop.toml`

use pitchline_contact::Elasticity;

use super::spring_actuator::SpringActuator;
use crate::{
    Connector, ContinuousController, Controller, ControllerData, DcMotor, DcMotorData, Error,
    Frame, Joint, Load, LoadAxes, Machine, NodeId, PlanarContact, RigidBody, Rotation, Sensed,
    Signal, TimeFunction, TorsionSpring,
};

/// How the arm is controlled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PositionLoop {
    /// Time from sample to sample (s); 0 for a controller that acts at every instant.
    pub sample_time: f64,
    /// Volts for each radian that is missing.
    pub proportional: f64,
}

impl PositionLoop {
    /// That of the example.
    pub const SAMPLED: Self = Self {
        sample_time: 0.01,
        proportional: -10.0,
    };
    /// Without samples, which would destabilise it, it hunts with a smaller gain.
    pub const CONTINUOUS: Self = Self {
        sample_time: 0.0,
        proportional: -5.0,
    };
}

/// Inertias of rotor and arm (kg m²).
const INERTIAS: [f64; 2] = [5e-5, 2e-3];
/// Of the mesh: N/m and N s/m.
const MESH: [f64; 2] = [2e6, 1e3];
/// Of the weight on the arm (N m).
const WEIGHT: f64 = 6.0;

/// The machine. Its start is not in equilibrium: the weight presses the teeth together.
pub fn position_loop(of: PositionLoop) -> Result<Machine, Error> {
    let mut machine = Machine::new();
    let centers = [[0.0; 3], [0.04, 0.0, 0.0]];
    let mut bodies = [Frame::at(NodeId::GROUND); 2];
    let mut grounds = bodies;
    for (i, name) in ["rotor", "arm"].into_iter().enumerate() {
        let node = machine.add_node(name, centers[i], Rotation::IDENTITY);
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia: super::plane_inertia(INERTIAS[i]),
        };
        machine.add(name, body)?;
        bodies[i] = Frame::at(node);
        grounds[i].place = centers[i];
        machine.add("bearing", Joint::revolute(grounds[i], bodies[i]))?;
    }
    add_teeth(&mut machine, bodies)?;
    add_loads(&mut machine, grounds[0], bodies)?;
    add_loop(&mut machine, of, grounds, bodies)?;
    Ok(machine)
}

fn add_teeth(machine: &mut Machine, [a, b]: [Frame; 2]) -> Result<(), Error> {
    let data = SpringActuator::default().contact();
    let mut data = data.map_err(|error| Error::Law {
        of: "mesh".to_owned(),
        error,
    })?;
    let [stiffness, damping] = MESH;
    data.mesh.law.elasticity = Elasticity::Linear { stiffness };
    data.mesh.law.damping.coefficient = damping;
    let contact = PlanarContact::build("mesh", machine, a, b, data)?;
    machine.add("mesh", contact)?;
    Ok(())
}

fn add_loads(machine: &mut Machine, ground: Frame, [a, b]: [Frame; 2]) -> Result<(), Error> {
    let mut weight = Load::new(b, LoadAxes::Body);
    weight.torque[2] = TimeFunction::Constant(WEIGHT);
    machine.add("weight", weight)?;
    let balance = TorsionSpring {
        stiffness: 0.5,
        damping: 0.0,
        rest_angle: 4.0,
    };
    let balance = Connector::new(machine, ground, a, balance);
    machine.add("balance", balance)?;
    Ok(())
}

fn add_loop(
    machine: &mut Machine,
    of: PositionLoop,
    grounds: [Frame; 2],
    [rotor, arm]: [Frame; 2],
) -> Result<(), Error> {
    let data = ControllerData {
        sensed: Sensed::Angle,
        setpoint: Signal::Given(TimeFunction::SmoothStep {
            start: 0.1,
            end: 0.15,
            from: 0.0,
            to: -5.0_f64.to_radians(),
        }),
        proportional: of.proportional,
        integral: -150.0,
        limits: [-24.0, 24.0],
        anti_windup: true,
        sample_time: of.sample_time,
    };
    let voltage = if of.sample_time > 0.0 {
        let controller = Controller::build("position", machine, grounds[1], arm, data)?;
        let output = controller.output();
        machine.add("position", controller)?;
        Signal::Held(output)
    } else {
        let controller = ContinuousController::build("position", machine, grounds[1], arm, data)?;
        machine.add("position", controller.clone())?;
        Signal::Followed(Box::new(controller))
    };
    let motor = DcMotorData {
        resistance: 0.6,
        inductance: 0.0,
        torque_constant: 0.08,
        voltage,
    };
    let motor = DcMotor::build("motor", machine, grounds[0], rotor, motor)?;
    machine.add("motor", motor)?;
    Ok(())
}
