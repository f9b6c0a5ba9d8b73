//! Forces: loads on frames, and laws between two of them.

mod actuators;

use super::controllers::BuiltController;
use super::{AssemblyError, Start};
use crate::dynamics::{
    self, Bushing, ClearanceSpring, Connector, DcMotor, Element, ElementId, ForceBetween, Frame,
    GearSpring, HingeFriction, Kinematics, Law, Load, Machine, PlainBearing, Play, Relative,
    RollingBearing, Spring, TensionString, TorqueBetween, TorsionSpring, ViscousForce,
    ViscousTorque,
};
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{Vector, cross, length, minus};
use crate::model::machine::{
    BearingCurve, BearingDamping, Connection, ForceKind, MachineRequest, PartQuantity,
    PlayDirection, SignalRequest,
};

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
    let (connection, law) = law(name, kind, start)?;
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

/// Distance of both places at the start.
fn distance(connection: &Connection, start: &Start) -> Result<f64, AssemblyError> {
    let motion = start.between(connection)?.motion(&start.kinematics);
    Ok(length(motion.displacement))
}

/// Way of b along the axis at the start.
fn way(connection: &Connection, start: &Start) -> Result<f64, AssemblyError> {
    let motion = start.between(connection)?.motion(&start.kinematics);
    Ok(motion.displacement[2])
}

type Found<'k> = (&'k Connection, Box<dyn Law>);

/// What acts, and between what.
fn law<'k>(name: &str, kind: &'k ForceKind, start: &Start) -> Result<Found<'k>, AssemblyError> {
    Ok(match kind {
        ForceKind::Spring {
            between,
            stiffness,
            damping,
            rest_length,
        } => {
            let law = Spring {
                stiffness: *stiffness,
                damping: *damping,
                rest_length: rest_length.map_or_else(|| distance(between, start), Ok)?,
            };
            (between, Box::new(law))
        }
        ForceKind::String {
            between,
            stiffness,
            damping,
            rest_length,
        } => {
            let law = TensionString {
                stiffness: *stiffness,
                damping: *damping,
                rest_length: rest_length.map_or_else(|| distance(between, start), Ok)?,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::TorsionSpring {
            between,
            stiffness,
            damping,
            rest_angle,
        } => {
            let law = TorsionSpring {
                stiffness: *stiffness,
                damping: *damping,
                rest_angle: *rest_angle,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::Bushing {
            between,
            stiffness,
            damping,
            preload: [[x, y, z], [t_x, t_y, t_z]],
        } => {
            let law = Bushing {
                stiffness: *stiffness,
                damping: *damping,
                preload: [*x, *y, *z, *t_x, *t_y, *t_z],
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::Viscous {
            between,
            coefficient,
        } => {
            let law = ViscousTorque {
                coefficient: *coefficient,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::Drag {
            between,
            coefficient,
        } => {
            let law = ViscousForce {
                coefficient: *coefficient,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::ForceBetween { between, force } => {
            let law = ForceBetween {
                function: force.clone(),
            };
            law.check()?;
            (between, Box::new(law))
        }
        ForceKind::TorqueBetween {
            between,
            torque: SignalRequest::Given(torque),
        } => {
            let law = TorqueBetween {
                function: torque.clone(),
            };
            law.check()?;
            (between, Box::new(law))
        }
        ForceKind::ClearanceSpring {
            between,
            stiffness,
            damping,
            clearance,
            direction,
        } => {
            let law = ClearanceSpring {
                stiffness: *stiffness,
                damping: *damping,
                clearance: *clearance,
                play: play(*direction, between, start)?,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::RollingBearing {
            between,
            radial,
            axial,
            tilting,
            damping,
        } => {
            let curve = |curve: &Option<BearingCurve>, key| {
                curve.as_ref().map(|c| c.build(name, key)).transpose()
            };
            let law = RollingBearing {
                radial: curve(radial, "radial")?,
                axial: curve(axial, "axial")?,
                tilting: curve(tilting, "tilting")?,
                damping: bearing_damping(*damping),
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::PlainBearing {
            between,
            stiffness,
            damping,
            axial_stiffness,
            axial_damping,
        } => {
            let law = PlainBearing {
                stiffness: *stiffness,
                damping: *damping,
                axial_stiffness: *axial_stiffness,
                axial_damping: *axial_damping,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        // Handled before: they are no laws of one relative motion.
        ForceKind::Load { .. }
        | ForceKind::GearSpring { .. }
        | ForceKind::TorqueBetween { .. }
        | ForceKind::DcMotor { .. }
        | ForceKind::Friction { .. }
        | ForceKind::Brake { .. } => {
            return Err(AssemblyError::Unknown {
                what: "law between two bodies",
                name: name.to_owned(),
            });
        }
    })
}

fn play(
    direction: PlayDirection,
    between: &Connection,
    start: &Start,
) -> Result<Play, AssemblyError> {
    Ok(match direction {
        PlayDirection::Line(middle) => Play::Line {
            middle: middle.map_or_else(|| distance(between, start), Ok)?,
        },
        PlayDirection::Axial(middle) => Play::Axis {
            middle: middle.map_or_else(|| way(between, start), Ok)?,
        },
        PlayDirection::Radial => Play::Radial,
    })
}

fn bearing_damping(damping: BearingDamping) -> dynamics::BearingDamping {
    match damping {
        BearingDamping::Proportional(time) => dynamics::BearingDamping::Proportional(time),
        BearingDamping::Constant {
            radial,
            axial,
            tilting,
        } => dynamics::BearingDamping::Values {
            radial,
            axial,
            tilting,
        },
    }
}
