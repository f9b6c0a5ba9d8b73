//! Machines that rest by what holds them behind teeth: brakes up to their torque, controllers, weights.

use super::*;

/// A pinion of 20 teeth and a wheel of 60, 1 mm, whose body has its weight 30 mm beside its axis.
fn pair(pair: &str, tail: &str) -> String {
    format!(
        "[model]\nname = \"test\"\nschema = 1\ngravity = [\"GRAVITY m/s2\", 0, 0]\n\
         [gears.pinion]\nkind = \"external\"\nteeth = 20\nmodule = \"1 mm\"\nface_width = \"10 mm\"\n\
         [gears.wheel]\nkind = \"external\"\nteeth = 60\nmodule = \"1 mm\"\nface_width = \"10 mm\"\n\
         [bodies.rotor]\nmass = \"0.3 kg\"\ninertia = [\"5e-5 kg m2\", \"5e-5 kg m2\", \"5e-5 kg m2\"]\n\
         [bodies.arm]\nmass = \"1 kg\"\ninertia = [\"2e-3 kg m2\", \"2e-3 kg m2\", \"2e-3 kg m2\"]\nposition = [\"70 mm\", 0, 0]\n\
         [joints.rotor]\nkind = \"revolute\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\n\
         [joints.arm]\nkind = \"revolute\"\na = \"ground\"\nb = \"arm\"\nat = [\"40 mm\", 0, 0]\n\
         [wheels.pinion]\ngear = \"pinion\"\nbody = \"rotor\"\n\
         [wheels.wheel]\ngear = \"wheel\"\nbody = \"arm\"\nat = [\"40 mm\", 0, 0]\n\
         [[pairs]]\nname = \"mesh\"\na = \"pinion\"\nb = \"wheel\"\n{pair}\n{tail}"
    )
}

const DEFORMABLE: &str = "level = \"joint\"\nmesh = { stiffness = \"1e8 N/m\" }";
const LOAD: &str = "[forces.load]\nkind = \"load\"\non = \"arm\"\ntorque = [0, 0, \"10 N m\"]\n";

fn run(text: &str) -> (Ran, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    (ran, folder)
}

fn warnings(ran: &Ran, study: &str) -> String {
    ran.json()["studies"][study]["warnings"].to_string()
}

/// 10 N m on the wheel are 10/3 N m on the pinion: a brake of 6 N m bears them, one of 3 N m does not, and 18 N m are its limit.
#[test]
fn a_brake_holds_what_is_behind_its_teeth() {
    let model = |torque: f64| {
        pair(
            "level = \"planar\"\nmesh = { stiffness = \"2e6 N/m\", backlash = \"20 um\" }",
            &format!(
                "[forces.brake]\nkind = \"brake\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\ntorque = \"{torque} N m\"\n{LOAD}\
                 [[studies]]\nname = \"hold\"\nkind = \"static\"\n\
                 [[studies]]\nname = \"away\"\nkind = \"breakaway\"\nload = \"load\"\ntorque_range = [\"-30 N m\", \"30 N m\"]\n"
            ),
        )
        .replace("GRAVITY", "0")
    };
    let (ran, _folder) = run(&model(6.0));
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let studies = &ran.json()["studies"];
    let torque = &studies["hold"]["values"]["pairs"]["mesh"]["torque_a"];
    assert!(
        (torque.as_f64().unwrap() + 10.0 / 3.0).abs() < 1e-9,
        "{torque}"
    );
    let told = warnings(&ran, "hold");
    assert!(
        told.contains("it holds 3.33333 N m of at most 6 N m"),
        "{told}"
    );
    let machine = &studies["away"]["values"]["machine"];
    for (way, sign) in [("rising", 1.0), ("falling", -1.0)] {
        let moves = machine["moves"][way].as_f64().unwrap();
        // The brake sticks by a spring, and loads are found to 1e-12 of the range.
        assert!((moves - sign * 18.0).abs() < 1e-6, "{way}: {moves}");
    }
    let (ran, _folder) = run(&model(3.0));
    assert_eq!(ran.code(), 1);
    let told = "would have to hold 3.333 N m, but holds 3 N m at the most";
    assert!(ran.err.contains(told), "{}", ran.err);
}

/// A controller that sums up what is missing holds a weight at its set point through teeth with play.
#[test]
fn a_controller_holds_a_weight_through_play() {
    let controller = "[forces.motor]\nkind = \"dc-motor\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\nresistance = \"0.6 ohm\"\n\
         torque_constant = \"0.08 N m/A\"\ncontroller = \"position\"\n\
         [controllers.position]\nkind = \"angle-to-voltage\"\njoint = \"arm\"\nsetpoint = \"-5 deg\"\nproportional = \"-10 V/rad\"\n\
         integral = \"-150 V/rad s\"\nlimits = [\"-90 V\", \"90 V\"]\n";
    let study = "[[studies]]\nname = \"rest\"\nkind = \"static\"\n";
    let mesh = "level = \"planar\"\nmesh = { stiffness = \"2e6 N/m\", backlash = \"20 um\" }";
    for (load, torque) in [(LOAD, -10.0 / 3.0), ("", 0.0)] {
        let text = pair(mesh, &format!("{controller}{load}{study}"));
        let (ran, _folder) = run(&text.replace("GRAVITY", "0"));
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let pair = &ran.json()["studies"]["rest"]["values"]["pairs"]["mesh"];
        let [held, turn] = ["torque_a", "turn_b"].map(|key| pair[key].as_f64().unwrap());
        assert!((held - torque).abs() < 1e-7, "{held}");
        assert!((turn - (-5f64).to_radians()).abs() < 1e-9, "{turn}");
    }
}

/// A weight beside the axis, told unstable where it is: upright and free, whether the teeth deform or not, but not where something holds it.
#[test]
fn an_equilibrium_is_unstable_where_it_is() {
    let hold = "[drives.hold]\nkind = \"angle\"\njoint = \"rotor\"\nvalue = 0\n";
    let study = "[[studies]]\nname = \"rest\"\nkind = \"static\"\n";
    for teeth in ["level = \"ideal\"", DEFORMABLE] {
        for (gravity, tail, is_unstable) in [
            ("9.81", "", false),
            ("-9.81", "", true),
            ("9.81", hold, false),
            ("-9.81", hold, false),
        ] {
            let text = pair(teeth, &format!("{tail}{study}"));
            let (ran, _folder) = run(&text.replace("GRAVITY", gravity));
            assert_eq!(ran.code(), 0, "{}", ran.err);
            let told = warnings(&ran, "rest");
            let is_told = told.contains("the equilibrium is unstable");
            assert_eq!(is_told, is_unstable, "{teeth}, {gravity}, {tail}: {told}");
        }
    }
}
