//! What a reduced body depends on, and nothing else: not the names, not the pictures.

use super::super::{Body, element_name};
use crate::cache::Key;
use crate::fem::MeshControls;
use crate::geometry::CylindricalData;
use crate::model::finite_elements::{FeTarget, SeatSupport};
use crate::model::reduction::ReductionRequest;

/// Version of how a reduced body is written as bytes; the sources of the program stand in every key besides.
const FORMAT: u32 = 2;

/// The key of the reduced body of a gear.
///
/// Plain data stand in it as the compiler prints them: each number with as many digits as make it unmistakable.
pub(super) fn key(
    body: &Body,
    target: &FeTarget,
    support: SeatSupport,
    request: &ReductionRequest,
) -> Key {
    let gear = &body.gear;
    let mesh = target.request(gear.mesh);
    let controls: Option<MeshControls> = gear
        .blank
        .as_ref()
        .map(|blank| mesh.controls(&gear.geometry, blank));
    let material = &gear.material;
    // How teeth are inspected does not change them.
    let data = CylindricalData {
        span_teeth: None,
        ball_diameter: None,
        ..*gear.geometry.data()
    };
    let ReductionRequest {
        method,
        interface,
        auxiliary_nodes,
        modes,
        drop_below,
        route,
        compliance,
        recovers_all,
        stresses,
        compare,
    } = request;
    Key::new("reduced-body", FORMAT)
        .text("gear", &format!("{data:?}"))
        .text("blank", &format!("{:?}", gear.blank))
        .text("mesh", &format!("{controls:?}"))
        .text("element", element_name(mesh.element))
        .number("youngs_modulus", material.youngs_modulus)
        .number("poisson_ratio", material.poisson_ratio)
        .number("density", material.density)
        .text("support", &format!("{support:?}"))
        .text("method", &format!("{method:?}"))
        .text("interface", &format!("{interface:?}"))
        .integer("auxiliary_nodes", *auxiliary_nodes as i64)
        .text("modes", &format!("{modes:?}"))
        .number("drop_below", *drop_below)
        .text("route", &format!("{route:?}"))
        .text("compliance", &format!("{compliance:?}"))
        .integer("recovers_all", i64::from(*recovers_all))
        .text("stresses", &format!("{stresses:?}"))
        .integer("compare", *compare as i64)
}
