//! Gears in machines that the model file describes: forces, deformation, losses, beside closed forms.

mod example;
mod far;
mod kinds;
mod losses;
mod moving_centers;
mod places;
mod quasi_static;
mod random_gearboxes;
mod resting;
mod statics;
mod three_wheels;
mod transmission;
mod vibration;
mod warnings;
mod worm_drive;

use super::machines::{Csv, audit_pictures, run_into, run_text};
use super::*;

/// Two gears of 20 and 40 teeth and 3 mm, the first on the body `one` at the origin, the second on `two` at x; both on hinges along z.
struct Stand {
    /// Of both gears; of each; of the pair.
    gears: [String; 2],
    kinds: [&'static str; 2],
    distance: f64,
    pair: String,
    tail: String,
}

const TEETH: [f64; 2] = [20.0, 40.0];
const MODULE: f64 = 3e-3;
const PRESSURE: f64 = 20.0;

impl Stand {
    fn spur(pair: &str, tail: &str) -> Self {
        Self {
            gears: [String::new(), String::new()],
            kinds: ["external"; 2],
            distance: 0.09,
            pair: pair.to_owned(),
            tail: tail.to_owned(),
        }
    }

    fn text(&self) -> String {
        let gear = |i: usize, name: &str| {
            format!(
                "[gears.{name}]\nkind = \"{}\"\nteeth = {}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n{}",
                self.kinds[i], TEETH[i], self.gears[i]
            )
        };
        let body = |i: usize, name: &str| {
            let x = if i == 0 { 0.0 } else { self.distance };
            format!(
                "[bodies.{name}]\nmass = \"2 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"{INERTIA} kg m2\"]\nposition = [{x}, 0, 0]\n\
                 [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [{x}, 0, 0]\n\
                 [wheels.{name}]\ngear = \"g{name}\"\nbody = \"{name}\"\n"
            )
        };
        format!(
            "[model]\nname = \"test\"\nschema = 1\n{}{}{}{}[[pairs]]\nname = \"mesh\"\na = \"one\"\nb = \"two\"\n{}{}",
            gear(0, "gone"),
            gear(1, "gtwo"),
            body(0, "one"),
            body(1, "two"),
            self.pair,
            self.tail
        )
    }
}

/// Of each body about its axis (kg m²).
const INERTIA: f64 = 2e-3;

/// A torque of 100 N m on the first wheel, the second held.
const LOADED: &str = "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, \"100 N m\"]\n\
    [drives.hold]\nkind = \"angle\"\njoint = \"two\"\nvalue = 0\n\
    [[studies]]\nname = \"rest\"\nkind = \"static\"\n";
const TORQUE: f64 = 100.0;

/// The values of the pair `mesh` in a study, and its table.
fn meshing(text: &str, study: &str) -> (Ran, Json, Csv) {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let values = ran.json()["studies"][study]["values"]["pairs"]["mesh"].clone();
    let table = Csv::read(
        &folder.path().join("out"),
        &format!("{study}/pair_mesh.csv"),
    );
    audit_pictures(&folder.path().join("out"));
    (ran, values, table)
}

fn last(table: &Csv, column: &str) -> f64 {
    table.column(column).last().copied().unwrap()
}

/// Equal to rounding of an equilibrium, which is found to 1e-9 of the forces in it.
fn assert_near(found: f64, expected: f64, scale: f64) {
    assert!(
        (found - expected).abs() < 1e-8 * scale,
        "{found} is not {expected}"
    );
}
