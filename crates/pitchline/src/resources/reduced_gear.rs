//! The reduced body of a gear.

mod interface;
mod key;
pub mod request;

use std::cell::OnceCell;

use super::{GearBody, Held, Resource, SeatSupport};
use crate::cache::Key;
use crate::fem::{
    self, CyclicBody, CyclicSupport, FeModel, ModeRange, Modes, RecoveryNodes, ReducedBody,
    ReductionKind, ReductionOptions,
};
use crate::geometry::CylindricalGear;
use crate::memory;
use crate::model::Gear;
use crate::model::finite_elements::MeshRequest;
use crate::studies::{Failure, Job};
use request::{ReductionRequest, Route, equal_sectors};

/// A gear as it shall be reduced. It is meshed when that is needed: not where the cache has its reduced body.
pub(crate) struct ReducedGear {
    gear: Gear<CylindricalGear>,
    mesh: MeshRequest,
    support: SeatSupport,
    request: ReductionRequest,
    body: OnceCell<GearBody>,
}

/// A reduced body and its file.
pub(crate) struct KeptBody {
    pub body: ReducedBody,
    pub bytes: Vec<u8>,
}

impl ReducedGear {
    /// Nothing is computed yet.
    pub fn new(
        gear: Gear<CylindricalGear>,
        mesh: MeshRequest,
        support: SeatSupport,
        request: ReductionRequest,
    ) -> Self {
        Self {
            gear,
            mesh,
            support,
            request,
            body: OnceCell::new(),
        }
    }

    /// The meshed gear.
    pub fn body(&self, job: &mut Job) -> Result<&GearBody, Failure> {
        if self.body.get().is_none() {
            // One sector is taken where it can be, and there is another look at the memory where it cannot.
            let body = GearBody::build(self.gear.clone(), self.mesh, Held::Mesh, job)?;
            return Ok(self.body.get_or_init(|| body));
        }
        self.body.get().ok_or_else(|| Failure::NoBlank {
            gear: self.gear.name.clone(),
        })
    }
}

impl Resource for ReducedGear {
    type Value = KeptBody;
    type Damage = fem::BodyFileError;

    fn key(&self) -> Key {
        key::key(self)
    }

    fn description(&self) -> String {
        format!("reduced body of gear `{}`", self.gear.name)
    }

    fn decode(&self, bytes: &[u8]) -> Result<KeptBody, fem::BodyFileError> {
        let body = ReducedBody::from_bytes(bytes)?;
        let bytes = bytes.to_vec();
        Ok(KeptBody { body, bytes })
    }

    fn compute(&self, job: &mut Job) -> Result<KeptBody, Failure> {
        let body = reduce(self.body(job)?, self.support, &self.request, job)?;
        let bytes = body.to_bytes().map_err(Failure::own)?;
        Ok(KeptBody { body, bytes })
    }

    fn encode(&self, kept: &KeptBody) -> Vec<u8> {
        kept.bytes.clone()
    }
}

/// A set of nodes that a body does not have.
#[derive(Debug, thiserror::Error)]
#[error("gear `{gear}` has no set `{set}`")]
struct NoSet {
    gear: String,
    set: String,
}

fn reduce(
    body: &GearBody,
    support: SeatSupport,
    request: &ReductionRequest,
    job: &mut Job,
) -> Result<ReducedBody, Failure> {
    let told = |error: fem::Error| body.told(error);
    let is_cyclic = request.is_cyclic(&body.gear.geometry, support);
    if request.route != Route::Whole && is_cyclic.is_ok() {
        let options = options(body, request, false)?;
        let sector = by_sector(body, support, options.memory_limit, job)?;
        let map = sector.whole_dof_map(&body.mesh).map_err(told)?;
        let interface = interface::on_flanks(&body.mesh, &map, request).map_err(told)?;
        let interface = interface.finish();
        let mut observer = body.observer(job.options());
        return sector
            .reduce(&body.mesh, &interface, &options, &mut observer)
            .map_err(told);
    }
    let has_turns = body.gear.geometry.as_wheel().is_some();
    let options = options(body, request, has_turns)?;
    body.check_memory(Held::Factor)?;
    let fe = body.held(support, job)?;
    let known = known_modes(body, &fe, support, request, job)?;
    let limit = options.memory_limit;
    let interface = interface::build(&fe, request, known.as_ref(), limit).map_err(told)?;
    let mut observer = body.observer(job.options());
    fe.reduce_knowing(&interface, &options, known.as_ref(), &mut observer)
        .map_err(told)
}

/// Modes of the full body by one sector, where sectors are equal though the interface is not, or its coordinates are motions of
/// single teeth: those to compare with, and those by which auxiliary nodes are chosen.
fn known_modes(
    body: &GearBody,
    fe: &FeModel,
    support: SeatSupport,
    request: &ReductionRequest,
    job: &mut Job,
) -> Result<Option<Modes>, Failure> {
    let needs_modes = request.auxiliary_nodes > 0
        || (request.compare > 0 && request.method != ReductionKind::DualCraigBampton);
    let has_equal_sectors = equal_sectors(&body.gear.geometry, support).is_ok();
    if request.route == Route::Whole || !needs_modes || !has_equal_sectors {
        return Ok(None);
    }
    let told = |error: fem::Error| body.told(error);
    let sector = by_sector(body, support, memory::available(), job)?;
    let mut observer = body.observer(job.options());
    let wanted = (request.compare + 1).max(interface::SELECTING);
    let modes = sector.modes(ModeRange::Lowest(wanted), &mut observer);
    let modes = modes.map_err(told)?;
    let modes = sector.whole_modes(&modes, &fe.dof_map).map_err(told)?;
    Ok(Some(modes))
}

/// One sector that stands for all.
fn by_sector(
    body: &GearBody,
    support: SeatSupport,
    memory_limit: Option<u64>,
    job: &mut Job,
) -> Result<CyclicBody, Failure> {
    job.tell(
        format!("condensing a sector of gear `{}`", body.gear.name),
        None,
    )?;
    let support = match support {
        SeatSupport::Free => CyclicSupport::Free,
        SeatSupport::Rigid { locked } => CyclicSupport::Tied {
            place_z: body.center()[2],
            moves: locked.map(|locked| !locked),
        },
    };
    CyclicBody::build(&body.sector, body.material(), &support, memory_limit)
        .map_err(|e| body.told(e))
}

fn options(
    body: &GearBody,
    request: &ReductionRequest,
    turns: bool,
) -> Result<ReductionOptions, Failure> {
    let mut stresses = Vec::new();
    for name in &request.stresses {
        let set = body.mesh.node_set(name);
        let set = set.ok_or_else(|| {
            Failure::own(NoSet {
                gear: body.gear.name.clone(),
                set: name.clone(),
            })
        })?;
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
