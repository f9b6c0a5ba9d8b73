//! Controllers in their machine.

use super::{AssemblyError, BuiltJoint, Start};
use crate::dynamics::{
    ContinuousController, Controller, ControllerData, ControllerState, ElementId, Kinematics,
    Machine, Relative, Signal,
};
use crate::model::machine::{
    Controlled, ControllerRequest, Driven, MachineRequest, PartQuantity, SignalRequest,
};

/// A controller in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltController {
    /// What it is.
    pub request: ControllerRequest,
    /// Its element.
    pub element: ElementId,
    part: Part,
}

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Sampled(Controller),
    Followed(ContinuousController),
}

impl BuiltController {
    /// What it sees and puts out.
    pub fn state(&self, k: &Kinematics) -> ControllerState {
        match &self.part {
            Part::Sampled(controller) => controller.state(k),
            Part::Followed(controller) => controller.state(k),
        }
    }

    /// One of its numbers.
    pub fn tells(&self, k: &Kinematics, quantity: PartQuantity) -> f64 {
        let state = self.state(k);
        match quantity {
            PartQuantity::Output => state.output,
            PartQuantity::Setpoint => state.setpoint,
            PartQuantity::Sensed => state.sensed,
            PartQuantity::Missing => state.setpoint - state.sensed,
            PartQuantity::Sum => state.sum,
            _ => f64::NAN,
        }
    }

    fn output(&self) -> Signal {
        match &self.part {
            Part::Sampled(controller) => Signal::Held(controller.output()),
            Part::Followed(controller) => Signal::Followed(Box::new(controller.clone())),
        }
    }
}

/// Adds all controllers: first those that set the set points of others.
pub(super) fn add(
    request: &MachineRequest,
    joints: &[BuiltJoint],
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltController>, AssemblyError> {
    let is_outer = |one: &&ControllerRequest| one.controlled == Controlled::Speed;
    let outer = request.controllers.iter().filter(is_outer);
    let inner = request.controllers.iter().filter(|one| !is_outer(one));
    let mut controllers: Vec<BuiltController> = Vec::with_capacity(request.controllers.len());
    for one in outer.chain(inner) {
        let between = watched(one, joints, start)?;
        let data = ControllerData {
            sensed: one.sensed,
            setpoint: signal(&one.setpoint, &controllers)?,
            proportional: one.proportional,
            integral: one.integral,
            limits: one.limits,
            anti_windup: one.anti_windup,
            sample_time: one.sample_time,
        };
        controllers.push(built(one, between, data, machine)?);
    }
    Ok(controllers)
}

fn built(
    request: &ControllerRequest,
    Relative { a, b }: Relative,
    data: ControllerData,
    machine: &mut Machine,
) -> Result<BuiltController, AssemblyError> {
    let name = &request.name;
    let (element, part) = if request.is_sampled() {
        let controller = Controller::build(name, machine, a, b, data)?;
        let element = machine.add(name, controller.clone())?;
        (element, Part::Sampled(controller))
    } else {
        let controller = ContinuousController::build(name, machine, a, b, data)?;
        let element = machine.add(name, controller.clone())?;
        (element, Part::Followed(controller))
    };
    Ok(BuiltController {
        request: request.clone(),
        element,
        part,
    })
}

fn watched(
    request: &ControllerRequest,
    joints: &[BuiltJoint],
    start: &Start,
) -> Result<Relative, AssemblyError> {
    match &request.watched {
        Driven::Shaft(connection) => start.between(connection),
        Driven::Joint(name) => {
            let joint = joints.iter().find(|joint| joint.name == *name);
            let joint = joint.ok_or_else(|| AssemblyError::Unknown {
                what: "joint",
                name: name.clone(),
            });
            joint.map(|joint| joint.joint.between)
        }
    }
}

/// What sets a voltage, a torque or a set point.
pub(crate) fn signal(
    request: &SignalRequest,
    controllers: &[BuiltController],
) -> Result<Signal, AssemblyError> {
    match request {
        SignalRequest::Given(function) => Ok(Signal::Given(function.clone())),
        SignalRequest::Controller(name) => {
            let found = controllers.iter().find(|one| one.request.name == *name);
            let found = found.ok_or_else(|| AssemblyError::Unknown {
                what: "controller",
                name: name.clone(),
            });
            found.map(BuiltController::output)
        }
    }
}
