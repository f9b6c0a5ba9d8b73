//! From what the model file says of an interface to points and patterns on a mesh.

use std::ops::ControlFlow;

use super::request::{FlankInterface, FlankMotions, InterfaceRequest, ReductionRequest};
use crate::fem::{
    self, DofMap, FeModel, FlankChoice, FlankNodes, Interface, InterfaceBuilder, Mesh, ModeChoice,
    ModeRange, Modes, PointMotions,
};

/// Modes by which auxiliary nodes are chosen, at most: the lowest matter, and nodes are spread over the body besides.
pub(super) const SELECTING: usize = 20;

/// The interface of a body.
pub(super) fn build(
    fe: &FeModel,
    request: &ReductionRequest,
    known: Option<&Modes>,
    memory_limit: Option<u64>,
) -> Result<Interface, fem::Error> {
    let mut builder = on_flanks(&fe.mesh, &fe.dof_map, request)?;
    if request.auxiliary_nodes > 0 {
        let range = match request.modes {
            ModeChoice::UpTo(high_hz) => ModeRange::Band {
                low_hz: 0.0,
                high_hz,
            },
            ModeChoice::Count(count) | ModeChoice::Fill(count) => {
                ModeRange::Lowest(count.clamp(1, SELECTING))
            }
        };
        builder = match known {
            Some(modes) => builder.auxiliary_nodes(request.auxiliary_nodes, modes)?,
            None => {
                let modes = fe.modes(range, memory_limit, &mut |_| ControlFlow::Continue(()))?;
                builder.auxiliary_nodes(request.auxiliary_nodes, &modes)?
            }
        };
    }
    Ok(builder.finish())
}

/// All of it but the auxiliary nodes, which need modes of the body.
pub(super) fn on_flanks<'a>(
    mesh: &'a Mesh,
    map: &'a DofMap,
    request: &ReductionRequest,
) -> Result<InterfaceBuilder<'a>, fem::Error> {
    let InterfaceRequest {
        flanks,
        teeth,
        sides,
        nodes,
        has_center,
    } = &request.interface;
    let chosen = FlankChoice {
        teeth: teeth.clone(),
        sides: sides.clone(),
    };
    let mut builder = Interface::on(mesh, map);
    builder = match *flanks {
        FlankInterface::None => builder,
        FlankInterface::Joints { zones, motions } => {
            let motions = match motions {
                FlankMotions::Normal => PointMotions::Normal,
                FlankMotions::Along => PointMotions::Translations,
                FlankMotions::All => PointMotions::All,
            };
            builder.flank_joints(&chosen, zones, motions)?
        }
        FlankInterface::Nodes {
            rows,
            columns,
            motions,
        } => {
            let motions = match motions {
                FlankMotions::Normal => PointMotions::Normal,
                // A node has no turns.
                FlankMotions::Along | FlankMotions::All => PointMotions::Translations,
            };
            builder.flank_nodes(&chosen, FlankNodes::Spread { rows, columns }, motions)?
        }
    };
    builder = builder.nodes(nodes)?;
    match *has_center {
        true => builder.centre(0),
        false => Ok(builder),
    }
}
