//! The study `geometry`: everything that follows from the shape of the teeth.

mod pitch;
mod tables;
mod values;

use super::Options;
use crate::Model;
use crate::model::{Gear, GearGeometry, Pair, SortedPair};
use crate::pictures;
use crate::plot::Scene;
use crate::results::{Group, Picture, Status, StudyResult, Values};

/// Sizes of all gears and meshes, with tables along the path of contact and pictures.
pub(super) fn run(model: &Model, name: &str, speed: Option<f64>, options: Options) -> StudyResult {
    let gears = model.gears.iter().map(of_gear);
    let pairs = model.pairs.iter().map(|pair| of_pair(pair, speed));
    let values = Values {
        groups: gears.chain(pairs).collect(),
    };
    let of_gears = model
        .gears
        .iter()
        .filter_map(|gear| tables::thickness(&gear.cylindrical()?));
    let of_pairs = model.pairs.iter().flat_map(|pair| match pair.sorted() {
        SortedPair::Cylindrical(pair) => [tables::points(&pair, speed), tables::path(&pair, speed)],
        SortedPair::Pitch(pair) => [pitch::frames(&pair), pitch::forces(&pair)],
    });
    let tables = of_gears.chain(of_pairs).collect();
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

fn of_gear(gear: &Gear) -> Group {
    match &gear.geometry {
        GearGeometry::Cylindrical(geometry) => values::gear(&gear.with(geometry.clone())),
        GearGeometry::Pitch(data) => pitch::gear(&gear.with(*data)),
    }
}

fn of_pair(pair: &Pair, speed: Option<f64>) -> Group {
    match pair.sorted() {
        SortedPair::Cylindrical(pair) => values::pair(&pair, speed),
        SortedPair::Pitch(pair) => pitch::pair(&pair, speed),
    }
}

fn draw(model: &Model, speed: Option<f64>) -> Vec<Picture> {
    let gears = model.gears.iter().filter_map(Gear::cylindrical);
    let teeth = gears.map(|gear| Picture {
        name: format!("tooth-{}", gear.name),
        scene: pictures::tooth(&gear),
    });
    let meshes = model.pairs.iter().flat_map(|pair| {
        let picture = |kind: &str, scene: Scene| Picture {
            name: format!("{kind}-{}", pair.name),
            scene,
        };
        match pair.sorted() {
            SortedPair::Cylindrical(pair) => vec![
                picture("mesh", pictures::mesh(&pair)),
                picture("sliding", pictures::sliding(&pair, speed)),
            ],
            SortedPair::Pitch(pair) => std::iter::once(picture("pitch", pictures::pitch(&pair)))
                .chain(pictures::shaft_offset(&pair).map(|scene| picture("offset", scene)))
                .collect(),
        }
    });
    teeth.chain(meshes).collect()
}
