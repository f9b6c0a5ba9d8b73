//! Planar contacts: efficiency maps.

use std::time::Instant;

use pitchline::Model;
use pitchline::studies::{self, Options};

use crate::Line;

const POINTS: u32 = 10_000;
/// Static studies from which the peer's time is taken.
const STATICS: u32 = 20;

/// A map of a compound planetary set, against an equilibrium for each point.
pub fn efficiency_map() -> Vec<Line> {
    let text = include_str!("../../../../examples/compound-planetary.toml");
    let (head, _) = text.split_once("[[studies]]").unwrap();
    let text = format!(
        "{head}[[studies]]\nname = \"map\"\nkind = \"efficiency-map\"\ndrive = \"motor\"\nload = \"road\"\n\
         speed_range = [-300, 300]\ntorque_range = [-1000, 1000]\nspeed_points = 100\ntorque_points = 100\n\
         [[studies]]\nname = \"one\"\nkind = \"static\"\n"
    );
    let model = Model::load(text.as_bytes()).0.unwrap();
    let options = Options {
        without_pictures: true,
        ..Options::default()
    };
    let time = |study: usize, count: u32| {
        let begin = Instant::now();
        for _ in 0..count {
            let result = studies::run(&model, &model.studies[study], options);
            assert!(result.failure.is_none());
        }
        begin.elapsed().as_secs_f64() / f64::from(count)
    };
    time(0, 1);
    let map = time(0, 5);
    let statics = time(1, STATICS) * f64::from(POINTS);
    vec![Line {
        name: "efficiency-map",
        value: map,
        unit: "s",
        ratio: Some(statics / map),
        peer: "a-static-study-per-point".to_owned(),
        what: None,
    }]
}
