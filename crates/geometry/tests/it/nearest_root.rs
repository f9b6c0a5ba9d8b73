//! Root, tip edge and whole side of a tooth: derivatives by differences, and the nearest point against a dense grid.
//! Module 1 m, so that lengths are in modules.

use pitchline_geometry::{
    CylindricalGear, Deviations, FlankSide, GearFlanks, GearKind, LeadCrowning, Modification,
    PitchDeviation, RunOut, SurfacePoint, TipRelief, ToothPart,
};
use proptest::prelude::*;

use crate::flank_sample::{any_gear, any_side, derivative_errors, dot3, minus3, norm};
use crate::sample::{build, config, data};

/// External, undercut, internal and rack, each spur and helical, with deviations that move root and flank.
fn all_kinds() -> Vec<(&'static str, CylindricalGear, GearFlanks)> {
    let mut list = Vec::new();
    for (name, kind, teeth) in [
        ("external", GearKind::External, 23),
        ("undercut", GearKind::External, 9),
        ("internal", GearKind::Internal, 61),
        ("rack", GearKind::Rack, 12),
    ] {
        for helix in [0.0, 0.4] {
            let mut gear = data(kind, teeth);
            gear.system.helix_angle = helix;
            let gear = build(gear);
            let wheel = gear.as_wheel();
            assert_eq!(wheel.is_some_and(|w| w.is_undercut()), name == "undercut");
            let domain = GearFlanks::plain(&gear).domain;
            let modifications = vec![
                Modification::LeadCrowning(LeadCrowning { amount: 0.01 }),
                Modification::TipRelief(TipRelief {
                    amount: 0.01,
                    start: 0.4 * domain.root + 0.6 * domain.tip,
                    form: pitchline_geometry::ReliefForm::Parabolic,
                }),
            ];
            let deviations = Deviations {
                pitch: PitchDeviation::of_teeth((0..teeth).map(|i| 0.01 * f64::from(i)).collect()),
                run_out: wheel.is_some().then_some(RunOut {
                    eccentricity: 0.02,
                    phase: 1.0,
                }),
                damage: Vec::new(),
            };
            let flanks =
                GearFlanks::build(&gear, modifications.clone(), modifications, deviations).unwrap();
            list.push((name, gear, flanks));
        }
    }
    assert_eq!(list.len(), 8);
    list
}

const SIDES: [FlankSide; 2] = [FlankSide::Right, FlankSide::Left];

/// Numbers from 0 to 1 that fill a cube evenly.
fn scatter(i: u32) -> [f64; 3] {
    [0.819_172_5, 0.671_043_6, 0.549_700_5].map(|step| (f64::from(i) * step).fract())
}

/// Least distance of a point from the places of a grid over two intervals.
fn least_on_grid(
    surface: impl Fn(f64, f64) -> SurfacePoint,
    [s, z]: [[f64; 2]; 2],
    [n, m]: [u32; 2],
    point: [f64; 3],
) -> f64 {
    let at = |[low, high]: [f64; 2], i: u32, n: u32| {
        low + (high - low) * f64::from(i) / f64::from(n.max(1))
    };
    let mut least = f64::INFINITY;
    for i in 0..=n {
        for j in 0..=m {
            let place = surface(at(s, i, n), at(z, j, m)).point;
            least = least.min(norm(minus3(place, point)));
        }
    }
    least
}

#[test]
fn derivatives_of_roots_and_tip_edges_of_every_kind() {
    for (name, _, flanks) in all_kinds() {
        for side in SIDES {
            let root = flanks.root(3, side).unwrap();
            let flank = flanks.flank(3, side).unwrap();
            for i in 0..40 {
                let [u, v, _] = scatter(i);
                let z = (2.0 * v - 1.0) * root.half_width;
                let h = 1e-5;
                let errors = derivative_errors(|u, z| root.evaluate(u, z), [u, z], h);
                // h² times a third derivative, or rounding over h.
                assert!(errors.iter().all(|e| *e < 1e-7), "{name} root {errors:?}");
                let [up, down, here] = [z + h, z - h, z].map(|z| flank.tip_edge(z));
                let slope = |up: [f64; 3], down: [f64; 3]| minus3(up, down).map(|v| v / (2.0 * h));
                let first = norm(minus3(here.d_z, slope(up.point, down.point)));
                let second = norm(minus3(here.d_zz, slope(up.d_z, down.d_z)));
                assert!(
                    first < 1e-8 && second < 1e-8,
                    "{name} edge {first} {second}"
                );
                let along = norm(minus3(here.tangent, here.d_z.map(|v| v / norm(here.d_z))));
                assert!(along < 1e-14);
            }
        }
    }
}

#[test]
fn nearest_on_roots_and_tip_edges_of_every_kind() {
    for (name, _, flanks) in all_kinds() {
        for side in SIDES {
            let (root, flank) = (
                flanks.root(2, side).unwrap(),
                flanks.flank(2, side).unwrap(),
            );
            let width = [-root.half_width, root.half_width];
            for i in 0..25 {
                let [a, b, c] = scatter(i);
                // Around the root, outside and inside the material, beyond the ends of the face too.
                let start = root.point(a, (2.4 * b - 1.2) * root.half_width).point;
                let shift = scatter(7 * i + 3).map(|v| 2.0 * c * (v - 0.5));
                let point = [0, 1, 2].map(|k| start[k] + shift[k]);
                let told = root.nearest(point);
                let there = root.point(told.profile, told.width).point;
                assert!((norm(minus3(there, point)) - told.distance).abs() < 1e-13 * norm(point));
                let grid = least_on_grid(
                    |u, z| root.point(u, z),
                    [[0.0, 1.0], width],
                    [60, 240],
                    point,
                );
                assert!(told.distance <= grid + 1e-12, "{name} {told:?} {grid}");
                assert!(told.steps < 40, "{name} {told:?}");
                // Nor nearer than half a cell of the grid allows.
                assert!(grid - told.distance < 0.05, "{name} {told:?} {grid}");

                let edge = flank.nearest_on_tip_edge(point);
                assert_eq!(edge.profile, flank.domain.tip);
                let grid = least_on_grid(
                    |_, z| flank.point(flank.domain.tip, z),
                    [[0.0; 2], width],
                    [0, 4000],
                    point,
                );
                assert!(edge.distance <= grid + 1e-12, "{name} {edge:?} {grid}");
                assert!(grid - edge.distance < 0.01, "{name} {edge:?} {grid}");
            }
        }
    }
}

#[test]
fn nearest_on_the_side_of_a_tooth_of_every_kind() {
    for (name, _, flanks) in all_kinds() {
        let mut found = [0; 3];
        for side in SIDES {
            let (root, flank) = (
                flanks.root(2, side).unwrap(),
                flanks.flank(2, side).unwrap(),
            );
            let width = [-root.half_width, root.half_width];
            for i in 0..60 {
                let [a, b, c] = scatter(i);
                let domain = flank.domain;
                // From below the root to beyond the tip.
                let share = 1.6 * a - 0.5;
                let start = if share < 0.0 {
                    root.point(1.0 + 2.0 * share, 0.0)
                } else {
                    let s = domain.root + share.min(1.0) * (domain.tip - domain.root);
                    flank.point(s, (2.0 * b - 1.0) * domain.half_width)
                };
                let shift = scatter(11 * i + 5).map(|v| 1.2 * c * (v - 0.5));
                let point = [0, 1, 2].map(|k| start.point[k] + shift[k]);
                let told = flanks.nearest(2, side, point).unwrap();
                let least = least_on_grid(
                    |u, z| root.point(u, z),
                    [[0.0, 1.0], width],
                    [40, 160],
                    point,
                )
                .min(least_on_grid(
                    |s, z| flank.point(s, z),
                    [domain.profile(), width],
                    [40, 160],
                    point,
                ));
                let distance = told.nearest.distance;
                assert!(distance <= least + 1e-12, "{name} {told:?} {least}");
                assert!(least - distance < 0.05, "{name} {told:?} {least}");
                match told.part {
                    ToothPart::Flank => found[0] += 1,
                    ToothPart::TipEdge => {
                        assert_eq!(told.nearest.profile, domain.tip);
                        let edge = flank.nearest_on_tip_edge(point);
                        assert!((edge.distance - distance).abs() < 1e-12);
                        found[1] += 1;
                    }
                    ToothPart::Root => found[2] += 1,
                }
            }
        }
        assert!(found.iter().all(|n| *n > 3), "{name} {found:?}");
        assert!(flanks.nearest(0, FlankSide::Right, [0.0; 3]).is_none());
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn parameters_of_roots_come_back(gear in any_gear(), side in any_side(), u in 0.05f64..0.95, v in -0.45f64..0.45, gap in 0.0f64..0.02) {
        let root = GearFlanks::plain(&gear).root(2, side).unwrap();
        let z = v * gear.data().face_width;
        let at = root.point(u, z);
        let point = [0, 1, 2].map(|i| at.point[i] + gap * at.normal[i]);
        let told = root.nearest(point);
        prop_assert!(told.distance <= gap + 1e-12, "{told:?}");
        // A root whose tool has hardly a rounding bends within less than the gap: another point is then nearer.
        if told.distance > gap - 1e-10 && norm(root.evaluate(u, z).d_s) > 0.1 {
            prop_assert!((told.profile - u).abs() < 1e-6 && (told.width - z).abs() < 1e-6, "{told:?} {u} {z}");
            prop_assert!((told.gap - gap).abs() < 1e-9);
        }
    }

    #[test]
    fn nonsense_ends(gear in any_gear(), side in any_side(), far in [-1e3f64..1e3, -1e3f64..1e3, -1e3f64..1e3]) {
        let flanks = GearFlanks::plain(&gear);
        for point in [far, [0.0; 3], [f64::NAN, 0.0, 1.0], [f64::INFINITY, 0.0, 0.0]] {
            let told = flanks.nearest(1, side, point).unwrap().nearest;
            prop_assert!(told.steps <= 40 && told.profile.is_finite() && told.width.is_finite());
            let on_root = flanks.root(1, side).unwrap().nearest(point);
            prop_assert!((0.0..=1.0).contains(&on_root.profile));
            let edge = flanks.flank(1, side).unwrap().tip_edge(on_root.width);
            prop_assert!(dot3(edge.tangent, edge.tangent) > 0.99);
        }
    }
}
