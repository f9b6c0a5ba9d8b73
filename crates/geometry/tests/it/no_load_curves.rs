//! No-load transmission error of modified flanks and of deviations against curves derived by hand
//! (docs/theory/flank-surfaces.md). Module 1 m, so that lengths are in modules.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use pitchline_geometry::{
    CylindricalData, CylindricalGear, Damage, Deviations, Feature, FlankSide, GearFlanks, GearKind,
    GearPair, Hand, HelixSlope, LeadCrowning, Misalignment, Modification, PitchDeviation,
    ReliefForm, RunOut, TipRelief, ToothMesh, Topography,
};

use crate::no_load::{coordinate, kinds, modified, rack_sense, ring};
use crate::sample::{data, external, pair};

const RIGHT: FlankSide = FlankSide::Right;

fn thin(data: CylindricalData) -> CylindricalData {
    CylindricalData {
        thickness_allowance: -0.05,
        ..data
    }
}

/// Spur pairs whose first gear is an external one.
fn spur_pairs() -> Vec<GearPair> {
    [external(41), ring(67), data(GearKind::Rack, 60)]
        .map(|mate| pair(thin(external(23)), thin(mate), None))
        .into()
}

fn mesh(pair: &GearPair, a: GearFlanks, misalignment: Misalignment) -> ToothMesh {
    ToothMesh::new(pair, a, GearFlanks::plain(&pair.b), misalignment)
}

fn deviating(pair: &GearPair, deviations: Deviations) -> ToothMesh {
    let a = GearFlanks::build(&pair.a, Vec::new(), Vec::new(), deviations).unwrap();
    mesh(pair, a, Misalignment::default())
}

/// Roll length at which the right flank of a tooth of the pinion `a` touches an unmodified mate, at width zero.
fn contact_at(pair: &GearPair, tooth: u32, coordinate: f64) -> f64 {
    let wheel = pair.a.as_wheel().unwrap();
    let angle = f64::from(tooth - 1) * TAU / f64::from(wheel.data.teeth) + coordinate;
    let angle = angle - TAU * (angle / TAU).round();
    wheel.base_radius * (angle + wheel.profile.base_half_angle + pair.working_pressure_angle)
}

/// Curvature of the separation along the roll length of `a`. [theory:flank-surfaces] (14)
fn bend(pair: &GearPair, s: f64) -> f64 {
    let r_b = pair.a.as_wheel().unwrap().base_radius;
    let mate = pair.contact_point(s).curvature[1].map_or(0.0, |rho| {
        if pair.is_internal() {
            -1.0 / rho
        } else {
            1.0 / rho
        }
    });
    (s / r_b).powi(2) * (1.0 / s + mate)
}

/// Error of one pair of teeth whose unmodified contact is at `s` with a relief from `start` to `tip`.
fn relief_curve(pair: &GearPair, relief: &TipRelief, tip: f64, s: f64) -> f64 {
    let (c, length, k) = (relief.amount, tip - relief.start, bend(pair, s));
    let x = s - relief.start;
    if x <= 0.0 {
        return 0.0;
    }
    match relief.form {
        // The contact stays at the kink until the slope of the relief is reached.
        ReliefForm::Linear if x <= c / length / k => 0.5 * k * x * x,
        ReliefForm::Linear => c * x / length - 0.5 * (c / length).powi(2) / k,
        // Two parabolas: the least of C x²/L² + k (x − x_c)²/2.
        ReliefForm::Parabolic => {
            let q = 2.0 * c / length.powi(2);
            0.5 * q * k / (q + k) * x * x
        }
    }
}

#[test]
fn tip_relief_gives_the_analytic_curve() {
    for pair in spur_pairs() {
        let domain = GearFlanks::plain(&pair.a).domain;
        let [begin, end] = [pair.path.a.distance, pair.path.e.distance];
        for form in [ReliefForm::Linear, ReliefForm::Parabolic] {
            let relief = TipRelief {
                amount: 1e-4,
                start: begin + 0.35 * (end - begin),
                form,
            };
            let flanks = modified(&pair.a, &[Modification::TipRelief(relief)]);
            let mesh = mesh(&pair, flanks, Misalignment::default());
            let [mut n_single, mut n_pairs] = [0, 0];
            for i in 0..60 {
                let at = 5.0 + f64::from(i) * TAU / 23.0 / 29.0;
                let mut least = f64::INFINITY;
                for flanks in mesh.pairs(at, RIGHT) {
                    let s = contact_at(&pair, flanks.a.tooth, at);
                    // The contact leaves the flank a little before its end.
                    if s < begin + 1e-9 || s > end - 1e-2 {
                        continue;
                    }
                    let told = mesh.closing(at, &flanks).unwrap().transmission_error;
                    let exact = relief_curve(&pair, &relief, domain.tip, s);
                    // Third order: slope² times the change of curvature.
                    assert!(
                        (told - exact).abs() < 2e-11 + 1e-4 * exact,
                        "{told} {exact} at {s}"
                    );
                    least = least.min(told);
                    n_pairs += 1;
                }
                let first = mesh.no_load_contact(at, RIGHT).unwrap();
                assert!(first.transmission_error <= least && first.transmission_error > -1e-10);
                // A pair outside the path may touch earlier with the corner of its tip.
                if first.feature == Feature::Flanks {
                    assert!((first.transmission_error - least).abs() < 1e-15);
                    n_single += usize::from(least > 1e-6);
                }
            }
            assert!(n_single > 5 && n_pairs > 60, "{n_single} {n_pairs}");
        }
    }
}

#[test]
fn a_small_relief_is_seen_as_it_is() {
    // With the slope c the contact moves by c/k: the error differs from the relief by c²/2k only.
    let pair = &spur_pairs()[0];
    let domain = GearFlanks::plain(&pair.a).domain;
    let [begin, end] = [pair.path.a.distance, pair.path.e.distance];
    let start = begin + 0.35 * (end - begin);
    for amount in [1e-5, 1e-6] {
        let relief = TipRelief {
            amount,
            start,
            form: ReliefForm::Linear,
        };
        let flanks = modified(&pair.a, &[Modification::TipRelief(relief)]);
        let mesh = mesh(pair, flanks, Misalignment::default());
        for i in 0..20 {
            let at = f64::from(i) * TAU / 23.0 / 19.0;
            for flanks in mesh.pairs(at, RIGHT) {
                let s = contact_at(pair, flanks.a.tooth, at);
                if s < begin || s > end - 0.1 {
                    continue;
                }
                let told = mesh.closing(at, &flanks).unwrap().transmission_error;
                let exact = amount * ((s - start) / (domain.tip - start)).max(0.0);
                assert!(
                    (told - exact).abs() < 10.0 * amount * amount + 1e-13,
                    "{told} {exact}"
                );
            }
        }
    }
}

#[test]
fn relief_of_helical_teeth_counts_along_the_line_of_action() {
    let helical = |mut data: CylindricalData, hand| {
        data.system.helix_angle = 0.3;
        data.system.hand = hand;
        thin(data)
    };
    for (mate, hand) in [(external(41), Hand::Left), (ring(67), Hand::Right)] {
        let pair = pair(
            helical(external(23), Hand::Right),
            helical(mate, hand),
            None,
        );
        let wheel = pair.a.as_wheel().unwrap();
        let domain = GearFlanks::plain(&pair.a).domain;
        let [begin, end] = [pair.path.a.distance, pair.path.e.distance];
        let relief = TipRelief {
            amount: 1e-5,
            start: begin + 0.1 * (end - begin),
            form: ReliefForm::Linear,
        };
        let flanks = modified(&pair.a, &[Modification::TipRelief(relief)]);
        let mesh = mesh(&pair, flanks, Misalignment::default());
        let base_helix = wheel.data.system.base_helix_angle();
        let mut n_checked = 0;
        for i in 0..12 {
            let at = f64::from(i) * TAU / 23.0 / 12.0;
            for flanks in mesh.pairs(at, RIGHT) {
                // The contact line over the width: least roll length, least relief, at its lower end.
                let middle = contact_at(&pair, flanks.a.tooth, at);
                let low = middle - domain.half_width * base_helix.tan();
                let high = middle + domain.half_width * base_helix.tan();
                if high < begin || low > end - 0.2 {
                    continue;
                }
                let s = low.max(begin);
                let told = mesh.closing(at, &flanks).unwrap().transmission_error;
                let exact =
                    relief.amount * ((s - relief.start) / (domain.tip - relief.start)).max(0.0);
                // Second order as above.
                assert!(
                    (told - exact / base_helix.cos()).abs() < 1e-9,
                    "{told} {exact} {s}"
                );
                n_checked += 1;
            }
        }
        assert!(n_checked > 20);
    }
}

#[test]
fn pitch_errors_appear_tooth_by_tooth() {
    for pair in spur_pairs() {
        let index: Vec<f64> = (0..23).map(|k| 1e-3 * (2.3 * f64::from(k)).sin()).collect();
        let mesh = deviating(
            &pair,
            Deviations {
                pitch: PitchDeviation::of_teeth(index.clone()),
                ..Deviations::default()
            },
        );
        let [begin, end] = [pair.path.a.distance, pair.path.e.distance];
        let cos = pair.a.data().system.transverse_pressure_angle().cos();
        let mut seen = std::collections::BTreeSet::new();
        for i in 0..161 {
            let at = f64::from(i) * TAU / 161.0;
            let contact = mesh.no_load_contact(at, RIGHT).unwrap();
            for flanks in mesh.pairs(at, RIGHT) {
                let tooth = flanks.a.tooth;
                let s = contact_at(&pair, tooth, at);
                if s < begin + 0.02 || s > end - 0.02 {
                    continue;
                }
                // A flank that is ahead pushes b ahead.
                let told = mesh.closing(at, &flanks).unwrap().transmission_error;
                let exact = -index[tooth as usize - 1] * cos;
                assert!((told - exact).abs() < 1e-10, "{told} {exact}");
                assert!(contact.transmission_error <= told);
            }
            if contact.feature == Feature::Flanks {
                seen.insert(contact.tooth[0]);
            }
            // Once per turn of a, whatever the teeth of b.
            if !matches!(pair.b.data().kind, GearKind::Rack) {
                let next = mesh.no_load_contact(at + TAU, RIGHT).unwrap();
                let change = next.transmission_error - contact.transmission_error;
                assert!(change.abs() < 1e-12);
            }
        }
        assert!(seen.len() > 12, "{seen:?}");
    }
}

#[test]
fn run_out_appears_once_per_turn() {
    let e = 1e-4;
    let run_out = RunOut {
        eccentricity: e,
        phase: 0.7,
    };
    let deviations = Deviations {
        run_out: Some(run_out),
        ..Deviations::default()
    };
    for pair in spur_pairs() {
        let of_a = deviating(&pair, deviations.clone());
        let normal = FRAC_PI_2 - pair.working_pressure_angle;
        for i in 0..23 * 3 {
            let at = f64::from(i) * TAU / 69.0;
            let told = of_a.no_load_contact(at, RIGHT).unwrap().transmission_error;
            // What the displaced teeth add along the common normal.
            let exact = -e * (0.7 + at - normal).cos();
            assert!((told - exact).abs() < 5.0 * e * e, "{told} {exact}");
        }
        let Some(wheel) = pair.b.as_wheel() else {
            continue;
        };
        let b = GearFlanks::build(&pair.b, Vec::new(), Vec::new(), deviations.clone()).unwrap();
        let of_b = ToothMesh::new(
            &pair,
            GearFlanks::plain(&pair.a),
            b,
            Misalignment::default(),
        );
        for i in 0..60 {
            let at = f64::from(i) * 0.11;
            let contact = of_b.no_load_contact(at, RIGHT).unwrap();
            let facing = if wheel.is_internal() { 0.0 } else { PI };
            let teeth = f64::from(wheel.data.teeth);
            let direction = 0.7 + facing - PI / teeth + contact.coordinate_b;
            let exact = e * (direction - normal).cos();
            let told = contact.transmission_error;
            assert!((told - exact).abs() < 5.0 * e * e, "{told} {exact}");
        }
    }
}

#[test]
fn a_damaged_tooth_shows_when_it_carries() {
    let pair = &spur_pairs()[0];
    let mesh = deviating(
        pair,
        Deviations {
            damage: vec![Damage {
                tooth: 9,
                side: RIGHT,
                modification: Modification::LeadCrowning(LeadCrowning { amount: 0.01 }),
            }],
            ..Deviations::default()
        },
    );
    // A crowning leaves the middle: nothing is seen; a missing layer is.
    for i in 0..46 {
        let at = f64::from(i) * TAU / 46.0;
        let te = mesh.no_load_contact(at, RIGHT).unwrap().transmission_error;
        assert!(te.abs() < 1e-10);
    }
    let layer = Topography::build(&[0.0, 10.0], &[-5.0, 5.0], &[0.01; 4]).unwrap();
    let mesh = deviating(
        pair,
        Deviations {
            damage: vec![Damage {
                tooth: 9,
                side: RIGHT,
                modification: Modification::Topography(layer),
            }],
            ..Deviations::default()
        },
    );
    let mut touched = 0;
    for i in 0..230 {
        let at = f64::from(i) * TAU / 230.0;
        let te = mesh.no_load_contact(at, RIGHT).unwrap().transmission_error;
        let left = mesh.no_load_contact(at, FlankSide::Left).unwrap();
        assert!(left.transmission_error.abs() < 1e-10);
        let s = contact_at(pair, 9, at);
        let pitch = pair.a.data().system.base_pitch();
        let carries_alone = s > pair.path.e.distance - pitch && s < pair.path.a.distance + pitch;
        // Corners of the neighbours come into play before the whole layer is lost.
        assert!(
            if carries_alone {
                te > 1e-5 && te < 0.01 + 1e-10
            } else {
                te.abs() < 1e-10
            },
            "{te} {s}"
        );
        touched += usize::from(carries_alone);
    }
    assert!(touched > 0 && touched < 10);
}

#[test]
fn a_missing_layer_lets_b_lag_by_its_thickness() {
    // An involute that is offset along its normal is the same involute turned: still conjugate, on every kind of gear.
    let thickness = 3e-3;
    let layer = |gear: &CylindricalGear| {
        let domain = GearFlanks::plain(gear).domain;
        let b = domain.half_width;
        let grid = Topography::build(&domain.profile(), &[-b, b], &[thickness; 4]).unwrap();
        modified(gear, &[Modification::Topography(grid)])
    };
    for [a, b] in kinds() {
        let pair = pair(a, b, None);
        let lag = thickness / pair.a.data().system.base_helix_angle().cos();
        let plain = GearFlanks::plain;
        for (flanks_a, flanks_b, share) in [
            (layer(&pair.a), plain(&pair.b), 1.0),
            (plain(&pair.a), layer(&pair.b), 1.0),
            (layer(&pair.a), layer(&pair.b), 2.0),
        ] {
            let mesh = ToothMesh::new(&pair, flanks_a, flanks_b, Misalignment::default());
            for (side, sign) in [(RIGHT, 1.0), (FlankSide::Left, -1.0)] {
                for i in 0..4 {
                    let at = coordinate(&pair, 14.0 + 0.23 * f64::from(i)) * rack_sense(&pair);
                    let told = mesh.no_load_contact(at, side).unwrap().transmission_error;
                    let exact = sign * share * lag;
                    assert!((told - exact).abs() < 1e-10, "{told} {exact}");
                }
            }
        }
    }
}

#[test]
fn slope_and_crowning_meet_in_their_least() {
    let pair = &spur_pairs()[0];
    let (crowning, slope, b) = (2e-3, 1e-3, 10.0);
    let list = [
        Modification::LeadCrowning(LeadCrowning { amount: crowning }),
        Modification::HelixSlope(HelixSlope { amount: slope }),
    ];
    let mesh = mesh(pair, modified(&pair.a, &list), Misalignment::default());
    for i in 0..7 {
        let contact = mesh.no_load_contact(0.03 * f64::from(i), RIGHT).unwrap();
        let exact = -slope * slope / (16.0 * crowning);
        assert!((contact.transmission_error - exact).abs() < 1e-11);
        let place = -slope * b / (8.0 * crowning);
        assert!((contact.width[0] - place).abs() < 1e-4, "{contact:?}");
        assert_eq!(contact.feature, Feature::Flanks);
    }
}

#[test]
fn tilted_axes_touch_at_the_end_of_the_face() {
    for pair in spur_pairs() {
        let (sin, cos) = pair.working_pressure_angle.sin_cos();
        for tilt in [1e-5, -1e-5] {
            for (misalignment, share) in [
                (
                    Misalignment {
                        tilt_out_of_plane: tilt,
                        ..Misalignment::default()
                    },
                    cos,
                ),
                (
                    Misalignment {
                        tilt_in_plane: tilt,
                        ..Misalignment::default()
                    },
                    sin,
                ),
            ] {
                let mesh = mesh(&pair, GearFlanks::plain(&pair.a), misalignment);
                let contact = mesh.no_load_contact(1.3, RIGHT).unwrap();
                // b's flank moves by tilt · z along x or y, of which the common normal sees its share.
                let exact = -5.0 * share * tilt.abs();
                assert!(
                    (contact.transmission_error - exact).abs() < 1e-8,
                    "{contact:?} {exact}"
                );
                // One of the two end edges touches: the tilted faces do not end together.
                let ends = contact.width.map(|width| (width.abs() - 5.0).abs() < 1e-9);
                match contact.feature {
                    Feature::EndOfA => assert!(ends[0], "{contact:?}"),
                    Feature::EndOfB => assert!(ends[1], "{contact:?}"),
                    _ => panic!("{contact:?}"),
                }
            }
        }
    }
}
