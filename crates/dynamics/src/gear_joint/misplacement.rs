//! How far the wheels of a gear joint are from where it takes them to be. \[theory:gear-joint\] (20), (21)

use pitchline_geometry::vector::{Vector, cross, dot, length, minus};

use super::place::Moved;
use super::{Engagement, GearJoint};
use crate::Kinematics;

/// How far the supports let b get from where the joint takes it to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Misplacement {
    /// Along the tooth (m); on parallel axes and of a rack along the wheel's axis.
    pub along: f64,
    /// Away from a: change of the distance of the pitch surfaces (m).
    pub outward: f64,
    /// Angle of b's axis to its direction (rad).
    pub tilt: f64,
}

impl GearJoint {
    /// How far b is from where the joint takes it to be. \[theory:gear-joint\] (20)-(21)
    pub fn misplacement(&self, k: &Kinematics) -> Misplacement {
        let motion = self.between.motion(k);
        let axis = motion.rotation.map(|row| row[2]);
        let turn = match self.engagement {
            Engagement::Wheels(_) if !self.is_parallel => self.turned_to(axis),
            _ => k.scalar(self.turns[0])[0].sin_cos().into(),
        };
        let seen = |vector| Moved::turned_back(vector, turn).at;
        let off = minus(motion.displacement, seen(self.center_b));
        let [along, outward, _] = self.tooth.map(|axis| dot(off, seen(axis)));
        let [along, outward] = match self.engagement {
            Engagement::Wheels(_) if self.is_parallel => self.off_parallel(motion.displacement),
            Engagement::Wheels(_) => [along, outward],
            // A rack is free to travel, which has a part along slanted teeth.
            Engagement::Rack(_) => [off[2], outward],
        };
        let wanted = seen(self.axis_b);
        Misplacement {
            along,
            outward,
            tilt: length(cross(wanted, axis)).atan2(dot(wanted, axis)),
        }
    }

    /// The turn about the axis of a, as sine and cosine, by which an axis of b comes nearest to where it stands: wheels are round, so that
    /// b may go around a with all it has. \[theory:gear-joint\] (21)
    fn turned_to(&self, [x, y, _]: Vector) -> [f64; 2] {
        let [x0, y0, _] = self.axis_b;
        let size = x.hypot(y) * x0.hypot(y0);
        if size == 0.0 {
            return [0.0, 1.0];
        }
        [(y0 * x - x0 * y) / size, (x0 * x + y0 * y) / size]
    }

    /// On parallel axes: along them, and how much farther the pitch circles are apart, by the distance of the centres. A wheel that slides
    /// along slanted teeth is turned by them, and the contact with it. \[theory:gear-joint\] (20)
    fn off_parallel(&self, displacement: Vector) -> [f64; 2] {
        let across = |[x, y, _]: Vector| x.hypot(y);
        // The centre of a ring lies on the other side of its pinion's than the contact.
        let side = dot(self.tooth[1], self.center_b).signum();
        let farther = across(displacement) - across(self.center_b);
        [displacement[2] - self.center_b[2], side * farther]
    }
}
