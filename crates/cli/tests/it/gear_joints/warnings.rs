//! What is told of pairs whose supports give way, and of keys that change nothing.

use super::*;

/// Warnings of the study `run` and of the file.
fn warned(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let json = ran.json();
    let warnings = json["studies"]["run"]["warnings"].as_array();
    let said = warnings.into_iter().flatten();
    said.filter_map(|warning| warning.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Two wheels of 20 mm face width and 3 mm, the second on a joint of this kind with a force and a torque, for 20 ms at rest but for that.
fn held(joint: &str, load: &str) -> String {
    let stand = Stand::spur(
        "",
        &format!(
            "[drives.d]\nkind = \"angle\"\njoint = \"one\"\nvalue = 0\n\
             [forces.l]\nkind = \"load\"\non = \"two\"\n{load}\n\
             [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"20 ms\"\nstep = \"0.1 ms\"\n"
        ),
    );
    let text = stand.text();
    let (before, after) = text
        .split_once("[joints.two]\nkind = \"revolute\"")
        .unwrap();
    format!("{before}[joints.two]\nkind = \"{joint}\"{after}")
}

/// A force F along the axis of a wheel that nothing holds there: it slides by ½ F t²/m with 2 kg. Equal faces of 20 mm may lose a tenth, 2 mm; F/m t²/2 is 3 mm
/// for 30 N, 1 mm for 10 N, and 25 mm, beyond the face, for 250 N.
#[test]
fn wheels_that_slide_out_of_mesh_are_told() {
    let push = |force: &str| warned(&held("cylindrical", &format!("force = [0, 0, {force}]")));
    assert!(!push("10").contains("slide"), "{}", push("10"));
    let told = push("30");
    assert!(
        told.contains(
            "slide along their teeth by 3 mm at t = 0.02 s, and 85 % of the face width still mesh"
        ),
        "{told}"
    );
    let told = push("250");
    assert!(
        told.contains("by 25 mm at t = 0.02 s, and their faces no longer overlap"),
        "{told}"
    );
}

/// A torque T across the axis of a wheel on a ball: it tilts by ½ T t²/J with 1e-3 kg m². 3 % of 20 mm moves the ends of the teeth by 0.3 mm, a tenth of the
/// module; a hundredth is let pass: 3 mrad.
#[test]
fn wheels_that_tilt_are_told() {
    let tip = |torque: &str| warned(&held("spherical", &format!("torque = [0, {torque}, 0]")));
    let told = tip("0.14");
    assert!(told.contains("let the axes tilt by"), "{told}");
    assert!(
        told.contains("% of the normal module; this level distributes the load evenly"),
        "{told}"
    );
    assert!(!tip("0.01").contains("tilt"), "{}", tip("0.01"));
}

/// Keys that a level does not hear, and play by the metre.
#[test]
fn keys_that_change_nothing_are_told() {
    let run = "[drives.d]\nkind = \"angle\"\njoint = \"one\"\nvalue = 0\n[[studies]]\nname = \"run\"\nkind = \"static\"\n";
    for (pair, what) in [
        (
            "misalignment = { axial = \"1 mm\" }\n",
            "`misalignment` does not move them",
        ),
        (
            "friction = { kind = \"coulomb\", coefficient = 0.1 }\n",
            "teeth that slide along each other, which these do not",
        ),
        (
            "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\", backlash = \"2 mm\", measured_along = \"pitch-circle\" }\n",
            "a backlash of 0.666667 modules; 0.25 would be much",
        ),
    ] {
        let told = warned(&Stand::spur(pair, run).text());
        assert!(told.contains(what), "{told}");
    }
    let quiet = warned(&Stand::spur("", run).text());
    assert!(quiet.is_empty(), "{quiet}");
}
