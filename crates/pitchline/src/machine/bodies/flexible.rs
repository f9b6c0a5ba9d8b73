//! Flexible bodies: reduced bodies in moving frames.

use super::{AssemblyError, BuiltBody, Reduce, held_points};
use crate::Model;
use crate::dynamics::{
    AttachedPoints, BodyFrame, FlexibleNodes, FlexibleOptions, InertiaForm, KeptModes, Machine,
    NodeId, Pose, Rotation, add_flexible_body,
};
use crate::fem::{BodyMatrices, BodyNode, BodySupport, ReducedBody};
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{cross, minus, plus};
use crate::model::machine::{BodyKind, BodyRequest, FlexibleFrame, FlexibleSource};
use crate::model::matrix_market;

/// Adds a flexible body with nodes at the points that something holds on to.
pub(super) fn add(
    model: &Model,
    body: &BodyRequest,
    machine: &mut Machine,
    reduce: Reduce,
) -> Result<BuiltBody, AssemblyError> {
    let told = |reason: String| AssemblyError::Body {
        body: body.name.clone(),
        reason,
    };
    let BodyKind::Flexible {
        source,
        frame,
        modes,
        damping,
    } = &body.kind
    else {
        return Err(told("it is rigid".to_owned()));
    };
    let reduced = reduced(model, body, (source, *frame), reduce).map_err(told)?;
    let points = held_points(model, &body.name);
    if let Some(unknown) = points
        .iter()
        .find(|p| reduced.points.iter().all(|k| k.name != **p))
    {
        let known: Vec<String> = reduced
            .points
            .iter()
            .map(|p| format!("`{}`", p.name))
            .collect();
        return Err(AssemblyError::Point {
            body: body.name.clone(),
            point: unknown.clone(),
            known: known.join(", "),
        });
    }
    let options = FlexibleOptions {
        frame: match frame {
            FlexibleFrame::Floating => BodyFrame::Floating,
            FlexibleFrame::Ground => BodyFrame::Ground,
        },
        modes: modes.map_or(KeptModes::All, KeptModes::Count),
        damping: damping.clone(),
        attachments: AttachedPoints::Named(points),
        // Sums over two shapes are not in the matrices of another program.
        inertia: match reduced.moments.pairs.is_empty() {
            true => InertiaForm::Simplified,
            false => InertiaForm::Full,
        },
    };
    let pose = Pose {
        place: body.position,
        axes: Rotation::from_vector(body.orientation).matrix(),
    };
    let nodes = add_flexible_body(machine, &body.name, &reduced, pose, &options)?;
    set_rates(body, &nodes, machine);
    Ok(BuiltBody {
        name: body.name.clone(),
        node: nodes.frame,
        element: None,
        inertia: None,
        points: nodes.attachments,
        modes: nodes.modes,
    })
}

/// The body moves as a whole at the start: v and ω of its frame, and of its points with it.
fn set_rates(body: &BodyRequest, nodes: &FlexibleNodes, machine: &mut Machine) {
    let Some(frame) = machine.node(nodes.frame) else {
        return;
    };
    let (place, axes) = (frame.place, frame.rotation.matrix());
    let spin = times(&axes, body.spin);
    let of_points = nodes.attachments.iter().map(|(_, node)| *node);
    let all: Vec<NodeId> = std::iter::once(nodes.frame).chain(of_points).collect();
    for node in all {
        if let Some(start) = machine.node_mut(node) {
            start.velocity = plus(body.velocity, cross(spin, minus(start.place, place)));
            start.spin = transposed_times(&start.rotation.matrix(), spin);
        }
    }
}

/// The reduced body, wherever it comes from.
fn reduced(
    model: &Model,
    body: &BodyRequest,
    (source, frame): (&FlexibleSource, FlexibleFrame),
    reduce: Reduce,
) -> Result<ReducedBody, String> {
    let content = |name: &str| {
        let found = model.data_files.get(name);
        found.ok_or_else(|| format!("the file \"{name}\" was not read"))
    };
    match source {
        FlexibleSource::Study(study) => {
            let gear = body.gear.as_deref().ok_or("it has no gear")?;
            reduce(study, gear)
        }
        FlexibleSource::File(name) => {
            let told = |error| format!("\"{name}\" is no reduced body: {error}");
            ReducedBody::from_bytes(content(name)?).map_err(told)
        }
        FlexibleSource::Matrices {
            stiffness,
            mass,
            nodes,
            sums,
        } => {
            let read = |name: &str| {
                matrix_market::parse(content(name)?).map_err(|error| format!("\"{name}\": {error}"))
            };
            let (stiffness, mass) = (read(stiffness)?, read(mass)?);
            let nodes: Vec<BodyNode> = nodes
                .iter()
                .map(|node| BodyNode {
                    name: node.name.clone(),
                    place: node.place,
                    has_turns: node.has_turns,
                })
                .collect();
            let of_nodes: usize = nodes.iter().map(|n| if n.has_turns { 6 } else { 3 }).sum();
            let matrices = BodyMatrices {
                nodes,
                n_modes: stiffness.n.saturating_sub(of_nodes),
                stiffness: stiffness.values,
                mass: mass.values,
                support: match frame {
                    FlexibleFrame::Floating => BodySupport::Free,
                    FlexibleFrame::Ground => BodySupport::Held { sums: sums.clone() },
                },
            };
            ReducedBody::from_matrices(&matrices).map_err(|error| error.to_string())
        }
    }
}
