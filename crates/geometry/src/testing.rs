//! The contract of every modification: one list, one check of the derivatives.

use crate::{
    EndRelief, Ends, FlankDomain, HelixSlope, LeadCrowning, Modification, Modifications,
    ProfileCrowning, ProfileSlope, ReliefForm, RootRelief, TipRelief, Topography, Twist,
};

/// An external and an internal flank.
pub(crate) const DOMAINS: [FlankDomain; 2] = [
    FlankDomain {
        root: 2e-3,
        tip: 9e-3,
        half_width: 12e-3,
    },
    FlankDomain {
        root: 31e-3,
        tip: 22e-3,
        half_width: 7e-3,
    },
];

/// Every kind of modification, of the size of a module of some millimetres, on a flank.
pub(crate) fn all_modifications(domain: &FlankDomain) -> Vec<Modification> {
    use Modification as M;
    let at = |x: f64| domain.root + x * (domain.tip - domain.root);
    let [low, high] = domain.profile();
    let b = domain.half_width;
    let mut list = Vec::new();
    for form in [ReliefForm::Linear, ReliefForm::Parabolic] {
        list.push(M::TipRelief(TipRelief {
            amount: 3e-5,
            start: at(0.71),
            form,
        }));
        list.push(M::RootRelief(RootRelief {
            amount: 2e-5,
            start: at(0.23),
            form,
        }));
        for (ends, length) in [
            (Ends::Both, 0.31 * b),
            (Ends::Lower, 0.83 * b),
            (Ends::Upper, 1.27 * b),
        ] {
            list.push(M::EndRelief(EndRelief {
                amount: 1.5e-5,
                length,
                form,
                ends,
            }));
        }
    }
    list.push(M::ProfileCrowning(ProfileCrowning { amount: 0.8e-5 }));
    list.push(M::ProfileSlope(ProfileSlope { amount: -1.1e-5 }));
    list.push(M::LeadCrowning(LeadCrowning { amount: 1.3e-5 }));
    list.push(M::HelixSlope(HelixSlope { amount: 2.1e-5 }));
    list.push(M::Twist(Twist { amount: 1.9e-5 }));
    let profile: Vec<f64> = (0..7)
        .map(|i| low + (high - low) * f64::from(i) / 6.0)
        .collect();
    let width: Vec<f64> = (0..5).map(|i| b * (f64::from(i) / 2.0 - 1.0)).collect();
    let values: Vec<f64> = (0..35).map(|i| 2e-5 * (f64::from(i) * 1.7).sin()).collect();
    list.push(M::Topography(
        Topography::build(&profile, &width, &values).unwrap(),
    ));
    list
}

#[test]
fn derivatives_of_every_modification_agree_with_differences() {
    for domain in DOMAINS {
        let [low, high] = domain.profile();
        for law in all_modifications(&domain) {
            assert!(law.check(&domain).is_ok(), "{law:?}");
            for i in 0..17 {
                for j in 0..13 {
                    // Irrational fractions keep the places off kinks and nodes.
                    let s = low + (high - low) * (0.0131 + f64::from(i) / 16.7);
                    let z = domain.half_width * (-0.9871 + f64::from(j) / 6.6);
                    check(&law, &domain, s, z);
                }
            }
        }
    }
}

fn check(law: &Modification, domain: &FlankDomain, s: f64, z: f64) {
    let h = 1e-7;
    let at = |ds: f64, dz: f64| law.amount(domain, s + ds, z + dz);
    let here = at(0.0, 0.0);
    let slope = |up: f64, down: f64| (up - down) / (2.0 * h);
    let [right, left, above, below] = [at(h, 0.0), at(-h, 0.0), at(0.0, h), at(0.0, -h)];
    // The next term of the difference: h² times a third derivative, and rounding over h.
    let scale = 1e-7;
    for (told, difference) in [
        (here.d_s, slope(right.value, left.value)),
        (here.d_z, slope(above.value, below.value)),
    ] {
        assert!(
            (told - difference).abs() < scale * 1e-2 + 1e-6 * told.abs(),
            "{law:?} {s} {z}: {told} {difference}"
        );
    }
    for (told, difference) in [
        (here.d_ss, slope(right.d_s, left.d_s)),
        (here.d_zz, slope(above.d_z, below.d_z)),
        (here.d_sz, slope(above.d_s, below.d_s)),
        (here.d_sz, slope(right.d_z, left.d_z)),
    ] {
        assert!(
            (told - difference).abs() < 1e-5 + 1e-4 * told.abs(),
            "{law:?} {s} {z}: {told} {difference}"
        );
    }
}

#[test]
fn sum_does_not_depend_on_the_order() {
    let domain = DOMAINS[0];
    let list = all_modifications(&domain);
    let forward = Modifications::build(list.clone(), &domain).unwrap();
    let backward = Modifications {
        parts: list.iter().rev().cloned().collect(),
    };
    let mut mixed = Modifications { parts: list };
    mixed.parts.rotate_left(7);
    mixed.parts.swap(2, 9);
    for i in 0..50 {
        let s = domain.root + (domain.tip - domain.root) * f64::from(i) / 49.0;
        let z = domain.half_width * (f64::from(i) * 1.3).sin();
        let sum = forward.amount(&domain, s, z).value;
        let alone: f64 = forward
            .parts
            .iter()
            .map(|part| part.amount(&domain, s, z).value)
            .sum();
        for other in [
            backward.amount(&domain, s, z).value,
            mixed.amount(&domain, s, z).value,
            alone,
        ] {
            assert!((sum - other).abs() < 1e-18);
        }
    }
}
