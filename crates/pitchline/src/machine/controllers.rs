//! Controllers in their machine.

use super::{AssemblyError, BuiltJoint, Start};
use crate::dynamics::{
    ContinuousController, Controller, ControllerData, ControllerState, ElementId, Kinematics,
    Machine, Relative, Sensed, Signal,
};
use crate::input::field::Choice;
use crate::model::machine::{Controlled, ControllerRequest, Driven, MachineRequest, SignalRequest};
use crate::parts::channel::{self, Channel, Quantity};

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

    /// The value of one of its channels; NaN of one that it does not have.
    pub fn value(&self, k: &Kinematics, channel: &Quantity) -> f64 {
        channel::value(channels(&self.request), &self.state(k), channel)
    }

    fn output(&self) -> Signal {
        match &self.part {
            Part::Sampled(controller) => Signal::Held(controller.output()),
            Part::Followed(controller) => Signal::Followed(Box::new(controller.clone())),
        }
    }
}

/// Channels of a controller, in the order of the reference page.
pub(crate) fn channels(of: &ControllerRequest) -> [&'static Channel<ControllerState>; 5] {
    let [setpoint, sensed, missing] = match of.sensed {
        Sensed::Angle => &ANGLES,
        Sensed::Speed => &SPEEDS,
    };
    let [output, sum] = match of.controlled {
        Controlled::Voltage => &VOLTAGES,
        Controlled::Torque => &TORQUES,
        Controlled::Speed => &SET_SPEEDS,
    };
    [output, setpoint, sensed, missing, sum]
}

/// What all of them are, whatever their units.
pub(crate) static CHOICES: [Choice; 5] = {
    let [setpoint, sensed, missing] = &ANGLES;
    let [output, sum] = &VOLTAGES;
    [
        output.quantity.choice(),
        setpoint.quantity.choice(),
        sensed.quantity.choice(),
        missing.quantity.choice(),
        sum.quantity.choice(),
    ]
};

static ANGLES: [Channel<ControllerState>; 3] = of_sensed("rad");
static SPEEDS: [Channel<ControllerState>; 3] = of_sensed("rad/s");
static VOLTAGES: [Channel<ControllerState>; 2] = of_output("V");
static TORQUES: [Channel<ControllerState>; 2] = of_output("N m");
static SET_SPEEDS: [Channel<ControllerState>; 2] = of_output("rad/s");

/// Channels in the unit of what is sensed.
const fn of_sensed(unit: &'static str) -> [Channel<ControllerState>; 3] {
    [
        Channel::plain(
            "setpoint",
            unit,
            "Where the angle (rad) or the speed (rad/s) shall be.",
            |state| state.setpoint,
        ),
        Channel::plain("sensed", unit, "Where it is.", |state| state.sensed),
        Channel::plain("missing", unit, "Set point less what is sensed.", |state| {
            state.setpoint - state.sensed
        }),
    ]
}

/// Channels in the unit of the output.
const fn of_output(unit: &'static str) -> [Channel<ControllerState>; 2] {
    [
        Channel::plain("output", unit, "Its output, in V, N m or rad/s.", |state| {
            state.output
        }),
        Channel::plain(
            "sum",
            unit,
            "The integral part, in the unit of the output.",
            |state| state.sum,
        ),
    ]
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
