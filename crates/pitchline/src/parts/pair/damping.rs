//! What of the wheels vibrates, and how their mesh is damped.

use super::PairSite;
use super::mesh_law::DampingRequest;
use crate::contact::{damping_by_ratio, equivalent_mass};
use crate::dynamics::Engagement;
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{cross, dot, minus};
use crate::machine::{AssemblyError, BuiltBody, Start};
use crate::model::machine::{Carrier, End, MeshingRequest};

/// Damping across the tooth in the pitch surfaces (N s/m) of a mesh with this stiffness there (N/m).
pub(super) fn coefficient(
    site: &PairSite,
    damping: DampingRequest,
    stiffness: f64,
    ways: [f64; 2],
) -> Result<f64, AssemblyError> {
    match damping {
        DampingRequest::Coefficient(coefficient) => Ok(coefficient),
        DampingRequest::Ratio { ratio, mass } => {
            let mass = match mass {
                Some(mass) => mass,
                None => vibrating_mass(site, ways)?,
            };
            // Both wheels on the ground: nothing vibrates.
            let mass = if mass.is_finite() { mass } else { 0.0 };
            Ok(damping_by_ratio(ratio, stiffness, mass))
        }
    }
}

/// Way across the tooth over the turn of each wheel, or over the way of a rack.
pub(super) fn ways(engagement: &Engagement) -> [f64; 2] {
    match engagement {
        Engagement::Wheels(contact) => {
            [contact.a, contact.b].map(|gear| gear.radius * gear.helix_angle.cos())
        }
        Engagement::Rack(contact) => {
            let cos = contact.gear.helix_angle.cos();
            [contact.gear.radius * cos, cos]
        }
    }
}

/// What both wheels oppose to a motion across the tooth in the pitch surfaces. \[cardona\] (41)
fn vibrating_mass(site: &PairSite, ways: [f64; 2]) -> Result<f64, AssemblyError> {
    let PairSite {
        pair,
        seats,
        standing,
        start,
        ..
    } = site;
    let mut inertias = [f64::INFINITY; 2];
    let has_rack = pair.has_rack();
    for i in 0..2 {
        let body = rigid_body(pair, seats[i], start)?;
        if let Some((body, (mass, inertia))) = body {
            let pose = start.pose(body.node);
            let axis = transposed_times(&pose.axes, standing[i].axes.map(|row| row[2]));
            let arm = cross(
                transposed_times(&pose.axes, minus(standing[i].place, pose.place)),
                axis,
            );
            inertias[i] = match i == 1 && has_rack {
                // About the axis of the wheel, which need not pass through the centre of mass.
                false => dot(axis, times(&inertia, axis)) + mass * dot(arm, arm),
                true => mass,
            };
        }
    }
    Ok(equivalent_mass(inertias, ways))
}

type Rigid<'b> = (&'b BuiltBody, (f64, crate::geometry::tensor::Tensor));

/// The rigid body that carries a wheel, none for the ground; shafts and flexible bodies have no inertia of their own there.
fn rigid_body<'s>(
    pair: &MeshingRequest,
    seat: &End,
    start: &'s Start,
) -> Result<Option<Rigid<'s>>, AssemblyError> {
    let name = match &seat.carrier {
        Carrier::Ground => return Ok(None),
        Carrier::Body(name) => Some(name),
        Carrier::Point(..) => None,
    };
    let body = name.and_then(|name| start.bodies.iter().find(|body| body.name == *name));
    let found = body.and_then(|body| Some((body, body.inertia?)));
    found.map(Some).ok_or_else(|| AssemblyError::Pair {
        pair: pair.name.clone(),
        reason: format!(
            "damping_ratio needs the inertias of rigid bodies, and a wheel is on {}: write equivalent_mass with it, or damping in its place",
            seat.carrier
        ),
    })
}
