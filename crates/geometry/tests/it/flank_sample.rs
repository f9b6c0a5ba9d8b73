//! Random flanks of every kind, plain and modified, and differences of surfaces.

use pitchline_geometry::{
    CylindricalGear, Deviations, EndRelief, Ends, Flank, FlankDomain, FlankSide, GearFlanks,
    GearKind, HelixSlope, LeadCrowning, Modification, PitchDeviation, ProfileCrowning,
    ProfileSlope, ReliefForm, RootRelief, RunOut, SurfaceJet, TipRelief, Topography, Twist,
};
use proptest::prelude::*;

use crate::sample::gears;

/// A gear of any kind that exists, with a useful flank.
pub fn any_gear() -> impl Strategy<Value = CylindricalGear> {
    prop_oneof![
        3 => gears(GearKind::External, 6..90),
        2 => gears(GearKind::Internal, 24..120),
        1 => gears(GearKind::Rack, 3..20),
    ]
    .prop_filter_map("a gear that exists", |data| {
        let gear = CylindricalGear::build(data).ok()?;
        let domain = GearFlanks::plain(&gear).domain;
        ((domain.tip - domain.root).abs() > 0.3).then_some(gear)
    })
}

pub fn any_side() -> impl Strategy<Value = FlankSide> {
    prop_oneof![Just(FlankSide::Right), Just(FlankSide::Left)]
}

/// An unmodified flank of any tooth.
pub fn plain_flank() -> impl Strategy<Value = Flank> {
    (any_gear(), any_side(), 0f64..1.0).prop_map(|(gear, side, tooth)| {
        let flanks = GearFlanks::plain(&gear);
        let tooth = 1 + (tooth * f64::from(flanks.teeth)) as u32;
        flanks.flank(tooth, side).unwrap()
    })
}

/// One modification of any kind with an amount of up to 2 % of the module.
pub fn any_modification(domain: FlankDomain) -> impl Strategy<Value = Modification> {
    (
        0usize..9,
        -0.02f64..0.02,
        0.2f64..0.8,
        any::<bool>(),
        0usize..3,
        proptest::collection::vec(-0.01f64..0.01, 30),
    )
        .prop_map(move |(kind, amount, place, is_linear, ends, values)| {
            use Modification as M;
            let form = if is_linear {
                ReliefForm::Linear
            } else {
                ReliefForm::Parabolic
            };
            let start = domain.root + place * (domain.tip - domain.root);
            let amount_positive = amount.abs();
            match kind {
                0 => M::TipRelief(TipRelief {
                    amount: amount_positive,
                    start,
                    form,
                }),
                1 => M::RootRelief(RootRelief {
                    amount: amount_positive,
                    start,
                    form,
                }),
                2 => M::ProfileCrowning(ProfileCrowning { amount }),
                3 => M::ProfileSlope(ProfileSlope { amount }),
                4 => M::LeadCrowning(LeadCrowning { amount }),
                5 => M::HelixSlope(HelixSlope { amount }),
                6 => M::EndRelief(EndRelief {
                    amount: amount_positive,
                    length: place * domain.half_width,
                    form,
                    ends: [Ends::Both, Ends::Lower, Ends::Upper][ends],
                }),
                7 => M::Twist(Twist { amount }),
                _ => {
                    let [low, high] = domain.profile();
                    let places = |n: usize, low: f64, high: f64| -> Vec<f64> {
                        (0..n)
                            .map(|i| low + (high - low) * i as f64 / (n - 1) as f64)
                            .collect()
                    };
                    let b = domain.half_width;
                    M::Topography(
                        Topography::build(&places(5, low, high), &places(6, -b, b), &values)
                            .unwrap(),
                    )
                }
            }
        })
}

/// A flank with up to four modifications, a pitch error and run-out.
pub fn modified_flank() -> impl Strategy<Value = Flank> {
    (any_gear(), any_side(), 0f64..1.0, 0f64..0.02, 0f64..6.0)
        .prop_flat_map(|(gear, side, tooth, eccentricity, phase)| {
            let domain = GearFlanks::plain(&gear).domain;
            let list = proptest::collection::vec(any_modification(domain), 0..4);
            (
                Just(gear),
                Just(side),
                Just(tooth),
                Just(RunOut {
                    eccentricity,
                    phase,
                }),
                list,
            )
        })
        .prop_map(|(gear, side, tooth, run_out, list)| {
            let teeth = gear.data().teeth;
            let tooth = 1 + (tooth * f64::from(teeth)) as u32;
            let index = (0..teeth).map(|i| 0.01 * f64::from(i).sin()).collect();
            let deviations = Deviations {
                pitch: PitchDeviation::of_teeth(index),
                run_out: gear.as_wheel().is_some().then_some(run_out),
                damage: Vec::new(),
            };
            GearFlanks::build(&gear, list.clone(), list, deviations)
                .unwrap()
                .flank(tooth, side)
                .unwrap()
        })
}

/// The place at two fractions of the domain, kept off its borders.
pub fn place(domain: &FlankDomain, [u, v]: [f64; 2]) -> [f64; 2] {
    [
        domain.root + u * (domain.tip - domain.root),
        domain.half_width * (2.0 * v - 1.0),
    ]
}

/// Fractions of the domain.
pub fn fractions() -> impl Strategy<Value = [f64; 2]> {
    [0.02f64..0.98, 0.02f64..0.98]
}

pub fn norm(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

pub fn dot3(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

pub fn cross3(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub fn minus3(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] - b[i])
}

/// Greatest error of the derivatives against central differences of step `h`: of first and of second order.
pub fn derivative_errors(
    jet: impl Fn(f64, f64) -> SurfaceJet,
    [s, z]: [f64; 2],
    h: f64,
) -> [f64; 2] {
    let here = jet(s, z);
    let [right, left] = [jet(s + h, z), jet(s - h, z)];
    let [above, below] = [jet(s, z + h), jet(s, z - h)];
    let slope = |up: [f64; 3], down: [f64; 3]| minus3(up, down).map(|v| v / (2.0 * h));
    let error = |told: [f64; 3], up: [f64; 3], down: [f64; 3]| {
        norm(minus3(told, slope(up, down))) / (1.0 + norm(told))
    };
    let first =
        error(here.d_s, right.point, left.point).max(error(here.d_z, above.point, below.point));
    let second = [
        error(here.d_ss, right.d_s, left.d_s),
        error(here.d_sz, above.d_s, below.d_s),
        error(here.d_sz, right.d_z, left.d_z),
        error(here.d_zz, above.d_z, below.d_z),
    ];
    [first, second.into_iter().fold(0.0, f64::max)]
}
