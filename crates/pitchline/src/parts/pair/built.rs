//! A pair of wheels in its machine, whatever its level.

use super::toothing::{Standing, Toothing};
use super::{JointContact, PairContact, PairSite, PairState, PlanarPairContact};
use crate::dynamics::{ElementId, Engagement, Frame, GearJoint, Kinematics, Machine, Misplacement};
use crate::geometry::vector::Vector;
use crate::machine::{AssemblyError, Start};
use crate::model::machine::{
    End, Faces, FlanksRequest, MachineRequest, MeshDirection, MeshingRequest,
};
use crate::parts::channel::{Quantity, Snapshot};

/// A pair of wheels in its machine.
#[derive(Debug)]
pub struct BuiltPair {
    /// Its name.
    pub name: String,
    /// Names of its wheels.
    pub wheels: [String; 2],
    /// Its element.
    pub element: ElementId,
    /// What holds the teeth together.
    pub contact: Box<dyn PairContact>,
    /// Pitch surfaces in contact.
    pub engagement: Engagement,
    /// Direction to which forces and ways refer.
    pub direction: MeshDirection,
    /// How wide its teeth are.
    pub faces: Faces,
    /// Which flanks carry, as the model file asks.
    pub flanks: FlanksRequest,
    /// Whether the load of its teeth decides where their damping reaches its coefficient.
    pub(super) damping_follows_load: bool,
    /// Whether its supports let the distance of its wheels change.
    pub centers_move: bool,
    /// How far b stands along the axis of a from it at the start (m), on parallel axes.
    offset: f64,
    /// How far its wheels stand at the start from where the contact takes them to be.
    misplaced: Misplacement,
}

impl BuiltPair {
    /// What it does; `multipliers` are those of its element.
    pub fn state(&self, k: &Kinematics, multipliers: &[f64]) -> PairState {
        self.contact.state(&Snapshot {
            forcing: k,
            motion: k,
            multipliers,
        })
    }

    /// The gear joint, if it is one.
    pub fn joint(&self) -> Option<&GearJoint> {
        let contact: &dyn std::any::Any = &*self.contact;
        contact
            .downcast_ref()
            .map(|contact: &JointContact| &contact.joint)
    }

    /// The contact in the plane of the wheels, if it is one.
    pub fn planar(&self) -> Option<&PlanarPairContact> {
        let contact: &dyn std::any::Any = &*self.contact;
        contact.downcast_ref()
    }

    /// Whether its teeth deform.
    pub fn is_elastic(&self) -> bool {
        self.contact.law().is_some()
    }

    /// Whether it could have level `planar`.
    pub fn can_be_planar(&self) -> bool {
        matches!(&self.engagement, Engagement::Wheels(contact) if contact.is_parallel())
    }

    /// Whether its teeth stick and break away.
    pub fn can_stick(&self) -> bool {
        self.contact.grip().is_some()
    }

    /// Its channels, in the order of the columns.
    pub fn channels(&self) -> Vec<&'static Quantity> {
        self.contact.channels()
    }

    /// Frames of both wheels, whose z are their axes.
    pub fn frames(&self) -> [Frame; 2] {
        self.contact.frames()
    }

    /// Where the wheels touch (m), ground axes.
    pub fn touches(&self, k: &Kinematics) -> Vector {
        self.contact.touches(k)
    }

    /// How far its supports have let its wheels go from where they stood at the start, as the contact sees it.
    pub fn displacement(&self, k: &Kinematics) -> Misplacement {
        let now = self.contact.misplacement(k);
        Misplacement {
            along: now.along - self.misplaced.along,
            outward: now.outward - self.misplaced.outward,
            tilt: (now.tilt - self.misplaced.tilt).max(0.0),
        }
    }

    /// Shares of the width over which both faces meshed at the start that still do, after b has slid so far along the teeth (m).
    pub fn still_covered(&self, slide: f64) -> f64 {
        self.faces.common(self.offset + slide) / self.faces.common(self.offset)
    }

    /// How far the contact is beyond the end of its rack (m), whose middle is where its wheel was placed; negative on the rack.
    pub fn beyond_rack(&self, k: &Kinematics) -> Option<f64> {
        let half = 0.5 * self.faces.rack_length?;
        Some(self.contact.along_rack(k)?.abs() - half)
    }

    /// Whether pitch surfaces that part by so much make the centre distance of parallel axes larger; none of other axes.
    pub fn center_distance_grows(&self, outward: f64) -> Option<bool> {
        match &self.engagement {
            Engagement::Wheels(pair) if pair.is_parallel() => {
                let is_internal = pair.a.is_ring() || pair.b.is_ring();
                Some((outward > 0.0) != is_internal)
            }
            _ => None,
        }
    }

    /// Whether its second wheel is a rack.
    pub fn has_rack(&self) -> bool {
        matches!(self.engagement, Engagement::Rack(_))
    }

    /// Normal module of its teeth where they meet (m).
    pub fn normal_module(&self) -> f64 {
        match &self.engagement {
            Engagement::Wheels(pair) => pair.a.normal_module(),
            Engagement::Rack(rack) => rack.gear.normal_module(),
        }
    }
}

/// Adds all pairs of wheels, in the order of the model.
pub(crate) fn add(
    request: &MachineRequest,
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltPair>, AssemblyError> {
    let mut pairs = Vec::with_capacity(request.pairs.len());
    for pair in &request.pairs {
        let wheels = [
            wheel(request, &pair.wheels[0])?,
            wheel(request, &pair.wheels[1])?,
        ];
        pairs.push(add_one(pair, wheels, start, machine)?);
    }
    // One look at the machine for all pairs.
    let mut at_start = Kinematics::new(machine);
    at_start.set(&machine.start(0.0));
    for pair in &mut pairs {
        pair.misplaced = pair.contact.misplacement(&at_start);
    }
    Ok(pairs)
}

fn wheel<'r>(request: &'r MachineRequest, name: &str) -> Result<&'r End, AssemblyError> {
    let found = request.wheel(name);
    let found = found.ok_or_else(|| AssemblyError::Unknown {
        what: "wheel",
        name: name.to_owned(),
    });
    found.map(|wheel| &wheel.seat)
}

fn add_one(
    pair: &MeshingRequest,
    seats: [&End; 2],
    start: &Start,
    machine: &mut Machine,
) -> Result<BuiltPair, AssemblyError> {
    let standing = [standing(seats[0], start)?, standing(seats[1], start)?];
    let offset = Toothing::of(pair).offset(&standing).unwrap_or(0.0);
    let site = PairSite {
        title: format!("pair {}", pair.name),
        pair,
        seats,
        standing,
        start,
    };
    let (element, contact) = pair.level.add(&site, machine)?;
    debug_assert_eq!(
        contact.channels(),
        pair.channels(),
        "sensors name what is there"
    );
    Ok(BuiltPair {
        // Known when all pairs are there.
        misplaced: Misplacement {
            along: 0.0,
            outward: 0.0,
            tilt: 0.0,
        },
        name: pair.name.clone(),
        wheels: pair.wheels.clone(),
        direction: pair.direction,
        engagement: pair.engagement,
        faces: pair.faces,
        flanks: pair.flanks,
        damping_follows_load: pair.level.damping_follows_load(),
        centers_move: false,
        offset,
        element,
        contact,
    })
}

fn standing(seat: &End, start: &Start) -> Result<Standing, AssemblyError> {
    let frame = start.frame(seat)?;
    let pose = frame.pose(start.pose(frame.node));
    Ok(Standing {
        node: frame.node,
        place: pose.place,
        axes: pose.axes,
    })
}
