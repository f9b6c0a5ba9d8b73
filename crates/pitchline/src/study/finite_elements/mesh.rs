//! The study `mesh`: the finite elements of gears.

use super::{Body, Failure, each_body, export, pictures};
use crate::Model;
use crate::model::finite_elements::FeTarget;
use crate::results::{StudyResult, Table};
use crate::study::{Options, Watch};

/// Counts, quality, volume and inertia of the bodies, with files for other programs.
pub(in crate::study) fn run(
    model: &Model,
    name: &str,
    target: &FeTarget,
    options: Options,
    watch: Watch,
) -> StudyResult {
    each_body(model, (name, "mesh"), target, watch, |body, result, _| {
        add(body, options, result)
    })
}

fn add(body: &Body, options: Options, result: &mut StudyResult) -> Result<(), Failure> {
    let name = &body.gear.name;
    result.values.groups.push(body.values()?);
    result.tables.push(sets(body));
    if !options.without_pictures {
        result.pictures.extend(pictures::mesh(body)?);
    }
    if !options.without_drawings {
        result.fields.push(export::vtu(name, &body.mesh, &[])?);
        result.fields.push(export::inp(body, None, &[])?);
    }
    Ok(())
}

/// The named sets with their sizes.
fn sets(body: &Body) -> Table {
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
