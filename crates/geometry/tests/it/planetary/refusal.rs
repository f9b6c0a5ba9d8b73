//! Sets that cannot be: each is refused with its reason and a remedy that works.

use pitchline_geometry::planetary::{
    Part, PlanetarySet, SetData, SetError, SetKind, Spacing, Train, position_steps,
};
use pitchline_geometry::{CylindricalData, CylindricalGear, GearKind, Hand, Tip};

use super::{Dice, Form};
use crate::sample::data;

fn build(train: Train, data_of: SetData) -> Result<PlanetarySet, Vec<SetError>> {
    let gears: Vec<(Part, CylindricalGear)> = train
        .parts()
        .into_iter()
        .map(|part| {
            let kind = if part.is_ring() {
                GearKind::Internal
            } else {
                GearKind::External
            };
            let gear = CylindricalGear::build(data(kind, train.teeth(part))).unwrap();
            (part, gear)
        })
        .collect();
    let find = |part| {
        let found = gears.iter().find(|(known, _)| *known == part);
        found.map(|(_, gear)| gear)
    };
    PlanetarySet::build(train.kind, find, &data_of)
}

fn equal(planets: u32) -> SetData {
    SetData {
        planets,
        spacing: Spacing::Equal,
        center_distance: None,
        allow_interference: true,
    }
}

#[test]
fn unassemblable_sets_name_teeth_that_can_be_assembled() {
    let errors = build(Train::simple(25, 20, 65), equal(4)).unwrap_err();
    let [
        SetError::CannotAssemble {
            steps,
            alternatives,
            other_planets,
            nearest,
            ..
        },
    ] = &errors[..]
    else {
        panic!("{errors:?}");
    };
    assert_eq!(
        (*steps, other_planets.as_slice()),
        (90, [2, 3, 5, 6].as_slice())
    );
    assert_eq!(nearest.as_ref().unwrap().len(), 4);
    // Three whose shifts remain, by their ratios, then those that keep most teeth by another shift.
    let (same, other) = alternatives.split_at(3);
    for found in same {
        assert!(build(found.train, equal(4)).is_ok(), "{found:?}");
        assert!(found.change < 0.05 && found.shifts.is_empty(), "{found:?}");
    }
    assert!(
        same.windows(2)
            .all(|pair| pair[0].change <= pair[1].change + 2e-6)
    );
    assert!(
        other.iter().all(|found| !found.shifts.is_empty()),
        "{other:?}"
    );
    let remedy = errors[0].remedy();
    assert!(
        remedy.contains("nearest teeth") && remedy.contains("planets = 2 or 3 or 5 or 6"),
        "{remedy}"
    );
}

/// Gears of a train as a designer might have them: some thinned, some shifted, some with given tips.
fn gears_of(train: Train, dice: &mut Dice) -> Vec<(Part, CylindricalData)> {
    let has_tips = dice.whole(0, 3) == 0;
    let shift = f64::from(dice.whole(0, 3)) * 0.1;
    train
        .parts()
        .into_iter()
        .map(|part| {
            let kind = if part.is_ring() {
                GearKind::Internal
            } else {
                GearKind::External
            };
            let mut gear = data(kind, train.teeth(part));
            gear.thickness_allowance = -0.02;
            // Sun against planet, and the ring with the planet: the centre distances remain.
            gear.profile_shift = match (part, train.kind) {
                (_, SetKind::Ravigneaux) => 0.0,
                (Part::Sun | Part::Sun2, _) => shift,
                _ => -shift,
            };
            gear.tip = Tip::Alteration(if part.is_ring() { -0.2 } else { 0.0 });
            if has_tips && !part.is_ring() {
                let tip = f64::from(gear.teeth) + 2.0 * (1.0 + gear.profile_shift);
                gear.tip = Tip::Diameter(tip);
            }
            (part, gear)
        })
        .collect()
}

fn build_from(
    kind: SetKind,
    gears: &[(Part, CylindricalData)],
    of_set: &SetData,
) -> Result<PlanetarySet, Vec<SetError>> {
    let gears: Vec<(Part, CylindricalGear)> = gears
        .iter()
        .map(|(part, data)| (*part, CylindricalGear::build(*data).unwrap()))
        .collect();
    let find = |part| {
        let found = gears.iter().find(|(known, _)| *known == part);
        found.map(|(_, gear)| gear)
    };
    PlanetarySet::build(kind, find, of_set)
}

/// What is proposed, with all that it says must change, is a set that can be built: for every form of set, with and
/// without a given centre distance, shifts and tips.
#[test]
fn what_is_proposed_can_be_built() {
    let mut dice = Dice(3);
    let (mut refused, mut proposed, mut shifted) = (0, 0, 0);
    for case in 0..140 {
        let form = Form::ALL[case % Form::ALL.len()];
        let [sun, planet, planet_2] = [dice.whole(18, 50), dice.whole(18, 30), dice.whole(18, 30)];
        let train = form.train(|part| match part {
            Part::Sun => sun,
            Part::Sun2 if form.kind == SetKind::Stepped => sun + planet - planet_2,
            Part::Sun2 => sun - 2,
            Part::Planet => planet,
            Part::Planet2 => planet_2,
            Part::Ring if form.kind == SetKind::Stepped => sun + planet + planet_2,
            Part::Ring => sun + 2 * planet,
            Part::Ring2 => sun + planet + planet_2,
        });
        let gears = gears_of(train, &mut dice);
        let is_given = dice.whole(0, 1) == 0;
        let of_set = SetData {
            center_distance: is_given.then(|| 0.5 * f64::from(sun + planet)),
            allow_interference: true,
            ..equal(dice.whole(3, 5))
        };
        let Err(errors) = build_from(form.kind, &gears, &of_set) else {
            continue;
        };
        let [SetError::CannotAssemble { alternatives, .. }] = &errors[..] else {
            continue;
        };
        refused += 1;
        for found in alternatives {
            let mut new = gears.clone();
            for (part, gear) in &mut new {
                gear.teeth = found.train.teeth(*part);
                let of = |list: &[(Part, f64)]| {
                    let entry = list.iter().find(|(known, _)| known == part);
                    entry.map(|(_, value)| *value)
                };
                gear.profile_shift = of(&found.shifts).unwrap_or(gear.profile_shift);
                if let Some(diameter) = of(&found.tip_diameters) {
                    gear.tip = Tip::Diameter(diameter);
                }
            }
            let new_set = SetData {
                center_distance: found.center_distance.or(of_set.center_distance),
                ..of_set.clone()
            };
            let set = build_from(form.kind, &new, &new_set);
            assert!(set.is_ok(), "{train:?} → {found:?}: {set:?}");
            assert_ne!(found.train, train);
            proposed += 1;
            shifted += u32::from(!found.shifts.is_empty());
        }
    }
    assert!(
        refused > 60 && proposed > 150 && shifted > 50,
        "{refused} {proposed} {shifted}"
    );
}

#[test]
fn planets_that_touch_name_the_largest_number() {
    let errors = build(Train::simple(20, 28, 76), equal(6)).unwrap_err();
    let [
        SetError::PlanetsTouch {
            largest,
            largest_assembled,
            overlap,
            ..
        },
    ] = &errors[..]
    else {
        panic!("{errors:?}");
    };
    // 48 m · sin(180°/n) > 30 m needs n ≤ 4.
    assert_eq!((*largest, *largest_assembled), (4, 4));
    assert!((overlap - (30.0 - 48.0 * 0.5)).abs() < 1e-9);
    // Four have room, but not so near each other.
    let near = SetData {
        spacing: Spacing::Angles([0f64, 60.0, 180.0, 270.0].map(f64::to_radians).to_vec()),
        ..equal(4)
    };
    let errors = build(Train::simple(20, 28, 76), near).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].remedy().contains("more evenly"), "{errors:?}");
}

#[test]
fn a_ring_of_the_wrong_size_is_not_coaxial() {
    let errors = build(Train::simple(20, 28, 78), equal(2)).unwrap_err();
    let [
        SetError::NotCoaxial {
            mesh_distance,
            center_distance,
            teeth,
            ..
        },
    ] = &errors[..]
    else {
        panic!("{errors:?}");
    };
    assert!((mesh_distance - center_distance - 1.0).abs() < 1e-9);
    assert_eq!(*teeth, Some(76));
}

/// Thinned teeth may stand nearer than their shifts alone allow, as long as they have play.
#[test]
fn thinned_teeth_may_stand_nearer() {
    let set = |allowance: f64| {
        let gear = |kind, teeth| {
            let mut gear = data(kind, teeth);
            gear.thickness_allowance = allowance;
            CylindricalGear::build(gear).unwrap()
        };
        let [sun, planet] = [20, 28].map(|teeth| gear(GearKind::External, teeth));
        let ring = gear(GearKind::Internal, 76);
        let of = |part| match part {
            Part::Sun => Some(&sun),
            Part::Planet => Some(&planet),
            _ => Some(&ring),
        };
        let near = SetData {
            center_distance: Some(24.0 - 0.01),
            ..equal(3)
        };
        PlanetarySet::build(SetKind::Simple, of, &near)
    };
    assert!(set(-0.02).is_ok());
    let errors = set(0.0).unwrap_err();
    assert!(
        matches!(
            &errors[..],
            [SetError::NotCoaxial {
                is_overlap: true,
                ..
            }]
        ),
        "{errors:?}"
    );
    assert_eq!(errors[0].key(), "center_distance");
}

#[test]
fn angles_must_fit_the_teeth() {
    let at = |degrees: &[f64]| SetData {
        spacing: Spacing::Angles(degrees.iter().map(|d| f64::to_radians(*d)).collect()),
        ..equal(degrees.len() as u32)
    };
    // 96 places of 3.75°.
    let train = Train::simple(20, 28, 76);
    assert!(build(train, at(&[0.0, 86.25, 180.0, 266.25])).is_ok());
    let errors = build(train, at(&[0.0, 88.0, 180.0, 268.0])).unwrap_err();
    let [
        SetError::WrongAngle {
            index: 1, nearest, ..
        },
    ] = &errors[..]
    else {
        panic!("{errors:?}");
    };
    assert!((nearest.to_degrees() - 86.25).abs() < 1e-9);
}

/// A stepped set needs a ring or a second sun, any other set all its wheels but the sun of a Wolfrom set.
#[test]
fn missing_wheels_are_named() {
    let gear = CylindricalGear::build(data(GearKind::External, 30)).unwrap();
    let missing = |kind: SetKind, has: &[Part]| {
        let of = |part| has.contains(&part).then_some(&gear);
        let errors = PlanetarySet::build(kind, of, &equal(3)).unwrap_err();
        let parts = errors.into_iter().filter_map(|error| match error {
            SetError::Missing { parts } => Some(parts),
            _ => None,
        });
        parts.collect::<Vec<_>>()
    };
    use Part::{Planet, Planet2, Ring, Ring2, Sun, Sun2};
    assert_eq!(
        missing(SetKind::Stepped, &[Sun, Planet, Planet2]),
        [[Ring, Sun2]]
    );
    assert_eq!(missing(SetKind::Simple, &[Planet]), [[Sun], [Ring]]);
    assert_eq!(
        missing(SetKind::Wolfrom, &[Planet, Planet2, Ring]),
        [[Ring2]]
    );
}

#[test]
fn a_sun_is_external_and_a_ring_internal() {
    let gear = CylindricalGear::build(data(GearKind::External, 40)).unwrap();
    let errors = PlanetarySet::build(SetKind::Simple, |_| Some(&gear), &equal(3)).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].key(), "ring");
}

/// Rims of different modules: 2 mm on the sun, 2.5 mm in the ring, one centre distance of 60 mm.
#[test]
fn rims_may_have_different_modules() {
    let gear = |kind, teeth, module: f64| {
        let mut gear = data(kind, teeth);
        gear.system.module = module;
        CylindricalGear::build(gear).unwrap()
    };
    let sun = gear(GearKind::External, 24, 2.0);
    let planet = gear(GearKind::External, 36, 2.0);
    let planet_2 = gear(GearKind::External, 18, 2.5);
    let ring = gear(GearKind::Internal, 66, 2.5);
    let of = |part| match part {
        Part::Sun => Some(&sun),
        Part::Planet => Some(&planet),
        Part::Planet2 => Some(&planet_2),
        Part::Ring => Some(&ring),
        _ => None,
    };
    let set = PlanetarySet::build(SetKind::Stepped, of, &equal(3)).unwrap();
    assert!((set.center_distance - 60.0).abs() < 1e-9 && set.coaxiality_mismatch < 1e-9);
    // 24 · 18 + 66 · 36 over 18: 156 places.
    assert_eq!(set.position_steps, 156);
    // 37 · 18 + 66 · 23 is 2184, which 5 does not divide: what is proposed keeps both centre distances equal.
    let sun = gear(GearKind::External, 37, 2.0);
    let planet = gear(GearKind::External, 23, 2.0);
    let of = |part| match part {
        Part::Sun => Some(&sun),
        Part::Planet => Some(&planet),
        Part::Planet2 => Some(&planet_2),
        Part::Ring => Some(&ring),
        _ => None,
    };
    let errors = PlanetarySet::build(SetKind::Stepped, of, &equal(5)).unwrap_err();
    let [SetError::CannotAssemble { alternatives, .. }] = &errors[..] else {
        panic!("{errors:?}");
    };
    let same = alternatives.iter().filter(|found| found.shifts.is_empty());
    assert!(same.clone().count() > 0, "{alternatives:?}");
    for found in same {
        let z = |part| f64::from(found.train.teeth(part));
        let distances = [
            z(Part::Sun) + z(Part::Planet),
            1.25 * (z(Part::Ring) - z(Part::Planet2)),
        ];
        assert!((distances[0] - distances[1]).abs() < 1e-9, "{found:?}");
        assert!(position_steps(&found.train).is_multiple_of(5));
    }
}

/// Helical: sun and planet of opposite hands, the ring with the hand of the planet; sizes with the transverse module.
#[test]
fn helical_sets_need_the_right_hands() {
    let gear = |kind, teeth, hand| {
        let mut gear = data(kind, teeth);
        gear.system.helix_angle = 0.35;
        gear.system.hand = hand;
        CylindricalGear::build(gear).unwrap()
    };
    let set = |ring_hand| {
        let sun = gear(GearKind::External, 30, Hand::Left);
        let planet = gear(GearKind::External, 24, Hand::Right);
        let ring = gear(GearKind::Internal, 78, ring_hand);
        let of = |part| match part {
            Part::Sun => Some(&sun),
            Part::Planet => Some(&planet),
            _ => Some(&ring),
        };
        PlanetarySet::build(SetKind::Simple, of, &equal(3))
    };
    let distance = set(Hand::Right).unwrap().center_distance;
    assert!((distance - 27.0 / 0.35f64.cos()).abs() < 1e-9);
    let errors = set(Hand::Left).unwrap_err();
    assert!(matches!(&errors[..], [SetError::Mesh { mesh, .. }] if mesh.b == Part::Ring));
}
