//! Planetary sets of level `planar`.

use super::*;

/// Sun in, ring held, carrier out: η = (1 + i₀ η_s η_r)/(1 + i₀) with i₀ = z_r/z_s and the efficiencies of both meshes seen from the carrier,
/// as power flows are counted since Willis; six contacts stick at the start and all break away.
#[test]
fn a_set_has_the_efficiency_of_its_power_flow() {
    let gear = |name: &str, kind: &str, teeth: u32, more: &str| {
        format!(
            "[gears.{name}]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"2 mm\"\nface_width = \"25 mm\"\n{more}"
        )
    };
    let body = |name: &str| {
        format!(
            "[bodies.{name}]\nmass = \"2 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"2e-3 kg m2\"]\n\
             [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [0, 0, 0]\n"
        )
    };
    let text = format!(
        "[model]\nname = \"set\"\nschema = 1\n{}{}{}{}{}\
         [planetary.set]\nkind = \"simple\"\nsun = \"sun\"\nplanet = \"planet\"\nring = \"ring\"\nplanets = 3\n\
         bodies = {{ sun = \"input\", ring = \"ground\", carrier = \"output\" }}\nlevel = \"planar\"\n\
         mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\n\
         friction = {{ kind = \"efficiency\", forward = 0.97, static_factor = 1.5 }}\n\
         [drives.motor]\nkind = \"speed\"\njoint = \"input\"\nvalue = {{ kind = \"smooth-step\", to = \"50 rad/s\", end = \"20 ms\" }}\n\
         [forces.load]\nkind = \"load\"\non = \"output\"\ntorque = [0, 0, \"-60 N m\"]\n\
         [sensors.motor]\nkind = \"drive\"\nof = \"motor\"\n\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nstart = \"rest\"\nend = \"60 ms\"\naccuracy = 1e-7\noutput_step = \"1 ms\"\n",
        gear("sun", "external", 28, ""),
        gear("planet", "external", 20, ""),
        gear("ring", "internal", 68, "tip_alteration = -0.25\n"),
        body("input"),
        body("output"),
    );
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(&folder.path().join("out"), "run/sensors.csv");
    let ratio = 68.0 / 28.0;
    let expected = (1.0 + ratio * 0.97 * 0.97) / (1.0 + ratio);
    let found = 60.0 / ((1.0 + ratio) * last(&table, "motor"));
    assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    let pairs = &ran.json()["studies"]["run"]["values"]["pairs"];
    let pairs = pairs.as_object().unwrap();
    assert_eq!(pairs.len(), 6);
    for (name, pair) in pairs {
        assert!(pair["stick_phases"].as_u64() >= Some(1), "{name}: {pair}");
        assert!(
            !pair["breakaway_times"].as_array().unwrap().is_empty(),
            "{name}"
        );
    }
}

/// Teeth of a ring rest where friction takes no power unless they are told to rest where nothing passes the pitch point.
#[test]
fn teeth_of_rings_stick_by_the_conjugate_slip() {
    let part = |name: &str, kind: &str, (teeth, more): (u32, &str), inertia: f64, x: f64| {
        format!(
            "[gears.{name}]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"1 mm\"\nface_width = \"10 mm\"\n\
             {more}[bodies.{name}]\nmass = \"1 kg\"\ninertia = [{inertia}, {inertia}, {inertia}]\nposition = [{x}, 0, 0]\n\
             [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [{x}, 0, 0]\n\
             [wheels.w-{name}]\ngear = \"{name}\"\nbody = \"{name}\"\n"
        )
    };
    let text = |stiction: &str| {
        format!(
            "[model]\nname = \"ring\"\nschema = 1\n{}{}\
             [[pairs]]\nname = \"mesh\"\na = \"w-pinion\"\nb = \"w-ring\"\nlevel = \"planar\"\n\
             mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\n\
             friction = {{ kind = \"coulomb\", coefficient = 0.1, static_coefficient = 0.2{stiction} }}\n\
             [forces.t]\nkind = \"load\"\non = \"pinion\"\ntorque = [0, 0, \"5 N m\"]\n\
             [forces.u]\nkind = \"load\"\non = \"ring\"\ntorque = [0, 0, \"-15 N m\"]\n\
             [[studies]]\nname = \"hold\"\nkind = \"transient\"\nend = \"10 ms\"\noutput_step = \"0.1 ms\"\n",
            part("pinion", "external", (20, ""), 5e-4, 0.0),
            part(
                "ring",
                "internal",
                (60, "tip_alteration = -0.3\n"),
                1e-3,
                -0.02
            ),
        )
    };
    let [usual, conjugate, mesh] = ["", ", stiction = \"conjugate\"", ", stiction = \"mesh\""]
        .map(|stiction| meshing(&text(stiction), "hold"));
    let forces = |(_, table): &(Json, Csv)| table.column("friction");
    assert_eq!(forces(&usual), forces(&conjugate));
    assert_ne!(forces(&usual), forces(&mesh));
    assert!(last(&usual.1, "sliding").abs() < f64::EPSILON);
    let phases = |(values, _): &(Json, Csv)| number(values, "stick_phases");
    assert!(phases(&usual) < 10.0, "{}", phases(&usual));
}
