//! What can be wrong with a mesh: systems that differ, interference, clearance, backlash, contact ratio.

use crate::involute::{involute, involute_at_radius};
use crate::pair::SecondaryInterference;
use crate::path::{LineOfAction, Mate, Roles};
use crate::{ClearTip, CylindricalGear, Error, Finding, GearPair, Side, Wheel};

/// Overlap along the line of action, in modules, that does not shorten the path of contact. The root radius of ISO 53 A
/// is rounded to two digits, so a standard rack reaches 1e-4 modules below the flank of a standard pinion.
const PATH_TOLERANCE: f64 = 2e-4;

/// Overlap of the teeth on the working circle, in modules, that is not called missing backlash: what profile shifts
/// that were rounded to four decimals leave, 2 · 2 tan 20° · 0.5e-4.
const BACKLASH_TOLERANCE: f64 = 0.75e-4;

/// Depth of a tip below a flank or in a fillet, in modules, that is not called interference: less than the breaking of
/// any tip edge, and than the rounding of tip diameters on drawings (0.01 mm at module 5 mm are 1e-3).
const DEPTH_TOLERANCE: f64 = 1e-3;

/// Whether the two tooth systems fit.
pub(crate) fn compatible(
    a: &CylindricalGear,
    b: &CylindricalGear,
    roles: &Roles,
) -> Result<(), Error> {
    let [s, t] = [&a.data().system, &b.data().system];
    let differ = |x: f64, y: f64| (x - y).abs() > 1e-9 * x.abs().max(y.abs());
    if differ(s.module, t.module) {
        return Err(Error::DifferentModules {
            a: s.module,
            b: t.module,
        });
    }
    if differ(s.pressure_angle, t.pressure_angle) {
        return Err(Error::DifferentPressureAngles {
            a: s.pressure_angle,
            b: t.pressure_angle,
        });
    }
    if differ(s.helix_angle, t.helix_angle) {
        return Err(Error::DifferentHelixAngles {
            a: s.helix_angle,
            b: t.helix_angle,
        });
    }
    let is_internal = matches!(roles.mate, Mate::Internal(_));
    if s.is_helical() && (s.hand == t.hand) != is_internal {
        return Err(Error::WrongHands { is_internal });
    }
    if let Mate::Internal(ring) = roles.mate
        && ring.data.teeth <= roles.pinion.data.teeth
    {
        return Err(Error::RingTooSmall {
            ring: ring.data.teeth,
            pinion: roles.pinion.data.teeth,
        });
    }
    Ok(())
}

/// Start and end of contact on the flanks that the tools made, in the coordinate y.
pub(crate) fn generated_path(line: &LineOfAction, module: f64) -> (f64, f64) {
    let tolerance = PATH_TOLERANCE * module;
    let start = if line.mate_tip < line.pinion_form - tolerance {
        line.pinion_form
    } else {
        line.mate_tip
    };
    let end = if line.pinion_tip > line.mate_form + tolerance {
        line.mate_form
    } else {
        line.pinion_tip
    };
    (start.max(line.mate_generated_tip), end)
}

/// Clearance of the other wheel's tip over the root of `a` and of `b` (m).
pub(crate) fn clearance(roles: &Roles, center_distance: f64) -> [f64; 2] {
    let pinion = roles.pinion;
    let (over_pinion_root, over_mate_root) = match roles.mate {
        Mate::External(mate) => (
            center_distance - mate.tip_radius - pinion.root_radius,
            center_distance - pinion.tip_radius - mate.root_radius,
        ),
        Mate::Internal(mate) => (
            mate.tip_radius - center_distance - pinion.root_radius,
            mate.root_radius - center_distance - pinion.tip_radius,
        ),
        Mate::Rack(rack) => (
            center_distance - rack.tip_height - pinion.root_radius,
            center_distance + rack.root_depth - pinion.tip_radius,
        ),
    };
    roles.by_name(over_pinion_root, over_mate_root)
}

/// All findings of a pair.
pub(crate) fn findings(pair: &GearPair, roles: &Roles, allow_interference: bool) -> Vec<Finding> {
    let mut found = Vec::new();
    found.extend(pinion_root_interference(pair, roles, allow_interference));
    found.extend(mate_root_interference(pair, roles, allow_interference));
    found.extend(fillet_interference(pair, roles, allow_interference));
    if let Mate::Internal(ring) = roles.mate {
        found.extend(
            secondary_interference(pair, roles.pinion, ring, allow_interference).map(Finding::from),
        );
    }
    found.extend(clearance_findings(pair));
    if pair.backlash.circumferential < -BACKLASH_TOLERANCE * pair.a.data().system.module {
        found.push(Finding::NoBacklash {
            backlash: pair.backlash.circumferential,
            tight_center_distance: pair.tight_center_distance,
            is_internal: pair.is_internal(),
            is_rack: matches!(roles.mate, Mate::Rack(_)),
        });
    }
    found.extend(contact_ratio(pair));
    if !(12f64.to_radians()..=33f64.to_radians()).contains(&pair.working_pressure_angle) {
        found.push(Finding::UnusualWorkingAngle {
            working_pressure_angle: pair.working_pressure_angle,
        });
    }
    found
}

fn contact_ratio(pair: &GearPair) -> Option<Finding> {
    let transverse = pair.transverse_contact_ratio;
    let total = pair.total_contact_ratio();
    if transverse <= 0.0 {
        return Some(Finding::NoContact {
            gap: -transverse * pair.a.data().system.base_pitch(),
        });
    }
    if total < 1.0 {
        return Some(Finding::ContactRatioBelowOne { transverse, total });
    }
    (transverse < 1.0).then_some(Finding::TransverseRatioBelowOne { transverse, total })
}

fn clearance_findings(pair: &GearPair) -> Vec<Finding> {
    let module = pair.a.data().system.module;
    // Both clearances of an internal pair grow when the axes come nearer.
    let outward = if pair.is_internal() { -1.0 } else { 1.0 };
    [Side::A, Side::B]
        .into_iter()
        .zip(pair.clearance)
        .filter_map(|(root, clearance)| {
            if clearance < 0.0 {
                Some(Finding::NoClearance {
                    root,
                    clearance,
                    least_center_distance: pair.center_distance - outward * clearance,
                    is_internal: outward < 0.0,
                    clear_tip: shortened(
                        if root == Side::A { &pair.b } else { &pair.a },
                        -clearance,
                    ),
                })
            } else if clearance < Finding::SMALL_CLEARANCE * module {
                Some(Finding::SmallClearance {
                    root,
                    clearance,
                    module,
                })
            } else {
                None
            }
        })
        .collect()
}

/// Where the tip of a gear ends when it is shortened by a height (m).
fn shortened(gear: &CylindricalGear, by: f64) -> ClearTip {
    match gear {
        CylindricalGear::Wheel(wheel) if wheel.is_internal() => {
            ClearTip::DiameterAtLeast(2.0 * (wheel.tip_radius + by))
        }
        CylindricalGear::Wheel(wheel) => ClearTip::DiameterAtMost(2.0 * (wheel.tip_radius - by)),
        CylindricalGear::Rack(rack) => ClearTip::HeightAtMost(rack.tip_height - by),
    }
}

/// The mate's tip below the pinion's flank.
fn pinion_root_interference(pair: &GearPair, roles: &Roles, is_allowed: bool) -> Option<Finding> {
    let line = &pair.line;
    let overlap = line.pinion_form - line.mate_tip;
    let pinion = roles.pinion;
    let needed_radius = (line.mate_tip > 0.0).then(|| pinion.base_radius.hypot(line.mate_tip));
    // Beyond the base tangent point no radius would do.
    let depth = needed_radius.map_or(f64::INFINITY, |needed| pinion.form_radius - needed);
    if !is_interference(overlap, depth, roles.system().module) {
        return None;
    }
    let clear = line.pinion_form;
    let clear_tip = match roles.mate {
        Mate::External(mate) => {
            ClearTip::DiameterAtMost(2.0 * mate.base_radius.hypot(line.between_tangents - clear))
        }
        Mate::Internal(mate) => {
            ClearTip::DiameterAtLeast(2.0 * mate.base_radius.hypot(line.between_tangents + clear))
        }
        Mate::Rack(rack) => {
            ClearTip::HeightAtMost(rack.tip_height - overlap * pair.working_pressure_angle.sin())
        }
    };
    Some(Finding::Interference {
        root: if roles.is_swapped { Side::B } else { Side::A },
        form_radius: pinion.form_radius,
        needed_radius,
        formula_ratio: pair.formula_contact_ratio,
        generated_ratio: pair.transverse_contact_ratio,
        least_shift: pinion.undercut.map(|undercut| undercut.least_shift),
        fitting_root_radius: pinion.fitting_root_radius(line.mate_tip),
        clear_tip,
        is_allowed,
    })
}

/// Whether a tip that overlaps the end of a flank along the line of action lies deep enough below it to matter. Near the
/// base circle a long overlap on the line is a small depth.
fn is_interference(overlap: f64, depth: f64, module: f64) -> bool {
    overlap > PATH_TOLERANCE * module && depth > DEPTH_TOLERANCE * module
}

/// The pinion's tip below the mate's flank.
fn mate_root_interference(pair: &GearPair, roles: &Roles, is_allowed: bool) -> Option<Finding> {
    let line = &pair.line;
    let overlap = line.pinion_tip - line.mate_form;
    let (form_radius, least_shift) = match roles.mate {
        Mate::External(mate) | Mate::Internal(mate) => (
            mate.form_radius,
            mate.undercut.map(|undercut| undercut.least_shift),
        ),
        Mate::Rack(rack) => (rack.form_depth, None),
    };
    let needed_curvature = line.mate_curvature(line.pinion_tip);
    let needed_radius = line
        .mate_base_radius
        .zip(needed_curvature)
        .and_then(|(base, rho)| (rho > 0.0).then(|| base.hypot(rho)));
    let fitting_root_radius = match roles.mate {
        Mate::External(mate) => needed_curvature.and_then(|rho| mate.fitting_root_radius(rho)),
        Mate::Internal(_) | Mate::Rack(_) => None,
    };
    let depth = match (roles.mate, needed_radius) {
        (Mate::Rack(_), _) => overlap * pair.working_pressure_angle.sin(),
        (_, Some(needed)) => (needed - form_radius).abs(),
        (_, None) => f64::INFINITY,
    };
    if !is_interference(overlap, depth, roles.system().module) {
        return None;
    }
    Some(Finding::Interference {
        root: if roles.is_swapped { Side::A } else { Side::B },
        form_radius,
        needed_radius,
        formula_ratio: pair.formula_contact_ratio,
        generated_ratio: pair.transverse_contact_ratio,
        least_shift,
        fitting_root_radius,
        clear_tip: ClearTip::DiameterAtMost(
            2.0 * roles.pinion.base_radius.hypot(line.mate_form.max(0.0)),
        ),
        is_allowed,
    })
}

/// Tip corners in the fillets below the flank contact. A tip that already hits the root land or the end of the flank
/// has its own finding.
fn fillet_interference(pair: &GearPair, roles: &Roles, is_allowed: bool) -> Vec<Finding> {
    let (Mate::External(mate) | Mate::Internal(mate)) = roles.mate else {
        return Vec::new();
    };
    let wheels = roles.by_name(roles.pinion, mate);
    let tolerance = DEPTH_TOLERANCE * roles.system().module;
    [Side::A, Side::B]
        .into_iter()
        .enumerate()
        .filter_map(|(i, root)| {
            let working = [pair.working_radius[1 - i]?, pair.working_radius[i]?];
            let depth = corner_depth(wheels[1 - i], wheels[i], working, pair.center_distance);
            let is_named = pair.clearance[i] < 0.0;
            (depth > tolerance && !is_named).then_some(Finding::FilletInterference {
                root,
                depth,
                is_allowed,
            })
        })
        .collect()
}

/// How deep the tip corner of one wheel passes inside the fillet of the other, normal to it; negative when it stays
/// clear. \[theory:cylindrical-gears\] (18)
fn corner_depth(tip: &Wheel, root: &Wheel, working_radius: [f64; 2], center_distance: f64) -> f64 {
    const SAMPLES: u32 = 24;
    let a = center_distance;
    let r_a = tip.tip_radius;
    // Along the line of centres: the place of the root's axis and the sense of its distance, seen from the tip's axis.
    let (sign_axis, sign_tip) = match (tip.is_internal(), root.is_internal()) {
        (false, false) => (1.0, -1.0),
        (false, true) => (1.0, 1.0),
        _ => (-1.0, 1.0),
    };
    let lag = tip.profile.flank_half_angle(working_radius[0]) - tip.profile.flank_half_angle(r_a);
    let ratio = f64::from(tip.data.teeth) / f64::from(root.data.teeth);
    let half_angle = root.profile.flank_half_angle(working_radius[1]);
    let mut deepest = f64::NEG_INFINITY;
    for i in 0..=SAMPLES {
        let fraction = f64::from(i) / f64::from(SAMPLES);
        let point = root.profile.fillet.point(fraction);
        let cos = (point.radius * point.radius - a * a - r_a * r_a)
            / (2.0 * a * r_a * sign_axis * sign_tip);
        if cos.abs() > 1.0 {
            continue;
        }
        for corner in [cos.acos(), -cos.acos()] {
            let seen = (r_a * corner.sin()).atan2(sign_axis * a + sign_tip * r_a * corner.cos());
            let edge = (corner + lag) * ratio + half_angle - point.angle;
            let normal = root.profile.fillet.normal_to_radius(fraction).sin().abs();
            deepest = deepest.max((seen - edge) * point.radius * normal);
        }
    }
    deepest
}

fn secondary_interference(
    pair: &GearPair,
    pinion: &Wheel,
    ring: &Wheel,
    is_allowed: bool,
) -> Option<SecondaryInterference> {
    let overlap = tip_overlap(
        [pinion.base_radius, ring.base_radius],
        [pinion.tip_radius, ring.tip_radius],
        f64::from(ring.data.teeth) / f64::from(pinion.data.teeth),
        pair.center_distance,
        pair.working_pressure_angle,
    );
    (overlap > 0.0).then_some(SecondaryInterference {
        overlap,
        is_allowed,
    })
}

/// By what angle of the ring a corner of the pinion's tip passes through the ring's tip corner beside the mesh;
/// negative when it stays clear. \[theory:cylindrical-gears\] (13)
///
/// Where the tip circles cross, the ring's corner must be ahead of the pinion's.
pub(crate) fn tip_overlap(
    base_radius: [f64; 2],
    tip_radius: [f64; 2],
    ratio: f64,
    center_distance: f64,
    working_pressure_angle: f64,
) -> f64 {
    let [tip_1, tip_2] = tip_radius;
    let a = center_distance;
    let cos_1 = (tip_2 * tip_2 - tip_1 * tip_1 - a * a) / (2.0 * a * tip_1);
    let cos_2 = (a * a + tip_2 * tip_2 - tip_1 * tip_1) / (2.0 * a * tip_2);
    if !(cos_1.abs() < 1.0 && cos_2.abs() < 1.0) {
        return -1.0;
    }
    let working = involute(working_pressure_angle);
    let corner_1 = cos_1.acos() + involute_at_radius(base_radius[0], tip_1) - working;
    let corner_2 = cos_2.acos() + involute_at_radius(base_radius[1], tip_2) - working;
    corner_2 - corner_1 / ratio
}
