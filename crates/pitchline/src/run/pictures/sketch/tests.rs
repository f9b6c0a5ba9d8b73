//! What machines look like: found again in the picture as written.

use super::*;
use crate::Model;
use crate::pictures::audit;

const HEAD: &str = "[model]\nname = \"test\"\nschema = 1\n[bodies.rod]\nmass = \"2 kg\"\n\
    inertia = [\"0.01 kg m2\", \"0.1 kg m2\", \"0.1 kg m2\"]\nposition = [\"0.5 m\", 0, 0]\n\
    [joints.pin]\nkind = \"revolute\"\na = \"ground\"\nb = \"rod\"\nat = [0, 0, 0]\n";

/// The machine of a model at its start, as SVG.
fn drawn(text: &str) -> String {
    let (model, diagnostics) = Model::load(format!("{HEAD}{text}").as_bytes());
    let model = model.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let mut none = |_: &str, _: &str| Err("there is no study".to_owned());
    let built = crate::machine::assemble(&model, &mut none).unwrap_or_else(|e| panic!("{e}"));
    let figure = machine(&built, &built.machine.start(0.0), "test", "at the start");
    let picture = figure.draw().unwrap().svg().unwrap();
    assert_eq!(audit::faults(&picture), [], "{text}");
    picture
}

/// The paths of a picture inside of its frame, one a line.
fn data(picture: &str) -> Vec<&str> {
    let inside = picture.split("class=\"data\"").nth(1).unwrap_or_default();
    let inside = inside.split("</g>").next().unwrap_or_default();
    inside.split("<path").skip(1).collect()
}

/// Corners of a path.
fn corners(path: &str) -> Vec<Point> {
    let d = path.split(" d=\"").nth(1).unwrap_or_default();
    let d = d.split('"').next().unwrap_or_default();
    let points = d.split(['M', 'L', 'Z']).map(str::trim);
    let number = |x: &str| x.parse::<f64>().unwrap_or(f64::NAN);
    let point = |p: &str| {
        let (x, y) = p.split_once([' ', ',']).unwrap_or_default();
        [number(x), number(y)]
    };
    points.filter(|p| !p.is_empty()).map(point).collect()
}

/// The only head of an arrow: a black triangle.
fn head(picture: &str) -> [Point; 3] {
    let black = format!("fill=\"{}\"", "#1a1a1a");
    let paths = data(picture);
    let heads: Vec<Vec<Point>> = paths
        .iter()
        .filter(|path| path.contains(&black))
        .map(|path| corners(path))
        .collect();
    match heads.as_slice() {
        [head] => [head[0], head[1], head[2]],
        other => panic!("{} heads in {picture}", other.len()),
    }
}

/// Direction in which an arrow points on the page, y upwards, in degrees.
fn heading([tip, one, other]: [Point; 3]) -> f64 {
    let back = [0.5 * (one[0] + other[0]), 0.5 * (one[1] + other[1])];
    (back[1] - tip[1]).atan2(tip[0] - back[0]).to_degrees()
}

const LOAD_ON: &str = "[forces.push]\nkind = \"load\"\non = \"rod\"\n";

/// In the plane a load points as it acts; its length does not depend on its size.
#[test]
fn loads_point_as_they_act() {
    let small = drawn(&format!("{LOAD_ON}force = [\"3 N\", \"3 N\", 0]\n"));
    // Paths have two decimals; a head is 9 px long.
    assert!((heading(head(&small)) - 45.0).abs() < 0.1);
    let large = drawn(&format!("{LOAD_ON}force = [\"3 MN\", \"3 MN\", 0]\n"));
    assert_eq!(small, large);
}

/// In space the view is isometric: x runs down to the right, y up to the right, z up.
#[test]
fn loads_in_space_are_seen_isometrically() {
    let space = "[bodies.arm]\nmass = \"1 kg\"\ninertia = [\"0.1 kg m2\", \"0.1 kg m2\", \"0.1 kg m2\"]\nposition = [\"0.2 m\", \"0.6 m\", \"0.7 m\"]\n\
        [joints.ball]\nkind = \"spherical\"\na = \"rod\"\nb = \"arm\"\nat = [\"1 m\", 0, 0]\n";
    for (force, angle) in [
        ("[\"5 N\", 0, 0]", -30.0),
        ("[0, \"5 N\", 0]", 30.0),
        ("[0, 0, \"5 N\"]", 90.0),
    ] {
        let picture = drawn(&format!("{space}{LOAD_ON}force = {force}\n"));
        assert!(picture.contains("isometric, across") && picture.contains("isometric, up"));
        assert!((heading(head(&picture)) - angle).abs() < 0.1, "{force}");
    }
}

/// A load that only turns is no arrow, and neither is one towards the reader.
#[test]
fn torques_are_rings() {
    for load in ["torque = [0, 0, \"2 N m\"]\n", "force = [0, 0, \"2 N\"]\n"] {
        let picture = drawn(&format!("{LOAD_ON}{load}"));
        let black = |path: &&&str| path.contains("stroke=\"#1a1a1a\"");
        let paths = data(&picture);
        let longest = paths.iter().filter(black).map(|path| corners(path).len());
        // An arc of many chords, besides the circle of the joint.
        assert!(longest.filter(|n| *n > 20).count() >= 2, "{load}");
    }
}

/// What is white inside of a joint hides the body below it.
#[test]
fn joints_cover_bodies() {
    let picture = drawn("");
    let paths = data(&picture);
    let find = |what: &str| paths.iter().rposition(|path| path.contains(what));
    let body = find("stroke=\"#0072b2\"");
    let white = find("fill=\"#ffffff\"");
    assert!(body.is_some() && white > body, "{body:?} {white:?}");
    // The circle around the pin, not a square.
    let border = white.map(|i| corners(paths[i]).len());
    assert!(border > Some(20), "{border:?}");
}

/// A spring about an axis has both ends in one place: it is a coil there.
#[test]
fn torsion_springs_are_coils() {
    let picture = drawn(
        "[forces.closer]\nkind = \"torsion-spring\"\na = \"ground\"\nb = \"rod\"\nat = [0, 0, 0]\nstiffness = \"5 N m/rad\"\n",
    );
    let grey = |path: &&&str| path.contains("stroke=\"#666666\"");
    let paths = data(&picture);
    let longest = paths.iter().filter(grey).map(|path| corners(path).len());
    assert_eq!(longest.max(), Some(49));
}
