//! Wheels on the bodies of a machine: frames of a joint from where wheels stand. \[theory:pitch-geometry\] (6), (7)

use std::fmt;

use pitchline_contact::Friction;
use pitchline_geometry::vector::{Triad, Vector, cross, dot, length, minus, plus, times};
use pitchline_geometry::{MeshMismatch, Mounting, PitchPair, RackContact};

use super::{Engagement, GearJoint, GearMesh};
use crate::error::four_digits;
use crate::{Error, Frame, Machine, NodeId, Relative};

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

/// How far b stands from where it would mesh, in ground axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Misfit {
    /// From its place (m).
    pub position: Vector,
    /// Its part along the axis of a.
    pub along_axis: f64,
    /// Its part along the own axis, where that crosses the axis of a.
    pub along_own: f64,
    /// How much farther apart than they should be the centres are.
    pub apart: f64,
    /// How far its axis is from its direction (rad).
    pub axis_angle: f64,
    /// That direction: +z of the wheel or rack.
    pub axis: Vector,
    /// The centre at which it would mesh with the axis that it has, where there is one.
    pub center_for_axis: Option<Vector>,
    /// Where the teeth of a rack should point that do not.
    pub outward: Option<Vector>,
    /// Whether a rack has its back to the wheel.
    pub faces_away: bool,
}

impl Misfit {
    /// Of an axis alone.
    pub fn of_axis(axis: Vector, axis_angle: f64) -> Self {
        Self {
            position: [0.0; 3],
            along_axis: 0.0,
            along_own: 0.0,
            apart: 0.0,
            axis_angle,
            axis,
            center_for_axis: None,
            outward: None,
            faces_away: false,
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let list = |v: Vector| format!("[{}]", v.map(|x| four_digits(x).to_string()).join(", "));
        let back = list(self.position.map(|way| 0.0 - 1e3 * way));
        if self.faces_away {
            write!(f, "the teeth of b point away from a; ")?;
        }
        write!(
            f,
            "b is {} mm too far {} and {} mm along the axis of a from its place, its axis {} deg off; move b by {back} mm",
            four_digits(1e3 * self.apart.abs()),
            if self.apart < 0.0 { "in" } else { "out" },
            four_digits(1e3 * self.along_axis),
            four_digits(self.axis_angle.to_degrees()),
        )?;
        if self.axis_angle > MOST_TILTED {
            write!(f, ", and turn its axis to {}", list(self.axis))?;
        }
        match self.outward {
            Some(outward) => write!(f, ", and its teeth to {}", list(outward)),
            None => Ok(()),
        }
    }
}

/// Wheels may stand so much of a normal module from where their pitch surfaces touch: the addendum of their teeth.
const FARTHEST: f64 = 1.0;
/// They may be so much of it too near: nearer than the bottom clearance of the basic rack of ISO 53, tips would be in roots.
const NEAREST: f64 = 0.25;

/// A wheel that lies aside by more than this share of its distance is as likely turned as moved.
const BESIDE: f64 = 0.2;

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
    let pose = machine.start_pose(node);
    let axes = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
    Frame::from_ground(node, &pose, *origin, &axes)
}

/// Whether the axis of b is that of its pitch surface (1) or runs against it (−1).
fn axis_sign(pair: &PitchPair) -> f64 {
    match pair.a.is_ring() || pair.b.is_ring() {
        true => -1.0,
        false => 1.0,
    }
}

/// Mounting of a pair as its pitch surfaces have it: the second axis of an internal pair is turned over.
fn mounting(pair: &PitchPair, [a, b]: &[WheelSeat; 2]) -> Mounting {
    let sign = axis_sign(pair);
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
    let [a, b] = pair.frames_on(&mounting).ok_or_else(coincide)?;
    let [axial, radial, _] = pair.a.tooth_axes()[1];
    let outward = plus(times(axial, a[0]), times(radial, a[1]));
    let aside = aside(&mounting, &mismatch);
    let misfit = aside.unwrap_or_else(|| Misfit {
        position: mismatch.position,
        along_axis: mismatch.along_axis_a,
        apart: mismatch.apart,
        center_for_axis: mismatch.center_for_axis,
        ..Misfit::of_axis(times(axis_sign(pair), mismatch.axis_b), mismatch.axis_angle)
    });
    let nearer = -dot(misfit.position, outward);
    refuse_far(name, module, nearer, misfit)?;
    Ok([(mounting.center_a, a), (mounting.center_b, b)])
}

/// The misfit of a wheel whose axis has its direction, and whose place lies beside where that axis would mesh: not one that is tilted.
fn aside(mounting: &Mounting, mismatch: &MeshMismatch) -> Option<Misfit> {
    let fitting = mismatch.center_for_axis?;
    let position = minus(mounting.center_b, fitting);
    let [a, b] = [mounting.axis_a, mounting.axis_b];
    let crossing = cross(a, b);
    let sin = length(crossing);
    let is_beside = length(position) < BESIDE * length(minus(fitting, mounting.center_a));
    // position = s_a a + s_b b + e (a × b)/|a × b|
    let share = |area: Vector| dot(area, crossing) / (sin * sin);
    let away = dot(minus(fitting, mounting.center_a), crossing).signum();
    (is_beside && mismatch.axis_angle > 1e-9).then(|| Misfit {
        position,
        along_axis: share(cross(position, b)),
        along_own: share(cross(a, position)),
        apart: away * dot(position, crossing) / sin,
        ..Misfit::of_axis(b, 0.0)
    })
}

/// A rack's frame is where its plane touches the wheel.
fn on_rack(
    name: &str,
    contact: &RackContact,
    (wheel, rack): (&WheelSeat, &RackSeat),
) -> Result<[Placed; 2], Error> {
    let radius = contact.gear.radius;
    let to_wheel = dot(minus(wheel.center, rack.place), rack.outward);
    let tilt = dot(wheel.axis, rack.outward).clamp(-1.0, 1.0).asin().abs();
    let module = contact.gear.normal_module();
    let across = minus(
        rack.outward,
        times(dot(rack.outward, wheel.axis), wheel.axis),
    );
    let size = length(across);
    // A rack that lies across the wheel points nowhere near it.
    let outward = match size > MOST_TILTED {
        true => times(1.0 / size, across),
        false => rack.outward,
    };
    let faces_away = to_wheel < 0.0;
    let side = if faces_away { -1.0 } else { 1.0 };
    let apart = side * to_wheel - radius;
    let misfit = Misfit {
        position: times(-apart * side, outward),
        apart,
        outward: (faces_away || tilt > MOST_TILTED).then(|| times(side, outward)),
        faces_away,
        ..Misfit::of_axis(wheel.axis, tilt)
    };
    refuse_far(name, module, -apart, misfit)?;
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

/// Refuses what lies too far, or too near by more than the clearance.
fn refuse_far(name: &str, module: f64, nearer: f64, misfit: Misfit) -> Result<(), Error> {
    let is_near = length(misfit.position) <= FARTHEST * module && !misfit.faces_away;
    if is_near && nearer <= NEAREST * module && misfit.axis_angle <= MOST_TILTED {
        return Ok(());
    }
    // Less than that is rounding.
    let rounding = 1e-9 * module;
    let rounded = |x: f64| if x.abs() < rounding { 0.0 } else { x };
    Err(Error::CannotMesh {
        of: name.to_owned(),
        misfit: Box::new(Misfit {
            position: misfit.position.map(rounded),
            ..misfit
        }),
    })
}
