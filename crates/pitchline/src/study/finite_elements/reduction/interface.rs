//! From what the model file says of an interface to points and patterns on a mesh.

use std::ops::ControlFlow;

use crate::fem::{
    self, FeModel, FlankChoice, FlankNodes, Interface, ModeChoice, ModeRange, PointMotions,
};
use crate::model::reduction::{FlankInterface, FlankMotions, InterfaceRequest, ReductionRequest};

/// The interface of a body.
pub(super) fn build(
    fe: &FeModel,
    request: &ReductionRequest,
    memory_limit: Option<u64>,
) -> Result<Interface, fem::Error> {
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
    let mut builder = Interface::on(&fe.mesh, &fe.dof_map);
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
    if *has_center {
        builder = builder.centre(0)?;
    }
    if request.auxiliary_nodes > 0 {
        let range = match request.modes {
            ModeChoice::UpTo(high_hz) => ModeRange::Band {
                low_hz: 0.0,
                high_hz,
            },
            ModeChoice::Count(count) | ModeChoice::Fill(count) => ModeRange::Lowest(count.max(1)),
        };
        let modes = fe.modes(range, memory_limit, &mut |_| ControlFlow::Continue(()))?;
        builder = builder.auxiliary_nodes(request.auxiliary_nodes, &modes)?;
    }
    Ok(builder.finish())
}
