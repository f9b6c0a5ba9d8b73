//! The study `reduce`: gears as bodies of a few hundred coordinates.

mod keys;
mod line_compliance;
mod pictures;
mod reading;
mod tables;

use super::finite_elements::reading::{SUPPORT_KEYS, TARGET_KEYS};
use super::finite_elements::{FeTarget, SeatSupport, targets};
use super::{Failure, Job, Study, StudyError, StudyKind};
use crate::geometry::CylindricalGear;
use crate::input::field::Variant;
use crate::model::Gear;
pub use crate::resources::request;
use crate::resources::{GearBody, KeptBody, ReducedGear, Resource};
use crate::results::{FieldFile, Output};
use request::ReductionRequest;

/// Gears as bodies of a few coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct ReduceStudy {
    /// Which gears.
    pub target: FeTarget,
    /// How they are held.
    pub support: SeatSupport,
    /// To what they are reduced.
    pub request: ReductionRequest,
}

/// The study `reduce`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "reduce",
        doc: "Gears as bodies of a few hundred coordinates, for contact and dynamics: stiffness, mass, flank compliance, and how well they represent the full bodies.",
        keys: &[&TARGET_KEYS, &SUPPORT_KEYS, &keys::KEYS],
    },
    leaves_state: false,
    read: reading::read,
};

impl Study for ReduceStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        job.collect(|job, output| {
            for gear in targets(&job.model(), &self.target) {
                let reduced = self.of(gear);
                let kept = reduced.obtain(job)?;
                let kept = output.take_cached(&reduced.description(), kept);
                add(reduced.body(job)?, kept, job, output)?;
            }
            Ok(())
        })
    }
}

impl ReduceStudy {
    /// A gear as this study reduces it.
    pub(crate) fn of(&self, gear: Gear<CylindricalGear>) -> ReducedGear {
        let mesh = self.target.request(gear.mesh);
        ReducedGear::new(gear, mesh, self.support, self.request.clone())
    }
}

fn add(body: &GearBody, kept: KeptBody, job: &mut Job, output: &mut Output) -> Result<(), Failure> {
    let options = job.options();
    let name = &body.gear.name;
    let reduced = &kept.body;
    let mut group = body.values()?;
    tables::put(&mut group, reduced);
    let lines = tables::line_answers(reduced, body.sector.is_rack);
    let lines = lines.map_err(|e| body.told(e))?;
    if let Some(lines) = &lines {
        tables::put_compliance(&mut group, lines);
    }
    output.values.groups.push(group);
    if !reduced.check.modes.is_empty() {
        output.tables.push(tables::checks(name, reduced));
    }
    output.tables.push(tables::coordinates(name, reduced));
    if let Some(lines) = &lines {
        output.tables.push(tables::compliance(name, lines));
    }
    if !options.without_pictures {
        job.tell(format!("drawing gear `{name}`"), None)?;
        output
            .pictures
            .extend(pictures::all(body, reduced, lines.as_ref())?);
    }
    if !options.without_drawings {
        output.fields.push(FieldFile {
            name: format!("reduced-{name}"),
            ending: "body",
            bytes: kept.bytes,
        });
    }
    Ok(())
}
