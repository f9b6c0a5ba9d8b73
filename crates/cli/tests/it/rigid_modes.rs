//! Rigid motions of machines that nothing holds, by their names.

use super::machines::run_text;
use super::small_motions::{column, rows};

/// A shaft of 50 mm and 1 m, with what holds it.
fn shaft(held: &str) -> String {
    format!(
        r#"
[model]
name = "shaft"
schema = 1

[materials.steel]
youngs_modulus = "206 GPa"
poisson_ratio = 0.3
density = "7830 kg/m3"

[shafts.shaft]
material = "steel"
position = [0, 0, "0.2 m"]
segments = [{{ length = "1 m", diameter = "50 mm" }}]
{held}

[[studies]]
name = "modes"
kind = "modal"
count = 2
"#
    )
}

/// What moves in the rigid modes, and all shapes.
fn rigid(model: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(model, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let out = folder.path().join("out/modes");
    let modes = rows(&out, "modes.csv");
    let rigid = modes[1..].iter().filter(|row| row[0] == "rigid");
    let names = rigid.map(|row| row[1].clone()).collect();
    (names, rows(&out, "shapes.csv"))
}

/// Along and about every axis: modal masses of one make the entries 1/√m and 1/√J of a cylinder.
#[test]
fn a_free_shaft_moves_along_and_turns_about_every_axis() {
    let (names, shapes) = rigid(&shaft("free = true"));
    let expected = [
        "along x", "along y", "along z", "about x", "about y", "about z",
    ];
    let expected: Vec<String> = expected
        .iter()
        .map(|m| format!("whole machine, {m}"))
        .collect();
    assert_eq!(names, expected);
    let radius: f64 = 0.025;
    let mass = 7830.0 * std::f64::consts::PI * radius * radius;
    let across = mass * (3.0 * radius * radius + 1.0) / 12.0;
    let moments = [across, across, 0.5 * mass * radius * radius];
    for motion in 0..6 {
        let shape = column(&shapes, &format!("mode_{}_real", motion + 1));
        // The first node is half a metre below the middle.
        let mut first = [0.0; 6];
        match motion {
            0..3 => first[motion] = 1.0 / mass.sqrt(),
            _ => {
                let turn = 1.0 / moments[motion - 3].sqrt();
                first[motion] = turn;
                match motion {
                    3 => first[1] = 0.5 * turn,
                    4 => first[0] = -0.5 * turn,
                    _ => {}
                }
            }
        }
        // Beams have the mass of a cylinder but for its rotary inertia between their nodes.
        for (found, expected) in shape.iter().zip(first) {
            let size = first.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            assert!(
                (found - expected).abs() < 1e-6 * size,
                "{motion}: {:?} {first:?}",
                &shape[..6]
            );
        }
    }
}

/// In bearings it is free about its axis alone; a wheel that turns against it is no motion of the whole machine.
#[test]
fn what_is_held_has_fewer_of_them() {
    let bearing = |name: &str, at: &str| {
        format!(
            "[bearings.{name}]\nkind = \"plain-bearing\"\nshaft = \"shaft\"\nat = \"{at}\"\nstiffness = \"50 N/um\"\naxial_stiffness = \"50 N/um\"\n"
        )
    };
    let bearings = bearing("left", "0 m") + &bearing("right", "1 m");
    let (names, _) = rigid(&shaft(&bearings));
    assert_eq!(names, ["whole machine, about z"]);
    let wheel = "[bodies.wheel]\nmass = \"1 kg\"\ninertia = [\"0.01 kg m2\", \"0.01 kg m2\", \"0.01 kg m2\"]\nposition = [\"1 m\", 0, 0]\n\
                 [joints.axle]\nkind = \"revolute\"\na = \"ground\"\nb = \"wheel\"\nat = [\"1 m\", 0, 0]\n";
    let (names, _) = rigid(&shaft(&format!("{bearings}{wheel}")));
    assert_eq!(names.len(), 2);
    assert!(
        names.iter().all(|name| name.ends_with("about z")),
        "{names:?}"
    );
    assert!(
        !names.iter().any(|name| name.contains("whole")),
        "{names:?}"
    );
}
