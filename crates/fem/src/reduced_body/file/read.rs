//! A reduced body from a header and arrays.

use serde_json::Value;

use super::BodyFileError;
use super::arrays::{Reader, as_usize, wrong};
use super::codes::{DIRECTIONS, KINDS, NONE, SIDES, coordinate, kind, motion};
use crate::{
    Coordinate, FlankCompliance, FlankGrid, FlankMiddle, FlankPoint, InterfacePoint, MassMoments,
    ModeCheck, Motion, Origin, Recovery, ReducedBody, ReductionCheck, Site, TurnProducts,
};

/// A dimension that other arrays do not tell.
const ANY: Option<usize> = None;

/// Body from its header and data; sizes agree, what they mean is checked afterwards.
pub(super) fn body(header: &[u8], data: &[u8]) -> Result<ReducedBody, BodyFileError> {
    let header: Value =
        serde_json::from_slice(header).map_err(|error| bad(format!("it is no JSON: {error}")))?;
    let arrays = Reader::new(list(&header, "arrays")?, data);
    let coordinates = coordinates(&arrays)?;
    let n = Some(coordinates.len());
    let (points, motions) = (points(&header, &arrays)?, motions(&arrays)?);
    let turn_products = match header["turn_products"].as_bool() {
        Some(true) => Some(turn_products(&arrays, n)?),
        Some(false) => None,
        None => return Err(bad("`turn_products` is neither true nor false")),
    };
    let compliance = match &header["compliance"] {
        Value::Null => None,
        entry => Some(compliance(entry, &arrays)?),
    };
    Ok(ReducedBody {
        origin: origin(&header, &arrays)?,
        stiffness: arrays.f64s("stiffness", &[n, n])?,
        mass: arrays.f64s("mass", &[n, n])?,
        rigid: arrays.f64s("rigid", &[n, ANY])?,
        interface: arrays.f64s("interface", &[Some(motions.len()), n])?,
        recovery: recovery(&arrays, n)?,
        flanks: flanks(&header, &arrays)?,
        moments: moments(&arrays, n)?,
        check: checks(&header, &arrays)?,
        coordinates,
        points,
        motions,
        compliance,
        turn_products,
    })
}

fn bad(what: impl Into<String>) -> BodyFileError {
    BodyFileError::Header { what: what.into() }
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], BodyFileError> {
    let list = value[key].as_array();
    list.map(Vec::as_slice)
        .ok_or_else(|| bad(format!("`{key}` is no list")))
}

fn number<T: TryFrom<u64>>(value: &Value, key: &str) -> Result<T, BodyFileError> {
    let number = value[key]
        .as_u64()
        .and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| bad(format!("`{key}` is no number, or too large")))
}

fn choice<T: Copy>(
    table: &[(T, &'static str)],
    value: &Value,
    key: &str,
) -> Result<T, BodyFileError> {
    let found = value[key].as_str().and_then(|word| kind(table, word));
    found.ok_or_else(|| {
        let words: Vec<&str> = table.iter().map(|(_, word)| *word).collect();
        bad(format!("`{key}` is none of {}", words.join(", ")))
    })
}

fn vectors(values: &[f64]) -> Vec<[f64; 3]> {
    values.as_chunks().0.to_vec()
}

fn present(number: u32) -> Option<u32> {
    (number != NONE).then_some(number)
}

fn origin(header: &Value, arrays: &Reader<'_>) -> Result<Origin, BodyFileError> {
    let origin = &header["origin"];
    Ok(Origin {
        kind: choice(&KINDS, header, "kind")?,
        n_unknowns: number(origin, "unknowns")?,
        n_nodes: number(origin, "nodes")?,
        teeth: number(origin, "teeth")?,
        pitch: arrays.f64s("pitch", &[Some(1)])?.iter().sum(),
        sector_nodes: number(origin, "sector_nodes")?,
        is_cyclic: origin["cyclic"]
            .as_bool()
            .ok_or_else(|| bad("`cyclic` is neither true nor false"))?,
        n_rigid: number(origin, "rigid")?,
        n_dropped: number(origin, "dropped")?,
    })
}

fn coordinates(arrays: &Reader<'_>) -> Result<Vec<Coordinate>, BodyFileError> {
    let kinds = arrays.u32s("coordinate_kinds", &[ANY])?;
    let n = &[Some(kinds.len())];
    let numbers = arrays.u32s("coordinate_interface", n)?;
    let frequencies = arrays.f64s("coordinate_frequencies", n)?;
    let diameters = arrays.u32s("coordinate_nodal_diameters", n)?;
    let partners = arrays.u32s("coordinate_partners", n)?;
    (0..kinds.len())
        .map(|i| {
            let kind = coordinate(kinds[i], numbers[i], frequencies[i])
                .ok_or_else(|| wrong("coordinate_kinds", "it holds a number above 3"))?;
            Ok(Coordinate {
                kind,
                nodal_diameter: present(diameters[i]),
                partner: present(partners[i]),
            })
        })
        .collect()
}

fn points(header: &Value, arrays: &Reader<'_>) -> Result<Vec<InterfacePoint>, BodyFileError> {
    let entries = list(header, "points")?;
    let places = arrays.f64s("point_places", &[Some(3), Some(entries.len())])?;
    let point = |(entry, place): (&Value, [f64; 3])| {
        let site = match entry["site"].as_str() {
            Some("node") => Site::Node(number(entry, "node")?),
            Some("auxiliary") => Site::Auxiliary(number(entry, "node")?),
            Some("flank") => Site::Flank {
                side: choice(&SIDES, entry, "side")?,
                zone: number(entry, "zone")?,
                zones: number(entry, "zones")?,
            },
            Some("centre") => Site::Centre(number(entry, "centre")?),
            _ => return Err(bad("`site` is none of node, auxiliary, flank, centre")),
        };
        let name = entry["name"].as_str();
        Ok(InterfacePoint {
            name: name.ok_or_else(|| bad("a point has no name"))?.to_owned(),
            site,
            place,
            tooth: match &entry["tooth"] {
                Value::Null => None,
                _ => Some(number(entry, "tooth")?),
            },
        })
    };
    entries.iter().zip(vectors(&places)).map(point).collect()
}

fn motions(arrays: &Reader<'_>) -> Result<Vec<(u32, Motion)>, BodyFileError> {
    let points = arrays.u32s("motion_points", &[ANY])?;
    let n = Some(points.len());
    let kinds = arrays.u32s("motion_kinds", &[n])?;
    let directions = vectors(&arrays.f64s("motion_directions", &[Some(3), n])?);
    let parts = points.into_iter().zip(kinds).zip(directions);
    parts
        .map(|((point, code), direction)| {
            let motion = motion(code, direction)
                .ok_or_else(|| wrong("motion_kinds", "it holds a number above 6"))?;
            Ok((point, motion))
        })
        .collect()
}

fn recovery(arrays: &Reader<'_>, n: Option<usize>) -> Result<Recovery, BodyFileError> {
    let nodes = arrays.u32s("recovery_nodes", &[ANY])?;
    let stress_nodes = arrays.u32s("recovery_stress_nodes", &[ANY])?;
    let (n_nodes, n_stress) = (Some(nodes.len()), Some(stress_nodes.len()));
    Ok(Recovery {
        places: vectors(&arrays.f64s("recovery_places", &[Some(3), n_nodes])?),
        displacements: arrays.f64s("recovery_displacements", &[Some(3), n_nodes, n])?,
        stresses: arrays.f64s("recovery_stresses", &[Some(6), n_stress, n])?,
        nodes,
        stress_nodes,
    })
}

fn flanks(header: &Value, arrays: &Reader<'_>) -> Result<Vec<FlankGrid>, BodyFileError> {
    let nodes = arrays.u32s("flank_nodes", &[ANY])?;
    let profile = arrays.f64s("flank_profile", &[ANY])?;
    let width = arrays.f64s("flank_width", &[ANY])?;
    let normals = arrays.f64s("flank_normals", &[Some(3), Some(nodes.len())])?;
    let (mut nodes, mut profile, mut width) = (&nodes[..], &profile[..], &width[..]);
    let (mut normals, _) = normals.as_chunks::<3>();
    let middles = middles(arrays)?;
    let mut middles = &middles[..];
    let mut grids = Vec::new();
    for entry in list(header, "flanks")? {
        let (n_profile, n_width): (usize, usize) =
            (number(entry, "profile")?, number(entry, "width")?);
        let short = |name| wrong(name, "it is shorter than the flanks say");
        let n_nodes = n_profile.checked_mul(n_width);
        let n_nodes = n_nodes.ok_or_else(|| short("flank_nodes"))?;
        grids.push(FlankGrid {
            tooth: number(entry, "tooth")?,
            side: choice(&SIDES, entry, "side")?,
            n_profile,
            n_width,
            nodes: take(&mut nodes, n_nodes).ok_or_else(|| short("flank_nodes"))?,
            profile: take(&mut profile, n_profile).ok_or_else(|| short("flank_profile"))?,
            width: take(&mut width, n_width).ok_or_else(|| short("flank_width"))?,
            normals: take(&mut normals, n_nodes).ok_or_else(|| short("flank_normals"))?,
            middles: take(&mut middles, number(entry, "middles")?)
                .ok_or_else(|| short("flank_middle_nodes"))?,
        });
    }
    let rests = [
        ("flank_nodes", nodes.len()),
        ("flank_profile", profile.len()),
        ("flank_width", width.len()),
        ("flank_middle_nodes", middles.len()),
    ];
    match rests.into_iter().find(|(_, rest)| *rest > 0) {
        None => Ok(grids),
        Some((name, _)) => Err(wrong(name, "it is longer than the flanks say")),
    }
}

/// Nodes in the middle of edges of all flanks, flank after flank.
fn middles(arrays: &Reader<'_>) -> Result<Vec<FlankMiddle>, BodyFileError> {
    let nodes = arrays.u32s("flank_middle_nodes", &[ANY])?;
    let (two, n) = (Some(2), Some(nodes.len()));
    let half_lines = arrays.u32s("flank_middle_half_lines", &[two, n])?;
    let parameters = arrays.f64s("flank_middle_parameters", &[two, n])?;
    let normals = vectors(&arrays.f64s("flank_middle_normals", &[Some(3), n])?);
    let places = half_lines.as_chunks::<2>().0.iter();
    let places = places.zip(parameters.as_chunks::<2>().0);
    let middles = nodes.into_iter().zip(normals).zip(places);
    Ok(middles
        .map(|((node, normal), (&half_lines, &parameters))| FlankMiddle {
            half_lines,
            node,
            parameters,
            normal,
        })
        .collect())
}

/// The first so many, which are taken away.
fn take<T: Clone>(values: &mut &[T], count: usize) -> Option<Vec<T>> {
    let (first, rest) = values.split_at_checked(count)?;
    *values = rest;
    Some(first.to_vec())
}

fn moments(arrays: &Reader<'_>, n: Option<usize>) -> Result<MassMoments, BodyFileError> {
    let three = Some(3);
    let first = vectors(&arrays.f64s("moment_first", &[three])?);
    let second = vectors(&arrays.f64s("moment_second", &[three, three])?);
    Ok(MassMoments {
        mass: arrays.f64s("moment_mass", &[Some(1)])?.iter().sum(),
        first: first.first().copied().unwrap_or_default(),
        second: std::array::from_fn(|i| second.get(i).copied().unwrap_or_default()),
        sums: arrays.f64s("moment_sums", &[three, n])?,
        arms: arrays.f64s("moment_arms", &[three, three, n])?,
        // A body in matrices of another program has none.
        pairs: match arrays.has("moment_pairs") {
            true => arrays.f64s("moment_pairs", &[three, three, n, n])?,
            false => Vec::new(),
        },
    })
}

fn compliance(entry: &Value, arrays: &Reader<'_>) -> Result<FlankCompliance, BodyFileError> {
    let n = as_usize(&entry["points"]);
    let n = Some(n.ok_or_else(|| bad("`points` of the compliance is no number"))?);
    let sides = arrays.u32s("compliance_sides", &[n])?;
    let half_lines = arrays.u32s("compliance_half_lines", &[Some(2), n])?;
    let nodes = arrays.u32s("compliance_nodes", &[n])?;
    let places = vectors(&arrays.f64s("compliance_places", &[Some(3), n])?);
    let normals = vectors(&arrays.f64s("compliance_normals", &[Some(3), n])?);
    let points = (0..nodes.len())
        .map(|i| {
            let side = SIDES.get(sides[i] as usize);
            Ok(FlankPoint {
                side: side
                    .ok_or_else(|| wrong("compliance_sides", "it holds a number above 1"))?
                    .0,
                half_lines: [half_lines[2 * i], half_lines[2 * i + 1]],
                node: nodes[i],
                place: places[i],
                normal: normals[i],
            })
        })
        .collect::<Result<_, BodyFileError>>()?;
    let mut compliance = FlankCompliance {
        teeth: number(entry, "teeth")?,
        points,
        directions: choice(&DIRECTIONS, entry, "directions")?,
        blocks: Vec::new(),
    };
    let k = Some(compliance.n());
    compliance.blocks = arrays.f64s("compliance_blocks", &[k, k, ANY])?;
    Ok(compliance)
}

fn turn_products(arrays: &Reader<'_>, n: Option<usize>) -> Result<TurnProducts, BodyFileError> {
    Ok(TurnProducts {
        gram: arrays.f64s("turn_gram", &[n, n])?,
        gram_turned: arrays.f64s("turn_gram_turned", &[n, n])?,
        mass_turned: arrays.f64s("turn_mass_turned", &[n, n])?,
        stiffness_turned: arrays.f64s("turn_stiffness_turned", &[n, n])?,
    })
}

fn checks(header: &Value, arrays: &Reader<'_>) -> Result<ReductionCheck, BodyFileError> {
    let diameters = arrays.u32s("check_nodal_diameters", &[ANY])?;
    let n = Some(diameters.len());
    let values = arrays.f64s("check_modes", &[Some(4), n])?;
    let n_reduced = number(header, "reduced_modes")?;
    let mac = arrays.f64s("check_mac", &[n, Some(n_reduced)])?;
    let modes = values.as_chunks::<4>().0.iter().zip(&diameters);
    let modes = modes.map(
        |(&[full_hz, reduced_hz, mac, static_error], &diameter)| ModeCheck {
            full_hz,
            reduced_hz: (reduced_hz > 0.0).then_some(reduced_hz),
            nodal_diameter: present(diameter),
            mac,
            static_error,
        },
    );
    Ok(ReductionCheck {
        modes: modes.collect(),
        n_reduced,
        mac,
    })
}
