//! Constants of the source, the loss factor of the literature, and moments that balance.

use proptest::prelude::*;

use super::*;
use crate::planar::samples::{in_ring, motion, of_all_kinds, pairs, slip, swapped, table_3};

/// (21), (27), (30) with the radii of \[linden\] table 3, computed by another program.
#[test]
fn the_constants_of_table_3() {
    let (pair, path) = table_3();
    let levers = Levers::smeared(&pair, &path);
    assert!((levers.force - 0.068_195).abs() < 5e-7, "{levers:?}");
    assert!(
        (levers.torques[0] + 1.005_583e-3).abs() < 5e-10,
        "{levers:?}"
    );
    assert!(
        (levers.torques[1] - 1.938_541e-3).abs() < 5e-10,
        "{levers:?}"
    );
}

/// H_v = π (u + 1)/(z_1 u cos β_b) (1 − ε_α + ε_1² + ε_2²) for a contact ratio between 1 and 2 whose single contact holds the pitch
/// point; u is negative for a ring. \[niemann-winter\]
fn published_loss_factor(pair: &PlanarPair, path: &ContactPath) -> Option<f64> {
    let [r_a, r_b] = pair.radii();
    let before = -path.start() / pair.base_pitch();
    let after = path.end() / pair.base_pitch();
    let single = 0.0..=1.0;
    if !single.contains(&before) || !single.contains(&after) {
        return None;
    }
    let ratio = r_b / r_a;
    let teeth = f64::from(pair.data().teeth[0]);
    let rest = 1.0 - before - after + before * before + after * after;
    let speeds = ((ratio + 1.0) / ratio).abs();
    Some(std::f64::consts::PI * speeds / (teeth * pair.data().base_helix_angle.cos()) * rest)
}

/// With the parts ε_1, ε_2 of the contact ratio before and after the pitch point, means are (ε_1² + ε_2²)/(2ε) and (1 − ε + ε_1² + ε_2²)/2
/// pitches. For table 3: 0.892357 and 0.778419.
#[test]
fn smearing_loses_more_than_sharing() {
    let (pair, path) = table_3();
    let smeared = Levers::smeared(&pair, &path).loss_factor(&pair);
    let shared = Levers::shared(&pair, &path).unwrap().loss_factor(&pair);
    let [before, after]: [f64; 2] = [0.892_357_281, 0.778_419_152];
    let (ratio, squares) = (before + after, before * before + after * after);
    let expected = squares / ratio / (1.0 - ratio + squares);
    assert!(
        (smeared / shared - expected).abs() < 1e-8,
        "{smeared} {shared}"
    );
}

/// Two equal wheels: no force is left, and both arms are alike but for the sign.
#[test]
fn equal_wheels_have_no_friction_force() {
    let data = crate::PlanarPairData {
        teeth: [30, 30],
        pitch_radii: [0.03; 2],
        ..*table_3().0.data()
    };
    let pair = data.build().unwrap();
    let path = ContactPath::from_tips(&pair, [0.032; 2]).unwrap();
    for levers in [
        Levers::smeared(&pair, &path),
        Levers::shared(&pair, &path).unwrap(),
    ] {
        assert!(levers.force.abs() < 1e-13);
        assert!((levers.torques[0] + levers.torques[1]).abs() < 1e-16);
    }
}

/// The printed levers of \[linden\] table 3 do not balance with the printed d_F; without it their torques can be used.
/// Contacts about the pitch point brake both wheels of an external pair. With all of them before it friction turns the wheel that it leads on, and so
/// it does the ring of a pair about the pitch point.
#[test]
fn friction_brakes_each_wheel_or_turns_one_on() {
    let (pair, path) = table_3();
    assert!(Levers::smeared(&pair, &path).brakes_each_wheel(&pair));
    let one_sided = |torques| Levers::given(&pair, torques, None).unwrap();
    assert!(!one_sided([-2e-3, -1e-3]).brakes_each_wheel(&pair));
    assert!(!one_sided([5e-4, 2e-3]).brakes_each_wheel(&pair));
    assert!(one_sided([-2e-3, 0.0]).brakes_each_wheel(&pair));
    let (ring, path) = in_ring();
    assert!(!Levers::smeared(&ring, &path).brakes_each_wheel(&ring));
}

#[test]
fn given_levers_balance() {
    let (pair, path) = table_3();
    let printed = [-9.2e-3, 15e-3];
    let told = Levers::given(&pair, printed, Some(0.84)).unwrap_err();
    assert!(
        matches!(told, LawError::UnbalancedLevers { balanced, .. } if (balanced - 5.8 / (40.0 * 20f64.to_radians().sin())).abs() < 1e-12)
    );
    assert!(
        told.to_string()
            .starts_with("d_force = 0.84 does not balance")
    );
    assert!(Levers::given(&pair, printed, None).is_ok());
    // Rounded to what a table would print, the right ones are taken.
    let rounded = Levers::given(&pair, [-1.0e-3, 1.94e-3], Some(0.07)).unwrap();
    let exact = Levers::smeared(&pair, &path);
    assert!((rounded.force - exact.force).abs() < 1e-3);
    let told = Levers::given(&pair, [1e-3, -1e-3], None).unwrap_err();
    assert!(
        told.to_string()
            .contains("would make friction drive the wheels")
    );
    assert!(Levers::given(&pair, [f64::NAN, 1e-3], None).is_err());
    assert!(Levers::given(&pair, printed, Some(f64::NAN)).is_err());
}

#[test]
fn teeth_that_leave_gaps_share_nothing() {
    let (pair, _) = table_3();
    let path = ContactPath::from_tips(&pair, [0.0105, 0.0302]).unwrap();
    let told = Levers::shared(&pair, &path).unwrap_err().to_string();
    assert!(
        told.contains("is below 1: at times no teeth touch"),
        "{told}"
    );
    // So many teeth would take memory without end.
    let data = crate::PlanarPairData {
        teeth: [2_000_000_000, 4_000_000_000],
        pitch_radii: [0.01, 0.02],
        ..*pair.data()
    };
    let pair = data.build().unwrap();
    let path = ContactPath::from_tips(&pair, [0.0105, 0.0205]).unwrap();
    let told = Levers::shared(&pair, &path).unwrap_err().to_string();
    assert!(told.starts_with("the contact ratio = "), "{told}");
}

/// Contact ratio 2.3: two or three contacts share; the mean over 200 000 phases is an independent integral.
#[test]
fn high_contact_ratios_share_too() {
    let (pair, _) = table_3();
    let pitch = pair.base_pitch();
    let path = ContactPath::between(-1.4 * pitch, 0.9 * pitch);
    let told = Levers::shared(&pair, &path).unwrap();
    let n = 200_000;
    let mut sums = [0.0; 2];
    for i in 0..n {
        let phase = (f64::from(i) + 0.5) / f64::from(n);
        let contacts = (-3..4).map(|k| (f64::from(k) + phase) * pitch);
        let contacts: Vec<f64> = contacts
            .filter(|z| *z > path.start() && *z < path.end())
            .collect();
        let share = 1.0 / contacts.len() as f64 / f64::from(n);
        for place in contacts {
            sums[0] -= share * place.signum();
            sums[1] += share * place.abs();
        }
    }
    // The midpoint rule misses jumps by at most a step each, of which there are a dozen.
    assert!((told.force - sums[0]).abs() < 12.0 / f64::from(n));
    assert!((told.loss_lever(&pair) - sums[1]).abs() < 12.0 * pitch / f64::from(n));
}

proptest! {
    /// d_τA + d_τB = m (r_A + ρ_B) sin α d_F: external (r_A + r_B) sin α d_F, a ring about a (r_A − r_B) sin α d_F.
    #[test]
    fn moments_balance((pair, path) in pairs()) {
        let data = pair.data();
        let [r_a, r_b] = data.pitch_radii;
        let arm = match data.kind {
            crate::PlanarKind::External => r_a + r_b,
            crate::PlanarKind::RingB => r_a - r_b,
            crate::PlanarKind::RingA => r_b - r_a,
        } * data.pressure_angle.sin();
        for levers in [Levers::smeared(&pair, &path), Levers::shared(&pair, &path).unwrap()] {
            let sum = levers.torques[0] + levers.torques[1];
            prop_assert!((sum - arm * levers.force).abs() < 1e-14 * (r_a + r_b));
            prop_assert!(levers.loss_lever(&pair) > 0.0);
            let again = Levers::given(&pair, levers.torques, Some(levers.force)).unwrap();
            prop_assert!((again.force - levers.force).abs() < 1e-12);
        }
    }

    /// Shared loads lose what the literature says.
    #[test]
    fn sharing_is_the_loss_factor_of_the_literature((pair, path) in pairs()) {
        let published = published_loss_factor(&pair, &path);
        prop_assume!(published.is_some());
        let told = Levers::shared(&pair, &path).unwrap().loss_factor(&pair);
        prop_assert!((told / published.unwrap() - 1.0).abs() < 1e-11);
    }

    /// Names of the wheels do not matter: they swap their levers, and friction points the other way.
    #[test]
    fn names_do_not_matter((pair, path) in pairs()) {
        let (other, back) = swapped(&pair, &path);
        let [first, second] = [Levers::smeared(&pair, &path), Levers::smeared(&other, &back)];
        for i in 0..2 {
            let difference = first.torques[i] + second.torques[1 - i];
            prop_assert!(difference.abs() < 1e-12 * pair.data().pitch_radii[i], "{:?} {:?}", first, second);
        }
        prop_assert!((first.force + second.force).abs() < 1e-12);
        prop_assert!((first.loss_factor(&pair) / second.loss_factor(&other) - 1.0).abs() < 1e-12);
    }

    /// The conjugate velocity is v_mesh where Δ stands, whatever the levers.
    #[test]
    fn the_conjugate_velocity_is_that_of_the_mesh_when_rolling(
        (pair, path) in pairs(), a in -9.0..9f64, carrier in -9.0..9f64, cycles in -1.0..1f64,
    ) {
        let [r_a, r_b] = pair.radii();
        let speeds = [a, carrier - (a - carrier) * r_a / r_b, carrier];
        let [_, velocity] = motion(&pair, speeds);
        let scale = 1e-12 * (r_a + r_b.abs()) * 20.0;
        for levers in of_all_kinds(&pair, &path, FlankContact::Right, cycles) {
            let [by_a, by_b] = levers.conjugate_by_turns(&pair);
            let conjugate = by_a * (speeds[0] - carrier) + by_b * (speeds[1] - carrier);
            // Contacts a hundredth of a pitch about the pitch point magnify rounding of their arms so much.
            prop_assert!((conjugate - velocity).abs() < 1e4 * scale);
            let lost = levers.loss_lever(&pair) * pair.relative_curvature().abs() * velocity;
            prop_assert!((slip(&pair, &levers, speeds) - lost).abs() < scale);
        }
    }
}

/// A wheel in a ring slides less than on a wheel outside.
#[test]
fn rings_lose_less() {
    let [outside, inside] =
        [table_3(), in_ring()].map(|(pair, path)| Levers::smeared(&pair, &path).loss_factor(&pair));
    assert!(inside < 0.6 * outside, "{inside} {outside}");
}
