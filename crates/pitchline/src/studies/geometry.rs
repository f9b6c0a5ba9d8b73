//! The study `geometry`: everything that follows from the shape of the teeth.

mod modified;
mod pitch;
mod planetary;
mod tables;
mod values;

use std::sync::Arc;

use rayon::prelude::*;

use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::Model;
use crate::figures;
use crate::flank_traces::{self, Teeth};
use crate::geometry::{CylindricalGear, GearPair};
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::input::{Diagnostics, Section};
use crate::keys;
use crate::model::{Gear, GearGeometry, Pair, PitchMesh, Planetary, SortedPair};
use crate::no_load::NoLoad;
use crate::pictures::Figure;
use crate::results::{Drawing, Group, Output, Picture, Table, Values};
use crate::tooth_form;
use crate::units::Dimension;

/// Gears and pairs that are looked at together: between them the study tells how far it is.
const TOGETHER: usize = 32;

/// Geometry of all gears and pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct GeometryStudy {
    /// Speed of wheel `a` of each pair (rad/s), for sliding speeds.
    pub speed: Option<f64>,
}

/// The study `geometry`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "geometry",
        doc: "Sizes, tooth forms and measurements of all gears; path of contact, contact ratios, backlash and sliding of all pairs.",
        keys: &[&KEYS],
    },
    leaves_state: false,
    read,
};

keys! {
    static KEYS {
        SPEED = optional(
            "speed",
            Quantity(Dimension::ANGULAR_SPEED, Interval::ALL),
            "\"1500 rpm\"",
            "Speed of gear `a` of each pair, for sliding speeds in m/s (of the pinion, where `a` is a rack). If omitted, sliding is only given relative to the pitch line speed.",
        );
    }
}

fn read(section: &Section, _: &StudyContext, _: &mut Diagnostics) -> Option<Arc<dyn Study>> {
    let speed = section.get(&SPEED).map(|speed| speed.value);
    Some(Arc::new(GeometryStudy { speed }))
}

impl Study for GeometryStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        Ok(output(self.speed, job)?)
    }
}

/// Sizes of all gears and meshes, with tables along the path of contact and pictures.
fn output(speed: Option<f64>, job: &Job) -> Result<Output, Failure> {
    let (model, options) = (job.model(), job.options());
    let gears: Vec<_> = model.gears.iter().filter_map(Gear::cylindrical).collect();
    let meshes = each(job, "meshes", &model.pairs, |pair| Mesh::of(&model, pair))?;
    let sets = &model.planetary;
    let overlaps = meshes.iter().filter_map(Mesh::overlap);
    let own = overlaps
        .chain(meshes.iter().filter_map(Mesh::missed))
        .chain(meshes.iter().filter_map(Mesh::whole_period))
        .collect();

    let of_gears = model.gears.iter().map(gear_values);
    let of_meshes = meshes.iter().map(|mesh| mesh.values(speed));
    let of_sets = sets.iter().map(planetary::values);
    let values = Values {
        groups: of_gears.chain(of_meshes).chain(of_sets).collect(),
    };
    let of_gears = each(job, "tables of gears", &gears, gear_tables)?;
    let of_meshes = each(job, "tables of meshes", &meshes, |mesh| mesh.tables(speed))?;
    let of_sets = sets
        .iter()
        .map(|set| vec![planetary::speeds(set), planetary::planets(set)]);
    let tables = of_gears.into_iter().chain(of_meshes).chain(of_sets);
    let tables = tables.flatten().collect();
    let pictures = if options.without_pictures {
        Vec::new()
    } else {
        let of_gears = each(job, "pictures of gears", &gears, gear_pictures)?;
        let of_meshes = each(job, "pictures of meshes", &meshes, |mesh| {
            mesh.pictures(speed)
        })?;
        let of_sets = sets.iter().map(set_pictures);
        let all = of_gears.into_iter().chain(of_meshes).chain(of_sets);
        all.flatten().collect()
    };
    let drawings = if options.without_drawings {
        Vec::new()
    } else {
        each(job, "drawings", &gears, drawing)?
    };
    Ok(Output {
        values,
        tables,
        pictures,
        drawings,
        warnings: [model.warnings.clone(), own].concat(),
        ..Output::default()
    })
}

/// The same work on each, some at a time, in their order. Where there are many, it is told how far it is.
fn each<T: Sync, R: Send>(
    job: &Job,
    what: &str,
    all: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Failure> {
    let mut done = Vec::with_capacity(all.len());
    for some in all.chunks(TOGETHER) {
        if all.len() > TOGETHER {
            let phase = format!("study `{}`: {what}", job.name);
            job.tell(phase, Some(done.len() as f64 / all.len() as f64))?;
        }
        done.par_extend(some.par_iter().map(&work));
    }
    Ok(done)
}

/// A pair by the sort of its geometry, with what is computed once for values, tables and pictures.
#[allow(
    clippy::large_enum_variant,
    reason = "a model has few pairs; boxing would only hide the data"
)]
enum Mesh {
    Cylindrical(Pair<GearPair>, Option<NoLoad>),
    Pitch(Pair<PitchMesh>),
}

impl Mesh {
    fn of(model: &Model, pair: &Pair) -> Self {
        match pair.sorted() {
            SortedPair::Cylindrical(pair) => {
                let no_load = NoLoad::of(model, &pair);
                Self::Cylindrical(pair, no_load)
            }
            SortedPair::Pitch(pair) => Self::Pitch(pair),
        }
    }

    /// What to say when deviations or misalignment take up the play of the perfect pair.
    fn overlap(&self) -> Option<String> {
        let Self::Cylindrical(pair, Some(no_load)) = self else {
            return None;
        };
        let mesh = &pair.geometry;
        let play = no_load.least_play(mesh.backlash.line_of_action)?;
        // What rounded profile shifts leave in the perfect pair is no overlap here either.
        let is_overlap = play < mesh.backlash.line_of_action.min(0.0) - 1e-9;
        is_overlap.then(|| {
            format!(
                "pair `{}`: with its deviations and misalignment the teeth overlap by {:.1} µm along the line of action: \
                 the gears would jam (thin the teeth with thickness_allowance < 0, or widen the centre distance)",
                pair.name,
                -1e6 * play
            )
        })
    }

    /// What to say when a sweep could not look at every tooth.
    fn missed(&self) -> Option<String> {
        match self {
            Self::Cylindrical(pair, Some(no_load)) if no_load.may_miss_teeth => Some(format!(
                "pair `{}`: the unloaded transmission error covers {}: a single deviating tooth may be missed \
                 (analyse fewer teeth in a separate model)",
                pair.name, no_load.span
            )),
            _ => None,
        }
    }

    /// What to say when teeth of both gears differ: one turn does not show all that can meet.
    fn whole_period(&self) -> Option<String> {
        let Self::Cylindrical(pair, Some(no_load)) = self else {
            return None;
        };
        let period = no_load.whole_period?;
        let turns =
            [&pair.geometry.a, &pair.geometry.b].map(|gear| period / gear.data().teeth as usize);
        Some(format!(
            "pair `{}`: both gears have deviations, and the unloaded transmission error covers {}: the same teeth meet \
             again only after {period} meshes ({} turns of a, {} of b), over which its peak to peak may be larger \
             (omit the deviations of one gear to see those of the other alone)",
            pair.name, no_load.span, turns[0], turns[1]
        ))
    }

    fn values(&self, speed: Option<f64>) -> Group {
        match self {
            Self::Cylindrical(pair, no_load) => {
                let mut group = values::pair(pair, speed);
                let backlash = pair.geometry.backlash.line_of_action;
                modified::put_no_load(&mut group, no_load.as_ref(), backlash);
                group
            }
            Self::Pitch(pair) => pitch::pair(pair, speed),
        }
    }

    fn tables(&self, speed: Option<f64>) -> Vec<Table> {
        match self {
            Self::Cylindrical(pair, no_load) => {
                let along_path = [tables::points(pair, speed), tables::path(pair, speed)];
                let no_load = no_load.as_ref();
                let no_load = no_load.map(|no_load| modified::no_load_table(pair, no_load));
                along_path.into_iter().chain(no_load).collect()
            }
            Self::Pitch(pair) => vec![
                pitch::points(pair),
                pitch::frames(pair),
                pitch::forces(pair),
            ],
        }
    }

    fn pictures(&self, speed: Option<f64>) -> Vec<Picture> {
        let named =
            |kind: &str, name: &str, figure: Figure| Picture::new(format!("{kind}-{name}"), figure);
        match self {
            Self::Cylindrical(pair, no_load) => {
                let name = &pair.name;
                let no_load = no_load.as_ref();
                let no_load =
                    no_load.map(|no_load| named("no-load", name, figures::no_load(pair, no_load)));
                [
                    named("mesh", name, figures::mesh(pair)),
                    named("sliding", name, figures::sliding(pair, speed)),
                ]
                .into_iter()
                .chain(no_load)
                .collect()
            }
            Self::Pitch(pair) => {
                let offset = figures::shaft_offset(pair);
                let offset = offset.map(|figure| named("offset", &pair.name, figure));
                std::iter::once(named("pitch", &pair.name, figures::pitch(pair)))
                    .chain(offset)
                    .collect()
            }
        }
    }
}

fn gear_values(gear: &Gear) -> Group {
    match &gear.geometry {
        GearGeometry::Cylindrical(geometry) => values::gear(&gear.with(geometry.clone())),
        GearGeometry::Pitch(data) => pitch::gear(&gear.with(*data)),
    }
}

fn gear_tables(gear: &Gear<CylindricalGear>) -> Vec<Table> {
    tables::thickness(gear)
        .into_iter()
        .chain([tables::tooth_form(gear)])
        .chain(modified::traces(gear))
        .collect()
}

fn gear_pictures(gear: &Gear<CylindricalGear>) -> Vec<Picture> {
    let named = |kind: &str, figure: Figure| Picture::new(format!("{kind}-{}", gear.name), figure);
    let mut pictures = vec![named("tooth", figures::tooth(gear))];
    if gear.flanks.is_modified() {
        pictures.extend(flank_pictures(gear, Teeth::All));
    }
    let damaged = flank_traces::damaged(gear).into_iter();
    pictures.extend(damaged.flat_map(|tooth| flank_pictures(gear, Teeth::One(tooth))));
    pictures
}

/// Traces and maps of all teeth, or of a damaged one.
fn flank_pictures(gear: &Gear<CylindricalGear>, teeth: Teeth) -> Vec<Picture> {
    let name = match teeth {
        Teeth::All => gear.name.clone(),
        Teeth::One(tooth) => format!("{}-tooth-{tooth}", gear.name),
    };
    let traces = Picture::new(
        format!("modification-{name}"),
        figures::modification(gear, teeth),
    );
    let maps = figures::topographies(gear, teeth).into_iter();
    let maps = maps.map(|(side, figure)| Picture::new(format!("topography-{name}-{side}"), figure));
    std::iter::once(traces).chain(maps).collect()
}

fn set_pictures(set: &Planetary) -> Vec<Picture> {
    let planes = figures::planes(&set.geometry.train).len();
    (0..planes)
        .map(|plane| {
            let name = match plane {
                0 => format!("planetary-{}", set.name),
                _ => format!("planetary-{}-plane-{}", set.name, plane + 1),
            };
            Picture::new(name, figures::planetary(set, plane))
        })
        .collect()
}

/// The tooth form for CAD programs.
fn drawing(gear: &Gear<CylindricalGear>) -> Drawing {
    Drawing {
        name: format!("tooth-form-{}", gear.name),
        dxf: tooth_form::dxf(&tooth_form::tooth_form(gear)),
    }
}
