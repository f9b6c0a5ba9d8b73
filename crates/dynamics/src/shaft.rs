//! Stepped shafts: segments one after another, cut into beams. \[theory:shafts\]
//!
//! A shaft begins at a place and runs along the z axis of its rotation, as a gear's axis is its z. All its nodes have these axes
//! at the start, so that what stands on a station (a disc, a wheel, a bearing) turns about z.

mod cuts;
mod error;

pub use error::ShaftError;

use pitchline_fem::Material;
use pitchline_geometry::tensor::{Tensor, times};
use pitchline_geometry::vector::{Vector, plus};

use crate::section::Profile;
use crate::{Beam, BeamData, ElementId, Frame, Machine, NodeId, Rotation};
use cuts::Cuts;

/// A piece of a shaft between two steps: a cylinder or a cone, full or hollow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// Length (m).
    pub length: f64,
    /// Outer diameter at its beginning and at its end (m).
    pub outer_diameters: [f64; 2],
    /// Inner diameter at its beginning and at its end (m), 0 where it is full.
    pub inner_diameters: [f64; 2],
    /// Material.
    pub material: Material,
}

impl Segment {
    /// The same diameters all along, the inner one 0 for a full shaft.
    pub fn cylinder(
        length: f64,
        outer_diameter: f64,
        inner_diameter: f64,
        material: Material,
    ) -> Self {
        Self {
            length,
            outer_diameters: [outer_diameter; 2],
            inner_diameters: [inner_diameter; 2],
            material,
        }
    }
}

/// How fine a shaft is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fineness {
    /// No beam is longer than the shaft divided by this; steps and stations cut further.
    Count(usize),
    /// No beam is longer than this many of its smallest outer diameter.
    Diameters(f64),
}

impl Default for Fineness {
    /// Frequencies err with the fourth power of the length of a beam: with 16 of them, the third mode of a free shaft by
    /// 0.02 %. \[theory:shafts\] (25)
    fn default() -> Self {
        Self::Count(16)
    }
}

/// What a shaft is made of and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ShaftData {
    /// How it is called.
    pub name: String,
    /// Where it begins (m), ground axes.
    pub place: Vector,
    /// Its axes; it runs along z.
    pub rotation: Rotation,
    /// Its segments, from the beginning on.
    pub segments: Vec<Segment>,
    /// Distances from its beginning (m) at which something stands. Both ends and all steps have nodes in any case.
    pub stations: Vec<f64>,
    /// How fine it is cut.
    pub fineness: Fineness,
    /// Internal damping: stiffness times this (s) is the damping, in axes that turn with the shaft.
    pub internal_damping: f64,
}

impl ShaftData {
    /// A shaft along the ground's z from the origin, without stations and damping, cut as fine as usual.
    pub fn new(name: &str, segments: Vec<Segment>) -> Self {
        Self {
            name: name.to_owned(),
            place: [0.0; 3],
            rotation: Rotation::IDENTITY,
            segments,
            stations: Vec::new(),
            fineness: Fineness::default(),
            internal_damping: 0.0,
        }
    }

    /// Its length (m).
    pub fn length(&self) -> f64 {
        self.segments.iter().map(|segment| segment.length).sum()
    }
}

/// A shaft in a machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Shaft {
    /// Its nodes with their distances from its beginning (m), in order.
    pub nodes: Vec<(f64, NodeId)>,
    /// The beams between them, in order.
    pub elements: Vec<ElementId>,
}

/// Stations nearer to each other than this share of the length are one.
const SAME_PLACE: f64 = 1e-9;

/// From the axes of a node of a shaft to those of a beam, whose x is the axis: z, x, y as columns.
const BEAM_AXES: Tensor = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];

impl Shaft {
    /// The node at a distance from the beginning (m); none where there is no station.
    pub fn node_at(&self, position: f64) -> Option<NodeId> {
        let length = self.nodes.last()?.0;
        let after = self.nodes.partition_point(|(at, _)| *at < position);
        let near = self.nodes[after.saturating_sub(1)..].iter().take(2);
        near.into_iter()
            .find(|(at, _)| (at - position).abs() <= 2.0 * SAME_PLACE * length)
            .map(|(_, node)| *node)
    }

    /// Lets it turn from the start with so many rad/s about its z, as a rigid body.
    pub fn start_turning(&self, machine: &mut Machine, speed: f64) {
        for (_, node) in &self.nodes {
            if let Some(start) = machine.node_mut(*node) {
                start.spin[2] = speed;
            }
        }
    }
}

/// Adds the nodes and beams of a shaft to a machine. Nothing is added if something is wrong with it.
pub fn add_shaft(machine: &mut Machine, data: &ShaftData) -> Result<Shaft, ShaftError> {
    let cuts = Cuts::of(data)?;
    let axes = data.rotation.matrix();
    let name = &data.name;
    let nodes: Vec<(f64, NodeId)> = cuts
        .positions
        .iter()
        .map(|&position| {
            let place = plus(data.place, times(&axes, [0.0, 0.0, position]));
            let name = format!("{name} at {} m", shown(position));
            (position, machine.add_node(&name, place, data.rotation))
        })
        .collect();
    let mut elements = Vec::with_capacity(cuts.pieces.len());
    for (ends, piece) in nodes.windows(2).zip(&cuts.pieces) {
        let (first, second) = (ends[0], ends[1]);
        let name = format!("{name} from {} m to {} m", shown(first.0), shown(second.0));
        let at = |node| Frame {
            axes: BEAM_AXES,
            ..Frame::at(node)
        };
        let data = BeamData {
            length: second.0 - first.0,
            profile: Profile::Cone {
                outer_diameters: piece.outer_diameters,
                inner_diameters: piece.inner_diameters,
            },
            material: piece.material,
            internal_damping: data.internal_damping,
        };
        let beam = Beam::build(&name, at(first.1), at(second.1), data)?;
        elements.push(machine.add(&name, beam)?);
    }
    Ok(Shaft { nodes, elements })
}

/// A distance rounded to a micrometre.
fn shown(position: f64) -> f64 {
    (position * 1e6).round() / 1e6
}
