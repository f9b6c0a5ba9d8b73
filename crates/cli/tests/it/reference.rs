//! The reference pages say what the program does.

use std::collections::BTreeSet;

use pitchline::results::ResultKey;

use super::*;

/// After a change that was meant: `UPDATE_PAGES=1 cargo test -p pitchline-cli pages`.
fn assert_page(file: &str, format: &str) {
    let printed = run(["schema", "--format", format]).out;
    let path = format!("../../docs/reference/{file}");
    if std::env::var_os("UPDATE_PAGES").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(
        page == printed,
        "docs/reference/{file} is not what `pitchline schema --format {format}` prints"
    );
}

#[test]
fn pages_are_what_the_program_prints() {
    assert_page("model-file.md", "markdown");
    assert_page("results.md", "results");
}

/// The keys below `gears.NAME` and `pairs.NAME`, as `gears.base_radius`.
fn keys_of(values: &Json) -> BTreeSet<String> {
    fn leaves(value: &Json, path: &str, keys: &mut BTreeSet<String>) {
        match value.as_object() {
            Some(inner) => inner
                .iter()
                .for_each(|(key, value)| leaves(value, &format!("{path}.{key}"), keys)),
            None => {
                keys.insert(path.to_owned());
            }
        }
    }
    let mut keys = BTreeSet::new();
    for (collection, objects) in values.as_object().unwrap() {
        // There is one machine, without a name.
        if collection == "machine" {
            leaves(objects, collection, &mut keys);
            continue;
        }
        for object in objects.as_object().unwrap().values() {
            leaves(object, collection, &mut keys);
        }
    }
    keys
}

/// A planetary set of this kind and these teeth.
fn planetary(kind: &str, teeth: &[(&str, u32)]) -> String {
    let head = "[model]\nname = \"set\"\nschema = 1\n";
    let gears: String = teeth
        .iter()
        .map(|(part, z)| {
            let is_ring = part.starts_with("ring");
            let kind = if is_ring { "internal" } else { "external" };
            let tip = if is_ring { "tip_alteration = -0.2\n" } else { "" };
            format!("[gears.{part}]\nkind = \"{kind}\"\nteeth = {z}\nmodule = \"2 mm\"\nface_width = \"20 mm\"\n{tip}")
        })
        .collect();
    let members: String = teeth
        .iter()
        .map(|(part, _)| format!("{part} = \"{part}\"\n"))
        .collect();
    format!(
        "{head}{gears}[planetary.set]\nkind = \"{kind}\"\nplanets = 2\nspacing = \"nearest\"\ninterference = \"allow\"\n{members}"
    )
}

/// A pinion on elastic teeth that a motor speeds up and slows down, with a wheel or a rack.
fn meshing(second: &str) -> String {
    let gear = |name: &str, kind: &str, teeth: u32| {
        format!(
            "[gears.{name}]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n"
        )
    };
    let (mate, x, joint) = match second {
        "bar" => (gear("bar", "rack", 20), "30 mm", "prismatic"),
        _ => (gear("wheel", "external", 40), "90 mm", "revolute"),
    };
    let axis = if second == "bar" {
        "[0, 1, 0]"
    } else {
        "[0, 0, 1]"
    };
    format!(
        "[model]\nname = \"mesh\"\nschema = 1\n{}{mate}\
         [bodies.one]\ngear = \"pinion\"\n\
         [bodies.two]\nmass = \"1 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"1e-3 kg m2\"]\nposition = [\"{x}\", 0, 0]\n\
         [wheels.one]\ngear = \"pinion\"\nbody = \"one\"\n[wheels.two]\ngear = \"{second}\"\nbody = \"two\"\nx = [-1, 0, 0]\n\
         [joints.one]\nkind = \"revolute\"\na = \"ground\"\nb = \"one\"\nat = [0, 0, 0]\n\
         [joints.two]\nkind = \"{joint}\"\na = \"ground\"\nb = \"two\"\nat = [\"{x}\", 0, 0]\naxis = {axis}\n\
         [[pairs]]\nname = \"mesh\"\na = \"one\"\nb = \"two\"\nlevel = \"joint\"\nmesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.1, backlash = \"1 um\" }}\n\
         [drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = {{ kind = \"sine\", amplitude = \"10 rad/s\", frequency = \"100 Hz\" }}\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"5 ms\"\nstep = \"10 us\"\n",
        gear("pinion", "external", 20)
    )
}

/// A pair that friction alone holds, between two torques.
fn held() -> String {
    let part = |name: &str, teeth: u32, x: f64, torque: f64| {
        format!(
            "[gears.{name}]\nkind = \"external\"\nteeth = {teeth}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
             [bodies.{name}]\nmass = 1\ninertia = [1e-3, 1e-3, 1e-3]\nposition = [{x}, 0, 0]\n\
             [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [{x}, 0, 0]\n\
             [wheels.w-{name}]\ngear = \"{name}\"\nbody = \"{name}\"\n\
             [forces.{name}]\nkind = \"load\"\non = \"{name}\"\ntorque = [0, 0, {torque}]\n"
        )
    };
    format!(
        "[model]\nname = \"held\"\nschema = 1\n{}{}[[pairs]]\nname = \"mesh\"\na = \"w-one\"\nb = \"w-two\"\nlevel = \"planar\"\n\
         mesh = {{ stiffness = 2e8 }}\nfriction = {{ kind = \"coulomb\", coefficient = 0.1 }}\n\
         [forces.seal]\nkind = \"friction\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\nconstant = 1\n\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n\
         [[studies]]\nname = \"away\"\nkind = \"breakaway\"\nstart = \"rest\"\nload = \"one\"\ntorque_range = [0, 40]\n",
        part("one", 20, 0.0, 20.0),
        part("two", 40, 0.09, 40.0)
    )
}

#[test]
fn results_are_described_and_descriptions_are_of_results() {
    let rack = "[model]\nname = \"rack\"\nschema = 1\n\
        [gears.pinion]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
        [gears.bar]\nkind = \"rack\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
        [[pairs]]\nname = \"mesh\"\na = \"pinion\"\nb = \"bar\"\n";
    let mut written = BTreeSet::new();
    let mut add = |summary: Json| {
        for study in summary["studies"].as_object().unwrap().values() {
            let keys = keys_of(&study["values"]);
            // Units stand in the same shape; words and flags have none.
            for unit in keys_of(&study["units"]) {
                assert!(keys.contains(&unit), "{unit} has a unit and no value");
            }
            written.extend(keys);
        }
    };
    add(run_on(rack.as_bytes(), &["geometry", "--json"]).json());
    let helical = |name: &str, teeth: u32, shift: f64| {
        format!(
            "[gears.{name}]\nkind = \"external\"\nteeth = {teeth}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
             helix_angle = \"45 deg\"\nhand = \"right\"\nprofile_shift = {shift}\n"
        )
    };
    // Shifts that cancel leave the shaft angle at the sum of the helix angles.
    let crossed = format!(
        "[model]\nname = \"crossed\"\nschema = 1\n{}{}\
         [[pairs]]\nname = \"mesh\"\na = \"one\"\nb = \"two\"\nshaft_angle = \"90 deg\"\n",
        helical("one", 20, 0.2),
        helical("two", 30, -0.2)
    );
    add(run_on(crossed.as_bytes(), &["geometry", "--json"]).json());
    for set in [
        planetary(
            "stepped",
            &[("sun", 24), ("planet", 36), ("planet_2", 18), ("ring", 78)],
        ),
        planetary(
            "stepped",
            &[("sun", 24), ("planet", 27), ("planet_2", 30), ("sun_2", 21)],
        ),
        planetary(
            "wolfrom",
            &[
                ("sun", 18),
                ("planet", 21),
                ("ring", 60),
                ("planet_2", 18),
                ("ring_2", 57),
            ],
        ),
        planetary(
            "ravigneaux",
            &[
                ("sun", 36),
                ("sun_2", 30),
                ("planet", 20),
                ("planet_2", 18),
                ("ring", 76),
            ],
        ),
    ] {
        add(run_on(set.as_bytes(), &["geometry", "--json"]).json());
    }
    // A loop below its gain margin, and one above it.
    for gain in ["2", "1e4"] {
        let brake = "voltage = 0\n[forces.brake]\nkind = \"brake\"\na = \"ground\"\nb = \"wheel\"\nat = [0, 0, 0]\ntorque = \"0.2 N m\"\n";
        let study = format!(
            "inputs = [\"motor\"]\nloop = {{ input = \"motor\", output = \"angle\", gain = {gain} }}\n"
        );
        let model = super::linearise::loops::motor("2e-3 H", brake, &study);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_string_lossy().into_owned();
        let options = ["run", "--json", "--no-pictures", "--out", &out];
        add(run_on(model.as_bytes(), &options).json());
    }
    for second in ["wheel", "bar"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_string_lossy().into_owned();
        let options = ["run", "--json", "--no-pictures", "--out", &out];
        add(run_on(meshing(second).as_bytes(), &options).json());
    }
    {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_string_lossy().into_owned();
        let options = ["run", "--json", "--no-pictures", "--out", &out];
        add(run_on(held().as_bytes(), &options).json());
    }
    let studied = [
        "clutch",
        "compound-planetary",
        "critical-speeds",
        "gear-body",
        "gear-test-rig",
        "reduced-body",
        "rotor",
        "slider-crank",
        "spring-loaded-actuator",
    ];
    for example in studied {
        let body = std::fs::read(format!("../../examples/{example}.toml")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_string_lossy().into_owned();
        add(run_on(&body, &["run", "--json", "--no-pictures", "--out", &out]).json());
    }
    let actuator = std::fs::read("tests/good/braked-motor.toml").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_string_lossy().into_owned();
    add(run_on(
        &actuator,
        &["run", "--json", "--no-pictures", "--out", &out],
    )
    .json());
    for example in examples() {
        add(run([Path::new("geometry"), &example, Path::new("--json")]).json());
    }
    let known: BTreeSet<String> = ResultKey::all()
        .map(|key| format!("{}.{}", key.object.collection(), key.key))
        .collect();
    let difference: Vec<&String> = known.symmetric_difference(&written).collect();
    assert!(
        difference.is_empty(),
        "only described or only written: {difference:?}"
    );

    let page = std::fs::read_to_string("../../docs/reference/results.md").unwrap();
    for key in ResultKey::all() {
        assert!(page.contains(&format!("| `{}` |", key.key)), "{}", key.key);
    }
}
