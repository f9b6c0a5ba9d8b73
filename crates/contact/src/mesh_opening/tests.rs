use super::*;
use crate::MeshDamping;

fn law(backlash: f64, damping: f64, in_gap: bool) -> MeshLaw {
    MeshLaw {
        elasticity: Elasticity::PerFlank(Box::new([
            Elasticity::Stiffening {
                stiffness: 20.0,
                full_stiffness: 30.0,
                full_load: 50.0,
            },
            Elasticity::Linear { stiffness: 25.0 },
        ])),
        damping: match in_gap {
            true => MeshDamping::always(damping),
            false => MeshDamping::in_contact(damping, 11.0),
        },
        backlash,
    }
}

const FORMULATIONS: [Formulation; 3] = [
    Formulation::BothFlanks,
    Formulation::OneFlank(FlankSide::Right),
    Formulation::OneFlank(FlankSide::Left),
];

/// On the right flanks, in the play, on the left ones, and wedged between both.
fn places() -> [MeshMotion; 4] {
    [[0.7, 0.2], [-0.5, 0.1], [-2.0, 0.3], [-0.4, -0.9]].map(|[deflection, opening]| MeshMotion {
        deflection,
        opening,
        rate: 0.31,
        opening_rate: -0.17,
    })
}

fn moved(at: &MeshMotion, way: f64, which: usize) -> MeshMotion {
    let mut moved = *at;
    let to = [
        &mut moved.deflection,
        &mut moved.opening,
        &mut moved.rate,
        &mut moved.opening_rate,
    ];
    if let Some(x) = to.into_iter().nth(which) {
        *x += way;
    }
    moved
}

/// Central difference of a number over one of the four.
fn slope(at: &MeshMotion, which: usize, of: impl Fn(&MeshMotion) -> f64) -> f64 {
    let h = 1e-5;
    (of(&moved(at, h, which)) - of(&moved(at, -h, which))) / (2.0 * h)
}

#[track_caller]
fn near(found: f64, expected: f64) {
    // Differences: h² times third derivatives of order 10, and rounding 1e-14 / h.
    assert!((found - expected).abs() < 1e-7, "{found} not {expected}");
}

/// Equal to the last digit.
#[track_caller]
fn same(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 0.0, "{found} not {expected}");
}

#[test]
fn derivatives_are_those_of_the_force() {
    for (formulation, damping, in_gap) in FORMULATIONS
        .into_iter()
        .flat_map(|f| [(f, 0.0, false), (f, 3.0, true), (f, 3.0, false)])
    {
        let law = law(1.2, damping, in_gap);
        for at in places() {
            let value = law.over_opening(formulation, &at, 1.3);
            for i in 0..2 {
                let force = |m: &MeshMotion| law.over_opening(formulation, m, 1.3).force[i];
                let elastic =
                    |m: &MeshMotion| law.over_opening(formulation, m, 1.3).elastic_force[i];
                for j in 0..2 {
                    near(value.stiffness[i][j], slope(&at, j, force));
                    near(value.damping[i][j], slope(&at, 2 + j, force));
                    near(value.elastic_stiffness[i][j], slope(&at, j, elastic));
                }
                let of_factor = |factor| law.over_opening(formulation, &at, factor).force[i];
                let by_factor = (of_factor(1.3 + 1e-5) - of_factor(1.3 - 1e-5)) / 2e-5;
                near(value.by_factor[i], by_factor);
            }
        }
    }
}

/// What the teeth store is the work that is done on them; damping takes the rest, never gives.
#[test]
fn force_is_the_gradient_of_the_energy() {
    for formulation in FORMULATIONS {
        for (damping, in_gap) in [(0.0, false), (3.0, true), (3.0, false)] {
            let law = law(1.2, damping, in_gap);
            for at in places() {
                let value = law.over_opening(formulation, &at, 1.3);
                let energy = |m: &MeshMotion| law.over_opening(formulation, m, 1.3).energy;
                for i in 0..2 {
                    near(value.elastic_force[i], slope(&at, i, energy));
                }
                let [force, elastic] = [value.force, value.elastic_force]
                    .map(|[x, o]| x * at.rate + o * at.opening_rate);
                near(value.dissipated, force - elastic);
                assert!(value.dissipated >= 0.0);
                let [[_, b], [c, _]] = value.elastic_stiffness;
                same(b, c);
            }
        }
    }
}

/// Wheels that stand where they should feel what the law of their deflection says.
#[test]
fn without_an_opening_it_is_the_law_of_the_deflection() {
    for (backlash, in_gap) in [(1.2, true), (1.2, false), (0.0, true), (0.0, false)] {
        let law = law(backlash, 3.0, in_gap);
        for deflection in [-2.0, -1.2, -0.6, 0.0, 0.8] {
            let at = MeshMotion {
                deflection,
                rate: 0.4,
                ..MeshMotion::default()
            };
            let alone = law.at_factor(deflection, at.rate, 1.3);
            for formulation in [Formulation::BothFlanks, Formulation::Source] {
                let value = law.over_opening(formulation, &at, 1.3);
                same(value.force[0], alone.force);
                same(value.stiffness[0][0], alone.by_deflection);
                same(value.damping[0][0], alone.by_rate);
                same(value.energy, alone.elastic.energy);
                same(value.dissipated, alone.dissipated);
            }
            assert_eq!(
                law.touching(Formulation::BothFlanks, &at),
                law.contact(deflection)
            );
        }
    }
}

/// Wheels that part by an opening O have the play b + 2 O; those that come together lose it and are wedged.
#[test]
fn parting_wheels_gain_play() {
    let law = law(1.2, 0.0, false);
    let at = |deflection, opening| MeshMotion {
        deflection,
        opening,
        ..MeshMotion::default()
    };
    let force = |deflection, opening| {
        law.over_opening(Formulation::BothFlanks, &at(deflection, opening), 1.0)
            .force
    };
    assert!(force(0.29, 0.3).iter().all(|f| f.abs() <= 0.0));
    assert!(force(-1.49, 0.3).iter().all(|f| f.abs() <= 0.0));
    assert!(force(0.31, 0.3)[0] > 0.0 && force(-1.51, 0.3)[0] < 0.0);
    // In the middle of the play both sides carry alike but for their own laws, and part the wheels.
    let wedged = law.over_opening(Formulation::BothFlanks, &at(-0.6, -0.8), 1.0);
    assert!(wedged.spread() > 0.0);
}
