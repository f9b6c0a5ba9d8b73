//! One test for each rule of docs/reference/conventions.md that geometry can show.

use pitchline_geometry::{
    CylindricalData, CylindricalGear, Error, GearKind, GearPair, Hand, PairData, Tip, Wheel,
};

use crate::sample::{build, data, external, pair};

fn ring(teeth: u32) -> CylindricalData {
    // Short tips stay clear of the planet's roots.
    CylindricalData {
        tip: Tip::Alteration(-0.2),
        ..data(GearKind::Internal, teeth)
    }
}

fn wheel(data: CylindricalData) -> Wheel {
    let CylindricalGear::Wheel(wheel) = build(data) else {
        panic!("a rack")
    };
    wheel
}

#[test]
fn tooth_is_on_the_x_axis() {
    for data in [external(20), ring(60), data(GearKind::Rack, 5)] {
        let outline = build(data).half_outline(9);
        let tip = outline[outline.len() - 1];
        // The outline of the right flank ends on the centre line, +x, and lies at positive angles.
        assert!(tip[0] > 0.0 && tip[1].abs() < 1e-12, "{tip:?}");
        assert!(outline.iter().all(|point| point[1] > -1e-12));
    }
}

#[test]
fn right_flank_faces_positive_angles() {
    for wheel in [wheel(external(20)), wheel(ring(60))] {
        let middle = 0.5 * (wheel.form_radius + wheel.tip_radius);
        let step = 1e-6;
        let [low, high] =
            [middle - step, middle + step].map(|r| wheel.profile.flank(r).cartesian());
        let tangent = [high[0] - low[0], high[1] - low[1]];
        let here = wheel.profile.flank(middle);
        // Of the two normals the outward one points away from the tooth's centre line.
        let normal = [-tangent[1], tangent[0]];
        let along_phi = -normal[0] * here.angle.sin() + normal[1] * here.angle.cos();
        assert!(here.angle > 0.0 && along_phi > 0.0);
        // The crate's own normal agrees with that of the points.
        let direction = normal[1].atan2(normal[0]) - here.angle;
        let told = wheel.profile.flank_normal_to_radius(middle);
        assert!((direction - told).abs() < 1e-8, "{direction} {told}");
        assert!(told.sin() > 0.0);
    }
}

#[test]
fn hands_of_pairs() {
    let helical = |mut data: CylindricalData, hand| {
        data.system.helix_angle = 0.2;
        data.system.hand = hand;
        build(data)
    };
    let mesh = |a, b| {
        GearPair::build(
            a,
            b,
            PairData {
                allow_interference: true,
                ..PairData::default()
            },
        )
    };
    let pinion = || helical(external(20), Hand::Right);
    for (mate, hand, is_right) in [
        (external(40), Hand::Left, true),
        (external(40), Hand::Right, false),
        (ring(60), Hand::Right, true),
        (ring(60), Hand::Left, false),
        (data(GearKind::Rack, 9), Hand::Left, true),
        (data(GearKind::Rack, 9), Hand::Right, false),
    ] {
        let result = mesh(pinion(), helical(mate, hand));
        assert_eq!(result.is_ok(), is_right, "{:?} {hand:?}", mate.kind);
        assert!(is_right || matches!(result, Err(Error::WrongHands { .. })));
    }
}

#[test]
fn internal_shift_is_positive_outwards() {
    let [plain, shifted] = [0.0, 0.4].map(|profile_shift| {
        wheel(CylindricalData {
            profile_shift,
            ..ring(60)
        })
    });
    assert!((shifted.tip_radius - plain.tip_radius - 0.4).abs() < 1e-12);
    assert!((shifted.root_radius - plain.root_radius - 0.4).abs() < 1e-9);
    assert!(shifted.tooth_thickness < plain.tooth_thickness);
}

#[test]
fn negative_allowance_gives_backlash() {
    let thin = |data: CylindricalData| CylindricalData {
        thickness_allowance: -0.01,
        ..data
    };
    for [a, b] in [
        [external(20), external(40)],
        [external(20), ring(60)],
        [external(20), data(GearKind::Rack, 9)],
    ] {
        let tight = pair(a, b, None);
        assert!(tight.backlash.circumferential.abs() < 1e-12);
        // Spur: on the reference circles, which are the working ones here, the play is the sum of what is missing.
        let loose = pair(thin(a), thin(b), None);
        assert!(
            (loose.backlash.circumferential - 0.02).abs() < 1e-9,
            "{:?}",
            loose.backlash
        );
    }
}

#[test]
fn contact_starts_at_the_tip_of_b() {
    let gears = [external(20), external(41)].map(|data| wheel(data).tip_radius);
    let mesh = pair(external(20), external(41), None);
    assert!((mesh.path.a.radius[1].unwrap() - gears[1]).abs() < 1e-12);
    assert!((mesh.path.e.radius[0].unwrap() - gears[0]).abs() < 1e-12);
    // Distances are radii of curvature of a: measured from its base tangent point.
    assert_eq!(Some(mesh.path.c.distance), mesh.path.c.curvature[0]);
    // A ring that drives begins at the tip of the planet too.
    let driven = pair(ring(60), external(20), None);
    assert!((driven.path.a.radius[1].unwrap() - gears[0]).abs() < 1e-12);
    assert_eq!(Some(driven.path.c.distance), driven.path.c.curvature[0]);
}

#[test]
fn backlash_conversions() {
    let helical = |mut data: CylindricalData, hand| {
        data.system.helix_angle = 0.3;
        data.system.hand = hand;
        CylindricalData {
            thickness_allowance: -0.02,
            ..data
        }
    };
    let mesh = pair(
        helical(external(20), Hand::Left),
        helical(external(33), Hand::Right),
        Some(27.8),
    );
    let play = mesh.backlash;
    let base_helix = mesh.a.data().system.base_helix_angle();
    assert!(play.line_of_action > 0.0);
    assert!((play.normal - play.line_of_action * base_helix.cos()).abs() < 1e-15);
    assert!(
        (play.circumferential * mesh.working_pressure_angle.cos() - play.line_of_action).abs()
            < 1e-15
    );
    for (angle, wheel) in play.angle.iter().zip([&mesh.a, &mesh.b]) {
        let base_radius = wheel.as_wheel().unwrap().base_radius;
        assert!((angle.unwrap() * base_radius - play.line_of_action).abs() < 1e-12);
    }
}

#[test]
fn slip_is_b_minus_a() {
    // Unit speed of a: surface speeds in the rolling direction are ω ρ.
    let mesh = pair(external(20), external(40), None);
    let [speed_a, speed_b] = [1.0, 0.5];
    for (_, point) in mesh.path.named() {
        let slip = speed_b * point.curvature[1].unwrap() - speed_a * point.curvature[0].unwrap();
        let told = mesh.sliding(point.distance).sliding_factor * mesh.working_radius[0].unwrap();
        assert!((slip - told).abs() < 1e-12);
    }
    assert!(mesh.sliding(mesh.path.a.distance).sliding_factor > 0.0);
}
