//! A reduced body as a header and arrays.

use serde_json::{Value, json};

use super::FORMAT;
use super::arrays::Writer;
use super::codes::{DIRECTIONS, KINDS, NONE, SIDES, of_coordinate, of_motion, word};
use crate::{
    FlankCompliance, FlankGrid, FlankMiddle, InterfacePoint, MassMoments, ReducedBody, Site,
    TurnProducts,
};

/// Header and data.
pub(super) fn parts(body: &ReducedBody) -> (Value, Vec<u8>) {
    let mut arrays = Writer::default();
    matrices(&mut arrays, body);
    coordinates(&mut arrays, body);
    interface(&mut arrays, body);
    recovery(&mut arrays, body);
    flanks(&mut arrays, &body.flanks);
    moments(&mut arrays, body.n(), &body.moments);
    if let Some(compliance) = &body.compliance {
        flank_compliance(&mut arrays, compliance);
    }
    if let Some(products) = &body.turn_products {
        turn_products(&mut arrays, body.n(), products);
    }
    checks(&mut arrays, body);
    let origin = &body.origin;
    let header = json!({
        "program": "pitchline",
        "version": env!("CARGO_PKG_VERSION"),
        "format": FORMAT,
        "units": "SI: m, kg, s, N, Pa, rad; frequencies in Hz",
        "order": "little-endian; the first index of a shape runs fastest",
        "kind": word(&KINDS, &origin.kind),
        "coordinates": body.n(),
        "origin": {
            "unknowns": origin.n_unknowns,
            "nodes": origin.n_nodes,
            "teeth": origin.teeth,
            "sector_nodes": origin.sector_nodes,
            "cyclic": origin.is_cyclic,
            "rigid": origin.n_rigid,
            "dropped": origin.n_dropped,
        },
        "points": body.points.iter().map(point).collect::<Vec<_>>(),
        "flanks": body.flanks.iter().map(flank).collect::<Vec<_>>(),
        "compliance": body.compliance.as_ref().map(|compliance| json!({
            "teeth": compliance.teeth,
            "directions": word(&DIRECTIONS, &compliance.directions),
            "points": compliance.points.len(),
        })),
        "reduced_modes": body.check.n_reduced,
        "turn_products": body.turn_products.is_some(),
        "arrays": arrays.table,
    });
    (header, arrays.data)
}

fn point(point: &InterfacePoint) -> Value {
    let mut entry = match point.site {
        Site::Node(node) => json!({"site": "node", "node": node}),
        Site::Auxiliary(node) => json!({"site": "auxiliary", "node": node}),
        Site::Flank { side, zone, zones } => {
            json!({"site": "flank", "side": word(&SIDES, &side), "zone": zone, "zones": zones})
        }
        Site::Centre(centre) => json!({"site": "centre", "centre": centre}),
    };
    entry["name"] = json!(point.name);
    entry["tooth"] = json!(point.tooth);
    entry
}

fn flank(grid: &FlankGrid) -> Value {
    json!({
        "tooth": grid.tooth,
        "side": word(&SIDES, &grid.side),
        "profile": grid.n_profile,
        "width": grid.n_width,
        "middles": grid.middles.len(),
    })
}

fn matrices(arrays: &mut Writer, body: &ReducedBody) {
    let n = body.n();
    arrays.f64s("pitch", "rad", &[1], &[body.origin.pitch]);
    arrays.f64s("stiffness", "N/m", &[n, n], &body.stiffness);
    arrays.f64s("mass", "kg", &[n, n], &body.mass);
    let n_rigid = body.rigid.len().checked_div(n).unwrap_or(0);
    arrays.f64s("rigid", "1", &[n, n_rigid], &body.rigid);
}

fn coordinates(arrays: &mut Writer, body: &ReducedBody) {
    let shape = [body.n()];
    let codes: Vec<_> = body
        .coordinates
        .iter()
        .map(|c| of_coordinate(c.kind))
        .collect();
    let kinds: Vec<u32> = codes.iter().map(|code| code.0).collect();
    let numbers: Vec<u32> = codes.iter().map(|code| code.1).collect();
    let frequencies: Vec<f64> = codes.iter().map(|code| code.2).collect();
    let all = body.coordinates.iter();
    let diameters: Vec<u32> = all
        .clone()
        .map(|c| c.nodal_diameter.unwrap_or(NONE))
        .collect();
    let partners: Vec<u32> = all.map(|c| c.partner.unwrap_or(NONE)).collect();
    arrays.u32s("coordinate_kinds", &shape, &kinds);
    arrays.u32s("coordinate_interface", &shape, &numbers);
    arrays.f64s("coordinate_frequencies", "Hz", &shape, &frequencies);
    arrays.u32s("coordinate_nodal_diameters", &shape, &diameters);
    arrays.u32s("coordinate_partners", &shape, &partners);
}

fn interface(arrays: &mut Writer, body: &ReducedBody) {
    let places: Vec<[f64; 3]> = body.points.iter().map(|point| point.place).collect();
    arrays.f64s(
        "point_places",
        "m",
        &[3, places.len()],
        places.as_flattened(),
    );
    let n = body.motions.len();
    let points: Vec<u32> = body.motions.iter().map(|motion| motion.0).collect();
    let codes: Vec<_> = body
        .motions
        .iter()
        .map(|motion| of_motion(motion.1))
        .collect();
    let kinds: Vec<u32> = codes.iter().map(|code| code.0).collect();
    let directions: Vec<[f64; 3]> = codes.iter().map(|code| code.1).collect();
    arrays.u32s("motion_points", &[n], &points);
    arrays.u32s("motion_kinds", &[n], &kinds);
    arrays.f64s("motion_directions", "1", &[3, n], directions.as_flattened());
    arrays.f64s("interface", "1", &[n, body.n()], &body.interface);
}

fn recovery(arrays: &mut Writer, body: &ReducedBody) {
    let recovery = &body.recovery;
    let (n, n_nodes, n_stress) = (body.n(), recovery.nodes.len(), recovery.stress_nodes.len());
    arrays.u32s("recovery_nodes", &[n_nodes], &recovery.nodes);
    let places = recovery.places.as_flattened();
    arrays.f64s("recovery_places", "m", &[3, n_nodes], places);
    let rows = &recovery.displacements;
    arrays.f64s("recovery_displacements", "m", &[3, n_nodes, n], rows);
    arrays.u32s("recovery_stress_nodes", &[n_stress], &recovery.stress_nodes);
    arrays.f64s(
        "recovery_stresses",
        "Pa",
        &[6, n_stress, n],
        &recovery.stresses,
    );
}

fn flanks(arrays: &mut Writer, flanks: &[FlankGrid]) {
    let nodes: Vec<u32> = flanks
        .iter()
        .flat_map(|grid| grid.nodes.iter().copied())
        .collect();
    let profile: Vec<f64> = flanks
        .iter()
        .flat_map(|grid| grid.profile.iter().copied())
        .collect();
    let width: Vec<f64> = flanks
        .iter()
        .flat_map(|grid| grid.width.iter().copied())
        .collect();
    arrays.u32s("flank_nodes", &[nodes.len()], &nodes);
    arrays.f64s("flank_profile", "m", &[profile.len()], &profile);
    arrays.f64s("flank_width", "m", &[width.len()], &width);
    let normals: Vec<f64> = flanks
        .iter()
        .flat_map(|grid| grid.normals.as_flattened().iter().copied())
        .collect();
    arrays.f64s("flank_normals", "1", &[3, nodes.len()], &normals);
    let middles: Vec<FlankMiddle> = flanks
        .iter()
        .flat_map(|grid| grid.middles.iter().copied())
        .collect();
    flank_middles(arrays, &middles);
}

fn flank_middles(arrays: &mut Writer, middles: &[FlankMiddle]) {
    let n = middles.len();
    let nodes: Vec<u32> = middles.iter().map(|m| m.node).collect();
    let half_lines: Vec<[u32; 2]> = middles.iter().map(|m| m.half_lines).collect();
    let parameters: Vec<[f64; 2]> = middles.iter().map(|m| m.parameters).collect();
    let normals: Vec<[f64; 3]> = middles.iter().map(|m| m.normal).collect();
    arrays.u32s("flank_middle_nodes", &[n], &nodes);
    let half_lines = half_lines.as_flattened();
    arrays.u32s("flank_middle_half_lines", &[2, n], half_lines);
    let parameters = parameters.as_flattened();
    arrays.f64s("flank_middle_parameters", "m", &[2, n], parameters);
    let normals = normals.as_flattened();
    arrays.f64s("flank_middle_normals", "1", &[3, n], normals);
}

fn moments(arrays: &mut Writer, n: usize, moments: &MassMoments) {
    arrays.f64s("moment_mass", "kg", &[1], &[moments.mass]);
    arrays.f64s("moment_first", "kg m", &[3], &moments.first);
    arrays.f64s(
        "moment_second",
        "kg m2",
        &[3, 3],
        moments.second.as_flattened(),
    );
    arrays.f64s("moment_sums", "kg", &[3, n], &moments.sums);
    arrays.f64s("moment_arms", "kg m", &[3, 3, n], &moments.arms);
    if !moments.pairs.is_empty() {
        arrays.f64s("moment_pairs", "kg", &[3, 3, n, n], &moments.pairs);
    }
}

fn flank_compliance(arrays: &mut Writer, compliance: &FlankCompliance) {
    let points = &compliance.points;
    let (n, k) = (points.len(), compliance.n());
    let sides: Vec<u32> = points
        .iter()
        .map(|point| {
            SIDES
                .iter()
                .position(|(side, _)| *side == point.side)
                .unwrap_or(0) as u32
        })
        .collect();
    let half_lines: Vec<[u32; 2]> = points.iter().map(|point| point.half_lines).collect();
    let nodes: Vec<u32> = points.iter().map(|point| point.node).collect();
    let places: Vec<[f64; 3]> = points.iter().map(|point| point.place).collect();
    let normals: Vec<[f64; 3]> = points.iter().map(|point| point.normal).collect();
    arrays.u32s("compliance_sides", &[n], &sides);
    let half_lines = half_lines.as_flattened();
    arrays.u32s("compliance_half_lines", &[2, n], half_lines);
    arrays.u32s("compliance_nodes", &[n], &nodes);
    arrays.f64s("compliance_places", "m", &[3, n], places.as_flattened());
    arrays.f64s("compliance_normals", "1", &[3, n], normals.as_flattened());
    let blocks = compliance.blocks.len().checked_div(k * k).unwrap_or(0);
    arrays.f64s(
        "compliance_blocks",
        "m/N",
        &[k, k, blocks],
        &compliance.blocks,
    );
}

fn turn_products(arrays: &mut Writer, n: usize, products: &TurnProducts) {
    arrays.f64s("turn_gram", "m2", &[n, n], &products.gram);
    arrays.f64s("turn_gram_turned", "m2", &[n, n], &products.gram_turned);
    arrays.f64s("turn_mass_turned", "kg", &[n, n], &products.mass_turned);
    let stiffness = &products.stiffness_turned;
    arrays.f64s("turn_stiffness_turned", "N/m", &[n, n], stiffness);
}

fn checks(arrays: &mut Writer, body: &ReducedBody) {
    let modes = &body.check.modes;
    let values: Vec<[f64; 4]> = modes
        .iter()
        .map(|mode| {
            let reduced_hz = mode.reduced_hz.unwrap_or(0.0);
            [mode.full_hz, reduced_hz, mode.mac, mode.static_error]
        })
        .collect();
    let diameters: Vec<u32> = modes
        .iter()
        .map(|m| m.nodal_diameter.unwrap_or(NONE))
        .collect();
    arrays.f64s(
        "check_modes",
        "Hz, Hz, 1, 1",
        &[4, modes.len()],
        values.as_flattened(),
    );
    arrays.u32s("check_nodal_diameters", &[modes.len()], &diameters);
    let shape = [modes.len(), body.check.n_reduced];
    arrays.f64s("check_mac", "1", &shape, &body.check.mac);
}
