//! Forces: loads on frames, and laws between two of them.

use super::{AssemblyError, Start};
use crate::dynamics::{
    self, Bushing, ClearanceSpring, Connector, Element, ElementId, ForceBetween, Frame, GearSpring,
    Kinematics, Law, Load, Machine, PlainBearing, Play, Relative, RollingBearing, Spring,
    TensionString, TorqueBetween, TorsionSpring, ViscousForce, ViscousTorque,
};
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{Vector, cross, length, minus};
use crate::model::machine::{
    BearingCurve, BearingDamping, Connection, ForceKind, MachineRequest, PlayDirection,
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
    /// A copy of a mesh spring, which tells its deflection.
    pub mesh: Option<GearSpring>,
}

/// Node and its axes on which an element acts: velocities of b follow those of a.
const OF_NODE: usize = 6;

impl BuiltForce {
    /// Force (N) and torque (N m) on b at its frame, or of a load on its body, in ground axes. It allocates nothing.
    pub fn on_b(&self, element: &dyn Element, k: &Kinematics) -> [Vector; 2] {
        let mut residual = [0.0; 2 * OF_NODE];
        let (used, first) = match self.a {
            Some(_) => (2 * OF_NODE, OF_NODE),
            None => (OF_NODE, 0),
        };
        element.add_residual(k, &[], &mut residual[..used]);
        // A residual is what acts with the opposite sign: force in ground axes, torque about the node in its own.
        let part = |i: usize| [0, 1, 2].map(|j| -residual[first + i + j]);
        let (force, about_node) = (part(0), part(3));
        let axes = &k.pose(self.b.node).axes;
        let moment = cross(self.b.place, transposed_times(axes, force));
        [force, times(axes, minus(about_node, moment))]
    }
}

/// Adds all forces, in the order of the model.
pub(super) fn add(
    request: &MachineRequest,
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltForce>, AssemblyError> {
    let mut forces = Vec::with_capacity(request.forces.len());
    for one in &request.forces {
        forces.push(force(&one.name, &one.kind, start, machine)?);
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
            mesh: None,
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
            mesh: Some(spring.clone()),
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
        mesh: None,
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
        ForceKind::TorqueBetween { between, torque } => {
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
        ForceKind::Load { .. } | ForceKind::GearSpring { .. } => {
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
