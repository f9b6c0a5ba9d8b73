//! Every picture of many models is readable.

mod modified;

use super::samples::{self, Dice};
use crate::Model;
use crate::geometry::{GearKind, GearPair};
use crate::model::{Gear, Pair, PitchMesh, SortedPair};
use crate::pictures::{Figure, audit};
use crate::studies::geometry::GeometryStudy;
use crate::templates::TEMPLATES;

pub(super) fn svg(figure: &Figure) -> String {
    figure.draw().unwrap().svg().unwrap()
}

pub(super) fn assert_readable(figure: &Figure, what: &str) {
    let svg = svg(figure);
    assert_eq!(audit::faults(&svg), [], "{what}");
    assert!(!svg.contains("NaN"), "{what}");
    assert!(!svg.contains("Without room"), "{what}: {svg}");
}

fn assert_pair_readable(pair: &Pair<GearPair>, speed: Option<f64>, what: &str) {
    assert_readable(&super::mesh(pair), what);
    assert_readable(&super::sliding(pair, speed), what);
    assert_readable(&super::sliding(pair, None), what);
}

fn assert_pitch_readable(pair: &Pair<PitchMesh>, what: &str) {
    assert_readable(&super::pitch(pair), what);
    if let Some(figure) = super::shaft_offset(pair) {
        assert_readable(&figure, what);
    }
}

/// Two helical gears of one hand on crossed shafts.
const CROSSED: &str = r#"
[model]
name = "crossed"
schema = 1
[gears]
x = { kind = "external", teeth = 21, module = "3 mm", face_width = "30 mm", helix_angle = "50 deg", hand = "right" }
y = { kind = "external", teeth = 30, module = "3 mm", face_width = "30 mm", helix_angle = "40 deg", hand = "right" }
[[pairs]]
name = "mesh"
a = "x"
b = "y"
shaft_angle = "90 deg"
[[studies]]
name = "geometry"
kind = "geometry"
"#;

#[test]
fn pitch_surfaces_of_many_shapes_are_readable() {
    for shaft_angle in [40, 75, 90] {
        for (teeth, mate) in [(8, 60), (20, 20), (40, 12)] {
            let model = format!(
                "[model]\nname = \"m\"\nschema = 1\n[gears]\n\
                 {long} = {{ kind = \"bevel\", teeth = {teeth}, module = \"4 mm\", face_width = \"12 mm\" }}\n\
                 y = {{ kind = \"bevel\", teeth = {mate}, module = \"4 mm\", face_width = \"12 mm\" }}\n\
                 [[pairs]]\nname = \"{long}\"\na = \"{long}\"\nb = \"y\"\nshaft_angle = \"{shaft_angle} deg\"\n",
                long = "W".repeat(64),
            );
            let model = Model::load(model.as_bytes()).0.unwrap();
            let SortedPair::Pitch(pair) = model.pairs[0].sorted() else {
                unreachable!()
            };
            assert_pitch_readable(&pair, &format!("{shaft_angle} {teeth}/{mate}"));
        }
    }
}

#[test]
fn examples_and_templates_are_readable() {
    let examples = [
        include_str!("../../../../examples/fzg-c.toml"),
        include_str!("../../../../examples/spur-50-50.toml"),
        include_str!("../../../../examples/helical.toml"),
        include_str!("../../../../examples/internal.toml"),
        include_str!("../../../../examples/planetary.toml"),
        include_str!("../../../../examples/bevel.toml"),
        include_str!("../../../../examples/hypoid.toml"),
        include_str!("../../../../examples/worm.toml"),
        CROSSED,
    ];
    let templates = TEMPLATES.iter().map(|template| template.source);
    for source in examples.into_iter().chain(templates) {
        let model = Model::load(source.as_bytes()).0.unwrap();
        for gear in model.gears.iter().filter_map(Gear::cylindrical) {
            assert_readable(&super::tooth(&gear), &gear.name);
        }
        let first: &dyn std::any::Any = model.studies[0].study.as_ref();
        let geometry: Option<&GeometryStudy> = first.downcast_ref();
        let speed = geometry
            .expect("the first study of an example is its geometry")
            .speed;
        for pair in &model.pairs {
            match pair.sorted() {
                SortedPair::Cylindrical(pair) => assert_pair_readable(&pair, speed, &model.name),
                SortedPair::Pitch(pair) => assert_pitch_readable(&pair, &model.name),
            }
        }
        for set in &model.planetary {
            assert_readable(&super::planetary(set, 0), &model.name);
        }
    }
}

#[test]
fn random_pairs_are_readable() {
    let mut dice = Dice(4711);
    let mut n_pairs = 0;
    for _ in 0..2000 {
        let Some(pair) = dice.pair() else { continue };
        n_pairs += 1;
        let what = format!(
            "pair {n_pairs}: {:?}, {:?}",
            pair.geometry.a.data(),
            pair.geometry.b.data()
        );
        assert_pair_readable(&pair, Some(100.0), &what);
        for geometry in [&pair.geometry.a, &pair.geometry.b] {
            assert_readable(&super::tooth(&samples::gear(geometry, "gear")), &what);
        }
        if n_pairs == 60 {
            return;
        }
    }
    panic!("only {n_pairs} pairs");
}

#[test]
fn extremes_are_readable() {
    for (teeth, mate, module) in [(8, 13, 5e-2), (17, 1000, 2e-4), (999, 1000, 5e-2)] {
        let gear = |teeth: u32| {
            let mut gear = samples::data(GearKind::External, teeth);
            gear.system.module = module;
            gear.profile_shift = 0.4;
            gear
        };
        let mut pair = samples::pair(gear(teeth), gear(mate), None).unwrap();
        let what = format!("{teeth}/{mate}");
        for geometry in [&pair.geometry.a, &pair.geometry.b] {
            assert_readable(&super::tooth(&samples::gear(geometry, "gear")), &what);
        }
        // The longest names that a model may have, and the widest ones.
        pair.name = "W".repeat(64);
        pair.a = "a-very-long-name_".repeat(4)[..64].to_owned();
        pair.b = "m".repeat(64);
        assert_pair_readable(&pair, Some(1e4), &what);
    }
}

#[test]
fn pictures_are_the_same_each_time() {
    let pair = Dice(1)
        .pair()
        .or_else(|| Dice(2).pair())
        .or_else(|| Dice(3).pair())
        .unwrap();
    assert_eq!(svg(&super::mesh(&pair)), svg(&super::mesh(&pair)));
}
