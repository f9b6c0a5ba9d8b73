//! Planetary sets as parts of the machine: planets on the carrier, wheels and pairs of wheels, as if they were written out.

mod members;
mod names;
mod planets;

use super::ends::is_given;
use super::{Parts, Reading};
use crate::geometry::planetary::{Mesh, Part};
use crate::geometry::tensor::{IDENTITY, Tensor, product};
use crate::geometry::vector::Vector;
use crate::input::Section;
use crate::input::set_names::SetNames;
use crate::model::Planetary;
use crate::model::machine::{
    BodyRequest, Carrier, End, Frame, JointRequest, MeshingRequest, WheelRequest,
};
use crate::parts::force::ForceRequest;
use crate::parts::pair::reading;
use members::Members;

/// What sets make.
#[derive(Default)]
pub(super) struct Made {
    pub bodies: Vec<BodyRequest>,
    pub joints: Vec<JointRequest>,
    pub forces: Vec<ForceRequest>,
    pub wheels: Vec<WheelRequest>,
    pub pairs: Vec<MeshingRequest>,
    /// Whether a set was refused, and that was reported.
    pub has_refused: bool,
}

impl Made {
    /// Number of its joints, forces and wheels.
    pub fn n_ends(&self) -> usize {
        self.joints.len() + self.forces.len() + self.wheels.len()
    }
}

/// A set in the machine: the gears, and where it stands.
struct Standing<'r> {
    set: &'r Planetary,
    /// Where the plane of the wheels crosses the common axis (m), ground axes.
    place: Vector,
    /// Columns: x to the first planet, z along the axis.
    axes: Tensor,
}

impl Standing<'_> {
    fn names(&self) -> SetNames<'_> {
        SetNames(&self.set.name)
    }

    /// The axes, turned about the common axis.
    fn turned(&self, angle: f64) -> Tensor {
        let (sin, cos) = angle.sin_cos();
        let turn = [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]];
        product(&self.axes, &turn)
    }

    fn axis(&self) -> Vector {
        self.axes.map(|row| row[2])
    }
}

/// Makes what all sets with bodies stand for. The bodies are those of the file, whose motion the planets share.
pub(super) fn expand(
    root: &Section,
    parts: &Parts,
    bodies: &[BodyRequest],
    reading: &mut Reading,
) -> Made {
    let mut made = Made::default();
    for (name, _, section) in root.entries("planetary") {
        let what = format!("planetary set `{name}`");
        let named = (what.as_str(), section);
        if !is_given(section, "bodies") {
            refuse_without_bodies(named, reading);
            continue;
        }
        // Sets that could not be built were reported.
        let set = parts.sets.iter().find(|set| set.name == name);
        let done = set.and_then(|set| {
            names::refuse_taken(named, (root, set), reading)?;
            one(named, (set, parts), bodies, &mut made, reading)
        });
        made.has_refused |= done.is_none();
        // A later set may stand on planets of this one.
        reading.set_places(bodies.iter().chain(&made.bodies));
    }
    made
}

fn refuse_without_bodies((what, section): (&str, &Section), reading: &mut Reading) {
    let keys = [
        "level",
        "mesh",
        "mesh_ring",
        "friction",
        "planet_body",
        "planet_2_body",
        "planet_bearing",
        "at",
        "axis",
        "x",
    ];
    let Some(key) = keys.into_iter().find(|key| is_given(section, key)) else {
        return;
    };
    reading.refuse::<()>(
        "needs-bodies",
        (section.span_of(key), "for sets of the machine only"),
        format!("{what} has `{key}`, but its members are on no bodies"),
        "add bodies = { sun = \"input\", ring = \"ground\", carrier = \"output\" } with your own bodies; or remove it",
    );
}

fn one(
    named: (&str, &Section),
    (set, parts): (&Planetary, &Parts),
    bodies: &[BodyRequest],
    made: &mut Made,
    reading: &mut Reading,
) -> Option<()> {
    let members = Members::read(named, &set.geometry.train, reading)?;
    refuse_carried(named, &members, reading)?;
    let (place, axes) = members.standing(named, reading)?;
    let standing = Standing { set, place, axes };
    planets::add(
        named,
        &standing,
        (&members, bodies),
        parts.gears,
        made,
        reading,
    )?;
    let first = made.wheels.len();
    made.wheels.extend(wheels(&standing, &members));
    let wheels = made.wheels[first..].to_vec();
    for (mesh, _) in &set.geometry.meshes {
        let pairs = pairs(named, (&standing, *mesh), &wheels, parts, reading);
        made.pairs.extend(pairs?);
    }
    Some(())
}

/// Contacts in a plane need a carrier that turns against their wheels: on one body nothing would ever pass their pitch points.
fn refuse_carried(
    (what, section): (&str, &Section),
    members: &Members,
    reading: &mut Reading,
) -> Option<()> {
    let is_planar = section.choice("level")?.value == "planar";
    let carrier = members.of_planets()?;
    let same = members.wheels().find(|(_, wheel)| wheel == carrier);
    let Some((member, _)) = same.filter(|_| is_planar) else {
        return Some(());
    };
    let name = member.name();
    reading.refuse(
        "carrier-is-wheel",
        (section.span_of("bodies"), "one body twice"),
        format!("{what}: its carrier and its {name} are both on {carrier}, so nothing passes the pitch points between the {name} and the planets"),
        format!("put carrier and {name} on two bodies, or write level = \"ideal\" for a set that rotates as a block"),
    )
}

/// All wheels: those of the members where the set stands, those of planets on their bodies.
fn wheels(standing: &Standing, members: &Members) -> Vec<WheelRequest> {
    let set = standing.set;
    let of_part = |(part, gear): &(Part, String)| {
        let count = match part.is_planet() {
            true => set.geometry.placement.angles.len(),
            false => 1,
        };
        let wheel = |index| WheelRequest {
            name: standing.names().wheel(*part, index),
            gear: gear.clone(),
            seat: match members.carrier(*part) {
                Some(carrier) => End {
                    carrier: carrier.clone(),
                    frame: Frame::Ground {
                        place: standing.place,
                        axes: standing.turned(set.geometry.placement.turn(*part, index)),
                    },
                },
                None => End {
                    carrier: Carrier::Body(planets::body(standing, *part, index)),
                    frame: Frame::Own {
                        place: [0.0; 3],
                        axes: IDENTITY,
                    },
                },
            },
        };
        (0..count).map(wheel).collect::<Vec<_>>()
    };
    set.members.iter().flat_map(of_part).collect()
}

/// The pairs of a mesh, one for each planet: the same teeth, each in the cycle in which the set is assembled.
fn pairs(
    named: (&str, &Section),
    (standing, mesh): (&Standing, Mesh),
    wheels: &[WheelRequest],
    parts: &Parts,
    reading: &mut Reading,
) -> Option<Vec<MeshingRequest>> {
    let set = standing.set;
    let title = format!("mesh {} of {}", mesh.name(), named.0);
    let key = match mesh.is_internal() && is_given(named.1, "mesh_ring") {
        true => "mesh_ring",
        false => "mesh",
    };
    let sides = |index: usize| {
        [mesh.a, mesh.b].map(|part| {
            let name = standing.names().wheel(part, index);
            wheels.iter().find(|wheel| wheel.name == name)
        })
    };
    let [Some(a), Some(b)] = sides(0) else {
        return None;
    };
    let of_mesh = format!("{}-{}", set.name, mesh.name());
    let pair = parts.pairs.iter().find(|pair| pair.name == of_mesh)?;
    let first = reading::of_set((&title, named.1), key, (pair, [a, b]), parts.gears, reading)?;
    let pair = |index: usize| {
        let mut request = first.clone();
        request.name = standing.names().pair(mesh, index);
        request.wheels = [mesh.a, mesh.b].map(|part| standing.names().wheel(part, index));
        let cycle = set.geometry.start_cycle(mesh, index);
        request.level = request.level.advanced(cycle);
        request
    };
    let count = set.geometry.placement.angles.len();
    Some((0..count).map(pair).collect())
}
