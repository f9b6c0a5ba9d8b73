//! The study `mesh`: the finite elements of gears.

use std::sync::Arc;

use super::finite_elements::reading::{self, TARGET_KEYS};
use super::finite_elements::{FeTarget, each_body, export, pictures};
use super::{Failure, Job, Options, Study, StudyContext, StudyError, StudyKind};
use crate::input::field::Variant;
use crate::input::{Diagnostics, Section};
use crate::resources::GearBody;
use crate::resources::MemoryUse;
use crate::results::{Output, Table};

/// Finite elements of gears.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshStudy {
    /// Which gears.
    pub target: FeTarget,
}

/// The study `mesh`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "mesh",
        doc: "Finite elements of gears: counts, quality, volume, mass and inertia, files for other programs.",
        keys: &[&TARGET_KEYS],
    },
    leaves_state: false,
    read,
};

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let (target, _) = reading::target(section, context, diagnostics)?;
    Some(Arc::new(MeshStudy { target }))
}

impl Study for MeshStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        each_body(&self.target, MemoryUse::Mesh, job, |body, job, output| {
            add(body, job.options(), output)
        })
    }
}

fn add(body: &GearBody, options: Options, output: &mut Output) -> Result<(), Failure> {
    let name = &body.gear.name;
    output.values.groups.push(body.values()?);
    output.tables.push(sets(body));
    if !options.without_pictures {
        output.pictures.extend(pictures::mesh(body)?);
    }
    if !options.without_drawings {
        output.fields.push(export::vtu(name, &body.mesh, &[])?);
        output.fields.push(export::inp(body, None, &[])?);
    }
    Ok(())
}

/// The named sets with their sizes.
fn sets(body: &GearBody) -> Table {
    let mut table = Table::new(format!("sets-{}", body.gear.name));
    let sets = &body.mesh.node_sets;
    table.row_names = Some(sets.iter().map(|set| set.name.clone()).collect());
    let nodes = sets.iter().map(|set| set.nodes.len() as f64);
    let faces = sets.iter().map(|set| {
        let faces = body.mesh.face_set(&set.name);
        faces.map_or(0.0, |set| set.faces.len() as f64)
    });
    let faces: Vec<f64> = faces.collect();
    table.push("nodes", "1", nodes.collect());
    table.push("faces", "1", faces);
    table
}
