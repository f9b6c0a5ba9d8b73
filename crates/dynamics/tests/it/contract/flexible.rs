//! Bodies that deform, and nodes tied to them.

use pitchline_dynamics::{
    Attachment, FlexibleBody, FlexibleOptions, InertiaForm, Machine, ModalDamping, NodeId, Pose,
    Rotation, add_flexible_body,
};
use pitchline_geometry::vector::Vector;

use super::{Sample, Scatter, two_nodes};
use crate::lumped::Lumped;

pub fn samples() -> Vec<Sample> {
    vec![
        in_mean_frame("flexible body", InertiaForm::Full, [0.0; 3]),
        in_mean_frame(
            "simplified flexible body",
            InertiaForm::Simplified,
            [0.0; 3],
        ),
        in_mean_frame(
            "flexible body with weight",
            InertiaForm::Full,
            [2.0, -7.0, 3.0],
        ),
        in_any_frame("flexible body in any frame", InertiaForm::Full),
        in_any_frame("simplified body in any frame", InertiaForm::Simplified),
        attachment("attachment", true),
        attachment("attachment without turns", false),
        attachment_to_ground(),
    ]
}

fn in_mean_frame(name: &'static str, inertia: InertiaForm, gravity: Vector) -> Sample {
    let mut machine = Machine::new();
    machine.gravity = gravity;
    let pose = Pose {
        place: [0.3, -0.2, 0.5],
        axes: Rotation::from_vector([0.4, 1.1, -0.3]).matrix(),
    };
    let options = FlexibleOptions {
        inertia,
        damping: ModalDamping::Ratio(0.03),
        ..FlexibleOptions::default()
    };
    let body = Lumped::five(30.0).reduced();
    add_flexible_body(&mut machine, "body", &body, pose, &options).unwrap();
    Sample {
        is_internal: gravity == [0.0; 3],
        ..Sample::new(name, machine)
    }
}

/// The origin is not the centre of mass, and the shapes carry momentum: no term vanishes.
fn in_any_frame(name: &'static str, form: InertiaForm) -> Sample {
    let mut machine = Machine::new();
    let [node, _] = two_nodes(&mut machine);
    let lumped = Lumped::five(1.0);
    let mut scatter = Scatter::new(17);
    let shapes = (0..4 * lumped.n()).map(|_| scatter.next()).collect();
    let moments = lumped.moments(&lumped.orthonormal(shapes));
    let modes: Vec<_> = (0..4).map(|_| machine.add_scalar("mode", 0.1)).collect();
    let stiffness = vec![20.0, 35.0, 50.0, 80.0];
    let damping = vec![0.3, 0.0, 0.7, 1.1];
    let body = FlexibleBody::new(node, modes, &moments, stiffness, damping, form).unwrap();
    machine.add("body", body).unwrap();
    Sample::new(name, machine)
}

fn attached(machine: &mut Machine, nodes: [NodeId; 2], has_turns: bool) {
    let mut scatter = Scatter::new(5);
    let mut vectors = || -> Vec<Vector> {
        let mut one = || [scatter.next(), scatter.next(), scatter.next()];
        vec![one(), one(), one()]
    };
    let (along, about) = (vectors(), vectors());
    let modes: Vec<_> = (0..3).map(|_| machine.add_scalar("mode", -0.1)).collect();
    let axes = Rotation::from_vector([0.2, -0.3, 0.5]).matrix();
    let place = [0.4, 0.3, -0.2];
    let about = has_turns.then_some(about);
    let attachment = Attachment::new(nodes, modes, place, axes, along, about).unwrap();
    machine.add("attachment", attachment).unwrap();
}

fn attachment(name: &'static str, has_turns: bool) -> Sample {
    let mut machine = Machine::new();
    let nodes = two_nodes(&mut machine);
    attached(&mut machine, nodes, has_turns);
    Sample::new(name, machine)
}

fn attachment_to_ground() -> Sample {
    let mut machine = Machine::new();
    let [_, node] = two_nodes(&mut machine);
    attached(&mut machine, [NodeId::GROUND, node], true);
    Sample {
        is_internal: false,
        ..Sample::new("attachment to the ground", machine)
    }
}
