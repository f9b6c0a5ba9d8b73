//! What a reduced body depends on, field by field, and nothing else: not the names, not the pictures.

use super::ReducedGear;
use super::request::{FlankInterface, FlankMotions, InterfaceRequest, ReductionRequest, Route};
use crate::cache::Key;
use crate::fem::{ComplianceDirections, Grading, MeshControls, ModeChoice, ReductionKind};
use crate::geometry::{
    BasicRack, Blank, CutterData, CylindricalData, FlankSide, GearKind, Hand, Hub, Thinning, Tip,
    ToothSystem, Web,
};
use crate::resources::{SeatSupport, element_name};

/// Version of how a reduced body is written as bytes; the sources of the program stand in every key besides.
const FORMAT: u32 = 2;

/// The key of the reduced body of a gear.
pub(super) fn key(reduced: &ReducedGear) -> Key {
    let (gear, mesh) = (&reduced.gear, &reduced.mesh);
    let material = &gear.material;
    let mut key = Key::new("reduced-body", FORMAT);
    key = teeth(key, gear.geometry.data());
    if let Some(blank) = &gear.blank {
        key = body(key, blank);
        key = elements(key, &mesh.controls(&gear.geometry, blank));
    }
    key = key
        .text("element", element_name(mesh.element))
        .number("youngs_modulus", material.youngs_modulus)
        .number("poisson_ratio", material.poisson_ratio)
        .number("density", material.density);
    key = support(key, reduced.support);
    reduction(key, &reduced.request)
}

/// How teeth are inspected does not change them.
fn teeth(key: Key, data: &CylindricalData) -> Key {
    let CylindricalData {
        kind,
        teeth,
        system,
        face_width,
        profile_shift,
        rack,
        tip,
        thickness_allowance,
        thinning,
        cutter,
        span_teeth: _,
        ball_diameter: _,
        bore_radius,
        rim,
    } = data;
    let ToothSystem {
        module,
        pressure_angle,
        helix_angle,
        hand,
    } = system;
    let BasicRack {
        addendum,
        dedendum,
        root_radius,
    } = rack;
    let kind = match kind {
        GearKind::External => "external",
        GearKind::Internal => "internal",
        GearKind::Rack => "rack",
    };
    let hand = match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    };
    let thinning = match thinning {
        Thinning::Feed => "feed",
        Thinning::Flank => "flank",
    };
    let mut key = key
        .text("kind", kind)
        .count("teeth", *teeth as usize)
        .number("module", *module)
        .number("pressure_angle", *pressure_angle)
        .number("helix_angle", *helix_angle)
        .text("hand", hand)
        .number("face_width", *face_width)
        .number("profile_shift", *profile_shift)
        .number("rack_addendum", *addendum)
        .number("rack_dedendum", *dedendum)
        .number("rack_root_radius", *root_radius)
        .number("thickness_allowance", *thickness_allowance)
        .text("thinning", thinning);
    key = match tip {
        Tip::Alteration(coefficient) => key.number("tip_alteration", *coefficient),
        Tip::Diameter(diameter) => key.number("tip_diameter", *diameter),
    };
    let CutterData {
        teeth,
        profile_shift,
        addendum,
        tip_radius,
    } = cutter;
    key = numbered(key, "cutter_teeth", teeth.map(f64::from));
    key = numbered(key, "cutter_profile_shift", *profile_shift);
    key = numbered(key, "cutter_addendum", *addendum);
    key = numbered(key, "cutter_tip_radius", *tip_radius);
    key = numbered(key, "tooth_bore_radius", *bore_radius);
    numbered(key, "tooth_rim", *rim)
}

/// A number where it is given.
fn numbered(key: Key, name: &str, value: Option<f64>) -> Key {
    match value {
        Some(value) => key.number(name, value),
        None => key,
    }
}

fn body(key: Key, blank: &Blank) -> Key {
    let Blank {
        seat_radius,
        rim,
        web,
        hub,
    } = blank;
    let mut key = numbered(key, "seat_radius", *seat_radius);
    key = numbered(key, "rim", *rim);
    if let Some(Web {
        thickness,
        position,
    }) = web
    {
        key = key
            .number("web_thickness", *thickness)
            .number("web_position", *position);
    }
    if let Some(Hub { radius, width }) = hub {
        key = key
            .number("hub_radius", *radius)
            .number("hub_width", *width);
    }
    key
}

fn elements(key: Key, controls: &MeshControls) -> Key {
    let MeshControls {
        flank,
        root,
        layer,
        across,
        width,
        rim,
        web,
        hub,
        grading,
    } = controls;
    let Grading {
        flank: flank_grading,
        width: width_grading,
        rim: rim_grading,
    } = grading;
    key.count("elements_flank", *flank)
        .count("elements_root", *root)
        .count("elements_layer", *layer)
        .count("elements_across", *across)
        .count("elements_width", *width)
        .count("elements_rim", *rim)
        .count("elements_web", *web)
        .count("elements_hub", *hub)
        .number("grading_flank", *flank_grading)
        .number("grading_width", *width_grading)
        .number("grading_rim", *rim_grading)
}

fn support(key: Key, support: SeatSupport) -> Key {
    match support {
        SeatSupport::Free => key.text("support", "free"),
        SeatSupport::Rigid { locked } => key
            .text("support", "rigid")
            .numbers("locked", &flags(&locked)),
    }
}

fn flags(flags: &[bool]) -> Vec<f64> {
    flags
        .iter()
        .map(|flag| f64::from(u8::from(*flag)))
        .collect()
}

fn reduction(key: Key, request: &ReductionRequest) -> Key {
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
    let method = match method {
        ReductionKind::DualCraigBampton => "dual",
        ReductionKind::CraigBampton => "craig-bampton",
        ReductionKind::StaticModes => "static",
    };
    let route = match route {
        Route::Auto => "auto",
        Route::Cyclic => "cyclic",
        Route::Whole => "whole",
    };
    let compliance = match compliance {
        ComplianceDirections::Normal => "normal",
        ComplianceDirections::Three => "three",
        ComplianceDirections::None => "none",
    };
    let mut key = points(key.text("method", method), interface)
        .count("auxiliary_nodes", *auxiliary_nodes)
        .number("drop_below", *drop_below)
        .text("route", route)
        .text("compliance", compliance)
        .integer("recovers_all", i64::from(*recovers_all))
        .count("compare", *compare);
    key = match modes {
        ModeChoice::Count(count) => key.count("modes", *count),
        ModeChoice::UpTo(frequency) => key.number("modes_up_to", *frequency),
        ModeChoice::Fill(coordinates) => key.count("modes_fill", *coordinates),
    };
    for set in stresses {
        key = key.text("stresses", set);
    }
    key
}

fn points(key: Key, interface: &InterfaceRequest) -> Key {
    let InterfaceRequest {
        flanks,
        teeth,
        sides,
        nodes,
        has_center,
    } = interface;
    let word = |motions: &FlankMotions| match motions {
        FlankMotions::Normal => "normal",
        FlankMotions::Along => "along",
        FlankMotions::All => "all",
    };
    let mut key = match flanks {
        FlankInterface::None => key.text("flanks", "none"),
        FlankInterface::Joints { zones, motions } => key
            .text("flanks", "joints")
            .count("zones", *zones as usize)
            .text("motions", word(motions)),
        FlankInterface::Nodes {
            rows,
            columns,
            motions,
        } => key
            .text("flanks", "nodes")
            .count("rows", *rows)
            .count("columns", *columns)
            .text("motions", word(motions)),
    };
    let list = |numbers: &[u32]| numbers.iter().copied().map(f64::from).collect::<Vec<_>>();
    if let Some(teeth) = teeth {
        key = key.numbers("interface_teeth", &list(teeth));
    }
    for side in sides {
        key = key.text(
            "side",
            match side {
                FlankSide::Right => "right",
                FlankSide::Left => "left",
            },
        );
    }
    key.numbers("nodes", &list(nodes))
        .integer("has_center", i64::from(*has_center))
}
