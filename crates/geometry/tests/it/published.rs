//! Numbers printed elsewhere, each with its source; see validation/ for the tables.

use pitchline_geometry::{Finding, GearPair, PairData, Severity};

use crate::sample::{MM, assert_printed, build, external, pair};

#[test]
fn spur_50_50() {
    // [bruzzone]: base radius 70.475 mm and contact ratio 1.75 in the text; 70.47695 and 1.75467 recomputed.
    let pair = pair(external(50), external(50), None);
    assert_printed(pair.transverse_contact_ratio, 1.7547, 4);
    assert_printed(pair.a.as_wheel().unwrap().base_radius * 3.0, 70.477, 3);
}

#[test]
fn liu_13_97_interferes() {
    // [liu]: 1.6458 printed for the unshifted pair, which is a formula value.
    let refused = GearPair::build(build(external(13)), build(external(97)), PairData::default()).unwrap();
    let finding = refused.findings.iter().find(|f| matches!(f, Finding::Interference { .. })).unwrap();
    assert_eq!(finding.severity(), Severity::Error);
    assert_printed(refused.formula_contact_ratio, 1.64577, 5);
    let mut a = external(13);
    let mut b = external(97);
    a.profile_shift = 0.25;
    b.profile_shift = -0.25;
    let shifted = pair(a, b, None);
    assert_printed(shifted.center_distance, 55.0, 9);
    assert_printed(shifted.transverse_contact_ratio, 1.567, 3);
    assert!(shifted.findings.is_empty(), "{:?}", shifted.findings);
}

#[test]
fn fzg_c() {
    // FZG type C test gears; the printed tip diameters are rounded ones of the standard addendum (with the rounded
    // ones as input AC would be 9.672 instead of the printed 9.68).
    let mut a = external(16);
    let mut b = external(24);
    for (data, x) in [(&mut a, 0.1817), (&mut b, 0.1715)] {
        data.system.module = 4.5 * MM;
        data.profile_shift = x;
    }
    let pair = pair(a, b, Some(91.5 * MM));
    assert_printed(2.0 * pair.a.as_wheel().unwrap().tip_radius / MM, 82.64, 2);
    assert_printed(2.0 * pair.b.as_wheel().unwrap().tip_radius / MM, 118.54, 2);
    assert_printed(pair.working_pressure_angle.to_degrees(), 22.44, 2);
    assert_printed(pair.transverse_contact_ratio, 1.462, 3);
    let path = &pair.path;
    assert_printed(path.between_tangents.unwrap() / MM, 34.93, 2);
    for (point, printed) in [(&path.b, 6.14), (&path.c, 9.68), (&path.d, 13.28), (&path.e, 19.43)] {
        assert_printed((point.distance - path.a.distance) / MM, printed, 2);
    }
}
