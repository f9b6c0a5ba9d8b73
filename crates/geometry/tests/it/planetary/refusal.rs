//! Sets that cannot be: each is refused with its reason and a remedy that works.

use pitchline_geometry::planetary::{
    Part, PlanetarySet, SetData, SetError, SetKind, Spacing, Train, alternatives, position_steps,
};
use pitchline_geometry::{CylindricalGear, GearKind};

use super::Dice;
use crate::sample::data;

fn build(train: Train, data_of: SetData) -> Result<PlanetarySet, Vec<SetError>> {
    let gears: Vec<(Part, CylindricalGear)> = train
        .kind
        .parts()
        .iter()
        .map(|part| {
            let kind = if part.is_ring() {
                GearKind::Internal
            } else {
                GearKind::External
            };
            let gear = CylindricalGear::build(data(kind, train.teeth(*part))).unwrap();
            (*part, gear)
        })
        .collect();
    let find = |part| &gears.iter().find(|(known, _)| *known == part).unwrap().1;
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
    assert_eq!(alternatives.len(), 3);
    for found in alternatives {
        assert!(build(found.train, equal(4)).is_ok(), "{found:?}");
        assert!(found.change < 0.05, "{found:?}");
    }
    let remedy = errors[0].remedy();
    assert!(
        remedy.contains("nearest teeth") && remedy.contains("planets = 2 or 3 or 5 or 6"),
        "{remedy}"
    );
}

/// What is proposed can be assembled, keeps the meshes coaxial and leaves room; nearer ones come first.
#[test]
fn alternatives_can_be_assembled() {
    let mut dice = Dice(3);
    let mut proposed = 0;
    for case in 0..120 {
        let kind = SetKind::ALL[case % 4];
        let [sun, planet, planet_2] = [dice.whole(16, 50), dice.whole(16, 30), dice.whole(16, 30)];
        let train = Train::new(kind, |part| match part {
            Part::Sun => sun,
            Part::Sun2 => sun - 2,
            Part::Planet => planet,
            Part::Planet2 => planet_2,
            Part::Ring if kind == SetKind::Stepped => sun + planet + planet_2,
            Part::Ring => sun + 2 * planet,
            Part::Ring2 => sun + planet + planet_2,
        });
        let planets = dice.whole(3, 5);
        let found = alternatives(&train, planets, [1.0, 1.0], 5);
        assert!(
            found
                .windows(2)
                .all(|pair| pair[0].change <= pair[1].change + 2e-6)
        );
        for alternative in &found {
            let z = |part| alternative.train.teeth(part);
            assert!(position_steps(&alternative.train).is_multiple_of(planets.into()));
            let sun_side = z(Part::Sun) + z(Part::Planet);
            match kind {
                SetKind::Stepped => assert_eq!(sun_side, z(Part::Ring) - z(Part::Planet2)),
                _ => assert_eq!(sun_side, z(Part::Ring) - z(Part::Planet)),
            }
            if kind == SetKind::Wolfrom {
                assert_eq!(sun_side, z(Part::Ring2) - z(Part::Planet2));
            }
            proposed += 1;
        }
    }
    assert!(proposed > 200, "{proposed}");
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

#[test]
fn a_sun_is_external_and_a_ring_internal() {
    let gear = CylindricalGear::build(data(GearKind::External, 40)).unwrap();
    let errors = PlanetarySet::build(SetKind::Simple, |_| &gear, &equal(3)).unwrap_err();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].key(), "ring");
}
