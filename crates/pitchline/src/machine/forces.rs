//! Forces: loads on frames, and laws between two of them.

mod actuators;
mod laws;

use super::controllers::BuiltController;
use super::{AssemblyError, Start};
use crate::dynamics::{
    Connector, DcMotor, Element, ElementId, Frame, GearSpring, HingeFriction, Kinematics, Load,
    Machine, Relative,
};
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{Vector, cross, minus};
use crate::model::machine::{ForceKind, MachineRequest, PartQuantity};

/// A force in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltForce {
    /// Its name.
    pub name: String,
    /// Its element.
    pub element: ElementId,
    /// The frame of a; none for a load.
    pub a: Option<Frame>,
    /// The frame of b, or of a load.
    pub b: Frame,
    /// What tells more than force and torque.
    pub part: ForcePart,
}

/// A copy of an element that tells more of itself than force and torque.
#[derive(Debug, Clone, PartialEq)]
pub enum ForcePart {
    /// Nothing more.
    Plain,
    /// A mesh spring, which tells its deflection.
    Mesh(Box<GearSpring>),
    /// A motor.
    Motor(Box<DcMotor>),
    /// Friction about an axis.
    Friction(Box<HingeFriction>),
}

/// Node and its axes on which an element acts: velocities of b follow those of a.
const OF_NODE: usize = 6;

/// Local unknowns of the largest element here: a motor that follows a controller, with four nodes and two scalars.
const MOST_LOCAL: usize = 4 * OF_NODE + 2;

impl BuiltForce {
    /// Force (N) and torque (N m) on b at its frame, or of a load on its body, in ground axes; `multipliers` are those of the element. It
    /// allocates nothing.
    pub fn on_b(&self, element: &dyn Element, k: &Kinematics, multipliers: &[f64]) -> [Vector; 2] {
        let mut residual = [0.0; MOST_LOCAL];
        let (used, first) = match (self.a, &self.part) {
            (None, _) => (OF_NODE, 0),
            (_, ForcePart::Motor(_)) => (MOST_LOCAL, OF_NODE),
            _ => (2 * OF_NODE + multipliers.len().min(1), OF_NODE),
        };
        element.add_residual(k, multipliers, &mut residual[..used]);
        // A residual is what acts with the opposite sign: force in ground axes, torque about the node in its own.
        let part = |i: usize| [0, 1, 2].map(|j| -residual[first + i + j]);
        let (force, about_node) = (part(0), part(3));
        let axes = &k.pose(self.b.node).axes;
        let moment = cross(self.b.place, transposed_times(axes, force));
        [force, times(axes, minus(about_node, moment))]
    }

    /// One of the numbers of a motor or of friction; `multipliers` are those of the element.
    pub fn tells(&self, k: &Kinematics, multipliers: &[f64], quantity: PartQuantity) -> f64 {
        match &self.part {
            ForcePart::Motor(motor) => actuators::of_motor(motor, k, quantity),
            ForcePart::Friction(friction) => {
                actuators::of_friction(friction, k, multipliers, quantity)
            }
            ForcePart::Plain | ForcePart::Mesh(_) => f64::NAN,
        }
    }

    /// Friction about an axis, if it is one.
    pub fn friction(&self) -> Option<&HingeFriction> {
        match &self.part {
            ForcePart::Friction(friction) => Some(friction),
            _ => None,
        }
    }

    /// A motor, if it is one.
    pub fn motor(&self) -> Option<&DcMotor> {
        match &self.part {
            ForcePart::Motor(motor) => Some(motor),
            _ => None,
        }
    }
}

/// Adds all forces, in the order of the model.
pub(super) fn add(
    request: &MachineRequest,
    (start, controllers): (&Start, &[BuiltController]),
    machine: &mut Machine,
) -> Result<Vec<BuiltForce>, AssemblyError> {
    let mut forces = Vec::with_capacity(request.forces.len());
    for one in &request.forces {
        let of = (one.name.as_str(), &one.kind);
        let built = match actuators::add(of, (start, controllers), machine)? {
            Some(actuator) => actuator,
            None => force(&one.name, &one.kind, start, machine)?,
        };
        forces.push(built);
    }
    Ok(forces)
}

fn force(
    name: &str,
    kind: &ForceKind,
    start: &Start,
    machine: &mut Machine,
) -> Result<BuiltForce, AssemblyError> {
    if let ForceKind::Load {
        on,
        axes,
        force,
        torque,
    } = kind
    {
        let load = Load {
            on: start.frame(on)?,
            axes: *axes,
            force: force.clone(),
            torque: torque.clone(),
        };
        load.check()?;
        return Ok(BuiltForce {
            name: name.to_owned(),
            b: load.on,
            a: None,
            part: ForcePart::Plain,
            element: machine.add(name, load)?,
        });
    }
    if let ForceKind::GearSpring { between, data } = kind {
        let Relative { a, b } = start.between(between)?;
        let spring = GearSpring::build(name, machine, a, b, *data)?;
        return Ok(BuiltForce {
            name: name.to_owned(),
            a: Some(a),
            b,
            part: ForcePart::Mesh(Box::new(spring.clone())),
            element: machine.add(name, spring)?,
        });
    }
    let (connection, law) = laws::law(name, kind, start)?;
    let Relative { a, b } = start.between(connection)?;
    let connector = Connector::new(machine, a, b, law);
    Ok(BuiltForce {
        name: name.to_owned(),
        a: Some(a),
        b,
        part: ForcePart::Plain,
        element: machine.add(name, connector)?,
    })
}
