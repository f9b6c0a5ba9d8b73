//! What studies of finite-element bodies share: which gears they mesh, files and pictures.

pub(super) mod export;
pub(super) mod pictures;
pub(super) mod reading;

use super::{Failure, Job, StudyError};
use crate::Model;
use crate::fem::{ElementKind, MeshSize};
use crate::geometry::CylindricalGear;
use crate::model::Gear;
use crate::model::finite_elements::{MeshCounts, MeshRequest};
pub use crate::resources::SeatSupport;
use crate::resources::{GearBody, Held};
use crate::results::Output;

/// Which gears a study of finite-element bodies looks at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FeTarget {
    /// The gear; `None` for all cylindrical gears that have a blank.
    pub gear: Option<String>,
    /// Elements for this study, in place of those of the gear.
    pub mesh: Option<MeshRequest>,
    /// How fine, in place of all that the model says of it.
    pub size: Option<MeshSize>,
    /// Kind of the elements, in place of what the model says.
    pub element: Option<ElementKind>,
}

impl FeTarget {
    /// The elements of a gear.
    pub fn request(&self, of_gear: MeshRequest) -> MeshRequest {
        let mut request = self.mesh.unwrap_or(of_gear);
        if let Some(size) = self.size {
            request.size = size;
            request.counts = MeshCounts::default();
        }
        request.element = self.element.unwrap_or(request.element);
        request
    }
}

/// The gears that a study looks at.
pub(super) fn targets(model: &Model, target: &FeTarget) -> Vec<Gear<CylindricalGear>> {
    let is_meant = |gear: &&Gear| target.gear.as_ref().is_none_or(|name| gear.name == *name);
    let meant = model.gears.iter().filter(is_meant);
    meant.filter_map(|gear| model.body(&gear.name)).collect()
}

/// Computes a study of each gear that is meant, until one fails; what was found before stays.
pub(super) fn each_body(
    target: &FeTarget,
    held: Held,
    job: &mut Job,
    mut add: impl FnMut(&GearBody, &mut Job, &mut Output) -> Result<(), Failure>,
) -> Result<Output, StudyError> {
    job.collect(|job, output| {
        for gear in targets(&job.model(), target) {
            let request = target.request(gear.mesh);
            let body = GearBody::build(gear, request, held, job)?;
            add(&body, job, output)?;
        }
        Ok(())
    })
}
