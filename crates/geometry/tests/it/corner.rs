//! Corner contact: pairs of teeth before and after the path of contact touch with a tip edge. The exact error comes from
//! the two corners in the plane, by a root of their own.

use std::f64::consts::{PI, TAU};

use pitchline_geometry::{Feature, FlankSide, Misalignment};

use crate::no_load::mesh_of;
use crate::numeric::root;
use crate::sample::{external, pair};

fn wrapped(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}

#[test]
fn corners_touch_where_the_plane_says() {
    let pair = pair(external(23), external(41), Some(32.1));
    let mesh = mesh_of(&pair, Misalignment::default());
    let [a, b] = [&pair.a, &pair.b].map(|gear| gear.as_wheel().unwrap());
    let half_play = 0.5 * pair.backlash.line_of_action;
    let [mut n_tip_a, mut n_tip_b] = [0, 0];
    for i in 0..40 {
        let at = f64::from(i) * TAU / 23.0 / 40.0;
        for flanks in mesh.pairs(at, FlankSide::Right) {
            let Some(contact) = mesh.closing(at, &flanks) else {
                continue;
            };
            let te = contact.transmission_error;
            if te > 0.5 {
                continue;
            }
            let angle_a = at + f64::from(flanks.a.tooth - 1) * TAU / 23.0;
            let angle_b = PI - PI / 41.0 + f64::from(flanks.b.tooth - 1) * TAU / 41.0;
            // How far b must turn until the place on its flank is at the same angle as the point of a.
            let exact = match contact.feature {
                Feature::TipOfA => {
                    n_tip_a += 1;
                    let angle = angle_a + a.profile.flank_half_angle(a.tip_radius);
                    let (y, x) = (
                        a.tip_radius * angle.sin(),
                        a.tip_radius * angle.cos() - 32.1,
                    );
                    let half = b.profile.flank_half_angle(x.hypot(y));
                    wrapped(y.atan2(x) - angle_b - half)
                }
                Feature::TipOfB => {
                    n_tip_b += 1;
                    let off = |turn: f64| {
                        let angle = angle_b + turn + b.profile.flank_half_angle(b.tip_radius);
                        let (y, x) = (
                            b.tip_radius * angle.sin(),
                            b.tip_radius * angle.cos() + 32.1,
                        );
                        let half = a.profile.flank_half_angle(x.hypot(y));
                        wrapped(y.atan2(x) - angle_a - half)
                    };
                    let near = contact.coordinate_b;
                    root(near - 0.003, near + 0.003, off)
                }
                _ => {
                    assert!(te.abs() < 1e-10);
                    continue;
                }
            };
            let told = wrapped(contact.coordinate_b - exact);
            assert!(told.abs() * b.base_radius < 1e-10, "{told} {contact:?}");
            let turn = contact.coordinate_b;
            let by_turn = a.base_radius * at + b.base_radius * turn - half_play;
            assert!((by_turn - te).abs() < 1e-12);
            assert!(te > 0.0);
        }
    }
    assert!(n_tip_a > 20 && n_tip_b > 20, "{n_tip_a} {n_tip_b}");
}

#[test]
fn te_is_positive_when_b_lags() {
    let pair = pair(external(23), external(41), Some(32.1));
    let radial = Misalignment {
        radial: 0.03,
        ..Misalignment::default()
    };
    let [near, far] = [Misalignment::default(), radial].map(|place| mesh_of(&pair, place));
    let [near, far] = [near, far].map(|mesh| mesh.no_load_contact(2.0, FlankSide::Right).unwrap());
    // Positive drive turns b negatively: it lags when it has turned less.
    assert!(far.coordinate_b > near.coordinate_b);
    assert!(far.transmission_error > 0.0 && near.transmission_error.abs() < 1e-10);
}

#[test]
fn gap_is_positive_when_open() {
    let pair = pair(external(23), external(41), Some(32.1));
    let mesh = mesh_of(&pair, Misalignment::default());
    let at = 0.02;
    let contact = mesh.no_load_contact(at, FlankSide::Right).unwrap();
    let flanks = mesh
        .pairs(at, FlankSide::Right)
        .find(|flanks| flanks.a.tooth == contact.tooth[0])
        .unwrap();
    let r_b = pair.b.as_wheel().unwrap().base_radius;
    for ahead in [-1e-3, 1e-3] {
        // b turned on in its own, negative sense of motion: the gap opens along the normal.
        let found = mesh
            .separation(&flanks, [at, contact.coordinate_b - ahead / r_b])
            .unwrap();
        assert!((found.gap - ahead).abs() < 1e-6, "{found:?}");
    }
}

#[test]
fn tooth_1_of_a_is_in_space_1_of_b() {
    let pair = pair(external(23), external(41), Some(32.1));
    let mesh = mesh_of(&pair, Misalignment::default());
    // At zero the play is the same on both sides of tooth 1, which stands between teeth 1 and 2 of b.
    let gap = |side, mate| {
        let flanks = mesh
            .pairs(0.0, side)
            .find(|flanks| flanks.a.tooth == 1)
            .unwrap();
        assert_eq!(flanks.b.tooth, mate);
        mesh.separation(&flanks, [0.0, 0.0]).unwrap().gap
    };
    let [right, left] = [gap(FlankSide::Right, 1), gap(FlankSide::Left, 2)];
    assert!((right - left).abs() < 1e-12);
    assert!((right - 0.5 * pair.backlash.normal).abs() < 1e-10);
}
