//! Shafts: beams between nodes, with discs on them.

use super::{AssemblyError, gear_mass};
use crate::Model;
use crate::dynamics::{
    Disc, ElementId, Frame, Machine, NodeId, Rotation, Shaft, ShaftData, add_shaft,
};
use crate::model::machine::{DiscMass, DiscRequest, ShaftRequest};

/// A shaft in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltShaft {
    /// What the model says of it.
    pub request: ShaftRequest,
    /// Its nodes and beams.
    pub shaft: Shaft,
    /// Nodes of its points.
    pub points: Vec<(String, NodeId)>,
    /// Its discs.
    pub discs: Vec<BuiltDisc>,
}

/// A disc in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltDisc {
    /// Its name.
    pub name: String,
    /// Its element.
    pub element: ElementId,
    /// A copy of it.
    pub disc: Disc,
}

impl BuiltShaft {
    /// The node of a point.
    pub fn point(&self, name: &str) -> Option<NodeId> {
        let mut points = self.points.iter();
        points
            .find(|(known, _)| known == name)
            .map(|(_, node)| *node)
    }
}

/// Adds all shafts, in the order of the model.
pub(super) fn add(model: &Model, machine: &mut Machine) -> Result<Vec<BuiltShaft>, AssemblyError> {
    let shafts = model.machine.shafts.iter();
    shafts
        .map(|request| shaft(model, request, machine))
        .collect()
}

fn shaft(
    model: &Model,
    request: &ShaftRequest,
    machine: &mut Machine,
) -> Result<BuiltShaft, AssemblyError> {
    let name = &request.name;
    let of_discs = request.discs.iter().map(|disc| disc.position);
    let stations = request.points.iter().map(|point| point.position);
    let data = ShaftData {
        name: name.clone(),
        place: request.position,
        rotation: Rotation::from_matrix(&request.axes),
        segments: request.segments.clone(),
        stations: stations.chain(of_discs).collect(),
        fineness: request.fineness,
        internal_damping: request.internal_damping,
    };
    let shaft = add_shaft(machine, &data)?;
    shaft.start_turning(machine, request.speed);
    let node_at = |position: f64| {
        let found = shaft.node_at(position);
        found.ok_or_else(|| AssemblyError::Shaft {
            shaft: name.clone(),
            reason: format!("it has no node at {position} m"),
        })
    };
    let points = request.points.iter();
    let points = points.map(|point| Ok((point.name.clone(), node_at(point.position)?)));
    let points = points.collect::<Result<_, AssemblyError>>()?;
    let mut discs = Vec::with_capacity(request.discs.len());
    for one in &request.discs {
        let disc = disc(model, name, one, node_at(one.position)?)?;
        let title = format!("{name}:{}", one.name);
        disc.check(&title)?;
        discs.push(BuiltDisc {
            name: one.name.clone(),
            element: machine.add(&title, disc.clone())?,
            disc,
        });
    }
    Ok(BuiltShaft {
        request: request.clone(),
        shaft,
        points,
        discs,
    })
}

fn disc(
    model: &Model,
    shaft: &str,
    request: &DiscRequest,
    node: NodeId,
) -> Result<Disc, AssemblyError> {
    let seat = Frame::at(node);
    let mut disc = match &request.mass {
        DiscMass::Given {
            mass,
            polar_inertia,
            diametral_inertia,
        } => Disc {
            seat,
            mass: *mass,
            polar_inertia: *polar_inertia,
            diametral_inertia: *diametral_inertia,
            unbalance: [0.0; 3],
        },
        DiscMass::Sizes {
            diameter,
            inner_diameter,
            width,
            density,
        } => Disc::from_sizes(seat, *diameter, *inner_diameter, *width, *density),
        DiscMass::Gear(gear) => {
            let told = |reason: String| AssemblyError::Shaft {
                shaft: shaft.to_owned(),
                reason: format!("disc `{}`: {reason}", request.name),
            };
            of_gear(model, gear, seat).map_err(told)?
        }
    };
    let (sine, cosine) = request.unbalance_angle.sin_cos();
    let eccentricity = request.unbalance / disc.mass;
    disc.unbalance[0] += eccentricity * cosine;
    disc.unbalance[1] += eccentricity * sine;
    Ok(disc)
}

/// A gear as a disc: all its teeth together have one inertia about any axis across.
fn of_gear(model: &Model, gear: &str, seat: Frame) -> Result<Disc, String> {
    let body = model.body(gear);
    let body = body.ok_or_else(|| format!("gear `{gear}` has no body"))?;
    let properties = gear_mass(&body)?;
    let [[xx, ..], [_, yy, _], [.., zz]] = properties.inertia;
    Ok(Disc {
        seat,
        mass: properties.mass,
        polar_inertia: zz,
        diametral_inertia: 0.5 * (xx + yy),
        unbalance: [0.0, 0.0, properties.centre[2]],
    })
}
