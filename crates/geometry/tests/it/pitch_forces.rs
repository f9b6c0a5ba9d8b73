//! Directions and sizes of the forces between pitch surfaces, by means that do not use the frames of the pair: statics
//! of the normal of a tooth that is drawn from its hand alone, and the formulas of textbooks with their table of signs.

use std::f64::consts::FRAC_PI_2;

use pitchline_geometry::{
    BevelData, CrossedData, Hand, HypoidData, MeshForce, PitchGear, PitchPair, Spiral, ToothSystem,
    Vector, WormData, WormSize,
};

use crate::space::{along, cross, dot, minus, size};
use crate::table::Table;

const Z: Vector = [0.0, 0.0, 1.0];
const X: Vector = [1.0, 0.0, 0.0];
const SENSES: [f64; 2] = [1.0, -1.0];
const HANDS: [Hand; 2] = [Hand::Left, Hand::Right];

/// Along a tooth on a generatrix: a right-hand tooth turns positive about the axis as it goes on, like a screw.
fn tooth_line(generatrix: Vector, turning: Vector, gear: &PitchGear, hand: Hand) -> Vector {
    let (sin, cos) = gear.helix_angle.abs().sin_cos();
    let sign = if hand == Hand::Right { 1.0 } else { -1.0 };
    along(along([0.0; 3], cos, generatrix), sign * sin, turning)
}

/// The unit force of a driving tooth on the driven one: square to the tooth's line, at the pressure angle to the tangent
/// plane, out of the driver, and in the direction in which the driver moves.
fn push(pair: &PitchPair, outward: Vector, tooth: Vector, velocity: Vector) -> Vector {
    let sideways = cross(outward, tooth);
    let sign = dot(sideways, velocity).signum();
    let (sin, cos) = pair.pressure_angle.sin_cos();
    along(along([0.0; 3], sin, outward), sign * cos, sideways)
}

/// Splits a force on a gear: along its turning direction, away from its axis, along its axis.
fn split(force: Vector, axis: Vector, outward: Vector) -> MeshForce {
    MeshForce {
        tangential: dot(force, cross(axis, outward)),
        radial: dot(force, outward),
        axial: dot(force, axis),
    }
}

/// Compares all forces of both senses; `axis_b` and `outward_b` (from the axis of b to the contact point) come from the
/// drawing of the shafts, `normal` and `tooth` from that of gear a.
fn check(pair: &PitchPair, normal: Vector, tooth: Vector, axis_b: Vector, outward_b: Vector) {
    for sense in SENSES {
        let velocity = along([0.0; 3], sense, cross(Z, X));
        let on_b = push(pair, normal, tooth, velocity);
        let on_a = along([0.0; 3], -1.0, on_b);
        // In balance with a torque of this sense on a.
        let normal_force = 1.0 / (pair.a.radius * dot(on_b, velocity));
        let found = pair.forces(sense);
        assert!((found.normal / normal_force - 1.0).abs() < 1e-12);
        for (found, force, axis, outward) in [
            (found.on_a, on_a, Z, X),
            (found.on_b, on_b, axis_b, outward_b),
        ] {
            let wanted = split(force, axis, outward);
            for (found, wanted) in [
                (found.tangential, wanted.tangential),
                (found.radial, wanted.radial),
                (found.axial, wanted.axial),
            ] {
                let wanted = wanted * normal_force;
                assert!((found - wanted).abs() < 1e-9 * normal_force, "{pair:?}");
            }
        }
    }
}

fn bevel(hand: Hand, shaft_angle: f64) -> BevelData {
    BevelData {
        teeth: [14, 39],
        module: 4.535718e-3,
        shaft_angle: shaft_angle.to_radians(),
        spiral_angle: 35f64.to_radians(),
        hands: [hand, !hand],
        face_width: 25.4e-3,
        pressure_angle: 20f64.to_radians(),
    }
}

/// Both shafts of a bevel pair and the line on which its cones touch lie in one plane.
#[test]
fn bevel_forces_by_statics() {
    for (hand, angle) in HANDS.into_iter().flat_map(|h| [(h, 90.0), (h, 75.0)]) {
        let pair = bevel(hand, angle).build().unwrap();
        let in_plane = |angle: f64| along(along([0.0; 3], angle.cos(), Z), angle.sin(), X);
        let generatrix = in_plane(pair.a.cone_angle);
        let normal = in_plane(pair.a.cone_angle + FRAC_PI_2);
        let axis_b = in_plane(f64::to_radians(angle));
        let outward_b = in_plane(f64::to_radians(angle) - FRAC_PI_2);
        let tooth = tooth_line(generatrix, cross(Z, X), &pair.a, hand);
        check(&pair, normal, tooth, axis_b, outward_b);
    }
}

/// The axis of b lies square to the common perpendicular; of the two such axes at the shaft angle it is the one on which
/// the teeth of b, drawn from their hand, run along those of a, with both axes pointing the way in which they do.
fn axis_of_b(pair: &PitchPair, shaft_angle: f64, hand: Hand, tooth: Vector) -> Vector {
    let outward = along([0.0; 3], -1.0, X);
    SENSES
        .map(|side| {
            let (sin, cos) = shaft_angle.sin_cos();
            along(along([0.0; 3], cos, Z), side * sin, cross(Z, X))
        })
        .into_iter()
        .find(|axis| {
            let own = tooth_line(*axis, cross(*axis, outward), &pair.b, hand);
            size(minus(own, tooth)) < 1e-9
        })
        .unwrap()
}

fn check_cylinders(pair: &PitchPair, shaft_angle: f64, hands: [Hand; 2]) {
    let tooth = tooth_line(Z, cross(Z, X), &pair.a, hands[0]);
    let axis_b = axis_of_b(pair, shaft_angle, hands[1], tooth);
    check(pair, X, tooth, axis_b, along([0.0; 3], -1.0, X));
}

#[test]
fn worm_forces_by_statics() {
    for (hand, angle) in HANDS.into_iter().flat_map(|h| [(h, 90.0), (h, 100.0)]) {
        let data = WormData {
            starts: 2,
            wheel_teeth: 30,
            axial_module: 3e-3,
            size: WormSize::Diameter(44e-3),
            hand,
            shaft_angle: f64::to_radians(angle),
            center_distance: None,
            pressure_angle: 20f64.to_radians(),
        };
        let pair = data.build().unwrap().pitch;
        check_cylinders(&pair, data.shaft_angle, [hand; 2]);
    }
}

#[test]
fn crossed_forces_by_statics() {
    for (hand, other) in HANDS.into_iter().flat_map(|h| [(h, h), (h, !h)]) {
        let system = |degrees: f64, hand: Hand| ToothSystem {
            module: 3e-3,
            pressure_angle: 20f64.to_radians(),
            helix_angle: degrees.to_radians(),
            hand,
        };
        let data = CrossedData {
            teeth: [15, 24],
            systems: [system(50.0, hand), system(30.0, other)],
            profile_shifts: [0.0; 2],
            shaft_angle: f64::to_radians(if hand == other { 80.0 } else { 20.0 }),
            center_distance: None,
        };
        check_cylinders(&data.build().unwrap(), data.shaft_angle, [hand, other]);
    }
}

/// Thrust away from the own apex and separating force of a tangential one, with the signs of the table.
fn textbook(gear: &PitchGear, tangential: f64, pressure_angle: f64, signs: [f64; 2]) -> [f64; 2] {
    let (sin_s, cos_s) = gear.helix_angle.abs().sin_cos();
    let (sin_c, cos_c) = gear.cone_angle.sin_cos();
    let per = tangential.abs() / cos_s;
    let slope = pressure_angle.tan();
    [
        per * (slope * sin_c + signs[0] * sin_s * cos_c),
        per * (slope * cos_c + signs[1] * sin_s * sin_c),
    ]
}

/// The table of signs holds for both hands, both senses, pinion or wheel driving, and for hypoid pairs with their two
/// spiral angles; their tangential forces and diameters are in the ratios that [timken-loads] states.
#[test]
fn bevel_and_hypoid_forces_by_the_table() {
    let table = Table::new(include_str!(
        "../../../../validation/pitch-geometry/bevel_force_signs.csv"
    ));
    for row in table.rows() {
        let hand = match row.text("driver_hand") {
            "left" => Hand::Left,
            _ => Hand::Right,
        };
        // Seen towards the apex the axis, which leaves the apex, points at the viewer.
        let sense = match row.text("rotation_seen_towards_apex") {
            "clockwise" => -1.0,
            _ => 1.0,
        };
        for pair in cone_pairs(hand) {
            assert_eq!(pair.a.hand(), Some(hand));
            let forces = pair.forces(sense);
            for (gear, force, who) in [
                (&pair.a, forces.on_a, "driver"),
                (&pair.b, forces.on_b, "driven"),
            ] {
                let signs =
                    ["axial", "separating"].map(|what| row.number(&format!("{who}_s_{what}")));
                let [axial, separating] =
                    textbook(gear, force.tangential, pair.pressure_angle, signs);
                assert!(
                    (force.axial - axial).abs() < 1e-9 * forces.normal,
                    "{who} {pair:?}"
                );
                assert!((force.radial + separating).abs() < 1e-9 * forces.normal);
            }
            let [cos_a, cos_b] = [pair.a, pair.b].map(|gear| gear.helix_angle.cos());
            let ratio = forces.on_a.tangential / forces.on_b.tangential;
            assert!((ratio.abs() * cos_b / cos_a - 1.0).abs() < 1e-12);
            let [z_a, z_b] = [pair.a, pair.b].map(|gear| f64::from(gear.teeth));
            let diameters = pair.a.radius / pair.b.radius;
            assert!((diameters * z_b * cos_a / (z_a * cos_b) - 1.0).abs() < 1e-12);
        }
    }
}

/// Bevel and hypoid pairs whose first gear has this hand, the pinion first and the wheel first.
fn cone_pairs(hand: Hand) -> Vec<PitchPair> {
    let hypoid = |hand: Hand| HypoidData {
        pinion_teeth: 13,
        wheel_teeth: 42,
        shaft_angle: FRAC_PI_2,
        offset: 15e-3,
        wheel_outer_diameter: 0.17,
        wheel_face_width: 30e-3,
        spiral: Spiral::Pinion(50f64.to_radians()),
        pinion_hand: hand,
        apex_beyond_crossing: 1.576e-3,
        pressure_angle: 20f64.to_radians(),
    };
    let swapped = |pair: PitchPair| PitchPair {
        a: pair.b,
        b: pair.a,
        ..pair
    };
    vec![
        bevel(hand, 90.0).build().unwrap(),
        swapped(bevel(!hand, 90.0).build().unwrap()),
        hypoid(hand).build().unwrap(),
        swapped(hypoid(!hand).build().unwrap()),
    ]
}

/// The independent axes are those of the pair: no drawing above can be turned by chance.
#[test]
fn drawn_axes_are_at_the_shaft_angle() {
    let pair = bevel(Hand::Left, 75.0).build().unwrap();
    let [a, b] = [pair.frame_a()[0], pair.frame_b()[0]];
    assert!((dot(a, b) - 75f64.to_radians().cos()).abs() < 1e-12);
    assert!(size(minus(a, Z)) < 1e-15);
}
