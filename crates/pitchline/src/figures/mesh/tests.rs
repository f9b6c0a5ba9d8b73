//! The drawn position: the drive flanks touch, and nothing overlaps.

use std::f64::consts::TAU;

use super::super::outline;
use super::super::samples::{self, data};
use super::position::Position;
use crate::geometry::{
    CylindricalData, CylindricalGear, GearKind, GearPair, Hand, Tip, ToothProfile,
};
use crate::pictures::Point;

const TOLERANCE: f64 = 1e-9;

/// How deep a point lies in the material of a gear, along the arc or the pitch line (m); negative outside.
fn depth(gear: &CylindricalGear, [x, y]: Point) -> f64 {
    match gear {
        CylindricalGear::Wheel(wheel) => {
            let profile = &wheel.profile;
            let pitch = TAU / f64::from(profile.teeth);
            let angle = y.atan2(x);
            let from_tooth = (angle - pitch * (angle / pitch).round()).abs();
            let radius = x.hypot(y);
            let [tip, root] = [profile.tip_radius, profile.root_radius];
            let outward = if profile.is_internal { -1.0 } else { 1.0 };
            if outward * (radius - tip) > 0.0 {
                return -f64::INFINITY;
            }
            if outward * (radius - root) <= 0.0 {
                return outward * (root - radius);
            }
            radius * (half_angle(profile, radius) - from_tooth)
        }
        CylindricalGear::Rack(rack) => {
            let pitch = rack.data.system.transverse_pitch();
            let from_tooth = (y - pitch * (y / pitch).round()).abs();
            if x > rack.tip_height {
                return -f64::INFINITY;
            }
            if x < -rack.form_depth {
                // The fillet lies outside of the straight flank: tips that come here are checked against the root.
                return -rack.root_depth - x;
            }
            0.5 * rack.thickness_at(x) - from_tooth
        }
    }
}

/// Half the angle of the tooth at a radius, on the flank or in the fillet.
fn half_angle(profile: &ToothProfile, radius: f64) -> f64 {
    let outward = if profile.is_internal { -1.0 } else { 1.0 };
    if outward * (radius - profile.form_radius) >= 0.0 {
        return profile.flank_half_angle(radius);
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if outward * (profile.fillet.point(middle).radius - radius) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    profile.fillet.point(0.5 * (low + high)).angle
}

/// The deepest that points of `gear` lie in `other`.
fn deepest(pair: &GearPair, position: &Position, i: usize) -> f64 {
    let gears = [&pair.a, &pair.b];
    let [own, other] = [position.placements[i], position.placements[1 - i]];
    let half = gears[i].half_outline(3000);
    let mut deepest = -f64::INFINITY;
    for steps in -3..=3 {
        for [x, y] in &half {
            for side in [1.0, -1.0] {
                let point = outline::stepped(gears[i], [*x, side * y], steps);
                let there = own.map(point);
                let back = [there[0] - other.centre[0], there[1] - other.centre[1]];
                let point = outline::turned(back, -other.turn);
                deepest = depth(gears[1 - i], point).max(deepest);
            }
        }
    }
    deepest
}

#[track_caller]
fn check(a: CylindricalData, b: CylindricalData, center_distance: Option<f64>) {
    let pair = samples::pair(a, b, center_distance).unwrap().geometry;
    let position = Position::new(&pair);
    assert!(position.contacts.len() >= 2 || pair.transverse_contact_ratio < 1.0);
    let deep = [0, 1].map(|i| deepest(&pair, &position, i));
    for deep in deep {
        assert!(deep < TOLERANCE, "teeth overlap by {deep} m");
    }
    let nearest = deep[0].max(deep[1]);
    assert!(nearest > -TOLERANCE, "flanks are {} m apart", -nearest);
    // The named contacts lie on both gears.
    for (i, gear) in [&pair.a, &pair.b].into_iter().enumerate() {
        let placement = position.placements[i];
        for contact in &position.contacts {
            let back = [
                contact[0] - placement.centre[0],
                contact[1] - placement.centre[1],
            ];
            let depth = depth(gear, outline::turned(back, -placement.turn));
            assert!(depth.abs() < TOLERANCE, "contact {depth} m off gear {i}");
        }
    }
}

fn external(teeth: u32, shift: f64, allowance: f64) -> CylindricalData {
    CylindricalData {
        profile_shift: shift,
        thickness_allowance: allowance,
        ..data(GearKind::External, teeth)
    }
}

fn ring(teeth: u32, allowance: f64) -> CylindricalData {
    CylindricalData {
        profile_shift: 0.3,
        thickness_allowance: allowance,
        tip: Tip::Alteration(-0.1),
        ..data(GearKind::Internal, teeth)
    }
}

fn helical(mut data: CylindricalData, hand: Hand) -> CylindricalData {
    data.system.helix_angle = 25_f64.to_radians();
    data.system.hand = hand;
    data
}

#[test]
fn external_pairs_touch() {
    check(external(22, 0.2, 0.0), external(45, 0.1, 0.0), None);
    check(external(22, 0.2, -1e-4), external(45, 0.1, -3e-4), None);
    check(
        external(45, 0.0, -1e-4),
        external(22, 0.2, 0.0),
        Some(0.1020),
    );
}

#[test]
fn helical_pairs_touch() {
    let [a, b] = [external(22, 0.2, 0.0), external(45, 0.1, -1e-4)];
    check(helical(a, Hand::Left), helical(b, Hand::Right), None);
    let b = ring(70, -1e-4);
    check(helical(a, Hand::Left), helical(b, Hand::Left), None);
}

#[test]
fn internal_pairs_touch_whoever_drives() {
    for allowance in [0.0, -2e-4] {
        let [pinion, ring] = [external(23, 0.3, allowance), ring(67, allowance)];
        check(pinion, ring, None);
        check(ring, pinion, None);
    }
}

#[test]
fn racks_touch_whoever_drives() {
    for allowance in [0.0, -2e-4] {
        let [pinion, rack] = [external(25, 0.3, allowance), data(GearKind::Rack, 30)];
        check(pinion, rack, None);
        check(rack, pinion, None);
    }
}

#[test]
fn high_contact_ratios_show_three_contacts() {
    let long = |teeth: u32| {
        let mut data = external(teeth, 0.0, -1e-4);
        data.rack.addendum = 1.3;
        data.rack.dedendum = 1.6;
        data.rack.root_radius = 0.2;
        data
    };
    let pair = samples::pair(long(50), long(70), None).unwrap().geometry;
    assert!(pair.transverse_contact_ratio > 2.0);
    assert_eq!(Position::new(&pair).contacts.len(), 3);
    check(long(50), long(70), None);
}
