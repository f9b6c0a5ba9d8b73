//! Where wheels stand: what of it is refused, what is told, and what changes nothing.

use super::*;

/// Exit code and everything said.
fn said(text: &str) -> (u8, String) {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    (ran.code(), format!("{}{}", ran.out, ran.err))
}

/// The stand with its second wheel somewhere else, and pinions of another width.
fn moved(stand: &Stand, [x, z]: [f64; 2], pinion_width: &str) -> String {
    let text = stand.text();
    let text = text.replace("[0.09, 0, 0]", &format!("[{x}, 0, {z}]"));
    text.replacen("\"20 mm\"", &format!("\"{pinion_width}\""), 1)
}

fn spur() -> Stand {
    Stand::spur("", LOADED)
}

/// Faces of 20 mm whose middles are 25 mm apart do not meet; 5 mm leave 15 mm; 8 mm beside a pinion of 40 mm lose nothing.
#[test]
fn faces_beside_each_other() {
    let (code, told) = said(&moved(&spur(), [0.09, 0.025], "20 mm"));
    assert_ne!(code, 0, "{told}");
    assert!(
        told.contains("25 mm too far along the axis of `one`"),
        "{told}"
    );
    let (code, told) = said(&moved(&spur(), [0.09, 0.005], "20 mm"));
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("over 15 of 20 mm"), "{told}");
    let (code, told) = said(&moved(&spur(), [0.09, 0.008], "40 mm"));
    assert_eq!(code, 0, "{told}");
    assert!(
        !told.contains("overlap") && !told.contains("from the position"),
        "{told}"
    );
}

/// A helical wheel that stands anywhere beside its wide pinion has the same forces: the mesh is where the faces meet.
#[test]
fn a_wide_pinion_does_not_care_where_its_wheel_is() {
    let mut stand = spur();
    let slanted = |hand: &str| format!("helix_angle = \"20 deg\"\nhand = \"{hand}\"\n");
    stand.gears = [slanted("right"), slanted("left")];
    stand.distance = 0.09 / 20f64.to_radians().cos();
    let at = |z: f64| {
        let text = stand.text();
        let from = format!("[{}, 0, 0]", stand.distance);
        let text = text.replace(&from, &format!("[{}, 0, {z}]", stand.distance));
        let (_, values, table) = meshing(&text.replacen("\"20 mm\"", "\"50 mm\"", 1), "rest");
        drop(values);
        ["tangential_force_b", "radial_force_b", "axial_force_b"].map(|name| last(&table, name))
    };
    for (aside, level) in at(0.012).into_iter().zip(at(0.0)) {
        assert_near(aside, level, TORQUE / 0.03);
    }
}

/// Too near by more than the bottom clearance of 0.25 · 3 mm is refused. By less it is told once: no support has moved anything.
#[test]
fn wheels_too_near_and_too_far() {
    let (code, told) = said(&moved(&spur(), [0.089, 0.0], "20 mm"));
    assert_ne!(code, 0, "{told}");
    assert!(told.contains("1 mm too near"), "{told}");
    for (x, what) in [(0.0895, "0.5 mm too near"), (0.0904, "0.4 mm too far")] {
        let (code, told) = said(&moved(&spur(), [x, 0.0], "20 mm"));
        assert_eq!(code, 0, "{told}");
        assert!(told.contains(what), "{told}");
        assert!(!told.contains("supports let"), "{told}");
    }
}

/// A rack of 10 teeth of 3 mm, 94.2 mm long, placed off its middle or off the wheel's face.
fn rack([y, z]: [f64; 2]) -> String {
    format!(
        "[model]\nname = \"rack\"\nschema = 1\n\
         [gears.pinion]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
         [gears.bar]\nkind = \"rack\"\nteeth = 10\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
         [bodies.pinion]\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\n\
         [bodies.bar]\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\nposition = [0.03, {y}, {z}]\n\
         [wheels.pinion]\ngear = \"pinion\"\nbody = \"pinion\"\n\
         [wheels.bar]\ngear = \"bar\"\nbody = \"bar\"\nx = [-1, 0, 0]\n\
         [joints.pinion]\nkind = \"revolute\"\na = \"ground\"\nb = \"pinion\"\nat = [0, 0, 0]\n\
         [joints.bar]\nkind = \"prismatic\"\na = \"ground\"\nb = \"bar\"\nat = [0.03, {y}, {z}]\naxis = [0, 1, 0]\n\
         [drives.d]\nkind = \"angle\"\njoint = \"pinion\"\nvalue = 0\n\
         [[pairs]]\nname = \"mesh\"\na = \"pinion\"\nb = \"bar\"\n\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n"
    )
}

#[test]
fn racks_end() {
    let (code, told) = said(&rack([0.04, 0.0]));
    assert_eq!(code, 0, "{told}");
    assert!(!told.contains("beyond"), "{told}");
    let (code, told) = said(&rack([0.06, 0.0]));
    assert_eq!(code, 0, "{told}");
    // 60 − 10 · 3π/2 mm
    assert!(
        told.contains("12.8761 mm beyond the end of rack `bar`"),
        "{told}"
    );
    let (code, told) = said(&rack([0.0, 0.05]));
    assert_ne!(code, 0, "{told}");
    assert!(
        told.contains("50 mm too far along the axis of `pinion`"),
        "{told}"
    );
}

/// A worm wheel aside along its own axis is told so: not as an axis that is off.
#[test]
fn a_worm_wheel_aside() {
    let file = std::fs::read_to_string("../../examples/worm-drive.toml").unwrap();
    let at = |y: &str| file.replace("[\"67 mm\", 0, 0]", &format!("[\"67 mm\", \"{y}\", 0]"));
    let (code, told) = said(&at("4 mm"));
    assert_ne!(code, 0, "{told}");
    assert!(
        told.contains("is 4 mm too far along its own axis"),
        "{told}"
    );
    assert!(
        told.contains("[0, -4, 0] mm") && !told.contains("deg off"),
        "{told}"
    );
}
