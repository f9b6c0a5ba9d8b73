//! How large a mesh will be, before it is made.

use pitchline_geometry::{Blank, CylindricalGear};

use super::controls::MeshControls;
use super::error::MeshError;
use super::layers::Layers;
use super::sweep::Numbering;
use super::topology::Topology;
use crate::ElementKind;

/// Size of the mesh of a whole gear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeshCount {
    /// Nodes.
    pub nodes: usize,
    /// Elements.
    pub elements: usize,
    /// Degrees of freedom: three of each node.
    pub dofs: usize,
    /// Nodes of one sector, both cuts counted.
    pub sector_nodes: usize,
    /// Nodes on one cut.
    pub cut_nodes: usize,
}

impl MeshCount {
    /// Counts without placing a node.
    pub fn of(
        gear: &CylindricalGear,
        blank: &Blank,
        controls: &MeshControls,
        kind: ElementKind,
    ) -> Result<Self, MeshError> {
        controls.check()?;
        let rings = blank.rings(gear)?;
        let topology = Topology::new(controls, rings.len());
        let layers = Layers::new(&rings, controls);
        let numbering = Numbering::new(&topology, &layers, kind);
        let cut_nodes = numbering
            .cut_columns(&topology)
            .iter()
            .map(|[low, _]| numbering.height(*low))
            .sum();
        let sector_nodes = numbering.n_nodes();
        let teeth = gear.data().teeth as usize;
        let elements: usize = topology
            .quads
            .iter()
            .map(|quad| layers.ranges[quad.ring][1] - layers.ranges[quad.ring][0])
            .sum();
        let open_end = match gear {
            CylindricalGear::Rack(_) => cut_nodes,
            CylindricalGear::Wheel(_) => 0,
        };
        let nodes = teeth * (sector_nodes - cut_nodes) + open_end;
        Ok(Self {
            nodes,
            elements: teeth * elements,
            dofs: 3 * nodes,
            sector_nodes,
            cut_nodes,
        })
    }
}
