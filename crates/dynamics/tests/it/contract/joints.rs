//! Joints, screws and drives.

use pitchline_dynamics::{
    Drive, Element, Frame, Interpolation, Joint, Machine, NodeId, Rod, Rotation, Stop,
    TimeFunction, TimeTable,
};
use pitchline_geometry::tensor::product;

use super::{Sample, two_nodes};

pub fn samples() -> Vec<Sample> {
    let mut samples = vec![
        sample("joint fixed", Joint::fixed),
        sample("joint revolute", Joint::revolute),
        sample("joint prismatic", Joint::prismatic),
        sample("joint cylindrical", Joint::cylindrical),
        sample("joint spherical", Joint::spherical),
        sample("joint universal", Joint::universal),
        sample("joint planar", Joint::planar),
        screw(),
        revolute_at_the_node(),
        fixed_on_ground(),
        element("rod", |_, a, b| Rod::new(a, b, 0.2)),
        element("stop", |_, a, b| Stop::new(a, b, 0.5, 0.0)),
    ];
    samples.extend(masks());
    samples.extend(drives());
    samples
}

/// Frames off their nodes, b near a: apart by some centimetres and half a radian, as an assembly may begin.
fn frames(machine: &mut Machine) -> [Frame; 2] {
    let [node_a, node_b] = two_nodes(machine);
    let pose = |node: NodeId| {
        let start = machine.node(node).unwrap();
        pitchline_dynamics::Pose {
            place: start.place,
            axes: start.rotation.matrix(),
        }
    };
    let axes = Rotation::from_vector([0.4, -0.9, 0.3]).matrix();
    let turned = product(&axes, &Rotation::from_vector([0.2, -0.3, 0.45]).matrix());
    let a = Frame::from_ground(node_a, &pose(node_a), [0.5, 0.1, -0.1], &axes);
    let b = Frame::from_ground(node_b, &pose(node_b), [0.55, 0.05, 0.02], &turned);
    [a, b]
}

fn element<E: Element + 'static>(
    name: &'static str,
    of: impl FnOnce(&mut Machine, Frame, Frame) -> E,
) -> Sample {
    let mut machine = Machine::new();
    let [a, b] = frames(&mut machine);
    let element = of(&mut machine, a, b);
    machine.add(name, element).unwrap();
    Sample::new(name, machine)
}

fn sample(name: &'static str, of: fn(Frame, Frame) -> Joint) -> Sample {
    element(name, |_, a, b| of(a, b))
}

fn screw() -> Sample {
    element("joint screw", |machine, a, b| {
        Joint::screw(machine, a, b, 0.8)
    })
}

/// Frame b at its node: fewer entries of the tangent can differ from zero.
fn revolute_at_the_node() -> Sample {
    element("joint revolute at the node", |_, a, b| {
        Joint::revolute(a, Frame::at(b.node))
    })
}

fn fixed_on_ground() -> Sample {
    let mut machine = Machine::new();
    let [_, b] = frames(&mut machine);
    let a = Frame {
        node: NodeId::GROUND,
        place: [0.5, 0.1, -0.1],
        axes: Rotation::from_vector([0.4, -0.9, 0.3]).matrix(),
    };
    machine.add("joint", Joint::fixed(a, b)).unwrap();
    Sample {
        is_internal: false,
        ..Sample::new("joint fixed on ground", machine)
    }
}

/// Every choice of locked rotations that no constructor has, with and without displacements.
fn masks() -> Vec<Sample> {
    let of = |name: &'static str, locked: [u8; 6]| {
        element(name, |_, a, b| {
            Joint::from_mask(a, b, locked.map(|x| x == 1))
        })
    };
    vec![
        of("joint of rotations xyz", [0, 0, 0, 1, 1, 1]),
        of("joint of rotations yz", [0, 1, 0, 0, 1, 1]),
        of("joint of rotations xz", [0, 0, 0, 1, 0, 1]),
        of("joint of rotation x", [1, 0, 0, 1, 0, 0]),
        of("joint of rotation y", [0, 0, 0, 0, 1, 0]),
        of("joint of displacement y", [0, 1, 0, 0, 0, 0]),
    ]
}

fn drives() -> Vec<Sample> {
    let sine = |angular_frequency: f64| TimeFunction::Sine {
        offset: 0.2,
        amplitude: 0.4,
        angular_frequency,
        phase: 0.3,
        start: -1.0,
    };
    let points = vec![[0.0, 0.1], [0.3, 0.4], [0.6, -0.2], [1.0, 0.3]];
    let table = TimeFunction::Table(TimeTable::new(points, Interpolation::Cubic).unwrap());
    vec![
        element("drive of angle", |_, a, b| Drive::angle(a, b, sine(3.0))),
        element("drive of speed", |_, a, b| {
            Drive::speed(a, b, sine(2.0), 0.7)
        }),
        element("drive of displacement", |_, a, b| {
            Drive::displacement(a, b, table)
        }),
        element("drive of velocity", |_, a, b| {
            Drive::velocity(a, b, sine(2.0), -0.1)
        }),
    ]
}
