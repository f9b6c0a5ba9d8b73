//! Trains of gears: planetary sets that the shorthand makes, differentials, stages on one shaft, beside the formulas of textbooks.

mod differential;
mod examples;
mod neutral;
mod phasing;
mod ratios;
mod shorthand;

use super::machines::{Csv, audit_pictures, run_into, run_text};
use super::*;

const HEAD: &str = "[model]\nname = \"train\"\nschema = 1\n";

fn gear(name: &str, kind: &str, teeth: u32) -> String {
    // Rings lose what would hit the fillets of small planets.
    let tip = match kind {
        "internal" => "tip_alteration = -0.25\n",
        _ => "",
    };
    format!(
        "[gears.{name}]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"2 mm\"\nface_width = \"20 mm\"\nthickness_allowance = \"-40 um\"\n{tip}"
    )
}

/// A body on a hinge along an axis through the origin, with a sensor of its speed.
fn member(name: &str) -> String {
    format!(
        "[bodies.{name}]\nmass = \"2 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"2e-3 kg m2\"]\n\
         [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [0, 0, 0]\n\
         [sensors.speed-{name}]\nkind = \"joint-speed\"\nof = \"{name}\"\n"
    )
}

/// A prescribed speed (rad/s), with a sensor of its torque.
fn drive(name: &str, speed: f64) -> String {
    format!(
        "[drives.{name}]\nkind = \"speed\"\njoint = \"{name}\"\nvalue = {speed}\n[sensors.torque-{name}]\nkind = \"drive\"\nof = \"{name}\"\n"
    )
}

/// A torque (N m) about z.
fn load(name: &str, torque: f64) -> String {
    format!("[forces.{name}]\nkind = \"load\"\non = \"{name}\"\ntorque = [0, 0, {torque}]\n")
}

const MOTION: &str =
    "[[studies]]\nname = \"motion\"\nkind = \"kinematic\"\nend = \"40 ms\"\nstep = \"10 ms\"\n";

/// The last values of the sensors of a study.
fn last_values(text: &str, study: &str) -> impl Fn(&str) -> f64 + use<> {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let values = ran.json()["studies"][study]["values"]["sensors"].clone();
    move |name: &str| {
        values[name]["last"]
            .as_f64()
            .unwrap_or_else(|| panic!("{name}: {values}"))
    }
}

/// Power that enters at drives and loads and does not leave again is nothing, to what rounding leaves of the largest.
fn assert_balanced(powers: &[f64]) {
    let most = powers.iter().fold(0.0, |most: f64, p| most.max(p.abs()));
    let sum: f64 = powers.iter().sum();
    assert!(sum.abs() < 1e-9 * most, "{powers:?}");
}

fn assert_near(found: f64, expected: f64, scale: f64) {
    assert!(
        (found - expected).abs() < 1e-9 * scale,
        "{found} is not {expected}"
    );
}
