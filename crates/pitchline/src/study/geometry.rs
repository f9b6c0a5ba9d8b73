//! The study `geometry`: everything that follows from the shape of the teeth.

mod modified;
mod planetary;
mod tables;
mod values;

use super::Options;
use crate::Model;
use crate::model::Gear;
use crate::no_load::NoLoad;
use crate::pictures;
use crate::results::{Drawing, Picture, Status, StudyResult, Values};
use crate::tooth_form;

/// Sizes of all gears and meshes, with tables along the path of contact and pictures.
pub(super) fn run(model: &Model, name: &str, speed: Option<f64>, options: Options) -> StudyResult {
    let no_load: Vec<Option<NoLoad>> = model
        .pairs
        .iter()
        .map(|pair| NoLoad::of(model, pair))
        .collect();
    let gears = model.gears.iter().map(values::gear);
    let pairs = model.pairs.iter().zip(&no_load).map(|(pair, no_load)| {
        let mut group = values::pair(pair, speed);
        modified::put_no_load(&mut group, no_load.as_ref());
        group
    });
    let sets = model.planetary.iter().map(planetary::values);
    let values = Values {
        groups: gears.chain(pairs).chain(sets).collect(),
    };
    let of_gears = model.gears.iter().filter_map(tables::thickness);
    let of_teeth = model.gears.iter().map(tables::tooth_form);
    let of_flanks = model.gears.iter().flat_map(modified::traces);
    let of_meshes = model
        .pairs
        .iter()
        .zip(&no_load)
        .filter_map(|(pair, no_load)| Some(modified::no_load_table(pair, no_load.as_ref()?)));
    let of_pairs = model
        .pairs
        .iter()
        .flat_map(|pair| [tables::points(pair, speed), tables::path(pair, speed)]);
    let of_sets = model
        .planetary
        .iter()
        .flat_map(|set| [planetary::speeds(set), planetary::planets(set)]);
    let tables = of_gears
        .chain(of_teeth)
        .chain(of_flanks)
        .chain(of_pairs)
        .chain(of_meshes)
        .chain(of_sets)
        .collect();
    let pictures = if options.without_pictures {
        Vec::new()
    } else {
        draw(model, speed, &no_load)
    };
    StudyResult {
        name: name.to_owned(),
        kind: "geometry",
        status: Status::Done,
        values,
        tables,
        pictures,
        drawings: model.gears.iter().map(drawing).collect(),
        warnings: model.warnings.clone(),
    }
}

/// The tooth form for CAD programs.
fn drawing(gear: &Gear) -> Drawing {
    Drawing {
        name: format!("tooth-form-{}", gear.name),
        dxf: tooth_form::dxf(&tooth_form::tooth_form(gear)),
    }
}

fn draw(model: &Model, speed: Option<f64>, no_load: &[Option<NoLoad>]) -> Vec<Picture> {
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
    let modified = model.gears.iter().filter(|gear| gear.flanks.is_modified());
    let flanks = modified.flat_map(|gear| {
        let maps = pictures::topographies(gear).into_iter();
        let maps = maps.map(|(side, scene)| Picture {
            name: format!("topography-{}-{side}", gear.name),
            scene,
        });
        std::iter::once(Picture {
            name: format!("modification-{}", gear.name),
            scene: pictures::modification(gear),
        })
        .chain(maps)
    });
    let errors = model.pairs.iter().zip(no_load);
    let errors = errors.filter_map(|(pair, no_load)| {
        Some(Picture {
            name: format!("no-load-{}", pair.name),
            scene: pictures::no_load(pair, no_load.as_ref()?),
        })
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
    teeth
        .chain(flanks)
        .chain(meshes)
        .chain(errors)
        .chain(sets)
        .collect()
}
