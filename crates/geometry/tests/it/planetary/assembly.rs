//! Places of planets and phases against teeth that are really laid into spaces.

use std::f64::consts::{PI, TAU};

use pitchline_geometry::planetary::{
    Mesh, Part, Phasing, PlanetarySet, SetData, SetKind, Spacing, Train, lags, mesh_lag,
    nearest_positions, position_steps,
};
use pitchline_geometry::{CylindricalData, CylindricalGear, GearKind, Tip};

use super::{Dice, Form};
use crate::sample::{data, external};

/// Distance, in pitches, of the nearest tooth centre of a wheel from a direction seen from its axis; signed, positive
/// about its axis.
fn offset(teeth: u32, turn: f64, direction: f64) -> f64 {
    let pitches = (turn - direction) * f64::from(teeth) / TAU;
    pitches - pitches.round()
}

/// How far, in pitches, a tooth of one wheel is from the middle of a space of the other where they touch; both
/// measured along the common tangent.
fn misfit(mesh: Mesh, train: &Train, turns: [f64; 2], direction: f64) -> f64 {
    let a = offset(train.teeth(mesh.a), turns[0], direction);
    let b = if mesh.is_internal() {
        offset(train.teeth(mesh.b), turns[1], direction)
    } else {
        // Seen from the other side the tangent points the other way.
        -offset(train.teeth(mesh.b), turns[1], direction + PI)
    };
    let off = (a - b - 0.5).rem_euclid(1.0);
    off.min(1.0 - off)
}

/// Turn of a sun or ring that fits a planet, turned by `planet_turn`, on the arm at `at`: a tooth of the planet lies in
/// the middle of a space.
fn wheel_turn(train: &Train, wheel: Part, planet: Part, planet_turn: f64, at: f64) -> f64 {
    let o = if wheel.is_ring() {
        offset(train.teeth(planet), planet_turn, at)
    } else {
        -offset(train.teeth(planet), planet_turn, at + PI)
    };
    at + (o + 0.5) * TAU / f64::from(train.teeth(wheel))
}

/// Whether a planet fits at an angle, by trying all its teeth on all wheels: the wheels stand as they do around a
/// planet at angle 0, whose rims are turned against each other by `rim_phase`.
fn fits(train: &Train, angle: f64, rim_phase: f64) -> bool {
    let is_ravigneaux = train.kind == SetKind::Ravigneaux;
    // Around the planet at 0, tooth 1 of rim 1 points along its arm; wheels are turned to suit.
    let start = |planet: Part| {
        if planet == Part::Planet2 {
            rim_phase
        } else {
            0.0
        }
    };
    let wheels: Vec<(Mesh, Part, Part, f64)> = train
        .meshes()
        .into_iter()
        .filter(|mesh| !is_ravigneaux || mesh.b != Part::Planet2)
        .filter_map(|mesh| {
            let (wheel, planet) = mesh.central()?;
            let turn = wheel_turn(train, wheel, planet, start(planet), 0.0);
            Some((mesh, wheel, planet, turn))
        })
        .collect();
    let check = |turn: f64| {
        wheels.iter().all(|(mesh, wheel, planet, wheel_turn)| {
            let planet_turn = turn + start(*planet);
            let turns = if mesh.a == *wheel {
                [*wheel_turn, planet_turn]
            } else {
                [planet_turn, *wheel_turn]
            };
            misfit(*mesh, train, turns, angle) < 1e-7
        })
    };
    // All turns of the planet in which its first rim fits the first wheel: whole pitches apart.
    let (_, first, _, turn) = wheels[0];
    let pitch = TAU / f64::from(train.teeth(Part::Planet));
    let o = offset(train.teeth(first), turn, angle);
    let base = if first.is_ring() {
        angle + (o + 0.5) * pitch
    } else {
        // Its tooth lies half a pitch from that of the sun, the tangent reversed.
        angle + PI - (o + 0.5) * pitch
    };
    (0..train.teeth(Part::Planet)).any(|step| {
        let turn = base + f64::from(step) * pitch;
        check(turn) && (!is_ravigneaux || short_planet_fits(train, turn, angle))
    })
}

/// Short planet beside the long one in a fixed direction from its arm, second sun beside the short planet.
fn short_planet_fits(train: &Train, long_turn: f64, angle: f64) -> bool {
    let (toward, arm) = (2.0, 0.6);
    let short_turn = |long: f64, at: f64| {
        let o = offset(train.teeth(Part::Planet), long, at + toward);
        at + toward + PI - (o + 0.5) * TAU / f64::from(train.teeth(Part::Planet2))
    };
    let start = short_turn(0.0, 0.0);
    let sun_2 = wheel_turn(train, Part::Sun2, Part::Planet2, start, arm);
    let mesh = Mesh {
        a: Part::Sun2,
        b: Part::Planet2,
    };
    let turns = [sun_2, short_turn(long_turn, angle)];
    misfit(mesh, train, turns, angle + arm) < 1e-7
}

#[test]
fn planets_fit_at_the_steps_and_nowhere_else() {
    let mut dice = Dice(7);
    for case in 0..700 {
        let form = Form::ALL[case % Form::ALL.len()];
        let train = dice.train(form);
        let steps = position_steps(&train);
        let rim_phase = if form.kind.has_stepped_planets() {
            f64::from(dice.whole(0, 1000)) * 1e-3
        } else {
            0.0
        };
        if steps == 0 {
            // Wheels that turn together: anywhere.
            assert!(fits(
                &train,
                f64::from(dice.whole(0, 6000)) * 1e-3,
                rim_phase
            ));
            continue;
        }
        for _ in 0..4 {
            let place = dice.whole(0, 4000);
            let angle = TAU * f64::from(place) / steps as f64;
            assert!(fits(&train, angle, rim_phase), "{train:?} {place}");
            // Between two places, at a half, a third or any other part.
            let part = f64::from(dice.whole(20, 980)) * 1e-3;
            let between = TAU * (f64::from(place) + part) / steps as f64;
            assert!(!fits(&train, between, rim_phase), "{train:?} {part}");
        }
    }
}

/// A finer search: all angles of a fine grid, so that no place is overlooked.
#[test]
fn no_place_is_overlooked() {
    let mut dice = Dice(23);
    for case in 0..21 {
        let mut train = dice.train(Form::ALL[case % Form::ALL.len()]);
        for part in train.parts() {
            train = train.with(
                part,
                4 + train.teeth(part) % 9 + 20 * u32::from(part.is_ring()),
            );
        }
        let steps = position_steps(&train);
        // Every angle at which it can fit is a multiple of 1/M; 12 M holds halves, thirds and quarters of steps.
        let found = (0..12 * steps)
            .filter(|k| fits(&train, TAU * *k as f64 / (12 * steps) as f64, 0.0))
            .collect::<Vec<_>>();
        let expected: Vec<u64> = (0..steps).map(|k| 12 * k).collect();
        assert_eq!(found, expected, "{train:?}");
    }
}

#[test]
fn nearest_places_are_least_unequal() {
    for steps in 1..60_u64 {
        for planets in 1..9_u32 {
            let Some(places) = nearest_positions(steps, planets) else {
                assert!(steps < u64::from(planets));
                continue;
            };
            assert_eq!(places[0], 0);
            assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(places.iter().all(|place| *place < steps));
            for (j, place) in places.iter().enumerate() {
                let off = *place as f64 - steps as f64 * j as f64 / f64::from(planets);
                assert!(off.abs() <= 0.5 + 1e-12, "{steps} {planets}");
            }
            if steps.is_multiple_of(u64::from(planets)) {
                assert!(places.windows(2).all(|pair| pair[1] - pair[0] == places[1]));
            }
        }
    }
}

fn gear(kind: GearKind, teeth: u32) -> CylindricalGear {
    let gear = CylindricalData {
        thickness_allowance: -0.02,
        tip: Tip::Alteration(if kind == GearKind::Internal {
            -0.2
        } else {
            0.0
        }),
        ..data(kind, teeth)
    };
    CylindricalGear::build(gear).unwrap()
}

/// A set of standard gears of module 1 m.
pub fn standard(train: Train, planets: u32, spacing: Spacing) -> PlanetarySet {
    let parts: Vec<(Part, CylindricalGear)> = train
        .parts()
        .into_iter()
        .map(|part| {
            let kind = if part.is_ring() {
                GearKind::Internal
            } else {
                GearKind::External
            };
            (part, gear(kind, train.teeth(part)))
        })
        .collect();
    let data = SetData {
        planets,
        spacing,
        center_distance: None,
        allow_interference: true,
    };
    let find = |part| {
        let found = parts.iter().find(|(known, _)| *known == part);
        found.map(|(_, gear)| gear)
    };
    PlanetarySet::build(train.kind, find, &data).unwrap_or_else(|e| panic!("{train:?}: {e:?}"))
}

pub fn samples() -> Vec<PlanetarySet> {
    let train = |kind, teeth: [u32; 6]| Train::new(kind, |part| teeth[part as usize]);
    vec![
        standard(Train::simple(24, 18, 60), 3, Spacing::Equal),
        standard(Train::simple(27, 35, 97), 4, Spacing::Equal),
        standard(Train::simple(30, 21, 72), 4, Spacing::Nearest),
        standard(Train::simple(34, 15, 64), 7, Spacing::Equal),
        standard(
            train(SetKind::Stepped, [21, 0, 40, 16, 77, 0]),
            3,
            Spacing::Nearest,
        ),
        standard(
            train(SetKind::Stepped, [24, 0, 36, 18, 78, 0]),
            3,
            Spacing::Equal,
        ),
        standard(
            train(SetKind::Wolfrom, [18, 0, 21, 18, 60, 57]),
            3,
            Spacing::Equal,
        ),
        standard(
            train(SetKind::Ravigneaux, [36, 30, 20, 18, 76, 0]),
            2,
            Spacing::Equal,
        ),
        // Two suns, with and without a ring.
        standard(
            train(SetKind::Stepped, [24, 21, 27, 30, 0, 0]),
            3,
            Spacing::Nearest,
        ),
        standard(
            train(SetKind::Stepped, [24, 42, 36, 18, 78, 0]),
            3,
            Spacing::Nearest,
        ),
        // Two rings, no sun.
        standard(
            train(SetKind::Wolfrom, [0, 0, 21, 18, 60, 57]),
            3,
            Spacing::Equal,
        ),
        standard(
            train(SetKind::Wolfrom, [0, 0, 25, 23, 63, 61]),
            3,
            Spacing::Nearest,
        ),
    ]
}

/// In the assembled position every tooth lies in the middle of a space, for all planets and all meshes.
#[test]
fn assembled_teeth_lie_in_spaces() {
    for set in samples() {
        for (mesh, _) in &set.meshes {
            for index in 0..set.planets as usize {
                let [a, b] = [mesh.a, mesh.b].map(|part| set.axis(part, index));
                let mut direction = (b[1] - a[1]).atan2(b[0] - a[0]);
                if mesh.is_internal() {
                    direction += PI; // from the ring's axis to the planet's
                }
                let turns = [mesh.a, mesh.b].map(|part| set.placement.turn(part, index));
                let off = misfit(*mesh, &set.train, turns, direction);
                assert!(
                    off < 1e-9,
                    "{:?} {} planet {index}: {off}",
                    set.train,
                    mesh.name()
                );
            }
        }
    }
}

/// Lags, by rolling the assembled set until the mesh of a planet looks as that of the first did at the start.
#[test]
fn lag_is_behind_the_first_planet() {
    for set in samples() {
        let train = &set.train;
        for (mesh, _) in &set.meshes {
            let lags = set.lags(*mesh);
            for (index, lag) in lags.iter().enumerate() {
                // Place of the nearest tooth of wheel a, in pitches, from the pitch point, as it passes by.
                let place = |planet: usize, time: f64| {
                    let [a, b] = [mesh.a, mesh.b].map(|part| set.axis(part, planet));
                    let mut direction = (b[1] - a[1]).atan2(b[0] - a[0]);
                    if mesh.is_internal() {
                        direction += PI;
                    }
                    // In a mesh period the planet turns back by a pitch, the first sun turning forward; the mesh of
                    // another rim is measured in its own periods.
                    let moves = match mesh.a {
                        // The second sun of a Ravigneaux set turns against the first.
                        Part::Sun2 => -1.0,
                        Part::Sun => 1.0,
                        _ => -1.0,
                    };
                    let z = train.teeth(mesh.a);
                    let turn =
                        set.placement.turn(mesh.a, planet) + moves * time * TAU / f64::from(z);
                    offset(z, turn, direction)
                };
                let off = (place(index, *lag) - place(0, 0.0)).rem_euclid(1.0);
                assert!(
                    off.min(1.0 - off) < 1e-6,
                    "{train:?} {} planet {index}: lag {lag}, off {off}",
                    mesh.name()
                );
            }
        }
    }
}

/// Sun and ring mesh of one planet, by rolling real flanks: when does each touch at its pitch point?
#[test]
fn ring_lags_the_sun_by_the_flanks_of_the_planet() {
    for set in samples() {
        let Some(lag) = set.ring_to_sun_lag() else {
            continue;
        };
        let pair = |a, b| set.pair(Mesh { a, b });
        // On the rim that has both: the first, or the second of a stepped set with two suns.
        let both = pair(Part::Sun, Part::Planet)
            .zip(pair(Part::Planet, Part::Ring))
            .or(pair(Part::Sun2, Part::Planet2).zip(pair(Part::Planet2, Part::Ring)));
        let (sun, ring) = both.unwrap();
        let wheel = sun.b.as_wheel().unwrap();
        let z = f64::from(wheel.data.teeth);
        // The planet turns clockwise about its axis at the origin: the sun on −x, the ring on +x. Flanks that face +φ are
        // pushed by the sun, those that face −φ push the ring. Angles of both at the pitch circles, tooth 1 on +x:
        let right = wheel.profile.flank(sun.working_radius[1].unwrap()).angle;
        let left = -wheel.profile.flank(ring.working_radius[0].unwrap()).angle;
        // Turn −t puts any of them on its pitch point; the first time after the other, in pitches.
        let pitch = TAU / z;
        let sun_time = (right - PI).rem_euclid(pitch) / pitch;
        let ring_time = left.rem_euclid(pitch) / pitch;
        let expected = (ring_time - sun_time).rem_euclid(1.0);
        let off = (lag - expected).rem_euclid(1.0);
        assert!(off.min(1.0 - off) < 1e-9, "{lag} {expected}");
    }
    // Standard teeth without play: 0 for odd planets, a half for even ones.
    for (planet, expected) in [(19, 0.0), (20, 0.5)] {
        let build = |kind, teeth| CylindricalGear::build(data(kind, teeth)).unwrap();
        let [sun, ring] = [
            build(GearKind::External, 22),
            build(GearKind::Internal, 22 + 2 * planet),
        ];
        let planet = CylindricalGear::build(external(planet)).unwrap();
        let gears = |part| match part {
            Part::Sun => Some(&sun),
            Part::Planet => Some(&planet),
            _ => Some(&ring),
        };
        let data = SetData {
            planets: 2,
            spacing: Spacing::Equal,
            center_distance: None,
            allow_interference: true,
        };
        let set = PlanetarySet::build(SetKind::Simple, gears, &data).unwrap();
        let lag = set.ring_to_sun_lag().unwrap();
        let off = (lag - expected).rem_euclid(1.0);
        assert!(off.min(1.0 - off) < 1e-9, "{lag}");
    }
}

#[test]
fn phasing_is_named() {
    let of = |sun: u32, ring: u32, planets: u32| {
        let train = Train::simple(sun, (ring - sun) / 2, ring);
        let angles: Vec<f64> = (0..planets)
            .map(|j| TAU * f64::from(j) / f64::from(planets))
            .collect();
        let mesh = train.meshes()[0];
        Phasing::of(&lags(&train, mesh, &angles), &angles)
    };
    assert_eq!(of(24, 60, 3), Phasing::InPhase);
    assert_eq!(of(25, 65, 3), Phasing::Sequential);
    assert_eq!(of(26, 70, 4), Phasing::Counter);
    assert_eq!(of(27, 73, 4), Phasing::Sequential);
    assert_eq!(
        Phasing::of(&[0.0, 0.1, 0.4], &[0.0, 2.0, 4.0]),
        Phasing::Mixed
    );
    let train = Train::simple(20, 28, 76);
    let [sun, ring] = [0, 1].map(|i| train.meshes()[i]);
    // A set that can be assembled: sun and ring meshes of a planet share one lag.
    let [a, b] = [sun, ring].map(|mesh| mesh_lag(&train, mesh, TAU / 3.0));
    assert!((a - b).abs() < 1e-9 && (a - 2.0 / 3.0).abs() < 1e-9);
}
