//! Forces in their machine.

use std::fmt::Debug;
use std::sync::Arc;

use super::ForceEnds;
use crate::dynamics::{
    Connector, Element, ElementId, Frame, HingeFriction, Kinematics, Law, Machine, NodeId,
    Relative, RelativeMotion, Signal,
};
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{Vector, cross, length, minus};
use crate::machine::{AssemblyError, BuiltController, Start, controllers};
use crate::model::machine::{MachineRequest, SignalRequest};
use crate::parts::channel::{Quantity, Snapshot};

/// A force in its machine.
#[derive(Debug, Clone)]
pub struct BuiltForce {
    /// Its name.
    pub name: String,
    /// Its element.
    pub element: ElementId,
    /// The frame of a; none of a force on one body.
    pub a: Option<Frame>,
    /// The frame of b, or that of the one body.
    pub b: Frame,
    /// What it tells besides force and torque.
    pub part: Arc<dyn ForcePart>,
}

/// What a force tells of itself besides the force and the torque on its bodies.
pub trait ForcePart: Debug + Send + Sync {
    /// The value of one of its channels; NaN of one that it does not have.
    fn value(&self, _at: &Snapshot, _channel: &Quantity) -> f64 {
        f64::NAN
    }

    /// Keys of the summary for the energies that are summed from step to step, at most three.
    fn energies(&self) -> &'static [&'static str] {
        &[]
    }

    /// Powers (W) of which these energies come.
    fn powers(&self, _at: &Snapshot) -> [f64; 3] {
        [0.0; 3]
    }

    /// Friction about an axis, if it is that.
    fn friction(&self) -> Option<&HingeFriction> {
        None
    }

    /// Why there may be no equilibrium because of it and what to write then, by its name.
    fn hint_without_equilibrium(&self, _name: &str) -> Option<String> {
        None
    }
}

/// Of a force that tells nothing more.
#[derive(Debug)]
struct Silent;

impl ForcePart for Silent {}

/// A force that has been added to a machine.
#[derive(Debug)]
pub struct AddedForce {
    element: ElementId,
    part: Arc<dyn ForcePart>,
}

impl AddedForce {
    /// With what it tells.
    pub fn with(self, part: impl ForcePart + 'static) -> Self {
        Self {
            part: Arc::new(part),
            ..self
        }
    }
}

/// Where a force acts in a machine that is being assembled.
#[derive(Debug)]
pub struct ForceSite<'s> {
    name: &'s str,
    a: Option<Frame>,
    b: Frame,
    start: &'s Kinematics,
    controllers: &'s [BuiltController],
    /// The machine.
    pub machine: &'s mut Machine,
}

impl<'s> ForceSite<'s> {
    /// The name of the force.
    pub fn name(&self) -> &'s str {
        self.name
    }

    /// Where a force on one body acts.
    pub fn on(&self) -> Frame {
        self.b
    }

    /// Where a force between two bodies acts.
    pub fn between(&self) -> Result<Relative, AssemblyError> {
        match self.a {
            Some(a) => Ok(Relative { a, b: self.b }),
            None => Err(self.error("it acts between two bodies and has one")),
        }
    }

    fn error(&self, reason: &str) -> AssemblyError {
        AssemblyError::Force {
            force: self.name.to_owned(),
            reason: reason.to_owned(),
        }
    }

    /// Distance of both places at the start (m).
    pub fn distance(&self) -> Result<f64, AssemblyError> {
        Ok(length(self.motion()?.displacement))
    }

    /// Way of b along the axis at the start (m).
    pub fn way_along_axis(&self) -> Result<f64, AssemblyError> {
        Ok(self.motion()?.displacement[2])
    }

    fn motion(&self) -> Result<RelativeMotion, AssemblyError> {
        Ok(self.between()?.motion(self.start))
    }

    /// What sets a force.
    pub fn signal(&self, request: &SignalRequest) -> Result<Signal, AssemblyError> {
        controllers::signal(request, self.controllers)
    }

    /// Adds a law of the motion of b that a sees.
    pub fn connect(&mut self, law: impl Law + 'static) -> Result<AddedForce, AssemblyError> {
        let Relative { a, b } = self.between()?;
        let connector = Connector::new(self.machine, a, b, law);
        self.add(connector)
    }

    /// Adds an element whose first nodes are that of a, if there is one, and that of b.
    pub fn add(&mut self, element: impl Element + 'static) -> Result<AddedForce, AssemblyError> {
        let touched = element.touched();
        let ends = self.a.into_iter().chain([self.b]);
        let ends: Vec<NodeId> = ends.map(|end| end.node).collect();
        if !touched.nodes.starts_with(&ends) || touched.n() > MOST_LOCAL {
            return Err(self.error("its element acts elsewhere, or on too many coordinates"));
        }
        Ok(AddedForce {
            element: self.machine.add(self.name, element)?,
            part: Arc::new(Silent),
        })
    }
}

/// Velocities of a node: those of b follow those of a.
const OF_NODE: usize = 6;

/// Local unknowns of the largest element here: a motor that follows a controller, with four nodes and two scalars.
const MOST_LOCAL: usize = 4 * OF_NODE + 2;

impl BuiltForce {
    /// Force (N) and torque (N m) on b at its frame, or of a load on its body, in ground axes; `multipliers` are those of the element. It
    /// allocates nothing.
    pub fn on_b(&self, element: &dyn Element, k: &Kinematics, multipliers: &[f64]) -> [Vector; 2] {
        let mut residual = [0.0; MOST_LOCAL];
        element.add_residual(k, multipliers, &mut residual);
        let first = match self.a {
            None => 0,
            Some(_) => OF_NODE,
        };
        // A residual is what acts with the opposite sign: force in ground axes, torque about the node in its own.
        let part = |i: usize| [0, 1, 2].map(|j| -residual[first + i + j]);
        let (force, about_node) = (part(0), part(3));
        let axes = &k.pose(self.b.node).axes;
        let moment = cross(self.b.place, transposed_times(axes, force));
        [force, times(axes, minus(about_node, moment))]
    }
}

/// Adds all forces, in the order of the model.
pub(crate) fn add(
    request: &MachineRequest,
    start: &Start,
    controllers: &[BuiltController],
    machine: &mut Machine,
) -> Result<Vec<BuiltForce>, AssemblyError> {
    let mut forces = Vec::with_capacity(request.forces.len());
    for force in &request.forces {
        let (a, b) = match &force.ends {
            ForceEnds::One(on) => (None, start.frame(on)?),
            ForceEnds::Two(between) => {
                let Relative { a, b } = start.between(between)?;
                (Some(a), b)
            }
        };
        let mut site = ForceSite {
            name: &force.name,
            a,
            b,
            start: &start.kinematics,
            controllers,
            machine: &mut *machine,
        };
        let AddedForce { element, part } = force.law.add(&mut site)?;
        forces.push(BuiltForce {
            name: force.name.clone(),
            element,
            a,
            b,
            part,
        });
    }
    Ok(forces)
}
