//! What a model file says of reduced bodies: the interface, the basis, and how they are looked at.

mod check;
mod holding;

pub use check::RequestFault;

use crate::fem::{ComplianceDirections, ModeChoice, ReductionKind, ReductionOptions};
use crate::geometry::{CylindricalGear, FlankSide};
use crate::resources::SeatSupport;

/// What a study `reduce` asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct ReductionRequest {
    /// Kind of basis.
    pub method: ReductionKind,
    /// Where the body is loaded and looked at.
    pub interface: InterfaceRequest,
    /// Nodes that join the interface for what the modes do there.
    pub auxiliary_nodes: usize,
    /// Which modes are kept.
    pub modes: ModeChoice,
    /// Share of the largest below which a static shape depends on others.
    pub drop_below: f64,
    /// One sector or the whole gear.
    pub route: Route,
    /// Static compliance that is kept.
    pub compliance: ComplianceDirections,
    /// Whether displacements can be had at all nodes, not on the flanks alone.
    pub recovers_all: bool,
    /// Named sets of nodes where stresses can be had.
    pub stresses: Vec<String>,
    /// Modes of the full body with which it is compared.
    pub compare: usize,
}

impl Default for ReductionRequest {
    fn default() -> Self {
        Self {
            method: ReductionKind::DualCraigBampton,
            interface: InterfaceRequest::default(),
            auxiliary_nodes: 0,
            modes: ModeChoice::Count(Self::MODES),
            drop_below: ReductionOptions::DROP_BELOW,
            route: Route::Auto,
            compliance: ComplianceDirections::Normal,
            recovers_all: false,
            stresses: Vec::new(),
            compare: 10,
        }
    }
}

impl ReductionRequest {
    /// Modes that are kept unless the file says how many.
    pub const MODES: usize = 30;

    /// Whether one sector stands for all; why not otherwise.
    pub fn is_cyclic(&self, gear: &CylindricalGear, support: SeatSupport) -> Result<(), String> {
        let teeth = gear.data().teeth;
        if self.method != ReductionKind::DualCraigBampton {
            return Err(
                "its coordinates are motions of single teeth; only method = \"dual\" has waves around the gear"
                    .to_owned(),
            );
        }
        equal_sectors(gear, support)?;
        let named = self.interface.teeth.as_ref().map(Vec::len);
        let has_flanks = self.interface.flanks != FlankInterface::None;
        if let Some(named) = named.filter(|&named| has_flanks && named < teeth as usize) {
            return Err(format!("its interface has {named} of {teeth} teeth"));
        }
        if !self.interface.nodes.is_empty() {
            return Err("its interface has single nodes, which only some teeth have".to_owned());
        }
        if self.auxiliary_nodes > 0 {
            return Err("auxiliary nodes are chosen on the whole gear".to_owned());
        }
        Ok(())
    }
}

/// Whether a gear as it is held consists of equal sectors; why not otherwise.
pub fn equal_sectors(gear: &CylindricalGear, support: SeatSupport) -> Result<(), String> {
    let teeth = gear.data().teeth;
    if gear.as_wheel().is_none() {
        return Err("a rack has ends".to_owned());
    }
    if teeth < 3 {
        return Err(format!("it has {teeth} teeth, and a turn needs three"));
    }
    if let SeatSupport::Rigid { locked } = support
        && (locked[0] != locked[1] || locked[3] != locked[4])
    {
        return Err(
            "its support is not the same along x and y, so its sectors are supported differently"
                .to_owned(),
        );
    }
    Ok(())
}

/// Which way a reduced body is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// One sector where the body allows it.
    Auto,
    /// One sector for all.
    Cyclic,
    /// The whole gear.
    Whole,
}

/// Where a body is loaded and looked at, as asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct InterfaceRequest {
    /// What it has on the flanks.
    pub flanks: FlankInterface,
    /// The teeth; `None` for all.
    pub teeth: Option<Vec<u32>>,
    /// Which of their flanks.
    pub sides: Vec<FlankSide>,
    /// Further nodes of the mesh.
    pub nodes: Vec<u32>,
    /// Whether the motions of the rigid seat belong to it.
    pub has_center: bool,
}

impl Default for InterfaceRequest {
    fn default() -> Self {
        Self {
            flanks: FlankInterface::Joints {
                zones: 1,
                motions: FlankMotions::Normal,
            },
            teeth: None,
            sides: vec![FlankSide::Right, FlankSide::Left],
            nodes: Vec::new(),
            has_center: false,
        }
    }
}

/// What an interface has on a flank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlankInterface {
    /// Nothing.
    None,
    /// Mean joints of zones of the width.
    Joints {
        /// Number of zones.
        zones: u32,
        /// Motions of each.
        motions: FlankMotions,
    },
    /// Nodes of the grid of the flank.
    Nodes {
        /// Rows from root to tip, spread evenly.
        rows: usize,
        /// Columns over the width, spread evenly.
        columns: usize,
        /// Motions of each.
        motions: FlankMotions,
    },
}

/// Motions of a point on a flank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlankMotions {
    /// Along the normal.
    Normal,
    /// Along the three axes of the tooth.
    Along,
    /// All that the point has.
    All,
}

impl InterfaceRequest {
    /// Interface coordinates on a flank.
    pub fn per_flank(&self) -> usize {
        match self.flanks {
            FlankInterface::None => 0,
            FlankInterface::Joints { zones, motions } => {
                let each = match motions {
                    FlankMotions::Normal => 1,
                    FlankMotions::Along => 3,
                    FlankMotions::All => 6,
                };
                zones as usize * each
            }
            FlankInterface::Nodes {
                rows,
                columns,
                motions,
            } => {
                let each = match motions {
                    FlankMotions::Normal => 1,
                    FlankMotions::Along | FlankMotions::All => 3,
                };
                rows * columns * each
            }
        }
    }
}
