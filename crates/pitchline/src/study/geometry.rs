//! The study `geometry`: everything that follows from the shape of the teeth.

mod planetary;
mod tables;
mod values;

use super::Options;
use crate::Model;
use crate::pictures;
use crate::results::{Picture, Status, StudyResult, Values};

/// Sizes of all gears and meshes, with tables along the path of contact and pictures.
pub(super) fn run(model: &Model, name: &str, speed: Option<f64>, options: Options) -> StudyResult {
    let gears = model.gears.iter().map(values::gear);
    let pairs = model.pairs.iter().map(|pair| values::pair(pair, speed));
    let sets = model.planetary.iter().map(planetary::values);
    let values = Values {
        groups: gears.chain(pairs).chain(sets).collect(),
    };
    let of_gears = model.gears.iter().filter_map(tables::thickness);
    let of_pairs = model
        .pairs
        .iter()
        .flat_map(|pair| [tables::points(pair, speed), tables::path(pair, speed)]);
    let of_sets = model
        .planetary
        .iter()
        .flat_map(|set| [planetary::speeds(set), planetary::planets(set)]);
    let tables = of_gears.chain(of_pairs).chain(of_sets).collect();
    let pictures = if options.without_pictures {
        Vec::new()
    } else {
        draw(model, speed)
    };
    StudyResult {
        name: name.to_owned(),
        kind: "geometry",
        status: Status::Done,
        values,
        tables,
        pictures,
        warnings: model.warnings.clone(),
    }
}

fn draw(model: &Model, speed: Option<f64>) -> Vec<Picture> {
    let teeth = model.gears.iter().map(|gear| Picture {
        name: format!("tooth-{}", gear.name),
        scene: pictures::tooth(gear),
    });
    let meshes = model.pairs.iter().flat_map(|pair| {
        [
            Picture {
                name: format!("mesh-{}", pair.name),
                scene: pictures::mesh(pair),
            },
            Picture {
                name: format!("sliding-{}", pair.name),
                scene: pictures::sliding(pair, speed),
            },
        ]
    });
    let sets = model.planetary.iter().flat_map(|set| {
        let planes = pictures::planes(set.geometry.train.kind).len();
        (0..planes).map(move |plane| Picture {
            name: match plane {
                0 => format!("planetary-{}", set.name),
                _ => format!("planetary-{}-plane-{}", set.name, plane + 1),
            },
            scene: pictures::planetary(set, plane),
        })
    });
    teeth.chain(meshes).chain(sets).collect()
}
