//! Bodies: nodes with mass and inertia.

mod flexible;

use super::{AssemblyError, Reduce, gear_mass};
use crate::Model;
use crate::dynamics::{ElementId, Machine, NodeId, RigidBody, Rotation, ScalarId};
use crate::geometry::tensor::Tensor;
use crate::model::machine::{BodyKind, BodyRequest, Carrier, MassSource};

/// A body in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltBody {
    /// Its name.
    pub name: String,
    /// Its node, at its centre of mass.
    pub node: NodeId,
    /// Its element; none for a flexible body, which is several.
    pub element: Option<ElementId>,
    /// Mass (kg) and inertia about the centre of mass (kg m²) of a rigid body.
    pub inertia: Option<(f64, Tensor)>,
    /// Nodes of the points of a flexible body that something holds on to.
    pub points: Vec<(String, NodeId)>,
    /// Modes of a flexible body.
    pub modes: Vec<ScalarId>,
}

impl BuiltBody {
    /// The node of a point.
    pub fn point(&self, name: &str) -> Option<NodeId> {
        let mut points = self.points.iter();
        points
            .find(|(known, _)| known == name)
            .map(|(_, node)| *node)
    }

    pub(super) fn points_in_words(&self) -> String {
        let names: Vec<String> = self.points.iter().map(|(p, _)| format!("`{p}`")).collect();
        match names.is_empty() {
            true => "none".to_owned(),
            false => names.join(", "),
        }
    }
}

/// Adds all bodies, in the order of the model.
pub(super) fn add(
    model: &Model,
    machine: &mut Machine,
    reduce: Reduce,
) -> Result<Vec<BuiltBody>, AssemblyError> {
    let mut bodies = Vec::with_capacity(model.machine.bodies.len());
    for body in &model.machine.bodies {
        bodies.push(match &body.kind {
            BodyKind::Rigid(source) => rigid(model, body, source, machine)?,
            BodyKind::Flexible { .. } => flexible::add(model, body, machine, reduce)?,
        });
    }
    Ok(bodies)
}

fn rigid(
    model: &Model,
    body: &BodyRequest,
    source: &MassSource,
    machine: &mut Machine,
) -> Result<BuiltBody, AssemblyError> {
    let (mass, inertia) = match source {
        MassSource::Given { mass, inertia } => (*mass, *inertia),
        MassSource::Gear => of_gear(model, body)?,
    };
    let rotation = Rotation::from_vector(body.orientation);
    let node = machine.add_node(&body.name, body.position, rotation);
    if let Some(start) = machine.node_mut(node) {
        start.velocity = body.velocity;
        start.spin = body.spin;
    }
    let rigid = RigidBody {
        node,
        mass,
        inertia,
    };
    Ok(BuiltBody {
        name: body.name.clone(),
        node,
        element: Some(machine.add(&body.name, rigid)?),
        inertia: Some((mass, inertia)),
        points: Vec::new(),
        modes: Vec::new(),
    })
}

fn of_gear(model: &Model, body: &BodyRequest) -> Result<(f64, Tensor), AssemblyError> {
    let told = |reason: String| AssemblyError::Body {
        body: body.name.clone(),
        reason,
    };
    let gear = body.gear.as_deref().and_then(|name| model.body(name));
    let gear = gear.ok_or_else(|| told("its gear has no body".to_owned()))?;
    let properties = gear_mass(&gear).map_err(told)?;
    Ok((properties.mass, properties.inertia))
}

/// Names of the points of a body that joints, forces and sensors hold on to.
fn held_points(model: &Model, name: &str) -> Vec<String> {
    let machine = &model.machine;
    let of_joints = machine.joints.iter().flat_map(|joint| {
        let between = &joint.between;
        [&between.a.carrier, &between.b.carrier]
    });
    let of_forces = machine.forces.iter().flat_map(|force| force.carriers());
    let of_sensors = machine
        .sensors
        .iter()
        .filter_map(|sensor| sensor.kind.end());
    let of_sensors = of_sensors.map(|end| &end.carrier);
    let of_wheels = machine.wheels.iter().map(|wheel| &wheel.seat.carrier);
    let mut points = Vec::new();
    for carrier in of_joints
        .chain(of_forces)
        .chain(of_sensors)
        .chain(of_wheels)
    {
        if let Carrier::Point(body, point) = carrier
            && body == name
            && !points.contains(point)
        {
            points.push(point.clone());
        }
    }
    points
}
