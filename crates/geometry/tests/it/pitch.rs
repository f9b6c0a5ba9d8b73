//! Pitch surfaces that touch: what must hold for pairs of every kind.

use std::f64::consts::{FRAC_PI_2, PI};

use pitchline_geometry::{
    Error, Hand, HypoidCones, HypoidData, MeshForce, Mounting, PitchGear, PitchPair, RackContact,
    Spiral, Vector,
};
use proptest::prelude::*;

use crate::sample::{config, external, pair, pairs};
use crate::space::{
    along, bevel, cross, crossed, dot, hand, hypoid, minus, pitch_pairs, size, turn, worm,
};

/// Normal of the cone of a gear at a point, away from its teeth's body, from its axis alone: the gradient of
/// (distance from the axis) − (radius there).
fn surface_normal(gear: &PitchGear, center: Vector, axis: Vector, point: Vector) -> Vector {
    let from_center = minus(point, center);
    let height = dot(from_center, axis);
    let outward = along(from_center, -height, axis);
    assert!((size(outward) - gear.radius).abs() < 1e-12 * gear.radius.max(1.0));
    assert!(height.abs() < 1e-11 * gear.radius.max(1.0));
    let unit = along([0.0; 3], 1.0 / size(outward), outward);
    let side = if gear.cone_angle > 0.75 * PI {
        -1.0
    } else {
        1.0
    };
    if (gear.cone_angle - FRAC_PI_2).abs() < 1e-9 {
        return along([0.0; 3], -1.0, axis);
    }
    let gradient = along(unit, -gear.cone_angle.tan(), axis);
    along([0.0; 3], side / size(gradient), gradient)
}

proptest! {
    #![proptest_config(config(6000))]

    /// The ratio of the teeth is the one at which no tooth is left behind at the contact point.
    #[test]
    fn teeth_and_contact_velocities_give_one_ratio(pair in pitch_pairs()) {
        let across = pair.tooth_frame()[2];
        let [a, b] = [pair.frame_a(), pair.frame_b()];
        let point = pair.contact_point();
        let [per_a, per_b] = [
            dot(cross(a[0], point), across),
            dot(cross(b[0], minus(point, pair.center_b())), across),
        ];
        let ratio = per_a / per_b;
        let of_teeth = -f64::from(pair.a.teeth) / f64::from(pair.b.teeth);
        prop_assert!((ratio / of_teeth - 1.0).abs() < 1e-12, "{ratio} {of_teeth}");
        prop_assert!((pair.speed_ratio() - of_teeth).abs() < 1e-15);
        // What is left of the velocities is slip along the tooth.
        let [va, vb] = pair.surface_velocities(100.0);
        let slip = minus(vb, va);
        prop_assert!((dot(slip, slip).sqrt() - pair.slip(100.0).abs()).abs() < 1e-9 * size(va));
    }

    /// At the contact point both surfaces have one tangent plane and their teeth one direction.
    #[test]
    fn surfaces_share_normal_and_tooth_direction(pair in pitch_pairs()) {
        let [of_a, of_b] = [pair.tooth_frame(), pair.tooth_frame_of_b()];
        for (x, y) in of_a.iter().zip(of_b) {
            prop_assert!(size(minus(*x, y)) < 1e-12);
        }
        let point = pair.contact_point();
        let normal_a = surface_normal(&pair.a, [0.0; 3], pair.frame_a()[0], point);
        let normal_b = surface_normal(&pair.b, pair.center_b(), pair.frame_b()[0], point);
        prop_assert!(size(along(normal_a, 1.0, normal_b)) < 1e-10, "{normal_a:?} {normal_b:?}");
        prop_assert!(size(minus(normal_a, of_a[1])) < 1e-10);
        prop_assert!((pair.a.normal_module() / pair.b.normal_module() - 1.0).abs() < 1e-12);
    }

    /// The mounting that belongs to a pair lacks nothing, wherever it stands.
    #[test]
    fn mesh_condition_holds(pair in pitch_pairs(), angle in -3.0..3.0f64, shift in prop::array::uniform3(-1.0..1.0f64)) {
        let home = pair.mounting();
        let scale = pair.a.radius.max(pair.b.radius);
        let spin = |v: Vector| turn(v, [0.6, 0.0, 0.8], angle);
        let moved = Mounting {
            center_a: shift,
            axis_a: spin(home.axis_a),
            center_b: along(shift, 1.0, spin(minus(home.center_b, home.center_a))),
            axis_b: spin(home.axis_b),
        };
        let across = home.center_b[0].hypot(home.center_b[1]);
        prop_assert!((pair.squared_distance_across() / across.powi(2) - 1.0).abs() < 1e-11);
        for (mounting, room) in [(home, scale), (moved, scale + 4.0)] {
            let mismatch = pair.mismatch(&mounting).unwrap();
            prop_assert!(mismatch.distance() < 1e-12 * room, "{mismatch:?}");
            prop_assert!(mismatch.axis_angle < 1e-11, "{mismatch:?}");
        }
    }

    /// What is added to a right mounting is reported, with its direction.
    #[test]
    fn mismatch_is_what_was_added(pair in pitch_pairs(), by in -1e-3..1e-3f64) {
        let home = pair.mounting();
        let axial = Mounting { center_b: along(home.center_b, by, home.axis_a), ..home };
        let mismatch = pair.mismatch(&axial).unwrap();
        let scale = pair.a.radius.max(pair.b.radius);
        prop_assert!((mismatch.along_axis_a - by).abs() < 1e-12 * scale);
        prop_assert!(mismatch.apart.abs() < 1e-12 * scale);
        prop_assert!(size(along(mismatch.position, -by, home.axis_a)) < 1e-12 * scale);

        let across = along(home.center_b, -dot(home.center_b, home.axis_a), home.axis_a);
        let unit = along([0.0; 3], 1.0 / size(across), across);
        let apart = Mounting { center_b: along(home.center_b, by, unit), ..home };
        let mismatch = pair.mismatch(&apart).unwrap();
        prop_assert!((mismatch.apart - by).abs() < 1e-12 * scale);
        prop_assert!(size(along(mismatch.position, -by, unit)) < 1e-12 * scale);

        let tilted = Mounting { axis_b: turn(home.axis_b, pair.frame_b()[1], by), ..home };
        prop_assert!((pair.mismatch(&tilted).unwrap().axis_angle - by.abs()).abs() < 1e-11);
    }

    /// The force stands on the flank: no part along the tooth, the pressure angle out of the tangent plane, in balance
    /// with the torque; both wheels are pushed apart, and power is kept.
    #[test]
    fn forces_follow_from_the_contact_normal(pair in pitch_pairs(), torque in prop_oneof![Just(7.0), Just(-7.0)]) {
        let forces = pair.forces(torque);
        let [tooth, to_b, across] = pair.tooth_frame();
        let force = forces.vector_on_b;
        prop_assert!((size(force) / forces.normal - 1.0).abs() < 1e-12);
        prop_assert!(dot(force, tooth).abs() < 1e-12 * forces.normal);
        prop_assert!((dot(force, to_b) / forces.normal - pair.pressure_angle.sin()).abs() < 1e-12);
        prop_assert!(dot(force, across) * torque > 0.0);
        let moment_on_a = dot(cross(pair.contact_point(), along([0.0; 3], -1.0, force)), pair.frame_a()[0]);
        prop_assert!((moment_on_a + torque).abs() < 1e-11 * torque.abs());
        let arm_b = minus(pair.contact_point(), pair.center_b());
        let moment_on_b = dot(cross(arm_b, force), pair.frame_b()[0]);
        prop_assert!((moment_on_b + pair.torque_on_b(torque)).abs() < 1e-11 * moment_on_b.abs());
        // Powers of the two outer torques add up to nothing.
        prop_assert!((torque + pair.torque_on_b(torque) * pair.speed_ratio()).abs() < 1e-10);
        for (gear, force) in [(&pair.a, forces.on_a), (&pair.b, forces.on_b)] {
            let expected = component_formulas(gear, force.tangential, pair.pressure_angle);
            for (x, y) in [(force.radial, expected.radial), (force.axial, expected.axial)] {
                prop_assert!((x - y).abs() < 1e-10 * forces.normal, "{force:?} {expected:?}");
            }
        }
    }

    /// Bevel gears have one apex and the shaft angle that was asked for.
    #[test]
    fn bevel_cones_share_their_apex(data in bevel()) {
        let pair = data.build().unwrap();
        prop_assert!((pair.shaft_angle() - data.shaft_angle).abs() < 1e-12);
        prop_assert!((pair.a.cone_angle + pair.b.cone_angle - data.shaft_angle).abs() < 1e-14);
        prop_assert!(pair.offset().abs() < 1e-14);
        if let [Some(a), Some(b)] = pair.apexes() {
            prop_assert!(size(minus(a, b)) < 1e-12, "{a:?} {b:?}");
        }
    }

    /// A hypoid pair has shaft angle, offset, spiral angle and apex as asked for; its spirals differ by the offset angle.
    #[test]
    fn hypoid_cones_are_those_asked_for(data in hypoid()) {
        let pair = data.build().unwrap();
        prop_assert!((pair.shaft_angle() - data.shaft_angle).abs() < 1e-11);
        prop_assert!((pair.offset().abs() - data.offset).abs() < 1e-12);
        let given = match data.spiral {
            Spiral::Pinion(angle) => (pair.a.helix_angle.abs(), angle),
            Spiral::Wheel(angle) => (pair.b.helix_angle.abs(), angle),
        };
        prop_assert!((given.0 - given.1).abs() < 1e-14);
        prop_assert!(pair.a.helix_angle.abs() > pair.b.helix_angle.abs());
        let [_, apex] = pair.apexes_beyond_crossing().unwrap();
        prop_assert!((apex - data.apex_beyond_crossing).abs() < 1e-11);
        let outer = pair.b.radius + 0.5 * data.wheel_face_width * pair.b.cone_angle.sin();
        prop_assert!((2.0 * outer - data.wheel_outer_diameter).abs() < 1e-14);
        prop_assert_eq!(pair.a.hand(), Some(data.pinion_hand));
        // To which side: looking along the pinion to the wheel's apex side, a left pinion lies below.
        prop_assert_eq!(pair.offset() < 0.0, data.pinion_hand == Hand::Right);
    }

    /// What follows of a hypoid pair from its offset, given in place of it, is the same pair.
    #[test]
    fn given_cones_are_a_hypoid_pair(data in hypoid()) {
        let pair = data.build().unwrap();
        let gears = [pair.a, pair.b];
        let of_cones = HypoidCones {
            teeth: gears.map(|gear| gear.teeth),
            cone_angles: gears.map(|gear| gear.cone_angle),
            spiral_angles: gears.map(|gear| gear.helix_angle.abs()),
            hands: gears.map(|gear| gear.hand().unwrap_or(Hand::Left)),
            wheel_outer_diameter: data.wheel_outer_diameter,
            wheel_face_width: data.wheel_face_width,
            pressure_angle: data.pressure_angle,
        };
        let found = of_cones.build().unwrap();
        prop_assert!((found.a.radius - pair.a.radius).abs() < 1e-13);
        prop_assert!((found.offset() - pair.offset()).abs() < 1e-12);
        prop_assert!((found.shaft_angle() - pair.shaft_angle()).abs() < 1e-12);
    }

    /// A worm pair: radii add up to the centre distance, the axial pitch of the worm is the transverse one of the wheel.
    #[test]
    fn worm_and_wheel_share_their_pitch(data in worm()) {
        let found = data.build().unwrap();
        let pair = found.pitch;
        prop_assert!((pair.shaft_angle() - data.shaft_angle).abs() < 1e-12);
        let distance = pair.a.radius + pair.b.radius;
        prop_assert!((pair.offset().abs() - distance).abs() < 1e-13);
        if let Some(asked) = data.center_distance {
            prop_assert!((distance - asked).abs() < 1e-13);
        }
        let lead = 2.0 * PI * pair.a.radius / pair.a.helix_angle.abs().tan();
        prop_assert!((lead / (PI * data.axial_module * f64::from(data.starts)) - 1.0).abs() < 1e-12);
        if (data.shaft_angle - FRAC_PI_2).abs() < 1e-12 {
            let diameter = data.axial_module * f64::from(data.wheel_teeth);
            prop_assert!((2.0 * pair.b.radius / diameter - 1.0).abs() < 1e-12);
        }
    }

    /// Crossed helical gears: the shafts cross at the sum of the helix angles, or their difference.
    #[test]
    fn crossed_shafts_follow_from_the_helices(data in crossed()) {
        let pair = data.build().unwrap();
        prop_assert!((pair.shaft_angle() - data.shaft_angle).abs() < 1e-12);
        let [a, b] = data.systems;
        let distance = 0.5 * a.module * (f64::from(data.teeth[0]) / a.helix_angle.cos() + f64::from(data.teeth[1]) / b.helix_angle.cos());
        prop_assert!((pair.offset().abs() - distance).abs() < 1e-13);
    }

    /// Parallel pairs: the centre distance and the ratio are those of the planar geometry.
    #[test]
    fn parallel_pairs_agree_with_the_plane(mesh in pairs()) {
        if let Some(pair) = PitchPair::of_cylinders(&mesh) {
            let scale = mesh.center_distance.max(1.0);
            prop_assert!((pair.offset() - mesh.center_distance).abs() < 1e-10 * scale);
            prop_assert!(pair.shaft_angle().sin().abs() < 1e-9);
            prop_assert!(pair.offset_angle().abs() < 1e-9);
        } else {
            let contact = RackContact::new(&mesh).unwrap();
            let [_, _, across] = contact.tooth_frame();
            let wheel = cross([0.0, 0.0, 2.0], contact.contact_point());
            prop_assert!((dot(wheel, across) - dot(contact.rack_velocity(2.0), across)).abs() < 1e-12 * size(wheel));
        }
    }
}

/// Radial and axial force of a tangential one, as textbooks write them: with T the tangential force on the gear,
/// F_a = T tan β cos γ + |T| tan α / cos β sin γ, F_r = |T| tan α / cos β cos γ − T tan β sin γ towards the axis.
fn component_formulas(gear: &PitchGear, tangential: f64, pressure_angle: f64) -> MeshForce {
    let separating = tangential.abs() * pressure_angle.tan() / gear.helix_angle.cos();
    let sideways = tangential * gear.helix_angle.tan();
    let (sin, cos) = gear.cone_angle.sin_cos();
    MeshForce {
        tangential,
        radial: sideways * sin - separating * cos,
        axial: separating * sin + sideways * cos,
    }
}

/// The thumb rule: on the driver of right-hand teeth the axial force of the helix points along the thumb of a right
/// hand whose fingers turn with it; a left-hand driver takes the left hand. On the driven gear it points the other way.
#[test]
fn thumb_rule_gives_the_axial_forces() {
    for data in thumb_cases() {
        let (pair, hand_a) = data;
        for sense in [1.0, -1.0] {
            let forces = pair.forces(sense);
            let thumb = if hand_a == Hand::Right { sense } else { -sense };
            assert!(forces.on_a.axial * thumb > 0.0, "{pair:?} {sense}");
            // The wheel turns the other way about its axis (both seen from their +z) and is driven.
            let hand_b = pair.b.hand().unwrap();
            let turning_b = sense * pair.speed_ratio().signum();
            let thumb_b = if hand_b == Hand::Right {
                turning_b
            } else {
                -turning_b
            };
            assert!(forces.on_b.axial * thumb_b < 0.0, "{pair:?} {sense}");
            // Tangential: against the motion on the driver, with it on the driven gear. Radial: towards the own axis.
            assert!(forces.on_a.tangential * sense < 0.0);
            assert!(forces.on_b.tangential * turning_b > 0.0);
            assert!(forces.on_a.radial < 0.0 && forces.on_b.radial < 0.0);
        }
    }
}

/// Cylinders, where the whole axial force is that of the helix: helical, crossed helical and worm, both hands.
fn thumb_cases() -> Vec<(PitchPair, Hand)> {
    let mut cases = Vec::new();
    for hand in [Hand::Left, Hand::Right] {
        let cylinder = |teeth: u32, radius: f64, degrees: f64, hand: Hand| PitchGear {
            teeth,
            radius,
            cone_angle: 0.0,
            helix_angle: if hand == Hand::Left {
                degrees.to_radians()
            } else {
                -degrees.to_radians()
            },
        };
        let pair = |a: PitchGear, b: PitchGear| PitchPair {
            a,
            b,
            pressure_angle: 0.35,
        };
        let radius = |teeth: f64, degrees: f64| teeth / degrees.to_radians().cos();
        cases.push((
            pair(
                cylinder(20, radius(20.0, 15.0), 15.0, hand),
                cylinder(40, radius(40.0, 15.0), 15.0, !hand),
            ),
            hand,
        ));
        cases.push((
            pair(
                cylinder(20, radius(20.0, 50.0), 50.0, hand),
                cylinder(30, radius(30.0, 40.0), 40.0, hand),
            ),
            hand,
        ));
        cases.push((
            pair(
                cylinder(2, radius(2.0, 80.0), 80.0, hand),
                cylinder(40, radius(40.0, 10.0), 10.0, hand),
            ),
            hand,
        ));
    }
    cases
}

/// Straight bevel gears are always pushed out of their apex, whichever way they turn; a spiral pinion is pushed out or
/// pulled in with hand and sense: out when a right-hand pinion that drives turns positive about its axis away from the apex.
#[test]
fn bevel_thrust_follows_hand_and_sense() {
    for (spiral, hand) in [(0.0, Hand::Left), (35.0, Hand::Left), (35.0, Hand::Right)] {
        let data = pitchline_geometry::BevelData {
            teeth: [14, 39],
            module: 4.536e-3,
            shaft_angle: FRAC_PI_2,
            spiral_angle: f64::to_radians(spiral),
            hands: [hand, !hand],
            face_width: 25.4e-3,
            pressure_angle: f64::to_radians(20.0),
        };
        let pair = data.build().unwrap();
        for sense in [1.0, -1.0] {
            let forces = pair.forces(sense);
            let [thrust_a, thrust_b] = [forces.on_a.axial, forces.on_b.axial];
            if spiral == 0.0 {
                assert!(thrust_a > 0.0 && thrust_b > 0.0);
            } else {
                let out = (hand == Hand::Right) == (sense > 0.0);
                assert_eq!(thrust_a > 0.0, out, "{hand:?} {sense}");
            }
            // At right angles the axial force on one is the radial force on the other, reversed.
            assert!((thrust_a + forces.on_b.radial).abs() < 1e-9 * forces.normal);
            assert!((thrust_b + forces.on_a.radial).abs() < 1e-9 * forces.normal);
        }
    }
}

/// `sign:cone`, `sign:helix`: cones open along the axis, a ring is 180°, right hands are negative and opposite on a ring.
#[test]
fn cones_and_helices_have_their_signs() {
    let data = |hand: Hand| {
        let mut data = external(20);
        data.system.helix_angle = 0.3;
        data.system.hand = hand;
        data
    };
    let outer = PitchPair::of_cylinders(&pair(data(Hand::Right), data(Hand::Left), None)).unwrap();
    assert!(outer.a.helix_angle < 0.0 && (outer.a.helix_angle + outer.b.helix_angle).abs() < 1e-12);
    let mut ring = data(Hand::Right);
    ring.kind = pitchline_geometry::GearKind::Internal;
    ring.teeth = 60;
    let inner = PitchPair::of_cylinders(&pair(data(Hand::Right), ring, None)).unwrap();
    assert!((inner.b.cone_angle - PI).abs() < 1e-15);
    assert!(inner.a.helix_angle < 0.0 && inner.b.helix_angle > 0.0);
    assert_eq!(inner.b.hand(), Some(Hand::Right));
    // The axis of the ring runs against that of the pinion in this frame.
    assert!(dot(inner.frame_a()[0], inner.frame_b()[0]) < -1.0 + 1e-12);
}

/// `sign:hand` on a cone: a right-hand spiral, followed outwards, turns positive about the axis that leaves the apex.
#[test]
fn right_hand_spiral_turns_positive_outwards() {
    let gear = PitchGear {
        teeth: 20,
        radius: 1.0,
        cone_angle: 0.5,
        helix_angle: -0.6,
    };
    assert_eq!(gear.hand(), Some(Hand::Right));
    let [tooth, _, _] = gear.tooth_axes();
    assert!(tooth[1] > 0.0 && tooth[2] > 0.0);
}

fn hypoid_of(pinion_hand: Hand) -> HypoidData {
    HypoidData {
        pinion_teeth: 13,
        wheel_teeth: 42,
        shaft_angle: FRAC_PI_2,
        offset: 15e-3,
        wheel_outer_diameter: 0.17,
        wheel_face_width: 30e-3,
        spiral: Spiral::Pinion(50f64.to_radians()),
        pinion_hand,
        apex_beyond_crossing: 0.0,
        pressure_angle: 20f64.to_radians(),
    }
}

/// `sign:offset`, and the side that [adams-hypoid] draws: pinion to the right, the wheel's apex towards the viewer; a
/// left-hand pinion then lies below the wheel's axis.
#[test]
fn left_hand_pinion_has_a_positive_offset() {
    for (hand, is_below) in [(Hand::Left, true), (Hand::Right, false)] {
        let pair = hypoid_of(hand).build().unwrap();
        assert_eq!(pair.offset() > 0.0, is_below);
        let [right, into] = [pair.frame_a()[0], pair.frame_b()[0]];
        let up = cross(right, into);
        // From a point of the pinion's axis to one of the wheel's axis.
        assert_eq!(dot(pair.center_b(), up) > 0.0, is_below);
        assert!(pair.a.helix_angle.abs() > pair.b.helix_angle.abs());
    }
}

/// `sign:shafts`: at the contact point no tooth is left behind.
#[test]
fn gears_turn_against_each_other_about_their_axes() {
    let pair = hypoid_of(Hand::Left).build().unwrap();
    assert!((pair.speed_ratio() + 13.0 / 42.0).abs() < 1e-15);
    let [a, b] = pair.surface_velocities(1.0);
    let across = pair.tooth_frame()[2];
    assert!((dot(a, across) - dot(b, across)).abs() < 1e-15);
    assert!((pair.shaft_angle() - FRAC_PI_2).abs() < 1e-12);
}

/// Without offset the hypoid solver finds the bevel pair.
#[test]
fn hypoid_without_offset_is_a_bevel_pair() {
    let bevel = pitchline_geometry::BevelData {
        teeth: [14, 39],
        module: 176.893e-3 / 39.0,
        shaft_angle: f64::to_radians(85.0),
        spiral_angle: f64::to_radians(35.0),
        hands: [Hand::Left, Hand::Right],
        face_width: 25.4e-3,
        pressure_angle: f64::to_radians(20.0),
    };
    let hypoid = HypoidData {
        pinion_teeth: 14,
        wheel_teeth: 39,
        shaft_angle: bevel.shaft_angle,
        offset: 0.0,
        wheel_outer_diameter: 176.893e-3,
        wheel_face_width: 25.4e-3,
        spiral: Spiral::Wheel(bevel.spiral_angle),
        pinion_hand: Hand::Left,
        apex_beyond_crossing: 0.0,
        pressure_angle: bevel.pressure_angle,
    };
    let [x, y] = [bevel.build().unwrap(), hypoid.build().unwrap()];
    for (x, y) in [(x.a, y.a), (x.b, y.b)] {
        assert!((x.cone_angle - y.cone_angle).abs() < 1e-10 && (x.radius - y.radius).abs() < 1e-12);
        assert!((x.helix_angle - y.helix_angle).abs() < 1e-12);
    }
}

proptest! {
    #![proptest_config(config(200))]

    /// The largest offset that a refusal names is possible, and nothing beyond it.
    #[test]
    fn largest_offset_is_the_largest(data in hypoid(), _hand in hand()) {
        let asked = HypoidData { offset: 0.6, ..data };
        let Err(Error::OffsetTooLarge { largest, .. }) = asked.build() else {
            panic!("an offset of three diameters");
        };
        let at = |offset: f64| HypoidData { offset, ..data }.build();
        prop_assert!(at(largest * (1.0 - 1e-9)).is_ok());
        prop_assert!(at(largest * 1.002).is_err());
    }
}
