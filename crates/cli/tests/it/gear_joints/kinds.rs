//! Double helical, spiral bevel and hypoid pairs of the model file: forces of textbooks at both hands, and the stiffness of ISO 6336.

use super::*;

const HELIX: f64 = 15.0;

fn hands(of_one: &str) -> [&str; 2] {
    match of_one {
        "right" => ["right", "left"],
        _ => ["left", "right"],
    }
}

/// Single stiffness and mesh stiffness of ISO 6336-1 (method B) for unshifted teeth of ISO 53, profile A, on solid discs under more than 100 N/mm, as a
/// whole: c_γα = c′ (0.75 ε_α + 0.25), c′ = 0.8 c′_th C_B cos β with C_B = 1 + ½ (1.2 − 1.25); N/m.
fn iso_stiffness(width: f64) -> f64 {
    let (helix, normal) = (HELIX.to_radians(), PRESSURE.to_radians());
    let transverse = (normal.tan() / helix.cos()).atan();
    let base_helix = (helix.sin() * normal.cos()).asin();
    let virtual_teeth = TEETH.map(|z| z / (base_helix.cos().powi(2) * helix.cos()));
    let q = 0.04723 + 0.15551 / virtual_teeth[0] + 0.25791 / virtual_teeth[1];
    let single = 0.8 * (1.0 - 0.025) * helix.cos() / q;
    let path = |z: f64| {
        let radius = 0.5 * MODULE * z / helix.cos();
        let base = radius * transverse.cos();
        ((radius + MODULE).powi(2) - base * base).sqrt() - radius * transverse.sin()
    };
    let pitch = std::f64::consts::PI * MODULE / helix.cos() * transverse.cos();
    let ratio = (path(TEETH[0]) + path(TEETH[1])) / pitch;
    // N/(mm µm) are 1e9 N/m².
    1e9 * width * single * (0.75 * ratio + 0.25)
}

/// Both hands of the half towards +z: no thrust, and teeth of both halves, 40 mm in all, that give way by what the standard says.
#[test]
fn double_helical_teeth_have_the_stiffness_of_both_halves() {
    for hand in ["right", "left"] {
        let gear = |hand: &str| {
            format!(
                "helix_angle = \"{HELIX} deg\"\nhand = \"{hand}\"\ndouble_helical = true\nmaterial = \"steel\"\n"
            )
        };
        let stand = Stand {
            gears: hands(hand).map(gear),
            distance: 0.09 / HELIX.to_radians().cos(),
            ..Stand::spur(
                "level = \"joint\"\nmesh = { stiffness = \"iso-6336\" }\n",
                &LOADED.replace("100 N m", "400 N m"),
            )
        };
        let steel = "[materials.steel]\nyoungs_modulus = \"206 GPa\"\npoisson_ratio = 0.3\ndensity = \"7850 kg/m3\"\n";
        let (_, _, table) = meshing(&(stand.text() + steel), "rest");
        let radius = 0.5 * MODULE * TEETH[0] / HELIX.to_radians().cos();
        let transverse = (PRESSURE.to_radians().tan() / HELIX.to_radians().cos()).atan();
        let tangential = 400.0 / radius;
        let force = tangential / transverse.cos();
        let way = force / iso_stiffness(0.04);
        for (column, expected, scale) in [
            ("axial_force_a", 0.0, tangential),
            ("axial_force_b", 0.0, tangential),
            ("tangential_force_a", -tangential, tangential),
            ("radial_force_a", -tangential * transverse.tan(), tangential),
            ("radial_force_b", -tangential * transverse.tan(), tangential),
            ("mesh_force", force, force),
            ("deformation", way, way),
        ] {
            assert_near(last(&table, column), expected, scale);
        }
    }
}

/// A pair whose gears differ in `kind`, with bodies where the middles of their faces are: axis of the first along z at (0, y, z), of the second along x.
fn crossing(gears: [String; 2], [y, z, x]: [f64; 3], pair: &str) -> String {
    let [one, two] = gears;
    let body = |name: &str, at: [f64; 3], axis: &str| {
        let [x, y, z] = at;
        format!(
            "[bodies.{name}]\nmass = \"2 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"1e-3 kg m2\"]\nposition = [{x}, {y}, {z}]\n\
             [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [{x}, {y}, {z}]\naxis = {axis}\n\
             [wheels.{name}]\ngear = \"g{name}\"\nbody = \"{name}\"\naxis = {axis}\n"
        )
    };
    format!(
        "[model]\nname = \"test\"\nschema = 1\n[gears.gone]\n{one}[gears.gtwo]\n{two}{}{}\
         [[pairs]]\nname = \"mesh\"\na = \"one\"\nb = \"two\"\n{pair}{LOADED}[[studies]]\nname = \"sizes\"\nkind = \"geometry\"\n",
        body("one", [0.0, y, z], "[0, 0, 1]"),
        body("two", [x, 0.0, 0.0], "[1, 0, 0]"),
    )
}

/// Axial (away from the apex) and radial force of a spiral bevel gear over its tangential force: the pressure of the flank pushes it out of the cone,
/// the spiral along it, with the thumb of the driver's hand.
fn over_tangential(cone: f64, spiral: f64, thumb: f64) -> [f64; 2] {
    let pressure = PRESSURE.to_radians().tan() / spiral.cos();
    [
        pressure * cone.sin() + thumb * spiral.tan() * cone.cos(),
        -pressure * cone.cos() + thumb * spiral.tan() * cone.sin(),
    ]
}

fn assert_forces(
    table: &Csv,
    tangential: [f64; 2],
    cones: [f64; 2],
    spirals: [f64; 2],
    thumb: f64,
) {
    for (i, wheel) in ["a", "b"].into_iter().enumerate() {
        // The driven gear has the other hand and feels the opposite.
        let thumb = if i == 0 { thumb } else { -thumb };
        let [axial, radial] = over_tangential(cones[i], spirals[i], thumb);
        for (what, expected) in [("tangential", -1.0), ("axial", axial), ("radial", radial)] {
            let found = last(table, &format!("{what}_force_{wheel}"));
            assert_near(found, expected * tangential[i], tangential[0]);
        }
    }
}

const LEVELS: [&str; 2] = [
    "",
    "level = \"joint\"\nmesh = { stiffness = \"3e8 N/m\" }\n",
];

/// Teeth 15 and 45, outer module 4 mm, 35° of spiral in the middle of a face of 25 mm.
#[test]
fn spiral_bevel_forces_are_those_of_textbooks() {
    let (cone, spiral) = ((15.0_f64 / 45.0).atan(), 35f64.to_radians());
    let cones = [cone, std::f64::consts::FRAC_PI_2 - cone];
    let radii = [15.0, 45.0].map(|z| 0.5 * 4e-3 * z);
    let mean = [0, 1].map(|i| radii[i] - 0.5 * 25e-3 * cones[i].sin());
    for (hand, thumb) in [("right", 1.0), ("left", -1.0)] {
        for level in LEVELS {
            let gear = |teeth: u32, hand: &str| {
                format!(
                    "kind = \"bevel\"\nteeth = {teeth}\nmodule = \"4 mm\"\nspiral_angle = \"35 deg\"\nhand = \"{hand}\"\nface_width = \"25 mm\"\n"
                )
            };
            let [one, two] = hands(hand);
            let places = [0.0, mean[0] / cones[0].tan(), mean[1] / cones[1].tan()];
            let text = crossing([gear(15, one), gear(45, two)], places, level);
            let (_, _, table) = meshing(&text, "rest");
            let tangential = TORQUE / mean[0];
            assert_forces(&table, [tangential; 2], cones, [spiral; 2], thumb);
            assert_near(last(&table, "torque_b"), -3.0 * TORQUE, TORQUE);
        }
    }
}

/// Sample 2 of ISO 23509, at both hands: cones, spiral angles and radii are those of its geometry. Tangential forces are as the cosines of the spirals.
#[test]
fn hypoid_forces_are_those_of_textbooks() {
    for (hand, thumb) in [("left", -1.0), ("right", 1.0)] {
        for level in LEVELS {
            let [one, two] = hands(hand);
            let gears = [
                format!(
                    "kind = \"hypoid\"\nteeth = 13\nmodule = \"4.047619 mm\"\nspiral_angle = \"50 deg\"\nhand = \"{one}\"\nface_width = \"32 mm\"\n"
                ),
                format!(
                    "kind = \"hypoid\"\nteeth = 42\nmodule = \"4.047619 mm\"\nhand = \"{two}\"\nface_width = \"30 mm\"\n"
                ),
            ];
            let pair = format!("offset = \"15 mm\"\napex_beyond_crossing = \"1.576 mm\"\n{level}");
            let places = [
                thumb * SIDE * 0.015,
                0.06985084514955313,
                0.02665995832682019,
            ];
            let (ran, _, table) = meshing(&crossing(gears, places, &pair), "rest");
            let sizes = ran.json()["studies"]["sizes"]["values"]["pairs"]["mesh"].clone();
            let size =
                |key: &str| ["a", "b"].map(|w| sizes[&format!("{key}_{w}")].as_f64().unwrap());
            let (cones, spirals) = (size("cone_angle"), size("spiral_angle"));
            let first = 2.0 * TORQUE / size("pitch_diameter")[0];
            let tangential = [first, first * spirals[1].cos() / spirals[0].cos()];
            assert_forces(&table, tangential, cones, spirals, thumb);
            assert_near(last(&table, "torque_b"), -42.0 / 13.0 * TORQUE, TORQUE);
        }
    }
}

/// Which side of the wheel's axis a pinion with right-hand teeth lies on, seen along +y.
const SIDE: f64 = 1.0;
