//! Beams, shafts, discs and mesh springs against closed forms, an exact solution of Timoshenko's equations and published numbers.

mod bad_input;
pub mod exact;
mod frequencies;
mod gear_spring;
mod jeffcott;
mod modes;
mod motion;
pub mod planetary;
mod statics;
mod whirl;

use pitchline_dynamics::{Fineness, Machine, Segment, Shaft, ShaftData, add_shaft};
use pitchline_fem::Material;

/// The steel of the free shaft.
pub const STEEL: Material = Material {
    youngs_modulus: 206e9,
    poisson_ratio: 0.3,
    density: 7830.0,
};

/// A full shaft along z, cut into so many beams.
pub fn plain(length: f64, diameter: f64, count: usize) -> (Machine, Shaft) {
    let segment = Segment::cylinder(length, diameter, 0.0, STEEL);
    let data = ShaftData {
        fineness: Fineness::Count(count),
        ..ShaftData::new("shaft", vec![segment])
    };
    built(&data)
}

/// A machine with nothing but this shaft.
pub fn built(data: &ShaftData) -> (Machine, Shaft) {
    let mut machine = Machine::new();
    let shaft = add_shaft(&mut machine, data).unwrap();
    (machine, shaft)
}

/// Rows of a table in `validation/shafts`, as text.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../validation/shafts/");
    let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}
