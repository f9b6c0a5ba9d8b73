//! No-load transmission error: zero for conjugate flanks, the analytic curve for a relief, the right periods for
//! deviations. Module 1 m, so that lengths are in modules.

use pitchline_geometry::{
    CylindricalData, CylindricalGear, Deviations, FlankSide, GearFlanks, GearKind, GearPair, Hand,
    Misalignment, Modification, Tip, ToothMesh,
};
use proptest::prelude::*;

use crate::flank_sample::any_side;
use crate::sample::{config, data, external, pair, pairs};

pub fn mesh_of(pair: &GearPair, misalignment: Misalignment) -> ToothMesh {
    let [a, b] = [&pair.a, &pair.b].map(GearFlanks::plain);
    ToothMesh::new(pair, a, b, misalignment)
}

/// Flanks with the same modifications on both sides.
pub fn modified(gear: &CylindricalGear, list: &[Modification]) -> GearFlanks {
    GearFlanks::build(gear, list.to_vec(), list.to_vec(), Deviations::default()).unwrap()
}

/// Whether all flanks touch only where both are involutes.
fn is_clean(pair: &GearPair) -> bool {
    let total = pair.total_contact_ratio();
    total > 1.05
        && total < 8.0
        && (pair.formula_contact_ratio - pair.transverse_contact_ratio).abs() < 1e-9
        && pair.findings.is_empty()
        && pair.a.findings().is_empty()
        && pair.b.findings().is_empty()
        && pair.backlash.line_of_action > -0.2
}

/// Coordinate of `a` at which its tooth number `tooth` is on the line of centres, and a part of a pitch more.
pub fn coordinate(pair: &GearPair, tooth: f64) -> f64 {
    let pitch = GearFlanks::plain(&pair.a).pitch();
    (1.0 - tooth) * pitch
}

pub fn ring(teeth: u32) -> CylindricalData {
    CylindricalData {
        tip: Tip::Alteration(-0.2),
        ..data(GearKind::Internal, teeth)
    }
}

/// Spur and helical pairs of every kind, named in both orders.
pub fn kinds() -> Vec<[CylindricalData; 2]> {
    let mut list = Vec::new();
    for helix in [0.0, 0.35] {
        let with = |mut data: CylindricalData, hand| {
            data.system.helix_angle = helix;
            data.system.hand = hand;
            data.thickness_allowance = -0.05;
            data
        };
        for (mate, hand) in [
            (external(41), Hand::Left),
            (ring(67), Hand::Right),
            (data(GearKind::Rack, 60), Hand::Left),
        ] {
            let [a, b] = [with(external(23), Hand::Right), with(mate, hand)];
            list.push([a, b]);
            list.push([b, a]);
        }
    }
    list
}

#[test]
fn conjugate_flanks_have_no_error() {
    let mut n_checked = 0;
    for [a, b] in kinds() {
        let nominal = pair(a, b, None);
        // At the nominal and at changed centre distances.
        for more in [0.0, 0.07, -0.02] {
            let pair = pair(a, b, Some(nominal.center_distance + more));
            let mesh = mesh_of(&pair, Misalignment::default());
            for side in [FlankSide::Right, FlankSide::Left] {
                for i in 0..=14 {
                    // Two pitches, in the middle of a rack.
                    let at = coordinate(&pair, 14.0 + f64::from(i) / 7.0) * rack_sense(&pair);
                    let contact = mesh.no_load_contact(at, side).unwrap();
                    let te = contact.transmission_error;
                    assert!(te.abs() < 1e-10, "{te} {contact:?}");
                    n_checked += 1;
                }
            }
        }
    }
    assert_eq!(n_checked, 12 * 3 * 2 * 15);
}

/// A rack as `b` comes to its teeth when the pinion turns positively, a rack as `a` when it moves negatively.
pub fn rack_sense(pair: &GearPair) -> f64 {
    match pair.b {
        CylindricalGear::Rack(_) => -1.0,
        CylindricalGear::Wheel(_) => 1.0,
    }
}

#[test]
fn contact_lies_on_the_line_of_action() {
    for [a, b] in kinds() {
        let pair = pair(a, b, None);
        let mesh = mesh_of(&pair, Misalignment::default());
        let (sin, cos) = pair.working_pressure_angle.sin_cos();
        let place = match (&pair.a, pair.working_radius) {
            (_, [Some(radius), _]) => radius,
            (CylindricalGear::Rack(_), [_, Some(radius)]) => pair.center_distance - radius,
            _ => unreachable!(),
        };
        for (side, sign) in [(FlankSide::Right, 1.0), (FlankSide::Left, -1.0)] {
            for i in 0..5 {
                let at = coordinate(&pair, 14.0 + f64::from(i) / 5.0) * rack_sense(&pair);
                let contact = mesh.no_load_contact(at, side).unwrap();
                let [x, y, _] = contact.point;
                // On the line through the pitch point along the normal of a's flank.
                let is_ring = pair.a.data().kind == GearKind::Internal;
                let normal = [if is_ring { -sin } else { sin }, sign * cos];
                let off = (x - place) * normal[1] - y * normal[0];
                assert!(off.abs() < 1e-6, "{off} {contact:?}");
            }
        }
    }
}

#[test]
fn a_wider_distance_lets_b_lag() {
    // A displacement that the pair does not know of: half the play it adds is seen on each side.
    for [a, b] in kinds() {
        let near = pair(a, b, None);
        let far = pair(a, b, Some(near.center_distance + 0.05));
        let misalignment = Misalignment {
            radial: 0.05,
            ..Misalignment::default()
        };
        let mesh = mesh_of(&near, misalignment);
        let more = 0.5 * (far.backlash.line_of_action - near.backlash.line_of_action);
        let at = coordinate(&near, 14.3) * rack_sense(&near);
        for (side, sign) in [(FlankSide::Right, 1.0), (FlankSide::Left, -1.0)] {
            let te = mesh.no_load_contact(at, side).unwrap().transmission_error;
            assert!((te - sign * more).abs() < 1e-10, "{te} {more}");
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn random_conjugate_pairs_have_no_error(pair in pairs().prop_filter("clean", is_clean), side in any_side(), tooth in 3f64..20.0) {
        let mesh = mesh_of(&pair, Misalignment::default());
        let at = coordinate(&pair, tooth) * rack_sense(&pair);
        let Some(contact) = mesh.no_load_contact(at, side) else {
            // Beyond the end of a short rack.
            prop_assert_eq!(pair.b.data().kind, GearKind::Rack);
            return Ok(());
        };
        let is_rack_end = pair.b.data().kind == GearKind::Rack
            && f64::from(pair.b.data().teeth) < tooth + 10.0;
        prop_assert!(contact.transmission_error.abs() < 1e-10 || is_rack_end, "{contact:?}");
    }

    #[test]
    fn the_gap_is_closed_at_the_contact(pair in pairs().prop_filter("clean", is_clean), side in any_side(), tooth in 3f64..5.0) {
        let mesh = mesh_of(&pair, Misalignment { tilt_in_plane: 1e-3, tilt_out_of_plane: -2e-3, radial: 0.01, offset: 0.02, axial: 0.3 });
        let at = coordinate(&pair, tooth) * rack_sense(&pair);
        for flanks in mesh.pairs(at, side) {
            let Some(contact) = mesh.closing(at, &flanks) else { continue };
            // Pairs far from the mesh turn far to touch: the neighbourhood of a flank ends there.
            if contact.transmission_error.abs() > 0.1 { continue }
            let found = mesh.separation(&flanks, [at, contact.coordinate_b]).unwrap();
            prop_assert!(found.gap.abs() < 1e-9, "{found:?} {contact:?}");
        }
    }
}
