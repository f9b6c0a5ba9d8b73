//! Wheels on the bodies of a machine: frames of a joint from where wheels stand. \[theory:pitch-geometry\] (6), (7)

use pitchline_contact::Friction;
use pitchline_geometry::tensor::IDENTITY;
use pitchline_geometry::vector::{Triad, Vector, cross, dot, length, minus, plus, times};
use pitchline_geometry::{Mounting, PitchPair, RackContact};

use super::{Engagement, GearJoint, GearMesh};
use crate::{Error, Frame, Machine, NodeId, Pose, Relative};

/// Where a wheel stands when the machine starts, in ground axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WheelSeat {
    /// The node that carries it.
    pub node: NodeId,
    /// Its centre, level with the contact point (m).
    pub center: Vector,
    /// Its axis, a unit vector: +z of the gear.
    pub axis: Vector,
}

/// Where a rack stands when the machine starts, in ground axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RackSeat {
    /// The node that carries it.
    pub node: NodeId,
    /// A point of the plane that rolls on the wheel's pitch cylinder (m).
    pub place: Vector,
    /// Out of the teeth, towards the wheel, a unit vector.
    pub outward: Vector,
}

/// Wheels may stand so much of a normal module from where their pitch surfaces touch: the addendum of their teeth.
const FARTHEST: f64 = 1.0;

/// Axes may stand so far from where they should (rad): teeth that lean more would carry at one end only.
const MOST_TILTED: f64 = 0.02;

impl GearJoint {
    /// A joint between wheels that stand somewhere; the frames follow from where the pitch surfaces touch.
    pub fn on_wheels(
        machine: &mut Machine,
        name: &str,
        seats: [WheelSeat; 2],
        pair: PitchPair,
        mesh: Option<GearMesh>,
        friction: Friction,
    ) -> Result<Self, Error> {
        let nodes = seats.map(|seat| seat.node);
        refuse_one_body(name, nodes)?;
        let placed = on_wheels(name, &pair, &seats)?;
        let between = between(machine, nodes, &placed);
        Self::new(
            machine,
            name,
            between,
            Engagement::Wheels(pair),
            mesh,
            friction,
        )
    }

    /// A joint between a wheel and a rack.
    pub fn on_rack(
        machine: &mut Machine,
        name: &str,
        (wheel, rack): (WheelSeat, RackSeat),
        contact: RackContact,
        mesh: Option<GearMesh>,
        friction: Friction,
    ) -> Result<Self, Error> {
        let nodes = [wheel.node, rack.node];
        refuse_one_body(name, nodes)?;
        let placed = on_rack(name, &contact, (&wheel, &rack))?;
        let between = between(machine, nodes, &placed);
        Self::new(
            machine,
            name,
            between,
            Engagement::Rack(contact),
            mesh,
            friction,
        )
    }
}

fn refuse_one_body(name: &str, [a, b]: [NodeId; 2]) -> Result<(), Error> {
    if a == b {
        return Err(Error::OneBody {
            of: name.to_owned(),
        });
    }
    Ok(())
}

/// Origin of a frame, and its axes: that of the wheel, towards the contact, turning direction.
type Placed = (Vector, Triad);

fn between(machine: &Machine, [a, b]: [NodeId; 2], placed: &[Placed; 2]) -> Relative {
    Relative {
        a: frame(machine, a, &placed[0]),
        b: frame(machine, b, &placed[1]),
    }
}

fn frame(machine: &Machine, node: NodeId, (origin, [axis, towards, turning]): &Placed) -> Frame {
    let ground = Pose {
        place: [0.0; 3],
        axes: IDENTITY,
    };
    let pose = machine.node(node).map_or(ground, |start| Pose {
        place: start.place,
        axes: start.rotation.matrix(),
    });
    let axes = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
    Frame::from_ground(node, &pose, *origin, &axes)
}

/// Mounting of a pair as its pitch surfaces have it: the second axis of an internal pair is turned over.
fn mounting(pair: &PitchPair, [a, b]: &[WheelSeat; 2]) -> Mounting {
    let is_internal = pair.a.is_ring() || pair.b.is_ring();
    let sign = if is_internal { -1.0 } else { 1.0 };
    Mounting {
        center_a: a.center,
        axis_a: a.axis,
        center_b: b.center,
        axis_b: times(sign, b.axis),
    }
}

fn on_wheels(name: &str, pair: &PitchPair, seats: &[WheelSeat; 2]) -> Result<[Placed; 2], Error> {
    let mounting = mounting(pair, seats);
    let coincide = || Error::CentersCoincide {
        of: name.to_owned(),
    };
    let mismatch = pair.mismatch(&mounting).ok_or_else(coincide)?;
    let module = pair.a.normal_module();
    refuse_far(
        name,
        module,
        mismatch.position,
        [mismatch.along_axis_a, mismatch.apart],
        mismatch.axis_angle,
    )?;
    let [a, b] = pair.frames_on(&mounting).ok_or_else(coincide)?;
    Ok([(mounting.center_a, a), (mounting.center_b, b)])
}

/// A rack's frame is where its plane touches the wheel.
fn on_rack(
    name: &str,
    contact: &RackContact,
    (wheel, rack): (&WheelSeat, &RackSeat),
) -> Result<[Placed; 2], Error> {
    let radius = contact.gear.radius;
    let apart = dot(minus(wheel.center, rack.place), rack.outward) - radius;
    let tilt = dot(wheel.axis, rack.outward).clamp(-1.0, 1.0).asin().abs();
    let module = contact.gear.normal_module();
    refuse_far(
        name,
        module,
        times(-apart, rack.outward),
        [0.0, apart],
        tilt,
    )?;
    let across = minus(
        rack.outward,
        times(dot(rack.outward, wheel.axis), wheel.axis),
    );
    let outward = times(1.0 / length(across), across);
    let towards = times(-1.0, outward);
    let touching = plus(wheel.center, times(radius, towards));
    Ok([
        (
            wheel.center,
            [wheel.axis, towards, cross(wheel.axis, towards)],
        ),
        (touching, [wheel.axis, outward, cross(wheel.axis, outward)]),
    ])
}

fn refuse_far(
    name: &str,
    module: f64,
    position: Vector,
    [along_axis, apart]: [f64; 2],
    axis_angle: f64,
) -> Result<(), Error> {
    let is_near = length(position) <= FARTHEST * module;
    if is_near && axis_angle <= MOST_TILTED {
        return Ok(());
    }
    // Less than that is rounding.
    let rounding = 1e-9 * module;
    Err(Error::CannotMesh {
        of: name.to_owned(),
        position: position.map(|x| if x.abs() < rounding { 0.0 } else { x }),
        along_axis,
        apart,
        axis_angle,
    })
}
