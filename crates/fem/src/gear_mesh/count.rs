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
        check_size(gear, controls, rings.len(), kind)?;
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

/// Nodes and elements are numbered by 32 bits.
const GREATEST: usize = u32::MAX as usize / 2;

/// Refuses a mesh beyond the numbers of its nodes before any of it is made.
fn check_size(
    gear: &CylindricalGear,
    controls: &MeshControls,
    n_rings: usize,
    kind: ElementKind,
) -> Result<(), MeshError> {
    let rows: usize = controls.rows().iter().take(n_rings).sum();
    let section = controls.flank * controls.across
        + 2 * controls.root * controls.layer
        + 2 * controls.columns() * rows;
    // Nodes for each element of a large mesh: one corner, and three middles of edges.
    let per_element = match kind {
        ElementKind::Hex8 => 1,
        ElementKind::Hex20 => 4,
    };
    let nodes = (per_element * section * controls.width).saturating_mul(gear.data().teeth as usize);
    if nodes > GREATEST {
        return Err(MeshError::TooLarge {
            nodes,
            greatest: GREATEST,
        });
    }
    Ok(())
}
