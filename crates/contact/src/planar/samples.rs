//! Pairs for the tests: that of \[linden\] table 3, and random ones of every kind.

use proptest::prelude::*;

use super::{ContactPath, Levers, PhaseLevers, PlanarKind, PlanarPair, PlanarPairData};
use crate::FlankContact;

/// Δ and x, or their rates, at angles or speeds of a, b and the carrier.
pub(super) fn motion(pair: &PlanarPair, [a, b, carrier]: [f64; 3]) -> [f64; 2] {
    let turns = [a - carrier, b - carrier];
    pair.by_turns()
        .map(|by| by[0] * turns[0] + by[1] * turns[1])
}

/// u at speeds of a, b and the carrier: the power that a unit of friction takes.
pub(super) fn slip(pair: &PlanarPair, levers: &Levers, [a, b, carrier]: [f64; 3]) -> f64 {
    let [by_a, by_b] = levers.slip_by_turns(pair);
    by_a * (a - carrier) + by_b * (b - carrier)
}

/// How wide contacts of [`of_all_kinds`] are, and how thick the teeth of a, both in pitches.
pub(super) const PHASED: [f64; 2] = [0.13, 0.47];

/// Smeared, shared, and of the contacts of these flanks at a phase.
pub(super) fn of_all_kinds(
    pair: &PlanarPair,
    path: &ContactPath,
    flank: FlankContact,
    cycles: f64,
) -> [Levers; 3] {
    let [spread, share] = PHASED;
    let phased = PhaseLevers::new(pair, path, spread, share).unwrap();
    let [now, _] = phased.at(flank, cycles);
    [
        Levers::smeared(pair, path),
        Levers::shared(pair, path).unwrap(),
        now,
    ]
}

/// 10 and 30 mm, module 1 mm, 20°, tips of 11 and 31 mm. \[linden\] table 3
pub(super) fn table_3() -> (PlanarPair, ContactPath) {
    let data = PlanarPairData {
        kind: PlanarKind::External,
        teeth: [20, 60],
        pitch_radii: [0.01, 0.03],
        pressure_angle: 20f64.to_radians(),
        base_helix_angle: 0.0,
    };
    let pair = data.build().unwrap();
    (pair, ContactPath::from_tips(&pair, [0.011, 0.031]).unwrap())
}

/// The same wheel of 20 teeth in a ring of 60.
pub(super) fn in_ring() -> (PlanarPair, ContactPath) {
    let data = PlanarPairData {
        kind: PlanarKind::RingB,
        ..*table_3().0.data()
    };
    let pair = data.build().unwrap();
    (
        pair,
        ContactPath::from_tips(&pair, [0.011, 0.0292]).unwrap(),
    )
}

/// The pair with both wheels renamed.
pub(super) fn swapped(pair: &PlanarPair, path: &ContactPath) -> (PlanarPair, ContactPath) {
    let data = pair.data();
    let [[z_a, z_b], [r_a, r_b]] = [data.teeth.map(f64::from), data.pitch_radii];
    let kind = match data.kind {
        PlanarKind::External => PlanarKind::External,
        PlanarKind::RingA => PlanarKind::RingB,
        PlanarKind::RingB => PlanarKind::RingA,
    };
    let swapped = PlanarPairData {
        kind,
        teeth: [z_b as u32, z_a as u32],
        pitch_radii: [r_b, r_a],
        ..*data
    };
    let pair = swapped.build().unwrap();
    // The tip that came last now comes first.
    (pair, ContactPath::between(-path.end(), -path.start()))
}

/// Random pairs whose contact lies on the involutes and covers a pitch.
pub(super) fn pairs() -> impl Strategy<Value = (PlanarPair, ContactPath)> {
    let kinds = prop_oneof![
        Just(PlanarKind::External),
        Just(PlanarKind::RingB),
        Just(PlanarKind::RingA)
    ];
    let shapes = (15.0..28f64, 0.0..30f64, 0.5e-3..8e-3f64);
    let addendums = (0.3..1.2f64, 0.3..1.2f64);
    (kinds, 16..60u32, 12..80u32, shapes, addendums).prop_filter_map(
        "contact leaves the involutes",
        |(kind, small, more, (alpha, beta, module), (tip_a, tip_b))| {
            let teeth = match kind {
                PlanarKind::External => [small, 5 + more],
                PlanarKind::RingB => [small, small + more],
                PlanarKind::RingA => [small + more, small],
            };
            let pitch_radii = teeth.map(|z| 0.5 * module * f64::from(z));
            let data = PlanarPairData {
                kind,
                teeth,
                pitch_radii,
                pressure_angle: alpha.to_radians(),
                base_helix_angle: beta.to_radians(),
            };
            let pair = data.build().ok()?;
            let outwards = match kind {
                PlanarKind::External => [1.0, 1.0],
                PlanarKind::RingB => [1.0, -1.0],
                PlanarKind::RingA => [-1.0, 1.0],
            };
            let tips = [
                pitch_radii[0] + outwards[0] * tip_a * module,
                pitch_radii[1] + outwards[1] * tip_b * module,
            ];
            let path = ContactPath::from_tips(&pair, tips).ok()?;
            (path.contact_ratio(&pair) >= 1.0).then_some((pair, path))
        },
    )
}
