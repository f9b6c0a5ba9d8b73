//! Published sets: tables in validation/planetary.

use std::f64::consts::TAU;

use pitchline_geometry::planetary::{
    Member, Part, Phasing, PlanetarySet, SetData, SetKind, Spacing, Train, lags, nearest_positions,
    position_steps, speed,
};
use pitchline_geometry::{BasicRack, CutterData, CylindricalData, CylindricalGear, GearKind, Tip};

use super::{Dice, Form};
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
        // Half a digit of the sun's torque.
        let tolerance = 0.06 * found.ratio / torque("sun_torque");
        assert!((torque("carrier_torque") / torque("sun_torque") - found.ratio).abs() < tolerance);
        let fixed = speed(&train, Member::Carrier, sun, ring).unwrap();
        assert!(
            (torque("ring_torque") / torque("sun_torque") + fixed.ratio).abs() < 2.0 * tolerance
        );
    }
}

/// The gears of these stages, from the same reports: profile shifts that follow from the centre distance.
#[test]
fn wind_turbine_gears_are_coaxial() {
    let table = Table::new(include_str!(
        "../../../../../validation/cylindrical-gears/kisssoft_inputs.csv"
    ));
    for stage in ["1", "2"] {
        let rows: Vec<_> = table
            .rows()
            .filter(|row| row.text("stage") == stage)
            .collect();
        let gears: Vec<CylindricalGear> = rows
            .iter()
            .map(|row| {
                let is_ring = row.number("z") < 0.0;
                let kind = if is_ring {
                    GearKind::Internal
                } else {
                    GearKind::External
                };
                let module = row.number("mn_mm");
                let mut gear = CylindricalData {
                    // ISO 21771 counts the shift of a ring to the axis.
                    profile_shift: row.number("x") * if is_ring { -1.0 } else { 1.0 },
                    tip: Tip::Alteration(row.number("k_mn_mm") / module),
                    thickness_allowance: 0.5 * (row.number("As_e_mm") + row.number("As_i_mm")) * MM,
                    face_width: row.number("b_mm") * MM,
                    rack: BasicRack {
                        addendum: row.number("haP_star"),
                        dedendum: row.number("hfP_star"),
                        root_radius: row.number("rhofP_star"),
                    },
                    cutter: CutterData {
                        teeth: row.get("z0_shaper").map(integer),
                        profile_shift: row.get("x0_shaper"),
                        ..CutterData::default()
                    },
                    ..data(kind, integer(row.number("z").abs()))
                };
                gear.system.module = module * MM;
                CylindricalGear::build(gear).unwrap()
            })
            .collect();
        let of = |part| match part {
            Part::Sun => Some(&gears[0]),
            Part::Planet => Some(&gears[1]),
            _ => Some(&gears[2]),
        };
        let center_distance = rows[0].number("a_mm") * MM;
        let data = SetData {
            planets: 3,
            spacing: Spacing::Equal,
            center_distance: Some(center_distance),
            allow_interference: false,
        };
        let set = PlanetarySet::build(SetKind::Simple, of, &data).unwrap();
        // Shifts are printed with four decimals: half a unit of each of three.
        let rounding = 1.5e-4 * gears[0].data().system.module;
        assert!(
            set.coaxiality_mismatch < rounding,
            "{}",
            set.coaxiality_mismatch
        );
        let tip_diameter = 2.0 * gears[1].as_wheel().unwrap().tip_radius;
        let room = center_distance * 3f64.sqrt() - tip_diameter;
        assert!((set.planet_clearance.unwrap() - room).abs() < 1e-12);
    }
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
        let mesh = train.meshes()[1];
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
        let train = dice.train(Form::ALL[6]);
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

fn member(name: &str) -> Member {
    let parts = [Part::Sun, Part::Sun2, Part::Ring, Part::Ring2];
    let found = parts.into_iter().find(|part| part.name() == name);
    found.map_or(Member::Carrier, Member::Wheel)
}

/// All gears of an automatic transmission.
#[test]
fn ravigneaux_of_an_automatic() {
    let table = Table::new(include_str!(
        "../../../../../validation/planetary/automatic.csv"
    ));
    for row in table.rows() {
        let train = Train::new(SetKind::Ravigneaux, |part| match part {
            Part::Sun => integer(row.number("sun")),
            Part::Sun2 => integer(row.number("sun_2")),
            Part::Ring => integer(row.number("ring")),
            // The planets do not change the ratios; their teeth are not published.
            _ => 18,
        });
        let [fixed, input, output] = ["fixed", "input", "output"].map(|c| member(row.text(c)));
        let found = speed(&train, fixed, input, output).unwrap();
        row.check("ratio", found.ratio);
    }
}

#[test]
fn stepped_exercises() {
    let table = Table::new(include_str!(
        "../../../../../validation/planetary/stepped.csv"
    ));
    for row in table.rows() {
        let train = Train::new(SetKind::Stepped, |part| integer(row.number(part.name())));
        let [fixed, input, output] = ["fixed", "input", "output"].map(|c| member(row.text(c)));
        let found = speed(&train, fixed, input, output).unwrap();
        row.check(
            "output_speed",
            row.number("input_speed") * found.output_speed,
        );
    }
}

/// Ratios, and whether one sort of planet fits at equal angles.
#[test]
fn wolfrom_sets() {
    let tables = [
        include_str!("../../../../../validation/planetary/wolfrom.csv"),
        include_str!("../../../../../validation/planetary/printed_wolfrom.csv"),
    ];
    for row in tables.map(Table::new).iter().flat_map(Table::rows) {
        let train = Train::new(SetKind::Wolfrom, |part| integer(row.number(part.name())));
        let [ring, sun, ring_2] = [Part::Ring, Part::Sun, Part::Ring2].map(Member::Wheel);
        let found = speed(&train, ring, sun, ring_2).unwrap();
        row.check("ratio", found.ratio.abs());
        let fits = position_steps(&train).is_multiple_of(integer(row.number("planets")).into());
        let said = row.text("equal_planets_fit");
        assert!(said.is_empty() || fits == (said == "yes"), "{train:?}");
    }
}

/// Without a sun: ratio carrier to second ring, and the condition for interchangeable planets, as
/// \[split-ring-gears\] states them.
#[test]
fn wolfrom_without_sun() {
    let mut dice = Dice(5);
    for _ in 0..2000 {
        let train = dice.train(Form::ALL[5]);
        let z = |part| i64::from(train.teeth(part));
        let [p, q] = [z(Part::Planet), z(Part::Planet2)];
        let [r, s] = [z(Part::Ring), z(Part::Ring2)];
        let [ring, ring_2] = [Part::Ring, Part::Ring2].map(Member::Wheel);
        let found = speed(&train, ring, Member::Carrier, ring_2).unwrap();
        if s * p == q * r {
            assert!(found.ratio.is_infinite());
            continue;
        }
        let expected = (s * p) as f64 / (s * p - q * r) as f64;
        assert!((found.ratio / expected - 1.0).abs() < 1e-12, "{train:?}");
        let common = (1..=p).rev().find(|n| p % n == 0 && q % n == 0).unwrap();
        for planets in 2..=7 {
            let said = (r * (q / common)) % planets == (s * (p / common)) % planets;
            let fits = position_steps(&train).is_multiple_of(planets as u64);
            assert_eq!(fits, said, "{train:?} {planets}");
        }
    }
}
