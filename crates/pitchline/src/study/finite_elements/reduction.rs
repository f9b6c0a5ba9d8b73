//! The study `reduce`: gears as bodies of a few hundred coordinates.

mod interface;
mod key;
mod line_compliance;
mod pictures;
mod tables;

use std::ops::ControlFlow;

use super::memory::Held;
use super::{Body, Failure, each_body};
use crate::Model;
use crate::fem::{
    self, CyclicBody, CyclicSupport, FeModel, ModeRange, Modes, RecoveryNodes, ReducedBody,
    ReductionKind, ReductionOptions,
};
use crate::memory;
use crate::model::finite_elements::{FeTarget, SeatSupport};
use crate::model::reduction::{ReductionRequest, Route, equal_sectors};
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

/// The reduced body of one gear as a study asks for it, from the cache where it is there.
pub(in crate::study) fn reduced(
    model: &Model,
    gear: &str,
    (target, support, request): (&FeTarget, SeatSupport, &ReductionRequest),
    options: Options,
    watch: Watch,
) -> Result<ReducedBody, Failure> {
    let found = model.body(gear);
    let found = found.ok_or_else(|| format!("gear `{gear}` has no complete blank"))?;
    let body = Body::build(found, target, Held::Mesh, watch)?;
    // What came from the cache is told by the study itself.
    let mut unheard = StudyResult::new("", "reduce");
    let kept = cached(
        &body,
        (target, support, request),
        options,
        watch,
        &mut unheard,
    )?;
    Ok(kept.body)
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
    let told = |e: fem::Error| body.told(&e);
    let is_cyclic = request.is_cyclic(&body.gear.geometry, support);
    if request.route != Route::Whole && is_cyclic.is_ok() {
        let options = options(body, request, false)?;
        let sector = by_sector(body, support, options.memory_limit, watch)?;
        let map = sector.whole_dof_map(&body.mesh).map_err(told)?;
        let interface = interface::on_flanks(&body.mesh, &map, request).map_err(told)?;
        let interface = interface.finish();
        let mut observer = |progress: fem::Progress| {
            watch(body.progress(&progress));
            ControlFlow::Continue(())
        };
        return sector
            .reduce(&body.mesh, &interface, &options, &mut observer)
            .map_err(told);
    }
    let has_turns = body.gear.geometry.as_wheel().is_some();
    let options = options(body, request, has_turns)?;
    body.check_memory(Held::Factor)?;
    let fe = body.held(support, watch)?;
    let known = known_modes(body, &fe, (support, request), watch)?;
    let limit = options.memory_limit;
    let interface = interface::build(&fe, request, known.as_ref(), limit).map_err(told)?;
    let mut observer = |progress: fem::Progress| {
        watch(body.progress(&progress));
        ControlFlow::Continue(())
    };
    fe.reduce_knowing(&interface, &options, known.as_ref(), &mut observer)
        .map_err(told)
}

/// Modes of the full body by one sector, where sectors are equal though the interface is not, or its coordinates are motions of
/// single teeth: those to compare with, and those by which auxiliary nodes are chosen.
fn known_modes(
    body: &Body,
    fe: &FeModel,
    (support, request): (SeatSupport, &ReductionRequest),
    watch: Watch,
) -> Result<Option<Modes>, Failure> {
    let needs_modes = request.auxiliary_nodes > 0
        || (request.compare > 0 && request.method != ReductionKind::DualCraigBampton);
    let has_equal_sectors = equal_sectors(&body.gear.geometry, support).is_ok();
    if request.route == Route::Whole || !needs_modes || !has_equal_sectors {
        return Ok(None);
    }
    let told = |e: fem::Error| body.told(&e);
    let sector = by_sector(body, support, memory::available(), watch)?;
    let mut observer = |progress: fem::Progress| {
        watch(body.progress(&progress));
        ControlFlow::Continue(())
    };
    let wanted = (request.compare + 1).max(interface::SELECTING);
    let modes = sector.modes(ModeRange::Lowest(wanted), &mut observer);
    let modes = modes.map_err(told)?;
    let modes = sector.whole_modes(&modes, &fe.dof_map).map_err(told)?;
    Ok(Some(modes))
}

/// One sector that stands for all.
fn by_sector(
    body: &Body,
    support: SeatSupport,
    memory_limit: Option<u64>,
    watch: Watch,
) -> Result<CyclicBody, Failure> {
    watch(Progress {
        phase: format!("condensing a sector of gear `{}`", body.gear.name),
        done: None,
    });
    let support = match support {
        SeatSupport::Free => CyclicSupport::Free,
        SeatSupport::Rigid { locked } => CyclicSupport::Tied {
            place_z: body.center()[2],
            moves: locked.map(|locked| !locked),
        },
    };
    CyclicBody::build(&body.sector, body.material(), &support, memory_limit)
        .map_err(|e| body.told(&e))
}

fn options(
    body: &Body,
    request: &ReductionRequest,
    turns: bool,
) -> Result<ReductionOptions, Failure> {
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
        turns,
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
    let lines = tables::line_answers(reduced, body.sector.is_rack);
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
            .extend(pictures::all(body, reduced, lines.as_ref())?);
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
