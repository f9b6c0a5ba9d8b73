//! Ends of joints, forces and sensors as frames on nodes.

use super::{AssemblyError, Start};
use crate::dynamics::{Frame, NodeId, Pose, Relative};
use crate::model::machine::{self as request, Carrier, Connection, End};

impl Start<'_> {
    /// The node that carries an end.
    pub(crate) fn node(&self, carrier: &Carrier) -> Result<NodeId, AssemblyError> {
        let (name, point) = match carrier {
            Carrier::Ground => return Ok(NodeId::GROUND),
            Carrier::Body(name) => (name, None),
            Carrier::Point(name, point) => (name, Some(point)),
        };
        let shaft = self.shafts.iter().find(|shaft| shaft.request.name == *name);
        if let (Some(shaft), Some(point)) = (shaft, point) {
            return shaft.point(point).ok_or_else(|| AssemblyError::Shaft {
                shaft: name.clone(),
                reason: format!("it has no point `{point}`"),
            });
        }
        let body = self.bodies.iter().find(|body| body.name == *name);
        let Some(body) = body else {
            return Err(AssemblyError::Unknown {
                what: "body",
                name: name.clone(),
            });
        };
        let Some(point) = point else {
            return Ok(body.node);
        };
        body.point(point).ok_or_else(|| AssemblyError::Point {
            body: name.clone(),
            point: point.clone(),
            known: body.points_in_words(),
        })
    }

    /// Where a node is.
    pub(crate) fn pose(&self, node: NodeId) -> &Pose {
        self.kinematics.pose(node)
    }

    /// The frame of an end.
    pub(crate) fn frame(&self, end: &End) -> Result<Frame, AssemblyError> {
        let node = self.node(&end.carrier)?;
        Ok(match end.frame {
            request::Frame::Ground { place, axes } => {
                Frame::from_ground(node, self.pose(node), place, &axes)
            }
            request::Frame::Own { place, axes } => Frame { node, place, axes },
        })
    }

    /// Both frames of a connection.
    pub(crate) fn between(&self, connection: &Connection) -> Result<Relative, AssemblyError> {
        Ok(Relative {
            a: self.frame(&connection.a)?,
            b: self.frame(&connection.b)?,
        })
    }
}
