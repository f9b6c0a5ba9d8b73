//! Planar contacts: efficiency maps.

use pitchline::Model;
use pitchline::studies::{self, Options};

use crate::Line;
use crate::measure::compare;

const POINTS: u32 = 10_000;

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
    let run = |study: usize| {
        let result = studies::run(&model, &model.studies[study], options);
        assert!(result.failure.is_none());
    };
    let found = compare(|| run(0), || run(1));
    let ratio = found.ratio.map(|ratio| ratio.times(f64::from(POINTS)));
    vec![Line::new("efficiency-map", found.wall, "s").beside("a-static-study-per-point", ratio)]
}
