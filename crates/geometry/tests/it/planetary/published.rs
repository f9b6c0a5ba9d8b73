//! Published sets: tables in validation/planetary.

use std::f64::consts::TAU;

use pitchline_geometry::planetary::{
    Member, Part, Phasing, PlanetarySet, SetData, SetKind, Spacing, Train, lags, nearest_positions,
    position_steps, speed,
};
use pitchline_geometry::{BasicRack, CutterData, CylindricalData, CylindricalGear, GearKind, Tip};

use super::Dice;
use crate::sample::{MM, assert_printed, data};
use crate::table::Table;

fn integer(value: f64) -> u32 {
    value as u32
}

#[test]
fn wind_turbine_stage() {
    let table = Table::new(include_str!(
        "../../../../../validation/planetary/wind_turbine.csv"
    ));
    for row in table.rows() {
        let z = |name: &str| integer(row.number(name));
        let train = Train::simple(z("sun"), z("planet"), z("ring"));
        let planets = z("planets");
        assert!(position_steps(&train).is_multiple_of(planets.into()));
        assert_printed(
            360.0 / f64::from(planets),
            row.number("regular_pitch_deg"),
            0,
        );
        let [sun, ring] = [Part::Sun, Part::Ring].map(Member::Wheel);
        let found = speed(&train, ring, sun, Member::Carrier).unwrap();
        // The printed speed of the sun is rounded: its half digit, divided by the ratio, is added to that of the result.
        let sun_rpm = row.number("sun_rpm");
        let carrier = sun_rpm * found.carrier_speed;
        row.check_within("carrier_rpm", carrier, 0.5 * found.carrier_speed);
        let planet = sun_rpm * (found.planet_speed - found.carrier_speed);
        row.check_within("planet_to_carrier_rpm", planet.abs(), 0.5);
        let torque = |name: &str| row.number(name);
        assert!((torque("carrier_torque") / torque("sun_torque") - found.ratio).abs() < 1e-6);
        let fixed = speed(&train, Member::Carrier, sun, ring).unwrap();
        assert!((torque("ring_torque") / torque("sun_torque") + fixed.ratio).abs() < 1e-6);
    }
}

/// The gears of that stage, from the same report: profile shifts that follow from the centre distance.
#[test]
fn wind_turbine_gears_are_coaxial() {
    let gear = |kind, teeth, profile_shift, tip: f64, allowance: f64| {
        let mut gear = CylindricalData {
            profile_shift,
            tip: Tip::Diameter(tip * MM),
            thickness_allowance: allowance * MM,
            face_width: 491.0 * MM,
            ..data(kind, teeth)
        };
        gear.system.module = 45.0 * MM;
        if kind == GearKind::Internal {
            gear.rack = BasicRack {
                root_radius: 0.3,
                ..BasicRack::A
            };
            gear.cutter = CutterData {
                teeth: Some(36),
                profile_shift: Some(0.0),
                ..CutterData::default()
            };
        }
        CylindricalGear::build(gear).unwrap()
    };
    let sun = gear(GearKind::External, 19, 0.6170, 978.808, -0.215);
    let planet = gear(GearKind::External, 17, 0.8021, 905.470, -0.215);
    let ring = gear(GearKind::Internal, 56, 0.5013, 2475.118, -0.51);
    let of = |part| match part {
        Part::Sun => &sun,
        Part::Planet => &planet,
        _ => &ring,
    };
    let data = SetData {
        planets: 3,
        spacing: Spacing::Equal,
        center_distance: Some(863.0 * MM),
        allow_interference: false,
    };
    let set = PlanetarySet::build(SetKind::Simple, of, &data).unwrap();
    // Shifts are printed with four decimals, half a unit each: 2 · 0.5e-4 · 45 mm at most.
    assert!(
        set.coaxiality_mismatch < 5e-3 * MM,
        "{}",
        set.coaxiality_mismatch
    );
    assert!((set.planet_clearance.unwrap() / MM - (863.0 * 3f64.sqrt() - 905.47)).abs() < 1e-6);
}

#[test]
fn layouts() {
    let table = Table::new(include_str!(
        "../../../../../validation/planetary/layouts.csv"
    ));
    for row in table.rows() {
        let [sun, ring, planets] = ["sun", "ring", "planets"].map(|c| integer(row.number(c)));
        let train = Train::simple(sun, (ring - sun) / 2, ring);
        let steps = position_steps(&train);
        let is_equal = steps.is_multiple_of(planets.into());
        assert_eq!(is_equal, row.text("space") == "E");
        let places = nearest_positions(steps, planets).unwrap();
        let angles: Vec<f64> = places
            .iter()
            .map(|place| TAU * *place as f64 / steps as f64)
            .collect();
        if !is_equal {
            // Opposite planets stay opposite.
            assert_eq!(places[2] - places[0], steps / 2);
            assert_eq!(places[3] - places[1], steps / 2);
        }
        let mesh = train.kind.meshes()[1];
        let lags = lags(&train, mesh, &angles);
        let phasing = match Phasing::of(&lags, &angles) {
            Phasing::InPhase => "I",
            Phasing::Sequential => "S",
            Phasing::Counter => "C",
            Phasing::Mixed => "M",
        };
        assert_eq!(phasing, row.text("phase"), "{train:?}");
        let [sun, ring] = [Part::Sun, Part::Ring].map(Member::Wheel);
        let ratio = speed(&train, ring, sun, Member::Carrier).unwrap().ratio;
        row.check("ratio", ratio);
        let sum = |weight: &dyn Fn(f64) -> f64| {
            let terms = lags.iter().zip(&angles);
            let [x, y] = terms.fold([0.0, 0.0], |[x, y], (lag, angle)| {
                let (sin, cos) = (TAU * lag).sin_cos();
                [x + weight(*angle) * cos, y + weight(*angle) * sin]
            });
            f64::hypot(x, y)
        };
        let n = f64::from(planets);
        row.check("fx", sum(&f64::cos) / (0.5 * n));
        row.check("fy", sum(&f64::sin) / (0.5 * n));
        row.check("trq", sum(&|_| 1.0) / n);
    }
}

#[test]
fn ravigneaux_ranges() {
    let table = Table::new(include_str!(
        "../../../../../validation/planetary/ravigneaux.csv"
    ));
    let mut dice = Dice(11);
    for _ in 0..200 {
        let train = dice.train(SetKind::Ravigneaux);
        let z = |part| f64::from(train.teeth(part));
        let (large, small) = (z(Part::Ring) / z(Part::Sun), z(Part::Ring) / z(Part::Sun2));
        for row in table.rows() {
            let member = |column: &str| match row.text(column) {
                "sun" => Member::Wheel(Part::Sun),
                "sun_2" => Member::Wheel(Part::Sun2),
                _ => Member::Carrier,
            };
            let expected = match row.text("formula") {
                "kS" => small,
                "(kL+kS)/(1+kL)" => (large + small) / (1.0 + large),
                "kL/(1+kL)" => large / (1.0 + large),
                "-kL" => -large,
                other => panic!("{other}"),
            };
            let ring = Member::Wheel(Part::Ring);
            let found = speed(&train, member("fixed"), member("input"), ring).unwrap();
            assert!((found.ratio / expected - 1.0).abs() < 1e-12, "{train:?}");
        }
    }
}

#[test]
fn split_ring_planets() {
    let table = Table::new(include_str!(
        "../../../../../validation/planetary/split_ring.csv"
    ));
    for row in table.rows() {
        let z = |name: &str| integer(row.number(name));
        let train = Train::new(SetKind::Wolfrom, |part| match part {
            // 21 + 60 is a multiple of 3: the first rim fits, and all depends on the second.
            Part::Sun => 21,
            Part::Planet => z("planet"),
            Part::Planet2 => z("planet_2"),
            Part::Ring => z("ring"),
            _ => z("ring_2"),
        });
        let fits = position_steps(&train).is_multiple_of(z("planets").into());
        assert_eq!(fits, row.text("equal_planets_fit") == "yes", "{train:?}");
        // Not as the source says, see the README of the tables: more teeth on the output turn it with the input.
        let [fixed, input, output] = [Part::Ring, Part::Sun, Part::Ring2].map(Member::Wheel);
        let ratio = speed(&train, fixed, input, output).unwrap().ratio;
        assert_eq!(ratio > 0.0, z("ring_2") > z("ring"));
    }
}
