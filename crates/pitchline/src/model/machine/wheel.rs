//! Gears on bodies of the machine, and the pairs that they make.

use std::any::Any;
use std::sync::Arc;

use super::End;
use crate::dynamics::Engagement;
use crate::geometry::FlankSide;
use crate::parts::channel::Quantity;
use crate::parts::pair::PairLevel;
use crate::parts::pair::planar::PlanarLevel;

/// A gear on a body.
#[derive(Debug, Clone, PartialEq)]
pub struct WheelRequest {
    /// Its name.
    pub name: String,
    /// Its gear.
    pub gear: String,
    /// Where its centre is; z is its axis, x of a rack points out of its teeth.
    pub seat: End,
}

/// Two wheels in mesh.
#[derive(Debug, Clone)]
pub struct MeshingRequest {
    /// Its name, that of a pair of the model.
    pub name: String,
    /// Names of its wheels; a rack is the second.
    pub wheels: [String; 2],
    /// Pitch surfaces in contact.
    pub engagement: Engagement,
    /// How far the datum line of a rack is from the plane that rolls on the wheel, towards the wheel (m).
    pub datum_height: f64,
    /// How closely its teeth are computed, and how they hold on to each other.
    pub level: Arc<dyn PairLevel>,
    /// Direction to which forces and ways of the mesh refer.
    pub direction: MeshDirection,
    /// Normal force on the flanks over that of the pitch surfaces: 1, and more for double helical teeth, which the joint takes for spur ones.
    pub normal_factor: f64,
    /// How wide the teeth are.
    pub faces: Faces,
    /// Which flanks carry.
    pub flanks: FlanksRequest,
}

/// Which flanks of a pair carry, and whether they see the motion of the centres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlanksRequest {
    /// As published.
    Source,
    /// Both, with the play between them.
    Both,
    /// One, sprung both ways: the given one, or the one that the loads close.
    One(Option<FlankSide>),
}

/// Faces of two wheels in mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Faces {
    /// Widths of both (m); of double helical teeth, those of one half.
    pub widths: [f64; 2],
    /// Halves side by side: 2 for double helical teeth, otherwise 1.
    pub halves: f64,
    /// Length of a rack (m), from end to end.
    pub rack_length: Option<f64>,
}

impl Faces {
    /// Of two single widths (m).
    pub fn new(widths: [f64; 2]) -> Self {
        Self {
            widths,
            halves: 1.0,
            rack_length: None,
        }
    }

    /// Where both begin and end to cover each other (m), from the middle of a along its axis, if the middle of b is so far along it.
    fn covered(&self, offset: f64) -> [f64; 2] {
        let [a, b] = self.widths.map(|width| 0.5 * width);
        [(offset - b).max(-a), (offset + b).min(a)]
    }

    /// Width over which both mesh (m), if the middle of b is so far along the axis of a; negative where a gap is between them.
    pub fn common(&self, offset: f64) -> f64 {
        let [from, to] = self.covered(offset);
        to - from
    }

    /// The middle of that width, from the middle of a.
    pub fn middle(&self, offset: f64) -> f64 {
        0.5 * self.covered(offset).into_iter().sum::<f64>()
    }

    /// From the middle to the ends of the teeth (m). Halves touch each other, for nothing says how far they are apart.
    pub fn lever(&self) -> f64 {
        0.5 * self.halves * self.common(0.0)
    }
}

impl MeshingRequest {
    /// Whether the second wheel is a rack.
    pub fn has_rack(&self) -> bool {
        matches!(self.engagement, Engagement::Rack(_))
    }

    /// Its channels, in the order of the columns.
    pub fn channels(&self) -> Vec<&'static Quantity> {
        self.level.channels(self.has_rack())
    }

    /// Whether its teeth stick and break away, which is found by events.
    pub fn can_stick(&self) -> bool {
        self.level.can_stick()
    }

    /// The level `planar`, if it has that.
    pub fn planar(&self) -> Option<&PlanarLevel> {
        let level: &dyn Any = &*self.level;
        level.downcast_ref()
    }
}

/// A direction in which a mesh is measured. \[theory:gear-joint\] (16), (17)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshDirection {
    /// Way across the tooth in the pitch surfaces over way along the direction.
    pub hoop_per_way: f64,
    /// Force along the direction over force across the tooth: as `hoop_per_way`, but where force and way have two directions.
    pub force_per_hoop: f64,
    /// Way across the tooth over way along the line of action; that of the flank's normal where shafts cross.
    pub hoop_per_line: f64,
}

impl MeshDirection {
    /// From the word of the model file and the way across the tooth over way along the line of action.
    pub(crate) fn new(measured_along: &str, hoop_per_line: f64) -> Self {
        let along = |is_pitch: bool| if is_pitch { 1.0 } else { hoop_per_line };
        Self {
            hoop_per_way: along(measured_along != "line-of-action"),
            force_per_hoop: along(measured_along == "pitch-circle"),
            hoop_per_line,
        }
    }

    /// Stiffness or damping in this direction as it acts across the tooth: energies are equal. \[theory:gear-joint\] (17)
    pub fn hoop_stiffness(&self, stiffness: f64) -> f64 {
        stiffness / (self.hoop_per_way * self.force_per_hoop)
    }

    /// A mass in this direction as it vibrates across the tooth: energies are equal.
    pub fn hoop_mass(&self, mass: f64) -> f64 {
        mass / self.hoop_per_way.powi(2)
    }

    /// A way in this direction as a way across the tooth.
    pub fn hoop_way(&self, way: f64) -> f64 {
        way * self.hoop_per_way
    }

    /// A force across the tooth as one in this direction: their powers are equal.
    pub fn force(&self, hoop_force: f64) -> f64 {
        hoop_force * self.force_per_hoop
    }

    /// A force in this direction as one across the tooth.
    pub fn hoop_force(&self, force: f64) -> f64 {
        force / self.force_per_hoop
    }
}
