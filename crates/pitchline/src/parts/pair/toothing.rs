//! Wheels where they stand, as the frames of a gear joint.

use crate::contact::Friction;
use crate::dynamics::{
    Engagement, Error, GearJoint, GearMesh, Kinematics, Machine, Misfit, Misplacement, NodeId,
    RackSeat, WheelSeat,
};
use crate::geometry::tensor::Tensor;
use crate::geometry::vector::{Vector, cross, dot, length, minus, plus_scaled, times};
use crate::model::machine::{Faces, MeshingRequest};

/// A rack may lie across its wheel by this angle (rad): as far as axes of wheels may be tilted.
const MOST_SKEWED: f64 = 0.02;

/// A wheel or rack on a node at the start, in ground axes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// The node that carries it.
    pub node: NodeId,
    /// Its centre; of a rack a point of its datum line (m).
    pub place: Vector,
    /// Its axes, columns: z is its axis, x of a rack points out of its teeth.
    pub axes: Tensor,
}

impl Standing {
    fn axis(&self) -> Vector {
        self.axes.map(|row| row[2])
    }

    fn outward(&self) -> Vector {
        self.axes.map(|row| row[0])
    }

    fn wheel(&self) -> WheelSeat {
        WheelSeat {
            node: self.node,
            center: self.place,
            axis: self.axis(),
        }
    }
}

/// Pitch surfaces in contact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Toothing {
    /// The surfaces.
    pub engagement: Engagement,
    /// How far the plane of a rack that rolls is beyond its datum line, towards the wheel (m).
    pub datum_height: f64,
    /// How wide the teeth are.
    pub faces: Faces,
}

impl Toothing {
    /// Of a pair.
    pub fn of(pair: &MeshingRequest) -> Self {
        Self {
            engagement: pair.engagement,
            datum_height: pair.datum_height,
            faces: pair.faces,
        }
    }

    /// How far b stands along the axis of a from it, where their faces cover each other side by side (m); none on axes that are not parallel.
    pub fn offset(&self, [a, b]: &[Standing; 2]) -> Option<f64> {
        let is_parallel = match &self.engagement {
            Engagement::Wheels(pair) => pair.is_parallel(),
            Engagement::Rack(_) => true,
        };
        is_parallel.then(|| dot(minus(b.place, a.place), a.axis()))
    }

    /// Both brought along their axes to the middle of the width over which they mesh.
    fn leveled(&self, [a, b]: [Standing; 2]) -> [Standing; 2] {
        let Some(offset) = self.offset(&[a, b]) else {
            return [a, b];
        };
        let middle = self.faces.middle(offset);
        let side = dot(a.axis(), b.axis()).signum();
        let moved = |one: Standing, way: f64| Standing {
            place: plus_scaled(one.place, way, one.axis()),
            ..one
        };
        [moved(a, middle), moved(b, side * (middle - offset))]
    }

    /// The joint of wheels that stand so.
    pub fn joint(
        &self,
        machine: &mut Machine,
        name: &str,
        standing: [Standing; 2],
        mesh: Option<GearMesh>,
        friction: Friction,
    ) -> Result<GearJoint, Error> {
        refuse_faces_apart(name, self.faces, (self.offset(&standing), &standing))?;
        let [a, b] = self.leveled(standing);
        match self.engagement {
            Engagement::Wheels(pair) => {
                let seats = [a.wheel(), b.wheel()];
                GearJoint::on_wheels(machine, name, seats, pair, mesh, friction)
            }
            Engagement::Rack(contact) => {
                refuse_skewed(name, a.axis(), b.axis())?;
                let rack = self.rack(&b);
                GearJoint::on_rack(machine, name, (a.wheel(), rack), contact, mesh, friction)
            }
        }
    }

    fn rack(&self, rack: &Standing) -> RackSeat {
        RackSeat {
            node: rack.node,
            place: plus_scaled(rack.place, self.datum_height, rack.outward()),
            outward: rack.outward(),
        }
    }

    /// How far b stands from where the pitch surfaces touch at the start of a machine.
    pub fn misplacement(
        &self,
        machine: &Machine,
        joint: &GearJoint,
        standing: [Standing; 2],
    ) -> Misplacement {
        let [a, b] = self.leveled(standing);
        if let Engagement::Rack(contact) = &self.engagement {
            // The frame of a rack is where it touches: only its plane may be off.
            let rack = self.rack(&b);
            let apart = dot(minus(a.place, rack.place), rack.outward) - contact.gear.radius;
            return Misplacement {
                along: 0.0,
                outward: apart,
                tilt: 0.0,
            };
        }
        let mut start = Kinematics::new(machine);
        start.set(&machine.start(0.0));
        joint.misplacement(&start)
    }

    /// Whether the axis of b in the joint is its own +z (1) or runs against it (−1): that of an internal pair does, that of a rack is the
    /// wheel's. \[theory:gear-joint\]
    pub fn axis_of_b(&self, [a, b]: &[Standing; 2]) -> f64 {
        match &self.engagement {
            Engagement::Wheels(pair) if pair.a.is_ring() || pair.b.is_ring() => -1.0,
            Engagement::Wheels(_) => 1.0,
            Engagement::Rack(_) => dot(a.axis(), b.axis()).signum(),
        }
    }

    /// Normal module of the teeth where they meet (m).
    pub fn normal_module(&self) -> f64 {
        match &self.engagement {
            Engagement::Wheels(pair) => pair.a.normal_module(),
            Engagement::Rack(contact) => contact.gear.normal_module(),
        }
    }
}

/// Refuses faces that lie beside each other.
pub(crate) fn refuse_faces_apart(
    name: &str,
    faces: Faces,
    (offset, [a, b]): (Option<f64>, &[Standing; 2]),
) -> Result<(), Error> {
    let Some(offset) = offset.filter(|offset| faces.common(*offset) <= 0.0) else {
        return Ok(());
    };
    Err(Error::CannotMesh {
        of: name.to_owned(),
        misfit: Box::new(Misfit {
            position: times(offset, a.axis()),
            along_axis: offset,
            ..Misfit::of_axis(b.axis(), 0.0)
        }),
    })
}

fn refuse_skewed(name: &str, wheel: Vector, rack: Vector) -> Result<(), Error> {
    let axis_angle = length(cross(wheel, rack)).atan2(dot(wheel, rack).abs());
    if axis_angle <= MOST_SKEWED {
        return Ok(());
    }
    let side = if dot(wheel, rack) < 0.0 { -1.0 } else { 1.0 };
    Err(Error::CannotMesh {
        of: name.to_owned(),
        misfit: Box::new(Misfit::of_axis(times(side, wheel), axis_angle)),
    })
}
