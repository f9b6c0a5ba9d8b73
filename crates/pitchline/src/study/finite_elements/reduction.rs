//! The study `reduce`: gears as bodies of a few hundred coordinates.

mod interface;
mod key;
mod line_compliance;
mod pictures;
mod tables;

use std::ops::ControlFlow;

use super::{Body, Failure, each_body, memory};
use crate::Model;
use crate::fem::{self, FlankPoint, RecoveryNodes, ReducedBody, ReductionOptions};
use crate::geometry::GearFlanks;
use crate::model::finite_elements::{FeTarget, SeatSupport};
use crate::model::reduction::{ReductionRequest, Route};
use crate::results::{FieldFile, StudyResult};
use crate::study::{Options, Progress, Watch};

/// Reduced bodies, and how well they stand for the full ones.
pub(in crate::study) fn run(
    model: &Model,
    name: &str,
    (target, support, request): (&FeTarget, SeatSupport, &ReductionRequest),
    options: Options,
    watch: Watch,
) -> StudyResult {
    let study = (name, "reduce");
    each_body(model, study, target, watch, |body, result, watch| {
        let kept = cached(body, (target, support, request), options, watch, result)?;
        add(body, kept, options, watch, result)
    })
}

/// A reduced body and its file.
struct Kept {
    body: ReducedBody,
    bytes: Vec<u8>,
}

/// The reduced body from the cache, or computed and put there.
fn cached(
    body: &Body,
    (target, support, request): (&FeTarget, SeatSupport, &ReductionRequest),
    options: Options,
    watch: Watch,
    result: &mut StudyResult,
) -> Result<Kept, Failure> {
    let what = format!("reduced body of gear `{}`", body.gear.name);
    let found = options.cache.get_or_compute(
        &key::key(body, target, support, request),
        &what,
        |bytes| {
            let body = ReducedBody::from_bytes(bytes)?;
            let bytes = bytes.to_vec();
            Ok::<_, fem::BodyFileError>(Kept { body, bytes })
        },
        || {
            let reduced = reduce(body, support, request, watch)?;
            let bytes = reduced.to_bytes().map_err(|e| e.to_string())?;
            Ok::<_, Failure>(Kept {
                body: reduced,
                bytes,
            })
        },
        |kept| kept.bytes.clone(),
    )?;
    Ok(result.take_cached(&what, found))
}

fn reduce(
    body: &Body,
    support: SeatSupport,
    request: &ReductionRequest,
    watch: Watch,
) -> Result<ReducedBody, Failure> {
    if request.route == Route::Cyclic {
        return Err(format!(
            "gear `{}`: reduction by one sector is not in this version: write route = \"auto\"",
            body.gear.name
        ));
    }
    let options = options(body, request)?;
    let fe = body.held(support, watch)?;
    let interface = interface::build(&fe, request, options.memory_limit);
    let interface = interface.map_err(|e| body.told(&e))?;
    let mut observer = |progress: fem::Progress| {
        watch(body.progress(&progress));
        ControlFlow::Continue(())
    };
    let reduced = fe.reduce(&interface, &options, &mut observer);
    reduced.map_err(|e| body.told(&e))
}

fn options(body: &Body, request: &ReductionRequest) -> Result<ReductionOptions, Failure> {
    let mut stresses = Vec::new();
    for name in &request.stresses {
        let set = body.mesh.node_set(name);
        let set = set.ok_or_else(|| format!("gear `{}` has no set `{name}`", body.gear.name))?;
        stresses.extend(&set.nodes);
    }
    // Neighbouring sets share nodes.
    stresses.sort_unstable();
    stresses.dedup();
    Ok(ReductionOptions {
        kind: request.method,
        modes: request.modes,
        drop_below: request.drop_below,
        displacements: match request.recovers_all {
            true => RecoveryNodes::All,
            false => RecoveryNodes::Flanks,
        },
        stresses,
        compare: request.compare,
        compliance: request.compliance,
        memory_limit: memory::available(),
    })
}

fn add(
    body: &Body,
    kept: Kept,
    options: Options,
    watch: Watch,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let name = &body.gear.name;
    let reduced = &kept.body;
    let mut group = body.values()?;
    tables::put(&mut group, reduced);
    let normals = exact_normals(body, reduced);
    let lines = tables::line_answers(reduced, &normals, body.sector.is_rack);
    let lines = lines.map_err(|e| body.told(&e))?;
    if let Some(lines) = &lines {
        tables::put_compliance(&mut group, lines);
    }
    result.values.groups.push(group);
    if !reduced.check.modes.is_empty() {
        result.tables.push(tables::checks(name, reduced));
    }
    result.tables.push(tables::coordinates(name, reduced));
    if let Some(lines) = &lines {
        result.tables.push(tables::compliance(name, lines));
    }
    if !options.without_pictures {
        watch(Progress {
            phase: format!("drawing gear `{name}`"),
            done: None,
        });
        result
            .pictures
            .extend(pictures::all(body, reduced, &normals, lines.as_ref())?);
    }
    if !options.without_drawings {
        result.fields.push(FieldFile {
            name: format!("reduced-{name}"),
            ending: "body",
            bytes: kept.bytes,
        });
    }
    Ok(())
}

/// Outward normals of the flanks themselves at the points of the compliance: facets of a mesh lie askew by up to half an element.
fn exact_normals(body: &Body, reduced: &ReducedBody) -> Vec<[f64; 3]> {
    let flanks = GearFlanks::plain(&body.gear.geometry);
    let points = reduced.compliance.iter().flat_map(|c| &c.points);
    let exact = |point: &FlankPoint| {
        let mut grids = body.mesh.flanks.iter();
        let grid = grids.find(|grid| (grid.tooth, grid.side) == (1, point.side))?;
        let [row, column] = point.grid.map(|place| place as usize);
        let (profile, width) = (grid.profile.get(row)?, grid.width.get(column)?);
        let flank = flanks.flank(1, point.side)?;
        Some(flank.point(*profile, *width).normal)
    };
    points
        .map(|point| exact(point).unwrap_or(point.normal))
        .collect()
}
